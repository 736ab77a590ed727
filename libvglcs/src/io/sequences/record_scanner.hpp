// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/bytes/memory_budget.hpp"
#include "io/bytes/text_input.hpp"
#include "io/sequences/letter_set.hpp"
#include <vglcs/alphabet.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// Scans the records of a FASTA or FASTQ text, one after the other, into the caller's strings.
///
/// Before the first record: a byte order mark, blank lines, and comment lines that begin with ';' are passed over.
/// A FASTA record ends before the next line that begins with '>'. A FASTQ record may be wrapped: its letters end at the
/// line that begins with '+' (what follows the '+' is not looked at), its qualities as soon as there is one for each
/// letter, so that a quality line may begin with '@' or '>'. Blanks and tabs inside letters and qualities are dropped.
/// A name is the first word of the header and ends at a blank or a control character (control-A separates the titles
/// of merged records).
class record_scanner
{
public:
    using warning_sink = std::function<void(std::string const &)>;

    /// Opens the file, passes over what stands before the first record and tells the format. Throws input_error: as
    /// byte_source does, no sequences, or a text that is neither FASTA nor FASTQ.
    record_scanner(std::string path, warning_sink warn, byte_source_sizes sizes = {},
                   run_control const * control = nullptr, memory_budget budget = memory_budget{},
                   bool keep_descriptions = false);

    [[nodiscard]] bool is_fastq() const noexcept { return fastq_; }
    /// Says, once, where the data is bgzip without its end-of-file block.
    [[nodiscard]] bool at_end();
    [[nodiscard]] std::string const & path() const noexcept { return input_.path(); }

    /// Reads a record to the end; the strings are overwritten. Precondition: !at_end(). Throws input_error, and
    /// resource_error where the record does not fit the budget.
    void read(std::string & letters, std::string & name);
    [[nodiscard]] std::string & quality() noexcept { return quality_; } ///< of the record read last, as text
    /// What its header has behind the name, blanks around it taken off; empty unless descriptions are kept.
    [[nodiscard]] std::string & description() noexcept { return description_; }
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; } ///< of the record read last, from 1
    [[nodiscard]] std::uint64_t header_line() const noexcept { return header_line_; } ///< of the record read last

    /// From now on letters outside `legal` are refused; those of the first record, read before, are judged now.
    /// Precondition: at most one record was read.
    void set_alphabet(alphabet a, letter_set const & legal);
    /// Throws where a line of the first record's letters begins with ';' or '#': for who guesses the alphabet by them.
    void refuse_comments() const;

private:
    struct place // of a letter in the first record
    {
        std::uint64_t line = 0;
        std::uint64_t position = 0; // from 1; 0: the letter does not occur
    };

    void skip_to_first_record();
    void read_header(std::string & name);
    void read_fasta_letters(std::string & letters);
    void read_fastq_letters(std::string & letters);
    void read_quality(std::size_t wanted);
    void append_letters(std::string & letters, text_input::piece piece);
    [[nodiscard]] bool append_quality(text_input::piece piece, std::size_t wanted, std::uint64_t header_at);
    void refuse_zero(text_input::piece const & piece, std::string_view where) const;
    [[noreturn]] void refuse_comment(char sign, std::uint64_t line) const;
    void expect_room(std::string const & text) const;
    [[nodiscard]] std::string record_name() const;
    [[noreturn]] void fail(std::uint64_t line, std::string_view what) const;
    [[noreturn]] void refuse_letter(char letter, place where) const;

    text_input input_;
    warning_sink warn_;
    memory_budget budget_;
    bool fastq_ = false;
    bool warned_ = false, said_end_ = false;
    std::uint64_t comment_line_ = 0; // the first line of the first record's letters that begins with ';' or '#'
    char comment_sign_ = 0;
    std::string quality_, description_;
    bool keep_descriptions_;
    std::string name_; // of the record in hand, shortened, for messages
    std::uint64_t number_ = 0;
    std::uint64_t header_line_ = 0;
    // While the alphabet is not known, the first record collects its letters here with the place of each one's first
    // use; later records take any. Afterwards: the letters of the alphabet.
    letter_set legal_;
    std::optional<alphabet> alphabet_;
    std::array<place, 256> first_use_{};
};

} // namespace vglcs::detail
