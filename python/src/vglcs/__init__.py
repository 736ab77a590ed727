# SPDX-License-Identifier: BSD-3-Clause
"""Exact sequence alignment under hard gap limits.

    >>> import vglcs
    >>> found = vglcs.align("GATTACA", "GACTATA", gaps=1)
    >>> found.length
    5
    >>> found.chain.tolist()
    [[0, 0], [1, 1], [2, 3], [3, 5], [4, 6]]

`align` has one pair, `align_many` and `iter_align` many; `verify` checks a chain, `explain` says why it is the best,
`plan` what a run will cost, `gaps` reads limits, `chain` makes blocks of anchors, `search` finds structured patterns.
Answers are those of the program `vglcs`. Positions count from 0, ranges are half open. All calls release the interpreter's lock, and Ctrl-C ends long ones.
"""
from ._align import (Aligner, Alignment, Alignments, Blocker, Explanation, Jump, Plan, Shift, align, align_many,
                     explain, gaps, iter_align, plan, verify)
from ._chain import Block, Blocks, chain
from ._gaps import INFINITE, NEVER, Gaps
from ._library import library as _load
from ._search import Hit, Hits, Part, search
from ._sequences import Packed
from ._version import __version__
from .errors import (Error, FailedPairs, InputError, InternalError, Interrupted, Note, ResourceError, UsageError,
                     VerificationError)


def has_cuda() -> bool:
    """True where the library has CUDA and this machine a device. Starts the driver, which takes up to half a second."""
    return bool(_load().vglcs_has_cuda())


__all__ = [
    "Aligner", "Alignment", "Alignments", "Block", "Blocker", "Blocks", "Error", "Explanation", "FailedPairs", "Gaps",
    "Hit", "Hits", "INFINITE", "InputError", "InternalError", "Interrupted", "Jump", "NEVER", "Note", "Packed", "Part",
    "Plan", "ResourceError", "Shift", "UsageError", "VerificationError", "__version__", "align", "align_many", "chain",
    "explain", "gaps", "has_cuda", "iter_align", "plan", "search", "verify",
]
