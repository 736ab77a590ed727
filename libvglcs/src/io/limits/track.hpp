// SPDX-License-Identifier: BSD-3-Clause
/// A track that was read: limits of named records as runs, whatever the format.
#pragma once

#include "io/bytes/memory_budget.hpp"

#include <vglcs/gap_limits.hpp>
#include <vglcs/io/gap_spec.hpp>
#include <vglcs/sequence.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vglcs::detail {

/// Small numbers for limits: a track has few different ones.
class limit_table
{
public:
    /// Stands for "the track says nothing here".
    static constexpr std::uint32_t left_out = 0;

    /// The limit's number, the same for equal limits.
    [[nodiscard]] std::uint32_t number(gap_limit limit);
    [[nodiscard]] gap_limit operator[](std::uint32_t number) const noexcept { return limits_[number]; }
    /// About what it takes in memory.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return limits_.size() * bytes_each; }

private:
    struct hash
    {
        [[nodiscard]] std::size_t operator()(gap_limit limit) const noexcept;
    };
    static constexpr std::size_t small = 1024;
    static constexpr std::size_t bytes_each = sizeof(gap_limit) + 48; // a node of the table beside it

    std::vector<gap_limit> limits_{gap_limit{}};                           // limits_[left_out] is never asked for
    std::vector<std::uint32_t> small_ = std::vector<std::uint32_t>(small); // numbers of the limits 0..HI, HI < small
    std::unordered_map<gap_limit, std::uint32_t, hash> others_;
};

/// Letters from the end of the run before to `end`, which have one limit.
struct limit_run
{
    std::uint32_t end;
    std::uint32_t limit; ///< in the limit_table
    friend bool operator==(limit_run const &, limit_run const &) = default;
};

/// Adds letters up to `end`; runs of equal limits become one. `end` is at least the last run's end.
void append_run(std::vector<limit_run> & runs, std::uint32_t end, std::uint32_t limit);

/// A base that a feature type's TYPE^ names.
struct marked_base
{
    std::uint32_t position;
    std::uint32_t limit; ///< in the limit_table
};

/// What a track says of one name.
struct track_record
{
    std::string name;       ///< the record's name: renamed where --rename says so
    std::uint64_t line = 0; ///< where the track names it first
    std::vector<limit_run> runs;
    /// Bases read first on the forward and on the reverse strand, by position, each once.
    std::vector<marked_base> forward, reverse;
    std::uint64_t extent = 0;      ///< letters that the record must have at least (for .gaps: exactly)
    std::uint64_t extent_line = 0; ///< line that says so
    std::uint64_t circular = 0;    ///< letters that the record must have, since intervals go round it; 0: none does
    bool used = false;             ///< a record of that name was asked for

    [[nodiscard]] bool says_something() const noexcept { return !runs.empty() || !forward.empty(); }
};

/// Limits of many records. Fill: `find_or_add`, then the records' fields. Ask: `limits_for`, `finish`.
class track
{
public:
    enum class coverage : std::uint8_t {
        intervals, ///< names and letters may be left out, names may belong to records of other files
        letters    ///< one limit for each letter, only names of the file
    };

    track(std::string path, coverage kind, gap_spec_options const & options);

    /// The record of this name in the file, made at its first line; lasts until the next call that makes one.
    [[nodiscard]] std::size_t find_or_add(std::string_view name, std::uint64_t line);
    /// The record of a name as the file writes it, if it was made.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
    /// Names are those of GFF3, in which bytes may stand as %HH. Before the first record.
    void take_gff3_names() noexcept { gff3_names_ = true; }
    [[nodiscard]] track_record & record(std::size_t index) noexcept { return records_[index]; }
    [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }
    [[nodiscard]] limit_table & limits() noexcept { return limits_; }
    /// Counts bytes that the track takes by what stands in this line; throws resource_error where they are too many.
    void keep(std::uint64_t bytes, std::uint64_t line)
    {
        kept_ += bytes;
        budget_.expect_room(kept_ + limits_.bytes(), path_, line, "the track up to this line");
    }

    [[nodiscard]] gap_limits limits_for(sequence const & record, strand direction);
    /// The record is one of the file: throws what `limits_for` would. What the track says of it, null where nothing.
    track_record const * expect(sequence const & record);
    /// No warnings from now on.
    void silence() { options_.warn = nullptr; }
    void finish();

    [[nodiscard]] std::string const & path() const noexcept { return path_; }
    void warn(std::string const & text) const;

private:
    [[nodiscard]] std::string record_name(std::string_view name) const;
    [[nodiscard]] track_record * find_for(sequence const & record);
    void check_extent(track_record const & mine, sequence const & record) const;
    [[noreturn]] void fail_unknown(track_record const & first, std::size_t others) const;

    std::string path_;
    coverage kind_;
    gap_spec_options options_;
    memory_budget budget_{options_.max_memory};
    std::uint64_t kept_ = 0;
    limit_table limits_;
    std::vector<track_record> records_;
    std::unordered_map<std::string, std::size_t> index_;
    std::set<std::string, std::less<>> idle_renames_;
    std::string last_name_; // as the file writes it: lines of one record usually follow each other
    std::size_t last_index_ = 0;
    std::vector<std::string> others_asked_; ///< names of the first records without limits, for advice
    bool asked_ = false, gff3_names_ = false;
    std::unordered_set<std::uint64_t> without_limits_; // numbers of asked records that the track does not name
};

} // namespace vglcs::detail
