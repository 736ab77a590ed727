// SPDX-License-Identifier: BSD-3-Clause
#include "annotation/annotation_state.hpp"
#include "io/bytes/parse_fault.hpp"
#include "io/limits/feature_line.hpp"
#include "io/limits/similar_name.hpp"
#include "io/limits/track_lines.hpp"

#include <vglcs/error.hpp>
#include <vglcs/io/gap_spec.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace vglcs::detail {

namespace {

/// Something that is said once, with how often it occurred.
struct counted_note
{
    std::size_t count = 0;
    std::uint64_t line = 0; ///< of the first
    std::string first;

    void add(std::uint64_t at, std::string_view what)
    {
        if (count++ == 0) {
            line = at;
            first = what;
        }
    }
};

/// A transcript on its way.
struct loose_transcript
{
    std::string id, gene;
    std::uint64_t target = 0, line = 0;
    char strand = '.';
    std::vector<annotated_exon> exons, coding;
    std::uint64_t far_end = 0, far_line = 0; ///< an exon that ends beyond the record
};

/// The widest of both.
void widen(std::optional<intron_limit> & limit, intron_limit other)
{
    if (!limit)
        limit = other;
    else
        limit = {std::min(limit->lo, other.lo), std::max(limit->hi, other.hi)};
}

class annotation_reader
{
public:
    annotation_reader(std::string const & path, std::span<genome_record const> genome,
                      annotation_options const & options)
        : options_{options}, spec_{.warn = options.warn, .max_memory = options.max_memory},
          lines_{path, value_kind::limit, spec_}, budget_{options.max_memory}, genome_{genome}
    {
        for (std::size_t k = 0; k < genome.size(); ++k)
            targets_.try_emplace(genome[k].name, k);
    }

    void read(std::vector<annotated_gene> & genes, std::vector<annotated_transcript> & transcripts)
    {
        lines_.end_at_fasta();
        bool first = true, bed = false;
        for (std::string_view line; lines_.next(line); first = false) {
            if (first)
                bed = is_bed(line);
            if (bed)
                take_bed(line);
            else
                take_feature(line);
        }
        check_names();
        std::erase_if(loose_, [](loose_transcript const & t) { return t.exons.empty() && t.coding.empty(); });
        if (loose_.empty())
            throw input_error{lines_.path(), 0,
                              "holds no transcript: GTF and GFF3 need lines of the type exon or CDS, BED its 12 "
                              "columns: check that it is the file you mean"};
        for (loose_transcript & t : loose_)
            close_exons(t);
        std::erase_if(loose_, [](loose_transcript const & t) { return t.exons.empty(); });
        make_genes(genes, transcripts);
        read_limits(genes);
        say_notes();
    }

private:
    static bool is_number(std::string_view text)
    {
        return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    }
    static bool is_bed(std::string_view line)
    {
        std::array<std::string_view, 3> columns;
        return track_lines::split(line, columns) >= columns.size() && is_number(columns[1]) && is_number(columns[2]);
    }

    void keep(std::uint64_t bytes)
    {
        kept_ += bytes;
        budget_.expect_room(kept_, lines_.path(), lines_.line_number(), "the annotation up to this line");
    }

    /// The record of a name, if the genome has it.
    std::optional<std::uint64_t> target_of(std::string_view name, bool coded)
    {
        if (name == last_name_ && !name.empty())
            return last_target_;
        if (name.empty())
            lines_.fail("the record's name (column 1) is empty: write the name of a sequence");
        std::string renamed;
        std::string const own = record_name(name, coded, options_.rename, &renamed);
        used_renames_.insert(renamed);
        auto const found = targets_.find(own);
        last_name_ = name;
        last_target_ = found == targets_.end() ? std::nullopt : std::optional{found->second};
        if (last_target_)
            any_known_ = true;
        else if (unknown_.insert(own).second)
            unknown_note_.add(lines_.line_number(), own);
        return last_target_;
    }

    loose_transcript & transcript(std::string_view id, std::uint64_t target, char strand)
    {
        auto const [place, is_new] = index_.try_emplace({std::string{id}, target, strand}, loose_.size());
        if (is_new) {
            loose_.push_back({.id = std::string{id}, .target = target, .line = lines_.line_number(), .strand = strand});
            keep(sizeof(loose_transcript) + sizeof(annotated_transcript) + 4 * id.size() + 100);
            if (!ids_.insert(std::string{id}).second)
                several_places_.add(lines_.line_number(), id);
        }
        return loose_[place->second];
    }

    void add_exon(loose_transcript & t, bool coding, annotated_exon exon)
    {
        if (exon.end > genome_[t.target].letters && exon.end > t.far_end) {
            t.far_end = exon.end;
            t.far_line = lines_.line_number();
        }
        keep(sizeof exon + exon.id.size());
        (coding ? t.coding : t.exons).push_back(std::move(exon));
    }

    void take_feature(std::string_view line)
    {
        feature_line const f = parse_feature(lines_, line, gff_flavour::gff3);
        bool const gff3 = has_gff3_attributes(f.attributes);
        std::string_view const limit = attribute(f.attributes, "max_intron");
        bool const coding = f.type == "CDS", part = coding || f.type.ends_with("exon");
        char const strand = f.strand == '+' || f.strand == '-' ? f.strand : '.';
        if (gff3) {
            std::string_view const id = attribute(f.attributes, "ID");
            if (f.first == 0 && attribute(f.attributes, "Is_circular") == "true")
                circular_.insert(record_name(f.name, true, options_.rename));
            if (!part && !id.empty()) {
                std::string_view const parents = attribute(f.attributes, "Parent");
                std::string const own = percent_decoded(id);
                parent_.try_emplace(own, percent_decoded(parents.substr(0, parents.find(','))));
                if (!limit.empty())
                    widen(limits_[own], parse_limit(limit));
                keep(2 * id.size() + parents.size() + 100);
            }
            if (!part)
                return;
            auto const target = target_of(f.name, true);
            if (!target)
                return;
            std::string_view parents = attribute(f.attributes, "Parent");
            if (parents.empty())
                lines_.fail(fmt::format("{} without Parent: name its transcript in column 9", f.type));
            std::string_view name = attribute(f.attributes, "exon_id");
            for (std::string_view const other : {id, attribute(f.attributes, "Name")})
                if (name.empty())
                    name = other;
            std::string const exon_id = percent_decoded(name);
            while (!parents.empty()) {
                std::string_view const one = parents.substr(0, parents.find(','));
                parents.remove_prefix(std::min(one.size() + 1, parents.size()));
                add_exon(transcript(percent_decoded(one), *target, strand), coding, {f.first, f.last, exon_id});
            }
            return;
        }
        std::string_view const gene = attribute(f.attributes, "gene_id");
        if (!limit.empty() && !gene.empty())
            widen(limits_[std::string{gene}], parse_limit(limit));
        if (!part)
            return;
        auto const target = target_of(f.name, false);
        if (!target)
            return;
        std::string_view const id = attribute(f.attributes, "transcript_id");
        if (id.empty())
            lines_.fail(fmt::format("{} without transcript_id (GTF) or Parent (GFF3): name its transcript in column 9",
                                    f.type));
        loose_transcript & t = transcript(id, *target, strand);
        if (t.gene.empty())
            t.gene = gene.empty() ? id : gene;
        add_exon(t, coding, {f.first, f.last, std::string{attribute(f.attributes, "exon_id")}});
    }

    void take_bed(std::string_view line)
    {
        std::array<std::string_view, 12> columns;
        if (std::size_t const count = track_lines::split(line, columns); count < columns.size())
            lines_.fail(
                fmt::format("{} columns, a transcript in BED has 12: write the blocks, or give GTF or GFF3", count));
        std::uint64_t const first = lines_.number(columns[1], "start"), last = lines_.number(columns[2], "end"),
                            blocks = lines_.number(columns[9], "number of blocks");
        lines_.check_order(first, last);
        auto const target = target_of(columns[0], false);
        if (!target)
            return;
        if (columns[3].empty())
            lines_.fail("no name (column 4): name the transcript");
        std::vector<std::uint64_t> const sizes = numbers(columns[10], "block size"),
                                         starts = numbers(columns[11], "block start");
        if (blocks == 0 || sizes.size() != blocks || starts.size() != blocks)
            lines_.fail(
                fmt::format("{} blocks (column 10), {} sizes (11) and {} starts (12): they must be as many, and "
                            "one at least",
                            blocks, sizes.size(), starts.size()));
        char const strand = columns[5] == "+" || columns[5] == "-" ? columns[5].front() : '.';
        // the same name again on this strand of this record is another place
        if (loose_transcript const & before = transcript(columns[3], *target, strand); !before.exons.empty())
            index_.erase({std::string{columns[3]}, *target, strand});
        loose_transcript & own = transcript(columns[3], *target, strand);
        own.gene = own.id;
        std::uint64_t end = first;
        for (std::size_t k = 0; k < blocks; ++k) {
            std::uint64_t const begin = first + starts[k];
            if ((k == 0 && starts[k] != 0) || begin < end || starts[k] > last - first || sizes[k] > last - begin ||
                (k + 1 == blocks && begin + sizes[k] != last))
                lines_.fail(fmt::format("block {} is {}..{} in {}..{}: blocks must begin at the start, follow each "
                                        "other without overlap and reach the end",
                                        k + 1, begin, begin + sizes[k], first, last));
            end = begin + sizes[k];
            add_exon(own, false, {begin, end, {}});
        }
    }

    std::vector<std::uint64_t> numbers(std::string_view list, std::string_view what) const
    {
        std::vector<std::uint64_t> out;
        while (!list.empty()) {
            std::string_view const one = list.substr(0, list.find(','));
            list.remove_prefix(std::min(one.size() + 1, list.size()));
            out.push_back(lines_.number(one, what));
        }
        return out;
    }

    /// A limit of the line that `lines` gave last.
    static intron_limit parse_limit(track_lines const & lines, std::string_view text)
    {
        std::optional<gap_limit> limit;
        try {
            limit = parse_gap_limit(text);
        } catch (error const &) { // said below, with file and line
        }
        if (!limit || limit->blocked)
            lines.fail(
                fmt::format("'{}' is no limit of introns: write LO..HI, or N for 0..N, in letters", excerpt(text)));
        return {limit->lo, limit->hi};
    }
    intron_limit parse_limit(std::string_view text) const { return parse_limit(lines_, text); }

    void check_names()
    {
        if (unknown_note_.count == 0)
            return;
        if (!any_known_) {
            std::vector<std::string> names;
            for (genome_record const & r : genome_)
                names.push_back(r.name);
            std::string const similar = similar_name(unknown_note_.first, names);
            throw input_error{
                lines_.path(), unknown_note_.line,
                fmt::format("{}{} is no record of the genome{}: nothing of the annotation applies: name the record by "
                            "--rename '{}={}'",
                            unknown_note_.first,
                            unknown_note_.count > 1 ? fmt::format(" (and {} more)", unknown_note_.count - 1) : "",
                            names.empty() ? "" : ", which begins with " + names.front(), unknown_note_.first,
                            similar.empty() ? "NAME" : similar)};
        }
    }

    /// Exons by place, each letter in one; no exons where the transcript is left out.
    void close_exons(loose_transcript & t)
    {
        if (t.exons.empty())
            t.exons = std::move(t.coding);
        t.coding = {};
        if (t.far_end != 0) {
            genome_record const & record = genome_[t.target];
            if (!circular_.contains(record.name))
                throw input_error{lines_.path(), t.far_line,
                                  fmt::format("end {} is beyond record {}, which has {} letters: check the coordinates "
                                              "and the genome",
                                              t.far_end, record.name, record.letters)};
            across_end_.add(t.far_line, t.id);
            t.exons.clear();
            return;
        }
        std::ranges::stable_sort(t.exons, {}, [](annotated_exon const & e) { return std::pair{e.begin, e.end}; });
        std::vector<annotated_exon> out;
        for (annotated_exon & e : t.exons) {
            if (e.begin == e.end)
                continue;
            if (out.empty() || e.begin >= out.back().end) {
                out.push_back(std::move(e));
            } else if (e.begin == out.back().begin && e.end == out.back().end) {
                twice_.add(t.line, t.id);
            } else {
                overlapping_.add(t.line, t.id);
                out.back().end = std::max(out.back().end, e.end);
            }
        }
        for (std::size_t k = 0; k < out.size(); ++k)
            if (out[k].id.empty())
                out[k].id = std::to_string(t.strand == '-' ? out.size() - k : k + 1);
        t.exons = std::move(out);
    }

    /// The first feature above a transcript that has no Parent; the transcript itself where nothing is above it. What
    /// limits stand on the way belong to it.
    std::string root_of(std::string const & id, std::optional<intron_limit> & limit) const
    {
        std::string at = id;
        for (std::size_t steps = 0; steps < most_steps; ++steps) {
            if (auto const found = limits_.find(at); found != limits_.end() && found->second)
                widen(limit, *found->second);
            auto const above = parent_.find(at);
            if (above == parent_.end() || above->second.empty())
                return at;
            at = above->second;
        }
        throw input_error{
            lines_.path(), 0,
            fmt::format("feature {} is its own Parent, over one or several steps: check column 9", excerpt(id))};
    }

    void make_genes(std::vector<annotated_gene> & genes, std::vector<annotated_transcript> & transcripts)
    {
        std::vector<std::uint32_t> gene_of(loose_.size());
        std::map<std::tuple<std::string, std::uint64_t, char>, std::uint32_t> known;
        for (std::size_t k = 0; k < loose_.size(); ++k) {
            loose_transcript & t = loose_[k];
            std::optional<intron_limit> limit;
            std::string id = t.gene.empty() ? root_of(t.id, limit) : t.gene;
            if (!t.gene.empty())
                if (auto const found = limits_.find(t.gene); found != limits_.end())
                    limit = found->second;
            auto const [place, is_new] =
                known.try_emplace({id, t.target, t.strand}, static_cast<std::uint32_t>(genes.size()));
            if (is_new)
                genes.push_back({.id = std::move(id),
                                 .target = t.target,
                                 .strand = t.strand,
                                 .begin = t.exons.front().begin,
                                 .end = t.exons.back().end,
                                 .transcripts = {},
                                 .introns = {}});
            annotated_gene & gene = genes[place->second];
            gene.begin = std::min(gene.begin, t.exons.front().begin);
            gene.end = std::max(gene.end, t.exons.back().end);
            gene.transcripts.push_back(static_cast<std::uint32_t>(k));
            if (limit)
                widen(gene.introns, *limit);
        }
        std::ranges::sort(genes, {}, [](annotated_gene const & g) {
            return std::tuple{g.target, g.begin, g.end, std::string_view{g.id}, g.strand};
        });
        for (std::uint32_t g = 0; g < genes.size(); ++g)
            for (std::uint32_t const k : genes[g].transcripts)
                gene_of[k] = g;
        transcripts.reserve(loose_.size());
        for (std::size_t k = 0; k < loose_.size(); ++k)
            transcripts.push_back(
                {.id = std::move(loose_[k].id), .gene = gene_of[k], .exons = std::move(loose_[k].exons)});
    }

    void read_limits(std::vector<annotated_gene> & genes) const
    {
        if (options_.limits.empty())
            return;
        std::unordered_map<std::string, std::vector<annotated_gene *>> by_id;
        for (annotated_gene & g : genes)
            by_id[g.id].push_back(&g);
        track_lines lines{options_.limits, value_kind::limit, spec_};
        std::unordered_map<std::string_view, std::uint64_t> seen;
        std::array<std::string_view, 2> columns;
        for (std::string_view line; lines.next(line);) {
            if (std::size_t const count = track_lines::split(line, columns); count != columns.size())
                lines.fail(fmt::format("{} columns, a table of limits has 2: write gene, tab, LO..HI", count));
            auto const found = by_id.find(std::string{columns[0]});
            if (found == by_id.end())
                lines.fail(fmt::format("{} is no gene of {} that lies on a record of the genome: take the line out, or "
                                       "check the name",
                                       excerpt(columns[0]), lines_.path()));
            auto const [place, is_new] = seen.try_emplace(found->first, lines.line_number());
            if (!is_new)
                lines.fail(fmt::format("gene {} has a limit in line {} already: leave one", columns[0], place->second));
            for (annotated_gene * const g : found->second)
                g->introns = parse_limit(lines, columns[1]);
        }
    }

    void say_notes() const
    {
        if (!options_.warn)
            return;
        auto const say = [&](counted_note const & note, std::string_view what) {
            if (note.count != 0)
                options_.warn(
                    fmt::format("{}:{}: {}: {} (first: {})", lines_.path(), note.line, what, note.count, note.first));
        };
        say(unknown_note_, "names without a record in the genome, whose lines are not used");
        say(twice_, "exons that a transcript has twice, of which one counts");
        say(overlapping_, "exons of one transcript that overlap, which count as one");
        say(several_places_, "transcripts with several places, of which each counts");
        say(across_end_, "transcripts across the end of a circular record, which are left out");
        for (auto const & [from, to] : options_.rename)
            if (!used_renames_.contains(from))
                options_.warn(fmt::format("--rename {}={}: {} does not name {}", from, to, lines_.path(), from));
    }

    static constexpr std::size_t most_steps = 100; // levels of Parent

    annotation_options const & options_;
    gap_spec_options spec_;
    track_lines lines_;
    memory_budget budget_;
    std::uint64_t kept_ = 0;
    std::span<genome_record const> genome_;
    std::unordered_map<std::string_view, std::uint64_t> targets_;
    std::string last_name_; // lines of one record usually follow each other
    std::optional<std::uint64_t> last_target_;
    bool any_known_ = false;
    std::unordered_set<std::string> unknown_, ids_, circular_;
    std::set<std::string> used_renames_;
    std::vector<loose_transcript> loose_;
    std::map<std::tuple<std::string, std::uint64_t, char>, std::size_t> index_;
    std::unordered_map<std::string, std::string> parent_;                 // GFF3: ID -> Parent
    std::unordered_map<std::string, std::optional<intron_limit>> limits_; // by ID, or by gene_id
    counted_note unknown_note_, twice_, overlapping_, several_places_, across_end_;
};

} // namespace

void read_annotation(std::string const & path, std::span<genome_record const> genome,
                     annotation_options const & options, std::vector<annotated_gene> & genes,
                     std::vector<annotated_transcript> & transcripts)
{
    annotation_reader{path, genome, options}.read(genes, transcripts);
}

} // namespace vglcs::detail
