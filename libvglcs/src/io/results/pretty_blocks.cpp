// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/pretty_blocks.hpp"

#include <fmt/format.h>

namespace vglcs::detail {

namespace {

std::string_view without_blanks_at_end(std::string_view text)
{
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

} // namespace

void pretty_blocks::side::add(char letter, char mark)
{
    letters += letter;
    marks += mark;
    if (letter == '-')
        return;
    if (first == 0)
        first = next;
    last = next;
    next += static_cast<std::uint64_t>(step);
}

void pretty_blocks::side::clear()
{
    letters.clear();
    marks.clear();
    first = last = 0;
}

pretty_blocks::pretty_blocks(row & out, std::uint64_t query_position, bool query_down, std::uint64_t target_position,
                             std::uint64_t largest_position)
    : out_{&out}, query_{.next = query_position, .step = query_down ? -1 : 1},
      target_{.next = target_position, .step = 1}, position_width_{fmt::formatted_size("{}", largest_position)}
{
}

void pretty_blocks::column(char query, char target, char between, char query_mark, char target_mark)
{
    query_.add(query, query_mark);
    target_.add(target, target_mark);
    matches_ += between;
    if (matches_.size() == width)
        end_block();
}

void pretty_blocks::leave_out(std::uint64_t query_letters, std::uint64_t target_letters, std::string_view said)
{
    end_block();
    query_.skip(query_letters);
    target_.skip(target_letters);
    *out_ << '\n' << "  ... " << said << " ...";
    out_->end();
}

void pretty_blocks::end_block()
{
    if (matches_.empty())
        return;
    *out_ << '\n';
    write_marks(query_.marks);
    write_letters("query", query_);
    if (std::string_view const matches = without_blanks_at_end(matches_); !matches.empty())
        *out_ << fmt::format("{:<7} {:{}} {}", "", "", position_width_, matches);
    out_->end();
    write_letters("target", target_);
    write_marks(target_.marks);
    query_.clear();
    target_.clear();
    matches_.clear();
}

void pretty_blocks::write_marks(std::string_view marks)
{
    marks = without_blanks_at_end(marks);
    if (marks.empty())
        return;
    *out_ << fmt::format("{:<7} {:{}} {}", "limit", "", position_width_, marks);
    out_->end();
}

void pretty_blocks::write_letters(std::string_view label, side const & s)
{
    auto const position = [](std::uint64_t p) { return p == 0 ? std::string{"-"} : fmt::format("{}", p); };
    *out_ << fmt::format("{:<7} {:>{}} {} {}", label, position(s.first), position_width_, s.letters, position(s.last));
    out_->end();
}

} // namespace vglcs::detail
