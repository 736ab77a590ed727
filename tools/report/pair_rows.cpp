// SPDX-License-Identifier: BSD-3-Clause
#include "report/pair_rows.hpp"

#include "report/stated_jump_list.hpp"

#include <algorithm>

namespace vglcs::tools {

namespace {

constexpr std::int64_t unknown = -1;

std::int64_t known(std::optional<std::uint64_t> value)
{
    return value ? static_cast<std::int64_t>(*value) : unknown;
}

/// Neighbours that go on without a gap as one run: formats cut them differently.
std::vector<matched_run> merged(std::vector<matched_run> const & runs)
{
    std::vector<matched_run> out;
    for (matched_run const & r : runs)
        if (!out.empty() && out.back().i + out.back().count == r.i && out.back().j + out.back().count == r.j)
            out.back().count += r.count;
        else if (r.count != 0)
            out.push_back(r);
    return out;
}

/// Columns of the alignment, =, X, I and D: letters that are jumped over are in none.
std::uint64_t alignment_columns(std::vector<matched_run> const & runs, std::vector<placed_jump> const & jumps)
{
    std::uint64_t columns = 0;
    auto jump = jumps.begin();
    for (std::size_t k = 0; k < runs.size(); ++k) {
        columns += runs[k].count;
        if (k == 0)
            continue;
        matched_run const & before = runs[k - 1];
        std::size_t skipped_a = runs[k].i - before.i - before.count, skipped_b = runs[k].j - before.j - before.count;
        for (; jump != jumps.end() && jump->end <= (jump->of_query ? runs[k].i : runs[k].j); ++jump)
            (jump->of_query ? skipped_a : skipped_b) -= jump->end - jump->first;
        columns += std::max(skipped_a, skipped_b);
    }
    return columns;
}

} // namespace

std::size_t named_records::place(std::string const & name, std::uint64_t number)
{
    auto const [at, is_new] = places_.try_emplace({number, name}, all_.size());
    if (is_new)
        all_.push_back({name, number, 0});
    return at->second;
}

void named_records::reach(std::size_t place, std::uint64_t letters)
{
    all_[place].length = std::max(all_[place].length, letters);
}

void named_records::add_to(page_object & contents, std::string_view key, report_page & page) const
{
    std::vector<std::string> names;
    packed_steps numbers, lengths;
    for (named_record const & r : all_) {
        names.push_back(r.name);
        numbers.add(static_cast<std::int64_t>(r.number));
        lengths.add(static_cast<std::int64_t>(r.length));
    }
    contents.json(key, page_object{}
                           .texts("names", names)
                           .json("numbers", page.keep(numbers))
                           .json("lengths", page.keep(lengths))
                           .str());
}

void pair_rows::add_place(stated_pair const & row, std::uint64_t query_letters)
{
    std::int64_t query_start = unknown, query_end = unknown, target_start = unknown, target_end = unknown;
    if (!row.runs.empty()) {
        matched_run const & first = row.runs.front();
        matched_run const & last = row.runs.back();
        std::uint64_t const end = last.i + last.count;
        bool const forward = row.strand == strand::forward;
        query_start = static_cast<std::int64_t>(forward ? first.i : query_letters - end);
        query_end = static_cast<std::int64_t>(forward ? end : query_letters - first.i);
        target_start = static_cast<std::int64_t>(first.j);
        target_end = static_cast<std::int64_t>(last.j + last.count);
    } else if (row.last) {
        query_end = static_cast<std::int64_t>(row.last->i + 1);
        target_end = static_cast<std::int64_t>(row.last->j + 1);
    } else if (row.last_j) {
        target_end = static_cast<std::int64_t>(*row.last_j + 1);
    }
    query_start_.add(query_start);
    query_end_.add(query_end);
    target_start_.add(target_start);
    target_end_.add(target_end);
}

void pair_rows::add(stated_pair const & row, bool with_runs)
{
    last_query_ = queries_.place(row.query, row.query_number);
    last_target_ = targets_.place(row.target, row.target_number);
    queries_.reach(last_query_, row.query_length.value_or(0));
    targets_.reach(last_target_, row.target_length.value_or(0));
    for (matched_run const & r : row.runs) { // rising: the last reaches furthest
        queries_.reach(last_query_, r.i + r.count);
        targets_.reach(last_target_, r.j + r.count);
    }
    query_.add(static_cast<std::int64_t>(last_query_));
    target_.add(static_cast<std::int64_t>(last_target_));
    reverse_.add(row.strand == strand::reverse);
    bool const length_known = row.ok() && (!row.scored || row.has_chain || row.empty());
    length_.add(length_known ? static_cast<std::int64_t>(row.length) : unknown);
    score_.add(row.ok() ? known(row.score) : unknown);
    scored_ |= row.scored;
    add_place(row, queries_.all()[last_query_].length);
    std::string const status = row.status.value_or("ok");
    auto at = std::ranges::find(statuses_, status);
    if (at == statuses_.end())
        at = statuses_.insert(at, status);
    status_.add(at - statuses_.begin());
    bound_.add(known(row.bound));
    line_.add(static_cast<std::int64_t>(row.line));

    std::vector<matched_run> const runs = merged(row.runs);
    std::vector<placed_jump> const jumps = stated_jump_list(row);
    columns_.add(row.has_chain ? static_cast<std::int64_t>(alignment_columns(runs, jumps)) : unknown);
    std::size_t const runs_before = runs_.size(), jumps_before = jumps_.size();
    if (with_runs) {
        std::size_t i = 0, j = 0;
        for (matched_run const & r : runs) {
            runs_.add(static_cast<std::int64_t>(r.i - i));
            runs_.add(static_cast<std::int64_t>(r.j - j));
            runs_.add(static_cast<std::int64_t>(r.count));
            i = r.i + r.count;
            j = r.j + r.count;
        }
        std::size_t before = 0;
        for (placed_jump const & jump : jumps) {
            jumps_.add(jump.of_query);
            jumps_.add(static_cast<std::int64_t>(jump.first - before));
            jumps_.add(static_cast<std::int64_t>(jump.end - jump.first));
            before = jump.first;
        }
    }
    run_count_.add(with_runs ? static_cast<std::int64_t>(runs.size()) : 0);
    jump_count_.add(with_runs ? static_cast<std::int64_t>(jumps.size()) : 0);
    run_bytes_.add(static_cast<std::int64_t>(runs_.size() - runs_before));
    jump_bytes_.add(static_cast<std::int64_t>(jumps_.size() - jumps_before));
}

void pair_rows::add_to(page_object & contents, report_page & page) const
{
    contents.number("rows", static_cast<std::int64_t>(rows())).flag("scored", scored_).texts("statuses", statuses_);
    queries_.add_to(contents, "queries", page);
    targets_.add_to(contents, "targets", page);
    page_object columns;
    for (auto const & [name, column] :
         {std::pair{"query", &query_}, std::pair{"target", &target_}, std::pair{"reverse", &reverse_},
          std::pair{"length", &length_}, std::pair{"score", &score_}, std::pair{"query_start", &query_start_},
          std::pair{"query_end", &query_end_}, std::pair{"target_start", &target_start_},
          std::pair{"target_end", &target_end_}, std::pair{"columns", &columns_}, std::pair{"status", &status_},
          std::pair{"bound", &bound_}, std::pair{"line", &line_}, std::pair{"run_count", &run_count_},
          std::pair{"run_bytes", &run_bytes_}, std::pair{"jump_count", &jump_count_},
          std::pair{"jump_bytes", &jump_bytes_}})
        columns.json(name, page.keep(*column));
    contents.json("columns", columns.str()).json("runs", page.keep(runs_)).json("jumps", page.keep(jumps_));
}

} // namespace vglcs::tools
