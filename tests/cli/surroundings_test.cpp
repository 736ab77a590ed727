// SPDX-License-Identifier: BSD-3-Clause
/// Where and how the program is started: locales, odd paths, thread counts, numbers at the edges of their types.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

#include <sys/stat.h>

using namespace vglcs::test;

namespace {

struct surroundings : cli_test
{
    surroundings()
    {
        write("a.fa", ">a\nACGTACGTAC\n>a2\nGGATTACA\n");
        write("b.fa", ">b\nACGACGAC\n>b2\nGATTTACA\n");
    }
};

} // namespace

TEST_F(surroundings, a_locale_with_decimal_commas_changes_nothing)
{
    std::string const make = "localedef -i de_DE -f UTF-8 " + path("de_DE.UTF-8").string() + " >/dev/null 2>&1";
    if (std::system(make.c_str()) != 0 && !exists("de_DE.UTF-8"))
        GTEST_SKIP() << "localedef cannot make a locale here";
    std::vector<std::string> const german{"LOCPATH=" + path("").string(), "LC_ALL=de_DE.UTF-8", "LANG=de_DE.UTF-8"};
    for (texts const & arguments : {texts{"align", "a.fa", "b.fa", "--gaps", "3", "--format", "tsv"},
                                    {"align", "a.fa", "b.fa", "--format", "json"},
                                    {"align", "a.fa", "b.fa", "--format", "pretty"},
                                    {"gaps", "a.fa", "1..3000000"},
                                    {"info"}})
    {
        cli_run const here = vglcs(arguments), there = vglcs_with({.environment = german}, arguments);
        EXPECT_EQ(there.code, 0) << there.err;
        if (arguments[0] != "info") { // which says how much memory is free
            EXPECT_EQ(there.out, here.out) << arguments[0];
        }
        EXPECT_EQ(there.err, here.err);
    }
    cli_run const plan = vglcs_with({.environment = german}, {"plan", "a.fa", "b.fa"});
    EXPECT_EQ(plan.out.find(','), std::string::npos) << plan.out;
}

TEST_F(surroundings, paths_may_hold_blanks_and_letters_of_any_script)
{
    std::string const folder = "mit Leerzeichen, Ærø & 染色体; $(x) 'q' \"d\" %s {}";
    std::filesystem::create_directory(path(folder));
    auto const in = [&](std::string const & name) { return folder + "/" + name; };
    write(in("a b.fa"), read("a.fa"));
    write(in("β.fa"), read("b.fa"));
    write(in("größe.gaps"), ">a\n3x10\n>a2\n3x8\n");
    texts const plain{"align", "a.fa", "b.fa", "--gaps-a", "3", "--format", "tsv"};
    cli_run const r = vglcs({"align", in("a b.fa"), in("β.fa"), "--gaps-a", in("größe.gaps"), "--format", "tsv", "-o",
                             in("ergebnis 1.tsv")});
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_EQ(r.err, "");
    EXPECT_EQ(read(in("ergebnis 1.tsv")), vglcs(plain).out);
    cli_run const check = vglcs({"verify", in("ergebnis 1.tsv"), in("a b.fa"), in("β.fa"), "--gaps-a", "3"});
    EXPECT_EQ(check.code, 0) << check.err;
    write(in("ß.bed"), "a\t0\tnine\n");
    cli_run const bad = vglcs({"gaps", "a.fa", in("ß.bed") + ":3"});
    EXPECT_EQ(bad.code, 3);
    EXPECT_TRUE(bad.err.starts_with(in("ß.bed") + ":1: ")) << bad.err; // the braces of the name are no format
    std::string const other = "\xff\xfe latin.fa";                     // no UTF-8 at all
    write(other, read("a.fa"));
    EXPECT_EQ(vglcs({"align", other, "b.fa", "--gaps-a", "3", "--format", "tsv"}).out, vglcs(plain).out);
    // the command line is a part of the header: still one line of it, still what can be read back
    write("sam", vglcs({"align", other, "b.fa", "--format", "sam"}).out);
    EXPECT_EQ(vglcs({"verify", "sam", "a.fa", "b.fa"}).code, 0);
}

TEST_F(surroundings, a_name_that_begins_with_a_dash_or_holds_line_ends)
{
    write("-o.fa", read("a.fa"));
    EXPECT_EQ(vglcs({"align", "--", "-o.fa", "b.fa"}).code, 0);
    EXPECT_EQ(vglcs({"align", "./-o.fa", "b.fa"}).code, 0);
    write("two\nlines.fa", read("a.fa"));
    cli_run const r = vglcs({"align", "two\nlines.fa", "b.fa", "--format", "sam"});
    EXPECT_EQ(r.code, 0) << r.err;
    write("sam", r.out);
    EXPECT_EQ(vglcs({"verify", "sam", "a.fa", "b.fa"}).code, 0);
}

TEST_F(surroundings, thread_counts_from_nothing_to_absurd)
{
    texts arguments{"batch", "a.fa", "b.fa", "--gaps", "3", "--device", "cpu", "-t", "1"};
    cli_run const one = vglcs(arguments);
    EXPECT_EQ(one.code, 0);
    for (std::string const count : {"0", "2", "3", "64", "500"}) {
        arguments.back() = count;
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 0) << count << ": " << r.err;
        EXPECT_EQ(r.out, one.out) << count;
    }
    for (std::string const count :
         {"-1", "-2147483648", "4097", "2147483647", "2147483648", "4294967297", "9223372036854775807",
          "9223372036854775808", "-9223372036854775809", "1.5", "2x", "", " ", "0x10000", "1e3"})
    {
        arguments.back() = count;
        cli_run const r = vglcs(arguments);
        EXPECT_EQ(r.code, 2) << '"' << count << '"';
        EXPECT_EQ(r.out, "");
        EXPECT_EQ(std::ranges::count(r.err, '\n'), 1) << r.err;
    }
}

TEST_F(surroundings, limits_at_the_edges_of_numbers_are_kept_or_refused)
{
    std::string const unlimited = vglcs({"align", "a.fa", "b.fa", "--gaps", "inf", "--format", "tsv"}).out;
    for (std::string const number :
         {"2147483646", "2147483647", "2147483648", "4294967294", "4294967295", "4294967296", "9223372036854775806",
          "9223372036854775807", "9223372036854775808", "18446744073709551615"})
    {
        for (std::string const & spec : texts{number, "0.." + number, "letter:A=" + number + ",*=" + number}) {
            cli_run const r = vglcs({"align", "a.fa", "b.fa", "--gaps", spec, "--format", "tsv"});
            EXPECT_EQ(r.code, 0) << spec << ": " << r.err;
            EXPECT_EQ(r.out, unlimited) << spec;
        }
        // so many letters must be skipped that no pair can follow another: a chain is one pair
        cli_run const far = vglcs({"align", "a.fa", "b.fa", "--gaps", number + ".." + number, "--format", "tsv"});
        EXPECT_EQ(far.code, 0) << far.err;
        EXPECT_EQ(column(far.out, "length"), (texts{"1", "1"})) << number;
        write("t.bed", "a\t0\t10\tn\t" + number + "\na2\t0\t8\tn\t" + number + "\n");
        EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "--gaps-a", "t.bed", "--format", "tsv"}).out, unlimited) << number;
        write("t.gaps", ">a\n" + number + "x10\n>a2\n0.." + number + "x8\n");
        EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "--gaps-a", "t.gaps", "--format", "tsv"}).out, unlimited) << number;
        // coordinates and counts beyond the record
        write("far.bedgraph", "a\t0\t" + number + "\t3\n");
        write("far.bed", "a\t" + number + "\t" + number + "\tn\t3\n");
        write("far.gff3", "a\t.\texon\t1\t" + number + "\t.\t+\t.\t.\n");
        write("far.gaps", ">a\n3x" + number + "\n>a2\n3x8\n");
        for (std::string const spec : {"far.bedgraph", "far.bed", "far.gff3:exon=3", "far.gff3:exon^=3", "far.gaps"}) {
            cli_run const r = vglcs({"gaps", "a.fa", spec});
            EXPECT_EQ(r.code, 3) << spec << ' ' << number << ": " << r.out;
            EXPECT_EQ(std::ranges::count(r.err, '\n'), 1) << r.err;
        }
    }
    for (std::string const number : {"18446744073709551616", "99999999999999999999999", "-1", "-9223372036854775808",
                                     "1e9", "0x10", "+3", "3.0", "3 "})
    {
        EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "--gaps-a=" + number}).code, 2) << number;
        EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "--gap-default=" + number}).code, 2) << number;
        write("t.bedgraph", "a\t0\t10\t" + number + "\n");
        write("u.bedgraph", "a\t0\t" + number + "\t3\n");
        write("t.gaps", ">a\n" + number + "\n>a2\n3x8\n");
        write("u.gaps", ">a\n3x" + number + "\n>a2\n3x8\n");
        if (number == "3 ")
            continue; // a blank ends a column
        for (std::string const spec : {"t.bedgraph", "u.bedgraph", "t.gaps", "u.gaps"}) {
            if (spec == "t.gaps" && number == "0x10")
                continue; // there it is 0, ten times
            EXPECT_EQ(vglcs({"gaps", "a.fa", spec}).code, 3) << spec << ' ' << number;
        }
    }
}

TEST_F(surroundings, pipes_are_not_waited_for_twice)
{
    ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
    for (std::string const name : {"pipe", "-"})
        for (texts const & command : std::vector<texts>{{"batch", "--all-vs-all", name, "--gaps", "3"},
                                                        {"batch", name, "b.fa", "--gaps", "3", "--shard", "1/2"}})
        {
            cli_run const r = vglcs(command);
            EXPECT_EQ(r.code, 2) << command[1] << r.err;
            EXPECT_NE(r.err.find("read twice"), r.err.npos) << r.err;
        }
}

TEST_F(surroundings, empty_words_are_refused)
{
    for (std::string const option : {"-o", "--max-memory", "--max-gpu-memory", "--checkpoint", "--threads"})
        EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", option, ""}).code, 2) << option;
    for (std::string const option : {"-o", "--pairs", "--all-vs-all", "--shard", "--heuristic-kmers", "--top"})
        EXPECT_EQ(vglcs({"batch", "a.fa", "b.fa", option, ""}).code, 2) << option;
    for (std::string const option : {"-o", "--second", "--max-memory", "--threads"})
        EXPECT_EQ(vglcs({"lce", "a.fa", "b.fa", option, ""}).code, 2) << option;
}

TEST_F(surroundings, numbers_are_decimal_digits_and_nothing_else)
{
    write("p.fa", ">p\nACGT\n");
    std::vector<texts> const commands{
        {"align", "a.fa", "b.fa", "--threads"},           {"verify", "rows", "a.fa", "b.fa", "--threads"},
        {"search", "a.fa", "p.fa", "--threads"},          {"search", "a.fa", "p.fa", "--max-mismatch"},
        {"index", "a.fa", "-o", "x", "--position-bytes"}, {"batch", "a.fa", "b.fa", "--top"},
        {"batch", "a.fa", "b.fa", "--min-length"},        {"batch", "a.fa", "b.fa", "--min-identity"}};
    for (texts const & command : commands)
        for (std::string const word :
             {"", " ", "0x4", "+4", " 4", "4 ", "4,0", "1e", "four", "1e999", "99999999999999999999999999x"})
        {
            texts all = command;
            all.back() += "=" + word;
            cli_run const r = vglcs(all);
            EXPECT_EQ(r.code, 2) << all.back() << ": " << r.out;
            EXPECT_EQ(r.out, "");
            EXPECT_EQ(std::ranges::count(r.err, '\n'), 1) << all.back() << ": " << r.err;
            EXPECT_NE(r.err.find(command.back()), r.err.npos) << r.err;
        }
    for (std::string const option : {"--threads", "--top", "--min-length"})
        EXPECT_EQ(vglcs({"batch", "a.fa", "b.fa", option + "=18446744073709551616"}).code, 2) << option;
    // a nought in front does not make a number octal
    auto const rows = [&](std::string const & least) {
        return vglcs({"batch", "a.fa", "a.fa", "--gaps", "inf", "--min-length", least}).out;
    };
    EXPECT_EQ(rows("010"), rows("10"));
    EXPECT_NE(rows("10"), rows("8"));
}

TEST_F(surroundings, other_numbers_at_the_edges_are_kept_or_refused)
{
    for (std::string const size : {"1T", "9223372036854775807", "9223372036854775808", "18446744073709551615"})
        EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "--max-memory", size, "--max-gpu-memory", size}).code, 0) << size;
    for (std::string const size : {"18446744073709551616", "16777216T", "-1", "1.5G", "G", "1GG", "1 G"})
        EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "--max-memory=" + size}).code, 2) << size;
    for (std::string const device : {"cuda:2147483648", "cuda:-1", "cuda:", "cuda:1x", "cuda:99999999999999999999"})
        EXPECT_EQ(vglcs({"align", "a.fa", "b.fa", "--device", device}).code, 2) << device;
    std::string const row = vglcs({"align", "a.fa", "b.fa", "--gaps", "3", "--format", "tsv"}).out;
    texts const good = split(split(row, '\n')[1], '\t');
    std::string const head = row.substr(0, row.find('\n') + 1);
    for (std::string const number : {"2147483648", "4294967296", "9223372036854775807", "9223372036854775808",
                                     "18446744073709551615", "18446744073709551616", "-1", "1e3", ""})
        for (std::size_t const at : {3u, 4u, 5u, 6u, 7u, 8u, 9u, 12u, 13u}) { // every column that is a whole number
            texts fields = good;
            fields[at] = number;
            std::string line;
            for (std::string const & field : fields)
                line += (line.empty() ? "" : "\t") + field;
            write("result", head + line + "\n");
            cli_run const r = vglcs({"verify", "result", "a.fa", "b.fa", "--gaps", "3"});
            EXPECT_TRUE(r.code == 3 || r.code == 6) << "column " << at << ' ' << number << ": " << r.code << r.err;
            EXPECT_NE(r.err, "");
        }
}
