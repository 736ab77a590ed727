// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

namespace vglcs {

/// Threads that this process may run on (affinity and cgroup respected), at least 1.
[[nodiscard]] int available_threads();

/// Bytes of memory that this process may still use: the smallest of what the machine has available, the cgroup's
/// limit (v1 or v2) and the address-space limit (ulimit -v).
[[nodiscard]] std::uint64_t available_memory();

/// Bytes of this process that are in memory now, code and shared libraries included; 0 where the system does not say.
[[nodiscard]] std::uint64_t resident_memory();

/// Times this machine by four small problems, once a process, some 100 ms of processor time; the seconds of every plan
/// made afterwards are scaled by what it found (before, they are those of a 2.3 GHz Sapphire Rapids core). CPU engines
/// only. They are those of an otherwise idle machine, as far as processor time tells.
void measure_speed();

/// The processor's name as the system gives it, "unknown processor" where it does not.
[[nodiscard]] std::string processor_name();
/// The SIMD instruction set that the engines take on this processor: "AVX3", "AVX2", "NEON", ... (Highway's names).
[[nodiscard]] std::string instruction_set();

} // namespace vglcs
