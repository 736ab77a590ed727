// SPDX-License-Identifier: BSD-3-Clause
/// The list of a problem's arrays: every pointer of the kernels once, none where the kernels ask for null, all bytes.
#include "random_problem.hpp"

#include "cuda/strip/run/strip_arrays.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>

namespace {

using namespace vglcs;
using namespace vglcs::test;
using namespace vglcs::cuda;

struct programs
{
    row_program rows;
    column_program columns;
};

programs made(limits_kind kind, std::uint32_t reach, column_form form = column_form::tables)
{
    generator rng{3};
    std::size_t const n = 700, m = 900;
    std::vector<letter_code> a(n), b(m);
    for (letter_code & c : a)
        c = static_cast<letter_code>(uniform(rng, 0, 3));
    for (letter_code & c : b)
        c = static_cast<letter_code>(uniform(rng, 0, 3));
    problem const p{a, b, random_limits(rng, kind, n, reach), random_limits(rng, kind, m, reach)};
    return {make_row_program(p.a(), p.limits_a()),
            make_column_program(p.b(), p.limits_b(), {.columns = 128, .value_bytes = 2}, 0, form)};
}

TEST(strip_arrays, every_pointer_has_one_array)
{
    programs const p = made(limits_kind::per_letter, 500);
    program_pointers pointers;
    std::set<void const *> seen, hosts;
    for_each_array(p.rows, p.columns, pointers, [&](auto const & array) {
        seen.insert(&array.device);
        hosts.insert(&array.host);
        EXPECT_GE(reinterpret_cast<std::byte const *>(&array.device), reinterpret_cast<std::byte const *>(&pointers));
        EXPECT_LT(reinterpret_cast<std::byte const *>(&array.device),
                  reinterpret_cast<std::byte const *>(&pointers + 1));
    });
    EXPECT_EQ(seen.size(), sizeof pointers / sizeof(void *));
    EXPECT_EQ(hosts.size(), seen.size());
}

TEST(strip_arrays, what_is_not_there_is_empty)
{
    std::size_t absent = 0, present = 0;
    for (programs const & p : {made(limits_kind::per_letter, 5), made(limits_kind::per_letter, 500),
                               made(limits_kind::elastic, 300), made(limits_kind::constant, 4, column_form::small)})
    {
        program_pointers pointers;
        std::uint64_t bytes = 0;
        for_each_array(p.rows, p.columns, pointers, [&](auto const & array) {
            if (!array.is_there) {
                EXPECT_TRUE(array.host.empty());
            }
            ++(array.is_there ? present : absent);
            bytes += array.host.size() * sizeof(array.host[0]);
        });
        EXPECT_EQ(bytes, array_bytes(p.rows, p.columns));
    }
    EXPECT_GT(absent, 0u);
    EXPECT_GT(present, 40u);
}

/// What the kernels look at by `far_begin` and `late_begin` alone is there with them.
TEST(strip_arrays, far_programs_have_all_their_arrays)
{
    programs const p = made(limits_kind::per_letter, 500);
    ASSERT_TRUE(p.rows.far());
    ASSERT_TRUE(p.columns.has_far());
    program_pointers pointers;
    for_each_array(p.rows, p.columns, pointers, []<class T>(strip_array<T> const & array) {
        array.device = array.is_there ? array.host.data() : nullptr;
    });
    EXPECT_EQ(pointers.headers, p.rows.headers.data());
    EXPECT_EQ(pointers.operations_of_rows, p.rows.operations.data());
    EXPECT_EQ(pointers.operations, p.columns.operations.data());
    EXPECT_EQ(pointers.writes, p.rows.writes.data());
    EXPECT_EQ(pointers.column_writes, p.columns.writes.data());
    EXPECT_EQ(pointers.writes_begin, p.rows.writes_begin.data());
    EXPECT_EQ(pointers.column_writes_begin, p.columns.writes_begin.data());
    EXPECT_EQ(pointers.far_begin, p.columns.far_begin.data());
    EXPECT_EQ(pointers.operations_begin, p.columns.operations_begin.data());
    EXPECT_EQ(pointers.operations_begin_of_rows, p.rows.operations_begin.data());
    EXPECT_EQ(pointers.late_begin == nullptr, p.rows.late_begin.empty());
}

} // namespace
