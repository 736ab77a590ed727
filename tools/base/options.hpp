// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/scoring_options.hpp"

#include <vglcs/io/writer.hpp>
#include <vglcs/vglcs.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vglcs::tools {

/// True where the path ends in `.ending`, `.gz` behind it or not, in any case of letters.
[[nodiscard]] bool ends_in(std::string path, std::string_view ending);

/// What the command line says about limits: --gaps, --gaps-a, --gaps-b, --gaps-b-by-a, --gaps-a-by-b, --gap-default,
/// --rename.
struct gap_options
{
    std::vector<std::string> both, a, b;     ///< SPECs in their order, the later over the earlier
    std::vector<std::string> b_by_a, a_by_b; ///< those of B by letters of A, of A by letters of B
    bool bare = false;                       ///< --gaps without a SPEC: sidecars
    std::string otherwise = "inf";
    std::vector<std::string> rename;

    /// Throws usage_error naming option and value where a SPEC, the default or a rename cannot be read; opens nothing.
    void check() const;
    [[nodiscard]] std::map<std::string, std::string> renames() const;
};

/// Throws usage_error naming option and value where the text is no gap SPEC; opens nothing.
void check_spec(std::string_view option, std::string const & text);

/// More threads than any machine has are a mistake, not a wish.
inline constexpr int max_threads = 4096;

/// Options that align, batch, plan and verify share.
struct job_options
{
    std::string a, b;                        ///< the two sequence files
    std::vector<std::string> more_a, more_b; ///< files that are read behind them, as if they were one
    gap_options gaps;
    scoring_options scores;
    std::string alphabet = "auto", strand = "+", task = "alignment";
    std::string engine = "auto", device = "auto";
    std::string max_memory, max_gpu_memory;
    std::string format, output, checkpoint;
    std::string read_group; ///< --rg as given
    bool md = false, keep_description = false;
    bool full_table = false, certificate = false;
    bool explain = false;
    std::int64_t confirm = 0;   ///< so many blocking limits are solved again
    std::int64_t min_score = 0; ///< align and batch: no row for a smaller score
    int threads = 0;
    bool quiet = false;

    /// Reads all that follows, and limits and sizes, so that a mistake in any of them is said before a file is opened.
    /// @param has_format   false where the subcommand has no --format and --task
    void check(bool has_format = true) const;

    // What the texts mean; each throws usage_error naming option and value.
    [[nodiscard]] std::optional<vglcs::alphabet> chosen_alphabet() const; ///< nothing for auto
    [[nodiscard]] strand_choice chosen_strand() const;
    [[nodiscard]] vglcs::format chosen_format() const;
    /// The @RG line that --rg gives, \t being a tab; empty without.
    [[nodiscard]] std::string chosen_read_group() const;
    [[nodiscard]] options run_options(run_control & control) const;
    /// The same without a look for engine and device, which takes a driver up to half a second: for what looks beside
    /// other work.
    [[nodiscard]] options options_as_given(run_control & control) const;
    [[nodiscard]] bool all_devices() const { return device == "cuda:all"; }
};

} // namespace vglcs::tools
