// SPDX-License-Identifier: BSD-3-Clause
// Range-extremum over parts in device memory, with ranks that share one device: what two devices do, without them.
#include "device_distributed_checks.hpp"
#include "gpu_test.hpp"

#include <rmq/cuda/check.hpp>

namespace {

/// Ranks that are threads and have the same device: rounds over host memory are those of `run_ranks`, those between
/// device memories are copies.
class same_device_communicator final : public rmq::cuda::device_communicator
{
public:
    explicit same_device_communicator(rmq::communicator & threads)
        : device_communicator{threads.rank(), threads.size()}, threads_{threads}
    {
    }

private:
    void do_all_gather(std::span<std::byte const> mine, std::span<std::byte> all) override
    {
        std::vector<std::byte> copies;
        for (unsigned rank = 0; rank < size(); ++rank)
            copies.insert(copies.end(), mine.begin(), mine.end());
        std::vector<std::size_t> const counts(size(), mine.size());
        std::ranges::copy(threads_.exchange<std::byte>(copies, counts, counts), all.begin());
    }
    void do_exchange_counts(std::span<std::size_t const> counts, std::span<std::size_t> received) override
    {
        std::ranges::copy(threads_.exchange_counts(counts), received.begin());
    }
    void do_exchange(std::span<std::byte const> items, std::span<std::size_t const> counts, std::span<std::byte> all,
                     std::span<std::size_t const> received, std::size_t item_bytes) override
    {
        std::vector<std::size_t> out, in;
        for (unsigned rank = 0; rank < size(); ++rank) {
            out.push_back(counts[rank] * item_bytes);
            in.push_back(received[rank] * item_bytes);
        }
        std::ranges::copy(threads_.exchange<std::byte>(items, out, in), all.begin());
    }
    void do_exchange_async(rmq::cuda::device_span<std::byte const> d_items, std::span<std::size_t const> counts,
                           rmq::cuda::device_span<std::byte> d_all, std::span<std::size_t const> received,
                           std::size_t item_bytes, rmq::cuda::stream const & on) override
    {
        on.synchronize(); // the items are there
        std::vector<std::byte const *> for_each;
        std::size_t sent = 0;
        for (unsigned rank = 0; rank < size(); ++rank) {
            for_each.push_back(d_items.data() + sent);
            sent += counts[rank] * item_bytes;
        }
        EXPECT_EQ(sent, d_items.size());
        std::vector<std::size_t> const one(size(), 1);
        auto const from = threads_.exchange<std::byte const *>(for_each, one, one);
        std::size_t taken = 0;
        for (unsigned rank = 0; rank < size(); ++rank) {
            std::size_t const bytes = received[rank] * item_bytes;
            if (bytes)
                rmq::cuda::detail::copy_on_device(d_all.data() + taken, from[rank], bytes, on);
            taken += bytes;
        }
        EXPECT_EQ(taken, d_all.size());
        on.synchronize();
        (void)threads_.all_gather(0); // nobody gives its items back before all have taken theirs
    }

    rmq::communicator & threads_;
};

void on_one_device(unsigned ranks, std::function<void(rmq::cuda::device_communicator &)> const & work)
{
    rmq::run_ranks(ranks, [&](rmq::communicator & threads) {
        same_device_communicator mine{threads};
        work(mine);
    });
}

struct device_distributed : vglcs::test::gpu_test
{
};

TEST_F(device_distributed, answers_as_one_array_does)
{
    for (unsigned const ranks : {1u, 2u, 3u, 4u, 7u})
        on_one_device(ranks, [](rmq::cuda::device_communicator & mine) {
            for (std::size_t n : {1u, 3u, 20u, 4097u})
                expect_device_answers_of_a_scan<std::int32_t, rmq::min_leftmost>(mine, n);
        });
}

TEST_F(device_distributed, every_kind_of_value_and_order)
{
    on_one_device(3, [](rmq::cuda::device_communicator & mine) {
        expect_device_answers_of_a_scan<float, rmq::max_rightmost>(mine, 1000);
        expect_device_answers_of_a_scan<double, rmq::min_rightmost>(mine, 1000);
        expect_device_answers_of_a_scan<std::int64_t, rmq::max_leftmost>(mine, 1000);
        expect_device_answers_of_a_scan<std::uint32_t, rmq::min_leftmost>(mine, 1000);
        expect_device_answers_of_a_scan<std::uint64_t, rmq::max_rightmost>(mine, 1000);
    });
}

TEST_F(device_distributed, messages_are_as_small_as_the_contract_says)
{
    for (unsigned const ranks : {1u, 2u, 5u})
        on_one_device(ranks, expect_small_device_messages);
}

} // namespace
