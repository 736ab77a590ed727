// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/bitlcs/bit_table.hpp"

#include "base/team.hpp"
#include "cpu/engines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vglcs::cpu {

bit_table::bit_table(problem const & p, bit_sizes const & sizes, bool chain, int threads, run_control * control)
    : p_{p}, letters_{p}, matches_{p, letters_}, sizes_{sizes}, threads_{static_cast<std::size_t>(threads)},
      control_{control}, words_{matches_.words()}, block_rows_{sizes.block_rows != 0 ? sizes.block_rows
                                                                                     : default_block_rows(p.n())},
      strips_{(words_ + sizes.words - 1) / sizes.words}, chain_{chain},
      kept_((p.n() + block_rows_ - 1) / block_rows_ * words_), carries_((chain ? strips_ : 1) * p.n(), 0)
{
}

std::size_t bit_table::default_block_rows(std::size_t n)
{
    auto const root = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
    return std::max<std::size_t>(64, (root + 63) / 64 * 64);
}

std::size_t bit_table::default_part_strips(problem const & p, bit_sizes const & sizes, int threads)
{
    constexpr double interval = 10, cells_a_second = 5e10;
    double const cells = static_cast<double>(p.n()) * static_cast<double>(sizes.words * word_bits);
    double const strips = interval * cells_a_second * threads / std::max(cells, 1.0);
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::min(strips, 1e9)));
}

void bit_table::run(std::string const & checkpoint)
{
    std::size_t first_strip = 0;
    if (!checkpoint.empty()) {
        part_strips_ =
            sizes_.part_strips != 0 ? sizes_.part_strips : default_part_strips(p_, sizes_, static_cast<int>(threads_));
        folder_.emplace(checkpoint, p_, bitlcs_engine().name(),
                        fmt::format("{}, parts of {} strips of {} words, rows every {}", chain_ ? "chain" : "length",
                                    part_strips_, sizes_.words, block_rows_));
        first_strip = resume();
    }
    done_ = std::vector<published_rows>(strips_);
    std::size_t const team = std::min(threads_, strips_ - first_strip);
    detail::run_team(team, [&](std::size_t t) {
        try {
            std::vector<word> row(sizes_.words);
            for (std::size_t s = first_strip + t; s < strips_ && !stopping(); s += team)
                strip(s, s == first_strip ? nullptr : &done_[s - 1], row);
        } catch (...) {
            abandoned_ = true;
            throw;
        }
    });
    throw_if_stopped();
}

void bit_table::strip(std::size_t s, published_rows const * left, std::vector<word> & row)
{
    std::size_t const first_word = s * sizes_.words, words = std::min(sizes_.words, words_ - first_word);
    bool const ends_part = folder_ && (s + 1) % part_strips_ == 0 && s + 1 < strips_;
    std::vector<unsigned char> edge(ends_part && !chain_ ? p_.n() : 0); // the next strip overwrites it in place
    std::ranges::fill(row, ~word{0});
    for (std::size_t i = 0; i < p_.n();) {
        if (i % block_rows_ == 0)
            std::copy_n(row.data(), words, kept_.data() + i / block_rows_ * words_ + first_word);
        std::size_t const end = std::min({p_.n(), i + sizes_.chunk, (i / block_rows_ + 1) * block_rows_});
        if (stopping() || (left && !left->wait_for(end, [&] { return stopping(); })))
            return;
        unsigned char * const carry = carries_of(s) + i;
        if (chain_ && s > 0)
            std::copy_n(carry - p_.n(), end - i, carry);
        advance<false>(row.data(), first_word, words, i, end, carry);
        if (!edge.empty())
            std::copy_n(carry, end - i, edge.data() + i);
        done_[s].publish(end);
        if (control_)
            control_->add_cells((end - i) * columns_of(s));
        i = end;
    }
    if (ends_part)
        write(s / part_strips_, edge);
}

/// What leaves strip s on the right, a byte a row: kept for each strip where the traceback needs it, else one for all,
/// which every strip overwrites in place.
unsigned char * bit_table::carries_of(std::size_t s)
{
    return carries_.data() + (chain_ ? s * p_.n() : 0);
}

std::size_t bit_table::columns_of(std::size_t s) const
{
    std::size_t const width = sizes_.words * word_bits;
    return std::min(p_.m(), (s + 1) * width) - s * width;
}

std::vector<word> bit_table::row(std::size_t i) const
{
    std::size_t const block = i / block_rows_, first = block * block_rows_;
    std::vector<word> out(row_above(block), row_above(block) + words_);
    std::vector<unsigned char> carry(i + 1 - first, 0);
    advance<false>(out.data(), 0, words_, first, i + 1, carry.data());
    return out;
}

// ---- on disk: a part for every few strips: their columns of the kept rows, and what leaves them on the right ----

namespace {

std::string part_name(std::size_t part)
{
    return fmt::format("strips-{:04}", part);
}

} // namespace

/// The rows' pieces that part `part` consists of, in order; the strips that end it are not the last.
template <class Span, class F>
bool bit_table::for_each_piece(std::size_t part, std::span<unsigned char> edge, F const & f)
{
    std::size_t const first = part * part_strips_, last = first + part_strips_;
    bool good = true;
    for (std::size_t at = first * sizes_.words; at < kept_.size(); at += words_)
        good = good && f(Span{kept_}.subspan(at, part_strips_ * sizes_.words));
    for (std::size_t s = first; s < last && chain_; ++s)
        good = good && f(std::span{carries_of(s), p_.n()});
    return chain_ ? good : good && f(edge);
}

void bit_table::write(std::size_t part, std::span<unsigned char> edge)
{
    byte_writer out;
    for_each_piece<std::span<word>>(part, edge, [&]<class T>(std::span<T> piece) {
        out.put(std::span<T const>{piece});
        return true;
    });
    folder_->write(part_name(part), out.bytes());
}

/// Takes up the longest unbroken run of parts; returns the first strip that is still to be done.
std::size_t bit_table::resume()
{
    std::size_t part = 0;
    for (; (part + 1) * part_strips_ < strips_; ++part) {
        auto const content = folder_->read(part_name(part));
        if (!content)
            break;
        byte_reader in{*content};
        std::span<unsigned char> const edge{carries_.data(), p_.n()};
        if (!for_each_piece<std::span<word>>(part, edge, [&](auto piece) { return in.get(piece); }))
            break;
    }
    if (control_)
        control_->add_cells(part * part_strips_ * sizes_.words * word_bits * p_.n());
    return part * part_strips_;
}

} // namespace vglcs::cpu
