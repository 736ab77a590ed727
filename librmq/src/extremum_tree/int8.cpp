// SPDX-License-Identifier: BSD-3-Clause
#define RMQ_VALUE std::int8_t
#define HWY_TARGET_INCLUDE "extremum_tree/int8.cpp"
#include "extremum_tree/targets.hpp"

#include "extremum_tree/impl.hpp"
