// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/limits/spec_grammar.hpp"
#include "io/limits/track.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vglcs::detail {

/// Collects intervals of named records in the order of their lines and makes a track of them. Where intervals of
/// limits overlap, the later line wins; marked bases (TYPE^, TYPE$) come after all intervals, the largest of several
/// winning. Of several jumps or leaving costs on a letter, marked or not, the cheapest wins (see is_weaker).
/// O(k log k) for k intervals, O(k) where each name's come sorted without overlap; 12 bytes an interval.
class interval_track
{
public:
    interval_track(std::string path, value_kind kind, gap_spec_options const & options);

    /// The value of letters first..last-1 (0-based, half open; last >= first). Nothing where first = last.
    void add(std::string_view name, std::uint64_t first, std::uint64_t last, spec_value value, std::uint64_t line);
    /// The value of one letter of the feature first..last-1, or beside it, on either strand; `part` is not `all`. The
    /// letter behind a feature that ends the record is none; in a circular one it is the first.
    void add_mark(std::string_view name, std::uint64_t first, std::uint64_t last, feature_part part, spec_value value,
                  std::uint64_t line);

    /// Names are those of GFF3, in which bytes may stand as %HH.
    void take_gff3_names() noexcept { track_.take_gff3_names(); }
    /// The record is circular and has `letters`: what ends beyond goes on from the first one. Before or after its
    /// intervals.
    void set_circular(std::string_view name, std::uint64_t letters)
    {
        circular_.insert_or_assign(std::string{name}, letters);
    }

    /// The track. Warns, with their count, of intervals that overlap an earlier line's with another limit. Throws
    /// input_error where there was no interval at all, or none with a letter, and where one goes more than once round a
    /// circular record.
    [[nodiscard]] track close() &&;

private:
    struct piece
    {
        std::uint32_t first, last, value;
    };
    struct collected
    {
        std::vector<piece> pieces;
        bool ordered = true; // each piece begins at or after the end of the one before
    };

    std::size_t record_of(std::string_view name, std::uint64_t last, std::uint64_t line);
    static void lay(std::vector<value_run> & runs, piece next);
    static std::size_t paint(std::vector<piece> const & pieces, std::vector<value_run> & runs);
    [[nodiscard]] bool is_weaker(std::uint32_t x, std::uint32_t y);
    void keep_strongest(std::vector<marked_base> & bases);
    void drop_weaker_than_runs(track_record & record);
    void bend(std::string_view name, std::uint64_t letters);

    track track_;
    bool any_letter_ = false;                                    // in an interval
    std::vector<collected> records_;                             // by the track's record index
    std::map<std::string, std::uint64_t, std::less<>> circular_; // letters, by the name as the file writes it
};

} // namespace vglcs::detail
