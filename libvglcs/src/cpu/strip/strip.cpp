// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/strip/strip.hpp"

#include "cpu/bitlcs.hpp"
#include "cpu/engines.hpp"
#include "cpu/strip/pipeline.hpp"
#include "cpu/strip/tiles.hpp"
#include "solve/checkpoints.hpp"
#include "solve/tile_traceback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
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
        strip_blocks const blocks = grid.levels.front();
        tile_size const tile = grid.tile(0, n_, strips_);
        bool const chain = job.task == task::alignment;
        if (chain && grid.keep_table) {
            keep_.table = aligned_array<Value>(strips_ * n_ * plan_.columns.width());
            return;
        }
        for (std::size_t row = tile.rows; row < n_ && blocks.rows > 1 && chain; row += tile.rows) {
            keep_.rows.push_back(row);
            keep_.states.emplace_back(strips_);
        }
        if (chain)
            keep_.largest.assign(keep_.rows.size() + 1, std::vector<Value>(strips_));
        for (std::size_t s = tile.strips; s < strips_ && blocks.columns > 1; s += tile.strips)
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
        strip_flow<Value> const & flow = keep_.flows[index];
        std::size_t const strips = keep_.strips[index] - part_begin(index);
        byte_writer out{sizeof best + flow.bytes() +
                        strips * (keep_.states.size() * plan_.state_bytes() +
                                  (keep_.largest.size() + (maxima_.size() != 0 ? n_ : 0)) * sizeof(Value))};
        out.put(best);
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

/// Bytes of the part of a job's checkpoints that is being written, and of those on their way.
std::uint64_t part_bytes(strip_plan const & plan, strip_job const & job, int threads)
{
    if (!job.writes_parts())
        return 0;
    std::uint64_t const flow = plan.p.n() * plan.flow_bytes();
    std::uint64_t const strips = job.grid.tile(0, plan.p.n(), plan.columns.strips().size()).strips;
    bool const chain = job.task == task::alignment;
    std::uint64_t const states = chain ? (job.grid.levels.front().rows - 1) * strips * plan.state_bytes() : 0;
    return flow + states + (chain ? 0 : static_cast<std::uint64_t>(threads + 1) * flow);
}

std::uint64_t job_bytes(strip_plan const & plan, strip_job const & job, int threads)
{
    return (job.task == task::alignment ? grid_bytes(plan, job.grid) : 0) + part_bytes(plan, job, threads);
}

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
    bool supports(problem const & p, task) const noexcept override { return p.is_unit(); }

    cost plan(problem const & p, options const & o) const override
    {
        return is_small(p) ? quick_plan(p, o) : compiled_run{p, o}.cost();
    }

    result solve(problem const & p, options const & o) const override
    {
        strip_plan const plan{p, {}, value_bytes(p, o.threads)};
        return run(plan, make_job(plan, o), o);
    }

    std::unique_ptr<prepared_run> prepare(problem const & p, options const & o) const override
    {
        if (is_small(p))
            return engine::prepare(p, o);
        return std::make_unique<compiled_run>(p, o);
    }

private:
    /// Compiled once, for its cost and its run: the bound of the values alone is a hundredth of the run.
    struct compiled
    {
        strip_plan plan;
        strip_job job;
        compiled(problem const & p, options const & o) : plan{p, {}, value_bytes(p, o.threads)}, job{make_job(plan, o)}
        {
        }
    };
    class compiled_run final : private compiled, public prepared_run
    {
    public:
        compiled_run(problem const & p, options const & o)
            : compiled{p, o}, prepared_run{cost_of(plan, job, o.threads)}, options_{o}
        {
        }
        [[nodiscard]] result solve() const override { return run(plan, job, options_); }

    private:
        options const & options_;
    };

    static bool is_small(problem const & p) { return std::uint64_t{p.n()} * p.m() <= small_problem; }

    static cost cost_of(strip_plan const & plan, strip_job const & job, int threads)
    {
        problem const & p = plan.p;
        double const share = job.task == task::alignment ? grid_share(job.grid) : 0;
        double const cells = static_cast<double>(p.n()) * static_cast<double>(p.m()) * (1 + share);
        // a whole table costs its writing
        double const again = job.task == task::alignment && job.grid.keep_table ? 0.5 : share;
        // what is kept comes fresh from the system, page by page
        double const written = 6e-10 * static_cast<double>(job_bytes(plan, job, threads)) * current_speed().scalar;
        auto const team = std::clamp<double>(static_cast<double>(plan.columns.strips().size()), 1, threads);
        return {.cells = static_cast<std::uint64_t>(cells),
                .host_bytes = p.bytes() + plan.bytes(threads) + job_bytes(plan, job, threads),
                .seconds = plan.seconds(current_speed()) * (1 + again) / team + written};
    }

    static result run(strip_plan const & plan, strip_job const & job, options const & o)
    {
        if (!job.checkpoint.empty() && !job.writes_parts() && o.note)
            o.note(too_short_for_parts(job.checkpoint));
        return run_strips(plan, job, o.threads, o.control);
    }

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

tile_size strip_grid::tile(std::size_t level, std::size_t n, std::size_t strips) const noexcept
{
    tile_size t{n, strips};
    for (std::size_t k = 0; k <= level; ++k) {
        t.rows = (t.rows + levels[k].rows - 1) / levels[k].rows;
        t.strips = (t.strips + levels[k].columns - 1) / levels[k].columns;
    }
    return t;
}

std::uint64_t grid_bytes(strip_plan const & plan, strip_grid const & grid) noexcept
{
    std::uint64_t const n = plan.p.n(), strips = plan.columns.strips().size();
    std::uint64_t const row_of_strip = plan.columns.width() * plan.value_bytes;
    if (grid.keep_table)
        return n * strips * row_of_strip;
    auto const kept = [&](strip_blocks const & blocks, std::uint64_t rows, std::uint64_t across) {
        return (blocks.rows - 1) * across * plan.state_bytes() + (blocks.columns - 1) * rows * plan.flow_bytes();
    };
    std::uint64_t tiles = 0; // while the chain is traced
    std::size_t columns = 1;
    tile_size t{n, strips};
    for (std::size_t level = 0; level < grid.levels.size(); ++level) {
        // a window may touch two tiles at once
        if (level > 0)
            tiles += std::min<std::uint64_t>(2, columns) * kept(grid.levels[level], t.rows, t.strips);
        t = grid.tile(level, n, strips);
        columns *= grid.levels[level].columns;
    }
    tiles += std::min<std::uint64_t>(2, columns) * t.rows * t.strips * row_of_strip;
    tiles += grid.tile(0, n, strips).rows * plan.flow_bytes(); // of the tile that is being computed
    std::uint64_t const forward = n * plan.flow_bytes();       // given back before that
    return kept(grid.levels.front(), n, strips) + (tiles > forward ? tiles - forward : 0);
}

namespace {

/// The part of the table that is computed again where the chain goes through a grid of r x c tiles. It passes r + c - 1
/// of them, and on average two thirds of each lie up and left of where it enters.
double share_of(double r, double c)
{
    return (r + c - 1) / (r * c) * (r * c > 1 ? 0.67 : 1);
}

/// The grid of any number of levels that computes least within the budget, the smallest where none fits: the cheapest
/// way through the lattice of (blocks of rows, blocks of columns), each step a level that costs its checkpoints and
/// computes a share again, for prices of memory that close in on the budget.
strip_grid cheapest_levels(strip_plan const & plan, std::uint64_t budget)
{
    constexpr std::array<std::size_t, 8> factors{1, 2, 3, 4, 6, 8, 12, 16};
    std::size_t const n = std::max<std::size_t>(plan.p.n(), 1),
                      strips = std::max<std::size_t>(plan.columns.strips().size(), 1);
    // a window touches two tiles at most where none is narrower than it
    std::size_t const reach = std::min<std::size_t>(std::size_t{plan.p.limits_b().max_hi()} + 1, plan.p.m());
    std::size_t const narrowest = reach / plan.columns.width() + 1;
    std::vector<std::size_t> blocks; // 2^k and 3 * 2^k
    for (std::size_t k = 1; k <= std::max(n, strips); k *= 2) {
        blocks.push_back(k);
        if (k > 1)
            blocks.push_back(k / 2 * 3);
    }
    std::vector<std::size_t> rows, columns;
    std::ranges::copy_if(blocks, std::back_inserter(rows), [&](std::size_t r) { return r <= n && r <= 12'288; });
    std::ranges::copy_if(blocks, std::back_inserter(columns),
                         [&](std::size_t c) { return c == 1 || (c <= strips && strips / c >= narrowest); });
    auto const state = static_cast<double>(strips * plan.state_bytes());
    auto const flow = static_cast<double>(n * plan.flow_bytes());
    double const table = static_cast<double>(n) * static_cast<double>(strips * plan.columns.width() * plan.value_bytes);
    struct node
    {
        double cost = std::numeric_limits<double>::infinity();
        std::size_t from = 0;
    };
    auto const grid_for = [&](double price) { // of a byte, in shares of the table
        std::vector<node> nodes(rows.size() * columns.size());
        auto const reach_node = [&](std::size_t r, std::size_t c, std::size_t from, double cost) {
            cost += share_of(static_cast<double>(rows[r]), static_cast<double>(columns[c]));
            if (node & x = nodes[r * columns.size() + c]; cost < x.cost)
                x = {cost, from};
        };
        constexpr std::size_t start = ~std::size_t{0};
        for (std::size_t r = 0; r < rows.size() && rows[r] <= 128; ++r)
            for (std::size_t c = 0; c < columns.size() && columns[c] <= 128; ++c)
                reach_node(r, c, start,
                           price *
                               (static_cast<double>(rows[r] - 1) * state + static_cast<double>(columns[c] - 1) * flow));
        std::size_t best = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t at = 0; at < nodes.size(); ++at) {
            std::size_t const r = at / columns.size(), c = at % columns.size();
            double const tiles = price * std::min<double>(2, static_cast<double>(columns[c]));
            double const here = nodes[at].cost, rr = static_cast<double>(rows[r]), cc = static_cast<double>(columns[c]);
            if (here + tiles * table / rr / cc < least) {
                least = here + tiles * table / rr / cc;
                best = at;
            }
            for (std::size_t to_r = r; to_r < rows.size(); ++to_r)
                for (std::size_t to_c = c; to_c < columns.size(); ++to_c) {
                    std::size_t const by_r = rows[to_r] / rows[r], by_c = columns[to_c] / columns[c];
                    if (by_r * by_c == 1 || rows[to_r] % rows[r] != 0 || columns[to_c] % columns[c] != 0 ||
                        !std::ranges::binary_search(factors, by_r) || !std::ranges::binary_search(factors, by_c))
                        continue;
                    reach_node(to_r, to_c, at,
                               here + tiles * (static_cast<double>(by_r - 1) * state / cc +
                                               static_cast<double>(by_c - 1) * flow / rr));
                }
        }
        strip_grid grid{.levels = {}};
        for (std::size_t at = best; at != start; at = nodes[at].from) {
            std::size_t const from = nodes[at].from;
            bool const first = from == start;
            strip_blocks const before =
                first ? strip_blocks{} : strip_blocks{rows[from / columns.size()], columns[from % columns.size()]};
            grid.levels.insert(grid.levels.begin(), strip_blocks{rows[at / columns.size()] / before.rows,
                                                                 columns[at % columns.size()] / before.columns});
        }
        return grid;
    };
    double const least = table + state + flow;
    double low = 1e-6 / least, high = 1e6 / least; // at the lower price memory counts for nothing, at the higher time
    strip_grid best = grid_for(high);
    for (int k = 0; k < 24 && grid_bytes(plan, best) <= budget; ++k) {
        double const price = std::sqrt(low * high);
        strip_grid const g = grid_for(price);
        bool const fits = grid_bytes(plan, g) <= budget;
        (fits ? high : low) = price;
        if (fits && grid_share(g) <= grid_share(best))
            best = g;
    }
    return best;
}

} // namespace

double grid_share(strip_grid const & grid) noexcept
{
    double share = 0, r = 1, c = 1;
    if (!grid.keep_table)
        for (strip_blocks const & blocks : grid.levels) {
            r *= static_cast<double>(blocks.rows);
            c *= static_cast<double>(blocks.columns);
            share += share_of(r, c);
        }
    return share;
}

strip_grid choose_grid(strip_plan const & plan, std::uint64_t budget)
{
    std::size_t const n = plan.p.n(), strips = plan.columns.strips().size();
    strip_grid whole{.keep_table = true};
    if (std::uint64_t const bytes = grid_bytes(plan, whole); bytes <= small_table && bytes <= budget)
        return whole;
    constexpr std::array<std::size_t, 14> blocks{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128};
    auto const rank = [&](strip_grid const & g) {
        std::uint64_t const bytes = grid_bytes(plan, g);
        double const share = grid_share(g);
        int const kind = bytes > budget ? 2 : share > 0.25 ? 1 : 0;
        return std::tuple{kind, kind == 1 ? share : static_cast<double>(bytes), share};
    };
    strip_grid best;
    auto best_rank = rank(best);
    auto const consider = [&](strip_grid const & g) {
        if (auto const its = rank(g); its < best_rank) {
            best = g;
            best_rank = its;
        }
    };
    strip_grid one{.levels = {{}}}, two{.levels = {{}, {}}};
    for (std::size_t const r : blocks)
        for (std::size_t const c : blocks) {
            if (r > std::max<std::size_t>(n, 1) || c > std::max<std::size_t>(strips, 1))
                continue;
            one.levels[0] = two.levels[0] = {r, c};
            consider(one);
            for (std::size_t const b : {2, 4, 8, 16}) {
                two.levels[1] = {b, 1};
                consider(two);
            }
        }
    if (std::get<0>(best_rank) != 0)
        consider(cheapest_levels(plan, budget));
    return best;
}

strip_job make_job(strip_plan const & plan, options const & o)
{
    strip_job job;
    job.task = o.task;
    job.checkpoint = o.checkpoint;
    std::uint64_t const used = plan.p.bytes() + plan.bytes(o.threads);
    std::uint64_t const budget = o.max_memory > used ? o.max_memory - used : 0;
    // what the program holds beside the problem comes out of the same budget, and grids like to fill it
    constexpr std::uint64_t program = 32 << 20;
    std::uint64_t const aim = budget - std::min(budget / 8, program);
    if (o.task == task::alignment)
        job.grid = choose_grid(plan, aim);
    if (o.checkpoint.empty() || job.grid.keep_table)
        return job;
    if (std::uint64_t const part = part_bytes(plan, job, o.threads); job_bytes(plan, job, o.threads) > budget)
        job.grid = choose_grid(plan, aim - std::min(aim, part));
    constexpr double interval = 10; // seconds between two parts
    double const seconds = plan.seconds() / o.threads;
    std::size_t const most = std::min<std::size_t>(plan.columns.strips().size(), 64);
    std::size_t & columns = job.grid.levels.front().columns;
    std::size_t const before = columns;
    columns = std::max(columns, std::min(static_cast<std::size_t>(seconds / interval), most));
    if (o.task == task::alignment && job_bytes(plan, job, o.threads) > budget)
        columns = before;
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
