// SPDX-License-Identifier: BSD-3-Clause
/// The files that a command line names: what they may take, and that none of them is the output.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vglcs::tools {

/// True for standard input and pipes, which can be read from their start only once.
[[nodiscard]] bool reads_once(std::string const & path);

/// Bytes that each file may take while it is read: half of --max-memory (empty: of its default), and at least 4 MiB, so
/// that a small budget for the engines leaves room for small files.
[[nodiscard]] std::uint64_t reading_memory(std::string const & max_memory);
/// The same for a budget in bytes.
[[nodiscard]] std::uint64_t reading_memory(std::uint64_t max_memory);

/// Throws usage_error where the output would overwrite one of the input files.
void refuse_overwriting(std::string const & output, std::vector<std::string> const & inputs);

} // namespace vglcs::tools
