// SPDX-License-Identifier: BSD-3-Clause
/// Batches of real collections against `align` of each of their pairs: viral genomes, Illumina reads, protein families.
/// With VGLCS_SLOW_TESTS=1 the collections as wholes (some minutes).
#include "cli.hpp"
#include "gzip.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

struct batch_collections : cli_test
{
    static bool slow() { return std::getenv("VGLCS_SLOW_TESTS") != nullptr; }

    /// The records of a FASTA or four-line FASTQ file, each as it stands there; at most so many.
    [[nodiscard]] static texts records_of(std::string const & name, std::size_t most)
    {
        texts const lines = split(unpacked_file(VGLCS_DATA "/" + name), '\n');
        bool const fastq = lines.at(0).starts_with('@');
        texts out;
        for (std::size_t k = 0; k < lines.size(); ++k) {
            if (fastq ? k % 4 == 0 : lines[k].starts_with('>')) {
                if (out.size() == most)
                    return out;
                out.emplace_back();
            }
            out.back() += lines[k] + '\n';
        }
        return out;
    }
    /// Rows of a table without the records' numbers, which depend on the files that they lie in.
    static texts answers_of(std::string const & table)
    {
        texts rows = split(table, '\n');
        for (std::string & row : rows) {
            texts fields = split(row, '\t');
            fields.resize(12);
            row.clear();
            for (std::string const & field : fields)
                row += field + '\t';
        }
        return rows;
    }
    [[nodiscard]] cli_run good(texts const & arguments) const
    {
        cli_run r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        return r;
    }

    /// The batch's rows are those of `align`, record k with record k, of its pairs one by one.
    void expect_rows_of_align(texts const & batch, std::vector<std::pair<std::string, std::string>> const & pairs,
                              texts const & options) const
    {
        std::string a, b;
        for (auto const & [x, y] : pairs) {
            a += x;
            b += y;
        }
        write("align.a", a);
        write("align.b", b);
        texts align{"align", "align.a", "align.b", "--format", "tsv"}, whole = batch;
        align.insert(align.end(), options.begin(), options.end());
        whole.insert(whole.end(), options.begin(), options.end());
        texts const rows = answers_of(good(whole).out);
        EXPECT_EQ(rows.size(), pairs.size() + 1);
        EXPECT_EQ(rows, answers_of(good(align).out));
    }
    void expect_all_vs_all(texts const & records, texts const & options) const
    {
        std::string all;
        std::vector<std::pair<std::string, std::string>> pairs;
        for (std::size_t i = 0; i < records.size(); ++i) {
            all += records[i];
            for (std::size_t j = i + 1; j < records.size(); ++j)
                pairs.emplace_back(records[i], records[j]);
        }
        write("all.fa", all);
        expect_rows_of_align({"batch", "--all-vs-all", "all.fa"}, pairs, options);
    }
    void expect_product(texts const & queries, texts const & targets, texts const & options) const
    {
        std::string q, t;
        std::vector<std::pair<std::string, std::string>> pairs;
        for (std::string const & query : queries) {
            q += query;
            for (std::string const & target : targets)
                pairs.emplace_back(query, target);
        }
        for (std::string const & target : targets)
            t += target;
        write("queries", q);
        write("targets", t);
        expect_rows_of_align({"batch", "queries", "targets"}, pairs, options);
    }
};

} // namespace

TEST_F(batch_collections, hiv_genomes)
{
    texts const genomes = records_of("HIV-1_genomes_32.fa.gz", slow() ? 32 : 4);
    expect_all_vs_all(genomes, {"--gaps", "10", "--task", "length"});
    expect_all_vs_all({genomes.begin(), genomes.begin() + 3}, {"--gaps", "10"});
}

TEST_F(batch_collections, sars_cov_2_genomes)
{
    texts const genomes = records_of("SARS-CoV-2_genomes_34.fa.gz", slow() ? 34 : 2);
    expect_all_vs_all(genomes, {"--gaps", "10", "--task", "length"});
}

TEST_F(batch_collections, illumina_reads_against_phages_and_a_virus)
{
    texts targets;
    for (std::string const name : {"phiX174.fa", "lambda.fa", "SARS-CoV-2_NC_045512.2.fa"})
        targets.push_back(records_of(name, 1).at(0));
    texts const reads = records_of("SRR5833294_200_76bp.fastq.gz", slow() ? 200 : 12);
    expect_product(reads, targets, {"--gaps", "3", "--strand", "both"});
    expect_product(reads, {targets[0]}, {"--gaps", "qual", "--strand", "both", "--gaps-b", "1"});
}

TEST_F(batch_collections, protein_families)
{
    texts const globins = records_of("globins45.fa", 45), cytochromes = records_of("cytochrome_c_14.fa", 14);
    expect_all_vs_all(globins, {"--gaps", "4"});
    expect_product(cytochromes, globins, {"--gaps", "10"});
}
