#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds the fuzzers with sanitizers and runs each for some seconds, from the corpus kept in tests/fuzz/corpus. Ends
# with an error at the first finding, whose input then lies in the build folder.
#
#   tests/fuzz.sh [SECONDS [BUILD_FOLDER]]      default: 60 s each, build-fuzz beside the top CMakeLists.txt
set -euo pipefail

source_dir=$(cd "$(dirname "$0")/.." && pwd)
seconds=${1:-60}
build_dir=${2:-$source_dir/build-fuzz}
jobs=$(nproc)

. "$source_dir/tools/packages.sh"
need_packages "${build_packages[@]}" "${test_packages[@]}" libclang-rt-16-dev

cmake -S "$source_dir" -B "$build_dir" -G Ninja -DVGLCS_BUILD_FUZZERS=ON -DVGLCS_SANITIZE=address,undefined \
      -DCMAKE_BUILD_TYPE=Release -DVGLCS_WITH_CUDA=OFF
fuzzers=()
for source in "$source_dir"/tests/fuzz/*_fuzz.cpp; do
  fuzzers+=("$(basename "$source" .cpp)")
done
cmake --build "$build_dir" --target "${fuzzers[@]}"

for fuzzer in "${fuzzers[@]}"; do
  echo "== $fuzzer, $seconds s"
  found=$build_dir/found/$fuzzer
  mkdir -p "$found"
  options=(-max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=4096 -artifact_prefix="$found."
           -fork="$jobs" -close_fd_mask=1)
  # the log of fork mode is long; its end says how many runs there were and what was found
  "$build_dir/tests/fuzz/$fuzzer" "${options[@]}" "$found" "$source_dir/tests/fuzz/corpus/${fuzzer%_fuzz}" \
      >"$found.log" 2>&1 || { tail -n 60 "$found.log"; echo "finding: see $found.*" >&2; exit 1; }
  tail -n 1 "$found.log"
done
