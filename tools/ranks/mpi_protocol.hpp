// SPDX-License-Identifier: BSD-3-Clause
/// What the ranks of an MPI job tell each other, and how they wait for it.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace vglcs::tools {

/// Kinds of message. From a worker: ask (nothing), rows, ended. To a worker: number.
enum message_tag : int { ask_tag = 1, number_tag, rows_tag, ended_tag };

/// Time between two looks for messages. MPI's own waiting takes a core; a look takes some microseconds of one, so
/// that they become rarer while nothing comes. A rank asks for a block while it answers the one before.
class patience
{
public:
    void wait()
    {
        std::this_thread::sleep_for(now_);
        now_ = std::min(2 * now_, longest);
    }
    void something_came() { now_ = shortest; }

private:
    static constexpr std::chrono::microseconds shortest{100}, longest{3200};
    std::chrono::microseconds now_ = shortest;
};

} // namespace vglcs::tools
