// SPDX-License-Identifier: BSD-3-Clause
#include "base/digest_memory.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <malloc.h>
#include <new>

namespace vglcs::tools {

namespace {

/// Memory for the blocks that malloc refuses while libcrypto initialises itself: more than all of them together
/// (193 KB with OpenSSL 3.0). Pages that nobody touches cost nothing. One thread.
class reserve
{
public:
    [[nodiscard]] void * take(std::size_t bytes) noexcept
    {
        used_ = true;
        std::size_t const rounded = (bytes + alignof(std::max_align_t) - 1) & ~(alignof(std::max_align_t) - 1);
        if (bytes > memory_.size() || rounded > memory_.size() - taken_)
            return nullptr;
        taken_ += rounded;
        return memory_.data() + taken_ - rounded;
    }
    [[nodiscard]] bool holds(void const * block) const noexcept
    {
        std::less<void const *> const before;
        return !before(block, memory_.data()) && before(block, memory_.data() + memory_.size());
    }
    /// Bytes from the block, which is held here, to the end.
    [[nodiscard]] std::size_t bytes_from(void const * block) const noexcept
    {
        return static_cast<std::size_t>(memory_.data() + memory_.size() - static_cast<std::byte const *>(block));
    }
    [[nodiscard]] bool used() const noexcept { return used_; }

private:
    alignas(std::max_align_t) std::array<std::byte, std::size_t{1} << 20> memory_{};
    std::size_t taken_ = 0;
    bool used_ = false;
};

constinit reserve spare;
constinit std::atomic<bool> preparing = false;

void * allocate(std::size_t bytes, char const *, int)
{
    void * const block = bytes == 0 ? nullptr : std::malloc(bytes);
    return block == nullptr && bytes != 0 && preparing ? spare.take(bytes) : block;
}

void release(void * block, char const *, int)
{
    if (!spare.holds(block))
        std::free(block);
}

void * reallocate(void * block, std::size_t bytes, char const * file, int line)
{
    if (block == nullptr)
        return allocate(bytes, file, line);
    if (bytes == 0) {
        release(block, file, line);
        return nullptr;
    }
    bool const held = spare.holds(block);
    if (!held)
        if (void * const moved = std::realloc(block, bytes); moved != nullptr || !preparing)
            return moved;
    void * const moved = allocate(bytes, file, line);
    if (moved == nullptr)
        return nullptr;
    std::memcpy(moved, block, std::min(bytes, held ? spare.bytes_from(block) : malloc_usable_size(block)));
    release(block, file, line);
    return moved;
}

} // namespace

void prepare_digests()
{
    // refused where another library has made libcrypto allocate before: then it is initialised already, or nearly
    CRYPTO_set_mem_functions(allocate, reallocate, release);
    preparing = true;
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
    unsigned size = 0;
    (void)EVP_Digest("", 0, digest.data(), &size, EVP_sha256(), nullptr); // a digest that fails will say so when asked
    preparing = false;
    if (spare.used())
        throw std::bad_alloc{};
}

} // namespace vglcs::tools
