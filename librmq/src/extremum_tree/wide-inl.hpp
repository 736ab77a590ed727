// SPDX-License-Identifier: BSD-3-Clause
// Many wide queries of extremum_tree at a time. Compiled once for each instruction set; the guard is Highway's pattern
// for it.
#if defined(RMQ_TREE_WIDE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef RMQ_TREE_WIDE_INL
#undef RMQ_TREE_WIDE_INL
#else
#define RMQ_TREE_WIDE_INL
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include <hwy/highway.h>

#include <rmq/detail/extremum_tree_view.hpp>

#include "extremum_tree/mask_bits-inl.hpp"
#include "extremum_tree/records-inl.hpp"
#include "extremum_tree/scanner-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace rmq::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Answers whole chunks of ranges that all touch three bundles or more, by vectors of queries. 32-bit values and
/// indices only, since numbers of queries and of values then go into the same lanes.
template <class Value, class Index, class Order>
struct tree_wide
{
    using view = tree_view<Value, Index>;
    using shape = tree_shape<Value>;
    using scan = scanner<Value, Order>;
    using records = tree_records<Value, Index, Order>;
    static constexpr std::size_t fan = shape::fan;
    static constexpr std::size_t bundle = shape::bundle;
    static constexpr std::size_t chunk = 16; ///< queries

    /// Queries of a chunk that are not answered yet, a bit each.
    struct unanswered
    {
        std::uint64_t from;    ///< the answer is the first backward record from l on
        std::uint64_t to;      ///< the answer is the last forward record up to r
        std::uint64_t outside; ///< the best of what covers the range is outside of it
    };
    /// The words of records that are asked, from l on and up to r.
    using words = std::uint32_t[2][chunk];

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
    static HWY_INLINE bool answer(view const &, range<Index> const *, Index *, unanswered &, words &)
    {
        return false;
    }
#else
    /// False, and nothing done, where some range is shorter.
    static HWY_INLINE bool answer(view const & tree, range<Index> const * queries, Index * out, unanswered & found,
                                  words & asked)
    {
        if constexpr (sizeof(Index) != 4 || sizeof(Value) != 4) {
            return false;
        } else {
            using number = hn::CappedTag<std::uint32_t, chunk>;
            using offset = hn::RebindToSigned<number>;
            using real = hn::RebindToFloat<number>;
            using value_tag = hn::Rebind<Value, number>;
            constexpr std::size_t lanes = hn::MaxLanes(number{});
            constexpr int bundle_bits = std::countr_zero(shape::fan3 * fan);
            number const d;
            auto const phase = hn::Set(d, static_cast<std::uint32_t>(tree.phase));
            auto const bundles = hn::Set(offset{}, static_cast<std::int32_t>(tree.bundles));
            auto const one = hn::Set(offset{}, 1);
            auto const * const bests = &tree.windows->best;
            auto const * const places = &tree.windows->place;
            found = {};
            for (std::size_t i = 0; i < chunk; i += lanes) {
                auto l = phase, r = phase;
                hn::LoadInterleaved2(d, &queries[i].l, l, r);
                l = hn::Add(l, phase);
                r = hn::Add(r, phase);
                auto const a = hn::BitCast(offset{}, hn::ShiftRight<bundle_bits>(l));
                auto const b = hn::BitCast(offset{}, hn::ShiftRight<bundle_bits>(r));
                auto const distance = hn::Sub(b, a);
                if (!hn::AllTrue(offset{}, hn::Gt(distance, one)))
                    return false;
                // the level: exponent of the number of bundles, below 2^16 and so exact as a real number
                auto const count = hn::ConvertTo(real{}, hn::Add(distance, one));
                auto const k = hn::Sub(hn::ShiftRight<23>(hn::BitCast(offset{}, count)), hn::Set(offset{}, 127));
                auto const level = hn::Mul(k, bundles);
                auto const x = hn::Add(hn::Add(level, a), hn::Add(level, a)); // a window is a best and a place
                auto const second = hn::Sub(hn::Add(hn::Add(level, b), one), hn::Shl(one, k));
                auto const y = hn::Add(second, second);
                auto const best_x = hn::GatherIndex(value_tag{}, bests, x);
                auto const best_y = hn::GatherIndex(value_tag{}, bests, y);
                auto const place_x = hn::GatherIndex(d, places, x);
                auto const place_y = hn::GatherIndex(d, places, y);
                auto const lower = Order::is_minimum ? hn::Lt(best_y, best_x) : hn::Lt(best_x, best_y);
                auto const higher = Order::is_minimum ? hn::Lt(best_x, best_y) : hn::Lt(best_y, best_x);
                auto const right_wins = Order::ties == tie::leftmost ? lower : hn::Not(higher);
                auto const place = hn::IfThenElse(hn::RebindMask(d, right_wins), place_y, place_x);
                hn::StoreU(hn::Sub(place, phase), d, out + i);
                std::uint64_t missed = mask_bits(d, hn::Or(hn::Lt(place, l), hn::Lt(r, place)));
                if (missed != 0 && tree.recorded != nullptr) {
                    std::uint64_t const left = missed & wins_by_record<true>(tree, l, a, distance, asked[0] + i);
                    std::uint64_t const right =
                        missed & ~left & wins_by_record<false>(tree, r, b, distance, asked[1] + i);
                    found.from |= left << i;
                    found.to |= right << i;
                    missed &= ~(left | right);
                }
                found.outside |= missed << i;
            }
            return true;
        }
    }

private:
    /// Of queries whose end p (left: l, else r) lies in bundle b and whose other end is `distance` bundles away: those
    /// whose best is at that end, since a whole block between p and the edge of its bundle wins against all other
    /// bundles, and whose bundle has records; and the words of the records that are asked.
    template <bool Left, class Position, class Offset>
    static HWY_INLINE std::uint64_t wins_by_record(view const & tree, Position p, Offset b, Offset distance,
                                                   std::uint32_t * words)
    {
        using number = hn::CappedTag<std::uint32_t, chunk>;
        using offset = hn::RebindToSigned<number>;
        using real = hn::RebindToFloat<number>;
        using value_tag = hn::Rebind<Value, number>;
        number const d;
        auto const one = hn::Set(offset{}, 1);
        auto const * const blocks = Left ? &tree.recorded->backward : &tree.recorded->forward;
        auto const block = hn::GatherIndex(d, blocks, hn::Add(b, b));
        // the top beside p's, or, where that lies in another bundle, the node beside p's
        auto const top = hn::BitCast(offset{}, hn::ShiftRight<std::countr_zero(shape::fan3)>(p));
        auto const node = hn::BitCast(offset{}, hn::ShiftRight<std::countr_zero(shape::fan2)>(p));
        auto const next_top = Left ? hn::Add(top, one) : top;
        auto const next_node = Left ? hn::Add(node, one) : node;
        auto const zero = hn::Zero(offset{});
        auto const last = hn::Set(offset{}, fan - 1);
        auto const by_top = hn::Ne(hn::And(next_top, last), zero);
        auto const by_node = hn::Ne(hn::And(next_node, last), zero);
        auto const usable = hn::And(hn::Ne(block, hn::Set(d, no_records)), hn::RebindMask(d, hn::Or(by_top, by_node)));
        if (hn::AllFalse(d, usable))
            return 0;
        auto const level3 = hn::Set(offset{}, static_cast<std::int32_t>(tree.best3 - tree.best2));
        auto const beside = hn::IfThenElse(by_top, hn::Add(level3, next_top), next_node);
        auto const near = hn::GatherIndex(value_tag{}, tree.best2, Left ? beside : hn::Sub(beside, one));
        // the other bundles: `distance` of them
        auto const k =
            hn::Sub(hn::ShiftRight<23>(hn::BitCast(offset{}, hn::ConvertTo(real{}, distance))), hn::Set(offset{}, 127));
        auto const level = hn::Mul(k, hn::Set(offset{}, static_cast<std::int32_t>(tree.bundles)));
        auto const start = hn::Add(level, Left ? hn::Add(b, one) : hn::Sub(b, distance));
        auto const end = hn::Add(start, distance);
        auto const second = hn::Sub(end, hn::Shl(one, k));
        auto const * const bests = &tree.windows->best;
        auto const far_x = hn::GatherIndex(value_tag{}, bests, hn::Add(start, start));
        auto const far_y = hn::GatherIndex(value_tag{}, bests, hn::Add(second, second));
        auto const far = scan::best(far_x, far_y);
        auto const lower = Order::is_minimum ? hn::Lt(near, far) : hn::Lt(far, near);
        auto const higher = Order::is_minimum ? hn::Lt(far, near) : hn::Lt(near, far);
        auto const wins = (Order::ties == tie::leftmost) == Left ? hn::Not(higher) : lower;
        auto const in_bundle = hn::And(p, hn::Set(d, static_cast<std::uint32_t>(bundle - 1)));
        constexpr int words_bits = std::countr_zero(records::words);
        hn::StoreU(hn::Add(hn::ShiftLeft<words_bits>(block), hn::ShiftRight<6>(in_bundle)), d, words);
        return mask_bits(d, hn::And(usable, hn::RebindMask(d, wins)));
    }
#endif
};

} // namespace rmq::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
