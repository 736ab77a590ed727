// SPDX-License-Identifier: BSD-3-Clause
/// The writers, one file each; make_writer() chooses.
#pragma once

#include <vglcs/io/writer.hpp>

#include <memory>

namespace vglcs::detail {

[[nodiscard]] std::unique_ptr<writer> make_paf_writer(output_file & out);
[[nodiscard]] std::unique_ptr<writer> make_sam_writer(output_file & out);
[[nodiscard]] std::unique_ptr<writer> make_tsv_writer(task t, output_file & out);
[[nodiscard]] std::unique_ptr<writer> make_pairs_writer(output_file & out);
[[nodiscard]] std::unique_ptr<writer> make_json_writer(task t, output_file & out);
[[nodiscard]] std::unique_ptr<writer> make_pretty_writer(task t, output_file & out);

} // namespace vglcs::detail
