# SPDX-License-Identifier: BSD-3-Clause
"""What can go wrong: one class for each exit code of the program."""
from __future__ import annotations

from typing import Optional


class Error(Exception):
    """Base of all errors. The text reads ``file:line: what: how to fix``.

    status
        exit code that the program would have
    file, line
        the file concerned and its line, counted from 1; None where there is none
    what
        what is wrong
    fix
        how to mend it; None where the text does not say
    """

    status: int = 1

    def __init__(self, message: str, *, file: Optional[str] = None, line: Optional[int] = None,
                 what: Optional[str] = None, fix: Optional[str] = None) -> None:
        super().__init__(message)
        if what is None:  # an error of these modules, in the same form
            what, separator, rest = message.rpartition(": ")
            what, fix = (what, rest) if separator else (message, None)
        self.file = file
        self.line = line
        self.what = what
        self.fix = fix


class InternalError(Error):
    """A fault of the library: please report it."""

    status = 1


class UsageError(Error, ValueError):
    """The call is wrong."""

    status = 2


class InputError(Error, ValueError):
    """A file or a sequence is wrong."""

    status = 3


class ResourceError(Error, MemoryError):
    """Memory, disk or a device is missing or too small."""

    status = 4


class FailedPairs(Error):
    """Some pairs of many failed."""

    status = 5


class VerificationError(Error):
    """A result does not agree with its inputs."""

    status = 6


class Interrupted(Error):
    """A run was asked to end."""

    status = 130


class Note(UserWarning):
    """What a user may not expect of a run that went well: a track's name that no sequence has, say."""


BY_STATUS = {kind.status: kind for kind in
             (InternalError, UsageError, InputError, ResourceError, FailedPairs, VerificationError, Interrupted)}
