#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds the fuzzers with sanitizers and runs each for some seconds, from the corpus kept in tests/fuzz/corpus. Ends
# with an error at the first finding, whose input then lies in the build folder.
#
#   tests/scripts/fuzz.sh [SECONDS [BUILD_FOLDER]]           default: 60 s each, build-fuzz beside the top CMakeLists.txt
#   tests/scripts/fuzz.sh --smoke BUILD_FOLDER [SECONDS]     the fuzzers of an ordinary build, without sanitizers and libFuzzer:
#                                                    random changes of the corpora, as many side by side as processors
set -euo pipefail

source_dir=$(cd "$(dirname "$0")/../.." && pwd)
if [ "${1:-}" = --smoke ]; then
  build_dir=$(realpath "${2:?the folder of a build}")
  seconds=${3:-60}
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  cd "$folder"
  smoke() { # fuzzer, corpus
    "$1" --mutate "$seconds" "$2" >"$(basename "$1").log" 2>&1 && status=0 || status=$?
    echo "$(basename "$1"): $(tail -n 1 "$(basename "$1").log")"
    [ $status -eq 0 ] || { tail -n 20 "$(basename "$1").log"; base64 "$(basename "$1").found"; return 1; }
  }
  export -f smoke
  export seconds
  for source in "$source_dir"/tests/fuzz/*_fuzz.cpp; do
    name=$(basename "$source" _fuzz.cpp)
    printf '%s\0' "$build_dir/tests/fuzz/${name}_fuzz" "$source_dir/tests/fuzz/corpus/$name"
  done | xargs -0 -n 2 -P "$(nproc)" bash -c 'smoke "$@"' smoke || { echo "finding: its input stands above" >&2; exit 1; }
  exit 0
fi
seconds=${1:-60}
build_dir=${2:-$source_dir/build-fuzz}
jobs=$(nproc)

. "$source_dir/tools/packages.sh"
need_packages "${build_packages[@]}" "${test_packages[@]}" clang-19 libomp-19-dev libclang-rt-19-dev

cmake -S "$source_dir" -B "$build_dir" -G Ninja -DVGLCS_BUILD_FUZZERS=ON -DCMAKE_CXX_COMPILER=clang++-19 -DVGLCS_SANITIZE=address,undefined \
      -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1 -DNDEBUG" -DVGLCS_WITH_CUDA=OFF
fuzzers=()
for source in "$source_dir"/tests/fuzz/*_fuzz.cpp; do
  fuzzers+=("$(basename "$source" .cpp)")
done
cmake --build "$build_dir" --target "${fuzzers[@]}"

for fuzzer in "${fuzzers[@]}"; do
  echo "== $fuzzer, $seconds s"
  found=$build_dir/found/$fuzzer
  mkdir -p "$found"
  options=(-max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -malloc_limit_mb=1200 -max_len=8192
           -artifact_prefix="$found." -fork="$jobs" -close_fd_mask=1)
  dictionary=$source_dir/tests/fuzz/${fuzzer%_fuzz}.dict
  [ ! -f "$dictionary" ] || options+=(-dict="$dictionary")
  # the log of fork mode is long; its end says how many runs there were and what was found
  "$build_dir/tests/fuzz/$fuzzer" "${options[@]}" "$found" "$source_dir/tests/fuzz/corpus/${fuzzer%_fuzz}" \
      >"$found.log" 2>&1 || { tail -n 60 "$found.log"; echo "finding: see $found.*" >&2; exit 1; }
  tail -n 1 "$found.log"
done
