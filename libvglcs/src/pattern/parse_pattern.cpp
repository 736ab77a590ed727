// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/structured_pattern.hpp>

#include "base/iupac.hpp"
#include "pattern/turned_word.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace vglcs {

namespace {

using detail::iupac_set;
using detail::turned;

constexpr std::size_t npos = std::string_view::npos;

/// A text that a terminal can show: signs that move the caret are question marks.
std::string shown(std::string_view text)
{
    std::string out{text};
    for (char & c : out)
        if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f)
            c = '?';
    return out;
}

bool is_blank(char c) noexcept
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}
bool is_name_letter(char c) noexcept
{
    return is_digit(c) || c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// One pass over the text; `at_` is the next byte.
class pattern_parser
{
public:
    pattern_parser(std::string_view text, std::string const & where) : text_{text}, where_{where} {}

    structured_pattern parse()
    {
        skip_blanks();
        pattern_.at_start = take('^');
        parse_sequence(pattern_.parts, "");
        if (take('$')) {
            pattern_.at_end = true;
            skip_blanks();
        }
        if (at_ < text_.size())
            fail(at_, fmt::format("{} has no beginning here: take it out", quoted(at_)));
        check_whole();
        for (std::size_t k = 0; k < pattern_.parts.size(); ++k)
            pattern_.parts[k].label = std::to_string(k + 1);
        for (pattern_capture const & capture : pattern_.captures)
            if (capture.last - capture.first == 1)
                pattern_.parts[capture.first].label = capture.name;
        return std::move(pattern_);
    }

private:
    using part_list = std::vector<pattern_part>;

    [[noreturn]] void fail(std::size_t at, std::string const & what) const
    {
        throw pattern_error{where_, text_, at + 1, what};
    }
    [[nodiscard]] std::string quoted(std::size_t at) const
    {
        return at < text_.size() ? fmt::format("'{}'", shown(text_.substr(at, 1))) : std::string{"the end"};
    }
    [[nodiscard]] char next() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
    [[nodiscard]] bool follows(std::string_view word) const noexcept { return text_.substr(at_).starts_with(word); }
    bool take(char c)
    {
        if (next() != c || at_ >= text_.size())
            return false;
        ++at_;
        return true;
    }
    bool take(std::string_view word)
    {
        if (!follows(word))
            return false;
        at_ += word.size();
        return true;
    }
    void skip_blanks()
    {
        while (at_ < text_.size() && is_blank(text_[at_]))
            ++at_;
    }

    /// Items up to the end of the text or one of the closing signs.
    void parse_sequence(part_list & to, std::string_view inside)
    {
        std::size_t const before = to.size(), began = at_;
        for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
            char const c = next();
            if (c == '>' || c == ')' || c == '$')
                break;
            parse_item(to);
        }
        if (to.size() == before)
            fail(began, inside.empty()
                            ? "a pattern without elements can match nothing: give at least one, as in TTGACA~1"
                            : fmt::format("{} holds nothing: give it an element or a spacer", inside));
    }

    void parse_item(part_list & to)
    {
        std::size_t const began = at_;
        if (follows("~rc(")) {
            parse_turned(to);
            return;
        }
        if (next() == '<') {
            parse_capture(to);
            return;
        }
        pattern_part part;
        part.column = began + 1;
        if (next() == '^')
            fail(at_, "^ stands at the start of a pattern: take it out");
        if (follows("strict3"))
            fail(at_, "strict3 belongs behind an element: TTGACA~1 strict3=3");
        if (next() == '(') {
            parse_group(part);
        } else if (next() == '@') {
            parse_list(part);
        } else if (next() == '~') {
            fail(at_, "~ stands directly behind an element, as in TTGACA~1, or begins ~rc(...)");
        } else if (starts_spacer(at_)) {
            parse_spacer(part);
            to.push_back(std::move(part));
            return;
        } else {
            part.words.push_back(parse_word());
        }
        parse_errors(part);
        parse_strict(part);
        settle_element(part, began);
        to.push_back(std::move(part));
    }

    [[nodiscard]] bool starts_spacer(std::size_t at) const noexcept
    {
        return at + 1 < text_.size() && (text_[at] == 'N' || text_[at] == 'n') && text_[at + 1] == '{';
    }

    pattern_word parse_word()
    {
        pattern_word word;
        std::size_t const began = at_;
        for (; at_ < text_.size() && !starts_spacer(at_); ++at_) {
            std::uint8_t const set = iupac_set(text_[at_]);
            bool const is_letter = is_name_letter(text_[at_]) && !is_digit(text_[at_]) && text_[at_] != '_';
            if (set == 0 && !is_letter)
                break;
            if (set == 0) {
                if (follows("strict3") && at_ > began)
                    break;
                fail(at_,
                     fmt::format("{} is no class of nucleotides: use A C G T U R Y S W K M B D H V N", quoted(at_)));
            }
            if (follows("strict3"))
                break;
            word.push_back(set);
        }
        if (word.empty())
            fail(at_, next() == '{' || next() == '*' || next() == '.' || next() == '?' || next() == '+'
                          ? fmt::format("{} has no meaning here: a spacer is N{{lo,hi}}", quoted(at_))
                          : fmt::format("{} begins no element: use letters, N{{lo,hi}}, (A|B), @FILE, <name:...> or "
                                        "~rc(...)",
                                        quoted(at_)));
        if (next() == '{')
            fail(at_, "only N takes {lo,hi}: write the letters out");
        if (word.size() > longest_word)
            fail(began, fmt::format("{} letters in an element: use at most {}", word.size(), longest_word));
        return word;
    }

    /// Decimal digits up to `most`; `what` names the number.
    std::size_t parse_number(std::size_t most, std::string_view what)
    {
        std::size_t const began = at_;
        std::size_t value = 0;
        for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
            value = value * 10 + static_cast<std::size_t>(text_[at_] - '0');
            if (value > most)
                fail(began, fmt::format("{}: more than {}: use a smaller number", what, most));
        }
        if (at_ == began)
            fail(at_, fmt::format("{} is no number: give the {}", quoted(at_), what));
        return value;
    }

    void parse_spacer(pattern_part & part)
    {
        part.what = pattern_part::kind::spacer;
        std::size_t const began = at_;
        at_ += 2;
        skip_blanks();
        if (next() == ',')
            fail(at_, "a spacer without its smallest length: write N{0,hi}");
        part.lo = part.hi = parse_number(longest_spacer, "letters of a spacer");
        skip_blanks();
        if (take(',')) {
            skip_blanks();
            if (next() == '}')
                fail(at_, fmt::format("a spacer without end: give its largest length, as in N{{{},{}}}", part.lo,
                                      part.lo + 10));
            std::size_t const at = at_;
            part.hi = parse_number(longest_spacer, "letters of a spacer");
            if (part.hi < part.lo)
                fail(at, fmt::format("a spacer of {} to {} letters: the smaller number comes first", part.lo, part.hi));
        }
        skip_blanks();
        if (!take('}'))
            fail(at_, fmt::format("{} where a spacer ends: write N{{lo,hi}}", quoted(at_)));
        if (part.hi == 0)
            fail(began, "a spacer of no letters: take it out");
        if (next() == '~' && !follows("~rc("))
            fail(at_, "a spacer has no errors: take ~ out");
    }

    void parse_group(pattern_part & part)
    {
        std::size_t const began = at_++;
        do {
            skip_blanks();
            if (take("~rc(")) {
                skip_blanks();
                part.words.push_back(turned(parse_word()));
                close(')', "~rc(", began);
            } else {
                part.words.push_back(parse_word());
            }
            skip_blanks();
        } while (take('|'));
        if (!take(')'))
            fail(at_ < text_.size() ? at_ : began,
                 at_ < text_.size()
                     ? fmt::format("{} inside an alternative: (A|B) takes words alone, errors stand behind it, as in "
                                   "(TTGACA|TTTACA)~1",
                                   quoted(at_))
                     : "an alternative without its end: close it with )");
    }

    void parse_list(pattern_part & part)
    {
        part.what = pattern_part::kind::list;
        std::size_t const began = at_++;
        if (char const mark = next(); mark == '"' || mark == '\'') {
            std::size_t const end = text_.find(mark, ++at_);
            if (end == npos)
                fail(began, fmt::format("the name of a list without its end: close it with {}", mark));
            part.list_path = text_.substr(at_, end - at_);
            at_ = end + 1;
        } else {
            std::size_t const from = at_;
            while (at_ < text_.size() && !is_blank(text_[at_]) && std::string_view{"~<>()|{}$"}.find(next()) == npos)
                ++at_;
            part.list_path = text_.substr(from, at_ - from);
        }
        if (part.list_path.empty() || part.list_path.find('\0') != npos)
            fail(began, "@ names no file: write @FILE, the words one a line");
    }

    void parse_errors(pattern_part & part)
    {
        if (next() != '~' || follows("~rc("))
            return;
        ++at_;
        auto const number = [&](std::string_view what) {
            skip_blanks();
            return static_cast<unsigned>(parse_number(most_pattern_errors, what));
        };
        part.errors.mismatches = number("mismatches");
        if (!take(','))
            return;
        part.errors.insertions = number("insertions");
        if (!take(','))
            fail(at_, "two numbers behind ~: give ~mismatches, or ~mismatches,insertions,deletions");
        part.errors.deletions = number("deletions");
    }

    void parse_strict(pattern_part & part)
    {
        std::size_t const back = at_;
        skip_blanks();
        if (!take("strict3")) {
            at_ = back;
            return;
        }
        if (!take('='))
            fail(at_, fmt::format("{} where = and a number of letters are wanted: write strict3=5", quoted(at_)));
        std::size_t const at = at_;
        part.strict_last = parse_number(longest_word, "letters of strict3");
        for (pattern_word const & word : part.words)
            if (part.strict_last > word.size())
                fail(at, fmt::format("strict3={}: the element has {} letters: use at most as many", part.strict_last,
                                     word.size()));
    }

    /// Refuses what any text matches; letters that are all N are a spacer.
    void settle_element(pattern_part & part, std::size_t began) const
    {
        if (part.what == pattern_part::kind::list)
            return;
        bool all_n = true;
        for (pattern_word const & word : part.words) {
            std::size_t const strict = part.strict_last;
            auto const given = [](std::uint8_t set) { return set != 15; };
            auto const middle = word.end() - static_cast<std::ptrdiff_t>(strict);
            auto const free_letters = static_cast<std::size_t>(std::count_if(word.begin(), middle, given));
            bool const held = std::any_of(middle, word.end(), given);
            all_n = all_n && !held && free_letters == 0;
            if (!held && part.errors.total() > 0 && part.errors.mismatches + part.errors.deletions >= free_letters)
                fail(began, fmt::format("an element of {} letters other than N with {} mismatches and {} deletions "
                                        "matches everywhere: allow fewer, or write a spacer N{{lo,hi}}",
                                        free_letters, part.errors.mismatches, part.errors.deletions));
        }
        if (all_n && part.words.size() == 1) {
            part.what = pattern_part::kind::spacer;
            part.lo = part.hi = part.words[0].size();
            part.words.clear();
            part.strict_last = 0;
        } else if (std::ranges::any_of(part.words, [](pattern_word const & word) {
                       return std::ranges::all_of(word, [](std::uint8_t set) { return set == 15; });
                   }))
        {
            fail(began, "an alternative of N alone matches everywhere: take it out");
        }
    }

    void close(char sign, std::string_view what, std::size_t began)
    {
        skip_blanks();
        if (!take(sign))
            fail(at_ < text_.size() ? at_ : began,
                 at_ < text_.size() ? fmt::format("{} where {} ends: close it with {}", quoted(at_), what, sign)
                                    : fmt::format("{} without its end: close it with {}", what, sign));
    }

    void parse_turned(part_list & to)
    {
        std::size_t const began = at_;
        at_ += 4;
        bool const outer = std::exchange(in_turned_, true);
        part_list inner;
        parse_sequence(inner, "~rc()");
        close(')', "~rc(", began);
        in_turned_ = outer;
        if (next() == '~' && !follows("~rc("))
            fail(at_, "errors of what is turned stand inside: ~rc(TTGACA~1)");
        for (auto part = inner.rbegin(); part != inner.rend(); ++part) {
            for (pattern_word & word : part->words)
                word = turned(word);
            std::swap(part->strict_first, part->strict_last);
            part->list_turned = !part->list_turned;
            to.push_back(std::move(*part));
        }
    }

    void parse_capture(part_list & to)
    {
        std::size_t const began = at_++;
        if (in_capture_)
            fail(began, "a capture inside another: close the first one before it");
        if (in_turned_)
            fail(began, "a capture inside ~rc(): write <name:~rc(...)>");
        std::size_t const from = at_;
        while (at_ < text_.size() && is_name_letter(text_[at_]))
            ++at_;
        std::string name{text_.substr(from, at_ - from)};
        if (name.empty() || is_digit(name[0]))
            fail(from, "a capture has a name of letters, digits and _ that begins with no digit: <umi:N{12}>");
        if (std::ranges::any_of(pattern_.captures, [&](pattern_capture const & c) { return c.name == name; }))
            fail(from, fmt::format("two captures are called {}: give each its own name", name));
        if (!take(':'))
            fail(at_, fmt::format("{} behind the name of a capture: write <{}:...>", quoted(at_), name));
        in_capture_ = true;
        std::size_t const first = to.size();
        parse_sequence(to, "a capture");
        close('>', "a capture", began);
        in_capture_ = false;
        pattern_.captures.push_back({std::move(name), first, to.size()});
    }

    /// What no single part shows: a pattern of spacers alone, one that may be empty, one that is too long.
    void check_whole() const
    {
        std::size_t least = 0, most = 0;
        bool given = pattern_.at_start || pattern_.at_end;
        for (pattern_part const & part : pattern_.parts) {
            given = given || part.what != pattern_part::kind::spacer;
            if (part.what == pattern_part::kind::spacer) {
                least += part.lo;
                most += part.hi;
            } else if (part.what == pattern_part::kind::list) {
                least += 1; // whatever is in the file: read_lists looks
            } else {
                std::size_t shortest = npos, longest = 0;
                for (pattern_word const & word : part.words) {
                    shortest = std::min(shortest, word.size());
                    longest = std::max(longest, word.size());
                }
                least += shortest - std::min<std::size_t>(shortest, part.errors.deletions);
                most += longest + part.errors.insertions;
            }
        }
        if (!given)
            fail(pattern_.parts[0].column - 1,
                 "a pattern of spacers alone matches everywhere: give it an element, or an end, as in ^N{16}");
        if (least == 0)
            fail(pattern_.parts[0].column - 1,
                 "the pattern can match the empty text, and so everywhere: give a spacer a smallest length");
        if (most > 4 * longest_spacer)
            fail(0, fmt::format("a match may have {} letters: use at most {}", most, 4 * longest_spacer));
    }

    std::string_view text_;
    std::string const & where_;
    std::size_t at_ = 0;
    bool in_capture_ = false, in_turned_ = false;
    structured_pattern pattern_;
};

} // namespace

pattern_error::pattern_error(std::string const & where, std::string_view text, std::size_t column_of,
                             std::string const & what)
    : usage_error{[&] {
          constexpr std::size_t most = 120; // signs that are shown, around the fault
          std::size_t const from = column_of > most / 2 ? column_of - most / 2 : 0;
          std::string const part = shown(text.substr(std::min(from, text.size()), most));
          return fmt::format("{}: column {}: {}\n  {}\n  {}^", where, column_of, what, part,
                             std::string(column_of - 1 - from, ' '));
      }()},
      column{column_of}
{
}

structured_pattern parse_pattern(std::string_view text, std::string name, std::string const & where)
{
    structured_pattern pattern = pattern_parser{text, where}.parse();
    pattern.name = std::move(name);
    pattern.text = text;
    return pattern;
}

bool is_structured(std::string_view text) noexcept
{
    return text.find_first_of("{~<(@") != npos;
}

} // namespace vglcs
