#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds, tests and measures the CUDA part on a machine with a GPU; fails where there is no device. Needs: a GPU of
# compute capability 8.0 or later with its driver, what the project's CUDA build needs (docs/developer.md), and, for the
# checks of memory and races, compute-sanitizer from the CUDA Toolkit.
#
#   tests/gpu.sh [BUILD_FOLDER]              default: build-gpu beside this checkout's CMakeLists.txt
#   tests/gpu.sh --prebuilt BUILD_FOLDER     runs what a build elsewhere left in tests/ and tests/bench/ of the folder
#   VGLCS_GPU_STEPS="tests memcheck bench"   some steps only; all: tests memcheck racecheck synccheck bench
set -euo pipefail

source_dir=$(cd "$(dirname "$0")/.." && pwd)
prebuilt=
if [[ ${1:-} == --prebuilt ]]; then
  prebuilt=1
  shift
fi
build_dir=${1:-$source_dir/build-gpu}
steps=" ${VGLCS_GPU_STEPS:-tests memcheck racecheck synccheck bench} "
failed=()

step() { printf '\n== %s\n' "$*"; }
wanted() { [[ $steps == *" $1 "* ]]; }
# Runs a command; a failure is told at the end, so that the other steps run all the same.
try() {
  step "$*"
  "$@" || failed+=("$*")
}

if [[ -z $prebuilt ]]; then
  step "build in $build_dir"
  cmake -S "$source_dir" -B "$build_dir" -DVGLCS_WITH_CUDA=ON -DVGLCS_BUILD_TESTS=ON -DVGLCS_BUILD_BENCHMARKS=ON \
        -DCMAKE_BUILD_TYPE=Release
  cmake --build "$build_dir" -j "$(nproc)"
fi

export VGLCS_REQUIRE_GPU=1
if wanted tests; then
  for test in "$build_dir"/tests/cuda_*_test; do
    try "$test" --gtest_brief=1
  done
  try "$build_dir/tests/property_engines_test" --gtest_brief=1 '--gtest_filter=cuda/*'
fi

sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null || true)
for tool in memcheck racecheck synccheck; do
  wanted $tool || continue
  if [[ -z $sanitizer ]]; then
    step "$tool: left out, no compute-sanitizer here (it comes with the CUDA Toolkit)"
    continue
  fi
  for test in cuda_strip_test cuda_two_stage_test cuda_static_rmq_test cuda_window_maximum_test; do
    VGLCS_GPU_TEST_SMALL=1 try "$sanitizer" --tool "$tool" --error-exitcode 1 "$build_dir/tests/$test" --gtest_brief=1
  done
done

if wanted bench; then
  for bench in strip_cuda_bench static_rmq_cuda_bench; do
    try "$build_dir/tests/bench/$bench"
  done
fi

if ((${#failed[@]})); then
  step "failed:"
  printf '  %s\n' "${failed[@]}"
  exit 1
fi
step "all passed"
