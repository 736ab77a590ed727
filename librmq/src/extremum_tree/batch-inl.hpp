// SPDX-License-Identifier: BSD-3-Clause
// Many queries of extremum_tree at a time. Compiled once for each instruction set; the guard is Highway's pattern for
// it.
#if defined(RMQ_TREE_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef RMQ_TREE_BATCH_INL
#undef RMQ_TREE_BATCH_INL
#else
#define RMQ_TREE_BATCH_INL
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include <rmq/detail/extremum_tree_view.hpp>

#include "extremum_tree/records-inl.hpp"
#include "extremum_tree/search-inl.hpp"
#include "extremum_tree/wide-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {

/// Queries go through three steps, a chunk of them at a time: ask (for the cache lines of the next step), inner,
/// ends. Between two steps of a chunk come steps of other chunks, so that memory is never waited for and never idle:
/// the misses of `ahead` chunks overlap with each other and with the work on those before them.
template <class Value, class Index, class Order>
struct tree_batch
{
    using view = tree_view<Value, Index>;
    using shape = tree_shape<Value>;
    using single = tree_search<Value, Index, Order>;
    using wide = tree_wide<Value, Index, Order>;
    using records = tree_records<Value, Index, Order>;
    using candidate = typename single::candidate;
    using end_search = typename single::end_search;
    static constexpr std::size_t fan = shape::fan;
    static constexpr std::size_t nowhere = records::nowhere;
    static constexpr std::size_t chunk = wide::chunk;
    static constexpr std::size_t ahead = 3; ///< chunks between two steps

    /// Queries of a chunk that wait for the same step.
    struct waiting
    {
        std::uint32_t query[chunk];
        std::uint32_t count;
        HWY_INLINE void add_if(std::size_t i, bool condition)
        {
            query[count] = static_cast<std::uint32_t>(i);
            count += condition;
        }
    };
    struct in_flight
    {
        waiting tiny, near, inside, from, to, far, ends;
        waiting late; ///< of inside, from, to, far: no record was near, and the levels have been asked for instead
        end_search inner[chunk];               ///< of those that wait for their ends, in their order
        alignas(64) typename wide::words word; ///< of queries answered by records from l on, or up to r: which word
    };
    static constexpr std::size_t slots = std::bit_ceil(2 * ahead + 1);

    static HWY_INLINE void prefetch_values(view const & tree, std::size_t l, std::size_t r)
    {
        Value const * const v = tree.values - tree.phase;
        single::prefetch(v + l);
        single::prefetch(v + std::min(l + shape::line, r));
        single::prefetch(v + r);
        if (r - l >= 2 * shape::line)
            for (std::size_t i = l + 2 * shape::line; i < r; i += shape::line)
                single::prefetch(v + i);
    }

    static HWY_INLINE void prefetch_node(Value const * entries)
    {
        for (std::size_t i = 0; i < fan; i += shape::line)
            single::prefetch(entries + i);
    }

    /// What the inside of a near range needs.
    static HWY_INLINE void prefetch_levels(view const & tree, std::size_t l, std::size_t r)
    {
        std::size_t const a = l / shape::fan2;
        std::size_t const b = r / shape::fan2;
        prefetch_node(tree.best1 + a * fan);
        prefetch_node(tree.best1 + b * fan);
        single::prefetch(tree.best2 + a + 1);
        single::prefetch_places(tree, l);
        single::prefetch_places(tree, r);
    }

    // The steps are functions of their own, so that each has the registers to itself.

    static void query(view const & tree, range<Index> const * queries, Index * out, std::size_t count) noexcept
    {
        in_flight flights[slots];
        std::size_t const chunks = (count + chunk - 1) / chunk;
        for (std::size_t step = 0; step < chunks + 2 * ahead; ++step) {
            if (step < chunks)
                ask(tree, queries + step * chunk, out + step * chunk, std::min(chunk, count - step * chunk),
                    flights[step % slots]);
            if (step >= ahead && step - ahead < chunks) {
                std::size_t const k = step - ahead;
                in_flight & flight = flights[k % slots];
                if (flight.tiny.count > 0)
                    all_tiny(tree, queries + k * chunk, out + k * chunk, flight);
                if (flight.near.count > 0)
                    all_near(tree, queries + k * chunk, out + k * chunk, flight);
                if (flight.inside.count > 0)
                    all_inside(tree, queries + k * chunk, out + k * chunk, flight);
                if (flight.from.count + flight.to.count > 0)
                    all_by_record(tree, queries + k * chunk, out + k * chunk, flight);
                if (flight.far.count > 0)
                    all_far(tree, queries + k * chunk, out + k * chunk, flight);
            }
            if (step >= 2 * ahead) {
                std::size_t const k = step - 2 * ahead;
                in_flight & flight = flights[k % slots];
                if (flight.ends.count > 0)
                    all_ends(tree, queries + k * chunk, out + k * chunk, flight);
                if (flight.late.count > 0)
                    all_late(tree, queries + k * chunk, out + k * chunk, flight);
            }
        }
    }

    static HWY_INLINE void prefetch_far(view const & tree, std::size_t l, std::size_t r)
    {
        if (!single::left_known(tree, l, r)) {
            if (is_from_recorded(tree, l))
                prefetch_words(records::backward_word(tree, l));
            else
                prefetch_end(tree, l);
        }
        if (!single::right_known(tree, l, r)) {
            if (is_to_recorded(tree, r))
                prefetch_words(records::forward_word(tree, r) - 1);
            else
                prefetch_end(tree, r);
        }
    }
    static HWY_INLINE bool is_from_recorded(view const & tree, std::size_t l)
    {
        return shape::records && records::has_backward(tree, l);
    }
    static HWY_INLINE bool is_to_recorded(view const & tree, std::size_t r)
    {
        return shape::records && records::has_forward(tree, r);
    }
    /// Two words of records.
    static HWY_INLINE void prefetch_words(std::uint64_t const * word)
    {
        single::prefetch(word);
        single::prefetch(word + 1);
    }
    static HWY_INLINE void prefetch_end(view const & tree, std::size_t p)
    {
        prefetch_node(tree.best1 + p / shape::fan2 * fan);
        prefetch_node(tree.best2 + p / shape::fan3 * fan);
        single::prefetch_places(tree, p);
    }

    static HWY_INLINE void wait_for_wide(view const & tree, range<Index> const * queries,
                                         typename wide::unanswered const & found, in_flight & flight)
    {
        for (std::uint64_t from = found.from; from != 0; from &= from - 1) {
            auto const i = static_cast<std::size_t>(std::countr_zero(from));
            flight.from.add_if(i, true);
            prefetch_words(tree.records + flight.word[0][i]);
        }
        for (std::uint64_t to = found.to; to != 0; to &= to - 1) {
            auto const i = static_cast<std::size_t>(std::countr_zero(to));
            flight.to.add_if(i, true);
            prefetch_words(tree.records + flight.word[1][i] - 1);
        }
        for (std::uint64_t outside = found.outside; outside != 0; outside &= outside - 1) {
            auto const i = static_cast<std::size_t>(std::countr_zero(outside));
            flight.far.add_if(i, true);
            prefetch_far(tree, queries[i].l + tree.phase, queries[i].r + tree.phase);
        }
    }

    static HWY_NOINLINE void ask(view const & tree, range<Index> const * queries, Index * out, std::size_t count,
                                 in_flight & flight)
    {
        flight.tiny.count = flight.near.count = flight.inside.count = flight.far.count = flight.ends.count = 0;
        flight.from.count = flight.to.count = flight.late.count = 0;
        if (typename wide::unanswered found; count == chunk && wide::answer(tree, queries, out, found, flight.word)) {
            wait_for_wide(tree, queries, found, flight);
            return;
        }
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t const l = queries[i].l + tree.phase;
            std::size_t const r = queries[i].r + tree.phase;
            if (single::is_tiny(l, r)) {
                flight.tiny.add_if(i, true);
                prefetch_values(tree, l, r);
            } else if (single::is_recorded(tree, l, r)) {
                flight.inside.add_if(i, true);
                if (is_from_recorded(tree, l))
                    prefetch_words(records::backward_word(tree, l));
                if (is_to_recorded(tree, r))
                    prefetch_words(records::forward_word(tree, r) - 1);
            } else if (single::is_near(l, r)) {
                flight.near.add_if(i, true);
                prefetch_levels(tree, l, r);
            } else {
                std::size_t const p = single::covering_best(tree, l, r);
                out[i] = static_cast<Index>(p - tree.phase);
                bool const outside = p < l || p > r;
                flight.far.add_if(i, outside);
                if (outside)
                    prefetch_far(tree, l, r);
            }
        }
    }

    static HWY_NOINLINE void all_tiny(view const & tree, range<Index> const * queries, Index * out,
                                      in_flight const & flight)
    {
        for (std::size_t j = 0; j < flight.tiny.count; ++j) {
            std::size_t const i = flight.tiny.query[j];
            out[i] = static_cast<Index>(single::query_tiny(tree, queries[i].l + tree.phase, queries[i].r + tree.phase) -
                                        tree.phase);
        }
    }

    static HWY_NOINLINE void all_near(view const & tree, range<Index> const * queries, Index * out, in_flight & flight)
    {
        for (std::size_t j = 0; j < flight.near.count; ++j) {
            std::size_t const i = flight.near.query[j];
            std::size_t const l = queries[i].l + tree.phase;
            std::size_t const r = queries[i].r + tree.phase;
            candidate const c = single::inner_near(tree, l, r);
            out[i] = static_cast<Index>(near_position(tree, c) - tree.phase);
            wait_for_ends(tree, l, r, i, {c, true, true}, flight);
        }
    }

    static HWY_NOINLINE void all_far(view const & tree, range<Index> const * queries, Index * out, in_flight & flight)
    {
        for (std::size_t j = 0; j < flight.far.count; ++j) {
            std::size_t const i = flight.far.query[j];
            std::size_t const l = queries[i].l + tree.phase;
            std::size_t const r = queries[i].r + tree.phase;
            end_search search;
            if (!single::inner_recorded(tree, l, r, search)) {
                // an end that has records was not asked for otherwise
                if (is_from_recorded(tree, l) || is_to_recorded(tree, r)) {
                    wait_for_levels(tree, l, r, i, flight);
                    continue;
                }
                search = single::inner_far(tree, l, r);
                out[i] = static_cast<Index>(single::position(tree, search.best) - tree.phase);
                wait_for_ends(tree, l, r, i, search, flight);
                continue;
            }
            out[i] = static_cast<Index>(search.best.entry - tree.phase);
            if (search.left | search.right) {
                if (search.left)
                    single::prefetch(tree.values + (search.left_place - tree.phase));
                if (search.right)
                    single::prefetch(tree.values + (search.right_place - tree.phase));
                flight.inner[flight.ends.count] = search;
                flight.ends.add_if(i, true);
            }
        }
    }

    static HWY_NOINLINE void all_by_record(view const & tree, range<Index> const * queries, Index * out,
                                           in_flight & flight)
    {
        auto const answer = [&](waiting const & those, auto const & best) {
            for (std::size_t j = 0; j < those.count; ++j) {
                std::size_t const i = those.query[j];
                std::size_t const l = queries[i].l + tree.phase;
                std::size_t const r = queries[i].r + tree.phase;
                std::size_t const place = best(i, l, r);
                out[i] = static_cast<Index>(place - tree.phase);
                if (place == nowhere) [[unlikely]]
                    wait_for_levels(tree, l, r, i, flight);
            }
        };
        answer(flight.from, [&](std::size_t i, std::size_t l, std::size_t) {
            return records::best_from(tree.records + flight.word[0][i], l);
        });
        answer(flight.to, [&](std::size_t i, std::size_t, std::size_t r) {
            return records::best_to(tree.records + flight.word[1][i], r);
        });
    }

    static HWY_NOINLINE void all_inside(view const & tree, range<Index> const * queries, Index * out,
                                        in_flight & flight)
    {
        if constexpr (shape::records) {
            for (std::size_t j = 0; j < flight.inside.count; ++j) {
                std::size_t const i = flight.inside.query[j];
                std::size_t const l = queries[i].l + tree.phase;
                std::size_t const r = queries[i].r + tree.phase;
                std::size_t const place = records::answer_inside(tree, l, r);
                out[i] = static_cast<Index>(place - tree.phase);
                if (place == nowhere)
                    wait_for_levels(tree, l, r, i, flight);
            }
        }
    }

    static HWY_INLINE void wait_for_levels(view const & tree, std::size_t l, std::size_t r, std::size_t i,
                                           in_flight & flight)
    {
        flight.late.add_if(i, true);
        if (single::is_near(l, r)) {
            prefetch_levels(tree, l, r);
        } else {
            prefetch_end(tree, l);
            prefetch_end(tree, r);
        }
    }

    static HWY_NOINLINE void all_late(view const & tree, range<Index> const * queries, Index * out,
                                      in_flight const & flight)
    {
        for (std::size_t j = 0; j < flight.late.count; ++j) {
            std::size_t const i = flight.late.query[j];
            out[i] = static_cast<Index>(
                single::query_levels(tree, queries[i].l + tree.phase, queries[i].r + tree.phase) - tree.phase);
        }
    }

    /// Position of a candidate of level 1 or 2, without a branch: which of them it is, is hard to foretell.
    static HWY_INLINE std::size_t near_position(view const & tree, candidate const & c)
    {
        std::size_t const higher = opaque(std::size_t{0} - static_cast<std::size_t>(c.level == 2)); // a mask
        std::size_t const of_level1 = tree.position1(c.entry & ~higher);
        std::size_t const of_level2 = tree.position2(c.entry & higher);
        return (of_level1 & ~higher) | (of_level2 & higher);
    }

    static HWY_INLINE void wait_for_ends(view const & tree, std::size_t l, std::size_t r, std::size_t i,
                                         end_search const & search, in_flight & flight)
    {
        bool const at_left = search.left && single::wins_left(tree.best1[l / fan], search.best);
        bool const at_right = search.right && single::wins_right(tree.best1[r / fan], search.best);
        if (at_left | at_right) {
            if (at_left && tree.position1(l / fan) < l)
                prefetch_values(tree, l, l | (fan - 1));
            if (at_right && tree.position1(r / fan) > r)
                prefetch_values(tree, r & ~(fan - 1), r);
            flight.inner[flight.ends.count] = {search.best, at_left, at_right};
            flight.ends.add_if(i, true);
        }
    }

    static HWY_NOINLINE void all_ends(view const & tree, range<Index> const * queries, Index * out, in_flight & flight)
    {
        for (std::size_t j = 0; j < flight.ends.count; ++j) {
            std::size_t const i = flight.ends.query[j];
            candidate const c =
                single::with_ends(tree, queries[i].l + tree.phase, queries[i].r + tree.phase, flight.inner[j]);
            out[i] = static_cast<Index>(single::position(tree, c) - tree.phase);
        }
    }
};

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
