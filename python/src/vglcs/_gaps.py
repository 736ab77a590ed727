# SPDX-License-Identifier: BSD-3-Clause
"""Limits and jumps of one sequence as arrays."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from . import errors
from ._library import NONE, array, check, ffi, library, pointer, view

if TYPE_CHECKING:
    import numpy as np

    Numbers = "np.ndarray[Any, np.dtype[np.uint32]]"

INFINITE = NONE
NEVER = NONE


class Gaps:
    """The gap limits and jumps of a sequence, in the orientation of its letters.

    Made by `vglcs.gaps` from SPECs or by `Gaps.from_arrays`; `align`, `plan` and `verify` take it as ``gaps_a`` and
    ``gaps_b``. All arrays are read-only views, [letters]:

    hi, lo
        uint32, letters that may be skipped before each letter, at most and at least; `INFINITE` binds nothing
    blocked
        bool, the letter takes no part
    jump_hi, jump_lo, jump_cost
        uint32, letters that a jump passes which lands there (jump_hi 0: none lands), and what it costs; None without
        jumps
    leave
        uint32, what it costs to pass this letter first; `NEVER`: no jump begins here; None without jumps
    """

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        lib = library()
        arrays = ffi.new("vglcs_gap_arrays *")
        arrays.size = ffi.sizeof("vglcs_gap_arrays")
        check(lib.vglcs_gaps_arrays(handle, arrays))
        shape = (arrays.length,)

        def column(at: Any, kind: str = "<u4") -> "np.ndarray[Any, Any]":
            return view(handle, at, shape, kind)

        def or_none(at: Any) -> "Optional[np.ndarray[Any, Any]]":
            return None if at == ffi.NULL else column(at)

        self.hi = column(arrays.hi)
        self.lo = column(arrays.lo)
        self.blocked = column(arrays.blocked, "|b1")
        self.jump_hi = or_none(arrays.jump_hi)
        self.jump_lo = or_none(arrays.jump_lo)
        self.jump_cost = or_none(arrays.jump_cost)
        self.leave = or_none(arrays.leave)

    def __len__(self) -> int:
        return len(self.hi)

    def __repr__(self) -> str:
        return f"<vglcs.Gaps of {len(self)} letters{'' if self.jump_hi is None else ', with jumps'}>"

    @classmethod
    def from_arrays(cls, hi: Any = None, *, lo: Any = None, blocked: Any = None, jump_hi: Any = None,
                    jump_lo: Any = None, jump_cost: Any = None, leave: Any = None,
                    length: Optional[int] = None) -> "Gaps":
        """Limits from arrays [letters] of whole numbers, which are copied.

        length
            letters, where no array says it. What is None is: hi `INFINITE`, lo 0, blocked none, jump_hi no jumps, the
            others 0.
        """
        given = {"hi": hi, "lo": lo, "jump_hi": jump_hi, "jump_lo": jump_lo, "jump_cost": jump_cost, "leave": leave}
        columns = {name: None if one is None else array(one, "uint32", name) for name, one in given.items()}
        if blocked is not None:
            columns["blocked"] = array(blocked, "uint8", "blocked")
        sizes = {len(one) for one in columns.values() if one is not None} | ({length} if length is not None else set())
        if len(sizes) != 1:
            raise errors.UsageError(f"arrays have the sizes {sorted(sizes)}: give one value a letter"
                                    if sizes else "no array is given: give one, or length")
        kept = {name: pointer(one, "uint8_t[]" if name == "blocked" else "uint32_t[]") for name, one in columns.items()}
        arrays = ffi.new("vglcs_gap_arrays *", {"size": ffi.sizeof("vglcs_gap_arrays"), "length": sizes.pop(), **kept})
        out = ffi.new("vglcs_gaps **")
        lib = library()
        check(lib.vglcs_gaps_from_arrays(arrays, out))
        return cls(ffi.gc(out[0], lib.vglcs_gaps_free))
