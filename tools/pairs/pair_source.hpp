// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pairs/inputs.hpp"
#include "pairs/pair_list.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vglcs::tools {

/// The pairs of a run, one after the other, in the order of their rows. One thread at a time.
class pair_source
{
public:
    virtual ~pair_source() = default;
    /// The next pair; false after the last one. Pairs of one query come one after the other.
    [[nodiscard]] virtual bool next(shared_record & query, shared_record & target) = 0;
    /// To be called after the last pair: warns of names of a track that no record had.
    virtual void finish() = 0;
    /// All targets, where they are in memory before the first pair; else empty.
    [[nodiscard]] virtual std::vector<shared_record> const & targets() const = 0;
    /// Calls look(query) for the queries of all pairs, where they are in memory before the first pair; else for none.
    virtual void for_each_query(std::function<void(sequence const &)> const & /*look*/) const {}
    /// Sum of pair_weight of all pairs, where it is known without reading anything again.
    [[nodiscard]] virtual std::optional<std::uint64_t> known_weight() const { return std::nullopt; }
    /// The same, at any cost; reads what it must a second time. Throws usage_error where it cannot.
    [[nodiscard]] virtual std::uint64_t total_weight() = 0;
};

/// What a pair counts for where pairs are shared out: its cells, a little more for its row.
[[nodiscard]] inline std::uint64_t pair_weight(sequence const & query, sequence const & target) noexcept
{
    return (std::uint64_t{query.size()} + 1) * (std::uint64_t{target.size()} + 1);
}

/// Every query with every target, query by query. Targets are held in memory, queries are not.
[[nodiscard]] std::unique_ptr<pair_source> make_product_source(inputs & in, run_control const & control);

/// Records i < j of one file, which `in` holds twice: as A for its limits as query, as B for those as target.
[[nodiscard]] std::unique_ptr<pair_source> make_all_vs_all_source(inputs & in);

/// The pairs that a list names, in its order: names as the files have them, or `record:N`. Both files are held in
/// memory.
/// @param queries_together   the lines of a query must be neighbours
/// Throws input_error with file and line.
[[nodiscard]] std::unique_ptr<pair_source> make_list_source(std::string const & path, inputs & in,
                                                            bool queries_together);

/// The pairs of files that a list names, whose files `in` holds as one for each side: in the order of the list, each
/// record of a query file with every target of the neighbouring lines that begin with this file. All records are held
/// in memory.
/// @param queries_together   the lines of a query file must be neighbours
[[nodiscard]] std::unique_ptr<pair_source> make_file_list_source(file_list list, inputs & in, bool queries_together);

/// Record k of A with record k of B; throws input_error where one file has more.
/// @param targets_first   read all targets before the first pair
/// @param side_by_side    read B on a thread of its own, where it is a regular file
[[nodiscard]] std::unique_ptr<pair_source> make_zip_source(inputs & in, bool targets_first, bool side_by_side);

} // namespace vglcs::tools
