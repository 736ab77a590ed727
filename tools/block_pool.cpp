// SPDX-License-Identifier: BSD-3-Clause
#include "block_pool.hpp"

#include <rmq/cuda/device.hpp>

#include <optional>

namespace vglcs::tools {

namespace {

/// Cells from which on a run is worth a device's start, and how far ahead is read to find out.
constexpr std::uint64_t cells_that_pay_for_cuda = 2'000'000'000;

/// True where the engine that is asked for, if any, shares launches.
bool shares_launches(options const & o)
{
    return o.engine == "auto" || o.engine == "strip";
}

} // namespace

void run_blocks(block_source & source, std::function<bool(std::uint64_t)> const & wanted, block_setting const & given,
                row_maker & rows, row_sink & sink, progress & shown)
{
    block_setting setting = given;
    options const & o = setting.pairs.options;
    std::exception_ptr fault; // of the source
    auto const next = [&](pair_block & out) {
        if (fault)
            return false;
        try {
            while (source.next(out))
                if (wanted(out.number))
                    return true;
        } catch (interrupted const &) {
            throw;
        } catch (...) {
            fault = std::current_exception();
            return !out.jobs.empty() && wanted(out.number); // the pairs before it
        }
        return false;
    };

    std::vector<pair_block> first;
    std::uint64_t cells = 0;
    if (o.device == device::automatic && shares_launches(o) && !rmq::cuda::devices().devices.empty()) {
        while (cells < cells_that_pay_for_cuda) {
            pair_block block;
            if (!next(block))
                break;
            cells += block.cells;
            first.push_back(std::move(block));
        }
        if (cells >= cells_that_pay_for_cuda && setting.devices.empty())
            setting.devices = {o.device_number};
    } else if (o.device == device::cuda && setting.devices.empty()) {
        setting.devices = {o.device_number};
    }
    bool const on_devices = !setting.devices.empty() && shares_launches(o);
    std::unique_ptr<block_pool> const pool =
        on_devices ? make_device_pool(setting, rows, sink) : make_cpu_pool(setting, rows, sink);
    std::uint64_t const strands = setting.pairs.strands == strand_choice::both ? 2 : 1;
    auto const add = [&](pair_block & block) {
        shown.expect(block.cells * strands);
        pool->add(std::move(block));
    };
    for (pair_block & block : first)
        add(block);
    for (pair_block block; next(block); block = {})
        add(block);
    pool->finish();
    if (fault)
        std::rethrow_exception(fault);
}

} // namespace vglcs::tools
