// SPDX-License-Identifier: BSD-3-Clause
#include "splice/genome_seeds.hpp"

#include <vglcs/error.hpp>
#include <vglcs/machine.hpp>

#include <rmq/detail/direct_extension.hpp>
#include <rmq/suffix_array.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace vglcs {

namespace {

/// Largest q with 4^q <= n.
std::uint32_t whole_log4(std::uint64_t n)
{
    return n < 4 ? 0 : static_cast<std::uint32_t>((std::bit_width(n) - 1) / 2);
}

/// Ranks where each word begins. A suffix that ends before it has `word` letters sorts as if As followed, and in front
/// of the whole words that begin so.
std::vector<std::uint64_t> word_starts(rmq::packed_view const & text, std::uint32_t word)
{
    std::uint64_t const codes = std::uint64_t{1} << 2 * word;
    std::vector<std::uint64_t> starts(codes + 1, 0);
    std::uint64_t code = 0;
    std::uint32_t length = 0;
    // a whole word counts for the words behind it, a cut one for its own too
    for (std::size_t p = text.size; p-- > 0;) {
        std::uint8_t const letter = text.letter(p);
        if (letter == rmq::barrier_letter) {
            code = 0;
            length = 0;
        } else {
            code = code >> 2 | static_cast<std::uint64_t>(letter - 1) << 2 * (word - 1);
            length = std::min(length + 1, word);
        }
        ++starts[length == word ? code + 1 : code];
    }
    std::uint64_t before = 0;
    for (std::uint64_t & s : starts)
        s = before += s;
    return starts;
}

} // namespace

splice_genome::splice_genome(text_collection const & text, text_index const * index, bool seeds, unsigned threads,
                             std::uint64_t max_memory, run_control const * control)
    : text_{&text}, state_{std::make_unique<state>()}
{
    if (!text.has_complement())
        throw usage_error{
            fmt::format("{}: {} letters: transcripts are aligned to dna or rna", text.path, name(text.alphabet))};
    state & s = *state_;
    s.text = index != nullptr ? index->text() : text.text;
    s.forward_size = text.records.text_size();
    if (!seeds)
        return;
    std::uint64_t const n = s.text.size;
    if (index != nullptr && index->index_bytes() == 8) {
        s.places64 = index->suffix_array<std::uint64_t>();
    } else if (index != nullptr) {
        s.places32 = index->suffix_array<std::uint32_t>();
    } else {
        constexpr std::uint64_t bytes_a_letter = 6; // letters, suffix array, and the sorter's own
        std::uint64_t const budget = max_memory != 0 ? max_memory : available_memory() / 10 * 8;
        if (n > rmq::suffix_array_limit<std::uint32_t> || n * bytes_a_letter > budget)
            throw resource_error{
                fmt::format("{}: a suffix array of {} letters needs {}, the budget is {}: make an index once, which is "
                            "mapped and not held (vglcs index {} -o genome.vgx), and give that; or raise --max-memory",
                            text.path, n, format_bytes(n * bytes_a_letter), format_bytes(budget), text.path)};
        std::vector<std::uint8_t> letters(n);
        for (std::size_t p = 0; p < n; ++p)
            letters[p] = s.text.letter(p);
        s.own = rmq::suffix_array<std::uint32_t>(letters, threads);
        s.places32 = s.own;
    }
    if (control != nullptr)
        control->throw_if_stopped();
    constexpr std::uint32_t longest_word = 12;
    s.word = std::clamp<std::uint32_t>(whole_log4(n), 4, longest_word);
    s.starts = word_starts(s.text, s.word);
    s.shortest = std::max<std::uint32_t>(11, whole_log4(n) + 3);
}

splice_genome::~splice_genome() = default;
splice_genome::splice_genome(splice_genome &&) noexcept = default;

namespace detail {

namespace {

/// Ranks [first, end) of suffixes.
struct ranks
{
    std::uint64_t first = 0, end = 0;
    [[nodiscard]] std::uint64_t size() const noexcept { return end - first; }
};

/// A read as a packed text, and comparisons of its suffixes with those of the genome.
class seed_search
{
public:
    seed_search(splice_genome::state const & genome, std::span<letter_code const> letters)
        : genome_{genome}, read_{as_text(letters), 1, 2}, view_{read_.view()}
    {
    }

    /// Of `within`, the suffixes that share `depth` letters with the read from i on.
    [[nodiscard]] ranks narrowed(ranks within, std::size_t i, std::size_t depth) const
    {
        auto const bound = [&](bool behind) {
            std::uint64_t low = within.first, high = within.end;
            while (low < high) {
                std::uint64_t const middle = low + (high - low) / 2;
                if (order(genome_.place(middle), i, depth, behind))
                    low = middle + 1;
                else
                    high = middle;
            }
            return low;
        };
        return {bound(false), bound(true)};
    }

    [[nodiscard]] std::size_t extension(std::size_t i, std::uint64_t p) const
    {
        return rmq::direct_extension(view_, i, genome_.text, p);
    }

    /// True where the letters in front of both match, so that the match begins earlier.
    [[nodiscard]] bool extends_left(std::size_t i, std::uint64_t p) const
    {
        return i > 0 && p > 0 && view_.letter(i - 1) != rmq::barrier_letter &&
               view_.letter(i - 1) == genome_.text.letter(p - 1);
    }

private:
    static std::vector<std::uint8_t> as_text(std::span<letter_code const> letters)
    {
        std::vector<std::uint8_t> out(letters.size());
        std::ranges::transform(letters, out.begin(), [](letter_code c) {
            return c < 4 ? static_cast<std::uint8_t>(c + 1) : rmq::barrier_letter;
        });
        return out;
    }

    /// True where the suffix at p lies in front of those that begin with the read's letters i.., or, with `behind`, is
    /// not behind them.
    [[nodiscard]] bool order(std::uint64_t p, std::size_t i, std::size_t depth, bool behind) const
    {
        std::size_t const shared = extension(i, p);
        if (shared >= depth)
            return behind;
        std::uint8_t const theirs =
            p + shared < genome_.text.size ? genome_.text.letter(p + shared) : rmq::barrier_letter;
        return theirs < view_.letter(i + shared);
    }

    splice_genome::state const & genome_;
    rmq::packed_text read_;
    rmq::packed_view view_;
};

} // namespace

void find_seeds(splice_genome::state const & genome, std::span<letter_code const> letters, std::uint32_t shortest,
                std::uint32_t most_places, std::vector<read_seed> & out)
{
    out.clear();
    std::uint32_t const word = genome.word;
    shortest = std::max(shortest, word);
    if (letters.size() < shortest)
        return;
    seed_search const search{genome, letters};
    std::uint64_t const mask = (std::uint64_t{1} << 2 * word) - 1;
    // letters without N from here on
    std::vector<std::uint32_t> clean(letters.size() + 1, 0);
    for (std::size_t i = letters.size(); i-- > 0;)
        clean[i] = letters[i] < 4 ? clean[i + 1] + 1 : 0;
    std::uint64_t code = 0;
    for (std::size_t i = 0; i + 1 < word; ++i)
        code = code << 2 | (letters[i] & 3);
    for (std::size_t i = 0; i + shortest <= letters.size(); ++i) {
        code = (code << 2 | (letters[i + word - 1] & 3)) & mask;
        if (clean[i] < shortest)
            continue;
        ranks found{genome.starts[code], genome.starts[code + 1]};
        constexpr std::uint64_t few = 4; // looked at one by one
        std::size_t depth = shortest;
        if (found.size() > few)
            found = search.narrowed(found, i, depth);
        while (found.size() > most_places && depth < clean[i]) {
            depth = std::min<std::size_t>(depth + 4, clean[i]);
            found = search.narrowed(found, i, depth);
        }
        found.end = std::min(found.end, found.first + most_places);
        for (std::uint64_t r = found.first; r < found.end; ++r) {
            std::uint64_t const p = genome.place(r);
            if (p >= genome.forward_size || search.extends_left(i, p))
                continue;
            std::size_t const length = search.extension(i, p);
            if (length >= depth)
                out.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(length), p});
        }
    }
}

} // namespace detail

} // namespace vglcs
