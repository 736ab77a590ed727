// SPDX-License-Identifier: BSD-3-Clause
/// Random tracks against a model that does one letter after another, and limits written and read back.
#include "gap_spec_fixture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <random>

using namespace vglcs;

namespace {

class gap_tracks : public test::gap_spec_fixture
{
protected:
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); }

    /// Few different limits, so that equal ones meet; now and then any limit at all.
    gap_limit any_limit()
    {
        switch (below(8)) {
        case 0:
            return {.blocked = true};
        case 1:
            return {};
        case 2: {
            auto const [lo, hi] = std::minmax({below(5), below(5)});
            return {.lo = lo, .hi = hi};
        }
        case 3:
            return {.lo = below(3)};
        case 4:
            return {.hi = static_cast<std::uint32_t>(random())};
        default:
            return {.hi = below(3)};
        }
    }

    gap_limits any_limits(std::size_t letters)
    {
        gap_limits out{letters, any_limit()};
        for (std::size_t first = 0; first < letters;) {
            std::size_t const last = std::min<std::size_t>(letters, first + 1 + below(below(4) ? 2 : 40));
            out.set(first, last, any_limit());
            first = last;
        }
        return out;
    }

    std::mt19937 random{20261127};
};

/// A line of an interval track, 0-based and half open.
struct line
{
    std::string name;
    std::string type;
    std::size_t first, last;
    gap_limit limit;
};

/// What stands in place of an earlier line's other limit, letter by letter.
std::size_t count_replacing(std::vector<line> const & lines, std::vector<std::string> const & names)
{
    std::vector<bool> replaces(lines.size());
    for (std::string const & name : names) {
        std::vector<std::optional<gap_limit>> letters(1000);
        for (std::size_t k = 0; k < lines.size(); ++k)
            if (lines[k].name == name)
                for (std::size_t at = lines[k].first; at < lines[k].last; ++at) {
                    if (letters[at] && *letters[at] != lines[k].limit)
                        replaces[k] = true;
                    letters[at] = lines[k].limit;
                }
    }
    return static_cast<std::size_t>(std::ranges::count(replaces, true));
}

/// Larger as TYPE^ means it: any letter that may match over x, then HI, then the freer LO.
bool larger(gap_limit x, gap_limit y)
{
    if (x.blocked != y.blocked)
        return y.blocked;
    return x.hi != y.hi ? x.hi > y.hi : x.lo < y.lo;
}

std::vector<std::string> overlap_warning(std::string_view file, std::size_t count)
{
    if (!count)
        return {};
    return {fmt::format("{}: intervals that overlap an earlier line with another limit: {}: the last line wins", file,
                        count)};
}

} // namespace

TEST_F(gap_tracks, intervals_do_what_a_letter_by_letter_model_does)
{
    for (int round = 0; round < 400; ++round) {
        SCOPED_TRACE(round);
        std::vector<std::string> const names{"a", "b", "c"};
        std::size_t const letters = 1 + below(60);
        bool const sorted = below(3) == 0;
        std::vector<line> lines(1 + below(round % 10 ? 12 : 200));
        for (line & l : lines) {
            l.name = names[below(static_cast<std::uint32_t>(names.size()))];
            auto const [first, last] = std::minmax(
                {below(static_cast<std::uint32_t>(letters + 1)), below(static_cast<std::uint32_t>(letters + 1))});
            l.first = first;
            l.last = last;
            l.limit = any_limit();
        }
        if (std::ranges::all_of(lines, [](line const & l) { return l.first == l.last; }))
            continue; // a track of empty intervals is refused
        if (sorted)
            std::ranges::stable_sort(lines, {}, &line::first);
        std::string bedgraph, bed;
        for (line const & l : lines) {
            bedgraph += fmt::format("{}\t{}\t{}\t{}\n", l.name, l.first, l.last, to_string(l.limit));
            bed += fmt::format("{}\t{}\t{}\tn\t{}\t-\n", l.name, l.first, l.last, to_string(l.limit));
        }
        options.otherwise = any_limit();
        warnings.clear();
        gap_spec from_bedgraph = open_file("t.bedgraph", bedgraph);
        EXPECT_EQ(warnings, overlap_warning("t.bedgraph", count_replacing(lines, names)));
        gap_spec from_bed = open_file("t.bed", bed);
        gap_spec from_bed_constant = open_file("t.bed", bed, ":3..9");
        for (std::string const & name : names) {
            gap_limits expected{letters, options.otherwise}, constant{letters, options.otherwise};
            for (line const & l : lines)
                if (l.name == name) {
                    expected.set(l.first, l.last, l.limit);
                    constant.set(l.first, l.last, {.lo = 3, .hi = 9});
                }
            sequence const r = record(name, letters);
            EXPECT_EQ(from_bedgraph.limits_for(r, strand::forward), expected);
            EXPECT_EQ(from_bedgraph.limits_for(r, strand::reverse), expected.reversed());
            EXPECT_EQ(from_bed.limits_for(r, strand::forward), expected);
            EXPECT_EQ(from_bed.limits_for(r, strand::reverse), expected.reversed());
            EXPECT_EQ(from_bed_constant.limits_for(r, strand::forward), constant);
        }
    }
}

TEST_F(gap_tracks, features_do_what_a_letter_by_letter_model_does)
{
    for (int round = 0; round < 400; ++round) {
        SCOPED_TRACE(round);
        std::vector<std::string> const names{"a", "b"}, types{"exon", "gene", "CDS", "other"};
        std::size_t const letters = 1 + below(50);
        std::vector<line> features{{"a", "exon", 0, 1, {}}}; // so that the track is never empty
        for (std::uint32_t left = below(15); left; --left) {
            auto const [first, last] =
                std::minmax({below(static_cast<std::uint32_t>(letters)), below(static_cast<std::uint32_t>(letters))});
            features.push_back({names[below(2)], types[below(4)], first, last + std::size_t{1}, {}});
        }
        std::string file = "##gff-version 3\n";
        for (line const & f : features)
            file += fmt::format("{}\tmade\t{}\t{}\t{}\t.\t{}\t.\tID=f\n", f.name, f.type, f.first + 1, f.last,
                                "+-.?"[below(4)]);
        // TYPE= and TYPE^= of every type but the last, each with probability 1/2, exon= always
        std::map<std::string, gap_limit> inside{{"exon", any_limit()}}, first_base;
        for (std::size_t t = 0; t < 3; ++t) {
            if (below(2))
                inside[types[t]] = any_limit();
            if (below(2))
                first_base[types[t]] = any_limit();
        }
        std::string spec_text;
        for (auto const & [type, limit] : inside)
            spec_text += fmt::format("{}{}={}", spec_text.empty() ? ":" : ",", type, to_string(limit));
        for (auto const & [type, limit] : first_base)
            spec_text += fmt::format(",{}^={}", type, to_string(limit));
        options.otherwise = any_limit();
        gap_spec spec = open_file("t.gff3", file, spec_text);

        for (std::string const & name : names)
            for (strand const direction : {strand::forward, strand::reverse}) {
                // the letters in the aligned direction: letter `at` of the strand is letter n-1-at of the file
                gap_limits expected{letters, options.otherwise};
                auto const on_strand = [&](std::size_t at) {
                    return direction == strand::forward ? at : letters - 1 - at;
                };
                for (line const & f : features)
                    if (auto const limit = inside.find(f.type); f.name == name && limit != inside.end())
                        for (std::size_t at = f.first; at < f.last; ++at)
                            expected.set(on_strand(at), limit->second);
                std::vector<std::optional<gap_limit>> marked(letters);
                for (line const & f : features)
                    if (auto const limit = first_base.find(f.type); f.name == name && limit != first_base.end()) {
                        auto & mark = marked[std::min(on_strand(f.first), on_strand(f.last - 1))];
                        if (!mark || larger(limit->second, *mark))
                            mark = limit->second;
                    }
                for (std::size_t at = 0; at < letters; ++at)
                    if (marked[at])
                        expected.set(at, *marked[at]);
                EXPECT_EQ(spec.limits_for(record(name, letters), direction), expected) << spec_text << '\n' << file;
            }
    }
}

TEST_F(gap_tracks, limits_written_as_bedgraph_read_back)
{
    for (int round = 0; round < 300; ++round) {
        SCOPED_TRACE(round);
        std::vector<gap_limits> records;
        std::string text;
        for (std::uint32_t left = 1 + below(3); left; --left) {
            records.push_back(any_limits(1 + below(200)));
            write_bedgraph(fmt::format("r{}", records.size()), records.back(),
                           [&](std::string_view part) { text += part; });
        }
        options.otherwise = any_limit(); // must not matter: every letter is written
        warnings.clear();
        gap_spec spec = open_file("t.bedgraph", text);
        for (std::size_t k = 0; k < records.size(); ++k) {
            gap_limits const back =
                spec.limits_for(record(fmt::format("r{}", k + 1), records[k].size()), strand::forward);
            EXPECT_EQ(back, records[k]);
            EXPECT_EQ(digest(back), digest(records[k]));
        }
        spec.finish();
        EXPECT_TRUE(warnings.empty());
    }
}

TEST_F(gap_tracks, limits_written_as_gaps_read_back)
{
    for (int round = 0; round < 300; ++round) {
        SCOPED_TRACE(round);
        std::vector<gap_limits> records;
        std::string text;
        for (std::uint32_t left = 1 + below(3); left; --left) {
            gap_limits const & limits = records.emplace_back(any_limits(below(200)));
            text += fmt::format(">r{} comment\n", records.size());
            for (std::size_t first = 0; first < limits.size();) {
                std::size_t last = first + 1;
                while (last < limits.size() && limits[last] == limits[first] && below(5))
                    ++last;
                text += to_string(limits[first]);
                if (last - first > 1 || below(4) == 0)
                    text += fmt::format("x{}", last - first);
                text += " \n\t"[below(3)];
                first = last;
            }
            text += '\n';
        }
        gap_spec spec = open_file("t.gaps", text);
        for (std::size_t k = 0; k < records.size(); ++k) {
            sequence const r = record(fmt::format("r{}", k + 1), records[k].size());
            EXPECT_EQ(spec.limits_for(r, strand::forward), records[k]);
            EXPECT_EQ(spec.limits_for(r, strand::reverse), records[k].reversed());
        }
        spec.finish();
        EXPECT_TRUE(warnings.empty());
    }
}

TEST_F(gap_tracks, digest_depends_on_the_limits_alone)
{
    for (int round = 0; round < 300; ++round) {
        gap_limits const limits = any_limits(1 + below(50));
        gap_limits letter_by_letter{limits.size(), any_limit()};
        for (std::size_t k = limits.size(); k--;)
            letter_by_letter.set(k, limits[k]);
        EXPECT_EQ(digest(limits), digest(letter_by_letter));
        auto const at = below(static_cast<std::uint32_t>(limits.size()));
        if (gap_limit const other = any_limit(); other != limits[at]) {
            letter_by_letter.set(at, other);
            EXPECT_NE(digest(limits), digest(letter_by_letter));
        }
    }
}
