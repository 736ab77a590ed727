// SPDX-License-Identifier: BSD-3-Clause
#include "io/limits/track.hpp"
#include "io/limits/similar_name.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace vglcs::detail {

std::size_t value_table::hash::operator()(spec_value value) const noexcept
{
    constexpr std::uint64_t spread = 0x9e3779b97f4a7c15u;
    std::uint64_t const window = (std::uint64_t{value.lo} << 32 | value.hi) ^ std::uint64_t{value.none};
    return static_cast<std::size_t>((window * spread ^ value.cost) * spread);
}

std::uint32_t value_table::number(spec_value value)
{
    auto const add = [&] {
        values_.push_back(value);
        return static_cast<std::uint32_t>(values_.size() - 1);
    };
    if (value.lo == 0 && value.hi < small && value.cost == 0 && !value.none) {
        std::uint32_t & known = small_[value.hi];
        return known ? known : known = add();
    }
    auto const [place, is_new] = others_.try_emplace(value);
    if (is_new)
        place->second = add();
    return place->second;
}

void append_run(std::vector<value_run> & runs, std::uint32_t end, std::uint32_t value)
{
    if (!runs.empty() && runs.back().value == value)
        runs.back().end = end;
    else if (end != (runs.empty() ? 0 : runs.back().end))
        runs.push_back({end, value});
}

track::track(std::string path, coverage covered, value_kind kind, gap_spec_options const & options)
    : path_{std::move(path)}, covered_{covered}, kind_{kind}, options_{options}
{
    for (auto const & [from, to] : options_.rename)
        idle_renames_.insert(from);
}

void track::warn(std::string const & text) const
{
    if (options_.warn)
        options_.warn(text);
}

std::optional<std::size_t> track::find(std::string_view name) const
{
    auto const place = index_.find(record_name(name, gff3_names_, options_.rename));
    return place == index_.end() ? std::nullopt : std::optional{place->second};
}

std::size_t track::find_or_add(std::string_view name, std::uint64_t line)
{
    if (!records_.empty() && name == last_name_)
        return last_index_;
    if (name.empty())
        throw input_error{path_, line, "the record's name (column 1) is empty: write the name of a sequence"};
    last_name_ = name;
    std::string renamed;
    std::string own_name = record_name(name, gff3_names_, options_.rename, &renamed);
    idle_renames_.erase(renamed);
    auto const [place, is_new] = index_.try_emplace(own_name, records_.size());
    if (is_new) {
        records_.push_back({.name = std::move(own_name), .line = line});
        keep(sizeof(track_record) + 64 + 2 * name.size(), line); // the index has the name, too
    }
    return last_index_ = place->second;
}

void track::check_extent(track_record const & mine, sequence const & record) const
{
    std::size_t const n = record.size();
    if (covered_ == coverage::letters && mine.extent != n)
        throw input_error{path_, mine.line,
                          fmt::format("record {} has {} {}s here and {} letters in the sequence file: give one {} for "
                                      "each letter",
                                      record.name, mine.extent, value_word(kind_), n, value_word(kind_))};
    if (mine.circular != 0 && mine.circular != n)
        throw input_error{
            path_, mine.extent_line,
            fmt::format("record {} is circular and has {} letters here and {} in the sequence file: check "
                        "the coordinates and the sequence file",
                        record.name, mine.circular, n)};
    if (mine.extent > n)
        throw input_error{path_, mine.extent_line,
                          fmt::format("end {} is beyond record {}, which has {} letters: check the coordinates and the "
                                      "sequence file{}",
                                      mine.extent, record.name, n,
                                      gff3_names_ ? " (a circular record needs Is_circular=true on its landmark, the "
                                                    "feature from 1 to its end)"
                                                  : "")};
}

/// What the track says of a record, if anything. Its name may be written %HH in the sequence file, too.
track_record const * track::find_for(sequence const & record) const
{
    auto place = index_.find(record.name);
    if (place == index_.end() && gff3_names_)
        place = index_.find(percent_decoded(record.name));
    return place == index_.end() ? nullptr : &records_[place->second];
}

void track::expect(sequence const & record)
{
    constexpr std::size_t most_names = 1000;
    asked_ = true;
    track_record const * const found = find_for(record);
    if (!found) {
        if (not_named_.insert(record.number).second && others_asked_.size() < most_names)
            others_asked_.push_back(record.name);
        return;
    }
    records_[static_cast<std::size_t>(found - records_.data())].used = true;
    check_extent(*found, record);
}

void track::fail_unknown(track_record const & first, std::size_t others) const
{
    std::string const more = others ? fmt::format(" (and {} more)", others) : "";
    std::string const similar = similar_name(first.name, others_asked_);
    if (covered_ == coverage::letters)
        throw input_error{path_, first.line,
                          fmt::format("record {}{} is not in the sequence file: take it out, or name the record it "
                                      "belongs to by --rename '{}={}'",
                                      first.name, more, first.name, similar.empty() ? "NAME" : similar)};
    std::string const begins =
        others_asked_.empty() ? "" : fmt::format(", which begins with {}", others_asked_.front());
    throw input_error{path_, first.line,
                      fmt::format("{}{} is no record of the sequence file{}: nothing of the track applies: name the "
                                  "record by --rename '{}={}'",
                                  first.name, more, begins, first.name, similar.empty() ? "NAME" : similar)};
}

void track::finish()
{
    if (!asked_)
        return;
    auto const is_unused = [](track_record const & r) { return !r.used; };
    auto const unused = static_cast<std::size_t>(std::ranges::count_if(records_, is_unused));
    auto const first = std::ranges::find_if(records_, is_unused);
    if (unused && (covered_ == coverage::letters || unused == records_.size()))
        fail_unknown(*first, unused - 1);
    auto const applies = [](track_record const & r) { return r.used && r.says_something(); };
    if (covered_ == coverage::intervals && std::ranges::none_of(records_, applies))
        throw input_error{path_, std::ranges::find_if(records_, &track_record::used)->line,
                          fmt::format("every interval in a record of the sequence file is empty (start = end), so that "
                                      "no letter has a {}: check the coordinates",
                                      value_word(kind_))};
    if (unused)
        warn(fmt::format("{}:{}: names without a record in the sequence file: {} (first: {}): their lines are not used",
                         path_, first->line, unused, first->name));
    if (covered_ == coverage::letters && !not_named_.empty())
        warn(fmt::format("{}: records of the sequence file that it does not name: {}: {}", path_, not_named_.size(),
                         kind_ == value_kind::limit
                             ? fmt::format("they get the limit {} (--gap-default)", to_string(options_.otherwise))
                             : "it says nothing of them"));
    for (std::string const & from : idle_renames_)
        warn(fmt::format("--rename {}={}: {} does not name {}", from, options_.rename.at(from), path_, from));
}

} // namespace vglcs::detail
