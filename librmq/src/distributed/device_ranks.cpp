// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/cuda/device_ranks.hpp>

#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include <cuda_runtime.h>
#include <nccl.h>

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/stream.hpp>

namespace rmq::cuda {
namespace {

void check_nccl(ncclResult_t code, char const * call)
{
    if (code != ncclSuccess)
        throw error{static_cast<int>(code), std::string{call} + ": " + ncclGetErrorString(code)};
}

class nccl_communicator final : public device_communicator
{
public:
    nccl_communicator(unsigned rank, unsigned size, ncclComm_t group) : device_communicator{rank, size}, group_{group}
    {
    }

private:
    void do_all_gather(std::span<std::byte const> mine, std::span<std::byte> all) override
    {
        device_buffer<std::byte> const d_mine{mine, stream_};
        device_buffer<std::byte> const d_all{all.size(), stream_};
        check_nccl(ncclAllGather(d_mine.data(), d_all.data(), mine.size(), ncclUint8, group_, stream_.get()),
                   "ncclAllGather");
        copy_async(device_span<std::byte const>{d_all.span()}, all, stream_);
        stream_.synchronize();
    }

    void do_exchange_counts(std::span<std::size_t const> counts, std::span<std::size_t> received) override
    {
        std::vector<std::size_t> table(std::size_t{size()} * size());
        do_all_gather(std::as_bytes(counts), std::as_writable_bytes(std::span{table}));
        for (unsigned from = 0; from < size(); ++from)
            received[from] = table[std::size_t{from} * size() + rank()];
    }

    void do_exchange(std::span<std::byte const> items, std::span<std::size_t const> counts, std::span<std::byte> all,
                     std::span<std::size_t const> received, std::size_t item_bytes) override
    {
        device_buffer<std::byte> const d_items{items, stream_};
        device_buffer<std::byte> const d_all{all.size(), stream_};
        do_exchange_async(device_span<std::byte const>{d_items.span()}, counts, d_all.span(), received, item_bytes,
                          stream_);
        copy_async(device_span<std::byte const>{d_all.span()}, all, stream_);
        stream_.synchronize();
    }

    void do_exchange_async(device_span<std::byte const> d_items, std::span<std::size_t const> counts,
                           device_span<std::byte> d_all, std::span<std::size_t const> received, std::size_t item_bytes,
                           stream const & on) override
    {
        check_nccl(ncclGroupStart(), "ncclGroupStart");
        std::size_t sent = 0, taken = 0;
        for (unsigned other = 0; other < size(); ++other) {
            std::size_t const out = counts[other] * item_bytes, in = received[other] * item_bytes;
            if (out)
                check_nccl(ncclSend(d_items.data() + sent, out, ncclUint8, static_cast<int>(other), group_, on.get()),
                           "ncclSend");
            if (in)
                check_nccl(ncclRecv(d_all.data() + taken, in, ncclUint8, static_cast<int>(other), group_, on.get()),
                           "ncclRecv");
            sent += out;
            taken += in;
        }
        check_nccl(ncclGroupEnd(), "ncclGroupEnd");
    }

    ncclComm_t group_;
    stream stream_;
};

/// NCCL's communicators of all ranks. A rank that fails aborts them all, so that no rank waits for it without end.
class nccl_groups
{
public:
    explicit nccl_groups(std::span<int const> devices) : groups_(devices.size())
    {
        check_nccl(ncclCommInitAll(groups_.data(), static_cast<int>(devices.size()), devices.data()),
                   "ncclCommInitAll");
    }
    ~nccl_groups()
    {
        if (!aborted_)
            for (ncclComm_t group : groups_)
                ncclCommDestroy(group);
    }
    nccl_groups(nccl_groups const &) = delete;
    nccl_groups & operator=(nccl_groups const &) = delete;

    [[nodiscard]] ncclComm_t operator[](std::size_t rank) const { return groups_[rank]; }
    void abort()
    {
        std::scoped_lock const lock{mutex_};
        if (!std::exchange(aborted_, true))
            for (ncclComm_t group : groups_)
                ncclCommAbort(group);
    }

private:
    std::vector<ncclComm_t> groups_;
    std::mutex mutex_;
    bool aborted_ = false;
};

} // namespace

void run_device_ranks(std::span<int const> devices, std::function<void(device_communicator &)> const & work)
{
    for (int const number : devices)
        (void)device(number); // throws where it is not there
    nccl_groups groups{devices};
    std::mutex mutex;
    std::exception_ptr first;
    auto const run = [&](unsigned rank) {
        try {
            device_guard const current{devices[rank]};
            nccl_communicator mine{rank, static_cast<unsigned>(devices.size()), groups[rank]};
            work(mine);
        } catch (...) {
            {
                std::scoped_lock const lock{mutex};
                if (!first)
                    first = std::current_exception();
            }
            groups.abort();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (unsigned rank = 0; rank < devices.size(); ++rank)
            threads.emplace_back(run, rank);
    }
    if (first)
        std::rethrow_exception(first);
}

} // namespace rmq::cuda
