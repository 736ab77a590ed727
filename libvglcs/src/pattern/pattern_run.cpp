// SPDX-License-Identifier: BSD-3-Clause
#include "pattern/pattern_run.hpp"

#include "pattern/element_scan.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace vglcs::detail {

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
using kind = pattern_part::kind;

bool has_bit(bit_plane const & plane, std::size_t p) noexcept
{
    return (plane[p / 64] >> p % 64 & 1) != 0;
}

/// Calls f(p) for the bits of the plane at first..last (closed).
template <class Function>
void for_each_bit(bit_plane const & plane, std::size_t first, std::size_t last, Function const & f)
{
    for (std::size_t w = first / 64; w <= last / 64 && w < plane.size(); ++w) {
        std::uint64_t bits = plane[w];
        if (w == first / 64)
            bits &= ~std::uint64_t{0} << first % 64;
        if (w == last / 64)
            bits &= ~std::uint64_t{0} >> (63 - last % 64);
        for (; bits != 0; bits &= bits - 1)
            f(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }
}

} // namespace

prepared_pattern::prepared_pattern(structured_pattern const & p) : pattern{p}
{
    for (pattern_part const & part : p.parts) {
        lists.emplace_back(part.what == kind::list ? std::make_unique<list_index const>(part) : nullptr);
        std::size_t most = part.hi;
        for (pattern_word const & word : part.words)
            most = std::max(most, word.size() + part.errors.insertions);
        longest += part.what == kind::list ? lists.back()->longest() : most;
    }
}

bool pattern_run::scan(tile & text, prepared_pattern const & p)
{
    auto const & parts = p.pattern.parts;
    live_.resize(parts.size() + 1);
    bit_plane & last = live_.back();
    if (p.pattern.at_end)
        last = text.record_ends();
    else
        last.assign(text.stride(), ~std::uint64_t{0});
    for (std::size_t k = parts.size(); k-- > 0;) {
        pattern_part const & part = parts[k];
        live_[k].assign(text.stride(), 0);
        if (part.what == kind::spacer)
            scan_spacer(text, part.lo, part.hi, live_[k + 1], live_[k]);
        else if (part.what == kind::list)
            scan_spacer(text, p.lists[k]->shortest(), p.lists[k]->longest(), live_[k + 1], live_[k]);
        else
            for (pattern_word const & word : part.words)
                scan_element(text, part, word, live_[k + 1], live_[k]);
        if (std::ranges::all_of(live_[k], [](std::uint64_t w) { return w == 0; }))
            return false;
    }
    if (p.pattern.at_start)
        for (std::size_t w = 0; w < text.stride(); ++w)
            live_[0][w] &= text.record_starts()[w];
    return true;
}

void pattern_run::keep(std::vector<entry> & layer, entry const & way)
{
    // ends come unordered; what reached this end before came by an entry that is not behind this one
    std::size_t const at = way.end - layers_[0][0].end;
    if (at >= at_end_.size())
        at_end_.resize(at + 1, none);
    if (at_end_[at] == none) {
        at_end_[at] = static_cast<std::uint32_t>(layer.size());
        layer.push_back(way);
        return;
    }
    entry & old = layer[at_end_[at]];
    auto const key = [](entry const & e) { return std::tuple{e.errors, e.before, e.indels, e.way.choice}; };
    if (key(way) < key(old))
        old = way;
}

void pattern_run::extend(std::size_t k, std::uint32_t before, std::size_t slice_end, tile & text,
                         prepared_pattern const & p)
{
    pattern_part const & part = p.pattern.parts[k];
    bit_plane const & live = live_[k + 1];
    entry const from = layers_[k][before];
    std::vector<entry> & to = layers_[k + 1];
    auto const add = [&](word_way const & way) {
        if (has_bit(live, from.end + way.length))
            keep(to, {from.end + way.length, from.errors + way.errors, from.indels + way.indels, before, way});
    };
    std::uint8_t const * const letters = text.letters() + from.end;
    std::size_t const available = slice_end - from.end;
    switch (part.what) {
    case kind::spacer:
        if (part.lo <= available)
            for_each_bit(live, from.end + part.lo, from.end + std::min(part.hi, available), [&](std::size_t end) {
                keep(to, {end, from.errors, from.indels, before, {.length = end - from.end}});
            });
        break;
    case kind::list:
        p.lists[k]->find(matcher_, letters, available, candidates_, found_);
        for (word_way const & way : found_)
            add(way);
        break;
    case kind::element:
        for (std::uint32_t n = 0; n < part.words.size(); ++n)
            matcher_.match(part, part.words[n], letters, available, [&](word_way way) {
                way.choice = n;
                add(way);
            });
        break;
    }
}

void pattern_run::ways_from(std::size_t start, std::size_t slice_end, tile & text, prepared_pattern const & p,
                            sink const & found)
{
    std::size_t const parts = p.pattern.parts.size();
    layers_.resize(parts + 1);
    layers_[0].assign(1, {.end = start});
    for (std::size_t k = 0; k < parts; ++k) {
        std::vector<entry> & to = layers_[k + 1];
        to.clear();
        for (std::uint32_t before = 0; before < layers_[k].size(); ++before)
            extend(k, before, slice_end, text, p);
        for (entry const & e : to)
            at_end_[e.end - start] = none;
        if (to.empty())
            return;        // a list has no such word
        if (k + 1 < parts) // the order of all ends so far
            std::ranges::sort(to, {}, [](entry const & e) { return std::pair{e.before, e.end}; });
        else
            std::ranges::sort(to, {}, &entry::end);
    }
    places_.resize(parts);
    for (entry const & last : layers_[parts]) {
        entry const * e = &last;
        for (std::size_t k = parts; k-- > 0;) {
            places_[k] = {e->end, e->way};
            e = &layers_[k][e->before];
        }
        found(start, places_);
    }
}

void pattern_run::find(tile & text, prepared_pattern const & p, std::size_t last_start, sink const & found)
{
    if (last_start == 0 || !scan(text, p))
        return;
    auto slice_end = text.slice_ends().begin();
    for_each_bit(live_[0], 0, last_start - 1, [&](std::size_t start) {
        while (slice_end != text.slice_ends().end() && *slice_end < start)
            ++slice_end;
        if (slice_end != text.slice_ends().end())
            ways_from(start, *slice_end, text, p, found);
    });
}

} // namespace vglcs::detail
