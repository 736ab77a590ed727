// SPDX-License-Identifier: BSD-3-Clause
#include "report/record_data.hpp"

#include <array>

namespace vglcs::tools {

std::string keep_letters(std::string_view letters, report_page & page)
{
    std::array<int, 256> codes;
    codes.fill(-1);
    std::string different;
    for (char const c : letters)
        if (int & code = codes[static_cast<unsigned char>(c)]; code < 0) {
            code = static_cast<int>(different.size());
            different += c;
        }
    unsigned const bits = different.size() <= 4 ? 2 : different.size() <= 16 ? 4 : 8, a_byte = 8 / bits;
    std::string bytes((letters.size() + a_byte - 1) / a_byte, '\0');
    for (std::size_t k = 0; k < letters.size(); ++k) {
        auto const code = static_cast<unsigned>(codes[static_cast<unsigned char>(letters[k])]);
        char & byte = bytes[k / a_byte];
        byte = static_cast<char>(static_cast<unsigned char>(byte) | code << (k % a_byte * bits));
    }
    return page_object{}
        .json("data", page.keep_bytes(bytes))
        .number("bits", bits)
        .number("count", static_cast<std::int64_t>(letters.size()))
        .text("letters", different)
        .str();
}

packed_limits::packed_limits(gap_limits const & limits)
{
    if (limits.is_uniform()) {
        add(limits.size(), limits.uniform());
        return;
    }
    for (std::size_t first = 0; first < limits.size();) {
        gap_limit const limit = limits[first];
        std::size_t end = first + 1;
        while (end < limits.size() && limits[end] == limit)
            ++end;
        add(end - first, limit);
        first = end;
    }
}

void packed_limits::add(std::uint64_t letters, gap_limit limit)
{
    auto const [at, is_new] = places_.try_emplace({limit.lo, limit.hi, limit.blocked}, places_.size());
    if (is_new) {
        different_.add(limit.lo);
        different_.add(limit.hi == gap_limit::infinite ? -1 : std::int64_t{limit.hi});
        different_.add(limit.blocked);
    }
    runs_.add(static_cast<std::int64_t>(letters));
    runs_.add(static_cast<std::int64_t>(at->second));
    ++count_;
}

std::string packed_limits::keep(report_page & page) const
{
    return page_object{}
        .number("runs", static_cast<std::int64_t>(count_))
        .json("different", page.keep(different_))
        .json("data", page.keep(runs_))
        .str();
}

} // namespace vglcs::tools
