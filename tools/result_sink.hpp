// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "commands.hpp"
#include "pair_job.hpp"

#include <vglcs/io/output_file.hpp>
#include <vglcs/io/writer.hpp>

namespace vglcs::tools {

/// Where answers go: the file, its format and the notes about pairs that have no line in it.
class result_sink
{
public:
    result_sink(job_options const & job, context const & run, inputs const & in, notes const & out);

    /// Header lines; `targets` only matter to sam, which must know them before the first row.
    void begin(std::vector<shared_record> const & targets);
    void write(pair_job const & job);
    /// Completes the file, then says what had no line.
    void finish();

    /// True where the format states all targets in its header.
    [[nodiscard]] bool needs_targets_first() const noexcept { return format_ == format::sam; }

private:
    format format_;
    output_file file_;
    std::unique_ptr<writer> writer_;
    run_record run_;
    notes notes_;
    std::uint64_t empty_ = 0;
    std::string first_empty_;
};

} // namespace vglcs::tools
