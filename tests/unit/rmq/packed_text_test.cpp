// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "joined_text.hpp"
#include <rmq/detail/direct_extension.hpp>
#include <rmq/packed_text.hpp>

#include "made_texts.hpp"

namespace {

using namespace rmq;
using namespace rmq::test;

void expect_packed(text const & letters, packed_view const & packed)
{
    ASSERT_EQ(packed.size, letters.size());
    std::size_t next = letters.size();
    for (std::size_t p = letters.size() + 1; p-- > 0;) {
        if (p < letters.size()) {
            if (letters[p] == barrier_letter)
                next = p;
            ASSERT_EQ(packed.letter(p), letters[p]) << p << " of " << letters.size();
        }
        ASSERT_EQ(packed.next_barrier(p), next) << p << " of " << letters.size();
    }
}

TEST(packed_text, letters_and_barriers_of_every_size)
{
    for (std::size_t size = 0; size < 300; ++size)
        for (unsigned const sigma : {2u, 4u, 5u, 255u})
            for (std::size_t const every : {0u, 1u, 2u, 50u}) {
                text const letters = random_text(size, sigma, every, size + sigma);
                expect_packed(letters, packed_text{letters, 1}.view());
            }
}

TEST(packed_text, two_bits_only_where_four_letters_do)
{
    EXPECT_EQ(packed_text{text({1, 4, 0, 3})}.bits(), 2u);
    EXPECT_EQ(packed_text{text({1, 5, 0, 3})}.bits(), 8u);
    EXPECT_EQ(packed_text{}.bits(), 2u);
    text const few = random_text(100, 4, 9, 1);
    packed_text const wide{few, 1, 8};
    EXPECT_EQ(wide.bits(), 8u);
    expect_packed(few, wide.view());
}

TEST(packed_text, threads_do_not_matter)
{
    text letters = random_text(200'000, 4, 1000, 3);
    std::fill(letters.begin() + 60'000, letters.begin() + 140'000, barrier_letter); // a run over several parts
    packed_text const one{letters, 1}, many{letters, 5};
    EXPECT_TRUE(std::ranges::equal(one.words(), many.words()));
    EXPECT_TRUE(std::ranges::equal(one.flags(), many.flags()));
    EXPECT_TRUE(std::ranges::equal(one.runs(), many.runs()));
    expect_packed(letters, many.view());
}

TEST(packed_text, mirrored_is_the_reverse_complement)
{
    for (std::size_t size = 0; size < 200; ++size)
        for (std::size_t const every : {0u, 1u, 3u, 40u}) {
            text const letters = random_text(size, 4, every, size);
            packed_text const forward{letters, 1}, mirror = packed_text::mirrored(forward.view(), 1);
            text const expected = mirrored_letters(letters);
            expect_packed(expected, mirror.view());
            packed_text const direct{expected, 1};
            ASSERT_TRUE(std::ranges::equal(direct.words(), mirror.words())) << size;
            ASSERT_TRUE(std::ranges::equal(direct.runs(), mirror.runs())) << size;
            ASSERT_TRUE(std::ranges::equal(direct.flags(), mirror.flags())) << size;
        }
}

TEST(joined_text, no_extension_crosses_a_barrier)
{
    joined_text joined;
    text const unit = periodic_text(100, {1, 2});
    EXPECT_EQ(joined.add(unit), 0u);
    EXPECT_EQ(joined.add({}), 101u);
    EXPECT_EQ(joined.add(unit), 102u);
    EXPECT_EQ(joined.size(), 202u);
    packed_text const packed{joined.letters()};
    EXPECT_EQ(direct_extension(packed.view(), 0, packed.view(), 102), 100u);
    EXPECT_EQ(direct_extension(packed.view(), 0, packed.view(), 2), 98u);
    EXPECT_EQ(direct_extension(packed.view(), 100, packed.view(), 100), 0u);
    EXPECT_EQ(direct_extension(packed.view(), 202, packed.view(), 202), 0u);
}

TEST(joined_text, mirror_finds_the_other_strand)
{
    joined_text joined;
    joined.add(dna_text("AACCG"));
    joined.add(dna_text("TTCGGTTNA"));
    std::size_t const size = joined.size();
    joined.add_mirror();
    ASSERT_EQ(joined.size(), 2 * size + 1);
    packed_text const packed{joined.letters()};
    // CGGTT at 6 + 2: its complement read leftwards from its last base is AACCG
    EXPECT_EQ(direct_extension(packed.view(), 0, packed.view(), 2 * size - (6 + 6)), 5u);
}

TEST(direct_extension, against_letters)
{
    for (std::size_t const size : {1u, 7u, 8u, 9u, 31u, 32u, 33u, 64u, 65u, 300u})
        for (unsigned const sigma : {1u, 2u, 4u, 20u})
            for (std::size_t const every : {0u, 10u, 100u}) {
                text letters = random_text(size, sigma, every, size);
                if (sigma == 20)
                    letters[0] = 20; // eight bits
                packed_text const packed{letters, 1};
                for (std::size_t i = 0; i <= size; ++i)
                    for (std::size_t j = 0; j <= size; j += size < 100 ? 1 : 7)
                        ASSERT_EQ(direct_extension(packed.view(), i, packed.view(), j),
                                  extension_by_letters(letters, i, letters, j))
                            << size << ' ' << sigma << ' ' << every << ": " << i << ' ' << j;
            }
}

TEST(direct_extension, long_ones_of_every_alignment)
{
    text const a = random_text(5000, 4, 0, 1);
    for (std::size_t shift = 0; shift < 40; ++shift) {
        text b(shift, 1);
        b.insert(b.end(), a.begin(), a.end());
        packed_text const pa{a, 1};
        for (std::size_t const wrong : {33u, 64u, 255u, 256u, 257u, 1000u, 4999u}) {
            text c = b;
            c[shift + wrong] = static_cast<std::uint8_t>(c[shift + wrong] % 4 + 1);
            packed_text const pc{c, 1};
            for (std::size_t from = 0; from < 33; ++from)
                ASSERT_EQ(direct_extension(pa.view(), from, pc.view(), shift + from), wrong - from);
            c[shift + wrong] = barrier_letter;
            packed_text const stopped{c, 1};
            ASSERT_EQ(direct_extension(pa.view(), 5, stopped.view(), shift + 5), wrong - 5);
        }
    }
}

} // namespace
