// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/splice.hpp>

#include "splice/genome_seeds.hpp"
#include "splice/locus.hpp"
#include "splice/mapping_quality.hpp"
#include "splice/read_tails.hpp"
#include "splice/seed_windows.hpp"

#include <vglcs/anchor_chain.hpp>
#include <vglcs/annotation.hpp>
#include <vglcs/error.hpp>
#include <vglcs/machine.hpp>
#include <vglcs/scoring.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace vglcs {

namespace {

using detail::locus;
using detail::read_part;
using detail::read_seed;
using detail::text_range;

/// A chain of seeds.
struct candidate
{
    std::int64_t weight = 0; ///< letters of its seeds
    std::size_t target = 0;
    bool reverse = false;
    std::vector<read_seed> seeds; ///< by place
    bool is_rest = false;         ///< what was left of another one
};

/// Part of the read as it was read, whatever strand was aligned.
read_part part_as_read(spliced_alignment const & a, std::uint64_t letters)
{
    std::uint64_t const begin = a.exons.front().read_begin, end = a.exons.back().read_end;
    return a.read_reverse ? read_part{letters - end, letters - begin} : read_part{begin, end};
}

/// True where the smaller of both parts lies by more than half in the other.
bool same_letters(read_part x, read_part y)
{
    std::size_t const begin = std::max(x.begin, y.begin), end = std::min(x.end, y.end);
    std::size_t const smaller = std::min(x.end - x.begin, y.end - y.begin);
    return end > begin && 2 * (end - begin) > smaller;
}

/// All that is done for one read.
class read_run
{
public:
    read_run(splice_genome const & genome, gene_annotation const * genes, splice_options const & how,
             sequence const & read)
        : genome_{genome}, genes_{genes}, how_{how}
    {
        out_.name = read.name;
        out_.letters = read.size();
        codes_[0] = encode(read.letters, alphabet::dna);
        codes_[1].assign(codes_[0].rbegin(), codes_[0].rend());
        for (letter_code & c : codes_[1])
            c = c < 4 ? static_cast<letter_code>(3 - c) : c;
        core_ = how.tails ? detail::without_tails(codes_[0]) : read_part{0, read.size()};
    }

    [[nodiscard]] spliced_read by_seeds()
    {
        std::vector<candidate> found = candidates();
        if (found.empty())
            return nothing("no seeds");
        std::vector<read_part> parts;
        std::vector<std::int64_t> weights;
        for (std::size_t at = 0; at < found.size(); ++at) {
            candidate const c = found[at];
            read_part const part = as_read(c);
            // another place of letters that a better chain has, and too much worse than that one
            bool rival = false, wanted = loci_.size() < how_.most_loci;
            for (std::size_t k = 0; k < parts.size(); ++k)
                if (same_letters(part, parts[k])) {
                    rival = true;
                    constexpr double part_of_chain = 0.6; // seeds say less than the table does
                    wanted = wanted && static_cast<double>(c.weight) >= part_of_chain * static_cast<double>(weights[k]);
                    break;
                }
            if (!wanted) {
                if (rival)
                    untried_.push_back({part, c.weight});
                continue;
            }
            weights.push_back(c.weight);
            read_part const whole_core = core_;
            core_ = core_for(found[at], found);
            bool aligned = try_candidate(c);
            if (aligned && !c.is_rest) {
                // seeds of the chain whose letters the alignment has not are chains of their own, and it ends there
                std::size_t const known = found.size();
                add_rests(c, found);
                if (found.size() > known) {
                    loci_.pop_back();
                    candidate own = c;
                    read_part const has = last_part_;
                    std::erase_if(own.seeds, [&](read_seed const & s) { return !lies_in(s, c.reverse, has); });
                    core_ = whole_core;
                    found[at] = own;
                    core_ = core_for(found[at], found);
                    aligned = try_candidate(own);
                }
            }
            parts.push_back(aligned ? part_as_read(loci_.back().alignment, out_.letters) : part);
            core_ = whole_core;
        }
        return finished("below the least score");
    }

    [[nodiscard]] spliced_read by_regions(std::span<splice_region const> regions)
    {
        if (regions.empty())
            return nothing("no region");
        struct place
        {
            locus where;
            std::int64_t score; ///< of the last alignment there, 0: there is none
        };
        std::vector<place> places; // each has a table before any has a second one: chance alignments use up none
        for (splice_region const & r : regions) {
            text_record const & record = genome_.text().records.all()[r.target];
            locus where;
            where.target = r.target;
            where.letters = {record.start + std::min(r.begin, record.length),
                             record.start + std::min(r.end, record.length)};
            for (bool const reverse : {false, true}) {
                if (r.strand && (*r.strand == strand::reverse) != reverse)
                    continue;
                where.read_reverse = reverse;
                places.push_back({where, try_locus(where, 0)});
            }
        }
        // again without the letters of the alignment that was found, while there may be one that is given
        std::size_t more = how_.most_loci - 1;
        for (place & p : places)
            for (; more != 0 && p.score > 0 &&
                   static_cast<double>(p.score) >= how_.secondary_part * static_cast<double>(best_);
                 --more)
                p.score = try_locus(p.where, 0);
        return finished("below the least score");
    }

private:
    /// Letters between two seeds beside those of an intron.
    static constexpr std::uint64_t beside = 64;

    struct tried
    {
        spliced_alignment alignment;
        std::int64_t weight; ///< of its chain of seeds
    };
    struct not_tried
    {
        read_part part;
        std::int64_t weight;
    };

    /// True where the middle of a seed lies in a part of the read.
    [[nodiscard]] bool lies_in(read_seed const & s, bool reverse, read_part part) const
    {
        std::size_t const middle = s.read + s.length / 2, at = reverse ? codes_[0].size() - 1 - middle : middle;
        return at >= part.begin && at < part.end;
    }

    /// Chains of the seeds of a chain that its alignment, the last one, leaves out at either end.
    void add_rests(candidate const & c, std::vector<candidate> & found)
    {
        spliced_alignment const & a = loci_.back().alignment;
        last_part_ = part_as_read(a, out_.letters);
        // letters that are matched by chance behind the chain's last seeds are none that the alignment needs
        std::size_t const begin = a.exons.front().read_begin, end = a.exons.back().read_end;
        std::array<candidate, 2> rests{c, c};
        auto const on_chain = [&](read_seed const & s) {
            std::uint64_t const place = s.text - genome_.text().records.all()[c.target].start;
            return std::ranges::binary_search(
                a.chain, std::pair<std::uint64_t, std::uint64_t>{s.read + s.length / 2, place + s.length / 2});
        };
        std::size_t first = 0, last = c.seeds.size();
        while (first < last && !on_chain(c.seeds[first]))
            ++first;
        while (last > first && !on_chain(c.seeds[last - 1]))
            --last;
        if (first == last)
            return;
        rests[0].seeds.resize(first);
        rests[1].seeds.erase(rests[1].seeds.begin(), rests[1].seeds.begin() + static_cast<std::ptrdiff_t>(last));
        for (candidate & rest : rests) {
            rest.weight = 0;
            rest.is_rest = true;
            for (read_seed const & s : rest.seeds)
                rest.weight += s.length;
            if (rest.weight * how_.prices.match >= how_.least_score && is_sure(rest))
                found.push_back(rest);
        }
        read_part own{c.seeds[first].read, c.seeds[last - 1].read + c.seeds[last - 1].length};
        own = {std::max(own.begin, begin), std::min(own.end, end)};
        std::size_t const n = codes_[0].size();
        last_part_ = c.reverse ? read_part{n - own.end, n - own.begin} : own;
    }

    /// The core of the read in an orientation.
    [[nodiscard]] std::span<letter_code const> core(bool reverse) const
    {
        std::span<letter_code const> const all{codes_[reverse ? 1 : 0]};
        return all.subspan(core_begin(reverse), core_.end - core_.begin);
    }
    [[nodiscard]] std::size_t core_begin(bool reverse) const
    {
        return reverse ? codes_[0].size() - core_.end : core_.begin;
    }
    /// Seeds first..last of a chain, one behind the other without an intron.
    struct cluster
    {
        std::size_t first, last;
        std::int64_t weight;
    };
    [[nodiscard]] static std::vector<cluster> clusters_of(candidate const & c)
    {
        std::vector<cluster> out;
        for (std::size_t k = 0; k < c.seeds.size(); ++k) {
            read_seed const & s = c.seeds[k];
            if (k != 0) {
                read_seed const & before = c.seeds[k - 1];
                std::uint64_t const in_read = s.read - before.read, in_text = s.text - before.text;
                constexpr std::uint64_t room = 32;
                if (in_text <= in_read + in_read / 2 + room) {
                    out.back().last = k;
                    out.back().weight += s.length;
                    continue;
                }
            }
            out.push_back({k, k, s.length});
        }
        return out;
    }
    /// Letters of the read that a chain has, clusters at its ends that may be there by chance left out.
    [[nodiscard]] read_part as_read(candidate const & c) const
    {
        std::vector<cluster> const clusters = clusters_of(c);
        auto const sure = [&](cluster const & x) { return x.weight >= shortest_seed() + 5; };
        auto const first = std::ranges::find_if(clusters, sure);
        auto const last = std::find_if(clusters.rbegin(), clusters.rend(), sure);
        read_seed const & from = first == clusters.end() ? c.seeds.front() : c.seeds[first->first];
        read_seed const & to = last == clusters.rend() ? c.seeds.back() : c.seeds[last->last];
        std::size_t const begin = from.read, end = to.read + to.length, n = codes_[0].size();
        return c.reverse ? read_part{n - end, n - begin} : read_part{begin, end};
    }
    /// True where a chain has letters that cannot be there by chance.
    [[nodiscard]] bool is_sure(candidate const & c) const
    {
        std::int64_t const least = shortest_seed() + 20;
        return std::ranges::any_of(clusters_of(c), [&](cluster const & x) { return x.weight >= least; });
    }
    /// Seeds of the core, by their places there.
    [[nodiscard]] std::vector<read_seed> in_core(std::span<read_seed const> seeds, bool reverse) const
    {
        std::size_t const begin = core_begin(reverse), end = begin + core_.end - core_.begin;
        std::vector<read_seed> out;
        for (read_seed s : seeds)
            if (s.read >= begin && s.read + s.length <= end) {
                s.read -= static_cast<std::uint32_t>(begin);
                out.push_back(s);
            }
        return out;
    }
    /// The part of the read that may lie where a chain does: up to what another chain has, if that is one to speak of,
    /// and no intron leads from one to the other.
    [[nodiscard]] read_part core_for(candidate const & c, std::span<candidate const> all) const
    {
        read_part out = core_;
        read_part const own = as_read(c);
        for (candidate const & o : all) {
            if (&o == &c || !is_sure(o) || (!o.is_rest && near(c, o)))
                continue;
            read_part const other = as_read(o);
            if (2 * other.begin >= own.begin + own.end && other.begin + 8 >= own.end)
                out.end = std::min(out.end, std::max(other.begin, own.end));
            else if (2 * other.end <= own.begin + own.end && other.end <= own.begin + 8)
                out.begin = std::max(out.begin, std::min(other.end, own.begin));
        }
        return out;
    }
    /// True where an intron may lead from the one chain to the other.
    [[nodiscard]] bool near(candidate const & x, candidate const & y) const
    {
        if (x.target != y.target || x.reverse != y.reverse)
            return false;
        candidate const & first = x.seeds.front().read <= y.seeds.front().read ? x : y;
        candidate const & then = &first == &x ? y : x;
        std::uint64_t const start = genome_.text().records.all()[x.target].start,
                            begin = first.seeds.back().text + first.seeds.back().length, end = then.seeds.front().text;
        return then.seeds.back().text >= first.seeds.front().text &&
               (end <= begin || end - begin <= reach(x.target, begin - start, end - start) + beside);
    }

    /// Letters of the longest intron that may lie near a place.
    [[nodiscard]] std::uint64_t reach(std::size_t target, std::uint64_t begin, std::uint64_t end) const
    {
        if (genes_ == nullptr)
            return how_.most_intron;
        auto const own = genes_->limit_over(target, begin, end);
        return std::max<std::uint64_t>(own ? own->hi : how_.most_intron, genes_->longest_intron(target, begin, end));
    }

    [[nodiscard]] std::uint32_t shortest_seed() const { return how_.seed != 0 ? how_.seed : genome_.seeds().shortest; }

    /// True where neither an intron leads from the chain to the seed, nor two with a small exon between them.
    [[nodiscard]] bool is_apart(candidate const & c, read_seed const & s) const
    {
        read_seed const & last = c.seeds.back();
        std::uint64_t const start = genome_.text().records.all()[c.target].start, x = last.read + last.length,
                            y = last.text + last.length;
        if (s.text <= y || s.text - y <= reach(c.target, y - start, s.text - start) + beside)
            return false;
        constexpr std::uint64_t least = 3;
        std::uint64_t const unread = s.read > x ? s.read - x : 0;
        return unread < least || unread > beside;
    }

    std::vector<candidate> candidates()
    {
        std::uint32_t const shortest = shortest_seed();
        std::vector<anchor> anchors;
        std::vector<link_limits> limits;
        for (bool const reverse : {false, true}) {
            std::vector<read_seed> & seeds = seeds_[reverse ? 1 : 0];
            find_seeds(genome_.seeds(), core(reverse), shortest, how_.most_places, seeds);
            for (read_seed & s : seeds) {
                s.read += static_cast<std::uint32_t>(core_begin(reverse));
                std::size_t const target = genome_.text().records.at(s.text);
                std::uint64_t const place = s.text - genome_.text().records.all()[target].start;
                anchors.push_back({s.read, static_cast<std::int64_t>(s.text), s.length, s.length, s.length,
                                   static_cast<std::uint32_t>(2 * target + (reverse ? 1 : 0)), false});
                std::uint64_t const before = place > how_.most_intron ? place - 1 : 0;
                link_limits most;
                // two introns, where an exon between them has no seed
                most.hi_y = static_cast<std::int64_t>(2 * reach(target, before, place + s.length) + beside);
                limits.push_back(most);
            }
        }
        std::vector<candidate> out;
        if (anchors.empty())
            return out;
        chain_rules rules;
        rules.own = limits;
        rules.overlap = overlap_rule::trimmed;
        rules.falling = false;
        rules.threads = 1;
        rules.least_score = shortest;
        constexpr std::uint64_t most_chains = 32;
        rules.most_blocks = most_chains;
        anchor_blocks const blocks = chain_anchors(anchors, rules);
        for (anchor_block const & b : blocks.blocks) {
            candidate c;
            c.target = b.sequences / 2;
            c.reverse = b.sequences % 2 != 0;
            for (std::uint32_t const k : blocks.anchors_of(b)) {
                read_seed const s{static_cast<std::uint32_t>(anchors[k].x),
                                  static_cast<std::uint32_t>(anchors[k].length_x),
                                  static_cast<std::uint64_t>(anchors[k].y)};
                if (!c.seeds.empty() && is_apart(c, s)) {
                    out.push_back(c);
                    c.seeds.clear();
                }
                c.seeds.push_back(s);
            }
            out.push_back(std::move(c));
        }
        for (candidate & c : out) { // the weights of parts
            std::uint64_t end = 0;
            c.weight = 0;
            for (read_seed const & s : c.seeds) {
                c.weight += static_cast<std::int64_t>(s.read + s.length -
                                                      std::clamp<std::uint64_t>(end, s.read, s.read + s.length));
                end = std::max<std::uint64_t>(end, s.read + s.length);
            }
        }
        std::ranges::stable_sort(out, std::greater{}, &candidate::weight);
        return out;
    }

    locus around(candidate const & c) const
    {
        text_record const & record = genome_.text().records.all()[c.target];
        std::uint64_t const begin = c.seeds.front().text - record.start,
                            end = c.seeds.back().text + c.seeds.back().length - record.start;
        std::uint32_t const cheapest =
            genes_ == nullptr ? how_.prices.intron : std::min(how_.prices.intron, how_.prices.known_intron);
        detail::seed_windows windows{genome_.text().text,
                                     core(c.reverse),
                                     {record.start, record.end()},
                                     reach(c.target, begin, end),
                                     shortest_seed(),
                                     cheapest,
                                     how_};
        std::vector<read_seed> others = in_core(seeds_[c.reverse ? 1 : 0], c.reverse);
        std::erase_if(others, [&](read_seed const & s) { return s.text < record.start || s.text >= record.end(); });
        locus out = windows.around(in_core(c.seeds, c.reverse), others);
        out.target = c.target;
        out.read_reverse = c.reverse;
        return out;
    }

    /// The windows of a chain; where the alignment there leaves out a part of the read that could be an exon or a poor
    /// one, all letters up to an intron's length away, if that table is small.
    /// Returns whether there is an alignment.
    bool try_candidate(candidate const & c)
    {
        locus where = around(c);
        std::size_t const before = loci_.size();
        if (try_locus(where, c.weight) == 0)
            return false;
        if (!looks_incomplete(loci_.back().alignment))
            return true;
        text_record const & record = genome_.text().records.all()[c.target];
        std::uint64_t const begin = c.seeds.front().text - record.start,
                            end = c.seeds.back().text + c.seeds.back().length - record.start,
                            far = reach(c.target, begin, end) + codes_[0].size();
        where.letters = {record.start + (begin > far ? begin - far : 0),
                         record.start + std::min(record.length, end + far)};
        where.windows.clear();
        if (where.letters.size() * (core_.end - core_.begin) > how_.second_table)
            return true;
        tried first = std::move(loci_[before]);
        loci_.resize(before);
        if (try_locus(where, c.weight) < first.alignment.score) { // never, but for introns that are not allowed
            loci_.resize(before);
            loci_.push_back(std::move(first));
        }
        return true;
    }

    [[nodiscard]] bool looks_incomplete(spliced_alignment const & a) const
    {
        constexpr std::uint64_t exon = 20;         // letters at an end that may be one
        constexpr std::uint64_t part_of_score = 2; // a poor one scores less than a half of its letters
        read_part const has = part_as_read(a, out_.letters);
        return has.begin >= core_.begin + exon || core_.end >= has.end + exon ||
               static_cast<std::uint64_t>(a.score) * part_of_score < (has.end - has.begin) * how_.prices.match;
    }

    /// Aligns to a locus, without the letters of alignments found there before. Returns its score, 0 where there is
    /// none.
    std::int64_t try_locus(locus const & where, std::int64_t weight)
    {
        std::uint64_t const start = genome_.text().records.all()[where.target].start;
        std::vector<text_range> taken;
        for (tried const & t : loci_)
            if (t.alignment.target == where.target && t.alignment.read_reverse == where.read_reverse)
                for (spliced_exon const & e : t.alignment.exons)
                    taken.push_back({start + e.target_begin, start + e.target_end});
        auto found =
            detail::align_locus(genome_, genes_, how_, core(where.read_reverse), where, taken, how_.least_score);
        if (!found)
            return 0;
        std::size_t const offset = core_begin(where.read_reverse);
        for (auto & [read, target] : found->chain)
            read += offset;
        for (spliced_exon & e : found->exons) {
            e.read_begin += static_cast<std::uint32_t>(offset);
            e.read_end += static_cast<std::uint32_t>(offset);
        }
        std::int64_t const score = found->score;
        best_ = std::max(best_, score);
        loci_.push_back({std::move(*found), weight});
        return score;
    }

    spliced_read nothing(std::string why)
    {
        out_.reason = std::move(why);
        return std::move(out_);
    }

    spliced_read finished(std::string why)
    {
        if (loci_.empty())
            return nothing(std::move(why));
        std::ranges::stable_sort(
            loci_, [](tried const & x, tried const & y) { return x.alignment.score > y.alignment.score; });
        struct leader
        {
            std::size_t place;
            read_part part;
            std::int64_t weight, second = 0;
        };
        std::vector<leader> leaders;
        std::vector<spliced_alignment> secondary;
        for (tried & t : loci_) {
            read_part const part = part_as_read(t.alignment, out_.letters);
            auto const over =
                std::ranges::find_if(leaders, [&](leader const & l) { return same_letters(part, l.part); });
            if (over == leaders.end()) {
                t.alignment.supplementary = !leaders.empty();
                leaders.push_back({out_.alignments.size(), part, t.weight});
                out_.alignments.push_back(std::move(t.alignment));
                continue;
            }
            over->second = std::max(over->second, t.alignment.score);
            if (static_cast<double>(t.alignment.score) >=
                how_.secondary_part * static_cast<double>(out_.alignments[over->place].score))
            {
                t.alignment.secondary = true;
                secondary.push_back(std::move(t.alignment));
            }
        }
        for (leader & l : leaders) {
            spliced_alignment & a = out_.alignments[l.place];
            for (not_tried const & u : untried_) // what its table would have given, by its seeds
                if (same_letters(u.part, l.part) && l.weight > 0)
                    l.second = std::max(l.second, a.score * u.weight / l.weight);
            a.mapq = detail::mapping_quality(a.score, l.second);
        }
        std::ranges::move(secondary, std::back_inserter(out_.alignments));
        return std::move(out_);
    }

    splice_genome const & genome_;
    gene_annotation const * genes_;
    splice_options const & how_;
    spliced_read out_;
    std::array<std::vector<letter_code>, 2> codes_; ///< of the read and its reverse complement
    read_part core_;                                ///< what is aligned
    read_part last_part_;                           ///< what the seeds of the last alignment have
    std::array<std::vector<read_seed>, 2> seeds_;
    std::vector<tried> loci_;
    std::vector<not_tried> untried_;
    std::int64_t best_ = 0;
};

} // namespace

splicer::splicer(splice_genome const & genome, gene_annotation const * genes, splice_options const & how)
    : genome_{genome}, genes_{genes}, how_{how}
{
    auto const expect = [](bool holds, std::string const & text) {
        if (!holds)
            throw usage_error{text};
    };
    expect(how.least_intron <= how.most_intron,
           fmt::format("introns of {}..{} letters: none has that many: exchange the two", how.least_intron,
                       how.most_intron));
    expect(how.least_intron > how.prices.gap,
           fmt::format("introns of {} letters and more: gaps of {} letters are none: begin with {}", how.least_intron,
                       how.prices.gap, how.prices.gap + 1));
    expect(how.prices.match >= 1 && how.prices.match <= scoring::largest_match, "match: choose 1 to 65535");
    expect(how.most_loci >= 1, "loci of a read: at least 1");
    expect(how.secondary_part >= 0 && how.secondary_part <= 1, "part of the best score: choose 0 to 1");
    expect(how.least_score >= 1, "least score: at least 1");
    if (how_.max_memory == 0)
        how_.max_memory = std::max<std::uint64_t>(available_memory() / 8, std::uint64_t{64} << 20);
}

spliced_read splicer::align(sequence const & read) const
{
    if (how_.whole) {
        std::vector<splice_region> all;
        for (std::size_t k = 0; k < genome_.text().records.all().size(); ++k)
            all.push_back({k, 0, genome_.text().records.all()[k].length, std::nullopt});
        return align(read, all);
    }
    if (genome_.seeds().word == 0)
        throw usage_error{"splicer: this genome was made without seeds: make it with them, or give regions"};
    return read_run{genome_, genes_, how_, read}.by_seeds();
}

spliced_read splicer::align(sequence const & read, std::span<splice_region const> regions) const
{
    return read_run{genome_, genes_, how_, read}.by_regions(regions);
}

} // namespace vglcs
