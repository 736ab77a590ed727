// SPDX-License-Identifier: BSD-3-Clause
/// SPECs and tracks of jumps and leaving costs: whatever the text, the jumps that come out fit their record, turn with
/// the strand and survive being printed and read again. First byte: the kind, its highest bit says which end of jumps;
/// the rest: the text (a track plain or gzip).
#include "fuzz.hpp"
#include "memory_file.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/jump_spec.hpp>

#include <array>
#include <string>

namespace {

using namespace vglcs;
using namespace vglcs::fuzz;
using vglcs::test::memory_file;

std::array<sequence, 3> const & records()
{
    static std::array<sequence, 3> const all{
        sequence{.name = "a", .letters = "ACGTNAGGTNAC", .number = 1},
        sequence{.name = "b", .letters = "gcag", .number = 2},
        sequence{.name = "empty", .number = 3},
    };
    return all;
}

void check(jumps const & given, std::size_t size)
{
    require(given.size() == size, "jumps for each letter");
    for (std::size_t k = 0; k < size; ++k) {
        if (auto const at = given.landing(k))
            require(at->lo <= at->hi && at->hi != 0 && at->cost <= scoring::largest_cost, "a jump is one");
        if (auto const at = given.leaving(k))
            require(*at <= scoring::largest_cost, "a cost is one");
    }
}

/// What is printed reads back to the same jumps, both ends from one file.
void check_round_trip(sequence const & record, jumps const & given)
{
    if (record.letters.empty())
        return;
    std::string text;
    for (jump_part const part : {jump_part::landing, jump_part::leaving}) {
        text += jumps_section(part) + '\n';
        write_bedgraph(record.name, given, part, [&](std::string_view more) { text += more; });
    }
    memory_file const file{text};
    std::array const spec{"bedgraph:" + file.path()};
    jump_spec again{spec, spec};
    again.expect(record);
    require(again.for_record(record, strand::forward) == given, "printed jumps read back");
}

void ask(std::string const & text, bool leaves, bool turns)
{
    std::array const landing{leaves ? std::string{"9@3"} : text}, leaving{leaves ? text : std::string{"2"}};
    gap_spec_options const options{.rename = {{"chr", "a"}, {"other", "b"}}, .warn = [](std::string const &) {}};
    jump_spec spec{landing, leaving, options};
    for (sequence const & record : records())
        try {
            spec.expect(record);
            jumps const forward = spec.for_record(record, strand::forward);
            jumps const reverse = spec.for_record(record, strand::reverse);
            check(forward, record.size());
            check(reverse, record.size());
            require(!turns || reverse == forward.reversed(), "jumps turn with the strand");
            check_round_trip(record, forward);
            for (strand const direction : {strand::forward, strand::reverse})
                try {
                    check(spec.for_record(record, direction, strand::reverse), record.size());
                } catch (usage_error const &) { // windows differ
                }
        } catch (input_error const &) {
        }
    spec.finish();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size)
{
    feed in{data, size};
    std::uint8_t const kind = in.byte();
    std::string const text{in.rest()};
    bool const leaves = (kind & 128) != 0;
    try {
        if (kind % 5 == 0) {
            if (text.find('/') == std::string::npos) // names no file of this machine
                ask(text, leaves, text.find("at:") == text.npos && text.find("after:") == text.npos);
            return 0;
        }
        memory_file const file{text};
        switch (kind % 5) {
        case 1:
            ask("bedgraph:" + file.path(), leaves, true);
            break;
        case 2:
            ask("bed:" + file.path() + (leaves ? ":x" : ":2..5@7"), leaves, true);
            break;
        case 3: // exon^ and exon$ are other bases on the other strand
            ask("gff3:" + file.path() + (leaves ? ":exon$=4,exon=x,gene^=2" : ":exon^=9@4,exon=9@6,gene$=2..9@1"),
                leaves, false);
            break;
        default:
            ask("gaps:" + file.path(), leaves, true);
        }
    } catch (error const &) {
    }
    return 0;
}
