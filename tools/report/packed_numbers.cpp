// SPDX-License-Identifier: BSD-3-Clause
#include "report/packed_numbers.hpp"

namespace vglcs::tools {

std::string base64(std::string_view bytes)
{
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::size_t const there = std::min<std::size_t>(3, bytes.size() - at);
        unsigned three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three = three << 8 | (k < there ? static_cast<unsigned char>(bytes[at + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            out += k <= there ? digits[three >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

void packed_numbers::add(std::int64_t number)
{
    auto rest = static_cast<std::uint64_t>(number) << 1 ^ (number < 0 ? ~std::uint64_t{0} : 0);
    for (; rest >= 128; rest >>= 7)
        bytes_ += static_cast<char>(rest | 128);
    bytes_ += static_cast<char>(rest);
}

} // namespace vglcs::tools
