// SPDX-License-Identifier: BSD-3-Clause
// The instruction sets of extremum_tree's kernels: the portable one, AVX2 and AVX-512, or NEON; those between them
// bring nothing here. Vectors of unknown length do not fit the kernels' fixed nodes.
#include <cstdint>

#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS                                                                                           \
    (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
