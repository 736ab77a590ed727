// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vglcs {

/// One record of a FASTA or FASTQ file, letters as they were read.
struct sequence
{
    std::string name;         ///< first word of the header
    std::string letters;      ///< [0..n-1], without line ends
    std::string quality;      ///< [0..n-1] Phred+33 as read; empty for FASTA
    std::uint64_t number = 0; ///< record number in its file, from 1
    std::uint64_t line = 0;   ///< line of the header, from 1
    std::string description;  ///< what the header has behind the name, where the reader was asked to keep it

    [[nodiscard]] std::size_t size() const noexcept { return letters.size(); }
};

/// Strand on which A (the query) is read; B is always read forward.
enum class strand : char { forward = '+', reverse = '-' };

/// Letters of the reverse complement.
[[nodiscard]] std::string reverse_complement(std::string_view letters);

} // namespace vglcs
