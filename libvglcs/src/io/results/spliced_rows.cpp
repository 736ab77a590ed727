// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/spliced_rows.hpp"

#include "io/results/alignment_text.hpp"
#include "io/results/file_ending.hpp"
#include "io/results/sam_name.hpp"

#include <vglcs/error.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace vglcs {

namespace {

using enum spliced_format;
constexpr std::array spliced_formats{sam, paf, bed, gff3, exons, junctions};

} // namespace

std::string_view name(spliced_format f) noexcept
{
    switch (f) {
    case sam:
        return "sam";
    case paf:
        return "paf";
    case bed:
        return "bed";
    case gff3:
        return "gff3";
    case exons:
        return "exons";
    case junctions:
        break;
    }
    return "junctions";
}

std::optional<spliced_format> parse_spliced_format(std::string_view text) noexcept
{
    for (spliced_format const f : spliced_formats)
        if (text == name(f))
            return f;
    return std::nullopt;
}

std::optional<spliced_format> spliced_format_of_ending(std::string_view path) noexcept
{
    constexpr std::array<std::pair<std::string_view, spliced_format>, 7> endings{{{".sam", sam},
                                                                                  {".paf", paf},
                                                                                  {".bed", bed},
                                                                                  {".gff3", gff3},
                                                                                  {".gff", gff3},
                                                                                  {".tsv", exons},
                                                                                  {".tab", junctions}}};
    path = detail::without_gz(path);
    for (auto const & [end, f] : endings)
        if (detail::has_ending(path, end))
            return f;
    return std::nullopt;
}

std::string_view name(site_kind sites) noexcept
{
    switch (sites) {
    case site_kind::gt_ag:
        return "GT-AG";
    case site_kind::gc_ag:
        return "GC-AG";
    case site_kind::at_ac:
        return "AT-AC";
    case site_kind::other:
        break;
    }
    return "other";
}

void check_read_name(spliced_format f, sequence const & read)
{
    std::string const label = detail::record_label("read", read);
    if (f == sam)
        detail::check_sam_query_name(read.name, label, "use --format paf, bed or gff3");
    else
        detail::check_table_name(read.name, label, name(f), "rename it");
}

spliced_rows::spliced_rows(spliced_format f, spliced_run run)
{
    switch (f) {
    case sam:
        rows_ = detail::make_spliced_sam(std::move(run));
        return;
    case paf:
        rows_ = detail::make_spliced_paf(std::move(run));
        return;
    case bed:
        rows_ = detail::make_spliced_bed(std::move(run));
        return;
    case gff3:
        rows_ = detail::make_spliced_gff3(std::move(run));
        return;
    case exons:
        rows_ = detail::make_spliced_exons(std::move(run));
        return;
    case junctions:
        break;
    }
    throw usage_error{"format junctions: its rows are of all reads together, not of one: use a junction_table"};
}

spliced_rows::~spliced_rows() = default;
spliced_rows::spliced_rows(spliced_rows &&) noexcept = default;

std::string spliced_rows::header() const
{
    return rows_->header();
}

void spliced_rows::append(std::string & rows, spliced_read const & found, sequence const & read) const
{
    rows_->append(rows, found, read);
}

detail::intron_chain::intron_chain(spliced_alignment const & a)
{
    chain.reserve(a.chain.size());
    auto next = a.junctions.begin();
    for (auto const & [i, j] : a.chain) {
        if (next != a.junctions.end() && j >= next->end) {
            if (chain.empty() || chain.back().j >= next->begin)
                throw std::logic_error{"an intron lies over a matched letter of its alignment"};
            links.push_back({chain.size(), {.cost = 0, .a = std::nullopt, .b = jumped{next->begin, next->end}}});
            ++next;
        }
        chain.push_back({i, j});
    }
    if (next != a.junctions.end())
        throw std::logic_error{"an intron lies behind the last matched letter of its alignment"};
}

} // namespace vglcs
