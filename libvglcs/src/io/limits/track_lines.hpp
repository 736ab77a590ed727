// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/bytes/text_reader.hpp"
#include "io/limits/spec_value.hpp"
#include "io/limits/track_sections.hpp"

#include <vglcs/io/gap_spec.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// Lines of a column format (bedGraph, BED, GFF3) without what carries no data: blank lines, lines that begin with #,
/// and `track` and `browser` lines. A record may be called track or browser: a line whose second column is a number
/// is data.
class track_lines
{
public:
    track_lines(std::string path, value_kind kind, gap_spec_options const & options)
        : reader_{std::move(path), {}, memory_budget{options.max_memory}}, options_{options}, kind_{kind}
    {
    }

    /// The next line that carries data, blanks at its end taken off. False at the end of the file.
    [[nodiscard]] bool next(std::string_view & line);

    [[nodiscard]] std::string const & path() const noexcept { return reader_.path(); }
    [[nodiscard]] std::uint64_t line_number() const noexcept { return reader_.line_number(); }
    /// From now on `##FASTA`, or a line that begins with >, ends the data (GFF3).
    void end_at_fasta() noexcept { ends_at_fasta_ = true; }
    /// The file may have sections of several kinds: those of others carry no data.
    void take_sections() { sections_.emplace(kind_); }

    /// Columns of the line: between tabs where it has one, else between blanks. Returns how many there are, which may
    /// be more than `columns` holds.
    [[nodiscard]] static std::size_t split(std::string_view line, std::span<std::string_view> columns) noexcept;

    /// A whole number of the current line; `what` names it in the message of the input_error.
    [[nodiscard]] std::uint64_t number(std::string_view text, std::string_view what) const;
    /// A value of the current line; throws input_error.
    [[nodiscard]] spec_value value(std::string_view text) const;
    /// Throws input_error where `first` is above `last`.
    void check_order(std::uint64_t first, std::uint64_t last) const;
    [[noreturn]] void fail(std::string const & what) const { reader_.fail(what); }

private:
    text_reader reader_;
    gap_spec_options const & options_;
    value_kind kind_;
    std::optional<track_sections> sections_;
    bool ends_at_fasta_ = false;
};

} // namespace vglcs::detail
