// SPDX-License-Identifier: BSD-3-Clause
/// Where another program says that reads lie.
#pragma once

#include <vglcs/run_control.hpp>
#include <vglcs/sequence.hpp>
#include <vglcs/splice.hpp>
#include <vglcs/text_collection.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::tools {

/// Regions of a PAF or BED file. A line of PAF, or of BED with a fourth column, is of the read of that name; one of BED
/// with three columns is of every read. Strands are those of the read; BED without a sixth column means both.
class read_regions
{
public:
    /// @param flank   letters that are added on both sides
    /// Throws input_error with file and line: damaged lines, names that are no record of the genome, places behind its
    /// end, a file without regions.
    read_regions(std::string const & path, text_collection const & genome, std::uint64_t flank,
                 run_control const & control, std::uint64_t max_memory);

    /// The regions of a read. Throws input_error where the read is longer than one of them.
    [[nodiscard]] std::vector<splice_region> of(sequence const & read) const;

private:
    struct region
    {
        splice_region where;
        std::uint64_t line = 0;
    };
    void add(std::string_view text, std::uint64_t line, bool paf);

    std::string path_;
    text_collection const & genome_;
    std::uint64_t flank_;
    std::map<std::string, std::vector<region>, std::less<>> named_;
    std::vector<region> of_all_;
};

} // namespace vglcs::tools
