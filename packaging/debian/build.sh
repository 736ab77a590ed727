#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Debian packages of a commit: makes the source archive, unpacks it, puts this folder beside it as debian/, builds, checks.
#
#   packaging/debian/build.sh [--test|--only-test] [FOLDER] [COMMIT]     default: build-debian beside the top CMakeLists.txt, HEAD
#
# FOLDER gets the packages, the source package and lintian.txt. Ends with an error where lintian has one. With --test the
# packages are installed (as root), debian/tests run against them, as autopkgtest does on this machine ("null"), each in an
# empty folder outside of the tree, and the packages are removed again; --only-test does that with packages made before.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
with_tests='' build=1
case ${1:-} in
  --test) with_tests=1; shift ;;
  --only-test) with_tests=1; build=''; shift ;;
esac
out=$(realpath -m "${1:-build-debian}")
commit=${2:-HEAD}
for program in dh dpkg-buildpackage lintian; do
  command -v $program >/dev/null || { echo "$program is missing: apt-get install debhelper dpkg-dev lintian" >&2; exit 1; }
done

version=$(dpkg-parsechangelog -l "$here/changelog" -S Version)
upstream=${version%-*}
tree=$out/vglcs-$upstream
if [ -n "$build" ]; then
  rm -rf "$tree"
  mkdir -p "$out"
  git archive --format=tar --prefix="vglcs-$upstream/" "$commit" | gzip -9n > "$out/vglcs_$upstream.orig.tar.gz"
  tar -xzf "$out/vglcs_$upstream.orig.tar.gz" -C "$out"
  cp -r "$tree/packaging/debian" "$tree/debian"
  rm "$tree/debian/build.sh"

  (cd "$tree" && dpkg-buildpackage -us -uc)
  changes=$(ls "$out/vglcs_${version}_"*.changes)
  # all tags, then those for which an archive refuses a package; either run ends with an error where it has one
  good=1
  lintian --allow-root --display-info --tag-display-limit 0 "$changes" > "$out/lintian.txt" || good=''
  lintian --allow-root -F "$changes" >> "$out/lintian.txt" || good=''
  grep -E '^[EW]:' "$out/lintian.txt" || true
  if [ -z "$good" ] || grep -q '^E:' "$out/lintian.txt"; then
    echo "lintian has errors: $out/lintian.txt" >&2
    exit 1
  fi
  echo "packages: $out, lintian has no error"
fi

if [ -n "$with_tests" ]; then
  command -v autopkgtest >/dev/null || { echo "autopkgtest is missing: apt-get install autopkgtest" >&2; exit 1; }
  packages=() names=()
  for package in "$out"/*_"$version"_*.deb; do
    [[ $package != *-dbgsym_* ]] || continue
    packages+=("$package")
    names+=("$(dpkg-deb -f "$package" Package)")
  done
  trap 'DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq "${names[@]}" >/dev/null' EXIT
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
  rm -rf "$out/autopkgtest"
  autopkgtest --no-built-binaries --output-dir="$out/autopkgtest" "$tree/" -- null
fi
