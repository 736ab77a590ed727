// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/chain_writer.hpp>

#include <vglcs/chain_reasons.hpp>
#include <vglcs/error.hpp>
#include <vglcs/io/utf8.hpp>

#include "io/anchors/chain_picture.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vglcs {

namespace {

/// Text on its way to a file.
class text_buffer
{
public:
    explicit text_buffer(output_file & out) : out_{&out} {}
    template <class... Arguments>
    void add(fmt::format_string<Arguments...> form, Arguments &&... arguments)
    {
        text_ += fmt::format(form, std::forward<Arguments>(arguments)...);
        if (text_.size() >= part)
            flush();
    }
    void flush()
    {
        out_->write(text_);
        text_.clear();
    }

private:
    static constexpr std::size_t part = std::size_t{1} << 18; ///< bytes
    output_file * out_;
    std::string text_;
};

/// A block with its ends on both axes.
struct placed_block
{
    anchor_block const * block = nullptr;
    std::span<std::uint32_t const> members;
    std::string_view query, target;
    std::int64_t query_length = 0, target_length = 0;
    std::int64_t x_start = 0, x_end = 0, y_start = 0, y_end = 0;

    placed_block(anchor_table const & t, anchor_blocks const & all, anchor_block const & b)
        : block{&b}, members{all.anchors_of(b)}
    {
        anchor_table::sequence const & q = t.queries[t.pairs[b.sequences].query];
        anchor_table::sequence const & s = t.targets[t.pairs[b.sequences].target];
        query = q.name;
        target = s.name;
        anchor const & first = t.anchors[members.front()];
        anchor const & last = t.anchors[members.back()];
        x_start = first.x;
        x_end = last.x + last.length_x;
        y_start = b.falling ? last.y : first.y;
        y_end = b.falling ? first.y + first.length_y : last.y + last.length_y;
        query_length = std::max(q.length, x_end);
        target_length = std::max(s.length, y_end);
    }
    [[nodiscard]] char strand() const noexcept { return block->falling ? '-' : '+'; }
};

std::string limit_text(std::int64_t lo, std::int64_t hi)
{
    return hi == link_limits::infinite ? fmt::format("{}..inf", lo) : fmt::format("{}..{}", lo, hi);
}

/// Name of what an anchor stands for: a gene's, or its place.
std::string name_x(anchor_table const & t, std::uint32_t k)
{
    std::string_view const name = t.name_x(k);
    return name.empty() ? fmt::format("{}:{}", t.queries[t.pairs[t.anchors[k].sequences].query].name, t.anchors[k].x)
                        : std::string{name};
}
std::string name_y(anchor_table const & t, std::uint32_t k)
{
    std::string_view const name = t.name_y(k);
    return name.empty() ? fmt::format("{}:{}", t.targets[t.pairs[t.anchors[k].sequences].target].name, t.anchors[k].y)
                        : std::string{name};
}

void add_reason(text_buffer & text, anchor_table const & t, chain_rules const & rules, chain_reason const & r)
{
    if (r.loses)
        text.add("loses to block {} by {}; ", r.loses->block + 1, r.loses->by);
    if (r.too_far) {
        auto const & g = *r.too_far;
        text.add("gap");
        if (g.gap_x > g.limit_x)
            text.add(" x {} over {}", g.gap_x, g.limit_x);
        if (g.gap_y > g.limit_y)
            text.add("{} y {} over {}", g.gap_x > g.limit_x ? "," : "", g.gap_y, g.limit_y);
        text.add(" after {},{} of block {}; ", t.anchors[g.after].x, t.anchors[g.after].y, g.block + 1);
    }
    if (r.score < rules.least_score)
        text.add("score {} below --min-score {}", r.score, rules.least_score);
    else
        text.add("block {} beyond --blocks {}", r.block + 1, rules.most_blocks);
}

void write_tsv(anchor_table const & t, table_blocks const & found, chain_rules const & rules, output_file & out)
{
    chain_rules own = rules;
    own.own = t.own;
    chain_reasons const reasons{t.anchors, own, found.blocks, found.given};
    text_buffer text{out};
    text.add("{}\tblock\trank_in_block\tstatus\treason\n", t.header);
    for (std::uint32_t k = 0; k < t.anchors.size(); ++k) {
        if (rules.control && k % 65'536 == 0)
            rules.control->throw_if_stopped();
        text.add("{}\t", t.row(k));
        std::uint32_t const block = reasons.block_of(k);
        if (!t.filtered.empty() && !t.filtered[k].empty()) {
            text.add(".\t.\tfiltered\t{}\n", t.filtered[k]);
        } else if (block == chain_reasons::none) { // its direction is not looked for
            text.add(".\t.\tout\tstrand {} is not asked for\n", t.anchors[k].falling ? '-' : '+');
        } else if (block < found.given) {
            text.add("{}\t{}\tin\t.\n", block + 1, reasons.place_in_block(k) + 1);
        } else {
            text.add(".\t.\tout\t");
            add_reason(text, t, rules, reasons.of(k));
            text.add("\n");
        }
    }
    text.flush();
}

void write_blocks(anchor_table const & t, table_blocks const & found, output_file & out)
{
    text_buffer text{out};
    text.add("block\tscore\tanchors\tquery\ttarget\tstrand\tx_start\tx_end\ty_start\ty_end\n");
    for (std::size_t k = 0; k < found.given; ++k) {
        placed_block const b{t, found.blocks, found.blocks.blocks[k]};
        text.add("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", k + 1, b.block->score, b.members.size(), b.query, b.target,
                 b.strand(), b.x_start, b.x_end, b.y_start, b.y_end);
    }
    text.flush();
}

void write_paf(anchor_table const & t, table_blocks const & found, output_file & out)
{
    if (t.order != anchor_order::bp)
        throw usage_error{"--format paf: it holds letters, not ranks or times: use --order bp or another format"};
    text_buffer text{out};
    for (std::size_t k = 0; k < found.given; ++k) {
        placed_block const b{t, found.blocks, found.blocks.blocks[k]};
        std::vector<std::uint32_t> along{b.members.begin(), b.members.end()}; // the target's order, as cg has it
        if (b.block->falling)
            std::ranges::reverse(along);
        std::int64_t matches = 0;
        bool even = true;
        std::string cigar, list;
        for (std::size_t p = 0; p < along.size(); ++p) {
            anchor const & a = t.anchors[along[p]];
            matches += std::min(a.length_x, a.length_y);
            even = even && a.length_x == a.length_y;
            if (p > 0) {
                anchor const & before = t.anchors[along[p - 1]];
                std::int64_t const x =
                    b.block->falling ? before.x - (a.x + a.length_x) : a.x - (before.x + before.length_x);
                std::int64_t const y = a.y - (before.y + before.length_y);
                even = even && x >= 0 && y >= 0;
                if (x > 0)
                    cigar += fmt::format("{}I", x);
                if (y > 0)
                    cigar += fmt::format("{}D", y);
            }
            cigar += fmt::format("{}M", a.length_x);
            list += fmt::format("{}{},{},{},{}", p > 0 ? ";" : "", a.x, a.y, a.length_x, a.length_y);
        }
        text.add("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t255\tbk:i:{}\tsc:i:{}\tcn:i:{}\t{}:Z:{}\n", b.query,
                 b.query_length, b.x_start, b.x_end, b.strand(), b.target, b.target_length, b.y_start, b.y_end,
                 std::min({matches, b.x_end - b.x_start, b.y_end - b.y_start}),
                 std::max(b.x_end - b.x_start, b.y_end - b.y_start), k + 1, b.block->score, b.members.size(),
                 even ? "cg" : "ca", even ? cigar : list);
    }
    text.flush();
}

void write_collinearity(anchor_table const & t, table_blocks const & found, chain_rules const & rules,
                        output_file & out)
{
    std::unordered_set<std::string> genes, in_blocks;
    for (std::uint32_t k = 0; k < t.anchors.size(); ++k)
        genes.insert({name_x(t, k), name_y(t, k)});
    for (std::size_t k = 0; k < found.given; ++k)
        for (std::uint32_t const m : found.blocks.anchors_of(found.blocks.blocks[k]))
            in_blocks.insert({name_x(t, m), name_y(t, m)});
    text_buffer text{out};
    text.add("############### Parameters ###############\n"
             "# GAPS_X: {}\n# GAPS_Y: {}\n# LINK_COST: {}\n# SKIP_X: {}\n# SKIP_Y: {}\n# MIN_SCORE: {}\n"
             "##########################################\n"
             "# Number of collinear genes: {}, Percentage: {:.2f}\n# Number of all genes: {}\n"
             "##########################################\n",
             limit_text(rules.limits.lo_x, rules.limits.hi_x), limit_text(rules.limits.lo_y, rules.limits.hi_y),
             rules.link_cost, rules.skip_x, rules.skip_y, rules.least_score, in_blocks.size(),
             genes.empty() ? 0.0 : 100.0 * static_cast<double>(in_blocks.size()) / static_cast<double>(genes.size()),
             genes.size());
    for (std::size_t k = 0; k < found.given; ++k) {
        placed_block const b{t, found.blocks, found.blocks.blocks[k]};
        text.add("## Alignment {}: score={}.0 e_value=0 N={} {}&{} {}\n", k, b.block->score, b.members.size(), b.query,
                 b.target, b.block->falling ? "minus" : "plus");
        for (std::size_t p = 0; p < b.members.size(); ++p) {
            std::string_view const evalue = t.evalue(b.members[p]);
            text.add("{:3}-{:3}:\t{}\t{}\t{:>7}\n", k, p, name_x(t, b.members[p]), name_y(t, b.members[p]),
                     evalue.empty() ? "0" : evalue);
        }
    }
    text.flush();
}

void write_anchors(anchor_table const & t, table_blocks const & found, output_file & out)
{
    text_buffer text{out};
    for (std::size_t k = 0; k < found.given; ++k) {
        text.add("###\n");
        for (std::uint32_t const m : found.blocks.anchors_of(found.blocks.blocks[k]))
            text.add("{}\t{}\t{}\n", name_x(t, m), name_y(t, m), t.anchors[m].weight);
    }
    text.flush();
}

std::string quoted(std::string_view bytes)
{
    return nlohmann::json(escape_utf8(bytes)).dump();
}

void write_json(anchor_table const & t, table_blocks const & found, chain_rules const & rules, output_file & out)
{
    constexpr std::array<std::string_view, 3> orders{"bp", "rank", "time"};
    text_buffer text{out};
    text.add("{{\"order\":\"{}\",\"gaps_x\":\"{}\",\"gaps_y\":\"{}\",\"link\":{},\"skip_x\":{},\"skip_y\":{},"
             "\"min_score\":{},\"anchors\":{},\"blocks\":[",
             orders[static_cast<std::size_t>(t.order)], limit_text(rules.limits.lo_x, rules.limits.hi_x),
             limit_text(rules.limits.lo_y, rules.limits.hi_y), rules.link_cost, rules.skip_x, rules.skip_y,
             rules.least_score, t.anchors.size());
    for (std::size_t k = 0; k < found.given; ++k) {
        placed_block const b{t, found.blocks, found.blocks.blocks[k]};
        text.add(
            "{}\n{{\"block\":{},\"score\":{},\"query\":{},\"target\":{},\"strand\":\"{}\",\"x\":[{},{}],\"y\":[{},{}],"
            "\"anchors\":[",
            k > 0 ? "," : "", k + 1, b.block->score, quoted(b.query), quoted(b.target), b.strand(), b.x_start, b.x_end,
            b.y_start, b.y_end);
        for (std::size_t p = 0; p < b.members.size(); ++p) {
            anchor const & a = t.anchors[b.members[p]];
            text.add("{}[{},{},{},{},{}]", p > 0 ? "," : "", a.x, a.y, a.length_x, a.length_y, a.weight);
        }
        text.add("]");
        if (!t.names_x.empty()) {
            text.add(",\"names\":[");
            for (std::size_t p = 0; p < b.members.size(); ++p)
                text.add("{}[{},{}]", p > 0 ? "," : "", quoted(t.name_x(b.members[p])), quoted(t.name_y(b.members[p])));
            text.add("]");
        }
        text.add("}}");
    }
    text.add("\n]}}\n");
    text.flush();
}

} // namespace

std::optional<chain_format> parse_chain_format(std::string_view text) noexcept
{
    constexpr std::array<std::pair<std::string_view, chain_format>, 7> names{
        {{"tsv", chain_format::tsv},
         {"blocks", chain_format::blocks},
         {"paf", chain_format::paf},
         {"collinearity", chain_format::collinearity},
         {"anchors", chain_format::anchors},
         {"json", chain_format::json},
         {"svg", chain_format::svg}}};
    for (auto const & [name, f] : names)
        if (name == text)
            return f;
    return std::nullopt;
}

void write_chain(chain_format f, anchor_table const & table, table_blocks const & found, chain_rules const & rules,
                 output_file & out)
{
    switch (f) {
    case chain_format::tsv:
        return write_tsv(table, found, rules, out);
    case chain_format::blocks:
        return write_blocks(table, found, out);
    case chain_format::paf:
        return write_paf(table, found, out);
    case chain_format::collinearity:
        return write_collinearity(table, found, rules, out);
    case chain_format::anchors:
        return write_anchors(table, found, out);
    case chain_format::json:
        return write_json(table, found, rules, out);
    case chain_format::svg:
        return detail::write_picture(table, found, out);
    }
}

} // namespace vglcs
