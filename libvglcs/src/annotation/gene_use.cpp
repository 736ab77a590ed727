// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/annotation.hpp>

#include <algorithm>
#include <limits>
#include <tuple>

namespace vglcs {

namespace {

std::uint64_t letters_in_common(spliced_exon const & x, annotated_exon const & y)
{
    std::uint64_t const first = std::max(x.target_begin, y.begin), last = std::min(x.target_end, y.end);
    return last > first ? last - first : 0;
}

/// What a transcript and an alignment have in common. Both are sorted by place.
struct agreement
{
    std::size_t introns = 0, skipped = 0;
    std::uint64_t letters = 0;

    agreement(annotated_transcript const & t, spliced_alignment const & a)
    {
        for (junction const & j : a.junctions) {
            auto const next = std::ranges::lower_bound(t.exons, j.end, {}, &annotated_exon::begin);
            introns += next != t.exons.begin() && next != t.exons.end() && next->begin == j.end &&
                       std::prev(next)->end == j.begin;
        }
        for (annotated_exon const & e : t.exons)
            skipped += is_skipped(e, a);
        auto e = t.exons.begin();
        for (spliced_exon const & x : a.exons) {
            while (e != t.exons.end() && e->end <= x.target_begin)
                ++e;
            for (auto at = e; at != t.exons.end() && at->begin < x.target_end; ++at)
                letters += letters_in_common(x, *at);
        }
    }
    static bool is_skipped(annotated_exon const & e, spliced_alignment const & a)
    {
        auto const at = std::ranges::upper_bound(a.junctions, e.begin, {}, &junction::begin);
        return at != a.junctions.begin() && e.end <= std::prev(at)->end;
    }
    [[nodiscard]] auto worth() const
    {
        return std::tuple{introns, letters, std::numeric_limits<std::size_t>::max() - skipped};
    }
};

/// The gene's exon that an exon of the alignment lies on.
annotated_exon const * exon_under(spliced_exon const & x, annotated_transcript const & best,
                                  annotated_gene const & gene, gene_annotation const & annotation)
{
    annotated_exon const * out = nullptr;
    std::uint64_t common = 0;
    auto const look_at = [&](annotated_transcript const & t) {
        for (annotated_exon const & e : t.exons) {
            std::uint64_t const letters = letters_in_common(x, e);
            if (letters > common || (letters != 0 && letters == common && e.end - e.begin < out->end - out->begin)) {
                common = letters;
                out = &e;
            }
        }
    };
    look_at(best);
    for (std::uint32_t const t : gene.transcripts)
        look_at(annotation.transcripts()[t]);
    return out;
}

} // namespace

gene_use find_gene_use(gene_annotation const & annotation, spliced_alignment const & alignment)
{
    gene_use out;
    out.exons.resize(alignment.exons.size());
    if (alignment.exons.empty())
        return out;
    using rank = decltype(std::tuple_cat(std::tuple{false}, agreement{{}, {}}.worth()));
    rank best{};
    for (std::uint32_t const g : annotation.genes_over(alignment.target, alignment.exons.front().target_begin,
                                                       alignment.exons.back().target_end))
    {
        annotated_gene const & gene = annotation.genes()[g];
        bool const fits =
            gene.strand == '.' || alignment.transcript_strand == '.' || gene.strand == alignment.transcript_strand;
        for (std::uint32_t const t : gene.transcripts) {
            agreement const here{annotation.transcripts()[t], alignment};
            if (here.letters == 0)
                continue;
            if (rank const worth = std::tuple_cat(std::tuple{fits}, here.worth()); !out.gene || worth > best) {
                best = worth;
                out.gene = &gene;
                out.transcript = &annotation.transcripts()[t];
            }
        }
    }
    if (!out.gene)
        return out;
    for (std::size_t k = 0; k < alignment.exons.size(); ++k)
        out.exons[k] = exon_under(alignment.exons[k], *out.transcript, *out.gene, annotation);
    for (annotated_exon const & e : out.transcript->exons)
        if (agreement::is_skipped(e, alignment))
            out.skipped.push_back(&e);
    return out;
}

} // namespace vglcs
