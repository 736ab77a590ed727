#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds, tests and measures the CUDA part on a machine with a GPU; fails where there is no device. Needs: a GPU of
# compute capability 8.0 or later with its driver, what the project's CUDA build needs (docs/developer.md), and, for the
# checks of memory and races, compute-sanitizer from the CUDA Toolkit. Without the build it takes some ten minutes.
#
#   tests/scripts/gpu.sh [BUILD_FOLDER]              default: build-gpu beside this checkout's CMakeLists.txt
#   tests/scripts/gpu.sh --prebuilt BUILD_FOLDER     runs what a build elsewhere left in tests/ and tests/bench/ of the folder
#   VGLCS_GPU_STEPS="tests memcheck bench"   some steps only; all: tests memcheck synccheck racecheck initcheck bench
#   VGLCS_GPU_JOBS=3                         tests side by side (more on one card wait for each other)
#   VGLCS_GPU_LIMIT=140                      seconds that a command may take
#   VGLCS_GPU_LOGS=FOLDER                    where each command's output is kept; default: gpu-logs in the build folder
set -euo pipefail

source_dir=$(cd "$(dirname "$0")/../.." && pwd)
prebuilt=
if [[ ${1:-} == --prebuilt ]]; then
  prebuilt=1
  shift
fi
build_dir=${1:-$source_dir/build-gpu}
steps=" ${VGLCS_GPU_STEPS:-tests memcheck synccheck racecheck initcheck bench} "
jobs=${VGLCS_GPU_JOBS:-3}
limit=${VGLCS_GPU_LIMIT:-140}
logs=${VGLCS_GPU_LOGS:-$build_dir/gpu-logs}

step() { printf '\n== %s\n' "$*"; }
wanted() { [[ $steps == *" $1 "* ]]; }

if [[ -z $prebuilt ]]; then
  step "build in $build_dir"
  cmake -S "$source_dir" -B "$build_dir" -DVGLCS_WITH_CUDA=ON -DVGLCS_BUILD_TESTS=ON -DVGLCS_BUILD_BENCHMARKS=ON \
        -DCMAKE_BUILD_TYPE=Release
  # what is run below, as far as this build has it (one benchmark needs NCCL)
  mapfile -t targets < <(cmake --build "$build_dir" --target help |
                         grep -oE '\b(property_(scored_)?engines_test|cuda_[a-z_]+_test|[a-z_]+_cuda_bench)\b' | sort -u)
  cmake --build "$build_dir" -j "$(nproc)" --target "${targets[@]}"
fi

export VGLCS_REQUIRE_GPU=1
mkdir -p "$logs"
failed=$logs/failed
: > "$failed"

# run NAME COMMAND...: with a time limit, output to a log; a failure is told at the end, so that all else runs too.
run() {
  local name=$1 code=0 begin=$SECONDS
  shift
  timeout -k 5 "$limit" "$@" > "$logs/$name.txt" 2>&1 || code=$?
  local what="ok"
  if ((code == 124 || code == 137)); then
    what="no end in $limit s"
  elif ((code)); then
    what="failed with $code"
  elif grep -q 'SKIPPED' "$logs/$name.txt"; then
    what="ok, some skipped"
  fi
  printf '%4d s  %-44s %s\n' $((SECONDS - begin)) "$name" "$what"
  if ((code)); then
    printf '%s: %s\n' "$name" "$what" >> "$failed"
    tail -n 30 "$logs/$name.txt"
  fi
}
# side NAME COMMAND...: the same beside others, `jobs` at most at a time.
side() {
  while (($(jobs -rp | wc -l) >= jobs)); do
    wait -n || true
  done
  run "$@" &
}

if wanted tests; then
  step "tests"
  for engine in strip bst2 catalan; do
    side "property-$engine" "$build_dir/tests/property_engines_test" --gtest_brief=1 "--gtest_filter=cuda/*$engine"
  done
  side property-scored "$build_dir/tests/property_scored_engines_test" --gtest_brief=1 '--gtest_filter=cuda/*'
  for test in "$build_dir"/tests/cuda_*_test; do
    name=$(basename "$test")
    if [[ $name == cuda_strip_test ]]; then # the longest: in two parts
      side "$name-pieces" "$test" --gtest_brief=1 '--gtest_filter=*pieces*:*medium*:*equal*'
      side "$name" "$test" --gtest_brief=1 '--gtest_filter=-*pieces*:*medium*:*equal*'
    else
      side "$name" "$test" --gtest_brief=1
    fi
  done
  wait
fi

sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null || true)
for tool in memcheck synccheck racecheck initcheck; do
  wanted $tool || continue
  step "$tool"
  if [[ -z $sanitizer ]]; then
    echo "left out, no compute-sanitizer here (it comes with the CUDA Toolkit)"
    continue
  fi
  VGLCS_RANDOM_CASES=60 side "$tool-property-scored" "$sanitizer" --tool "$tool" --error-exitcode 9 \
    "$build_dir/tests/property_scored_engines_test" --gtest_brief=1 '--gtest_filter=cuda/*random_small*'
  for test in "$build_dir"/tests/cuda_*_test; do
    [[ $tool == initcheck ]] && break # the suite above alone
    name=$(basename "$test")
    # allocations that are made to fail are errors to memcheck, and what they test is not the kernels
    [[ $name == cuda_allocation_failure_test || $name == cuda_layer_test ]] && continue
    parts=('*')
    if [[ $tool == racecheck && $name == cuda_@(strip|static_rmq)_test ]]; then # the longest: test by test
      mapfile -t parts < <("$test" --gtest_list_tests | awk '/^[^ ]/ {suite = $1} /^ / {print suite $1}')
    fi
    for part in "${parts[@]}"; do
      label=$tool-$name
      [[ $part == '*' ]] || label+=-$(tr -c 'A-Za-z0-9_\n' - <<< "$part")
      VGLCS_GPU_TEST_SMALL=1 side "$label" "$sanitizer" --tool "$tool" --error-exitcode 9 "$test" --gtest_brief=1 \
        "--gtest_filter=$part"
    done
  done
  wait
done

if wanted bench; then
  step "bench"
  for bench in "$build_dir"/tests/bench/*cuda_bench; do
    run "$(basename "$bench")" "$bench"
  done
fi

if [[ -s $failed ]]; then
  step "failed:"
  sed 's/^/  /' "$failed"
  exit 1
fi
step "all passed"
