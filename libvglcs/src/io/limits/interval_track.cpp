// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/interval_track.hpp"

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

/// Where a mark lies that would be in front of the first letter.
constexpr std::uint32_t before_first = std::numeric_limits<std::uint32_t>::max();

} // namespace

interval_track::interval_track(std::string path, value_kind kind, gap_spec_options const & options)
    : track_{std::move(path), track::coverage::intervals, kind, options}
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

void interval_track::add(std::string_view name, std::uint64_t first, std::uint64_t last, spec_value value,
                         std::uint64_t line)
{
    auto & [pieces, ordered] = records_[record_of(name, last, line)];
    any_letter_ = any_letter_ || first != last; // by the uncut numbers
    piece const next{cut(first), cut(last), track_.values().number(value)};
    if (next.first == next.last)
        return;
    ordered = ordered && (pieces.empty() || pieces.back().last <= next.first);
    pieces.push_back(next);
    // overlapping ones are laid over each other in a tree
    track_.keep(sizeof(piece) + sizeof(value_run) + (ordered ? 0 : 64), line);
}

void interval_track::add_mark(std::string_view name, std::uint64_t first, std::uint64_t last, feature_part part,
                              spec_value value, std::uint64_t line)
{
    track_record & record = track_.record(record_of(name, last, line));
    any_letter_ = any_letter_ || first != last;
    if (first == last)
        return;
    std::uint32_t const number = track_.values().number(value);
    bool const after = part == feature_part::base_after;
    std::uint32_t const behind = first == 0 ? before_first : cut(first - 1); // read from the other end
    record.forward.push_back({cut(after ? last : first), number});
    record.reverse.push_back({after ? behind : cut(last - 1), number});
    track_.keep(2 * sizeof(marked_base), line);
}

void interval_track::lay(std::vector<value_run> & runs, piece next)
{
    append_run(runs, next.first, value_table::left_out);
    append_run(runs, next.last, next.value);
}

/// Lays the pieces over each other in order; the number of those that replace another value somewhere.
std::size_t interval_track::paint(std::vector<piece> const & pieces, std::vector<value_run> & runs)
{
    struct painted
    {
        std::uint32_t last, value;
    };
    std::map<std::uint32_t, painted> picture; // by first letter; never overlapping
    std::size_t replacing = 0;
    for (auto const [first, last, value] : pieces) {
        bool replaces = false;
        auto next = picture.lower_bound(first);
        if (next != picture.begin()) {
            painted & before = std::prev(next)->second;
            if (before.last > first) {
                replaces = before.value != value;
                if (before.last > last)
                    picture.emplace_hint(next, last, before);
                before.last = first;
            }
        }
        while (next != picture.end() && next->first < last) {
            replaces = replaces || next->second.value != value;
            if (next->second.last > last)
                picture.emplace_hint(std::next(next), last, next->second);
            next = picture.erase(next);
        }
        picture.insert_or_assign(first, painted{last, value});
        replacing += replaces;
    }
    for (auto const & [first, p] : picture)
        lay(runs, {first, p.last, p.value});
    return replacing;
}

/// As values of the table.
bool interval_track::is_weaker(std::uint32_t x, std::uint32_t y)
{
    return detail::is_weaker(track_.values()[x], track_.values()[y], track_.kind());
}

void interval_track::keep_strongest(std::vector<marked_base> & bases)
{
    std::ranges::sort(bases, [&](marked_base x, marked_base y) {
        return x.position != y.position ? x.position < y.position : is_weaker(y.value, x.value);
    });
    auto const repeated = std::ranges::unique(bases, {}, &marked_base::position);
    bases.erase(repeated.begin(), repeated.end());
    bases.shrink_to_fit();
}

/// A mark on a letter whose interval has a better value says nothing. On the reverse strand an interval belongs to the
/// junctions in front of its letters, which are behind the marked letter in the file.
void interval_track::drop_weaker_than_runs(track_record & record)
{
    auto const loses = [&](std::uint32_t letter, std::uint32_t value) {
        auto const run = std::ranges::upper_bound(record.runs, letter, {}, &value_run::end);
        return run != record.runs.end() && run->value != value_table::left_out && is_weaker(value, run->value);
    };
    std::erase_if(record.forward, [&](marked_base m) { return loses(m.position, m.value); });
    std::erase_if(record.reverse,
                  [&](marked_base m) { return m.position != before_first && loses(m.position + 1, m.value); });
}

/// Intervals of a circular record that pass its end go on from its first letter.
void interval_track::bend(std::string_view name, std::uint64_t letters)
{
    auto const index = track_.find(name);
    if (!index)
        return;
    track_record & record = track_.record(*index);
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    if (record.extent > letters && (letters > most / 2 || record.extent > 2 * letters))
        throw input_error{track_.path(), record.extent_line,
                          fmt::format("end {} is more than once round record {}, which is circular and has {} letters: "
                                      "check the coordinates",
                                      record.extent, name, letters)};
    if (letters >= most)
        return;
    auto const end = static_cast<std::uint32_t>(letters);
    for (std::vector<marked_base> * bases : {&record.forward, &record.reverse})
        for (marked_base & base : *bases)
            if (base.position >= end) {
                base.position = base.position == before_first ? end - 1 : base.position - end;
                record.circular = letters;
            }
    if (record.extent <= letters)
        return;
    record.extent = letters;
    record.circular = letters;
    auto & [pieces, ordered] = records_[*index];
    std::vector<piece> bent;
    for (piece const & p : pieces) {
        if (p.first < end)
            bent.push_back({p.first, std::min(p.last, end), p.value});
        if (p.last > end)
            bent.push_back({p.first < end ? 0 : p.first - end, p.last - end, p.value});
    }
    pieces = std::move(bent);
    ordered = false;
}

track interval_track::close() &&
{
    if (track_.size() == 0)
        throw input_error{track_.path(), 0, "holds no interval: check that it is the file you mean"};
    for (auto const & [name, letters] : circular_)
        bend(name, letters);
    bool const limits = track_.kind() == value_kind::limit;
    std::size_t replacing = 0;
    for (std::size_t k = 0; k < records_.size(); ++k) {
        track_record & record = track_.record(k);
        auto & [pieces, ordered] = records_[k];
        if (!ordered && !limits) // the best comes last, and so on top
            std::ranges::stable_sort(pieces,
                                     [&](piece const & x, piece const & y) { return is_weaker(x.value, y.value); });
        if (ordered)
            for (piece const & p : pieces)
                lay(record.runs, p);
        else
            replacing += paint(pieces, record.runs);
        record.runs.shrink_to_fit();
        pieces = {};
        keep_strongest(record.forward);
        keep_strongest(record.reverse);
        if (!limits)
            drop_weaker_than_runs(record);
    }
    if (!any_letter_)
        throw input_error{
            track_.path(), track_.record(0).line,
            fmt::format("every interval is empty (start = end), so that no letter has a {}: check the coordinates",
                        value_word(track_.kind()))};
    if (replacing && limits)
        track_.warn(fmt::format("{}: intervals that overlap an earlier line with another limit: {}: the last line wins",
                                track_.path(), replacing));
    return std::move(track_);
}

} // namespace vglcs::detail
