// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/rmq.hpp>

#include <iostream>
#include <span>
#include <vector>

int main()
{
    std::vector<int> const values{5, 3, 8, 3, 9};
    rmq::sparse_table<int> const table{std::span<int const>{values}};
    std::cout << "minimum of all at " << table.query(0, 4) << ", of the last two at " << table.query(3, 4) << '\n';
    return table.query(0, 4) == 1 && table.query(3, 4) == 3 ? 0 : 1;
}
