// SPDX-License-Identifier: BSD-3-Clause
/// Hands g++'s coverage hooks to libFuzzer, so that one compiler builds all fuzzers: SeqAn3 3.2 refuses clang. g++
/// calls
/// __sanitizer_cov_trace_pc at every edge; libFuzzer wants counters in a table, one of which is taken by the address of
/// the call. What g++ passes of comparisons (trace-cmp), libFuzzer takes as it is. This file is not instrumented.
#include <array>
#include <cstddef>
#include <cstdint>

extern "C" void __sanitizer_cov_8bit_counters_init(std::uint8_t * start, std::uint8_t * stop);

namespace {

constexpr std::size_t counters = std::size_t{1} << 16;
std::array<std::uint8_t, counters> table;

[[maybe_unused]] bool const registered = [] {
    __sanitizer_cov_8bit_counters_init(table.data(), table.data() + table.size());
    return true;
}();

} // namespace

/// libFuzzer has a __sanitizer_cov_trace_pc that does nothing: the linker puts this one in its place (--wrap).
extern "C" void __wrap___sanitizer_cov_trace_pc()
{
    auto const address = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
    ++table[(address * 0x9e3779b97f4a7c15u) >> 48];
}

// comparisons of floating point, which libFuzzer does not know
extern "C" void __sanitizer_cov_trace_cmpf(float, float)
{
}
extern "C" void __sanitizer_cov_trace_cmpd(double, double)
{
}
