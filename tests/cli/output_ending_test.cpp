// SPDX-License-Identifier: BSD-3-Clause
/// Where --format is not given, the ending of -o chooses the format; .gz behind it writes BGZF.
#include "cli.hpp"

#include "gzip.hpp"
#include "made_letters.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

struct output_ending : cli_test
{
    output_ending() { write("a.fa", ">a\nACGTACGT\n"); }
};

} // namespace

TEST_F(output_ending, chooses_the_format)
{
    for (auto const & [ending, format] : {std::pair{"x.paf", "paf"},
                                          {"x.SAM", "sam"},
                                          {"x.tsv", "tsv"},
                                          {"x.json", "json"},
                                          {"x.jsonl", "json"},
                                          {"x.txt", "pretty"}})
        for (std::string const command : {"align", "batch"})
            for (std::string const packed : {"", ".gz"}) {
                std::string const name = std::string{ending} + packed;
                ASSERT_EQ(vglcs({command, "a.fa", "a.fa", "-o", name}).code, 0) << name;
                ASSERT_EQ(vglcs({command, "a.fa", "a.fa", "--format", format, "-o", "right"}).code, 0);
                std::string const text = unpacked_file(path(name));
                if (std::string{format} != "sam") // which states its command line
                    EXPECT_EQ(text, read("right")) << name;
                else
                    EXPECT_TRUE(text.starts_with("@HD")) << name;
                EXPECT_EQ(read(name).starts_with("\x1f\x8b\x08\x04"), packed == ".gz") << name;
            }
}

TEST_F(output_ending, is_not_asked_where_the_format_is_given_or_the_ending_unknown)
{
    ASSERT_EQ(vglcs({"align", "a.fa", "a.fa", "-o", "x.sam", "--format", "tsv"}).code, 0);
    EXPECT_TRUE(read("x.sam").starts_with(tsv_header));
    ASSERT_EQ(vglcs({"align", "a.fa", "a.fa", "-o", "x.out"}).code, 0);
    EXPECT_NE(read("x.out").find("\tcg:Z:"), std::string::npos); // align's default is paf
    ASSERT_EQ(vglcs({"batch", "a.fa", "a.fa", "-o", "x.out.gz"}).code, 0);
    EXPECT_TRUE(unpacked_file(path("x.out.gz")).starts_with(tsv_header));
    ASSERT_EQ(vglcs({"plan", "align", "a.fa", "a.fa", "-o", "plan.bed"}).code, 0);
    EXPECT_TRUE(read("plan.bed").starts_with("query\ttarget\tstrand\tengine"));
}

TEST_F(output_ending, of_bed_is_refused_where_no_bed_is_written)
{
    for (std::string const name : {"x.bed", "x.bed.gz"}) {
        cli_run const r = vglcs({"align", "a.fa", "a.fa", "-o", name});
        EXPECT_EQ(r.code, 2);
        EXPECT_TRUE(r.err.starts_with("-o " + name + ": BED is not written here")) << r.err;
    }
    write("p.fa", ">p\nCGTA\n");
    ASSERT_EQ(vglcs({"search", "a.fa", "p.fa", "-o", "x.bed.gz"}).code, 0);
    EXPECT_TRUE(unpacked_file(path("x.bed.gz")).starts_with("a\t1\t5\tp\t0\t+\n"));
    ASSERT_EQ(vglcs({"search", "a.fa", "p.fa", "-o", "x.tsv"}).code, 0);
    EXPECT_TRUE(read("x.tsv").starts_with("pattern\ttarget\t"));
    EXPECT_EQ(vglcs({"search", "a.fa", "p.fa", "-o", "x.sam"}).code, 2);
}

TEST_F(output_ending, gz_is_written_in_blocks_that_end_as_bgzf_does)
{
    std::string records;
    for (std::uint32_t k = 0; k < 400; ++k)
        records += ">r" + std::to_string(k) + "\n" + made_letters(30, k) + "\n";
    write("many.fa", records);
    ASSERT_EQ(vglcs({"batch", "many.fa", "a.fa", "--format", "json", "-o", "x.gz", "--device", "cpu"}).code, 0);
    ASSERT_EQ(vglcs({"batch", "many.fa", "a.fa", "--format", "json", "-o", "x", "--device", "cpu"}).code, 0);
    EXPECT_GT(read("x").size(), 3u * 65'536);
    EXPECT_EQ(unpacked_file(path("x.gz")), read("x"));
    std::string const packed = read("x.gz");
    std::size_t blocks = 0, at = 0;
    for (; at < packed.size(); ++blocks) { // each says how long it is
        ASSERT_EQ(packed.substr(at, 4), "\x1f\x8b\x08\x04");
        ASSERT_EQ(packed.substr(at + 12, 2), "BC");
        at += static_cast<unsigned char>(packed[at + 16]) + 256u * static_cast<unsigned char>(packed[at + 17]) + 1;
    }
    EXPECT_EQ(at, packed.size());
    EXPECT_GT(blocks, 4u);
    EXPECT_EQ(vglcs({"verify", "x.gz", "many.fa", "a.fa"}).code, 0);
    EXPECT_EQ(vglcs({"verify", "x.gz", "many.fa", "a.fa"}).err, ""); // with its last block
}

TEST_F(output_ending, descriptions_are_kept_on_demand)
{
    write("d.fa", ">one  first\tof two \nACGT\n>two y\nACGTA\n");
    auto const run = [&](std::string const & format, texts const & more = {"--keep-description"}) {
        texts words{"align", "d.fa", "d.fa", "--format", format, "-o", "rows"};
        words.insert(words.end(), more.begin(), more.end());
        return vglcs(words).code;
    };
    ASSERT_EQ(run("tsv"), 0);
    EXPECT_EQ(column(read("rows"), "query_description")[0], "first of two");
    EXPECT_EQ(column(read("rows"), "bound"), (texts{"NA", "NA"}));
    auto const verify = [&] { return vglcs({"verify", "rows", "d.fa", "d.fa", "--full"}); };
    EXPECT_EQ(verify().code, 0) << verify().err;
    ASSERT_EQ(run("json"), 0);
    EXPECT_NE(read("rows").find("\"query\":\"one\",\"query_description\":\"first\\tof two\",\"target\":"),
              std::string::npos)
        << read("rows");
    EXPECT_EQ(verify().code, 0) << verify().err;
    std::string text = read("rows");
    write("rows", text.replace(text.find("of two"), 6, "of six"));
    EXPECT_EQ(verify().code, 6);
    ASSERT_EQ(vglcs({"align", "a.fa", "a.fa", "--format", "tsv", "--keep-description", "-o", "none"}).code, 0);
    EXPECT_TRUE(read("none").ends_with("\tok\tNA\t\t\n"));
    EXPECT_EQ(run("paf"), 2);
    ASSERT_EQ(run("json", {}), 0);
    EXPECT_EQ(read("rows").find("description\":\"first"), std::string::npos);
}
