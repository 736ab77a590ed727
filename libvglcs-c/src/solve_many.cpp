// SPDX-License-Identifier: BSD-3-Clause
/// Many pairs: blocks of problems, made and solved side by side, packed in the order of the pairs.
#include "answers.hpp"
#include "links.hpp"
#include "sized.hpp"

#include <vglcs/device_choice.hpp>
#include <vglcs/engine.hpp>
#include <vglcs/error.hpp>
#include <vglcs/solve_many.hpp>

#include <algorithm>
#include <optional>
#include <utility>

using namespace vglcs;
using namespace vglcs::c_api;

namespace {

/// The pairs of a call, read as sides.
class pair_list
{
public:
    explicit pair_list(vglcs_pairs const * given) : pairs_{read_sized(given, vglcs_pairs{}, "pairs")}
    {
        if (pairs_.count == 0)
            return;
        for (auto const & [pointer, name] : {std::pair{pairs_.begin_a, "pairs.begin_a"},
                                             {pairs_.end_a, "pairs.end_a"},
                                             {pairs_.begin_b, "pairs.begin_b"},
                                             {pairs_.end_b, "pairs.end_b"}})
            require(pointer, name);
        for (std::uint64_t k = 0; k < pairs_.count; ++k) {
            check(k, pairs_.begin_a[k], pairs_.end_a[k], pairs_.letters_a, "a");
            check(k, pairs_.begin_b[k], pairs_.end_b[k], pairs_.letters_b, "b");
            cells_ += cells(k);
        }
    }

    [[nodiscard]] std::uint64_t size() const noexcept { return pairs_.count; }
    [[nodiscard]] std::uint64_t all_cells() const noexcept { return cells_; }
    [[nodiscard]] std::uint64_t cells(std::uint64_t k) const noexcept
    {
        return (pairs_.end_a[k] - pairs_.begin_a[k]) * (pairs_.end_b[k] - pairs_.begin_b[k]);
    }
    [[nodiscard]] side_input a(std::uint64_t k) const
    {
        return side(pairs_.letters_a, pairs_.quality_a, pairs_.begin_a[k], pairs_.end_a[k],
                    pairs_.names_a ? pairs_.names_a[k] : "a", pairs_.gaps_a ? pairs_.gaps_a[k] : nullptr);
    }
    [[nodiscard]] side_input b(std::uint64_t k) const
    {
        return side(pairs_.letters_b, pairs_.quality_b, pairs_.begin_b[k], pairs_.end_b[k],
                    pairs_.names_b ? pairs_.names_b[k] : "b", pairs_.gaps_b ? pairs_.gaps_b[k] : nullptr);
    }

private:
    static void check(std::uint64_t k, std::uint64_t begin, std::uint64_t end, char const * letters, char const * name)
    {
        if (begin > end || end - begin >= gap_limit::infinite || (!letters && begin != end))
            throw usage_error{
                fmt::format("pairs: sequence {} of pair {} has the letters {}..{}: give a text, and fewer "
                            "than {} letters of it",
                            name, k, begin, end, gap_limit::infinite)};
    }
    static side_input side(char const * letters, char const * quality, std::uint64_t begin, std::uint64_t end,
                           char const * name, vglcs_gaps const * own)
    {
        auto const part = [&](char const * text) {
            return text ? std::string_view{text + begin, end - begin} : std::string_view{};
        };
        return {.letters = part(letters), .name = name ? name : "", .quality = part(quality), .own = own};
    }

    vglcs_pairs pairs_;
    std::uint64_t cells_ = 0;
};

class many_run
{
public:
    many_run(solver_call & call, pair_list const & pairs)
        : call_{call}, pairs_{pairs}, on_device_{may_share_device(call.run()) && device_may_be_there()},
          alone_{std::max<std::uint64_t>(pairs.all_cells() / static_cast<unsigned>(call.run().threads), least_alone)}
    {
    }

    void run(vglcs_answers & answers)
    {
        // a device wants many at once, the caches of a processor few
        std::uint64_t const most = on_device_ ? 65'536 : 2'048;
        for (std::uint64_t first = 0; first < pairs_.size();) {
            std::uint64_t last = first, cells = 0;
            for (; last < pairs_.size() && last - first < most && cells < most_cells; ++last)
                cells += pairs_.cells(last);
            solve_block(first, last);
            for (pair_outcome const & outcome : block_)
                answers.add(outcome);
            first = last;
        }
    }

private:
    static constexpr std::uint64_t most_cells = std::uint64_t{1} << 40;
    /// A pair of fewer cells is not worth a team of threads.
    static constexpr std::uint64_t least_alone = std::uint64_t{1} << 26;

    void solve_block(std::uint64_t first, std::uint64_t last)
    {
        std::size_t const count = last - first;
        block_.clear();
        block_.resize(count);
        for (std::size_t k = 0; k < count; ++k)
            at(k, [&] {
                call_.expect(VGLCS_SIDE_A, pairs_.a(first + k));
                call_.expect(VGLCS_SIDE_B, pairs_.b(first + k));
            });
        // one thread loses nothing by what a device needs, and so it is taken every day
        if (on_device_ || call_.run().threads == 1)
            solve_together(first, count);
        else
            solve_side_by_side(first, count);
        call_.control().throw_if_stopped();
        // what a share of the memory did not allow, and what is worth all threads
        for (std::size_t k = 0; k < count; ++k)
            if (wants_all(first + k) || failed_for_memory(k)) {
                block_[k] = {};
                solve_one(first, k, call_.run());
                call_.control().throw_if_stopped();
            }
    }

    [[nodiscard]] bool wants_all(std::uint64_t pair) const noexcept
    {
        return !on_device_ && call_.run().threads > 1 && pairs_.cells(pair) > alone_;
    }

    [[nodiscard]] bool failed_for_memory(std::size_t k) const
    {
        if (!block_[k].failure || call_.run().threads == 1 || on_device_)
            return false;
        return error_of(block_[k].failure).status == VGLCS_RESOURCES;
    }

    /// Work on one pair, whose failure is its own.
    template <class Work>
    void at(std::size_t k, Work const & work) noexcept
    {
        if (block_[k].failure)
            return;
        try {
            work();
        } catch (...) {
            block_[k].result = {};
            block_[k].failure = std::current_exception();
        }
    }

    void solve_one(std::uint64_t first, std::size_t k, options const & o) noexcept
    {
        at(k, [&] {
            bool is_first = true;
            for (pair_reading const reading : call_.readings()) {
                problem const p = call_.make(pairs_.a(first + k), pairs_.b(first + k), reading);
                take_better(block_[k], p, reading, solve(p, o), is_first);
                is_first = false;
            }
        });
    }

    void solve_side_by_side(std::uint64_t first, std::size_t count)
    {
        options beside = call_.run();
        auto const threads = static_cast<unsigned>(beside.threads);
        beside.threads = 1;
        beside.max_memory = std::max<std::uint64_t>(1, beside.max_memory / threads);
        beside.run_cells = pairs_.all_cells();
        auto const end = static_cast<std::int64_t>(count);
#pragma omp parallel for schedule(dynamic, 8) num_threads(threads)
        for (std::int64_t k = 0; k < end; ++k)
            if (!call_.control().stopped() && !wants_all(first + static_cast<std::uint64_t>(k)))
                solve_one(first, static_cast<std::size_t>(k), beside);
    }

    void solve_together(std::uint64_t first, std::size_t count)
    {
        auto const end = static_cast<std::int64_t>(count);
        auto const threads = static_cast<unsigned>(call_.run().threads);
        options o = call_.run();
        o.run_cells = pairs_.all_cells() * call_.readings().size();
        bool is_first = true;
        for (pair_reading const reading : call_.readings()) {
            std::vector<std::optional<problem>> problems(count);
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
            for (std::int64_t n = 0; n < end; ++n) {
                auto const k = static_cast<std::size_t>(n);
                at(k, [&] { problems[k].emplace(call_.make(pairs_.a(first + k), pairs_.b(first + k), reading)); });
            }
            std::vector<problem const *> ready;
            std::vector<std::size_t> places;
            for (std::size_t k = 0; k < count; ++k)
                if (problems[k]) {
                    ready.push_back(&*problems[k]);
                    places.push_back(k);
                }
            std::vector<answer> found = solve_many(ready, o);
            for (std::size_t n = 0; n < places.size(); ++n)
                at(places[n], [&] {
                    if (found[n].failure)
                        std::rethrow_exception(found[n].failure);
                    take_better(block_[places[n]], *ready[n], reading, std::move(found[n].result), is_first);
                });
            is_first = false;
        }
    }

    solver_call & call_;
    pair_list const & pairs_;
    bool on_device_;
    std::uint64_t alone_;
    std::vector<pair_outcome> block_;
};

} // namespace

vglcs_status vglcs_solve_many(vglcs_solver const * solver, vglcs_pairs const * pairs, vglcs_answers ** out)
{
    return guarded([&] {
        require(solver, "solver");
        require(out, "out");
        pair_list const list{pairs};
        auto answers = std::make_unique<vglcs_answers>(list.size());
        if (list.size() != 0) {
            solver_call call{*solver, list.a(0).letters, list.b(0).letters};
            if (may_share_device(call.run()))
                require_engine(call.run()); // a device that is not there is not a fault of each pair
            many_run run{call, list};
            call.run_work(list.all_cells(), [&] { run.run(*answers); });
        }
        std::size_t const failed = answers->failures.size();
        *out = answers.release();
        if (failed != 0) {
            vglcs_error const & first = (*out)->failures.front().error;
            return remember(split_message(
                VGLCS_FAILED_PAIRS, fmt::format("{} of {} pairs failed, the first of them pair {} ({}): look at "
                                                "the status of each",
                                                failed, list.size(), (*out)->failures.front().pair, first.message)));
        }
        return VGLCS_OK;
    });
}
