// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/run_control.hpp>
#include <vglcs/sequence.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace vglcs {

class sequence_reader;
namespace detail {
struct byte_source_sizes;
sequence_reader open_sequence_reader(std::string, byte_source_sizes, std::function<void(std::string const &)>);
} // namespace detail

/// Reads FASTA and FASTQ records one by one, from a file, a pipe or standard input ("-"). Format and compression
/// (plain, gzip with several members, bgzip) are found from the first bytes, never from the name. Line ends may be
/// LF, CRLF, CR alone, or mixed. A background thread reads and decompresses ahead, in about 1 MiB.
///
/// A name is the first word of the header; the rest of the header is kept on demand. A record without a name gets its
/// record number as name, with one warning a file. Blanks and tabs inside sequences are dropped. Records without
/// letters are records of length 0. FASTQ may be wrapped. Lines that begin with ';' are comments before the first
/// record, and only there.
///
/// Errors are input_error with file, line, record and value: file missing, unreadable, a directory, empty, without
/// sequences; damaged or cut gzip data (a gzip member's checksum must be there before `next` returns false; bgzip data
/// without its end-of-file block gives a warning); a zero byte in a header; other compressions; malformed FASTQ; a
/// letter outside the alphabet. After an error, or false, the reader holds no more records. One thread at a time may
/// use a reader.
class sequence_reader
{
public:
    using warning_sink = std::function<void(std::string const &)>;

    /// Opens the file and reads its first record (throws input_error where there is none).
    /// @param control   where given, must outlive the reader: a wait for input ends with `interrupted` soon after its
    /// stop
    /// @param max_memory   bytes that a record may take while it is read, 0: any; a longer one is a resource_error
    /// @param keep_descriptions   keep what headers have behind the name
    explicit sequence_reader(std::string path, warning_sink warn = {}, run_control const * control = nullptr,
                             std::uint64_t max_memory = 0, bool keep_descriptions = false);
    /// Ends the background thread at once, also while it waits for a pipe.
    ~sequence_reader();
    sequence_reader(sequence_reader &&) noexcept;
    sequence_reader & operator=(sequence_reader &&) noexcept;

    /// The record that `next` will return first; for detect_alphabet.
    [[nodiscard]] sequence const & first() const;
    /// The alphabet that its letters look like, by detect_alphabet. Throws input_error where a line among them begins
    /// with ';' or '#': comments would be taken for letters.
    [[nodiscard]] alphabet guess_alphabet() const;
    /// Every record from now on, the first included, must be of this alphabet. Call once, before `next`; without the
    /// call letters are not judged.
    void set_alphabet(alphabet a);
    /// Reads the next record into `out`, reusing its memory. False at the end of the file.   O(record), up to about
    /// twice the letters in memory while a record longer than any before it is read.
    [[nodiscard]] bool next(sequence & out);

    [[nodiscard]] std::string const & path() const noexcept; ///< as given; "-" is standard input
    [[nodiscard]] bool has_quality() const noexcept;         ///< FASTQ

private:
    friend sequence_reader detail::open_sequence_reader(std::string, detail::byte_source_sizes, warning_sink);
    struct state;
    explicit sequence_reader(std::unique_ptr<state> s);
    std::unique_ptr<state> state_;
};

} // namespace vglcs
