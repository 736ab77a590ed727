// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/writer.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vglcs {

/// A pair as a result file states it; what the format does not carry is absent.
struct stated_pair
{
    std::uint64_t line = 0; ///< where it starts in the file
    std::string query, target;
    std::uint64_t query_number = 0, target_number = 0; ///< record numbers from 1; 0 = not carried
    vglcs::strand strand = vglcs::strand::forward;
    std::uint64_t length = 0;
    std::optional<std::uint64_t> query_length, target_length;
    std::vector<matched_pair> chain; ///< aligned orientation
    std::optional<std::string> limits_digest, query_sha256, target_sha256;
    std::optional<std::string> status; ///< tsv, json: not "ok" for failed and pruned pairs, which have no chain
};

/// Reads paf, sam, tsv, pairs and json results back, one pair at a time, trusting nothing: throws input_error with
/// file and line on anything that does not parse or does not add up.
class result_reader
{
public:
    /// The format is found from the first bytes unless given.
    explicit result_reader(std::string path, std::optional<format> f = std::nullopt);
    ~result_reader();
    result_reader(result_reader &&) noexcept;
    result_reader & operator=(result_reader &&) noexcept;

    [[nodiscard]] format kind() const noexcept;
    [[nodiscard]] bool next(stated_pair & out);

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vglcs
