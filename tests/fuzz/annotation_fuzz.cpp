// SPDX-License-Identifier: BSD-3-Clause
/// The reader of annotation and its answers: whatever the text, genes, transcripts and exons fit together, and look-ups
/// say what a look at all exons says. First byte: rules; then, up to a zero byte, a table of limits of genes; the rest:
/// GTF, GFF3 or BED12 (plain or gzip).
#include "fuzz.hpp"
#include "memory_file.hpp"

#include <vglcs/annotation.hpp>
#include <vglcs/error.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::fuzz;
using vglcs::test::memory_file;

std::vector<genome_record> const genome{{"t1", 1000}, {"t2", 60}};

void check_genes(gene_annotation const & a)
{
    std::vector<bool> seen(a.transcripts().size());
    for (annotated_gene const & g : a.genes()) {
        require(g.target < genome.size() && g.begin < g.end && g.end <= genome[g.target].letters,
                "genes lie on records of the genome");
        require(!g.transcripts.empty(), "a gene has transcripts");
        require(!g.introns || g.introns->lo <= g.introns->hi, "LO is at most HI");
        for (std::uint32_t const t : g.transcripts) {
            require(t < seen.size() && !seen[t], "a transcript belongs to one gene");
            seen[t] = true;
            auto const & exons = a.transcripts()[t].exons;
            require(&a.genes()[a.transcripts()[t].gene] == &g, "genes and transcripts know each other");
            require(!exons.empty() && exons.front().begin >= g.begin && exons.back().end <= g.end,
                    "a gene covers its transcripts");
            for (std::size_t k = 0; k < exons.size(); ++k) {
                require(exons[k].begin < exons[k].end && !exons[k].id.empty(), "exons have letters and ids");
                require(k == 0 || exons[k - 1].end <= exons[k].begin, "exons do not overlap");
                if (k != 0 && exons[k - 1].end < exons[k].begin)
                    require(a.is_annotated(g.target, exons[k - 1].end, exons[k].begin), "introns are found");
            }
        }
    }
    require(std::ranges::find(seen, false) == seen.end(), "a transcript has a gene");
}

void check_look_ups(gene_annotation const & a, std::uint64_t first, std::uint64_t last)
{
    for (std::uint64_t t = 0; t < genome.size() + 1; ++t) {
        std::uint64_t longest = 0;
        for (annotated_intron const & i : a.introns(t))
            if (i.begin < last && i.end > first)
                longest = std::max(longest, i.end - i.begin);
        require(a.longest_intron(t, first, last) == longest, "the longest intron");
        auto const count = [&](auto place) {
            return std::ranges::count_if(
                a.introns(t), [&](annotated_intron const & i) { return place(i) >= first && place(i) <= last; });
        };
        require(static_cast<std::ptrdiff_t>(a.starts(t, first, last).size()) <=
                    count([](annotated_intron const & i) { return i.begin; }),
                "no start without an intron");
        require(static_cast<std::ptrdiff_t>(a.ends(t, first, last).size()) <=
                    count([](annotated_intron const & i) { return i.end; }),
                "no end without an intron");
        std::vector<std::uint32_t> over;
        for (std::uint32_t g = 0; g < a.genes().size(); ++g)
            if (a.genes()[g].target == t && a.genes()[g].begin < last && a.genes()[g].end > first)
                over.push_back(g);
        require(a.genes_over(t, first, last) == over, "genes over a region");
        spliced_alignment alignment;
        alignment.target = t;
        alignment.exons = {{.target_begin = first, .target_end = last}};
        gene_use const use = find_gene_use(a, alignment);
        require(use.exons.size() == 1 && (use.gene == nullptr) == (use.transcript == nullptr),
                "an answer for each exon");
        require(use.gene == nullptr || use.exons[0] != nullptr, "a gene is named for letters in common");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size)
{
    feed in{data, size};
    unsigned const rules = in.byte();
    std::string_view text = in.rest();
    std::string_view const limits = text.substr(0, std::min(text.find('\0'), text.size()));
    text.remove_prefix(std::min(limits.size() + 1, text.size()));
    memory_file const file{text}, table{limits};
    annotation_options options{
        .rename = {}, .limits = {}, .warn = [](std::string const &) {}, .max_memory = std::uint64_t{64} << 20};
    if ((rules & 1) != 0)
        options.rename = {{"chr1", "t1"}};
    if (!limits.empty())
        options.limits = table.path();
    try {
        gene_annotation const a{file.path(), genome, options};
        check_genes(a);
        std::uint64_t const first = rules * 4;
        check_look_ups(a, first, first + rules % 7 * 40);
    } catch (error const & e) {
        require(e.code() == exit_code::input || e.code() == exit_code::resources, "text is at fault");
    }
    return 0;
}
