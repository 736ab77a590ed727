// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "notes.hpp"

#include <rmq/cuda/device.hpp>
#include <vglcs/io/output_file.hpp>
#include <vglcs/io/pair_record.hpp>
#include <vglcs/vglcs.hpp>

#include <fmt/format.h>

#include <memory>
#include <sstream>

namespace vglcs::tools {

namespace {

constexpr char const * oracle_cases =
#include "selftest_cases.inc"
    ;

/// A problem and its answer: "length i:j,i:j,..." as text, the form that is compared and digested.
struct test_case
{
    std::string name;
    problem input;
    std::string answer;
};

std::string answer_text(result const & r)
{
    std::string out = fmt::format("{} ", r.length);
    for (auto const [i, j] : r.chain)
        out += fmt::format("{}:{},", i, j);
    out.back() = '\n';
    return out;
}

std::vector<std::string> split(std::string const & text)
{
    std::vector<std::string> out;
    if (text == "-")
        return out;
    std::istringstream in{text};
    for (std::string part; std::getline(in, part, ',');)
        out.push_back(part);
    return out;
}

gap_limits parse_limits(std::string const & hi, std::string const & lo)
{
    std::vector<std::string> const largest = split(hi), smallest = split(lo);
    gap_limits out{largest.size(), {}};
    for (std::size_t k = 0; k < largest.size(); ++k)
        out.set(k,
                {.lo = static_cast<std::uint32_t>(std::stoul(smallest[k])),
                 .hi = largest[k] == "inf" ? gap_limit::infinite : static_cast<std::uint32_t>(std::stoul(largest[k]))});
    return out;
}

std::vector<test_case> stored_cases()
{
    std::vector<test_case> out;
    std::istringstream lines{oracle_cases};
    for (std::string letters, a, b, ga, gb, la, lb, length, chain;
         lines >> letters >> a >> b >> ga >> gb >> la >> lb >> length >> chain;)
    {
        alphabet const which = *parse_alphabet(letters);
        auto const codes = [&](std::string const & text) { return encode(text == "-" ? "" : text, which); };
        out.push_back({fmt::format("stored case {}", out.size() + 1),
                       problem{codes(a), codes(b), parse_limits(ga, la), parse_limits(gb, lb)},
                       fmt::format("{} {}\n", length, chain == "-" ? "" : chain)});
        if (chain == "-")
            out.back().answer = "0\n";
    }
    return out;
}

/// splitmix64: the same numbers on every machine.
class generator
{
public:
    explicit generator(std::uint64_t seed) : state_{seed} {}
    std::uint32_t below(std::uint32_t bound)
    {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return static_cast<std::uint32_t>((z ^ (z >> 31)) % bound);
    }

private:
    std::uint64_t state_;
};

/// Larger problems with limits that jump, answered by the reference engine.
std::vector<test_case> generated_cases()
{
    std::vector<test_case> out;
    for (std::uint32_t k = 0; k < 16; ++k) {
        generator random{k};
        std::uint32_t const sigma = k % 4 == 3 ? 20 : 4, top = k % 3 == 0 ? 4 : k % 3 == 1 ? 31 : 400;
        auto const side = [&](std::size_t size) {
            std::vector<letter_code> codes(size);
            gap_limits limits{size, {}};
            for (std::size_t p = 0; p < size; ++p) {
                codes[p] = random.below(40) ? static_cast<letter_code>(random.below(sigma)) : no_match;
                std::uint32_t const hi = random.below(12) ? random.below(top) : random.below(1000);
                limits.set(p, {.lo = k % 5 == 4 ? random.below(hi / 4 + 1) : 0, .hi = hi});
            }
            return std::pair{codes, limits};
        };
        auto const [a, limits_a] = side(150 + random.below(250));
        auto const [b, limits_b] = side(150 + random.below(250));
        problem p{a, b, limits_a, limits_b};
        std::string const answer = answer_text(solve(p, {.engine = "reference", .threads = 1}));
        out.push_back({fmt::format("generated case {}", k + 1), std::move(p), answer});
    }
    return out;
}

int selftest(bool quiet, context & run)
{
    notes const out{quiet};
    std::vector<test_case> cases = stored_cases();
    std::ranges::move(generated_cases(), std::back_inserter(cases));
    std::string answers;
    for (test_case const & c : cases)
        answers += c.answer;

    output_file report{""};
    std::uint64_t failures = 0;
    for (engine const * e : engines()) {
        char const * const where = e->device() == device::cuda ? "cuda" : "cpu";
        if (e->device() == device::cuda && rmq::cuda::devices().devices.empty()) {
            report.write(fmt::format("{:<10} {:<5} not run: {}\n", e->name(), where, rmq::cuda::devices().reason));
            continue;
        }
        std::uint64_t checked = 0, wrong = 0;
        for (test_case const & c : cases) {
            run.control.throw_if_stopped();
            if (!e->supports(c.input, task::alignment))
                continue;
            result const r = solve(c.input, {.engine = std::string{e->name()}, .device = e->device()});
            ++checked;
            if (answer_text(r) == c.answer)
                continue;
            ++wrong;
            out.warn(fmt::format("engine {}: {} differs: got {}", e->name(), c.name, answer_text(r)));
        }
        failures += wrong;
        report.write(fmt::format("{:<10} {:<5} {} cases, {} wrong\n", e->name(), where, checked, wrong));
    }
    report.write(fmt::format("digest     {}\n", letters_digest(answers)));
    report.commit();
    return static_cast<int>(failures ? exit_code::internal : exit_code::ok);
}

} // namespace

void add_selftest(CLI::App & app, command & chosen)
{
    auto quiet = std::make_shared<bool>(false);
    CLI::App * sub = app.add_subcommand("selftest", "Check every engine of this build on this machine");
    sub->add_flag("--quiet", *quiet, "Only the counts and the digest");
    sub->footer("Solves cases with known answers on every engine and device. The digest is the same on every machine; "
                "exit code 1 where an engine\nis wrong.\n\nExample:\n  vglcs selftest");
    sub->callback([&chosen, quiet] { chosen = [quiet](context & run) { return selftest(*quiet, run); }; });
}

} // namespace vglcs::tools
