// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <rmq/concepts.hpp>
#include <rmq/detail/direct_extension.hpp>
#include <rmq/detail/fingerprints.hpp>
#include <rmq/detail/minimum_tree.hpp>
#include <rmq/packed_text.hpp>

namespace rmq {

/// A pair of positions whose longest common extension is asked: i in the first text, j in the second (or the same).
template <std::unsigned_integral Index = std::uint32_t>
struct lce_query
{
    Index i{};
    Index j{};
};

/// How extensions are found; every way gives the same numbers.
enum class lce_method : std::uint8_t {
    automatic,   ///< the first word of letters, then what is there: ranks, else more words
    direct,      ///< words of packed letters
    rank,        ///< the least LCP between the ranks of both suffixes; one text only
    fingerprint, ///< search by fingerprints of substrings, verified letter by letter
};

/// Longest common extension by suffix array, LCP array and any range-minimum structure of this library over the latter.
/// Source: Soman, Kothapalli, Narayanan 2012, section 7.2.   One query of the structure.
/// @param rank   inverse suffix array
/// @param lcp    see lcp_array
/// @param i, j   positions, i != j
template <static_rmq Structure, std::unsigned_integral Index, class Value>
[[nodiscard]] std::size_t rank_extension(std::span<Index const> rank, std::span<Value const> lcp,
                                         Structure const & minimum, std::size_t i, std::size_t j) noexcept
{
    static_assert(Structure::order_type::is_minimum);
    RMQ_EXPECTS(i != j);
    auto const [low, high] = std::minmax(rank[i], rank[j]);
    return static_cast<std::size_t>(lcp[minimum.query(low + std::size_t{1}, high)]);
}

/// Longest common extensions within a text, or between two. Made of views: of the packed texts, and of what else is
/// there for the faster methods; all have to outlive it. Batches go through in groups whose cache misses overlap.
/// Queries are const and may run concurrently.
template <std::unsigned_integral Index = std::uint32_t>
class lce
{
public:
    using index_type = Index;
    using query_type = lce_query<Index>;

    /// Within one text.
    explicit lce(packed_view const & text) : lce{text, text} {}
    /// Between two texts of the same bits.
    lce(packed_view const & first, packed_view const & second) : first_{first}, second_{second}
    {
        RMQ_EXPECTS(first.bits == second.bits);
    }

    /// From now on ranks may be used. For one text.
    /// @param rank   [size] inverse suffix array
    /// @param lcp    minima over the LCP array
    void use_ranks(std::span<Index const> rank, minimum_view<Index> const & lcp) noexcept
    {
        RMQ_EXPECTS(first_.words == second_.words && rank.size() == first_.size && lcp.size == first_.size);
        rank_ = rank;
        lcp_ = lcp;
    }
    /// From now on fingerprints may be used; both of the same tables.
    void use_fingerprints(fingerprints const & first, fingerprints const & second) noexcept
    {
        first_prints_ = &first;
        second_prints_ = &second;
    }
    [[nodiscard]] bool can(lce_method method) const noexcept
    {
        switch (method) {
        case lce_method::rank:
            return !rank_.empty() || first_.size == 0;
        case lce_method::fingerprint:
            return first_prints_ != nullptr;
        default:
            return true;
        }
    }

    /// Letters that the suffixes at i and j share.
    /// @param i, j     positions, at most the texts' sizes
    /// @param method   one that `can` be used
    [[nodiscard]] std::size_t query(std::size_t i, std::size_t j,
                                    lce_method method = lce_method::automatic) const noexcept;

    /// Answers queries[k] into out[k].
    /// @param out       [queries.size()] may not alias the queries
    /// @param threads   OpenMP threads, 0 = all; the answers do not depend on it
    void query(std::span<query_type const> queries, std::span<Index> out, lce_method method = lce_method::automatic,
               unsigned threads = 0) const;

private:
    [[nodiscard]] std::size_t by_rank(std::size_t i, std::size_t j) const noexcept;
    void query_part(query_type const * queries, Index * out, std::size_t count, lce_method method) const noexcept;

    packed_view first_, second_;
    std::span<Index const> rank_;
    minimum_view<Index> lcp_;
    fingerprints const * first_prints_ = nullptr;
    fingerprints const * second_prints_ = nullptr;
};

extern template class lce<std::uint32_t>;
extern template class lce<std::uint64_t>;

} // namespace rmq
