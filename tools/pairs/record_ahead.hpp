// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pairs/input.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace vglcs::tools {

/// Reads the records of an input on a thread of its own, some ahead of their consumer: two files of pairs are read
/// side by side. For regular files only: a read that waits for somebody would keep the destructor waiting.
class record_ahead
{
public:
    /// The input must outlive this object, and nobody else may read it meanwhile.
    explicit record_ahead(input & from);
    ~record_ahead();

    /// The next record; null at the end. Throws what reading it threw, after the records before it.
    [[nodiscard]] shared_record next();
    /// Ends the thread: from now on the input is the caller's.
    void stop();

private:
    struct portion
    {
        std::vector<shared_record> records;
        std::uint64_t letters = 0;
    };
    void read() noexcept;

    input & from_;
    std::vector<shared_record> mine_; ///< of the taking thread: a portion, and the next one of it
    std::size_t next_ = 0;

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::deque<portion> portions_;
    std::uint64_t waiting_ = 0; ///< letters of the portions
    std::exception_ptr fault_;
    bool ended_ = false, stopped_ = false;

    std::jthread thread_; ///< last: it uses all of the above
};

} // namespace vglcs::tools
