// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gaps.hpp"
#include "specs.hpp"

#include <vglcs.h>
#include <vglcs/alphabet.hpp>
#include <vglcs/options.hpp>
#include <vglcs/problem.hpp>
#include <vglcs/run_control.hpp>
#include <vglcs/sequence.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::c_api {

/// The SPECs of both sides in one alphabet.
struct side_specs
{
    std::array<loaded_specs, 2> sides;
    bool reads_transcript = false; ///< the direction of transcripts makes a difference
};

/// In which direction A is read, and in which its transcript.
struct pair_reading
{
    vglcs::strand strand = vglcs::strand::forward, transcript = vglcs::strand::forward;
};

/// One side of a pair. Borrowed.
struct side_input
{
    std::string_view letters, name, quality;
    vglcs_gaps const * own = nullptr; ///< in place of SPECs
};

} // namespace vglcs::c_api

struct vglcs_solver
{
    vglcs::options run; ///< without memory, threads, control and notes
    std::optional<vglcs::alphabet> alphabet;
    vglcs_strand strand = VGLCS_FORWARD, transcript = VGLCS_FORWARD;
    vglcs::scoring scoring;
    std::array<vglcs::c_api::spec_texts, 2> texts;
    vglcs::gap_limit otherwise;
    vglcs_progress progress = nullptr;
    vglcs_note note = nullptr;
    void * user = nullptr;

    /// SPECs for that alphabet; the tracks are read by the first call that asks.
    [[nodiscard]] vglcs::c_api::side_specs const & specs(vglcs::alphabet letters) const;

    mutable vglcs::c_api::note_list notes; ///< of calls that run now
    mutable std::mutex mutex;              ///< guards what follows
    mutable std::array<std::unique_ptr<vglcs::c_api::side_specs>, 4> loaded;
};

namespace vglcs::c_api {

/// One call of a solver: the SPECs as this call asks them, its options, its notes.
class solver_call
{
public:
    /// @param a, b   letters of the first pair, which settle the alphabet
    solver_call(vglcs_solver const & of, std::string_view a, std::string_view b);

    [[nodiscard]] vglcs_solver const & solver() const noexcept { return solver_; }
    [[nodiscard]] vglcs::alphabet alphabet() const noexcept { return alphabet_; }
    /// Options with threads and memory filled in, and this call's control.
    [[nodiscard]] vglcs::options const & run() const noexcept { return run_; }
    [[nodiscard]] run_control & control() noexcept { return control_; }
    /// In the order in which ties go.
    [[nodiscard]] std::span<pair_reading const> readings() const noexcept { return readings_; }
    /// True where problems of this call can have jumps.
    [[nodiscard]] spec_reading & side(vglcs_side s) noexcept { return sides_[s]; }

    /// Throws what is wrong with a side; for one thread.
    void expect(vglcs_side s, side_input const & given);
    /// The problem of one reading, from any thread, after both sides were expected.
    [[nodiscard]] problem make(side_input const & a, side_input const & b, pair_reading reading);
    /// Limits and jumps of one side.
    [[nodiscard]] std::pair<gap_limits, jumps> gaps_of(vglcs_side s, side_input const & given, pair_reading reading);

    /// What the letters of one side allow to be skipped in the other.
    [[nodiscard]] gap_limits for_partner(vglcs_side s, side_input const & given, pair_reading reading);

    /// Runs the work of the call, watched where it is long, and says what is to be said at its end.
    void run_work(std::uint64_t cells, std::function<void()> const & work);

private:
    void check_own(side_input const & given) const;
    void say_notes() const;

    vglcs_solver const & solver_;
    vglcs::alphabet alphabet_;
    std::array<spec_reading, 2> sides_;
    std::vector<pair_reading> readings_;
    run_control control_;
    vglcs::options run_;
};

/// A side of a caller's pair. Throws usage_error.
[[nodiscard]] side_input read_sequence(vglcs_sequence const * given, vglcs_side s);

} // namespace vglcs::c_api
