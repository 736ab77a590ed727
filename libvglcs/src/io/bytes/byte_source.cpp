// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/byte_source.hpp"
#include "io/bytes/decoded_file.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

namespace vglcs::detail {

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
