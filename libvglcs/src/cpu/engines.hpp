// SPDX-License-Identifier: BSD-3-Clause
/// The CPU engines, one factory each; engine.cpp lists them.
#pragma once

#include <vglcs/engine.hpp>

namespace vglcs::cpu {

[[nodiscard]] engine const & reference_engine();
[[nodiscard]] engine const & peng_engine();
[[nodiscard]] engine const & ds_st_engine();
[[nodiscard]] engine const & ds_bst_engine();
[[nodiscard]] engine const & bst2_engine();
[[nodiscard]] engine const & catalan_engine();
[[nodiscard]] engine const & strip_engine();
[[nodiscard]] engine const & bitlcs_engine();

} // namespace vglcs::cpu
