// SPDX-License-Identifier: BSD-3-Clause
/// Arrays that librmq's device structures are tested and measured on, and sizes around their edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <vector>

namespace vglcs::test {

/// VGLCS_GPU_TEST_SMALL makes the suites of the device short enough for compute-sanitizer.
[[nodiscard]] inline bool small_suite()
{
    return std::getenv("VGLCS_GPU_TEST_SMALL") != nullptr;
}

/// A fraction of the work in a small suite.
[[nodiscard]] inline std::size_t share(std::size_t count)
{
    return small_suite() ? count / 20 + 1 : count;
}

enum class input_shape {
    random,     ///< few equal values
    few_values, ///< 0, 1, 2
    equal,
    rising,
    falling,
    saw,      ///< rising teeth of 1,000
    fall_saw, ///< falling teeth of 3,000
    mountain, ///< Ryssel's worst case: 0 2 4 5 3 1
    valley,   ///< 5 3 1 0 2 4
    walk,     ///< steps of -1, 0, 1
    plateaus, ///< rising, each value 700 times
    cliffs    ///< falling blocks of rising values: many far matches
};
inline constexpr input_shape all_shapes[] = {input_shape::random,   input_shape::few_values, input_shape::equal,
                                             input_shape::rising,   input_shape::falling,    input_shape::saw,
                                             input_shape::fall_saw, input_shape::mountain,   input_shape::valley,
                                             input_shape::walk,     input_shape::plateaus,   input_shape::cliffs};

/// The shapes to test; in a small suite few that take different ways.
[[nodiscard]] inline std::vector<input_shape> tested_shapes()
{
    if (small_suite())
        return {input_shape::random, input_shape::few_values, input_shape::mountain, input_shape::cliffs};
    return {std::begin(all_shapes), std::end(all_shapes)};
}

[[nodiscard]] inline char const * name(input_shape shape)
{
    constexpr char const * names[] = {"random",      "few values", "equal",  "rising", "falling",  "saw",
                                      "falling saw", "mountain",   "valley", "walk",   "plateaus", "cliffs"};
    return names[static_cast<int>(shape)];
}

/// Evenly spread bits of k (splitmix64).
[[nodiscard]] inline std::uint64_t scattered(std::uint64_t k)
{
    k = (k + 1) * 0x9e3779b97f4a7c15ULL;
    k = (k ^ (k >> 30)) * 0xbf58476d1ce4e5b9ULL;
    k = (k ^ (k >> 27)) * 0x94d049bb133111ebULL;
    return k ^ (k >> 31);
}

/// n values of that shape; random ones depend on the seed only, not on threads.
template <class Value>
[[nodiscard]] std::vector<Value> make_values(std::size_t n, input_shape shape, std::uint64_t seed = 1)
{
    std::vector<Value> out(n);
    auto const all = static_cast<std::int64_t>(n);
#pragma omp parallel for schedule(static)
    for (std::int64_t k = 0; k < all; ++k) {
        std::uint64_t const random = scattered(scattered(seed) + static_cast<std::uint64_t>(k));
        std::int64_t const up = k < all / 2 ? 2 * k : 2 * (all - 1 - k) + 1;
        std::int64_t v = 0;
        switch (shape) {
        case input_shape::random:
            v = static_cast<std::int32_t>(random);
            break;
        case input_shape::few_values:
            v = static_cast<std::int64_t>(random % 3);
            break;
        case input_shape::equal:
            v = 5;
            break;
        case input_shape::rising:
            v = k;
            break;
        case input_shape::falling:
            v = all - k;
            break;
        case input_shape::saw:
            v = k % 1000;
            break;
        case input_shape::fall_saw:
            v = 3000 - k % 3000;
            break;
        case input_shape::mountain:
            v = up;
            break;
        case input_shape::valley:
            v = 2 * all - up;
            break;
        case input_shape::walk:
            v = static_cast<std::int64_t>(random % 3) - 1;
            break;
        case input_shape::plateaus:
            v = k / 700;
            break;
        case input_shape::cliffs:
            v = k % 5000 + (all - k) / 5000 * 3;
            break;
        }
        out[static_cast<std::size_t>(k)] = static_cast<Value>(v);
    }
    if (shape == input_shape::walk)
        for (std::size_t i = 1; i < n; ++i)
            out[i] = static_cast<Value>(out[i] + out[i - 1]);
    return out;
}

/// Sizes around a warp, a chunk, a subset, a tile, 32 and 33 tiles.
[[nodiscard]] inline std::vector<std::size_t> edge_sizes()
{
    if (small_suite())
        return {0, 1, 2, 31, 33, 512, 4095, 8193};
    std::vector<std::size_t> out{0, 1, 2};
    for (std::size_t const edge : {16, 32, 256, 512, 4096, 8192, 131'072})
        for (std::size_t const n : {edge - 1, edge, edge + 1})
            out.push_back(n);
    out.push_back(139'264 + 77);
    return out;
}

} // namespace vglcs::test
