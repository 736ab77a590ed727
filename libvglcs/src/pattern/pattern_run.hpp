// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pattern/list_index.hpp"
#include "pattern/tile.hpp"

#include <vglcs/structured_pattern.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace vglcs::detail {

/// A pattern with what its search needs beside its text; shared by threads.
struct prepared_pattern
{
    structured_pattern const & pattern;
    std::vector<std::unique_ptr<list_index const>> lists{}; ///< of each part, null where it has none
    std::size_t longest = 0;                                ///< letters of a match

    explicit prepared_pattern(structured_pattern const & p);
};

/// A part's place in a tile, as found.
struct tile_place
{
    std::size_t end = 0;
    word_way way{};
};

/// Finds the matches of a pattern in a tile: first all positions where one begins, then the ends of each.
/// One thread at a time uses it; memory is kept from tile to tile.
class pattern_run
{
public:
    /// A match that begins at `start`: the end of each part, in order.
    using sink = std::function<void(std::size_t start, std::span<tile_place const> places)>;

    /// All matches that begin before `last_start`, by start, then by end.
    void find(tile & text, prepared_pattern const & p, std::size_t last_start, sink const & found);

private:
    /// The best way so far to an end of a part.
    struct entry
    {
        std::size_t end = 0;
        unsigned errors = 0, indels = 0;
        std::uint32_t before =
            0; ///< in the layer of the part before; layers are ordered by the ends of all their parts
        word_way way{};
    };

    [[nodiscard]] bool scan(tile & text, prepared_pattern const & p);
    void ways_from(std::size_t start, std::size_t slice_end, tile & text, prepared_pattern const & p,
                   sink const & found);
    void extend(std::size_t k, std::uint32_t before, std::size_t slice_end, tile & text, prepared_pattern const & p);
    void keep(std::vector<entry> & layer, entry const & way);

    std::vector<bit_plane> live_;            ///< of each part: positions from which the rest of the pattern matches
    std::vector<std::vector<entry>> layers_; ///< [0]: the start, [k + 1]: ends of part k
    std::vector<std::uint32_t> at_end_;      ///< entry of the layer that is made, by end - start; none
    std::vector<tile_place> places_;
    std::vector<std::uint32_t> candidates_;
    std::vector<word_way> found_;
    word_matcher matcher_;
};

} // namespace vglcs::detail
