// SPDX-License-Identifier: BSD-3-Clause
#define RMQ_VALUE double
#define HWY_TARGET_INCLUDE "extremum_tree/double.cpp"
#include "detail/extremum_tree_targets.hpp"

#include "detail/extremum_tree_impl.hpp"
