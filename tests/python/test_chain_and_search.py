# SPDX-License-Identifier: BSD-3-Clause
"""Blocks of anchors and structured patterns: the same as the program's."""
import numpy as np
import pytest
from conftest import letters, write_fasta

import vglcs


def anchors(rng, count):
    return (np.array([rng.randint(0, 400) for _ in range(count)]), np.array([rng.randint(0, 400) for _ in range(count)]),
            np.array([rng.randint(1, 5) for _ in range(count)]), np.array([rng.randint(1, 9) for _ in range(count)]),
            np.array([rng.random() < 0.3 for _ in range(count)]))


def test_blocks_are_those_of_the_program(program, tmp_path, rng):
    x, y, length, weight, falling = anchors(rng, 400)
    table = tmp_path / "anchors.tsv"
    table.write_text("query\ttarget\tx\ty\tlength\tstrand\tweight\n" + "".join(
        f"q\tt\t{x[k]}\t{y[k]}\t{length[k]}\t{'-' if falling[k] else '+'}\t{weight[k]}\n" for k in range(len(x))))
    text = program("chain", table, "--gaps-x", "0..25", "--gaps-y", "30", "--link", 1, "--skip-x", 0)
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    blocks = vglcs.chain(x, y, length=length, weight=weight, falling=falling, gaps_x=(0, 25), gaps_y=30, link=1)
    in_block = blocks.block_of(len(x))
    assert [int(row[7]) - 1 if row[7] != "." else -1 for row in rows] == in_block.tolist()
    scores = [line.split("\t")[1] for line in program("chain", table, "--gaps-x", "0..25", "--gaps-y", "30", "--link", 1,
                                                      "--format", "blocks").splitlines()[1:]]
    assert blocks.scores.tolist() == [int(score) for score in scores]
    assert len(blocks) > 10
    for k, block in enumerate(blocks):
        assert block.score == blocks.scores[k]
        assert len(block.members) == blocks.sizes[k]
        assert (in_block[block.members] == k).all()
        assert (np.diff(x[block.members]) > 0).all()
        assert ((np.diff(y[block.members]) < 0) == (block.strand == "-")).all()
    two = vglcs.chain(x, y, length=length, weight=weight, falling=falling, gaps_x=25, gaps_y=30, link=1, blocks=2)
    assert two.scores.tolist() == blocks.scores[:2].tolist()
    assert [block.score for block in two[:1]] == blocks.scores[:1].tolist()


def test_limits_of_each_anchor():
    x, y = [0, 2, 5], [0, 2, 5]
    limits = [[0, 9, 0, 9], [0, 9, 0, 9], [0, 1, 0, 1]]
    assert vglcs.chain(x, y, gaps_x=9, gaps_y=9, strand="+").sizes.tolist() == [3]
    assert vglcs.chain(x, y, gaps_x=9, gaps_y=9, own_limits=limits, strand="+").sizes.tolist() == [2, 1]


def test_wrong_anchors_are_said():
    for given in ({"length": [0, 1]}, {"gaps_x": (3, 1)}):
        with pytest.raises(vglcs.InputError):
            vglcs.chain([0, 1], [0, 1], **{"gaps_x": 3, "gaps_y": 3, **given})
    for given in ({"y": [1]}, {"gaps_x": "many"}, {"overlap": "some"}, {"x": [0.5, 1]}, {"strand": "up"},
                  {"threads": -1}, {"own_limits": [[0, 1]]}, {"gaps_y": 2**70}):
        with pytest.raises(vglcs.UsageError):
            vglcs.chain(**{"x": [0, 1], "y": [0, 1], "gaps_x": 3, "gaps_y": 3, **given})
    assert len(vglcs.chain([], [], gaps_x=1, gaps_y=1)) == 0


@pytest.mark.parametrize("hits", ["all", "distinct", "best"])
@pytest.mark.parametrize("strand", ["both", "+", "-"])
def test_hits_are_those_of_the_program(program, tmp_path, rng, hits, strand):
    records = [letters(rng, 600) for _ in range(5)]
    path = write_fasta(tmp_path / "texts.fa", [(f"r{k}", text) for k, text in enumerate(records)])
    patterns = ["GATT~1 N{2,9} <tail:ACA>", "TT(A|CC)G", "GGCAT~1,1,0"]
    rows = [line.split("\t") for line in
            program("search", path, "--format", "tsv", "--hits", hits, "--strand", strand,
                    *[word for pattern in patterns for word in ("--pattern", pattern)]).splitlines()[1:]]
    found = vglcs.search(records, patterns, hits=hits, strand=strand)
    assert len(found) == len(rows) > 5
    for row, hit in zip(rows, found):
        assert row[:7] == [f"p{hit.pattern + 1}", f"r{hit.record}", hit.strand, str(hit.start), str(hit.end),
                           str(hit.errors), str(hit.indels)]
        for text, part in zip(row[7].split(","), hit.parts):
            assert text.startswith(f"{part.label}={part.start}-{part.end}/{part.errors}/{part.indels}")
    assert found.table["start"].tolist() == [hit.start for hit in found]
    assert len(found[:2]) == 2


def test_wrong_patterns_are_said():
    with pytest.raises(vglcs.UsageError, match="pattern"):
        vglcs.search("ACGT", "GA{")
    with pytest.raises(vglcs.InputError, match="no nucleotide"):
        vglcs.search("AC!T", "GA")
    with pytest.raises(vglcs.UsageError):
        vglcs.search("ACGT", [])
    with pytest.raises(vglcs.UsageError):
        vglcs.search("ACGT", "GA", hits="some")
    assert len(vglcs.search("", "GA")) == 0
    assert vglcs.search(["CCGACC"], {"box": "GA"}, strand="+")[0][:5] == (0, 0, 2, 4, "+")
