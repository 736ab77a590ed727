// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace vglcs::tools {

/// Lines for people on standard error; silent under --quiet. Errors do not go through here.
class notes
{
public:
    explicit notes(bool quiet) : quiet_{quiet} {}

    void warn(std::string const & text) const { print("warning", text); }
    void note(std::string const & text) const { print("note", text); }

private:
    void print(char const * kind, std::string const & text) const
    {
        if (!quiet_)
            fmt::print(stderr, "{}: {}\n", kind, text);
    }
    bool quiet_;
};

} // namespace vglcs::tools
