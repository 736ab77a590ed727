// SPDX-License-Identifier: BSD-3-Clause
#include "text/pattern_scan.hpp"

#include <rmq/detail/expects.hpp>

#include <algorithm>
#include <utility>

namespace vglcs::cuda {

namespace {

constexpr std::uint64_t letters_of_word = 32;

/// The lowest 2 * letters bits.
constexpr std::uint64_t mask_of(std::uint64_t letters) noexcept
{
    return letters >= letters_of_word ? ~std::uint64_t{0} : (std::uint64_t{1} << 2 * letters) - 1;
}

} // namespace

pattern_scanner::pattern_scanner(rmq::packed_view const & text, std::uint32_t room)
    : d_text_{text, on_}, text_{d_text_.view().on_device}, d_places_{room, on_}, d_count_{1, on_}
{
    RMQ_EXPECTS(text.bits == 2 && room >= least_room);
    on_.synchronize();
}

pattern_scan_task pattern_scanner::task(loaded const & l) const
{
    return {.text = text_,
            .patterns = l.d_patterns.data(),
            .words = l.d_words.data(),
            .places = d_places_.data(),
            .count = d_count_.data(),
            .room = static_cast<std::uint32_t>(d_places_.size()),
            .on = on_};
}

pattern_scanner::loaded pattern_scanner::load(std::span<rmq::packed_view const> patterns) const
{
    loaded l;
    std::vector<std::uint64_t> words;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> by_code;
    std::vector<std::uint32_t> tabled;
    std::size_t prefix = longest_prefix;
    for (std::uint32_t k = 0; k < patterns.size(); ++k) {
        rmq::packed_view const & p = patterns[k];
        RMQ_EXPECTS(p.bits == 2);
        std::uint64_t const mask = mask_of(p.size);
        l.patterns.push_back({p.words[0] & mask, mask, words.size(), p.size});
        words.insert(words.end(), p.words, p.words + (p.size + letters_of_word - 1) / letters_of_word);
        if (p.size == 0 || p.size > text_.size || p.next_barrier(0) < p.size)
            continue;
        l.long_ones = l.long_ones || p.size > letters_of_word;
        if (p.size < shortest_prefix) {
            l.singly.push_back(k);
        } else {
            tabled.push_back(k);
            prefix = std::min(prefix, p.size);
        }
    }
    if (tabled.size() <= most_singly)
        l.singly.insert(l.singly.end(), tabled.begin(), tabled.end());
    else
        for (std::uint32_t const k : tabled)
            by_code.emplace_back(static_cast<std::uint32_t>(l.patterns[k].first & mask_of(prefix)), k);
    l.d_patterns = {std::span<scanned_pattern const>{l.patterns}, on_};
    l.d_words = {std::span<std::uint64_t const>{words}, on_};
    std::ranges::sort(by_code);
    std::vector<std::uint32_t> bits(by_code.empty() ? 0 : prefix_table::words), codes, numbers;
    for (auto const & [code, number] : by_code) {
        std::uint32_t const bit = prefix_table::hash(code);
        bits[bit / 32] |= 1u << bit % 32;
        codes.push_back(code);
        numbers.push_back(number);
    }
    l.d_bits = {std::span<std::uint32_t const>{bits}, on_};
    l.d_codes = {std::span<std::uint32_t const>{codes}, on_};
    l.d_numbers = {std::span<std::uint32_t const>{numbers}, on_};
    l.table = {l.d_bits.data(), l.d_codes.data(), l.d_numbers.data(), static_cast<std::uint32_t>(codes.size()),
               static_cast<std::uint32_t>(mask_of(prefix))};
    on_.synchronize(); // the host's arrays end here
    return l;
}

void pattern_scanner::scan_async(loaded const & l, std::uint64_t begin, std::uint64_t end) const
{
    RMQ_EXPECTS(begin % 4 == 0 && end <= words());
    pattern_scan_task t = task(l);
    t.begin = begin;
    t.end = end;
    rmq::cuda::detail::fill_bytes(d_count_.data(), 0, d_count_.bytes(), on_);
    for (std::uint32_t const k : l.singly)
        scan_one_pattern(t, l.patterns[k], k);
    if (l.table.count > 0)
        scan_pattern_table(t, l.table);
    if (l.long_ones)
        verify_places(t);
}

void pattern_scanner::find_part(std::span<rmq::packed_view const> patterns,
                                std::vector<std::vector<std::uint64_t>> & out, std::size_t first,
                                detail::hit_budget * budget)
{
    loaded const l = load(patterns);
    RMQ_EXPECTS(d_places_.size() >= least_room * patterns.size());
    std::vector<pattern_place> places;
    std::uint64_t part = (words() + 3) / 4 * 4;
    for (std::uint64_t begin = 0; begin < words();) {
        std::uint64_t const end = std::min(words(), begin + part);
        scan_async(l, begin, end);
        std::uint32_t count = 0;
        rmq::cuda::copy_async(rmq::cuda::device_span<std::uint32_t const>{d_count_.span()}, std::span{&count, 1}, on_);
        on_.synchronize();
        if (count > d_places_.size()) { // four words hold no more places than there is room for
            part = std::max<std::uint64_t>(4, part / 8 * 4);
            continue;
        }
        places.resize(count);
        rmq::cuda::copy_async(rmq::cuda::device_span<pattern_place const>{d_places_.span().subspan(0, count)},
                              std::span{places}, on_);
        on_.synchronize();
        if (budget != nullptr)
            budget->keep(static_cast<std::uint64_t>(std::ranges::count_if(
                places, [](pattern_place const & p) { return p.at != pattern_place::no_place; })));
        for (pattern_place const & p : places)
            if (p.at != pattern_place::no_place)
                out[first + p.pattern].push_back(p.at);
        begin = end;
        part *= 2;
    }
    for (std::size_t k = 0; k < patterns.size(); ++k)
        std::ranges::sort(out[first + k]);
}

std::vector<std::vector<std::uint64_t>> pattern_scanner::find(std::span<rmq::packed_view const> patterns,
                                                              detail::hit_budget * budget)
{
    std::vector<std::vector<std::uint64_t>> out(patterns.size());
    std::size_t const most = std::min(patterns_at_once, d_places_.size() / least_room);
    for (std::size_t first = 0; first < patterns.size(); first += most)
        find_part(patterns.subspan(first, std::min(most, patterns.size() - first)), out, first, budget);
    return out;
}

} // namespace vglcs::cuda
