// SPDX-License-Identifier: BSD-3-Clause
#include "io/anchors/anchor_rows.hpp"
#include "io/bytes/parse_fault.hpp"
#include "io/limits/feature_line.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace vglcs::detail {

namespace {

bool is_number(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

struct feature
{
    std::string chromosome, name, other_name;
    std::int64_t start = 0, end = 0;
    bool reverse = false;
    std::uint64_t line = 0;
    bool is_gene = false;
};

class gene_file
{
public:
    gene_file(std::string const & path, std::uint64_t max_memory) : reader_{path, {}, memory_budget{max_memory}} {}

    std::vector<feature> read()
    {
        std::vector<feature> out;
        std::string_view line;
        while (reader_.next_line(line)) {
            if (line.starts_with("##FASTA") || line.starts_with('>'))
                break;
            if (line.find_first_not_of(" \t") == std::string_view::npos || line.starts_with('#') ||
                line.starts_with("track") || line.starts_with("browser"))
                continue;
            split_columns(line, columns_);
            if (columns_.size() == 9 && is_number(columns_[3]) && is_number(columns_[4]))
                gff3(out);
            else if (columns_.size() >= 4 && is_number(columns_[1]) && is_number(columns_[2]))
                bed(out);
            else if (columns_.size() == 4 && is_number(columns_[2]) && is_number(columns_[3]))
                add(out, columns_[0], columns_[1], {}, from_one(columns_[2]), number(columns_[3]), false, true);
            else
                reader_.fail("neither BED (chromosome, start, end, name), nor GFF3 (9 columns), nor MCScanX's gff "
                             "(chromosome, gene, start, end): check the line");
        }
        if (std::ranges::any_of(out, &feature::is_gene))
            std::erase_if(out, [](feature const & f) { return !f.is_gene; });
        return out;
    }

private:
    std::int64_t number(std::string_view text) const { return whole_number(reader_, text, "position"); }
    std::int64_t from_one(std::string_view text) const
    {
        std::int64_t const n = number(text);
        if (n == 0)
            reader_.fail("position 0: this format counts from 1: check the coordinates");
        return n - 1;
    }
    void gff3(std::vector<feature> & out)
    {
        bool const gene = columns_[2] == "gene";
        if (!gene && columns_[2] != "mRNA" && columns_[2] != "transcript")
            return;
        std::string_view const id = attribute(columns_[8], "ID"), name = attribute(columns_[8], "Name");
        if (id.empty() && name.empty())
            reader_.fail("a gene without ID and Name: give it one in column 9");
        add(out, columns_[0], id.empty() ? name : id, id.empty() ? std::string_view{} : name, from_one(columns_[3]),
            number(columns_[4]), columns_[6] == "-", gene);
    }
    void bed(std::vector<feature> & out)
    {
        add(out, columns_[0], columns_[3], {}, number(columns_[1]), number(columns_[2]),
            columns_.size() > 5 && columns_[5] == "-", true);
    }
    void add(std::vector<feature> & out, std::string_view chromosome, std::string_view name, std::string_view other,
             std::int64_t start, std::int64_t end, bool reverse, bool is_gene)
    {
        if (start >= end)
            reader_.fail(fmt::format("gene {}: its end is not behind its start: check the coordinates", excerpt(name)));
        out.push_back({.chromosome = std::string{chromosome},
                       .name = std::string{name},
                       .other_name = std::string{other},
                       .start = start,
                       .end = end,
                       .reverse = reverse,
                       .line = reader_.line_number(),
                       .is_gene = is_gene});
    }

    text_reader reader_;
    std::vector<std::string_view> columns_;
};

} // namespace

gene_order read_gene_order(std::vector<std::string> const & paths, std::uint64_t max_memory)
{
    gene_order out;
    for (std::string const & path : paths) {
        std::vector<feature> features = gene_file{path, max_memory}.read();
        if (features.empty())
            throw input_error{path, 0, "holds no gene: check that it is the file you mean"};
        ++out.files;
        std::ranges::stable_sort(features, {},
                                 [](feature const & f) { return std::tie(f.chromosome, f.start, f.end, f.name); });
        std::string const * chromosome = nullptr;
        std::int64_t rank = 0;
        for (feature const & f : features) {
            if (!chromosome || *chromosome != f.chromosome) {
                chromosome = &f.chromosome;
                out.chromosomes.push_back(f.chromosome);
                rank = 0;
            }
            gene_place const place{.chromosome = static_cast<std::uint32_t>(out.chromosomes.size() - 1),
                                   .start = f.start,
                                   .end = f.end,
                                   .rank = rank++,
                                   .reverse = f.reverse};
            auto const [at, is_new] = out.genes.try_emplace(f.name, place);
            if (!is_new && (at->second.start != f.start || at->second.end != f.end ||
                            out.chromosomes[at->second.chromosome] != f.chromosome))
                throw input_error{path, f.line,
                                  fmt::format("gene {} has another place already: names of genes must be different",
                                              excerpt(f.name))};
        }
        for (feature const & f : features) // also by Name, where no gene has that ID
            if (!f.other_name.empty())
                out.genes.try_emplace(f.other_name, out.genes.at(f.name));
    }
    return out;
}

} // namespace vglcs::detail
