// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/extension.hpp>

#include "text/index_device.hpp"

#include <rmq/cuda/device_buffer.hpp>
#include <rmq/cuda/lce.hpp>
#include <rmq/cuda/packed_text.hpp>
#include <rmq/cuda/stream.hpp>

#include <fmt/format.h>

#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace vglcs {

namespace {

/// Any base that was not chosen for a certain text is good enough: letters are compared as well.
constexpr std::uint64_t fingerprint_base = 0x0a5c3d2b1f4e6978;

/// A text as both strands read it; the mirror is made when it is first asked for.
class two_strands
{
public:
    explicit two_strands(text_collection const & text) : forward_{&text} {}

    [[nodiscard]] rmq::packed_view view(strand s, unsigned threads)
    {
        if (s == strand::forward)
            return forward_->text;
        if (!mirror_)
            mirror_ = std::make_unique<rmq::packed_text>(rmq::packed_text::mirrored(forward_->text, threads));
        return mirror_->view();
    }
    [[nodiscard]] std::uint64_t place(text_place const & p) const noexcept
    {
        return p.strand == strand::forward ? p.position : forward_->text.size - 1 - p.position;
    }

private:
    text_collection const * forward_;
    std::unique_ptr<rmq::packed_text> mirror_;
};

/// Texts, and an index's arrays, in device memory: copied when they are first asked for.
class device_texts
{
public:
    device_texts(detail::device_choice const & choice, text_index const * index) : choice_{choice}, index_{index} {}

    void query(rmq::packed_view const & x, rmq::packed_view const & y, bool ranks,
               std::span<rmq::lce_query<std::uint32_t> const> queries, std::span<std::uint32_t> out,
               rmq::lce_method method)
    {
        std::uint64_t const bytes = bytes_to_come(x) + (x.words == y.words ? 0 : bytes_to_come(y)) +
                                    (ranks && !ranks_ ? ranks_bytes() : 0) + queries.size_bytes() + out.size_bytes();
        detail::on_cuda(choice_, "lce", bytes, [&] {
            if (!on_)
                on_.emplace();
            rmq::cuda::device_packed_view const d_x = copied(x);
            rmq::cuda::lce extension{d_x, x.words == y.words ? d_x : copied(y)};
            if (ranks) {
                copy_ranks();
                extension.use_ranks(ranks_->rank.span(), ranks_->lcp.span(), ranks_->tree.span());
            }
            extension.query(queries, out, *on_, method);
        });
    }

private:
    struct rank_arrays
    {
        rmq::cuda::device_buffer<std::uint32_t> rank, lcp, tree;
    };

    [[nodiscard]] std::uint64_t bytes_to_come(rmq::packed_view const & text) const
    {
        return texts_.contains({text.words, text.size}) ? 0 : rmq::cuda::packed_text::bytes_for(text);
    }
    [[nodiscard]] std::uint64_t ranks_bytes() const
    {
        std::uint64_t const n = index_->text().size;
        return (2 * n + rmq::minimum_layout{n}.length) * sizeof(std::uint32_t);
    }
    rmq::cuda::device_packed_view copied(rmq::packed_view const & text)
    {
        return texts_.try_emplace({text.words, text.size}, text, *on_).first->second.view();
    }
    void copy_ranks()
    {
        if (ranks_)
            return;
        rmq::minimum_view<std::uint32_t> const minima = index_->minima<std::uint32_t>();
        ranks_ = rank_arrays{{index_->ranks<std::uint32_t>(), *on_},
                             {index_->lcp<std::uint32_t>(), *on_},
                             {std::span{minima.tree, minima.layout.length}, *on_}};
    }

    detail::device_choice choice_;
    text_index const * index_;
    std::optional<rmq::cuda::stream> on_; ///< ends after what is in its order
    /// By the words of the text and its size.
    std::map<std::pair<std::uint64_t const *, std::size_t>, rmq::cuda::packed_text> texts_;
    std::optional<rank_arrays> ranks_;
};

/// Why extensions of these texts are not for the device; empty where they are.
std::string_view obstacle_to_cuda(text_collection const & a, text_collection const & b, text_index const * index,
                                  extension_options const & how)
{
    constexpr std::uint64_t most = 0xffffffff;
    if (how.method == rmq::lce_method::fingerprint)
        return "fingerprints are made by the CPU";
    if ((index != nullptr && index->index_bytes() != 4) || a.text.size >= most || b.text.size >= most)
        return "positions of 64 bits are the CPU's";
    return {};
}

} // namespace

struct extender::state
{
    text_collection const & a;
    text_collection const & b;
    text_index const * index;
    extension_options how;
    two_strands first{a}, second{b};
    std::shared_ptr<rmq::fingerprint_tables const> tables{};
    std::map<std::uint64_t const *, rmq::fingerprints> prints{}; ///< by the words of the text
    std::optional<device_texts> on_device{};                     ///< where CUDA is taken

    [[nodiscard]] bool one_text() const noexcept { return &a == &b; }

    /// True where both strands lie in the text of the index.
    [[nodiscard]] bool in_index(strand s, strand t) const noexcept
    {
        return index != nullptr && one_text() &&
               (index->both_strands() || (s == strand::forward && t == strand::forward));
    }

    rmq::fingerprints const & prints_of(rmq::packed_view const & text)
    {
        if (!tables)
            tables = std::make_shared<rmq::fingerprint_tables const>(text.bits, fingerprint_base);
        return prints.try_emplace(text.words, text, tables, how.threads).first->second;
    }

    /// Calls ask(queries, answers) with the places as queries.
    template <class Index, class Function>
    void run(std::span<std::array<std::uint64_t, 2> const> places, std::span<std::uint64_t> out,
             std::span<std::uint32_t const> where, Function const & ask) const
    {
        std::vector<rmq::lce_query<Index>> queries(places.size());
        for (std::size_t k = 0; k < places.size(); ++k)
            queries[k] = {static_cast<Index>(places[k][0]), static_cast<Index>(places[k][1])};
        std::vector<Index> answers(places.size());
        ask(queries, answers);
        for (std::size_t k = 0; k < places.size(); ++k)
            out[where[k]] = answers[k];
    }
    void run_on_device(rmq::packed_view const & x, rmq::packed_view const & y, bool ranks,
                       std::span<std::array<std::uint64_t, 2> const> places, std::span<std::uint64_t> out,
                       std::span<std::uint32_t const> where)
    {
        run<std::uint32_t>(places, out, where, [&](auto const & queries, auto & answers) {
            on_device->query(x, y, ranks, queries, answers, how.method);
        });
    }

    template <class Index>
    void run_index(std::span<std::array<std::uint64_t, 2> const> places, std::span<std::uint64_t> out,
                   std::span<std::uint32_t const> where)
    {
        if (on_device)
            return run_on_device(index->text(), index->text(), true, places, out, where);
        rmq::lce<Index> extension{index->text()};
        extension.use_ranks(index->ranks<Index>(), index->minima<Index>());
        if (how.method == rmq::lce_method::fingerprint)
            extension.use_fingerprints(prints_of(index->text()), prints_of(index->text()));
        run<Index>(places, out, where, [&](auto const & queries, auto & answers) {
            extension.query(queries, answers, how.method, how.threads);
        });
    }

    void run_texts(strand s, strand t, std::span<std::array<std::uint64_t, 2> const> places,
                   std::span<std::uint64_t> out, std::span<std::uint32_t const> where)
    {
        if (how.method == rmq::lce_method::rank)
            throw usage_error{one_text() && index != nullptr
                                  ? "--method rank: strand - needs an index of both strands: make it with `vglcs index "
                                    "--both-strands`, or use another method"
                                  : "--method rank: needs an index, and both places in it: use another method"};
        rmq::packed_view const x = first.view(s, how.threads);
        rmq::packed_view const y = one_text() ? first.view(t, how.threads) : second.view(t, how.threads);
        if (on_device)
            return run_on_device(x, y, false, places, out, where);
        rmq::lce<std::uint64_t> extension{x, y};
        if (how.method == rmq::lce_method::fingerprint) {
            rmq::fingerprints const & of_x = prints_of(x);
            extension.use_fingerprints(of_x, prints_of(y));
        }
        run<std::uint64_t>(places, out, where, [&](auto const & queries, auto & answers) {
            extension.query(queries, answers, how.method, how.threads);
        });
    }
};

extender::extender(text_collection const & a, text_collection const & b, text_index const * index,
                   extension_options const & how)
    : state_{new state{a, b, index, how}}
{
    detail::device_choice const choice{how.device, how.device_number};
    if (detail::takes_cuda(choice, "lce", obstacle_to_cuda(a, b, index, how), false))
        state_->on_device.emplace(choice, index);
    bool const both_nucleotides = a.has_complement() && b.has_complement(); // dna and rna have one encoding
    if (a.alphabet != b.alphabet && !both_nucleotides)
        throw usage_error{fmt::format("{} is {}, {} is {}: give both files one --alphabet", a.path, name(a.alphabet),
                                      b.path, name(b.alphabet))};
}
extender::~extender() = default;
extender::extender(extender &&) noexcept = default;

void extender::extensions(std::span<place_pair const> pairs, std::span<std::uint64_t> out)
{
    state & s = *state_;
    for (strand const x : {strand::forward, strand::reverse})
        for (strand const y : {strand::forward, strand::reverse}) {
            bool const indexed = s.in_index(x, y);
            std::vector<std::uint32_t> where;
            std::vector<std::array<std::uint64_t, 2>> places;
            for (std::size_t k = 0; k < pairs.size(); ++k) {
                auto const & [a, b] = pairs[k];
                if (a.strand != x || b.strand != y)
                    continue;
                where.push_back(static_cast<std::uint32_t>(k));
                if (indexed) { // the mirror follows the forward strand and a barrier
                    std::uint64_t const last = 2 * s.a.text.size;
                    places.push_back({x == strand::forward ? a.position : last - a.position,
                                      y == strand::forward ? b.position : last - b.position});
                } else {
                    places.push_back({s.first.place(a), (s.one_text() ? s.first : s.second).place(b)});
                }
            }
            if (places.empty())
                continue;
            if ((x == strand::reverse || y == strand::reverse) && !s.a.has_complement())
                throw usage_error{
                    fmt::format("strand -: {} letters have no reverse complement: use strand +", name(s.a.alphabet))};
            if (!indexed)
                s.run_texts(x, y, places, out, where);
            else if (s.index->index_bytes() == 4)
                s.run_index<std::uint32_t>(places, out, where);
            else
                s.run_index<std::uint64_t>(places, out, where);
        }
}

} // namespace vglcs
