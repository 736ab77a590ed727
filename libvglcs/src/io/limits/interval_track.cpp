// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/interval_track.hpp"
#include "io/limits/limit_text.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>

namespace vglcs::detail {

namespace {

/// Positions past any possible record stay past it: the record's end is checked by the uncut numbers.
std::uint32_t cut(std::uint64_t position) noexcept
{
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(position, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace

interval_track::interval_track(std::string path, gap_spec_options const & options)
    : track_{std::move(path), track::coverage::intervals, options}
{
}

std::size_t interval_track::record_of(std::string_view name, std::uint64_t last, std::uint64_t line)
{
    std::size_t const index = track_.find_or_add(name, line);
    if (index == records_.size())
        records_.emplace_back();
    if (track_record & record = track_.record(index); last > record.extent) {
        record.extent = last;
        record.extent_line = line;
    }
    return index;
}

void interval_track::add(std::string_view name, std::uint64_t first, std::uint64_t last, gap_limit limit,
                         std::uint64_t line)
{
    auto & [pieces, ordered] = records_[record_of(name, last, line)];
    any_letter_ = any_letter_ || first != last; // by the uncut numbers
    piece const next{cut(first), cut(last), track_.limits().number(limit)};
    if (next.first == next.last)
        return;
    ordered = ordered && (pieces.empty() || pieces.back().last <= next.first);
    pieces.push_back(next);
    // overlapping ones are laid over each other in a tree
    track_.keep(sizeof(piece) + sizeof(limit_run) + (ordered ? 0 : 64), line);
}

void interval_track::add_first_base(std::string_view name, std::uint64_t first, std::uint64_t last, gap_limit limit,
                                    std::uint64_t line)
{
    track_record & record = track_.record(record_of(name, last, line));
    any_letter_ = any_letter_ || first != last;
    if (first == last)
        return;
    std::uint32_t const number = track_.limits().number(limit);
    record.forward.push_back({cut(first), number});
    record.reverse.push_back({cut(last - 1), number});
    track_.keep(2 * sizeof(marked_base), line);
}

void interval_track::lay(std::vector<limit_run> & runs, piece next)
{
    append_run(runs, next.first, limit_table::left_out);
    append_run(runs, next.last, next.limit);
}

/// Lays the pieces over each other in order; the number of those that replace another limit somewhere.
std::size_t interval_track::paint(std::vector<piece> const & pieces, std::vector<limit_run> & runs)
{
    struct painted
    {
        std::uint32_t last, limit;
    };
    std::map<std::uint32_t, painted> picture; // by first letter; never overlapping
    std::size_t replacing = 0;
    for (auto const [first, last, limit] : pieces) {
        bool replaces = false;
        auto next = picture.lower_bound(first);
        if (next != picture.begin()) {
            painted & before = std::prev(next)->second;
            if (before.last > first) {
                replaces = before.limit != limit;
                if (before.last > last)
                    picture.emplace_hint(next, last, before);
                before.last = first;
            }
        }
        while (next != picture.end() && next->first < last) {
            replaces = replaces || next->second.limit != limit;
            if (next->second.last > last)
                picture.emplace_hint(std::next(next), last, next->second);
            next = picture.erase(next);
        }
        picture.insert_or_assign(first, painted{last, limit});
        replacing += replaces;
    }
    for (auto const & [first, p] : picture)
        lay(runs, {first, p.last, p.limit});
    return replacing;
}

void interval_track::keep_largest(std::vector<marked_base> & bases)
{
    limit_table const & limits = track_.limits();
    std::ranges::sort(bases, [&](marked_base x, marked_base y) {
        return x.position != y.position ? x.position < y.position : is_smaller(limits[y.limit], limits[x.limit]);
    });
    auto const repeated = std::ranges::unique(bases, {}, &marked_base::position);
    bases.erase(repeated.begin(), repeated.end());
    bases.shrink_to_fit();
}

/// Intervals of a circular record that pass its end go on from its first letter.
void interval_track::bend(std::string_view name, std::uint64_t letters)
{
    auto const index = track_.find(name);
    if (!index)
        return;
    track_record & record = track_.record(*index);
    if (record.extent <= letters)
        return;
    if (letters > std::numeric_limits<std::uint32_t>::max() / 2 || record.extent > 2 * letters)
        throw input_error{track_.path(), record.extent_line,
                          fmt::format("end {} is more than once round record {}, which is circular and has {} letters: "
                                      "check the coordinates",
                                      record.extent, name, letters)};
    auto const end = static_cast<std::uint32_t>(letters);
    record.extent = letters;
    record.circular = letters;
    auto & [pieces, ordered] = records_[*index];
    std::vector<piece> bent;
    for (piece const & p : pieces) {
        if (p.first < end)
            bent.push_back({p.first, std::min(p.last, end), p.limit});
        if (p.last > end)
            bent.push_back({p.first < end ? 0 : p.first - end, p.last - end, p.limit});
    }
    pieces = std::move(bent);
    ordered = false;
    for (std::vector<marked_base> * bases : {&record.forward, &record.reverse})
        for (marked_base & base : *bases)
            base.position -= base.position < end ? 0 : end;
}

track interval_track::close() &&
{
    if (track_.size() == 0)
        throw input_error{track_.path(), 0, "holds no interval: check that it is the file you mean"};
    for (auto const & [name, letters] : circular_)
        bend(name, letters);
    std::size_t replacing = 0;
    for (std::size_t k = 0; k < records_.size(); ++k) {
        track_record & record = track_.record(k);
        auto & [pieces, ordered] = records_[k];
        if (ordered)
            for (piece const & p : pieces)
                lay(record.runs, p);
        else
            replacing += paint(pieces, record.runs);
        record.runs.shrink_to_fit();
        pieces = {};
        keep_largest(record.forward);
        keep_largest(record.reverse);
    }
    if (!any_letter_)
        throw input_error{
            track_.path(), track_.record(0).line,
            "every interval is empty (start = end), so that no letter has a limit: check the coordinates"};
    if (replacing)
        track_.warn(fmt::format("{}: intervals that overlap an earlier line with another limit: {}: the last line wins",
                                track_.path(), replacing));
    return std::move(track_);
}

} // namespace vglcs::detail
