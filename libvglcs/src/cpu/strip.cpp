// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/strip.hpp"

#include "cpu/engines.hpp"
#include "cpu/strip_pipeline.hpp"
#include "cpu/strip_tiles.hpp"
#include "tile_traceback.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
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

template <class Value>
class strip_run
{
public:
    strip_run(strip_plan const & plan, int threads, run_control * control)
        : plan_{plan}, threads_{threads}, control_{control}, n_{plan.p.n()}, strips_{plan.columns.strips().size()},
          maxima_(plan.columns.has_middles() ? n_ * strips_ : 0)
    {
    }

    result length() { return forward(); }

    result chain(strip_grid const & grid)
    {
        prepare(grid);
        result r = forward();
        if (r.last) {
            strip_tiles<Value> tiles(plan_, grid, keep_, maxima_, threads_, control_);
            r.chain = trace_chain(plan_.p, *r.last, r.length, tiles);
        }
        return r;
    }

private:
    /// Room for what the forward run keeps.
    void prepare(strip_grid const & grid)
    {
        if (grid.keep_table) {
            keep_.table = aligned_array<Value>(strips_ * n_ * plan_.columns.width());
            return;
        }
        for (std::size_t row = grid.row_block(n_); row < n_ && grid.row_blocks > 1; row += grid.row_block(n_)) {
            keep_.rows.push_back(row);
            keep_.states.emplace_back(strips_);
        }
        std::size_t const step = grid.column_block(strips_);
        for (std::size_t s = step; s < strips_ && grid.column_blocks > 1; s += step) {
            keep_.strips.push_back(s);
            keep_.flows.emplace_back(plan_, 0, n_);
        }
    }

    result forward()
    {
        strip_flow<Value> flow(plan_, 0, n_);
        strip_pipeline<Value> pipeline(plan_, maxima_, threads_, control_);
        best_cell const best = pipeline.run({0, n_, 0, strips_}, {}, flow, keep_);
        result r{.length = best.value, .engine = strip_engine().name()};
        if (best.value != 0)
            r.last = matched_pair{best.i, best.j};
        return r;
    }

    strip_plan const & plan_;
    int threads_;
    run_control * control_;
    std::size_t n_, strips_;
    aligned_array<Value> maxima_;
    strip_keep<Value> keep_;
};

/// Calls f with a run of the plan's value type.
template <class F>
result with_run(strip_plan const & plan, int threads, run_control * control, F f)
{
    if (plan.value_bytes == 2) {
        strip_run<std::uint16_t> run(plan, threads, control);
        return f(run);
    }
    strip_run<std::uint32_t> run(plan, threads, control);
    return f(run);
}

class strips final : public engine
{
public:
    std::string_view name() const noexcept override { return "strip"; }
    std::string_view summary() const noexcept override
    {
        return "strips of columns with SIMD, pipelined over threads; chain by recomputed tiles";
    }
    vglcs::device device() const noexcept override { return vglcs::device::cpu; }

    cost plan(problem const & p, options const & o) const override
    {
        strip_plan const plan{p, {}, value_bytes(p)};
        auto const cells = static_cast<double>(p.n()) * static_cast<double>(p.m());
        std::uint64_t bytes = p.bytes() + plan.bytes(o.threads);
        double again = 0;
        if (o.task == task::alignment) {
            strip_grid const grid = choose_grid(plan, budget(bytes, o));
            bytes += grid_bytes(plan, grid);
            again = grid_share(grid);
        }
        return {.cells = static_cast<std::uint64_t>(cells * (1 + again)),
                .host_bytes = bytes,
                .seconds = cells * (1 + again) * 5e-10 / o.threads};
    }

    result solve(problem const & p, options const & o) const override
    {
        strip_plan const plan{p, {}, value_bytes(p)};
        if (o.task == task::length)
            return run_strips(plan, o.threads, o.control);
        return run_strips(plan, choose_grid(plan, budget(p.bytes() + plan.bytes(o.threads), o)), o.threads, o.control);
    }

private:
    static std::uint64_t budget(std::uint64_t used, options const & o)
    {
        return o.max_memory > used ? o.max_memory - used : 0;
    }
};

} // namespace

std::size_t value_bytes(problem const & p) noexcept
{
    return std::min(p.n(), p.m()) <= std::numeric_limits<std::uint16_t>::max() ? 2 : 4;
}

strip_plan::strip_plan(problem const & given, strip_sizes const & s, std::size_t bytes_of_value)
    : p{given}, sizes{s}, value_bytes{bytes_of_value}, letters{given}, rows{given.limits_a(), active_rows(letters)},
      columns{given, letters, s, bytes_of_value}
{
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

std::uint64_t grid_bytes(strip_plan const & plan, strip_grid const & grid) noexcept
{
    std::uint64_t const n = plan.p.n(), strips = plan.columns.strips().size();
    std::uint64_t const row_of_strip = plan.columns.width() * plan.value_bytes;
    if (grid.keep_table)
        return n * strips * row_of_strip;
    std::uint64_t const height = grid.row_block(n), width = grid.column_block(strips);
    std::uint64_t const sub_height = (height + grid.sub_blocks - 1) / grid.sub_blocks;
    std::uint64_t const kept =
        (grid.row_blocks - 1) * strips * plan.state_bytes() + (grid.column_blocks - 1) * n * plan.flow_bytes();
    // a window may touch two tiles at once
    std::uint64_t const tiles = std::min<std::uint64_t>(2, grid.column_blocks);
    std::uint64_t const tile = sub_height * width * row_of_strip + (grid.sub_blocks - 1) * width * plan.state_bytes();
    return kept + tiles * tile + height * plan.flow_bytes();
}

double grid_share(strip_grid const & grid) noexcept
{
    if (grid.keep_table)
        return 0;
    auto const r = static_cast<double>(grid.row_blocks), c = static_cast<double>(grid.column_blocks);
    // the chain passes r + c - 1 tiles, and on average two thirds of each lie up and left of where it enters
    double const once = (r + c - 1) / (r * c) * (r * c > 1 ? 0.67 : 1);
    return grid.sub_blocks > 1 ? once * 1.7 : once;
}

strip_grid choose_grid(strip_plan const & plan, std::uint64_t budget)
{
    constexpr std::uint64_t small_table = 32 << 20;
    std::size_t const n = plan.p.n(), strips = plan.columns.strips().size();
    strip_grid const whole{.keep_table = true};
    if (std::uint64_t const bytes = grid_bytes(plan, whole); bytes <= small_table && bytes <= budget)
        return whole;
    constexpr std::array<std::size_t, 14> blocks{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128};
    strip_grid best = whole;
    bool first = true;
    auto const rank = [&](strip_grid const & g) {
        std::uint64_t const bytes = grid_bytes(plan, g);
        double const share = grid_share(g);
        int const kind = bytes > budget ? 2 : share > 0.25 ? 1 : 0;
        return std::tuple{kind, kind == 1 ? share : static_cast<double>(bytes), share};
    };
    for (std::size_t const r : blocks)
        for (std::size_t const c : blocks)
            for (std::size_t const b : {1, 2, 4, 8, 16}) {
                if (r > std::max<std::size_t>(n, 1) || c > std::max<std::size_t>(strips, 1))
                    continue;
                strip_grid const g{r, c, b};
                if (first || rank(g) < rank(best))
                    best = g;
                first = false;
            }
    return best;
}

result run_strips(strip_plan const & plan, int threads, run_control * control)
{
    return with_run(plan, threads, control, [](auto & run) { return run.length(); });
}

result run_strips(strip_plan const & plan, strip_grid const & grid, int threads, run_control * control)
{
    return with_run(plan, threads, control, [&](auto & run) { return run.chain(grid); });
}

engine const & strip_engine()
{
    static strips const instance;
    return instance;
}

} // namespace vglcs::cpu
