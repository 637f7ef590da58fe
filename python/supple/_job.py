"""A job of the baker: progress as a callback, Ctrl-C, findings, and refusals as exceptions.

Ctrl-C. Python runs signal handlers between bytecodes, and a bake has none, but for the progress callback, which the
library calls at most every 0.05 s on this thread. An exception may not leave that callback: ctypes would print and
forget it. So while a call lasts, SIGINT only sets a flag; the callback sees it and cancels, and the handler that was
there before is called when the library has returned, whole.

SPDX-License-Identifier: MIT
"""
import ctypes
import json
import os
import signal
import threading
import weakref
from types import FrameType
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Union

from . import _abi
from ._library import baker
from .errors import BakeError, Cancelled, Finding

Progress = Callable[[str, float], Optional[bool]]  #: what is worked at, 0 to 1; returning False cancels
Estimate = Callable[[float, float], Optional[bool]]  #: seconds and bytes that it will take, about
Samples = Union[Mapping[str, bytes], Callable[[str], Optional[bytes]]]  #: files of samples that scenes name
Path = Union[str, "os.PathLike[str]"]
SEVERITIES = ("note", "warning", "error")


def _release(job: Any, _callbacks: Any) -> None:
    baker().supple_bake_release(job)


class Job:
    """One call after another; what they gave out lives as long as this."""

    def __init__(
        self,
        threads: int = 0,
        progress: Optional[Progress] = None,
        estimate: Optional[Estimate] = None,
        samples: Optional[Samples] = None,
        try_half_cells: bool = True,
    ):
        self._progress, self._estimate, self._samples = progress, estimate, samples
        if threads < 0:
            raise ValueError(f"threads are {threads}: a number from 1 on, or 0 for all of the machine")
        self._raised: Optional[BaseException] = None
        self._interrupt: Optional[Tuple[int, Optional[FrameType]]] = None
        self._given: Optional[bytes] = None  # the last sample, until the library has copied it
        options = baker().supple_bake_options_default()
        options.threads = threads
        options.try_half_cells = try_half_cells
        # weakly: the callbacks live in the options, and must not keep the job that they belong to
        me: Callable[[], Any] = weakref.ref(self)
        kinds: Dict[str, Any] = {field[0]: field[1] for field in _abi.supple_bake_options._fields_}
        options.progress_or_null = kinds["progress_or_null"](
            lambda user, what, done, total: me()._heard(what, done, total)
        )
        options.estimate_or_null = kinds["estimate_or_null"](lambda user, seconds, size: me()._expected(seconds, size))
        options.sample_or_null = kinds["sample_or_null"](lambda user, name, out: me()._sampled(name, out))
        self._c = baker().supple_bake_create(options)
        if not self._c:
            raise MemoryError("there is no memory for a bake")
        weakref.finalize(self, _release, self._c, options)

    # ---- what the library asks ---------------------------------------------------------

    def _asked(self, callback: Optional[Callable[..., Optional[bool]]], *words: Any) -> bool:
        if self._interrupt is not None or self._raised is not None:
            return False
        try:
            return callback is None or callback(*words) is not False
        except BaseException as raised:  # it goes on when the library has returned
            self._raised = raised
            return False

    def _heard(self, what: bytes, done: int, total: int) -> bool:
        return self._asked(self._progress, what.decode("utf-8", "replace"), done / total if total > 0 else 0.0)

    def _expected(self, seconds: float, size: float) -> bool:
        return self._asked(self._estimate, seconds, size)

    def _sampled(self, name: bytes, out: Any) -> bool:
        def find() -> bool:
            word = name.decode("utf-8", "replace")
            samples = self._samples or {}
            self._given = samples(word) if callable(samples) else samples.get(word)
            return self._given is not None

        if not self._asked(find) or self._given is None:
            return False
        out.contents.data = ctypes.cast(ctypes.c_char_p(self._given), ctypes.c_void_p)
        out.contents.size = len(self._given)
        return True

    # ---- calls -------------------------------------------------------------------------

    def call(self, function: str, *arguments: Any) -> None:
        """A function of the baker that returns a status. Raises what it, a callback or Ctrl-C has to say."""
        self._raised = self._interrupt = None
        before: Any = None
        catches = threading.current_thread() is threading.main_thread() and callable(signal.getsignal(signal.SIGINT))
        if catches:
            before = signal.signal(signal.SIGINT, self._interrupted)
        try:
            status = getattr(baker(), function)(self._c, *arguments)
        finally:
            if catches:
                signal.signal(signal.SIGINT, before)
        if self._interrupt is not None:
            before(*self._interrupt)  # Python's own raises KeyboardInterrupt
        if self._raised is not None:
            raise self._raised
        if status == _abi.SUPPLE_BAKE_OUT_OF_MEMORY:
            raise MemoryError(self.findings()[-1].text)
        if status == _abi.SUPPLE_BAKE_CANCELLED:
            raise Cancelled(self.findings()[-1].text)
        if status != _abi.SUPPLE_BAKE_DONE:
            raise BakeError(self.findings())

    def _interrupted(self, number: int, frame: Optional[FrameType]) -> None:
        self._interrupt = (number, frame)

    def findings(self) -> List[Finding]:
        found = []
        for i in range(baker().supple_bake_finding_count(self._c)):
            f = baker().supple_bake_finding_at(self._c, i)
            file = None if f.file_or_null is None else os.fsdecode(f.file_or_null)
            found.append(Finding(SEVERITIES[f.severity], f.text.decode("utf-8", "replace"), file, f.line, f.byte))
        return found


def copied(given: Any) -> bytes:
    """What the library gave out, as bytes of Python's own."""
    return ctypes.string_at(given.data, given.size)


def text_or_path(
    said: Union[Dict[str, Any], Path], folder: Optional[Path], name: str
) -> Tuple[Optional[bytes], Optional[bytes]]:
    """(text, path) of a recipe or a scene: a dict or a text, whose files are looked for in ``folder``, or a file
    (.yaml, .yml, .json)."""
    if isinstance(said, os.PathLike) or (isinstance(said, str) and said.lower().endswith((".yaml", ".yml", ".json"))):
        return None, os.fsencode(said)
    text = said if isinstance(said, str) else json.dumps(said)
    return text.encode(), os.fsencode(os.path.join(folder or "", name))
