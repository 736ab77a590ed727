// SPDX-License-Identifier: BSD-3-Clause
/// The cases of tests/data/oracle with their known answers (see the README there).
#pragma once

#include "test_problem.hpp"

#include <vglcs/result.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace vglcs::test {

/// A problem and its answer; `answer.engine` is empty.
struct oracle_case
{
    test_problem problem;
    result answer;
};

namespace detail {

/// Limits of one side: "la" and "ga" are one value or one a letter, null is infinite, an absent "la" is 0.
inline gap_limits read_limits(nlohmann::json const & fields, std::string const & side, std::size_t size)
{
    auto const value = [&](std::string const & key, std::size_t k) -> std::uint32_t {
        if (!fields.contains(key))
            return 0;
        nlohmann::json const & field = fields.at(key);
        nlohmann::json const & one = field.is_array() ? field.at(k) : field;
        return one.is_null() ? gap_limit::infinite : one.get<std::uint32_t>();
    };
    gap_limits out{size, gap_limit{}};
    for (std::size_t k = 0; k < size; ++k)
        out.set(k, {.lo = value("l" + side, k), .hi = value("g" + side, k)});
    for (std::size_t const k : fields.value("blocked_" + side, std::vector<std::size_t>{})) {
        gap_limit limit = out[k];
        limit.blocked = true;
        out.set(k, limit);
    }
    return out;
}

} // namespace detail

/// All cases of one file of tests/data/oracle.
[[nodiscard]] inline std::vector<oracle_case> read_oracle_cases(std::string const & file)
{
    std::ifstream in{std::string{VGLCS_TEST_DATA "/oracle/"} + file};
    std::vector<oracle_case> cases;
    for (std::string line; std::getline(in, line);) {
        nlohmann::json const fields = nlohmann::json::parse(line);
        oracle_case c;
        test_problem & p = c.problem;
        p.a = fields.at("a");
        p.b = fields.at("b");
        p.alphabet = parse_alphabet(fields.at("alphabet").get<std::string>()).value();
        p.limits_a = detail::read_limits(fields, "a", p.a.size());
        p.limits_b = detail::read_limits(fields, "b", p.b.size());
        p.origin = file + " case " + fields.at("id").get<std::string>();
        c.answer.score = c.answer.length = fields.at("length");
        for (auto const & pair : fields.at("chain"))
            c.answer.chain.push_back({pair.at(0), pair.at(1)});
        if (!c.answer.chain.empty())
            c.answer.last = c.answer.chain.back();
        cases.push_back(std::move(c));
    }
    if (cases.empty())
        throw std::runtime_error{"no cases in tests/data/oracle/" + file};
    return cases;
}

} // namespace vglcs::test
