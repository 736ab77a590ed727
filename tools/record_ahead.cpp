// SPDX-License-Identifier: BSD-3-Clause
#include "record_ahead.hpp"

#include "freed_memory.hpp"

#include <cstdint>
#include <utility>

namespace vglcs::tools {

namespace {

/// A portion ends with the record that reaches one of these; so many portions wait at most.
constexpr std::size_t portion_records = 128;
constexpr std::uint64_t portion_letters = std::uint64_t{1} << 20;
constexpr std::size_t most_portions = 4;

} // namespace

record_ahead::record_ahead(input & from) : from_{from}
{
    keep_freed_memory();
    thread_ = std::jthread{[this] { read(); }};
}

record_ahead::~record_ahead()
{
    stop();
}

void record_ahead::read() noexcept
{
    std::exception_ptr fault;
    for (bool more = true; more;) {
        std::vector<shared_record> portion;
        try {
            for (std::uint64_t letters = 0; portion.size() < portion_records && letters < portion_letters;) {
                shared_record record = from_.next();
                if (!record) {
                    more = false;
                    break;
                }
                letters += record->record.size();
                portion.push_back(std::move(record));
            }
        } catch (...) {
            fault = std::current_exception();
            more = false;
        }
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [&] { return stopped_ || portions_.size() < most_portions; });
        if (stopped_)
            return;
        try {
            if (!portion.empty())
                portions_.push_back(std::move(portion));
        } catch (...) {
            fault = std::current_exception();
            more = false;
        }
        if (!more) {
            fault_ = fault;
            ended_ = true;
        }
        changed_.notify_all();
    }
}

shared_record record_ahead::next()
{
    if (next_ == mine_.size()) {
        std::unique_lock lock{mutex_};
        changed_.wait(lock, [&] { return ended_ || !portions_.empty(); });
        if (portions_.empty()) {
            if (fault_)
                std::rethrow_exception(fault_);
            return nullptr;
        }
        mine_ = std::move(portions_.front());
        portions_.pop_front();
        next_ = 0;
        changed_.notify_all();
    }
    return std::move(mine_[next_++]);
}

void record_ahead::stop()
{
    {
        std::lock_guard const lock{mutex_};
        stopped_ = true;
        changed_.notify_all();
    }
    if (thread_.joinable())
        thread_.join();
}

} // namespace vglcs::tools
