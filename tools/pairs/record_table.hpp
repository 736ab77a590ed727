// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pairs/input.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace vglcs::tools {

/// The records of one file, found by number or, where a format carries none, by a name that only one record has.
class record_table
{
public:
    /// Reads all records that are left.
    explicit record_table(input & file);

    /// The record that a row states; throws verification_error where the file has none, or more than one. Number 0: the
    /// name alone is known.   O(1); by a name O(records).
    [[nodiscard]] shared_record find(std::string const & name, std::uint64_t number) const;

    [[nodiscard]] std::vector<shared_record> const & all() const noexcept { return records_; }

private:
    std::string path_;
    std::vector<shared_record> records_;
    std::unordered_map<std::string, std::size_t> names_; ///< how many records have the name
};

} // namespace vglcs::tools
