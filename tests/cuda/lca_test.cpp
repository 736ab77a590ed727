// SPDX-License-Identifier: BSD-3-Clause
/// Cartesian trees, numbers of nodes and lowest common ancestors on the device against the CPU's.
#include "gpu_test.hpp"
#include "rmq_inputs.hpp"
#include "same_elements.hpp"

#include <rmq/cartesian_tree.hpp>
#include <rmq/cuda/cartesian_tree.hpp>
#include <rmq/cuda/lca.hpp>
#include <rmq/cuda/rooted_tree.hpp>
#include <rmq/cuda/tree_queries.hpp>
#include <rmq/lca.hpp>
#include <rmq/lca_rmq.hpp>
#include <rmq/rooted_tree.hpp>
#include <rmq/tree_queries.hpp>

#include <cstdint>
#include <numeric>
#include <vector>

namespace {

using namespace vglcs::test;
using rmq::range;

using cuda_cartesian_tree = gpu_test;
using cuda_lca = gpu_test;

template <class T>
std::vector<T> plain(rmq::huge_vector<T> const & v)
{
    return {v.begin(), v.end()};
}

template <class Value, class Index, class Order>
void expect_cpu_tree(std::vector<Value> const & values, char const * what)
{
    auto const expected = rmq::make_cartesian_tree<Value, Index, Order>(std::span<Value const>{values});
    auto const got = rmq::cuda::make_cartesian_tree<Value, Index, Order>(std::span<Value const>{values});
    ASSERT_TRUE(same_elements(plain(got.parent), plain(expected.parent))) << what << " n " << values.size();
    ASSERT_TRUE(got == expected) << what << " n " << values.size();
}

TEST_F(cuda_cartesian_tree, sizes_around_every_edge)
{
    for (std::size_t const n : edge_sizes())
        for (input_shape const shape : tested_shapes()) {
            auto const values = make_values<std::int32_t>(n, shape);
            expect_cpu_tree<std::int32_t, std::uint32_t, rmq::min_leftmost>(values, name(shape));
            if (n < 10'000)
                expect_cpu_tree<std::int32_t, std::uint32_t, rmq::max_rightmost>(values, name(shape));
        }
}

TEST_F(cuda_cartesian_tree, types_and_orders)
{
    for (input_shape const shape : {input_shape::random, input_shape::few_values, input_shape::walk}) {
        std::size_t const n = share(150'000);
        expect_cpu_tree<std::int32_t, std::uint64_t, rmq::min_rightmost>(make_values<std::int32_t>(n, shape),
                                                                         name(shape));
        expect_cpu_tree<std::int64_t, std::uint32_t, rmq::max_leftmost>(make_values<std::int64_t>(n, shape),
                                                                        name(shape));
        expect_cpu_tree<double, std::uint64_t, rmq::min_leftmost>(make_values<double>(n, shape), name(shape));
    }
}

/// Parents of a tree of n nodes whose names are shuffled; a parent is one of the `reach` nodes made before.
template <class Index>
std::vector<Index> random_parents(std::size_t n, std::uint64_t reach, bool shuffled)
{
    std::vector<Index> names(n), parents(n);
    std::iota(names.begin(), names.end(), Index{0});
    if (shuffled)
        for (std::size_t i = n; i > 1; --i)
            std::swap(names[i - 1], names[scattered(i) % i]);
    parents[names[0]] = rmq::no_position<Index>;
    for (std::size_t i = 1; i < n; ++i)
        parents[names[i]] = names[i - 1 - scattered(i + n) % std::min<std::uint64_t>(i, reach)];
    return parents;
}

template <class Index>
void expect_cpu_lca(std::vector<Index> const & parents)
{
    std::size_t const n = parents.size();
    rmq::rooted_tree<Index> const tree{std::span<Index const>{parents}};
    auto const expected = rmq::number_nodes(tree);
    auto const got = rmq::cuda::number_nodes<Index>(std::span<Index const>{parents});
    ASSERT_TRUE(same_elements(plain(got.preorder), plain(expected.preorder))) << "preorder, n " << n;
    ASSERT_TRUE(same_elements(plain(got.size), plain(expected.size))) << "size, n " << n;
    ASSERT_TRUE(same_elements(plain(got.level), plain(expected.level))) << "level, n " << n;

    std::vector<range<Index>> queries(std::min<std::size_t>(n * n, 20'000));
    for (std::size_t q = 0; q < queries.size(); ++q)
        queries[q] = {static_cast<Index>(scattered(2 * q) % n), static_cast<Index>(scattered(2 * q + 1) % n)};
    std::vector<Index> answers(queries.size()), got_answers(queries.size());
    rmq::inlabel_lca<Index>{tree}.query(queries, answers);
    rmq::cuda::stream const on;
    rmq::cuda::device_buffer<Index> const d_parents{std::span<Index const>{parents}, on};
    rmq::cuda::inlabel_lca<Index> const lca{d_parents.span(), on};
    EXPECT_EQ(lca.bytes(), lca.bytes(n));
    lca.query(queries, got_answers);
    ASSERT_TRUE(same_elements(got_answers, answers)) << "ancestors, n " << n;
}

TEST_F(cuda_lca, trees_of_all_depths)
{
    for (std::size_t const n : {1, 2, 3, 31, 64, 1000, 70'000})
        for (std::uint64_t const reach : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{100}, ~std::uint64_t{0}})
            for (bool const shuffled : {false, true})
                expect_cpu_lca<std::uint32_t>(random_parents<std::uint32_t>(n > 100 ? share(n) : n, reach, shuffled));
}

TEST_F(cuda_lca, wide_indices)
{
    expect_cpu_lca<std::uint64_t>(random_parents<std::uint64_t>(share(50'000), 1000, true));
}

TEST_F(cuda_lca, large_tree)
{
    expect_cpu_lca<std::uint32_t>(random_parents<std::uint32_t>(share(1'000'000), ~std::uint64_t{0}, true));
}

TEST_F(cuda_lca, what_is_no_tree_is_refused)
{
    using indices = std::vector<std::uint32_t>;
    constexpr std::uint32_t none = rmq::no_position<std::uint32_t>;
    auto const number = [](indices const & parents) {
        (void)rmq::cuda::number_nodes<std::uint32_t>(std::span<std::uint32_t const>{parents});
    };
    EXPECT_THROW(number({}), std::invalid_argument);
    EXPECT_THROW(number({none, none}), std::invalid_argument);
    EXPECT_THROW(number({1, 0}), std::invalid_argument);
    EXPECT_THROW(number({none, 1}), std::invalid_argument);
    EXPECT_THROW(number({none, 7}), std::invalid_argument);
    EXPECT_THROW(number({none, 2, 3, 1}), std::invalid_argument);
    indices cycle(5000);
    for (std::uint32_t v = 0; v < cycle.size(); ++v)
        cycle[v] = v == 0 ? none : v == 2500 ? 4999 : v - 1;
    EXPECT_THROW(number(cycle), std::invalid_argument);
    EXPECT_NO_THROW(number({none, 0, 1}));
}

template <class Value, class Index, class Order>
void expect_cpu_ranges(std::vector<Value> const & values, char const * what)
{
    std::size_t const n = values.size();
    std::vector<range<Index>> queries(share(20'000));
    for (std::size_t q = 0; q < queries.size(); ++q) {
        auto const l = static_cast<Index>(scattered(q) % n);
        std::size_t const width = std::size_t{1} << scattered(q + 1'000'000) % 20;
        queries[q] = {l, static_cast<Index>(std::min<std::size_t>(n - 1, l + scattered(q + 2'000'000) % width))};
    }
    std::vector<Index> answers(queries.size()), got(queries.size());
    rmq::lca_rmq<Value, Index, Order>{std::span<Value const>{values}}.query(queries, answers);
    rmq::cuda::stream const on;
    rmq::cuda::device_buffer<Value> const d_values{std::span<Value const>{values}, on};
    for (auto const numbering : {rmq::cuda::lca_numbering::in_order, rmq::cuda::lca_numbering::euler_tour}) {
        rmq::cuda::lca_rmq<Value, Index, Order> const structure{d_values.span(), on, numbering};
        std::fill(got.begin(), got.end(), Index{0});
        structure.query(queries, got);
        ASSERT_TRUE(same_elements(got, answers)) << what << " n " << n << " numbering " << int(numbering);
    }
}

TEST_F(cuda_lca, ranges_through_the_tree)
{
    for (std::size_t const n : {std::size_t{1}, std::size_t{2}, std::size_t{100}, std::size_t{4097}, share(300'000)})
        for (input_shape const shape : tested_shapes())
            expect_cpu_ranges<std::int32_t, std::uint32_t, rmq::min_leftmost>(make_values<std::int32_t>(n, shape),
                                                                              name(shape));
    auto const values = make_values<std::int32_t>(share(100'000), input_shape::few_values);
    expect_cpu_ranges<std::int32_t, std::uint64_t, rmq::max_rightmost>(values, "few values");
    expect_cpu_ranges<std::int32_t, std::uint32_t, rmq::min_rightmost>(values, "few values");
}

template <class Value, class Index, class Order>
void expect_cpu_subtrees(std::vector<Index> const & parents, std::vector<Value> const & values)
{
    std::size_t const n = parents.size();
    rmq::subtree_extrema<Value, Index, Order> const cpu{rmq::rooted_tree<Index>{std::span<Index const>{parents}},
                                                        std::span<Value const>{values}};
    std::vector<Index> expected(n), nodes(2 * n), some(2 * n);
    cpu.query_all(expected);
    for (std::size_t q = 0; q < nodes.size(); ++q)
        nodes[q] = static_cast<Index>(scattered(q) % n);
    cpu.query(nodes, some);

    rmq::cuda::stream const on;
    rmq::cuda::device_buffer<Index> const d_parents{std::span<Index const>{parents}, on};
    rmq::cuda::device_buffer<Value> const d_values{std::span<Value const>{values}, on};
    rmq::cuda::subtree_extrema<Value, Index, Order> const subtrees{d_parents.span(), d_values.span(), on};
    rmq::cuda::device_buffer<Index> const d_all{n, on}, d_some{nodes.size(), on},
        d_nodes{std::span<Index const>{nodes}, on};
    subtrees.query_all_async(d_all.span(), on);
    subtrees.query_async(d_nodes.span(), d_some.span(), on);
    using device = rmq::cuda::device_span<Index const>;
    ASSERT_TRUE(same_elements(rmq::cuda::to_host(device{d_all.span()}, on), expected)) << "all, n " << n;
    ASSERT_TRUE(same_elements(rmq::cuda::to_host(device{d_some.span()}, on), some)) << "some, n " << n;
}

TEST_F(cuda_lca, best_values_of_subtrees)
{
    for (std::size_t const n : {std::size_t{1}, std::size_t{2}, std::size_t{500}, share(80'000)})
        for (std::uint64_t const reach : {std::uint64_t{2}, std::uint64_t{50}, ~std::uint64_t{0}})
            for (input_shape const shape : {input_shape::random, input_shape::few_values}) {
                auto const parents = random_parents<std::uint32_t>(n, reach, true);
                expect_cpu_subtrees<std::int32_t, std::uint32_t, rmq::min_leftmost>(
                    parents, make_values<std::int32_t>(n, shape));
                expect_cpu_subtrees<std::int32_t, std::uint32_t, rmq::max_rightmost>(
                    parents, make_values<std::int32_t>(n, shape));
            }
    expect_cpu_subtrees<std::int64_t, std::uint64_t, rmq::min_rightmost>(
        random_parents<std::uint64_t>(3000, 50, true), make_values<std::int64_t>(3000, input_shape::few_values));
}

} // namespace
