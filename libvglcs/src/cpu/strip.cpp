// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/strip.hpp"

#include "cpu/engines.hpp"

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

namespace vglcs::cpu {

namespace {

std::vector<bool> active_rows(shared_letters const & letters)
{
    std::vector<bool> active(letters.a.size());
    for (std::size_t i = 0; i < active.size(); ++i)
        active[i] = letters.a[i] != shared_letters::none;
    return active;
}

/// Zeroed and aligned for any vector.
template <class Value>
class aligned_array
{
public:
    explicit aligned_array(std::size_t size) : data_{hwy::AllocateAligned<Value>(std::max<std::size_t>(size, 1))}
    {
        if (!data_)
            throw std::bad_alloc{};
        clear(size);
    }
    void clear(std::size_t size) noexcept { std::fill_n(data_.get(), size, Value{0}); }
    [[nodiscard]] Value * data() const noexcept { return data_.get(); }

private:
    hwy::AlignedFreeUniquePtr<Value[]> data_;
};

/// Rows that a strip has published, on a cache line of its own.
struct alignas(64) progress
{
    std::atomic<std::size_t> rows{0};
};

/// The pipeline: thread t works on strips t, t + threads, ... from row 0 to n-1 each, and strip s may work on a chunk
/// of rows once strip s-1 has published it. Nothing flows to the left, and there is no barrier.
template <class Value>
class pipeline
{
public:
    pipeline(strip_plan const & plan, run_control * control)
        : plan_{plan}, control_{control}, strips_{plan.columns.strips().size()}, done_(strips_),
          border_(plan.p.n() * plan.columns.halo()), left_(plan.p.n() * plan.columns.left_slots() + 1),
          maxima_(plan.columns.has_middles() ? plan.p.n() * strips_ : 0)
    {
    }

    best_cell run(int threads)
    {
        std::size_t const count =
            std::clamp<std::size_t>(static_cast<std::size_t>(threads), 1, std::max<std::size_t>(strips_, 1));
        std::vector<best_cell> best(count);
        std::vector<std::exception_ptr> failures(count);
        auto const work = [&](std::size_t t) noexcept {
            try {
                best[t] = work_on(t, count);
            } catch (...) {
                failures[t] = std::current_exception();
                abandoned_.store(true);
            }
        };
        {
            std::vector<std::jthread> team;
            for (std::size_t t = 1; t < count; ++t)
                team.emplace_back(work, t);
            work(0);
        }
        for (std::exception_ptr const & failure : failures)
            if (failure)
                std::rethrow_exception(failure);
        if (control_)
            control_->throw_if_stopped();
        best_cell all;
        for (best_cell const & x : best)
            if (all.loses_to(x))
                all = x;
        return all;
    }

private:
    best_cell work_on(std::size_t thread, std::size_t threads)
    {
        column_plan const & columns = plan_.columns;
        std::size_t const slot_size = plan_.rows.slots() * columns.width();
        std::size_t const area_size = columns.tables() * columns.stride();
        aligned_array<Value> slots(slot_size), area(area_size);
        std::vector<Value> middles;
        best_cell best;
        for (std::size_t s = thread; s < strips_; s += threads) {
            if (s != thread)
                area.clear(area_size);
            middles.resize(columns.strips()[s].middles.size());
            strip_tile<Value> tile{.rows = &plan_.rows,
                                   .plan = &columns,
                                   .strip = &columns.strips()[s],
                                   .number = s,
                                   .letters = plan_.letters.a.data(),
                                   .slots = slots.data(),
                                   .area = area.data(),
                                   .middles = middles.data(),
                                   .border = border_.data(),
                                   .left = left_.data(),
                                   .maxima = columns.has_middles() ? maxima_.data() : nullptr,
                                   .strips = strips_};
            // a cell further right wins only with a larger value, or with the same one in an earlier row
            tile.best.value = best.value == 0 ? 0 : best.value - 1;
            std::uint64_t const threshold = tile.best.value;
            if (!work_on(tile, s))
                return best;
            if (tile.best.value > threshold && best.loses_to(tile.best))
                best = tile.best;
        }
        return best;
    }

    /// All rows of one strip; false where the run is being stopped.
    bool work_on(strip_tile<Value> & tile, std::size_t s)
    {
        std::size_t const n = plan_.p.n();
        for (std::size_t i = 0; i < n;) {
            std::size_t const end = std::min(n, i + plan_.sizes.chunk);
            if (s > 0 && !wait_for(done_[s - 1].rows, end))
                return false;
            run_rows(tile, i, end);
            done_[s].rows.store(end, std::memory_order_release);
            if (control_)
                control_->add_cells((end - i) * tile.strip->width);
            if (stopping())
                return false;
            i = end;
        }
        return true;
    }

    bool wait_for(std::atomic<std::size_t> const & rows, std::size_t end) const
    {
        for (unsigned spins = 0; rows.load(std::memory_order_acquire) < end; ++spins) {
            if (stopping())
                return false;
            if (spins >= 64)
                std::this_thread::yield();
        }
        return true;
    }

    [[nodiscard]] bool stopping() const
    {
        return abandoned_.load(std::memory_order_relaxed) || (control_ && control_->stopped());
    }

    strip_plan const & plan_;
    run_control * control_;
    std::size_t strips_;
    std::vector<progress> done_;
    aligned_array<Value> border_, left_, maxima_;
    std::atomic<bool> abandoned_{false};
};

class strips final : public engine
{
public:
    std::string_view name() const noexcept override { return "strip"; }
    std::string_view summary() const noexcept override
    {
        return "strips of columns with SIMD, pipelined over threads; length only";
    }
    vglcs::device device() const noexcept override { return vglcs::device::cpu; }
    bool supports(problem const &, task t) const noexcept override { return t == task::length; }

    cost plan(problem const & p, options const & o) const override
    {
        strip_plan const plan{p, {}, value_bytes(p)};
        std::uint64_t const cells = std::uint64_t{p.n()} * p.m();
        return {.cells = cells,
                .host_bytes = p.bytes() + plan.bytes(o.threads),
                .seconds = static_cast<double>(cells) * 5e-10 / o.threads};
    }

    result solve(problem const & p, options const & o) const override
    {
        strip_plan const plan{p, {}, value_bytes(p)};
        best_cell const best = run_strips(plan, o.threads, o.control);
        result r{.length = best.value, .engine = name()};
        if (best.value != 0)
            r.last = matched_pair{best.i, best.j};
        return r;
    }
};

} // namespace

std::size_t value_bytes(problem const & p) noexcept
{
    return std::min(p.n(), p.m()) <= std::numeric_limits<std::uint16_t>::max() ? 2 : 4;
}

strip_plan::strip_plan(problem const & given, strip_sizes const & s, std::size_t bytes_of_value)
    : p{given}, sizes{s}, value_bytes{bytes_of_value}, letters{given}, rows{given.limits_a(), active_rows(letters)},
      columns{given, letters, s, bytes_of_value}
{
}

std::uint64_t strip_plan::bytes(int threads) const noexcept
{
    std::uint64_t const n = p.n(), strips = columns.strips().size();
    std::uint64_t const shared =
        n * columns.halo() + n * columns.left_slots() + (columns.has_middles() ? n * strips : 0);
    std::uint64_t const own = std::uint64_t{rows.slots()} * columns.width() + columns.tables() * columns.stride();
    auto const working =
        std::min<std::uint64_t>(static_cast<std::uint64_t>(threads), std::max<std::uint64_t>(strips, 1));
    return rows.bytes() + columns.bytes() + letters.a.size() + letters.b.size() + strips * sizeof(progress) +
           (shared + own * working) * value_bytes;
}

best_cell run_strips(strip_plan const & plan, int threads, run_control * control)
{
    return plan.value_bytes == 2 ? pipeline<std::uint16_t>{plan, control}.run(threads)
                                 : pipeline<std::uint32_t>{plan, control}.run(threads);
}

engine const & strip_engine()
{
    static strips const instance;
    return instance;
}

} // namespace vglcs::cpu
