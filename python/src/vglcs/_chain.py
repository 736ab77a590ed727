# SPDX-License-Identifier: BSD-3-Clause
"""Chains of anchors."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import errors
from ._align import STRANDS, _one_of
from ._library import INT64_MAX, array, check, ffi, library, pointer, state, tick, view

if TYPE_CHECKING:
    import numpy as np

    from ._library import Progress

    Limits = Union[int, Tuple[int, Optional[int]]]


class Block(NamedTuple):
    """A chain of anchors."""

    score: int
    members: Any  #: numbers of its anchors by ascending x, [anchors] of uint32, a read-only view
    sequences: int
    strand: str  #: "+" where y rises with x, "-" where it falls


class Blocks(Sequence[Block]):
    """The blocks of `chain`, the best first. Columns are read-only views, [blocks]: ``scores`` of int64, ``sizes`` of
    uint64."""

    def __init__(self, handle: Any) -> None:
        lib = library()
        count = ffi.new("uint64_t *")
        blocks = lib.vglcs_blocks_list(handle, count)
        self._list = view(handle, blocks, (count[0],), [("score", "<i8"), ("first", "<u8"), ("count", "<u8"),
                                                        ("sequences", "<u4"), ("falling", "<u4")])
        members = lib.vglcs_blocks_members(handle, count)
        self._members = view(handle, members, (count[0],), "<u4")

    @property
    def scores(self) -> "np.ndarray[Any, np.dtype[np.int64]]":
        return self._list["score"]

    @property
    def sizes(self) -> "np.ndarray[Any, np.dtype[np.uint64]]":
        return self._list["count"]

    def __len__(self) -> int:
        return len(self._list)

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self[one] for one in range(*k.indices(len(self)))]
        score, first, count, sequences, falling = self._list[k].tolist()
        return Block(score, self._members[first:first + count], sequences, "-" if falling else "+")

    def block_of(self, anchors: int) -> "np.ndarray[Any, np.dtype[np.int64]]":
        """The block of each of so many anchors, [anchors] of int64, -1: in none."""
        import numpy as np

        out = np.full(anchors, -1, dtype=np.int64)
        out[self._members] = np.repeat(np.arange(len(self)), self.sizes.astype(np.int64))
        return out

    def __repr__(self) -> str:
        return f"<vglcs.Blocks: {len(self)}>"


def _limits(value: Any, name: str) -> Tuple[int, int]:
    try:
        lo, hi = value if isinstance(value, (tuple, list)) else (0, value)
        return int(lo), INT64_MAX if hi is None or hi == float("inf") else int(hi)
    except (TypeError, ValueError):
        raise errors.UsageError(f"{name}={value!r}: give HI or (LO, HI)") from None


def chain(x: Any, y: Any, *, gaps_x: "Limits", gaps_y: "Limits", length: Any = None, length_y: Any = None,
          weight: Any = None, sequences: Any = None, falling: Any = None, own_limits: Any = None, link: int = 0,
          skip_x: int = 0, skip_y: int = 0, overlap: Union[str, int] = "none", blocks: Optional[int] = None,
          min_score: int = 1, strand: str = "both", either_direction: bool = False, threads: int = 0,
          progress: "Optional[Progress]" = None) -> Blocks:
    """The heaviest chain of anchors under hard gap limits, the heaviest of those that are left, and so on.

    x, y
        first units of each anchor on the query and the target, [anchors] of whole numbers
    gaps_x, gaps_y
        units that may lie between linked anchors: HI, or (LO, HI); None as HI binds nothing
    length, length_y
        units of each anchor; 1 where it is None, length_y is length
    weight
        of each anchor; 1
    sequences
        number of each anchor's pair of sequences: anchors of one pair alone are linked
    falling
        True where the target runs backwards (strand -)
    own_limits
        limits of each anchor's own, [anchors, 4]: lo_x, hi_x, lo_y, hi_y, in place of gaps_x and gaps_y
    link, skip_x, skip_y
        what a link costs, and a unit between linked anchors
    overlap
        "none", "trim", or the units that linked anchors may share
    blocks, min_score
        how many blocks at most, and how good at least
    strand
        "+", "-", "both": which blocks are looked for; either_direction: an anchor may be in a block of either direction
    """
    lib = library()
    options = ffi.new("vglcs_chain_options *")
    lib.vglcs_chain_options_init(options, ffi.sizeof("vglcs_chain_options"))
    try:
        options.lo_x, options.hi_x = _limits(gaps_x, "gaps_x")
        options.lo_y, options.hi_y = _limits(gaps_y, "gaps_y")
        options.link_cost, options.skip_x, options.skip_y = link, skip_x, skip_y
        options.least_score = min_score
        if blocks is not None:
            options.most_blocks = blocks
        options.threads = threads
        if overlap == "trim":
            options.overlap = lib.VGLCS_OVERLAP_TRIMMED
        elif isinstance(overlap, int):
            options.overlap = lib.VGLCS_OVERLAP_ALLOWED
            options.most_overlap = overlap
        elif overlap != "none":
            raise errors.UsageError(f"overlap={overlap!r}: give 'none', 'trim', or a number of units")
    except (OverflowError, TypeError) as failure:
        raise errors.UsageError(f"chain: {failure}: give whole numbers in their range") from None
    options.strand = _one_of(strand, STRANDS, "strand")
    options.either_direction = bool(either_direction)
    options.progress = tick
    columns = {"x": array(x, "int64", "x")}
    count = len(columns["x"])
    if length_y is None:
        length_y = length
    for name, given, kind in (("y", y, "int64"), ("length_x", length, "int64"), ("length_y", length_y, "int64"),
                              ("weight", weight, "int64"), ("sequences", sequences, "uint32"),
                              ("falling", falling, "uint8")):
        if given is not None:
            columns[name] = array(given, kind, name, count)
    if own_limits is not None:
        import numpy as np

        table = np.asarray(own_limits)
        if table.shape != (count, 4):
            raise errors.UsageError(f"own_limits has the shape {table.shape}: give [{count}, 4]")
        for k, name in enumerate(("lo_x", "hi_x", "lo_y", "hi_y")):
            columns[name] = array(table[:, k], "int64", name)
    kinds = {"sequences": "uint32_t[]", "falling": "uint8_t[]"}
    kept = {name: pointer(column, kinds.get(name, "int64_t[]")) for name, column in columns.items()}
    anchors = ffi.new("vglcs_anchors *", {"size": ffi.sizeof("vglcs_anchors"), "count": count, **kept})
    out = ffi.new("vglcs_blocks **")
    state.progress = progress
    check(lib.vglcs_chain(anchors, options, out))
    return Blocks(ffi.gc(out[0], lib.vglcs_blocks_free))


__all__: List[str] = ["Block", "Blocks", "chain"]
