// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/error.hpp>
#include <vglcs/options.hpp>
#include <vglcs/sequence.hpp>
#include <vglcs/text_collection.hpp>
#include <vglcs/text_index.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace vglcs {

/// One place where a pattern occurs, whole inside a record.
struct occurrence
{
    std::size_t record = 0;  ///< number in the collection
    std::uint64_t start = 0; ///< in the record, from 0, on the forward strand
    vglcs::strand strand = vglcs::strand::forward;
    unsigned mismatches = 0;

    [[nodiscard]] friend bool operator==(occurrence const &, occurrence const &) = default;
};

/// How patterns are looked for. All ways give the same occurrences.
enum class search_method : std::uint8_t { automatic, scan, index };

struct search_options
{
    unsigned max_mismatches = 0; ///< letters that may differ; letters are never left out or put in
    bool iupac = false;          ///< pattern letters are classes: R is A or G, ..., N any of A C G T
    bool forward = true;         ///< the pattern as it is
    bool reverse = true;         ///< its reverse complement, where the alphabet has one
    search_method method = search_method::automatic;
    vglcs::device device = device::automatic;
    int device_number = 0; ///< which CUDA device
    unsigned threads = 0;  ///< 0 = all
    /// Bytes that the occurrences of one call may take, 0: no limit. Beyond that `find` throws too_many_occurrences.
    std::uint64_t max_memory = 0;
};

/// What one call of `pattern_search::find` found takes more memory than it may. Fewer patterns at once may fit.
struct too_many_occurrences : resource_error
{
    using resource_error::resource_error;
};

/// Finds every occurrence of patterns in a text. A letter of the text that matches nothing (N) is a mismatch with every
/// pattern letter; so is, unless `iupac`, a pattern letter that matches nothing.
///
/// With an index: binary search in the suffix array; with mismatches a pattern is cut into max_mismatches + 1 pieces,
/// one of which occurs exactly, and candidates are verified by jumps of common extensions. Without one, and where
/// classes or short pieces make it dearer: a scan, 64 positions a word (nucleotides), or byte by byte. Exact nucleotide
/// patterns can be looked for by a CUDA device, which scans; `automatic` takes it where the CPU's scan would take about
/// a second or more. One thread at a time may use it.
class pattern_search
{
public:
    /// @param text    has to outlive it
    /// @param index   of the text, or null
    /// Throws usage_error: index asked for and not there, classes without nucleotides, too many mismatches (> 63).
    pattern_search(text_collection const & text, text_index const * index, search_options const & how);
    ~pattern_search();
    pattern_search(pattern_search &&) noexcept;

    /// All occurrences, by place, + before - at the same place. An empty pattern has none.
    [[nodiscard]] std::vector<occurrence> find(std::string_view pattern);
    /// The same for each of several patterns. Without an index it is far faster to ask for many at once: exact ones of
    /// 11 letters and more are found in one pass.
    [[nodiscard]] std::vector<std::vector<occurrence>> find(std::span<std::string_view const> patterns);

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vglcs
