// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/vglcs.hpp>

#include <iostream>

int main()
{
    using namespace vglcs;
    auto const a = encode("GATTACA", alphabet::dna), b = encode("GACTATA", alphabet::dna);
    problem const p{a, b, gap_limits{a.size(), {.hi = 1}}, gap_limits{b.size(), {.hi = 1}}};
    result const r = solve(p, {.threads = 1});
    std::cout << "length " << r.length << '\n';
    for (auto const [i, j] : r.chain)
        std::cout << i << ' ' << j << '\n';
    return r.length == 5 && !find_fault(p, r.chain) ? 0 : 1;
}
