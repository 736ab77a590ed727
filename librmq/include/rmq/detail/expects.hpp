// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cassert>

/// Precondition of a function: a programmer's mistake, checked in debug builds only.
#define RMQ_EXPECTS(condition) assert(condition)
