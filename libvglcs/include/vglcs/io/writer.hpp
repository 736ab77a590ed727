// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/output_file.hpp>
#include <vglcs/io/pair_record.hpp>

#include <memory>
#include <optional>
#include <string_view>

namespace vglcs {

/// Output formats; docs/guide/formats.md defines each column.
enum class format : std::uint8_t { paf, sam, tsv, pairs, json, pretty };

[[nodiscard]] std::string_view name(format f) noexcept;
[[nodiscard]] std::optional<format> parse_format(std::string_view text) noexcept;
/// The format that the ending of a file's name says, `.gz` behind it or not, in any case of letters: .paf, .sam, .tsv,
/// .json and .jsonl, .txt for pretty. Nothing for others.
[[nodiscard]] std::optional<format> format_of_ending(std::string_view path) noexcept;
/// True where a pair of length 0, a failed or a pruned one has no line in the format: paf, sam, pairs.
[[nodiscard]] bool omits_empty_pairs(format f) noexcept;

/// Writes answered pairs in one format. Rows come in the order of the calls; calls come from one thread. The bytes
/// depend on the arguments alone: not on locale, time or machine.
class writer
{
public:
    virtual ~writer() = default;
    /// Header lines. Keeps nothing of `run` by reference. Throws input_error before the first byte where the format
    /// cannot hold the names of the targets (sam).
    virtual void begin(run_record const & run) = 0;
    /// One pair. A pair of length 0 gives no line in some formats (omits_empty_pairs; the caller notes it on stderr).
    /// Throws input_error before the row's first byte where the format cannot hold the query's name.
    virtual void write(pair_record const & pair) = 0;
};

/// Throws usage_error where the format needs a chain and the task is length. `out` must outlive the writer.
[[nodiscard]] std::unique_ptr<writer> make_writer(format f, task t, output_file & out);

/// Throws input_error where SAM cannot hold the name of a query: for callers that know all queries before the first
/// row.
void check_sam_query_name(sequence const & query);

} // namespace vglcs
