#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# From a fresh Debian 12 to a first result: installs what is missing, builds Release, aligns two mitochondrial genomes.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/packages.sh

need_packages "${build_packages[@]}"
build=${VGLCS_BUILD_DIR:-build}
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DVGLCS_BUILD_TESTS=OFF "$(cuda_option)" >/dev/null
cmake --build "$build" --target vglcs_cli
vglcs=$build/tools/vglcs

echo
echo "Human and chimpanzee mitochondria, at most 5 letters skipped before any matched letter:"
echo "\$ vglcs align data/MT-human.fa data/MT-chimp.fa --gaps 5 --format tsv"
"$vglcs" align data/MT-human.fa data/MT-chimp.fa --gaps 5 --format tsv | cut -f 1-11
echo
echo "The first lines of the same alignment for people (--format pretty):"
"$vglcs" align data/MT-human.fa data/MT-chimp.fa --gaps 5 --format pretty | head -n 24 || true
echo
echo "The program is $vglcs. Next: $vglcs --help, README.md, docs/guide/."
