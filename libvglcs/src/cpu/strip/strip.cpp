// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/strip/strip.hpp"

#include "cpu/bitlcs/bitlcs.hpp"
#include "cpu/strip/memory.hpp"
#include "cpu/strip/run.hpp"
#include "solve/tile_traceback.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace vglcs::cpu {

namespace {

std::vector<bool> active_rows(shared_letters const & letters)
{
    std::vector<bool> active(letters.a.size());
    for (std::size_t i = 0; i < active.size(); ++i)
        active[i] = letters.a[i] != shared_letters::none;
    return active;
}

/// Rows for the walk from tiles.
template <class Value>
class tile_rows final : public table_rows
{
public:
    explicit tile_rows(strip_tiles<strip_plan, Value> & tiles) : tiles_{tiles} {}

    std::optional<std::size_t> find_last(std::size_t i, std::size_t first, std::size_t last,
                                         std::uint64_t value) override
    {
        auto const wanted = static_cast<Value>(value);
        std::size_t const width = tiles_.width();
        tiles_.stay_within(i, last / width);
        for (std::size_t s = last / width + 1; s-- > first / width;) {
            if (!tiles_.may_hold(i, s, wanted))
                continue;
            Value const * const row = tiles_.values(i, s);
            std::size_t const start = s * width, from = std::max(first, start);
            for (std::size_t j = std::min(last, start + width - 1) + 1; j-- > from;)
                if (row[j - start] == wanted)
                    return j;
        }
        return std::nullopt;
    }

private:
    strip_tiles<strip_plan, Value> & tiles_;
};

} // namespace

std::size_t value_bytes(problem const & p, int threads)
{
    constexpr std::size_t letters = 2 * std::size_t{std::numeric_limits<std::uint16_t>::max()};
    std::size_t const largest = letters / 2 / (p.is_unit() ? 1 : p.scoring().match); // pairs of a chain
    if (std::min(p.n(), p.m()) <= largest)
        return 2;
    if (std::max(p.n(), p.m()) > letters || std::min(p.n(), p.m()) > 2 * largest)
        return 4;
    return bit_lcs(p, {}, false, threads, nullptr).length <= largest ? 2 : 4;
}

strip_plan::strip_plan(problem const & given, strip_sizes const & s, std::size_t bytes_of_value)
    : p{given}, sizes{s}, value_bytes{bytes_of_value}, letters{given}, rows{given.limits_a(), active_rows(letters)},
      columns{given, letters, s, bytes_of_value}, kept{given.n(), given.m(), columns.width()}
{
}

strip_plan::strip_plan(strip_plan && other, strip_sizes const & s)
    : p{other.p}, sizes{s}, value_bytes{other.value_bytes}, letters{std::move(other.letters)},
      rows{std::move(other.rows)}, columns{p, letters, s, value_bytes}, kept{p.n(), p.m(), columns.width()}
{
}

double strip_plan::seconds(machine_speed const & speed) const noexcept
{
    constexpr double compiling = 1.5e-7; // a row or column
    return row_seconds(speed) + static_cast<double>(p.n() + p.m()) * compiling * speed.scalar;
}

double strip_plan::row_seconds(machine_speed const & speed) const noexcept
{
    // instructions for 16 columns or one entry (callgrind, AVX2, 2026-11-27), and how many of them a second takes
    constexpr double pass = 2.4, level = 3.7, tabled = 8, passing = 13, dense_term = 3.5, permute_term = 5, lists = 8,
                     near = 9, far = 26, request = 14, running = 24, row_of_strip = 150, rate = 1.1e10;
    column_program::row_work const & w = columns.work();
    auto const n = static_cast<double>(p.n());
    double const lanes = static_cast<double>(vector_bytes()) / static_cast<double>(value_bytes) / 16;
    double const dense = dense_term * static_cast<double>(dense_terms(columns.top()));
    double const kernel = columns.kernel() == column_kernel::dense   ? dense
                          : columns.kernel() == column_kernel::lists ? lists
                          : columns.kernel() == column_kernel::permute
                              ? permute_term * static_cast<double>(permute_terms(columns.top()))
                          : columns.in_registers() ? passing
                                                   : tabled;
    double const vectors =
        w.vectors * (pass * static_cast<double>(rows.passes()) / std::max(n, 1.0) + kernel) + w.levels * level;
    double const entries = w.near * near + w.far * far + w.requests * request + w.running * running;
    double const one_by_one = entries + row_of_strip * static_cast<double>(columns.strips().size());
    return n * (vectors / lanes * speed.vectors + one_by_one * speed.entries) / rate * kept.share();
}

std::uint64_t strip_plan::state_bytes() const noexcept
{
    return std::uint64_t{rows.slots()} * slot_stride(columns.width()) * value_bytes;
}

std::uint64_t strip_plan::flow_bytes() const noexcept
{
    return (columns.halo() + columns.left_slots()) * value_bytes;
}

std::uint64_t strip_plan::bytes(int threads) const noexcept
{
    std::uint64_t const n = p.n(), strips = columns.strips().size();
    std::uint64_t const shared = n * (flow_bytes() + (columns.has_middles() ? strips * value_bytes : 0));
    std::uint64_t const own = state_bytes() + columns.tables() * columns.stride() * value_bytes;
    auto const team = std::clamp<std::uint64_t>(strips, 1, static_cast<std::uint64_t>(threads));
    return rows.bytes() + columns.bytes() + letters.a.size() + letters.b.size() + strips * 64 + shared + own * team;
}

grid_shape strip_plan::shape() const noexcept
{
    return {.rows = p.n(),
            .strips = strip_count(),
            .width = width(),
            .value_bytes = value_bytes,
            .state_bytes = state_bytes(),
            .flow_bytes = flow_bytes(),
            .reach = columns.reach(),
            .rows_of_strips = kept.in_strips(),
            .most_rows = kept.most_rows(),
            .most_strips = kept.most_strips()};
}

template <class Value>
void strip_plan::trace(result & r, strip_tiles<strip_plan, Value> & tiles, run_control *) const
{
    tile_rows<Value> walked{tiles};
    r.chain = trace_chain(p, *r.last, r.length, walked);
}

result run_strips(strip_plan const & plan, strip_job const & job, int threads, run_control * control)
{
    return plan.value_bytes == 2 ? strip_run<strip_plan, std::uint16_t>{plan, threads, control}.solve(job)
                                 : strip_run<strip_plan, std::uint32_t>{plan, threads, control}.solve(job);
}

result run_strips(strip_plan const & plan, int threads, run_control * control)
{
    return run_strips(plan, {.task = task::length}, threads, control);
}

} // namespace vglcs::cpu
