// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/parse_fault.hpp"
#include "io/results/placed_links.hpp"
#include "io/results/readers.hpp"
#include "io/results/table_headers.hpp"

#include <fmt/format.h>

#include <tuple>
#include <utility>

namespace vglcs::detail {

namespace {

constexpr std::size_t columns = 8;

struct matched_letter
{
    std::uint64_t i, j;
    char letter;
    stated_jumps jumps; ///< of the link to it
};

/// Lines that follow each other belong to one pair while names, strand and record numbers stay the same. A pair that is
/// asked for twice in a row shows by its first line coming again.
class pairs_reader final : public format_reader
{
public:
    explicit pairs_reader(result_lines & lines) : lines_{lines}
    {
        bool const there = lines_.next(line_) && line_.starts_with(pairs_header);
        std::string_view const more = there ? std::string_view{line_}.substr(pairs_header.size()) : std::string_view{};
        scored_ = more == pairs_jumps_header;
        if (!there || (!more.empty() && !scored_))
            throw parse_fault{"the header line is not that of a pairs result of this version"};
    }

    bool next(stated_pair & out) override
    {
        if (!has_line_ && !read_line())
            return false;
        auto const key = [](stated_pair const & p) {
            return std::tie(p.query, p.target, p.strand, p.query_number, p.target_number);
        };
        out = std::exchange(head_, {});
        out.line = lines_.number();
        out.has_chain = out.numbered = true;
        out.scored = out.has_placed_jumps = scored_;
        out.letters.emplace();
        matched_letter const first = at_;
        do {
            append_pair(out, at_.i, at_.j);
            *out.letters += at_.letter;
            if (at_.jumps != stated_jumps{})
                out.placed_jumps.emplace_back(out.length, at_.jumps);
            ++out.length;
            lines_.expect_room(out.runs.size() * sizeof(matched_run) + out.length +
                               out.placed_jumps.size() * sizeof out.placed_jumps.front());
        } while (read_line() && key(head_) == key(out) && (at_.i != first.i || at_.j != first.j));
        return true;
    }

private:
    bool read_line()
    {
        has_line_ = lines_.next_row(line_);
        if (!has_line_)
            return false;
        split_fields(line_, fields_);
        check_field_count(fields_, columns + scored_, false);
        head_.query = parse_name(fields_[0], "query");
        head_.target = parse_name(fields_[1], "target");
        head_.strand = parse_strand(fields_[2]);
        at_.i = parse_count(fields_[3], "i");
        at_.j = parse_count(fields_[4], "j");
        if (fields_[5].size() != 1)
            throw parse_fault{fmt::format("'{}' is not one letter", excerpt(fields_[5]))};
        at_.letter = fields_[5][0];
        head_.query_number = parse_count(fields_[6], "query record", UINT64_MAX);
        head_.target_number = parse_count(fields_[7], "target record", UINT64_MAX);
        if (scored_)
            at_.jumps = parse_jumps(fields_[columns]);
        return true;
    }

    result_lines & lines_;
    std::string line_;
    std::vector<std::string_view> fields_;
    stated_pair head_; ///< names, strand and numbers of the line read last
    matched_letter at_{};
    bool scored_ = false;
    bool has_line_ = false; ///< head_ and at_ belong to no pair given yet
};

} // namespace

std::unique_ptr<format_reader> make_pairs_reader(result_lines & lines)
{
    return std::make_unique<pairs_reader>(lines);
}

} // namespace vglcs::detail
