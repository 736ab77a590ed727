// SPDX-License-Identifier: BSD-3-Clause
/// The SPECs of one side: read once, asked for each sequence.
#pragma once

#include <vglcs/alphabet.hpp>
#include <vglcs/gap_limits.hpp>
#include <vglcs/io/gap_spec.hpp>
#include <vglcs/io/jump_spec.hpp>
#include <vglcs/scoring.hpp>
#include <vglcs/sequence.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vglcs::c_api {

/// The texts of one side, each a SPEC.
struct spec_texts
{
    std::vector<std::string> limits, landing, leaving;
    std::vector<std::string> for_partner; ///< limits that these letters give for the other sequence
};

/// SPECs of a text, one a line; blank lines are none.
[[nodiscard]] std::vector<std::string> spec_lines(char const * text);

/// Texts that a call wants to say at its end, from any thread.
class note_list
{
public:
    void add(std::string const & text)
    {
        std::lock_guard const lock{mutex_};
        texts_.push_back(text);
    }
    [[nodiscard]] std::vector<std::string> take()
    {
        std::lock_guard const lock{mutex_};
        return std::exchange(texts_, {});
    }

private:
    std::mutex mutex_;
    std::vector<std::string> texts_;
};

/// What SPECs of a side give in one alphabet. Read-only after construction.
class loaded_specs
{
public:
    /// Throws as gap_spec and jump_spec do. `notes` has to outlive it.
    loaded_specs(spec_texts const & texts, gap_limit otherwise, alphabet letters, note_list & notes);

    /// The limit of every letter of every sequence, where there is one.
    [[nodiscard]] std::optional<gap_limit> const & every() const noexcept { return every_; }
    [[nodiscard]] gap_spec const & limits() const noexcept { return limits_; }
    [[nodiscard]] jump_spec const * jumps() const noexcept { return jumps_ ? &*jumps_ : nullptr; }
    [[nodiscard]] gap_spec const * for_partner() const noexcept { return for_partner_ ? &*for_partner_ : nullptr; }
    /// True where a track is among the limits or jumps: a call counts what it asks them for.
    [[nodiscard]] bool has_track() const noexcept { return has_track_; }

private:
    gap_spec limits_;
    std::optional<jump_spec> jumps_;
    std::optional<gap_spec> for_partner_;
    std::optional<gap_limit> every_;
    bool has_track_ = false;
};

/// One call's questions to the SPECs of a side. `expect` is for one thread, and comes before the others for the same
/// sequence; limits and jumps may then be made by any.
class spec_reading
{
public:
    explicit spec_reading(loaded_specs const & specs);

    /// True where sequences have to be given with their letters, else only their sizes are looked at.
    [[nodiscard]] bool needs_letters() const noexcept
    {
        return !specs_->every() || specs_->jumps() || specs_->for_partner();
    }
    /// Throws what is wrong with a sequence.
    void expect(sequence const & record);
    [[nodiscard]] gap_limits limits(sequence const & record, std::size_t size, strand direction);
    [[nodiscard]] vglcs::jumps jumps(sequence const & record, strand direction, strand transcript) const;
    /// What the letters give for the other sequence; of no letters: no limits.
    [[nodiscard]] gap_limits for_partner(sequence const & record, strand direction);
    /// Throws where a track applied to nothing.
    void finish();

private:
    loaded_specs const * specs_;
    std::optional<gap_spec> limits_, for_partner_; ///< of this call, where there are tracks
    std::optional<jump_spec> jumps_;
    std::unique_ptr<std::mutex> mutex_;
};

} // namespace vglcs::c_api
