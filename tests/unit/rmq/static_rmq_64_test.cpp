// SPDX-License-Identifier: BSD-3-Clause
// Every static structure with 64-bit indices, over signed, unsigned and floating-point values.
#include <static_rmq_suite.hpp>

namespace static_rmq_suite {

using structures = testing::Types<STRUCTURES(std::int32_t, std::uint64_t, rmq::max_leftmost),
                                  STRUCTURES(std::int64_t, std::uint64_t, rmq::max_rightmost),
                                  STRUCTURES(std::uint32_t, std::uint64_t, rmq::min_rightmost),
                                  STRUCTURES(double, std::uint64_t, rmq::min_leftmost)>;
INSTANTIATE_TYPED_TEST_SUITE_P(index_64, static_rmq, structures);

} // namespace static_rmq_suite
