// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace vglcs::tools {

/// Text for people on standard error. Where it cannot be written (closed, full), the run goes on without it.
inline void say(std::string_view text) noexcept
{
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

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
            say(fmt::format("{}: {}\n", kind, text));
    }
    bool quiet_;
};

} // namespace vglcs::tools
