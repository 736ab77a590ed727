// SPDX-License-Identifier: BSD-3-Clause
#include "base/sha256.hpp"

#include <gtest/gtest.h>

#include <vector>

using namespace vglcs;

// Values of the examples in FIPS 180-4.
TEST(sha256, published_values)
{
    EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(sha256, parts_give_the_digest_of_the_whole)
{
    std::string text;
    for (int k = 0; k < 1000; ++k)
        text += static_cast<char>(k * 37);
    for (std::size_t const step : {1u, 63u, 64u, 65u, 999u}) {
        sha256 digest;
        for (std::size_t k = 0; k < text.size(); k += step)
            digest.update(std::string_view{text}.substr(k, step));
        EXPECT_EQ(digest.hex(), sha256_hex(text)) << "parts of " << step;
    }
}

TEST(sha256, bytes_and_text_are_the_same)
{
    std::vector<std::byte> const bytes{std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
    sha256 digest;
    digest.update(std::span<std::byte const>{bytes});
    EXPECT_EQ(digest.hex(), sha256_hex("abc"));
}
