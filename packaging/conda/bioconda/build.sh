#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Shared libraries, the program, headers and the man page. Vector code is chosen at run time, so there is no -march here.
set -euo pipefail

# shellcheck disable=SC2086
cmake -S . -B build -G Ninja ${CMAKE_ARGS:-} -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$PREFIX" -DCMAKE_INSTALL_LIBDIR=lib \
    -DCMAKE_PREFIX_PATH="$PREFIX" -DBUILD_SHARED_LIBS=ON -DVGLCS_BUILD_TESTS=OFF -DVGLCS_WITH_CUDA=OFF -DVGLCS_WITH_MPI=OFF
cmake --build build -j "${CPU_COUNT:-2}"
cmake --install build
