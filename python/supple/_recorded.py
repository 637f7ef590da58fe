"""Recorded parts of a body: what is triggered, waits and is played.

SPDX-License-Identifier: MIT
"""
from typing import TYPE_CHECKING, Any, List, NamedTuple, Union

from . import _abi
from ._library import runtime
from ._memory import Floats, Matrix, Vector, told, vec3
from ._touch import Point, to_point

if TYPE_CHECKING:
    from .asset import Asset


class Playing(NamedTuple):
    """What a recorded part is at; entry and response -1 where there is none."""

    entry: int
    response: int
    state: int
    waiting: int
    begun: int
    refused: int
    ended: bool
    seconds: float
    distance: float  #: m, of the jump that began it
    offset: float  #: m rms, still to be blended away
    support: Matrix
    displacement: Floats


class RecordedContact(NamedTuple):
    """Where two things touched while it was recorded, as the last step came by there."""

    place: Floats
    normal: Floats
    impulse: float
    first: int
    second: int


class Playback:
    """What may happen to the recorded parts of a body. Parts and entries go by number or by name."""

    _c: Any
    asset: "Asset"

    def _entry(self, part: Union[int, str], entry: Union[int, str]) -> int:
        names = [e.name for e in self.asset.entries(part)]
        if isinstance(entry, str):
            if entry not in names:
                raise KeyError(f"part {part} has no entry {entry!r}; there are {', '.join(names) or 'none'}")
            return names.index(entry)
        return entry

    def trigger(self, entry: Union[int, str], part: Union[int, str] = 0) -> bool:
        """It happens now, whatever is played. False where it is not allowed."""
        return bool(runtime().supple_body_trigger(self._c, self.asset.part(part), self._entry(part, entry)))

    def queue(self, entry: Union[int, str], part: Union[int, str] = 0) -> bool:
        """As soon as it is allowed. False when 8 wait already."""
        return bool(runtime().supple_body_queue(self._c, self.asset.part(part), self._entry(part, entry)))

    def empty_queue(self, part: Union[int, str] = 0) -> None:
        runtime().supple_body_empty_queue(self._c, self.asset.part(part))

    def allows(self, entry: Union[int, str], part: Union[int, str] = 0) -> bool:
        return bool(runtime().supple_body_allows(self._c, self.asset.part(part), self._entry(part, entry)))

    def playing(self, part: Union[int, str] = 0) -> Playing:
        return told(Playing, runtime().supple_body_playing(self._c, self.asset.part(part)))

    def answer(self, at: Point, push: Vector, part: Union[int, str] = 0) -> int:
        """The entry that comes nearest to a push at a point; -1: none."""
        return int(runtime().supple_body_answer(self._c, self.asset.part(part), to_point(at), vec3(push)))

    def recorded_contacts(self, part: Union[int, str] = 0) -> List[RecordedContact]:
        """In the order of time, of the last step."""
        number = self.asset.part(part)
        count = runtime().supple_body_recorded_contacts(self._c, number, None, 0)
        room = (_abi.supple_recorded_contact * max(count, 1))()
        runtime().supple_body_recorded_contacts(self._c, number, room, count)
        return [told(RecordedContact, c) for c in room[:count]]
