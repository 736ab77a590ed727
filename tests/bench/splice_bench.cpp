// SPDX-License-Identifier: BSD-3-Clause
/// Reads of made genes through the splicer: how true MAPQ is, how often windows miss what the whole table finds, how
/// many small exons are found, and how fast it is. Prints the tables of docs/benchmarks/splice.md.
#include "made_transcripts.hpp"

#include <vglcs/splice.hpp>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <string_view>
#include <unistd.h>

namespace {

using namespace vglcs;
using namespace vglcs::test;

sequence record(std::string const & letters, std::uint64_t number)
{
    sequence out;
    out.name = "r";
    out.letters = letters;
    out.number = number;
    return out;
}

/// Letters of data/, and as many as are missing at random.
std::string letters(std::size_t count, std::mt19937 & random)
{
    std::string out = data_letters("A_thaliana_BAC_U89959.fa").substr(0, count);
    while (out.size() < count)
        out += "ACGT"[random() % 4];
    return out;
}

/// Letters changed at a rate, none put in or left out.
std::string diverged(std::string text, double rate, std::mt19937 & random)
{
    std::uniform_real_distribution<double> chance{0, 1};
    for (char & c : text)
        if (chance(random) < rate)
            c = "ACGT"[random() % 4];
    return text;
}

/// A genome in a file that goes with it.
class genome_file
{
public:
    explicit genome_file(std::string const & letters)
        : path_{(std::filesystem::temp_directory_path() / ("splice_accuracy_" + std::to_string(getpid()))).string()}
    {
        std::ofstream{path_} << ">g\n" << letters << '\n';
        set_.emplace(path_, sequence_set::options{.alphabet = alphabet::dna});
        genome_.emplace(set_->collection(), nullptr, true, 1);
    }
    ~genome_file() { std::filesystem::remove(path_); }
    genome_file(genome_file const &) = delete;
    genome_file & operator=(genome_file const &) = delete;
    [[nodiscard]] splice_genome const & operator()() const { return *genome_; }

private:
    std::string path_;
    std::optional<sequence_set> set_;
    std::optional<splice_genome> genome_;
};

/// Half of the genes lie in stretches that have a copy, 0.2 to 2% of its letters changed; reads are of both.
void quality(std::size_t reads)
{
    std::mt19937 random{1};
    std::string genome = letters(400'000, random);
    std::vector<made_gene> genes;
    gene_shape const shape{.exons = 4, .least_exon = 40, .most_exon = 160, .least_intron = 60, .most_intron = 1500};
    for (std::uint64_t start = 1000; start + 8000 < genome.size(); start += 8000)
        genes.push_back(plant_gene(genome, start, shape, random() % 2 == 0, random));
    std::string const once = genome;
    std::size_t const originals = genes.size();
    for (std::size_t k = 0; k < originals; k += 2) {
        std::uint64_t const begin = genes[k].exons.front().first - 200, end = genes[k].exons.back().second + 200;
        double const rate = std::pow(10, -2.7 + 1.7 * static_cast<double>(random() % 1000) / 1000);
        genome += letters(200, random);
        made_gene copy = genes[k];
        for (auto & [first, last] : copy.exons) {
            first += genome.size() - begin;
            last += genome.size() - begin;
        }
        genes.push_back(copy);
        genome += diverged(once.substr(begin, end - begin), rate, random);
    }
    genome_file const file{genome};
    splicer const with{file(), nullptr, {}};
    struct bin
    {
        std::size_t reads = 0, wrong = 0;
    };
    std::map<int, bin> bins;
    std::size_t none = 0;
    for (std::size_t k = 0; k < reads; ++k) {
        made_gene const & gene = genes[random() % genes.size()];
        std::string read = transcript_of(genome, gene);
        std::size_t const length = std::min<std::size_t>(read.size(), 40 + random() % 400),
                          from = random() % (read.size() - length + 1);
        read = with_errors(read.substr(from, length), 0.01 * static_cast<double>(random() % 12), random);
        spliced_read const found = with.align(record(read, k + 1));
        if (found.alignments.empty()) {
            ++none;
            continue;
        }
        spliced_alignment const & a = found.alignments[0];
        bool const right = a.exons.front().target_begin < gene.exons.back().second &&
                           gene.exons.front().first < a.exons.back().target_end;
        bin & b = bins[a.mapq == 0 ? 0 : a.mapq >= 60 ? 60 : 1 + (a.mapq - 1) / 10 * 10];
        ++b.reads;
        b.wrong += right ? 0 : 1;
    }
    std::printf("MAPQ of %zu reads, %zu without an alignment\nMAPQ\treads\twrong\ttrue error\tas Phred\n", reads, none);
    for (auto const & [least, b] : bins) {
        double const error = static_cast<double>(b.wrong) / static_cast<double>(b.reads);
        std::printf("%d..\t%zu\t%zu\t%.5f\t%s%.0f\n", least, b.reads, b.wrong, error, b.wrong == 0 ? "above " : "",
                    -10 * std::log10(std::max(error, 1.0 / static_cast<double>(b.reads))));
    }
}

/// Scores of windows beside those of the whole table, on 12 kb pieces.
void windows(std::size_t genes)
{
    std::mt19937 random{2};
    std::string const all = letters(107'000, random);
    std::printf("\nwindows beside the whole table\nerrors\treads\twhole better\tby, in the mean\n");
    for (double const rate : {0.0, 0.02, 0.05, 0.1, 0.15}) {
        std::size_t reads = 0, better = 0;
        double by = 0;
        for (std::size_t k = 0; k < genes; ++k) {
            std::string genome = all.substr(random() % 90'000, 12'000);
            gene_shape const shape{
                .exons = 4, .least_exon = 20, .most_exon = 150, .least_intron = 60, .most_intron = 2500};
            made_gene const gene = plant_gene(genome, 1500, shape, random() % 2 == 0, random);
            genome_file const file{genome};
            std::string const read = with_errors(transcript_of(genome, gene), rate, random);
            splice_options how;
            how.most_loci = 1;
            auto const score = [&] {
                spliced_read const found = splicer{file(), nullptr, how}.align(record(read, 1));
                return found.alignments.empty() ? 0 : found.alignments[0].score;
            };
            std::int64_t const windows = score();
            how.whole = true;
            std::int64_t const whole = score();
            ++reads;
            better += whole > windows ? 1 : 0;
            by += static_cast<double>(whole - windows);
        }
        std::printf("%.2f\t%zu\t%zu\t%.1f\n", rate, reads, better, better == 0 ? 0 : by / static_cast<double>(better));
    }
}

/// The second of three exons has 6 to 20 letters: how often both of its introns are right, and how often the alignment
/// scores less than with them.
void small_exons(std::size_t rounds)
{
    std::mt19937 random{3};
    std::string const all = letters(107'000, random);
    std::printf("\nsmall exons\nletters\treads\tboth introns exact\tscore below that of the truth\n");
    for (std::uint64_t length = 6; length <= 20; length += length < 10 ? 1 : 5) {
        std::size_t exact = 0, below = 0;
        for (std::size_t k = 0; k < rounds; ++k) {
            std::string genome = all.substr(random() % 90'000, 14'000);
            gene_shape const shape{.exons = 3,
                                   .least_exon = 80,
                                   .most_exon = 200,
                                   .least_intron = 80,
                                   .most_intron = 4500,
                                   .small_exon = length};
            made_gene const gene = plant_gene(genome, 1500, shape, random() % 2 == 0, random);
            genome_file const file{genome};
            std::string const read = transcript_of(genome, gene);
            spliced_read const found = splicer{file(), nullptr, {}}.align(record(read, 1));
            if (found.alignments.empty())
                continue;
            auto const & j = found.alignments[0].junctions;
            exact += j.size() == 2 && j[0].begin == gene.exons[0].second && j[0].end == gene.exons[1].first &&
                             j[1].begin == gene.exons[1].second && j[1].end == gene.exons[2].first
                         ? 1
                         : 0;
            below += found.alignments[0].score < 2 * static_cast<std::int64_t>(read.size()) - 2 * 18 ? 1 : 0;
        }
        std::printf("%d\t%zu\t%zu\t%zu\n", static_cast<int>(length), rounds, exact, below);
    }
}

/// Reads of about 1,000 letters of eight exons, introns up to a limit, 2% errors.
void speed(std::size_t reads)
{
    std::printf("\nspeed, one thread\nintrons up to\treads\tletters\tseconds of processor time\treads a second\n");
    for (std::uint32_t const limit : {5'000u, 20'000u, 80'000u}) {
        std::mt19937 random{4};
        std::string genome = letters(3'000'000, random);
        std::vector<std::string> texts;
        std::uint64_t start = 2000;
        while (texts.size() < reads && start + 8 * std::uint64_t{limit} < genome.size()) {
            gene_shape const shape{
                .exons = 8, .least_exon = 60, .most_exon = 190, .least_intron = 80, .most_intron = limit};
            made_gene const gene = plant_gene(genome, start, shape, random() % 2 == 0, random);
            for (int k = 0; k < 10; ++k)
                texts.push_back(with_errors(transcript_of(genome, gene), 0.02, random));
            start = gene.exons.back().second + 3000;
        }
        genome_file const file{genome};
        splice_options how;
        how.most_intron = limit;
        splicer const with{file(), nullptr, how};
        std::size_t count = 0;
        std::clock_t const before = std::clock();
        for (std::size_t k = 0; k < texts.size(); ++k)
            count += with.align(record(texts[k], k + 1)).letters;
        double const seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
        std::printf("%u\t%zu\t%zu\t%.2f\t%.0f\n", limit, texts.size(), count, seconds,
                    static_cast<double>(texts.size()) / seconds);
    }
}

} // namespace

int main(int argc, char ** argv)
{
    std::size_t const part = argc > 1 ? std::stoul(argv[1]) : 1; // 10: a tenth of the reads
    quality(20'000 / part);
    windows(200 / part);
    small_exons(200 / part);
    speed(200 / part);
}
