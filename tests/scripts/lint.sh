#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Static checks: how headers are included, cppcheck over the sources of both libraries and the program, clang-tidy 16
# over those that include neither CUDA nor MPI. With --changed COMMIT only the files that changed since then.
#
#   tests/scripts/lint.sh [--changed COMMIT] [BUILD_FOLDER]     default: build-lint beside the top CMakeLists.txt
#   tests/scripts/lint.sh --cppcheck                            cppcheck alone: less than a minute of one core
#   tests/scripts/lint.sh --readers [BUILD_FOLDER]              clang-tidy alone, over the sources that read what others made
#                                                       and the vector kernels: a push waits for two minutes, not for
#                                                       the quarter of an hour that all files take
set -euo pipefail

source_dir=$(cd "$(dirname "$0")/../.." && pwd)
cd "$source_dir"
since= only_cppcheck= only_readers=
if [ "${1:-}" = --cppcheck ]; then
  only_cppcheck=1
  shift
fi
if [ "${1:-}" = --readers ]; then
  only_readers=1
  shift
fi
if [ "${1:-}" = --changed ]; then
  since=$2
  shift 2
fi
build_dir=${1:-$source_dir/build-lint}
jobs=$(nproc)

. tools/packages.sh
if [ -n "$only_cppcheck" ]; then
  need_packages cppcheck
  [ "$(cppcheck --version 2>/dev/null)" = "Cppcheck 2.10" ] || { echo "no cppcheck 2.10 here: left out"; exit 0; }
else
  need_packages "${build_packages[@]}" "${test_packages[@]}" clang-tidy-16 libomp-16-dev cppcheck
  command -v clang-tidy-16 >/dev/null || [ -z "$only_readers" ] || { echo "no clang-tidy 16 here: left out"; exit 0; }
fi

list() {
  if [ -n "$since" ]; then git diff --name-only --diff-filter=d "$since" -- "$@"; else git ls-files -- "$@"; fi
}

echo "== includes"
# private headers in quotes, by their path from the src folder (or tools); public ones and other libraries' in angles
folders=$({ git ls-files librmq/src libvglcs/src | cut -d/ -f3; git ls-files 'tools/*/*' | cut -d/ -f2; } | sort -u | paste -sd '|')
if git grep -nE "^ *# *include +(<($folders)/|\"(vglcs|rmq)/|\"\.\./)" -- librmq libvglcs tools; then
  echo "the lines above: a private header is included in quotes, by its path from its library's src folder; a public one in <>" >&2
  exit 1
fi

if [ -z "$only_readers" ]; then
  echo "== cppcheck"
  mapfile -t sources < <(list 'librmq/src/*.cpp' 'libvglcs/src/*.cpp' 'libvglcs-c/src/*.cpp' 'tools/*.cpp')
  if [ ${#sources[@]} -gt 0 ]; then
    cppcheck --std=c++20 --language=c++ --enable=warning,performance,portability --inline-suppr --error-exitcode=1 --quiet \
             -j "$jobs" --suppressions-list=tests/cppcheck.txt -I librmq/include -I librmq/src -I libvglcs/include \
             -I libvglcs/src -I libvglcs-c/include -I libvglcs-c/src -I tools "${sources[@]}"
  fi
  [ -z "$only_cppcheck" ] || exit 0
fi

echo "== clang-tidy"
cmake -S . -B "$build_dir" -G Ninja -DCMAKE_CXX_COMPILER=clang++-16 -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
      -DVGLCS_BUILD_TESTS=OFF -DVGLCS_WITH_CUDA=OFF >/dev/null
paths=('librmq/src/*.cpp' 'libvglcs/src/*.cpp' 'libvglcs-c/src/*.cpp' 'tools/*.cpp')
[ -z "$only_readers" ] || paths=('libvglcs/src/io/*reader*.cpp' 'libvglcs/src/io/*track*.cpp' 'libvglcs/src/io/*spec*.cpp'
                                 libvglcs/src/io/bytes/{byte_source,gzip_decoder}.cpp
                                 libvglcs/src/io/sequences/record_scanner.cpp libvglcs/src/io/results/result_fields.cpp
                                 libvglcs/src/text/{text_collection,text_index}.cpp tools/rows/batch_journal.cpp
                                 libvglcs/src/cpu/strip/kernels.cpp)
# those that this build compiles: no device, no MPI
compiled=$(sed -n 's,^ *"file": "\(.*\)"\,*$,\1,p' "$build_dir/compile_commands.json")
mapfile -t sources < <(list "${paths[@]}" | while read -r source; do
  grep -qxF "$source_dir/$source" <<<"$compiled" && printf '%s\n' "$source"
done)
if [ ${#sources[@]} -gt 0 ]; then
  printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$jobs" clang-tidy-16 -p "$build_dir" --quiet
fi
