// SPDX-License-Identifier: BSD-3-Clause
#define RMQ_VALUE double
#define HWY_TARGET_INCLUDE "extremum_tree/double.cpp"
#include "extremum_tree/targets.hpp"

#include "extremum_tree/impl.hpp"
