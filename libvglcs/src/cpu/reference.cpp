// SPDX-License-Identifier: BSD-3-Clause
/// The textbook recurrence: slow and obvious, the referee of every other engine.
#include "cpu/engines.hpp"
#include "cpu/machine_speed.hpp"
#include "solve/traceback.hpp"

#include <vector>

namespace vglcs::cpu {

namespace {

using table = std::vector<std::vector<std::uint64_t>>;

class reference final : public engine
{
public:
    std::string_view name() const noexcept override { return "reference"; }
    std::string_view summary() const noexcept override { return "textbook recurrence, keeps the whole table"; }
    vglcs::device device() const noexcept override { return vglcs::device::cpu; }

    cost plan(problem const & p, options const &) const override
    {
        std::uint64_t const cells = std::uint64_t{p.n()} * p.m();
        return {.cells = cells,
                .host_bytes = p.bytes() + cells * sizeof(std::uint64_t) + p.n() * sizeof(table::value_type),
                .seconds = static_cast<double>(cells) * 2e-8 * current_speed().scalar};
    }

    result solve(problem const & p, options const & o) const override
    {
        std::size_t const n = p.n(), m = p.m();
        table v(n, std::vector<std::uint64_t>(m, 0));
        std::vector<std::uint64_t> column_maxima(m);
        result r{.engine = name()};
        for (std::size_t i = 0; i < n; ++i) {
            if (o.control) {
                o.control->throw_if_stopped();
                o.control->add_cells(m);
            }
            window const rows = predecessors(p.limits_a(), i);
            std::ranges::fill(column_maxima, 0);
            for (std::int64_t k = rows.first; k <= rows.last; ++k)
                for (std::size_t j = 0; j < m; ++j)
                    column_maxima[j] = std::max(column_maxima[j], v[static_cast<std::size_t>(k)][j]);
            for (std::size_t j = 0; j < m; ++j) {
                if (!p.matches(i, j))
                    continue;
                std::uint64_t best = 0;
                window const columns = predecessors(p.limits_b(), j);
                for (std::int64_t k = columns.first; k <= columns.last; ++k)
                    best = std::max(best, column_maxima[static_cast<std::size_t>(k)]);
                v[i][j] = best + 1;
                if (v[i][j] > r.length) {
                    r.length = v[i][j];
                    r.last = matched_pair{i, j};
                }
            }
        }
        if (o.task == task::alignment && r.last) {
            r.chain = trace_back(
                p, *r.last, r.length, [&](std::size_t i) { return v[i].data(); }, o.control);
        }
        return r;
    }
};

} // namespace

engine const & reference_engine()
{
    static reference const instance;
    return instance;
}

} // namespace vglcs::cpu
