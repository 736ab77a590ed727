// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/kmers.hpp>

#include "bounds/kmer_words.hpp"
#ifdef VGLCS_WITH_CUDA
#include "bounds/kmers_device.hpp"
#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#endif

#include <fmt/format.h>

#include <algorithm>

namespace vglcs {

namespace {

bool has_strands(alphabet a) noexcept
{
    return a == alphabet::dna || a == alphabet::rna;
}

unsigned bits_of_letter(alphabet a) noexcept
{
    return has_strands(a) ? 2 : a == alphabet::protein ? 5 : 8;
}

#ifdef VGLCS_WITH_CUDA
/// Shorter texts are sorted by a core of the CPU before a device has taken the memory for it.
constexpr std::size_t letters_that_pay_for_cuda = 100'000;
#endif

} // namespace

unsigned longest_kmer(alphabet a) noexcept
{
    // one bit short of 64 letters' worth, so that a mask of all bits of a k-mer is a plain shift
    return 63 / bits_of_letter(a) + (bits_of_letter(a) == 8);
}

detail::kmer_words detail::make_kmer_words(alphabet a, unsigned k, bool canonical)
{
    if (k == 0 || k > longest_kmer(a))
        throw usage_error{fmt::format("k-mers of {} letters: not possible with alphabet {}: give 1 to {}", k, name(a),
                                      longest_kmer(a))};
    kmer_words out{.k = k, .bits = bits_of_letter(a), .both = canonical && has_strands(a)};
    out.mask = out.bits * k == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << out.bits * k) - 1;
    auto const & codes = encoding(a);
    for (unsigned letter = 0; letter < 256; ++letter) {
        letter_code const code = codes[letter];
        bool const counts = code != no_match && code != foreign_letter;
        out.code[letter] = counts ? code : kmer_words::none;
        if (out.both)
            out.complement[letter] = codes[static_cast<unsigned char>(complement(static_cast<char>(letter)))];
    }
    return out;
}

std::vector<std::uint64_t> sorted_kmers(std::string_view letters, alphabet a, unsigned k, bool canonical)
{
    detail::kmer_words const words = detail::make_kmer_words(a, k, canonical);
    std::vector<std::uint64_t> out;
    out.reserve(letters.size());
    std::uint64_t forward = 0, reverse = 0;
    unsigned run = 0; // letters since the last one that matches nothing
    for (char const letter : letters) {
        std::uint8_t const code = words.code[static_cast<unsigned char>(letter)];
        if (code == detail::kmer_words::none) {
            run = 0;
            continue;
        }
        forward = (forward << words.bits | code) & words.mask;
        if (words.both) {
            std::uint64_t const other = words.complement[static_cast<unsigned char>(letter)];
            reverse = reverse >> words.bits | other << words.bits * (k - 1);
        }
        if (++run >= k)
            out.push_back(words.both ? std::min(forward, reverse) : forward);
    }
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
}

std::vector<std::uint64_t> sorted_kmers(std::string_view letters, alphabet a, unsigned k, bool canonical,
                                        [[maybe_unused]] int device_number)
{
#ifdef VGLCS_WITH_CUDA
    if (letters.size() >= letters_that_pay_for_cuda) {
        detail::kmer_words const words = detail::make_kmer_words(a, k, canonical);
        try {
            rmq::cuda::device_guard const guard{device_number};
            return cuda::sorted_kmers(letters, words);
        } catch (rmq::cuda::error const &) { // no memory is left there, say
        } catch (rmq::cuda::unavailable const &) {
        }
    }
#endif
    return sorted_kmers(letters, a, k, canonical);
}

std::size_t count_shared(std::span<std::uint64_t const> x, std::span<std::uint64_t const> y) noexcept
{
    std::size_t shared = 0;
    for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
        shared += x[i] == y[j];
        std::uint64_t const at = x[i]; // y may have it too: both go on
        i += at <= y[j];
        j += y[j] <= at;
    }
    return shared;
}

} // namespace vglcs
