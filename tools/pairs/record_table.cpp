// SPDX-License-Identifier: BSD-3-Clause
#include "pairs/record_table.hpp"

#include <vglcs/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace vglcs::tools {

record_table::record_table(input & file) : path_{file.path()}, records_{file.rest()}
{
    for (shared_record const & r : records_)
        ++names_[r->record.name];
}

shared_record record_table::find(std::string const & name, std::uint64_t number) const
{
    if (number != 0) {
        if (number > records_.size())
            throw verification_error{
                fmt::format("record {} is stated, but {} has {} records", number, path_, records_.size())};
        return records_[number - 1];
    }
    auto const known = names_.find(name);
    if (known == names_.end())
        throw verification_error{fmt::format("{} has no record {}", path_, name)};
    if (known->second > 1)
        throw verification_error{
            fmt::format("{} has {} records {}, and the result does not say which", path_, known->second, name)};
    return *std::ranges::find_if(records_, [&](shared_record const & r) { return r->record.name == name; });
}

} // namespace vglcs::tools
