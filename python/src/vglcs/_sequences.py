# SPDX-License-Identifier: BSD-3-Clause
"""Many sequences as one text."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Sequence, Tuple, Union

from . import errors
from ._library import array, letters_of

if TYPE_CHECKING:
    from ._library import Letters


class Packed:
    """Sequences that lie in one text: sequence k is ``letters[begin[k]:end[k]]``. Nothing is copied.

    letters
        str, bytes or an array of bytes
    begin, end
        [count] of uint64. With ``offsets`` [count + 1] in place of both, sequences lie one behind the other
    """

    def __init__(self, letters: "Letters", begin: Any = None, end: Any = None, *, offsets: Any = None) -> None:
        if (offsets is None) == (begin is None or end is None):
            raise errors.UsageError("sequences have either begin and end, or offsets: give one of them")
        self.text = letters_of(letters)
        if offsets is not None:
            offsets = array(offsets, "uint64", "offsets")
            if len(offsets) == 0:
                raise errors.UsageError("offsets are empty: give one more than there are sequences")
            begin, end = offsets[:-1], offsets[1:]
        self.begin = array(begin, "uint64", "begin")
        self.end = array(end, "uint64", "end", len(self.begin))
        if len(self.begin) and (int(self.end.max()) > len(self.text) or bool((self.begin > self.end).any())):
            raise errors.UsageError(f"sequences end at {self.end.max()} of {len(self.text)} letters, or before they "
                                    f"begin: give places of the text")

    def __len__(self) -> int:
        return len(self.begin)


Sequences = Union[Packed, "Letters", Sequence["Letters"]]


def packed(given: Any, name: str) -> Packed:
    """A list of sequences, joined."""
    import numpy as np

    if isinstance(given, Packed):
        return given
    sequences = given if isinstance(given, (list, tuple)) else list(given)
    if not sequences:
        return Packed(b"", offsets=np.zeros(1, dtype=np.uint64))
    if isinstance(sequences[0], str):
        try:
            text: Any = "".join(sequences)
        except TypeError as failure:
            raise errors.UsageError(f"{name}: {failure}: give sequences of one type") from None
        if not text.isascii():
            raise errors.InputError(f"{name}: letters are not ASCII: use letters of the alphabet")
    else:
        try:
            text = b"".join(sequences)
        except TypeError as failure:
            raise errors.UsageError(f"{name}: {failure}: give sequences of one type, str or bytes") from None
    offsets = np.zeros(len(sequences) + 1, dtype=np.uint64)
    np.cumsum(np.fromiter(map(len, sequences), dtype=np.uint64, count=len(sequences)), out=offsets[1:])
    return Packed(text, offsets=offsets)


def pairs_of(a: Any, b: Any) -> Tuple[Packed, Packed]:
    """Both sides of many pairs: from an iterable of pairs (b is None), or from two lists of the same size."""
    if b is None:
        pairs = list(a)
        try:
            left = [one for one, _ in pairs]
            right = [other for _, other in pairs]
        except (TypeError, ValueError):
            raise errors.UsageError("pairs are not pairs of sequences: give tuples (a, b)") from None
        return packed(left, "a"), packed(right, "b")
    left_side = packed([a] if isinstance(a, (str, bytes)) else a, "a")
    right_side = packed([b] if isinstance(b, (str, bytes)) else b, "b")
    if len(left_side) != len(right_side):
        if len(right_side) == 1:
            right_side = repeated(right_side, len(left_side))
        elif len(left_side) == 1:
            left_side = repeated(left_side, len(right_side))
        else:
            raise errors.UsageError(f"a has {len(left_side)} sequences and b has {len(right_side)}: give as many, or "
                                    f"one")
    return left_side, right_side


def repeated(one: Packed, count: int) -> Packed:
    """One sequence in many pairs; the text is not copied."""
    import numpy as np

    out = Packed.__new__(Packed)
    out.text = one.text
    out.begin = np.repeat(one.begin, count)
    out.end = np.repeat(one.end, count)
    return out


def chunks(pairs: Any, size: int) -> Iterator[Any]:
    """Lists of at most `size` pairs."""
    block = []
    for pair in pairs:
        block.append(pair)
        if len(block) == size:
            yield block
            block = []
    if block:
        yield block
