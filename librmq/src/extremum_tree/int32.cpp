// SPDX-License-Identifier: BSD-3-Clause
#define RMQ_VALUE std::int32_t
#define HWY_TARGET_INCLUDE "extremum_tree/int32.cpp"
#include "detail/extremum_tree_targets.hpp"

#include "detail/extremum_tree_impl.hpp"
