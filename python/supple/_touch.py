"""Points of a body's surface: picking, forces, pins and holds.

SPDX-License-Identifier: MIT
"""
import ctypes
from typing import Any, NamedTuple, Optional, Sequence, Tuple

from . import _abi
from ._library import runtime
from ._memory import Floats, Vector, enum, number_of, plain, vec3

HOLDS = enum("SUPPLE_HOLD_", "place", "place_force", "velocity", "velocity_end", "acceleration")


class Point(NamedTuple):
    """A point of the surface: three vertices and weights that sum to one."""

    vertex: Tuple[int, int, int]
    weight: Tuple[float, float, float]

    @staticmethod
    def at(vertex: int) -> "Point":
        """A vertex itself."""
        return Point((vertex, vertex, vertex), (1.0, 0.0, 0.0))


def to_point(p: Point) -> Any:
    return _abi.supple_point((ctypes.c_uint32 * 3)(*p.vertex), (ctypes.c_float * 3)(*p.weight))


def from_point(p: Any) -> Point:
    a, b, c = p.vertex
    u, v, w = p.weight
    return Point((a, b, c), (u, v, w))


class Pin:
    """A point, or several, told where to be; let go by ``release``."""

    def __init__(self, body: "Touch", handle: Any, count: int):
        self.body, self._handle, self._count = body, handle, count

    def move(self, target: Any) -> None:
        """To another place; of a hold, as many targets as it has points."""
        if self._count == 0:
            runtime().supple_body_move_pin(self.body._c, self._handle, vec3(target))
            return
        if len(target) != self._count:
            raise ValueError(f"a hold of {self._count} points takes as many targets, not {len(target)}")
        runtime().supple_body_move_hold(
            self.body._c, self._handle, (_abi.supple_vec3 * self._count)(*map(vec3, target))
        )

    def release(self) -> None:
        runtime().supple_body_unpin(self.body._c, self._handle)


class Touch:
    """What hands do to a body."""

    _c: Any

    def pick(self, origin: Vector, direction: Vector) -> Optional[Tuple[Point, float]]:
        """The first point that a ray meets, and how far, in lengths of ``direction``; None: it passes by."""
        hit, distance = _abi.supple_point(), ctypes.c_float()
        if not runtime().supple_body_pick(self._c, vec3(origin), vec3(direction), hit, distance):
            return None
        return from_point(hit), distance.value

    def position(self, at: Point) -> Floats:
        """In the world, displaced and skinned."""
        return plain(runtime().supple_body_position(self._c, to_point(at)))  # type: ignore[no-any-return]

    def velocity(self, at: Point) -> Floats:
        """World units a second, the bones' motion in it."""
        return plain(runtime().supple_body_velocity(self._c, to_point(at)))  # type: ignore[no-any-return]

    def force(self, at: Point, newtons: Vector) -> None:
        """Over the next step."""
        runtime().supple_body_force(self._c, to_point(at), vec3(newtons))

    def impulse(self, at: Point, newton_seconds: Vector) -> None:
        """At once."""
        runtime().supple_body_impulse(self._c, to_point(at), vec3(newton_seconds))

    def pin(self, at: Point, target: Vector) -> Pin:
        """Holds a point at a place of the world. ``RuntimeError`` where all of ``max_pins`` are taken."""
        return self._held(runtime().supple_body_pin(self._c, to_point(at), vec3(target)), 0)

    def hold(
        self, points: Sequence[Point], targets: Sequence[Vector], kind: str = "place", levers: Sequence[Point] = ()
    ) -> Pin:
        """Several points told the same kind of thing and solved together; forces act at ``levers`` where there are
        some.

        kind: "place", "place_force", "velocity", "velocity_end" or "acceleration".
        """
        if not points or len(points) != len(targets):
            raise ValueError(
                f"a hold has as many targets as points, and at least one; not {len(targets)} of {len(points)}"
            )
        held = (_abi.supple_point * len(points))(*map(to_point, points))
        places = (_abi.supple_vec3 * len(points))(*map(vec3, targets))
        by = (_abi.supple_point * len(levers))(*map(to_point, levers)) if levers else None
        number = number_of(HOLDS, kind, "kind")
        return self._held(
            runtime().supple_body_hold(self._c, number, held, places, len(points), by, len(levers)), len(points)
        )

    def _held(self, handle: Any, count: int) -> Pin:
        if handle.generation == 0:
            raise RuntimeError("it is not held: all of max_pins are taken, a point is none, or there is no memory")
        return Pin(self, handle, count)
