// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/gap_limits.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace vglcs {

/// What a chain earns and pays. A chain's score is `match` times its pairs, less what its links cost. With the defaults
/// and no jumps the score is the length.
struct scoring
{
    static constexpr std::uint32_t largest_match = 65'535;
    static constexpr std::uint32_t largest_cost = std::numeric_limits<std::int32_t>::max();

    std::uint32_t match = 1;              ///< of every pair, 1..largest_match
    std::uint32_t skip_a = 0, skip_b = 0; ///< of every letter skipped, 0..largest_cost; letters jumped over are not

    friend bool operator==(scoring const &, scoring const &) = default;
};

/// A jump that may land on a letter: it passes max(1, lo)..hi letters for `cost`, however many they are, and for what
/// its first letter costs to leave.
struct jump
{
    std::uint32_t lo = 0;
    std::uint32_t hi = 0;   ///< gap_limit::infinite: as many as there are; 0: none
    std::uint32_t cost = 0; ///< of landing, 0..scoring::largest_cost

    friend bool operator==(jump const &, jump const &) = default;
};

/// The jumps of one sequence. Letter e has a window and a cost for the jumps that land on it, letter b a cost for those
/// that pass b first. What is the same for all letters takes no memory a letter; arrays appear on the first `set_` that
/// differs. Letter 0 is the end of no jump.
class jumps
{
public:
    /// What the array of leaving costs has for a letter that no jump passes first.
    static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

    jumps() = default;
    /// The same for `size` letters.
    explicit jumps(std::size_t size, std::optional<jump> landing = {}, std::optional<std::uint32_t> leaving = 0)
        : size_{size}, every_{landing.value_or(jump{})}, leaving_every_{leaving.value_or(never)}
    {
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// True where no jump lands anywhere.   O(1) where landing is uniform, else O(n).
    [[nodiscard]] bool empty() const noexcept;

    /// Jumps that land on letter e; nothing where none does.
    [[nodiscard]] std::optional<jump> landing(std::size_t e) const noexcept;
    /// What a jump pays that passes letter b first; nothing where none may.
    [[nodiscard]] std::optional<std::uint32_t> leaving(std::size_t b) const noexcept;

    /// Sets the letters first..last-1 (half open), last <= size().
    void set_landing(std::size_t first, std::size_t last, std::optional<jump> value);
    void set_leaving(std::size_t first, std::size_t last, std::optional<std::uint32_t> value);

    /// True where one value holds for every letter and no arrays are kept.
    [[nodiscard]] bool is_landing_uniform() const noexcept { return hi_.empty(); }
    [[nodiscard]] bool is_leaving_uniform() const noexcept { return leaving_.empty(); }
    /// Windows and costs of landing [0..n-1], hi 0: none; empty where `is_landing_uniform()`.
    [[nodiscard]] std::span<std::uint32_t const> lo() const noexcept { return lo_; }
    [[nodiscard]] std::span<std::uint32_t const> hi() const noexcept { return hi_; }
    [[nodiscard]] std::span<std::uint32_t const> cost() const noexcept { return cost_; }
    /// Leaving costs [0..n-1], `never`: none; empty where `is_leaving_uniform()`.
    [[nodiscard]] std::span<std::uint32_t const> leaving() const noexcept { return leaving_; }

    /// The jumps read from the other end. A landing or leaving letter stands for the junction in front of it, and moves
    /// with it: what belonged to letter k belongs to letter n - k. Letter 0 keeps what it has.
    [[nodiscard]] jumps reversed() const;

    friend bool operator==(jumps const & x, jumps const & y) noexcept;

private:
    std::size_t size_ = 0;
    jump every_{};
    std::uint32_t leaving_every_ = 0;
    std::vector<std::uint32_t> lo_, hi_, cost_;
    std::vector<std::uint32_t> leaving_;
};

} // namespace vglcs
