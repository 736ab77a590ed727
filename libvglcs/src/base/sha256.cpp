// SPDX-License-Identifier: BSD-3-Clause
#include "base/sha256.hpp"

#include <vglcs/error.hpp>

#include <openssl/evp.h>

#include <array>

namespace vglcs {

namespace {

void check(int success)
{
    if (success != 1)
        throw resource_error{"sha256: libcrypto gives no SHA-256: check the OpenSSL installation and its policy"};
}

} // namespace

void sha256::context_deleter::operator()(evp_md_ctx_st * context) const noexcept
{
    EVP_MD_CTX_free(context);
}

sha256::sha256() : context_{EVP_MD_CTX_new()}
{
    check(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

sha256::~sha256() = default;
sha256::sha256(sha256 &&) noexcept = default;
sha256 & sha256::operator=(sha256 &&) noexcept = default;

void sha256::update(std::span<std::byte const> bytes)
{
    check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
}

void sha256::update(std::string_view text)
{
    update(std::as_bytes(std::span{text}));
}

std::string sha256::hex()
{
    std::array<unsigned char, 32> digest;
    static_assert(digest.size() <= EVP_MAX_MD_SIZE);
    check(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr));
    constexpr char digits[] = "0123456789abcdef";
    std::string out;
    out.reserve(2 * digest.size());
    for (unsigned char const byte : digest) {
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return out;
}

std::string sha256_hex(std::string_view text)
{
    sha256 digest;
    digest.update(text);
    return digest.hex();
}

} // namespace vglcs
