// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/run_blocks.hpp"

#include <rmq/cuda/detail/driver.hpp>
#include <rmq/cuda/device.hpp>

#include <chrono>
#include <future>

namespace vglcs::tools {

namespace {

/// Cells from which on a run is worth a device's start, and how much is read ahead to find out: where so many letters,
/// or blocks, have fewer cells, the pairs are too small for a device to be of use. A few blocks tell how far away they
/// are.
constexpr std::uint64_t cells_that_pay_for_cuda = 2'000'000'000;
constexpr std::uint64_t most_letters_ahead = std::uint64_t{1} << 22;
constexpr std::size_t most_blocks_ahead = 32, few_blocks = 8;
/// How much is read while the driver starts.
constexpr std::uint64_t most_letters_meanwhile = std::uint64_t{1} << 28;
constexpr std::size_t most_blocks_meanwhile = 512;

/// True where the engine that is asked for, if any, shares launches.
bool shares_launches(options const & o)
{
    return o.engine == "auto" || o.engine == "strip";
}

/// Blocks of a source that are read ahead.
struct blocks_ahead
{
    std::vector<pair_block> blocks;
    std::uint64_t cells = 0, letters = 0;

    /// One more; false where there is none, or so much is there already.
    bool read(std::function<bool(pair_block &)> const & next, std::size_t most_blocks, std::uint64_t most_letters)
    {
        pair_block block;
        if (blocks.size() >= most_blocks || letters >= most_letters || !next(block))
            return false;
        cells += block.cells;
        letters += block.letters;
        blocks.push_back(std::move(block));
        return true;
    }
};

/// True where `device::automatic` takes a device. What is read to find out comes to `first`.
/// @param shared   what is read meanwhile no other rank can take: nothing
bool device_pays(std::function<bool(pair_block &)> const & next, bool shared, blocks_ahead & first)
{
    if (!rmq::cuda::driver_is_there())
        return false;
    while (first.cells < cells_that_pay_for_cuda)
        if ((first.blocks.size() == few_blocks &&
             first.cells < cells_that_pay_for_cuda / (most_blocks_ahead / few_blocks)) ||
            !first.read(next, most_blocks_ahead, most_letters_ahead))
            return false;
    std::future<void> const is_there = std::async(std::launch::async, [] { (void)rmq::cuda::devices(); }); // starts it
    while (!shared && is_there.wait_for(std::chrono::seconds{0}) != std::future_status::ready &&
           first.read(next, most_blocks_meanwhile, most_letters_meanwhile))
    {
    }
    is_there.wait();
    return !rmq::cuda::devices().devices.empty();
}

} // namespace

void run_blocks(block_source & source, std::function<bool(std::uint64_t)> const & wanted, block_setting const & setting,
                row_maker & rows, row_sink & sink, progress & shown)
{
    options const & o = setting.pairs.options;
    std::uint64_t const strands = setting.pairs.strands == strand_choice::both ? 2 : 1;
    if (auto const cells = source.known_cells())
        shown.know_total(*cells * strands);
    std::exception_ptr fault; // of the source
    auto const next = [&](pair_block & out) {
        if (fault)
            return false;
        try {
            while (source.next(out)) {
                if (wanted(out.number))
                    return true;
                shown.leave_out(out.cells * strands);
            }
        } catch (interrupted const &) {
            throw;
        } catch (...) {
            fault = std::current_exception();
            return !out.jobs.empty() && wanted(out.number); // the pairs before it
        }
        return false;
    };

    bool const devices_can = o.device != device::cpu && shares_launches(o);
    if (o.device != device::cuda || !devices_can)
        (void)choose_engine({{}, {}, {}, {}}, o); // else the pool does, while blocks are read
    blocks_ahead first;
    bool const on_devices = devices_can && (o.device == device::cuda || device_pays(next, setting.shared, first));
    std::unique_ptr<block_pool> const pool =
        on_devices ? make_device_pool(setting, rows, sink) : make_cpu_pool(setting, rows, sink);
    auto const add = [&](pair_block & block) {
        shown.expect(block.cells * strands);
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
