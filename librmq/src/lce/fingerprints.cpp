// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/detail/fingerprints.hpp>

#include <bit>
#include <vector>

#include <rmq/detail/direct_extension.hpp>
#include <rmq/detail/parallel.hpp>

namespace rmq {

fingerprint_tables::fingerprint_tables(unsigned bits_, std::uint64_t base) : bits{bits_}
{
    RMQ_EXPECTS((bits == 2 || bits == 8) && base >= 2 && base < detail::fingerprint_prime - 1);
    power[0] = 1;
    for (std::size_t r = 1; r < power.size(); ++r)
        power[r] = detail::product(power[r - 1], base);
    square[0] = base;
    for (std::size_t k = 1; k < square.size(); ++k)
        square[k] = detail::product(square[k - 1], square[k - 1]);
    std::size_t const per_word = 64 / bits, per_byte = 8 / bits;
    std::uint64_t const mask = (std::uint64_t{1} << bits) - 1;
    for (std::size_t k = 0; k < 8; ++k)
        for (std::uint64_t byte = 0; byte < 256; ++byte) {
            std::uint64_t value = 0;
            for (std::size_t s = 0; s < per_byte; ++s)
                value = detail::reduced(
                    value + detail::product(byte >> s * bits & mask, power[per_word - 1 - (k * per_byte + s)]));
            of_byte[k][byte] = value;
        }
}

fingerprints::fingerprints(packed_view const & text, std::shared_ptr<fingerprint_tables const> tables, unsigned threads)
    : text_{text}, per_word_{text.per_word()}, tables_{std::move(tables)}
{
    RMQ_EXPECTS(tables_->bits == text.bits);
    constexpr std::size_t grain = 1 << 14;
    std::size_t const words = text.size / per_word_, parts = words / grain + 1;
    std::uint64_t const shift = tables_->power[per_word_];
    prefix_.resize(words + 1);
    // a part alone, then what lies before it: h(xy) = h(x) * base^|y| + h(y)
    std::vector<std::uint64_t> before(parts + 1, 0);
    auto const begin_of = [&](std::size_t part) { return std::min(words, part * grain); };
    detail::for_each_part(parts, 1, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t part = first; part < last; ++part) {
            std::uint64_t h = 0;
            for (std::size_t w = begin_of(part); w < begin_of(part + 1); ++w)
                h = detail::reduced(detail::product(h, shift) + of_word(text.words[w]));
            before[part + 1] = h;
        }
    });
    std::uint64_t const part_shift = [&] {
        std::uint64_t x = shift;
        for (std::size_t k = 1; k < grain; k *= 2)
            x = detail::product(x, x);
        return x;
    }();
    for (std::size_t part = 1; part < parts; ++part) // all parts but the last are whole
        before[part] = detail::reduced(detail::product(before[part - 1], part_shift) + before[part]);
    detail::for_each_part(parts, 1, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t part = first; part < last; ++part) {
            std::uint64_t h = before[part];
            for (std::size_t w = begin_of(part); w < begin_of(part + 1); ++w) {
                prefix_[w] = h;
                h = detail::reduced(detail::product(h, shift) + of_word(text.words[w]));
            }
            if (part + 1 == parts)
                prefix_[words] = h;
        }
    });
}

std::size_t fingerprints::extension(std::size_t i, fingerprints const & other, std::size_t j,
                                    bool verify) const noexcept
{
    RMQ_EXPECTS(tables_ == other.tables_);
    constexpr std::size_t first_step = 256;
    std::size_t const limit = detail::letters_to_barrier(text_, i, other.text_, j);
    std::size_t length = std::min(limit, first_step);
    if (std::size_t const near = detail::long_extension(text_, i, other.text_, j, length); near < length)
        return near;
    // invariant: the first `length` letters are equal, and d is the difference of the prefixes that end there
    auto const difference = [&](std::size_t at) {
        return detail::reduced(prefix(i + at) + detail::fingerprint_prime - other.prefix(j + at));
    };
    std::uint64_t d = difference(length);
    auto const goes_on = [&](unsigned k) {
        std::size_t const step = std::size_t{1} << k;
        if (step > limit - length)
            return false;
        std::uint64_t const next = difference(length + step);
        if (next != detail::product(d, tables_->square[k]))
            return false;
        length += step;
        d = next;
        return true;
    };
    unsigned k = std::countr_zero(first_step);
    while (goes_on(k))
        ++k;
    unsigned const finest = static_cast<unsigned>(std::countr_zero(per_word_));
    while (k-- > finest)
        (void)goes_on(k);
    length += detail::long_extension(text_, i + length, other.text_, j + length, limit - length);
    return verify ? detail::long_extension(text_, i, other.text_, j, length) : length;
}

} // namespace rmq
