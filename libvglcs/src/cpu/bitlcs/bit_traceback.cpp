// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/bitlcs/bit_traceback.hpp"

#include "base/team.hpp"

#include <vglcs/error.hpp>

#include <algorithm>
#include <bit>

namespace vglcs::cpu {

namespace {

/// Largest position below `end` whose bit is set in x, or -1; only positions from `from` on count.
template <class Word>
std::int64_t last_bit(Word const & x, std::int64_t from, std::int64_t end)
{
    for (std::int64_t w = (end - 1) / static_cast<std::int64_t>(word_bits); end > from; --w) {
        auto const index = static_cast<std::size_t>(w);
        std::int64_t const start = w * static_cast<std::int64_t>(word_bits);
        word bits = x(index);
        if (end - start < static_cast<std::int64_t>(word_bits))
            bits &= (word{1} << (end - start)) - 1;
        if (bits != 0) {
            std::int64_t const at = start + 63 - std::countl_zero(bits);
            return at >= from ? at : -1;
        }
        end = start;
    }
    return -1;
}

} // namespace

std::int64_t last_growth(std::vector<word> const & row, std::size_t end)
{
    return last_bit([&](std::size_t w) { return ~row[w]; }, 0, static_cast<std::int64_t>(end));
}

bit_traceback::bit_traceback(bit_table const & table, std::size_t last_row) : table_{table}, last_row_{last_row}
{
}

std::size_t bit_traceback::last_column()
{
    std::size_t const columns = table_.columns();
    load(last_row_ + 1, columns - 1);
    return static_cast<std::size_t>(zero_before(row(static_cast<std::int64_t>(last_row_)), columns));
}

/// Rows of the table in memory: row i of [loaded_first_, loaded_end_); row -1 is all ones.
word const * bit_traceback::row(std::int64_t i) const
{
    if (i + 1 == static_cast<std::int64_t>(loaded_first_))
        return table_.row_above(static_cast<std::size_t>(i + 1) / table_.block_rows());
    return loaded_.data() + (static_cast<std::size_t>(i) - loaded_first_) * table_.words();
}

/// Rows of the block that ends before row `end`, and of the one above it for each further thread: first of all the
/// words at column j; further ones on the left follow when the walk looks at them.
void bit_traceback::load(std::size_t end, std::size_t j)
{
    std::size_t const last_block = (end - 1) / table_.block_rows(), team = std::min(table_.threads(), last_block + 1);
    loaded_first_ = (last_block + 1 - team) * table_.block_rows();
    loaded_end_ = end;
    loaded_.resize((end - loaded_first_) * table_.words());
    loaded_word_ = j / word_bits + 1;
    load_more();
}

/// More words on the left of loaded_word_, of its strip at most: twice as many as the walk needs on the way up these
/// rows where it keeps to the table's diagonal. Those between the strip's start and them are run through only: it is
/// the writing of whole rows, which no cache holds, that costs.
void bit_traceback::load_more()
{
    std::size_t const words = table_.words(), strip_words = table_.strip_words(), block_rows = table_.block_rows();
    std::size_t const s = (loaded_word_ - 1) / strip_words, first_word = s * strip_words;
    std::size_t const slope = (loaded_end_ - loaded_first_) * words / table_.rows();
    std::size_t const kept_words = std::min(loaded_word_ - first_word, 2 * slope + 8);
    std::size_t const first_kept = loaded_word_ - kept_words, skipped = first_kept - first_word;
    detail::run_team((loaded_end_ - loaded_first_ + block_rows - 1) / block_rows, [&](std::size_t t) {
        std::size_t const first = loaded_first_ + t * block_rows, last = std::min(loaded_end_, first + block_rows);
        word const * const kept = table_.row_above(first / block_rows) + first_word;
        std::vector<word> above(kept, kept + skipped + kept_words);
        std::vector<unsigned char> carry(last - first, 0);
        if (s > 0)
            std::copy_n(table_.carries_behind(s - 1, first), last - first, carry.data());
        if (skipped != 0)
            table_.advance<false>(above.data(), first_word, skipped, first, last, carry.data());
        table_.advance<true>(above.data() + skipped, first_kept, kept_words, first, last, carry.data(),
                             loaded_.data() + (first - loaded_first_) * words + first_kept);
    });
    loaded_word_ = first_kept;
    table_.throw_if_stopped();
}

std::int64_t bit_traceback::zero_before(word const * row, std::size_t end)
{
    auto const zeros = [&](std::size_t w) {
        while (w < loaded_word_)
            load_more();
        return ~row[w];
    };
    return last_bit(zeros, 0, static_cast<std::int64_t>(end));
}

/// Let c = zeros of row i'-1 left of column j; it starts, for i' = i, at V(i, j) - 1. Going up a row, c falls by one
/// where the row's letter stands between the last zero left of j and j: then the last such column is the pair. Else a
/// pair of that value in row i' must stand behind the zero before the last one, and not right of the last one.
matched_pair bit_traceback::before(matched_pair at)
{
    auto const j = static_cast<std::int64_t>(at.j);
    for (std::size_t i = at.i; i-- > 0;) {
        if (i < loaded_first_)
            load(i + 1, at.j);
        word const * const above = row(static_cast<std::int64_t>(i) - 1);
        word const * const letter = table_.matches_of_row(i);
        auto const match = [&](std::size_t w) { return letter[w]; };
        std::int64_t const zero = zero_before(above, at.j);
        std::int64_t found = last_bit(match, zero + 1, j);
        if (found < 0 && zero >= 0) {
            std::int64_t const earlier = zero_before(above, static_cast<std::size_t>(zero));
            found = last_bit(match, earlier + 1, zero + 1);
        }
        if (found >= 0)
            return {i, static_cast<std::size_t>(found)};
    }
    throw error{exit_code::internal, "bitlcs: no pair precedes a pair of the chain"};
}

} // namespace vglcs::cpu
