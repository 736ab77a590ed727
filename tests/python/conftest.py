# SPDX-License-Identifier: BSD-3-Clause
"""Sequences that tests make, and the program that they compare with."""
import os
import random
import subprocess

import pytest

import vglcs


@pytest.fixture(scope="session")
def program():
    """Runs the program; its standard output."""
    path = os.environ.get("VGLCS_PROGRAM")
    if not path:
        pytest.skip("VGLCS_PROGRAM names no program to compare with")

    def run(*arguments):
        return subprocess.run([path, *map(str, arguments)], check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True).stdout

    return run


def letters(rng: random.Random, size: int, alphabet: str = "ACGT") -> str:
    return "".join(rng.choice(alphabet) for _ in range(size))


def related(rng: random.Random, text: str, alphabet: str = "ACGT") -> str:
    """A copy with letters changed, left out and put in."""
    out = []
    for letter in text:
        chance = rng.random()
        if chance < 0.1:
            out.append(rng.choice(alphabet))
        elif chance > 0.05 + 0.1:
            out.append(letter)
        if rng.random() < 0.05:
            out.append(letters(rng, rng.randint(1, 6), alphabet))
    return "".join(out)


@pytest.fixture
def rng():
    return random.Random(20)


@pytest.fixture
def pairs(rng):
    """Pairs of related sequences of up to 150 letters, an empty one among them."""
    out = []
    for _ in range(60):
        text = letters(rng, rng.randint(1, 150))
        out.append((text, related(rng, text)))
    return out + [("", "ACGT"), ("ACGT", "")]


def write_fasta(path, sequences):
    path.write_text("".join(f">{name}\n{text}\n" for name, text in sequences))
    return path


assert vglcs.__file__  # the installed package is what is tested
