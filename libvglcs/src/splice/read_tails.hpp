// SPDX-License-Identifier: BSD-3-Clause
/// Ends of reads that are no part of a transcript's genome.
#pragma once

#include <vglcs/alphabet.hpp>

#include <cstddef>
#include <span>

namespace vglcs::detail {

/// Letters [begin, end) of a read.
struct read_part
{
    std::size_t begin = 0, end = 0;
};

/// The read without its tails. A tail is a stretch of A that the read ends with, or of T that it begins with: of all
/// stretches that reach the end the one of the largest sum, A for 1, others for -2, where that is at least 12. Where
/// there is none, one whose sum is at least 18 counts that ends up to 60 letters before the end, an adapter; what is
/// behind it is left out with it. Nothing is left of a read that is all tail.   O(letters).
[[nodiscard]] read_part without_tails(std::span<letter_code const> letters);

} // namespace vglcs::detail
