// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/pattern_search.hpp>

#include <rmq/detail/direct_extension.hpp>

#include "base/iupac.hpp"
#include "text/for_each_of.hpp"
#include "text/index_device.hpp"
#include "text/pattern_scan.hpp"
#include "text/pattern_table.hpp"
#include "text/plane_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>
#include <optional>
#include <string>

namespace vglcs {

namespace {

using detail::hit;
using detail::iupac_set;
using rmq::direct_extension;

/// A pattern on one strand, in the forms that the methods want.
struct prepared
{
    std::vector<std::uint8_t> classes; ///< nucleotides only
    std::vector<std::uint8_t> letters; ///< barriers where a letter matches nothing
    bool plain = true;                 ///< every class is one letter or none: `letters` say all
    rmq::packed_text packed;

    prepared(std::string_view pattern, alphabet a, bool iupac) : letters{text_letters(pattern, a)}
    {
        if (letter_bits(a) == 2)
            for (std::size_t k = 0; k < pattern.size(); ++k) {
                std::uint8_t const one =
                    letters[k] == 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(1 << (letters[k] - 1));
                classes.push_back(iupac ? iupac_set(pattern[k]) : one);
                plain = plain && classes.back() == one;
            }
        packed = rmq::packed_text{letters, 1, letter_bits(a)};
    }
    [[nodiscard]] std::size_t size() const noexcept { return letters.size(); }
    [[nodiscard]] bool has_barrier() const noexcept
    {
        return std::ranges::find(letters, rmq::barrier_letter) != letters.end();
    }
};

} // namespace

struct pattern_search::state
{
    text_collection const & text;
    text_index const * index;
    search_options how;
    std::unique_ptr<detail::nucleotide_planes> planes{};
    std::unique_ptr<cuda::pattern_scanner> scanner{}; ///< where CUDA is taken
    std::optional<detail::hit_budget> budget{};       ///< of the call that runs

    /// Letters that differ where the pattern begins at `start`, or more than max_mismatches: jumps of extensions, from
    /// difference to difference.
    [[nodiscard]] unsigned mismatches(prepared const & p, std::uint64_t start) const noexcept
    {
        rmq::packed_view const pattern = p.packed.view();
        unsigned count = 0;
        for (std::size_t k = 0; k < p.size(); ++k) {
            k += direct_extension(pattern, k, text.text, start + k);
            if (k < p.size() && ++count > how.max_mismatches)
                break;
        }
        return count;
    }

    [[nodiscard]] std::vector<hit> find(prepared const & p)
    {
        if (p.size() == 0 || p.size() > text.text.size)
            return {};
        if (how.max_mismatches >= p.size())
            throw usage_error{fmt::format("--max-mismatch {}: not less than a pattern of {} letters, which would be "
                                          "everywhere: use a smaller number",
                                          how.max_mismatches, p.size())};
        if (index != nullptr && how.method != search_method::scan && p.plain) {
            auto found = index->index_bytes() == 4 ? by_index<std::uint32_t>(p) : by_index<std::uint64_t>(p);
            if (found)
                return std::move(*found);
        }
        return scan(p);
    }

    /// Hits of each form: many exact ones without an index in one pass, all others one after the other.
    [[nodiscard]] std::vector<std::vector<hit>> find_all(std::span<prepared const> forms)
    {
        std::vector<std::vector<hit>> out(forms.size());
        bool const indexed = index != nullptr && how.method != search_method::scan;
        if (by_cuda(forms.size(), indexed) && find_by_cuda(forms, out))
            return out;
        std::vector<std::size_t> together;
        for (std::size_t k = 0; k < forms.size(); ++k)
            if (!indexed && how.max_mismatches == 0 && letter_bits(text.alphabet) == 2 && forms[k].plain &&
                forms[k].size() >= detail::pattern_table::prefix && !forms[k].has_barrier())
                together.push_back(k);
        if (together.size() < least_together)
            together.clear();
        if (!together.empty()) {
            std::vector<rmq::packed_view> views;
            views.reserve(together.size());
            for (std::size_t const k : together)
                views.push_back(forms[k].packed.view());
            auto const found = detail::pattern_table{std::move(views)}.find(text.text, how.threads, *budget);
            for (std::size_t n = 0; n < together.size(); ++n)
                for (std::uint64_t const at : found[n])
                    out[together[n]].push_back({at, 0});
        }
        auto next = together.begin();
        for (std::size_t k = 0; k < forms.size(); ++k)
            if (next != together.end() && *next == k)
                ++next;
            else
                out[k] = find(forms[k]);
        return out;
    }

    /// Why the device cannot look for these patterns; empty where it can.
    [[nodiscard]] std::string_view obstacle_to_cuda() const noexcept
    {
        if (letter_bits(text.alphabet) != 2)
            return "letters other than nucleotides are searched by the CPU";
        if (how.max_mismatches > 0 || how.iupac)
            return "mismatches and classes are searched by the CPU";
        return how.method == search_method::index ? "an index is searched by the CPU" : "";
    }
    [[nodiscard]] detail::device_choice choice() const noexcept { return {how.device, how.device_number}; }
    /// True where the device does it. What the CPU's scan would take is estimated from measured runs
    /// (docs/algorithms/pattern-search.md).
    [[nodiscard]] bool by_cuda(std::size_t forms, bool indexed) const
    {
        constexpr double together = 5e-9, one_by_one = 0.6e-9, pays = 1; // seconds a letter, and in all
        double const letters = static_cast<double>(text.text.size);
        double const seconds = letters * (forms >= least_together ? together : one_by_one * static_cast<double>(forms));
        return scanner || detail::takes_cuda(choice(), "search", obstacle_to_cuda(), !indexed && seconds >= pays);
    }
    [[nodiscard]] bool find_by_cuda(std::span<prepared const> forms, std::vector<std::vector<hit>> & out)
    {
        std::vector<rmq::packed_view> views;
        for (prepared const & form : forms)
            views.push_back(form.packed.view());
        std::uint64_t const bytes = scanner ? 0 : cuda::pattern_scanner::bytes_for(text.text);
        std::vector<std::vector<std::uint64_t>> found;
        std::exception_ptr too_many; // no fault of the device: the CPU would find as many
        bool const done = detail::done_by_cuda(choice(), "search", bytes, [&] {
            if (!scanner)
                scanner = std::make_unique<cuda::pattern_scanner>(text.text);
            try {
                found = scanner->find(views, &*budget);
            } catch (too_many_occurrences const &) {
                too_many = std::current_exception();
            }
        });
        if (too_many)
            std::rethrow_exception(too_many);
        if (!done) {
            budget.emplace(how.max_memory); // what the device counted is found again
            return false;
        }
        for (std::size_t k = 0; k < forms.size(); ++k)
            for (std::uint64_t const at : found[k])
                out[k].push_back({at, 0});
        return true;
    }

    /// Hits of both strands by place, those that lie inside a record.
    [[nodiscard]] std::vector<occurrence> placed(std::size_t size, std::span<hit const> forward,
                                                 std::span<hit const> backward) const
    {
        std::vector<occurrence> out;
        auto const records = text.records.all();
        std::size_t record = 0;
        while (!forward.empty() || !backward.empty()) {
            bool const plus = backward.empty() || (!forward.empty() && forward[0].position <= backward[0].position);
            std::span<hit const> & from = plus ? forward : backward;
            hit const h = from[0];
            from = from.subspan(1);
            if (h.position >= records[record].end())
                record = text.records.at(h.position);
            text_record const & r = records[record];
            if (h.position >= r.start && h.position + size <= r.end())
                out.push_back({record, h.position - r.start, plus ? strand::forward : strand::reverse, h.mismatches});
        }
        return out;
    }

    // ---- without an index

    [[nodiscard]] std::vector<hit> scan(prepared const & p)
    {
        if (letter_bits(text.alphabet) == 8)
            return scan_bytes(p);
        if (!planes)
            planes = std::make_unique<detail::nucleotide_planes>(text.text, how.threads);
        return planes->find(p.classes, how.max_mismatches, how.threads, *budget);
    }

    [[nodiscard]] std::vector<hit> scan_bytes(prepared const & p)
    {
        constexpr std::size_t part_size = 1 << 16;
        std::size_t const places = text.text.size - p.size() + 1, parts = (places + part_size - 1) / part_size;
        std::vector<std::vector<hit>> found(parts);
        // a packed letter of 8 bits is a byte: where none may differ, memchr finds the first letter
        auto const * const bytes = reinterpret_cast<unsigned char const *>(text.text.words);
        bool const exact = how.max_mismatches == 0;
        if (exact && p.has_barrier())
            return {};
        detail::for_each_of(parts, how.threads, [&](std::size_t part) {
            std::size_t const end = std::min(places, (part + 1) * part_size);
            for (std::size_t at = part * part_size; at < end; ++at) {
                if (exact) {
                    void const * const next = std::memchr(bytes + at, p.letters[0] - 1, end - at);
                    if (next == nullptr)
                        break;
                    at = static_cast<std::size_t>(static_cast<unsigned char const *>(next) - bytes);
                }
                if (unsigned const count = mismatches(p, at); count <= how.max_mismatches)
                    found[part].push_back({at, count});
            }
            budget->keep(found[part].size());
        });
        std::vector<hit> all;
        for (auto const & part : found)
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }

    // ---- by the suffix array

    /// Ranks [first, last) of the suffixes that begin with letters [from, from + size) of the pattern, none a barrier.
    template <class Index>
    [[nodiscard]] std::pair<std::size_t, std::size_t> suffixes(prepared const & p, std::size_t from,
                                                               std::size_t size) const
    {
        auto const sa = index->suffix_array<Index>();
        rmq::packed_view const pattern = p.packed.view(), &all = index->text();
        // below 0: the suffix of that rank is less than the letters; 0: it begins with them
        auto const compared = [&](std::size_t rank) {
            std::size_t const at = sa[rank];
            if (at >= all.size)
                throw input_error{
                    text.path, 0,
                    "the index's suffix array is damaged: `vglcs index --check` says more, make it again"};
            std::size_t const same = direct_extension(pattern, from, all, at);
            if (same >= size)
                return 0;
            int const letter = at + same < all.size ? all.letter(at + same) : 0;
            return letter - p.letters[from + same];
        };
        auto const first_that = [&](std::size_t low, auto const & holds) {
            std::size_t high = sa.size();
            while (low < high) {
                std::size_t const middle = low + (high - low) / 2;
                if (holds(compared(middle)))
                    high = middle;
                else
                    low = middle + 1;
            }
            return low;
        };
        std::size_t const first = first_that(0, [](int c) { return c >= 0; });
        return {first, first_that(first, [](int c) { return c > 0; })};
    }

    /// Nothing where a scan is cheaper.
    template <class Index>
    [[nodiscard]] std::optional<std::vector<hit>> by_index(prepared const & p)
    {
        // so many differences leave one of these pieces without any
        std::size_t const pieces = how.max_mismatches + std::size_t{1}, piece = p.size() / pieces;
        std::vector<std::uint64_t> starts;
        auto const sa = index->suffix_array<Index>();
        for (std::size_t k = 0; k < pieces; ++k) {
            std::size_t const from = k * piece, size = k + 1 == pieces ? p.size() - from : piece;
            std::span<std::uint8_t const> const letters{p.letters.data() + from, size};
            if (std::ranges::find(letters, rmq::barrier_letter) != letters.end())
                continue;
            auto const [first, last] = suffixes<Index>(p, from, size);
            if (how.max_mismatches > 0 && how.method == search_method::automatic &&
                last - first + starts.size() > text.text.size / candidates_per_letter)
                return std::nullopt;
            budget->keep((last - first) / candidates_a_hit);
            for (std::size_t rank = first; rank < last; ++rank) // the other strand's half of the text is not asked
                if (sa[rank] >= from && sa[rank] - from <= text.text.size - p.size()) // a damaged one may be any number
                    starts.push_back(sa[rank] - from);
        }
        std::ranges::sort(starts);
        auto const [end, rest] = std::ranges::unique(starts);
        starts.erase(end, rest);
        std::vector<hit> found;
        for (std::uint64_t const start : starts)
            if (unsigned const count = how.max_mismatches == 0 ? 0 : mismatches(p, start); count <= how.max_mismatches)
                found.push_back({start, count});
        budget->keep(found.size());
        return found;
    }

    /// A candidate costs about as much as the scan of this many letters (an estimate:
    /// docs/algorithms/pattern-search.md).
    static constexpr std::size_t candidates_per_letter = 64;
    /// Candidates that take the memory of one hit.
    static constexpr std::size_t candidates_a_hit = detail::hit_budget::bytes_a_hit / (2 * sizeof(std::uint64_t));
    /// One pass for all patterns costs about as much as so many scans (measured, in the same place).
    static constexpr std::size_t least_together = 8;
};

pattern_search::pattern_search(text_collection const & text, text_index const * index, search_options const & how)
    : state_{new state{text, index, how}}
{
    if (how.method == search_method::index && index == nullptr)
        throw usage_error{"--method index: the text is no index: make one with `vglcs index`, or use auto or scan"};
    if (how.iupac && !text.has_complement())
        throw usage_error{fmt::format("--iupac: {} letters have no classes: leave it out", name(text.alphabet))};
    if (how.iupac && how.method == search_method::index)
        throw usage_error{"--iupac: classes are found by a scan: use --method auto or scan"};
    if (how.max_mismatches > 63)
        throw usage_error{fmt::format("--max-mismatch {}: more than 63: use at most 63", how.max_mismatches)};
    (void)detail::takes_cuda(state_->choice(), "search", state_->obstacle_to_cuda(), false);
}
pattern_search::~pattern_search() = default;
pattern_search::pattern_search(pattern_search &&) noexcept = default;

std::vector<occurrence> pattern_search::find(std::string_view pattern)
{
    return std::move(find(std::span{&pattern, 1})[0]);
}

std::vector<std::vector<occurrence>> pattern_search::find(std::span<std::string_view const> patterns)
{
    state & s = *state_;
    s.budget.emplace(s.how.max_memory);
    bool const reverse = s.how.reverse && s.text.has_complement();
    // the forms of each pattern that are looked for, in one row
    std::vector<prepared> forms;
    for (std::string_view const pattern : patterns) {
        if (s.how.forward)
            forms.emplace_back(pattern, s.text.alphabet, s.how.iupac);
        if (reverse)
            forms.emplace_back(reverse_complement(pattern), s.text.alphabet, s.how.iupac);
    }
    std::vector<std::vector<hit>> const hits = s.find_all(forms);
    std::vector<std::vector<occurrence>> out;
    std::size_t form = 0;
    for (std::string_view const pattern : patterns) {
        static std::vector<hit> const none;
        std::vector<hit> const & forward = s.how.forward ? hits[form++] : none;
        std::vector<hit> const & backward = reverse ? hits[form++] : none;
        out.push_back(s.placed(pattern.size(), forward, backward));
    }
    return out;
}

} // namespace vglcs
