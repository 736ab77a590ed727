// SPDX-License-Identifier: BSD-3-Clause
#include "pattern/list_index.hpp"

#include "base/iupac.hpp"
#include "pattern/tile.hpp"
#include "pattern/turned_word.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace vglcs::detail {

namespace {

constexpr std::size_t letters_of_key = 32;

/// Letters [0, size) as bits, two a letter; nothing where one is none of A C G T.
std::optional<std::uint64_t> key_of(std::uint8_t const * letters, std::size_t size) noexcept
{
    std::uint64_t key = 0;
    for (std::size_t k = 0; k < size; ++k) {
        unsigned const set = letters[k] & 15u;
        if (!std::has_single_bit(set))
            return std::nullopt;
        key = key << 2 | static_cast<unsigned>(std::countr_zero(set));
    }
    return key;
}

/// Words of up to 32 letters beside a place of a text, all letters at once.
class quick_look
{
public:
    quick_look(pattern_errors const & errors, std::uint8_t const * text, std::size_t available, std::size_t length)
        : shifts_(errors.insertions + errors.deletions + 1), most_{
                                                                 static_cast<int>(errors.mismatches + errors.deletions)}
    {
        for (std::size_t n = 0; n < shifts_.size(); ++n)
            for (std::size_t k = 0; k < length; ++k) {
                shifts_[n].letters <<= 2;
                shifts_[n].none <<= 2;
                std::size_t const at = k + n;
                bool const there = at >= errors.deletions && at - errors.deletions < available;
                unsigned const set = there ? text[at - errors.deletions] & 15u : 0;
                if (std::has_single_bit(set))
                    shifts_[n].letters |= static_cast<unsigned>(std::countr_zero(set));
                else
                    shifts_[n].none |= 1;
            }
    }

    /// False where more letters of the word than its mismatches and deletions have no equal one near their place.
    [[nodiscard]] bool may_match(std::uint64_t word) const noexcept
    {
        std::uint64_t differ = 0x5555555555555555u;
        for (shift const & s : shifts_) {
            std::uint64_t const x = word ^ s.letters;
            differ &= x | x >> 1 | s.none;
        }
        return std::popcount(differ) <= most_;
    }

private:
    struct shift
    {
        std::uint64_t letters = 0; ///< two bits each, as in a key
        std::uint64_t none = 0;    ///< the lower bit where there is none of A C G T
    };
    std::vector<shift> shifts_;
    int most_;
};

} // namespace

list_index::list_index(pattern_part const & part) : part_{part}
{
    word_list const & list = *part.list;
    words_.reserve(list.size());
    for (std::size_t k = 0; k < list.size(); ++k) {
        pattern_word word;
        for (char const c : list[k])
            word.push_back(iupac_set(c));
        words_.push_back(part.list_turned ? turned(word) : std::move(word));
    }
    shortest_ = list.shortest() - std::min<std::size_t>(list.shortest(), part.errors.deletions);
    longest_ = list.longest() + part.errors.insertions;
    std::vector<std::uint32_t> order(words_.size());
    for (std::uint32_t k = 0; k < order.size(); ++k)
        order[k] = k;
    std::ranges::stable_sort(order, {}, [&](std::uint32_t k) { return words_[k].size(); });
    for (std::uint32_t const k : order) {
        if (groups_.empty() || groups_.back().length != words_[k].size())
            groups_.push_back({.length = words_[k].size()});
        groups_.back().words.push_back(k);
    }
    std::size_t const pieces = part.errors.total() + std::size_t{1};
    constexpr std::size_t few = 8; // words that are sooner looked at than looked up
    for (group & g : groups_) {
        if (g.length < pieces || g.words.size() <= few)
            continue;
        std::uint64_t const buckets = std::bit_ceil(g.words.size());
        for (std::size_t n = 0; n < pieces; ++n) {
            piece p{.from = g.length * n / pieces};
            p.size = std::min(letters_of_key, g.length * (n + 1) / pieces - p.from);
            std::vector<std::uint64_t> at;
            p.starts.assign(buckets + 1, 0);
            for (std::uint32_t const k : g.words) {
                at.push_back(bucket(*key_of(words_[k].data() + p.from, p.size), buckets));
                ++p.starts[at.back() + 1];
            }
            for (std::size_t b = 0; b < buckets; ++b)
                p.starts[b + 1] += p.starts[b];
            p.words.resize(g.words.size());
            if (g.length <= letters_of_key)
                p.keys.resize(g.words.size());
            std::vector<std::uint32_t> room = p.starts;
            for (std::size_t w = 0; w < at.size(); ++w) {
                std::uint32_t const to = room[at[w]]++;
                p.words[to] = g.words[w];
                if (!p.keys.empty())
                    p.keys[to] = *key_of(words_[g.words[w]].data(), g.length);
            }
            g.pieces.push_back(std::move(p));
        }
    }
}

void list_index::find(word_matcher & matcher, std::uint8_t const * text, std::size_t available,
                      std::vector<std::uint32_t> & candidates, std::vector<word_way> & ways) const
{
    ways.clear();
    auto const keep = [&](word_way const & way) {
        auto const same = std::ranges::lower_bound(ways, way.length, {}, &word_way::length);
        if (same == ways.end() || same->length != way.length) {
            ways.insert(same, way);
        } else if (way.better_than(*same)) {
            std::uint32_t const second = same->errors;
            *same = way;
            same->runner_up = second;
        } else {
            same->runner_up = std::min(same->runner_up, way.errors);
        }
    };
    auto const [m, i, d] = part_.errors;
    for (group const & g : groups_) {
        candidates.clear();
        std::optional<quick_look> look;
        if (g.pieces.empty())
            candidates = g.words;
        else if (g.length <= letters_of_key)
            look.emplace(part_.errors, text, available, g.length);
        for (piece const & p : g.pieces)
            for (std::size_t n = 0; n <= i + d; ++n) {
                std::size_t const at = p.from + n;
                if (at < d || at - d + p.size > available)
                    continue;
                auto const key = key_of(text + at - d, p.size);
                if (!key)
                    continue;
                std::uint64_t const b = bucket(*key, p.starts.size() - 1);
                for (std::uint32_t w = p.starts[b]; w < p.starts[b + 1]; ++w)
                    if (!look || look->may_match(p.keys[w]))
                        candidates.push_back(p.words[w]);
            }
        if (!g.pieces.empty()) {
            std::ranges::sort(candidates);
            auto const [from, to] = std::ranges::unique(candidates);
            candidates.erase(from, to);
        }
        for (std::uint32_t const k : candidates)
            matcher.match(part_, words_[k], text, available, [&](word_way way) {
                way.choice = k;
                keep(way);
            });
    }
}

} // namespace vglcs::detail
