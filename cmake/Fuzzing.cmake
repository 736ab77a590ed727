# SPDX-License-Identifier: BSD-3-Clause
# VGLCS_BUILD_FUZZERS: coverage hooks and sanitizers in both libraries, and libFuzzer's archive, which clang's runtime
# package holds and g++ links (tests/fuzz/coverage.cpp). Only the fuzzers of such a tree are of use.
if(VGLCS_BUILD_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    message(FATAL_ERROR "VGLCS_BUILD_FUZZERS needs g++ (SeqAn3 refuses clang): set CMAKE_CXX_COMPILER, or leave it off")
  endif()
  file(GLOB clang_runtimes /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-${CMAKE_SYSTEM_PROCESSOR}.a)
  list(SORT clang_runtimes COMPARE NATURAL ORDER DESCENDING)
  list(POP_FRONT clang_runtimes found_libfuzzer)
  set(VGLCS_LIBFUZZER "${found_libfuzzer}" CACHE FILEPATH "libFuzzer's archive with its main function")
  if(NOT VGLCS_LIBFUZZER)
    message(FATAL_ERROR "VGLCS_BUILD_FUZZERS needs libFuzzer: install libclang-rt-16-dev, name the archive by "
                        "VGLCS_LIBFUZZER, or leave it off")
  endif()
  set(fuzzing_options -fsanitize-coverage=trace-pc,trace-cmp)
endif()

# vglcs_fuzzing(TARGET): the hooks, for code that fuzzers are to find their way through.
function(vglcs_fuzzing target)
  if(VGLCS_BUILD_FUZZERS)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${fuzzing_options}>)
  endif()
endfunction()
