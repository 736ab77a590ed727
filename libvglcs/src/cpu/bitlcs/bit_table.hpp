// SPDX-License-Identifier: BSD-3-Clause
/// The forward run of the bit-parallel engine: strips of words side by side, rows kept for the traceback, and parts of
/// a resumable run on disk.
#pragma once

#include "cpu/bitlcs/bit_rows.hpp"
#include "cpu/bitlcs/bitlcs.hpp"
#include "cpu/published_rows.hpp"
#include "solve/checkpoints.hpp"

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vglcs::cpu {

class bit_table
{
public:
    bit_table(problem const & p, bit_sizes const & sizes, bool chain, int threads, run_control * control);

    static std::size_t default_block_rows(std::size_t n);
    /// Strips in a part on disk, where one of them is written every ten seconds.
    static std::size_t default_part_strips(problem const & p, bit_sizes const & sizes, int threads);

    /// All rows; throws `interrupted`, and what the folder of checkpoints throws.
    void run(std::string const & checkpoint);

    /// After the run: whether the table's last column grows in row i.
    [[nodiscard]] bool grows_in(std::size_t i) const { return carries_[carries_.size() - p_.n() + i] != 0; }
    /// Row i alone, computed from the kept row above its block.
    [[nodiscard]] std::vector<word> row(std::size_t i) const;

    // what the traceback computes blocks of rows again from
    [[nodiscard]] std::size_t rows() const noexcept { return p_.n(); }
    [[nodiscard]] std::size_t columns() const noexcept { return p_.m(); }
    [[nodiscard]] std::size_t words() const noexcept { return words_; }
    [[nodiscard]] std::size_t strip_words() const noexcept { return sizes_.words; }
    [[nodiscard]] std::size_t block_rows() const noexcept { return block_rows_; }
    [[nodiscard]] std::size_t threads() const noexcept { return threads_; }
    /// The row above row block * block_rows(); all ones above row 0.
    [[nodiscard]] word const * row_above(std::size_t block) const { return kept_.data() + block * words_; }
    [[nodiscard]] word const * matches_of_row(std::size_t i) const { return matches_.of(letters_.a[i]); }
    /// Rows first..last-1 of the words [first_word, first_word + words), `row` being the one above them; with
    /// `carry`, a byte a row, what enters on the left, and then what leaves on the right. Where `Keep`, to `kept` too.
    template <bool Keep>
    void advance(word * row, std::size_t first_word, std::size_t words, std::size_t first, std::size_t last,
                 unsigned char * carry, word * kept = nullptr) const
    {
        advance_rows<Keep>(matches_, letters_.a, row, first_word, words, first, last, carry, kept, words_);
    }
    /// What leaves strip s in rows first..; the run was one with the chain.
    [[nodiscard]] unsigned char const * carries_behind(std::size_t s, std::size_t first) const
    {
        return carries_.data() + s * p_.n() + first;
    }

    void throw_if_stopped() const
    {
        if (control_)
            control_->throw_if_stopped();
    }

private:
    [[nodiscard]] bool stopping() const { return abandoned_ || (control_ && control_->stopped()); }
    void strip(std::size_t s, published_rows const * left, std::vector<word> & row);
    [[nodiscard]] unsigned char * carries_of(std::size_t s);
    [[nodiscard]] std::size_t columns_of(std::size_t s) const;

    template <class Span, class F>
    bool for_each_piece(std::size_t part, std::span<unsigned char> edge, F const & f);
    void write(std::size_t part, std::span<unsigned char> edge);
    std::size_t resume();

    problem const & p_;
    shared_letters letters_;
    match_bits matches_;
    bit_sizes sizes_;
    std::size_t threads_;
    run_control * control_;
    std::size_t words_, block_rows_, strips_, part_strips_ = 0;
    bool chain_;
    std::vector<word> kept_;             ///< [blocks][words] the row above each block of rows
    std::vector<unsigned char> carries_; ///< [strips or 1][n] what leaves a strip on the right
    std::vector<published_rows> done_;
    std::atomic<bool> abandoned_{false};
    std::optional<checkpoint_folder> folder_;
};

} // namespace vglcs::cpu
