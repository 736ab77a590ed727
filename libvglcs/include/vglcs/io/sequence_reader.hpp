// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/sequence.hpp>

#include <functional>
#include <memory>
#include <string>

namespace vglcs {

/// Reads FASTA and FASTQ records one by one, from a file, a pipe or standard input ("-"). Format and compression
/// (plain, gzip with several members, bgzip) are found from the first bytes, never from the name. Line ends may be
/// LF, CRLF, CR alone, or mixed. A background thread reads ahead in bounded memory.
///
/// Errors are input_error with file, line, record and value: file missing, unreadable, a directory, empty, without
/// sequences; damaged or cut gzip data; other compressions; malformed FASTQ; a letter outside the alphabet.
/// A record without a name gets its record number as name, with one warning a file.
class sequence_reader
{
public:
    using warning_sink = std::function<void(std::string const &)>;

    /// Opens the file and reads its first record (throws input_error where there is none).
    explicit sequence_reader(std::string path, warning_sink warn = {});
    ~sequence_reader();
    sequence_reader(sequence_reader &&) noexcept;
    sequence_reader & operator=(sequence_reader &&) noexcept;

    /// The record that `next` will return first; for detect_alphabet.
    [[nodiscard]] sequence const & first() const;
    /// Every record from now on, the first included, must be of this alphabet. Call once, before `next`.
    void set_alphabet(alphabet a);
    /// Reads the next record into `out`, reusing its memory. False at the end of the file.
    [[nodiscard]] bool next(sequence & out);

    [[nodiscard]] std::string const & path() const noexcept; ///< as given; "-" is standard input
    [[nodiscard]] bool has_quality() const noexcept;         ///< FASTQ

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vglcs
