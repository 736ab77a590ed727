// SPDX-License-Identifier: BSD-3-Clause
/// What every fuzzer here has: the entry that libFuzzer and the replaying of the corpus call, and a way to say that a
/// promise does not hold. A fuzzer may see errors of vglcs/error.hpp, which are answers; any other exception, a
/// signal, a sanitizer's report or a failed `require` is a finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size);

namespace vglcs::fuzz {

/// Ends the fuzzer where a promise does not hold.
inline void require(bool holds, std::string_view promise)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(promise.size()), promise.data());
    std::abort();
}

/// The input as numbers, from the front; zeros when it is used up.
class feed
{
public:
    feed(std::uint8_t const * data, std::size_t size) : next_{data}, end_{data + size} {}

    [[nodiscard]] bool empty() const noexcept { return next_ == end_; }
    [[nodiscard]] std::uint8_t byte() noexcept { return empty() ? 0 : *next_++; }
    /// A number below `bound` (1 to 256).
    [[nodiscard]] unsigned below(unsigned bound) noexcept { return byte() % bound; }
    /// What is left.
    [[nodiscard]] std::string_view rest() const noexcept
    {
        return {reinterpret_cast<char const *>(next_), static_cast<std::size_t>(end_ - next_)};
    }

private:
    std::uint8_t const * next_;
    std::uint8_t const * end_;
};

} // namespace vglcs::fuzz
