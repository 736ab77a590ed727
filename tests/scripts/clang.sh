#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds with clang 19, warnings as errors, and compares with a build by g++ what can be compared.
#
#   tests/scripts/clang.sh program PROGRAM          with libc++: the libraries and the program, whose selftest must end as
#                                                   that of PROGRAM, built by g++, and whose answers must be the same bytes
#   tests/scripts/clang.sh libstdc++ [CTEST ARGUMENTS]      everything, and the whole suite
#   tests/scripts/clang.sh libc++ [CTEST ARGUMENTS]         the same with Google Test from Debian's sources: its library
#                                                           is built for libstdc++
set -euo pipefail

source_dir=$(cd "$(dirname "$0")/../.." && pwd)
cd "$source_dir"
. tools/packages.sh
kind=${1:?program, libstdc++ or libc++}
shift
need_packages "${build_packages[@]}" clang-19 libomp-19-dev libc++-19-dev libc++abi-19-dev
command -v clang++-19 >/dev/null || { echo "no clang 19 here: left out"; exit 0; }

case $kind in
program)
  other=$(realpath "${1:?path of a program built by g++}")
  # a third of the time of -O3, and other code than g++ makes all the same
  cmake --preset libcxx -DVGLCS_BUILD_TESTS=OFF -DVGLCS_INSTALL=OFF "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG"
  cmake --build build-libcxx --target vglcs_cli
  program=build-libcxx/tools/vglcs
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  same() {
    "$other" "$@" --device cpu >"$folder/of-g++"
    "$program" "$@" --device cpu >"$folder/of-clang"
    cmp "$folder/of-g++" "$folder/of-clang" || { echo "vglcs $*: not the answer of the build by g++" >&2; exit 1; }
    echo "same bytes: vglcs $*"
  }
  same selftest --quiet
  same align data/MT-human.fa data/MT-chimp.fa --gaps 5 --format tsv
  same align data/phiX174.fa data/phiX174.fa --gaps 0..3 --strand both --format pretty
  same batch data/globins45.fa data/cytochrome_c_14.fa --gaps 10 --format tsv
  ;;
libstdc++)
  need_packages "${test_packages[@]}"
  cmake --preset clang
  cmake --build build-clang
  ctest --test-dir build-clang --output-on-failure -j "$(nproc)" "$@"
  ;;
libc++)
  need_packages "${test_packages[@]}"
  cmake --preset libcxx
  cmake --build build-libcxx
  ctest --test-dir build-libcxx --output-on-failure -j "$(nproc)" "$@"
  ;;
*)
  echo "program, libstdc++ or libc++, not $kind" >&2
  exit 2
  ;;
esac
