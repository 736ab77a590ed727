// SPDX-License-Identifier: BSD-3-Clause
/// FASTA and FASTQ, plain or gzip: the blocks in which the bytes come change nothing, and letters that
/// an alphabet lets in can be encoded. First byte: the sizes of the blocks and the alphabet; the rest: the file.
#include "fuzz.hpp"
#include "memory_file.hpp"

#include "io/sequences/open_sequence_reader.hpp"

#include <vglcs/error.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::fuzz;

/// Everything that a reading gives: records, warnings, and the error that ended it.
struct outcome
{
    std::vector<sequence> records;
    std::string warnings, failure;
};

outcome read(std::string const & path, detail::byte_source_sizes sizes, alphabet letters)
{
    outcome out;
    try {
        sequence_reader reader =
            detail::open_sequence_reader(path, sizes, [&](std::string const & text) { out.warnings += text + '\n'; });
        (void)detect_alphabet(reader.first().letters);
        reader.set_alphabet(letters);
        for (sequence record; reader.next(record);)
            out.records.push_back(record);
    } catch (error const & e) {
        out.failure = e.what();
    }
    return out;
}

bool same(sequence const & x, sequence const & y)
{
    return x.name == y.name && x.letters == y.letters && x.quality == y.quality && x.number == y.number &&
           x.line == y.line;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size)
{
    feed in{data, size};
    std::uint8_t const choice = in.byte();
    alphabet const letters = std::array{alphabet::dna, alphabet::rna, alphabet::protein, alphabet::raw}[choice % 4];
    vglcs::test::memory_file const file{in.rest()};
    outcome const whole = read(file.path(), {}, letters);
    // tiny blocks, read by the caller or, now and then, by a thread of its own
    outcome const pieces = read(file.path(),
                                {.block_bytes = 1u + choice / 4 % 8,
                                 .blocks = 2,
                                 .input_bytes = 1u + choice / 32,
                                 .thread_bytes = choice == 255 ? std::size_t{0} : std::size_t{1} << 16},
                                letters);
    require(whole.failure == pieces.failure, "the same error, whatever the blocks");
    require(whole.warnings == pieces.warnings, "the same warnings, whatever the blocks");
    require(std::ranges::equal(whole.records, pieces.records, same), "the same records, whatever the blocks");
    for (sequence const & record : whole.records) {
        require(record.quality.empty() || record.quality.size() == record.letters.size(), "a quality a letter");
        require(!record.name.empty(), "every record has a name");
        auto const codes = encode(record.letters, letters);
        require(std::ranges::find(codes, foreign_letter) == codes.end(), "letters that were let in can be encoded");
    }
    return 0;
}
