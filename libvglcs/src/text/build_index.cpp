// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/io/output_file.hpp>
#include <vglcs/machine.hpp>
#include <vglcs/text_index.hpp>

#include <rmq/lcp_array.hpp>
#include <rmq/suffix_array.hpp>

#include "base/sha256.hpp"
#include "text/for_each_of.hpp"
#include "text/index_arrays.hpp"
#include "text/index_device.hpp"
#include "text/index_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace vglcs {

namespace {

using detail::index_entry;
using detail::index_header;

/// A section on its way to the file.
struct part
{
    std::string_view name;
    std::span<std::byte const> bytes;
    std::string sha256{};
};

std::span<std::byte const> bytes_of(std::span<std::byte const> bytes, std::uint64_t from, std::uint64_t count)
{
    return bytes.subspan(from, std::min(count, bytes.size() - from));
}

/// Digest in pieces, so that a stop is seen soon.
std::string digest(std::span<std::byte const> bytes, run_control const * control)
{
    constexpr std::uint64_t piece = 16 << 20;
    sha256 d;
    for (std::uint64_t at = 0; at < bytes.size() && !(control != nullptr && control->stopped()); at += piece)
        d.update(bytes_of(bytes, at, piece));
    return d.hex();
}

template <std::size_t Size>
std::array<char, Size> padded(std::string_view text)
{
    std::array<char, Size> out{};
    std::ranges::copy(text.substr(0, Size), out.begin());
    return out;
}

template <class T>
std::string_view raw(T const & value)
{
    return {reinterpret_cast<char const *>(&value), sizeof value};
}

class index_writer
{
public:
    index_writer(std::string const & out, index_options const & how) : out_{out}, how_{how} {}

    void stop_if_asked() const
    {
        if (how_.reading.control != nullptr)
            how_.reading.control->throw_if_stopped();
    }

    template <class Element>
    void add(std::string_view name, std::span<Element const> elements)
    {
        parts_.push_back({name, std::as_bytes(elements)});
    }

    void write(index_header header)
    {
        std::size_t const count = parts_.size();
        detail::for_each_of(count, how_.reading.threads, [this](std::size_t k) {
            parts_[k].sha256 = digest(parts_[k].bytes, how_.reading.control);
        });
        stop_if_asked();

        std::string table;
        std::uint64_t end = sizeof header + count * sizeof(index_entry);
        for (part const & p : parts_) {
            index_entry const entry{padded<16>(p.name), detail::aligned(end), p.bytes.size(), padded<64>(p.sha256)};
            end = entry.offset + entry.bytes;
            table += raw(entry);
        }
        header.sections = static_cast<std::uint32_t>(count);
        header.file_bytes = end;
        sha256 d;
        d.update(raw(header));
        d.update(table);
        header.sha256 = padded<64>(d.hex());

        output_file file{out_, how_.reading.control};
        file.write(raw(header));
        file.write(table);
        std::uint64_t at = sizeof header + table.size();
        for (part const & p : parts_) {
            file.write(std::string(detail::aligned(at) - at, '\0'));
            at = detail::aligned(at) + p.bytes.size();
            constexpr std::uint64_t piece = 4 << 20;
            for (std::uint64_t from = 0; from < p.bytes.size(); from += piece) {
                stop_if_asked();
                auto const bytes = bytes_of(p.bytes, from, piece);
                file.write({reinterpret_cast<char const *>(bytes.data()), bytes.size()});
            }
        }
        file.commit();
    }

private:
    std::string const & out_;
    index_options const & how_;
    std::vector<part> parts_;
};

/// The arrays as the CPU makes them; takes the letters.
template <class Index>
detail::index_arrays<Index> arrays_on_cpu(std::vector<std::uint8_t> && letters, rmq::packed_text const & packed,
                                          index_writer const & writer, unsigned threads)
{
    detail::index_arrays<Index> a;
    a.sa = rmq::suffix_array<Index>(letters, threads);
    letters = {};
    writer.stop_if_asked();
    std::span<Index const> const sorted{a.sa};
    a.lcp = rmq::lcp_array(packed.view(), sorted, threads);
    writer.stop_if_asked();
    a.ranks = rmq::inverse_suffix_array(sorted, threads);
    rmq::minimum_tree<Index> const minima{std::span<Index const>{a.lcp}, threads};
    a.minima.assign(minima.tree().begin(), minima.tree().end());
    return a;
}

/// Positions from which on a CUDA device is worth its start (about 0.3 s), where the choice is ours.
constexpr std::uint64_t positions_that_pay_for_cuda = 4'000'000;

detail::device_choice choice(index_options const & how)
{
    return {how.device, how.device_number};
}

/// Nothing where the CPU is to make them.
std::optional<detail::index_arrays<std::uint32_t>> arrays_by_cuda(rmq::packed_view const & text, bool wide,
                                                                  index_options const & how)
{
    if (!detail::takes_cuda(choice(how), "index", wide ? "positions of 64 bits are made by the CPU" : "",
                            text.size >= positions_that_pay_for_cuda))
        return std::nullopt;
    std::optional<detail::index_arrays<std::uint32_t>> made;
    if (!detail::done_by_cuda(choice(how), "index", detail::index_device_bytes(text),
                              [&] { made = detail::arrays_on_device(text); }))
        made.reset();
    return made;
}

/// Builds what depends on the width of a position, and writes everything.
template <class Index>
void build(detail::joined_records && read, rmq::packed_text const & packed, std::string const & out,
           index_options const & how)
{
    index_writer writer{out, how};
    std::uint64_t const size = read.letters.size();
    detail::index_arrays<Index> arrays;
    auto made = arrays_by_cuda(packed.view(), sizeof(Index) == 8, how);
    if constexpr (std::is_same_v<Index, std::uint32_t>)
        if (made)
            arrays = std::move(*made);
    if (!made)
        arrays = arrays_on_cpu<Index>(std::move(read.letters), packed, writer, how.reading.threads);
    read.letters = {};
    writer.stop_if_asked();

    std::vector<detail::index_record> records;
    std::string names;
    for (text_record const & r : read.records.all()) {
        names += r.name;
        records.push_back({names.size(), r.length});
    }
    writer.add("records", std::span<detail::index_record const>{records});
    writer.add("names", std::span<char const>{names});
    writer.add("letters", packed.words());
    writer.add("flags", packed.flags());
    writer.add("barriers", packed.runs());
    writer.add("suffix_array", std::span<Index const>{arrays.sa});
    writer.add("ranks", std::span<Index const>{arrays.ranks});
    writer.add("lcp", std::span<Index const>{arrays.lcp});
    writer.add("minima", std::span<Index const>{arrays.minima});
    index_header header{};
    header.magic = detail::index_magic;
    header.version = text_index::version;
    header.byte_order = detail::index_byte_order;
    header.alphabet = static_cast<std::uint32_t>(read.alphabet);
    header.text_size = size;
    header.records = records.size();
    header.index_bytes = sizeof(Index);
    header.letter_bits = packed.bits();
    header.strands = how.both_strands ? 2 : 1;
    writer.write(header);
}

} // namespace

void build_index(std::string const & fasta, std::string const & out, index_options const & how)
{
    (void)detail::takes_cuda(choice(how), "index", "", false); // before anything is read
    std::uint64_t const strands = how.both_strands ? 2 : 1;
    detail::joined_records read = detail::read_joined(fasta, how.reading, 14 * strands);
    bool const has_complement = read.alphabet == alphabet::dna || read.alphabet == alphabet::rna;
    if (how.both_strands && !has_complement)
        throw usage_error{fmt::format("--both-strands: {} letters have no reverse complement: leave it out, or use "
                                      "--alphabet dna",
                                      name(read.alphabet))};
    if (how.both_strands) {
        std::vector<std::uint8_t> const mirror = rmq::mirrored_letters(read.letters);
        read.letters.reserve(2 * mirror.size() + 1);
        read.letters.push_back(rmq::barrier_letter);
        read.letters.insert(read.letters.end(), mirror.begin(), mirror.end());
    }
    std::uint64_t const size = read.letters.size();
    bool const wide = how.index_bytes == 8 || size > rmq::suffix_array_limit<std::uint32_t>;
    std::uint64_t const budget = how.reading.max_memory != 0 ? how.reading.max_memory : available_memory() / 10 * 8;
    if (std::uint64_t const need = size * (wide ? 28 : 14); need > budget)
        throw resource_error{fmt::format("{}: an index of {} positions needs {}, budget is {}: use a smaller file, or "
                                         "raise --max-memory",
                                         fasta, size, format_bytes(need), format_bytes(budget))};
    rmq::packed_text const packed{read.letters, how.reading.threads, letter_bits(read.alphabet)};
    if (wide)
        build<std::uint64_t>(std::move(read), packed, out, how);
    else
        build<std::uint32_t>(std::move(read), packed, out, how);
}

} // namespace vglcs
