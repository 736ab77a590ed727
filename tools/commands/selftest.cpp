// SPDX-License-Identifier: BSD-3-Clause
#include "base/commands.hpp"
#include "base/notes.hpp"
#include "base/option_list.hpp"
#include "base/options.hpp"
#include "commands/selftest_cases.hpp"

#include <rmq/cuda/device.hpp>
#include <vglcs/io/output_file.hpp>
#include <vglcs/io/pair_record.hpp>
#include <vglcs/vglcs.hpp>

#include <fmt/format.h>

#include <memory>

namespace vglcs::tools {

namespace {

/// The digest of the right answers, on every machine; another one where cases are added or changed.
constexpr std::string_view known_digest = "a523dc7697cbc5aef1876a7162c2cc1ec8c57920a79d9f6ad8b2262aa32e8aa0";

/// The CUDA devices to try: those that were asked for, else all.
std::vector<int> chosen_cuda_devices(job_options const & asked, options const & o)
{
    if (o.device == device::cpu)
        return {};
    if (o.device == device::cuda && asked.device != "cuda:all")
        return {o.device_number};
    std::vector<int> all;
    for (auto const & d : rmq::cuda::devices().devices)
        all.push_back(d.number);
    return all;
}

/// Runs the cases on engines. The digest is taken over what the engines gave, so that a wrong answer anywhere shows in
/// it; where all are right it is the known one.
class trial
{
public:
    trial(std::vector<test_case> cases, int threads, notes const & out, run_control & control)
        : cases_{std::move(cases)}, given_(cases_.size()), threads_{threads}, out_{out}, control_{control}
    {
    }

    /// @param where    as it is reported: cpu, cuda, cuda:1
    /// @returns a line about it
    std::string run(engine const & e, std::string const & where, int device_number)
    {
        std::uint64_t checked = 0, wrong = 0;
        for (std::size_t k = 0; k < cases_.size(); ++k) {
            control_.throw_if_stopped();
            test_case const & c = cases_[k];
            if (!e.supports(c.input, task::alignment))
                continue;
            std::string const answer = answer_text(c.input, solve(c.input, {.engine = std::string{e.name()},
                                                                            .device = e.device(),
                                                                            .device_number = device_number,
                                                                            .threads = threads_}));
            ++checked;
            if (given_[k].empty() || answer != c.answer)
                given_[k] = answer;
            if (answer == c.answer)
                continue;
            ++wrong;
            out_.warn(fmt::format("engine {} ({}): {} differs: got {}", e.name(), where, c.name, answer));
        }
        failures_ += wrong;
        return fmt::format("{} cases, {} wrong\n", checked, wrong);
    }

    [[nodiscard]] std::string digest() const
    {
        std::string all;
        for (std::string const & answer : given_)
            all += answer;
        return letters_digest(all);
    }
    [[nodiscard]] bool failed() const noexcept { return failures_ > 0; }

private:
    std::vector<test_case> cases_;
    std::vector<std::string> given_; ///< a case's answer by the engines: a wrong one where there is one
    int threads_;
    notes out_;
    run_control & control_;
    std::uint64_t failures_ = 0;
};

int selftest(job_options const & asked, context & run)
{
    notes const out{asked.quiet};
    options const o = asked.run_options(run.control);
    std::vector<int> const cuda_devices = chosen_cuda_devices(asked, o);
    std::vector<test_case> cases = stored_cases();
    std::ranges::move(generated_cases(), std::back_inserter(cases));
    // problems this small give more threads nothing to do but to wait for each other
    trial engines_tried{std::move(cases), std::min(o.threads, 4), out, run.control};

    output_file report{""};
    bool const numbered = cuda_devices.size() > 1;
    auto const tell = [&, width = numbered ? 7 : 5](engine const & e, std::string const & where, std::string text) {
        report.write(fmt::format("{:<10} {:<{}} {}", e.name(), where, width, text));
    };
    for (engine const * e : engines()) {
        if (o.device != device::automatic && e->device() != o.device)
            continue;
        if (e->device() == device::cpu) {
            tell(*e, "cpu", engines_tried.run(*e, "cpu", 0));
            continue;
        }
        if (cuda_devices.empty())
            tell(*e, "cuda", fmt::format("not run: {}\n", rmq::cuda::devices().reason));
        for (int const number : cuda_devices) {
            std::string const where = numbered ? fmt::format("cuda:{}", number) : "cuda";
            tell(*e, where, engines_tried.run(*e, where, number));
        }
    }
    std::string const digest = engines_tried.digest();
    report.write(fmt::format("digest     {}\n", digest));
    report.commit();
    if (!engines_tried.failed() && digest != known_digest)
        out.warn(fmt::format("the digest of right answers is {}: this machine's reference engine gives others",
                             known_digest));
    return static_cast<int>(digest == known_digest ? exit_code::ok : exit_code::internal);
}

} // namespace

void add_selftest(option_list & app, command & chosen)
{
    auto asked = std::make_shared<job_options>();
    option_list * sub = app.add_subcommand("selftest", "Check every engine of this build on this machine");
    sub->add_option("--device", asked->device, "auto (all there is), cpu, cuda, cuda:N or cuda:all")
        ->capture_default_str();
    sub->add_flag("--quiet", asked->quiet, "Only the counts and the digest");
    sub->footer("Solves cases with known answers on every engine and device. The digest of the engines' answers is the "
                "same on every machine;\nexit code 1 where an engine is wrong.\n\nExamples:\n  vglcs selftest\n"
                "  vglcs selftest --device cuda:1");
    sub->callback([&chosen, asked] { chosen = [asked](context & run) { return selftest(*asked, run); }; });
}

} // namespace vglcs::tools
