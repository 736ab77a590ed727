// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/pair_source.hpp"

#include "pairs/record_ahead.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

namespace vglcs::tools {

namespace {

class product_source final : public pair_source
{
public:
    product_source(inputs & in, run_control const & control) : in_{in}, control_{control}, targets_{in.b.rest()}
    {
        in_.b.finish();
    }

    bool next(shared_record & query, shared_record & target) override
    {
        if (!query_ || at_ == targets_.size()) {
            query_ = targets_.empty() ? nullptr : in_.a.next();
            at_ = 0;
        }
        if (!query_)
            return false;
        query = query_;
        target = targets_[at_++];
        return true;
    }
    void finish() override { in_.a.finish(); }
    std::vector<shared_record> const & targets() const override { return targets_; }

    std::uint64_t total_weight() override
    {
        if (in_.a.path() == "-")
            throw usage_error{"--shard: the queries are read twice, which standard input cannot be: give a file"};
        std::uint64_t queries = 0, targets = 0;
        sequence_reader again{in_.a.path(), {}, &control_};
        for (sequence record; again.next(record);)
            queries += record.size() + 1;
        for (shared_record const & t : targets_)
            targets += t->record.size() + 1;
        return queries * targets;
    }

private:
    inputs & in_;
    run_control const & control_;
    std::vector<shared_record> targets_;
    shared_record query_;
    std::size_t at_ = 0;
};

class all_vs_all_source final : public pair_source
{
public:
    explicit all_vs_all_source(inputs & in) : queries_{in.a.rest()}, targets_{in.b.rest()}
    {
        in.a.finish(); // both sides have the same names: one warning is enough
    }

    bool next(shared_record & query, shared_record & target) override
    {
        if (j_ == targets_.size()) {
            ++i_;
            j_ = i_ + 1;
        }
        if (j_ >= targets_.size())
            return false;
        query = queries_[i_];
        target = targets_[j_++];
        return true;
    }
    void finish() override {}
    std::vector<shared_record> const & targets() const override { return targets_; }

    std::uint64_t total_weight() override { return *known_weight(); }
    std::optional<std::uint64_t> known_weight() const override
    {
        std::uint64_t sum = 0, after = 0;
        for (auto r = targets_.rbegin(); r != targets_.rend(); ++r) {
            sum += ((*r)->record.size() + 1) * after;
            after += (*r)->record.size() + 1;
        }
        return sum;
    }

private:
    std::vector<shared_record> queries_, targets_;
    std::size_t i_ = 0, j_ = 1;
};

/// The records of a file, by name or by number.
class named_records
{
public:
    named_records(std::string path, std::vector<shared_record> records)
        : path_{std::move(path)}, records_{std::move(records)}
    {
        for (std::size_t k = 0; k < records_.size(); ++k)
            if (auto const [known, is_new] = places_.emplace(records_[k]->record.name, k); !is_new)
                ambiguous_.emplace(records_[k]->record.name, k);
    }
    [[nodiscard]] std::vector<shared_record> const & all() const noexcept { return records_; }

    /// Place of the record; throws input_error.
    [[nodiscard]] std::size_t find(std::string const & name, std::string const & list, std::uint64_t line) const
    {
        if (auto const number = record_number(name)) {
            if (*number == 0 || *number > records_.size())
                throw input_error{list, line, fmt::format("{}: {} has {} records", name, path_, records_.size())};
            return *number - 1;
        }
        auto const known = places_.find(name);
        if (known == places_.end())
            throw input_error{
                list, line,
                fmt::format("{} has no record '{}': give a name as the file has it, or record:N", path_, name)};
        if (auto const other = ambiguous_.find(name); other != ambiguous_.end())
            throw input_error{list, line,
                              fmt::format("'{}' is the name of records {} and {} of {}: give record:N", name,
                                          known->second + 1, other->second + 1, path_)};
        return known->second;
    }

private:
    static std::optional<std::size_t> record_number(std::string_view text)
    {
        constexpr std::string_view word = "record:";
        std::size_t number = 0;
        if (!text.starts_with(word))
            return std::nullopt;
        auto const [end, fault] = std::from_chars(text.data() + word.size(), text.data() + text.size(), number);
        return fault == std::errc{} && end == text.data() + text.size() ? std::optional{number} : std::nullopt;
    }

    std::string path_;
    std::vector<shared_record> records_;
    std::unordered_map<std::string_view, std::size_t> places_, ambiguous_;
};

class list_source final : public pair_source
{
public:
    list_source(std::string const & path, inputs & in, bool queries_together)
        : queries_{in.a.path(), in.a.rest()}, targets_{in.b.path(), in.b.rest()}
    {
        in.a.finish();
        in.b.finish();
        read(path, queries_together);
    }

    bool next(shared_record & query, shared_record & target) override
    {
        if (at_ == pairs_.size())
            return false;
        query = queries_.all()[pairs_[at_].first];
        target = targets_.all()[pairs_[at_++].second];
        return true;
    }
    void finish() override {}
    std::vector<shared_record> const & targets() const override { return targets_.all(); }
    void for_each_query(std::function<void(sequence const &)> const & look) const override
    {
        for (auto const & [q, t] : pairs_)
            look(queries_.all()[q]->record);
    }

    std::uint64_t total_weight() override { return *known_weight(); }
    std::optional<std::uint64_t> known_weight() const override
    {
        std::uint64_t sum = 0;
        for (auto const & [q, t] : pairs_)
            sum += pair_weight(queries_.all()[q]->record, targets_.all()[t]->record);
        return sum;
    }

private:
    void read(std::string const & path, bool queries_together)
    {
        std::unordered_set<std::size_t> seen;
        read_pair_list(path, [&](std::string const & query, std::string const & target, std::uint64_t line) {
            std::size_t const q = queries_.find(query, path, line);
            std::size_t const t = targets_.find(target, path, line);
            if (queries_together && (pairs_.empty() || pairs_.back().first != q) && !seen.insert(q).second)
                throw input_error{path, line,
                                  "this query stood further up, and others between: sort the list by query for --top"};
            pairs_.emplace_back(q, t);
        });
    }

    named_records queries_, targets_;
    std::vector<std::pair<std::size_t, std::size_t>> pairs_;
    std::size_t at_ = 0;
};

/// Lines with one query file that are neighbours go together, so that each of its records meets all its targets.
class file_list_source final : public pair_source
{
public:
    file_list_source(file_list list, inputs & in, bool queries_together)
        : list_{std::move(list)}, queries_{in.a.rest()}, targets_{in.b.rest()}, query_ends_{in.a.file_ends()},
          target_ends_{in.b.file_ends()}
    {
        in.a.finish();
        in.b.finish();
        std::unordered_set<std::size_t> seen;
        for (std::size_t k = 0; queries_together && k < list_.pairs.size(); ++k)
            if ((k == 0 || list_.pairs[k - 1].first != list_.pairs[k].first) &&
                !seen.insert(list_.pairs[k].first).second)
                throw input_error{list_.queries[list_.pairs[k].first], 0,
                                  "stands in the list further up, and other queries between: sort the list by query "
                                  "for --top"};
        begin_lines(0);
    }

    bool next(shared_record & query, shared_record & target) override
    {
        while (target_ == target_ends_[list_.pairs[line_].second]) // the line's targets are done, for this query
            if (++line_ < lines_end_)
                target_ = first_of(target_ends_, list_.pairs[line_].second);
            else if (++query_ < query_ends_[list_.pairs[lines_begin_].first])
                first_target();
            else if (lines_end_ < list_.pairs.size())
                begin_lines(lines_end_);
            else {
                --line_; // and so it stays
                return false;
            }
        query = queries_[query_];
        target = targets_[target_++];
        return true;
    }
    void finish() override {}
    std::vector<shared_record> const & targets() const override { return targets_; }
    void for_each_query(std::function<void(sequence const &)> const & look) const override
    {
        for (shared_record const & query : queries_)
            look(query->record);
    }

    std::uint64_t total_weight() override { return *known_weight(); }
    std::optional<std::uint64_t> known_weight() const override
    {
        std::uint64_t sum = 0;
        for (auto const & [q, t] : list_.pairs)
            for (std::size_t i = first_of(query_ends_, q); i < query_ends_[q]; ++i)
                for (std::size_t j = first_of(target_ends_, t); j < target_ends_[t]; ++j)
                    sum += pair_weight(queries_[i]->record, targets_[j]->record);
        return sum;
    }

private:
    static std::size_t first_of(std::vector<std::size_t> const & ends, std::size_t file)
    {
        return file == 0 ? 0 : ends[file - 1];
    }
    void begin_lines(std::size_t line)
    {
        lines_begin_ = line;
        lines_end_ = line + 1;
        while (lines_end_ < list_.pairs.size() && list_.pairs[lines_end_].first == list_.pairs[line].first)
            ++lines_end_;
        query_ = first_of(query_ends_, list_.pairs[line].first);
        first_target();
    }
    void first_target()
    {
        line_ = lines_begin_;
        target_ = first_of(target_ends_, list_.pairs[line_].second);
    }

    file_list list_;
    std::vector<shared_record> queries_, targets_;      ///< of all files, one after the other
    std::vector<std::size_t> query_ends_, target_ends_; ///< of each file's records
    std::size_t lines_begin_ = 0, lines_end_ = 0, line_ = 0, query_ = 0, target_ = 0;
};

class zip_source final : public pair_source
{
public:
    zip_source(inputs & in, bool targets_first, bool side_by_side) : in_{in}, first_{targets_first}
    {
        std::error_code none;
        if (targets_first)
            targets_ = in.b.rest();
        else if (side_by_side && std::filesystem::is_regular_file(in.b.path(), none))
            ahead_.emplace(in.b);
    }

    bool next(shared_record & query, shared_record & target) override
    {
        query = in_.a.next();
        target = next_target();
        if (!query != !target) {
            if (ahead_)
                ahead_->stop();
            refuse_counts({in_.a.path(), in_.a.records()}, {in_.b.path(), in_.b.records()});
        }
        return query != nullptr;
    }
    void finish() override
    {
        if (ahead_)
            ahead_->stop();
        in_.a.finish();
        in_.b.finish();
    }
    std::vector<shared_record> const & targets() const override { return targets_; }
    std::uint64_t total_weight() override { throw usage_error{"--shard: not for align"}; }

private:
    shared_record next_target()
    {
        if (first_)
            return at_ < targets_.size() ? targets_[at_++] : nullptr;
        return ahead_ ? ahead_->next() : in_.b.next();
    }

    inputs & in_;
    bool first_;
    std::vector<shared_record> targets_;
    std::size_t at_ = 0;
    std::optional<record_ahead> ahead_; ///< of the targets
};

} // namespace

std::unique_ptr<pair_source> make_product_source(inputs & in, run_control const & control)
{
    return std::make_unique<product_source>(in, control);
}

std::unique_ptr<pair_source> make_all_vs_all_source(inputs & in)
{
    return std::make_unique<all_vs_all_source>(in);
}

std::unique_ptr<pair_source> make_list_source(std::string const & path, inputs & in, bool queries_together)
{
    return std::make_unique<list_source>(path, in, queries_together);
}

std::unique_ptr<pair_source> make_file_list_source(file_list list, inputs & in, bool queries_together)
{
    return std::make_unique<file_list_source>(std::move(list), in, queries_together);
}

std::unique_ptr<pair_source> make_zip_source(inputs & in, bool targets_first, bool side_by_side)
{
    return std::make_unique<zip_source>(in, targets_first, side_by_side);
}

} // namespace vglcs::tools
