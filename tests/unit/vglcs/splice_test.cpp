// SPDX-License-Identifier: BSD-3-Clause
/// The splicer: seeds against a search of all places, tails, and alignments of made transcripts, whose introns are
/// known.
#include "made_transcripts.hpp"
#include "memory_file.hpp"

#include "../../../libvglcs/src/splice/genome_seeds.hpp"
#include "../../../libvglcs/src/splice/read_tails.hpp"

#include <vglcs/annotation.hpp>
#include <vglcs/error.hpp>
#include <vglcs/splice.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

using namespace vglcs;
using namespace vglcs::test;
using namespace testing;

namespace {

std::string const & lambda()
{
    static std::string const letters = data_letters("lambda.fa");
    return letters;
}

/// A genome in memory with its seeds.
class made_genome
{
public:
    explicit made_genome(std::string const & fasta, bool seeds = true)
        : file_{fasta}, set_{file_.path(), {.alphabet = alphabet::dna}}, genome_{set_.collection(), nullptr, seeds, 1}
    {
    }
    [[nodiscard]] splice_genome const & operator()() const { return genome_; }

    [[nodiscard]] spliced_read align(std::string const & letters, splice_options const & how = {},
                                     gene_annotation const * genes = nullptr) const
    {
        return splicer{genome_, genes, how}.align({.name = "r", .letters = letters, .number = 1});
    }

private:
    memory_file file_;
    sequence_set set_;
    splice_genome genome_;
};

std::vector<std::pair<std::uint64_t, std::uint64_t>> introns_of(spliced_alignment const & a)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> out;
    for (junction const & j : a.junctions)
        out.emplace_back(j.begin, j.end);
    return out;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> introns_of(made_gene const & gene)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> out;
    for (std::size_t k = 1; k < gene.exons.size(); ++k)
        out.emplace_back(gene.exons[k - 1].second, gene.exons[k].first);
    return out;
}

/// What every alignment must be: pairs of equal letters, steps within the limits, and the score that it says.
void expect_sound(spliced_alignment const & a, std::string const & read, std::string const & target,
                  splice_options const & how)
{
    std::string const letters = a.read_reverse ? reverse_complement(read) : read;
    ASSERT_FALSE(a.chain.empty());
    ASSERT_EQ(a.exons.size(), a.junctions.size() + 1);
    std::int64_t score = 0;
    std::size_t next = 0;
    bool const minus = a.transcript_strand == '-';
    for (std::size_t k = 0; k < a.chain.size(); ++k) {
        auto const [i, j] = a.chain[k];
        ASSERT_EQ(letters[i], target[j]);
        score += how.prices.match;
        if (k == 0)
            continue;
        auto const [i0, j0] = a.chain[k - 1];
        ASSERT_LE(i - i0 - 1, how.prices.gap);
        score -= static_cast<std::int64_t>(how.prices.skip * (i - i0 - 1));
        if (j - j0 - 1 <= how.prices.gap) {
            score -= static_cast<std::int64_t>(how.prices.skip * (j - j0 - 1));
            continue;
        }
        ASSERT_LT(next, a.junctions.size());
        junction const & x = a.junctions[next++];
        ASSERT_GE(x.begin, j0 + 1);
        ASSERT_LE(x.end, j);
        ASSERT_LE(x.begin - j0 - 1, how.prices.gap);
        ASSERT_LE(j - x.end, how.prices.gap);
        ASSERT_GE(x.end - x.begin, how.least_intron);
        ASSERT_LE(x.end - x.begin, how.most_intron);
        std::string first = target.substr(x.begin, 2), last = target.substr(x.end - 2, 2);
        if (minus)
            std::tie(first, last) = std::tuple{reverse_complement(last), reverse_complement(first)};
        score -= static_cast<std::int64_t>(how.prices.skip * (x.begin - j0 - 1 + j - x.end)) + how.prices.intron;
        score -= first == "GT"   ? 0
                 : first == "GC" ? how.prices.begin_gc
                 : first == "AT" ? how.prices.begin_at
                                 : how.prices.begin_other;
        score -= last == "AG" ? 0 : last == "AC" ? how.prices.end_ac : how.prices.end_other;
    }
    EXPECT_EQ(next, a.junctions.size());
    EXPECT_EQ(score, a.score);
    EXPECT_EQ(a.chain.size(), a.length);
}

TEST(splice, seeds_are_the_maximal_matches)
{
    std::mt19937 random{1};
    for (int round = 0; round < 60; ++round) {
        std::string genome;
        for (int k = 0; k < 400; ++k)
            genome += "ACGTN"[random() % (k % 50 == 0 ? 5 : 4)];
        std::string const second = genome.substr(100, 150);
        std::string read = genome.substr(random() % 200, 90) + "N" + second.substr(random() % 50, 60);
        read[random() % read.size()] = 'A';
        made_genome const made{">a\n" + genome + "\n>b\n" + second + "\n"};
        std::string const text = genome + "|" + second;
        constexpr std::size_t shortest = 8;
        std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> expected, got;
        for (std::size_t i = 0; i < read.size(); ++i)
            for (std::size_t p = 0; p < text.size(); ++p) {
                auto const equal = [&](std::size_t x, std::size_t y) {
                    return x < read.size() && y < text.size() && read[x] == text[y] && read[x] != 'N';
                };
                if (i > 0 && p > 0 && equal(i - 1, p - 1))
                    continue;
                std::size_t length = 0;
                while (equal(i + length, p + length))
                    ++length;
                if (length >= shortest)
                    expected.emplace_back(i, p, length);
            }
        std::vector<detail::read_seed> seeds;
        detail::find_seeds(made().seeds(), encode(read, alphabet::dna), shortest, 1000, seeds);
        for (detail::read_seed const & s : seeds)
            got.emplace_back(s.read, s.text, s.length);
        std::ranges::sort(expected);
        std::ranges::sort(got);
        ASSERT_EQ(got, expected) << round;
    }
}

TEST(splice, seeds_of_repeats_are_few_and_long)
{
    std::string const unit = lambda().substr(1000, 40);
    std::string genome;
    for (int k = 0; k < 50; ++k)
        genome += unit + lambda().substr(static_cast<std::size_t>(2000 + 50 * k), 30);
    made_genome const made{">a\n" + genome + "\n"};
    std::vector<detail::read_seed> seeds;
    detail::find_seeds(made().seeds(), encode(unit, alphabet::dna), 11, 8, seeds);
    EXPECT_EQ(seeds.size(), 8u); // of 50 whole ones; nothing shorter
    for (detail::read_seed const & s : seeds)
        EXPECT_EQ(std::tuple(s.read, s.length), std::tuple(0u, 40u));
    // with letters that tell them apart, the longer match alone
    std::string const one = unit + lambda().substr(2000 + 50 * 7, 30);
    detail::find_seeds(made().seeds(), encode(one, alphabet::dna), 11, 8, seeds);
    EXPECT_THAT(seeds, Contains(detail::read_seed{0, 70, 7 * 70}));
}

TEST(splice, tails)
{
    auto const part = [](std::string const & letters) {
        detail::read_part const p = detail::without_tails(encode(letters, alphabet::dna));
        return std::pair{p.begin, p.end};
    };
    std::string const body = lambda().substr(5000, 100); // ends with neither A nor T
    std::size_t const n = body.size();
    ASSERT_NE(body.back(), 'A');
    ASSERT_NE(body.front(), 'T');
    EXPECT_EQ(part(body), (std::pair<std::size_t, std::size_t>{0, n}));
    EXPECT_EQ(part(body + std::string(11, 'A')), (std::pair<std::size_t, std::size_t>{0, n + 11}));
    EXPECT_EQ(part(body + std::string(12, 'A')), (std::pair<std::size_t, std::size_t>{0, n}));
    EXPECT_EQ(part(body + std::string(15, 'A') + "C" + std::string(6, 'A')),
              (std::pair<std::size_t, std::size_t>{0, n}));
    EXPECT_EQ(part(std::string(20, 'T') + body), (std::pair<std::size_t, std::size_t>{20, 20 + n}));
    EXPECT_EQ(part(body + std::string(25, 'A') + "CGCTCTTCCGATCTGGC"), (std::pair<std::size_t, std::size_t>{0, n}));
    EXPECT_EQ(part(std::string(30, 'A')), (std::pair<std::size_t, std::size_t>{0, 0}));
    EXPECT_EQ(part(""), (std::pair<std::size_t, std::size_t>{0, 0}));
}

TEST(splice, introns_of_both_strands_and_directions)
{
    std::mt19937 random{2};
    std::string genome = lambda().substr(0, 20'000);
    std::vector<made_gene> genes;
    for (std::uint64_t k = 0; k < 8; ++k)
        genes.push_back(plant_gene(genome, 500 + k * 2400, {}, k % 2 == 1, random));
    made_genome const made{">l\n" + genome + "\n"};
    for (made_gene const & gene : genes)
        for (bool const turned : {false, true}) {
            std::string read = transcript_of(genome, gene);
            if (turned)
                read = reverse_complement(read);
            spliced_read const found = made.align(read);
            ASSERT_EQ(found.alignments.size(), 1u);
            spliced_alignment const & a = found.alignments[0];
            expect_sound(a, read, genome, {});
            EXPECT_EQ(a.score, static_cast<std::int64_t>(2 * read.size()) - 3 * 18);
            EXPECT_EQ(a.transcript_strand, gene.minus ? '-' : '+');
            EXPECT_EQ(a.read_reverse, gene.minus != turned);
            EXPECT_THAT(introns_of(a), ContainerEq(introns_of(gene)));
            EXPECT_EQ(a.length, read.size());
            EXPECT_EQ(a.edits, 0u);
            EXPECT_EQ(a.mapq, 60);
            for (junction const & j : a.junctions)
                EXPECT_EQ(j.sites, site_kind::gt_ag);
        }
}

/// Small tables with all letters beside those of windows.
TEST(splice, windows_against_the_whole)
{
    std::mt19937 random{3};
    int equal = 0, all = 0;
    for (int round = 0; round < 12; ++round) {
        std::string genome = lambda().substr(static_cast<std::size_t>(round * 3000), 6000);
        gene_shape const shape{.exons = 3, .least_exon = 40, .most_exon = 110, .least_intron = 40, .most_intron = 900};
        made_gene const gene = plant_gene(genome, 1200, shape, round % 2 == 0, random);
        made_genome const made{">l\n" + genome + "\n"};
        for (double const rate : {0.0, 0.03, 0.1}) {
            std::string const read = with_errors(transcript_of(genome, gene), rate, random);
            splice_options how;
            how.most_intron = 1000;
            how.most_loci = 1;
            spliced_read const windows = made.align(read, how);
            how.whole = true;
            spliced_read const whole = made.align(read, how);
            ASSERT_EQ(whole.alignments.size(), 1u);
            ASSERT_EQ(windows.alignments.size(), 1u);
            expect_sound(windows.alignments[0], read, genome, how);
            expect_sound(whole.alignments[0], read, genome, how);
            EXPECT_LE(windows.alignments[0].score, whole.alignments[0].score);
            equal += windows.alignments[0].score == whole.alignments[0].score ? 1 : 0;
            ++all;
        }
    }
    EXPECT_GE(equal, all - 1);
}

/// Alignments by chance, of which large genomes have many, keep no place from being looked at.
TEST(splice, the_whole_of_several_records_on_both_strands)
{
    std::mt19937 random{31};
    std::string genome = lambda().substr(0, 30'000);
    made_gene const gene = plant_gene(genome, 20'000, {}, false, random);
    std::string first = lambda().substr(10'000, 30'000);
    std::ranges::reverse(first);
    made_genome const made{">other\n" + first + "\n>l\n" + genome + "\n"};
    std::string const read = reverse_complement(transcript_of(genome, gene));
    splice_options how;
    how.whole = true;
    for (spliced_read const & found : {made.align(read), made.align(read, how)}) {
        ASSERT_EQ(found.alignments.size(), 1u);
        EXPECT_EQ(found.alignments[0].target, 1u);
        EXPECT_TRUE(found.alignments[0].read_reverse);
        EXPECT_THAT(introns_of(found.alignments[0]), ContainerEq(introns_of(gene)));
    }
}

TEST(splice, small_exons)
{
    std::mt19937 random{4};
    int found = 0, all = 0;
    for (std::uint64_t length = 6; length <= 20; ++length)
        for (int round = 0; round < 8; ++round) {
            std::string genome = lambda().substr(random() % 30'000, 12'000);
            gene_shape const shape{.exons = 3,
                                   .least_exon = 80,
                                   .most_exon = 120,
                                   .least_intron = 100,
                                   .most_intron = 3000,
                                   .small_exon = length};
            made_gene const gene = plant_gene(genome, 1000, shape, round % 2 == 0, random);
            made_genome const made{">l\n" + genome + "\n"};
            spliced_read const got = made.align(transcript_of(genome, gene));
            ASSERT_FALSE(got.alignments.empty());
            // where letters of the exon are those beside its neighbours by chance, two exons may be worth as much
            std::int64_t const known = static_cast<std::int64_t>(2 * transcript_of(genome, gene).size()) - 2 * 18;
            EXPECT_GE(got.alignments[0].score, known);
            found += introns_of(got.alignments[0]).size() == 2 ? 1 : 0;
            ++all;
        }
    EXPECT_GE(found * 100, all * 85) << found << " of " << all;
}

TEST(splice, limits_hold)
{
    std::mt19937 random{5};
    std::string genome = lambda().substr(0, 12'000);
    gene_shape const shape{.exons = 2, .least_exon = 150, .most_exon = 150, .least_intron = 4000, .most_intron = 4000};
    made_gene const gene = plant_gene(genome, 1000, shape, false, random);
    made_genome const made{">l\n" + genome + "\n"};
    std::string const read = transcript_of(genome, gene);
    splice_options how;
    how.most_intron = 4000;
    EXPECT_THAT(introns_of(made.align(read, how).alignments.at(0)), ContainerEq(introns_of(gene)));
    how.most_intron = 3900;
    spliced_read const two = made.align(read, how);
    ASSERT_EQ(two.alignments.size(), 2u); // one for each exon
    EXPECT_FALSE(two.alignments[0].supplementary || two.alignments[1].secondary);
    EXPECT_TRUE(two.alignments[1].supplementary);
    for (spliced_alignment const & a : two.alignments)
        EXPECT_TRUE(a.junctions.empty());

    // annotated: the same intron may be longer, no other one
    std::string const bed = "l\t1000\t" + std::to_string(gene.exons[1].second) +
                            "\tt\t0\t+\t1000\t1000\t0\t2\t150,150,\t0," + std::to_string(gene.exons[1].first - 1000) +
                            ",\n";
    std::vector<genome_record> const records{{"l", genome.size()}};
    memory_file const file{bed};
    gene_annotation const genes{file.path(), records, {}};
    spliced_read const known = made.align(read, how, &genes);
    ASSERT_EQ(known.alignments.size(), 1u);
    ASSERT_THAT(introns_of(known.alignments[0]), ContainerEq(introns_of(gene)));
    EXPECT_TRUE(known.alignments[0].junctions[0].annotated);
    EXPECT_EQ(known.alignments[0].score, 2 * 300 - how.prices.known_intron);
    // an exon that ends elsewhere is not joined to the annotated start over 4,000 letters
    made_gene const other{{{900, 990}, gene.exons[1]}, false};
    for (spliced_alignment const & a : made.align(transcript_of(genome, other), how, &genes).alignments)
        for (junction const & j : a.junctions)
            EXPECT_TRUE(j.end - j.begin <= how.most_intron ||
                        (j.begin == gene.exons[0].second && j.end == gene.exons[1].first));
}

TEST(splice, limits_of_single_genes)
{
    std::mt19937 random{6};
    std::string genome = lambda().substr(0, 12'000);
    gene_shape const shape{.exons = 2, .least_exon = 150, .most_exon = 150, .least_intron = 3000, .most_intron = 3000};
    made_gene const gene = plant_gene(genome, 1000, shape, false, random);
    made_genome const made{">l\n" + genome + "\n"};
    std::string const gtf = "l\tx\texon\t501\t9000\t.\t+\t.\tgene_id \"g\"; transcript_id \"t\";\n";
    memory_file const file{gtf}, wide{"g\t20..3000\n"}, narrow{"g\t20..2900\n"};
    std::vector<genome_record> const records{{"l", genome.size()}};
    splice_options how;
    how.most_intron = 500;
    gene_annotation const is_wide{file.path(), records, {.rename = {}, .limits = wide.path(), .warn = {}}};
    gene_annotation const is_narrow{file.path(), records, {.rename = {}, .limits = narrow.path(), .warn = {}}};
    EXPECT_THAT(introns_of(made.align(transcript_of(genome, gene), how, &is_wide).alignments.at(0)),
                ContainerEq(introns_of(gene)));
    how.most_intron = 5000; // the gene's own limit is the smaller one
    for (spliced_alignment const & a : made.align(transcript_of(genome, gene), how, &is_narrow).alignments)
        EXPECT_TRUE(a.junctions.empty());
}

TEST(splice, copies_are_secondary)
{
    std::mt19937 random{7};
    std::string genome = lambda().substr(0, 12'000);
    made_gene const gene = plant_gene(genome, 1000, {}, false, random);
    std::string const copy = genome.substr(900, gene.exons.back().second - 800);
    std::string const read = transcript_of(genome, gene);
    made_genome const twice{">l\n" + genome + "\n>m\n" + lambda().substr(20'000, 3000) + copy +
                            lambda().substr(30'000, 300) + "\n"};
    spliced_read const found = twice.align(read);
    ASSERT_EQ(found.alignments.size(), 2u);
    EXPECT_EQ(found.alignments[0].target, 0u);
    EXPECT_EQ(found.alignments[0].mapq, 0);
    EXPECT_TRUE(found.alignments[1].secondary);
    EXPECT_EQ(found.alignments[1].target, 1u);
    EXPECT_EQ(found.alignments[0].score, found.alignments[1].score);
    // the same with all letters in the table, and tandem copies of one record
    splice_options whole;
    whole.whole = true;
    EXPECT_EQ(twice.align(read, whole).alignments.size(), 2u);
    made_genome const tandem{">l\n" + lambda().substr(20'000, 500) + copy + lambda().substr(30'000, 300) + copy + "\n"};
    spliced_read const both = tandem.align(read);
    ASSERT_EQ(both.alignments.size(), 2u);
    EXPECT_EQ(both.alignments[0].score, both.alignments[1].score);
    EXPECT_TRUE(both.alignments[1].secondary);
}

TEST(splice, parts_elsewhere_are_supplementary)
{
    std::string const & l = lambda();
    made_genome const made{">a\n" + l.substr(0, 8000) + "\n>b\n" + l.substr(20'000, 8000) + "\n"};
    std::string const read = l.substr(3000, 300) + reverse_complement(l.substr(22'000, 200));
    spliced_read const found = made.align(read);
    ASSERT_EQ(found.alignments.size(), 2u);
    EXPECT_EQ(
        std::tuple(found.alignments[0].target, found.alignments[0].read_reverse, found.alignments[0].supplementary),
        std::tuple(0u, false, false));
    EXPECT_EQ(
        std::tuple(found.alignments[1].target, found.alignments[1].read_reverse, found.alignments[1].supplementary),
        std::tuple(1u, true, true));
    EXPECT_EQ(found.alignments[0].transcript_strand, '.');
}

TEST(splice, reads_without_an_alignment_say_why)
{
    made_genome const made{">a\n" + lambda().substr(0, 4000) + "\n"};
    for (std::string const & read :
         {std::string{}, std::string(100, 'N'), std::string(200, 'A'), lambda().substr(9000, 8), std::string{"ACGT"}})
        EXPECT_EQ(made.align(read).reason, "no seeds");
    EXPECT_EQ(made.align(lambda().substr(1000, 25)).reason, "below the least score");
    EXPECT_TRUE(made.align(lambda().substr(1000, 25)).alignments.empty());
}

TEST(splice, tails_end_the_chain)
{
    std::string const genome = lambda().substr(0, 3000) + std::string(40, 'A') + lambda().substr(3000, 3000);
    made_genome const made{">a\n" + genome + "\n"};
    std::string const body = genome.substr(500, 300), read = body + std::string(40, 'A');
    spliced_read const found = made.align(read);
    ASSERT_EQ(found.alignments.size(), 1u);
    EXPECT_TRUE(found.alignments[0].junctions.empty()); // the As of the genome are no exon
    splice_options how;
    how.tails = false;
    EXPECT_EQ(made.align(read, how).alignments.at(0).junctions.size(), 1u);
}

TEST(splice, regions_that_are_given)
{
    std::mt19937 random{8};
    std::string genome = lambda().substr(0, 12'000);
    made_gene const gene = plant_gene(genome, 1000, {}, false, random);
    made_genome const made{">l\n" + genome + "\n", false}; // no seeds are asked for
    std::string const read = transcript_of(genome, gene);
    splicer const with{made(), nullptr, {}};
    sequence const record{.name = "r", .letters = read, .number = 1};
    splice_region const region{0, 500, 4000, strand::forward};
    EXPECT_THAT(introns_of(with.align(record, std::vector{region}).alignments.at(0)), ContainerEq(introns_of(gene)));
    EXPECT_EQ(with.align(record, std::vector{splice_region{0, 7000, 9000, strand::forward}}).reason,
              "below the least score");
    EXPECT_EQ(with.align(record, std::vector<splice_region>{}).reason, "no region");
    EXPECT_THROW((void)with.align(record), usage_error);
}

TEST(splice, an_index_gives_the_same)
{
    std::mt19937 random{9};
    std::string genome = lambda().substr(0, 12'000);
    made_gene const gene = plant_gene(genome, 1000, {}, true, random);
    std::string const read = with_errors(transcript_of(genome, gene), 0.05, random);
    memory_file const fasta{">l\n" + genome + "\n"};
    std::string const base = std::string{TempDir()} + "splice_test_" + std::to_string(getpid());
    spliced_read const expected = made_genome{">l\n" + genome + "\n"}.align(read);
    for (bool const both : {false, true})
        for (unsigned const bytes : {4u, 8u}) {
            build_index(fasta.path(), base,
                        {.reading = {}, .both_strands = both, .device = device::cpu, .index_bytes = bytes});
            text_index const index{base};
            splice_genome const indexed{index.collection(), &index, true, 1};
            spliced_read const got = splicer{indexed, nullptr, {}}.align({.name = "r", .letters = read, .number = 1});
            EXPECT_THAT(got.alignments, ContainerEq(expected.alignments)) << both << bytes;
            std::remove(base.c_str());
        }
}

TEST(splice, options_out_of_range)
{
    made_genome const made{">a\n" + lambda().substr(0, 1000) + "\n"};
    auto const with = [&](auto change) {
        splice_options how;
        change(how);
        return splicer{made(), nullptr, how};
    };
    EXPECT_THROW((void)with([](splice_options & o) { o.least_intron = 6000; }), usage_error);
    EXPECT_THROW((void)with([](splice_options & o) { o.least_intron = 3; }), usage_error);
    EXPECT_THROW((void)with([](splice_options & o) { o.most_loci = 0; }), usage_error);
    EXPECT_THROW((void)with([](splice_options & o) { o.secondary_part = 1.5; }), usage_error);
    EXPECT_THROW((void)with([](splice_options & o) { o.prices.match = 0; }), usage_error);
    EXPECT_THROW((void)with([](splice_options & o) { o.least_score = 0; }), usage_error);
    memory_file const protein{">p\nMKVLAAGHEWRRPLMKVLAAGHEWRRPL\n"};
    sequence_set const set{protein.path(), {}};
    EXPECT_THROW((splice_genome{set.collection(), nullptr}), usage_error);
    EXPECT_THROW((splice_genome{made().text(), nullptr, true, 1, 100}), resource_error);
}

} // namespace
