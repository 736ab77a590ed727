// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/kmers.hpp>

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

} // namespace

unsigned longest_kmer(alphabet a) noexcept
{
    // one bit short of 64 letters' worth, so that a mask of all bits of a k-mer is a plain shift
    return 63 / bits_of_letter(a) + (bits_of_letter(a) == 8);
}

std::vector<std::uint64_t> sorted_kmers(std::string_view letters, alphabet a, unsigned k, bool canonical)
{
    if (k == 0 || k > longest_kmer(a))
        throw usage_error{fmt::format("k-mers of {} letters: not possible with alphabet {}: give 1 to {}", k, name(a),
                                      longest_kmer(a))};
    unsigned const bits = bits_of_letter(a);
    std::uint64_t const mask = bits * k == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits * k) - 1;
    auto const & codes = encoding(a);
    bool const both = canonical && has_strands(a);
    std::vector<std::uint64_t> out;
    out.reserve(letters.size());
    std::uint64_t forward = 0, reverse = 0;
    unsigned run = 0; // letters since the last one that matches nothing
    for (char const letter : letters) {
        letter_code const code = codes[static_cast<unsigned char>(letter)];
        if (code == no_match || code == foreign_letter) {
            run = 0;
            continue;
        }
        forward = (forward << bits | code) & mask;
        if (both) {
            std::uint64_t const other = codes[static_cast<unsigned char>(complement(letter))];
            reverse = reverse >> bits | other << bits * (k - 1);
        }
        if (++run >= k)
            out.push_back(both ? std::min(forward, reverse) : forward);
    }
    std::ranges::sort(out);
    out.erase(std::ranges::unique(out).begin(), out.end());
    return out;
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
