// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/strip.hpp"

#include "checkpoints.hpp"
#include "cpu/bitlcs.hpp"
#include "cpu/engines.hpp"
#include "cpu/strip_pipeline.hpp"
#include "cpu/strip_tiles.hpp"
#include "tile_traceback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
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

    result solve(strip_job const & job)
    {
        prepare(job);
        result r = forward(job);
        if (r.last && job.task == task::alignment) {
            strip_tiles<Value> tiles(plan_, job.grid, keep_, maxima_, threads_, control_);
            r.chain = trace_chain(plan_.p, *r.last, r.length, tiles);
        }
        return r;
    }

private:
    /// Places where the forward run keeps its state.
    void prepare(strip_job const & job)
    {
        strip_grid const & grid = job.grid;
        bool const chain = job.task == task::alignment;
        if (chain && grid.keep_table) {
            keep_.table = aligned_array<Value>(strips_ * n_ * plan_.columns.width());
            return;
        }
        for (std::size_t row = grid.row_block(n_); row < n_ && grid.row_blocks > 1 && chain; row += grid.row_block(n_))
        {
            keep_.rows.push_back(row);
            keep_.states.emplace_back(strips_);
        }
        if (chain)
            keep_.largest.assign(keep_.rows.size() + 1, std::vector<Value>(strips_));
        std::size_t const step = grid.column_block(strips_);
        for (std::size_t s = step; s < strips_ && grid.column_blocks > 1; s += step)
            keep_.strips.push_back(s);
        keep_.flows.resize(keep_.strips.size());
    }

    result forward(strip_job const & job)
    {
        strip_flow<Value> flow(plan_, 0, n_);
        std::optional<checkpoint_folder> folder;
        best_cell before;
        std::size_t first_strip = 0;
        if (!job.checkpoint.empty()) {
            folder.emplace(job.checkpoint, plan_.p, strip_engine().name(),
                           fmt::format("{} bytes, strips of {}, {} rows of tiles, {} columns", sizeof(Value),
                                       plan_.columns.width(), keep_.rows.size() + 1, keep_.strips.size() + 1));
            first_strip = resume(*folder, job.task == task::alignment, flow, before);
            keep_.flow_done = [&](std::size_t index, best_cell const & best) {
                write(*folder, index, before.loses_to(best) ? best : before);
                if (job.task == task::length)
                    keep_.flows[index] = {};
            };
        }
        strip_pipeline<Value> pipeline(plan_, maxima_, threads_, control_);
        best_cell best = pipeline.run({0, n_, first_strip, strips_}, {}, flow, keep_);
        keep_.flow_done = {};
        if (best.loses_to(before))
            best = before;
        result r{.length = best.value, .engine = strip_engine().name()};
        if (best.value != 0)
            r.last = matched_pair{best.i, best.j};
        return r;
    }

    // ---- on disk: a part for each kept flow, with what the strips left of it and right of the one before made ----

    [[nodiscard]] static std::string part(std::size_t index) { return fmt::format("strip-{:04}", index); }
    [[nodiscard]] std::size_t part_begin(std::size_t index) const { return index == 0 ? 0 : keep_.strips[index - 1]; }

    void write(checkpoint_folder const & folder, std::size_t index, best_cell const & best) const
    {
        byte_writer out;
        out.put(best);
        strip_flow<Value> const & flow = keep_.flows[index];
        out.put(flow.border.span());
        out.put(flow.left.span());
        for (std::size_t s = part_begin(index); s < keep_.strips[index]; ++s) {
            for (auto const & states : keep_.states)
                out.put(states[s].span());
            for (auto const & largest : keep_.largest)
                out.put(largest[s]);
            for (std::size_t i = 0; i < n_ && maxima_.size() != 0; ++i)
                out.put(maxima_.data()[i * strips_ + s]);
        }
        folder.write(part(index), out.bytes());
    }

    /// Takes up the longest unbroken run of parts; returns the first strip that is still to be done.
    std::size_t resume(checkpoint_folder const & folder, bool chain, strip_flow<Value> & flow, best_cell & best)
    {
        std::size_t first_strip = 0;
        for (std::size_t index = 0; index < keep_.strips.size(); ++index) {
            auto const content = folder.read(part(index));
            if (!content || !take(*content, index, flow, best))
                break;
            first_strip = keep_.strips[index];
            if (chain)
                keep_.flows[index] = strip_flow<Value>(plan_, flow, 0, n_);
        }
        if (control_)
            control_->add_cells(first_strip * plan_.columns.width() * n_);
        return first_strip;
    }

    bool take(std::span<std::byte const> content, std::size_t index, strip_flow<Value> & flow, best_cell & best)
    {
        byte_reader in{content};
        bool good = in.get(best) && in.get(flow.border.span()) && in.get(flow.left.span());
        for (std::size_t s = part_begin(index); s < keep_.strips[index]; ++s) {
            for (auto & states : keep_.states) {
                states[s] = strip_state<Value>(plan_.rows.slots() * slot_stride(plan_.columns.width()));
                good = good && in.get(states[s].span());
            }
            for (auto & largest : keep_.largest)
                good = good && in.get(largest[s]);
            for (std::size_t i = 0; i < n_ && maxima_.size() != 0; ++i)
                good = good && in.get(maxima_.data()[i * strips_ + s]);
        }
        return good;
    }

    strip_plan const & plan_;
    int threads_;
    run_control * control_;
    std::size_t n_, strips_;
    aligned_array<Value> maxima_;
    strip_keep<Value> keep_;
};

/// Tables of at most this many bytes are simply kept, and problems of at most that many cells planned in a hurry.
constexpr std::uint64_t small_table = 32 << 20;
constexpr std::uint64_t small_problem = 4 << 20;

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
        if (std::uint64_t{p.n()} * p.m() <= small_problem)
            return quick_plan(p, o);
        strip_plan const plan{p, {}, value_bytes(p, o.threads)};
        strip_job const job = make_job(plan, o);
        double const share = job.task == task::alignment ? grid_share(job.grid) : 0;
        double const cells = static_cast<double>(p.n()) * static_cast<double>(p.m()) * (1 + share);
        // a whole table costs its writing
        double const again = job.task == task::alignment && job.grid.keep_table ? 0.5 : share;
        // what is kept comes fresh from the system, page by page
        double const written = 6e-10 * static_cast<double>(job_bytes(plan, job, o.threads)) * current_speed().scalar;
        auto const team = std::clamp<double>(static_cast<double>(plan.columns.strips().size()), 1, o.threads);
        return {.cells = static_cast<std::uint64_t>(cells),
                .host_bytes = p.bytes() + plan.bytes(o.threads) + job_bytes(plan, job, o.threads),
                .seconds = plan.seconds(current_speed()) * (1 + again) / team + written};
    }

    result solve(problem const & p, options const & o) const override
    {
        strip_plan const plan{p, {}, value_bytes(p, o.threads)};
        return run_strips(plan, make_job(plan, o), o.threads, o.control);
    }

private:
    /// A bound without compiling anything: small problems come in thousands.
    static cost quick_plan(problem const & p, options const & o)
    {
        std::uint64_t const n = p.n(), m = p.m(), columns = (m + 63) / 64 * 64 + 64, bytes = value_bytes(p);
        std::uint64_t const slots = std::min<std::uint64_t>(n, std::uint64_t{p.limits_a().max_hi()} + 2) + 2;
        std::uint64_t const table = o.task == task::alignment ? n * columns * bytes : 0;
        return {.cells = n * m,
                .host_bytes = p.bytes() + table + (slots + 12) * columns * bytes + n * 160 + m * 96 + (16 << 10),
                .seconds = static_cast<double>(n * m) * 2.7e-10 * current_speed().vectors +
                           static_cast<double>(n + m) * 1e-7 * current_speed().scalar};
    }

    static std::uint64_t job_bytes(strip_plan const & plan, strip_job const & job, int threads)
    {
        bool const chain = job.task == task::alignment;
        std::uint64_t const flow = plan.p.n() * plan.flow_bytes();
        std::uint64_t bytes = chain ? grid_bytes(plan, job.grid) : 0;
        if (!job.checkpoint.empty() && job.grid.column_blocks > 1) {
            std::uint64_t const strips = job.grid.column_block(plan.columns.strips().size());
            std::uint64_t const states = chain ? (job.grid.row_blocks - 1) * strips * plan.state_bytes() : 0;
            std::uint64_t const on_their_way = chain ? 0 : static_cast<std::uint64_t>(threads + 1) * flow;
            bytes += on_their_way + flow + states; // the part that is being written
        }
        return bytes;
    }
};

} // namespace

std::size_t value_bytes(problem const & p, int threads)
{
    constexpr std::size_t largest = std::numeric_limits<std::uint16_t>::max();
    if (std::min(p.n(), p.m()) <= largest)
        return 2;
    if (std::max(p.n(), p.m()) > 2 * largest)
        return 4;
    return bit_lcs(p, {}, false, threads, nullptr).length <= largest ? 2 : 4;
}

strip_plan::strip_plan(problem const & given, strip_sizes const & s, std::size_t bytes_of_value)
    : p{given}, sizes{s}, value_bytes{bytes_of_value}, letters{given}, rows{given.limits_a(), active_rows(letters)},
      columns{given, letters, s, bytes_of_value}
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
    constexpr double pass = 2.4, level = 3.7, uniform = 8, dense_term = 2.7, permute_term = 5, lists = 8, near = 9,
                     far = 26, request = 14, running = 24, row_of_strip = 150, rate = 1.1e10;
    column_plan::row_work const & w = columns.work();
    auto const n = static_cast<double>(p.n());
    double const lanes = static_cast<double>(vector_bytes()) / static_cast<double>(value_bytes) / 16;
    double const dense = dense_term * static_cast<double>(dense_terms(columns.tiers()));
    double const kernel = columns.kernel() == column_kernel::dense   ? dense
                          : columns.kernel() == column_kernel::lists ? lists
                          : columns.kernel() == column_kernel::permute
                              ? permute_term * static_cast<double>(permute_terms(columns.tiers()))
                              : uniform;
    double const vectors =
        w.vectors * (pass * static_cast<double>(rows.passes()) / std::max(n, 1.0) + kernel) + w.levels * level;
    double const entries = w.near * near + w.far * far + w.requests * request + w.running * running;
    double const one_by_one = entries + row_of_strip * static_cast<double>(columns.strips().size());
    return n * (vectors / lanes * speed.vectors + one_by_one * speed.entries) / rate;
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

strip_job make_job(strip_plan const & plan, options const & o)
{
    strip_job job{.task = o.task, .checkpoint = o.checkpoint};
    std::uint64_t const used = plan.p.bytes() + plan.bytes(o.threads);
    std::uint64_t const budget = o.max_memory > used ? o.max_memory - used : 0;
    if (o.task == task::alignment)
        job.grid = choose_grid(plan, budget);
    if (!o.checkpoint.empty() && !job.grid.keep_table) {
        constexpr double interval = 10; // seconds between two parts
        double const seconds = plan.seconds() / o.threads;
        strip_grid finer = job.grid;
        std::size_t const most = std::min<std::size_t>(plan.columns.strips().size(), 64);
        finer.column_blocks =
            std::max(finer.column_blocks, std::min(static_cast<std::size_t>(seconds / interval), most));
        if (o.task == task::length || grid_bytes(plan, finer) <= budget)
            job.grid = finer;
    }
    return job;
}

result run_strips(strip_plan const & plan, strip_job const & job, int threads, run_control * control)
{
    return plan.value_bytes == 2 ? strip_run<std::uint16_t>{plan, threads, control}.solve(job)
                                 : strip_run<std::uint32_t>{plan, threads, control}.solve(job);
}

result run_strips(strip_plan const & plan, int threads, run_control * control)
{
    return run_strips(plan, {.task = task::length}, threads, control);
}

engine const & strip_engine()
{
    static strips const instance;
    return instance;
}

} // namespace vglcs::cpu
