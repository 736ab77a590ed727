// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs::tools {

/// Base64 of RFC 4648 with padding.   O(bytes).
[[nodiscard]] std::string base64(std::string_view bytes);

/// Whole numbers as a page carries them: each zigzag-coded (0, -1, 1, -2, ... are 0, 1, 2, 3, ...), then in groups of
/// 7 bits, the lowest first, with the top bit set in all bytes but the last. Small numbers take one byte.
class packed_numbers
{
public:
    void add(std::int64_t number);
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
    [[nodiscard]] std::string const & bytes() const noexcept { return bytes_; }

private:
    std::string bytes_;
};

/// A column of numbers near their neighbours: each is kept as its difference from the one before it.
class packed_steps
{
public:
    void add(std::int64_t number)
    {
        steps_.add(static_cast<std::int64_t>(static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(last_)));
        last_ = number;
        ++count_;
    }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] std::string const & bytes() const noexcept { return steps_.bytes(); }

private:
    packed_numbers steps_;
    std::int64_t last_ = 0;
    std::size_t count_ = 0;
};

} // namespace vglcs::tools
