// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/bytes/byte_source.hpp"
#include <vglcs/io/sequence_reader.hpp>

#include <string>

namespace vglcs::detail {

/// As sequence_reader's constructor, with the sizes of the reading ahead as parameters.
[[nodiscard]] sequence_reader open_sequence_reader(std::string path, byte_source_sizes sizes,
                                                   sequence_reader::warning_sink warn = {});

} // namespace vglcs::detail
