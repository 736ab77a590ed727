# SPDX-License-Identifier: BSD-3-Clause
"""The library in C: where it is, its errors as exceptions, its callbacks."""
from __future__ import annotations

import os
import threading
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Union

from . import errors
from ._interface import ffi as ffi

if TYPE_CHECKING:
    import numpy as np

    Letters = Union[str, bytes, bytearray, memoryview, "np.ndarray[Any, Any]"]
    Progress = Callable[[int, int], Any]

SONAME = "libvglcs-c.so.0"
NONE = 0xFFFFFFFF
INT64_MAX = 2**63 - 1

OK, FAILED_PAIRS, INTERRUPTED = 0, 5, 130

_lock = threading.Lock()
_lib: Any = None


class _ThreadState(threading.local):
    """What callbacks of this thread's call leave behind."""

    progress: Optional["Progress"] = None
    failure: Optional[BaseException] = None

    def __init__(self) -> None:
        self.notes: List[str] = []


state = _ThreadState()


def library() -> Any:
    """The loaded library: the one that VGLCS_LIBRARY names, the one beside the modules, or the system's."""
    global _lib
    if _lib is None:
        with _lock:
            if _lib is None:
                own = Path(__file__).with_name(SONAME)
                path = os.environ.get("VGLCS_LIBRARY") or (str(own) if own.exists() else SONAME)
                try:
                    _lib = ffi.dlopen(path)
                except OSError as failure:
                    raise ImportError(f"{path}: the library of vglcs cannot be loaded ({failure}): install it, or let "
                                      f"VGLCS_LIBRARY name it") from None
    return _lib


def _tick(done: int, total: int, user: Any) -> int:
    # being here lets Python look at signals: Ctrl-C is raised in this function
    if state.progress is not None:
        state.progress(done, total)
    return 0


def _failed(kind: Any, value: Any, trace: Any) -> None:
    state.failure = value


def _say(text: Any, user: Any) -> None:
    state.notes.append(ffi.string(text).decode())


# they live as long as the module: solvers point to them
tick = ffi.callback("int(uint64_t, uint64_t, void *)", _tick, error=1, onerror=_failed)
say = ffi.callback("void(char const *, void *)", _say)


def text_of(pointer: Any) -> Optional[str]:
    return ffi.string(pointer).decode(errors="replace") or None


def error_of(error: Any) -> errors.Error:
    """An error of the library as an exception."""
    lib = library()
    if error == ffi.NULL:
        return errors.InternalError("the library does not say what failed: please report it")
    kind = errors.BY_STATUS.get(int(lib.vglcs_error_status(error)), errors.InternalError)
    return kind(text_of(lib.vglcs_error_message(error)) or "", file=text_of(lib.vglcs_error_file(error)),
                line=lib.vglcs_error_line(error) or None, what=text_of(lib.vglcs_error_what(error)),
                fix=text_of(lib.vglcs_error_fix(error)))


def check(status: int) -> None:
    """Ends a call: says its notes, raises what it failed with."""
    if state.notes:
        notes, state.notes = state.notes, []
        for text in notes:
            warnings.warn(text, errors.Note, stacklevel=4)
    if status == OK:
        return
    if state.failure is not None:
        failure, state.failure = state.failure, None
        if status == INTERRUPTED:
            raise failure
    raise error_of(library().vglcs_last_error())


def letters_of(given: "Letters") -> Any:
    """Letters as memory that C reads: without a copy where they are bytes."""
    if isinstance(given, str):
        try:
            return ffi.from_buffer("char[]", given.encode("ascii"))
        except UnicodeEncodeError as failure:
            raise errors.InputError(f"letter {given[failure.start]!r} at {failure.start} is not ASCII: use letters of "
                                    f"the alphabet") from None
    try:
        return ffi.from_buffer("char[]", given)
    except (TypeError, BufferError, ValueError) as failure:
        raise errors.UsageError(f"a sequence is {type(given).__name__} ({failure}): give str, bytes, or a contiguous "
                                f"array of bytes") from None


class _View:
    """Memory of a handle as numpy sees it; keeps the handle."""

    __slots__ = ("__array_interface__", "owner")

    def __init__(self, owner: Any, pointer: Any, shape: Any, kind: Any) -> None:
        self.owner = owner
        self.__array_interface__ = {"version": 3, "shape": shape, "typestr": kind,
                                    "data": (int(ffi.cast("uintptr_t", pointer)), True)}


def view(owner: Any, pointer: Any, shape: Any, kind: Any) -> "np.ndarray[Any, Any]":
    """A read-only array over memory that `owner` keeps."""
    import numpy as np

    if pointer == ffi.NULL or 0 in shape:
        return np.empty(shape, dtype=kind)
    if isinstance(kind, str):
        return np.asarray(_View(owner, pointer, shape, kind))
    fields = np.dtype(kind)
    return np.asarray(_View(owner, pointer, shape, f"|V{fields.itemsize}")).view(fields)


def array(given: Any, dtype: str, name: str, count: Optional[int] = None) -> "np.ndarray[Any, Any]":
    """A column as a contiguous array of that type: the given one where it is that already."""
    import numpy as np

    out = np.asarray(given)
    if out.ndim != 1 or (count is not None and len(out) != count):
        raise errors.UsageError(f"{name} has the shape {out.shape}: give one value for each of {count}"
                                if count is not None else f"{name} has the shape {out.shape}: give one dimension")
    if out.dtype == np.dtype(dtype):
        return np.ascontiguousarray(out)
    if out.dtype.kind not in "iub" and out.size:
        raise errors.UsageError(f"{name} has the type {out.dtype}: give whole numbers")
    limits = np.iinfo(dtype)
    if out.size and (int(out.min()) < limits.min or int(out.max()) > limits.max):
        raise errors.UsageError(f"{name} has values {out.min()}..{out.max()}: at least {limits.min}, at most "
                                f"{limits.max} are possible")
    return np.ascontiguousarray(out.astype(dtype))


def pointer(column: Any, kind: str) -> Any:
    """The memory of an array, NULL for None."""
    return ffi.NULL if column is None else ffi.from_buffer(kind, column)
