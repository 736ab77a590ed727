// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/communicator.hpp>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstring>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace rmq {
namespace {

/// Where the threads show each other what they send; nothing is copied but from the sender to the receiver.
struct board
{
    explicit board(unsigned ranks) : arrived{ranks}, items(ranks), counts(ranks) {}

    std::barrier<> arrived;
    std::atomic<bool> failed{false};
    std::vector<std::span<std::byte const>> items;
    std::vector<std::span<std::size_t const>> counts;
};

class thread_communicator final : public communicator
{
public:
    thread_communicator(unsigned rank, unsigned size, board & shown) : communicator{rank, size}, board_{shown} {}

private:
    void do_all_gather(std::span<std::byte const> mine, std::span<std::byte> all) override
    {
        board_.items[rank()] = mine;
        round([&] {
            auto to = all.begin();
            for (auto const & item : board_.items)
                to = std::ranges::copy(item, to).out;
        });
    }

    void do_exchange_counts(std::span<std::size_t const> counts, std::span<std::size_t> received) override
    {
        board_.counts[rank()] = counts;
        round([&] {
            for (unsigned from = 0; from < size(); ++from)
                received[from] = board_.counts[from][rank()];
        });
    }

    void do_exchange(std::span<std::byte const> items, std::span<std::size_t const> counts, std::span<std::byte> all,
                     std::span<std::size_t const> received, std::size_t item_bytes) override
    {
        board_.items[rank()] = items;
        board_.counts[rank()] = counts;
        round([&] {
            auto to = all.begin();
            for (unsigned from = 0; from < size(); ++from) {
                auto const & sent = board_.counts[from];
                std::size_t const before = std::accumulate(sent.begin(), sent.begin() + rank(), std::size_t{0});
                to = std::ranges::copy(board_.items[from].subspan(before * item_bytes, received[from] * item_bytes), to)
                         .out;
            }
        });
    }

    /// All have shown what they send; `take` copies; all have taken.
    template <class Take>
    void round(Take && take)
    {
        wait();
        take();
        wait();
    }

    void wait()
    {
        board_.arrived.arrive_and_wait();
        if (board_.failed)
            throw std::runtime_error{"another rank failed"};
    }

    board & board_;
};

} // namespace

void run_ranks(unsigned ranks, std::function<void(communicator &)> const & work)
{
    board shown{ranks};
    std::mutex mutex;
    std::exception_ptr first;
    auto const run = [&](unsigned rank) {
        thread_communicator mine{rank, ranks, shown};
        try {
            work(mine);
        } catch (...) {
            std::scoped_lock const lock{mutex};
            if (!first)
                first = std::current_exception();
            shown.failed = true;
            shown.arrived.arrive_and_drop();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (unsigned rank = 0; rank < ranks; ++rank)
            threads.emplace_back(run, rank);
    }
    if (first)
        std::rethrow_exception(first);
}

} // namespace rmq
