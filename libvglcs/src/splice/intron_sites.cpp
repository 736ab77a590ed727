// SPDX-License-Identifier: BSD-3-Clause
#include "splice/intron_sites.hpp"

#include <algorithm>

namespace vglcs::detail {

namespace {

// A C G T are 0 1 2 3
constexpr std::uint8_t of(char first, char second)
{
    auto const code = [](char c) { return c == 'A' ? 0 : c == 'C' ? 1 : c == 'G' ? 2 : 3; };
    return static_cast<std::uint8_t>(4 * code(first) + code(second));
}

/// The first two letters of an intron, read on its transcript's strand.
std::uint32_t first_letters_cost(std::uint8_t pair, splice_prices const & p)
{
    switch (pair) {
    case of('G', 'T'):
        return 0;
    case of('G', 'C'):
        return p.begin_gc;
    case of('A', 'T'):
        return p.begin_at;
    default:
        return p.begin_other;
    }
}

/// Its last two letters.
std::uint32_t last_letters_cost(std::uint8_t pair, splice_prices const & p)
{
    switch (pair) {
    case of('A', 'G'):
        return 0;
    case of('A', 'C'):
        return p.end_ac;
    default:
        return p.end_other;
    }
}

std::uint8_t complemented(std::uint8_t pair)
{
    return pair == 255 ? pair : static_cast<std::uint8_t>(4 * (3 - pair % 4) + 3 - pair / 4);
}

} // namespace

intron_sites::intron_sites(std::span<letter_code const> letters, std::size_t target, std::uint64_t start, bool minus,
                           gene_annotation const * genes, splice_options const & how)
    : letters_{letters}, target_{target}, start_{start}, minus_{minus}, genes_{genes}, how_{how}
{
    if (genes == nullptr || letters.empty())
        return;
    std::uint64_t const end = start + letters.size();
    char const other = minus ? '+' : '-';
    std::span<annotated_intron const> const all = genes->introns(target);
    auto from = std::ranges::lower_bound(all, start, {}, &annotated_intron::begin);
    for (; from != all.end() && from->begin < end; ++from) {
        if (from->strand == other || from->end >= end)
            continue;
        known_begins_.push_back(from->begin - start);
        known_ends_.push_back({from->end - start, from->end - from->begin});
    }
    std::ranges::sort(known_begins_);
    std::ranges::sort(known_ends_, [](known_end const & x, known_end const & y) {
        return x.place != y.place ? x.place < y.place : x.longest > y.longest;
    });
    auto const same = [](known_end const & x, known_end const & y) { return x.place == y.place; };
    known_ends_.erase(std::unique(known_ends_.begin(), known_ends_.end(), same), known_ends_.end());
    for (std::uint32_t const g : genes->genes_over(target, start, end)) {
        annotated_gene const & gene = genes->genes()[g];
        if (gene.strand != other)
            in_genes_.push_back({gene.begin > start ? gene.begin - start : 0, gene.end - start});
        if (gene.introns)
            own_.push_back({gene.begin > start ? gene.begin - start : 0, gene.end - start, *gene.introns});
    }
}

std::uint32_t intron_sites::begin_cost(std::size_t b) const noexcept
{
    if (!known_begins_.empty() && std::ranges::binary_search(known_begins_, b))
        return 0;
    std::uint8_t const pair = pair_at(b);
    return novel_cost(b) +
           (minus_ ? last_letters_cost(complemented(pair), how_.prices) : first_letters_cost(pair, how_.prices));
}

std::uint32_t intron_sites::end_cost(std::size_t e) const noexcept
{
    if (known_end_at(e) != nullptr)
        return how_.prices.known_intron;
    std::uint8_t const pair = e < 2 ? std::uint8_t{255} : pair_at(e - 2);
    return how_.prices.intron + novel_cost(e) +
           (minus_ ? first_letters_cost(complemented(pair), how_.prices) : last_letters_cost(pair, how_.prices));
}

std::uint32_t intron_sites::novel_cost(std::size_t p) const noexcept
{
    for (stretch const & g : in_genes_)
        if (g.begin <= p && p < g.end)
            return how_.prices.novel_end;
    return 0;
}

intron_sites::known_end const * intron_sites::known_end_at(std::size_t e) const noexcept
{
    auto const found = std::ranges::lower_bound(known_ends_, e, {}, &known_end::place);
    return found != known_ends_.end() && found->place == e ? &*found : nullptr;
}

intron_limit intron_sites::limit_of_gene(std::size_t e) const noexcept
{
    intron_limit widest{0, 0};
    for (own_limit const & o : own_)
        if (o.begin <= e && e < o.end)
            widest = widest.hi == 0 ? o.limit
                                    : intron_limit{std::min(widest.lo, o.limit.lo), std::max(widest.hi, o.limit.hi)};
    return widest.hi == 0 ? intron_limit{how_.least_intron, how_.most_intron} : widest;
}

intron_limit intron_sites::limit(std::size_t e) const noexcept
{
    intron_limit out = limit_of_gene(e);
    known_end const * const known = known_end_at(e);
    if (known != nullptr && std::ranges::find(without_long_, e) == without_long_.end())
        out.hi = std::max(out.hi, known->longest);
    return out;
}

bool intron_sites::allowed(std::size_t b, std::size_t e) const noexcept
{
    intron_limit const most = limit(e);
    std::uint64_t const passed = e - b;
    return passed >= most.lo && passed <= most.hi && (passed <= limit_of_gene(e).hi || annotated(b, e));
}

void intron_sites::lay(jumps & introns, std::size_t begin, std::size_t end) const
{
    std::size_t landing_from = begin, leaving_from = begin;
    std::optional<jump> landing;
    std::optional<std::uint32_t> leaving;
    for (std::size_t p = begin; p < end; ++p) {
        intron_limit const most = limit(p);
        constexpr std::uint64_t largest = std::numeric_limits<std::uint32_t>::max() - 1;
        jump const here{static_cast<std::uint32_t>(std::max<std::uint64_t>(1, std::min(most.lo, largest))),
                        static_cast<std::uint32_t>(std::min(most.hi, largest)), end_cost(p)};
        if (!landing || *landing != here) {
            if (p > landing_from)
                introns.set_landing(landing_from, p, landing);
            landing = here;
            landing_from = p;
        }
        std::uint32_t const leave = begin_cost(p);
        if (!leaving || *leaving != leave) {
            if (p > leaving_from)
                introns.set_leaving(leaving_from, p, leaving);
            leaving = leave;
            leaving_from = p;
        }
    }
    introns.set_landing(landing_from, end, landing);
    introns.set_leaving(leaving_from, end, leaving);
}

site_kind intron_sites::kind(std::size_t b, std::size_t e) const noexcept
{
    std::uint8_t first = pair_at(b), last = e < 2 ? std::uint8_t{255} : pair_at(e - 2);
    if (minus_) {
        std::swap(first, last);
        first = complemented(first);
        last = complemented(last);
    }
    if (last == of('A', 'G') && first == of('G', 'T'))
        return site_kind::gt_ag;
    if (last == of('A', 'G') && first == of('G', 'C'))
        return site_kind::gc_ag;
    return last == of('A', 'C') && first == of('A', 'T') ? site_kind::at_ac : site_kind::other;
}

bool intron_sites::annotated(std::size_t b, std::size_t e) const noexcept
{
    return genes_ != nullptr && genes_->is_annotated(target_, start_ + b, start_ + e);
}

} // namespace vglcs::detail

vglcs::jumps vglcs::intron_jumps(sequence const & record, std::size_t target, strand transcript,
                                 gene_annotation const * genes, splice_options const & how)
{
    std::vector<letter_code> const letters = encode(record.letters, alphabet::dna);
    jumps out{letters.size(), std::nullopt, std::nullopt};
    if (!letters.empty())
        detail::intron_sites{letters, target, 0, transcript == strand::reverse, genes, how}.lay(out, 0, letters.size());
    return out;
}
