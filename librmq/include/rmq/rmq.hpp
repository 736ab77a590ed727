// SPDX-License-Identifier: BSD-3-Clause
/// librmq: range-extremum, nearest-smaller-value, Cartesian-tree, lowest-common-ancestor and suffix-array structures.
#pragma once

#include <rmq/block_sparse_table.hpp>
#include <rmq/box_maximum.hpp>
#include <rmq/cartesian_tree.hpp>
#include <rmq/communicator.hpp>
#include <rmq/concepts.hpp>
#include <rmq/distributed_range_extremum.hpp>
#include <rmq/extremum_tree.hpp>
#include <rmq/incremental_range.hpp>
#include <rmq/lca.hpp>
#include <rmq/lca_rmq.hpp>
#include <rmq/lce.hpp>
#include <rmq/lcp_array.hpp>
#include <rmq/list_ranking.hpp>
#include <rmq/mpi_communicator.hpp>
#include <rmq/naive.hpp>
#include <rmq/nearest_smaller.hpp>
#include <rmq/order.hpp>
#include <rmq/packed_text.hpp>
#include <rmq/peeking_sparse_table.hpp>
#include <rmq/range.hpp>
#include <rmq/rooted_tree.hpp>
#include <rmq/sparse_table.hpp>
#include <rmq/succinct.hpp>
#include <rmq/succinct_index.hpp>
#include <rmq/suffix_array.hpp>
#include <rmq/suffix_maximum.hpp>
#include <rmq/tile_maximum.hpp>
#include <rmq/tree_code.hpp>
#include <rmq/tree_queries.hpp>
#include <rmq/window_maximum.hpp>
