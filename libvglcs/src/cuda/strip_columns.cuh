// SPDX-License-Identifier: BSD-3-Clause
/// Stage 2 of the CUDA strips: windows of columns within a row.
#pragma once

#include "cuda/near_line.hpp"
#include "cuda/strip_launch.hpp"
#include "cuda/strip_layout.cuh"

namespace vglcs::cuda {

/// `b` = a shifted right by Distance words over the lanes, the halo's words coming in on the left; the same for the
/// halo itself, with zeros coming in. Lanes without halo words hold zeros in h.
template <int Distance, int Words>
__device__ __forceinline__ void shift_words(lane_words<Words> const & a, lane_words<Words> const & h, int lane,
                                            lane_words<Words> & b, lane_words<Words> & b_halo)
{
#pragma unroll
    for (int k = 0; k < Words; ++k) {
        if (k >= Distance) {
            b.word[k] = a.word[k - Distance];
            b_halo.word[k] = h.word[k - Distance];
        } else {
            constexpr int d = Distance;
            int const lanes = (d - k + Words - 1) / Words, from = k - d + lanes * Words;
            b.word[k] = __shfl_sync(all_lanes, lane >= 32 - lanes ? h.word[from] : a.word[from], (lane - lanes) & 31);
            b_halo.word[k] = __shfl_up_sync(all_lanes, h.word[from], lanes);
        }
    }
}

/// T_level of columns from T_(level-1): the maximum with the columns 2^(level-1) to the left.
template <class Value, int Level, int Words>
__device__ __forceinline__ void widen(lane_words<Words> & a, lane_words<Words> & h, int lane)
{
    lane_words<Words> b, b_halo;
    if constexpr (word_of<Value>::columns == 2 && Level == 1) {
        std::uint32_t const x =
            __shfl_sync(all_lanes, lane == 31 ? h.word[Words - 1] : a.word[Words - 1], (lane - 1) & 31);
        std::uint32_t const y = __shfl_up_sync(all_lanes, h.word[Words - 1], 1);
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            b.word[k] = __byte_perm(k ? a.word[k - 1] : x, a.word[k], 0x5432);
            b_halo.word[k] = __byte_perm(k ? h.word[k - 1] : y, h.word[k], 0x5432);
        }
    } else {
        shift_words<(1 << (Level - 1)) / word_of<Value>::columns>(a, h, lane, b, b_halo);
    }
    a = maximum<Value>(a, b);
    h = maximum<Value>(h, b_halo);
}

/// Builds the tables of the levels Level..Levels-1.
template <class Layout, class Value, int Level, int Levels, int Words>
__device__ __forceinline__ void build_tables(std::uint32_t * tables, lane_words<Words> & a, lane_words<Words> & h,
                                             int lane, bool in_halo)
{
    if constexpr (Level < Levels) {
        if constexpr (Level > 0)
            widen<Value, Level>(a, h, lane);
        std::uint32_t * const level = tables + Level * Layout::level_words;
        store_words(level + Layout::halo_words + lane * Words, a);
        store_shared_if(in_halo, level + (lane - 32 + Layout::halo_lanes) * Words, h);
        build_tables<Layout, Value, Level + 1, Levels>(tables, a, h, lane, in_halo);
    }
}

/// Of a word's two columns, those before its c-th.
__device__ __forceinline__ std::uint32_t columns_before(int c)
{
    return c <= 0 ? 0 : c == 1 ? 0xffffu : ~0u;
}

/// Tables of columns where nothing is far or elastic. What a strip's windows read of its halo is the line of
/// near_line.hpp, and that is what the left neighbour hands over: it has all of it in its own tables. Windows of up to
/// three columns need no table: their columns are at hand where T_2 is made, and are kept under masks.
template <class Layout, class Value, int Words>
class near_tables
{
    static constexpr int columns = word_of<Value>::columns, levels = Layout::levels, line = Layout::halo_words;
    using line_of = near_line<columns, levels>;
    static_assert(line_of::words == line);
    static constexpr int begin(int level) { return line_of::begin(level); }
    static constexpr int units = line / 2; ///< two words each: what a lane hands over

    /// T_3 and T_4 are made side by side from T_2, so that fewer shuffles wait for one another; where values have 32
    /// bits, so many strips run at a time that the two shuffles more cost more than waiting.
    static constexpr bool by_twos = columns == 2 && Words <= 2;
    static constexpr int most_short = 3;

public:
    /// @param tables      in shared memory; the line and what is handed over of single columns lie in the place of T_0
    /// @param addresses   pairs of addresses of a strip's plan, with a halo in every level; they become those in the
    ///                    line
    /// @param zeros       address of what counts as no value
    __device__ __forceinline__ near_tables(std::uint32_t * tables, std::uint32_t (&addresses)[Words * columns],
                                           std::uint32_t zeros, int lane)
        : tables_{tables}, lane_{lane}
    {
        std::uint32_t const base = shared_address(tables);
        constexpr std::uint32_t level_bytes = 4 * Layout::level_words;
#pragma unroll
        for (int k = 0; k < Words * columns; ++k) {
            std::uint32_t const first = (addresses[k] & 0xffff) - base, second = (addresses[k] >> 16) - base,
                                length = first < level_bytes       ? 1
                                         : first < 2 * level_bytes ? 2 + (first != second)
                                                                   : 0;
#pragma unroll
            for (int n = 0; n < most_short; ++n) {
                std::uint32_t const mask = length <= n ? 0 : columns == 2 ? 0xffffu << (16 * (k % 2)) : 0xffffffffu;
                in_[n][k / columns] = (k % columns ? in_[n][k / columns] : 0) | mask;
            }
            addresses[k] = length ? zeros * 0x00010001u
                                  : (base + line_of::address(first, level_bytes)) |
                                        (base + line_of::address(second, level_bytes)) << 16;
        }
        // a lane's words of the line are the strip's last ones of their level
        int const word = 2 * max(0, lane - 32 + units);
        out_ = tables_ + line;
#pragma unroll
        for (int level = 0; level < levels; level += level ? 1 : 2)
            if (word >= begin(level) - line_of::before(level) && word < begin(level) + line_of::size(level))
                out_ = tables_ + level * Layout::level_words + Layout::level_words + word - begin(level) -
                       line_of::size(level);
    }

    /// Makes the tables of a row. Afterwards, and after a barrier of the warp, windows can be looked up.
    /// @param from   the line that the left neighbour has handed over
    __device__ __forceinline__ void make(lane_words<Words> const & a, std::uint32_t const * from)
    {
        // loads before all stores, of which the compiler does not know where they go
        std::uint32_t const copied = from[lane_ % line];
        heads const begins = heads_of(from);
        store_shared_if<1>(lane_ < line, tables_ + lane_, {copied});
        store_shared_if(lane_ >= 32 - (line_of::size(0) + Words - 1) / Words, tables_ + line + lane_ * Words, a);
        lane_words<Words> two = take_short(a, begins);
        store_level<2>(two);
        if constexpr (levels > 3 && by_twos)
            make_far(two, begins);
        else
            make_level<3>(two, begins);
    }

    /// Of the windows that have no table, their maximum; else zeros.
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> const & short_windows() const
    {
        return short_;
    }

    /// After the same barrier: of the last lanes, what they hand over.
    [[nodiscard]] __device__ __forceinline__ lane_words<2> handed_over() const
    {
        return load_words<2>(out_);
    }

private:
    /// What a row's tables begin with, by lane.
    struct heads
    {
        std::uint32_t single[3];                  ///< words to the left of the lane's first: the first, second, third
        lane_words<Words> of[levels > 3 ? 4 : 1]; ///< [l]: of T_l, the words that lie 2^l columns to the left
    };

    [[nodiscard]] __device__ __forceinline__ heads heads_of(std::uint32_t const * from) const
    {
        heads out{};
        if constexpr (columns == 2) { // the last words of T_2, and of single columns: one load for all
            static_assert(begin(2) % 4 == 0 && begin(0) == begin(2) + 2);
            uint4 const low = *reinterpret_cast<uint4 const *>(from + begin(2));
            out.single[0] = low.w;
            out.single[1] = Words == 1 && lane_ != 0 ? low.w : low.z;
            if constexpr (levels > 3) {
                out.of[2].word[0] = Words == 1 && lane_ % 2 ? low.y : low.x;
                if constexpr (Words > 1)
                    out.of[2].word[1] = low.y;
            }
        } else {
            static_assert(Words == 2 && begin(0) % 4 == 0);
            uint4 const low = *reinterpret_cast<uint4 const *>(from + begin(0));
            out.single[0] = low.w;
            out.single[1] = low.z;
            out.single[2] = lane_ == 0 ? low.y : low.w;
            if constexpr (levels > 3)
                out.of[2] = load_head<2>(from);
        }
        if constexpr (levels > 3)
            out.of[3] = load_head<3>(from);
        return out;
    }
    template <int Level>
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> load_head(std::uint32_t const * from) const
    {
        return load_words<Words>(from + begin(Level) + lane_ % (line_of::size(Level) / Words) * Words);
    }

    template <int Level>
    __device__ __forceinline__ void store_level(lane_words<Words> const & a)
    {
        store_words(tables_ + Level * Layout::level_words + line + lane_ * Words, a);
    }

    /// The word `Distance` to the left of a lane's k-th, from a lane further left.
    template <int Distance>
    static __device__ __forceinline__ std::uint32_t word_before(lane_words<Words> const & a, int k)
    {
        int const lanes = (Distance - k + Words - 1) / Words;
        return __shfl_up_sync(all_lanes, a.word[k - Distance + lanes * Words], lanes);
    }

    /// Takes the maxima of the windows that have no table.
    /// @return   T_2
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> take_short(lane_words<Words> const & a,
                                                                          heads const & from)
    {
        lane_words<Words> out;
        if constexpr (columns == 2) {
            std::uint32_t one = word_before<1>(a, 0), two = word_before<2>(a, 0);
            two = lane_ < (2 + Words - 1) / Words ? from.single[1] : two;
            one = lane_ == 0 ? from.single[0] : one;
            std::uint32_t third = __byte_perm(two, one, 0x5432), before = word_of<Value>::max(one, third);
#pragma unroll
            for (int k = 0; k < Words; ++k) {
                std::uint32_t const second = k ? a.word[k - 1] : one, first = __byte_perm(second, a.word[k], 0x5432),
                                    t1 = word_of<Value>::max(a.word[k], first);
                short_.word[k] = word_of<Value>::max(first & in_[0][k], second & in_[1][k], third & in_[2][k]);
                out.word[k] = word_of<Value>::max(t1, before);
                third = first;
                before = t1;
            }
        } else {
            std::uint32_t one = word_before<1>(a, 0), two = word_before<2>(a, 0), three = word_before<3>(a, 0);
            three = lane_ < 2 ? from.single[2] : three;
            two = lane_ == 0 ? from.single[1] : two;
            one = lane_ == 0 ? from.single[0] : one;
            short_.word[0] = word_of<Value>::max(one & in_[0][0], two & in_[1][0], three & in_[2][0]);
            short_.word[1] = word_of<Value>::max(a.word[0] & in_[0][1], one & in_[1][1], two & in_[2][1]);
            std::uint32_t const both = word_of<Value>::max(a.word[0], one);
            out.word[0] = word_of<Value>::max(both, two, three);
            out.word[1] = word_of<Value>::max(a.word[1], both, two);
        }
        return out;
    }

    /// T_3 and T_4 from T_2. Where T_2 of the halo would be needed that is not in the line, T_3 stands for it; what
    /// comes beside it lies in the same window.
    __device__ __forceinline__ void make_far(lane_words<Words> const & two, heads const & from)
    {
        static_assert(levels == 5);
        constexpr int four = 4 / columns; // words
        lane_words<Words> t3, t4;
#pragma unroll
        for (int k = 0; k < Words; ++k) {
            std::uint32_t x = word_before<four>(two, k), y = word_before<2 * four>(two, k),
                          z = word_before<3 * four>(two, k);
            x = lane_ < four / Words ? from.of[2].word[k] : x;
            y = lane_ < 2 * four / Words ? from.of[3].word[k] : y;
            z = lane_ < 3 * four / Words ? from.of[2].word[k] : z;
            t3.word[k] = word_of<Value>::max(two.word[k], x);
            t4.word[k] = word_of<Value>::max(t3.word[k], y, z);
        }
        store_level<3>(t3);
        store_level<4>(t4);
    }

    /// T_Level from the level below, and so on.
    template <int Level>
    __device__ __forceinline__ void make_level(lane_words<Words> & a, heads const & from)
    {
        if constexpr (Level < levels) {
            constexpr int distance = (1 << (Level - 1)) / columns;
            lane_words<Words> b;
#pragma unroll
            for (int k = 0; k < Words; ++k) {
                int const lanes = (distance - k + Words - 1) / Words; // from which it comes
                if (k >= distance) {
                    b.word[k] = a.word[k - distance];
                } else {
                    std::uint32_t const x = word_before<distance>(a, k);
                    b.word[k] = lane_ < lanes ? from.of[Level - 1].word[k] : x;
                }
            }
            a = maximum<Value>(a, b);
            store_level<Level>(a);
            make_level<Level + 1>(a, from);
        }
    }

    std::uint32_t * tables_;
    std::uint32_t const * out_; ///< of the last lanes: what they hand over
    int lane_;
    std::uint32_t in_[most_short][Words]; ///< [n]: which columns' windows have no table and hold the n-th to the left
    lane_words<Words> short_;
};

/// What lies one column to the left of each of a lane's columns.
template <class Value, int Words>
__device__ __forceinline__ lane_words<Words> previous_columns(lane_words<Words> const & a, lane_words<Words> const & h,
                                                              int lane)
{
    std::uint32_t const x = __shfl_sync(all_lanes, lane == 31 ? h.word[Words - 1] : a.word[Words - 1], (lane - 1) & 31);
    lane_words<Words> out;
#pragma unroll
    for (int k = 0; k < Words; ++k) {
        std::uint32_t const left = k ? a.word[k - 1] : x;
        out.word[k] = word_of<Value>::columns == 2 ? __byte_perm(left, a.word[k], 0x5432) : left;
    }
    return out;
}

/// Stage 2 where one limit holds for all columns: every column's window is the last `length` columns before it, so two
/// shifts of one dyadic level cover it, in registers. Level is the same for a whole launch; what differs is chosen
/// without branches, since lanes that might part would cost more than all the rest.
template <class Value, int Words, int Level>
class equal_windows
{
    static_assert(Words <= 2 || Level == 2); // a wide lane's neighbour holds all that is moved
    static constexpr int columns = word_of<Value>::columns;

public:
    /// @param length   2^Level <= length < 2^(Level+1)
    template <class Lengths>
    __device__ __forceinline__ equal_windows(std::uint32_t length, Lengths const &)
    {
        int const distance = static_cast<int>(length) - (1 << Level) + 1, word = distance / columns;
        words_ = word;
        lanes_ = word / Words;
        crossed_ = Words == 2 && word % 2;
        selector_ = distance % columns ? 0x5432 : 0x7654;
    }

    /// The maximum of each column's window.
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> best(lane_words<Words> a, lane_words<Words> h,
                                                                    int lane) const
    {
        widen_to<1>(a, h, lane);
        return maximum<Value>(previous_columns<Value>(a, h, lane), moved(a, h, lane));
    }

private:
    template <int To>
    __device__ __forceinline__ void widen_to(lane_words<Words> & a, lane_words<Words> & h, int lane) const
    {
        if constexpr (To <= Level) {
            widen<Value, To>(a, h, lane);
            widen_to<To + 1>(a, h, lane);
        }
    }

    /// `distance` columns to the right; columns that share words need both neighbours where the distance is odd.
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> moved(lane_words<Words> const & a,
                                                                     lane_words<Words> const & h, int lane) const
    {
        if constexpr (Words == 4)
            return moved_wide(a, h, lane);
        auto const from = [&](int word, int lanes) {
            std::uint32_t const own = crossed_ ? a.word[Words - 1 - word] : a.word[word];
            std::uint32_t const halo = crossed_ ? h.word[Words - 1 - word] : h.word[word];
            return __shfl_sync(all_lanes, lane >= 32 - lanes ? halo : own, (lane - lanes) & 31);
        };
        std::uint32_t x[Words + 1];
        x[0] = columns == 2 ? from(Words - 1, lanes_ + 1) : 0;
        x[1] = from(0, lanes_ + (crossed_ ? 1 : 0));
        if constexpr (Words == 2)
            x[2] = from(1, lanes_);
        lane_words<Words> out;
#pragma unroll
        for (int k = 0; k < Words; ++k)
            out.word[k] = columns == 2 ? __byte_perm(x[k], x[k + 1], selector_) : x[k + 1];
        return out;
    }

    /// The same with four words a lane, at most four columns to the right.
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> moved_wide(lane_words<Words> const & a,
                                                                          lane_words<Words> const & h, int lane) const
    {
        constexpr int reach = 4 / columns; // words
        std::uint32_t all[2 * Words] = {}; // the left neighbour's words, then the lane's own
#pragma unroll
        for (int k = columns == 2 ? Words - reach - 1 : 0; k < Words; ++k)
            all[k] = __shfl_sync(all_lanes, lane == 31 ? h.word[k] : a.word[k], (lane - 1) & 31);
#pragma unroll
        for (int k = 0; k < Words; ++k)
            all[Words + k] = a.word[k];
        std::uint32_t x[Words + 1]; // x[k]: the word `words_` to the left of word k-1
#pragma unroll
        for (int k = columns == 2 ? 0 : 1; k <= Words; ++k) {
            x[k] = all[Words + k - 1];
#pragma unroll
            for (int word = 1; word <= reach; ++word)
                x[k] = words_ == word ? all[Words + k - 1 - word] : x[k];
        }
        lane_words<Words> out;
#pragma unroll
        for (int k = 0; k < Words; ++k)
            out.word[k] = columns == 2 ? __byte_perm(x[k], x[k + 1], selector_) : x[k + 1];
        return out;
    }

    int words_;
    int lanes_;
    bool crossed_;
    std::uint32_t selector_;
};

/// Stage 2 where no window is longer than most_small_columns: the columns that a window may hold come one by one, each
/// kept where the window is long enough. Nothing of it touches shared memory, and no address is computed.
template <class Value, int Words>
class small_windows
{
    static_assert(word_of<Value>::columns == 2);
    static constexpr int words_left = static_cast<int>(most_small_columns) / 2;

public:
    /// @param lengths   columns of the windows of a lane's columns; 0 counts as 1
    __device__ __forceinline__ small_windows(std::uint32_t, std::uint32_t const (&lengths)[2 * Words])
    {
#pragma unroll
        for (int k = 0; k < most - 1; ++k) {
            auto const shortest = static_cast<std::uint32_t>(k + 2);
#pragma unroll
            for (int w = 0; w < Words; ++w)
                in_[k][w] =
                    (lengths[2 * w] >= shortest ? 0xffffu : 0) | (lengths[2 * w + 1] >= shortest ? 0xffff0000u : 0);
        }
    }

    /// The maximum of each column's window.
    [[nodiscard]] __device__ __forceinline__ lane_words<Words> best(lane_words<Words> const & a,
                                                                    lane_words<Words> const & h, int lane) const
    {
        // even[k]: the word (words_left - k) to the left of the lane's first; odd[k]: the same moved by one column
        std::uint32_t even[words_left + Words], odd[words_left + Words];
#pragma unroll
        for (int k = 0; k < words_left; ++k) {
            int const back = words_left - k, lanes = (back + Words - 1) / Words, from = lanes * Words - back;
            even[k] = __shfl_sync(all_lanes, lane >= 32 - lanes ? h.word[from] : a.word[from], (lane - lanes) & 31);
        }
#pragma unroll
        for (int w = 0; w < Words; ++w)
            even[words_left + w] = a.word[w];
#pragma unroll
        for (int k = 1; k < words_left + Words; ++k)
            odd[k] = __byte_perm(even[k - 1], even[k], 0x5432);
        lane_words<Words> out;
#pragma unroll
        for (int w = 0; w < Words; ++w) {
            std::uint32_t x = odd[words_left + w];
#pragma unroll
            for (int k = 0; k < most - 2; k += 2) {
                int const at = words_left + w - 1 - k / 2;
                x = word_of<Value>::max(x, even[at] & in_[k][w], odd[at] & in_[k + 1][w]);
            }
            out.word[w] = word_of<Value>::max(x, even[w] & in_[most - 2][w]);
        }
        return out;
    }

private:
    static constexpr int most = static_cast<int>(most_small_columns);

    std::uint32_t in_[most - 1][Words]; ///< [k]: which columns' windows hold the column k + 2 to the left
};

/// What the rows with one letter need to know of a lane's columns: words that lie in shared memory a lane and letter.
template <class Value, int Words, lookup Lookup>
struct letter_words
{
    static constexpr int columns = Words * word_of<Value>::columns;
    static constexpr int count = Lookup == lookup::direct ? columns : in_registers(Lookup) ? Words : 1;
    std::uint32_t word[count];

    __device__ __forceinline__ void load(std::uint32_t const * from)
    {
        if constexpr (count == 8) {
            reinterpret_cast<uint4 *>(word)[0] = reinterpret_cast<uint4 const *>(from)[0];
            reinterpret_cast<uint4 *>(word)[1] = reinterpret_cast<uint4 const *>(from)[1];
        } else {
            lane_words<count> const x = load_words<count>(from);
            memcpy(word, &x, sizeof word);
        }
    }

    /// Those of a letter. `addresses` are the columns' pairs of addresses, `nothing` that of the value that becomes 0.
    static __device__ __forceinline__ void store(std::uint32_t * to, std::uint8_t const * letters,
                                                 std::uint32_t const (&addresses)[columns], std::uint32_t nothing,
                                                 std::uint32_t letter)
    {
        std::uint32_t out[count] = {};
#pragma unroll
        for (int k = 0; k < columns; ++k) {
            bool const match = letters[k] == letter;
            if constexpr (count == 1 && !in_registers(Lookup))
                out[0] |= static_cast<std::uint32_t>(match) << k;
            else if constexpr (Lookup == lookup::direct)
                out[k] = match ? addresses[k] : nothing * 0x00010001u;
            else if (match)
                out[k / word_of<Value>::columns] |=
                    word_of<Value>::columns == 2 ? 0xffffu << (16 * (k % 2)) : 0xffffffffu;
        }
#pragma unroll
        for (int k = 0; k < count; ++k)
            to[k] = out[k];
    }
};

/// The larger of the two table entries of each of a lane's columns.
template <class Value, int Words, lookup Lookup>
__device__ __forceinline__ lane_words<Words>
looked_up(letter_words<Value, Words, Lookup> const & letter,
          std::uint32_t const (&addresses)[Words * word_of<Value>::columns], std::uint32_t nothing)
{
    constexpr int columns = Words * word_of<Value>::columns;
    std::uint32_t first[columns], second[columns];
#pragma unroll
    for (int k = 0; k < columns; ++k) {
        // columns that do not match, which most do not, all read one value: only matching ones cost banks
        std::uint32_t a, b;
        if constexpr (Lookup == lookup::direct) {
            a = letter.word[k] & 0xffff;
            b = letter.word[k] >> 16;
        } else {
            bool const match = letter.word[0] & (1u << k);
            a = match ? addresses[k] & 0xffff : nothing;
            b = match ? addresses[k] >> 16 : nothing;
        }
        first[k] = load_entry<Value>(a);
        second[k] = load_entry<Value>(b);
    }
    lane_words<Words> out;
#pragma unroll
    for (int k = 0; k < Words; ++k) {
        if constexpr (sizeof(Value) == 2)
            out.word[k] = __vmaxu2(__byte_perm(first[2 * k], first[2 * k + 1], 0x5410),
                                   __byte_perm(second[2 * k], second[2 * k + 1], 0x5410));
        else
            out.word[k] = ::max(first[k], second[k]);
    }
    return out;
}

} // namespace vglcs::cuda
