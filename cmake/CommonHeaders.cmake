# SPDX-License-Identifier: BSD-3-Clause
# Headers that nearly every file of a target reads are compiled once: a second of user time a file for fmt, Google Test
# and the standard library's larger ones. Not where a compiler cache does better; not with clang, whose tidy reads the same
# commands; not for ARM, where g++ 12 fails on arm_sve.h behind such a header. Sources name what they include all the
# same: such builds are made every day.
set(VGLCS_COMMON_HEADERS OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_COMPILER_LAUNCHER
   AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(VGLCS_COMMON_HEADERS ON)
endif()

# Out of a precompiled header g++ tells of the standard library's own code, where it takes a sum of strings for one that
# runs over; other builds keep these warnings.
function(vglcs_quiet_strings target)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow>")
endfunction()

# vglcs_common_headers(TARGET HEADER...): those and the standard library's, each as it stands behind #include.
function(vglcs_common_headers target)
  if(VGLCS_COMMON_HEADERS)
    target_precompile_headers(${target} PRIVATE <algorithm> <filesystem> <functional> <map> <memory> <optional> <ranges>
                                                <span> <string> <string_view> <variant> <vector> ${ARGN})
    vglcs_quiet_strings(${target})
  endif()
endfunction()

# vglcs_common_headers_of(TARGET OTHER): those that OTHER, compiled with the same options, has already.
function(vglcs_common_headers_of target other)
  if(VGLCS_COMMON_HEADERS)
    target_precompile_headers(${target} REUSE_FROM ${other})
    vglcs_quiet_strings(${target})
  endif()
endfunction()
