// SPDX-License-Identifier: BSD-3-Clause
#include "blocks/block_source.hpp"

#include <algorithm>

namespace vglcs::tools {

namespace {

/// weight * part / parts without leaving 64 bits.
std::uint64_t share_of(std::uint64_t weight, std::uint64_t part, std::uint64_t parts)
{
    return weight / parts * part + weight % parts * part / parts;
}

} // namespace

block_source::block_source(pair_source & pairs, bool whole_queries, std::optional<shard> part, block_limits limits)
    : pairs_{pairs}, whole_queries_{whole_queries}, targets_held_{!pairs.targets().empty()}, limits_{limits},
      end_weight_{pairs.known_weight()}
{
    if (part) {
        sharded_ = true;
        std::uint64_t const total = pairs.total_weight();
        first_weight_ = share_of(total, part->index - 1, part->count);
        end_weight_ = share_of(total, part->index, part->count);
    }
}

bool block_source::next_pair(pair & out)
{
    while (pairs_.next(out.query, out.target)) {
        std::uint64_t const weight = pair_weight(out.query->record, out.target->record);
        if (!sharded_) {
            weight_ += weight;
            return true;
        }
        // a pair belongs to the shard in which its weight begins; with whole queries, the query's first pair decides
        std::uint64_t at = weight_;
        if (whole_queries_) {
            if (group_ != out.query.get()) {
                group_ = out.query.get();
                group_weight_ = weight_;
            }
            at = group_weight_;
        }
        weight_ += weight;
        if (at >= first_weight_ && at < *end_weight_)
            return true;
        if (at >= *end_weight_) {
            while (pairs_.next(out.query, out.target)) { // faults further on are this shard's too
            }
            return false;
        }
    }
    return false;
}

std::uint64_t block_source::cells_of_next_block() const noexcept
{
    if (!end_weight_)
        return limits_.cells;
    std::uint64_t const left = *end_weight_ - std::min(*end_weight_, weight_);
    return std::min(limits_.cells, std::max(limits_.least_cells, left / limits_.part));
}

std::optional<std::uint64_t> block_source::known_cells() const noexcept
{
    return end_weight_ ? std::optional{*end_weight_ - first_weight_} : std::nullopt;
}

bool block_source::next(pair_block & out)
{
    std::uint64_t const most_cells = cells_of_next_block();
    out.jobs.clear();
    out.cells = 0;
    out.number = number_++;
    out.letters = 0;
    bool full = false;
    while (true) {
        if (!ahead_) {
            ahead_.emplace();
            if (!next_pair(*ahead_)) {
                ahead_.reset();
                return !out.jobs.empty();
            }
        }
        bool const same_query = !out.jobs.empty() && out.jobs.back().query == ahead_->query;
        if (full && !(whole_queries_ && same_query))
            return true;
        out.letters += same_query ? 0 : ahead_->query->record.size();
        out.letters += targets_held_ ? 0 : ahead_->target->record.size();
        out.jobs.push_back({.query = std::move(ahead_->query), .target = std::move(ahead_->target)});
        ahead_.reset();
        out.cells += out.jobs.back().cells();
        full = out.jobs.size() >= limits_.pairs || out.cells >= most_cells || out.letters >= limits_.letters;
    }
}

} // namespace vglcs::tools
