// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/bitlcs/bitlcs.hpp"

#include "cpu/engines.hpp"
#include "cpu/machine_speed.hpp"
#include "cpu/published_rows.hpp"
#include "problem/shared_letters.hpp"
#include "solve/checkpoints.hpp"
#include "solve/prepared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace vglcs::cpu {

using detail::shared_letters;

namespace {

using word = std::uint64_t;
constexpr std::size_t word_bits = 64;
constexpr std::size_t rows_at_once = 4; ///< rows whose carry chains run side by side, each a word behind the one above

/// x + y + carry, and the new carry.
inline word add(word x, word y, unsigned char & carry) noexcept
{
#ifdef __x86_64__
    unsigned long long sum = 0;
    carry = _addcarry_u64(carry, x, y, &sum);
    return sum;
#else
    word sum = 0, all = 0;
    bool const a = __builtin_add_overflow(x, y, &sum);
    bool const b = __builtin_add_overflow(sum, word{carry}, &all);
    carry = static_cast<unsigned char>(a | b);
    return all;
#endif
}

/// One word of a row from the one above: a 0 bit stands where the length of the row's prefix grows; it moves left to
/// the first match of its segment, and the carry takes it across words.
inline word step(word above, word matches, unsigned char & carry) noexcept
{
    word const hit = above & matches;
    return add(above, hit, carry) | (above ^ hit);
}

/// Where each letter stands in B, a bit a column; letters that B does not have share a row of zeros.
class match_bits
{
public:
    match_bits(problem const & p, shared_letters const & letters)
        : words_{(p.m() + word_bits - 1) / word_bits}, bits_((letters.size + 1) * words_), size_{letters.size}
    {
        for (std::size_t j = 0; j < p.m(); ++j)
            if (letters.b[j] != shared_letters::none)
                bits_[letters.b[j] * words_ + j / word_bits] |= word{1} << j % word_bits;
    }
    [[nodiscard]] std::size_t words() const noexcept { return words_; }
    [[nodiscard]] word const * of(std::uint8_t letter) const noexcept
    {
        return bits_.data() + std::min<std::size_t>(letter, size_) * words_;
    }

private:
    std::size_t words_;
    std::vector<word> bits_;
    std::size_t size_;
};

/// Rows of one strip of words. `row` holds the row above and then the last one; `carry[k]` what enters row k on the
/// left and then what leaves it on the right. Where `Keep`, row k goes to kept + k * kept_stride too.
template <std::size_t Rows, bool Keep>
void advance(word * row, std::size_t words, std::array<word const *, Rows> const & matches, unsigned char * carry,
             word * kept, std::size_t kept_stride) noexcept
{
    std::array<unsigned char, Rows> c;
    std::copy_n(carry, Rows, c.begin());
    std::array<word, Rows> pipe{}; // row k's newest word, which row k + 1 takes a step later
    auto const at = [&]<std::size_t K>(std::size_t t, std::integral_constant<std::size_t, K>) {
        std::size_t const w = t - K;
        word above;
        if constexpr (K == 0)
            above = row[w];
        else
            above = pipe[K - 1];
        pipe[K] = step(above, matches[K][w], c[K]);
        if constexpr (Keep)
            kept[K * kept_stride + w] = pipe[K];
        if constexpr (K == Rows - 1)
            row[w] = pipe[K];
    };
    // lowest row first: it takes what the row above made a step ago
    auto const all = [&]<std::size_t... K>(std::size_t t, std::index_sequence<K...>, auto const & reaches)
    {
        ((reaches(t, Rows - 1 - K) ? at(t, std::integral_constant<std::size_t, Rows - 1 - K>{}) : void()), ...);
    };
    constexpr auto rows = std::make_index_sequence<Rows>{};
    auto const inside = [&](std::size_t t, std::size_t k) { return t >= k && t - k < words; };
    auto const always = [](std::size_t, std::size_t) { return true; };
    std::size_t t = 0;
    for (; t < Rows - 1; ++t)
        all(t, rows, inside);
    for (; t < words; ++t)
        all(t, rows, always);
    for (; t < words + Rows - 1; ++t)
        all(t, rows, inside);
    std::copy_n(c.begin(), Rows, carry);
}

/// Rows first..last-1 of the words [first_word, first_word + words).
template <bool Keep>
void advance_rows(match_bits const & matches, std::vector<std::uint8_t> const & letters, word * row,
                  std::size_t first_word, std::size_t words, std::size_t first, std::size_t last, unsigned char * carry,
                  word * kept, std::size_t kept_stride) noexcept
{
    auto const of = [&](std::size_t i) { return matches.of(letters[i]) + first_word; };
    std::size_t i = first;
    for (; i + rows_at_once <= last; i += rows_at_once)
        advance<rows_at_once, Keep>(row, words, {of(i), of(i + 1), of(i + 2), of(i + 3)}, carry + (i - first),
                                    kept + (i - first) * kept_stride, kept_stride);
    for (; i < last; ++i)
        advance<1, Keep>(row, words, {of(i)}, carry + (i - first), kept + (i - first) * kept_stride, kept_stride);
}

/// The whole run: rows kept every block_rows rows (the row above each block), then blocks of rows computed again from
/// the bottom up while the chain is walked.
class bit_run
{
public:
    bit_run(problem const & p, bit_sizes const & sizes, bool chain, int threads, run_control * control)
        : p_{p}, letters_{p}, matches_{p, letters_}, sizes_{sizes}, threads_{static_cast<std::size_t>(threads)},
          control_{control}, words_{matches_.words()}, block_rows_{sizes.block_rows != 0 ? sizes.block_rows
                                                                                         : default_block_rows(p.n())},
          strips_{(words_ + sizes.words - 1) / sizes.words}, chain_{chain},
          kept_((p.n() + block_rows_ - 1) / block_rows_ * words_), carries_((chain ? strips_ : 1) * p.n(), 0)
    {
    }

    static std::size_t default_block_rows(std::size_t n)
    {
        auto const root = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
        return std::max<std::size_t>(64, (root + 63) / 64 * 64);
    }

    /// Strips in a part on disk, where one of them is written every `interval` seconds.
    static std::size_t default_part_strips(problem const & p, bit_sizes const & sizes, int threads)
    {
        constexpr double interval = 10, cells_a_second = 5e10;
        double const cells = static_cast<double>(p.n()) * static_cast<double>(sizes.words * word_bits);
        double const strips = interval * cells_a_second * threads / std::max(cells, 1.0);
        return std::max<std::size_t>(1, static_cast<std::size_t>(std::min(strips, 1e9)));
    }

    result solve(std::string const & checkpoint)
    {
        result r{.engine = bitlcs_engine().name()};
        if (p_.n() == 0 || p_.m() == 0)
            return r;
        forward(checkpoint);
        // the table's last column grows by one in each row whose carry leaves the last word
        std::size_t last_row = 0;
        unsigned char const * const out = carries_.data() + carries_.size() - p_.n();
        for (std::size_t i = 0; i < p_.n(); ++i)
            if (out[i] != 0) {
                ++r.length;
                last_row = i;
            }
        if (r.length == 0)
            return r;
        std::int64_t j = -1;
        if (chain_) {
            load(last_row + 1, p_.m() - 1);
            j = zero_before(row(static_cast<std::int64_t>(last_row)), p_.m());
        } else {
            j = zero_before(single_row(last_row).data(), p_.m());
        }
        r.last = matched_pair{last_row, static_cast<std::size_t>(j)};
        if (chain_)
            trace(r);
        return r;
    }

private:
    // ---- forward ----

    void forward(std::string const & checkpoint)
    {
        std::size_t first_strip = 0;
        if (!checkpoint.empty()) {
            part_strips_ = sizes_.part_strips != 0 ? sizes_.part_strips
                                                   : default_part_strips(p_, sizes_, static_cast<int>(threads_));
            folder_.emplace(checkpoint, p_, bitlcs_engine().name(),
                            fmt::format("{}, parts of {} strips of {} words, rows every {}",
                                        chain_ ? "chain" : "length", part_strips_, sizes_.words, block_rows_));
            first_strip = resume();
        }
        done_ = std::vector<published_rows>(strips_);
        std::size_t const left = strips_ - first_strip;
        in_parallel(std::min(threads_, left), [&](std::size_t t, std::size_t team) {
            try {
                std::vector<word> row(sizes_.words);
                for (std::size_t s = first_strip + t; s < strips_ && !stopping(); s += team)
                    strip(s, s == first_strip ? nullptr : &done_[s - 1], row);
            } catch (...) {
                abandoned_ = true;
                throw;
            }
        });
        if (control_)
            control_->throw_if_stopped();
    }

    [[nodiscard]] bool stopping() const { return abandoned_ || (control_ && control_->stopped()); }

    void strip(std::size_t s, published_rows const * left, std::vector<word> & row)
    {
        std::size_t const first_word = s * sizes_.words, words = std::min(sizes_.words, words_ - first_word);
        bool const ends_part = folder_ && (s + 1) % part_strips_ == 0 && s + 1 < strips_;
        std::vector<unsigned char> edge(ends_part && !chain_ ? p_.n() : 0); // the next strip overwrites it in place
        std::ranges::fill(row, ~word{0});
        for (std::size_t i = 0; i < p_.n();) {
            if (i % block_rows_ == 0)
                std::copy_n(row.data(), words, kept_.data() + i / block_rows_ * words_ + first_word);
            std::size_t const end = std::min({p_.n(), i + sizes_.chunk, (i / block_rows_ + 1) * block_rows_});
            if (stopping() || (left && !left->wait_for(end, [&] { return stopping(); })))
                return;
            unsigned char * const carry = carries_of(s) + i;
            if (chain_ && s > 0)
                std::copy_n(carry - p_.n(), end - i, carry);
            advance_rows<false>(matches_, letters_.a, row.data(), first_word, words, i, end, carry, nullptr, 0);
            if (!edge.empty())
                std::copy_n(carry, end - i, edge.data() + i);
            done_[s].publish(end);
            if (control_)
                control_->add_cells((end - i) * columns_of(s));
            i = end;
        }
        if (ends_part)
            write(s / part_strips_, edge);
    }

    /// What leaves strip s on the right, a byte a row: kept for each strip where the traceback needs it, else one for
    /// all, which every strip overwrites in place.
    [[nodiscard]] unsigned char * carries_of(std::size_t s) { return carries_.data() + (chain_ ? s * p_.n() : 0); }

    [[nodiscard]] std::size_t columns_of(std::size_t s) const
    {
        std::size_t const width = sizes_.words * word_bits;
        return std::min(p_.m(), (s + 1) * width) - s * width;
    }

    // ---- on disk: a part for every few strips: their columns of the kept rows, and what leaves them on the right ----

    [[nodiscard]] static std::string part_name(std::size_t part) { return fmt::format("strips-{:04}", part); }

    /// The rows' pieces that part `part` consists of, in order; the strips that end it are not the last.
    template <class Span, class F>
    bool for_each_piece(std::size_t part, std::span<unsigned char> edge, F const & f)
    {
        std::size_t const first = part * part_strips_, last = first + part_strips_;
        bool good = true;
        for (std::size_t at = first * sizes_.words; at < kept_.size(); at += words_)
            good = good && f(Span{kept_}.subspan(at, part_strips_ * sizes_.words));
        for (std::size_t s = first; s < last && chain_; ++s)
            good = good && f(std::span{carries_of(s), p_.n()});
        return chain_ ? good : good && f(edge);
    }

    void write(std::size_t part, std::span<unsigned char> edge)
    {
        byte_writer out;
        for_each_piece<std::span<word>>(part, edge, [&]<class T>(std::span<T> piece) {
            out.put(std::span<T const>{piece});
            return true;
        });
        folder_->write(part_name(part), out.bytes());
    }

    /// Takes up the longest unbroken run of parts; returns the first strip that is still to be done.
    std::size_t resume()
    {
        std::size_t part = 0;
        for (; (part + 1) * part_strips_ < strips_; ++part) {
            auto const content = folder_->read(part_name(part));
            if (!content)
                break;
            byte_reader in{*content};
            std::span<unsigned char> const edge{carries_.data(), p_.n()};
            if (!for_each_piece<std::span<word>>(part, edge, [&](auto piece) { return in.get(piece); }))
                break;
        }
        if (control_)
            control_->add_cells(part * part_strips_ * sizes_.words * word_bits * p_.n());
        return part * part_strips_;
    }

    template <class F>
    static void in_parallel(std::size_t team, F const & work)
    {
        std::vector<std::exception_ptr> failures(team);
        {
            std::vector<std::jthread> threads;
            auto const guarded = [&](std::size_t t) noexcept {
                try {
                    work(t, team);
                } catch (...) {
                    failures[t] = std::current_exception();
                }
            };
            for (std::size_t t = 1; t < team; ++t)
                threads.emplace_back(guarded, t);
            guarded(0);
        }
        for (std::exception_ptr const & failure : failures)
            if (failure)
                std::rethrow_exception(failure);
    }

    // ---- traceback ----

    /// Rows of the table in memory: row i of [loaded_first_, loaded_last_); row -1 is all ones.
    [[nodiscard]] word const * row(std::int64_t i) const
    {
        if (i + 1 == static_cast<std::int64_t>(loaded_first_))
            return kept_.data() + static_cast<std::size_t>(i + 1) / block_rows_ * words_;
        return loaded_.data() + (static_cast<std::size_t>(i) - loaded_first_) * words_;
    }

    /// Row i alone, computed from the kept row above its block.
    [[nodiscard]] std::vector<word> single_row(std::size_t i) const
    {
        std::size_t const block = i / block_rows_, first = block * block_rows_;
        auto const kept = kept_.begin() + static_cast<std::ptrdiff_t>(block * words_);
        std::vector<word> out(kept, kept + static_cast<std::ptrdiff_t>(words_));
        std::vector<unsigned char> carry(i + 1 - first, 0);
        advance_rows<false>(matches_, letters_.a, out.data(), 0, words_, first, i + 1, carry.data(), nullptr, 0);
        return out;
    }

    /// Rows of the block that ends before row `end`, and of the one above it for each further thread: first of all the
    /// words at column j; further ones on the left follow when the walk looks at them.
    void load(std::size_t end, std::size_t j)
    {
        std::size_t const last_block = (end - 1) / block_rows_, team = std::min(threads_, last_block + 1);
        loaded_first_ = (last_block + 1 - team) * block_rows_;
        loaded_end_ = end;
        loaded_.resize((end - loaded_first_) * words_);
        loaded_word_ = j / word_bits + 1;
        load_more();
    }

    /// More words on the left of loaded_word_, of its strip at most: twice as many as the walk needs on the way up
    /// these rows where it keeps to the table's diagonal. Those between the strip's start and them are run through
    /// only: it is the writing of whole rows, which no cache holds, that costs.
    void load_more()
    {
        std::size_t const s = (loaded_word_ - 1) / sizes_.words, first_word = s * sizes_.words;
        std::size_t const slope = (loaded_end_ - loaded_first_) * words_ / p_.n();
        std::size_t const kept_words = std::min(loaded_word_ - first_word, 2 * slope + 8);
        std::size_t const first_kept = loaded_word_ - kept_words, skipped = first_kept - first_word;
        in_parallel((loaded_end_ - loaded_first_ + block_rows_ - 1) / block_rows_, [&](std::size_t t, std::size_t) {
            std::size_t const first = loaded_first_ + t * block_rows_,
                              last = std::min(loaded_end_, first + block_rows_);
            auto const kept = kept_.begin() + static_cast<std::ptrdiff_t>(first / block_rows_ * words_ + first_word);
            std::vector<word> above(kept, kept + static_cast<std::ptrdiff_t>(skipped + kept_words));
            std::vector<unsigned char> carry(last - first, 0);
            if (s > 0)
                std::copy_n(carries_.data() + (s - 1) * p_.n() + first, last - first, carry.data());
            if (skipped != 0)
                advance_rows<false>(matches_, letters_.a, above.data(), first_word, skipped, first, last, carry.data(),
                                    nullptr, 0);
            advance_rows<true>(matches_, letters_.a, above.data() + skipped, first_kept, kept_words, first, last,
                               carry.data(), loaded_.data() + (first - loaded_first_) * words_ + first_kept, words_);
        });
        loaded_word_ = first_kept;
        if (control_)
            control_->throw_if_stopped();
    }

    /// Largest position below `end` whose bit is set in x, or -1; only positions from `from` on count.
    template <class Word>
    static std::int64_t last_bit(Word const & x, std::int64_t from, std::int64_t end)
    {
        for (std::int64_t w = (end - 1) / static_cast<std::int64_t>(word_bits); end > from; --w) {
            auto const index = static_cast<std::size_t>(w);
            std::int64_t const start = w * static_cast<std::int64_t>(word_bits);
            word bits = x(index);
            if (end - start < static_cast<std::int64_t>(word_bits))
                bits &= (word{1} << (end - start)) - 1;
            if (bits != 0) {
                std::int64_t const at = start + 63 - std::countl_zero(bits);
                return at >= from ? at : -1;
            }
            end = start;
        }
        return -1;
    }
    [[nodiscard]] std::int64_t zero_before(word const * row, std::size_t end)
    {
        auto const zeros = [&](std::size_t w) {
            while (w < loaded_word_)
                load_more();
            return ~row[w];
        };
        return last_bit(zeros, 0, static_cast<std::int64_t>(end));
    }

    /// The walk. Let c = zeros of row i'-1 left of column j; it starts, for i' = i, at V(i, j) - 1 = `value`. Going up
    /// a row, c falls by one where the row's letter stands between the last zero left of j and j: then the last such
    /// column is the pair. Else a pair of that value in row i' must stand behind the zero before the last one, and not
    /// right of the last one.
    void trace(result & r)
    {
        r.chain.resize(r.length);
        matched_pair at = *r.last;
        for (std::uint64_t k = r.length; k-- > 0;) {
            r.chain[k] = at;
            if (k != 0)
                at = before(at);
        }
    }

    matched_pair before(matched_pair at)
    {
        auto const j = static_cast<std::int64_t>(at.j);
        for (std::size_t i = at.i; i-- > 0;) {
            if (i < loaded_first_)
                load(i + 1, at.j);
            word const * const above = row(static_cast<std::int64_t>(i) - 1);
            word const * const letter = matches_.of(letters_.a[i]);
            auto const match = [&](std::size_t w) { return letter[w]; };
            std::int64_t const zero = zero_before(above, at.j);
            std::int64_t found = last_bit(match, zero + 1, j);
            if (found < 0 && zero >= 0) {
                std::int64_t const earlier = zero_before(above, static_cast<std::size_t>(zero));
                found = last_bit(match, earlier + 1, zero + 1);
            }
            if (found >= 0)
                return {i, static_cast<std::size_t>(found)};
        }
        throw error{exit_code::internal, "bitlcs: no pair precedes a pair of the chain"};
    }

    problem const & p_;
    shared_letters letters_;
    match_bits matches_;
    bit_sizes sizes_;
    std::size_t threads_;
    run_control * control_;
    std::size_t words_, block_rows_, strips_, part_strips_ = 0;
    bool chain_;
    std::vector<word> kept_;             ///< [blocks][words] the row above each block of rows
    std::vector<unsigned char> carries_; ///< [strips or 1][n] what leaves a strip on the right
    std::vector<published_rows> done_;
    std::atomic<bool> abandoned_{false};
    std::optional<checkpoint_folder> folder_;
    std::vector<word> loaded_; ///< [loaded_end_ - loaded_first_][words], from word loaded_word_ on
    std::size_t loaded_first_ = 0, loaded_end_ = 0, loaded_word_ = 0;
};

/// Words of a row in a part of the run's checkpoints; 0 where it is too short to have any.
std::uint64_t part_words(problem const & p, bit_sizes const & sizes, int threads)
{
    std::uint64_t const strips = ((p.m() + word_bits - 1) / word_bits + sizes.words - 1) / sizes.words;
    std::uint64_t const part =
        sizes.part_strips != 0 ? sizes.part_strips : bit_run::default_part_strips(p, sizes, threads);
    return part < strips ? part * sizes.words : 0;
}

class bitlcs final : public engine
{
public:
    std::string_view name() const noexcept override { return "bitlcs"; }
    std::string_view summary() const noexcept override
    {
        return "bit-parallel LCS, for limits that are all infinite; chain by recomputed rows";
    }
    vglcs::device device() const noexcept override { return vglcs::device::cpu; }
    bool supports(problem const & p, task) const noexcept override { return p.is_plain_lcs(); }

    std::unique_ptr<prepared_run> prepare(problem const & p, options const & o) const override
    {
        return detail::prepared(cost_of(p, o), [&p, &o] { return run(p, o); });
    }

private:
    static cost cost_of(problem const & p, options const & o)
    {
        bool const chain = o.task == task::alignment;
        double const cells = static_cast<double>(p.n()) * static_cast<double>(p.m()) * (chain ? 1.25 : 1);
        return {.cells = static_cast<std::uint64_t>(cells),
                .host_bytes = p.bytes() + bit_lcs_bytes(p, {}, chain, o.threads, !o.checkpoint.empty()),
                .seconds = bit_lcs_seconds(p, chain, o.threads) * current_speed().bits};
    }

    static result run(problem const & p, options const & o)
    {
        if (!o.checkpoint.empty() && part_words(p, {}, o.threads) == 0 && o.note)
            o.note(too_short_for_parts(o.checkpoint));
        return bit_lcs(p, {}, o.task == task::alignment, o.threads, o.control, o.checkpoint);
    }
};

} // namespace

std::uint64_t bit_lcs_bytes(problem const & p, bit_sizes const & sizes, bool chain, int threads, bool parts)
{
    std::uint64_t const n = p.n(), m = p.m(), row = (m + word_bits - 1) / word_bits * sizeof(word);
    std::uint64_t const block = sizes.block_rows != 0 ? sizes.block_rows : bit_run::default_block_rows(n);
    std::uint64_t const letters = shared_letters{p}.size + 1, kept = (n + block - 1) / block;
    std::uint64_t const loaded = chain ? std::min(n, block * static_cast<std::uint64_t>(threads)) : 1;
    std::uint64_t const strips = (row / sizeof(word) + sizes.words - 1) / sizes.words;
    std::uint64_t bytes = n + m + n * (chain ? strips : 1) + (letters + kept + loaded) * row + 4096;
    std::uint64_t const part = part_words(p, sizes, threads);
    if (parts && part > 0) // one part, once more while it grows, and the edges of those on their way
        bytes += 2 * (kept * part * sizeof(word) + n * (chain ? part / sizes.words : 1)) +
                 (chain ? 0 : n * static_cast<std::uint64_t>(threads));
    return bytes;
}

double bit_lcs_seconds(problem const & p, bool chain, int threads) noexcept
{
    auto const n = static_cast<double>(p.n()), m = static_cast<double>(p.m());
    double const strips = std::ceil(m / static_cast<double>(bit_sizes{}.words * word_bits));
    double const team = std::clamp<double>(threads, 1, std::max(strips, 1.0));
    // the chain: a quarter of the rows' words again, and the walk up the rows
    return 1e-5 + n * m / 6e10 / team + (chain ? n * m / 2.4e11 / threads + n * 1.2e-7 : 0);
}

result bit_lcs(problem const & p, bit_sizes const & sizes, bool chain, int threads, run_control * control,
               std::string const & checkpoint)
{
    return bit_run{p, sizes, chain, threads, control}.solve(checkpoint);
}

engine const & bitlcs_engine()
{
    static bitlcs const instance;
    return instance;
}

} // namespace vglcs::cpu
