// SPDX-License-Identifier: BSD-3-Clause
#include "commands/row_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace vglcs::tools {

namespace {

/// The number at the front of `text`, which is cut off there.
std::optional<std::uint64_t> take_number(std::string_view & text)
{
    std::uint64_t out = 0;
    auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (fault != std::errc{})
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return out;
}

/// The number behind the first `mark`.
std::optional<std::uint64_t> number_behind(std::string_view mark, std::string_view row)
{
    auto const at = row.find(mark);
    if (at == row.npos)
        return std::nullopt;
    row.remove_prefix(at + mark.size());
    return take_number(row);
}

/// The number in the row's column of that name.
std::optional<std::uint64_t> number_in_column(std::string_view name, std::string_view header, std::string_view row)
{
    while (!header.starts_with(name)) {
        auto const named = header.find('\t'), valued = row.find('\t');
        if (named == header.npos || valued == row.npos)
            return std::nullopt;
        header.remove_prefix(named + 1);
        row.remove_prefix(valued + 1);
    }
    return take_number(row);
}

std::optional<record_numbers> both(std::optional<std::uint64_t> query, std::optional<std::uint64_t> target)
{
    return query && target ? std::optional{record_numbers{*query, *target}} : std::nullopt;
}

} // namespace

std::optional<record_numbers> numbers_in(std::string_view row, std::string_view header)
{
    if (row.starts_with('{')) // json
        return both(number_behind("\"query_record\":", row), number_behind("\"target_record\":", row));
    if (header.starts_with("query\t")) // tsv, pairs
        return both(number_in_column("query_record", header, row), number_in_column("target_record", header, row));
    constexpr std::string_view tag = "\tri:Z:"; // paf, sam: two numbers and a comma between them
    auto const at = row.find(tag);
    if (at == row.npos)
        return std::nullopt;
    row.remove_prefix(at + tag.size());
    auto const query = take_number(row);
    if (row.starts_with(','))
        row.remove_prefix(1);
    return both(query, take_number(row));
}

void order_of_rows::take(std::string const & path, std::string_view row)
{
    if (any_order_)
        return;
    std::optional<record_numbers> const now = numbers_in(row, header_);
    if (!now) {
        any_order_ = true;
        return;
    }
    if (before_ && path == path_ && *now < *before_)
        any_order_ = true;
    note_step(path, *now);
    // a pair has all its rows in one part
    if (before_ && path != path_ && *now <= *before_ && doubt_.empty())
        doubt_ = fmt::format("{} begins with records {} and {}, {} before it ends with {} and {}: unless these are the "
                             "pairs of a list, give the parts in their order (part.2 before part.10)",
                             path, now->first, now->second, path_, before_->first, before_->second);
    before_ = now;
    if (path != path_)
        path_ = path;
}

void order_of_rows::note_step(std::string const & path, record_numbers now)
{
    last_target_ = std::max(last_target_, now.second);
    if (!before_ || now == *before_) // a pair may have several rows
        return;
    if (path != path_) {
        borders_.push_back({path, path_, *before_, now});
        return;
    }
    ++steps_;
    if (now.first == before_->first) {
        grid_ = grid_ && now.second == before_->second + 1;
        return;
    }
    grid_ = grid_ && now.first == before_->first + 1 && (now.second == 1 || now.second == now.first + 1);
    all_vs_all_ = all_vs_all_ && now.second == now.first + 1;
    if (grid_)
        line_ends_.insert(*before_);
}

bool order_of_rows::is_next(record_numbers before, record_numbers now) const
{
    if (now.first == before.first)
        return now.second == before.second + 1;
    std::uint64_t const first_target = all_vs_all_ && now.second == now.first + 1 ? now.second : 1;
    return now.first == before.first + 1 && now.second == first_target && before.second == last_target_;
}

std::string order_of_rows::hole() const
{
    constexpr std::uint64_t enough_steps = 2; // fewer show nothing of the others
    bool const ends_agree = std::ranges::all_of(line_ends_, [&](record_numbers n) { return n.second == last_target_; });
    if (any_order_ || !doubt_.empty() || !grid_ || !ends_agree || steps_ < enough_steps)
        return {};
    for (auto const & [path, path_before, before, now] : borders_)
        if (!is_next(before, now))
            return fmt::format("rows are missing: {} ends with records {} and {}, {} begins with {} and {}: a part is "
                               "cut or left out: make it again",
                               path_before, before.first, before.second, path, now.first, now.second);
    return {};
}

std::string order_of_rows::doubt() const
{
    return any_order_ ? std::string{} : doubt_;
}

} // namespace vglcs::tools
