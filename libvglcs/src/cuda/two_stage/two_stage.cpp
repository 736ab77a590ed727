// SPDX-License-Identifier: BSD-3-Clause
/// The card's engines bst2 and catalan: S2's two stages on the device. They keep the whole table.
#include "cuda/engines.hpp"
#include "cuda/two_stage/two_stage_launch.hpp"
#include "solve/prepared.hpp"

#include <rmq/cuda/check.hpp>
#include <rmq/cuda/device.hpp>
#include <rmq/cuda/device_buffer.hpp>

#include <algorithm>
#include <bit>

namespace vglcs::cuda {

namespace {

using rmq::cuda::device_buffer;
using rmq::cuda::device_span;

/// Rows of one launch: between launches the run looks whether it is to stop.
constexpr std::uint32_t rows_of_launch = 256;

/// Numbers of elements of the device arrays.
struct two_stage_sizes
{
    std::size_t n, m, stride, rows, row_blocks, row_levels, column_blocks, column_levels, lca;
    bool catalan;

    two_stage_sizes(problem const & p, block_code code)
        : n{p.n()}, m{p.m()}, stride{(m + 63) / 64 * 64}, rows{(n + 31) / 32 * 32},
          row_blocks{(n + block_rows(code) - 1) / block_rows(code)}, row_levels{static_cast<std::size_t>(
                                                                         std::bit_width(row_blocks))},
          column_blocks{stride / block_columns}, column_levels{static_cast<std::size_t>(std::bit_width(column_blocks))},
          lca{code == block_code::catalan ? rmq::cuda::packed_lca_words : 0}, catalan{code == block_code::catalan}
    {
    }
    [[nodiscard]] std::uint64_t code_bytes() const { return row_blocks * stride * (catalan ? 2 : 8); }
    [[nodiscard]] std::uint64_t bytes() const
    {
        return rows * stride * 4 + code_bytes() + stride * 2 + (catalan ? 8 * stride * 2 : 0) +
               row_levels * row_blocks * stride * 4 + 6 * stride * 4 + 2 * column_levels * column_blocks * 4 + lca * 4 +
               8 * stride + 9 * (n + m) + 8 * std::min(n, m) + 16 * 512;
    }
};

class two_stage final : public engine
{
public:
    two_stage(std::string_view name, std::string_view summary, block_code code)
        : name_{name}, summary_{summary}, code_{code}
    {
    }
    std::string_view name() const noexcept override { return name_; }
    std::string_view summary() const noexcept override { return summary_; }
    vglcs::device device() const noexcept override { return vglcs::device::cuda; }
    bool supports(problem const & p, task) const noexcept override { return p.is_unit() && !p.has_partner_limits(); }

    std::unique_ptr<prepared_run> prepare(problem const & p, options const & o) const override
    {
        return detail::prepared(cost_of(p), [&p, &o, this] { return solve_on_device(p, o); });
    }

private:
    cost cost_of(problem const & p) const
    {
        std::uint64_t const cells = std::uint64_t{p.n()} * p.m();
        return {.cells = cells,
                .host_bytes = p.bytes() + 8 * (p.n() + p.m()) + 24 * std::min(p.n(), p.m()),
                .gpu_bytes = cells ? two_stage_sizes{p, code_}.bytes() : 0,
                .seconds = static_cast<double>(p.n()) * 10e-6 + static_cast<double>(cells) * 1e-10};
    }

    result solve_on_device(problem const & p, options const & o) const
    {
        return guarded(name_, [&] {
            rmq::cuda::device_guard const guard{o.device_number};
            if (p.n() == 0 || p.m() == 0)
                return result{.engine = name_};
            return run(p, o, {p, code_});
        });
    }

    result run(problem const & p, options const & o, two_stage_sizes const & sizes) const
    {
        rmq::cuda::stream const stream;
        auto const words = [&](std::size_t size) { return device_buffer<std::uint32_t>{size, stream}; };
        device_buffer<letter_code> const a{p.a(), stream}, b{p.b(), stream};
        std::vector<std::uint32_t> host_limits[4];
        std::vector<device_buffer<std::uint32_t>> d_limits;
        auto const limits = [&](limits_view const & view, std::size_t n, std::vector<std::uint32_t> & lo,
                                std::vector<std::uint32_t> & hi) {
            lo.resize(view.is_elastic() && !view.is_uniform() ? n : 1);
            hi.resize(view.is_uniform() ? 1 : n);
            for (std::size_t k = 0; k < lo.size(); ++k)
                lo[k] = view.lo(k);
            for (std::size_t k = 0; k < hi.size(); ++k)
                hi[k] = view.hi(k);
            d_limits.emplace_back(std::span<std::uint32_t const>{lo}, stream);
            d_limits.emplace_back(std::span<std::uint32_t const>{hi}, stream);
            return device_limits{.lo = d_limits[d_limits.size() - 2].data(),
                                 .hi = d_limits.back().data(),
                                 .lo_step = lo.size() == 1 ? 0u : 1u,
                                 .hi_step = hi.size() == 1 ? 0u : 1u};
        };
        d_limits.reserve(4);
        device_buffer<std::uint32_t> const table = words(sizes.rows * sizes.stride),
                                           row_blocks = words(sizes.row_levels * sizes.row_blocks * sizes.stride),
                                           row = words(6 * sizes.stride),
                                           column_blocks = words(2 * sizes.column_levels * sizes.column_blocks),
                                           best_rows = words(sizes.stride);
        device_buffer<std::uint32_t> best_values = words(sizes.stride);
        best_values.fill_bytes_async(0, stream);
        device_buffer<std::byte> const codes{sizes.code_bytes(), stream};
        device_buffer<std::uint16_t> const path{sizes.stride, stream},
            left{sizes.catalan ? 8 * sizes.stride : 0, stream};
        std::vector<std::uint32_t> const host_lca =
            sizes.catalan ? rmq::cuda::packed_lca_table() : std::vector<std::uint32_t>{};
        device_buffer<std::uint32_t> const lca{std::span<std::uint32_t const>{host_lca}, stream};
        two_stage_problem const d{.n = static_cast<std::uint32_t>(sizes.n),
                                  .m = static_cast<std::uint32_t>(sizes.m),
                                  .stride = sizes.stride,
                                  .a = a.data(),
                                  .b = b.data(),
                                  .limits_a = limits(p.limits_a(), p.n(), host_limits[0], host_limits[1]),
                                  .limits_b = limits(p.limits_b(), p.m(), host_limits[2], host_limits[3]),
                                  .table = table.data(),
                                  .past = {.stride = sizes.stride,
                                           .slots = static_cast<std::uint32_t>(sizes.row_blocks),
                                           .codes = codes.data(),
                                           .path = path.data(),
                                           .left_index = left.data(),
                                           .levels = row_blocks.data(),
                                           .level_count = static_cast<std::uint32_t>(sizes.row_levels)},
                                  .row = row.data(),
                                  .column_blocks = column_blocks.data(),
                                  .column_levels = static_cast<std::uint32_t>(sizes.column_levels),
                                  .lca = lca.data(),
                                  .best_values = best_values.data(),
                                  .best_rows = best_rows.data()};
        for (std::uint32_t first = 0; first < d.n; first += rows_of_launch) {
            std::uint32_t const last = std::min(d.n, first + rows_of_launch);
            run_two_stage_async(code_, d, first, last, stream);
            if (o.control) {
                stream.synchronize();
                o.control->throw_if_stopped();
                o.control->add_cells(std::uint64_t{last - first} * sizes.m);
            }
        }
        return answer(p, o, d, stream);
    }

    result answer(problem const & p, options const & o, two_stage_problem const & d,
                  rmq::cuda::stream const & stream) const
    {
        result out{.engine = name_};
        device_buffer<table_cell> const cell{1, stream};
        best_cell_task const best{
            .values = d.best_values, .rows = d.best_rows, .columns = d.m, .columns_are_a = 0, .best = cell.data()};
        device_buffer<best_cell_task> const d_best{std::span<best_cell_task const>{&best, 1}, stream};
        best_cells_async(d_best.data(), 1, stream);
        table_cell const last = rmq::cuda::to_host(device_span<table_cell const>{cell.span()}, stream).front();
        out.length = last.value;
        if (last.value == 0)
            return out;
        out.last = matched_pair{last.row, last.column};
        if (o.task == task::length)
            return out;
        device_buffer<chain_cell> const chain{std::min(p.n(), p.m()), stream};
        traceback_task const traceback{.table = d.table,
                                       .row_values = d.stride,
                                       .row_count = d.n,
                                       .column_count = d.m,
                                       .rows = d.limits_a,
                                       .columns = d.limits_b,
                                       .at = cell.data(),
                                       .chain = chain.data()};
        device_buffer<traceback_task> const d_traceback{std::span<traceback_task const>{&traceback, 1}, stream};
        traceback_async(4, d_traceback.data(), 1, 1, stream);
        for (chain_cell const c : rmq::cuda::to_host(device_span<chain_cell const>{chain.data(), last.value}, stream))
            out.chain.push_back({c.row, c.column});
        return out;
    }

    std::string_view name_, summary_;
    block_code code_;
};

} // namespace

engine const & bst2_engine()
{
    static two_stage const instance{"bst2", "row by row, a column a thread: rightmost-pops codes, blocked sparse table",
                                    block_code::pops};
    return instance;
}

engine const & catalan_engine()
{
    static two_stage const instance{
        "catalan", "row by row, a column a thread: online Catalan index, blocked sparse table", block_code::catalan};
    return instance;
}

} // namespace vglcs::cuda
