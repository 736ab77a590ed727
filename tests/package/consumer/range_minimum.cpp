// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/order.hpp>

int main()
{
    return rmq::min_leftmost::best(2, 1) == 1 ? 0 : 1;
}
