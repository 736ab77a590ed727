// SPDX-License-Identifier: BSD-3-Clause
// Reading files of random DNA: this library's reader and, where SeqAn3 compiles, its sequence_file_input as it comes
// (dna5) and with its characters as letters. Rates are letters a second; files are in the page cache.
//
//   sequence_reader_bench --benchmark_filter=fasta_wrapped
#include <vglcs/io/sequence_reader.hpp>

#include "gzip.hpp"
#include "temporary_folder.hpp"

#ifdef VGLCS_BENCH_SEQAN3
#include <seqan3/alphabet/adaptation/char.hpp>
#include <seqan3/io/sequence_file/input.hpp>
#endif

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <map>
#include <random>
#include <string>

namespace {

using namespace vglcs;

std::string random_letters(std::size_t size, unsigned seed)
{
    std::mt19937_64 rng{seed};
    std::string out(size, '\0');
    for (std::size_t k = 0; k < size; k += 32) {
        std::uint64_t bits = rng();
        for (std::size_t i = k; i < std::min(size, k + 32); ++i, bits >>= 2)
            out[i] = "ACGT"[bits & 3];
    }
    return out;
}

std::string fasta(std::string_view letters, std::size_t width)
{
    std::string out = ">s one record\n";
    for (std::size_t at = 0; at < letters.size(); at += width) {
        out += letters.substr(at, width);
        out += '\n';
    }
    return out;
}

constexpr std::size_t million = 1'000'000;
constexpr std::size_t long_file = 100 * million, packed_file = 40 * million, tiny_records = million, tiny_letters = 20;

/// The file of that name in a folder of its own, made on first use.
std::string const & input(std::string const & name)
{
    static test::temporary_folder const folder;
    static std::map<std::string, std::string> made;
    std::string & path = made[name];
    if (!path.empty())
        return path;
    if (name == "fasta_wrapped")
        path = folder.write(name + ".fa", fasta(random_letters(long_file, 1), 60));
    else if (name == "fasta_one_line")
        path = folder.write(name + ".fa", fasta(random_letters(long_file, 1), long_file));
    else if (name == "fasta_gzip")
        path = folder.write(name + ".fa.gz", test::gzip(fasta(random_letters(packed_file, 1), 60)));
    else if (name == "fasta_bgzip")
        path = folder.write(name + ".fa.gz", test::bgzip(fasta(random_letters(packed_file, 1), 60), 65'280));
    else if (name == "fastq" || name == "fastq_gzip") {
        std::size_t const total = name == "fastq" ? long_file : packed_file / 2;
        std::string const letters = random_letters(total, 2), dice = random_letters(total, 3);
        std::string text;
        for (std::size_t at = 0; at + 150 <= total; at += 150) {
            text += fmt::format("@read{} 1/1\n{}\n+\n", at, std::string_view{letters}.substr(at, 150));
            for (std::size_t k = at; k < at + 150; ++k)
                text += "FF:F"[dice[k] >> 1 & 3];
            text += '\n';
        }
        path =
            name == "fastq" ? folder.write(name + ".fastq", text) : folder.write(name + ".fastq.gz", test::gzip(text));
    } else if (name == "fasta_tiny_records") {
        std::string const letters = random_letters(tiny_records * tiny_letters, 4);
        std::string text;
        for (std::size_t at = 0; at < letters.size(); at += tiny_letters)
            text += fmt::format(">r{}\n{}\n", at, std::string_view{letters}.substr(at, tiny_letters));
        path = folder.write(name + ".fa", text);
    }
    return path;
}

std::size_t read_with_vglcs(std::string const & path)
{
    sequence_reader reader{path};
    reader.set_alphabet(alphabet::dna);
    sequence s;
    std::size_t letters = 0;
    while (reader.next(s))
        letters += s.letters.size();
    return letters;
}

#ifdef VGLCS_BENCH_SEQAN3
std::size_t read_as_it_comes(std::string const & path)
{
    seqan3::sequence_file_input file{path};
    std::size_t letters = 0;
    for (auto & record : file)
        letters += record.sequence().size();
    return letters;
}

struct char_traits : seqan3::sequence_file_input_default_traits_dna
{
    using sequence_alphabet = char;
    using sequence_legal_alphabet = char;
    template <class Letter>
    using sequence_container = std::basic_string<Letter>;
};

std::size_t read_as_characters(std::string const & path)
{
    seqan3::sequence_file_input<char_traits> file{path};
    std::size_t letters = 0;
    for (auto & record : file)
        letters += record.sequence().size();
    return letters;
}

#endif

template <std::size_t (*Read)(std::string const &)>
void read(benchmark::State & state, std::string const & name, std::size_t expected)
{
    std::string const & path = input(name);
    std::size_t letters = 0;
    for (auto _ : state)
        letters = Read(path);
    if (letters != expected)
        state.SkipWithError("wrong number of letters");
    state.counters["letters/s"] =
        benchmark::Counter(static_cast<double>(letters), benchmark::Counter::kIsIterationInvariantRate);
}

int const registered = [] {
    for (auto const & [name, letters] : {std::pair<char const *, std::size_t>{"fasta_wrapped", long_file},
                                         {"fasta_one_line", long_file},
                                         {"fasta_tiny_records", tiny_records * tiny_letters},
                                         {"fastq", long_file / 150 * 150},
                                         {"fasta_gzip", packed_file},
                                         {"fasta_bgzip", packed_file},
                                         {"fastq_gzip", packed_file / 2 / 150 * 150}})
    {
        std::string const file = name;
        auto const add = [&, n = letters](char const * side, auto function) {
            benchmark::RegisterBenchmark((file + "/" + side).c_str(), function, file, n)
                ->UseRealTime()
                ->Unit(benchmark::kMillisecond);
        };
        add("vglcs", read<read_with_vglcs>);
#ifdef VGLCS_BENCH_SEQAN3
        add("seqan3_as_it_comes", read<read_as_it_comes>);
        add("seqan3_char", read<read_as_characters>);
#endif
    }
    return 0;
}();

} // namespace

BENCHMARK_MAIN();
