# SPDX-License-Identifier: BSD-3-Clause
# VGLCS_BUILD_FUZZERS: clang's coverage hooks in both libraries, for libFuzzer. Only the fuzzers of such a tree are of use.
if(VGLCS_BUILD_FUZZERS AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "VGLCS_BUILD_FUZZERS needs clang: set CMAKE_CXX_COMPILER, or leave it off")
endif()

# vglcs_fuzzing(TARGET): the hooks, for code that fuzzers are to find their way through.
function(vglcs_fuzzing target)
  if(VGLCS_BUILD_FUZZERS)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link>)
  endif()
endfunction()
