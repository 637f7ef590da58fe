"""What can go wrong, as exceptions that carry the sentence of the library.

SPDX-License-Identifier: MIT
"""
from typing import NamedTuple, Optional, Sequence, Tuple


class Finding(NamedTuple):
    """Something that was found in an input, or on the way: a sentence that a person can act on."""

    severity: str  #: "note", "warning" or "error"
    text: str
    file: Optional[str]
    line: int  #: from 1, or 0
    byte: int  #: from 0, or -1

    def __str__(self) -> str:
        return self.text


class SuppleError(Exception):
    """All errors of this module that are not Python's own."""


class AssetError(SuppleError):
    """Bytes that are no asset, or a broken one."""


class BakeError(SuppleError):
    """The baker refused its input. The message has its errors, ``findings`` has its warnings and notes too."""

    def __init__(self, findings: Sequence[Finding]):
        self.findings: Tuple[Finding, ...] = tuple(findings)
        errors = [f.text for f in findings if f.severity == "error"]
        super().__init__("\n".join(errors) or "the input was refused")


class Cancelled(SuppleError):
    """The progress callback returned False."""
