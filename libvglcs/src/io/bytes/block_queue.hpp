// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/run_control.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace vglcs::detail {

/// Bytes on their way to the reader.
struct byte_block
{
    byte_block() = default;
    explicit byte_block(std::string_view text) noexcept
        : bytes{text}, has_carriage_return{text.find('\r') != std::string_view::npos}
    {
    }

    std::string_view bytes;           ///< never empty where a block is handed over
    bool has_carriage_return = false; ///< told by the background thread, so that a reader of LF text need not look
};

/// A ring of equal blocks between one thread that fills them and one that reads them. The reader holds one block until
/// it asks for the next. Memory: blocks * bytes, allocated at once.
class block_queue
{
public:
    block_queue(std::size_t blocks, std::size_t bytes) : slots_(blocks), block_bytes_{bytes}
    {
        for (slot & s : slots_)
            s.memory = std::make_unique_for_overwrite<char[]>(bytes);
    }

    /// Filling thread: room for a block, waiting for one to become free; empty once the reader has gone.
    [[nodiscard]] std::span<char> space()
    {
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [&] { return stopped_ || filled_ - released_ < slots_.size(); });
        if (stopped_)
            return {};
        return {slots_[filled_ % slots_.size()].memory.get(), block_bytes_};
    }

    /// Without a filling thread: the memory of the first block.
    [[nodiscard]] std::span<char> own_space() noexcept { return {slots_.front().memory.get(), block_bytes_}; }

    /// Filling thread: the first `size` bytes (1 or more) of the space are the next block.
    void publish(std::size_t size)
    {
        slot & s = slots_[filled_ % slots_.size()];
        s.block = byte_block{{s.memory.get(), size}};
        {
            std::lock_guard const lock{mutex_};
            ++filled_;
        }
        changed_.notify_one();
    }

    /// Filling thread: no block will follow; the reader gets `failure`, where there is one, after the last block.
    void finish(std::exception_ptr failure)
    {
        {
            std::lock_guard const lock{mutex_};
            failure_ = std::move(failure);
            finished_ = true;
        }
        changed_.notify_one();
    }

    /// Reader: releases the block in hand and waits for the next. False at the end; throws the failure that ended the
    /// filling, or interrupted where `control` was asked to stop.
    [[nodiscard]] bool next(byte_block & block, run_control const * control)
    {
        std::unique_lock lock{mutex_};
        if (std::exchange(in_hand_, false)) {
            ++released_;
            changed_.notify_one();
        }
        auto const ready = [&] { return filled_ > released_ || finished_; };
        if (control)
            while (!changed_.wait_for(lock, std::chrono::milliseconds{50}, ready))
                control->throw_if_stopped();
        else
            changed_.wait(lock, ready);
        if (filled_ == released_) {
            if (failure_)
                std::rethrow_exception(failure_);
            return false;
        }
        block = slots_[released_ % slots_.size()].block;
        in_hand_ = true;
        return true;
    }

    /// Reader: it will read no more; the filling thread sees an empty space.
    void stop()
    {
        {
            std::lock_guard const lock{mutex_};
            stopped_ = true;
        }
        changed_.notify_one();
    }

private:
    struct slot
    {
        std::unique_ptr<char[]> memory;
        byte_block block;
    };

    std::vector<slot> slots_;
    std::size_t block_bytes_;
    std::mutex mutex_;
    std::condition_variable changed_; // two threads: only the other one can be waiting for a change
    // Invariant: released_ <= filled_ <= released_ + slots_.size(); blocks [released_, filled_) hold text. Only the
    // filling thread writes filled_, so that it may read it without the lock.
    std::size_t filled_ = 0;
    std::size_t released_ = 0;
    bool in_hand_ = false;
    bool finished_ = false;
    bool stopped_ = false;
    std::exception_ptr failure_;
};

} // namespace vglcs::detail
