// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/files.hpp"
#include "base/notes.hpp"
#include "base/option_list.hpp"
#include "base/register_options.hpp"
#include "blocks/pair_job.hpp"
#include "blocks/pair_steps.hpp"
#include "pairs/inputs.hpp"
#include "pairs/pair_source.hpp"
#include "sweep/curve.hpp"
#include "sweep/swept_value.hpp"

#include <vglcs/engine.hpp>
#include <vglcs/io/output_file.hpp>
#include <vglcs/link.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace vglcs::tools {

namespace {

struct sweep_job : job_options
{
    std::string sweep, partner;
    std::uint64_t seed = 1;
};

/// Letters of B with no relation to A, for comparison.
enum class partner_kind : std::uint8_t { none, reversed, shuffled };

partner_kind chosen_partner(std::string const & text)
{
    if (text.empty())
        return partner_kind::none;
    if (text == "reversed")
        return partner_kind::reversed;
    if (text == "shuffled")
        return partner_kind::shuffled;
    throw usage_error{fmt::format("--partner {}: no such partner: use reversed or shuffled", text)};
}

/// What a value gives.
struct swept_answer
{
    std::uint64_t length = 0, score = 0, jumps = 0;
    strand direction = strand::forward, transcript = strand::forward;
    std::vector<matched_pair> chain; ///< of runs with costs: of chains of one score, lengths may differ
    friend bool operator==(swept_answer const &, swept_answer const &) = default;
};

/// The letters of B, with limits and jumps that stay what they are: those of B, read from its end where it is.
struct swept_target
{
    std::string letters;
    gap_limits limits, for_partner;
    std::optional<jumps> forward, reverse; ///< by direction of the transcript

    swept_target(pair_job const & pair, partner_kind kind, std::uint64_t seed, strand_choice transcripts)
        : letters{pair.target->record.letters}, limits{pair.target->limits(strand::forward)},
          for_partner{pair.target->limits_for_partner(strand::forward)}
    {
        for (strand const t : strands_of(transcripts))
            (t == strand::forward ? forward : reverse) = pair.target->jumps(strand::forward, t);
        if (kind == partner_kind::shuffled) {
            // not std::shuffle, which is another one on every standard library
            std::mt19937_64 random{seed};
            for (std::size_t k = letters.size(); k > 1; --k)
                std::swap(letters[k - 1], letters[random() % k]);
        }
        if (kind != partner_kind::reversed)
            return;
        std::ranges::reverse(letters);
        limits = limits.reversed();
        for_partner = for_partner.reversed();
        for (auto * const side : {&forward, &reverse})
            if (*side)
                *side = (*side)->reversed();
    }
    [[nodiscard]] jumps const & of(strand transcript) const
    {
        return transcript == strand::forward ? *forward : *reverse;
    }
};

/// The same jumps at one price for landing.
jumps at_price(jumps const & given, std::uint32_t cost)
{
    jumps out = given;
    if (given.is_landing_uniform()) {
        if (auto every = given.size() == 0 ? std::nullopt : given.landing(0)) {
            every->cost = cost;
            out.set_landing(0, given.size(), every);
        }
        return out;
    }
    for (std::size_t k = 0; k < given.size(); ++k)
        if (auto at = given.landing(k)) {
            at->cost = cost;
            out.set_landing(k, k + 1, at);
        }
    return out;
}

/// One pair at every value.
class pair_sweep
{
public:
    pair_sweep(pair_job const & pair, swept_target const & target, sweep_request const & request,
               pair_setting const & setting, bool scored)
        : pair_{pair}, target_{target}, request_{request}, setting_{setting}, scored_{scored}
    {
    }

    [[nodiscard]] std::vector<swept_answer> answers()
    {
        return fill_curve<swept_answer>(request_.values.size(), [this](std::size_t k) { return solve_at(k); });
    }
    [[nodiscard]] std::uint64_t solved() const noexcept { return solved_; }

private:
    [[nodiscard]] swept_answer solve_at(std::size_t k)
    {
        ++solved_;
        std::uint32_t const value = request_.values[k];
        options o = setting_.options;
        o.task = scored_ ? task::alignment : task::length; // lengths and jumps are those of a chain
        std::optional<swept_answer> best;
        for (strand const direction : strands_of(setting_.strands))
            for (strand const transcript : strands_of(setting_.transcripts)) {
                problem const p = problem_at(value, {direction, transcript});
                result r = solve(p, o);
                if (best && r.score <= best->score)
                    continue;
                best = swept_answer{r.length, r.score, 0, direction, transcript, {}};
                for (std::size_t at = 1; at < r.chain.size(); ++at) {
                    auto const link = link_of(p, r.chain[at - 1], r.chain[at]);
                    best->jumps += link->a.has_value() + link->b.has_value();
                }
                best->chain = std::move(r.chain);
            }
        return std::move(*best);
    }

    [[nodiscard]] problem problem_at(std::uint32_t value, pair_reading reading) const
    {
        bool const forward = reading.strand == strand::forward;
        std::string const & query = pair_.query->record.letters;
        gap_limits limits_a = pair_.query->limits(reading.strand), limits_b = target_.limits;
        jumps jumps_a = pair_.query->jumps(reading.strand, reading.transcript),
              jumps_b = target_.of(reading.transcript);
        scoring scores = setting_.scoring;
        gap_limit const every{.lo = 0, .hi = value};
        switch (request_.what) {
        case swept::gaps:
        case swept::gaps_a:
        case swept::gaps_b:
            if (request_.of_a())
                limits_a = {limits_a.size(), every};
            if (request_.of_b())
                limits_b = {limits_b.size(), every};
            break;
        case swept::skip:
        case swept::skip_a:
        case swept::skip_b:
            if (request_.of_a())
                scores.skip_a = value;
            if (request_.of_b())
                scores.skip_b = value;
            break;
        case swept::jump_cost:
            jumps_a = at_price(jumps_a, value);
            jumps_b = at_price(jumps_b, value);
            break;
        }
        return {encode(forward ? query : reverse_complement(query), setting_.alphabet),
                encode(target_.letters, setting_.alphabet),
                limits_a,
                limits_b,
                scores,
                jumps_a,
                jumps_b,
                {.b_by_a = pair_.query->limits_for_partner(reading.strand), .a_by_b = target_.for_partner}};
    }

    pair_job const & pair_;
    swept_target const & target_;
    sweep_request const & request_;
    pair_setting const & setting_;
    bool scored_;
    std::uint64_t solved_ = 0;
};

void refuse_contradictions(sweep_job const & job, sweep_request const & request)
{
    auto const refuse = [&](std::string_view other) {
        return usage_error{fmt::format("--sweep {}: {} says the same: leave it out", job.sweep, other)};
    };
    bool const limits = request.rises(), skips = !limits && request.what != swept::jump_cost;
    if (limits && request.of_a() && request.of_b() && (!job.gaps.both.empty() || job.gaps.bare))
        throw refuse("--gaps");
    if (limits && request.of_a() && !job.gaps.a.empty())
        throw refuse("--gaps-a");
    if (limits && request.of_b() && !job.gaps.b.empty())
        throw refuse("--gaps-b");
    if (skips && request.of_a() && request.of_b() && job.scores.skip != "0")
        throw refuse("--skip");
    if (skips && request.of_a() && job.scores.skip_a)
        throw refuse("--skip-a");
    if (skips && request.of_b() && job.scores.skip_b)
        throw refuse("--skip-b");
    if (request.what == swept::jump_cost && job.scores.jump_a.empty() && job.scores.jump_b.empty())
        throw usage_error{
            fmt::format("--sweep {}: there are no jumps whose cost could change: give --jump", job.sweep)};
}

int sweep(sweep_job & job, context & run)
{
    notes const out{job.quiet};
    sweep_request const request = parse_sweep(job.sweep);
    partner_kind const partner = chosen_partner(job.partner);
    job.check(false);
    refuse_contradictions(job, request);
    options const o = job.run_options(run.control);
    inputs in = open_inputs(job, run.control, out);
    pair_setting const setting = setting_of(job, in, o);
    bool const scored = setting.scored || !request.rises();
    std::unique_ptr<pair_source> const pairs = make_zip_source(in, false, false);
    output_file file = output_file::for_text(job.output, &run.control);
    file.write("query\ttarget\tparameter\tvalue\tstrand\tlength\tscore\tjumps");
    if (partner != partner_kind::none)
        file.write("\tpartner\tpartner_length\tpartner_score\tpartner_jumps");
    file.write("\n");
    std::uint64_t solved = 0, asked = 0;
    for (pair_job pair; pairs->next(pair.query, pair.target);) {
        run.control.throw_if_stopped();
        swept_target const own{pair, partner_kind::none, 0, setting.transcripts};
        pair_sweep related{pair, own, request, setting, scored};
        std::vector<swept_answer> const answers = related.answers();
        solved += related.solved();
        std::vector<swept_answer> others;
        if (partner != partner_kind::none) {
            swept_target const other{pair, partner, job.seed, setting.transcripts};
            pair_sweep unrelated{pair, other, request, setting, scored};
            others = unrelated.answers();
            solved += unrelated.solved();
        }
        for (std::size_t k = 0; k < answers.size(); ++k) {
            swept_answer const & a = answers[k];
            file.write(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", pair.query->record.name, pair.target->record.name,
                                   name(request.what), request.values[k], static_cast<char>(a.direction), a.length,
                                   a.score, a.jumps));
            if (!others.empty())
                file.write(
                    fmt::format("\t{}\t{}\t{}\t{}", job.partner, others[k].length, others[k].score, others[k].jumps));
            file.write("\n");
        }
        asked += answers.size() + others.size();
    }
    pairs->finish();
    file.commit();
    out.note(fmt::format("{} of {} values were solved, the others lie between equal ones", solved, asked));
    return 0;
}

} // namespace

void add_sweep(option_list & app, command & chosen)
{
    auto job = std::make_shared<sweep_job>();
    option_list * sub =
        app.add_subcommand("sweep", "Length and score as a function of one limit or price, beside those "
                                    "of an unrelated sequence");
    sub->add_option("A", job->a, "FASTA or FASTQ file, plain or gzip; - is standard input")->required();
    sub->add_option("B", job->b, "FASTA or FASTQ file with as many records")->required();
    sub->add_option("--sweep", job->sweep,
                    "What changes: gaps, gaps-a, gaps-b, skip, skip-a, skip-b or jump-cost, as in gaps=0..30, "
                    "skip=0..10/2, gaps-b=1,2,5")
        ->type_name("WHAT=VALUES")
        ->required();
    sub->add_option("--partner", job->partner,
                    "The same for B's letters reversed (limits and jumps with them) or shuffled (in the same places)")
        ->type_name("reversed|shuffled")
        ->check(not_empty());
    sub->add_option("--seed", job->seed, "--partner shuffled: which of the orders")
        ->capture_default_str()
        ->transform(only_decimal<decltype(job->seed)>());
    add_common_options(*sub, *job);
    sub->footer("A row a value on standard output, tsv. Where both ends of a range of values have the same answer, all "
                "between have it too\nand are not solved. All other options are those of align.\n\n"
                "Examples:\n"
                "  vglcs sweep human.fa chimp.fa --sweep gaps=0..30 --partner reversed\n"
                "  vglcs sweep est.fa gene.fa --gaps 3 --skip 1 --jump 'after:AG=20..5000@10,*=20..5000@18' "
                "--sweep jump-cost=0..40");
    sub->callback([&chosen, job] { chosen = [job](context & run) { return sweep(*job, run); }; });
}

} // namespace vglcs::tools
