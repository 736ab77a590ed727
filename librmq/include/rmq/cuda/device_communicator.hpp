// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>

#include <rmq/communicator.hpp>
#include <rmq/cuda/device_span.hpp>
#include <rmq/cuda/stream.hpp>

namespace rmq::cuda {

namespace detail {

/// The same elements as bytes.
template <class T>
[[nodiscard]] device_span<std::byte const> bytes_of(device_span<T const> x) noexcept
{
    return {reinterpret_cast<std::byte const *>(x.data()), x.size_bytes()};
}
template <class T>
[[nodiscard]] device_span<std::byte> writable_bytes_of(device_span<T> x) noexcept
{
    return {reinterpret_cast<std::byte *>(x.data()), x.size_bytes()};
}

} // namespace detail

/// A communicator whose ranks have a device each, and can exchange what lies in their memories without the host
/// between. Made by `run_device_ranks`.
class device_communicator : public communicator
{
public:
    /// One round, as `communicator::exchange`, from device memory to device memory. Enqueued on the stream, in the
    /// order of which both arrays have to stay alive; the next round of this communicator waits for it.
    /// @param d_items    all that this rank sends, in the order of the receiving ranks
    /// @param counts     [size()] items for each rank
    /// @param d_all      [sum of received] what the ranks sent to this one, in the order of the ranks
    /// @param received   [size()] items that each rank sends to this one
    template <class T>
    void exchange_async(device_span<T const> d_items, std::span<std::size_t const> counts, device_span<T> d_all,
                        std::span<std::size_t const> received, stream const & on)
    {
        RMQ_EXPECTS(counts.size() == size() && received.size() == size());
        count_round(sizeof(T) * (d_items.size() - counts[rank()]));
        do_exchange_async(detail::bytes_of(d_items), counts, detail::writable_bytes_of(d_all), received, sizeof(T), on);
    }

protected:
    using communicator::communicator;

private:
    virtual void do_exchange_async(device_span<std::byte const> d_items, std::span<std::size_t const> counts,
                                   device_span<std::byte> d_all, std::span<std::size_t const> received,
                                   std::size_t item_bytes, stream const & on) = 0;
};

} // namespace rmq::cuda
