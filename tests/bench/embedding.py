#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What Python costs beside the program: many short pairs, one short pair, the import.

    python3 tests/bench/embedding.py PROGRAM [ROUNDS]       the package has to be installed

Rounds of the program and of Python alternate, so that whatever else the machine does meets both. Wall-clock and
processor seconds, medians of the rounds.
"""
import itertools
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MANY = """
import itertools, sys, vglcs
def read(path):
    return [line.strip() for line in open(path) if line[0] != ">"]
answers = vglcs.align_many(list(itertools.product(read("a.fa"), read("b.fa"))), gaps=3, alphabet="dna",
                           threads=int(sys.argv[1]))
print(len(answers), int(answers.lengths.sum()))
"""
ONE = """
import time, vglcs
aligner = vglcs.Aligner(gaps=1, threads=1)
calls = {"align": lambda: vglcs.align("GATTACA", "GACTATA", gaps=1),
         "Aligner.align": lambda: aligner.align("GATTACA", "GACTATA")}
from vglcs._library import ffi, library
left, right = (aligner._sequence(text, None, None, None) for text in ("GATTACA", "GACTATA"))
out, lib, solver = ffi.new("vglcs_answers **"), library(), aligner._solver
def in_c():
    lib.vglcs_solve(solver, left[0], right[0], out)
    lib.vglcs_answers_free(out[0])
calls["vglcs_solve and vglcs_answers_free"] = in_c
for name, call in calls.items():
    took = []
    for _ in range(5):
        begun = time.process_time()
        for _ in range(20000):
            call()
        took.append((time.process_time() - begun) / 20000 * 1e6)
    print(f"{name}: {min(took):.2f} us of processor time a call")
"""


def make_inputs(folder: Path) -> None:
    rng = random.Random(1)
    ancestors = ["".join(rng.choices("ACGT", k=100)) for _ in range(20)]
    for name, count in (("a", 316), ("b", 317)):
        with open(folder / f"{name}.fa", "w") as out:
            for k in range(count):
                text = "".join(rng.choice("ACGT") if rng.random() < 0.1 else letter for letter in rng.choice(ancestors))
                out.write(f">{name}{k}\n{text}\n")


def timed(command: list, folder: Path) -> tuple:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    wall = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    program, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 7
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_inputs(folder)
        sides = {}
        for threads in ("1", "2"):
            sides[f"batch, {threads} threads"] = [program, "batch", "a.fa", "b.fa", "--gaps", "3", "-t", threads,
                                                  "--device", "cpu", "--quiet", "-o", "out.paf"]
            sides[f"align_many, {threads} threads"] = [sys.executable, "-c", MANY, threads]
        sides["import vglcs"] = [sys.executable, "-c", "import vglcs"]
        sides["nothing"] = [sys.executable, "-c", "pass"]
        results = {side: [] for side in sides}
        for _, (side, command) in itertools.product(range(rounds), sides.items()):
            results[side].append(timed(command, folder))
        for side, found in results.items():
            wall, processor = (statistics.median(column) for column in zip(*found))
            print(f"{side}: {wall:.3f} s, {processor:.3f} s of processor time")
    subprocess.run([sys.executable, "-c", ONE], check=True)


main()
