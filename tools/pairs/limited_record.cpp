// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/limited_record.hpp"

#include <vglcs/io/jump_spec.hpp>
#include <vglcs/io/pair_record.hpp>
#include <vglcs/kmers.hpp>

namespace vglcs::tools {

gap_limits const & limited_record::spec_limits::of(sequence const & letters, strand direction) const
{
    strand_limits const & mine = on(direction);
    if (mine.wanted && later)
        std::call_once(mine.once, [&] { mine.made = later->limits_later(letters, direction); });
    return mine.made;
}

std::uint64_t limited_record::spec_limits::bytes(std::size_t letters) const noexcept
{
    std::uint64_t bytes = 0;
    for (strand_limits const * s : {&forward, &reverse})
        if (s->wanted && (later || !s->made.is_uniform()))
            bytes += 2 * sizeof(std::uint32_t) * std::uint64_t{letters} + (later ? 0 : s->made.blocked().size());
    return bytes;
}

gap_limits const & limited_record::limits(strand direction) const
{
    return own_.of(record, direction);
}

gap_limits const & limited_record::limits_for_partner(strand direction) const
{
    return for_partner_.of(record, direction);
}

std::uint64_t limited_record::limits_bytes() const noexcept
{
    std::uint64_t bytes = own_.bytes(record.size()) + for_partner_.bytes(record.size());
    constexpr std::uint64_t bytes_of_a_jump = 4 * sizeof(std::uint32_t); // LO, HI, landing, leaving
    if (prices_.jumps && prices_.jumps->reads_transcript())
        bytes += bytes_of_a_jump * record.size() * (1u + unsigned{own_.forward.wanted && own_.reverse.wanted});
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
    auto const digest_of = [this](gap_limits const & given, gap_limits const & for_partner) {
        return digest(given, prices_.match, prices_.skip, jumps(strand::forward, strand::forward), for_partner);
    };
    if (direction == strand::forward)
        std::call_once(forward_once_, [&] {
            forward_digest_ = digest_of(limits(strand::forward), limits_for_partner(strand::forward));
        });
    else
        std::call_once(reverse_once_, [&] {
            reverse_digest_ =
                digest_of(limits(strand::reverse).reversed(), limits_for_partner(strand::reverse).reversed());
        });
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
