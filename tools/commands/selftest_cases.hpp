// SPDX-License-Identifier: BSD-3-Clause
/// Problems with known answers, on which `vglcs selftest` tries engines.
#pragma once

#include <vglcs/problem.hpp>
#include <vglcs/result.hpp>

#include <string>
#include <vector>

namespace vglcs::tools {

/// A problem and its answer as `answer_text` writes it.
struct test_case
{
    std::string name;
    problem input;
    std::string answer;
};

/// "length i:j,i:j,..." with a line's end, the form that is compared and digested. Where there are costs the score
/// stands in place of the length, and behind a pair the jumps of the link to it: "i:jaB-EbB-E".
[[nodiscard]] std::string answer_text(problem const & p, result const & r);

/// Cases with answers from an independent implementation of the definition, without and with costs.
[[nodiscard]] std::vector<test_case> stored_cases();
/// Larger ones with limits that jump, with costs, and with limits by the other sequence's letters, answered by the
/// reference engine.
[[nodiscard]] std::vector<test_case> generated_cases();

} // namespace vglcs::tools
