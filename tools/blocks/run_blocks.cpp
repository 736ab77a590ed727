// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/run_blocks.hpp"

#include "blocks/blocks_ahead.hpp"

#include <vglcs/device_choice.hpp>

namespace vglcs::tools {

void run_blocks(block_source & source, std::function<bool(std::uint64_t)> const & wanted, block_setting const & setting,
                row_sink & rows, progress & shown)
{
    block_setting mine = setting;
    options & o = mine.pairs.options;
    std::uint64_t const readings = setting.pairs.readings();
    if (auto const cells = source.known_cells())
        shown.know_total(*cells * readings);
    std::exception_ptr fault; // of the source
    auto const next = [&](pair_block & out) {
        if (fault)
            return false;
        try {
            while (source.next(out)) {
                if (wanted(out.number))
                    return true;
                shown.leave_out(out.cells * readings);
            }
        } catch (interrupted const &) {
            throw;
        } catch (...) {
            fault = std::current_exception();
            return !out.jobs.empty() && wanted(out.number); // the pairs before it
        }
        return false;
    };

    if (o.device != device::cuda || !may_share_device(o))
        require_engine(o); // else the pool does, while blocks are read
    blocks_ahead first;
    bool const on_devices = take_devices(next, mine.shared, o, first);
    std::unique_ptr<block_pool> const pool = on_devices ? make_device_pool(mine, rows) : make_cpu_pool(mine, rows);
    auto const add = [&](pair_block & block) {
        shown.expect(block.cells * readings);
        pool->add(std::move(block));
    };
    for (pair_block & block : first.blocks)
        add(block);
    for (pair_block block; next(block); block = {})
        add(block);
    shown.all_expected();
    pool->finish();
    if (fault)
        std::rethrow_exception(fault);
}

} // namespace vglcs::tools
