# SPDX-License-Identifier: BSD-3-Clause
"""Structured patterns."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import errors
from ._align import STRANDS, _one_of
from ._library import NONE, check, ffi, library, pointer, state, text_of, tick, view
from ._sequences import Packed, Sequences, packed

if TYPE_CHECKING:
    import numpy as np

    from ._library import Letters, Progress

HIT = [("record", "<u8"), ("pattern", "<u8"), ("start", "<u8"), ("end", "<u8"), ("first_place", "<u8"),
       ("errors", "<u4"), ("indels", "<u4"), ("strand", "<i4"), ("parts", "<u4")]
PLACE = [("start", "<u8"), ("end", "<u8"), ("errors", "<u4"), ("indels", "<u4"), ("choice", "<u4"),
         ("runner_up", "<u4")]


class Part(NamedTuple):
    """Where a part of a pattern lies in the record, [start, end) on the forward strand."""

    label: str  #: the capture that holds it alone, else its number from 1
    start: int
    end: int
    errors: int
    indels: int
    choice: Optional[int]  #: which alternative, or word of a list; None for a spacer
    runner_up: Optional[int]  #: errors of the nearest other word of a list


class Hit(NamedTuple):
    """Where a pattern matches a record, [start, end) on the forward strand."""

    record: int
    pattern: int
    start: int
    end: int
    strand: str
    errors: int
    indels: int
    parts: Tuple[Part, ...]  #: in the order of the pattern


class Hits(Sequence[Hit]):
    """The hits of `search`, by record, pattern, start, end, + before -.

    table
        all of them, [hits] of a structured array: record, pattern, start, end, errors, indels, strand (0 for +, 1 for
        -), first_place, parts; a read-only view
    places
        the parts' places, a structured array: those of hit k begin at ``table["first_place"][k]``
    """

    def __init__(self, handle: Any, labels: List[List[str]]) -> None:
        lib = library()
        count = ffi.new("uint64_t *")
        hits = lib.vglcs_hits_list(handle, count)
        self.table = view(handle, hits, (count[0],), HIT)
        places = lib.vglcs_hits_places(handle, count)
        self.places = view(handle, places, (count[0],), PLACE)
        self._labels = labels

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self[one] for one in range(*k.indices(len(self)))]
        record, pattern, start, end, first, wrong, indels, strand, count = self.table[k].tolist()
        parts = tuple(Part(label, p_start, p_end, p_errors, p_indels, None if choice == NONE else choice,
                           None if runner_up == NONE else runner_up)
                      for label, (p_start, p_end, p_errors, p_indels, choice, runner_up)
                      in zip(self._labels[pattern], self.places[first:first + count].tolist()))
        return Hit(record, pattern, start, end, STRANDS[strand], wrong, indels, parts)

    def __repr__(self) -> str:
        return f"<vglcs.Hits: {len(self)}>"


def search(records: "Union[Letters, Sequences]", patterns: Union[str, Sequence[str], Dict[str, str]], *,
           strand: str = "both", hits: str = "all", threads: int = 0, max_memory: int = 0,
           progress: "Optional[Progress]" = None) -> Hits:
    """All places where structured patterns match nucleotide records.

    >>> [(hit.start, hit.end) for hit in vglcs.search("CCTTGACATTTT", "TTGACA~1", strand="+")]
    [(2, 8)]

    records
        one sequence, a list of them, or `Packed`
    patterns
        one or several in the language of ``vglcs search --pattern``, or a dict of names and patterns
    strand
        "+", "-" or "both"
    hits
        "all", "distinct": of overlapping ones the best, "best": one a record and pattern
    """
    lib = library()
    options = ffi.new("vglcs_search_options *")
    lib.vglcs_search_options_init(options, ffi.sizeof("vglcs_search_options"))
    options.strand = _one_of(strand, STRANDS, "strand")
    options.hits = _one_of(hits, ("all", "distinct", "best"), "hits")
    try:
        options.threads = threads
        options.max_memory = max_memory
    except (OverflowError, TypeError) as failure:
        raise errors.UsageError(f"search: {failure}: give whole numbers in their range") from None
    options.progress = tick
    names = list(patterns) if isinstance(patterns, dict) else None
    texts = ([patterns] if isinstance(patterns, str) else
             list(patterns.values() if isinstance(patterns, dict) else patterns))
    kept = [ffi.new("char[]", text.encode()) for text in texts + (names or [])]
    given = ffi.new("char const *[]", kept[:len(texts)])
    named = ffi.new("char const *[]", kept[len(texts):]) if names else ffi.NULL
    made = ffi.new("vglcs_matcher **")
    check(lib.vglcs_matcher_create(given, named, len(texts), options, made))
    matcher = ffi.gc(made[0], lib.vglcs_matcher_free)
    labels = [[text_of(lib.vglcs_matcher_label(matcher, k, part)) or ""
               for part in range(lib.vglcs_matcher_parts(matcher, k))] for k in range(len(texts))]
    if not isinstance(records, Packed):
        records = packed([records] if not isinstance(records, (list, tuple)) else records, "records")
    out = ffi.new("vglcs_hits **")
    state.progress = progress
    check(lib.vglcs_search(matcher, records.text, pointer(records.begin, "uint64_t[]"),
                           pointer(records.end, "uint64_t[]"), len(records), out))
    return Hits(ffi.gc(out[0], lib.vglcs_hits_free), labels)
