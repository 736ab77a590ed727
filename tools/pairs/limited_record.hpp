// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/gap_spec.hpp>
#include <vglcs/vglcs.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace vglcs {
class jump_spec;
}

namespace vglcs::tools {

/// What one side of a run has beside its limits.
struct side_prices
{
    std::uint32_t match = 1, skip = 0; ///< what a pair earns, what a skipped letter costs
    std::shared_ptr<jump_spec> jumps;  ///< null: none
};

/// A record with its limits on the strands that the run needs, in the aligned orientation of each.
class limited_record
{
public:
    sequence record;

    [[nodiscard]] bool has_limits(strand direction) const noexcept { return own_.on(direction).wanted; }
    /// Bytes that limits and jumps take, at most, once they are made.
    [[nodiscard]] std::uint64_t limits_bytes() const noexcept;

    // Made when they are first asked for, once a record; any number of threads may ask.
    /// Empty on a strand that is not needed. Limits of letters and qualities are made here, not while files are read:
    /// the one thread that reads has the least time, and an array a letter is kept for pairs under way alone.
    [[nodiscard]] gap_limits const & limits(strand direction) const;
    /// Limits that its letters on that strand give for the partner; of no letters where the run has none.
    [[nodiscard]] gap_limits const & limits_for_partner(strand direction) const;
    /// Jumps on that strand, sites read in that direction of transcripts; of no letters where the run has none.
    [[nodiscard]] vglcs::jumps const & jumps(strand direction, strand transcript) const;
    /// Digest of the limits of that strand, in file orientation, those that it gives to the partner
    /// with them, and of prices and jumps as the file's strand has them.
    [[nodiscard]] std::string const & limits_digest(strand direction) const;
    [[nodiscard]] std::string const & letters_sha256() const;
    /// Sorted k-mers; every call must have the same letters, k and canonical.
    /// @param device   number of the CUDA device that may sort them
    [[nodiscard]] std::vector<std::uint64_t> const & kmers(alphabet letters, unsigned k, bool canonical,
                                                           std::optional<int> device) const;

private:
    friend class input;
    struct strand_limits
    {
        bool wanted = false;
        mutable std::once_flag once;
        mutable gap_limits made;
    };
    /// Limits by one SPEC on the strands that are wanted.
    struct spec_limits
    {
        strand_limits forward, reverse;
        std::shared_ptr<gap_spec const> later{}; ///< what makes them; null where they are made already

        [[nodiscard]] strand_limits const & on(strand direction) const noexcept
        {
            return direction == strand::forward ? forward : reverse;
        }
        [[nodiscard]] gap_limits const & of(sequence const & record, strand direction) const;
        [[nodiscard]] std::uint64_t bytes(std::size_t letters) const noexcept;
    };
    spec_limits own_, for_partner_;
    side_prices prices_;

    struct jumps_as_read
    {
        mutable std::once_flag once;
        mutable vglcs::jumps made;
    };
    std::array<std::array<jumps_as_read, 2>, 2> jumps_; ///< by strand and by direction of transcripts, forward first

    mutable std::once_flag forward_once_, reverse_once_, letters_once_, kmers_once_;
    mutable std::string forward_digest_, reverse_digest_, letters_sha256_;
    mutable std::vector<std::uint64_t> kmers_;
};

using shared_record = std::shared_ptr<limited_record const>;

} // namespace vglcs::tools
