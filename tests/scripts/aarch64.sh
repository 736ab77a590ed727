#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Builds for 64-bit ARM with Debian's cross compiler and runs the unit and property suites, and the program's selftest,
# under qemu-user. The libraries for aarch64 are unpacked into the build folder: the system stays as it is.
#
#   tests/scripts/aarch64.sh [CTEST ARGUMENTS]      build-aarch64 beside the top CMakeLists.txt
#   VGLCS_AARCH64_STEPS="program"                   the program and its selftest alone
set -euo pipefail

source_dir=$(cd "$(dirname "$0")/../.." && pwd)
cd "$source_dir"
. tools/packages.sh
steps=${VGLCS_AARCH64_STEPS:-program tests}
build=$source_dir/build-aarch64
root=$build/root
need_packages "${build_packages[@]}" "${test_packages[@]}" g++-aarch64-linux-gnu qemu-user
for command in aarch64-linux-gnu-g++ qemu-aarch64; do
  command -v $command >/dev/null || { echo "no $command here: left out"; exit 0; }
done

# apt with lists of its own, as if this machine were of that kind
if [ ! -e "$root/complete" ]; then
  mkdir -p "$root" "$build/debs/partial" "$build/lists/partial"
  options=(-qq -oAPT::Architecture=arm64 -oAPT::Architectures=arm64 -oDir::State::Lists="$build/lists" -oAPT::Sandbox::User=root)
  apt-get "${options[@]}" update
  (cd "$build/debs" && apt-get "${options[@]}" download libhwy-dev libhwy1 libfmt-dev libfmt9 libdivsufsort-dev libdivsufsort3 \
                                                       libssl-dev libssl3 zlib1g-dev zlib1g libgtest-dev libgmock-dev)
  for package in "$build"/debs/*.deb; do
    dpkg -x "$package" "$root"
  done
  touch "$root/complete"
fi

cmake --preset aarch64 -DVGLCS_ARM_ROOT="$root" -DVGLCS_INSTALL=OFF
if [[ " $steps " == *" program "* ]]; then
  cmake --build "$build" --target vglcs_cli
  qemu-aarch64 -L /usr/aarch64-linux-gnu "$build/tools/vglcs" info
  qemu-aarch64 -L /usr/aarch64-linux-gnu "$build/tools/vglcs" selftest --quiet
fi
if [[ " $steps " == *" tests "* ]]; then
  mapfile -t targets < <(cmake --build "$build" --target help |
                         grep -oE '^(unit_(rmq|vglcs)|property)_[a-z0-9_]+_test\b' | sort -u)
  cmake --build "$build" --target "${targets[@]}"
  ctest --test-dir "$build" --output-on-failure -j "$(nproc)" -L '^(unit/rmq|unit/vglcs|property)$' "$@"
fi
