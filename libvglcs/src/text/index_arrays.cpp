// SPDX-License-Identifier: BSD-3-Clause
#include "text/index_arrays.hpp"

#include <rmq/cuda/lce.hpp>
#include <rmq/cuda/lcp_array.hpp>
#include <rmq/cuda/suffix_array.hpp>

namespace vglcs::detail {

using rmq::cuda::device_buffer;
using rmq::cuda::device_span;

std::uint64_t index_device_bytes(rmq::packed_view const & text)
{
    return rmq::cuda::packed_text::bytes_for(text) +
           (3 * text.size + rmq::minimum_layout{text.size}.length) * sizeof(std::uint32_t) +
           rmq::cuda::suffix_array_scratch_bytes(text.size);
}

index_arrays<std::uint32_t> arrays_on_device(rmq::packed_view const & text)
{
    std::size_t const n = text.size;
    rmq::cuda::stream const on;
    rmq::cuda::packed_text const packed{text, on};
    device_buffer<std::uint32_t> const sa{n, on}, ranks{n, on}, lcp{n, on}, minima{rmq::minimum_layout{n}.length, on};
    rmq::cuda::suffix_array(packed.view(), sa.span(), ranks.span(), on);
    rmq::cuda::lcp_array_async(packed.view(), sa.span(), ranks.span(), lcp.span(), on);
    rmq::cuda::minimum_tree_async(lcp.span(), minima.span(), on);
    index_arrays<std::uint32_t> out;
    auto const fetch = [&](device_buffer<std::uint32_t> const & from, rmq::huge_vector<std::uint32_t> & to) {
        to.resize(from.size());
        rmq::cuda::copy_async(device_span<std::uint32_t const>{from.span()}, std::span{to}, on);
    };
    fetch(sa, out.sa);
    fetch(ranks, out.ranks);
    fetch(lcp, out.lcp);
    fetch(minima, out.minima);
    on.synchronize();
    return out;
}

} // namespace vglcs::detail
