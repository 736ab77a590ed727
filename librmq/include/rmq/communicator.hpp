// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include <rmq/detail/expects.hpp>

namespace rmq {

/// A group of ranks, each with its own part of the data, that exchange it in rounds (the coarse grained multicomputer
/// of Dehne and others: local work, then a round in which every rank may send to every other). Every rank calls the
/// same operations in the same order. Made by `run_ranks` (threads), `mpi_communicator` (processes, nodes) and
/// `cuda::run_device_ranks` (devices of one host).
class communicator
{
public:
    /// What this rank has done so far.
    struct traffic
    {
        std::uint64_t rounds = 0;     ///< rounds of communication
        std::uint64_t bytes_sent = 0; ///< to other ranks
    };

    virtual ~communicator() = default;
    communicator(communicator const &) = delete;
    communicator & operator=(communicator const &) = delete;

    [[nodiscard]] unsigned rank() const noexcept { return rank_; } ///< 0..size()-1
    [[nodiscard]] unsigned size() const noexcept { return size_; }
    [[nodiscard]] traffic const & counted() const noexcept { return counted_; }

    /// One round: every rank's item, in the order of the ranks.
    template <class T>
    [[nodiscard]] std::vector<T> all_gather(T const & mine)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        std::vector<T> all(size_);
        count_round(sizeof(T) * (size_ - 1));
        do_all_gather(std::as_bytes(std::span{&mine, 1}), std::as_writable_bytes(std::span{all}));
        return all;
    }

    /// One round: how many items every rank is about to send to this one.
    /// @param counts   [size()] items that this rank is about to send to each
    [[nodiscard]] std::vector<std::size_t> exchange_counts(std::span<std::size_t const> counts)
    {
        RMQ_EXPECTS(counts.size() == size_);
        std::vector<std::size_t> received(size_);
        count_round(sizeof(std::size_t) * (size_ - 1));
        do_exchange_counts(counts, received);
        return received;
    }

    /// One round: sends items to every rank and returns what they sent to this one, in the order of the ranks.
    /// @param items      all that this rank sends, in the order of the receiving ranks
    /// @param counts     [size()] items for each rank
    /// @param received   [size()] items that each rank sends to this one, as `exchange_counts` tells, or known
    /// otherwise Throws std::length_error beyond 2^31 - 1 items.
    template <class T>
    [[nodiscard]] std::vector<T> exchange(std::span<T const> items, std::span<std::size_t const> counts,
                                          std::span<std::size_t const> received)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        RMQ_EXPECTS(counts.size() == size_ && received.size() == size_);
        std::vector<T> all(std::accumulate(received.begin(), received.end(), std::size_t{0}));
        count_round(sizeof(T) * (items.size() - counts[rank_]));
        do_exchange(std::as_bytes(items), counts, std::as_writable_bytes(std::span{all}), received, sizeof(T));
        return all;
    }

protected:
    communicator(unsigned rank, unsigned size) noexcept : rank_{rank}, size_{size} {}
    /// For rounds that a derived class adds.
    void count_round(std::size_t bytes) noexcept
    {
        ++counted_.rounds;
        counted_.bytes_sent += bytes;
    }

private:
    virtual void do_all_gather(std::span<std::byte const> mine, std::span<std::byte> all) = 0;
    virtual void do_exchange_counts(std::span<std::size_t const> counts, std::span<std::size_t> received) = 0;
    virtual void do_exchange(std::span<std::byte const> items, std::span<std::size_t const> counts,
                             std::span<std::byte> all, std::span<std::size_t const> received,
                             std::size_t item_bytes) = 0;

    unsigned rank_;
    unsigned size_;
    traffic counted_;
};

/// Runs `work` on `ranks` threads of this process, each with its own communicator, and returns when all have ended.
/// Where one throws, the others' next round throws too, and the first exception goes to the caller.
void run_ranks(unsigned ranks, std::function<void(communicator &)> const & work);

} // namespace rmq
