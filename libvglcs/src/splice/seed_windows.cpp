// SPDX-License-Identifier: BSD-3-Clause
#include "splice/seed_windows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace vglcs::detail {

namespace {

constexpr std::uint64_t slack = 32;       ///< letters beside what seeds alone ask for
constexpr std::size_t chance = 4;         ///< letters by which seeds go on into an intron by chance
constexpr std::size_t least_exon = 5;     ///< letters of an exon that is looked for between its sites
constexpr std::uint64_t nearest = 4096;   ///< letters next to an exon where the shortest words are looked for
constexpr std::size_t longest_word = 15;  ///< letters of words that are looked for
constexpr std::size_t longest_piece = 48; ///< of the read that is looked for as one exon

/// Letters of the genome for unaligned ones of the read, with room for those that one side has alone.
std::uint64_t with_room(std::uint64_t letters)
{
    return letters + letters / 4 + slack;
}

/// Words of one length of a piece of the read.
class word_table
{
public:
    word_table(std::span<letter_code const> piece, std::size_t word) : word_{word}
    {
        std::uint64_t code = 0;
        std::size_t clean = 0;
        for (std::size_t k = 0; k < piece.size(); ++k) {
            clean = piece[k] < 4 ? clean + 1 : 0;
            code = (code << 2 | (piece[k] & 3)) & mask();
            if (clean >= word) {
                words_.push_back({static_cast<std::uint32_t>(code), static_cast<std::uint32_t>(k + 1 - word)});
                there_[code % filter / 64] |= std::uint64_t{1} << code % 64;
            }
        }
        std::ranges::sort(words_);
    }

    /// Calls hit(place in the piece, place in `where`) for each occurrence until it says false.
    template <class Hit>
    void scan(std::span<letter_code const> where, Hit hit) const
    {
        std::uint64_t code = 0;
        std::size_t clean = 0;
        for (std::size_t p = 0; p < where.size(); ++p) {
            clean = where[p] < 4 ? clean + 1 : 0;
            code = (code << 2 | (where[p] & 3)) & mask();
            if (clean < word_ || (there_[code % filter / 64] >> code % 64 & 1) == 0) [[likely]]
                continue;
            auto at = std::ranges::lower_bound(words_, std::pair{static_cast<std::uint32_t>(code), 0u});
            for (; at != words_.end() && at->first == code; ++at)
                if (!hit(at->second, p + 1 - word_))
                    return;
        }
    }

private:
    static constexpr std::uint64_t filter = 1 << 16;
    [[nodiscard]] std::uint64_t mask() const noexcept { return (std::uint64_t{1} << 2 * word_) - 1; }

    std::size_t word_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> words_; ///< code, place; sorted
    std::array<std::uint64_t, filter / 64> there_{};
};

} // namespace

std::span<letter_code const> seed_windows::codes(text_range where)
{
    codes_ = letters_of(text_, where);
    return codes_;
}

void seed_windows::add_words(read_range piece, text_range where, bool from_left, bool from_right, std::uint64_t close)
{
    // near an exon shorter words say enough: stretches next to it, each four times as long as the one before
    if ((from_left || from_right) && where.size() > 3 * close) {
        text_range rest = where;
        if (from_left) {
            add_words(piece, {where.begin, where.begin + close}, false, false, close);
            rest.begin += close - longest_word;
        }
        if (from_right) {
            add_words(piece, {where.end - close, where.end}, false, false, close);
            rest.end -= close - longest_word;
        }
        add_words(piece, rest, from_left, from_right, 4 * close);
        return;
    }
    constexpr std::size_t shortest = 8, longest = longest_word, beside = 40;
    std::uint64_t const expected = std::max<std::uint64_t>(8, letters_.size() / 40); // by chance
    std::size_t const few = 4 * expected + 32;
    if (piece.size() < shortest || where.size() < shortest)
        return;
    std::size_t word = shortest;
    while (word < longest && piece.size() * where.size() > expected << 2 * word)
        ++word;
    std::span<letter_code const> const there = codes(where);
    std::span<letter_code const> const letters = letters_.subspan(piece.begin, piece.size());
    for (; word <= std::min(longest, piece.size()); ++word) {
        std::vector<std::pair<std::size_t, std::size_t>> hits;
        word_table{letters, word}.scan(there, [&](std::size_t r, std::size_t p) {
            hits.emplace_back(r, p);
            return hits.size() <= few;
        });
        if (hits.size() > few)
            continue;
        for (auto const & [r, p] : hits) {
            std::uint64_t const at = where.begin + p, left = std::min(r, beside) + 8,
                                right = std::min(piece.size() - r - word, beside) + word + 8;
            add(at > left ? at - left : 0, at + right);
        }
        return;
    }
}

void seed_windows::add_small_exons(read_range piece, text_range where)
{
    if (piece.size() > longest_piece || where.size() < least_exon + 4)
        return;
    std::span<letter_code const> const there = codes(where);
    std::size_t const first_low = piece.begin > chance ? piece.begin - chance : 0, first_high = piece.begin + 1,
                      end_low = std::max(piece.end, std::size_t{1}) - 1,
                      end_high = std::min(piece.end + chance, letters_.size());
    constexpr letter_code a = 0, c = 1, g = 2, t = 3;
    for (std::size_t e = 2; e + least_exon + 2 <= there.size(); ++e) {
        // in front of an exon AG, or AC or GC where the transcript is on the other strand
        bool const plus = there[e - 2] == a && there[e - 1] == g;
        bool const minus = (there[e - 2] == a || there[e - 2] == g) && there[e - 1] == c;
        if (!plus && !minus)
            continue;
        for (std::size_t first = first_low; first <= first_high; ++first) {
            std::size_t shared = 0;
            while (first + shared < end_high && e + shared < there.size() && letters_[first + shared] < 4 &&
                   letters_[first + shared] == there[e + shared])
                ++shared;
            for (std::size_t end = std::max(end_low, first + least_exon); end <= std::min(end_high, first + shared);
                 ++end) {
                std::size_t const d = e + end - first;
                if (d + 2 > there.size())
                    break;
                if ((plus && there[d] == g && (there[d + 1] == t || there[d + 1] == c)) ||
                    (minus && there[d] == c && there[d + 1] == t))
                    add(where.begin + e - std::min<std::uint64_t>(where.begin + e, 8), where.begin + d + 8);
            }
        }
    }
}

void seed_windows::count_sites(read_seed const & left, read_seed const & right)
{
    std::uint64_t const b = left.text + left.length, e = right.text;
    constexpr std::uint64_t near = 6;
    if (b < record_.begin + near || e + near + 2 > record_.end)
        return;
    for (std::uint64_t s = 0; s <= 2 * near; ++s) {
        auto const at = [&](std::uint64_t p) { return text_.letter(p); };
        std::uint64_t const x = b + s - near, y = e + s - near;
        if (y < x + 4)
            continue;
        plus_ += at(x) == 3 && at(x + 1) == 4 && at(y - 2) == 1 && at(y - 1) == 3;  // GT AG
        minus_ += at(x) == 2 && at(x + 1) == 4 && at(y - 2) == 1 && at(y - 1) == 2; // CT AC
    }
}

void seed_windows::between(read_seed const & left, read_seed const & right)
{
    std::uint64_t const x = left.read + left.length, y = left.text + left.length;
    std::uint64_t const unread = right.read > x ? right.read - x : 0, passed = right.text > y ? right.text - y : 0;
    std::uint64_t const flank = with_room(unread);
    if (passed <= 2 * flank) {
        add(y - std::min<std::uint64_t>(y, 1), right.text + 1);
        return;
    }
    add(y, y + flank);
    add(right.text - flank, right.text);
    count_sites(left, right);
    if (unread < 2)
        return;
    text_range const rest{y + flank / 2, right.text - flank / 2};
    read_range const piece{static_cast<std::size_t>(x), right.read};
    add_small_exons(piece, rest);
    std::size_t const begin = piece.begin > chance ? piece.begin - chance : 0,
                      end = std::min(piece.end + chance, letters_.size());
    add_words({begin, end}, rest, true, true, nearest);
}

void seed_windows::before(read_seed const & first)
{
    std::uint64_t const unread = first.read, flank = with_room(unread);
    std::uint64_t const near = first.text > record_.begin + flank ? first.text - flank : record_.begin;
    add(near, first.text);
    if (unread * how_.prices.match <= cheapest_)
        return;
    std::uint64_t const far = reach_ + unread;
    add_words({0, std::min<std::size_t>(unread + chance, letters_.size())},
              {first.text > record_.begin + far ? first.text - far : record_.begin, first.text}, false, true, nearest);
}

void seed_windows::behind(read_seed const & last)
{
    std::uint64_t const x = last.read + last.length, y = last.text + last.length, unread = letters_.size() - x;
    add(y, std::min(record_.end, y + with_room(unread)));
    if (unread * how_.prices.match <= cheapest_)
        return;
    add_words({static_cast<std::size_t>(x > chance ? x - chance : 0), letters_.size()},
              {y, std::min(record_.end, y + reach_ + unread)}, true, false, nearest);
}

/// Seeds of a chain that lie in one exon, first..last.
struct seed_windows::cluster
{
    std::size_t first, last;
    std::uint64_t letters; ///< of its seeds
};

std::vector<seed_windows::cluster> seed_windows::clusters_of(std::span<read_seed const> chain) const
{
    std::vector<cluster> out;
    for (std::size_t k = 0; k < chain.size(); ++k) {
        if (k != 0) {
            std::uint64_t const x = chain[k - 1].read + chain[k - 1].length,
                                y = chain[k - 1].text + chain[k - 1].length;
            std::uint64_t const unread = chain[k].read > x ? chain[k].read - x : 0,
                                passed = chain[k].text > y ? chain[k].text - y : 0;
            if (passed <= 2 * with_room(unread)) {
                out.back().last = k;
                out.back().letters += chain[k].length;
                continue;
            }
        }
        out.push_back({k, k, chain[k].length});
    }
    // a small cluster may be there by chance: it gets its windows, and hides nothing of what lies beside it
    std::uint64_t const trusted = shortest_ + 5;
    if (std::ranges::any_of(out, [&](cluster const & c) { return c.letters >= trusted; }))
        std::erase_if(out, [&](cluster const & c) { return c.letters < trusted; });
    return out;
}

void seed_windows::add_small_clusters(std::span<read_seed const> chain, std::span<cluster const> trusted)
{
    constexpr std::uint64_t most = 160; // letters of an exon on one side of a seed that may be there by chance
    std::size_t at = 0;                 // the trusted cluster that is next
    for (std::size_t k = 0; k < chain.size(); ++k) {
        if (at < trusted.size() && k == trusted[at].first) {
            k = trusted[at++].last;
            continue;
        }
        read_seed const & s = chain[k];
        std::uint64_t const begin = at == 0 ? 0 : chain[trusted[at - 1].last].read + chain[trusted[at - 1].last].length;
        std::uint64_t const end = at == trusted.size() ? letters_.size() : chain[trusted[at].first].read;
        std::uint64_t const left = with_room(std::min(most, s.read > begin ? s.read - begin : 0)),
                            right = with_room(std::min(most, end > s.read + s.length ? end - s.read - s.length : 0));
        add(s.text - std::min(s.text, left), s.text + s.length + right);
    }
}

locus seed_windows::around(std::span<read_seed const> chain, std::span<read_seed const> others)
{
    locus out;
    out.letters = record_;
    std::vector<cluster> const clusters = clusters_of(chain);
    read_seed const & first = chain[clusters.front().first];
    read_seed const & last = chain[clusters.back().last];
    std::uint64_t const reach = reach_ + letters_.size();
    std::uint64_t const from = first.text > reach ? first.text - reach : 0, to = last.text + last.length + reach;
    constexpr std::uint64_t beside = 2 * slack; // of a seed that may be one of an exon with none beside it
    for (read_seed const & s : others)
        if (s.text >= from && s.text + s.length <= to)
            add(s.text - std::min<std::uint64_t>(s.text, beside), s.text + s.length + beside);
    add_small_clusters(chain, clusters);
    before(first);
    for (std::size_t c = 0; c < clusters.size(); ++c) {
        for (std::size_t k = clusters[c].first; k <= clusters[c].last; ++k) {
            add(chain[k].text - std::min<std::uint64_t>(chain[k].text, slack), chain[k].text + chain[k].length + slack);
            if (k != clusters[c].first)
                between(chain[k - 1], chain[k]);
        }
        if (c + 1 < clusters.size())
            between(chain[clusters[c].last], chain[clusters[c + 1].first]);
    }
    behind(last);
    join_ranges(found_, record_);
    out.windows = std::move(found_);
    out.minus_first = minus_ > plus_;
    return out;
}

} // namespace vglcs::detail
