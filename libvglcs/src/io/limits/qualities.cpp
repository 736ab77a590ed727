// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/qualities.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace vglcs::detail {

namespace {

constexpr unsigned char phred_zero = 33;

unsigned char byte(char c)
{
    return static_cast<unsigned char>(c);
}

} // namespace

void check_qualities(sequence const & record)
{
    std::string const & quality = record.quality;
    if (quality.size() != record.letters.size())
        throw input_error{fmt::format("gap SPEC qual: record {} (line {}) has no qualities: give a FASTQ file, or "
                                      "another SPEC",
                                      record.name, record.line)};
    unsigned char least = phred_zero;
    for (char const c : quality) // no way out: by vectors
        least = std::min(least, byte(c));
    if (least == phred_zero)
        return;
    auto const low = std::ranges::find_if(quality, [](char c) { return byte(c) < phred_zero; });
    throw input_error{fmt::format("gap SPEC qual: record {} (line {}) has the quality byte {} at letter {}: "
                                  "Phred+33 begins at 33 (!)",
                                  record.name, record.line, byte(*low), low - quality.begin() + 1)};
}

gap_limit quality_limit(char quality) noexcept
{
    return {.hi = static_cast<std::uint32_t>(byte(quality) - phred_zero)};
}

} // namespace vglcs::detail
