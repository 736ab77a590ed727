// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/byte_source.hpp"

#include "io/bytes/gzip_decoder.hpp"
#include "io/bytes/input_file.hpp"
#include "io/bytes/read_failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <span>
#include <string_view>
#include <thread>
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

/// The bytes of a file as people mean them: decompressed where they are gzip. Compression is found from the first
/// bytes; bzip2, xz, zstd, lz4, zip and compress are recognised and refused.
class decoded_file
{
public:
    /// @param input_bytes   compressed bytes read at a time. Throws input_error as input_file does.
    decoded_file(std::string const & path, std::size_t input_bytes);

    /// Fills `out` as far as is possible without waiting, at least one byte; 0 at the end. Throws read_failure after
    /// all bytes before the failure were given, and input_file::stopped after stop().
    [[nodiscard]] std::size_t read(std::span<char> out);
    /// From any thread: ends a wait in `read`, now and for ever.
    void stop() noexcept { file_.stop(); }
    /// Bytes in the file as it is stored; nothing for pipes and the like.
    [[nodiscard]] std::optional<std::size_t> stored_bytes() const noexcept { return file_.size(); }
    /// After the end: gzip_decoder::lacks_end_block.
    [[nodiscard]] bool lacks_end_block() const noexcept { return gzip_ && gzip_->lacks_end_block(); }

private:
    void begin();
    [[nodiscard]] std::size_t read_plain(std::span<char> out);
    [[nodiscard]] std::size_t read_gzip(std::span<char> out);

    input_file file_;
    std::size_t input_bytes_;
    std::unique_ptr<char[]> input_; // the file's first bytes, later compressed data
    std::string_view unread_;       // part of input_
    std::optional<gzip_decoder> gzip_;
    std::exception_ptr failure_; // to be thrown by the next read
    bool begun_ = false;
    bool at_end_ = false;
};

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

} // namespace

struct byte_source::state
{
    state(std::string const & path, byte_source_sizes sizes, run_control const * control_)
        : file{path, sizes.input_bytes}, control{control_}
    {
        std::size_t const block_bytes = std::max<std::size_t>(sizes.block_bytes, 1);
        bool const small = file.stored_bytes() && *file.stored_bytes() < sizes.thread_bytes;
        queue.emplace(small ? 1 : std::max<std::size_t>(sizes.blocks, 2), block_bytes);
        if (!small)
            thread = std::thread{[this] { read_ahead(); }};
    }

    ~state()
    {
        if (thread.joinable()) {
            file.stop();
            queue->stop();
            thread.join();
        }
    }

    void read_ahead() noexcept
    {
        try {
            for (;;) {
                std::span<char> const space = queue->space();
                std::size_t const size = space.empty() ? 0 : file.read(space);
                if (!size)
                    break;
                queue->publish(size);
            }
            queue->finish(nullptr);
        } catch (...) {
            queue->finish(std::current_exception());
        }
    }

    decoded_file file;
    run_control const * control;
    std::optional<block_queue> queue;
    byte_block current;
    std::thread thread; // absent for a small file: the caller reads it, which costs less than handing it over
};

byte_source::byte_source(std::string const & path, byte_source_sizes sizes, run_control const * control)
    : state_{std::make_unique<state>(path, sizes, control)}
{
}

byte_source::~byte_source() = default;

bool byte_source::lacks_end_block() const noexcept
{
    return state_->file.lacks_end_block();
}

byte_block const * byte_source::next()
{
    state & s = *state_;
    if (!s.thread.joinable()) {
        std::span<char> const space = s.queue->own_space();
        std::size_t const size = s.file.read(space);
        s.current = byte_block{std::string_view{space.data(), size}};
        return size ? &s.current : nullptr;
    }
    return s.queue->next(s.current, s.control) ? &s.current : nullptr;
}

} // namespace vglcs::detail
