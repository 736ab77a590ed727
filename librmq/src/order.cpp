// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/concepts.hpp>
#include <rmq/order.hpp>

namespace rmq {

static_assert(min_leftmost::left_wins(1, 1) && !min_rightmost::left_wins(1, 1));
static_assert(max_leftmost::left_wins(2, 1) && !max_leftmost::left_wins(1, 2));
static_assert(min_leftmost::best(3, 2) == 2 && max_leftmost::best(3, 2) == 3);

} // namespace rmq
