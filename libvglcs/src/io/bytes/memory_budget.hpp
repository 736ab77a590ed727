// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string_view>

namespace vglcs::detail {

/// What a reader may keep in memory of a file that it does not trust: a few bytes of gzip can stand for terabytes.
class memory_budget
{
public:
    /// A string or vector that grows may lie in memory twice, the new place being twice the old one.
    static constexpr std::uint64_t growth = 3;

    /// @param bytes   0: no limit
    explicit memory_budget(std::uint64_t bytes = 0) noexcept : bytes_{bytes} {}

    /// Throws resource_error, naming file and line (0: none), where `used` bytes with room to grow do not fit. `what`
    /// goes on with "takes more memory than ...".
    void expect_room(std::uint64_t used, std::string_view file, std::uint64_t line, std::string_view what) const
    {
        if (bytes_ && used > bytes_ / growth)
            refuse(file, line, what);
    }

private:
    [[noreturn]] void refuse(std::string_view file, std::uint64_t line, std::string_view what) const;

    std::uint64_t bytes_;
};

} // namespace vglcs::detail
