// SPDX-License-Identifier: BSD-3-Clause
#include "io/sequences/letter_set.hpp"

#include <gtest/gtest.h>

#include <bitset>
#include <random>
#include <string>

using vglcs::detail::letter_set;

TEST(letter_set, holds_exactly_what_was_inserted)
{
    for (int only = 0; only < 256; ++only) {
        letter_set set;
        set.insert(static_cast<char>(only));
        for (int byte = 0; byte < 256; ++byte) {
            EXPECT_EQ(set.contains(static_cast<char>(byte)), byte == only) << byte;
            // long enough for the vectors, and the byte in every lane
            std::string const text(64, static_cast<char>(byte));
            EXPECT_EQ(set.find_outside(text), byte == only ? text.size() : 0) << byte;
        }
    }
}

TEST(letter_set, finds_the_first_foreign_byte_at_every_position_of_every_length)
{
    letter_set const letters{[](unsigned char c) { return c == 'A' || c == 'c' || c == 0xe9; }};
    for (std::size_t size = 0; size <= 130; ++size) {
        std::string text;
        for (std::size_t k = 0; k < size; ++k)
            text += "Ac\xe9"[k % 3];
        EXPECT_EQ(letters.find_outside(text), size);
        for (std::size_t k = 0; k < size; ++k) {
            std::string changed = text;
            changed[k] = 'C';
            changed.back() = k % 2 ? changed.back() : '\0'; // a second one, further on
            EXPECT_EQ(letters.find_outside(changed), std::min(k, changed.find_first_of(std::string{'C', '\0'})))
                << "size " << size << ", position " << k;
        }
    }
}

TEST(letter_set, agrees_with_contains_on_random_sets)
{
    std::mt19937 rng{7};
    for (int repeat = 0; repeat < 300; ++repeat) {
        std::bitset<256> members;
        for (int k = 0; k < 200; ++k)
            members.set(rng() % 256);
        letter_set const set{[&](unsigned char c) { return members[c]; }};
        std::string text(rng() % 100, '\0');
        for (char & c : text)
            c = static_cast<char>(rng() % 256);
        std::size_t expected = 0;
        while (expected < text.size() && members[static_cast<unsigned char>(text[expected])])
            ++expected;
        EXPECT_EQ(set.find_outside(text), expected);
    }
}
