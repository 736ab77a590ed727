// SPDX-License-Identifier: BSD-3-Clause
#include "explain/two_passes.hpp"

#include "cpu/machine_speed.hpp"
#include "explain/column_lines.hpp"
#include "explain/even_columns.hpp"
#include "explain/row_lines.hpp"
#include "solve/pruning.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace vglcs::detail {

namespace {

/// Columns of each row that can matter for a chain of `best` or more.
class band
{
public:
    explicit band(passes_input const & in)
        : m_{static_cast<std::int64_t>(in.table.m())}, diagonals_{diagonal_band::of_bound(in.table.n(), in.table.m(),
                                                                                          in.table.scoring().match,
                                                                                          in.best)},
          in_front_{1 + static_cast<std::int64_t>(std::min<std::uint64_t>(
                            std::max(cpu::reach_of(in.table.side_a()), cpu::reach_of(in.table.side_b())),
                            // so few pairs less than all letters of the shorter sequence: no link skips more on both
                            // sides
                            std::min(in.table.n(), in.table.m()) -
                                (in.best + in.table.scoring().match - 1) / in.table.scoring().match))}
    {
    }
    /// Cells of row i that such a chain can have.
    [[nodiscard]] index_range cells(std::size_t i) const { return cut(i, 0); }
    /// Columns in front of them that its links to row i, or past it, can begin in, too.
    [[nodiscard]] index_range columns(std::size_t i) const { return cut(i, in_front_); }
    [[nodiscard]] std::size_t width() const
    {
        return static_cast<std::size_t>(std::min(m_, diagonals_.last - diagonals_.first + 1));
    }

    [[nodiscard]] std::size_t columns_width() const
    {
        return static_cast<std::size_t>(std::min(m_, diagonals_.last - diagonals_.first + 1 + in_front_));
    }

private:
    [[nodiscard]] index_range cut(std::size_t i, std::int64_t more) const
    {
        auto const row = static_cast<std::int64_t>(i);
        return {static_cast<std::size_t>(std::clamp<std::int64_t>(row + diagonals_.first - more, 0, m_)),
                static_cast<std::size_t>(std::clamp<std::int64_t>(row + diagonals_.last + 1, 0, m_))};
    }

    std::int64_t m_;
    diagonal_band diagonals_;
    std::int64_t in_front_;
};

/// Columns of B by letter, and which rows of A have any.
struct letter_columns
{
    std::array<std::vector<std::uint32_t>, 256> of;

    explicit letter_columns(problem const & p)
    {
        std::array<bool, 256> in_a{};
        for (letter_code const c : p.a())
            in_a[c] = true;
        for (std::size_t j = 0; j < p.m(); ++j)
            if (letter_code const c = p.b()[j]; c != no_match && in_a[c])
                of[c].push_back(static_cast<std::uint32_t>(j));
    }
    [[nodiscard]] std::span<std::uint32_t const> in(letter_code c, index_range at) const
    {
        auto const & all = of[c];
        auto const first = std::ranges::lower_bound(all, at.first), last = std::lower_bound(first, all.end(), at.last);
        return {first, last};
    }
    [[nodiscard]] static std::vector<bool> rows(problem const & p, letter_columns const & columns)
    {
        std::vector<bool> out(p.n());
        for (std::size_t i = 0; i < p.n(); ++i)
            out[i] = p.a()[i] != no_match && !columns.of[p.a()[i]].empty();
        return out;
    }
};

/// The best that a raised limit was seen to give.
struct best_raise
{
    std::uint64_t gain = 0, raise = 0;
    void take(std::uint64_t more, std::uint64_t by) noexcept
    {
        if (more < gain)
            return;
        raise = more > gain ? by : std::min(raise, by);
        gain = more;
    }
};

/// For each column the best of all rows so far, lowered to the newest, and the last row that it is had from.
template <class Value>
struct best_so_far
{
    std::vector<Value> values;
    std::vector<std::uint32_t> rows;

    explicit best_so_far(std::size_t columns) : values(columns), rows(columns) {}
    [[nodiscard]] static std::uint64_t bytes(std::size_t columns) { return columns * (sizeof(Value) + 4); }
    void lower(Value price, index_range at) noexcept
    {
        if (price != 0)
            detail::take(values.data(), values.data(), price, at);
    }
    void take(Value const * v, std::size_t row, index_range at) noexcept
    {
        take_newer(values.data() + at.first, rows.data() + at.first, v + at.first, static_cast<std::uint32_t>(row),
                   at.size());
    }
};

template <class Value, class Wide>
class passes final : public two_passes
{
public:
    passes(passes_input const & in, options const & o)
        : in_{in}, o_{o}, p_{in.table}, n_{p_.n()}, m_{p_.m()}, best_{in.best}, side_a_{p_.side_a()},
          side_b_{p_.side_b()}, band_{in}, letters_{p_}, matching_{letter_columns::rows(p_, letters_)}, plan_{side_a_,
                                                                                                              matching_,
                                                                                                              false}
    {
        for (std::size_t i = 0; i < n_; ++i)
            delayed_ = std::max<std::size_t>(delayed_, side_a_.limits.lo(i));
        delayed_ = side_a_.limits.is_elastic() ? std::min(delayed_, n_) + 1 : 0;
        choose_blocks();
    }

    [[nodiscard]] cost const & needs() const noexcept override { return needs_; }

    [[nodiscard]] passes_result run() override
    {
        counter_ =
            chain_counter::make(p_, best_, o_.max_memory - std::min(o_.max_memory, needs_.host_bytes), o_.control);
        row_lines<Value> backward{plan_, matching_, m_};
        row_lines<Value> forward{plan_, matching_, m_};
        if (even_columns<Value>::suits(side_b_)) {
            even_.emplace(side_b_);
            make_masks();
        } else {
            columns_.emplace(side_b_);
        }
        u_.assign(m_, 0);
        w_.assign(m_, 0);
        line_.assign(m_, 0);
        kept_ = std::make_unique_for_overwrite<Value[]>(block_rows_ * band_.width());
        kept_behind_ = std::make_unique_for_overwrite<Value[]>(block_rows_ * band_.columns_width());
        for (auto & maxima : maxima_)
            maxima.resize(band_.columns_width() / block_columns + 2);
        kept_before_.assign(side_a_.has_jumps ? block_rows_ * m_ : 0, 0);
        of_a_.assign(n_, {});
        of_b_.assign(m_, {});
        newest_.emplace(m_);
        if (delayed_ != 0)
            older_.assign(delayed_, best_so_far<Value>{m_});
        if (side_a_.has_jumps)
            landed_.emplace(m_);

        // from the last row to the first block's end, then block by block from the first one on
        std::size_t const blocks = (n_ + block_rows_ - 1) / block_rows_;
        std::vector<std::vector<Value>> states(blocks);
        auto const end_of = [&](std::size_t block) { // what is behind a block has its values in columns of this range
            return band_.columns(std::min(n_, (block + 1) * block_rows_) - 1);
        };
        for (std::size_t k = blocks; k-- > 1;) {
            states[k] = backward.state(end_of(k));
            go_back(backward, k, false);
        }
        for (std::size_t k = 0; k < blocks; ++k) {
            if (k != 0) {
                backward.set_state(states[k], end_of(k));
                std::vector<Value>{}.swap(states[k]);
            }
            go_back(backward, k, true);
            go_on(forward, k);
        }
        passes_result out{.best = most_, .blockers = blockers(), .chains = counter_->total(), .shared = {}};
        out.shared = counter_->shared();
        return out;
    }

private:
    [[nodiscard]] std::uint64_t column_bytes() const
    {
        if (!even_columns<Value>::suits(side_b_))
            return column_lines<Value, Wide>::bytes(side_b_);
        auto const letters = std::ranges::count_if(letters_.of, [](auto const & places) { return !places.empty(); });
        return even_columns<Value>::bytes(side_b_) + (static_cast<std::uint64_t>(letters) + 2) * m_ * sizeof(Value);
    }
    [[nodiscard]] std::uint64_t fixed_bytes() const
    {
        return 2 * row_lines<Value>::bytes(plan_, m_) + column_bytes() + plan_.bytes() + 3 * m_ * sizeof(Value) +
               (n_ + m_) * sizeof(best_raise) + m_ * sizeof(std::uint32_t) +
               (1 + delayed_ + (side_a_.has_jumps ? 1 : 0)) * best_so_far<Value>::bytes(m_);
    }

    /// One block where that is little, else as many as take the least memory: of more than one, each row's values from
    /// behind are made twice, which is cheaper than memory that was never touched before.
    void choose_blocks()
    {
        constexpr std::uint64_t little = std::uint64_t{4} << 20;
        std::uint64_t const row =
            (band_.width() + band_.columns_width() + (side_a_.has_jumps ? m_ : 0)) * sizeof(Value);
        std::uint64_t const state = std::uint64_t{plan_.slots} * band_.columns(n_ / 2).size() * sizeof(Value);
        std::uint64_t const fixed = p_.bytes() + fixed_bytes();
        std::uint64_t const budget =
            o_.max_memory / share_of_cells * (share_of_cells - 1); // cells on best chains need room
        auto const bytes = [&](std::size_t rows) { return fixed + rows * row + (n_ - 1) / rows * state; };
        block_rows_ = n_;
        if (n_ * row > little || bytes(n_) > budget) {
            auto const even =
                std::sqrt(static_cast<double>(n_) * static_cast<double>(state) / static_cast<double>(row));
            block_rows_ = std::clamp<std::size_t>(static_cast<std::size_t>(even), 1, n_);
        }
        std::uint64_t const least = bytes(block_rows_);
        std::uint64_t cells = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            cells += 2 * band_.columns(i).size();
            if (i >= block_rows_)
                cells += band_.columns(i).size();
        }
        needs_ = {.cells = cells,
                  .host_bytes = least,
                  .seconds = static_cast<double>(cells) * seconds_a_cell * cpu::current_speed().scalar};
    }

    /// Values of the rows of a block from behind, with what is kept of them.
    void go_back(row_lines<Value> & lines, std::size_t block, bool keep)
    {
        std::size_t const first = block * block_rows_, last = std::min(n_, first + block_rows_);
        for (std::size_t i = last; i-- > first;) {
            index_range const at = band_.columns(i), in = band_.cells(i);
            look_at_control(i, at);
            lines.give_values(i, u_.data(), at);
            if (matching_[i]) {
                if (even_)
                    offer_even_cells(i, at, in, keep);
                else
                    offer_cells(i, at, in, keep);
                if (keep)
                    std::copy(w_.begin() + static_cast<std::ptrdiff_t>(at.first),
                              w_.begin() + static_cast<std::ptrdiff_t>(at.last), kept_behind(i));
            }
            lines.look_ahead(i, w_.data(), keep && side_a_.has_jumps ? kept_before(i) : nullptr, at);
        }
    }
    /// Row i's values from behind, of u_, and w_: what they offer to the columns.
    void offer_cells(std::size_t i, index_range at, index_range in, bool keep)
    {
        Value * const row = kept_row(i);
        if (keep)
            std::fill_n(row, in.size(), Value{0});
        columns_->clear_offers(at);
        for (std::uint32_t const j : letters_.in(p_.a()[i], in)) {
            auto const value = static_cast<Value>(match() + u_[j]);
            columns_->offer(j, value);
            if (keep)
                row[j - in.first] = value;
        }
        columns_->finish_offers(w_.data());
    }
    void offer_even_cells(std::size_t i, index_range at, index_range in, bool keep)
    {
        Value * const row = even_->values_behind(in, at) + in.first;
        cells_of(row, u_.data() + in.first, mask(i) + in.first, static_cast<Value>(match()), in.size());
        even_->look_ahead(w_.data(), at);
        if (keep)
            std::copy_n(row, in.size(), kept_row(i));
    }

    /// Values of the rows of a block from the front, and what both say together.
    void go_on(row_lines<Value> & lines, std::size_t block)
    {
        std::size_t const first = block * block_rows_, last = std::min(n_, first + block_rows_);
        for (std::size_t i = first; i < last; ++i) {
            index_range const at = band_.columns(i), in = band_.cells(i);
            look_at_control(i, at);
            std::uint64_t const passed = i == 0 ? 0 : side_a_.position(i) - side_a_.position(i - 1) - 1;
            newest_->lower(price(passed), at);
            // u_: what earlier rows leave
            Value const * const landed = lines.look_back(i, u_.data(), at);
            if (landed_) {
                landed_->lower(price(i == 0 ? 0 : passed + 1), at);
                if (landed)
                    landed_->take(landed, i, at);
            }
            if (matching_[i]) {
                if (even_) {
                    take_even_cells(i, at, in);
                } else {
                    columns_->build(u_.data(), at);
                    if (side_b_.has_jumps)
                        offer_kept(i, at, in);
                    detail::clear(line_.data(), at);
                    take_cells(i, in);
                }
                raise_small(i, at);
                if (landed_)
                    raise_landing(i, at);
                if (side_b_.has_jumps)
                    raise_jumps_of_columns(i, at);
            }
            if (cpu::leaves(side_a_, i))
                raise_jumps_of_rows(i, at);
            lines.take_values(i, line_.data(), at);
            newest_->lower(price(1), at);
            if (matching_[i])
                newest_->take(line_.data(), i, at);
            if (delayed_ != 0) {
                best_so_far<Value> & old = older_[i % delayed_];
                std::copy(newest_->values.begin() + static_cast<std::ptrdiff_t>(at.first),
                          newest_->values.begin() + static_cast<std::ptrdiff_t>(at.last),
                          old.values.begin() + static_cast<std::ptrdiff_t>(at.first));
                std::copy(newest_->rows.begin() + static_cast<std::ptrdiff_t>(at.first),
                          newest_->rows.begin() + static_cast<std::ptrdiff_t>(at.last),
                          old.rows.begin() + static_cast<std::ptrdiff_t>(at.first));
            }
        }
    }

    /// What jumps of the columns of row i need again.
    void offer_kept(std::size_t i, index_range at, index_range in)
    {
        Value const * const kept = kept_row(i);
        columns_->clear_offers(at);
        for (std::uint32_t const j : letters_.in(p_.a()[i], in))
            columns_->offer(j, kept[j - in.first]);
        columns_->finish_offers(w_.data());
    }

    /// Values of row i's matches, into line_: what is the best, what lies on best chains, which limits of B block.
    void take_cells(std::size_t i, index_range in)
    {
        Value const * const kept = kept_row(i);
        cells_.clear();
        for (std::uint32_t const j : letters_.in(p_.a()[i], in)) {
            auto const value = static_cast<Value>(match() + columns_->best_before(j));
            line_[j] = value;
            most_ = std::max<std::uint64_t>(most_, value);
            std::uint64_t const behind = kept[j - in.first];
            if (value + behind == best_ + match())
                cells_.push_back({j, value});
            // where the chain given is not the best, the sum may be larger though nothing stands in front
            Value const before = columns_->any_small(j);
            if (std::uint64_t const sum = before + behind; before != 0 && better(of_b_[j], sum)) {
                std::size_t const from = columns_->last_small(j);
                note(of_b_[j], sum, side_b_.skipped(from, j), hi_b(j));
            }
        }
        counter_->add_row(i, cells_);
    }

    /// The same by whole rows: single cells are looked at in blocks of columns where their maxima say that it may be
    /// worth it.
    void take_even_cells(std::size_t i, index_range at, index_range in)
    {
        even_->look_back(u_.data(), y_.data(), at);
        std::fill(line_.data() + at.first, line_.data() + in.first, Value{0});
        cells_of(line_.data() + in.first, y_.data() + in.first, mask(i) + in.first, static_cast<Value>(match()),
                 in.size());
        Value const *const v = line_.data() + in.first, *const behind = kept_row(i);
        // blocks of columns that begin with the first cell's; in front of them what no cell stands in
        std::size_t const in_front = in.first - at.first, lead = in_front % block_columns,
                          front_blocks = in_front / block_columns,
                          blocks = (in.size() + block_columns - 1) / block_columns;
        Value const * const x = u_.data() + at.first + lead;
        auto & [of_v, of_behind, of_x, of_lowered_x] = maxima_;
        block_maxima(of_v.data(), v, nullptr, in.size());
        block_maxima(of_behind.data(), behind, nullptr, in.size());
        block_maxima(of_x.data(), x, nullptr, at.size() - lead);
        bool const priced = even_->ramp() != nullptr;
        if (priced)
            block_maxima(of_lowered_x.data(), x, even_->ramp(), at.size() - lead);
        auto const & lowered_x = priced ? of_lowered_x : of_x;
        Value before = 0; // the best in front of the block, lowered to the column before it
        for (std::size_t c = at.first; c < at.first + lead; ++c)
            before = std::max(lowered(before, even_->price(1)), u_[c]);
        for (std::size_t k = 0; k < front_blocks; ++k)
            before = std::max(lowered(before, even_->price(block_columns)), lowered_x[k]);
        cells_.clear();
        for (std::size_t k = 0; k < blocks; ++k) {
            std::size_t const first = k * block_columns, last = std::min(in.size(), first + block_columns);
            most_ = std::max<std::uint64_t>(most_, of_v[k]);
            if (std::uint64_t{of_v[k]} + of_behind[k] >= best_ + match())
                for (std::size_t c = first; c < last; ++c)
                    if (v[c] != 0 && std::uint64_t{v[c]} + behind[c] == best_ + match())
                        cells_.push_back({static_cast<std::uint32_t>(in.first + c), v[c]});
            if (std::uint64_t{std::max(before, of_x[front_blocks + k])} + of_behind[k] > best_)
                raise_in_block(behind, {in.first + first, in.first + last}, first, before);
            before = std::max(lowered(before, even_->price(block_columns)), lowered_x[front_blocks + k]);
        }
        counter_->add_row(i, cells_);
    }
    /// Limits of B in a block of columns.
    void raise_in_block(Value const * behind, index_range block, std::size_t first, Value before)
    {
        for (std::size_t j = block.first; j < block.last; ++j, ++first) {
            std::uint64_t const sum = std::uint64_t{before} + behind[first];
            if (behind[first] != 0 && before != 0 && better(of_b_[j], sum)) {
                std::size_t from = j - 1;
                while (lowered(u_[from], even_->price(j - 1 - from)) != before)
                    --from;
                note(of_b_[j], sum, side_b_.skipped(from, j), hi_b(j));
            }
            before = std::max(lowered(before, even_->price(1)), u_[j]);
        }
    }

    /// Limits of B at which jumps land, or begin.
    void raise_jumps_of_columns(std::size_t i, index_range at)
    {
        Value const * const kept = kept_row(i);
        index_range const in = band_.cells(i);
        for (std::uint32_t const j : letters_.in(p_.a()[i], in))
            if (std::uint64_t const before = columns_->any_landing(j), sum = before + kept[j - in.first];
                before != 0 && better(of_b_[j], sum))
                note(of_b_[j], sum, side_b_.position(j) - side_b_.position(columns_->last_landing(j)), hi_b(j));
        for (std::size_t b = std::max<std::size_t>(1, at.first); b < at.last; ++b)
            if (Value const behind = columns_->behind(b); behind != 0)
                if (std::uint64_t const before = columns_->any_before(b), sum = before + behind;
                    before != 0 && better(of_b_[b], sum) && !is_blocked(in_.limits_b, p_.position_b(b)))
                    note(of_b_[b], sum, side_b_.skipped(columns_->last_before(b), b), hi_b(b));
    }

    /// The limit of row i, for steps without a jump.
    void raise_small(std::size_t i, index_range at)
    {
        if (std::size_t const lo = side_a_.limits.lo(i); lo == 0) {
            raise_row(i, *newest_, 0, at, [&](std::size_t p) { return side_a_.skipped(p, i); });
        } else if (i > lo) {
            std::size_t const last = i - 1 - lo;
            raise_row(i, older_[last % delayed_], price(side_a_.skipped(last, i)), at,
                      [&](std::size_t p) { return side_a_.skipped(p, i); });
        }
    }
    /// The same behind a jump.
    void raise_landing(std::size_t i, index_range at)
    {
        raise_row(i, *landed_, 0, at, [&](std::size_t e) { return side_a_.position(i) - side_a_.position(e); });
    }
    /// The same in front of one that begins with row i.
    void raise_jumps_of_rows(std::size_t i, index_range at)
    {
        if (is_blocked(in_.limits_a, p_.position_a(i)))
            return;
        raise_row(
            i, *newest_, 0, at, [&](std::size_t p) { return side_a_.skipped(p, i); }, kept_before(i) + at.first);
    }

    /// @param behind   from the first column of `at` on; null: what is kept of the row
    template <class Skipped>
    void raise_row(std::size_t i, best_so_far<Value> const & from, Value lower, index_range at, Skipped const & skipped,
                   Value const * behind = nullptr)
    {
        Value const * const before = from.values.data() + at.first;
        Value const * const w = behind ? behind : kept_behind(i);
        std::uint64_t const most = best_ + largest_gain(before, lower, w, static_cast<Value>(best_), at.size());
        if (!better(of_a_[i], most))
            return;
        std::uint32_t last = 0;
        for (std::size_t k = 0; k < at.size(); ++k)
            if (std::uint64_t{lowered(before[k], lower)} + w[k] == most)
                last = std::max(last, from.rows[at.first + k]);
        note(of_a_[i], most, skipped(last), in_.limits_a[p_.position_a(i)].hi);
    }

    [[nodiscard]] bool better(best_raise const & known, std::uint64_t sum) const
    {
        return sum > best_ && sum >= best_ + known.gain;
    }
    void note(best_raise & of, std::uint64_t sum, std::uint64_t skipped, std::uint64_t limit) const
    {
        of.take(sum - best_, skipped - limit);
    }

    [[nodiscard]] std::vector<blocking_limit> blockers() const
    {
        std::vector<blocking_limit> out;
        for (std::size_t i = 0; i < n_; ++i)
            if (of_a_[i].gain != 0)
                out.push_back({'a', p_.position_a(i), of_a_[i].raise, of_a_[i].gain});
        for (std::size_t j = 0; j < m_; ++j)
            if (of_b_[j].gain != 0)
                out.push_back({'b', p_.position_b(j), of_b_[j].raise, of_b_[j].gain});
        return out;
    }

    /// For each letter a row with all bits where B has it.
    void make_masks()
    {
        masks_.resize(letters_.of.size());
        for (std::size_t c = 0; c < masks_.size(); ++c) {
            if (letters_.of[c].empty())
                continue;
            masks_[c].assign(m_, 0);
            for (std::uint32_t const j : letters_.of[c])
                masks_[c][j] = std::numeric_limits<Value>::max();
        }
        y_.assign(m_, 0);
    }
    [[nodiscard]] Value const * mask(std::size_t i) const { return masks_[p_.a()[i]].data(); }
    [[nodiscard]] static bool is_blocked(gap_limits const & limits, std::size_t at) { return limits[at].blocked; }
    [[nodiscard]] std::uint64_t hi_b(std::size_t j) const { return in_.limits_b[p_.position_b(j)].hi; }
    [[nodiscard]] std::uint64_t match() const { return p_.scoring().match; }
    [[nodiscard]] Value price(std::uint64_t letters) const { return cpu::as_price<Value>(side_a_.skip * letters); }
    [[nodiscard]] Value * kept_row(std::size_t i) { return kept_.get() + i % block_rows_ * band_.width(); }
    [[nodiscard]] Value * kept_behind(std::size_t i)
    {
        return kept_behind_.get() + i % block_rows_ * band_.columns_width();
    }
    [[nodiscard]] Value * kept_before(std::size_t i) { return kept_before_.data() + i % block_rows_ * m_; }

    void look_at_control(std::size_t i, index_range at) const
    {
        if (!o_.control)
            return;
        if (i % rows_a_look(at.size()) == 0)
            o_.control->throw_if_stopped();
        o_.control->add_cells(at.size());
    }
    [[nodiscard]] static std::size_t rows_a_look(std::size_t width)
    {
        return std::max<std::size_t>(1, (std::size_t{1} << 18) / std::max<std::size_t>(1, width));
    }

    static constexpr std::uint64_t share_of_cells = 8;
    static constexpr double seconds_a_cell = 2.5e-9;

    passes_input in_;
    options o_;
    problem const & p_;
    std::size_t n_, m_;
    std::uint64_t best_, most_ = 0;
    step_side side_a_, side_b_;
    band band_;
    letter_columns letters_;
    std::vector<bool> matching_;
    cpu::stream_plan plan_;
    std::size_t delayed_ = 0, block_rows_ = 1;
    cost needs_;

    std::unique_ptr<chain_counter> counter_;
    std::optional<column_lines<Value, Wide>> columns_;
    std::optional<even_columns<Value>> even_; ///< in the place of columns_
    std::vector<std::vector<Value>> masks_;
    std::array<std::vector<Value>, 4> maxima_;
    std::unique_ptr<Value[]> kept_, kept_behind_; ///< of a block's rows: cells, and w_
    std::vector<Value> u_, w_, y_, line_, kept_before_;
    std::vector<best_raise> of_a_, of_b_;
    std::optional<best_so_far<Value>> newest_, landed_;
    std::vector<best_so_far<Value>> older_;
    std::vector<best_chain_cell> cells_;
};

} // namespace

std::unique_ptr<two_passes> two_passes::plan(passes_input const & in, options const & o)
{
    problem const & p = in.table;
    std::uint64_t const bound = p.score_bound(), raised = std::uint64_t{p.scoring().skip_b} * (p.file_m() + 1);
    constexpr std::uint64_t small = std::numeric_limits<std::uint16_t>::max(),
                            large = std::numeric_limits<std::uint32_t>::max();
    if (bound <= small && raised == 0)
        return std::make_unique<passes<std::uint16_t, std::uint16_t>>(in, o);
    if (bound <= small && bound + raised <= large)
        return std::make_unique<passes<std::uint16_t, std::uint32_t>>(in, o);
    return std::make_unique<passes<std::uint32_t, std::uint64_t>>(in, o);
}

} // namespace vglcs::detail
