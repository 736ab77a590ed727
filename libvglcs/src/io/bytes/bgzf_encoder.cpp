// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/bgzf_encoder.hpp"

#include <algorithm>
#include <cstdint>
#include <new>
#include <stdexcept>

namespace vglcs::detail {

namespace {

using namespace std::string_view_literals;

// The gzip header with the extra field BC, whose value (the last two bytes) is the size of the block less one.
constexpr std::string_view header = "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0\x42\x43\x02\0\0\0"sv;
constexpr std::size_t trailer = 8, largest_block = 1u << 16;
constexpr std::string_view empty_block =
    "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0\x42\x43\x02\0\x1b\0\x03\0\0\0\0\0\0\0\0\0"sv;

void put_number(char * at, std::uint64_t value, std::size_t bytes)
{
    for (std::size_t k = 0; k < bytes; ++k)
        at[k] = static_cast<char>(value >> (8 * k) & 0xff);
}

} // namespace

bgzf_encoder::bgzf_encoder() : block_(largest_block, '\0')
{
    constexpr int raw = -15, memory = 8;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, raw, memory, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc{};
}

bgzf_encoder::~bgzf_encoder()
{
    deflateEnd(&stream_);
}

std::string_view bgzf_encoder::encode(std::string_view text)
{
    std::copy(header.begin(), header.end(), block_.begin());
    deflateReset(&stream_);
    stream_.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    stream_.avail_in = static_cast<uInt>(text.size());
    stream_.next_out = reinterpret_cast<Bytef *>(block_.data() + header.size());
    stream_.avail_out = static_cast<uInt>(largest_block - header.size() - trailer);
    if (deflate(&stream_, Z_FINISH) != Z_STREAM_END) // deflate stores what it cannot make smaller: there is room
        throw std::logic_error{"a block of BGZF is too large"};
    std::size_t const size = largest_block - stream_.avail_out;
    put_number(block_.data() + header.size() - 2, size - 1, 2);
    put_number(
        block_.data() + size - trailer,
        crc32(crc32(0, nullptr, 0), reinterpret_cast<Bytef const *>(text.data()), static_cast<uInt>(text.size())), 4);
    put_number(block_.data() + size - 4, text.size(), 4);
    return {block_.data(), size};
}

std::string_view bgzf_encoder::end_block() noexcept
{
    return empty_block;
}

} // namespace vglcs::detail
