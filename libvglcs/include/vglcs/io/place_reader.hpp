// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/extension.hpp>
#include <vglcs/text_collection.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vglcs {

/// A line of queries: the places as they are written, and what they mean.
struct place_query
{
    std::string a, b; ///< "NAME:POSITION" or an absolute position
    place_pair places;
};

/// Reads pairs of places from a table, plain or gzip: two columns, tab between, and two more for strands (+ unless
/// given; one alone is the first place's). A place is NAME:POSITION in a record, or the number of a letter counted
/// through all records; both from 0. Empty lines and lines that begin with '#' are passed over.
/// Errors are input_error with file and line: columns, numbers, names, positions behind a record's end.
class place_reader
{
public:
    /// @param a, b         texts of the first and the second column; they have to outlive the reader
    /// @param max_memory   bytes that a line may take while it is read, 0: no limit; beyond: resource_error
    place_reader(std::string path, text_collection const & a, text_collection const & b, std::uint64_t max_memory = 0);
    ~place_reader();

    /// Replaces `out` by up to `most` queries, fewer where they are long; false where no line is left.
    [[nodiscard]] bool next(std::vector<place_query> & out, std::size_t most);

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace vglcs
