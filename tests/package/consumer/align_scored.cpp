// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/jump_spec.hpp>
#include <vglcs/vglcs.hpp>

#include <iostream>
#include <string>
#include <vector>

int main()
{
    using namespace vglcs;
    std::string const read = "GATTACAGCATC", gene = "CCGATTACAGTAAGTCCTTTCAGGCATC";
    // an intron: 5 to 50 letters for 2, behind AG, and for 3 more where it does not begin with GT
    std::vector<std::string> const landing{"after:AG=5..50@2"}, leaving{"at:GT=0,*=3"};
    jumps const introns = jump_spec{landing, leaving, alphabet::dna}.for_record({.letters = gene}, strand::forward);
    gap_limit const one{.hi = 1};
    problem const p{encode(read, alphabet::dna),
                    encode(gene, alphabet::dna),
                    {read.size(), one},
                    {gene.size(), one},
                    {.match = 1, .skip_a = 1, .skip_b = 1},
                    {},
                    introns};
    result const r = solve(p, {.threads = 1});
    std::cout << r.length << " pairs, score " << r.score << '\n'; // 12 pairs, score 10
    std::size_t found = 0;
    for (std::size_t k = 1; k < r.chain.size(); ++k)
        if (auto const link = link_of(p, r.chain[k - 1], r.chain[k]); link && link->b) {
            std::cout << "intron from " << link->b->first << " to " << link->b->end - 1 << '\n'; // from 9 to 22
            found = link->b->end;
        }
    return r.score == 10 && found == 23 && score_of(p, r.chain) == 10 ? 0 : 1;
}
