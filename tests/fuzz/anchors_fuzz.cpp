// SPDX-License-Identifier: BSD-3-Clause
/// Readers of anchors and of gene orders, then chaining and every writer: whatever the text, what is read fits
/// together, blocks keep their rules, and each row has an answer. First byte: the format; second: rules; then, up to a
/// zero byte, a file of genes; the rest: the anchors (plain or gzip).
#include "fuzz.hpp"
#include "memory_file.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/anchor_table.hpp>
#include <vglcs/io/chain_writer.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace {

using namespace vglcs;
using namespace vglcs::fuzz;
using vglcs::test::memory_file;

void check_table(anchor_table const & t)
{
    std::size_t const rows = t.anchors.size();
    require(t.starts.size() == rows + 1 && t.starts.back() == t.text.size(), "a row for every anchor");
    require(std::ranges::is_sorted(t.starts), "rows follow each other");
    require(t.own.empty() || t.own.size() == rows, "limits for all anchors or none");
    require(t.filtered.empty() || t.filtered.size() == rows, "filters speak of all rows or none");
    for (std::size_t k = 0; k < rows; ++k) {
        require(t.anchors[k].sequences < t.pairs.size(), "a pair of sequences for every anchor");
        require(t.anchors[k].length_x >= 1 && t.anchors[k].length_y >= 1, "anchors have letters");
        require(t.own.empty() || (t.own[k].lo_x <= t.own[k].hi_x && t.own[k].lo_y <= t.own[k].hi_y),
                "LO is at most HI");
    }
    for (auto const & [query, target] : t.pairs)
        require(query < t.queries.size() && target < t.targets.size(), "pairs are of sequences");
}

void check_blocks(anchor_table const & t, table_blocks const & found, chain_rules rules)
{
    rules.own = t.own;
    std::vector<bool> taken(t.anchors.size());
    std::int64_t last_score = std::numeric_limits<std::int64_t>::max();
    require(found.given <= found.blocks.blocks.size(), "given blocks are blocks");
    for (anchor_block const & b : found.blocks.blocks) {
        require(b.score <= last_score, "the best block first");
        last_score = b.score;
        std::int64_t score = 0;
        std::uint32_t before = 0;
        bool first = true;
        for (std::uint32_t const k : found.blocks.anchors_of(b)) {
            require(k < taken.size() && !taken[k], "blocks are disjoint");
            taken[k] = true;
            score += t.anchors[k].weight;
            if (!first) {
                auto const link = measure_link(t.anchors[before], t.anchors[k], b.falling,
                                               rules.own.empty() ? rules.limits : rules.own[k], rules);
                require(link && link->allowed, "links keep to the rules");
                score -= link->cost;
            }
            first = false;
            before = k;
        }
        require(score == b.score, "a score is the sum of its links");
    }
}

std::string written(chain_format f, anchor_table const & t, table_blocks const & found, chain_rules const & rules)
{
    std::string out;
    output_file file = output_file::into(out);
    write_chain(f, t, found, rules, file);
    file.flush();
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const * data, std::size_t size)
{
    feed in{data, size};
    constexpr std::array formats{anchor_format::automatic, anchor_format::table,      anchor_format::paf,
                                 anchor_format::coords,    anchor_format::delta,      anchor_format::mums,
                                 anchor_format::blast,     anchor_format::dagchainer, anchor_format::events};
    anchor_reading how{.format = formats[in.below(formats.size())], .max_memory = std::uint64_t{64} << 20};
    unsigned const choice = in.byte();
    std::string_view text = in.rest();
    std::string_view const genes = text.substr(0, std::min(text.find('\0'), text.size()));
    text.remove_prefix(std::min(genes.size() + 1, text.size()));
    chain_rules rules{.limits = {.lo_x = choice & 1, .hi_x = (choice & 2) != 0 ? 1000 : 20, .hi_y = 500},
                      .link_cost = (choice & 4) != 0 ? 1 : 0,
                      .overlap = (choice & 8) != 0 ? overlap_rule::trimmed : overlap_rule::none,
                      .least_score = (choice & 16) != 0 ? 10 : 1,
                      .threads = 1};
    how.limits = rules.limits;
    how.filters.self = (choice & 32) != 0;
    if ((choice & 64) != 0)
        how.filters.tandem = 3;
    try {
        memory_file const gene_file{genes}, file{text};
        if (!genes.empty())
            how.genes.push_back(gene_file.path());
        anchor_table const table = read_anchors(file.path(), how);
        check_table(table);
        if (table.anchors.size() > 2000)
            return 0;
        rules.either_direction = table.order == anchor_order::rank;
        table_blocks const found = chain_table(table, rules, true);
        check_blocks(table, found, rules);
        std::string const rows = written(chain_format::tsv, table, found, rules);
        require(static_cast<std::size_t>(std::ranges::count(rows, '\n')) == table.anchors.size() + 1,
                "a row for every anchor, and a header");
        for (chain_format const f : {chain_format::blocks, chain_format::paf, chain_format::collinearity,
                                     chain_format::anchors, chain_format::json, chain_format::svg})
            try {
                require(!written(f, table, found, rules).empty() || found.given == 0, "blocks are written");
            } catch (error const &) {
            }
    } catch (error const &) {
    }
    return 0;
}
