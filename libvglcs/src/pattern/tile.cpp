// SPDX-License-Identifier: BSD-3-Clause
#include "pattern/tile.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vglcs::detail {

namespace {

/// The letter of every byte, and of its complement.
struct letter_tables
{
    std::array<std::uint8_t, 256> as_read{}, complement{};

    constexpr letter_tables()
    {
        as_read.fill(tile::inside);
        constexpr std::string_view letters = "ACGT";
        for (std::size_t k = 0; k < 4; ++k)
            for (unsigned const lower : {0u, 0x20u})
                as_read[static_cast<unsigned char>(letters[k]) | lower] =
                    static_cast<std::uint8_t>(tile::inside | 1u << k);
        as_read['U'] = as_read['u'] = as_read['T'];
        complement = as_read;
        for (std::uint8_t & c : complement) {
            unsigned const set = c & 15u;
            c = static_cast<std::uint8_t>(tile::inside | (set & 1) << 3 | (set & 2) << 1 | (set & 4) >> 1 | set >> 3);
        }
    }
};
constexpr letter_tables tables;

void set_bit(bit_plane & plane, std::size_t p) noexcept
{
    plane[p / 64] |= std::uint64_t{1} << p % 64;
}

} // namespace

void shifted(bit_plane const & from, std::size_t shift, std::size_t words, bit_plane & to)
{
    std::size_t const skip = shift / 64, stride = from.size();
    unsigned const s = shift % 64;
    std::size_t const full = skip + 1 >= stride ? 0 : std::min(words, stride - skip - 1);
    std::uint64_t const * const x = from.data() + (full == 0 ? 0 : skip);
    std::uint64_t * const out = to.data();
    for (std::size_t w = 0; w < full; ++w)
        out[w] = x[w] >> s | x[w + 1] << 1 << (63 - s);
    for (std::size_t w = full; w < words; ++w)
        out[w] = skip + w < stride ? from[skip + w] >> s : 0;
}

void tile::fill(std::span<tile_slice const> slices, bool turned)
{
    size_ = 0;
    for (tile_slice const & slice : slices)
        size_ += slice.letters.size() + 1;
    words_ = size_ / 64 + 1;
    letters_.assign(stride() * 64, 0);
    starts_.assign(stride(), 0);
    record_ends_.assign(stride(), 0);
    ends_.clear();
    has_set_.fill(false);
    runs_.clear();
    std::size_t at = 0;
    for (std::size_t k = 0; k < slices.size(); ++k) {
        tile_slice const & slice = slices[turned ? slices.size() - 1 - k : k];
        std::size_t const n = slice.letters.size();
        if (slice.begins)
            set_bit(starts_, at);
        std::uint8_t * const to = letters_.data() + at;
        auto const * const from = reinterpret_cast<unsigned char const *>(slice.letters.data());
        if (turned)
            for (std::size_t p = 0; p < n; ++p)
                to[p] = tables.complement[from[n - 1 - p]];
        else
            for (std::size_t p = 0; p < n; ++p)
                to[p] = tables.as_read[from[p]];
        at += n;
        if (slice.ends)
            set_bit(record_ends_, at);
        ends_.push_back(at);
        ++at;
    }
    fill_planes();
}

void tile::fill_planes()
{
    for (bit_plane & plane : one_)
        plane.resize(stride());
    for (std::size_t w = 0; w < stride(); ++w) {
        std::array<std::uint64_t, 5> word{};
        for (unsigned byte = 0; byte < 8; ++byte) {
            std::uint64_t x = 0;
            std::memcpy(&x, letters_.data() + w * 64 + byte * 8, 8);
            if constexpr (std::endian::native == std::endian::big)
                x = __builtin_bswap64(x);
            for (unsigned b = 0; b < 5; ++b) // the product brings bit b of byte k to bit 56 + k
                word[b] |= ((x >> b & 0x0101010101010101u) * 0x0102040810204080u >> 56) << 8 * byte;
        }
        for (unsigned b = 0; b < 5; ++b)
            one_[b][w] = word[b];
    }
}

bit_plane const & tile::of_set(std::uint8_t set)
{
    if (set == 15)
        return one_[4];
    if (std::has_single_bit(set))
        return one_[static_cast<unsigned>(std::countr_zero(set))];
    bit_plane & plane = sets_[set];
    if (!has_set_[set]) {
        plane.assign(stride(), 0);
        for (unsigned b = 0; b < 4; ++b)
            if ((set >> b & 1) != 0)
                for (std::size_t w = 0; w < stride(); ++w)
                    plane[w] |= one_[b][w];
        has_set_[set] = true;
    }
    return plane;
}

bit_plane const & tile::runs(std::size_t length)
{
    auto const [found, is_new] = runs_.try_emplace(length);
    bit_plane & plane = found->second;
    if (!is_new)
        return plane;
    if (length == 0) {
        plane.assign(stride(), ~std::uint64_t{0});
    } else if (length == 1) {
        plane = one_[4];
    } else { // two runs of a power of two that overlap
        std::size_t const half = std::bit_floor(length - 1);
        bit_plane const & part = runs(half);
        plane.resize(stride());
        shifted(part, length - half, stride(), plane);
        for (std::size_t w = 0; w < stride(); ++w)
            plane[w] &= part[w];
    }
    return plane;
}

} // namespace vglcs::detail
