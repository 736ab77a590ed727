// SPDX-License-Identifier: BSD-3-Clause
// Records of extremum_tree: bundles (65,536 values) whose values rise or fall answer from marks; others do not have
// them, and arrays may have both.
#include <static_rmq_suite.hpp>

#include <hwy/targets.h>

namespace {

constexpr std::size_t bundle = 65'536;

/// Ranges of every length, many with an end beside an edge of a bundle, a top (4,096) or a node (256).
std::vector<rmq::range<std::uint32_t>> ranges_everywhere(std::size_t n, std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 random{seed};
    std::size_t const edges[] = {bundle, 4096, 256, 64, 1};
    auto const position = [&](std::size_t from, std::size_t to) {
        std::size_t const edge = edges[random() % 5];
        std::size_t const p = (from + random() % (to - from)) / edge * edge + random() % 5;
        return std::clamp<std::size_t>(p < 2 ? 0 : p - 2, from, to - 1);
    };
    std::vector<rmq::range<std::uint32_t>> all(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t l = position(0, n), r = position(0, n);
        if (i / 64 % 4 < 2) { // batches take 16 at a time, where all of them touch three bundles or more
            l = position(0, n / 3);
            r = position(l + 2 * bundle, n);
        } else if (i / 64 % 4 == 2) {
            r = std::min(n - 1, l + (random() % bundle >> random() % 12));
        }
        all[i] = {static_cast<std::uint32_t>(std::min(l, r)), static_cast<std::uint32_t>(std::max(l, r))};
    }
    return all;
}

/// The sets that extremum_tree has kernels for.
template <class F>
void for_every_instruction_set(F const & f)
{
    std::int64_t const supported = hwy::SupportedTargets();
    for (std::int64_t const set : {HWY_AVX3, HWY_AVX2, HWY_NEON, HWY_EMU128}) {
        if ((supported & set) == 0)
            continue;
        hwy::SetSupportedTargetsForTest(set);
        SCOPED_TRACE(hwy::TargetName(set));
        f();
    }
    hwy::SetSupportedTargetsForTest(0);
}

template <class Type>
class extremum_tree_records : public testing::Test
{
};
template <class Value, class Index, class Order>
struct kind
{
    using value = Value;
    using index = Index;
    using order = Order;
};
using kinds = testing::Types<
    kind<std::int32_t, std::uint32_t, rmq::min_leftmost>, kind<std::int32_t, std::uint32_t, rmq::min_rightmost>,
    kind<std::int32_t, std::uint32_t, rmq::max_leftmost>, kind<std::int32_t, std::uint32_t, rmq::max_rightmost>,
    kind<std::uint32_t, std::uint32_t, rmq::min_rightmost>, kind<float, std::uint32_t, rmq::min_leftmost>,
    kind<std::int64_t, std::uint64_t, rmq::max_leftmost>, kind<double, std::uint32_t, rmq::min_rightmost>>;
TYPED_TEST_SUITE(extremum_tree_records, kinds);

} // namespace

TYPED_TEST(extremum_tree_records, answers_and_memory)
{
    using value = typename TypeParam::value;
    using index = typename TypeParam::index;
    using order = typename TypeParam::order;
    constexpr std::size_t n = 4 * bundle + 12'345;
    constexpr value worst = order::template identity<value>();
    std::mt19937_64 random{7};
    struct input
    {
        std::string name;
        bool has_records;
        std::vector<value> values;
    };
    std::vector<input> inputs;
    auto const add = [&](std::string const & name, bool has_records, auto const & value_of) {
        std::vector<value> values(n);
        for (std::size_t i = 0; i < n; ++i)
            values[i] = static_cast<value>(value_of(i));
        inputs.push_back({name, has_records, std::move(values)});
    };
    auto const noise = [&](std::uint64_t below) { return static_cast<std::int64_t>(random() % below); };
    add("rising", true, [&](std::size_t i) { return 16 * static_cast<std::int64_t>(i) + noise(1024); });
    add("falling", true, [&](std::size_t i) { return 16 * static_cast<std::int64_t>(n - i) + noise(1024); });
    add("rising, much noise", true, [&](std::size_t i) { return static_cast<std::int64_t>(i) + noise(4096); });
    add("falling, much noise", true, [&](std::size_t i) { return static_cast<std::int64_t>(n - i) + noise(4096); });
    add("steps", true, [&](std::size_t i) { return i / 100; });
    add("steps down", true, [&](std::size_t i) { return (n - i) / 100; });
    add("equal", true, [](std::size_t) { return 7; });
    add("as bad as can be", true, [&](std::size_t) { return worst; });
    add("bundles that rise, rise with the worst between, fall to the worst, have no order", true,
        [&](std::size_t i) -> value {
            switch (i / bundle) {
            case 0:
                return static_cast<value>(i % bundle + 1'000);
            case 1:
                return i % 2 == 0 ? worst : static_cast<value>(i % bundle);
            case 2:
                return i % bundle < bundle / 2 ? static_cast<value>(2 * bundle - i % bundle) : worst;
            default:
                return static_cast<value>(noise(1u << 20));
            }
        });
    add("records far apart", true, [&](std::size_t i) { return i / 125 * 128 + (i % 125 == 0 ? 0 : 100); });
    add("records in one half", true, [&](std::size_t i) { return i % bundle < bundle / 2 ? 5 + i % 3 : i % bundle; });
    // every bundle has the same best, many times: who wins between two of them is a matter of ties alone
    auto const cost = [](std::size_t x) { return static_cast<value>(order::is_minimum ? x : bundle - x); };
    add("bundles that fall to one floor", true,
        [&](std::size_t i) { return cost(bundle / 2 - std::min(i % bundle, bundle / 2)); });
    add("bundles that rise from one floor", true,
        [&](std::size_t i) { return cost(std::max(i % bundle, bundle / 2) - bundle / 2); });
    add("random", false, [&](std::size_t) { return noise(1u << 30); });
    std::vector<value> const shuffled = inputs.back().values;
    std::size_t next = 0;
    for (input const & in : inputs) {
        {
            std::size_t const start = ++next % 2 * 5; // every other array does not begin at a cache line
            std::span<value const> const view = std::span{in.values}.subspan(start);
            rmq::sparse_table<value, index, order> const referee{view};
            std::vector<rmq::range<index>> queries;
            for (auto const q : ranges_everywhere(view.size(), 1'024, start))
                queries.push_back({q.l, q.r});
            std::vector<index> expected(queries.size()), got(queries.size());
            referee.query(queries, expected, 1);
            // a bit a value in each direction
            std::size_t const least =
                rmq::extremum_tree<value, index, order>{std::span{shuffled}.subspan(start)}.bytes();
            for_every_instruction_set([&] {
                rmq::extremum_tree<value, index, order> const tree{view};
                rmq::extremum_tree<value, index, order> const built_by_three{view, 3};
                EXPECT_EQ(tree.bytes(), built_by_three.bytes()) << in.name;
                EXPECT_EQ(tree.bytes() > least, in.has_records) << in.name;
                EXPECT_LE(tree.bytes(), least + n / 4 + bundle / 4 + 1024) << in.name;
                for (std::size_t i = 0; i < queries.size(); ++i)
                    ASSERT_EQ(tree.query(queries[i].l, queries[i].r), expected[i])
                        << in.name << ' ' << queries[i].l << ' ' << queries[i].r;
                tree.query(queries, got, 1);
                for (std::size_t i = 0; i < queries.size(); ++i)
                    ASSERT_EQ(got[i], expected[i]) << in.name << ' ' << queries[i].l << ' ' << queries[i].r;
                built_by_three.query(queries, got, 2);
                ASSERT_EQ(got, expected) << in.name;
            });
        }
    }
}
