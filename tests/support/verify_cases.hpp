// SPDX-License-Identifier: BSD-3-Clause
/// Runs of align and batch drawn from numbers, and what verify must say of their results: right as they are, wrong
/// where anything that the format carries was changed. Everything runs in this process.
#pragma once

#include "temporary_folder.hpp"

#include "commands/command_line.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/result_reader.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fcntl.h>
#include <functional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace vglcs::test {

/// What a command line returns, its messages to nobody.
inline int run_silently(std::vector<std::string> const & words)
{
    int const kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDERR_FILENO);
    int code = 0;
    try {
        tools::context run;
        run.command_line = "vglcs";
        code = tools::parse_command_line(words).run(run);
    } catch (error const & e) {
        code = static_cast<int>(e.code());
    }
    std::fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(nowhere);
    return code;
}

/// A run, its inputs being in the folder.
struct made_run
{
    std::string command, format, strand, task = "alignment";
    std::vector<std::string> limits, more; ///< options; `more` is for the run alone

    [[nodiscard]] std::vector<std::string> words(temporary_folder const & folder) const
    {
        std::vector<std::string> out{command,
                                     folder.path("a"),
                                     folder.path("b"),
                                     "--strand",
                                     strand,
                                     "--format",
                                     format,
                                     "--task",
                                     task,
                                     "-o",
                                     folder.path("result"),
                                     "--quiet",
                                     "-t",
                                     "1",
                                     "--device",
                                     "cpu",
                                     "--alphabet",
                                     "dna"};
        out.insert(out.end(), limits.begin(), limits.end());
        out.insert(out.end(), more.begin(), more.end());
        return out;
    }
    [[nodiscard]] std::vector<std::string> verify_words(temporary_folder const & folder, std::string const & result,
                                                        bool full) const
    {
        std::vector<std::string> out{"verify",
                                     folder.path(result),
                                     folder.path("a"),
                                     folder.path("b"),
                                     "--strand",
                                     strand,
                                     "-o",
                                     folder.path("report"),
                                     "--quiet",
                                     "-t",
                                     "1",
                                     "--device",
                                     "cpu",
                                     "--alphabet",
                                     "dna"};
        out.insert(out.end(), limits.begin(), limits.end());
        if (full)
            out.emplace_back("--full");
        return out;
    }
};

/// Draws runs: `below(k)` is a number below k.
class run_maker
{
public:
    run_maker(temporary_folder const & folder, std::function<unsigned(unsigned)> below)
        : folder_{folder}, below_{std::move(below)}
    {
    }

    [[nodiscard]] made_run make()
    {
        made_run run;
        run.command = one({"align", "batch"});
        unsigned const records = 1 + below_(3);
        bool const qualities = below_(3) == 0;
        std::vector<std::string> const a = letters(records),
                                       b = letters(run.command == "align" ? records : 1 + below_(3));
        write_sequences("a", "q", a, qualities);
        write_sequences("b", "t", b, false);
        run.format = one({"paf", "sam", "tsv", "pairs", "json"});
        run.strand = one({"+", "-", "both"});
        if ((run.format == "tsv" || run.format == "json") && below_(4) == 0)
            run.task = "length";
        if (run.command == "batch" && below_(3) == 0)
            run.more = {"--min-length", std::to_string(2 + below_(5)), "--show-pruned"};
        run.limits = {"--gaps-a",      spec("a", "q", a, qualities), "--gaps-b", spec("b", "t", b, false),
                      "--gap-default", one({"inf", "2", "x"})};
        if (below_(2) == 0)
            add_costs(run, a, b);
        return run;
    }

private:
    [[nodiscard]] std::string one(std::vector<std::string> const & choices)
    {
        return choices[below_(static_cast<unsigned>(choices.size()))];
    }

    /// Prices, and jumps of every kind of SPEC and track.
    void add_costs(made_run & run, std::vector<std::string> const & a, std::vector<std::string> const & b)
    {
        auto const add = [&](std::string const & option, std::string const & value) {
            run.limits.insert(run.limits.end(), {option, value});
        };
        add("--match", std::to_string(1 + below_(3)));
        if (below_(2) == 0)
            add("--skip", std::to_string(below_(3)));
        if (below_(3) == 0)
            add("--skip-a", std::to_string(below_(3)));
        auto const window = [&] {
            return below_(4) == 0 ? std::string{"."} : fmt::format("{}..{}@{}", below_(3), 3 + below_(6), below_(4));
        };
        auto const cost = [&] { return below_(5) == 0 ? std::string{"x"} : std::to_string(below_(3)); };
        auto const jumps_of = [&](std::string const & side, std::vector<std::string> const & all) {
            auto const any_spec = [&](std::string const & kind, std::string_view sites, auto const & value) {
                if (has_letters(all) && below_(3) == 0)
                    return track(side + "_" + kind, side == "a" ? "q" : "t", all, value);
                return below_(3) == 0
                           ? value()
                           : fmt::format("{}:{}={},*={}", sites, one({"A", "AG", "N", "W", "GT"}), value(), value());
            };
            for (unsigned count = 1 + (below_(4) == 0); count > 0; --count)
                add("--jump-" + side, any_spec("jump" + std::to_string(count), "after", window));
            if (below_(3) != 0)
                add("--leave-" + side, any_spec("leave", "at", cost));
        };
        switch (below_(5)) {
        case 0: // both directions of transcripts need one window
            add("--jump", fmt::format("after:AG=2..9@{0},*=2..9@{1}", below_(3), 2 + below_(3)));
            add("--leave", fmt::format("at:GT={},*={}", below_(2), cost()));
            add("--transcript", one({"-", "both"}));
            break;
        case 1:
            jumps_of("a", a);
            [[fallthrough]];
        case 2:
            jumps_of("b", b);
            break;
        case 3:
            jumps_of("a", a);
            break;
        default:
            break;
        }
        if (run.task == "length" && !run.more.empty())
            run.more[0] = "--min-score";
    }

    [[nodiscard]] std::vector<std::string> letters(unsigned records)
    {
        std::vector<std::string> out(records);
        for (std::string & text : out) {
            std::string_view const from = std::array<std::string_view, 4>{"ACGT", "AC", "acgtN", "ACGUR"}[below_(4)];
            text.resize(below_(5) == 0 ? below_(3) : 3 + below_(12));
            for (char & c : text)
                c = from[below_(static_cast<unsigned>(from.size()))];
        }
        return out;
    }

    void write_sequences(std::string const & file, std::string const & name, std::vector<std::string> const & all,
                         bool qualities)
    {
        std::string text;
        for (std::size_t k = 0; k < all.size(); ++k) {
            text += fmt::format("{}{}{}\n{}\n", qualities ? '@' : '>', name, k + 1, all[k]);
            if (!qualities)
                continue;
            text += "+\n";
            for (std::size_t i = 0; i < all[k].size(); ++i)
                text += static_cast<char>('!' + below_(7));
            text += '\n';
        }
        (void)folder_.replace(file, text);
    }

    [[nodiscard]] std::string limit()
    {
        switch (below_(6)) {
        case 0:
            return "x";
        case 1:
            return "inf";
        case 2:
            return fmt::format("{}..{}", below_(2), 1 + below_(4));
        default:
            return std::to_string(below_(5));
        }
    }

    /// A SPEC of any kind for these records, its track written.
    [[nodiscard]] std::string spec(std::string const & file, std::string const & name,
                                   std::vector<std::string> const & all, bool qualities)
    {
        switch (below_(has_letters(all) ? 5 : 4)) {
        case 0:
            return qualities ? "qual" : "3";
        case 1:
            return fmt::format("{}..{}", below_(2), 1 + below_(4));
        case 2:
            return fmt::format("letter:A={},C={},*={}", limit(), below_(4), limit());
        case 3:
            return std::to_string(below_(4));
        default:
            return track(file, name, all, [this] { return limit(); });
        }
    }

    [[nodiscard]] static bool has_letters(std::vector<std::string> const & all)
    {
        return !std::ranges::max_element(all, {}, &std::string::size)->empty();
    }

    /// A SPEC of a track of any kind, which is written. One of the records has letters.
    [[nodiscard]] std::string track(std::string const & file, std::string const & name,
                                    std::vector<std::string> const & all, std::function<std::string()> const & value)
    {
        std::size_t const longest = std::ranges::max_element(all, {}, &std::string::size) - all.begin();
        std::string text;
        auto const intervals = [&](auto const & line) { // at least one in the longest record
            for (std::size_t k = 0; k < all.size(); ++k)
                for (unsigned count = below_(3) + (k == longest); count > 0 && !all[k].empty(); --count) {
                    unsigned const size = static_cast<unsigned>(all[k].size()), first = below_(size);
                    text += line(fmt::format("{}{}", name, k + 1), first, first + 1 + below_(size - first));
                }
        };
        switch (below_(4)) {
        case 0:
            intervals([&](std::string const & record, unsigned first, unsigned last) {
                return fmt::format("{}\t.\texon\t{}\t{}\t.\t+\t.\t.\n", record, first + 1, last);
            });
            (void)folder_.replace(file + ".gff3", text);
            return fmt::format("{}:exon={},exon^={}", folder_.path(file + ".gff3"), value(), value());
        case 1:
            intervals([&](std::string const & record, unsigned first, unsigned last) {
                return fmt::format("{}\t{}\t{}\n", record, first, last);
            });
            (void)folder_.replace(file + ".bed", text);
            return fmt::format("{}:{}", folder_.path(file + ".bed"), value());
        case 2:
            intervals([&](std::string const & record, unsigned first, unsigned last) {
                return fmt::format("{}\t{}\t{}\t{}\n", record, first, last, value());
            });
            (void)folder_.replace(file + ".bedgraph", text);
            return folder_.path(file + ".bedgraph");
        default:
            break;
        }
        for (std::size_t k = 0; k < all.size(); ++k) {
            text += fmt::format(">{}{}\n", name, k + 1);
            for (std::size_t i = 0; i < all[k].size(); ++i)
                text += value() + ' ';
            text += '\n';
        }
        (void)folder_.replace(file + ".gaps", text);
        return folder_.path(file + ".gaps");
    }

    temporary_folder const & folder_;
    std::function<unsigned(unsigned)> below_;
};

/// Changes of one byte of a result.
class result_changer
{
public:
    result_changer(std::string format, std::string text, std::function<unsigned(unsigned)> below)
        : format_{std::move(format)}, text_{std::move(text)}, below_{std::move(below)}
    {
    }

    /// A changed result; empty where the place drawn carries nothing.
    [[nodiscard]] std::string change()
    {
        if (text_.empty())
            return {};
        std::size_t const at = below_(static_cast<unsigned>(std::min<std::size_t>(text_.size(), 1u << 16)));
        if (!carries_something(at))
            return {};
        std::string out = text_;
        char & c = out[at];
        auto const digit = [](char x) { return x >= '0' && x <= '9'; };
        if (digit(c)) {
            switch (below_(3)) {
            case 0:
                out.insert(at, 1, static_cast<char>('0' + below_(10)));
                return out;
            case 1:
                if (at + 1 < out.size() && digit(out[at + 1])) {
                    out.erase(at, 1);
                    return out == text_ ? std::string{} : out;
                }
                [[fallthrough]];
            default:
                c = static_cast<char>('0' + (c - '0' + 1 + below_(9)) % 10);
                return out;
            }
        }
        if (std::isalpha(static_cast<unsigned char>(c))) {
            char const base = c >= 'a' ? 'a' : 'A';
            c = static_cast<char>(base + (c - base + 1 + below_(25)) % 26);
            return out;
        }
        if (c == '+' || c == '-') {
            c = c == '+' ? '-' : '+';
            return out;
        }
        return {};
    }

private:
    [[nodiscard]] bool carries_something(std::size_t at) const
    {
        std::size_t const begin = at == 0 ? 0 : text_.rfind('\n', at - 1) + 1; // npos + 1 is 0
        std::string_view const line = std::string_view{text_}.substr(begin, text_.find('\n', begin) - begin);
        std::size_t const place = at - begin;
        if (format_ == "json")
            return in_json_value(line, place);
        std::size_t const tab = line.substr(0, place).rfind('\t');
        std::size_t const field = tab == line.npos ? 0 : tab + 1;
        if (format_ == "sam" && line.starts_with('@'))
            return line.starts_with("@SQ") && place >= field + 3;
        if ((format_ == "tsv" || format_ == "pairs") && line.starts_with("query\ttarget\t"))
            return false;
        constexpr std::ptrdiff_t bound_column = 15;
        if (format_ == "tsv" && std::ranges::count(line.substr(0, field), '\t') == bound_column)
            return false; // a bound is one as long as it is no smaller than the length
        bool const tag = field != 0 && line.size() > field + 5 && line[field + 2] == ':' && line[field + 4] == ':';
        return !(tag && place < field + 2); // other tags are others' business
    }

    /// Not in a key, nor in what the run says of itself, nor in a bound.
    static bool in_json_value(std::string_view line, std::size_t place)
    {
        if (place >= line.find(",\"parameters\""))
            return false;
        if (std::size_t const bound = line.find("\"bound\":"); place >= bound && place < line.find(',', bound))
            return false;
        bool inside = false;
        for (std::size_t k = 0; k < place; ++k)
            inside = inside != (line[k] == '"');
        return !inside || line.substr(line.find('"', place) + 1).front() != ':';
    }

    std::string format_, text_;
    std::function<unsigned(unsigned)> below_;
};

/// Draws a run and changes of its result. What does not hold, or nothing.
inline std::string check_a_run(temporary_folder const & folder, std::function<unsigned(unsigned)> const & below)
{
    made_run const run = run_maker{folder, below}.make();
    auto const told = [&](std::string_view what) {
        return fmt::format("{}\n{}\na:\n{}b:\n{}result:\n{}", what, fmt::join(run.words(folder), " "), folder.read("a"),
                           folder.read("b"), folder.read("result"));
    };
    if (int const code = run_silently(run.words(folder)); code != 0)
        return fmt::format("the run ends with {}: {}\na:\n{}b:\n{}", code, fmt::join(run.words(folder), " "),
                           folder.read("a"), folder.read("b"));
    for (bool const full : {false, true})
        if (int const code = run_silently(run.verify_words(folder, "result", full)); code != 0)
            return told(fmt::format("verify {}calls a right result wrong ({})", full ? "--full " : "", code));
    std::string const right = folder.read("result");
    for (unsigned k = 0; k < 10; ++k) {
        std::string const changed = result_changer{run.format, right, below}.change();
        if (changed.empty())
            continue;
        (void)folder.replace("changed", changed);
        if (run_silently(run.verify_words(folder, "changed", true)) == 0)
            return told("verify --full takes a changed result for right:\n" + changed + "\nmade by");
        if (run.task == "length" || run_silently(run.verify_words(folder, "changed", false)) != 0)
            continue;
        // right by the rules, though not the answer: then it must be another chain, not another number beside it
        result_reader before{folder.path("result")}, after{folder.path("changed")};
        bool same = true;
        for (stated_pair x, y; same && before.next(x);)
            same = after.next(y) && x.runs == y.runs && x.strand == y.strand && x.length == y.length;
        if (same)
            return told("verify does not see the change:\n" + changed + "\nmade by");
    }
    return {};
}

} // namespace vglcs::test
