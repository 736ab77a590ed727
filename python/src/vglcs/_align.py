# SPDX-License-Identifier: BSD-3-Clause
"""Best chains of pairs."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import errors
from ._gaps import Gaps
from ._library import (FAILED_PAIRS, NONE, OK, array, check, error_of, ffi, letters_of, library, pointer, say, state,
                       text_of, tick, view)
from ._sequences import Sequences, chunks, pairs_of

if TYPE_CHECKING:
    import numpy as np

    from ._library import Letters, Progress

    Spec = Union[None, int, str, Sequence[str]]

STRANDS = ("+", "-", "both")
ALPHABETS = ("auto", "dna", "rna", "protein", "raw")
TASKS = ("alignment", "length")
DEVICES = ("auto", "cpu", "cuda")


class Jump(NamedTuple):
    """What a link of a chain jumps over on one side: letters [first, end) in the aligned orientation."""

    link: int  #: between the pairs `link` and `link + 1` of the chain
    side: str  #: "a" or "b"
    first: int
    end: int


class Plan(NamedTuple):
    """What a run will cost, known before it starts."""

    cells: int  #: of the table, recomputed ones included
    host_bytes: int
    gpu_bytes: int
    seconds: float  #: estimate for a 2.3 GHz core with AVX2
    engine: str
    fits: bool  #: the run would start within its memory


class Alignment:
    """The best chain of a pair.

    length
        pairs of the chain; 0 with ``task="length"`` and prices, where the score alone is computed
    score
        its score: the length where nothing costs anything
    strand, transcript
        "+" or "-": how A was read, and in which direction its jumps
    """

    __slots__ = ("_owner", "_answer", "length", "score")

    def __init__(self, owner: Any, answer: Any) -> None:
        self._owner = owner
        self._answer = answer
        self.length: int = answer.length
        self.score: int = answer.score

    @property
    def strand(self) -> str:
        return STRANDS[self._answer.strand]

    @property
    def transcript(self) -> str:
        return STRANDS[self._answer.transcript]

    @property
    def engine(self) -> str:
        """Name of the engine that answered."""
        return text_of(self._answer.engine) or ""

    @property
    def last(self) -> Optional[Tuple[int, int]]:
        """Where the chain ends, (i, j); None where it is empty."""
        last = self._answer.last
        return None if last.i == NONE else (last.i, last.j)

    @property
    def chain(self) -> "np.ndarray[Any, np.dtype[np.uint32]]":
        """The matched pairs (i, j), [length, 2] of uint32, a read-only view: letter i of A, in the aligned orientation,
        with letter j of B, from 0. Empty with ``task="length"``."""
        return view(self._owner, self._answer.chain, (self._answer.chain_size, 2), "<u4")

    @property
    def jumps(self) -> List[Jump]:
        """The jumps of the chain's links, in order."""
        out = []
        for k in range(self._answer.links_size):
            link = self._answer.links[k]
            if link.a_first != NONE:
                out.append(Jump(k, "a", link.a_first, link.a_end))
            if link.b_first != NONE:
                out.append(Jump(k, "b", link.b_first, link.b_end))
        return out

    def __repr__(self) -> str:
        return f"<vglcs.Alignment of length {self.length}, score {self.score}, strand {self.strand}>"


class Alignments(Sequence[Alignment]):
    """Answers of `align_many`, in the order of the pairs. Columns are read-only views:

    lengths, scores
        [pairs] of uint64
    statuses
        [pairs] of int32: 0, or the exit code that the pair failed with
    chains, starts
        the chain of pair k is ``chains[starts[k]:starts[k + 1]]``: [all pairs of all chains, 2] of uint32 and
        [pairs + 1] of uint64
    """

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        lib = library()
        count = int(lib.vglcs_answers_count(handle))
        self._count = count
        self.lengths = view(handle, lib.vglcs_answers_lengths(handle), (count,), "<u8")
        self.scores = view(handle, lib.vglcs_answers_scores(handle), (count,), "<u8")
        self.statuses = view(handle, lib.vglcs_answers_statuses(handle), (count,), "<i4")
        self.starts = view(handle, lib.vglcs_answers_starts(handle), (count + 1,), "<u8")
        self.chains = view(handle, lib.vglcs_answers_chains(handle), (int(self.starts[count]), 2), "<u4")

    def __len__(self) -> int:
        return self._count

    def _answer(self, k: int) -> Any:
        out = ffi.new("vglcs_answer *")
        out.size = ffi.sizeof("vglcs_answer")
        check(library().vglcs_answers_get(self._handle, k, out))
        return out

    def __getitem__(self, k: Any) -> Any:
        """The answer of a pair; raises what the pair failed with. A slice gives a list."""
        if isinstance(k, slice):
            return [self[one] for one in range(*k.indices(self._count))]
        number = k.__index__()
        if number < 0:
            number += self._count
        if not 0 <= number < self._count:
            raise IndexError(f"pair {k} of {self._count}")
        answer = self._answer(number)
        if answer.status != OK:
            raise error_of(answer.error)
        return Alignment(self._handle, answer)

    @property
    def errors(self) -> Dict[int, errors.Error]:
        """The pairs that failed, and what with."""
        import numpy as np

        return {int(k): error_of(self._answer(int(k)).error) for k in np.flatnonzero(self.statuses)}

    def __repr__(self) -> str:
        return f"<vglcs.Alignments of {self._count} pairs>"


def _one_of(value: str, words: Tuple[str, ...], name: str) -> int:
    try:
        return words.index(value)
    except ValueError:
        raise errors.UsageError(f"{name}={value!r}: not one of {', '.join(words)}") from None


def _spec(value: "Spec", name: str) -> Any:
    """A SPEC as C takes it: several are lines."""
    if value is None:
        return ffi.NULL
    if isinstance(value, bool):
        raise errors.UsageError(f"{name}={value!r}: give a number, a text or a list of texts")
    if isinstance(value, int):
        value = str(value)
    elif not isinstance(value, str):
        if not all(isinstance(one, str) for one in value):
            raise errors.UsageError(f"{name}: give a number, a text, a list of texts, or vglcs.Gaps")
        value = "\n".join(value)
    return ffi.new("char[]", value.encode())


def _stated(stated: Any, score: Optional[int], strand: str, transcript: str) -> Tuple[Any, Any]:
    """A stated chain as C takes it, and what has to live as long."""
    import numpy as np

    if isinstance(stated, Alignment):
        score, strand, transcript = stated.score, stated.strand, stated.transcript
        if stated.length and not stated._answer.chain_size:
            raise errors.UsageError("the alignment has a length and no chain: give one of task='alignment'")
        stated = stated.chain
    chain = np.asarray(stated)
    if chain.size == 0:
        chain = chain.reshape(0, 2)
    if chain.ndim != 2 or chain.shape[1] != 2:
        raise errors.UsageError(f"the chain has the shape {chain.shape}: give pairs, [length, 2]")
    flat = pointer(array(chain.reshape(-1), "uint32", "chain"), "uint32_t[]")
    given = ffi.new("vglcs_stated *", {
        "size": ffi.sizeof("vglcs_stated"), "chain": ffi.cast("vglcs_pair *", flat), "chain_size": len(chain),
        "score": -1 if score is None else score, "strand": _one_of(strand, STRANDS[:2], "strand"),
        "transcript": _one_of(transcript, STRANDS[:2], "transcript")})
    return given, flat


class Shift(NamedTuple):
    """How far the letters that a link skips can slide at the same score and within all limits."""

    pair: int  #: the link leads to this pair of the chain, from 1
    left: int
    right: int


class Blocker(NamedTuple):
    """A letter whose limit stands in the way of a better chain."""

    side: str  #: "a" or "b"
    letter: int  #: in the aligned orientation
    raise_by: int  #: with a limit higher by so many letters
    gain: int  #: the best score is higher by so much
    confirmed: bool  #: the problem with that limit was solved, and has that score


class Explanation:
    """Why a chain is the best one.

    slack_a, slack_b
        of each link, [links] of uint64, read-only views: letters that may still be skipped before the limit binds (0:
        it binds); `NO_LIMIT` where there is none
    least_slack, binding_sides
        the least of them (None: no link has a limit), and how many are 0
    shifts, blockers
        lists of `Shift` and `Blocker`; blockers by falling gain
    shared
        pairs of the chain that every best chain has, [pairs] of uint64, as indices into the chain
    best_chains, best_chains_log2
        how many chains have the best score, as sets of pairs: modulo 2^64, and the logarithm to base 2
    """

    NO_LIMIT = 2**64 - 1

    def __init__(self, handle: Any) -> None:
        found = ffi.new("vglcs_reasons *")
        found.size = ffi.sizeof("vglcs_reasons")
        check(library().vglcs_explanation_get(handle, found))
        self.slack_a = view(handle, found.slack_a, (found.links,), "<u8")
        self.slack_b = view(handle, found.slack_b, (found.links,), "<u8")
        self.least_slack: Optional[int] = None if found.least_slack == self.NO_LIMIT else found.least_slack
        self.binding_sides: int = found.binding_sides
        self.shared = view(handle, found.shared, (found.shared_size,), "<u8")
        self.best_chains: int = found.best_chains_mod64
        self.best_chains_log2: float = found.best_chains_log2
        self.shifts = [Shift(at.pair, at.left, at.right) for at in found.shifts[0:found.shifts_size]]
        self.blockers = [Blocker("ab"[at.side], at.letter, getattr(at, "raise"), at.gain, bool(at.confirmed))
                         for at in found.blockers[0:found.blockers_size]]

    def __repr__(self) -> str:
        return (f"<vglcs.Explanation: least slack {self.least_slack}, {len(self.blockers)} blockers, "
                f"2^{self.best_chains_log2:.1f} best chains>")


class Aligner:
    """Options, read once, for many pairs. One may be used by several threads at a time.

    The parameters are the options of the program, with `_` for `-`:

    gaps, gaps_a, gaps_b
        limits of both sequences, or of each: a number (letters that may be skipped before a matched one), a SPEC such
        as ``"letter:A=3,*=2"`` or ``"limits.bedgraph"``, a list of SPECs of which later ones override; None binds
        nothing
    gaps_b_by_a, gaps_a_by_b
        SPECs of limits on what is skipped in B, given by the letters of A, and in A, by those of B
    gap_default
        limit of letters that a track leaves out
    match, skip, skip_a, skip_b
        what a pair earns, what a skipped letter costs
    jump, jump_a, leave, leave_a
        SPECs of jumps and leaving costs of B, and of A
    alphabet
        "dna", "rna", "protein", "raw", or "auto": what the first pair looks like
    strand, transcript
        "+", "-" or "both": how A is read, and in which direction jumps are
    task
        "alignment", or "length": lengths and scores without chains
    engine, device, device_number, threads, max_memory, max_gpu_memory, checkpoint, full_table
        how it is computed: no answer depends on it. threads=0 takes all; max_memory is in bytes, 0 takes 80% of what
        there is; ``device="cuda"`` without a device is an error
    progress
        called with (cells done, cells in all) about ten times a second in runs that last longer; an exception ends the
        run
    """

    def __init__(self, *, gaps: "Spec" = None, gaps_a: "Spec" = None, gaps_b: "Spec" = None,
                 gap_default: Union[None, int, str] = None, match: int = 1, skip: int = 0, skip_a: Optional[int] = None,
                 skip_b: Optional[int] = None, jump: "Spec" = None, jump_a: "Spec" = None, leave: "Spec" = None,
                 leave_a: "Spec" = None, gaps_b_by_a: "Spec" = None, gaps_a_by_b: "Spec" = None, alphabet: str = "auto", strand: str = "+", transcript: str = "+",
                 task: str = "alignment", engine: str = "auto", device: str = "auto", device_number: int = 0,
                 threads: int = 0, max_memory: int = 0, max_gpu_memory: int = 0, checkpoint: Optional[str] = None,
                 full_table: bool = False, progress: "Optional[Progress]" = None) -> None:
        lib = library()
        options = ffi.new("vglcs_options *")
        lib.vglcs_options_init(options, ffi.sizeof("vglcs_options"))
        kept = {"gaps": _spec(gaps, "gaps"), "gaps_a": _spec(gaps_a, "gaps_a"), "gaps_b": _spec(gaps_b, "gaps_b"),
                "gap_default": _spec(gap_default, "gap_default"), "jump_a": _spec(jump_a, "jump_a"),
                "jump_b": _spec(jump, "jump"), "leave_a": _spec(leave_a, "leave_a"), "leave_b": _spec(leave, "leave"),
                "gaps_b_by_a": _spec(gaps_b_by_a, "gaps_b_by_a"), "gaps_a_by_b": _spec(gaps_a_by_b, "gaps_a_by_b"),
                "engine": _spec(engine, "engine"), "checkpoint": _spec(checkpoint, "checkpoint")}
        for name, text in kept.items():
            setattr(options, name, text)
        try:
            options.match = match
            options.skip_a = skip if skip_a is None else skip_a
            options.skip_b = skip if skip_b is None else skip_b
            options.threads = threads
            options.device_number = device_number
            options.max_memory = max_memory
            options.max_gpu_memory = max_gpu_memory
        except (OverflowError, TypeError) as failure:
            raise errors.UsageError(f"match, skip, threads or memory: {failure}: give numbers in their range") from None
        options.alphabet = _one_of(alphabet, ALPHABETS, "alphabet")
        options.strand = _one_of(strand, STRANDS, "strand")
        options.transcript = _one_of(transcript, STRANDS, "transcript")
        options.task = _one_of(task, TASKS, "task")
        options.device = _one_of(device, DEVICES, "device")
        options.full_table = bool(full_table)
        options.progress = tick
        options.note = say
        out = ffi.new("vglcs_solver **")
        check(lib.vglcs_solver_create(options, out))
        self._solver = ffi.gc(out[0], lib.vglcs_solver_free)
        self._progress = progress

    @staticmethod
    def _sequence(letters: "Letters", name: Optional[str], quality: "Optional[Letters]", gaps: Optional[Gaps]) -> Any:
        """The struct of a sequence, and what has to live as long."""
        text = letters_of(letters)
        out = ffi.new("vglcs_sequence *")
        out.size = _SEQUENCE_SIZE
        out.letters = text
        out.length = len(text)
        kept = [text]
        if name is not None:
            kept.append(ffi.new("char[]", name.encode()))
            out.name = kept[-1]
        if quality is not None:
            kept.append(letters_of(quality))
            if len(kept[-1]) != len(text):
                raise errors.UsageError(f"{len(kept[-1])} qualities for {len(text)} letters: give one a letter")
            out.quality = kept[-1]
        if gaps is not None:
            kept.append(gaps._handle)
            out.gaps = gaps._handle
        return out, kept

    def align(self, a: "Letters", b: "Letters", *, gaps_a: Optional[Gaps] = None, gaps_b: Optional[Gaps] = None,
              name_a: Optional[str] = None, name_b: Optional[str] = None, quality_a: "Optional[Letters]" = None,
              quality_b: "Optional[Letters]" = None) -> Alignment:
        """The best chain of two sequences: str, bytes, or arrays of bytes.

        gaps_a, gaps_b
            limits of these sequences, in place of the aligner's SPECs
        name_a, name_b
            by which tracks know them; quality_a, quality_b: Phred+33, for the SPEC ``qual``
        """
        left, kept_a = self._sequence(a, name_a, quality_a, gaps_a)
        right, kept_b = self._sequence(b, name_b, quality_b, gaps_b)
        lib = library()
        out = ffi.new("vglcs_answers **")
        state.progress = self._progress
        status = lib.vglcs_solve(self._solver, left, right, out)
        if status or state.notes:
            check(status)
        handle = ffi.gc(out[0], lib.vglcs_answers_free)
        answer = ffi.new("vglcs_answer *")
        answer.size = _ANSWER_SIZE
        lib.vglcs_answers_get(handle, 0, answer)
        return Alignment(handle, answer)

    def align_many(self, a: "Union[Sequences, Iterable[Tuple[Letters, Letters]]]", b: "Optional[Sequences]" = None, *,
                   gaps_a: Optional[Sequence[Optional[Gaps]]] = None, gaps_b: Optional[Sequence[Optional[Gaps]]] = None,
                   names_a: Optional[Sequence[str]] = None, names_b: Optional[Sequence[str]] = None,
                   on_error: str = "raise") -> Alignments:
        """The best chain of each pair, on all threads.

        a, b
            an iterable of pairs alone, or the sequences of both sides: lists of str or bytes, or `Packed`; one sequence
            stands for as many as the other side has
        gaps_a, gaps_b
            limits of each sequence of a side, in place of SPECs
        on_error
            "raise": the first pair's error is raised, with the pair's number as attribute ``pair``; "keep": failures
            stay with their pairs
        """
        keep = _one_of(on_error, ("raise", "keep"), "on_error") == 1
        left, right = pairs_of(a, b)
        count = len(left)
        kept: List[Any] = []

        def pointers(kind: str, values: Any, name: str, convert: Any) -> Any:
            if values is None:
                return ffi.NULL
            if len(values) != count:
                raise errors.UsageError(f"{name} has {len(values)} entries for {count} pairs: give one a pair")
            kept.append([convert(value) for value in values])
            kept.append(ffi.new(kind, kept[-1]))
            return kept[-1]

        def handle_of(gaps: Optional[Gaps]) -> Any:
            return ffi.NULL if gaps is None else gaps._handle

        def name_of(name: str) -> Any:
            return ffi.new("char[]", name.encode())

        pairs = ffi.new("vglcs_pairs *", {
            "size": ffi.sizeof("vglcs_pairs"), "count": count,
            "letters_a": left.text, "letters_b": right.text,
            "begin_a": pointer(left.begin, "uint64_t[]"), "end_a": pointer(left.end, "uint64_t[]"),
            "begin_b": pointer(right.begin, "uint64_t[]"), "end_b": pointer(right.end, "uint64_t[]"),
            "names_a": pointers("char const *[]", names_a, "names_a", name_of),
            "names_b": pointers("char const *[]", names_b, "names_b", name_of),
            "gaps_a": pointers("vglcs_gaps const *[]", gaps_a, "gaps_a", handle_of),
            "gaps_b": pointers("vglcs_gaps const *[]", gaps_b, "gaps_b", handle_of)})
        lib = library()
        out = ffi.new("vglcs_answers **")
        state.progress = self._progress
        status = lib.vglcs_solve_many(self._solver, pairs, out)
        if status != FAILED_PAIRS:
            check(status)
        answers = Alignments(ffi.gc(out[0], lib.vglcs_answers_free))
        check(OK)
        if status == FAILED_PAIRS and not keep:
            pair = int(answers.statuses.nonzero()[0][0])
            failure = answers.errors[pair]
            failure.pair = pair  # type: ignore[attr-defined]
            raise failure
        return answers

    def iter_align(self, pairs: "Iterable[Tuple[Letters, Letters]]", *, chunk: int = 4096) -> Iterator[Alignment]:
        """The best chain of each of any number of pairs, in order; at most `chunk` pairs are in memory at a time."""
        for block in chunks(pairs, chunk):
            yield from self.align_many(block)

    def plan(self, a: "Letters", b: "Letters", *, gaps_a: Optional[Gaps] = None, gaps_b: Optional[Gaps] = None,
             name_a: Optional[str] = None, name_b: Optional[str] = None) -> Plan:
        """Cells, bytes and seconds of `align`, without running it."""
        left, kept_a = self._sequence(a, name_a, None, gaps_a)
        right, kept_b = self._sequence(b, name_b, None, gaps_b)
        cost = ffi.new("vglcs_cost *")
        cost.size = ffi.sizeof("vglcs_cost")
        check(library().vglcs_plan(self._solver, left, right, cost))
        return Plan(cost.cells, cost.host_bytes, cost.gpu_bytes, cost.seconds, text_of(cost.engine) or "",
                    bool(cost.fits))

    def verify(self, stated: Any, a: "Letters", b: "Letters", *, score: Optional[int] = None, strand: str = "+",
               transcript: str = "+", gaps_a: Optional[Gaps] = None, gaps_b: Optional[Gaps] = None,
               name_a: Optional[str] = None, name_b: Optional[str] = None) -> None:
        """Raises VerificationError where a chain breaks order, letters, a limit or a jump, or has not the stated score.
        It need not be the best chain.

        stated
            an `Alignment`, which has score and strand, or pairs (i, j), [length, 2]
        """
        given, kept = _stated(stated, score, strand, transcript)
        left, kept_a = self._sequence(a, name_a, None, gaps_a)
        right, kept_b = self._sequence(b, name_b, None, gaps_b)
        check(library().vglcs_verify(self._solver, left, right, given))

    def explain(self, stated: Any, a: "Letters", b: "Letters", *, confirm: int = 0, strand: str = "+",
                transcript: str = "+", gaps_a: Optional[Gaps] = None, gaps_b: Optional[Gaps] = None,
                name_a: Optional[str] = None, name_b: Optional[str] = None) -> "Explanation":
        """Why a chain of the best score is the best one; raises VerificationError where it is not. See `Explanation`.

        stated
            as for `verify`
        confirm
            so many blockers, from the first on, are solved again with the raised limit
        """
        given, kept = _stated(stated, None, strand, transcript)
        left, kept_a = self._sequence(a, name_a, None, gaps_a)
        right, kept_b = self._sequence(b, name_b, None, gaps_b)
        lib = library()
        out = ffi.new("vglcs_explanation **")
        state.progress = self._progress
        check(lib.vglcs_explain(self._solver, left, right, given, confirm, out))
        return Explanation(ffi.gc(out[0], lib.vglcs_explanation_free))

    def gaps(self, sequence: "Letters", *, side: str = "b", strand: str = "+", name: Optional[str] = None,
             quality: "Optional[Letters]" = None) -> Gaps:
        """The limits and jumps that the SPECs of a side give to a sequence, read on a strand."""
        given, kept = self._sequence(sequence, name, quality, None)
        out = ffi.new("vglcs_gaps **")
        lib = library()
        check(lib.vglcs_gaps_of(self._solver, _one_of(side, ("a", "b"), "side"), given,
                                _one_of(strand, STRANDS[:2], "strand"), out))
        return Gaps(ffi.gc(out[0], lib.vglcs_gaps_free))


_SEQUENCE_SIZE = ffi.sizeof("vglcs_sequence")
_ANSWER_SIZE = ffi.sizeof("vglcs_answer")

_MOST_CACHED = 64
_cached: Dict[Any, Aligner] = {}


def aligner_for(options: Dict[str, Any]) -> Aligner:
    """An aligner with these options: the one of an earlier call where they name no file and call nobody."""
    key = (*options.items(), *map(type, options.values()))  # 1 and True are equal
    try:
        found = _cached.get(key)
    except TypeError:  # a list of SPECs
        return Aligner(**options)
    if found is not None:
        return found
    made = Aligner(**options)
    if not any(callable(value) or (isinstance(value, str) and ("." in value.replace("..", "") or "/" in value))
               for value in options.values()):
        if len(_cached) >= _MOST_CACHED:
            _cached.clear()
        _cached[key] = made
    return made


def _own(options: Dict[str, Any]) -> Dict[str, Any]:
    """Takes limits that are those of one sequence out of options: Gaps, or arrays of largest limits."""
    out = {}
    for name in ("gaps_a", "gaps_b"):
        value = options.get(name)
        if isinstance(value, Gaps):
            out[name] = options.pop(name)
        elif hasattr(value, "__array_interface__"):
            out[name] = Gaps.from_arrays(options.pop(name))
    return out


def align(a: "Letters", b: "Letters", *, name_a: Optional[str] = None, name_b: Optional[str] = None,
          quality_a: "Optional[Letters]" = None, quality_b: "Optional[Letters]" = None, **options: Any) -> Alignment:
    """The best chain of two sequences: the same as the program's.

    >>> vglcs.align("GATTACA", "GACTATA", gaps=1).length
    5

    Options are those of `Aligner`. gaps_a and gaps_b may be `Gaps`, or an array of largest limits, too. Raises
    `UsageError`, `InputError`, `ResourceError`; Ctrl-C ends it.
    """
    own = _own(options)
    return aligner_for(options).align(a, b, name_a=name_a, name_b=name_b, quality_a=quality_a, quality_b=quality_b,
                                      **own)


def align_many(a: "Union[Sequences, Iterable[Tuple[Letters, Letters]]]", b: "Optional[Sequences]" = None, *,
               names_a: Optional[Sequence[str]] = None, names_b: Optional[Sequence[str]] = None,
               on_error: str = "raise", **options: Any) -> Alignments:
    """The best chain of each of many pairs, on all threads. See `Aligner.align_many`; options are those of `Aligner`.

    >>> vglcs.align_many([("GATTACA", "GACTATA"), ("AC", "AC")], gaps=1).lengths
    array([5, 2], dtype=uint64)
    """
    own = {name: options.pop(name) for name in ("gaps_a", "gaps_b")
           if isinstance(options.get(name), (list, tuple)) and any(isinstance(one, Gaps) for one in options[name])}
    return aligner_for(options).align_many(a, b, names_a=names_a, names_b=names_b, on_error=on_error, **own)


def iter_align(pairs: "Iterable[Tuple[Letters, Letters]]", *, chunk: int = 4096, **options: Any) -> Iterator[Alignment]:
    """The best chain of each of any number of pairs, in order; at most `chunk` pairs are in memory at a time."""
    return aligner_for(options).iter_align(pairs, chunk=chunk)


def plan(a: "Letters", b: "Letters", *, name_a: Optional[str] = None, name_b: Optional[str] = None,
         **options: Any) -> Plan:
    """Cells, bytes and seconds of `align` with the same arguments, without running it."""
    own = _own(options)
    return aligner_for(options).plan(a, b, name_a=name_a, name_b=name_b, **own)


def verify(stated: Any, a: "Letters", b: "Letters", *, score: Optional[int] = None, strand: str = "+",
           transcript: str = "+", name_a: Optional[str] = None, name_b: Optional[str] = None, **options: Any) -> None:
    """Raises `VerificationError` where a chain breaks order, letters, a limit or a jump, or has not the stated score.

    stated
        an `Alignment`, which has score and strand, or pairs (i, j), [length, 2], of `strand` and `transcript`
    """
    own = _own(options)
    aligner_for(options).verify(stated, a, b, score=score, strand=strand, transcript=transcript, name_a=name_a,
                                name_b=name_b, **own)


def explain(stated: Any, a: "Letters", b: "Letters", *, confirm: int = 0, strand: str = "+", transcript: str = "+",
            name_a: Optional[str] = None, name_b: Optional[str] = None, **options: Any) -> Explanation:
    """Why a chain of the best score is the best one: slack, shifts, limits in its way, how many chains are as good.

    >>> found = vglcs.align("GATTACA", "GACTATA", gaps=1)
    >>> vglcs.explain(found, "GATTACA", "GACTATA", gaps=1).best_chains
    3
    """
    own = _own(options)
    return aligner_for(options).explain(stated, a, b, confirm=confirm, strand=strand, transcript=transcript,
                                        name_a=name_a, name_b=name_b, **own)


def gaps(sequence: "Letters", spec: "Spec" = None, *, jump: "Spec" = None, leave: "Spec" = None, strand: str = "+",
         name: Optional[str] = None, quality: "Optional[Letters]" = None, gap_default: Union[None, int, str] = None,
         alphabet: str = "auto") -> Gaps:
    """The limits and jumps that SPECs give to a sequence.

    >>> vglcs.gaps("GATTACA", "letter:A=3,*=2").hi
    array([2, 3, 2, 2, 3, 2, 3], dtype=uint32)

    strand
        "-": those of the reverse complement, in its orientation
    """
    return aligner_for({"gaps": spec, "jump": jump, "leave": leave, "gap_default": gap_default,
                        "alphabet": alphabet}).gaps(sequence, strand=strand, name=name, quality=quality)
