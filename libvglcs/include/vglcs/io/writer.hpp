// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vglcs/io/output_file.hpp>
#include <vglcs/io/pair_record.hpp>

#include <memory>
#include <optional>
#include <string_view>

namespace vglcs {

/// Output formats; docs/guide/formats.md defines each column.
enum class format : std::uint8_t { paf, sam, tsv, pairs, json, pretty };

[[nodiscard]] std::string_view name(format f) noexcept;
[[nodiscard]] std::optional<format> parse_format(std::string_view text) noexcept;

/// Writes answered pairs in one format. Rows come in the order of the calls; calls come from one thread.
class writer
{
public:
    virtual ~writer() = default;
    /// Header lines. Throws input_error before the first row where the format cannot hold the names.
    virtual void begin(run_record const & run) = 0;
    /// One pair. A pair of length 0 gives no PAF or SAM line (the caller notes it on stderr).
    virtual void write(pair_record const & pair) = 0;
};

/// Throws usage_error where the format needs a chain and the task is length.
[[nodiscard]] std::unique_ptr<writer> make_writer(format f, task t, output_file & out);

} // namespace vglcs
