// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace vglcs::tools {

/// All that the rows of a run depend on: a journal of another key belongs to another run.
class run_key
{
public:
    run_key(); ///< has the program's version

    void add(std::string_view part);
    /// A file by its name, size and time; nothing for what is no file.
    void add_file(std::string const & path);
    [[nodiscard]] std::string digest() const;

private:
    std::string text_;
};

} // namespace vglcs::tools
