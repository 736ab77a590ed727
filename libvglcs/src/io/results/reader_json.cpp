// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/parse_fault.hpp"
#include "io/bytes/utf8.hpp"
#include "io/results/json_schema.hpp"
#include "io/results/readers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>

namespace vglcs::detail {

namespace {

/// Takes one row as it is parsed, without a tree of it: a chain goes straight into its runs. Other keys than those that
/// a result needs (build, ...) are passed over with all that is in them.
class row_handler final : public nlohmann::json_sax<nlohmann::json>
{
public:
    explicit row_handler(stated_pair & out) : out_{out} {}

    bool null() override
    {
        if (is_scalar())
            nulls_.insert(key_);
        else if (key_ == "jumps" && depth_ == in_link)
            add_side({});
        else
            refuse_inside("null");
        return true;
    }
    bool boolean(bool value) override
    {
        if (is_scalar() && key_.ends_with(escaped_end)) {
            if (value)
                escaped_.insert(key_.substr(0, key_.size() - escaped_end.size()));
            return true;
        }
        return other("a truth value");
    }
    bool number_integer(number_integer_t) override { return other("a negative number"); }
    bool number_float(number_float_t, string_t const & text) override { return other(excerpt(text)); }
    bool binary(binary_t &) override { return other("bytes"); }

    bool number_unsigned(number_unsigned_t value) override
    {
        if (is_scalar())
            set_number(value);
        else if (is_pair_part())
            add_coordinate(value);
        else if (key_ == "costs" && depth_ == in_list)
            out_.costs->push_back(value);
        else if (key_ == "parameters" && depth_ == in_list)
            set_parameter(value);
        else
            refuse_inside("a number");
        return true;
    }

    bool string(string_t & text) override
    {
        if (is_scalar())
            set_text(text);
        else if (key_ == "parameters" && depth_ == 2)
            set_parameter(text);
        else
            refuse_inside("a text");
        return true;
    }

    bool start_object(std::size_t) override
    {
        if (depth_ != 0 && is_known(key_))
            throw parse_fault{fmt::format("{} is an object", key_)};
        ++depth_;
        return true;
    }
    bool end_object() override
    {
        --depth_;
        return true;
    }
    bool key(string_t & name) override
    {
        if (depth_ == 1) {
            key_ = name;
            if (!keys_.insert(key_).second)
                throw parse_fault{fmt::format("key {} is there twice", excerpt(key_))};
        } else if (depth_ == 2) {
            inner_key_ = name;
        }
        return true;
    }

    bool start_array(std::size_t) override
    {
        if (depth_ == 0)
            throw parse_fault{"the row is not an object"};
        bool const jumps = key_ == "jumps" && depth_ <= in_link;
        bool const list = (key_ == "chain" || key_ == "jumps" || key_ == "costs") && depth_ == 1;
        bool const pair =
            (key_ == "chain" && depth_ == in_list) || (key_ == "last" && depth_ == 1) || (jumps && depth_ == in_link);
        if (is_known(key_) && !pair && !list && !jumps)
            throw parse_fault{fmt::format("{} has an array that it must not have", key_)};
        if (pair)
            coordinates_ = 0;
        if (jumps && depth_ == in_list)
            sides_ = 0;
        if (list && key_ == "chain")
            out_.has_chain = true;
        else if (list && key_ == "jumps")
            out_.jumps.emplace();
        else if (list)
            out_.costs.emplace();
        ++depth_;
        return true;
    }
    bool end_array() override
    {
        if (is_pair_part()) {
            if (coordinates_ != 2)
                throw parse_fault{fmt::format("a pair in {} has {} numbers instead of 2", key_, coordinates_)};
            if (key_ == "chain") {
                append_pair(out_, pair_.i, pair_.j);
                ++pairs_;
            } else if (key_ == "jumps") {
                add_side(jumped{pair_.i, pair_.j});
            } else {
                out_.last = pair_;
            }
        } else if (key_ == "jumps" && depth_ == in_link) {
            if (sides_ != 2)
                throw parse_fault{fmt::format("a link in jumps has {} sides instead of 2", sides_)};
            out_.jumps->push_back(link_);
        }
        --depth_;
        return true;
    }

    bool parse_error(std::size_t position, std::string const &, nlohmann::detail::exception const &) override
    {
        throw parse_fault{fmt::format("not valid JSON at byte {} of the line", position)};
    }

    /// Everything that a row must have is there and fits together.
    void finish()
    {
        for (std::string_view const needed :
             {"schema", "query", "target", "query_length", "target_length", "status", "strand", "length", "chain"})
            if (!keys_.contains(needed))
                throw parse_fault{fmt::format("key {} is missing", needed)};
        for (std::string_view const needed : {"schema", "query", "target", "query_length", "target_length", "status"})
            expect_null(needed, false);
        out_.scored = keys_.contains("score");
        for (std::string_view const needed : {"jumps", "costs"})
            if (keys_.contains(needed) != out_.scored)
                throw parse_fault{fmt::format("key {} is {}", needed, out_.scored ? "missing" : "there without score")};
        if (escaped_.contains("query"))
            out_.query = unescape_utf8(out_.query);
        if (escaped_.contains("target"))
            out_.target = unescape_utf8(out_.target);
        if (escaped_.contains("query_description") && out_.query_description)
            out_.query_description = unescape_utf8(*out_.query_description);
        if (escaped_.contains("target_description") && out_.target_description)
            out_.target_description = unescape_utf8(*out_.target_description);
        if (!out_.ok()) {
            for (std::string_view const none : {"strand", "length", "score", "last", "chain", "jumps", "costs"})
                if (keys_.contains(none))
                    expect_null(none, true);
            return;
        }
        expect_null("strand", false);
        expect_null("length", out_.scored && !out_.has_chain);
        if (out_.scored) {
            expect_null("score", false);
            expect_null("jumps", !out_.has_chain);
            expect_null("costs", !out_.has_chain);
        }
        if (!out_.has_chain)
            return;
        if (pairs_ != out_.length)
            note_contradiction(out_, fmt::format("the length is {}, but the chain has {} pairs", out_.length, pairs_));
        if (keys_.contains("last") &&
            (out_.last.has_value() != (pairs_ != 0) || (pairs_ != 0 && *out_.last != end_of_chain())))
            note_contradiction(out_, "last is not the last pair of the chain");
    }

private:
    static bool is_known(std::string_view key)
    {
        for (std::string_view const known :
             {"schema", "query", "target", "query_record", "target_record", "query_length", "target_length", "status",
              "bound", "strand", "length", "score", "last", "chain", "jumps", "costs", "query_sha256", "target_sha256",
              "limits_digest"})
            if (key == known)
                return true;
        return false;
    }
    [[nodiscard]] bool is_scalar() const
    {
        if (depth_ == 0)
            throw parse_fault{"the row is not an object"};
        return depth_ == 1;
    }
    [[nodiscard]] bool is_pair_part() const
    {
        return (key_ == "chain" && depth_ == 3) || (key_ == "last" && depth_ == 2) ||
               (key_ == "jumps" && depth_ == in_link + 1);
    }
    void refuse_inside(std::string_view what) const
    {
        if (is_known(key_))
            throw parse_fault{fmt::format("{} has {} where it must not", key_, what)};
    }
    bool other(std::string const & what) const
    {
        (void)is_scalar();
        if (is_known(key_))
            throw parse_fault{fmt::format("{} has {}, which is no whole number or text that it may be", key_, what)};
        return true;
    }
    void expect_null(std::string_view key, bool null) const
    {
        if (nulls_.contains(key) != null)
            throw parse_fault{fmt::format("{} is {}null, with the status {}", key, null ? "not " : "",
                                          excerpt(out_.status.value_or("none")))};
    }
    void add_coordinate(std::uint64_t value)
    {
        if (value > largest_count)
            throw parse_fault{fmt::format("position {} in {} is too large", value, key_)};
        if (++coordinates_ > 2)
            throw parse_fault{fmt::format("a pair in {} has more than 2 numbers", key_)};
        (coordinates_ == 1 ? pair_.i : pair_.j) = value;
    }
    void add_side(std::optional<jumped> const & jump)
    {
        if (++sides_ > 2)
            throw parse_fault{"a link in jumps has more than 2 sides"};
        (sides_ == 1 ? link_.a : link_.b) = jump;
    }
    [[nodiscard]] matched_pair end_of_chain() const
    {
        auto const & [i, j, count] = out_.runs.back();
        return {i + count - 1, j + count - 1};
    }

    void set_number(std::uint64_t value)
    {
        bool const record = key_ == "query_record" || key_ == "target_record";
        if (is_known(key_) && !record && value > largest_count)
            throw parse_fault{fmt::format("{} {} is too large", key_, value)};
        if (key_ == "query_record")
            out_.query_number = value;
        else if (key_ == "target_record")
            out_.target_number = value;
        else if (key_ == "bound")
            out_.bound = value;
        else if (key_ == "query_length")
            out_.query_length = value;
        else if (key_ == "target_length")
            out_.target_length = value;
        else if (key_ == "length")
            out_.length = value;
        else if (key_ == "score")
            out_.score = value;
        else
            refuse_inside("a number");
        out_.numbered = out_.numbered || record;
    }

    void set_text(std::string const & text)
    {
        if (key_ == "schema") {
            if (text != json_schema)
                throw parse_fault{fmt::format("schema '{}' is not {}", excerpt(text), json_schema)};
        } else if (key_ == "query") {
            out_.query = parse_name(text, "query");
        } else if (key_ == "target") {
            out_.target = parse_name(text, "target");
        } else if (key_ == "query_description") {
            out_.query_description = text;
        } else if (key_ == "target_description") {
            out_.target_description = text;
        } else if (key_ == "strand") {
            out_.strand = parse_strand(text);
        } else if (key_ == "status") {
            if (text != "ok" && text != "pruned" && !text.starts_with("skipped:") && !text.starts_with("error:"))
                throw parse_fault{
                    fmt::format("status '{}' is none of ok, pruned, skipped:..., error:...", excerpt(text))};
            out_.status = text;
        } else if (key_ == "query_sha256") {
            out_.query_sha256 = text;
        } else if (key_ == "target_sha256") {
            out_.target_sha256 = text;
        } else if (key_ == "limits_digest") {
            out_.limits_digest = text;
        } else {
            refuse_inside("a text");
        }
    }

    void set_parameter(std::string const & text)
    {
        if (inner_key_ == "alphabet")
            out_.alphabet = text;
        else if (inner_key_ == "strand")
            out_.strands = text;
    }

    void set_parameter(std::uint64_t value)
    {
        bool const match = inner_key_ == "match", skip_a = inner_key_ == "skip_a", skip_b = inner_key_ == "skip_b";
        if (!match && !skip_a && !skip_b)
            return;
        if (value > scoring::largest_cost)
            throw parse_fault{fmt::format("{} {} is too large", inner_key_, value)};
        if (!out_.scoring)
            out_.scoring.emplace();
        (match    ? out_.scoring->match
         : skip_a ? out_.scoring->skip_a
                  : out_.scoring->skip_b) = static_cast<std::uint32_t>(value);
    }

    // depths inside of a list of the row, and of a link in jumps
    static constexpr std::size_t in_list = 2, in_link = 3;

    stated_pair & out_;
    static constexpr std::string_view escaped_end = "_escaped";
    std::set<std::string, std::less<>> escaped_; ///< keys of texts with \xHH
    std::size_t depth_ = 0;                      ///< open objects and arrays
    std::string key_;                            ///< of the outer object
    std::string inner_key_;                      ///< of an object in it
    std::set<std::string, std::less<>> keys_, nulls_;
    std::size_t coordinates_ = 0; ///< numbers of the pair in hand
    matched_pair pair_;
    std::uint64_t pairs_ = 0;
    std::size_t sides_ = 0; ///< of the link in hand
    stated_jumps link_;
};

class json_reader final : public format_reader
{
public:
    explicit json_reader(result_lines & lines) : lines_{lines} {}

    bool next(stated_pair & out) override
    {
        if (!lines_.next_row(line_))
            return false;
        row_handler handler{out};
        (void)nlohmann::json::sax_parse(line_, &handler);
        handler.finish();
        return true;
    }

private:
    result_lines & lines_;
    std::string line_;
};

} // namespace

std::unique_ptr<format_reader> make_json_reader(result_lines & lines)
{
    return std::make_unique<json_reader>(lines);
}

} // namespace vglcs::detail
