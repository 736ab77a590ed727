// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/bitlcs/bitlcs.hpp"

#include "cpu/bitlcs/bit_table.hpp"
#include "cpu/bitlcs/bit_traceback.hpp"
#include "cpu/engines.hpp"
#include "cpu/machine_speed.hpp"
#include "solve/prepared.hpp"

#include <algorithm>
#include <cmath>

namespace vglcs::cpu {

namespace {

/// Words of a row in a part of the run's checkpoints; 0 where it is too short to have any.
std::uint64_t part_words(problem const & p, bit_sizes const & sizes, int threads)
{
    std::uint64_t const strips = ((p.m() + word_bits - 1) / word_bits + sizes.words - 1) / sizes.words;
    std::uint64_t const part =
        sizes.part_strips != 0 ? sizes.part_strips : bit_table::default_part_strips(p, sizes, threads);
    return part < strips ? part * sizes.words : 0;
}

class bitlcs final : public engine
{
public:
    std::string_view name() const noexcept override { return "bitlcs"; }
    std::string_view summary() const noexcept override
    {
        return "bit-parallel LCS, for limits that are all infinite; chain by recomputed rows";
    }
    vglcs::device device() const noexcept override { return vglcs::device::cpu; }
    bool supports(problem const & p, task) const noexcept override { return p.is_plain_lcs(); }

    std::unique_ptr<prepared_run> prepare(problem const & p, options const & o) const override
    {
        return detail::prepared(cost_of(p, o), [&p, &o] { return run(p, o); });
    }

private:
    static cost cost_of(problem const & p, options const & o)
    {
        bool const chain = o.task == task::alignment;
        double const cells = static_cast<double>(p.n()) * static_cast<double>(p.m()) * (chain ? 1.25 : 1);
        return {.cells = static_cast<std::uint64_t>(cells),
                .host_bytes = p.bytes() + bit_lcs_bytes(p, {}, chain, o.threads, !o.checkpoint.empty()),
                .seconds = bit_lcs_seconds(p, chain, o.threads) * current_speed().bits};
    }

    static result run(problem const & p, options const & o)
    {
        if (!o.checkpoint.empty() && part_words(p, {}, o.threads) == 0 && o.note)
            o.note(too_short_for_parts(o.checkpoint));
        return bit_lcs(p, {}, o.task == task::alignment, o.threads, o.control, o.checkpoint);
    }
};

} // namespace

std::uint64_t bit_lcs_bytes(problem const & p, bit_sizes const & sizes, bool chain, int threads, bool parts)
{
    std::uint64_t const n = p.n(), m = p.m(), row = (m + word_bits - 1) / word_bits * sizeof(word);
    std::uint64_t const block = sizes.block_rows != 0 ? sizes.block_rows : bit_table::default_block_rows(n);
    std::uint64_t const letters = shared_letters{p}.size + 1, kept = (n + block - 1) / block;
    std::uint64_t const loaded = chain ? std::min(n, block * static_cast<std::uint64_t>(threads)) : 1;
    std::uint64_t const strips = (row / sizeof(word) + sizes.words - 1) / sizes.words;
    std::uint64_t bytes = n + m + n * (chain ? strips : 1) + (letters + kept + loaded) * row + 4096;
    std::uint64_t const part = part_words(p, sizes, threads);
    if (parts && part > 0) // one part, once more while it grows, and the edges of those on their way
        bytes += 2 * (kept * part * sizeof(word) + n * (chain ? part / sizes.words : 1)) +
                 (chain ? 0 : n * static_cast<std::uint64_t>(threads));
    return bytes;
}

double bit_lcs_seconds(problem const & p, bool chain, int threads) noexcept
{
    auto const n = static_cast<double>(p.n()), m = static_cast<double>(p.m());
    double const strips = std::ceil(m / static_cast<double>(bit_sizes{}.words * word_bits));
    double const team = std::clamp<double>(threads, 1, std::max(strips, 1.0));
    // the chain: a quarter of the rows' words again, and the walk up the rows
    return 1e-5 + n * m / 6e10 / team + (chain ? n * m / 2.4e11 / threads + n * 1.2e-7 : 0);
}

result bit_lcs(problem const & p, bit_sizes const & sizes, bool chain, int threads, run_control * control,
               std::string const & checkpoint)
{
    result r{.engine = bitlcs_engine().name()};
    if (p.n() == 0 || p.m() == 0)
        return r;
    bit_table table{p, sizes, chain, threads, control};
    table.run(checkpoint);
    // the last column's length is the number of rows in which it grows
    std::size_t last_row = 0;
    for (std::size_t i = 0; i < p.n(); ++i)
        if (table.grows_in(i)) {
            ++r.length;
            last_row = i;
        }
    if (r.length == 0)
        return r;
    if (!chain) {
        r.last = matched_pair{last_row, static_cast<std::size_t>(last_growth(table.row(last_row), p.m()))};
        return r;
    }
    bit_traceback walk{table, last_row};
    r.last = matched_pair{last_row, walk.last_column()};
    r.chain.resize(r.length);
    r.chain.back() = *r.last;
    for (std::size_t k = r.chain.size(); --k > 0;)
        r.chain[k - 1] = walk.before(r.chain[k]);
    return r;
}

engine const & bitlcs_engine()
{
    static bitlcs const instance;
    return instance;
}

} // namespace vglcs::cpu
