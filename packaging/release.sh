#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Releases. The version is that of project() in the top CMakeLists.txt; every other file that names it is in the list below.
#
#   packaging/release.sh check                     do all files name the same version, and does CHANGELOG.md have it?
#   packaging/release.sh set VERSION [DATE]        writes VERSION, and the date of the release (default: today), into all of them
#   packaging/release.sh make [--dry-run] [--output FOLDER] [--url URL --home URL]
#                                                  checks, tags vVERSION, and fills FOLDER (default: out): the source archive,
#                                                  its notes, SHA256SUMS; with the addresses of archive and project also the
#                                                  conda recipes. --dry-run: no tag, and a tree that is not clean will do
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "release.sh: $*" >&2
  exit 1
}

# FILE|LINE where @ is the version and % its first two numbers: LINE, as an extended regular expression, is in FILE.
places='
CITATION.cff|^version: @$
README.md|find_package\(vglcs % REQUIRED
docs/vglcs.1|^\.TH VGLCS 1 "[0-9-]+" "vglcs @"
packaging/debian/changelog|^vglcs \(@-[0-9]+\)
packaging/docker/cpu.Dockerfile|vglcs:@( |$)
packaging/docker/cpu.Dockerfile|image.version="@"
packaging/docker/cuda.Dockerfile|vglcs:@-cuda( |$)
packaging/docker/cuda.Dockerfile|image.version="@"
packaging/galaxy/macros.xml|name="@TOOL_VERSION@">@<
packaging/nf-core/modules/vglcs/align/environment.yml|vglcs=@$
packaging/nf-core/modules/vglcs/align/main.nf|.vglcs:@-cuda. : .vglcs:@.
packaging/nf-core/modules/vglcs/batch/environment.yml|vglcs=@$
packaging/nf-core/modules/vglcs/batch/main.nf|.vglcs:@-cuda. : .vglcs:@.
packaging/nf-core/modules/vglcs/splice/environment.yml|vglcs=@$
packaging/nf-core/modules/vglcs/splice/main.nf|container "vglcs:@"
packaging/snakemake/bio/vglcs/align/environment.yaml|vglcs =@$
packaging/snakemake/bio/vglcs/batch/environment.yaml|vglcs =@$
python/README.md|vglcs-@-py3-none
tests/package/consumer/CMakeLists.txt|find_package\(vglcs % REQUIRED
tests/package/consumer_c/CMakeLists.txt|find_package\(vglcs % REQUIRED
'
number='[0-9]+\.[0-9]+\.[0-9]+'

version_of_project() {
  sed -nE "s/^project\(vglcs VERSION ($number) .*/\1/p" CMakeLists.txt
}

# line_with LINE VERSION: the regular expression of a place for one version; @TOOL_VERSION@ is Galaxy's own
line_with() {
  local whole=${2//./\\.} short=${2%.*}
  short=${short//./\\.}
  sed "s/@TOOL_VERSION@/TOKEN/; s/@/$(printf %s "$whole" | sed 's/\\/\\\\/g')/g; s/%/$(printf %s "$short" | sed 's/\\/\\\\/g')/g; s/TOKEN/@TOOL_VERSION@/" <<<"$1"
}

check() {
  local version file line wrong=0 count=0
  version=$(version_of_project)
  [ -n "$version" ] || fail "CMakeLists.txt: no project(vglcs VERSION x.y.z"
  while IFS='|' read -r file line; do
    [ -n "$file" ] || continue
    count=$((count + 1))
    # (a regular expression may have a | of its own: the rest of the line is LINE)
    if ! grep -qE -- "$(line_with "$line" "$version")" "$file"; then
      echo "$file: no line '$line' with version $version: packaging/release.sh set $version" >&2
      wrong=1
    fi
  done <<<"$places"
  if ! grep -qE "^## \[${version//./\\.}\] - ([0-9]{4}-[0-9]{2}-[0-9]{2}|unreleased)$" CHANGELOG.md; then
    echo "CHANGELOG.md: no heading '## [$version] - YYYY-MM-DD'" >&2
    wrong=1
  fi
  [ $wrong -eq 0 ] || exit 1
  echo "version $version in CMakeLists.txt, CHANGELOG.md and $count other places"
}

set_version() {
  local new=$1 date=$2 old file line
  [[ $new =~ ^$number$ ]] || fail "'$new' is no version x.y.z"
  [[ $date =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] || fail "'$date' is no date YYYY-MM-DD"
  check >/dev/null
  old=$(version_of_project)
  local old_short=${old%.*} new_short=${new%.*}
  while IFS='|' read -r file line; do
    [ -n "$file" ] || continue
    sed -i -E "\\#$(line_with "$line" "$old")#{s#${old//./\\.}#$new#g;s#vglcs ${old_short//./\\.} REQUIRED#vglcs $new_short REQUIRED#}" "$file"
  done <<<"$places"
  sed -i -E "s/^(project\(vglcs VERSION )$number/\1$new/" CMakeLists.txt
  sed -i -E "s/^## \[(${old//./\\.})\] - unreleased$/## [$new] - $date/" CHANGELOG.md
  sed -i -E "s/^(\.TH VGLCS 1 )\"[0-9-]+\"/\1\"$date\"/" docs/vglcs.1
  sed -i -E '/^date-released:/d' CITATION.cff
  sed -i -E "/^version:/a date-released: $date" CITATION.cff
  sed -i -E "1,/^ -- /s/^( -- .*>  ).*/\1$(LC_ALL=C date -u -d "$date 12:00" '+%a, %d %b %Y %H:%M:%S +0000')/" packaging/debian/changelog
  check
}

# recipe TEMPLATE VERSION URL SHA256 HOME: a conda recipe for an archive
recipe() {
  sed "s|@VERSION@|$2|g; s|@URL@|$3|g; s|@SHA256@|$4|g; s|@HOME@|$5|g" "$1"
}

make_release() {
  local dry='' out=out url='' home=''
  while [ $# -gt 0 ]; do
    case $1 in
      --dry-run) dry=1 ;;
      --output) out=${2:?--output needs a folder}; shift ;;
      --url) url=${2:?--url needs the address of the archive}; shift ;;
      --home) home=${2:?--home needs the address of the project}; shift ;;
      *) fail "make: $1 is not known: --dry-run, --output FOLDER, --url URL, --home URL" ;;
    esac
    shift
  done
  [ "${url:+given}" = "${home:+given}" ] || fail "make: --url and --home go together: the conda recipes name both"
  check
  local version tag name
  version=$(version_of_project)
  tag=v$version
  name=vglcs-$version
  if [ -n "$(git status --porcelain)" ]; then
    [ -n "$dry" ] || fail "the tree has changes that are not committed: git status"
    echo "note: changes that are not committed are left out of the archive"
  fi
  if ! grep -qE "^## \[${version//./\\.}\] - [0-9]{4}" CHANGELOG.md; then
    [ -n "$dry" ] || fail "CHANGELOG.md: $version has no date: packaging/release.sh set $version YYYY-MM-DD, and commit"
    echo "note: CHANGELOG.md calls $version unreleased"
  fi
  if git rev-parse -q --verify "refs/tags/$tag" >/dev/null; then
    [ -n "$dry" ] || fail "the tag $tag is there already"
    echo "note: the tag $tag is there already"
  fi

  mkdir -p "$out"
  # the same bytes whenever they are made: git archive has the commit's time, gzip -n none
  git archive --format=tar --prefix="$name/" HEAD | gzip -9n >"$out/$name.tar.gz"
  tar -xzOf "$out/$name.tar.gz" "$name/CMakeLists.txt" | grep -q "^project(vglcs VERSION $version " ||
    fail "the last commit has another version than the tree: commit first"
  awk -v head="## [$version]" 'index($0, head) == 1 {on = 1; next} /^## / {on = 0} on' CHANGELOG.md >"$out/$name.notes.md"
  [ -s "$out/$name.notes.md" ] || fail "CHANGELOG.md: nothing is said of $version"
  local files=("$name.tar.gz" "$name.notes.md")
  if [ -n "$url" ]; then
    local sum kind
    sum=$(sha256sum "$out/$name.tar.gz" | cut -d ' ' -f 1)
    for kind in bioconda cuda; do
      mkdir -p "$out/conda/$kind"
      cp packaging/conda/$kind/* "$out/conda/$kind/"
      rm "$out/conda/$kind/meta.yaml.in"
      recipe packaging/conda/$kind/meta.yaml.in "$version" "$url" "$sum" "$home" >"$out/conda/$kind/meta.yaml"
      files+=("conda/$kind/meta.yaml")
    done
  fi
  (cd "$out" && sha256sum "${files[@]}" >SHA256SUMS)
  if [ -n "$dry" ]; then
    echo "$out has what $tag would be (dry run: no tag)"
  else
    git tag -a "$tag" -m "vglcs $version"
    echo "$out has $tag; next: git push origin $tag, and upload what SHA256SUMS lists"
  fi
}

case ${1:-} in
  check) [ $# -eq 1 ] || fail "check takes no arguments"; check ;;
  set) [ $# -ge 2 ] || fail "set VERSION [DATE]"; set_version "$2" "${3:-$(date -u +%F)}" ;;
  make) shift; make_release "$@" ;;
  *) sed -n '3,12s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
