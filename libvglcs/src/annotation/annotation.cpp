// SPDX-License-Identifier: BSD-3-Clause
#include "annotation/annotation_state.hpp"

#include <algorithm>

namespace vglcs {

namespace {

template <class T>
void sort_unique(std::vector<T> & all)
{
    std::ranges::sort(all);
    auto const repeated = std::ranges::unique(all);
    all.erase(repeated.begin(), repeated.end());
    all.shrink_to_fit();
}

std::span<annotated_end const> between(std::vector<annotated_end> const & all, std::uint64_t first, std::uint64_t last)
{
    auto const begin = std::ranges::lower_bound(all, first, {}, &annotated_end::place);
    auto const end = std::ranges::upper_bound(begin, all.end(), last, {}, &annotated_end::place);
    return {begin, end};
}

} // namespace

void gene_annotation::state::make_records(std::size_t count)
{
    records.resize(count);
    for (std::size_t g = 0; g < genes.size(); ++g) {
        annotated_gene const & gene = genes[g];
        record & r = records[gene.target];
        if (r.last_gene == 0)
            r.first_gene = g;
        r.last_gene = g + 1;
        r.longest_gene = std::max(r.longest_gene, gene.end - gene.begin);
        for (std::uint32_t const t : gene.transcripts) {
            auto const & exons = transcripts[t].exons;
            for (std::size_t k = 1; k < exons.size(); ++k)
                if (exons[k - 1].end < exons[k].begin)
                    r.introns.push_back({exons[k - 1].end, exons[k].begin, gene.strand});
        }
    }
    for (record & r : records) {
        sort_unique(r.introns);
        for (annotated_intron const & i : r.introns) {
            r.longest_intron = std::max(r.longest_intron, i.end - i.begin);
            r.starts.push_back({i.begin, i.strand});
            r.ends.push_back({i.end, i.strand});
        }
        sort_unique(r.starts);
        sort_unique(r.ends);
    }
}

gene_annotation::gene_annotation() : state_{std::make_unique<state>()}
{
}

gene_annotation::gene_annotation(std::string const & path, std::span<genome_record const> genome,
                                 annotation_options const & options)
{
    auto made = std::make_unique<state>();
    detail::read_annotation(path, genome, options, made->genes, made->transcripts);
    made->make_records(genome.size());
    state_ = std::move(made);
}

gene_annotation::~gene_annotation() = default;
gene_annotation::gene_annotation(gene_annotation &&) noexcept = default;
gene_annotation & gene_annotation::operator=(gene_annotation &&) noexcept = default;

std::span<annotated_gene const> gene_annotation::genes() const noexcept
{
    return state_->genes;
}

std::span<annotated_transcript const> gene_annotation::transcripts() const noexcept
{
    return state_->transcripts;
}

std::span<annotated_intron const> gene_annotation::introns(std::uint64_t target) const noexcept
{
    if (target >= state_->records.size())
        return {};
    return state_->records[target].introns;
}

bool gene_annotation::is_annotated(std::uint64_t target, std::uint64_t begin, std::uint64_t end) const noexcept
{
    auto const all = introns(target);
    annotated_intron const smallest{begin, end, '\0'};
    auto const found = std::ranges::lower_bound(all, smallest);
    return found != all.end() && found->begin == begin && found->end == end;
}

std::span<annotated_end const> gene_annotation::starts(std::uint64_t target, std::uint64_t first,
                                                       std::uint64_t last) const noexcept
{
    if (target >= state_->records.size())
        return {};
    return between(state_->records[target].starts, first, last);
}

std::span<annotated_end const> gene_annotation::ends(std::uint64_t target, std::uint64_t first,
                                                     std::uint64_t last) const noexcept
{
    if (target >= state_->records.size())
        return {};
    return between(state_->records[target].ends, first, last);
}

std::uint64_t gene_annotation::longest_intron(std::uint64_t target, std::uint64_t begin,
                                              std::uint64_t end) const noexcept
{
    auto const all = introns(target);
    if (all.empty())
        return 0;
    std::uint64_t const reach = state_->records[target].longest_intron;
    std::uint64_t out = 0;
    for (auto at = std::ranges::lower_bound(all, begin - std::min(begin, reach), {}, &annotated_intron::begin);
         at != all.end() && at->begin < end; ++at)
        if (at->end > begin)
            out = std::max(out, at->end - at->begin);
    return out;
}

std::vector<std::uint32_t> gene_annotation::genes_over(std::uint64_t target, std::uint64_t begin,
                                                       std::uint64_t end) const
{
    std::vector<std::uint32_t> out;
    if (target >= state_->records.size())
        return out;
    state::record const & r = state_->records[target];
    auto const all = std::span{state_->genes}.subspan(r.first_gene, r.last_gene - r.first_gene);
    for (auto at = std::ranges::lower_bound(all, begin - std::min(begin, r.longest_gene), {}, &annotated_gene::begin);
         at != all.end() && at->begin < end; ++at)
        if (at->end > begin)
            out.push_back(static_cast<std::uint32_t>(&*at - state_->genes.data()));
    return out;
}

std::optional<intron_limit> gene_annotation::limit_over(std::uint64_t target, std::uint64_t begin,
                                                        std::uint64_t end) const noexcept
{
    std::optional<intron_limit> out;
    if (target >= state_->records.size())
        return out;
    state::record const & r = state_->records[target];
    auto const all = std::span{state_->genes}.subspan(r.first_gene, r.last_gene - r.first_gene);
    for (auto at = std::ranges::lower_bound(all, begin - std::min(begin, r.longest_gene), {}, &annotated_gene::begin);
         at != all.end() && at->begin < end; ++at)
        if (at->end > begin && at->introns)
            out = out ? intron_limit{std::min(out->lo, at->introns->lo), std::max(out->hi, at->introns->hi)}
                      : *at->introns;
    return out;
}

} // namespace vglcs
