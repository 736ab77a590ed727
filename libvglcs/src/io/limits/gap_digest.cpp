// SPDX-License-Identifier: BSD-3-Clause
#include "base/sha256.hpp"
#include "io/limits/value_runs.hpp"

#include <vglcs/io/gap_spec.hpp>
#include <vglcs/io/jump_spec.hpp>

#include <algorithm>
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

// The hashed bytes are a public format, since digests stand in result files.

/// For every maximal run of equal limits its length (64 bits), LO, HI (32 bits each) and 1 or 0 for blocked (8 bits),
/// all little-endian.
void add_limits(hashed_numbers & numbers, gap_limits const & limits)
{
    detail::for_each_run(limits, [&](std::size_t first, std::size_t last, gap_limit limit) {
        numbers.add(std::uint64_t{last - first});
        numbers.add(limit.lo);
        numbers.add(limit.hi);
        numbers.add(static_cast<std::uint8_t>(limit.blocked));
    });
}

/// Behind the limits: what a pair earns and a skipped letter costs (32 bits each); for every maximal run of equal jumps
/// its length (64 bits), LO (1 for 0), HI and the cost of landing (32 bits each, all 0 for no jump); for every maximal
/// run of equal leaving costs its length (64 bits) and the cost (32 bits, 2^32-1 for none). Without any jump, and so
/// with nothing that could leave, there are no runs.
void add_prices(hashed_numbers & numbers, std::uint32_t match, std::uint32_t skip, jumps const & given)
{
    numbers.add(match);
    numbers.add(skip);
    if (given.empty())
        return;
    detail::for_each_run(given, detail::value_kind::landing,
                         [&](std::size_t first, std::size_t last, detail::spec_value value) {
                             numbers.add(std::uint64_t{last - first});
                             numbers.add(value.hi == 0 ? 0 : std::max<std::uint32_t>(1, value.lo));
                             numbers.add(value.hi);
                             numbers.add(value.cost);
                         });
    detail::for_each_run(given, detail::value_kind::leaving,
                         [&](std::size_t first, std::size_t last, detail::spec_value value) {
                             numbers.add(std::uint64_t{last - first});
                             numbers.add(value.none ? jumps::never : value.cost);
                         });
}

/// Behind all of this: a run's length of 0 (64 bits), which no run has, and the limits that the letters give to the
/// partner, as limits of their own.
void add_partner_limits(hashed_numbers & numbers, gap_limits const & given)
{
    numbers.add(std::uint64_t{0});
    add_limits(numbers, given);
}

} // namespace

std::string digest(gap_limits const & limits)
{
    hashed_numbers numbers;
    add_limits(numbers, limits);
    return numbers.hex().substr(0, digest_digits);
}

std::string digest(gap_limits const & limits, std::uint32_t match, std::uint32_t skip, jumps const & jumps,
                   gap_limits const & for_partner)
{
    hashed_numbers numbers;
    add_limits(numbers, limits);
    if (match != 1 || skip != 0 || !jumps.empty())
        add_prices(numbers, match, skip, jumps);
    if (for_partner != gap_limits{for_partner.size(), gap_limit{}})
        add_partner_limits(numbers, for_partner);
    return numbers.hex().substr(0, digest_digits);
}

} // namespace vglcs
