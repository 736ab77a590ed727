#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The variants for the CPU and for CUDA; code for every card from Ampere on.
set -euo pipefail

cuda=(-DVGLCS_WITH_CUDA=OFF)
if [ "${cuda_compiler_version:-None}" != None ]; then
  cuda=(-DVGLCS_WITH_CUDA=ON -DVGLCS_CUDA_ALL=ON)
fi
# shellcheck disable=SC2086
cmake -S . -B build -G Ninja ${CMAKE_ARGS:-} -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$PREFIX" -DCMAKE_INSTALL_LIBDIR=lib \
    -DCMAKE_PREFIX_PATH="$PREFIX" -DVGLCS_BUILD_TESTS=OFF -DVGLCS_WITH_MPI=OFF "${cuda[@]}"
cmake --build build -j "${CPU_COUNT:-2}"
cmake --install build
