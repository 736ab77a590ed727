// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/gzip_decoder.hpp"
#include "io/bytes/read_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace vglcs::detail {

namespace {

constexpr std::string_view copy_again = "copy or download the file again";
constexpr std::string_view foreign_tail = "other bytes after the end of the data";

} // namespace

gzip_decoder::gzip_decoder()
{
    constexpr int gzip_only = 16;
    if (inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK)
        throw std::bad_alloc{};
    begin_member();
}

gzip_decoder::~gzip_decoder()
{
    inflateEnd(&stream_);
}

void gzip_decoder::begin_member()
{
    header_ = {};
    header_.extra = extra_;
    header_.extra_max = sizeof extra_;
    inflateGetHeader(&stream_, &header_);
    in_member_ = true;
}

void gzip_decoder::end_member()
{
    bool const bgzip = header_.extra && header_.extra_len >= 6 && extra_[0] == 'B' && extra_[1] == 'C';
    unfinished_bgzip_ = bgzip && stream_.total_out != 0;
    ++members_;
    in_member_ = false;
}

void gzip_decoder::decode(std::string_view & input, std::span<char> & out)
{
    constexpr std::size_t most = 1u << 30; // zlib counts in unsigned int
    while (!input.empty() && !out.empty()) {
        if (!in_member_) {
            std::size_t const zeros = std::min(input.find_first_not_of('\0'), input.size());
            padding_ |= zeros != 0;
            input.remove_prefix(zeros);
            if (input.empty())
                return;
            if (padding_)
                throw read_failure{fmt::format("gzip data error ({}): {}", foreign_tail, copy_again)};
            inflateReset(&stream_);
            begin_member();
        }
        std::size_t const taken = std::min(input.size(), most), room = std::min(out.size(), most);
        stream_.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(input.data()));
        stream_.avail_in = static_cast<uInt>(taken);
        stream_.next_out = reinterpret_cast<Bytef *>(out.data());
        stream_.avail_out = static_cast<uInt>(room);
        int const code = inflate(&stream_, Z_NO_FLUSH);
        input.remove_prefix(taken - stream_.avail_in);
        out = out.subspan(room - stream_.avail_out);
        if (code == Z_STREAM_END)
            end_member();
        else if (code != Z_OK)
            fail(code);
    }
}

void gzip_decoder::drain(std::span<char> & out)
{
    if (!in_member_ || out.empty())
        return;
    std::size_t const room = std::min<std::size_t>(out.size(), 1u << 30);
    stream_.next_in = nullptr;
    stream_.avail_in = 0;
    stream_.next_out = reinterpret_cast<Bytef *>(out.data());
    stream_.avail_out = static_cast<uInt>(room);
    int const code = inflate(&stream_, Z_NO_FLUSH);
    out = out.subspan(room - stream_.avail_out);
    if (code != Z_OK && code != Z_BUF_ERROR)
        fail(code);
}

void gzip_decoder::finish() const
{
    if (in_member_)
        throw read_failure{fmt::format("truncated gzip data (unexpected end of file): {}", copy_again)};
}

void gzip_decoder::fail(int code) const
{
    if (code == Z_MEM_ERROR)
        throw std::bad_alloc{};
    std::string_view const message = stream_.msg ? stream_.msg : "damaged";
    std::string_view cause = message;
    if (message == "incorrect data check")
        cause = "crc: the checksum does not fit the data";
    else if (message == "incorrect length check")
        cause = "the length does not fit the data";
    else if (message == "incorrect header check" && members_)
        cause = foreign_tail;
    throw read_failure{fmt::format("gzip data error ({}): {}", cause, copy_again)};
}

} // namespace vglcs::detail
