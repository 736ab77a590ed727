// SPDX-License-Identifier: BSD-3-Clause
#include "text/pattern_table.hpp"
#include "text/for_each_of.hpp"

#include <rmq/detail/direct_extension.hpp>

#include <algorithm>

namespace vglcs::detail {

pattern_table::pattern_table(std::vector<rmq::packed_view> patterns)
    : patterns_{std::move(patterns)}, there_(codes / 64, 0)
{
    for (std::size_t k = 0; k < patterns_.size(); ++k) {
        RMQ_EXPECTS(patterns_[k].bits == 2 && patterns_[k].size >= prefix);
        std::uint64_t const c = code(patterns_[k], 0);
        there_[c / 64] |= std::uint64_t{1} << c % 64;
        by_code_.emplace_back(static_cast<std::uint32_t>(c), static_cast<std::uint32_t>(k));
    }
    std::ranges::sort(by_code_);
}

std::vector<std::vector<std::uint64_t>> pattern_table::find(rmq::packed_view const & text, unsigned threads,
                                                            hit_budget & budget) const
{
    constexpr std::size_t part_size = 1 << 18;
    std::vector<std::vector<std::uint64_t>> all(patterns_.size());
    if (text.size < prefix || patterns_.empty())
        return all;
    std::size_t const places = text.size - prefix + 1, parts = (places + part_size - 1) / part_size;
    std::vector<std::vector<std::pair<std::uint32_t, std::uint64_t>>> found(parts);
    for_each_of(parts, threads, [&](std::size_t part) {
        std::size_t const end = std::min(places, (part + 1) * part_size);
        for (std::size_t at = part * part_size; at < end; ++at) {
            std::uint64_t const c = code(text, at);
            if ((there_[c / 64] >> c % 64 & 1) == 0) [[likely]]
                continue;
            auto const first = std::ranges::lower_bound(by_code_, std::pair{static_cast<std::uint32_t>(c), 0u});
            for (auto k = first; k != by_code_.end() && k->first == c; ++k) {
                rmq::packed_view const & pattern = patterns_[k->second];
                if (at + pattern.size <= text.size && rmq::direct_extension(pattern, 0, text, at) == pattern.size) {
                    found[part].emplace_back(k->second, at);
                    if (found[part].size() % hit_budget::untold == 0)
                        budget.keep(hit_budget::untold);
                }
            }
        }
        budget.keep(found[part].size() % hit_budget::untold);
    });
    for (auto const & part : found)
        for (auto const & [pattern, at] : part)
            all[pattern].push_back(at);
    return all;
}

} // namespace vglcs::detail
