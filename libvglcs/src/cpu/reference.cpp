// SPDX-License-Identifier: BSD-3-Clause
/// The textbook recurrence: slow and obvious, the referee of every other engine.
#include "cpu/engines.hpp"

#include <vector>

namespace vglcs::cpu {

namespace {

using table = std::vector<std::vector<std::uint64_t>>;

/// The canonical pair before (i, j): the cell with V(i, j) - 1 of largest i', then largest j', among the allowed ones.
matched_pair before(problem const & p, table const & v, matched_pair at)
{
    std::uint64_t const want = v[at.i][at.j] - 1;
    window const rows = predecessors(p.limits_a(), at.i), columns = predecessors(p.limits_b(), at.j);
    for (std::int64_t i = rows.last; i >= rows.first; --i)
        for (std::int64_t j = columns.last; j >= columns.first; --j)
            if (v[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] == want)
                return {static_cast<std::size_t>(i), static_cast<std::size_t>(j)};
    throw error{exit_code::internal, "reference: no cell precedes a pair of the chain"};
}

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
                .seconds = static_cast<double>(cells) * 2e-8};
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
            r.chain.resize(r.length);
            matched_pair at = *r.last;
            for (std::size_t k = r.length; k-- > 0;) {
                r.chain[k] = at;
                if (k)
                    at = before(p, v, at);
            }
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
