// SPDX-License-Identifier: BSD-3-Clause
/// index, lce and search: what they print, and what they refuse.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <thread>

using namespace std::chrono_literals;
using namespace vglcs::test;
using namespace testing;

namespace {

struct text_commands : cli_test
{
    text_commands()
    {
        write("a.fa", ">one with words\nACGTACGTNNACGTTT\n>two\nTTTACGTACG\n");
        write("q.tsv", "#places\none:0\ttwo:3\none:0\t4\n0\ttwo:6\t+\t-\none:10\tone:0\t-\t-\n");
        write("p.fa", ">first\nACGTA\n>second\nTTT\n");
    }
    void expect_refused(texts const & arguments, int code, std::string const & message) const
    {
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, code) << message;
        EXPECT_EQ(r.out, "");
        EXPECT_EQ(r.err, message);
    }
    static std::string contents(std::string const & file)
    {
        std::ifstream in{file};
        return {std::istreambuf_iterator<char>{in}, {}};
    }
    void make_index(texts const & more = {}) const
    {
        texts arguments{"index", "a.fa", "-o", "a.vgx"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        cli_run const r = vglcs(arguments);
        ASSERT_EQ(r.code, 0) << r.err;
        ASSERT_EQ(r.out + r.err, "");
    }
};

std::string const lengths = "a\tb\tstrand_a\tstrand_b\tlength\n"
                            "one:0\ttwo:3\t+\t+\t7\n"
                            "one:0\t4\t+\t+\t4\n"
                            "0\ttwo:6\t+\t-\t5\n"
                            "one:10\tone:0\t-\t-\t1\n";
std::string const hits = "one\t0\t5\tfirst\t0\t+\n"
                         "one\t3\t8\tfirst\t0\t-\n"
                         "two\t2\t7\tfirst\t0\t-\n"
                         "two\t3\t8\tfirst\t0\t+\n"
                         "one\t13\t16\tsecond\t0\t+\n"
                         "two\t0\t3\tsecond\t0\t+\n";

} // namespace

TEST_F(text_commands, extensions_of_an_index_and_of_a_plain_file)
{
    for (texts const & more : {texts{}, texts{"--both-strands"}, texts{"--position-bytes", "8"}}) {
        make_index(more);
        for (std::string const file : {"a.vgx", "a.fa"})
            for (std::string const method : {"auto", "direct", "fingerprint"}) {
                cli_run const r = vglcs({"lce", file, "q.tsv", "--method", method});
                EXPECT_EQ(r.code, 0) << r.err;
                EXPECT_EQ(r.out, lengths) << file << ' ' << method;
                EXPECT_EQ(r.err, "");
            }
    }
    make_index({"--both-strands"});
    EXPECT_EQ(vglcs({"lce", "a.vgx", "q.tsv", "--method", "rank", "-o", "out.tsv"}).code, 0);
    EXPECT_EQ(read("out.tsv"), lengths);
    EXPECT_EQ(vglcs({"lce", "a.vgx", "-"}, "one:0\ttwo:3\n").out,
              "a\tb\tstrand_a\tstrand_b\tlength\none:0\ttwo:3\t+\t+\t7\n");
}

TEST_F(text_commands, extensions_into_a_second_file)
{
    make_index();
    write("b.fq", "@read\nCGUACG\n+\nIIIIII\n");
    cli_run const r = vglcs({"lce", "a.vgx", "-", "--second", "b.fq"}, "one:1\tread:0\ntwo:9\tread:0\t-\t+\n");
    EXPECT_EQ(r.err, "");
    EXPECT_EQ(r.out, "a\tb\tstrand_a\tstrand_b\tlength\none:1\tread:0\t+\t+\t6\ntwo:9\tread:0\t-\t+\t6\n");
}

TEST_F(text_commands, occurrences_are_the_same_on_every_path)
{
    make_index();
    for (texts const & more :
         {texts{"a.vgx", "p.fa"}, texts{"a.fa", "p.fa"}, texts{"a.vgx", "p.fa", "--method", "scan"},
          texts{"a.vgx", "p.fa", "--method", "index", "-t", "1"}})
    {
        texts arguments{"search"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(r.out, hits);
        EXPECT_EQ(r.err, "");
    }
    cli_run const tsv =
        vglcs({"search", "a.fa", "-", "--format", "tsv", "--max-mismatch", "1", "--strand", "-"}, ">x\nTACGTAG\n");
    EXPECT_EQ(tsv.out, "pattern\ttarget\tstrand\tstart\tend\tmismatches\n"
                       "x\ttwo\t-\t1\t8\t1\n");
    EXPECT_EQ(vglcs({"search", "a.vgx", "-", "--iupac", "--strand", "+"}, ">x\nKNNWNN\n").out, "two\t0\t6\tx\t0\t+\n");
}

TEST_F(text_commands, counts_are_those_of_grep)
{
    // grep -c counts lines: one window a line
    std::string const genome = made_letters(20'000, 4);
    write("g.fa", ">g\n" + wrapped(genome, 60));
    for (std::string const pattern : {"ACG", "TTAGC", "GATTACA"}) {
        std::size_t expected = 0;
        for (std::size_t at = genome.find(pattern); at != std::string::npos; at = genome.find(pattern, at + 1))
            ++expected;
        write("p.fa", ">p\n" + pattern + "\n");
        std::string const out = vglcs({"search", "g.fa", "p.fa", "--strand", "+"}).out;
        EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(out, '\n')), expected);
    }
}

TEST_F(text_commands, index_says_what_it_holds_and_checks_it)
{
    make_index();
    cli_run const info = vglcs({"index", "--info", "a.vgx"});
    EXPECT_EQ(info.code, 0);
    EXPECT_THAT(info.out, AllOf(HasSubstr("alphabet         dna\n"), HasSubstr("records          2\n"),
                                HasSubstr("letters          26\n"), HasSubstr("\n  suffix_array ")));
    cli_run const check = vglcs({"index", "--check", "a.vgx"});
    EXPECT_EQ(check.code, 0);
    EXPECT_EQ(check.out, "a.vgx: 9 sections checked, all as written\n");

    std::string damaged = read("a.vgx");
    damaged[damaged.size() - 1] ^= 1;
    write("damaged.vgx", damaged);
    expect_refused({"index", "--check", "damaged.vgx"}, 3,
                   "damaged.vgx: section minima is damaged: make the index again with `vglcs index`\n");
    write("cut.vgx", damaged.substr(0, 1500));
    for (std::string const command : {"lce", "search"})
        expect_refused({command, "cut.vgx", command == "lce" ? "q.tsv" : "p.fa"}, 3,
                       "cut.vgx: index of 1500 bytes, its header says " + std::to_string(damaged.size()) +
                           ": cut short or added to: make it again with `vglcs index`\n");
    damaged[8] = 9;
    write("newer.vgx", damaged);
    expect_refused({"index", "--info", "newer.vgx"}, 3,
                   "newer.vgx: index of version 9, this program reads version 1: make it again with `vglcs index`\n");
    expect_refused({"index", "--check", "a.fa"}, 3, "a.fa: no index, or cut short: make it with `vglcs index`\n");
}

TEST_F(text_commands, an_index_that_is_cut_or_written_to_while_it_is_used_is_refused)
{
    std::string const letters = made_letters(300'000, 4);
    write("a.fa", ">one\n" + letters + "\n");
    write("old", "of before\n");
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    for (bool const cut : {true, false})
        for (texts const & command : {texts{"lce", "a.vgx", "pipe", "--method", "rank"}, {"search", "a.vgx", "pipe"}}) {
            make_index();
            texts arguments = command;
            arguments.insert(arguments.end(), {"-o", "old"});
            pid_t const child = start(arguments);
            {
                std::ofstream pipe{path("pipe")};
                if (command[0] == "search") // it looks at the first of the patterns before it opens the index
                    for (std::size_t k = 0; k < 2500; ++k)
                        pipe << ">p\n" << letters.substr(k * 100, 30) << "\n" << std::flush;
                std::string const maps = "/proc/" + std::to_string(child) + "/maps";
                for (int k = 0; k < 1000 && contents(maps).find("/a.vgx") == std::string::npos; ++k)
                    std::this_thread::sleep_for(10ms);
                std::this_thread::sleep_for(100ms); // the index is mapped; its header is read
                auto const size = std::filesystem::file_size(path("a.vgx"));
                if (cut)
                    std::filesystem::resize_file(path("a.vgx"), 4096);
                else
                    std::fstream{path("a.vgx"), std::ios::in | std::ios::out | std::ios::binary}
                        .seekp(static_cast<std::streamoff>(size - 1))
                        .put('\0');
                if (command[0] == "lce")
                    pipe << "one:5\tone:200000\n";
            }
            cli_run const r = wait(child);
            EXPECT_EQ(r.code, 3) << cut << command[0];
            EXPECT_THAT(r.err,
                        AllOf(StartsWith("a.vgx: "), HasSubstr(cut ? "cut, or cannot be read" : "changed while")))
                << command[0];
            EXPECT_EQ(read("old"), "of before\n");
            for (auto const & file : std::filesystem::directory_iterator{path("")})
                EXPECT_FALSE(file.path().string().ends_with(".part")) << file.path();
        }
}

TEST_F(text_commands, a_run_that_fails_leaves_no_file)
{
    write("bad.fa", ">a\nACGT\n>b\nAC!T\n");
    cli_run const r = vglcs({"index", "bad.fa", "-o", "bad.vgx"});
    EXPECT_EQ(r.code, 3);
    EXPECT_THAT(r.err, StartsWith("bad.fa:4: record 2 (b): position 3: "));
    cli_run const small = vglcs({"index", "a.fa", "-o", "bad.vgx", "--max-memory", "100"});
    EXPECT_EQ(small.code, 4);
    EXPECT_THAT(small.err, HasSubstr("raise --max-memory"));
    cli_run const lines = vglcs({"lce", "a.fa", "-", "-o", "bad.vgx"}, "one:0\ttwo:0\none:0\n");
    EXPECT_EQ(lines.code, 3);
    EXPECT_FALSE(exists("bad.vgx"));
}

TEST_F(text_commands, mistakes_in_queries_have_file_and_line)
{
    auto const refused = [this](std::string const & line, std::string const & message) {
        cli_run const r = vglcs({"lce", "a.fa", "-"}, "one:0\ttwo:0\n" + line + "\n");
        EXPECT_EQ(r.code, 3);
        EXPECT_EQ(r.err, "standard input:2: " + message + "\n");
    };
    refused("one:0", "one column: give two places with a tab between");
    refused("0\t1\t+\t+\t+", "more than 4 columns: give two places, and a strand for each");
    refused("one:0\ttwo:10", "place 'two:10': record two has 10 letters: give a smaller position, the first is 0");
    refused("one:0\tthree:1", "place 'three:1': a.fa has no record three: give a name as the file has it, or a number");
    refused("26\t1", "place '26': a.fa has 26 letters: give a smaller number, the first is 0");
    refused("one:x\t1", "place 'one:x': no position: give NAME:POSITION or a number, from 0");
    refused("0\t1\t?", "strand '?': no such strand: use + or -");
}

TEST_F(text_commands, mistakes_on_the_command_line)
{
    make_index();
    expect_refused({"index", "a.fa"}, 2,
                   "index: no file to write to: use -o FILE (an index is mapped, so it cannot be a pipe)\n");
    expect_refused({"index", "a.fa", "-o", "a.fa"}, 2, "-o a.fa: is the input a.fa: choose another output file\n");
    expect_refused({"index", "a.vgx", "-o", "b.vgx"}, 2,
                   "a.vgx: is an index: give the FASTA file, or use --info or --check\n");
    expect_refused({"index", "a.fa", "-o", "b.vgx", "--position-bytes", "5"}, 2, "--position-bytes 5: use 4 or 8\n");
    expect_refused({"lce", "a.vgx", "q.tsv", "--method", "magic"}, 2,
                   "--method magic: no such method: use auto, direct, rank or fingerprint\n");
    expect_refused({"lce", "a.fa", "q.tsv", "--method", "rank"}, 2,
                   "--method rank: needs an index, and both places in it: use another method\n");
    expect_refused({"lce", "a.vgx", "q.tsv", "--method", "rank"}, 2,
                   "--method rank: strand - needs an index of both strands: make it with `vglcs index --both-strands`, "
                   "or use another method\n");
    expect_refused({"lce", "a.vgx", "q.tsv", "--alphabet", "protein"}, 2,
                   "--alphabet protein: a.vgx is an index of dna: leave the option out\n");
    expect_refused({"lce", "-", "-"}, 2,
                   "REF or SECOND and QUERIES are both - (standard input): give a file for one of them\n");
    expect_refused({"search", "a.fa", "p.fa", "--method", "index"}, 2,
                   "--method index: the text is no index: make one with `vglcs index`, or use auto or scan\n");
    expect_refused({"search", "a.vgx", "p.fa", "--method", "grep"}, 2,
                   "--method grep: no such method: use auto, scan or index\n");
    expect_refused({"search", "a.vgx", "p.fa", "--format", "paf"}, 2, "--format paf: no such format: use bed or tsv\n");
    expect_refused({"search", "a.vgx", "p.fa", "--max-mismatch", "-1"}, 2,
                   "--max-mismatch -1: negative: use 0 for exact occurrences\n");
    expect_refused({"search", "a.vgx", "p.fa", "--max-mismatch", "99"}, 2,
                   "--max-mismatch 99: more than 63: use at most 63\n");
    expect_refused({"search", "a.vgx", "p.fa", "--max-mismatch", "3"}, 2,
                   "--max-mismatch 3: not less than a pattern of 3 letters, which would be everywhere: use a smaller "
                   "number\n");
    expect_refused({"search", "-", "-"}, 2,
                   "REF and PATTERNS are both - (standard input): give a file for one of them\n");
    write("p.faa", ">p\nMKVLAW\n");
    expect_refused({"search", "p.faa", "p.faa", "--iupac"}, 2,
                   "--iupac: protein letters have no classes: leave it out\n");
    expect_refused({"search", "p.faa", "p.faa", "--strand", "-"}, 2,
                   "--strand -: protein letters have no reverse complement: use --strand +\n");
    expect_refused({"index", "p.faa", "-o", "p.vgx", "--both-strands"}, 2,
                   "--both-strands: protein letters have no reverse complement: leave it out, or use --alphabet dna\n");
    EXPECT_FALSE(exists("p.vgx"));
}

TEST_F(text_commands, real_genomes)
{
    std::string const lambda = VGLCS_DATA "/lambda.fa";
    ASSERT_EQ(vglcs({"index", lambda, "-o", "l.vgx"}).code, 0);
    write("p.fa", ">recb\nGCTGGTGG\n>gata\nGATA\n>long\nTTGACTATTTTACCTCTGGCGGTGATA\n");
    std::string const indexed = vglcs({"search", "l.vgx", "p.fa"}).out;
    EXPECT_EQ(indexed, vglcs({"search", lambda, "p.fa"}).out);
    EXPECT_THAT(indexed, HasSubstr("\t37987\t38014\tlong\t0\t+\n"));
    std::string const near = vglcs({"search", "l.vgx", "p.fa", "--max-mismatch", "2"}).out;
    EXPECT_EQ(near, vglcs({"search", lambda, "p.fa", "--max-mismatch", "2"}).out);
    EXPECT_GT(near.size(), indexed.size());
}
