# SPDX-License-Identifier: BSD-3-Clause
"""Pairs: the same answers as the program, arrays, errors."""
import gc
import json

import numpy as np
import pytest
from conftest import letters, related, write_fasta

import vglcs

RUNS = [
    {"gaps": 3},
    {"gaps_a": "letter:A=2,*=1..4", "gaps_b": "inf"},
    {"gaps": 5, "strand": "both"},
    {"gaps": 2, "skip": 1},
    {"gaps": 3, "skip_a": 1, "skip_b": 2, "match": 3, "strand": "both"},
    {"gaps": 2, "skip": 1, "jump": ["2..40@4", "after:AG=5..60@2"], "leave": "at:GT=0,*=3", "transcript": "+"},
    {"gaps": 1, "jump": "after:AG=5..60@2,*=5..60@5", "leave": "at:GT=0,*=3", "transcript": "both", "jump_a": "1..9@6"},
    {"gaps": 4, "task": "length"},
    {"gaps": 6, "gaps_b_by_a": "letter:A=1..3,*=4", "gaps_a_by_b": "at:GT=0,*=5", "strand": "both"},
    {"gaps": 6, "gaps_b_by_a": 3},
]


def command_line(options):
    """The program's options for those of `align`."""
    out = []
    for name, value in options.items():
        name = {"jump": "jump-b", "leave": "leave-b"}.get(name, name)
        for one in value if isinstance(value, list) else [value]:
            out += ["--" + name.replace("_", "-"), one]
    return out


def jumps_of(found):
    """As json has them: a list of [a, b] for each link that has one."""
    out = {}
    for jump in found.jumps:
        out.setdefault(jump.link, [None, None])["ab".index(jump.side)] = [jump.first, jump.end]
    return [out[link] for link in sorted(out)]


@pytest.mark.parametrize("options", RUNS, ids=str)
def test_answers_are_those_of_the_program(program, tmp_path, pairs, options):
    pairs = pairs[:-2]  # a FASTA file's first record settles the alphabet
    a = write_fasta(tmp_path / "a.fa", [(f"a{k}", one) for k, (one, _) in enumerate(pairs)])
    b = write_fasta(tmp_path / "b.fa", [(f"b{k}", other) for k, (_, other) in enumerate(pairs)])
    text = program("align", a, b, "--alphabet", "dna", "--format", "json", *command_line(options))
    rows = [json.loads(line) for line in text.splitlines()]
    many = vglcs.align_many(pairs, alphabet="dna", **options)
    assert len(rows) == len(pairs) == len(many)
    for row, (left, right), of_many in zip(rows, pairs, many):
        for found in (vglcs.align(left, right, alphabet="dna", **options), of_many):
            if "score" in row:
                assert found.score == row["score"]
            else:
                assert found.score == row["length"] == found.length
            assert found.length == row["length"]
            assert found.strand == row["strand"]
            if options.get("task") != "length":
                assert found.chain.tolist() == row["chain"]
                assert jumps_of(found) == (row.get("jumps") or [])
                if found.length:
                    assert found.last == tuple(row["last"])
                vglcs.verify(found, left, right, alphabet="dna",
                             **{k: v for k, v in options.items() if k != "strand"})


def test_threads_do_not_change_answers(pairs):
    one = vglcs.align_many(pairs, gaps=2, alphabet="dna", threads=1)
    for threads in (2, 3):
        other = vglcs.align_many(pairs, gaps=2, alphabet="dna", threads=threads)
        assert np.array_equal(one.chains, other.chains)
        assert np.array_equal(one.starts, other.starts)
        assert np.array_equal(one.scores, other.scores)


def test_all_forms_of_many_pairs_agree(pairs):
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    expected = [vglcs.align(a, b, gaps=3, alphabet="dna").length for a, b in pairs]
    for found in (vglcs.align_many(pairs, gaps=3, alphabet="dna"),
                  vglcs.align_many(left, right, gaps=3, alphabet="dna"),
                  vglcs.align_many(iter(pairs), gaps=3, alphabet="dna"),
                  vglcs.align_many([a.encode() for a in left], [b.encode() for b in right], gaps=3, alphabet="dna")):
        assert found.lengths.tolist() == expected
        assert [one.length for one in found] == expected
    assert [one.length for one in vglcs.iter_align(iter(pairs), chunk=7, gaps=3, alphabet="dna")] == expected
    # one sequence stands for as many as there are on the other side
    one_to_all = vglcs.align_many([left[0]], right, gaps=3, alphabet="dna")
    assert one_to_all.lengths.tolist() == [vglcs.align(left[0], b, gaps=3, alphabet="dna").length for b in right]
    # a text with places in it: nothing is copied
    text = np.frombuffer("".join(left + right).encode(), dtype=np.uint8)
    places = np.cumsum([0] + [len(one) for one in left + right]).astype(np.uint64)
    count = len(pairs)
    packed = vglcs.align_many(vglcs.Packed(text, places[:count], places[1:count + 1]),
                              vglcs.Packed(text, offsets=places[count:]), gaps=3, alphabet="dna")
    assert packed.lengths.tolist() == expected
    assert len(vglcs.align_many([], gaps=3)) == 0


def test_iterators_are_lazy(pairs):
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield pairs[0]

    answers = vglcs.iter_align(endless(), chunk=5, gaps=3)
    assert next(answers).length == vglcs.align(*pairs[0], gaps=3).length
    assert taken == 5


def test_arrays_are_views_that_keep_their_memory(pairs):
    many = vglcs.align_many(pairs, gaps=3, alphabet="dna")
    chains, chain, lengths = many.chains, many[3].chain, many.lengths
    copies = chains.copy(), chain.copy(), lengths.copy()
    alone = vglcs.align(*pairs[3], gaps=3, alphabet="dna").chain
    assert chains.base is not None and not chains.flags.writeable
    assert chain.dtype == np.uint32 and lengths.dtype == np.uint64
    assert np.shares_memory(chain, chains)
    del many
    gc.collect()
    [bytearray(1000) for _ in range(1000)]
    for view, copy in zip((chains, chain, lengths), copies):
        assert np.array_equal(view, copy)
    assert np.array_equal(alone, copies[1])
    assert many_is_sequence(vglcs.align_many(pairs, gaps=3, alphabet="dna"))


def many_is_sequence(many):
    assert many[-1].length == many[len(many) - 1].length
    assert [one.length for one in many[2:9:3]] == many.lengths[2:9:3].tolist()
    with pytest.raises(IndexError):
        many[len(many)]
    return True


def test_letters_of_every_type():
    for a in ("GATTACA", b"GATTACA", bytearray(b"GATTACA"), memoryview(b"GATTACA"),
              np.frombuffer(b"GATTACA", dtype=np.uint8)):
        assert vglcs.align(a, "GACTATA", gaps=1).chain.tolist() == [[0, 0], [1, 1], [2, 3], [3, 5], [4, 6]]
    for a in (7, None, "GÄT", np.zeros(4)[::2]):
        with pytest.raises((vglcs.UsageError, vglcs.InputError)):
            vglcs.align(a, "GACTATA")


def test_limits_of_its_own(rng):
    for _ in range(50):
        a = letters(rng, rng.randint(1, 60))
        b = related(rng, a)
        hi = np.array([rng.randint(0, 6) for _ in a], dtype=np.int64)
        by_letter = {letter: rng.randint(0, 5) for letter in "ACGT"}
        spec = "letter:" + ",".join(f"{letter}={limit}" for letter, limit in by_letter.items())
        own = vglcs.Gaps.from_arrays([by_letter[letter] for letter in b], length=len(b)) if b else vglcs.gaps(b, spec)
        expected = vglcs.align(a, b, gaps_a=vglcs.Gaps.from_arrays(hi), gaps_b=spec, alphabet="dna")
        found = vglcs.align(a, b, gaps_a=hi, gaps_b=own, alphabet="dna")
        assert found.chain.tolist() == expected.chain.tolist()
        many = vglcs.align_many([(a, b)], gaps_a=[vglcs.Gaps.from_arrays(hi)], gaps_b=[own], alphabet="dna")
        assert many[0].chain.tolist() == expected.chain.tolist()
        vglcs.verify(found, a, b, gaps_a=hi, gaps_b=own, alphabet="dna")
        assert vglcs.plan(a, b, gaps_a=hi, gaps_b=own, alphabet="dna").fits
    with pytest.raises(vglcs.UsageError, match="gaps are of 3 letters"):
        vglcs.align("ACGT", "ACGT", gaps_a=np.array([1, 2, 3]))
    with pytest.raises(vglcs.UsageError, match="sizes"):
        vglcs.Gaps.from_arrays([1, 2], lo=[1])
    with pytest.raises(vglcs.UsageError, match="values"):
        vglcs.Gaps.from_arrays([1, -2])


def test_gaps_are_those_of_the_program(program, tmp_path, rng):
    text = letters(rng, 200)
    path = write_fasta(tmp_path / "a.fa", [("one", text)])
    track = tmp_path / "limits.bedgraph"
    track.write_text("one\t0\t20\t7\none\t30\t60\t1..4\none\t70\t80\tx\n")
    for spec in ("4", "letter:A=3,C=1..2,*=inf", "at:GT=5,after:AG=50,*=2", str(track)):
        for strand in "+-":
            expected = np.zeros((len(text), 3), dtype=np.int64)
            for line in program("gaps", path, spec, "--strand", strand).splitlines():
                _, start, end, value = line.split("\t")
                lo, _, hi = value.rpartition("..")
                most = vglcs.INFINITE if hi in ("inf", "x") else int(hi)
                expected[int(start):int(end)] = (int(lo or 0), most, value == "x")
            found = vglcs.gaps(text, spec, strand=strand, name="one", alphabet="dna")
            assert len(found) == len(text)
            free = expected[:, 2] == 0
            assert np.array_equal(found.blocked, ~free)
            assert np.array_equal(found.lo[free], expected[free, 0])
            assert np.array_equal(found.hi[free], expected[free, 1])
            assert found.jump_hi is None
    with_jumps = vglcs.gaps("GATTACAG", 2, jump="after:AC=2..5@3", leave="at:T=0,*=x")
    assert with_jumps.jump_hi.tolist() == [0, 0, 0, 0, 0, 0, 5, 0]
    assert with_jumps.leave.tolist() == [vglcs.NEVER] * 2 + [0, 0] + [vglcs.NEVER] * 4
    kept = vglcs.Gaps.from_arrays(with_jumps.hi, jump_hi=with_jumps.jump_hi, jump_lo=with_jumps.jump_lo,
                                  jump_cost=with_jumps.jump_cost, leave=with_jumps.leave)
    assert np.array_equal(kept.leave, with_jumps.leave)


def test_plans_are_those_of_the_program(program, tmp_path, rng):
    a, b = letters(rng, 700), letters(rng, 900)
    paths = write_fasta(tmp_path / "a.fa", [("a", a)]), write_fasta(tmp_path / "b.fa", [("b", b)])
    head, row = [line.split("\t") for line in program("plan", *paths, "--gaps", 3).splitlines()]
    expected = dict(zip(head, row))
    found = vglcs.plan(a, b, gaps=3)
    assert found.cells == int(expected["cells"])
    assert found.engine == expected["engine"]
    assert found.fits
    assert not vglcs.plan(a, b, gaps=3, engine="reference", max_memory=1000).fits


def test_verify_says_what_is_wrong():
    vglcs.verify([(0, 0), (1, 1)], "GATTACA", "GACTATA", gaps=1)
    vglcs.verify(np.array([[0, 0], [1, 1]]), "GATTACA", "GACTATA", gaps=1, score=2)
    vglcs.verify([], "GATTACA", "GACTATA", gaps=1)
    for chain, score in (([(0, 1)], None), ([(1, 1), (0, 0)], None), ([(0, 0), (6, 6)], None), ([(0, 0)], 2),
                         ([(9, 9)], None)):
        with pytest.raises(vglcs.VerificationError) as failure:
            vglcs.verify(chain, "GATTACA", "GACTATA", gaps=1, score=score)
        assert failure.value.status == 6 and failure.value.what and failure.value.fix is None
    with pytest.raises(vglcs.UsageError, match="no chain"):
        vglcs.verify(vglcs.align("AC", "AC", task="length"), "AC", "AC")
    with pytest.raises(vglcs.UsageError, match="shape"):
        vglcs.verify([1, 2, 3], "AC", "AC")


def test_explanations_are_those_of_the_program(program, tmp_path, pairs):
    pairs = [(a[:40], b[:40]) for a, b in pairs[:12]]
    a = write_fasta(tmp_path / "a.fa", [(f"a{k}", one) for k, (one, _) in enumerate(pairs)])
    b = write_fasta(tmp_path / "b.fa", [(f"b{k}", other) for k, (_, other) in enumerate(pairs)])
    for options in ({"gaps": 2}, {"gaps": 3, "skip": 1, "strand": "both"}):
        rows = program("align", a, b, "--alphabet", "dna", "--explain", "--format", "json", *command_line(options))
        for row, (left, right) in zip(map(json.loads, rows.splitlines()), pairs):
            best = vglcs.align(left, right, alphabet="dna", **options)
            found = vglcs.explain(best, left, right, alphabet="dna", **options)
            expected = row["explain"]
            for mine, theirs in ((found.slack_a, expected["slack_a"]), (found.slack_b, expected["slack_b"])):
                assert [None if k == found.NO_LIMIT else k for k in mine.tolist()] == theirs
            assert found.best_chains == int(expected["best_chains_mod64"])
            assert best.chain[found.shared].tolist() == [[i + k, j + k] for i, j, run in expected["shared"]
                                                         for k in range(run)]
            assert [blocker._asdict() for blocker in found.blockers] == [
                {"raise_by" if key == "raise" else key: value for key, value in one.items()}
                for one in expected["blockers"]]
            assert len(found.shifts) == len(expected["shifts"])
    with pytest.raises(vglcs.VerificationError):
        vglcs.explain([(0, 0)], "GATTACA", "GACTATA", gaps=1)


def test_errors_have_file_line_what_and_fix(tmp_path):
    track = tmp_path / "limits.bedgraph"
    track.write_text("one\t0\t3\t7\none\t5\t4\t1\n")
    with pytest.raises(vglcs.InputError) as failure:
        vglcs.align("GATTACA", "GATTACA", gaps=str(track), name_a="one", name_b="one")
    error = failure.value
    assert (error.file, error.line, error.status) == (str(track), 2, 3)
    assert error.what and error.fix
    assert str(error).startswith(f"{track}:2: ")
    assert isinstance(error, vglcs.Error) and isinstance(error, ValueError)
    with pytest.raises(vglcs.InputError, match="'!' at 3 is not in alphabet dna") as failure:
        vglcs.align("GAT!", "GATT")
    assert failure.value.file is None and failure.value.line is None
    for options in ({"gaps": -1}, {"gaps": "7..3x"}, {"engine": "warp"}, {"strand": "up"}, {"match": 0}, {"match": -1},
                    {"threads": -1}, {"leave": "3"}, {"alphabet": "klingon"}, {"gaps": True}, {"gaps": [3]},
                    {"gap_default": "y"}):
        with pytest.raises(vglcs.UsageError) as failure:
            vglcs.align("GATT", "GATT", **options)
        assert failure.value.status == 2, options
    with pytest.raises(TypeError):
        vglcs.align("GATT", "GATT", gap=3)
    with pytest.raises(vglcs.ResourceError) as failure:
        vglcs.align("GATT" * 99, "GATT" * 99, engine="reference", max_memory=10)
    assert isinstance(failure.value, MemoryError)
    if not vglcs.has_cuda():
        with pytest.raises(vglcs.ResourceError):
            vglcs.align("GATT", "GATT", device="cuda")


def test_failures_stay_with_their_pairs():
    pairs = [("GATT", "GATT"), ("GA!T", "GATT"), ("GAT", "GAT"), ("GATT", "?")]
    with pytest.raises(vglcs.InputError) as failure:
        vglcs.align_many(pairs, alphabet="dna")
    assert failure.value.pair == 1
    kept = vglcs.align_many(pairs, alphabet="dna", on_error="keep")
    assert kept.statuses.tolist() == [0, 3, 0, 3]
    assert kept.lengths.tolist() == [4, 0, 3, 0]
    assert sorted(kept.errors) == [1, 3]
    assert "'!' at 2" in kept.errors[1].what
    with pytest.raises(vglcs.InputError):
        kept[3]


def test_notes_are_warnings(tmp_path):
    track = tmp_path / "limits.bedgraph"
    track.write_text("one\t0\t3\t7\nstranger\t0\t3\t7\n")
    with pytest.warns(vglcs.Note, match="stranger"):
        vglcs.align("GATTACA", "GATTACA", gaps=str(track), name_a="one", name_b="one")


def test_a_track_is_read_again_by_the_next_call(tmp_path):
    track = tmp_path / "limits.bedgraph"
    lengths = []
    for limit in (0, 5):
        track.write_text(f"one\t0\t6\t{limit}\n")
        lengths.append(vglcs.align("GATTTACA", "GATACA", gaps=str(track), name_a="one", name_b="one").length)
    assert lengths[0] < lengths[1]
