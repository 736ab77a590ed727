// SPDX-License-Identifier: BSD-3-Clause
#include "base/sha256.hpp"
#include "io/limits/limit_runs.hpp"

#include <vglcs/io/gap_spec.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vglcs {

namespace {

constexpr std::size_t digest_digits = 16;
constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

/// Numbers as little-endian bytes, handed to the hash in large parts.
class hashed_numbers
{
public:
    template <std::unsigned_integral Number>
    void add(Number number)
    {
        if (filled_ + sizeof(Number) > buffer_.size())
            flush();
        for (std::size_t byte = 0; byte < sizeof(Number); ++byte)
            buffer_[filled_++] = static_cast<std::byte>(number >> (8 * byte) & 0xff);
    }

    std::string hex()
    {
        flush();
        return hash_.hex();
    }

private:
    void flush()
    {
        hash_.update(std::span<std::byte const>{buffer_.data(), filled_});
        filled_ = 0;
    }

    sha256 hash_;
    std::vector<std::byte> buffer_ = std::vector<std::byte>(buffer_bytes);
    std::size_t filled_ = 0;
};

} // namespace

std::string digest(gap_limits const & limits)
{
    // The hashed bytes are a public format, since digests stand in result files: for every maximal run of equal limits
    // its length (64 bits), LO, HI (32 bits each) and 1 or 0 for blocked (8 bits), all little-endian.
    hashed_numbers numbers;
    detail::for_each_run(limits, [&](std::size_t first, std::size_t last, gap_limit limit) {
        numbers.add(std::uint64_t{last - first});
        numbers.add(limit.lo);
        numbers.add(limit.hi);
        numbers.add(static_cast<std::uint8_t>(limit.blocked));
    });
    return numbers.hex().substr(0, digest_digits);
}

} // namespace vglcs
