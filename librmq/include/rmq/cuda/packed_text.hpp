// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/stream.hpp>
#include <rmq/packed_text.hpp>

namespace rmq::cuda {

/// A packed_view whose pointers are of DEVICE memory; a type of its own, so that host code does not read through it.
struct device_packed_view
{
    packed_view on_device;

    [[nodiscard]] std::size_t size() const noexcept { return on_device.size; }
    [[nodiscard]] unsigned bits() const noexcept { return on_device.bits; }
};

/// A packed text in device memory: the same words, flags and runs.
class packed_text
{
public:
    packed_text() = default;
    /// Enqueues the copies; what `text` points to must stay alive until they have run.
    /// Throws out_of_memory, unavailable, error.
    packed_text(packed_view const & text, stream_handle on)
        : words_{std::span{text.words, packed_view::words_for(text.size, text.bits)}, on},
          flags_{std::span{text.flags, packed_view::flag_words_for(text.size)}, on},
          runs_{std::span{text.runs, text.run_count}, on}, size_{text.size}, bits_{text.bits}
    {
    }

    [[nodiscard]] device_packed_view view() const noexcept
    {
        return {{words_.data(), flags_.data(), runs_.data(), runs_.size(), size_, bits_}};
    }
    /// Device bytes of a text, known before anything is allocated.
    [[nodiscard]] static std::size_t bytes_for(packed_view const & text) noexcept
    {
        return (packed_view::words_for(text.size, text.bits) + packed_view::flag_words_for(text.size)) *
                   sizeof(std::uint64_t) +
               text.run_count * sizeof(barrier_run);
    }

private:
    device_buffer<std::uint64_t> words_, flags_;
    device_buffer<barrier_run> runs_;
    std::size_t size_ = 0;
    unsigned bits_ = 2;
};

} // namespace rmq::cuda
