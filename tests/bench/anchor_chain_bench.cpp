// SPDX-License-Identifier: BSD-3-Clause
// Blocks of anchors: seconds of the first block and of all, one thread. VGLCS_BENCH_ANCHORS sets how many (default
// 1,000,000). Sets: `genes`, half in collinear runs of 20 to 400 genes, half at random, over a quarter as many ranks;
// `noise`, all at random; `square`, points of which a box of the limits holds 25 or 1,000.
#include <vglcs/anchor_chain.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

using namespace vglcs;

namespace {

std::size_t anchors_wanted()
{
    char const * const text = std::getenv("VGLCS_BENCH_ANCHORS");
    return text ? static_cast<std::size_t>(std::strtod(text, nullptr)) : 1'000'000;
}

enum set : std::int64_t { genes, noise, square };

class numbers
{
public:
    std::int64_t below(std::int64_t bound)
    {
        return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(bound));
    }

private:
    std::mt19937_64 random_{1};
};

std::vector<anchor> make(set kind, std::int64_t limit, std::int64_t neighbours)
{
    std::vector<anchor> out(anchors_wanted());
    auto const size = static_cast<std::int64_t>(out.size());
    numbers n;
    std::int64_t side = kind == genes ? size / 4 : size;
    if (kind == square)
        side = static_cast<std::int64_t>(static_cast<double>(limit) *
                                         std::sqrt(static_cast<double>(size) / static_cast<double>(neighbours)));
    std::size_t k = 0;
    while (kind == genes && k < out.size() / 2) {
        std::int64_t x = n.below(side), y = n.below(side);
        bool const falling = n.below(2) == 1;
        for (std::int64_t length = 20 + n.below(380); length > 0 && k < out.size() / 2; --length) {
            x += 1 + n.below(6);
            y += (falling ? -1 : 1) * (1 + n.below(6));
            out[k++] = {.x = x, .y = y, .weight = 50, .falling = falling};
        }
    }
    for (; k < out.size(); ++k)
        out[k] = {.x = n.below(side), .y = n.below(side), .weight = 1 + n.below(50), .falling = n.below(2) == 1};
    return out;
}

/// Arguments: set, limit, neighbours in a box, both directions for every anchor, all blocks.
void chain(benchmark::State & state)
{
    std::vector<anchor> const anchors = make(static_cast<set>(state.range(0)), state.range(1), state.range(2));
    chain_rules rules{.limits = {.lo_x = 0, .hi_x = state.range(1), .lo_y = 0, .hi_y = state.range(1)},
                      .either_direction = state.range(3) != 0,
                      .threads = 1};
    if (state.range(4) == 0)
        rules.most_blocks = 1;
    anchor_blocks found;
    for ([[maybe_unused]] auto const _ : state)
        found = chain_anchors(anchors, rules);
    state.counters["blocks"] = static_cast<double>(found.blocks.size());
    state.counters["best"] = found.blocks.empty() ? 0 : static_cast<double>(found.blocks[0].score);
}

BENCHMARK(chain)
    ->ArgNames({"set", "limit", "neighbours", "both", "all"})
    ->ArgsProduct({{genes, noise}, {25, 1000}, {0}, {0, 1}, {0, 1}})
    ->ArgsProduct({{square}, {10'000}, {25, 1000}, {0}, {0}})
    ->Args({square, 10'000, 25, 0, 1})
    ->Unit(benchmark::kSecond)
    ->Iterations(1);

} // namespace

BENCHMARK_MAIN();
