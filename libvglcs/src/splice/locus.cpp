// SPDX-License-Identifier: BSD-3-Clause
#include "splice/locus.hpp"

#include "splice/intron_sites.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/problem.hpp>

#include <algorithm>
#include <limits>

namespace vglcs::detail {

void join_ranges(std::vector<text_range> & ranges, text_range within)
{
    for (text_range & r : ranges)
        r = {std::max(r.begin, within.begin), std::min(r.end, within.end)};
    std::erase_if(ranges, [](text_range const & r) { return r.begin >= r.end; });
    std::ranges::sort(ranges, {}, &text_range::begin);
    std::size_t kept = 0;
    for (text_range const & r : ranges)
        if (kept != 0 && r.begin <= ranges[kept - 1].end)
            ranges[kept - 1].end = std::max(ranges[kept - 1].end, r.end);
        else
            ranges[kept++] = r;
    ranges.resize(kept);
}

std::vector<letter_code> letters_of(rmq::packed_view const & text, text_range range)
{
    std::vector<letter_code> out(range.size());
    std::size_t at = 0;
    for (std::uint64_t p = range.begin; p < range.end;) {
        std::uint64_t const count = std::min<std::uint64_t>(32, range.end - p);
        if (text.near_barrier(p, p + count - 1)) {
            for (std::uint64_t k = 0; k < count; ++k) {
                std::uint8_t const letter = text.letter(p + k);
                out[at++] = letter == rmq::barrier_letter ? no_match : static_cast<letter_code>(letter - 1);
            }
        } else {
            std::uint64_t word = text.window(p);
            for (std::uint64_t k = 0; k < count; ++k, word >>= 2)
                out[at++] = static_cast<letter_code>(word & 3);
        }
        p += count;
    }
    return out;
}

namespace {

/// Places of a locus' table that count from its first letter.
struct place_range
{
    std::size_t begin, end;
};

/// The table of one strand of the transcript.
class transcript_table
{
public:
    transcript_table(std::span<letter_code const> read, std::span<letter_code const> target,
                     std::vector<place_range> const & windows, intron_sites & sites, splice_options const & how)
        : read_{read}, target_{target}, windows_{windows}, sites_{sites}, how_{how}
    {
    }

    [[nodiscard]] std::uint64_t score() const { return vglcs::solve(made(), solving(task::length)).score; }

    /// The best chain without introns that are longer than allowed: a landing that is allowed for annotated introns may
    /// be reached by another one; such landings lose their length, and the table is made again.
    [[nodiscard]] result chain() const
    {
        for (;;) {
            result out = vglcs::solve(made(), solving(task::alignment));
            bool again = false;
            for (std::size_t k = 1; k < out.chain.size(); ++k)
                if (auto const passed = intron(out.chain[k - 1].j, out.chain[k].j);
                    passed && !sites_.allowed(passed->begin, passed->end))
                {
                    sites_.forbid_long(passed->end);
                    again = true;
                }
            if (!again)
                return out;
        }
    }

    /// The intron of the step between two letters of the target, where it has one: of the cheapest the one with the
    /// fewest letters skipped beside it, then of the smallest begin.
    [[nodiscard]] std::optional<place_range> intron(std::size_t from, std::size_t to) const
    {
        std::size_t const gap = how_.prices.gap;
        if (to - from - 1 <= gap)
            return std::nullopt;
        place_range best{0, 0};
        std::uint64_t best_cost = std::numeric_limits<std::uint64_t>::max();
        std::size_t best_beside = 0;
        for (std::size_t b = from + 1; b <= from + 1 + gap; ++b)
            for (std::size_t e = to; e + gap >= to && e > b; --e) {
                intron_limit const most = sites_.limit(e);
                if (e - b < most.lo || e - b > most.hi)
                    continue;
                std::size_t const beside = b - from - 1 + to - e;
                std::uint64_t const cost =
                    std::uint64_t{sites_.begin_cost(b)} + sites_.end_cost(e) + beside * how_.prices.skip;
                if (cost < best_cost || (cost == best_cost && beside < best_beside)) {
                    best_cost = cost;
                    best_beside = beside;
                    best = {b, e};
                }
            }
        return best;
    }

private:
    [[nodiscard]] options solving(task what) const
    {
        options o;
        o.task = what;
        o.device = device::cpu;
        o.threads = 1;
        o.max_memory = how_.max_memory;
        o.control = how_.control;
        return o;
    }

    [[nodiscard]] problem made() const
    {
        std::size_t const m = target_.size();
        gap_limit const small{0, how_.prices.gap, false};
        gap_limits target_limits{m, small};
        jumps introns{m, std::nullopt, std::nullopt};
        std::size_t done = 0;
        for (place_range const & w : windows_) {
            if (w.begin > done)
                target_limits.set(done, w.begin, {0, how_.prices.gap, true});
            done = w.end;
            sites_.lay(introns, w.begin, std::min(w.end + 1, m)); // introns end on the letter behind a window, too
        }
        if (done < m)
            target_limits.set(done, m, {0, how_.prices.gap, true});
        return {std::vector<letter_code>(read_.begin(), read_.end()),
                std::vector<letter_code>(target_.begin(), target_.end()),
                gap_limits{read_.size(), small},
                target_limits,
                {how_.prices.match, how_.prices.skip, how_.prices.skip},
                {},
                introns};
    }

    std::span<letter_code const> read_, target_;
    std::vector<place_range> const & windows_;
    intron_sites & sites_;
    splice_options const & how_;
};

/// How far an intron slides by letters that are equal on both sides of it, at the same cost and within its limits.
std::uint32_t shift(intron_sites const & sites, std::span<letter_code const> target, place_range at, bool right,
                    std::size_t most)
{
    std::uint32_t found = 0;
    std::uint64_t const cost = std::uint64_t{sites.begin_cost(at.begin)} + sites.end_cost(at.end);
    std::size_t b = at.begin, e = at.end;
    for (std::size_t k = 1; k <= most; ++k) {
        if (!right && b == 0)
            break;
        std::size_t const x = right ? b : b - 1, y = right ? e : e - 1;
        if (y >= target.size() || target[x] != target[y] || target[x] == no_match)
            break;
        right ? (++b, ++e) : (--b, --e);
        if (e < target.size() && sites.allowed(b, e) && std::uint64_t{sites.begin_cost(b)} + sites.end_cost(e) == cost)
            found = static_cast<std::uint32_t>(k);
    }
    return found;
}

/// Adds what a step between two pairs of the chain counts in NM: columns that differ, and letters of one side alone.
std::uint32_t edits_of(matched_pair from, matched_pair to, std::optional<place_range> const & passed)
{
    std::size_t const read = to.i - from.i - 1;
    std::size_t const before = (passed ? passed->begin : to.j) - from.j - 1, after = passed ? to.j - passed->end : 0;
    std::size_t const differ = std::min(read, before);
    return static_cast<std::uint32_t>(before + std::max(read - differ, after));
}

/// The letters next to an intron that are matched one by one on either side: how far it may slide.
std::size_t run_length(std::vector<matched_pair> const & chain, std::size_t k, bool right)
{
    std::size_t run = 1;
    for (; right ? k + run < chain.size() : k >= run; ++run) {
        matched_pair const & x = right ? chain[k + run] : chain[k - run];
        matched_pair const & y = right ? chain[k + run - 1] : chain[k - run + 1];
        if ((x.i > y.i ? x.i - y.i : y.i - x.i) != 1 || (x.j > y.j ? x.j - y.j : y.j - x.j) != 1)
            break;
    }
    return run;
}

spliced_alignment described(transcript_table const & table, intron_sites const & sites, result const & answer,
                            std::span<letter_code const> target, locus const & where, std::uint64_t start, bool minus)
{
    spliced_alignment out;
    out.target = where.target;
    out.read_reverse = where.read_reverse;
    out.score = static_cast<std::int64_t>(answer.score);
    out.length = static_cast<std::uint32_t>(answer.chain.size());
    std::vector<matched_pair> const & chain = answer.chain;
    auto const begin_exon = [&](matched_pair const & p, std::uint64_t target_begin) {
        out.exons.push_back({target_begin, 0, static_cast<std::uint32_t>(p.i), 0, 0});
    };
    auto const end_exon = [&](matched_pair const & p, std::uint64_t target_end) {
        out.exons.back().target_end = target_end;
        out.exons.back().read_end = static_cast<std::uint32_t>(p.i + 1);
    };
    begin_exon(chain.front(), start + chain.front().j);
    for (std::size_t k = 0; k < chain.size(); ++k) {
        out.chain.emplace_back(chain[k].i, start + chain[k].j);
        if (k != 0) {
            auto const passed = table.intron(chain[k - 1].j, chain[k].j);
            out.edits += edits_of(chain[k - 1], chain[k], passed);
            if (passed) {
                end_exon(chain[k - 1], start + passed->begin);
                junction j;
                j.begin = start + passed->begin;
                j.end = start + passed->end;
                j.sites = sites.kind(passed->begin, passed->end);
                j.annotated = sites.annotated(passed->begin, passed->end);
                // letters slide from one side to the other where nothing is skipped beside the intron
                if (passed->begin == chain[k - 1].j + 1 && passed->end == chain[k].j &&
                    chain[k].i == chain[k - 1].i + 1) {
                    j.shift_left = shift(sites, target, *passed, false, run_length(chain, k - 1, false) - 1);
                    j.shift_right = shift(sites, target, *passed, true, run_length(chain, k, true) - 1);
                }
                out.junctions.push_back(j);
                begin_exon(chain[k], start + passed->end);
            }
        }
        ++out.exons.back().matches;
    }
    end_exon(chain.back(), start + chain.back().j + 1);
    for (std::size_t k = 0; k < out.junctions.size(); ++k)
        out.junctions[k].overhang = std::min(out.exons[k].matches, out.exons[k + 1].matches);
    if (!out.junctions.empty())
        out.transcript_strand = minus ? '-' : '+';
    return out;
}

} // namespace

std::optional<spliced_alignment> align_locus(splice_genome const & genome, gene_annotation const * genes,
                                             splice_options const & how, std::span<letter_code const> letters,
                                             locus const & where, std::span<text_range const> taken, std::int64_t least)
{
    // the table begins and ends with the windows: what lies outside is none of it
    text_range const all =
        where.windows.empty() ? where.letters : text_range{where.windows.front().begin, where.windows.back().end};
    if (letters.empty() || all.begin >= all.end)
        return std::nullopt;
    text_record const & record = genome.text().records.all()[where.target];
    std::vector<letter_code> target = letters_of(genome.text().text, all);
    for (text_range const & t : taken)
        for (std::uint64_t p = std::max(t.begin, all.begin); p < std::min(t.end, all.end); ++p)
            target[p - all.begin] = no_match;
    std::vector<place_range> windows;
    for (text_range const & w : where.windows)
        windows.push_back({w.begin - all.begin, w.end - all.begin});
    if (windows.empty())
        windows.push_back({0, target.size()});
    // sites are those of the genome, letters that are taken among them
    std::vector<letter_code> const as_read =
        taken.empty() ? std::vector<letter_code>{} : letters_of(genome.text().text, all);
    std::span<letter_code const> const site_letters = taken.empty() ? target : as_read;
    std::uint64_t const start = all.begin - record.start;
    intron_sites plus{site_letters, where.target, start, false, genes, how};
    intron_sites minus{site_letters, where.target, start, true, genes, how};
    transcript_table const forward{letters, target, windows, plus, how}, backward{letters, target, windows, minus, how};

    bool take_minus = where.minus_first;
    result answer = (take_minus ? backward : forward).chain();
    std::uint64_t const other = (take_minus ? forward : backward).score();
    // + on ties; a score of the other strand may fall where its introns are not all allowed
    if (take_minus ? other >= answer.score : other > answer.score) {
        result second = (take_minus ? forward : backward).chain();
        if (take_minus ? second.score >= answer.score : second.score > answer.score) {
            take_minus = !take_minus;
            answer = std::move(second);
        }
    }
    if (answer.chain.empty() || static_cast<std::int64_t>(answer.score) < least)
        return std::nullopt;
    return described(take_minus ? backward : forward, take_minus ? minus : plus, answer, target, where, start,
                     take_minus);
}

} // namespace vglcs::detail
