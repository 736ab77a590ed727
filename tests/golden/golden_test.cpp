// SPDX-License-Identifier: BSD-3-Clause
/// Answers on the real data of the project, byte for byte: a command line for each file of expected/. Where an answer
/// is meant to change, VGLCS_UPDATE_GOLDEN=1 in the environment rewrites those files; the change then shows in review.
/// A new answer is checked once by `vglcs verify --full` before it is kept.
#include "cli.hpp"

#include <cstdlib>

using namespace vglcs::test;

namespace {

using texts = std::vector<std::string>;

/// An input: a file of data/, as a whole or the records `first` to `last` of it (from 1), under a name of its own.
struct golden_input
{
    std::string name, data;
    int first = 1, last = 1'000'000;
};

struct golden_case
{
    std::string expected; ///< file in expected/
    std::vector<golden_input> inputs;
    texts arguments;
};

void PrintTo(golden_case const & c, std::ostream * out)
{
    *out << c.expected;
}

golden_input const human{"human.fa", "MT-human.fa"}, chimp{"chimp.fa", "MT-chimp.fa"}, orang{"orang.fa", "MT-orang.fa"};
golden_input const bac{"bac.fa", "A_thaliana_BAC_U89959.fa"}, exons{"exons.gff3", "A_thaliana_BAC_U89959_exons.gff3"};
golden_input const est{"est.fa", "A_thaliana_BAC_U89959_ESTs.fa", 152, 152};

/// Exon starts may jump over an intron, nothing else over more than 2 letters.
texts introns(texts arguments)
{
    arguments.insert(arguments.end(), {"est.fa", "bac.fa", "--gaps-a", "2", "--gaps-b", "exons.gff3:exon=2,exon^=5000",
                                       "--gap-default", "2", "--rename", "1877523=gi|1877523|gb|U89959.1|", "--quiet"});
    return arguments;
}

/// Nothing known of the gene: introns cost, less between GT and AG in either direction.
texts spliced(texts arguments)
{
    arguments.insert(arguments.end(),
                     {"est.fa", "bac.fa", "--gaps", "3", "--skip", "1", "--jump", "after:AG=20..5000@10,*=20..5000@18",
                      "--leave", "at:GT=0,at:GC=4,*=8", "--strand", "both", "--transcript", "both", "--quiet"});
    return arguments;
}

std::vector<golden_case> const cases{
    {"mitochondria_length.tsv",
     {human, chimp},
     {"align", "human.fa", "chimp.fa", "--gaps", "5", "--task", "length", "--format", "tsv"}},
    {"mitochondria.paf", {human, chimp}, {"align", "human.fa", "chimp.fa", "--gaps", "5"}},
    {"mitochondria_without_limits.tsv",
     {human, orang},
     {"align", "human.fa", "orang.fa", "--gaps", "inf", "--task", "length", "--format", "tsv"}},
    {"globins.tsv",
     {{"globins.fa", "globins45.fa", 1, 6}},
     {"batch", "globins.fa", "globins.fa", "--gaps", "4", "--format", "tsv"}},
    {"cytochromes_rigid.tsv", // the same spacing in both: a motif without insertions
     {{"cytochromes.fa", "cytochrome_c_14.fa", 1, 4}},
     {"batch", "cytochromes.fa", "cytochromes.fa", "--gaps", "1..1", "--format", "tsv"}},
    {"cytochromes_motif.pretty", // C..CH, the haem's site: only C, H and what lies between them takes part
     {{"human.fa", "cytochrome_c_14.fa", 1, 1}, {"other.fa", "cytochrome_c_14.fa", 14, 14}},
     {"align", "human.fa", "other.fa", "--gaps", "letter:C=0..2,H=0,*=x", "--format", "pretty"}},
    {"reads_by_quality.tsv",
     {{"reads.fq", "454_sanger_longreads_multiline.fastq"}, {"phage.fa", "phiX174.fa"}},
     {"batch", "reads.fq", "phage.fa", "--gaps-a", "qual", "--gaps-b", "3", "--strand", "both", "--format", "tsv",
      "--task", "length"}},
    {"read_by_quality.sam",
     {{"read.fq", "454_sanger_longreads_multiline.fastq", 3, 3}, {"phage.fa", "phiX174.fa"}},
     {"align", "read.fq", "phage.fa", "--gaps-a", "qual", "--gaps-b", "3", "--strand", "both", "--format", "sam"}},
    {"est_introns.pairs", {est, bac, exons}, introns({"align", "--format", "pairs"})},
    {"est_introns.pretty", {est, bac, exons}, introns({"align", "--format", "pretty"})},
    {"est_spliced.paf", {est, bac}, spliced({"align", "--format", "paf"})},
    {"est_spliced.pretty", {est, bac}, spliced({"align", "--format", "pretty"})},
    {"inversion.tsv",
     {{"q.fa", "q-inv.fa"}, {"t.fa", "t-inv.fa"}},
     {"batch", "q.fa", "t.fa", "--gaps", "1", "--strand", "both", "--format", "tsv"}},
    {"exons_of_the_bac.bedgraph",
     {bac, exons},
     {"gaps", "bac.fa", "exons.gff3:exon=2,exon^=5000", "--gap-default", "x", "--rename",
      "1877523=gi|1877523|gb|U89959.1|", "--quiet"}},
};

std::string bytes_of(std::filesystem::path const & file)
{
    std::ostringstream out;
    out << std::ifstream{file, std::ios::binary}.rdbuf();
    return out.str();
}

/// The records `first` to `last` of a FASTA text, or of a FASTQ text whose records begin with "@FSRRS".
std::string records(std::string const & text, int first, int last)
{
    std::string const mark = text.starts_with('>') ? ">" : "@FSRRS", line = "\n" + mark;
    std::size_t begin = 0;
    for (int k = 1; k < first && begin != std::string::npos; ++k)
        begin = text.find(line, begin + 1);
    std::size_t end = begin;
    for (int k = first; k <= last && end != std::string::npos; ++k)
        end = text.find(line, end + 1);
    begin += begin != 0;
    return text.substr(begin, end == std::string::npos ? end : end + 1 - begin);
}

struct golden : cli_test, testing::WithParamInterface<golden_case>
{
};

} // namespace

TEST_P(golden, bytes)
{
    golden_case const & c = GetParam();
    for (golden_input const & in : c.inputs) {
        std::string const text = bytes_of(std::filesystem::path{VGLCS_DATA} / in.data);
        ASSERT_NE(text, "") << in.data;
        write(in.name, in.data.ends_with(".gff3") ? text : records(text, in.first, in.last));
    }
    cli_run const r = vglcs(c.arguments);
    ASSERT_EQ(r.code, 0) << r.err;
    EXPECT_TRUE(r.err.empty() || r.err.find(" cells lie on no best chain and were left out: ") != std::string::npos)
        << r.err;
    std::filesystem::path const file = std::filesystem::path{VGLCS_GOLDEN} / c.expected;
    char const * const update = std::getenv("VGLCS_UPDATE_GOLDEN");
    if (update && std::string{update} == "1")
        std::ofstream{file, std::ios::binary} << r.out;
    EXPECT_EQ(r.out, bytes_of(file));
}

INSTANTIATE_TEST_SUITE_P(data, golden, testing::ValuesIn(cases), [](auto const & given) {
    std::string name = given.param.expected;
    std::ranges::replace(name, '.', '_');
    return name;
});
