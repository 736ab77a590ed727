// SPDX-License-Identifier: BSD-3-Clause
// The one file of the library that includes SeqAn3. SeqAn3's sequence file drives the reading, record by record, and
// its alphabets say which characters are letters; the format plugged into it scans whole lines (docs/adr/0001).
#include "io/sequences/open_sequence_reader.hpp"
#include "io/sequences/record_scanner.hpp"
#include <vglcs/io/sequence_reader.hpp>

#include <seqan3/alphabet/adaptation/char.hpp>
#include <seqan3/alphabet/aminoacid/aa27.hpp>
#include <seqan3/alphabet/nucleotide/dna15.hpp>
#include <seqan3/alphabet/nucleotide/rna15.hpp>
#include <seqan3/io/sequence_file/input.hpp>

#include <istream>
#include <streambuf>
#include <utility>

namespace vglcs {

namespace {

using detail::letter_set;
using detail::record_scanner;

letter_set letters_of(alphabet a)
{
    auto const valid_for = []<class Alphabet>(std::type_identity<Alphabet>) {
        return letter_set{[](unsigned char c) { return seqan3::char_is_valid_for<Alphabet>(static_cast<char>(c)); }};
    };
    switch (a) {
    case alphabet::dna:
        return valid_for(std::type_identity<seqan3::dna15>{});
    case alphabet::rna:
        return valid_for(std::type_identity<seqan3::rna15>{});
    case alphabet::protein:
        return valid_for(std::type_identity<seqan3::aa27>{});
    case alphabet::raw:
        break;
    }
    return letter_set{[](unsigned char c) { return encoding(alphabet::raw)[c] != foreign_letter; }};
}

/// The stream that SeqAn3's file is opened on. Its get area stays empty: the format takes the text from the scanner,
/// and all that SeqAn3 asks of the stream itself is whether it is at its end.
class scanned_stream : public std::istream
{
public:
    explicit scanned_stream(record_scanner & s) : std::istream{nullptr}, scanner{s} { rdbuf(&buffer_); }

    /// SeqAn3's constructor looks for compressed data, which the scanner's source has dealt with: until this call it
    /// sees an empty stream.
    void open() noexcept { buffer_.is_open = true; }

    record_scanner & scanner;

private:
    struct end_of_file_only : std::streambuf
    {
        explicit end_of_file_only(record_scanner & s) : scanner{s} {}
        int_type underflow() override
        {
            return is_open && !scanner.at_end() ? traits_type::to_int_type('>') : traits_type::eof();
        }
        record_scanner & scanner;
        bool is_open = false;
    };
    end_of_file_only buffer_{scanner};
};

/// FASTA and FASTQ for SeqAn3's sequence file: a model of seqan3::sequence_file_input_format that reads by whole lines
/// where SeqAn3's own formats read by single characters. Qualities stay with the scanner, as text.
struct scanned_format
{
    inline static std::vector<std::string> file_extensions{"fa",
                                                           "fq"}; // required, never asked: formats come from the text

protected:
    template <class Stream, class Options, class Position, class Letters, class Name, class Quality>
    void read_sequence_record(Stream & stream, Options const &, Position &, Letters & letters, Name & name, Quality &&)
    {
        static_cast<scanned_stream &>(stream).scanner.read(letters, name);
    }
};

/// Letters and names stay characters: engines have their own codes, and writers print what was read.
struct text_traits : seqan3::sequence_file_input_default_traits_dna
{
    using sequence_alphabet = char;
    using sequence_legal_alphabet = char;
    template <class Letter>
    using sequence_container = std::basic_string<Letter>;
};

using seqan3_file = seqan3::sequence_file_input<text_traits, seqan3::fields<seqan3::field::seq, seqan3::field::id>,
                                                seqan3::type_list<scanned_format>>;

} // namespace

struct sequence_reader::state
{
    state(std::string path, warning_sink warn, detail::byte_source_sizes sizes, run_control const * control,
          detail::memory_budget budget)
        : scanner{std::move(path), std::move(warn), sizes, control, budget}, stream{scanner}, file{stream,
                                                                                                   scanned_format{}}
    {
        stream.open();
        next_record = file.begin();
        take(first);
    }

    /// Moves the record that the file holds into `out`, whose memory the file gets for the record after it.
    void take(sequence & out)
    {
        std::swap(out.letters, (*next_record).sequence());
        std::swap(out.name, (*next_record).id());
        std::swap(out.quality, scanner.quality());
        out.number = scanner.number();
        out.line = scanner.header_line();
    }

    record_scanner scanner;
    scanned_stream stream;
    seqan3_file file;
    seqan3_file::iterator next_record;
    sequence first;
    bool first_is_next = true;
};

sequence_reader::sequence_reader(std::string path, warning_sink warn, run_control const * control,
                                 std::uint64_t max_memory)
    : state_{std::make_unique<state>(std::move(path), std::move(warn), detail::byte_source_sizes{}, control,
                                     detail::memory_budget{max_memory})}
{
}

sequence_reader::sequence_reader(std::unique_ptr<state> s) : state_{std::move(s)}
{
}
sequence_reader::~sequence_reader() = default;
sequence_reader::sequence_reader(sequence_reader &&) noexcept = default;
sequence_reader & sequence_reader::operator=(sequence_reader &&) noexcept = default;

sequence const & sequence_reader::first() const
{
    return state_->first;
}

void sequence_reader::set_alphabet(alphabet a)
{
    state_->scanner.set_alphabet(a, letters_of(a));
}

bool sequence_reader::next(sequence & out)
{
    state & s = *state_;
    if (std::exchange(s.first_is_next, false)) {
        std::swap(out, s.first);
        return true;
    }
    if (s.next_record == s.file.end())
        return false;
    s.take(out); // lends the caller's memory to the record that is read now
    if (++s.next_record == s.file.end()) {
        out = {};
        return false;
    }
    s.take(out);
    return true;
}

std::string const & sequence_reader::path() const noexcept
{
    return state_->scanner.path();
}

bool sequence_reader::has_quality() const noexcept
{
    return state_->scanner.is_fastq();
}

namespace detail {

sequence_reader open_sequence_reader(std::string path, byte_source_sizes sizes, sequence_reader::warning_sink warn)
{
    return sequence_reader{std::make_unique<sequence_reader::state>(std::move(path), std::move(warn), sizes, nullptr,
                                                                    detail::memory_budget{})};
}

} // namespace detail

} // namespace vglcs
