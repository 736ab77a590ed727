// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/pattern_matcher.hpp>

#include <vglcs/pattern_search.hpp>

#include "pattern/pattern_run.hpp"
#include "text/for_each_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <tuple>

namespace vglcs {

namespace {

using detail::pattern_run;
using detail::prepared_pattern;
using detail::tile_place;
using detail::tile_slice;

/// Letters that one task reads on each strand: whole records, or starts [first, last) of one.
struct stretch
{
    std::size_t record = 0, records = 1;
    std::size_t first = 0, last = 0; ///< starts, in the direction of the search, where one record is cut
};

/// Memory of a thread, kept from task to task.
struct workplace
{
    detail::tile text;
    pattern_run run;
    std::vector<tile_slice> slices;
};

auto order_of(pattern_hit const & h)
{
    return std::tuple{h.record, h.pattern, h.start, h.end, h.strand == strand::reverse};
}
auto rank_of(pattern_hit const & h)
{
    return std::tuple{h.errors, h.indels, h.start, h.end, h.strand == strand::reverse};
}

} // namespace

struct pattern_matcher::state
{
    std::vector<structured_pattern> patterns;
    matcher_options how;
    std::vector<prepared_pattern> prepared{};
    std::size_t longest = 0; ///< letters of a match of any pattern

    state(std::vector<structured_pattern> p, matcher_options const & o) : patterns{std::move(p)}, how{o}
    {
        for (structured_pattern const & pattern : patterns)
            longest = std::max(longest, prepared.emplace_back(pattern).longest);
    }

    /// Starts of a cut record in one task: so many that the letters read twice are few.
    [[nodiscard]] std::size_t starts_at_once() const noexcept { return std::max(how.tile, 3 * longest); }

    [[nodiscard]] std::vector<stretch> tasks_for(std::span<std::string_view const> records) const
    {
        std::vector<stretch> out;
        std::size_t together = 0; // letters of the last task, where it may take more records
        for (std::size_t r = 0; r < records.size(); ++r) {
            std::size_t const n = records[r].size();
            if (n > starts_at_once() + longest) {
                for (std::size_t first = 0; first < n; first += starts_at_once())
                    out.push_back({r, 1, first, std::min(n, first + starts_at_once())});
                together = how.tile + 1; // the next record begins its own
            } else if (out.empty() || together + n > how.tile) {
                out.push_back({.record = r});
                together = n;
            } else {
                ++out.back().records;
                together += n + 1;
            }
        }
        return out;
    }

    /// Hits of one task into `to`, in their order.
    void find(stretch const & t, std::span<std::string_view const> records, workplace & at, pattern_hits & to,
              std::atomic<std::uint64_t> & bytes) const
    {
        for (strand const s : {strand::forward, strand::reverse}) {
            if (!(s == strand::forward ? how.forward : how.reverse))
                continue;
            bool const turned = s == strand::reverse;
            at.slices.clear();
            if (t.last > t.first) {
                std::string_view const all = records[t.record];
                std::size_t const end = std::min(all.size(), t.last + longest);
                at.slices.push_back(
                    {all.substr(turned ? all.size() - end : t.first, end - t.first), t.first == 0, end == all.size()});
            } else {
                for (std::size_t r = 0; r < t.records; ++r)
                    at.slices.push_back({records[t.record + r]});
            }
            at.text.fill(at.slices, turned);
            for (std::size_t k = 0; k < prepared.size(); ++k)
                find(t, records, at, k, s, to, bytes);
        }
        if (!std::ranges::is_sorted(to.hits, {}, order_of))
            std::ranges::sort(to.hits, {}, order_of);
        if (how.hits == hit_choice::best)
            keep_best(to.hits);
    }

    void find(stretch const & t, std::span<std::string_view const> records, workplace & at, std::size_t k, strand s,
              pattern_hits & to, std::atomic<std::uint64_t> & bytes) const
    {
        bool const turned = s == strand::reverse, cut = t.last > t.first;
        std::size_t const before = to.hits.size();
        std::size_t slice = 0, slice_start = 0;
        auto const & ends = at.text.slice_ends();
        at.run.find(at.text, prepared[k], cut ? t.last - t.first : at.text.size(),
                    [&](std::size_t start, std::span<tile_place const> places) {
                        while (ends[slice] < start)
                            slice_start = ends[slice++] + 1;
                        std::size_t const record = t.record + (turned ? t.records - 1 - slice : slice);
                        std::size_t const n = records[record].size(), base = cut ? t.first : 0;
                        // from the tile to the record, on its forward strand
                        auto const from = [&](std::size_t p) { return p - slice_start + base; };
                        auto const between = [&](std::size_t a, std::size_t b) {
                            return turned ? std::pair{n - from(b), n - from(a)} : std::pair{from(a), from(b)};
                        };
                        pattern_hit hit{.record = record, .pattern = k, .strand = s, .first_place = to.places.size()};
                        std::tie(hit.start, hit.end) = between(start, places.back().end);
                        for (tile_place const & place : places) {
                            hit.errors += place.way.errors;
                            hit.indels += place.way.indels;
                        }
                        if (how.hits == hit_choice::best && to.hits.size() > before && to.hits.back().record == record)
                        {
                            if (rank_of(to.hits.back()) < rank_of(hit))
                                return;
                            hit.first_place = to.hits.back().first_place;
                            to.hits.pop_back();
                            to.places.resize(hit.first_place);
                        }
                        std::size_t p = start;
                        for (std::size_t part = 0; part < places.size(); ++part) {
                            auto const & [end, way] = places[part];
                            part_place place{.errors = way.errors, .indels = way.indels};
                            std::tie(place.start, place.end) = between(p, end);
                            if (patterns[k].parts[part].what != pattern_part::kind::spacer)
                                place.choice = way.choice;
                            place.runner_up = way.runner_up;
                            to.places.push_back(place);
                            p = end;
                        }
                        to.hits.push_back(hit);
                        if (to.hits.size() % untold == 0)
                            count(untold * bytes_of(k), bytes);
                    });
        count((to.hits.size() - before) % untold * bytes_of(k), bytes);
    }

    static constexpr std::size_t untold = 256; ///< hits that a thread may keep before it says so
    [[nodiscard]] std::uint64_t bytes_of(std::size_t k) const noexcept
    {
        return 4 * (sizeof(pattern_hit) + patterns[k].parts.size() * sizeof(part_place)); // and rows, and room to grow
    }
    void count(std::uint64_t more, std::atomic<std::uint64_t> & bytes) const
    {
        if (bytes.fetch_add(more, std::memory_order_relaxed) + more > how.max_memory && how.max_memory != 0)
            throw too_many_occurrences{fmt::format("search: the hits take more than {}: make the patterns more "
                                                   "selective, ask for --hits best, or raise --max-memory",
                                                   format_bytes(how.max_memory))};
        if (how.control != nullptr)
            how.control->throw_if_stopped();
    }

    /// Of hits of a record, pattern and strand that overlap the best stays; hits in order, before and after.
    /// O(hits * log hits).
    static void keep_distinct(std::vector<pattern_hit> & hits)
    {
        auto const group = [](pattern_hit const & h) { return std::tuple{h.record, h.pattern, h.strand}; };
        std::ranges::sort(hits, [&](pattern_hit const & a, pattern_hit const & b) {
            return std::pair{group(a), rank_of(a)} < std::pair{group(b), rank_of(b)};
        });
        std::vector<pattern_hit> kept;
        std::map<std::uint64_t, std::uint64_t> taken; // start -> end, apart
        for (std::size_t k = 0; k < hits.size(); ++k) {
            if (k > 0 && group(hits[k]) != group(hits[k - 1]))
                taken.clear();
            auto const after = taken.lower_bound(hits[k].end);
            if (after != taken.begin() && std::prev(after)->second > hits[k].start)
                continue;
            taken.emplace(hits[k].start, hits[k].end);
            kept.push_back(hits[k]);
        }
        hits = std::move(kept);
        std::ranges::sort(hits, {}, order_of);
    }

    /// Of each record and pattern the best hit stays; hits in order.
    static void keep_best(std::vector<pattern_hit> & hits)
    {
        std::size_t kept = 0;
        for (pattern_hit const & hit : hits) {
            if (kept == 0 || hits[kept - 1].record != hit.record || hits[kept - 1].pattern != hit.pattern)
                hits[kept++] = hit;
            else if (rank_of(hit) < rank_of(hits[kept - 1]))
                hits[kept - 1] = hit;
        }
        hits.resize(kept);
    }
};

pattern_matcher::pattern_matcher(std::vector<structured_pattern> patterns, matcher_options const & how)
    : state_{new state{std::move(patterns), how}}
{
}
pattern_matcher::~pattern_matcher() = default;
pattern_matcher::pattern_matcher(pattern_matcher &&) noexcept = default;

std::vector<structured_pattern> const & pattern_matcher::patterns() const noexcept
{
    return state_->patterns;
}

pattern_hits pattern_matcher::find(std::span<std::string_view const> records) const
{
    state const & s = *state_;
    std::vector<stretch> const tasks = s.tasks_for(records);
    std::vector<pattern_hits> found(tasks.size());
    std::atomic<std::uint64_t> bytes = 0;
    detail::for_each_of(tasks.size(), s.how.threads, [&](std::size_t k) {
        if (s.how.control != nullptr)
            s.how.control->throw_if_stopped();
        thread_local workplace at;
        s.find(tasks[k], records, at, found[k], bytes);
    });
    pattern_hits all;
    std::vector<part_place> places; // in the order of the tasks
    for (pattern_hits & part : found) {
        for (pattern_hit & hit : part.hits) {
            hit.first_place += places.size();
            all.hits.push_back(hit);
        }
        places.insert(places.end(), part.places.begin(), part.places.end());
        part = {};
    }
    if (!std::ranges::is_sorted(all.hits, {}, order_of)) // a cut record's tasks: each strand's in their own order
        std::ranges::sort(all.hits, {}, order_of);
    if (s.how.hits == hit_choice::best)
        state::keep_best(all.hits);
    if (s.how.hits == hit_choice::distinct)
        state::keep_distinct(all.hits);
    for (pattern_hit & hit : all.hits) {
        auto const from = places.begin() + static_cast<std::ptrdiff_t>(hit.first_place);
        hit.first_place = all.places.size();
        all.places.insert(all.places.end(), from,
                          from + static_cast<std::ptrdiff_t>(s.patterns[hit.pattern].parts.size()));
    }
    return all;
}

} // namespace vglcs
