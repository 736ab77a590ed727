#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A batch shared by the ranks of an MPI job: the same bytes as one process writes, one message where it fails, and
# nothing lost when a rank is killed.
#
#   tests/mpi/batch.sh PROGRAM RANKS MPIRUN...
set -euo pipefail
program=$1 ranks=$2
shift 2
data=$(cd "$(dirname "$0")/../../data" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
job=("$@" -n "$ranks" "$program" batch)

fail() { echo "$ranks ranks: $*" >&2; exit 1; }

# same FILE ARGUMENTS...: both ways of running write the same
same() {
  "$program" batch "$@" -t 1 --device cpu -o rows >/dev/null 2>one.messages
  mv rows one
  "${job[@]}" "$@" -t 1 --device cpu -o rows >/dev/null 2>many.messages || fail "exit code $? of: $*"
  mv rows many
  cmp one many || fail "other bytes from: $*"
  diff one.messages many.messages || fail "other messages from: $*"
}
same --all-vs-all "$data/globins45.fa" --gaps 10
same --all-vs-all "$data/globins45.fa" --gaps 10 --format matrix
same "$data/globins45.fa" "$data/cytochrome_c_14.fa" --gaps 5 --top 2 --min-length 20 --show-pruned
same "$data/globins45.fa" "$data/cytochrome_c_14.fa" --gaps 5 --format json
same "$data/globins45.fa" "$data/cytochrome_c_14.fa" --gaps 2 --match 3 --skip 1 --jump 6..40@4 --top 2 --min-score 20 --show-pruned
# many blocks of pairs
for copy in $(seq 8); do sed "s/^>/>$copy./" "$data/globins45.fa"; done >many.fa
same many.fa "$data/globins45.fa" --gaps 3 --task length

# what is wrong is said once, with its exit code
code=0
"${job[@]}" nosuch.fa "$data/globins45.fa" --gaps 3 >out 2>messages || code=$?
[ "$code" -eq 3 ] || fail "exit code $code for a file that is not there"
[ "$(grep -c '^nosuch.fa' messages)" -eq 1 ] || { cat messages; fail "the message is there more than once, or not at all"; }
# what the queries have wrong is said before the work, which would take minutes
letters=$(awk 'BEGIN { srand(7); for (k = 0; k < 600000; ++k) printf "%s", substr("ACGT", 1 + int(4 * rand()), 1) }')
printf '>a\n%s\n>b\nAC!T\n' "$letters" >late.fa
printf '>t\n%s\n' "$letters" >large.fa
code=0
timeout 60 "${job[@]}" late.fa large.fa --gaps 40 -t 1 --device cpu -o late.tsv >out 2>messages || code=$?
[ "$code" -eq 3 ] || fail "exit code $code for a letter behind large work"
[ "$(grep -c "^late.fa:4: .*letter '!'" messages)" -eq 1 ] || { cat messages; fail "the letter is not told once"; }
[ ! -e late.tsv ] && [ ! -e late.tsv.partial ] || fail "an output of a run that did no work"
if [ "$ranks" -gt 1 ]; then
  # every rank would have to read it
  code=0
  "${job[@]}" - "$data/globins45.fa" --gaps 3 >out 2>messages </dev/null || code=$?
  [ "$code" -eq 2 ] || fail "exit code $code for standard input"
  code=0
  "${job[@]}" many.fa many.fa --pairs /dev/stdin </dev/null >out 2>messages || code=$?
  [ "$code" -eq 2 ] || fail "exit code $code for a list from standard input"
  # ranks whose files differ leave blocks unanswered: no output that lacks them
  code=0
  "$@" -n 1 "$program" batch many.fa many.fa --gaps 3 --task length -t 1 --device cpu -o few.tsv \
       : -n $((ranks - 1)) "$program" batch "$data/cytochrome_c_14.fa" many.fa --gaps 3 --task length -t 1 --device cpu \
       >out 2>messages || code=$?
  [ "$code" -eq 3 ] || fail "exit code $code for ranks with other files"
  grep -q 'the ranks do not read the same inputs' messages || { cat messages; fail "no word of ranks with other files"; }
  [ ! -e few.tsv ] || fail "an output of ranks with other files"
  # a rank that dies ends the job with an error; the journal lets another job go on
  "$program" batch many.fa many.fa --gaps 3 --task length -t 1 --device cpu -o one
  "${job[@]}" many.fa many.fa --gaps 3 --task length -t 1 --device cpu --resume -o many.tsv >out 2>&1 &
  for wait in $(seq 200); do [ -s many.tsv.journal ] && break; sleep 0.02; done
  victim=$(pgrep -f "^$program batch many.fa many.fa" | tail -n 1 || true)
  [ -z "$victim" ] || kill -9 "$victim"
  code=0
  wait %1 || code=$?
  if [ "$code" -ne 0 ]; then
    [ ! -e many.tsv ] || fail "a job that failed left an output"
    "${job[@]}" many.fa many.fa --gaps 3 --task length -t 1 --device cpu --resume -o many.tsv >out 2>&1 || { cat out; fail "resume"; }
  fi
  cmp one many.tsv || fail "other bytes after a rank was killed"
  echo "killed rank: exit code $code"
fi
