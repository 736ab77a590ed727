// SPDX-License-Identifier: BSD-3-Clause
#include <rmq/packed_text.hpp>

#include <cstring>

#include <rmq/detail/parallel.hpp>

namespace rmq {

namespace {

constexpr std::size_t grain = 1 << 14; // letters; a multiple of those in a word

/// The runs of barriers of positions [begin, end) of a text.
void find_runs(std::span<std::uint8_t const> text, std::size_t begin, std::size_t end, std::vector<barrier_run> & runs)
{
    for (std::size_t p = begin; p < end;) {
        auto const * const found =
            static_cast<std::uint8_t const *>(std::memchr(text.data() + p, barrier_letter, end - p));
        if (found == nullptr)
            return;
        std::size_t const first = static_cast<std::size_t>(found - text.data());
        for (p = first + 1; p < end && text[p] == barrier_letter;)
            ++p;
        runs.push_back({first, p});
    }
}

/// Adds a run behind the others; joins it with the last one where they touch.
void append(std::vector<barrier_run> & runs, barrier_run const & more)
{
    if (!runs.empty() && runs.back().end == more.begin)
        runs.back().end = more.end;
    else
        runs.push_back(more);
}

/// The fields of a word in reverse order, 2 bits each.
std::uint64_t reversed_pairs(std::uint64_t x) noexcept
{
    x = __builtin_bswap64(x);
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
}

} // namespace

packed_text::packed_text(std::span<std::uint8_t const> text, unsigned threads, unsigned bits) : size_{text.size()}
{
    std::size_t const parts = std::min(detail::thread_count(threads), text.size() / grain + 1);
    std::vector<std::vector<barrier_run>> found(parts);
    std::vector<std::uint8_t> largest(parts, 0);
    // the last part takes what is left over
    detail::for_each_part(parts, 1, threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t k = first; k < last; ++k) {
            std::size_t const begin = text.size() / parts * k;
            std::size_t const end = k + 1 == parts ? text.size() : text.size() / parts * (k + 1);
            find_runs(text, begin, end, found[k]);
            std::uint8_t most = 0;
            for (std::size_t p = begin; p < end; ++p)
                most = std::max(most, text[p]);
            largest[k] = most;
        }
    });
    bool const few = *std::ranges::max_element(largest) <= 4;
    RMQ_EXPECTS(bits == 0 || bits == 8 || (bits == 2 && few));
    bits_ = bits != 0 ? bits : few ? 2 : 8;
    for (auto const & part : found)
        for (barrier_run const & run : part)
            append(runs_, run);
    append(runs_, {size_, static_cast<std::uint64_t>(-1)});
    if (runs_.back().begin < size_) { // barriers up to the end: the end has a run of its own all the same
        runs_.back().end = size_;
        runs_.push_back({size_, static_cast<std::uint64_t>(-1)});
    }

    std::size_t const per_word = 64 / bits_, count = packed_view::words_for(size_, bits_);
    words_.resize(count);
    detail::for_each_part(count, grain / per_word, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t w = begin; w < end; ++w) {
            std::uint64_t word = 0;
            std::size_t const first = w * per_word, last = std::min(size_, first + per_word);
            for (std::size_t p = first; p < last; ++p) {
                std::uint64_t const c = text[p];
                word |= (c - (c != barrier_letter)) << (p - first) * bits_;
            }
            words_[w] = word;
        }
    });
    set_flags();
}

void packed_text::set_flags()
{
    flags_.assign(packed_view::flag_words_for(size_), 0);
    for (barrier_run const & run : runs_)
        for (std::size_t block = run.begin / 64; block <= (std::min<std::size_t>(run.end, size_ + 1) - 1) / 64; ++block)
            flags_[block / 64] |= std::uint64_t{1} << block % 64;
}

packed_text packed_text::mirrored(packed_view const & text, unsigned threads)
{
    RMQ_EXPECTS(text.bits == 2);
    packed_text out;
    out.size_ = text.size;
    out.runs_.clear();
    for (std::size_t k = text.run_count; k > 0; --k) { // cut at the text, as those of a damaged file need not be
        std::uint64_t const begin = std::min<std::uint64_t>(text.runs[k - 1].begin, text.size);
        std::uint64_t const end = std::min<std::uint64_t>(text.runs[k - 1].end, text.size);
        if (begin < end)
            out.runs_.push_back({text.size - end, text.size - begin});
    }
    out.runs_.push_back({text.size, static_cast<std::uint64_t>(-1)});
    std::size_t const count = packed_view::words_for(text.size, 2), full = text.size / 32, rest = text.size % 32;
    out.words_.resize(count);
    std::fill(out.words_.begin() + static_cast<std::ptrdiff_t>(full), out.words_.end(), 0);
    detail::for_each_part(full, grain / 32, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t w = begin; w < end; ++w)
            out.words_[w] = ~reversed_pairs(text.window(text.size - 32 * (w + 1)));
    });
    if (rest > 0) // the letters before them are zeros that come in from above
        out.words_[full] = ~reversed_pairs(text.words[0]) >> 2 * (32 - rest);
    // a barrier is zeros, which became ones
    for (barrier_run const & run : out.runs_)
        for (std::size_t p = run.begin; p < std::min<std::size_t>(run.end, out.size_);) {
            std::size_t const end = std::min<std::size_t>({run.end, out.size_, p / 32 * 32 + 32});
            std::uint64_t const ones = end - p == 32 ? ~std::uint64_t{0} : (std::uint64_t{1} << 2 * (end - p)) - 1;
            out.words_[p / 32] &= ~(ones << p % 32 * 2);
            p = end;
        }
    out.set_flags();
    return out;
}

std::vector<std::uint8_t> mirrored_letters(std::span<std::uint8_t const> text)
{
    std::vector<std::uint8_t> out(text.size());
    for (std::size_t p = 0; p < text.size(); ++p) {
        std::uint8_t const c = text[text.size() - 1 - p];
        RMQ_EXPECTS(c <= 4);
        out[p] = static_cast<std::uint8_t>(c == barrier_letter ? c : 5 - c);
    }
    return out;
}

} // namespace rmq
