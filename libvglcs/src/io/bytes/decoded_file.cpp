// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/decoded_file.hpp"
#include "io/bytes/read_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vglcs::detail {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view gzip_signature = "\x1f\x8b"sv;
constexpr std::pair<std::string_view, char const *> refused[] = {
    {"BZh"sv, "bzip2"},
    {"\xfd\x37zXZ\0"sv, "xz"},
    {"\x28\xb5\x2f\xfd"sv, "zstd"},
    {"\x04\x22\x4d\x18"sv, "lz4"},
    {"PK\x03\x04"sv, "zip"},
    {"\x1f\x9d"sv, "compress (.Z)"},
};
constexpr std::size_t longest_signature = 6;

} // namespace

decoded_file::decoded_file(std::string const & path, std::size_t input_bytes)
    : file_{path}, input_bytes_{std::max(input_bytes, longest_signature)}, input_{
                                                                               std::make_unique_for_overwrite<char[]>(
                                                                                   input_bytes_)}
{
}

/// Compression is told from the first bytes, which a pipe may deliver one by one.
void decoded_file::begin()
{
    begun_ = true;
    std::size_t size = 0;
    while (size < longest_signature) {
        std::size_t const got = file_.read({input_.get() + size, longest_signature - size});
        if (!got)
            break;
        size += got;
    }
    unread_ = {input_.get(), size};
    for (auto const & [signature, name] : refused)
        if (unread_.starts_with(signature))
            throw read_failure{fmt::format("{} data is not supported: decompress it first, or use gzip", name)};
    if (unread_.starts_with(gzip_signature))
        gzip_.emplace();
}

std::size_t decoded_file::read(std::span<char> out)
{
    if (failure_)
        std::rethrow_exception(failure_);
    if (!begun_)
        begin();
    return gzip_ ? read_gzip(out) : read_plain(out);
}

std::size_t decoded_file::read_plain(std::span<char> out)
{
    std::size_t const from_start = std::min(unread_.size(), out.size());
    std::copy_n(unread_.data(), from_start, out.data());
    unread_.remove_prefix(from_start);
    return from_start ? from_start : file_.fill(out);
}

std::size_t decoded_file::read_gzip(std::span<char> out)
{
    std::span<char> space = out;
    try {
        while (!at_end_ && !space.empty()) {
            if (unread_.empty()) {
                unread_ = {input_.get(), file_.read({input_.get(), input_bytes_})};
                if (unread_.empty()) {
                    gzip_->drain(space);
                    if (space.empty())
                        break; // there may be more: the next call looks
                    at_end_ = true;
                    gzip_->finish();
                }
            }
            gzip_->decode(unread_, space);
        }
    } catch (read_failure const &) {
        failure_ = std::current_exception();
        if (space.size() == out.size())
            throw;
    }
    return out.size() - space.size();
}

} // namespace vglcs::detail
