// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

namespace rmq {

/// A static range-extremum structure: built once from a span, answers queries on closed ranges [l, r].
/// `query(l, r)` is the index of the best value of v[l..r], l <= r < size(); const and safe to call concurrently.
/// `bytes()` is the memory of the structure in bytes, without the array it was built from.
template <class T>
concept static_rmq = requires(T const & structure, std::size_t position)
{
    typename T::value_type;
    typename T::index_type;
    typename T::order_type;
    {
        structure.query(position, position)
        } -> std::same_as<typename T::index_type>;
    {
        structure.size()
        } -> std::same_as<std::size_t>;
    {
        structure.bytes()
        } -> std::same_as<std::size_t>;
}
&&std::constructible_from<T, std::span<typename T::value_type const>>;

/// An incremental suffix-maximum structure (ISMQ): values are appended on the right, and `query(x)` is the best value
/// of the positions x..size()-1 (a value, not an index), x < size(). Positions are counted from the first append.
template <class T>
concept incremental_suffix_extremum = requires(T & structure, T const & view, typename T::value_type value,
                                               std::size_t x)
{
    typename T::value_type;
    typename T::order_type;
    structure.append(value);
    {
        structure.query(x)
        } -> std::same_as<typename T::value_type>;
    {
        view.size()
        } -> std::same_as<std::size_t>;
    {
        view.bytes()
        } -> std::same_as<std::size_t>;
};

} // namespace rmq
