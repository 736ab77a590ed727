// SPDX-License-Identifier: BSD-3-Clause
/// Gap SPECs and every track format: whatever the text, the limits that come out fit their record and survive being
/// printed and read again. First byte: the kind; the rest: the text (a track plain or gzip).
#include "fuzz.hpp"
#include "memory_file.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>

#include <array>
#include <string>

namespace {

using namespace vglcs;
using namespace vglcs::fuzz;
using vglcs::test::memory_file;

std::array<sequence, 3> const & records()
{
    static std::array<sequence, 3> const all{
        sequence{.name = "a", .letters = "ACGTNACGTNAC", .quality = "!\"#IIIIII~~5", .number = 1},
        sequence{.name = "b", .letters = "acgu", .quality = "5555", .number = 2},
        sequence{.name = "empty", .number = 3},
    };
    return all;
}

void check(gap_limits const & limits, std::size_t size)
{
    require(limits.size() == size, "one limit a letter");
    for (std::size_t k = 0; k < size; ++k)
        require(limits[k].blocked || limits[k].lo <= limits[k].hi, "LO is at most HI");
}

/// What `vglcs gaps` prints reads back to the same limits.
void check_round_trip(sequence const & record, gap_limits const & limits)
{
    if (record.letters.empty())
        return;
    std::string text;
    write_bedgraph(record.name, limits, [&](std::string_view part) { text += part; });
    memory_file const file{text};
    gap_limits const again =
        gap_spec{"bedgraph:" + file.path(), {.otherwise = {.hi = 77}}}.limits_for(record, strand::forward);
    require(digest(again) == digest(limits), "printed limits read back");
    for (std::size_t k = 0; k < record.size(); ++k)
        require(again[k].blocked == limits[k].blocked && (again[k].blocked || again[k] == limits[k]),
                "printed limits read back letter by letter");
}

void ask(gap_spec limits, bool turns)
{
    for (sequence const & record : records())
        try {
            gap_limits const forward = limits.limits_for(record, strand::forward);
            gap_limits const reverse = limits.limits_for(record, strand::reverse);
            check(forward, record.size());
            check(reverse, record.size());
            require(!turns || reverse.reversed() == forward, "limits turn with the strand");
            check_round_trip(record, forward);
        } catch (error const &) {
        }
    limits.finish();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size)
{
    feed in{data, size};
    std::uint8_t const kind = in.byte();
    std::string_view const text = in.rest();
    gap_spec_options const options{
        .otherwise = {.lo = 1, .hi = 9}, .rename = {{"chr", "a"}, {"other", "b"}}, .warn = [](std::string const &) {}};
    try {
        if (kind % 6 == 0) {
            if (text.find('/') == std::string_view::npos) // names no file of this machine
                ask(gap_spec{text, options}, text.find("at:") == text.npos && text.find("after:") == text.npos);
            return 0;
        }
        if (kind % 6 == 1) {
            gap_limit const limit = parse_gap_limit(text);
            require(parse_gap_limit(to_string(limit)) == limit || limit.blocked, "a limit reads back");
            return 0;
        }
        memory_file const file{text};
        switch (kind % 6) {
        case 2:
            ask(gap_spec{"bedgraph:" + file.path(), options}, true);
            break;
        case 3:
            ask(gap_spec{"bed:" + file.path() + (kind & 64 ? ":2..5" : ""), options}, true);
            break;
        case 4: // exon^ is another base on the other strand
            ask(gap_spec{"gff3:" + file.path() + ":exon=5,exon^=900", options}, false);
            break;
        default:
            ask(gap_spec{"gaps:" + file.path(), options}, true);
        }
    } catch (error const &) {
    }
    return 0;
}
