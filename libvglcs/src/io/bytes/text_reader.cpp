// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/text_reader.hpp"
#include <vglcs/error.hpp>

#include <algorithm>

namespace vglcs::detail {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

constexpr bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/// Takes the bytes off the front up to the first that `stops`.
template <class Stops>
std::string_view take_until(std::string_view & text, Stops stops)
{
    auto const size = static_cast<std::size_t>(std::ranges::find_if(text, stops) - text.begin());
    std::string_view const taken = text.substr(0, size);
    text.remove_prefix(size);
    return taken;
}

} // namespace

void text_reader::fail(std::string_view what) const
{
    throw input_error{input_.name(), line_, what};
}

bool text_reader::next_line(std::string_view & line)
{
    if (input_.at_end())
        return false;
    auto piece = input_.line_piece();
    line_ = piece.line;
    line = piece.text;
    if (!piece.last) {
        for (text_ = line; !piece.last; text_ += piece.text) {
            piece = input_.line_piece();
            expect_room(text_);
        }
        line = text_;
    }
    if (line_ == 1 && line.starts_with(byte_order_mark))
        line.remove_prefix(byte_order_mark.size());
    return true;
}

/// The next piece of the file, which goes on with the line or begins the next one. False at the end of the file.
bool text_reader::next_piece()
{
    if (piece_ends_line_ && input_.at_end())
        return false;
    auto const piece = input_.line_piece();
    at_line_start_ = at_line_start_ || piece_ends_line_;
    rest_ = piece.text;
    piece_ends_line_ = piece.last;
    line_ = piece.line;
    return true;
}

bool text_reader::next_word(std::string_view & word)
{
    do {
        word_ = {};
        while (rest_.empty())
            if (!next_piece())
                return false;
        (void)take_until(rest_, [](char c) { return !is_blank(c); });
        if (rest_.empty())
            continue;
        begins_line_ = at_line_start_;
        at_line_start_ = false;
        word_ = take_until(rest_, is_blank);
        if (rest_.empty() && !piece_ends_line_) {
            text_ = word_;
            while (rest_.empty() && !piece_ends_line_ && next_piece())
                expect_room(text_ += take_until(rest_, is_blank));
            word_ = text_;
        }
        if (line_ == 1 && begins_line_ && word_.starts_with(byte_order_mark)) {
            word_.remove_prefix(byte_order_mark.size());
            at_line_start_ = word_.empty(); // the mark alone is no word
        }
    } while (word_.empty());
    word = word_;
    return true;
}

std::string_view text_reader::take_line()
{
    std::string line{word_};
    line += rest_;
    rest_ = {};
    while (!piece_ends_line_ && next_piece()) {
        expect_room(line += rest_);
        rest_ = {};
    }
    text_ = std::move(line);
    return word_ = text_;
}

} // namespace vglcs::detail
