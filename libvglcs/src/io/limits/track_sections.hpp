// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/limits/spec_value.hpp"

#include <string>
#include <string_view>

namespace vglcs::detail {

/// One bedGraph or .gaps file may hold values of all three kinds: a comment line says of which those behind it are.
/// What stands before the first such line is of the kind that the file is read for.
[[nodiscard]] std::string section_line(value_kind kind);

/// Follows the sections of a file that is read for one kind.
class track_sections
{
public:
    explicit track_sections(value_kind wanted) : wanted_{section_line(wanted)} {}

    /// Takes a comment line, which may begin a section; blanks at its end do not count.
    void take(std::string_view comment);
    /// True where the lines at hand are of another kind.
    [[nodiscard]] bool passes_over() const noexcept { return other_; }

private:
    std::string wanted_;
    bool other_ = false;
};

} // namespace vglcs::detail
