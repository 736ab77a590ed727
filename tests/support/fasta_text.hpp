// SPDX-License-Identifier: BSD-3-Clause
/// Genomes of data/ as texts.
#pragma once

#include "made_texts.hpp"

#include "joined_text.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace rmq::test {

/// Letters of a FASTA file of data/, records joined, as they are.
[[nodiscard]] inline text fasta_text(std::string const & name)
{
    std::ifstream file{std::string{VGLCS_DATA} + "/" + name};
    EXPECT_TRUE(file) << name;
    joined_text joined;
    std::string line, letters;
    while (std::getline(file, line))
        if (line.starts_with('>')) {
            if (!letters.empty())
                joined.add(dna_text(letters));
            letters.clear();
        } else
            letters += line;
    joined.add(dna_text(letters));
    return {joined.letters().begin(), joined.letters().end()};
}

} // namespace rmq::test
