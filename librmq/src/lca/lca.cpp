// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/lca.hpp>

namespace rmq {

template class rooted_tree<std::uint32_t>;
template class rooted_tree<std::uint64_t>;
template class inlabel_lca<std::uint32_t>;
template class inlabel_lca<std::uint64_t>;
template class euler_lca<std::uint32_t>;
template class euler_lca<std::uint64_t>;

} // namespace rmq
