#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes test cases with their answers, straight from the definition.

  make_cases.py make SEED COUNT MAXLEN MAXGAP   prints COUNT cases, one JSON object a line
  make_cases.py check FILE.jsonl...             recomputes every case; exit 1 where an answer differs

The solver extends chains cell by cell and looks at every earlier cell, without any window maximum or table of
maxima: slow, and with no idea in common with the engines that it judges. The fields of a case are described in
tests/data/oracle/README.md.
"""
import json
import random
import sys

LETTERS = {"dna": "ACGT", "protein": "ACDEFGHIKLMNPQRSTVWY"}


def codes(text, alphabet, blocked):
    """The letter of every position as it is compared, None where it matches nothing."""
    out = []
    for position, letter in enumerate(text):
        if alphabet != "raw":
            letter = letter.upper()
        if alphabet == "dna" and letter == "U":
            letter = "T"
        if position in blocked or (alphabet != "raw" and letter not in LETTERS[alphabet]):
            letter = None
        out.append(letter)
    return out


def spread(limit, size):
    """A limit for every position from a number, null or a list."""
    values = limit if isinstance(limit, list) else [limit] * size
    return [float("inf") if v is None else v for v in values]


def solve(case):
    """(length, canonical chain): the last pair is the first best cell in reading order; the pair before a cell is,
    among the cells that give it its length, the one with the largest row, then the largest column."""
    a = codes(case["a"], case["alphabet"], set(case.get("blocked_a", [])))
    b = codes(case["b"], case["alphabet"], set(case.get("blocked_b", [])))
    ga, gb = spread(case["ga"], len(a)), spread(case["gb"], len(b))
    la, lb = spread(case.get("la", 0), len(a)), spread(case.get("lb", 0), len(b))
    cells = [(i, j) for i in range(len(a)) for j in range(len(b)) if a[i] is not None and a[i] == b[j]]
    best, before = {}, {}
    for index, (i, j) in enumerate(cells):
        best[i, j], before[i, j] = 1, None
        for p, q in reversed(cells[:index]):  # largest row first, then largest column: the first of a length stays
            if (p < i and q < j and la[i] <= i - p - 1 <= ga[i] and lb[j] <= j - q - 1 <= gb[j]
                    and best[p, q] + 1 > best[i, j]):
                best[i, j], before[i, j] = best[p, q] + 1, (p, q)
    if not cells:
        return 0, []
    at = max(cells, key=lambda cell: (best[cell], -cell[0], -cell[1]))
    chain = []
    while at is not None:
        chain.append(list(at))
        at = before[at]
    return len(chain), chain[::-1]


def random_limits(rng, kind, size, maxgap):
    """(largest, smallest, blocked positions) of one sequence."""
    blocked = []
    low = 0
    if kind == "rigid":
        high = rng.randint(0, maxgap // 3) if rng.random() < .3 else [rng.randint(0, max(1, maxgap // 3))
                                                                      for _ in range(size)]
        return high, high, blocked
    if kind == "inf":
        high = None
    elif kind == "zero":
        high = 0
    elif kind == "saw":  # rises, falls at once, rises again
        period = rng.randint(2, 12)
        high = [(k % period) * maxgap // period for k in range(size)]
    elif kind == "exons":  # small nearly everywhere, huge at few places
        high = [rng.choice([30, None]) if rng.random() < .12 else 2 for _ in range(size)]
    elif kind == "delay":  # the window's newer end jumps
        high = [maxgap + rng.choice([0, 3, 9]) for _ in range(size)]
        low = [rng.choice([0, 0, 1, 2, maxgap // 2, maxgap]) for _ in range(size)]
    else:  # blocked, jumping
        high = [rng.choice([0, 1, 2, 3, maxgap, None]) for _ in range(size)]
    if kind in ("blocked", "exons"):
        blocked = [k for k in range(size) if rng.random() < .15]
    return high, low, blocked


def make(seed, count, maxlen, maxgap):
    rng = random.Random(seed)
    for number in range(count):
        alphabet = rng.choice(["dna", "dna", "dna", "protein", "raw"])
        letters = {"raw": "aAbBN"}.get(alphabet) or LETTERS[alphabet]
        if alphabet == "dna" and rng.random() < .3:
            letters = rng.choice(["AC", "ACGTN", "acgtACGU"])
        a = "".join(rng.choice(letters) for _ in range(rng.randint(0, maxlen)))
        if rng.random() < .6:  # a changed copy, so that long chains occur
            b = "".join(rng.choice(letters) if rng.random() < .1 else c for c in a if rng.random() > .1)
        else:
            b = "".join(rng.choice(letters) for _ in range(rng.randint(0, maxlen)))
        kinds = ["rigid", "rigid", "saw", "exons", "delay", "blocked", "jumping", "zero", "inf"]
        kind_a = rng.choice(kinds)
        kind_b = kind_a if rng.random() < .5 else rng.choice(kinds)
        case = dict(id=f"{seed}-{number}", alphabet=alphabet, a=a, b=b)
        for side, kind, text in (("a", kind_a, a), ("b", kind_b, b)):
            high, low, blocked = random_limits(rng, kind, len(text), maxgap)
            case["g" + side] = high
            if low != 0:
                case["l" + side] = low
            if blocked:
                case["blocked_" + side] = blocked
        case["length"], case["chain"] = solve(case)
        print(json.dumps(case, separators=(",", ":")))


def main(argv):
    if argv[1:2] == ["make"] and len(argv) == 6:
        make(*map(int, argv[2:]))
        return 0
    if argv[1:2] == ["check"] and len(argv) > 2:
        different = 0
        for path in argv[2:]:
            with open(path, encoding="ascii") as lines:
                for case in map(json.loads, lines):
                    if solve(case) != (case["length"], case["chain"]):
                        print(f"{path}: {case['id']} differs")
                        different += 1
        return int(different > 0)
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv))
