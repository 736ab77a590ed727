// SPDX-License-Identifier: BSD-3-Clause
#include "patterns/hit_rows.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace vglcs::tools {

namespace {

/// The tag that a capture's name asks for: the name without the digits and _ at its end, in any case of letters.
enum class tag : std::uint8_t { cell, umi, sample, none };

tag tag_of(std::string name)
{
    while (!name.empty() && (name.back() == '_' || (name.back() >= '0' && name.back() <= '9')))
        name.pop_back();
    for (char & c : name)
        c = static_cast<char>(c | 0x20);
    if (name == "cb")
        return tag::cell;
    if (name == "umi")
        return tag::umi;
    return name == "bc" ? tag::sample : tag::none;
}

/// Records named by their read, with the captures as tags of SAM behind the name.
class tagged_reads : public hit_rows
{
public:
    tagged_reads(bool fastq, std::string_view cut, std::vector<structured_pattern> const & patterns)
        : fastq_{fastq}, cut_{cut}, patterns_{patterns}
    {
    }

    void add(std::string & rows, sequence const & record, pattern_hit const & hit,
             std::span<part_place const> places) override
    {
        structured_pattern const & pattern = patterns_[hit.pattern];
        rows += fastq_ ? '@' : '>';
        rows += record.name;
        std::string cell, cell_read, umi, sample;
        std::array<bool, 3> has{};
        for (pattern_capture const & capture : pattern.captures) {
            tag const t = tag_of(capture.name);
            if (t == tag::none)
                continue;
            captured const held = capture_of(record, hit.strand, pattern, capture, places);
            bool const again = std::exchange(has[static_cast<std::size_t>(t)], true);
            switch (t) {
            case tag::cell:
                cell += held.word;
                cell_read += held.read;
                break;
            case tag::umi:
                umi += held.read;
                break;
            default:
                (sample += again ? "-" : "") += held.word;
            }
        }
        if (has[0])
            (((rows += "\tCB:Z:") += cell) += "\tCR:Z:") += cell_read;
        if (has[1])
            (rows += "\tUR:Z:") += umi;
        if (has[2])
            (rows += "\tBC:Z:") += sample;
        rows += '\n';

        // in the direction of the pattern
        bool const plus = hit.strand == strand::forward;
        std::uint64_t start = 0, end = record.size();
        if (cut_ == "match" || cut_ == (plus ? "after" : "before"))
            start = cut_ == "match" ? hit.start : hit.end;
        if (cut_ == "match" || cut_ == (plus ? "before" : "after"))
            end = cut_ == "match" ? hit.end : hit.start;
        rows += letters_of(record, start, end, hit.strand);
        rows += '\n';
        if (!fastq_)
            return;
        rows += "+\n";
        std::string quality = record.quality.substr(start, end - start);
        if (!plus)
            std::ranges::reverse(quality);
        rows += quality;
        rows += '\n';
    }

private:
    bool fastq_;
    std::string cut_;
    std::vector<structured_pattern> const & patterns_;
};

} // namespace

std::unique_ptr<hit_rows> reads_of(bool fastq, std::string_view cut, std::vector<structured_pattern> const & patterns)
{
    return std::make_unique<tagged_reads>(fastq, cut, patterns);
}

} // namespace vglcs::tools
