// SPDX-License-Identifier: BSD-3-Clause
#include <vglcs/error.hpp>
#include <vglcs/io/sequence_reader.hpp>
#include <vglcs/machine.hpp>
#include <vglcs/text_collection.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace vglcs {

void record_table::add(std::string_view name, std::uint64_t length)
{
    records_.push_back({name, records_.empty() ? 0 : records_.back().end() + 1, length});
    letters_ += length;
}

void record_table::sort_names() const
{
    by_name_.resize(records_.size());
    std::iota(by_name_.begin(), by_name_.end(), 0u);
    std::ranges::stable_sort(by_name_, {}, [this](std::uint32_t k) { return records_[k].name; });
}

std::optional<std::size_t> record_table::find(std::string_view name) const
{
    if (by_name_.size() != records_.size())
        sort_names();
    auto const found =
        std::ranges::equal_range(by_name_, name, {}, [this](std::uint32_t k) { return records_[k].name; });
    if (found.empty())
        return std::nullopt;
    if (found.size() > 1)
        throw input_error{fmt::format("{}: the name of {} records: give an absolute position", name, found.size())};
    return found.front();
}

std::size_t record_table::at(std::uint64_t position) const noexcept
{
    auto const after = std::ranges::upper_bound(records_, position, {}, &text_record::start);
    return after == records_.begin() ? 0 : static_cast<std::size_t>(after - records_.begin()) - 1;
}

std::uint64_t record_table::position_of(std::uint64_t number) const noexcept
{
    // record k starts k positions later than the letters before it say: its barriers
    std::size_t low = 0, high = records_.size();
    while (high - low > 1) {
        std::size_t const middle = low + (high - low) / 2;
        (records_[middle].start - middle <= number ? low : high) = middle;
    }
    return number + low;
}

std::vector<std::uint8_t> text_letters(std::string_view letters, alphabet a)
{
    auto const & code = encoding(a);
    std::vector<std::uint8_t> out(letters.size());
    for (std::size_t p = 0; p < letters.size(); ++p) {
        letter_code const c = code[static_cast<unsigned char>(letters[p])];
        out[p] = c < foreign_letter ? static_cast<std::uint8_t>(c + 1) : rmq::barrier_letter;
    }
    return out;
}

namespace detail {

joined_records read_joined(std::string const & path, sequence_set::options const & how, std::uint64_t bytes_per_letter)
{
    std::uint64_t const budget = how.max_memory != 0 ? how.max_memory : available_memory() / 10 * 8;
    constexpr std::uint64_t least = std::uint64_t{4} << 20; // for one record: small files fit any budget
    sequence_reader reader{path, how.warn, how.control, std::max(least, budget / 2)};
    // a record's name and its row, each in a vector that grows by doubling
    constexpr std::uint64_t bytes_a_record =
        3 * (record_table::bytes_a_record + sizeof(void *)) + 2 * sizeof(std::string);
    std::uint64_t records = 0;
    joined_records out;
    out.alphabet = how.alphabet ? *how.alphabet : reader.guess_alphabet();
    reader.set_alphabet(out.alphabet);
    for (sequence record; reader.next(record);) {
        // letters grow by doubling: half as much again stands for the old copy
        std::uint64_t const size = out.letters.size() + 1 + record.size();
        records += bytes_a_record + record.name.size();
        std::uint64_t const need = std::max(size * bytes_per_letter, size + size / 2) + record.size() + records;
        if (need > budget)
            throw resource_error{fmt::format("{}: record {} ({}): {} letters up to here need {}, budget is {}: use a "
                                             "smaller file, or raise --max-memory",
                                             path, record.number, record.name, size, format_bytes(need),
                                             format_bytes(budget))};
        if (!out.records.all().empty())
            out.letters.push_back(rmq::barrier_letter);
        std::vector<std::uint8_t> const letters = text_letters(record.letters, out.alphabet);
        out.letters.insert(out.letters.end(), letters.begin(), letters.end());
        out.names.push_back(std::make_unique<std::string>(record.name));
        out.records.add(*out.names.back(), record.size());
        if (how.control != nullptr)
            how.control->throw_if_stopped();
    }
    return out;
}

} // namespace detail

sequence_set::sequence_set(std::string const & path, options const & how)
{
    detail::joined_records read = detail::read_joined(path, how, 2);
    names_ = std::move(read.names);
    packed_ = rmq::packed_text{read.letters, how.threads, letter_bits(read.alphabet)};
    collection_ = {path, read.alphabet, std::move(read.records), packed_.view()};
}

} // namespace vglcs
