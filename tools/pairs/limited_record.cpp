// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/limited_record.hpp"

#include <vglcs/io/jump_spec.hpp>
#include <vglcs/io/pair_record.hpp>
#include <vglcs/kmers.hpp>

namespace vglcs::tools {

gap_limits const & limited_record::limits(strand direction) const
{
    strand_limits const & mine = direction == strand::forward ? forward_ : reverse_;
    if (mine.wanted && later_)
        std::call_once(mine.once, [&] { mine.made = later_->limits_later(record, direction); });
    return mine.made;
}

std::uint64_t limited_record::limits_bytes() const noexcept
{
    std::uint64_t bytes = 0;
    for (strand_limits const * s : {&forward_, &reverse_})
        if (s->wanted && (later_ || !s->made.is_uniform()))
            bytes += 2 * sizeof(std::uint32_t) * std::uint64_t{record.size()} + (later_ ? 0 : s->made.blocked().size());
    constexpr std::uint64_t bytes_of_a_jump = 4 * sizeof(std::uint32_t); // LO, HI, landing, leaving
    if (prices_.jumps && prices_.jumps->reads_transcript())
        bytes += bytes_of_a_jump * record.size() * (1u + unsigned{forward_.wanted && reverse_.wanted});
    return bytes;
}

vglcs::jumps const & limited_record::jumps(strand direction, strand transcript) const
{
    auto const place = [](strand s) -> std::size_t { return s == strand::forward ? 0 : 1; };
    jumps_as_read const & mine = jumps_[place(direction)][place(transcript)];
    if (prices_.jumps)
        std::call_once(mine.once, [&] { mine.made = prices_.jumps->for_record(record, direction, transcript); });
    return mine.made;
}

std::string const & limited_record::limits_digest(strand direction) const
{
    auto const digest_of = [this](gap_limits const & given) {
        return digest(given, prices_.match, prices_.skip, jumps(strand::forward, strand::forward));
    };
    if (direction == strand::forward)
        std::call_once(forward_once_, [&] { forward_digest_ = digest_of(limits(strand::forward)); });
    else
        std::call_once(reverse_once_, [&] { reverse_digest_ = digest_of(limits(strand::reverse).reversed()); });
    return direction == strand::forward ? forward_digest_ : reverse_digest_;
}

std::string const & limited_record::letters_sha256() const
{
    std::call_once(letters_once_, [this] { letters_sha256_ = letters_digest(record.letters); });
    return letters_sha256_;
}

std::vector<std::uint64_t> const & limited_record::kmers(alphabet letters, unsigned k, bool canonical,
                                                         std::optional<int> device) const
{
    std::call_once(kmers_once_, [&] {
        kmers_ = device ? sorted_kmers(record.letters, letters, k, canonical, *device)
                        : sorted_kmers(record.letters, letters, k, canonical);
    });
    return kmers_;
}

} // namespace vglcs::tools
