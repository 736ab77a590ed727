// SPDX-License-Identifier: BSD-3-Clause
#include "cuda/strip/plan/row_program.hpp"

#include "cuda/strip/plan/near_windows.hpp"
#include "cuda/strip/plan/slot_allocator.hpp"

#include <algorithm>
#include <utility>

namespace vglcs::cuda {

namespace {

constexpr row_header empty_row{row_header::no_letter, row_header::no_level, ring_zero_row, 0, 0};

/// T_level of a row as a vector with a slot: made when first asked for.
class row_vectors
{
public:
    row_vectors(slot_allocator & vectors, std::size_t rows) : vectors_{vectors}, rows_{rows} {}
    /// Time of what happens after row i's values are there; reads of row i happen at 2 i.
    static std::uint64_t time(std::size_t row) { return 2 * row + 1; }

    std::uint32_t operator()(std::uint32_t level, std::size_t row)
    {
        if (index_[level].empty())
            index_[level].assign(rows_, unset);
        std::uint32_t & at = index_[level][row];
        if (at == unset)
            at = vectors_.make(time(row));
        return at;
    }
    [[nodiscard]] std::uint32_t find(std::uint32_t level, std::size_t row) const noexcept
    {
        return index_[level].empty() ? unset : index_[level][row];
    }

private:
    slot_allocator & vectors_;
    std::size_t rows_;
    std::vector<std::uint32_t> index_[ring_levels + 1];
};

/// Blocks of rows, for block_maxima: a block's maximum is T_5 of its last row.
struct row_blocks
{
    row_vectors & rows;
    static constexpr std::size_t delay = 1;

    static std::size_t last_row(std::size_t block) { return block * rows_per_block + rows_per_block - 1; }
    [[nodiscard]] std::uint32_t leaf(std::size_t block) const { return rows(ring_levels, last_row(block)); }
    [[nodiscard]] static std::uint64_t time(std::size_t block) { return row_vectors::time(last_row(block)); }
};

class row_compiler
{
public:
    row_compiler(std::span<letter_code const> letters, limits_view limits)
        : letters_{letters}, limits_{limits}, blocks_{(letters.size() + rows_per_block - 1) / rows_per_block}
    {
        out_.rows = static_cast<std::uint32_t>(blocks_ * rows_per_block);
        headers_.assign(out_.rows + rows_per_block, empty_row.packed());
    }

    row_program run()
    {
        plan_windows();
        out_.level_mask = far_ ? (1u << ring_levels) - 1 : out_.near_mask;
        if (far_) {
            vectors_.assign_slots(0);
            out_.slots = vectors_.slots();
            write_reads();
            write_blocks();
        }
        return std::move(out_);
    }

private:
    void plan_windows()
    {
        bool const elastic = limits_.is_elastic();
        near_rows const near;
        for (std::size_t i = 0; i < letters_.size(); ++i) {
            if (!elastic && i >= ring_reach) {
                i = near.plan(letters_, limits_, i, headers_.data(), out_.near_mask);
                if (i == letters_.size())
                    break;
            }
            plan_window(i, elastic);
        }
    }

    /// Row i's header, and the vectors that its window reads.
    void plan_window(std::size_t i, bool elastic)
    {
        row_header h = empty_row;
        if (letters_[i] == no_match)
            return;
        h.letter = letters_[i] + 1u;
        // above row 0 the ring holds zeros, so windows that begin there may be read uncut
        if (!elastic && i && limits_.hi(i) < ring_reach) {
            plan_near(h, i, limits_.hi(i) + std::size_t{1});
            return;
        }
        headers_[i] = h.packed();
        window const w = predecessors(limits_, i);
        if (w.empty()) {
            far_ |= i > 0; // "nothing" below row 0 is known to far programs only
            return;
        }
        auto const first = static_cast<std::size_t>(w.first), last = static_cast<std::size_t>(w.last);
        bool const newest = last + 1 == i;
        std::size_t const length =
            newest && limits_.hi(i) < ring_reach ? limits_.hi(i) + std::size_t{1} : last - first + 1;
        if (newest && length <= ring_reach)
            plan_near(h, i, length);
        else
            plan_far(h, i, first, last);
    }

    /// A window of `length` rows that ends at row i-1: the newest T_level, and T_level of row i-1-older in the ring.
    void plan_near(row_header h, std::size_t i, std::size_t length)
    {
        constexpr std::uint32_t keep_first_level = row_header{0, 0, 0, 1, 0}.packed();
        std::uint32_t const level = near_level_of(length);
        h.level = level;
        out_.near_mask |= 1u << level;
        std::size_t const older = length - (std::size_t{1} << level);
        if (older && older < i) {                  // rows before row 0 are zeros
            std::size_t const row = i - 1 - older; // read before row i-1 is put there: 2^level is not too old
            h.ring_row = (1u << level) - 2 + static_cast<std::uint32_t>(row & ((1u << level) - 1));
            headers_[row] |= keep_first_level << (level - 1);
        }
        headers_[i] = h.packed();
    }

    /// Any other window [first, last]: its newest part, the T_level at its front, and whole blocks between.
    void plan_far(row_header h, std::size_t i, std::size_t first, std::size_t last)
    {
        bool const newest = last + 1 == i;
        std::size_t const length = last - first + 1;
        std::uint32_t const level = std::min(newest ? near_level_of(length) : level_of(length), ring_levels);
        far_ = true;
        vector_list list;
        if (newest) {
            h.level = ring_levels;
            headers_[i] = h.packed();
        } else {
            list.add(rows_(level, last));
        }
        std::size_t const front = first + (std::size_t{1} << level) - 1; // T_level here covers the window's front
        if (level < ring_levels) {
            list.add(rows_(level, front));
        } else if (length > rows_per_block) {
            std::size_t const first_block = (first + rows_per_block - 1) / rows_per_block;
            std::size_t const end_block = (last + 1) / rows_per_block;
            std::size_t end_in_slots = end_block;
            if (first_block < end_block && end_block == i / rows_per_block) { // the rows' warp has its maximum
                headers_[i] |= row_header::has_block;
                --end_in_slots;
            }
            if (first_block < end_in_slots) {
                auto const [left, right] = maxima_.range(first_block, end_in_slots - 1);
                list.add(left);
                list.add(right);
            }
            if (first % rows_per_block != 0 || first_block >= end_block)
                list.add(rows_(ring_levels, front));
        }
        for (std::uint32_t k = 0; k < list.size; ++k)
            vectors_.use(list.items[k], 2 * i);
        if (list.size)
            reads_.emplace_back(i, list);
    }

    /// The reads of all rows: early ones by row, late ones by the blocks that have any.
    void write_reads()
    {
        out_.reads.resize(headers_.size());
        std::vector<slot_list> late; // of the current block
        out_.late_begin.assign(1, 0);
        auto read = reads_.begin();
        for (std::size_t b = 0; b < blocks_; ++b) {
            for (; read != reads_.end() && read->first < (b + 1) * rows_per_block; ++read) {
                auto const & [row, list] = *read;
                std::size_t const chunk = row / rows_per_chunk;
                std::uint64_t const early_end = chunk ? 2 * (chunk - 1) * rows_per_chunk : 0;
                vector_list early, others;
                for (std::uint32_t k = 0; k < list.size; ++k)
                    (vectors_.made(list.items[k]) < early_end ? early : others).add(list.items[k]);
                out_.reads[row] = slots_of(vectors_, early);
                headers_[row] |= (early.size ? row_header::has_early : 0) | (others.size ? row_header::has_late : 0);
                if (others.size) {
                    late.resize(rows_per_block);
                    late[row % rows_per_block] = slots_of(vectors_, others);
                }
            }
            out_.late_reads.insert(out_.late_reads.end(), late.begin(), late.end());
            out_.late_begin.push_back(static_cast<std::uint32_t>(out_.late_reads.size()));
            late.clear();
        }
        if (out_.late_reads.empty())
            out_.late_begin.clear();
    }

    /// The writes and operations of all blocks.
    void write_blocks()
    {
        std::vector<block_operation> const & operations = maxima_.operations();
        auto operation = operations.begin();
        for (std::size_t b = 0; b < blocks_; ++b) {
            begin_block();
            for (std::size_t i = b * rows_per_block; i < (b + 1) * rows_per_block; ++i)
                write_row(i);
            for (; operation != operations.end() && operation->block == b; ++operation)
                out_.operations.push_back(slots_of(vectors_, *operation));
        }
        begin_block(); // the end of the last one
    }

    void begin_block()
    {
        out_.writes_begin.push_back(static_cast<std::uint32_t>(out_.writes.size()));
        out_.operations_begin.push_back(static_cast<std::uint32_t>(out_.operations.size()));
    }

    /// What a row writes to slots; after that its header is complete.
    void write_row(std::size_t i)
    {
        row_header h = row_header::unpacked(headers_[i]);
        h.keep |= 1u << (ring_levels - 2); // T_5 is made from the ring's T_4
        for (std::uint32_t level = 0; level <= ring_levels; ++level) {
            if (std::uint32_t const v = rows_.find(level, i); v != unset) {
                out_.writes.push_back(level << 28 | vectors_.slot(v));
                ++h.writes;
            }
        }
        h.far =
            h.early || h.late || h.block || h.writes || (h.letter != row_header::no_letter && h.level >= ring_levels);
        out_.far_rows += h.far;
        headers_[i] = h.packed();
    }

    std::span<letter_code const> letters_;
    limits_view limits_;
    std::size_t blocks_;
    row_program out_;
    std::vector<std::uint32_t> & headers_ = out_.headers;
    slot_allocator vectors_;
    row_vectors rows_{vectors_, blocks_ * rows_per_block};
    block_maxima<row_blocks> maxima_{vectors_, row_blocks{rows_}};
    std::vector<std::pair<std::size_t, vector_list>> reads_; ///< by row
    bool far_ = false;
};

} // namespace

row_program make_row_program(std::span<letter_code const> letters, limits_view limits)
{
    return row_compiler{letters, limits}.run();
}

} // namespace vglcs::cuda
