// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blocks/pair_job.hpp"
#include "pairs/record_table.hpp"

#include <vglcs/io/result_reader.hpp>

#include <optional>
#include <string>

namespace vglcs::tools {

/// What a row states against itself, which needs no sequences: counts that do not add up, pairs that do not rise,
/// places beyond the stated lengths. Nothing where there is no such thing.   O(row).
[[nodiscard]] std::optional<std::string> own_fault(stated_pair const & row);

/// Fits the rows of a result to the records that it was made of.
class pair_check
{
public:
    /// @param with_limits   limits and prices are those of the run: links and digests are checked too
    pair_check(record_table const & queries, record_table const & targets, pair_setting setting, bool with_limits)
        : queries_{queries}, targets_{targets}, setting_{std::move(setting)}, with_limits_{with_limits}
    {
    }

    /// The records of a row, on its strand. Throws verification_error where the row does not fit them.   O(row), plus
    /// the letters where the row has their SHA-256.
    [[nodiscard]] pair_job operator()(stated_pair const & row) const;

private:
    record_table const & queries_;
    record_table const & targets_;
    pair_setting setting_;
    bool with_limits_;
};

} // namespace vglcs::tools
