// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/output_file.hpp>

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::detail {

/// A line of output under construction. Numbers come out the same in every locale. A long line is handed to the file
/// in parts, so that memory does not grow with it; end() hands over the rest.
class row
{
public:
    explicit row(output_file & out) : out_{&out} {}

    row & operator<<(std::string_view text)
    {
        text_ += text;
        return spill();
    }
    row & operator<<(char c)
    {
        text_ += c;
        return *this;
    }
    template <std::unsigned_integral T>
    row & operator<<(T number)
    {
        char digits[20];
        text_.append(digits, std::to_chars(digits, digits + sizeof digits, std::uint64_t{number}).ptr);
        return spill();
    }
    /// Ends the line.
    void end()
    {
        text_ += '\n';
        hand_over();
    }
    /// Drops what was not handed over yet, after an error in the middle of a row.
    void clear() noexcept { text_.clear(); }

private:
    static constexpr std::size_t part = 32 * 1024; ///< bytes

    row & spill()
    {
        if (text_.size() >= part)
            hand_over();
        return *this;
    }
    void hand_over()
    {
        out_->write(text_);
        text_.clear();
    }

    output_file * out_;
    std::string text_;
};

} // namespace vglcs::detail
