// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/scored/scored_plan.hpp"

#include "cpu/scored/scored_memory.hpp"
#include "cpu/scored/scored_traceback.hpp"
#include "cpu/strip/kernels.hpp"
#include "cpu/strip/run.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace vglcs::cpu {

namespace {

std::vector<bool> matching_rows(std::vector<std::uint8_t> const & letters)
{
    std::vector<bool> out(letters.size());
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = letters[i] != detail::shared_letters::none;
    return out;
}

/// Share of cells that match, where `columns` are the letters across.
double share_of_matches(detail::shared_letters const & letters)
{
    if (letters.b.empty())
        return 0;
    double matches = 0;
    for (std::uint8_t const c : letters.b)
        matches += c == detail::shared_letters::none ? 0 : letters.share[c];
    return matches / static_cast<double>(letters.b.size());
}

/// Vector instructions of a row for 16 columns, before anything is compiled.
double work_down_the_rows(step_side const & side)
{
    bool const uniform = is_even(side) && side.limits.is_uniform() && side.size > 0 && side.limits.lo(0) == 0;
    return (uniform && side.limits.hi(0) < largest_uniform_rows ? 10 : 20) + (side.has_jumps ? 30 : 0);
}

/// Which sequence goes down the rows.
bool choose_rows(problem const & p, detail::shared_letters const & letters, scored_sizes const & sizes,
                 std::size_t value_bytes)
{
    if (p.has_partner_limits()) // the sequence that gives them
        return p.has_b_by_a();
    if (sizes.rows_are_a)
        return *sizes.rows_are_a;
    step_side const a = p.side_a(), b = p.side_b();
    double const matches = share_of_matches(letters);
    double const down_a = work_down_the_rows(a) + lane_plan::choose(b, value_bytes, matches, sizes.special).work;
    double const down_b = work_down_the_rows(b) + lane_plan::choose(a, value_bytes, matches, sizes.special).work;
    // down A tiles of a traceback may be cut by rows too
    return down_a <= 1.1 * down_b;
}

std::vector<row_window> windows_of_rows(problem const & p)
{
    return p.has_partner_limits() ? row_windows(p, p.has_b_by_a()) : std::vector<row_window>{};
}

std::size_t choose_width(stream_plan const & rows, scored_sizes const & sizes, std::size_t value_bytes)
{
    if (sizes.width != 0)
        return sizes.width;
    // the slots of a strip pass by row after row: in the second-level cache, or half of it
    constexpr std::size_t cache = 3 << 19, most = 1024;
    std::size_t const fits = cache / value_bytes / rows.slots / 64 * 64;
    return std::clamp<std::size_t>(fits, 64, most);
}

/// Cells for the walk from tiles.
template <class Value>
class tile_cells final : public scored_cells
{
public:
    tile_cells(strip_tiles<scored_plan, Value> & tiles, bool rows_are_a) : tiles_{tiles}, rows_are_a_{rows_are_a} {}

    void stand_on(matched_pair at) override { at_ = at; }

    std::optional<cell> find_last(std::size_t i, std::size_t first, std::size_t last, std::uint64_t least) override
    {
        if (least > std::numeric_limits<Value>::max())
            return std::nullopt;
        auto const wanted = static_cast<Value>(least);
        return rows_are_a_ ? along_a_row(i, first, last, wanted) : up_a_column(i, first, last, wanted);
    }

private:
    std::optional<cell> along_a_row(std::size_t i, std::size_t first, std::size_t last, Value wanted)
    {
        std::size_t const width = tiles_.width();
        tiles_.stay_within(i, (at_.j - 1) / width);
        for (std::size_t s = last / width + 1; s-- > first / width;) {
            if (!tiles_.may_hold(i, s, wanted))
                continue;
            Value const * const row = tiles_.values(i, s);
            std::size_t const start = s * width, from = std::max(first, start);
            std::size_t const count = std::min(last, start + width - 1) + 1 - from;
            if (std::size_t const k = find_last_at_least(row + (from - start), count, wanted))
                return cell{from + k - 1, row[from - start + k - 1]};
        }
        return std::nullopt;
    }

    std::optional<cell> up_a_column(std::size_t i, std::size_t first, std::size_t last, Value wanted)
    {
        std::size_t const width = tiles_.width(), s = i / width;
        tiles_.stay_within(at_.j - 1, s);
        index_range const rows = common({first, last + 1}, tiles_.rows_of(s));
        if (rows.empty() || !tiles_.may_hold(rows.last - 1, s, wanted))
            return std::nullopt;
        first = rows.first;
        last = rows.last - 1;
        Value const * v = tiles_.values(last, s) + i % width;
        for (std::size_t j = last + 1; j-- > first; v -= width)
            if (*v >= wanted)
                return cell{j, *v};
        return std::nullopt;
    }

    strip_tiles<scored_plan, Value> & tiles_;
    bool rows_are_a_;
    matched_pair at_;
};

} // namespace

scored_plan::scored_plan(problem const & given, scored_sizes const & s, std::size_t bytes_of_value)
    : p{given}, sizes{s}, value_bytes{bytes_of_value}, letters{given}, rows_are_a{choose_rows(given, letters, s,
                                                                                              bytes_of_value)},
      rows{rows_are_a ? given.side_a() : given.side_b(), matching_rows(rows_are_a ? letters.a : letters.b), s.special},
      lanes{rows_are_a ? given.side_b() : given.side_a(),
            rows_are_a ? letters.b : letters.a,
            letters.size,
            choose_width(rows, s, bytes_of_value),
            bytes_of_value,
            share_of_matches(letters),
            s.special,
            windows_of_rows(given)},
      kept{rows.along.size, lanes.across().size, lanes.width()}
{
}

scored_plan::scored_plan(scored_plan && other, scored_sizes const & s)
    : p{other.p}, sizes{s}, value_bytes{other.value_bytes}, letters{std::move(other.letters)},
      rows_are_a{other.rows_are_a}, rows{std::move(other.rows)}, lanes{rows_are_a ? p.side_b() : p.side_a(),
                                                                       rows_are_a ? letters.b : letters.a,
                                                                       letters.size,
                                                                       choose_width(rows, s, value_bytes),
                                                                       value_bytes,
                                                                       share_of_matches(letters),
                                                                       s.special,
                                                                       windows_of_rows(p)},
      kept{rows.along.size, lanes.across().size, lanes.width()}
{
}

double scored_plan::seconds(machine_speed const & speed) const noexcept
{
    constexpr double compiling = 2.5e-7, row_of_strip = 120, rate = 1.1e10; // as strip_plan::seconds
    auto const n = static_cast<double>(row_count());
    double const columns = static_cast<double>(strip_count() * width());
    double const in_16 = static_cast<double>(vector_bytes()) / static_cast<double>(value_bytes) / 16;
    double const by_vectors = columns / 16 * (rows.work() / in_16 * speed.vectors + lanes.work() * speed.entries);
    return n * (by_vectors + row_of_strip * static_cast<double>(strip_count())) / rate * kept.share() +
           static_cast<double>(p.n() + p.m()) * compiling * speed.scalar;
}

std::uint64_t scored_plan::state_bytes() const noexcept
{
    return std::uint64_t{slot_elements()} * value_bytes;
}

std::uint64_t scored_plan::flow_bytes() const noexcept
{
    return std::uint64_t{halo()} * value_bytes;
}

std::uint64_t scored_plan::bytes(int threads) const noexcept
{
    std::uint64_t const strips = strip_count();
    std::uint64_t const own = state_bytes() + area_elements(lanes) * value_bytes;
    auto const team = std::clamp<std::uint64_t>(strips, 1, static_cast<std::uint64_t>(threads));
    return rows.bytes() + lanes.bytes() + letters.a.size() + letters.b.size() + strips * 64 +
           row_count() * flow_bytes() + own * team;
}

grid_shape scored_plan::shape() const noexcept
{
    std::size_t const reach = lanes.reach();
    return {.rows = row_count(),
            .strips = strip_count(),
            .width = width(),
            .value_bytes = value_bytes,
            .state_bytes = state_bytes(),
            .flow_bytes = flow_bytes(),
            .reach = reach,
            .cuts_rows = rows_are_a,
            .narrowest = reach / width() + 1,
            .rows_of_strips = kept.in_strips(),
            .most_rows = kept.most_rows(),
            .most_strips = kept.most_strips()};
}

template <class Value>
void scored_plan::trace(result & r, strip_tiles<scored_plan, Value> & tiles, run_control * control) const
{
    tile_cells<Value> cells{tiles, rows_are_a};
    r.chain = trace_scored_chain(p, *r.last, r.score, cells, control);
    r.length = r.chain.size();
}

result run_strips(scored_plan const & plan, strip_job const & job, int threads, run_control * control)
{
    result r = plan.value_bytes == 2 ? strip_run<scored_plan, std::uint16_t>{plan, threads, control}.solve(job)
                                     : strip_run<scored_plan, std::uint32_t>{plan, threads, control}.solve(job);
    if (plan.p.is_unit())
        r.length = r.score / plan.match();
    return r;
}

cost quick_scored_plan(problem const & p, options const & o)
{
    std::uint64_t const n = p.n(), m = p.m(),
                        bytes = p.score_bound() <= std::numeric_limits<std::uint16_t>::max() ? 2 : 4;
    auto const slots = [](step_side const & side) {
        std::uint64_t const rows = std::min<std::uint64_t>(side.size, std::uint64_t{side.limits.max_hi()} + 2) + 4;
        std::uint64_t longest = 0;
        for (std::size_t e = 0; e < side.size && side.has_jumps; ++e)
            longest = std::max<std::uint64_t>(longest, side.jumps.hi(e));
        return 2 * rows + (side.has_jumps ? 2 * (longest + rows + 4) : 0);
    };
    auto const padded = [](std::uint64_t letters) { return (letters + 63) / 64 * 64 + 64; };
    auto const area = [&](step_side const & side) {
        std::uint64_t const tables = std::bit_width(side.size) + std::uint64_t{1};
        return 3 * tables * (2 * padded(side.size) + 256);
    };
    std::uint64_t const state = std::max(slots(p.side_a()) * padded(m), slots(p.side_b()) * padded(n));
    std::uint64_t const table = o.task == task::alignment ? padded(n) * padded(m) : 0;
    // what rows copy from strip to strip
    std::uint64_t const reach = p.has_partner_limits() ? reach_of(row_windows(p, p.has_b_by_a())) + 64 : 0;
    std::uint64_t const border = (p.has_b_by_a() ? n : m) * reach;
    return {.cells = n * m,
            .host_bytes = p.bytes() + (state + table + border + area(p.side_a()) + area(p.side_b())) * bytes +
                          (n + m) * 600 + (16 << 10),
            .seconds = static_cast<double>(n * m) * 6e-10 * current_speed().vectors +
                       static_cast<double>(n + m) * 2e-7 * current_speed().scalar};
}

} // namespace vglcs::cpu
