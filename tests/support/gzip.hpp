// SPDX-License-Identifier: BSD-3-Clause
/// Compressed text for tests of readers.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace vglcs::test {

/// One gzip member; with `extra`, that field in its header.
[[nodiscard]] inline std::string gzip(std::string_view text, std::string extra = {})
{
    z_stream stream{};
    if (deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error{"deflateInit2"};
    gz_header header{};
    header.os = 255;
    if (!extra.empty()) {
        header.extra = reinterpret_cast<Bytef *>(extra.data());
        header.extra_len = static_cast<uInt>(extra.size());
    }
    deflateSetHeader(&stream, &header);
    std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    int const code = deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    if (code != Z_STREAM_END)
        throw std::runtime_error{"deflate"};
    return out;
}

/// A bgzip block: a member whose header says how long it is.
[[nodiscard]] inline std::string bgzip_block(std::string_view text)
{
    using namespace std::string_literals;
    std::string out = gzip(text, "BC\2\0\0\0"s);
    std::size_t const last = out.size() - 1;
    out[16] = static_cast<char>(last & 255);
    out[17] = static_cast<char>(last >> 8);
    return out;
}

/// bgzip data in blocks of `block` bytes of text, with the empty block that ends it.
[[nodiscard]] inline std::string bgzip(std::string_view text, std::size_t block = 1000)
{
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += block)
        out += bgzip_block(text.substr(at, block));
    return out + bgzip_block({});
}

/// What a file holds, unpacked where it is packed.
[[nodiscard]] inline std::string unpacked_file(std::string const & path)
{
    gzFile const file = gzopen(path.c_str(), "rb");
    if (file == nullptr)
        throw std::runtime_error{path};
    std::string out, part(1 << 16, '\0');
    for (int got = 1; got > 0;) {
        got = gzread(file, part.data(), static_cast<unsigned>(part.size()));
        out.append(part, 0, static_cast<std::size_t>(std::max(got, 0)));
    }
    if (gzclose(file) != Z_OK)
        throw std::runtime_error{path};
    return out;
}

} // namespace vglcs::test
