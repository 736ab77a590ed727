// SPDX-License-Identifier: BSD-3-Clause
/// align and batch, then verify: a result is right, and no longer so when a byte of what the format carries is changed.
#include "fuzz.hpp"
#include "verify_cases.hpp"

#include <cstdio>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size)
{
    static vglcs::test::temporary_folder const folder;
    vglcs::fuzz::feed input{data, size};
    std::string const fault = vglcs::test::check_a_run(folder, [&](unsigned bound) {
        unsigned const high = bound > 256 ? input.byte() : 0u;
        return (high << 8 | input.byte()) % bound;
    });
    if (!fault.empty())
        std::fprintf(stderr, "%s\n", fault.c_str());
    vglcs::fuzz::require(fault.empty(), "verify says of a result what is right");
    return 0;
}
