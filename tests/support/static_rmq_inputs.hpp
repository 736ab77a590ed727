// SPDX-License-Identifier: BSD-3-Clause
/// Arrays and ranges on which static range-extremum structures are tested, on the CPU and on a device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <rmq/range.hpp>

namespace static_rmq_suite {

template <class Value>
std::vector<Value> random_values(std::size_t n, std::uint64_t seed, Value low, Value high)
{
    std::mt19937_64 random{seed};
    std::vector<Value> values(n);
    if constexpr (std::is_floating_point_v<Value>) {
        std::uniform_real_distribution<Value> distribution{low / 4, high / 4}; // their difference has to be finite
        for (Value & value : values)
            value = 4 * distribution(random);
    } else {
        using wide = std::conditional_t<std::is_signed_v<Value>, long long, unsigned long long>;
        std::uniform_int_distribution<wide> distribution{low, high};
        for (Value & value : values)
            value = static_cast<Value>(distribution(random));
    }
    return values;
}

template <class Value>
struct named_values
{
    std::string name;
    std::vector<Value> values;
};

/// Inputs of n values that stress different paths: ties, long stacks, extremes of the type.
template <class Value>
std::vector<named_values<Value>> inputs(std::size_t n)
{
    using limits = std::numeric_limits<Value>;
    std::vector<named_values<Value>> all;
    auto const generate = [&](std::string name, auto const & f) {
        std::vector<Value> values(n);
        for (std::size_t i = 0; i < n; ++i)
            values[i] = static_cast<Value>(f(i));
        all.push_back({std::move(name), std::move(values)});
    };
    generate("equal", [](std::size_t) { return 7; });
    generate("equal to the largest", [](std::size_t) { return limits::max(); });
    generate("equal to the lowest", [](std::size_t) { return limits::lowest(); });
    generate("rising", [](std::size_t i) { return i; });
    generate("falling", [n](std::size_t i) { return n - i; });
    generate("saw", [](std::size_t i) { return i % 23; });
    generate("falling saw", [n](std::size_t i) { return (n - i) % 37; });
    generate("plateaus", [](std::size_t i) { return (i / 29 * 2654435761u) >> 7 & 3; });
    generate("peaks and valleys", [n](std::size_t i) { return i % 2 ? i : 2 * n - i; });
    all.push_back({"random", random_values<Value>(n, n, limits::lowest(), limits::max())});
    all.push_back({"random, three values", random_values<Value>(n, n + 1, 0, 2)});
    auto const noise = [](std::size_t i) { return i * 2654435761u >> 8 & 1023; };
    generate("trend with noise", [&](std::size_t i) { return 16 * i + noise(i); });
    generate("falling trend", [&](std::size_t i) { return 16 * (n - i) + noise(i); });
    generate("hill", [n](std::size_t i) { return std::min(i, n - i) / 3; });
    generate("rare dips", [&](std::size_t i) { return noise(i) == 0 ? 1 : 2; });
    return all;
}

/// Every range of a small array; of a large one those at its ends, of every length around powers of two, and random
/// ones of every magnitude.
template <class Index = std::uint64_t>
std::vector<rmq::range<Index>> ranges(std::size_t n, std::size_t random_ones = 100)
{
    std::vector<rmq::range<Index>> all;
    auto const add = [&](std::size_t l, std::size_t r) {
        all.push_back({static_cast<Index>(l), static_cast<Index>(r)});
    };
    if (n <= 80) {
        for (std::size_t l = 0; l < n; ++l)
            for (std::size_t r = l; r < n; ++r)
                add(l, r);
        return all;
    }
    std::mt19937_64 random{n};
    auto const add_random = [&](std::size_t length) {
        std::size_t const l = random() % (n - length + 1);
        add(l, l + length - 1);
    };
    for (std::size_t length = 1; length <= n; length *= 2)
        for (std::size_t wanted : {length - 1, length, length + 1})
            if (wanted >= 1 && wanted <= n) {
                add(0, wanted - 1);
                add(n - wanted, n - 1);
                for (int repeat = 0; repeat < 4; ++repeat)
                    add_random(wanted);
            }
    for (std::size_t i = 0; i < random_ones; ++i) {
        std::size_t const longest = std::max<std::size_t>(1, n >> (random() % 21));
        add_random(1 + random() % longest);
    }
    return all;
}

} // namespace static_rmq_suite
