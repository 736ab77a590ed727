// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct evp_md_ctx_st; // OpenSSL's EVP_MD_CTX; its headers stay in the .cpp

namespace vglcs {

/// SHA-256 (FIPS 180-4) of bytes that come in parts, by OpenSSL's libcrypto. O(bytes) time, O(1) memory.
/// One thread at a time. Throws resource_error where libcrypto refuses (out of memory, algorithm switched off).
class sha256
{
public:
    sha256();
    ~sha256();
    sha256(sha256 &&) noexcept;
    sha256 & operator=(sha256 &&) noexcept;

    void update(std::span<std::byte const> bytes);
    void update(std::string_view text);
    /// The digest as 64 lower-case hex digits. Finishes: neither update() nor hex() may follow.
    [[nodiscard]] std::string hex();

private:
    struct context_deleter
    {
        void operator()(evp_md_ctx_st * context) const noexcept;
    };
    std::unique_ptr<evp_md_ctx_st, context_deleter> context_;
};

/// Digest of one text in one call.
[[nodiscard]] std::string sha256_hex(std::string_view text);

} // namespace vglcs
