// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/io/append_fields.hpp>
#include <vglcs/io/spliced_writer.hpp>

#include <algorithm>
#include <limits>
#include <tuple>

namespace vglcs {

namespace {

constexpr unsigned unique_from = 10;               // MAPQ
constexpr std::size_t settle_from = 1 << 16;       // rows that wait
constexpr std::size_t part = std::size_t{1} << 16; // bytes that are handed over at once

std::uint32_t sum(std::uint32_t x, std::uint32_t y)
{
    return x > std::numeric_limits<std::uint32_t>::max() - y ? std::numeric_limits<std::uint32_t>::max() : x + y;
}

/// The number that STAR has for the sites, read on the target's + strand.
unsigned site_number(site_kind sites, char strand)
{
    if (sites == site_kind::other || strand == '.')
        return 0;
    unsigned const pair = sites == site_kind::gt_ag ? 1 : sites == site_kind::gc_ag ? 3 : 5;
    return strand == '+' ? pair : pair + 1;
}

} // namespace

void junction_table::add(spliced_read const & found)
{
    for (spliced_alignment const & a : found.alignments) {
        bool const unique = !a.secondary && a.mapq >= unique_from;
        for (junction const & j : a.junctions)
            add(row{.target = a.target,
                    .begin = j.begin,
                    .end = j.end,
                    .unique = unique ? 1u : 0u,
                    .multiple = unique ? 0u : 1u,
                    .overhang = j.overhang,
                    .strand = a.transcript_strand,
                    .sites = j.sites,
                    .annotated = j.annotated});
    }
}

void junction_table::add(junction_table const & other)
{
    if (&other == this) {
        junction_table const copy = other;
        return add(copy);
    }
    for (row const & r : other.rows_)
        add(r);
}

void junction_table::add(row const & r)
{
    if (rows_.size() >= settled_ + std::max(settle_from, settled_))
        settle();
    rows_.push_back(r);
}

/// Makes one row of equal introns.
void junction_table::settle()
{
    auto const key = [](row const & r) { return std::tie(r.target, r.begin, r.end, r.strand, r.sites); };
    auto const before = [&](row const & x, row const & y) { return key(x) < key(y); };
    auto const middle = rows_.begin() + static_cast<std::ptrdiff_t>(settled_);
    std::sort(middle, rows_.end(), before);
    std::inplace_merge(rows_.begin(), middle, rows_.end(), before);
    std::size_t kept = 0;
    for (row const & r : rows_) {
        if (kept != 0 && key(rows_[kept - 1]) == key(r)) {
            row & same = rows_[kept - 1];
            same.unique = sum(same.unique, r.unique);
            same.multiple = sum(same.multiple, r.multiple);
            same.overhang = std::max(same.overhang, r.overhang);
            same.annotated = same.annotated || r.annotated;
        } else {
            rows_[kept++] = r;
        }
    }
    rows_.resize(kept);
    settled_ = kept;
}

void junction_table::write(std::span<genome_record const> targets, output_file & out)
{
    settle();
    std::string text;
    for (row const & r : rows_) {
        append_fields(text, targets[r.target].name, r.begin + 1, r.end,
                      r.strand == '+'   ? '1'
                      : r.strand == '-' ? '2'
                                        : '0',
                      site_number(r.sites, r.strand), r.annotated ? '1' : '0', r.unique, r.multiple, r.overhang);
        text += '\n';
        if (text.size() >= part) {
            out.write(text);
            text.clear();
        }
    }
    out.write(text);
}

} // namespace vglcs
