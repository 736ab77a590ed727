// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/line_reader.hpp>
#include <vglcs/run_control.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::tools {

/// The explanations that rows of a json result carry, as they stand there. To be asked beside a reader that has found
/// the rows to be valid JSON.
class json_explanations
{
public:
    json_explanations(std::string const & path, run_control const & control, std::uint64_t max_memory)
        : lines_{path, &control, max_memory}
    {
    }

    /// The value of the key `explain` of the row on a line, from 1, in rising order; empty where there is none, or
    /// null. Valid until the next call.   O(line).
    [[nodiscard]] std::string_view of(std::uint64_t line);

private:
    line_reader lines_;
    std::string line_;
};

} // namespace vglcs::tools
