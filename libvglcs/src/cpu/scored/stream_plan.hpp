// SPDX-License-Identifier: BSD-3-Clause
/// The axis that a scored run goes along, compiled: for each row what its cells take from earlier rows.
#pragma once

#include "cpu/scored/line_program.hpp"
#include "cpu/scored/steps.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vglcs::cpu {

/// How the small windows of the rows are found.
enum class small_windows : std::uint8_t {
    program, ///< by a line_program
    uniform, ///< the same 0..hi for all rows, hi <= 31: maxima of 2, 4, ... rows, two of which make a window
};

/// How jumps that land on a row are found.
enum class jump_windows : std::uint8_t {
    none,
    program, ///< by a line_program
    sliding, ///< the same window wherever one lands: running maxima over blocks of rows, from either end
};

/// Everything about the rows that does not depend on values. The lines that it works on are, for row q,
///     x(q) = V(q), C(q) = the best of x that may stand before a jump that begins with q, L(q) = C(q) - leaving(q),
///     J(q) = max of L over the jumps that land on q, less the landing cost,
///     y(q) = max(small window of x, J(e) for the letters e that q may be matched behind).
/// Each line's rows are vectors as wide as a strip; all that is kept of them lies in numbered slots, zero before row 0.
struct stream_plan
{
    /// @param matching  [rows] false where a row has no match: its V is 0 and it asks for nothing
    /// @param special   false: programs alone
    stream_plan(step_side const & along, std::vector<bool> const & matching, bool special = true);

    step_side along;
    small_windows small = small_windows::program;
    jump_windows jump = jump_windows::none;
    line_program x;      ///< small windows of V, and what stands before jumps
    line_program begun;  ///< jumps under way: L
    line_program landed; ///< J; the answer for row q is the one of time q + 1

    // small_windows::uniform: slots of V of the last two rows, then for each level l from 1 on its maxima of 2^l rows
    std::size_t length = 0; ///< rows of a window
    int levels = 0;         ///< tables of 2, 4, ... rows
    std::size_t offset = 0; ///< rows from the newest 2^levels rows back to those that complete the window; 0: none
    std::uint32_t v_slots = 0, x_slots[5] = {}, j_slots[5] = {}; ///< first slots; j_slots[0]: the newest J

    // jump_windows::sliding: a ring of the last `ring` rows of L, windows of `ring_window` rows that end `lo` rows back
    std::size_t ring = 0, ring_window = 0, lo = 0;
    std::uint32_t ring_slots = 0, running_slot = 0;

    std::uint32_t slots = 1; ///< in all; slot 0 is a place for what nobody needs

    /// Rows that table l of uniform windows is kept for: it is read so many rows later.
    [[nodiscard]] std::size_t table_rows(int l) const noexcept { return l == levels ? offset : std::size_t{1} << l; }
    /// True where C of a row is its small window.
    [[nodiscard]] bool before_is_small(std::size_t q) const noexcept
    {
        return small == small_windows::uniform || along.limits.lo(q) == 0;
    }
    [[nodiscard]] std::size_t bytes() const noexcept { return x.bytes() + begun.bytes() + landed.bytes(); }
    /// Vector instructions for 16 columns of an average row, an estimate.
    [[nodiscard]] double work() const noexcept;

private:
    void plan_small(std::vector<bool> const & matching, bool special);
    void plan_jumps(std::vector<bool> const & matching, bool special);
    bool plan_sliding();
};

/// Largest small window, in rows, that `small_windows::uniform` takes.
inline constexpr std::size_t largest_uniform_rows = 32;

} // namespace vglcs::cpu
