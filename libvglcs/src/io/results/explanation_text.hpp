// SPDX-License-Identifier: BSD-3-Clause
/// What formats show of an explanation.
#pragma once

#include <vglcs/explain.hpp>
#include <vglcs/io/pair_record.hpp>

#include <string>

namespace vglcs::detail {

/// The value of the key `explain` of json; "null" without an explanation.
[[nodiscard]] std::string explanation_json(pair_record const & pair);
/// The columns of tsv, each behind a tab; NA without an explanation.
[[nodiscard]] std::string explanation_columns(pair_record const & pair);
/// The tags of paf, each behind a tab.
[[nodiscard]] std::string explanation_tags(pair_record const & pair);

} // namespace vglcs::detail
