// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/extension.hpp>
#include <vglcs/io/place_reader.hpp>

#include <rmq/cuda/device.hpp>

#include "made_letters.hpp"
#include "temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

using namespace vglcs;
using namespace vglcs::test;
using namespace testing;

namespace {

constexpr rmq::lce_method methods[] = {rmq::lce_method::automatic, rmq::lce_method::direct, rmq::lce_method::rank,
                                       rmq::lce_method::fingerprint};

/// Extension by definition, base by base.
std::uint64_t by_letters(text_collection const & a, text_place x, text_collection const & b, text_place y)
{
    auto const letter = [](text_collection const & text, text_place const & p, std::int64_t step) {
        std::int64_t const at = static_cast<std::int64_t>(p.position) + (p.strand == strand::forward ? step : -step);
        if (at < 0 || at >= static_cast<std::int64_t>(text.text.size))
            return 0;
        int const c = text.text.letter(static_cast<std::size_t>(at));
        return c == 0 || p.strand == strand::forward ? c : 5 - c;
    };
    std::int64_t length = 0;
    while (letter(a, x, length) != 0 && letter(a, x, length) == letter(b, y, length))
        ++length;
    return static_cast<std::uint64_t>(length);
}

struct extensions : Test
{
    temporary_folder folder;
    std::mt19937_64 random{3};

    extensions()
    {
        // a record, a part of it, its reverse complement with a change, and N
        std::string const unit = made_letters(3000, 5);
        std::string other = reverse_complement(unit.substr(500, 2000));
        other[777] = other[777] == 'A' ? 'C' : 'A';
        folder.write("a.fa", ">one\n" + unit + "\n>two\n" + unit.substr(1000, 900) + "NNNNN" + unit.substr(1900, 50) +
                                 "\n>three\n" + other + "\n");
        folder.write("b.fa", ">four\n" + unit.substr(200, 1500) + "\n>five\n" + other.substr(3) + "\n");
    }

    std::vector<place_pair> pairs(text_collection const & a, text_collection const & b)
    {
        auto const any = [&] { return random() % 2 == 0 ? strand::forward : strand::reverse; };
        std::vector<place_pair> out;
        for (int k = 0; k < 4000; ++k) {
            text_place const x{random() % a.text.size, any()};
            text_place y{random() % b.text.size, any()};
            if (k % 2 == 0) // places that belong together
                y.position = (x.position + (&a != &b ? 2 * b.text.size - 200 : k % 4 == 0 ? 1000 : 2001)) % b.text.size;
            out.push_back({x, y});
        }
        out.push_back({{5, strand::forward}, {5, strand::forward}});
        return out;
    }

    void expect_right(text_collection const & a, text_collection const & b, text_index const * index, bool ranks)
    {
        std::vector<place_pair> const asked = pairs(a, b);
        std::vector<std::uint64_t> expected, out(asked.size());
        for (place_pair const & p : asked)
            expected.push_back(by_letters(a, p.a, b, p.b));
        EXPECT_GT(*std::ranges::max_element(expected), 300u);
        for (rmq::lce_method const method : methods) {
            if (method == rmq::lce_method::rank && !ranks)
                continue;
            for (unsigned const threads : {1u, 2u}) {
                extender extend{a, b, index, {.method = method, .threads = threads}};
                std::ranges::fill(out, 99);
                extend.extensions(asked, out);
                EXPECT_EQ(out, expected) << static_cast<int>(method);
            }
        }
    }
};

} // namespace

TEST_F(extensions, every_method_and_strand_over_every_kind_of_text)
{
    sequence_set const set{folder.path("a.fa"), {.threads = 1}};
    expect_right(set.collection(), set.collection(), nullptr, false);
    sequence_set const second{folder.path("b.fa"), {.threads = 1}};
    expect_right(set.collection(), second.collection(), nullptr, false);
    for (bool const both : {false, true})
        for (unsigned const bytes : {4u, 8u}) {
            build_index(folder.path("a.fa"), folder.path("a.vgx"),
                        {.reading = {.threads = 1}, .both_strands = both, .index_bytes = bytes});
            text_index const index{folder.path("a.vgx")};
            expect_right(index.collection(), index.collection(), &index, both);
            expect_right(index.collection(), second.collection(), &index, false);
        }
}

TEST_F(extensions, ranks_of_one_strand_refuse_the_other)
{
    build_index(folder.path("a.fa"), folder.path("a.vgx"), {.reading = {.threads = 1}});
    text_index const index{folder.path("a.vgx")};
    extender extend{index.collection(), index.collection(), &index, {.method = rmq::lce_method::rank, .threads = 1}};
    std::vector<std::uint64_t> out(1);
    place_pair const forward{{1, strand::forward}, {2, strand::forward}},
        across{{1, strand::forward}, {2, strand::reverse}};
    extend.extensions({&forward, 1}, out);
    EXPECT_THROW(extend.extensions({&across, 1}, out), usage_error);
}

TEST_F(extensions, proteins_have_one_strand)
{
    sequence_set const protein{folder.write("p.faa", ">p\nMKVLAWMKVLXMKVLA\n"), {.threads = 1}};
    extender extend{protein.collection(), protein.collection(), nullptr, {.threads = 1}};
    std::vector<std::uint64_t> out(2);
    std::vector<place_pair> const right{{{0, strand::forward}, {6, strand::forward}},
                                        {{0, strand::forward}, {11, strand::forward}}};
    extend.extensions(right, out);
    EXPECT_THAT(out, ElementsAre(4, 5));
    place_pair const wrong{{0, strand::forward}, {6, strand::reverse}};
    EXPECT_THROW(extend.extensions({&wrong, 1}, out), usage_error);
    sequence_set const dna{folder.path("a.fa"), {.threads = 1}};
    EXPECT_THROW((extender{dna.collection(), protein.collection(), nullptr, {}}), usage_error);
    if (rmq::cuda::devices().devices.empty()) {
        EXPECT_THROW((extender{dna.collection(), dna.collection(), nullptr, {.device = device::cuda}}),
                     backend_unavailable);
    }
}

TEST_F(extensions, places_are_read_by_name_and_by_number)
{
    sequence_set const set{folder.path("a.fa"), {.threads = 1}};
    std::string const path = folder.write("q.tsv", "#a\tb\none:5\ttwo:0\n\n2999\t3000\t-\none:0\tthree:1999\t+\t-\n");
    place_reader reader{path, set.collection(), set.collection()};
    std::vector<place_query> got;
    ASSERT_TRUE(reader.next(got, 2));
    ASSERT_EQ(got.size(), 2u);
    EXPECT_EQ(got[0].a, "one:5");
    EXPECT_EQ(got[0].places.a.position, 5u);
    EXPECT_EQ(got[0].places.b.position, 3001u);
    EXPECT_EQ(got[1].places.a.position, 2999u);
    EXPECT_EQ(got[1].places.a.strand, strand::reverse);
    EXPECT_EQ(got[1].places.b.position, 3001u); // the first letter of the second record
    EXPECT_EQ(got[1].places.b.strand, strand::forward);
    ASSERT_TRUE(reader.next(got, 2));
    ASSERT_EQ(got.size(), 1u);
    EXPECT_EQ(got[0].places.b.strand, strand::reverse);
    EXPECT_FALSE(reader.next(got, 2));
}
