// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pairs/inputs.hpp"

#include <vglcs/io/jump_spec.hpp>
#include <vglcs/io/writer.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace vglcs::tools {

/// Looks through input files before their pairs are answered, so that what they have wrong is said before the work, not
/// behind it: damaged data, letters, qualities, names that the format cannot hold, limits that do not fit, tracks that
/// name nothing, and numbers of records. Only regular files can be read twice; of others, faults show where they are
/// read.
class look_through
{
public:
    enum class files : std::uint8_t {
        both_in_step, ///< record k of A with record k of B: both have as many
        queries       ///< A alone: B is in memory already
    };

    /// `in` must not have been read from. Nothing happens before `start`.
    /// @param little_seconds   a reading that takes no longer is done at once
    look_through(inputs const & in, files which, format f, run_control & control, std::uint64_t max_memory,
                 double little_seconds = 0.1);
    /// Ends a look that is under way.
    ~look_through();
    look_through(look_through const &) = delete;
    look_through & operator=(look_through const &) = delete;

    /// Looks at once, and throws what is wrong, where this costs little: a tenth of a second, a 20th of the work that
    /// begins then, or a reading of plain files before a pair that is large. Else beside the first pairs: a fault then
    /// stops the run, see `explain`.
    /// @param first_cells   cells of the work that is known to begin then
    /// @param beside        false: at once in any case
    void start(std::uint64_t first_cells, bool beside = true);

    /// To be called where the run was stopped: throws the fault, if it was one that stopped it.
    void explain();

private:
    struct side
    {
        std::string path;
        gap_spec limits;
        std::optional<gap_spec> for_partner;
        std::optional<jump_spec> jumps;
        bool is_query;
    };
    [[nodiscard]] std::uint64_t look_at(side & s);
    void look();

    std::vector<side> sides_;
    bool in_step_ = false, sam_;
    alphabet letters_;
    run_control & run_;
    std::uint64_t max_memory_;
    double little_seconds_;
    run_control own_; ///< stops the look alone
    std::mutex mutex_;
    std::exception_ptr fault_; ///< guarded by mutex_
    std::jthread thread_;
};

} // namespace vglcs::tools
