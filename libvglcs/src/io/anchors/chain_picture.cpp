// SPDX-License-Identifier: BSD-3-Clause
#include "io/anchors/chain_picture.hpp"

#include <vglcs/io/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace vglcs::detail {

namespace {

// In pixels.
constexpr double side = 900, left = 90, top = 20, below = 60;
constexpr double least_step = 0.3; ///< nearer points of a line are left out
constexpr double least_label = 9;  ///< a sequence that is narrower has no name beside it
constexpr std::string_view rising = "#1f5fa8", falling = "#c0392b";

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// chr2 before chr10: runs of digits by their number.
bool naturally_before(std::string_view a, std::string_view b)
{
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!is_digit(a[i]) || !is_digit(b[j])) {
            if (a[i] != b[j])
                return a[i] < b[j];
            ++i;
            ++j;
            continue;
        }
        auto const run = [](std::string_view text, std::size_t & at) {
            while (at < text.size() && text[at] == '0')
                ++at;
            std::size_t const first = at;
            while (at < text.size() && is_digit(text[at]))
                ++at;
            return text.substr(first, at - first);
        };
        std::string_view const p = run(a, i), q = run(b, j);
        if (std::tuple{p.size(), p} != std::tuple{q.size(), q})
            return std::tuple{p.size(), p} < std::tuple{q.size(), q};
    }
    return std::tuple{a.size() - i, a} < std::tuple{b.size() - j, b};
}

std::string escaped(std::string_view text)
{
    std::string out;
    for (char const c : escape_utf8(text))
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default: // what XML cannot hold
            out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
        }
    return out;
}

/// Sequences side by side, where their blocks reach.
class laid_axis
{
public:
    explicit laid_axis(std::vector<anchor_table::sequence> const & all)
        : all_{&all}, first_(all.size()), last_(all.size()), moved_(all.size())
    {
    }
    void hold(std::size_t sequence, std::int64_t start, std::int64_t end)
    {
        first_[sequence] = std::min(first_[sequence], static_cast<double>(start));
        last_[sequence] = std::max(last_[sequence], static_cast<double>(end));
    }
    void lay()
    {
        for (std::size_t k = 0; k < last_.size(); ++k)
            if (last_[k] > first_[k])
                shown_.push_back(k);
        std::ranges::sort(
            shown_, [&](std::size_t p, std::size_t q) { return naturally_before((*all_)[p].name, (*all_)[q].name); });
        for (std::size_t const k : shown_) {
            moved_[k] = sum_ - first_[k];
            sum_ += last_[k] - first_[k];
        }
    }
    [[nodiscard]] std::vector<std::size_t> const & shown() const noexcept { return shown_; }
    [[nodiscard]] std::string_view name(std::size_t sequence) const noexcept { return (*all_)[sequence].name; }
    [[nodiscard]] double at(std::size_t sequence, std::int64_t unit) const noexcept
    {
        return side * (moved_[sequence] + static_cast<double>(unit)) / sum_;
    }
    [[nodiscard]] double begin(std::size_t sequence) const noexcept
    {
        return side * (moved_[sequence] + first_[sequence]) / sum_;
    }
    [[nodiscard]] double end(std::size_t sequence) const noexcept
    {
        return side * (moved_[sequence] + last_[sequence]) / sum_;
    }

private:
    std::vector<anchor_table::sequence> const * all_;
    std::vector<double> first_, last_; ///< of each sequence, from 0 on or before
    std::vector<double> moved_;        ///< what a unit of a sequence is moved by
    std::vector<std::size_t> shown_;
    double sum_ = 0;
};

} // namespace

void write_picture(anchor_table const & t, table_blocks const & found, output_file & out)
{
    laid_axis x{t.queries}, y{t.targets};
    for (std::size_t b = 0; b < found.given; ++b)
        for (std::uint32_t const m : found.blocks.anchors_of(found.blocks.blocks[b])) {
            anchor const & a = t.anchors[m];
            x.hold(t.pairs[a.sequences].query, a.x, a.x + a.length_x);
            y.hold(t.pairs[a.sequences].target, a.y, a.y + a.length_y);
        }
    x.lay();
    y.lay();
    double const width = left + side + 20, height = top + side + below;
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n"
        "<g stroke=\"#cccccc\" stroke-width=\"0.7\" fill=\"none\">\n<rect x=\"{2}\" y=\"{3}\" width=\"{4}\" "
        "height=\"{4}\"/>\n",
        width, height, left, top, side);
    for (std::size_t const k : x.shown())
        text += fmt::format("<path d=\"M{0:.1f} {1}V{2}\"/>\n", left + x.end(k), top, top + side);
    for (std::size_t const k : y.shown())
        text += fmt::format("<path d=\"M{0} {1:.1f}H{2}\"/>\n", left, top + side - y.end(k), left + side);
    text += "</g>\n";
    for (std::size_t const k : x.shown())
        if (x.end(k) - x.begin(k) >= least_label)
            text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                                left + (x.begin(k) + x.end(k)) / 2, top + side + 16, escaped(x.name(k)));
    for (std::size_t const k : y.shown())
        if (y.end(k) - y.begin(k) >= least_label)
            text += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left - 6,
                                top + side - (y.begin(k) + y.end(k)) / 2 + 4, escaped(y.name(k)));
    out.write(text);
    for (std::size_t b = 0; b < found.given; ++b) {
        anchor_block const & block = found.blocks.blocks[b];
        auto const & [query, target] = t.pairs[block.sequences];
        text = fmt::format("<path fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" stroke-linecap=\"round\" d=\"",
                           block.falling ? falling : rising);
        double last_x = -side, last_y = -side;
        auto const point = [&](std::int64_t unit_x, std::int64_t unit_y, bool must) {
            double const px = left + x.at(query, unit_x), py = top + side - y.at(target, unit_y);
            if (!must && std::hypot(px - last_x, py - last_y) < least_step)
                return;
            text += fmt::format("{}{:.1f} {:.1f}", last_x == -side ? "M" : "L", px, py);
            last_x = px;
            last_y = py;
        };
        auto const members = found.blocks.anchors_of(block);
        for (std::size_t m = 0; m < members.size(); ++m) {
            anchor const & a = t.anchors[members[m]];
            point(a.x, block.falling ? a.y + a.length_y : a.y, false);
            point(a.x + a.length_x, block.falling ? a.y : a.y + a.length_y, m + 1 == members.size());
        }
        text +=
            fmt::format("\"><title>block {}: {} anchors, score {}, {} and {}, {}</title></path>\n", b + 1, block.size,
                        block.score, escaped(x.name(query)), escaped(y.name(target)), block.falling ? '-' : '+');
        out.write(text);
    }
    out.write("</svg>\n");
}

} // namespace vglcs::detail
