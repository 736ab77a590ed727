// SPDX-License-Identifier: BSD-3-Clause
/// Genes in genomes of data/, their transcripts, and reads of these with errors: the answer is known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace vglcs::test {

/// Letters of the first record of a file of data/.
inline std::string data_letters(std::string const & name)
{
    std::ifstream file{std::string{VGLCS_DATA} + "/" + name};
    std::string out, line;
    for (std::getline(file, line); std::getline(file, line) && !line.starts_with('>');)
        out += line;
    return out;
}

/// The reverse complement of A C G T.
inline std::string turned(std::string letters)
{
    std::ranges::reverse(letters);
    for (char & c : letters)
        c = c == 'A' ? 'T' : c == 'C' ? 'G' : c == 'G' ? 'C' : c == 'T' ? 'A' : c;
    return letters;
}

struct made_gene
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> exons; ///< by place, half open
    bool minus = false;
};

struct gene_shape
{
    std::size_t exons = 4;
    std::uint64_t least_exon = 60, most_exon = 150, least_intron = 60, most_intron = 600;
    std::uint64_t small_exon = 0; ///< letters of the second exon, where not 0
};

/// A gene from `start` on; its introns get sites in the genome, GT-AG on the gene's strand.
template <class Random>
made_gene plant_gene(std::string & genome, std::uint64_t start, gene_shape const & shape, bool minus, Random & random)
{
    auto const number = [&](std::uint64_t lo, std::uint64_t hi) {
        return std::uniform_int_distribution<std::uint64_t>{lo, hi}(random);
    };
    made_gene out{{}, minus};
    std::uint64_t at = start;
    for (std::size_t k = 0; k < shape.exons; ++k) {
        std::uint64_t const length =
            k == 1 && shape.small_exon != 0 ? shape.small_exon : number(shape.least_exon, shape.most_exon);
        out.exons.emplace_back(at, at + length);
        at += length;
        if (k + 1 == shape.exons)
            break;
        std::uint64_t const intron = number(shape.least_intron, shape.most_intron);
        genome.replace(at, 2, minus ? "CT" : "GT");
        genome.replace(at + intron - 2, 2, minus ? "AC" : "AG");
        at += intron;
    }
    return out;
}

/// The transcript as it is read: the reverse complement where the gene is on -.
inline std::string transcript_of(std::string const & genome, made_gene const & gene)
{
    std::string out;
    for (auto const & [begin, end] : gene.exons)
        out += genome.substr(begin, end - begin);
    return gene.minus ? turned(out) : out;
}

/// The letters with errors, a third each changed, left out and put in.
template <class Random>
std::string with_errors(std::string const & letters, double rate, Random & random)
{
    std::uniform_real_distribution<double> chance{0, 1};
    auto const any = [&] { return "ACGT"[random() % 4]; };
    std::string out;
    for (char const c : letters) {
        double const x = chance(random);
        if (x < rate / 3)
            continue;
        if (x < 2 * rate / 3)
            out += any();
        out += x >= 2 * rate / 3 && x < rate ? any() : c;
    }
    return out;
}

} // namespace vglcs::test
