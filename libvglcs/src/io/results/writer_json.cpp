// SPDX-License-Identifier: BSD-3-Clause
#include "io/results/alignment_text.hpp"
#include "io/results/explanation_text.hpp"
#include "io/results/json_schema.hpp"
#include "io/results/placed_links.hpp"
#include "io/results/row.hpp"
#include "io/results/writers.hpp"

#include <vglcs/io/utf8.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace vglcs::detail {

namespace {

/// A JSON string with its quotes: the bytes as they are where they are valid UTF-8, else with \xHH for those that are
/// not.
std::string json_string(std::string_view bytes)
{
    return nlohmann::json(is_utf8(bytes) ? std::string{bytes} : escape_utf8(bytes)).dump();
}

/// ,"KEY":NAME, and behind it a field where bytes of the name stand as \xHH.
std::string json_name(std::string_view key, std::string_view name)
{
    std::string out = fmt::format(",\"{}\":{}", key, json_string(name));
    if (!is_utf8(name))
        out += fmt::format(",\"{}_escaped\":true", key);
    return out;
}

class json_writer final : public writer
{
public:
    json_writer(task t, output_file & out) : task_{t}, row_{out} {}

    void begin(run_record const & run) override
    {
        descriptions_ = run.descriptions;
        certificates_ = run.certificates;
        explanations_ = run.explanations;
        // the same for every pair: made once
        run_text_ = ",\"parameters\":{\"task\":";
        run_text_ += json_string(run.task == task::length ? "length" : "alignment");
        run_text_ += ",\"alphabet\":" + json_string(name(run.alphabet));
        run_text_ += ",\"gaps_a\":" + json_string(run.gaps_a) + ",\"gaps_b\":" + json_string(run.gaps_b);
        if (!run.gaps_b_by_a.empty())
            run_text_ += ",\"gaps_b_by_a\":" + json_string(run.gaps_b_by_a);
        if (!run.gaps_a_by_b.empty())
            run_text_ += ",\"gaps_a_by_b\":" + json_string(run.gaps_a_by_b);
        run_text_ += ",\"strand\":" + json_string(run.strand);
        scored_ = run.costs.has_value();
        if (scored_)
            run_text_ += costs_text(*run.costs);
        run_text_ +=
            "},\"build\":{\"version\":" + json_string(run.version) + ",\"description\":" + json_string(run.build);
        run_text_ += "},\"device\":" + json_string(run.device) + "}";
    }

    void write(pair_record const & pair) override
    {
        std::vector<placed_link> links; // before the row's first byte
        if (scored_)
            links = find_links(pair);
        row_ << "{\"schema\":\"" << json_schema << "\"" << json_name("query", pair.query->name)
             << description("query", *pair.query) << json_name("target", pair.target->name)
             << description("target", *pair.target) << ",\"query_record\":" << pair.query->number
             << ",\"target_record\":" << pair.target->number << ",\"query_length\":" << pair.query->size()
             << ",\"target_length\":" << pair.target->size() << ",\"status\":" << json_string(pair.status)
             << ",\"bound\":";
        if (pair.status == "pruned")
            row_ << pair.bound;
        else
            row_ << "null";
        if (pair.ok())
            write_answer(pair, links);
        else
            row_ << ",\"strand\":null,\"length\":null" << (scored_ ? ",\"score\":null" : "")
                 << ",\"last\":null,\"chain\":null" << (scored_ ? ",\"jumps\":null,\"costs\":null" : "");
        if (certificates_)
            write_certificate(pair.ok() ? pair.result.pruned : std::nullopt);
        if (explanations_)
            row_ << ",\"explain\":" << explanation_json(pair);
        write_digest("query_sha256", pair.query_sha256);
        write_digest("target_sha256", pair.target_sha256);
        write_digest("limits_digest", pair.limits_digest);
        row_ << run_text_;
        row_.end();
    }

private:
    [[nodiscard]] std::string description(std::string const & side, sequence const & record) const
    {
        return descriptions_ ? json_name(side + "_description", record.description) : "";
    }
    /// ,"match":..., what of the parameters is about costs.
    static std::string costs_text(run_costs const & costs)
    {
        std::string out = fmt::format(",\"match\":{},\"skip_a\":{},\"skip_b\":{}", costs.scoring.match,
                                      costs.scoring.skip_a, costs.scoring.skip_b);
        auto const add = [&](std::string_view key, std::vector<std::string> const & specs) {
            out += fmt::format(",\"{}\":[", key);
            for (std::string const & spec : specs)
                out += fmt::format("{}{}", out.back() == '[' ? "" : ",", json_string(spec));
            out += ']';
        };
        add("jump_a", costs.jump_a);
        add("jump_b", costs.jump_b);
        add("leave_a", costs.leave_a);
        add("leave_b", costs.leave_b);
        return out + ",\"transcript\":" + json_string(costs.transcript);
    }

    void write_answer(pair_record const & pair, std::vector<placed_link> const & links)
    {
        row_ << ",\"strand\":\"" << strand_letter(pair) << "\",\"length\":";
        if (scored_ && task_ == task::length) // the score alone is computed
            row_ << "null";
        else
            row_ << pair.result.length;
        if (scored_)
            row_ << ",\"score\":" << pair.result.score;
        row_ << ",\"last\":";
        if (auto const & last = pair.result.last)
            write_pair(*last);
        else
            row_ << "null";
        row_ << ",\"chain\":";
        if (task_ == task::length) {
            row_ << "null" << (scored_ ? ",\"jumps\":null,\"costs\":null" : "");
            return;
        }
        row_ << '[';
        bool first = true;
        for (matched_pair const & p : pair.result.chain) {
            if (!first)
                row_ << ',';
            first = false;
            write_pair(p);
        }
        row_ << ']';
        if (scored_) {
            write_jumps(links);
            write_costs(pair.result.chain.size(), links);
        }
    }
    /// A pair of jumps, of the query and of the target, for every link that has one.
    void write_jumps(std::vector<placed_link> const & links)
    {
        auto const write_jump = [&](std::optional<jumped> const & jump) {
            if (jump)
                row_ << '[' << jump->first << ',' << jump->end << ']';
            else
                row_ << "null";
        };
        row_ << ",\"jumps\":[";
        bool first = true;
        for (auto const & [pair, link] : links) {
            if (!link.a && !link.b)
                continue;
            row_ << (first ? "[" : ",[");
            first = false;
            write_jump(link.a);
            row_ << ',';
            write_jump(link.b);
            row_ << ']';
        }
        row_ << ']';
    }
    /// What each link costs.
    void write_costs(std::size_t pairs, std::vector<placed_link> const & links)
    {
        row_ << ",\"costs\":[";
        link_cursor link{links};
        for (std::size_t k = 1; k < pairs; ++k) {
            chain_link const * const costly = link(k);
            row_ << (k == 1 ? "" : ",") << (costly ? costly->cost : 0);
        }
        row_ << ']';
    }
    /// Null where the whole table was computed.
    void write_certificate(std::optional<pruning_certificate> const & c)
    {
        row_ << ",\"certificate\":";
        if (c)
            row_ << fmt::format(
                "{{\"bound\":{},\"band\":[{},{}],\"cells\":{},\"cells_skipped\":{},\"cells_for_bound\":{}}}", c->bound,
                c->first_diagonal, c->last_diagonal, c->cells, c->cells_skipped, c->cells_for_bound);
        else
            row_ << "null";
    }
    void write_pair(matched_pair const & p) { row_ << '[' << p.i << ',' << p.j << ']'; }
    void write_digest(std::string_view key, std::string_view digest)
    {
        row_ << ",\"" << key << "\":";
        if (digest.empty())
            row_ << "null";
        else
            row_ << json_string(digest);
    }

    task task_;
    row row_;
    std::string run_text_;
    bool descriptions_ = false, certificates_ = false, explanations_ = false, scored_ = false;
};

} // namespace

std::unique_ptr<writer> make_json_writer(task t, output_file & out)
{
    return std::make_unique<json_writer>(t, out);
}

} // namespace vglcs::detail
