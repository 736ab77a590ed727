#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Runs the tests under a sanitizer; ends with an error at the first report.
#
#   tests/scripts/sanitize.sh asan [CTEST ARGUMENTS]       addresses and undefined behaviour, g++, the whole suite
#   tests/scripts/sanitize.sh tsan [CTEST ARGUMENTS]       threads, clang 19 with libomp and archer, the whole suite
#   tests/scripts/sanitize.sh valgrind PROGRAM             commands like the README's, and the interface in C of the same
#                                                          build, under memcheck
set -euo pipefail

source_dir=$(cd "$(dirname "$0")/../.." && pwd)
cd "$source_dir"
. tools/packages.sh
kind=${1:?asan, tsan or valgrind}
shift

# options CMake... : configures build-KIND. Lines without variables: the vector kernels take minutes with both.
configure() {
  cmake -S . -B "build-$kind" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1" \
        -DVGLCS_BUILD_TESTS=ON -DVGLCS_WITH_CUDA=OFF -DVGLCS_INSTALL=OFF "$@"
}

case $kind in
asan)
  need_packages "${build_packages[@]}" "${test_packages[@]}"
  configure -DVGLCS_SANITIZE=address,undefined
  cmake --build build-asan
  # tests that limit the address space or measure memory are skipped: shadow memory is counted there
  export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1
  ctest --test-dir build-asan --output-on-failure -j "$(nproc)" "$@"
  ;;
tsan)
  need_packages "${build_packages[@]}" "${test_packages[@]}" clang-19 libomp-19-dev libclang-rt-19-dev
  configure -DVGLCS_SANITIZE=thread -DCMAKE_CXX_COMPILER=clang++-19
  cmake --build build-tsan
  archer=$(ls /usr/lib/llvm-19/lib/libarcher.so)
  export OMP_TOOL_LIBRARIES=$archer TSAN_OPTIONS=ignore_noninstrumented_modules=1:halt_on_error=1
  ctest --test-dir build-tsan --output-on-failure "$@"
  ;;
valgrind)
  program=$(realpath "${1:?path of the built program}")
  need_packages valgrind
  command -v valgrind >/dev/null || { echo "valgrind is not here: left out"; exit 0; }
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  head -c 6000 data/phiX174.fa >"$folder/a.fa"
  { echo ">b"; tail -n +20 data/phiX174.fa; } >"$folder/b.fa"
  gzip -c "$folder/a.fa" >"$folder/a.fa.gz"
  printf '>a\n3x20\n' >"$folder/short.gaps"
  cd "$folder"
  check() { # exit code expected, arguments
    local expected=$1 code=0
    shift
    valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite "$program" "$@" \
        >out 2>messages || code=$?
    [ "$code" -eq "$expected" ] || { cat messages; echo "vglcs $*: exit code $code, expected $expected" >&2; exit 1; }
    echo "clean: vglcs $*"
  }
  check 0 --version
  check 0 align a.fa.gz b.fa --gaps 5 -t 2 --device cpu -o result.paf
  check 0 verify result.paf a.fa b.fa --gaps 5
  check 0 align a.fa b.fa --gaps 5 --strand both --format json --device cpu
  check 0 align a.fa b.fa --format pretty --device cpu
  check 0 batch "$source_dir/data/globins45.fa" "$source_dir/data/cytochrome_c_14.fa" --gaps 10 -t 2 --device cpu
  check 0 gaps a.fa letter:A=3,*=2..5
  check 0 plan a.fa b.fa --gaps 5
  check 3 align nosuch.fa b.fa
  check 3 gaps a.fa short.gaps
  check 2 align a.fa b.fa --gaps -1
  check 4 align a.fa b.fa --engine reference --max-memory 10K
  interface=$(dirname "$program")/../tests/unit_c_api_c_api_test
  if [ -x "$interface" ]; then # memory, errors and handles; answers are compared by the suites
    valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite "$interface" \
        --gtest_filter='-*solves_as*:*many_pairs_have*:*explains*:*long_run*' >out 2>&1 || { cat out; exit 1; }
    echo "clean: the interface in C"
  fi
  ;;
*)
  echo "asan, tsan or valgrind, not $kind" >&2
  exit 2
  ;;
esac
