// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/strip/grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

namespace vglcs::cpu {

tile_size strip_grid::tile(std::size_t level, std::size_t n, std::size_t strips) const noexcept
{
    tile_size t{n, strips};
    for (std::size_t k = 0; k <= level; ++k) {
        t.rows = (t.rows + levels[k].rows - 1) / levels[k].rows;
        t.strips = (t.strips + levels[k].columns - 1) / levels[k].columns;
    }
    return t;
}

std::uint64_t grid_bytes(grid_shape const & table, strip_grid const & grid) noexcept
{
    std::uint64_t const n = table.rows, strips = table.strips;
    std::uint64_t const row_of_strip = table.width * table.value_bytes;
    if (grid.keep_table)
        return table.rows_of_strips * row_of_strip;
    auto const kept = [&](strip_blocks const & blocks, std::uint64_t rows, std::uint64_t across) {
        return (blocks.rows - 1) * std::min<std::uint64_t>(across, table.most_strips) * table.state_bytes +
               (blocks.columns - 1) * std::min<std::uint64_t>(rows, table.most_rows) * table.flow_bytes;
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
    tiles += std::min<std::uint64_t>(2, columns) * rows_of_tile(table, t) * row_of_strip;
    tiles += grid.tile(0, n, strips).rows * table.flow_bytes; // of the tile that is being computed
    std::uint64_t const forward = n * table.flow_bytes;       // given back before that
    return kept(grid.levels.front(), n, strips) + (tiles > forward ? tiles - forward : 0);
}

namespace {

/// The part of what was computed that is computed again where the chain goes through a grid of r x c tiles. It passes
/// r + c - 1 of them, and on average two thirds of each lie up and left of where it enters.
double share_of(grid_shape const & table, double r, double c)
{
    double const entered = r * c > 1 ? 0.67 : 1;
    if (table.is_whole())
        return (r + c - 1) / (r * c) * entered;
    double const rows = static_cast<double>(table.rows) / r, strips = static_cast<double>(table.strips) / c;
    double const tile = std::min(rows * std::min(strips, static_cast<double>(table.most_strips)),
                                 strips * std::min(rows, static_cast<double>(table.most_rows)));
    return std::min(1.0, (r + c - 1) * tile / static_cast<double>(table.rows_of_strips)) * entered;
}

/// The grid of any number of levels that computes least within the budget, the smallest where none fits: the cheapest
/// way through the lattice of (blocks of rows, blocks of columns), each step a level that costs its checkpoints and
/// computes a share again, for prices of memory that close in on the budget.
strip_grid cheapest_levels(grid_shape const & table, std::uint64_t budget)
{
    constexpr std::array<std::size_t, 8> factors{1, 2, 3, 4, 6, 8, 12, 16};
    std::size_t const n = std::max<std::size_t>(table.rows, 1), strips = std::max<std::size_t>(table.strips, 1);
    // a window touches two tiles at most where none is narrower than it
    std::size_t const narrowest = table.reach / table.width + 1;
    std::vector<std::size_t> blocks; // 2^k and 3 * 2^k
    for (std::size_t k = 1; k <= std::max(n, strips); k *= 2) {
        blocks.push_back(k);
        if (k > 1)
            blocks.push_back(k / 2 * 3);
    }
    std::vector<std::size_t> rows, columns;
    std::ranges::copy_if(blocks, std::back_inserter(rows),
                         [&](std::size_t r) { return r == 1 || (table.cuts_rows && r <= n && r <= 12'288); });
    std::ranges::copy_if(blocks, std::back_inserter(columns),
                         [&](std::size_t c) { return c == 1 || (c <= strips && strips / c >= narrowest); });
    auto const state = static_cast<double>(strips * table.state_bytes);
    auto const flow = static_cast<double>(n * table.flow_bytes);
    double const whole = static_cast<double>(n) * static_cast<double>(strips * table.width * table.value_bytes);
    struct node
    {
        double cost = std::numeric_limits<double>::infinity();
        std::size_t from = 0;
    };
    auto const grid_for = [&](double price) { // of a byte, in shares of the table
        std::vector<node> nodes(rows.size() * columns.size());
        auto const reach_node = [&](std::size_t r, std::size_t c, std::size_t from, double cost) {
            cost += share_of(table, static_cast<double>(rows[r]), static_cast<double>(columns[c]));
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
            if (here + tiles * whole / rr / cc < least) {
                least = here + tiles * whole / rr / cc;
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
    double const least = whole + state + flow;
    double low = 1e-6 / least, high = 1e6 / least; // at the lower price memory counts for nothing, at the higher time
    strip_grid best = grid_for(high);
    for (int k = 0; k < 24 && grid_bytes(table, best) <= budget; ++k) {
        double const price = std::sqrt(low * high);
        strip_grid const g = grid_for(price);
        bool const fits = grid_bytes(table, g) <= budget;
        (fits ? high : low) = price;
        if (fits && grid_share(table, g) <= grid_share(table, best))
            best = g;
    }
    return best;
}

/// The grid of one level, or the whole table, that takes least time where only a part of the table is computed: what is
/// kept comes fresh from the system, and a page of it takes as long as some thousand cells. Nothing where none fits.
std::optional<strip_grid> grid_of_part(grid_shape const & table, std::uint64_t budget)
{
    constexpr double byte = 3, keeping = 0.3; // in cells; the share that writing all of them costs
    auto const cells = static_cast<double>(table.rows_of_strips) * static_cast<double>(table.width);
    std::optional<strip_grid> best;
    double least = 0;
    auto const consider = [&](strip_grid const & g) {
        std::uint64_t const bytes = grid_bytes(table, g);
        double const time = (g.keep_table ? keeping : grid_share(table, g)) * cells + byte * static_cast<double>(bytes);
        if (bytes > budget || (best && time >= least))
            return;
        best = g;
        least = time;
    };
    consider({.keep_table = true});
    strip_grid one{.levels = {{}}};
    for (std::size_t r = 1; r <= (table.cuts_rows ? table.rows : 1) && r <= 4096; r *= 2)
        for (std::size_t c = 1; c <= table.strips && table.strips / c >= table.narrowest; c *= 2) {
            one.levels[0] = {r, c};
            consider(one);
        }
    return best;
}

} // namespace

std::size_t rows_of_tile(grid_shape const & table, tile_size const & tile) noexcept
{
    return std::min(tile.rows * std::min(tile.strips, table.most_strips),
                    tile.strips * std::min(tile.rows, table.most_rows));
}

double grid_share(grid_shape const & table, strip_grid const & grid) noexcept
{
    double share = 0, r = 1, c = 1;
    if (!grid.keep_table)
        for (strip_blocks const & blocks : grid.levels) {
            r *= static_cast<double>(blocks.rows);
            c *= static_cast<double>(blocks.columns);
            share += share_of(table, r, c);
        }
    return share;
}

strip_grid choose_grid(grid_shape const & table, std::uint64_t budget)
{
    if (!table.is_whole())
        if (auto const grid = grid_of_part(table, budget))
            return *grid;
    std::size_t const n = table.rows, strips = table.strips;
    strip_grid whole{.keep_table = true};
    if (std::uint64_t const bytes = grid_bytes(table, whole); bytes <= small_table && bytes <= budget)
        return whole;
    constexpr std::array<std::size_t, 14> blocks{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128};
    auto const rank = [&](strip_grid const & g) {
        std::uint64_t const bytes = grid_bytes(table, g);
        double const share = grid_share(table, g);
        int const kind = bytes > budget ? 2 : share > 0.25 ? 1 : 0;
        return kind == 1 ? std::tuple{kind, share, static_cast<double>(bytes)}
                         : std::tuple{kind, static_cast<double>(bytes), share};
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
            if (r > std::max<std::size_t>(table.cuts_rows ? n : 1, 1) || c > std::max<std::size_t>(strips, 1) ||
                (c > 1 && strips / c < table.narrowest))
                continue;
            one.levels[0] = two.levels[0] = {r, c};
            consider(one);
            for (std::size_t const b : {2, 4, 8, 16}) {
                two.levels[1] = table.cuts_rows ? strip_blocks{b, 1} : strip_blocks{1, b};
                if (table.cuts_rows || strips / c / b >= table.narrowest)
                    consider(two);
            }
        }
    if (std::get<0>(best_rank) != 0)
        consider(cheapest_levels(table, budget));
    // slots of thousands of rows may take more than the table
    if (std::uint64_t const bytes = grid_bytes(table, whole); bytes <= budget && bytes <= grid_bytes(table, best))
        return whole;
    return best;
}

} // namespace vglcs::cpu
