// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/anchor_table.hpp>

#include <vglcs/error.hpp>

#include "chain/radix_order.hpp"
#include "io/anchors/anchor_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace vglcs {

namespace {

using namespace detail;

constexpr std::array<std::pair<std::string_view, anchor_format>, 9> names{{{"auto", anchor_format::automatic},
                                                                           {"tsv", anchor_format::table},
                                                                           {"paf", anchor_format::paf},
                                                                           {"coords", anchor_format::coords},
                                                                           {"delta", anchor_format::delta},
                                                                           {"mums", anchor_format::mums},
                                                                           {"blast", anchor_format::blast},
                                                                           {"dagchainer", anchor_format::dagchainer},
                                                                           {"events", anchor_format::events}}};

bool is_number(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The format of a file by its first line with text; `second` is the one behind it.
std::optional<anchor_format> format_of(std::string_view first)
{
    std::vector<std::string_view> c;
    split_columns(first, c);
    auto const has = [&](std::string_view name) { return std::ranges::find(c, name) != c.end(); };
    if (has("query") && has("target") && has("x") && has("y"))
        return anchor_format::table;
    if (has("log") && has("time") && has("event"))
        return anchor_format::events;
    if (first.starts_with('>'))
        return anchor_format::mums;
    if (c.size() >= 12 && (c[4] == "+" || c[4] == "-") && is_number(c[1]) && is_number(c[2]))
        return anchor_format::paf;
    if (c.size() == 9 && is_number(c[2]) && is_number(c[3]) && is_number(c[6]) && is_number(c[7]) && !is_number(c[1]))
        return anchor_format::dagchainer;
    if (c.size() >= 9 &&
        (first.find("[S1]") != std::string_view::npos || std::all_of(c.begin(), c.begin() + 4, is_number)))
        return anchor_format::coords;
    if (c.size() >= 12 && is_number(c[6]) && is_number(c[7]) && is_number(c[8]) && is_number(c[9]))
        return anchor_format::blast;
    return std::nullopt;
}

bool carries_text(std::string_view line)
{
    return line.find_first_not_of(" \t") != std::string_view::npos && !line.starts_with("# ");
}

} // namespace

std::string_view name(anchor_format f) noexcept
{
    return std::ranges::find(names, f, &std::pair<std::string_view, anchor_format>::second)->first;
}

std::optional<anchor_format> parse_anchor_format(std::string_view text) noexcept
{
    auto const at = std::ranges::find(names, text, &std::pair<std::string_view, anchor_format>::first);
    return at == names.end() ? std::nullopt : std::optional{at->second};
}

anchor_table read_anchors(std::string const & path, anchor_reading const & how)
{
    std::optional<gene_order> genes;
    if (!how.genes.empty())
        genes = read_gene_order(how.genes, how.max_memory);
    anchor_table out;
    text_reader reader{path, {}, memory_budget{how.max_memory}};
    anchor_rows rows{out, reader, how.max_memory};
    std::string_view line;
    bool any = false;
    while (!any && reader.next_line(line))
        any = carries_text(line);
    out.format = how.format;
    if (out.format == anchor_format::automatic && any) {
        if (auto const found = format_of(line)) {
            out.format = *found;
        } else {
            // MUMmer's files begin with two paths and the program's name
            std::string const first{line};
            while ((any = reader.next_line(line)) && !carries_text(line))
                ;
            if (!any || (line != "NUCMER" && line != "PROMER"))
                throw input_error{
                    path, 1,
                    "neither anchors (a header with query, target, x, y) nor a known format: name it with "
                    "--from, or check the file"};
            while ((any = reader.next_line(line)) && !carries_text(line))
                ;
            out.format = line.starts_with('>') ? anchor_format::delta : anchor_format::coords;
        }
    }
    if (genes && any && out.format != anchor_format::blast)
        throw usage_error{fmt::format("--genes: {} anchors have coordinates of their own: give a BLAST table, or leave "
                                      "the option out",
                                      name(out.format))};
    out.order = how.order.value_or(genes                                 ? anchor_order::rank
                                   : out.format == anchor_format::events ? anchor_order::time
                                                                         : anchor_order::bp);
    if (any)
        switch (out.format) {
        case anchor_format::automatic:
            break;
        case anchor_format::table:
            read_table(reader, line, how, rows, out);
            break;
        case anchor_format::paf:
            read_paf(reader, line, rows);
            break;
        case anchor_format::coords:
            read_coords(reader, line, rows);
            break;
        case anchor_format::delta:
            read_delta(reader, line, rows);
            break;
        case anchor_format::mums:
            read_mums(reader, line, rows);
            break;
        case anchor_format::blast:
            read_blast(reader, line, genes ? &*genes : nullptr, out.order, rows);
            break;
        case anchor_format::dagchainer:
            read_dagchainer(reader, line, rows);
            break;
        case anchor_format::events:
            read_events(reader, line, rows);
            break;
        }
    if (out.header.empty())
        out.header = anchor_rows::usual_header(!out.names_x.empty(), !out.evalues.empty());
    rows.close();
    if (out.order == anchor_order::rank && !genes)
        rank_places(out);
    filter_anchors(out, how.filters);
    return out;
}

table_blocks chain_table(anchor_table const & table, chain_rules const & rules, bool reasons)
{
    // Rows that are left out leave; of the others those with equal places follow each other by their text.
    std::size_t const size = table.anchors.size();
    std::vector<std::uint32_t> order;
    order.reserve(size);
    for (std::uint32_t k = 0; k < size; ++k)
        if (table.filtered.empty() || table.filtered[k].empty())
            order.push_back(k);
    auto const place = [&](std::uint32_t k) {
        anchor const & a = table.anchors[k];
        return std::tuple{a.sequences, a.x, a.y};
    };
    bool const sorted = order.size() == size && std::ranges::is_sorted(order, [&](std::uint32_t p, std::uint32_t q) {
                            return place(p) < place(q) || (place(p) == place(q) && table.row(p) < table.row(q));
                        });
    std::vector<anchor> moved;
    std::vector<link_limits> moved_limits;
    chain_rules settled = rules;
    settled.own = table.own;
    if (!sorted) {
        std::vector<std::int64_t> keys(size);
        auto const sort_by = [&](auto const & key) {
            std::ranges::transform(table.anchors, keys.begin(), key);
            sort_by_key(keys, order);
        };
        sort_by([](anchor const & a) { return a.y; });
        sort_by([](anchor const & a) { return a.x; });
        sort_by([](anchor const & a) { return std::int64_t{a.sequences}; });
        for (std::size_t first = 0; first < order.size();) {
            std::size_t last = first + 1;
            while (last < order.size() && place(order[last]) == place(order[first]))
                ++last;
            if (last > first + 1)
                std::sort(order.begin() + static_cast<std::ptrdiff_t>(first),
                          order.begin() + static_cast<std::ptrdiff_t>(last), [&](std::uint32_t p, std::uint32_t q) {
                              return std::tuple{table.row(p), p} < std::tuple{table.row(q), q};
                          });
            first = last;
        }
        moved.reserve(order.size());
        for (std::uint32_t const k : order)
            moved.push_back(table.anchors[k]);
        if (!table.own.empty()) {
            for (std::uint32_t const k : order)
                moved_limits.push_back(table.own[k]);
            settled.own = moved_limits;
        }
    }
    if (reasons) {
        settled.least_score = std::numeric_limits<std::int64_t>::min();
        settled.most_blocks = std::numeric_limits<std::uint64_t>::max();
    }
    table_blocks out;
    out.blocks =
        chain_anchors(sorted ? std::span<anchor const>{table.anchors} : std::span<anchor const>{moved}, settled);
    if (!sorted)
        for (std::uint32_t & k : out.blocks.members)
            k = order[k];
    auto const & blocks = out.blocks.blocks;
    while (out.given < blocks.size() && out.given < rules.most_blocks && blocks[out.given].score >= rules.least_score)
        ++out.given;
    return out;
}

} // namespace vglcs
