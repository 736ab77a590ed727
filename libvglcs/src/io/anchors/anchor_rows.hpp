// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/bytes/text_reader.hpp"

#include <vglcs/io/anchor_table.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vglcs::detail {

/// Where a gene lies.
struct gene_place
{
    std::uint32_t chromosome = 0; ///< number in gene_order::chromosomes
    std::int64_t start = 0, end = 0, rank = 0;
    bool reverse = false;
};

/// Genes of the files of --genes, with their ranks by (start, end, name) on each chromosome. Chromosomes of different
/// files are different, also under one name.
struct gene_order
{
    std::vector<std::string> chromosomes;
    std::unordered_map<std::string, gene_place> genes;
    std::size_t files = 0;
};

/// Reads the files in turn, each BED (4 columns or more), GFF3 (features gene or, without any, mRNA) or MCScanX's
/// `chromosome gene start end`. Throws input_error, naming file and line.
[[nodiscard]] gene_order read_gene_order(std::vector<std::string> const & paths, std::uint64_t max_memory);

/// An anchor as a reader finds it.
struct raw_anchor
{
    std::string_view query, target;
    std::int64_t x = 0, y = 0, length_x = 1, length_y = 1, weight = 1;
    bool falling = false;
    std::string_view name_x{}, name_y{}, evalue{};
    std::int64_t query_length = 0, target_length = 0; ///< 0 where the format does not say
};

/// Collects rows into an anchor_table.
class anchor_rows
{
public:
    anchor_rows(anchor_table & out, text_reader & reader, std::uint64_t max_memory);

    /// Adds an anchor whose columns are `text`.
    void add(raw_anchor const & a, std::string_view text);
    /// Adds one with the usual columns, which `usual_header` names.
    void add(raw_anchor const & a);
    [[nodiscard]] static std::string usual_header(bool names, bool evalues);
    void with_names(bool evalues) noexcept
    {
        names_ = true;
        evalues_ = evalues;
    }
    /// Limits of the anchor added last.
    void add_limits(link_limits const & l) { out_->own.push_back(l); }
    /// Numbers sequences by name, so that their numbers do not depend on the order of the rows.
    void close();

private:
    [[nodiscard]] std::uint32_t word(std::string_view text);

    using numbers = std::unordered_map<std::string, std::uint32_t>;
    [[nodiscard]] static std::uint32_t number(numbers & known, std::vector<anchor_table::sequence> & all,
                                              std::string_view name, std::int64_t end, std::int64_t length);

    anchor_table * out_;
    text_reader * reader_;
    std::uint64_t max_memory_;
    bool names_ = false, evalues_ = false;
    numbers queries_, targets_, words_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> pairs_;
    std::string line_;
};

/// Columns of a line between tabs, or where it has none between blanks.
void split_columns(std::string_view line, std::vector<std::string_view> & columns);

/// A whole number of the reader's line, with a sign; throws input_error naming `what`.
[[nodiscard]] std::int64_t whole_number(text_reader const & reader, std::string_view text, std::string_view what);
/// A number with decimals, times `scale`, rounded down: "99.80" times 100 is 9980.
[[nodiscard]] std::int64_t scaled_number(text_reader const & reader, std::string_view text, std::string_view what,
                                         std::int64_t scale);

// Readers of the formats; `line` is the first line.
void read_table(text_reader & reader, std::string_view line, anchor_reading const & how, anchor_rows & rows,
                anchor_table & out);
void read_paf(text_reader & reader, std::string_view line, anchor_rows & rows);
void read_coords(text_reader & reader, std::string_view line, anchor_rows & rows);
void read_delta(text_reader & reader, std::string_view line, anchor_rows & rows);
void read_mums(text_reader & reader, std::string_view line, anchor_rows & rows);
void read_blast(text_reader & reader, std::string_view line, gene_order const * genes, anchor_order order,
                anchor_rows & rows);
void read_dagchainer(text_reader & reader, std::string_view line, anchor_rows & rows);
void read_events(text_reader & reader, std::string_view line, anchor_rows & rows);

/// Replaces coordinates by the numbers of the distinct places on each sequence, in their order.
void rank_places(anchor_table & table);
/// Says of rows why they are left out.
void filter_anchors(anchor_table & table, anchor_filters const & filters);

} // namespace vglcs::detail
