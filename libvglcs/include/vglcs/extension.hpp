// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/options.hpp>
#include <vglcs/sequence.hpp>
#include <vglcs/text_collection.hpp>
#include <vglcs/text_index.hpp>

#include <rmq/lce.hpp>

#include <cstdint>
#include <memory>
#include <span>

namespace vglcs {

/// A base of a joined text, counted on the forward strand, and the strand on which an extension starts there: forward
/// to the right, on `reverse` to the left with complements.
struct text_place
{
    std::uint64_t position = 0;
    vglcs::strand strand = vglcs::strand::forward;
};

/// Two places whose longest common extension is asked, `a` in the first text, `b` in the second.
struct place_pair
{
    text_place a, b;
};

/// How extensions are found.
struct extension_options
{
    rmq::lce_method method = rmq::lce_method::automatic;
    vglcs::device device = device::automatic; ///< `automatic` is the CPU: a batch does not pay for a device's start
    int device_number = 0;                    ///< which CUDA device
    unsigned threads = 0;                     ///< 0 = all
};

/// Longest common extensions in batches, over an index or between any two texts of one alphabet, on both strands.
/// Extensions end at the ends of records, and at letters that match nothing. One thread at a time may use it.
class extender
{
public:
    /// Within one text, or between two; they have to outlive it.
    /// @param index   of `a`, where there is one; null else
    /// Throws usage_error where alphabets differ, or the method is not available.
    extender(text_collection const & a, text_collection const & b, text_index const * index,
             extension_options const & how);
    ~extender();
    extender(extender &&) noexcept;

    /// Answers pairs[k] into out[k].
    /// @param out   [pairs.size()]
    /// Throws usage_error for a strand that the alphabet does not have, or that the method needs an index of.
    void extensions(std::span<place_pair const> pairs, std::span<std::uint64_t> out);

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vglcs
