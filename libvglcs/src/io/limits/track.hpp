// SPDX-License-Identifier: BSD-3-Clause
/// A track that was read: values of named records as runs, whatever they are and whatever the format.
#pragma once

#include "io/bytes/memory_budget.hpp"
#include "io/limits/spec_value.hpp"

#include <vglcs/io/gap_spec.hpp>
#include <vglcs/sequence.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vglcs::detail {

/// Small numbers for values: a track has few different ones.
class value_table
{
public:
    /// Stands for "the track says nothing here".
    static constexpr std::uint32_t left_out = 0;

    /// The value's number, the same for equal values.
    [[nodiscard]] std::uint32_t number(spec_value value);
    [[nodiscard]] spec_value operator[](std::uint32_t number) const noexcept { return values_[number]; }
    /// All that have a number.
    [[nodiscard]] std::span<spec_value const> all() const noexcept { return std::span{values_}.subspan(1); }
    /// About what it takes in memory.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return values_.size() * bytes_each; }

private:
    struct hash
    {
        [[nodiscard]] std::size_t operator()(spec_value value) const noexcept;
    };
    static constexpr std::size_t small = 1024;
    static constexpr std::size_t bytes_each = sizeof(spec_value) + 48; // a node of the table beside it

    std::vector<spec_value> values_{spec_value{}};                         // values_[left_out] is never asked for
    std::vector<std::uint32_t> small_ = std::vector<std::uint32_t>(small); // numbers of the limits 0..HI, HI < small
    std::unordered_map<spec_value, std::uint32_t, hash> others_;
};

/// Letters from the end of the run before to `end`, which have one value.
struct value_run
{
    std::uint32_t end;
    std::uint32_t value; ///< in the value_table
    friend bool operator==(value_run const &, value_run const &) = default;
};

/// Adds letters up to `end`; runs of equal values become one. `end` is at least the last run's end.
void append_run(std::vector<value_run> & runs, std::uint32_t end, std::uint32_t value);

/// A base that TYPE^ or TYPE$ names.
struct marked_base
{
    std::uint32_t position;
    std::uint32_t value; ///< in the value_table
};

/// What a track says of one name.
struct track_record
{
    std::string name;       ///< the record's name: renamed where --rename says so
    std::uint64_t line = 0; ///< where the track names it first
    std::vector<value_run> runs;
    /// Bases that are marked on the forward and on the reverse strand, by position in the file, each once.
    std::vector<marked_base> forward, reverse;
    std::uint64_t extent = 0;      ///< letters that the record must have at least (for .gaps: exactly)
    std::uint64_t extent_line = 0; ///< line that says so
    std::uint64_t circular = 0;    ///< letters that the record must have, since intervals go round it; 0: none does
    bool used = false;             ///< a record of that name was asked for

    [[nodiscard]] bool says_something() const noexcept { return !runs.empty() || !forward.empty(); }
};

/// Values of many records. Fill: `find_or_add`, then the records' fields. Ask: `expect`, `lay`, `finish`.
class track
{
public:
    enum class coverage : std::uint8_t {
        intervals, ///< names and letters may be left out, names may belong to records of other files
        letters    ///< one value for each letter, only names of the file
    };

    track(std::string path, coverage covered, value_kind kind, gap_spec_options const & options);

    /// The record of this name in the file, made at its first line; lasts until the next call that makes one.
    [[nodiscard]] std::size_t find_or_add(std::string_view name, std::uint64_t line);
    /// The record of a name as the file writes it, if it was made.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
    /// Names are those of GFF3, in which bytes may stand as %HH. Before the first record.
    void take_gff3_names() noexcept { gff3_names_ = true; }
    [[nodiscard]] track_record & record(std::size_t index) noexcept { return records_[index]; }
    [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }
    [[nodiscard]] value_kind kind() const noexcept { return kind_; }
    [[nodiscard]] value_table & values() noexcept { return values_; }
    [[nodiscard]] std::span<spec_value const> values() const noexcept { return values_.all(); }
    /// Counts bytes that the track takes by what stands in this line; throws resource_error where they are too many.
    void keep(std::uint64_t bytes, std::uint64_t line)
    {
        kept_ += bytes;
        budget_.expect_room(kept_ + values_.bytes(), path_, line, "the track up to this line");
    }

    /// The record is one of the file. Throws where the track does not fit it.
    void expect(sequence const & record);
    /// Calls `set(first, last, value)` for letters of the aligned orientation, later ones over earlier ones, of a
    /// record that was expected. Intervals of limits stay with their letters, those of jumps and leaving costs with the
    /// junctions in front of them; marked bases are those of the direction.
    template <class Set>
    void lay(sequence const & record, strand direction, Set const & set) const
    {
        track_record const * const mine = find_for(record);
        if (!mine)
            return;
        // in the aligned orientation at once: turning arrays round would take them twice
        std::size_t const n = record.size();
        bool const forward = direction == strand::forward;
        auto const lay_run = [&](std::size_t first, std::size_t last, spec_value value) {
            if (forward)
                return set(first, last, value);
            if (kind_ == value_kind::limit)
                return set(n - last, n - first, value);
            if (first == 0) // what letter 0 has stays with it
                set(std::size_t{0}, std::size_t{1}, value);
            if (std::size_t const begin = std::max<std::size_t>(first, 1); begin < last)
                set(n - last + 1, n - begin + 1, value);
        };
        std::size_t first = 0;
        for (auto const [end, value] : mine->runs) {
            if (value != value_table::left_out)
                lay_run(first, end, values_[value]);
            first = end;
        }
        for (auto const [position, value] : forward ? mine->forward : mine->reverse)
            if (position < n) {
                std::size_t const place = forward ? position : n - 1 - position;
                set(place, place + 1, values_[value]);
            }
    }
    /// No warnings from now on.
    void silence() { options_.warn = nullptr; }
    void finish();

    [[nodiscard]] std::string const & path() const noexcept { return path_; }
    void warn(std::string const & text) const;

private:
    [[nodiscard]] track_record const * find_for(sequence const & record) const;
    void check_extent(track_record const & mine, sequence const & record) const;
    [[noreturn]] void fail_unknown(track_record const & first, std::size_t others) const;

    std::string path_;
    coverage covered_;
    value_kind kind_;
    gap_spec_options options_;
    memory_budget budget_{options_.max_memory};
    std::uint64_t kept_ = 0;
    value_table values_;
    std::vector<track_record> records_;
    std::unordered_map<std::string, std::size_t> index_;
    std::set<std::string, std::less<>> idle_renames_;
    std::string last_name_; // as the file writes it: lines of one record usually follow each other
    std::size_t last_index_ = 0;
    std::vector<std::string> others_asked_; ///< names of the first records that it does not name, for advice
    bool asked_ = false, gff3_names_ = false;
    std::unordered_set<std::uint64_t> not_named_; // numbers of asked records that the track does not name
};

} // namespace vglcs::detail
