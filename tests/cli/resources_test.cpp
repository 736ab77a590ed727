// SPDX-License-Identifier: BSD-3-Clause
/// Full disks, closed pipes, memory and devices: exit code 4 with a reason, never a signal, never a wrong answer.
#include "cli.hpp"

#include "made_letters.hpp"
#include "tsv_text.hpp"

using namespace vglcs::test;

namespace {

struct resources : cli_test
{
    void write_small_pair() const
    {
        write("a.fa", ">a\nACGTACGTAC\n");
        write("b.fa", ">b\nACGACGAC\n");
    }
};

} // namespace

TEST_F(resources, a_full_disk_is_seen_even_by_the_last_byte)
{
    write_small_pair();
    std::string const reason =
        ": write failed: No space left on device: free some space, or name another file with -o\n";
    cli_run const direct = vglcs_with({.output = "/dev/full"}, {"align", "a.fa", "b.fa", "--format", "tsv"});
    EXPECT_EQ(direct.code, 4);
    EXPECT_EQ(direct.err, "standard output" + reason);
    cli_run const named = vglcs({"align", "a.fa", "b.fa", "--format", "tsv", "-o", "/dev/full"});
    EXPECT_EQ(named.code, 4);
    EXPECT_EQ(named.err, "/dev/full" + reason);
    for (texts const & arguments : {texts{"gaps", "a.fa", "3"}, {"info"}, {"plan", "a.fa", "b.fa", "--quiet"}}) {
        cli_run const r = vglcs_with({.output = "/dev/full"}, arguments);
        EXPECT_EQ(r.code, 4) << arguments[0];
        EXPECT_EQ(r.err, "standard output" + reason);
    }
    std::string many;
    for (int k = 0; k < 20'000; ++k)
        many += ">r" + std::to_string(k) + "\nACGTACGTACGTACGTACGT\n";
    write("many.fa", many);
    cli_run const large = vglcs_with({.output = "/dev/full"}, {"align", "many.fa", "many.fa", "--format", "sam"});
    EXPECT_EQ(large.code, 4);
    EXPECT_EQ(large.err, "standard output" + reason); // one line, not one a row
}

TEST_F(resources, a_reader_that_has_seen_enough_ends_the_run_quietly)
{
    std::string many;
    for (std::uint32_t k = 0; k < 300; ++k)
        many += ">r" + std::to_string(k) + "\n" + made_letters(60, k) + "\n";
    write("many.fa", many);
    cli_run const r = vglcs_until(tsv_header.size(), {"batch", "many.fa", "many.fa"}); // 90,000 rows, megabytes
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, tsv_header);
    EXPECT_EQ(r.err, "");
}

TEST_F(resources, lengths_beyond_16_bits)
{
    write("poly.fa", ">poly\n" + std::string(66'000, 'A') + "\n");
    cli_run const length =
        vglcs({"align", "poly.fa", "poly.fa", "--gaps", "0", "--task", "length", "--format", "tsv", "-t", "1"});
    EXPECT_EQ(length.code, 0) << length.err;
    EXPECT_EQ(column(length.out, "length"), texts{"66000"});
    write("mixed.fa", ">mixed\n" + made_letters(65'536, 16) + "\n");
    cli_run const path = vglcs({"align", "mixed.fa", "mixed.fa", "--gaps", "0", "--format", "tsv", "-t", "1"});
    EXPECT_EQ(path.code, 0) << path.err;
    EXPECT_EQ(column(path.out, "length"), texts{"65536"});
    EXPECT_EQ(column(path.out, "cigar"), texts{"65536="});
}

TEST_F(resources, a_pair_whose_table_would_not_fit_is_solved_in_little_memory)
{
    std::string const letters = made_letters(20'000, 17);
    write("a.fa", ">a\n" + letters + "\n");
    write("b.fa", ">b\n" + without_every(97, letters) + "\n");
    launch const limited{.address_space = 3'000'000'000};
    cli_run const length = vglcs_with(limited, {"align", "a.fa", "b.fa", "--task", "length", "--format", "tsv"});
    EXPECT_EQ(length.code, 0) << length.err;
    EXPECT_EQ(column(length.out, "length"), texts{"19794"});
    cli_run const path = vglcs_with(limited, {"align", "a.fa", "b.fa", "--format", "tsv", "-t", "1"});
    EXPECT_EQ(path.code, 0) << path.err;
    EXPECT_EQ(column(path.out, "length"), texts{"19794"});
    EXPECT_LT(path.peak_bytes, 500'000'000u); // the table has 1.6 GB
}

TEST_F(resources, an_engine_that_needs_more_than_its_budget_says_so_before_it_starts)
{
    write_small_pair();
    cli_run const r = vglcs({"align", "a.fa", "b.fa", "--engine", "reference", "--max-memory", "100", "-o", "out"});
    EXPECT_EQ(r.code, 4);
    EXPECT_TRUE(r.err.starts_with("engine reference: ")) << r.err;
    EXPECT_TRUE(
        r.err.ends_with(" bytes), budget is 100 B (100 bytes): use --task length, another --engine, or a larger "
                        "--max-memory\n"))
        << r.err;
    EXPECT_FALSE(exists("out"));
}

TEST_F(resources, a_failed_pair_of_a_batch_has_its_row_and_the_others_go_on)
{
    write("q.fa", ">long\n" + made_letters(3000, 1) + "\n>short\nACGT\n");
    write("t.fa", ">t\nACGTACGT\n>u\n" + made_letters(3000, 2) + "\n");
    texts const arguments{"batch", "q.fa", "t.fa", "--engine", "reference", "--max-memory", "1M", "-t", "1"};
    cli_run const r = vglcs(arguments);
    EXPECT_EQ(r.code, 5);
    EXPECT_EQ(r.err, "warning: 1 pair failed: see the column status\n");
    texts const status = column(r.out, "status"), lengths = column(r.out, "length");
    ASSERT_EQ(status.size(), 4u);
    EXPECT_EQ(status[0], "ok");
    EXPECT_TRUE(status[1].starts_with("error:engine reference: ")) << status[1];
    EXPECT_EQ(status[2], "ok");
    EXPECT_EQ(lengths[1], "NA");
    EXPECT_EQ(lengths[2], "4");
    EXPECT_EQ(column(r.out, "cigar")[1], "NA");
    EXPECT_EQ(column(r.out, "target_length")[1], "3000");
    for (std::string const threads : {"2", "3"}) {
        texts others = arguments;
        others.back() = threads;
        EXPECT_EQ(vglcs(others).out, r.out) << threads << " threads";
    }
}

TEST_F(resources, memory_does_not_grow_with_the_number_of_pairs)
{
    std::string small_a, small_b, large_a, large_b;
    for (std::uint32_t k = 0; k < 160'000; ++k) {
        std::string const number = std::to_string(k);
        large_a += ">a" + number + "\n" + made_letters(5 + k % 26, k) + "\n";
        large_b += ">b" + number + "\n" + made_letters(5 + k * 7 % 26, k + 1) + "\n";
        if (k + 1 == 40'000) {
            small_a = large_a;
            small_b = large_b;
        }
    }
    write("small_a.fa", small_a);
    write("small_b.fa", small_b);
    write("large_a.fa", large_a);
    write("large_b.fa", large_b);
    cli_run const small = vglcs({"align", "small_a.fa", "small_b.fa", "--format", "tsv", "-o", "small.tsv"});
    cli_run const large = vglcs({"align", "large_a.fa", "large_b.fa", "--format", "tsv", "-o", "large.tsv"});
    EXPECT_EQ(small.code, 0) << small.err;
    EXPECT_EQ(large.code, 0) << large.err;
    std::string const rows = read("large.tsv");
    EXPECT_EQ(std::ranges::count(rows, '\n'), 160'001);
    EXPECT_TRUE(rows.starts_with(read("small.tsv")));
    // how many blocks of pairs wait at a time is a matter of timing, up to 20 megabytes, which both runs have the time
    // to reach; the pairs that only the large run has would take 100
    EXPECT_LT(large.peak_bytes, small.peak_bytes + (32u << 20));
}

TEST_F(resources, a_device_that_is_not_there_is_said_before_the_first_row)
{
    write_small_pair();
    for (std::string const command : {"align", "batch"}) {
        cli_run const cpu = vglcs({command, "a.fa", "b.fa", "--gaps", "3", "--format", "tsv", "--device", "cpu"});
        EXPECT_EQ(cpu.code, 0);
        cli_run const cuda = vglcs({command, "a.fa", "b.fa", "--gaps", "3", "--format", "tsv", "--device", "cuda"});
        if (cuda.code == 0)
            EXPECT_EQ(cuda.out, cpu.out);
        else {
            EXPECT_EQ(cuda.code, 4);
            EXPECT_EQ(cuda.out, "");
            EXPECT_TRUE(cuda.err.starts_with("--device cuda: ")) << cuda.err;
            EXPECT_TRUE(cuda.err.ends_with(": use --device cpu\n")) << cuda.err;
        }
        cli_run const far = vglcs({command, "a.fa", "b.fa", "--device", "cuda:4000"});
        EXPECT_EQ(far.code, 4);
        EXPECT_EQ(far.out, "");
        EXPECT_NE(far.err, "");
    }
}

TEST_F(resources, sizes_around_fixed_buffers_are_solved_in_full)
{
    std::string a, b;
    texts sizes;
    for (std::size_t const size : {255u, 256u, 257u, 299u, 300u, 301u, 512u, 513u, 1023u, 1024u, 1025u, 2048u, 2049u}) {
        std::string const letters = made_letters(size, static_cast<std::uint32_t>(size));
        a += ">a" + std::to_string(size) + "\n" + letters + "\n";
        b += ">b" + std::to_string(size) + "\nACGT" + letters + "ACGT\n";
        sizes.push_back(std::to_string(size));
    }
    write("a.fa", a);
    write("b.fa", b);
    for (std::string const limit : {"inf", "0"}) {
        cli_run const r = vglcs({"align", "a.fa", "b.fa", "--gaps", limit, "--format", "tsv", "--device", "cpu"});
        EXPECT_EQ(r.code, 0) << r.err;
        EXPECT_EQ(column(r.out, "length"), sizes);
        cli_run const cuda = vglcs({"align", "a.fa", "b.fa", "--gaps", limit, "--format", "tsv", "--device", "cuda"});
        if (cuda.code == 0)
            EXPECT_EQ(cuda.out, r.out);
        else
            EXPECT_EQ(cuda.code, 4) << cuda.err;
    }
}
