// SPDX-License-Identifier: BSD-3-Clause
#include <io/quality_limits.hpp>

#include <vglcs/error.hpp>

#include <fmt/format.h>

namespace vglcs::detail {

gap_limits quality_limits(sequence const & record)
{
    constexpr unsigned char phred_zero = 33;
    std::string const & quality = record.quality;
    if (quality.size() != record.letters.size())
        throw input_error{fmt::format("gap SPEC qual: record {} (line {}) has no qualities: give a FASTQ file, or "
                                      "another SPEC",
                                      record.name, record.line)};
    auto const limit_of = [&](std::size_t k) {
        auto const byte = static_cast<unsigned char>(quality[k]);
        if (byte < phred_zero)
            throw input_error{fmt::format("gap SPEC qual: record {} (line {}) has the quality byte {} at letter {}: "
                                          "Phred+33 begins at 33 (!)",
                                          record.name, record.line, byte, k + 1)};
        return gap_limit{.hi = static_cast<std::uint32_t>(byte - phred_zero)};
    };
    gap_limits out{quality.size(), quality.empty() ? gap_limit{} : limit_of(0)};
    for (std::size_t k = 1; k < quality.size(); ++k)
        out.set(k, limit_of(k));
    return out;
}

} // namespace vglcs::detail
