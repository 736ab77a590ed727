// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace vglcs::cpu {

/// Tells the processor that this is a spinning loop.
inline void pause() noexcept
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

} // namespace vglcs::cpu
