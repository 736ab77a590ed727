// SPDX-License-Identifier: BSD-3-Clause
#include "io/sequences/record_scanner.hpp"
#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace vglcs::detail {

namespace {

constexpr bool is_blank(char c) noexcept
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

constexpr bool is_line_end(char c) noexcept
{
    return c == '\n' || c == '\r';
}

constexpr bool ends_name(char c) noexcept
{
    auto const byte = static_cast<unsigned char>(c);
    return byte <= ' ' || byte == 127;
}

constexpr letter_set anything{[](unsigned char c) { return !is_blank(static_cast<char>(c)); }};
constexpr letter_set phred_characters{[](unsigned char c) { return c >= '!' && c <= '~'; }};

/// A byte for people: 'J', or its value where it cannot be printed.
std::string printable(char c)
{
    auto const byte = static_cast<unsigned char>(c);
    return byte > ' ' && byte < 127 ? fmt::format("'{}'", c) : fmt::format("0x{:02x}", byte);
}

/// The alphabets that hold the byte, as --alphabet names them.
std::string alphabets_with(char c)
{
    std::vector<std::string_view> names;
    for (alphabet const a : {alphabet::dna, alphabet::protein, alphabet::raw})
        if (encoding(a)[static_cast<unsigned char>(c)] != foreign_letter)
            names.push_back(vglcs::name(a));
    return fmt::format("{}", fmt::join(names, " or "));
}

} // namespace

record_scanner::record_scanner(std::string path, warning_sink warn, byte_source_sizes sizes,
                               run_control const * control, memory_budget budget, bool keep_descriptions)
    : input_{std::move(path), sizes, control}, warn_{std::move(warn)}, budget_{budget}, keep_descriptions_{
                                                                                            keep_descriptions}
{
    skip_to_first_record();
    fastq_ = input_.peek() == '@';
}

void record_scanner::skip_to_first_record()
{
    bool empty = true;
    for (char const mark : {'\xef', '\xbb', '\xbf'}) // UTF-8 byte order mark
        if (!input_.at_end() && input_.peek() == mark)
            input_.skip();
    while (!input_.at_end()) {
        empty = false;
        char const c = input_.peek();
        if (c == '>' || c == '@')
            return;
        if (c == ';' || is_line_end(c))
            input_.skip_line();
        else if (is_blank(c))
            input_.skip();
        else if (c == '#')
            throw input_error{
                input_.name(), input_.line(),
                "the line begins with '#': comment lines before the first record begin with ';': remove it, or "
                "give a FASTA or FASTQ file"};
        else
            throw input_error{
                input_.name(), input_.line(),
                fmt::format("neither FASTA nor FASTQ (the text starts with {}, not with '>' or '@'): give a "
                            "FASTA or FASTQ file, plain or gzip",
                            printable(c))};
    }
    throw input_error{input_.name(), 0,
                      fmt::format("no sequences ({}): give a FASTA or FASTQ file",
                                  empty ? "the file is empty" : "only blank lines and comments")};
}

void record_scanner::read(std::string & letters, std::string & name)
{
    letters.clear();
    quality_.clear();
    input_.set_record(++number_);
    header_line_ = input_.line();
    read_header(name);
    if (number_ > 1 && !alphabet_)
        legal_ = anything;
    if (fastq_) {
        read_fastq_letters(letters);
        read_quality(letters.size());
    } else
        read_fasta_letters(letters);
}

void record_scanner::read_header(std::string & name)
{
    name.clear();
    name_.clear();
    description_.clear();
    if (char const c = input_.peek(); c != (fastq_ ? '@' : '>'))
        fail(header_line_, fmt::format("starts with {}, not with '@': repair the FASTQ file", printable(c)));
    input_.skip();
    bool before = true, inside = true;
    for (bool last = false; !last;) {
        text_input::piece piece = input_.line_piece();
        last = piece.last;
        if (before) {
            piece.text.remove_prefix(std::min(piece.text.find_first_not_of(" \t"), piece.text.size()));
            before = piece.text.empty();
        }
        refuse_zero(piece, "the header");
        if (inside && !before) {
            auto const end = std::ranges::find_if(piece.text, ends_name);
            name.append(piece.text.begin(), end);
            expect_room(name);
            inside = end == piece.text.end();
            piece.text.remove_prefix(static_cast<std::size_t>(end - piece.text.begin()));
        }
        if (!inside && keep_descriptions_) {
            description_ += piece.text;
            expect_room(description_);
        }
    }
    constexpr std::string_view blanks = " \t\v\f";
    description_.erase(description_.find_last_not_of(blanks) + 1);
    description_.erase(0, std::min(description_.find_first_not_of(blanks), description_.size()));
    if (name.empty()) {
        name = std::to_string(number_);
        if (warn_ && !std::exchange(warned_, true))
            warn_(fmt::format("{}:{}: record {} has no name: its number stands in for it (said once a file)",
                              input_.name(), header_line_, number_));
        return;
    }
    constexpr std::size_t shown = 80;
    name_ = name.size() <= shown ? name : name.substr(0, shown) + "...";
}

void record_scanner::read_fasta_letters(std::string & letters)
{
    while (!at_end() && input_.peek() != '>') {
        if (char const c = input_.peek(); c == ';' || c == '#') {
            if (alphabet_ && !legal_.contains(c))
                refuse_comment(c, input_.line());
            if (!alphabet_ && comment_line_ == 0) {
                comment_line_ = input_.line();
                comment_sign_ = c;
            }
        }
        for (bool last = false; !last;) {
            text_input::piece const piece = input_.line_piece();
            last = piece.last;
            append_letters(letters, piece);
        }
    }
}

void record_scanner::refuse_comments() const
{
    if (comment_line_ != 0)
        refuse_comment(comment_sign_, comment_line_);
}

void record_scanner::refuse_comment(char sign, std::uint64_t line) const
{
    fail(line, fmt::format("the line begins with '{}': comment lines are read before the first record only, and there "
                           "with ';': remove it",
                           sign));
}

void record_scanner::refuse_zero(text_input::piece const & piece, std::string_view where) const
{
    if (piece.text.find('\0') != piece.text.npos)
        fail(piece.line, fmt::format("byte 0x00 in {}: the file is damaged, or no text: copy it again", where));
}

/// True at the end of the file, where a warning may be due.
bool record_scanner::at_end()
{
    if (!input_.at_end())
        return false;
    if (!std::exchange(said_end_, true))
        if (std::string const doubt = input_.end_warning(); !doubt.empty() && warn_)
            warn_(doubt);
    return true;
}

void record_scanner::read_fastq_letters(std::string & letters)
{
    for (;;) {
        if (input_.at_end())
            fail(header_line_, "ends before its '+' line: the FASTQ file is cut or damaged");
        char const c = input_.peek();
        if (c == '+')
            break;
        if (c == '@' && alphabet_ && !legal_.contains(c))
            fail(input_.line(), "another record starts before the '+' line: repair the FASTQ file");
        for (bool last = false; !last;) {
            text_input::piece const piece = input_.line_piece();
            last = piece.last;
            append_letters(letters, piece);
        }
    }
    for (bool last = false; !last;) {
        text_input::piece const piece = input_.line_piece();
        last = piece.last;
        refuse_zero(piece, "the '+' line");
    }
}

/// A message tells how many qualities there are. Where they are too few, the lines of the next record were taken for
/// qualities before this shows: then those before its '@' count.
void record_scanner::read_quality(std::size_t wanted)
{
    std::size_t before_header = 0; // qualities before a line that may be the next record's header
    std::uint64_t last_line = input_.line();
    std::uint64_t header_at = 0; // the line of that header, 0: none
    auto const mismatch = [&](std::uint64_t line, std::size_t found) {
        bool const too_few = header_at != 0;
        fail(too_few ? header_at - 1 : line,
             fmt::format("{} letters but {} qualities: repair the FASTQ file, it needs one for each letter", wanted,
                         too_few ? before_header : found));
    };
    while (quality_.size() < wanted) {
        if (at_end())
            mismatch(last_line, quality_.size());
        if (input_.peek() == '@' && !quality_.empty() && header_at == 0) {
            before_header = quality_.size();
            header_at = input_.line();
        }
        last_line = input_.line();
        std::size_t beyond = 0; // too many, counted to the end of the line
        for (bool last = false; !last;) {
            text_input::piece const piece = input_.line_piece();
            last = piece.last;
            if (beyond == 0) {
                if (!append_quality(piece, wanted, header_at))
                    mismatch(piece.line, before_header);
            } else
                beyond +=
                    static_cast<std::size_t>(std::ranges::count_if(piece.text, [](char c) { return !is_blank(c); }));
            if (quality_.size() > wanted && beyond == 0)
                beyond = quality_.size() - wanted;
        }
        if (beyond != 0)
            mismatch(last_line, wanted + beyond);
    }
    // What follows must be another record. Without letters, the empty quality line is passed over here, too.
    while (!at_end() && input_.peek() != '@') {
        char const c = input_.peek();
        if (is_line_end(c))
            input_.skip_line();
        else if (is_blank(c))
            input_.skip();
        else {
            std::uint64_t const line = input_.line();
            std::size_t more = 0;
            for (bool last = false; !last;) {
                text_input::piece const piece = input_.line_piece();
                last = piece.last;
                more +=
                    static_cast<std::size_t>(std::ranges::count_if(piece.text, [](char b) { return !is_blank(b); }));
            }
            mismatch(line, wanted + more);
        }
    }
}

void record_scanner::append_letters(std::string & letters, text_input::piece piece)
{
    std::string_view text = piece.text;
    for (;;) {
        std::size_t const inside = legal_.find_outside(text);
        letters.append(text.data(), inside);
        expect_room(letters);
        text.remove_prefix(inside);
        if (text.empty())
            return;
        char const c = text.front();
        if (is_blank(c))
            text.remove_prefix(1);
        else {
            place const where{.line = piece.line, .position = letters.size() + 1};
            if (alphabet_)
                refuse_letter(c, where);
            first_use_[static_cast<unsigned char>(c)] = where;
            legal_.insert(c);
        }
    }
}

/// False at what is no quality behind a line that is more likely the next record's header.
/// @param header_at   that line, 0: none
bool record_scanner::append_quality(text_input::piece piece, std::size_t wanted, std::uint64_t header_at)
{
    std::string_view text = piece.text;
    for (;;) {
        std::size_t const inside = phred_characters.find_outside(text);
        quality_.append(text.data(), inside);
        text.remove_prefix(inside);
        if (text.empty())
            return true;
        char const c = text.front();
        if (!is_blank(c) && header_at != 0)
            return false;
        if (!is_blank(c) && quality_.size() <= wanted) // one too many is said first
            fail(piece.line, fmt::format("position {}: {} is no Phred+33 quality ('!' to '~'): repair the FASTQ file",
                                         quality_.size() + 1, printable(c)));
        if (!is_blank(c))
            quality_ += c; // counted, and refused with the rest
        text.remove_prefix(1);
    }
}

void record_scanner::set_alphabet(alphabet a, letter_set const & legal)
{
    alphabet_ = a;
    legal_ = legal;
    if (comment_line_ != 0 && !legal.contains(comment_sign_))
        refuse_comments();
    auto const foreign = [&](place const & p) {
        return p.position && !legal.contains(static_cast<char>(&p - first_use_.data()));
    };
    place const * first = nullptr;
    for (place const & p : first_use_)
        if (foreign(p) && (!first || p.position < first->position))
            first = &p;
    if (first)
        refuse_letter(static_cast<char>(first - first_use_.data()), *first);
}

/// A part of the record, the longest so far, fits the budget.
void record_scanner::expect_room(std::string const & text) const
{
    // qualities are as long as the letters: their room is there before they come
    budget_.expect_room(fastq_ ? 2 * text.size() : text.size(), input_.name(), header_line_, "this record");
}

std::string record_scanner::record_name() const
{
    return name_.empty() ? fmt::format("record {}", number_) : fmt::format("record {} ({})", number_, name_);
}

void record_scanner::fail(std::uint64_t line, std::string_view what) const
{
    throw input_error{input_.name(), line, fmt::format("{}: {}", record_name(), what)};
}

void record_scanner::refuse_letter(char letter, place where) const
{
    if (letter == '-' || letter == '.')
        fail(where.line,
             fmt::format("position {}: gap character {} left over from an alignment: remove '-' and '.' from "
                         "the sequences, or use --alphabet raw to compare them as letters",
                         where.position, printable(letter)));
    std::string const others = alphabets_with(letter);
    fail(where.line, fmt::format("position {}: letter {} is not in alphabet {}: {}", where.position, printable(letter),
                                 vglcs::name(*alphabet_),
                                 others.empty() ? "no --alphabet has it: correct the file"
                                                : fmt::format("correct it, or use --alphabet {}", others)));
}

} // namespace vglcs::detail
