// SPDX-License-Identifier: BSD-3-Clause
/// Results in the format tsv, as tests look at them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::test {

inline constexpr std::string_view tsv_header =
    "query\ttarget\tstrand\tlength\tquery_length\ttarget_length\tquery_start\tquery_end\ttarget_start\ttarget_end\t"
    "identity\tcigar\tquery_record\ttarget_record\tstatus\tbound\n";

using texts = std::vector<std::string>;

/// The parts of `text` between the separators; a separator at the end ends the last part.
[[nodiscard]] inline texts split(std::string const & text, char separator)
{
    texts out;
    std::istringstream in{text};
    for (std::string part; std::getline(in, part, separator);)
        out.push_back(part);
    return out;
}

/// The fields of one column, row by row; a row that has not as many fields as the header fails the test.
[[nodiscard]] inline texts column(std::string const & table, std::string const & name)
{
    texts const lines = split(table, '\n');
    texts out;
    if (lines.empty()) {
        ADD_FAILURE() << "no header line";
        return out;
    }
    texts const header = split(lines[0], '\t');
    auto const at = static_cast<std::size_t>(std::ranges::find(header, name) - header.begin());
    for (std::size_t k = 1; k < lines.size(); ++k) {
        texts const fields = split(lines[k], '\t');
        EXPECT_EQ(fields.size(), header.size()) << lines[k];
        out.push_back(at < fields.size() ? fields[at] : "no column " + name);
    }
    return out;
}

} // namespace vglcs::test
