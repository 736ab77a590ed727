// SPDX-License-Identifier: BSD-3-Clause
#include "memory_file.hpp"
#include "temporary_folder.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/jump_spec.hpp>
#include <vglcs/io/result_reader.hpp>
#include <vglcs/io/spliced_writer.hpp>
#include <vglcs/verify_result.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

using namespace vglcs;
using namespace vglcs::test;
using namespace testing;

namespace {

constexpr std::string_view exon1 = "ACGTTGCATG", intron1 = "GTAAGTCCCTTTCAG", exon2 = "GGATCCTA",
                           intron2 = "GTATGTCCCAAAAAAAAAAAAG", exon3 = "TTGACCAGTC";

/// A gene on the + strand of t1 from 20 on: exons 20-30, 45-53, 75-85; t2 has its reverse complement.
std::string gene()
{
    std::string out;
    for (std::string_view const part : {exon1, intron1, exon2, intron2, exon3})
        out += part;
    return out;
}
std::string const flank(20, 'C');
std::string const t1 = flank + gene() + flank, t2 = reverse_complement(t1);
std::string const transcript = std::string{exon1} + std::string{exon2} + std::string{exon3};

spliced_run small_run(gene_annotation const * genes = nullptr)
{
    return {.targets = {{"t1", t1.size()}, {"t2", t2.size()}},
            .genes = genes,
            .command_line = "vglcs splice r.fq g.fa",
            .version = "0.1.0",
            .read_group = {}};
}

/// The read with 2 letters more in front and 3 behind, a letter that differs in the second exon.
sequence make_read(bool reverse = false, std::string name = "r1", std::uint64_t number = 5)
{
    std::string letters = "TT" + transcript + "aaa";
    letters[2 + 10 + 3] = 'A'; // T in the genome
    std::string quality;
    for (std::size_t k = 0; k < letters.size(); ++k)
        quality += static_cast<char>('!' + k);
    if (reverse) {
        letters = reverse_complement(letters);
        quality = {quality.rbegin(), quality.rend()};
    }
    return {.name = std::move(name), .letters = letters, .quality = quality, .number = number};
}

/// Its alignment to t1 (forward) or t2 (reverse).
spliced_alignment make_alignment(bool on_t2 = false, bool read_reverse = false)
{
    spliced_alignment out{.target = on_t2 ? 1u : 0u,
                          .read_reverse = read_reverse,
                          .transcript_strand = on_t2 ? '-' : '+',
                          .score = 5,
                          .length = 27,
                          .edits = 1,
                          .mapq = 60,
                          .secondary = false,
                          .supplementary = false,
                          .chain = {},
                          .exons = {{20, 30, 2, 12, 10}, {45, 53, 12, 20, 7}, {75, 85, 20, 30, 10}},
                          .junctions = {{.begin = 30,
                                         .end = 45,
                                         .sites = site_kind::gt_ag,
                                         .annotated = true,
                                         .shift_left = 1,
                                         .shift_right = 0,
                                         .overhang = 7},
                                        {.begin = 53,
                                         .end = 75,
                                         .sites = site_kind::gt_ag,
                                         .annotated = false,
                                         .shift_left = 0,
                                         .shift_right = 2,
                                         .overhang = 7}}};
    for (spliced_exon const & e : out.exons)
        for (std::uint64_t k = 0; k < e.target_end - e.target_begin; ++k)
            if (e.read_begin + k != 15)
                out.chain.emplace_back(e.read_begin + k, e.target_begin + k);
    if (on_t2) { // all places from the other end
        std::uint64_t const n = t2.size(), letters = make_read().size();
        for (auto & [i, j] : out.chain) {
            i = letters - 1 - i;
            j = n - 1 - j;
        }
        std::ranges::reverse(out.chain);
        for (spliced_exon & e : out.exons)
            e = {n - e.target_end, n - e.target_begin, static_cast<std::uint32_t>(letters - e.read_end),
                 static_cast<std::uint32_t>(letters - e.read_begin), e.matches};
        std::ranges::reverse(out.exons);
        for (junction & j : out.junctions) {
            j.begin = n - std::exchange(j.end, n - j.begin);
            std::swap(j.shift_left, j.shift_right);
        }
        std::ranges::reverse(out.junctions);
    }
    return out;
}

spliced_read make_found(std::vector<spliced_alignment> alignments, std::string reason = {})
{
    return {
        .name = "r1", .letters = make_read().size(), .alignments = std::move(alignments), .reason = std::move(reason)};
}

std::string rows(spliced_format f, spliced_read const & found, sequence const & read, spliced_run run = small_run())
{
    std::string out;
    spliced_rows{f, std::move(run)}.append(out, found, read);
    return out;
}

std::string const forward_tags = "NM:i:1\tAS:i:5\tvl:i:27\tvj:i:2\ttp:A:P\tts:A:+\tXS:A:+\tri:Z:5,1\n";

} // namespace

TEST(spliced_formats, names_and_endings)
{
    using enum spliced_format;
    for (spliced_format const f : {sam, paf, bed, gff3, exons, junctions})
        EXPECT_EQ(parse_spliced_format(name(f)), f);
    EXPECT_EQ(parse_spliced_format("SAM"), std::nullopt);
    EXPECT_EQ(spliced_format_of_ending("x.sam"), sam);
    EXPECT_EQ(spliced_format_of_ending("x.PAF.gz"), paf);
    EXPECT_EQ(spliced_format_of_ending("x.bed"), bed);
    EXPECT_EQ(spliced_format_of_ending("x.gff.GZ"), gff3);
    EXPECT_EQ(spliced_format_of_ending("x.gff3"), gff3);
    EXPECT_EQ(spliced_format_of_ending("x.tsv"), exons);
    EXPECT_EQ(spliced_format_of_ending("SJ.out.tab"), junctions);
    EXPECT_EQ(spliced_format_of_ending(".sam"), std::nullopt);
    EXPECT_EQ(spliced_format_of_ending("x.json"), std::nullopt);
    EXPECT_THROW((void)spliced_rows(junctions, small_run()), usage_error);
}

TEST(spliced_sam, forward_and_reverse)
{
    sequence const read = make_read();
    EXPECT_EQ(rows(spliced_format::sam, make_found({make_alignment()}), read),
              "r1\t0\tt1\t21\t60\t2S10=15N3=1X4=22N10=3S\t*\t0\t0\t" + read.letters + '\t' + read.quality + '\t' +
                  forward_tags);
    // the read as it is lies on t2's - strand: its reverse complement is written
    EXPECT_EQ(rows(spliced_format::sam, make_found({make_alignment(true, true)}), read),
              "r1\t16\tt2\t21\t60\t3S10=22N4=1X3=15N10=2S\t*\t0\t0\t" + reverse_complement(read.letters) + '\t' +
                  std::string(read.quality.rbegin(), read.quality.rend()) +
                  "\tNM:i:1\tAS:i:5\tvl:i:27\tvj:i:2\ttp:A:P\tts:A:+\tXS:A:-\tri:Z:5,2\n");
    // a read of the other strand: it lies forward on t2, against the transcript
    EXPECT_THAT(rows(spliced_format::sam, make_found({make_alignment(true, false)}), make_read(true)),
                AllOf(StartsWith("r1\t0\tt2\t21\t60\t3S10="), HasSubstr("\tts:A:-\tXS:A:-\t")));
    spliced_alignment unknown = make_alignment();
    unknown.transcript_strand = '.';
    EXPECT_THAT(rows(spliced_format::sam, make_found({unknown}), read),
                AllOf(Not(HasSubstr("ts:A")), Not(HasSubstr("XS:A"))));
}

TEST(spliced_sam, letters_skipped_beside_an_intron)
{
    spliced_alignment a = make_alignment();
    std::erase_if(a.chain, [](auto const & pair) { return pair.first == 11 || pair.first == 12; });
    std::string const row = rows(spliced_format::sam, make_found({a}), make_read());
    EXPECT_THAT(row, HasSubstr("\t2S9=1X15N1X2=1X4=22N10=3S\t"));
}

TEST(spliced_sam, several_alignments)
{
    spliced_alignment second = make_alignment(true, true), third = make_alignment();
    second.supplementary = true;
    second.mapq = 3;
    third.secondary = true;
    third.mapq = 0;
    sequence const read = make_read();
    std::string const text = rows(spliced_format::sam, make_found({make_alignment(), second, third}), read);
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
        lines.push_back(text.substr(at, text.find('\n', at) - at));
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_THAT(lines[0], AllOf(StartsWith("r1\t0\tt1\t"), HasSubstr("\tSA:Z:t2,21,-,3S10=22N4=1X3=15N10=2S,3,1;\t")));
    EXPECT_THAT(lines[1],
                AllOf(StartsWith("r1\t2064\tt2\t21\t3\t"), HasSubstr("\tSA:Z:t1,21,+,2S10=15N3=1X4=22N10=3S,60,1;\t")));
    EXPECT_THAT(lines[2], AllOf(StartsWith("r1\t256\tt1\t21\t0\t"), HasSubstr("\t*\t*\tNM:i:1"), HasSubstr("tp:A:S"),
                                Not(HasSubstr("SA:Z"))));
}

TEST(spliced_sam, unmapped_header_and_read_group)
{
    spliced_run run = small_run();
    run.read_group = "@RG\tID:run1\tSM:leaf";
    spliced_rows const made{spliced_format::sam, run};
    EXPECT_EQ(made.header(), "@HD\tVN:1.6\tSO:unsorted\n@SQ\tSN:t1\tLN:105\n@SQ\tSN:t2\tLN:105\n@RG\tID:run1\tSM:leaf\n"
                             "@PG\tID:vglcs\tPN:vglcs\tVN:0.1.0\tCL:vglcs splice r.fq g.fa\n");
    sequence const read = make_read();
    EXPECT_EQ(rows(spliced_format::sam, make_found({}, "no seeds"), read, run),
              "r1\t4\t*\t0\t0\t*\t*\t0\t0\t" + read.letters + '\t' + read.quality + "\trs:Z:no seeds\tRG:Z:run1\n");
    sequence const empty{.name = "empty"};
    EXPECT_EQ(rows(spliced_format::sam, make_found({}), empty), "empty\t4\t*\t0\t0\t*\t*\t0\t0\t*\t*\n");
    EXPECT_THAT(rows(spliced_format::sam, make_found({make_alignment()}), read, run), EndsWith("\tRG:Z:run1\n"));
}

TEST(spliced_sam, names_that_it_cannot_hold)
{
    spliced_run run = small_run();
    run.targets[1].name = "t1";
    EXPECT_THROW((void)spliced_rows(spliced_format::sam, run), input_error);
    run.targets[1].name = "a,b";
    EXPECT_THROW((void)spliced_rows(spliced_format::sam, run), input_error);
    EXPECT_EQ((spliced_rows{spliced_format::paf, run}.header()), "");
}

TEST(spliced_names, tabs_are_refused_before_the_first_byte)
{
    using enum spliced_format;
    for (spliced_format const f : {sam, paf, bed, gff3, exons})
        for (std::string const wrong : {"a\tb", "", "a\nb"}) {
            std::string out = "before";
            spliced_rows const made{f, small_run()};
            sequence const read = make_read(false, wrong);
            EXPECT_THROW(made.append(out, make_found({make_alignment()}), read), input_error) << name(f);
            EXPECT_THROW(check_read_name(f, read), input_error);
            EXPECT_EQ(out, "before");
        }
}

TEST(spliced_paf, rows)
{
    sequence const read = make_read();
    EXPECT_EQ(
        rows(spliced_format::paf, make_found({make_alignment()}), read),
        "r1\t33\t2\t30\t+\tt1\t105\t20\t85\t27\t28\t60\tAS:i:5\tvl:i:27\tvj:i:2\tNM:i:1\ttp:A:P\tts:A:+\tri:Z:5,1\t"
        "cg:Z:10=15N3=1X4=22N10=\n");
    EXPECT_EQ(
        rows(spliced_format::paf, make_found({make_alignment(true, true)}), read),
        "r1\t33\t2\t30\t-\tt2\t105\t20\t85\t27\t28\t60\tAS:i:5\tvl:i:27\tvj:i:2\tNM:i:1\ttp:A:P\tts:A:+\tri:Z:5,2\t"
        "cg:Z:10=22N4=1X3=15N10=\n");
    EXPECT_EQ(rows(spliced_format::paf, make_found({}, "no seeds"), read), "");
}

TEST(spliced_bed, rows)
{
    EXPECT_EQ(rows(spliced_format::bed, make_found({make_alignment()}), make_read()),
              "t1\t20\t85\tr1\t60\t+\t20\t20\t0\t3\t10,8,10,\t0,25,55,\n");
    spliced_alignment unknown = make_alignment(true, true);
    unknown.transcript_strand = '.';
    EXPECT_EQ(rows(spliced_format::bed, make_found({unknown}), make_read()),
              "t2\t20\t85\tr1\t60\t-\t20\t20\t0\t3\t10,8,10,\t0,32,55,\n");
    EXPECT_EQ(rows(spliced_format::bed, make_found({}), make_read()), "");
}

TEST(spliced_gff3, rows)
{
    EXPECT_EQ((spliced_rows{spliced_format::gff3, small_run()}.header()), "##gff-version 3\n");
    EXPECT_EQ(rows(spliced_format::gff3, make_found({make_alignment(true, true)}), make_read(false, "r=1;%")),
              "t2\tvglcs\tmRNA\t21\t85\t5\t-\t.\tID=a5.1;Name=r%3D1%3B%25;mapq=60;matches=27;kind=primary;"
              "Target=r%3D1%3B%25 3 30 +\n"
              "t2\tvglcs\texon\t21\t30\t.\t-\t.\tParent=a5.1;Target=r%3D1%3B%25 21 30 +\n"
              "t2\tvglcs\texon\t53\t60\t.\t-\t.\tParent=a5.1;Target=r%3D1%3B%25 13 20 +\n"
              "t2\tvglcs\texon\t76\t85\t.\t-\t.\tParent=a5.1;Target=r%3D1%3B%25 3 12 +\n");
    EXPECT_EQ(rows(spliced_format::gff3, make_found({}), make_read()), "");
}

TEST(spliced_exons, rows_with_and_without_genes)
{
    temporary_folder const folder;
    std::vector<genome_record> const genome = small_run().targets;
    std::string const text = "t1\tx\texon\t21\t30\t.\t+\t.\tgene_id \"g,1\"; transcript_id \"m\"; exon_id \"e1\"\n"
                             "t1\tx\texon\t46\t53\t.\t+\t.\tgene_id \"g,1\"; transcript_id \"m\"; exon_id \"e2\"\n"
                             "t1\tx\texon\t56\t60\t.\t+\t.\tgene_id \"g,1\"; transcript_id \"m\"; exon_id \"e3\"\n";
    gene_annotation const genes{folder.write("g.gtf", text), genome, {}};
    std::string const places = "\t20-30,45-53,75-85\t30-45,53-75\tGT-AG,GT-AG\t1,0\t-1+0,-0+2\t.\n";
    EXPECT_EQ(rows(spliced_format::exons, make_found({make_alignment()}), make_read(), small_run(&genes)),
              "r1\t5\tprimary\t+\tt1\t+\t60\t5\tg_1\tm\te1,e2,.\te3" + places);
    EXPECT_EQ(rows(spliced_format::exons, make_found({make_alignment()}), make_read()),
              "r1\t5\tprimary\t+\tt1\t+\t60\t5\t.\t.\t.,.,.\t." + places);
    spliced_alignment one = make_alignment();
    one.junctions.clear();
    one.exons.resize(1);
    one.secondary = true;
    EXPECT_EQ(rows(spliced_format::exons, make_found({one}), make_read(), small_run(&genes)),
              "r1\t5\tsecondary\t+\tt1\t+\t60\t5\tg_1\tm\te1\t.\t20-30\t.\t.\t.\t.\t.\n");
    std::string const none = rows(spliced_format::exons, make_found({}, "no seeds"), make_read());
    EXPECT_THAT(none, AllOf(StartsWith("r1\t5\tnone\t"), EndsWith("\tno seeds\n")));
    std::string const header = spliced_rows{spliced_format::exons, small_run()}.header();
    for (std::string const & row : {none, rows(spliced_format::exons, make_found({one}), make_read())})
        EXPECT_EQ(std::ranges::count(row, '\t'), std::ranges::count(header, '\t'));
}

namespace {

std::string written(junction_table & table)
{
    memory_file const file;
    output_file out{file.path()};
    table.write(small_run().targets, out);
    out.commit();
    return file.read();
}

} // namespace

TEST(junction_rows, star_columns)
{
    junction_table table;
    EXPECT_EQ(written(table), "");
    spliced_alignment weak = make_alignment();
    weak.mapq = 9;
    weak.junctions[0].overhang = 8;
    spliced_alignment other = make_alignment(true, true);
    other.secondary = true;
    other.junctions[0].sites = site_kind::at_ac;
    other.junctions[1].sites = site_kind::other;
    spliced_alignment unknown = make_alignment();
    unknown.transcript_strand = '.';
    unknown.junctions.resize(1);
    table.add(make_found({make_alignment(), other}));
    table.add(make_found({weak}));
    table.add(make_found({unknown}));
    table.add(make_found({}, "no seeds"));
    std::string const expected = "t1\t31\t45\t1\t1\t1\t1\t1\t8\n" // sorted by strand: + before .
                                 "t1\t31\t45\t0\t0\t1\t1\t0\t7\n"
                                 "t1\t54\t75\t1\t1\t0\t1\t1\t7\n"
                                 "t2\t31\t52\t2\t6\t0\t0\t1\t7\n"
                                 "t2\t61\t75\t2\t0\t1\t0\t1\t7\n";
    EXPECT_EQ(written(table), expected);
    EXPECT_EQ(written(table), expected); // it can be written again
}

/// Parts in any order make the same table, over the size at which rows are drawn together.
TEST(junction_rows, parts_and_order_do_not_matter)
{
    std::mt19937 random{7};
    std::vector<spliced_read> reads;
    for (int k = 0; k < 80'000; ++k) {
        spliced_alignment a;
        a.transcript_strand = "+-."[random() % 3];
        a.mapq = static_cast<std::uint8_t>(random() % 20);
        std::uint64_t const begin = random() % 300;
        a.junctions.push_back(
            {.begin = begin, .end = begin + 20 + random() % 3, .overhang = static_cast<std::uint32_t>(random() % 50)});
        reads.push_back({.name = {}, .letters = 0, .alignments = {a}, .reason = {}});
    }
    junction_table whole, part, other;
    for (spliced_read const & r : reads)
        whole.add(r);
    std::ranges::shuffle(reads, random);
    for (std::size_t k = 0; k < reads.size(); ++k)
        (k % 3 ? part : other).add(reads[k]);
    part.add(other);
    std::string const text = written(whole);
    EXPECT_EQ(written(part), text);
    EXPECT_LE(std::ranges::count(text, '\n'), 2700);
    std::uint64_t sum = 0;
    std::istringstream lines{text};
    std::string name;
    for (std::uint64_t first, last, strand, sites, known, unique, multiple, overhang;
         lines >> name >> first >> last >> strand >> sites >> known >> unique >> multiple >> overhang;)
        sum += unique + multiple;
    EXPECT_EQ(sum, reads.size());
    whole.add(whole);
    EXPECT_NE(written(whole), text);
}

namespace {

/// What verify finds in rows of make_read() on t1 and t2, the first fault; "" where all rows are right. "unread: ..."
/// where the reader refuses them.
std::string fault_of(std::string const & text)
{
    std::vector<std::string> const landing{"after:AG=10..30@10,*=10..30@18"}, leaving{"at:GT=0,at:GC=4,*=8"};
    jump_spec const introns{landing, leaving, alphabet::dna};
    sequence const read = make_read();
    memory_file const file{text};
    try {
        result_reader reader{file.path()};
        for (stated_pair stated; reader.next(stated);) {
            if (!stated.spliced || !stated.transcript)
                return "the row is not known to be of a spliced read";
            bool const first = stated.target == "t1";
            sequence const target{.name = stated.target, .letters = first ? t1 : t2, .number = first ? 1u : 2u};
            jumps const given = introns.for_record(target, strand::forward, *stated.transcript);
            if (auto const fault = find_result_fault(stated, {.query = read,
                                                              .target = target,
                                                              .query_limits = {read.size(), {.hi = 2}},
                                                              .target_limits = {target.size(), {.hi = 2}},
                                                              .scoring = {.skip_a = 1, .skip_b = 1},
                                                              .target_jumps = &given,
                                                              .scored = true}))
                return *fault;
        }
    } catch (input_error const & e) {
        return std::string{"unread: "} + e.what();
    }
    return "";
}

std::string changed(std::string text, std::string const & from, std::string const & to)
{
    auto const at = text.rfind(from);
    EXPECT_NE(at, text.npos) << from << " in " << text;
    return at == text.npos ? text : text.replace(at, from.size(), to);
}

} // namespace

TEST(spliced_rows_read_back, verify_finds_what_was_changed)
{
    spliced_alignment second = make_alignment(true, true), third = make_alignment();
    second.supplementary = true;
    second.mapq = 3;
    third.secondary = true;
    third.mapq = 0;
    spliced_read const found = make_found({make_alignment(), second, third});
    for (spliced_format const f : {spliced_format::sam, spliced_format::paf}) {
        bool const is_sam = f == spliced_format::sam;
        spliced_rows const made{f, small_run()};
        std::string text = made.header();
        made.append(text, found, make_read());
        if (is_sam)
            made.append(text, make_found({}, "no seeds"), make_read(false, "r2", 6));
        EXPECT_EQ(fault_of(text), "");
        EXPECT_THAT(fault_of(changed(text, "AS:i:5", "AS:i:6")), HasSubstr("score"));
        EXPECT_THAT(fault_of(changed(text, "vj:i:2", "vj:i:1")), HasSubstr("jump"));
        EXPECT_NE(fault_of(changed(text, "15N", "14N")), "");
        EXPECT_THAT(fault_of(changed(text, "tp:A:S", "tp:A:X")), HasSubstr("neither P (primary) nor S"));
        EXPECT_THAT(fault_of(changed(text, "ts:A:+", "ts:A:*")), HasSubstr("neither + nor -"));
        EXPECT_THAT(fault_of(changed(text, "ts:A:+", "ts:A:")), HasSubstr("0 letters instead of one"));
        EXPECT_THAT(fault_of(changed(text, is_sam ? "\t2064\tt2\t21\t3\t" : "28\t3\tAS",
                                     is_sam ? "\t2064\tt2\t21\t256\t" : "28\t256\tAS")),
                    HasSubstr("mapping quality"));
        if (is_sam) {
            EXPECT_THAT(fault_of(changed(text, "\t256\tt1", "\t0\tt1")), HasSubstr("tp:A:S"));
            EXPECT_THAT(fault_of(changed(text, "\t256\tt1", "\t1024\tt1")), HasSubstr("FLAG 1024"));
            EXPECT_THAT(fault_of(changed(text, "XS:A:+", "XS:A:-")), HasSubstr("different strands"));
            EXPECT_THAT(fault_of(changed(text, "r2\t4\t*", "r2\t4\tt1")), HasSubstr("FLAG 4"));
            EXPECT_THAT(fault_of(changed(text, "NM:i:1", "NM:i:2")), HasSubstr("NM"));
        }
        // sites of the other strand cost more
        std::string const other = changed(is_sam ? changed(text, "XS:A:+", "XS:A:-") : text, "ts:A:+", "ts:A:-");
        EXPECT_THAT(fault_of(other), HasSubstr("score"));
    }
}

namespace {

bool runs(std::string const & command)
{
    return std::system((command + " > /dev/null 2>&1").c_str()) == 0;
}

std::string without_case(std::string letters)
{
    std::ranges::transform(letters, letters.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return letters;
}

/// Files of three reads in every format, for programs that read them.
struct spliced_files : Test
{
    temporary_folder folder;

    void SetUp() override
    {
        folder.write("g.fa", ">t1\n" + t1 + "\n>t2\n" + t2 + "\n");
        sequence read = make_read(), other = make_read(false, "r2", 6);
        read.letters = other.letters = without_case(read.letters); // BAM has none
        spliced_alignment second = make_alignment(true, true);
        second.supplementary = true;
        using enum spliced_format;
        for (auto const & [f, file] : {std::pair{sam, "x.sam"}, {bed, "x.bed"}, {gff3, "x.gff3"}}) {
            spliced_rows const made{f, small_run()};
            std::string text = made.header();
            made.append(text, make_found({make_alignment(), second}), read);
            made.append(text, make_found({}, "no seeds"), {.name = "r3", .letters = "ACGT", .number = 7});
            made.append(text, make_found({make_alignment(true, true)}), other);
            folder.write(file, text);
        }
    }
    /// What a command of the shell in the folder says on standard output.
    std::string shell(std::string const & command) const
    {
        std::string const line = "cd '" + folder.path("") + "' && { " + command + "; } > out.txt 2> err.txt";
        EXPECT_EQ(std::system(line.c_str()), 0) << command << ":\n" << folder.read("err.txt");
        return folder.read("out.txt");
    }
};

} // namespace

TEST_F(spliced_files, samtools_reads_sam)
{
    if (!runs("samtools --version"))
        GTEST_SKIP() << "samtools is not there: install it to check that it reads the files";
    shell("samtools quickcheck x.sam && samtools view -b x.sam -o x.bam && samtools sort x.bam -o s.bam && samtools "
          "index s.bam");
    EXPECT_EQ(shell("samtools view -c s.bam"), "4\n");
    EXPECT_EQ(shell("samtools view -h x.bam | grep -v '^@PG.*samtools'"), folder.read("x.sam"));
    // NM as it counts it itself; it adds MD
    EXPECT_EQ(shell("samtools calmd x.sam g.fa 2>&1 | grep -c 'different NM' || true"), "0\n");
    EXPECT_EQ(shell("samtools calmd x.sam g.fa | grep -c MD:Z:"), "3\n");
}

TEST_F(spliced_files, bedtools_reads_bed)
{
    if (!runs("bedtools --version"))
        GTEST_SKIP() << "bedtools is not there: install it to check that it reads the files";
    std::string const upper = transcript;
    EXPECT_EQ(shell("bedtools getfasta -fi g.fa -bed x.bed -split -s -fo - | grep -v '>' | sort -u"), upper + '\n');
    EXPECT_EQ(shell("bedtools bed12tobed6 -i x.bed | wc -l"), "9\n");
}

TEST_F(spliced_files, gffread_reads_gff3)
{
    if (!runs("gffread --version"))
        GTEST_SKIP() << "gffread is not there: install it to check that it reads the files";
    EXPECT_EQ(shell("gffread x.gff3 -g g.fa -w - | grep -v '>' | sort -u"), transcript + '\n');
    EXPECT_EQ(shell("gffread x.gff3 -T | grep -c exon"), "9\n");
}

TEST_F(spliced_files, stringtie_reads_bam)
{
    if (!runs("stringtie --version") || !runs("samtools --version"))
        GTEST_SKIP() << "stringtie or samtools is not there: install them to check that they read the files";
    // ten reads of the transcript and both flanks, which it takes for one transcript
    spliced_alignment a{.transcript_strand = '+', .length = 68, .mapq = 60};
    a.exons = {{0, 30, 0, 30, 30}, {45, 53, 30, 38, 8}, {75, 105, 38, 68, 30}};
    a.junctions = make_alignment().junctions;
    for (spliced_exon const & e : a.exons)
        for (std::uint64_t k = 0; k < e.matches; ++k)
            a.chain.emplace_back(e.read_begin + k, e.target_begin + k);
    std::string text = spliced_rows{spliced_format::sam, small_run()}.header();
    for (std::uint64_t k = 1; k <= 10; ++k) {
        sequence const read{.name = std::to_string(k), .letters = flank + transcript + flank, .number = k};
        text += rows(spliced_format::sam, make_found({a}), read);
    }
    folder.write("ten.sam", text);
    shell("samtools sort ten.sam -o ten.bam");
    EXPECT_THAT(shell("stringtie -L -a 5 -m 30 ten.bam"),
                AllOf(HasSubstr("\texon\t1\t30\t1000\t+"), HasSubstr("\texon\t46\t53\t1000\t+"),
                      HasSubstr("\texon\t76\t105\t1000\t+")));
}
