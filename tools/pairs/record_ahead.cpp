// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/record_ahead.hpp"

#include "base/malloc_tuning.hpp"

#include <cstdint>
#include <utility>

namespace vglcs::tools {

namespace {

/// A portion ends with the record that reaches one of these.
constexpr std::size_t portion_records = 128;
constexpr std::uint64_t portion_letters = std::uint64_t{1} << 20;
/// So many portions wait at most, and nothing is read while so many letters wait: of huge records one waits and one is
/// read.
constexpr std::size_t most_portions = 4;
constexpr std::uint64_t most_letters = most_portions * portion_letters;

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
    for (bool more = true; more;) {
        {
            std::unique_lock lock{mutex_};
            changed_.wait(lock,
                          [&] { return stopped_ || (portions_.size() < most_portions && waiting_ < most_letters); });
            if (stopped_)
                return;
        }
        portion read;
        std::exception_ptr fault;
        try {
            while (read.records.size() < portion_records && read.letters < portion_letters) {
                shared_record record = from_.next();
                if (!record) {
                    more = false;
                    break;
                }
                read.letters += record->record.size();
                read.records.push_back(std::move(record));
            }
        } catch (...) {
            fault = std::current_exception();
            more = false;
        }
        std::lock_guard const lock{mutex_};
        try {
            if (!read.records.empty()) {
                std::uint64_t const letters = read.letters;
                portions_.push_back(std::move(read));
                waiting_ += letters;
            }
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
        mine_ = std::move(portions_.front().records);
        waiting_ -= portions_.front().letters;
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
