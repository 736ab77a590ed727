// SPDX-License-Identifier: BSD-3-Clause
/// What a run of strips sends to the device: all of its arguments at once, and some buffers that are filled again and
/// again.
#pragma once

#include <rmq/cuda/device_buffer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace vglcs::cuda {

/// Host arrays that go to the device in one piece; parts start at multiples of 16 bytes. Parts are looked at when they
/// are sent, not before: many threads pack them then, a piece of bounded size at a time.
class arena
{
public:
    /// A part that stays where it is, and alive, until `send` has returned; elements may change until it is called.
    /// Returns its offset in the buffer.
    template <class T>
    std::size_t add(std::vector<T> const & part)
    {
        std::size_t const at = (size_ + 15) / 16 * 16;
        if (!part.empty())
            parts_.push_back({std::as_bytes(std::span{part}), at});
        size_ = at + part.size() * sizeof(T);
        return at;
    }
    /// A part that the arena keeps.
    std::size_t keep(std::vector<std::uint32_t> part)
    {
        kept_.push_back(std::move(part));
        return add(kept_.back());
    }

    /// Bytes of all parts.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// Enqueues all parts. Gives back what was kept; the arena must stay alive until the stream has come this far.
    /// @param out       [size()]
    /// @param threads   that pack them
    void send(rmq::cuda::device_span<std::byte> out, int threads, rmq::cuda::stream const & on)
    {
        piece_ = std::make_unique_for_overwrite<std::byte[]>(std::min(size_, most_packed));
        for (std::size_t begin = 0; begin < size_; begin += most_packed) {
            std::span<std::byte> const to{piece_.get(), std::min(most_packed, size_ - begin)};
            if (begin)
                on.synchronize(); // the copy before reads the same memory
            pack(begin, to, threads);
            rmq::cuda::copy_async(std::span<std::byte const>{to}, out.subspan(begin, to.size()), on);
        }
        parts_ = {};
        kept_ = {};
    }

private:
    struct arena_part
    {
        std::span<std::byte const> bytes;
        std::size_t at;
    };
    static constexpr std::size_t most_packed = std::size_t{32} << 20;
    /// Fewer bytes are packed by one thread.
    static constexpr std::size_t packed_by_one = std::size_t{1} << 20;

    /// Bytes [begin, begin + to.size()) of the whole; what lies between parts is left as it is.
    void pack(std::size_t begin, std::span<std::byte> to, int threads) const
    {
        std::size_t const end = begin + to.size();
        auto const first =
            std::ranges::upper_bound(parts_, begin, {}, [](arena_part const & p) { return p.at + p.bytes.size(); });
        auto const count = std::ranges::lower_bound(first, parts_.end(), end, {}, &arena_part::at) - first;
#pragma omp parallel for schedule(static) num_threads(to.size() < packed_by_one ? 1 : threads)
        for (std::ptrdiff_t k = 0; k < count; ++k) {
            arena_part const & p = first[k];
            std::size_t const from = std::max(p.at, begin), until = std::min(p.at + p.bytes.size(), end);
            std::memcpy(to.data() + (from - begin), p.bytes.data() + (from - p.at), until - from);
        }
    }

    std::vector<arena_part> parts_; ///< by offset
    std::size_t size_ = 0;
    std::deque<std::vector<std::uint32_t>> kept_;
    std::unique_ptr<std::byte[]> piece_; ///< packed parts, on their way
};

/// A device buffer that is kept and refilled: freeing and allocating small buffers for every tile of a traceback costs
/// more than the tile, since memory goes back to the system whenever the stream is idle.
template <class T>
class refilled_buffer
{
public:
    /// At least `size` elements, uninitialised where it has to grow.
    rmq::cuda::device_span<T> take(std::size_t size, rmq::cuda::stream const & on)
    {
        if (buffer_.size() < size) {
            buffer_ = {}; // before there is more
            buffer_ = rmq::cuda::device_buffer<T>{size, on};
        }
        return buffer_.span().subspan(0, size);
    }
    rmq::cuda::device_span<T> fill(std::span<T const> from, rmq::cuda::stream const & on)
    {
        rmq::cuda::device_span<T> const to = take(from.size(), on);
        rmq::cuda::copy_async(from, to, on);
        return to;
    }

private:
    rmq::cuda::device_buffer<T> buffer_;
};

} // namespace vglcs::cuda
