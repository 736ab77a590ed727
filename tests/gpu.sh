#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds, tests and measures the CUDA part on a machine with a GPU. Needs what the project's CUDA build needs (docs/
# developer.md), and compute-sanitizer from the CUDA Toolkit for the last checks. Fails where there is no device.
#
#   tests/gpu.sh [BUILD_FOLDER]      default: build-gpu beside this checkout's CMakeLists.txt
set -euo pipefail

source_dir=$(cd "$(dirname "$0")/.." && pwd)
build_dir=${1:-$source_dir/build-gpu}
jobs=$(nproc)

step() { printf '\n== %s\n' "$*"; }

step "build in $build_dir"
cmake -S "$source_dir" -B "$build_dir" -DVGLCS_WITH_CUDA=ON -DVGLCS_BUILD_TESTS=ON -DVGLCS_BUILD_BENCHMARKS=ON \
      -DCMAKE_BUILD_TYPE=Release
cmake --build "$build_dir" -j "$jobs"

step "tests with label gpu"
export VGLCS_REQUIRE_GPU=1
ctest --test-dir "$build_dir" -L gpu --output-on-failure

if sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null); then
  export VGLCS_GPU_TEST_SMALL=1
  for tool in memcheck racecheck synccheck; do
    for test in cuda_strip_test cuda_two_stage_test cuda_static_rmq_test cuda_window_maximum_test; do
      step "$tool: $test, short suite"
      "$sanitizer" --tool "$tool" --error-exitcode 1 "$build_dir/tests/$test" --gtest_brief=1
    done
  done
  unset VGLCS_GPU_TEST_SMALL
else
  step "compute-sanitizer: not found, its checks are left out (install the CUDA Toolkit's compute-sanitizer)"
fi

step "benchmark"
find "$build_dir" -type f \( -name strip_cuda_bench -o -name static_rmq_cuda_bench \) -perm -u+x -exec {} \;
