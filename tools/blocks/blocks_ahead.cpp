// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/blocks_ahead.hpp"

#include <vglcs/device_choice.hpp>

#include <chrono>
#include <future>
#include <utility>

namespace vglcs::tools {

namespace {

/// How much is read to find out whether a device pays: where so many letters, or blocks, have fewer cells, the pairs
/// are too small. A few blocks tell how far away they are.
constexpr std::uint64_t most_letters_ahead = std::uint64_t{1} << 22;
constexpr std::size_t most_blocks_ahead = 32, few_blocks = 8;
/// How much is read while the driver starts.
constexpr std::uint64_t most_letters_meanwhile = std::uint64_t{1} << 28;
constexpr std::size_t most_blocks_meanwhile = 512;

/// True where `device::automatic` takes a device.
bool device_pays(std::function<bool(pair_block &)> const & next, bool shared, blocks_ahead & first)
{
    if (!device_may_be_there())
        return false;
    std::uint64_t const enough = device_threshold().together;
    while (first.cells < enough)
        if ((first.blocks.size() == few_blocks && first.cells < enough / (most_blocks_ahead / few_blocks)) ||
            !first.read(next, most_blocks_ahead, most_letters_ahead))
            return false;
    std::future<bool> is_there = std::async(std::launch::async, device_is_there); // starts it
    while (!shared && is_there.wait_for(std::chrono::seconds{0}) != std::future_status::ready &&
           first.read(next, most_blocks_meanwhile, most_letters_meanwhile))
    {
    }
    return is_there.get();
}

} // namespace

bool blocks_ahead::read(std::function<bool(pair_block &)> const & next, std::size_t most_blocks,
                        std::uint64_t most_letters)
{
    pair_block block;
    if (blocks.size() >= most_blocks || letters >= most_letters || !next(block))
        return false;
    cells += block.cells;
    letters += block.letters;
    blocks.push_back(std::move(block));
    return true;
}

bool take_devices(std::function<bool(pair_block &)> const & next, bool shared, options & o, blocks_ahead & first)
{
    if (!may_share_device(o))
        return false;
    if (o.device == device::cuda)
        return true;
    if (!device_pays(next, shared, first))
        return false;
    o.run_cells = first.cells;
    return true;
}

} // namespace vglcs::tools
