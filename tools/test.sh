#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Installs what is missing, builds everything, runs every test. Arguments go to ctest, e.g. tools/test.sh -R unit.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/packages.sh

need_packages "${build_packages[@]}" "${test_packages[@]}"
build=${VGLCS_BUILD_DIR:-build-test}
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DVGLCS_BUILD_TESTS=ON -DVGLCS_BUILD_BENCHMARKS=ON \
    "$(cuda_option)" "$(mpi_option)"
cmake --build "$build"
ctest --test-dir "$build" --output-on-failure -j "$(nproc)" "$@"
