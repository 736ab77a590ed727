// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/anchor_chain.hpp>
#include <vglcs/run_control.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs {

/// What an input of anchors looks like.
enum class anchor_format : std::uint8_t {
    automatic,  ///< by its first line
    table,      ///< tabs between, a header: query target x y, and length strand weight length_y lo_x hi_x lo_y hi_y
    paf,        ///< minimap2 and others
    coords,     ///< MUMmer's show-coords, with -T or without
    delta,      ///< MUMmer's nucmer and promer
    mums,       ///< MUMmer's mummer: maximal matches
    blast,      ///< BLAST's outfmt 6: 12 columns
    dagchainer, ///< 9 columns: two genes with chromosome, name, start and end, and an E-value
    events      ///< tabs between, a header: log time event, and weight
};

/// What x and y count.
enum class anchor_order : std::uint8_t {
    bp,   ///< letters; a block has anchors of its own strand
    rank, ///< genes, or the anchors' places on their sequence; strands do not matter
    time  ///< ticks; blocks rise
};

/// Which anchors are left out before chains are looked for, and what the others weigh.
struct anchor_filters
{
    bool self = false;                  ///< query and target are the same set: no diagonal, one of two mirror images
    std::optional<std::int64_t> tandem; ///< of neighbours at most so many units apart, the heaviest stays
    std::optional<std::int64_t> weight; ///< of every anchor, in place of the input's
};

struct anchor_reading
{
    anchor_format format = anchor_format::automatic;
    std::optional<anchor_order> order; ///< nothing: rank where genes are given, time for events, else bp
    std::vector<std::string> genes{};  ///< files with the order of genes: BED, GFF3, MCScanX's four columns
    anchor_filters filters{};
    link_limits limits{};         ///< of anchors that bring none of their own
    std::uint64_t max_memory = 0; ///< bytes that the table may take, 0: no limit
    run_control const * control = nullptr;
};

/// Anchors with the rows that they come from, in the order of the input.
struct anchor_table
{
    anchor_format format = anchor_format::table;
    anchor_order order = anchor_order::bp;
    std::string header;                ///< names of the columns of every row, tabs between
    std::vector<anchor> anchors;       ///< of all rows, in the units of `order`
    std::vector<link_limits> own;      ///< [rows], or empty where no row has limits of its own
    std::vector<std::string> filtered; ///< [rows] why a row is left out, empty where it is not; or empty

    /// One of the sequences; `length` is where its last anchor ends, or what the input says.
    struct sequence
    {
        std::string name;
        std::int64_t length = 0;
    };
    struct sequence_pair
    {
        std::uint32_t query = 0, target = 0; ///< numbers in queries, targets
    };
    std::vector<sequence> queries, targets; ///< by name
    std::vector<sequence_pair> pairs;       ///< anchor::sequences is a number of this, by (query, target)

    /// Columns of a row.
    [[nodiscard]] std::string_view row(std::size_t k) const noexcept
    {
        return std::string_view{text}.substr(starts[k], starts[k + 1] - starts[k]);
    }
    /// Names of what the anchor stands for on either side (genes, events), empty where there are none.
    [[nodiscard]] std::string_view name_x(std::size_t k) const noexcept { return name_of(names_x, k); }
    [[nodiscard]] std::string_view name_y(std::size_t k) const noexcept { return name_of(names_y, k); }
    /// The E-value as the input has it, empty where it has none.
    [[nodiscard]] std::string_view evalue(std::size_t k) const noexcept { return name_of(evalues, k); }

    std::string text;                                     ///< the rows, end to end
    std::vector<std::uint64_t> starts{0};                 ///< [rows + 1] in text
    std::vector<std::uint32_t> names_x, names_y, evalues; ///< places in words, [rows] or empty
    std::vector<std::string> words;                       ///< names; the first is empty

private:
    [[nodiscard]] std::string_view name_of(std::vector<std::uint32_t> const & which, std::size_t k) const noexcept
    {
        return which.empty() ? std::string_view{} : std::string_view{words[which[k]]};
    }
};

/// Reads anchors from a file, plain or gzip, "-" for standard input. Coordinates are counted from 0, whatever the
/// format counts from. Throws input_error, `file:line: what: how to fix`, on the first row that is not what the format
/// says; resource_error where the rows do not fit max_memory.
[[nodiscard]] anchor_table read_anchors(std::string const & path, anchor_reading const & how);

/// Name of a format as --from takes it.
[[nodiscard]] std::string_view name(anchor_format f) noexcept;
[[nodiscard]] std::optional<anchor_format> parse_anchor_format(std::string_view text) noexcept;

/// Blocks of a table: those that were asked for come first, the others say what else there is.
struct table_blocks
{
    anchor_blocks blocks;  ///< down to the least score of any anchor
    std::size_t given = 0; ///< the first so many were asked for
};

/// Chains a table's anchors. Ties: rows with equal x and y by their text, so that the answer does not depend on the
/// order of the rows.
/// @param reasons   false: only the blocks that are asked for are looked for
[[nodiscard]] table_blocks chain_table(anchor_table const & table, chain_rules const & rules, bool reasons);

} // namespace vglcs
