"""Worlds: bodies in contact with each other and with what is put in their way; joints between them.

SPDX-License-Identifier: MIT
"""
import ctypes
import weakref
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

import numpy as np

from . import _abi
from ._library import runtime
from ._memory import Array, Matrix, Vector, enum, matrix, number_of, packed, plain, pointer, set_fields, told, vec3
from ._touch import from_point
from .body import Body, Filter
from .drawing import Drawing, draw_world
from .shape import SHAPES, Shape
from .world_results import Contact, Event, Hit, JointState, WorldStats

RESPONSES = enum("SUPPLE_RESPONSE_", "position", "acceleration", "penalty")
EVENTS = enum("SUPPLE_EVENT_", "began", "ended", "hit", "entered", "left", "broke", "slept", "woke")
#: what may change of a joint
CHANGES = ("length", "frequency", "damping", "strength", "twist_strength", "lower", "upper", "swing", "motor_speed", "motor_strength")
CHANGES += ("spring_frequency", "spring_damping", "spring_target", "collide")
JOINTS = enum("SUPPLE_JOINT_", "point", "hinge", "weld", "distance", "slider", "cone", "rope")


class Collider:
    """What bodies bump into and nothing moves but you."""

    def __init__(self, world: "World", handle: Any):
        self.world, self._handle = world, handle

    def move(self, pose: Any) -> None:
        """Over the next step: what is in contact with it feels its speed."""
        runtime().supple_world_move_collider(self.world._c, self._handle, matrix(pose))

    def place(self, pose: Any) -> None:
        """At once."""
        runtime().supple_world_place_collider(self.world._c, self._handle, matrix(pose))

    def attach(self, body: Body, bone: int, pose: Any) -> None:
        """From now on a bone carries it; ``pose`` is in the body's bind space."""
        runtime().supple_world_attach_collider(self.world._c, self._handle, body._c, bone, matrix(pose))

    @property
    def filter(self) -> Filter:
        return told(Filter, runtime().supple_world_collider_filter(self.world._c, self._handle))

    def set_filter(self, **changes: int) -> None:
        now = runtime().supple_world_collider_filter(self.world._c, self._handle)
        runtime().supple_world_set_collider_filter(self.world._c, self._handle, set_fields(now, changes))

    @property
    def pose(self) -> Matrix:
        return plain(runtime().supple_world_collider_state(self.world._c, self._handle).pose)  # type: ignore[no-any-return]

    def remove(self) -> None:
        runtime().supple_world_remove_collider(self.world._c, self._handle)
        self.world._meshes.pop(_id(self._handle), None)


class Joint:
    """What holds two bodies together, or one to the world."""

    def __init__(self, world: "World", handle: Any):
        self.world, self._handle = world, handle

    @property
    def state(self) -> JointState:
        return told(JointState, runtime().supple_world_joint_state(self.world._c, self._handle))

    def change(self, **numbers: Any) -> None:
        """Some of its numbers from now on: ``hinge.change(motor_speed=3)``."""
        options = runtime().supple_world_joint_options(self.world._c, self._handle)
        wrong = set(numbers) - set(CHANGES)
        if wrong:
            raise TypeError(f"a joint that is there has no {', '.join(sorted(wrong))}: there are {', '.join(CHANGES)}")
        if not runtime().supple_world_change_joint(self.world._c, self._handle, set_fields(options, numbers)):
            raise RuntimeError("the joint is no more, or the numbers make no sense")

    def remove(self) -> None:
        runtime().supple_world_remove_joint(self.world._c, self._handle)


def _id(handle: Any) -> int:
    return int(handle.index) << 16 | int(handle.generation)


def _filter(given: Optional[Filter]) -> Any:
    return None if given is None else _abi.supple_filter(*given)


def _shape(kind: str, sizes: Dict[str, Any]) -> Any:
    return set_fields(_abi.supple_shape(kind=number_of(SHAPES, kind, "kind")), sizes)


def _address(body: Any) -> int:
    return ctypes.cast(body, ctypes.c_void_p).value or 0


class World:
    """Bodies that meet. A body is in one world at most, and is stepped by it. ``ValueError`` for options out of
    range."""

    def __init__(
        self,
        *,
        response: Union[str, int, None] = None,
        penalty: Optional[float] = None,
        friction: Optional[float] = None,
        cluster: Optional[float] = None,
        self_contact: Optional[bool] = None,
        iterations: Optional[int] = None,
        tolerance: Optional[float] = None,
        hit_speed: Optional[float] = None,
        max_bodies: Optional[int] = None,
        max_colliders: Optional[int] = None,
        max_contacts: Optional[int] = None,
        max_joints: Optional[int] = None,
    ):
        given: Dict[str, Any] = dict(
            penalty=penalty, friction=friction, cluster=cluster, iterations=iterations, tolerance=tolerance
        )
        given.update(
            max_bodies=max_bodies, max_colliders=max_colliders, max_contacts=max_contacts, max_joints=max_joints
        )
        given["self"] = self_contact
        given["hit_speed"] = hit_speed
        given["response"] = None if response is None else number_of(RESPONSES, response, "response")
        options = set_fields(runtime().supple_world_options_default(), given)
        wrong = runtime().supple_world_options_wrong(options)
        if wrong:
            raise ValueError(plain(wrong))
        self._c = runtime().supple_world_create(options, None)
        if not self._c:
            raise MemoryError("there is no memory for a world")
        self._bodies: Dict[int, Body] = {}
        self._gone: Dict[int, Body] = {}  # since the last step: events of the next one name them
        self._left: Dict[int, Body] = {}
        self._colliders: "weakref.WeakValueDictionary[int, Collider]" = weakref.WeakValueDictionary()
        self._pair_filter: Any = None
        self._trouble: List[BaseException] = []  # that the pair filter raised within a step
        self._meshes: Dict[int, Any] = {}  # arrays of mesh colliders, which the world reads until they go
        weakref.finalize(self, runtime().supple_world_destroy, self._c)

    def add(self, body: Body) -> Body:
        """``RuntimeError`` when it is in a world already, all of max_bodies are there, or no memory is."""
        if not runtime().supple_world_add_body(self._c, body._c):
            raise RuntimeError("the body is in a world already, all of max_bodies are there, or no memory is")
        self._bodies[_address(body._c)] = body
        return body

    def remove(self, body: Body) -> None:
        """With its joints; it lives on."""
        runtime().supple_world_remove_body(self._c, body._c)
        if _address(body._c) in self._bodies:
            self._gone[_address(body._c)] = self._bodies.pop(_address(body._c))

    @property
    def bodies(self) -> List[Body]:
        return list(self._bodies.values())

    def step(self, dt: float) -> None:
        """All bodies."""
        runtime().supple_world_step(self._c, dt)
        self._left, self._gone = self._gone, {}
        if self._trouble:
            trouble, self._trouble = self._trouble[0], []
            raise trouble

    def set_pair_filter(self, may_collide: Optional[Callable[[Body, Optional[Body], Optional[Collider]], bool]]) -> None:
        """A word of yours on pairs that filters let meet and that are near: ``may_collide(body, other, collider)``, with
        None for what it is not; False, and they have no contacts. It is called within a step, several times a pair, must
        answer alike while nothing changes, and changes nothing. What it raises comes out of the step. None: no filter."""
        if may_collide is not None and not callable(may_collide):
            raise TypeError(f"a pair filter is a function, not {type(may_collide).__name__}")
        ask = may_collide

        def asked(_: Any, body: Any, other: Any, collider: Any) -> bool:
            try:
                named = self._named(collider) if collider.generation != 0 else None
                return ask is None or ask(self._bodies[_address(body)], self._bodies.get(_address(other)), named) is not False
            except BaseException as trouble:  # would be lost in C
                self._trouble.append(trouble)
                return True

        kind = dict(_abi.supple_pair_filter._fields_)["may_collide"]  # type: ignore[misc]
        made = None if ask is None else _abi.supple_pair_filter(kind(asked), None)
        runtime().supple_world_set_pair_filter(self._c, made)
        self._pair_filter = made  # C calls it as long as it is set

    # ---- colliders ---------------------------------------------------------------------

    def _collider(self, kind: str, pose: Any, friction: Optional[float], keep: Any = None, **fields: Any) -> Collider:
        shape = set_fields(runtime().supple_shape_default(SHAPES[kind]), dict(fields, friction=friction))
        if keep is not None:
            shape.positions, shape.triangles = pointer(keep[0]), pointer(keep[1], ctypes.c_uint32)
        handle = runtime().supple_world_add_collider(self._c, shape, matrix(pose))
        if handle.generation == 0:
            raise RuntimeError(
                f"no {kind} was added: its size or pose makes none, max_colliders are taken, or no memory is there"
            )
        if keep is not None:
            self._meshes[_id(handle)] = keep
        return self._named(handle)

    def _named(self, handle: Any) -> Collider:
        made = self._colliders.get(_id(handle)) or Collider(self, type(handle)(handle.index, handle.generation))
        self._colliders[_id(handle)] = made
        return made

    def plane(self, pose: Any = None, friction: Optional[float] = None) -> Collider:
        """All below y = 0 of its pose is solid. Without a friction it is the world's."""
        return self._collider("plane", pose, friction)

    def sphere(self, radius: float, pose: Any = None, friction: Optional[float] = None, sensor: bool = False) -> Collider:
        """sensor: it has no contacts, and events tell who enters and leaves; so of capsules and boxes."""
        return self._collider("sphere", pose, friction, radius=radius, sensor=sensor)

    def capsule(
        self, radius: float, half: float, pose: Any = None, friction: Optional[float] = None, sensor: bool = False
    ) -> Collider:
        """About the y axis from -half to half."""
        return self._collider("capsule", pose, friction, radius=radius, half=(0.0, half, 0.0), sensor=sensor)

    def box(self, half: Vector, pose: Any = None, friction: Optional[float] = None, sensor: bool = False) -> Collider:
        """``half``: half its edges."""
        return self._collider("box", pose, friction, half=half, sensor=sensor)

    def mesh(self, positions: Any, triangles: Any, pose: Any = None, friction: Optional[float] = None) -> Collider:
        """Triangles, both sides."""
        p = packed(positions, np.float32, (-1, 3), "positions")
        t = packed(triangles, np.uint32, (-1, 3), "triangles")
        if t.size and t.max() >= len(p):
            raise ValueError(f"a triangle has vertex {t.max()}, and there are {len(p)}")
        return self._collider("mesh", pose, friction, (p, t), vertex_count=len(p), triangle_count=len(t))

    def hull(self, positions: Any, pose: Any = None, friction: Optional[float] = None, sensor: bool = False) -> Collider:
        """The convex hull of at most 1,024 points."""
        return self.shape(Shape("hull", positions=positions), pose, friction, sensor)

    def heights(self, heights: Any, half: Tuple[float, float], pose: Any = None, friction: Optional[float] = None) -> Collider:
        """A height field, [rows][columns], over a rectangle from -half to half along x and z."""
        return self.shape(Shape("heights", heights=heights, half=(half[0], 0.0, half[1])), pose, friction)

    def compound(self, parts: Any, pose: Any = None, friction: Optional[float] = None) -> Collider:
        """Spheres, capsules, boxes and hulls that hold together: pairs of a ``Shape`` and its pose."""
        return self.shape(Shape("compound", parts=parts), pose, friction)

    def shape(self, shape: Shape, pose: Any = None, friction: Optional[float] = None, sensor: bool = False) -> Collider:
        """Any shape but a mesh. ValueError with a sentence where it is none."""
        shape._c.friction, shape._c.sensor = _abi.SUPPLE_UNSET if friction is None else friction, sensor
        shape._check(False)
        handle = runtime().supple_world_add_collider(self._c, shape._c, matrix(pose))
        if handle.generation == 0:
            raise RuntimeError("no collider was added: max_colliders are taken, a hull is flat, or no memory is there")
        return self._named(handle)

    # ---- joints ------------------------------------------------------------------------

    def add_joint(
        self,
        kind: str,
        body: Body,
        other: Optional[Body] = None,
        place: Vector = (0, 0, 0),
        *,
        there: Optional[Vector] = None,
        axis: Optional[Vector] = None,
        length: Optional[float] = None,
        frequency: Optional[float] = None,
        damping: Optional[float] = None,
        strength: Optional[float] = None,
        twist_strength: Optional[float] = None,
        lower: Optional[float] = None,
        upper: Optional[float] = None,
        swing: Optional[float] = None,
        motor_speed: Optional[float] = None,
        motor_strength: Optional[float] = None,
        spring_frequency: Optional[float] = None,
        spring_damping: Optional[float] = None,
        spring_target: Optional[float] = None,
        collide: Optional[bool] = None,
    ) -> Joint:
        """A "point", "hinge", "weld", "distance", "slider", "cone" or "rope" at a place of the world, as bodies are now;
        other None: to the world. Hard, not to be broken and without limits, unless told otherwise."""
        number = number_of(JOINTS, kind, "kind")
        options = runtime().supple_joint_options_default(number, body._c, other._c if other is not None else None, vec3(place))
        given = dict(there=there, axis=axis, length=length, frequency=frequency, damping=damping)
        given.update(strength=strength, twist_strength=twist_strength, collide=collide)
        given.update(lower=lower, upper=upper, swing=swing, motor_speed=motor_speed, motor_strength=motor_strength)
        given.update(spring_frequency=spring_frequency, spring_damping=spring_damping, spring_target=spring_target)
        handle = runtime().supple_world_add_joint(self._c, set_fields(options, given))
        if handle.generation == 0:
            raise RuntimeError(
                "there is no joint: max_joints are taken, a body is not of this world, or the options make no sense"
            )
        return Joint(self, handle)

    # ---- what happened -----------------------------------------------------------------

    def contacts(self) -> List[Contact]:
        """Of the last step, body by body."""
        count = runtime().supple_world_contacts(self._c, None, 0)
        room = (_abi.supple_contact * max(count, 1))()
        runtime().supple_world_contacts(self._c, room, count)
        return [self._contact(c) for c in room[:count]]

    def _contact(self, c: Any) -> Contact:
        return Contact(
            self._bodies[_address(c.body)],
            self._bodies.get(_address(c.other_or_null)),
            self._named(c.collider) if c.collider.generation else None,
            from_point(c.at),
            from_point(c.there),
            plain(c.place),
            plain(c.normal),
            c.depth,
            c.impulse,
            c.slip,
            c.speed,
            c.began,
        )

    def events(self) -> List[Event]:
        """What happened in the last step."""
        count = runtime().supple_world_events(self._c, None, 0)
        room = (_abi.supple_event * max(count, 1))()
        runtime().supple_world_events(self._c, room, count)
        return [self._event(e) for e in room[:count]]

    def _event(self, e: Any) -> Event:
        kind = next(name for name, number in EVENTS.items() if number == e.kind)
        known = {**self._bodies, **self._left} if kind in ("ended", "left") else self._bodies
        return Event(
            kind,
            known.get(_address(e.body)),
            known.get(_address(e.other_or_null)),
            self._named(e.collider) if e.collider.generation else None,
            Joint(self, type(e.joint)(e.joint.index, e.joint.generation)) if e.joint.generation else None,
            plain(e.place),
            plain(e.normal),
            e.impulse,
            e.speed,
        )

    # ---- queries -----------------------------------------------------------------------

    def _hit(self, h: Any) -> Hit:
        body = self._bodies.get(_address(h.body_or_null))
        return Hit(
            body,
            self._named(h.collider) if h.collider.generation else None,
            from_point(h.at) if body is not None else None,
            h.part,
            plain(h.place),
            plain(h.normal),
            h.distance,
        )

    def ray(self, origin: Vector, displacement: Vector, filter: Optional[Filter] = None) -> Optional[Hit]:
        """What the way from ``origin`` to ``origin + displacement`` meets first."""
        hit = _abi.supple_hit()
        found = runtime().supple_world_ray(self._c, vec3(origin), vec3(displacement), _filter(filter), hit)
        return self._hit(hit) if found else None

    def ray_all(self, origin: Vector, displacement: Vector, filter: Optional[Filter] = None) -> List[Hit]:
        """The first place on each body and collider that it meets, the nearest first."""
        return self._hits(
            lambda room, n: runtime().supple_world_ray_all(self._c, vec3(origin), vec3(displacement), _filter(filter), room, n)
        )

    def overlap(self, kind: str, pose: Any = None, filter: Optional[Filter] = None, **sizes: Any) -> List[Hit]:
        """All that a "sphere" (radius), "capsule" (radius, half) or "box" (half) overlaps; half is a vector."""
        shape = _shape(kind, sizes)
        return self._hits(
            lambda room, n: runtime().supple_world_overlap(self._c, shape, matrix(pose), _filter(filter), room, n)
        )

    def cast(
        self, kind: str, displacement: Vector, pose: Any = None, filter: Optional[Filter] = None, **sizes: Any
    ) -> Optional[Hit]:
        """What such a shape meets first on its way."""
        hit = _abi.supple_hit()
        shape = _shape(kind, sizes)
        found = runtime().supple_world_cast(self._c, shape, matrix(pose), vec3(displacement), _filter(filter), hit)
        return self._hit(hit) if found else None

    def nearest(self, place: Vector, within: float, filter: Optional[Filter] = None) -> Optional[Hit]:
        """The nearest point of any surface."""
        hit = _abi.supple_hit()
        found = runtime().supple_world_nearest(self._c, vec3(place), within, _filter(filter), hit)
        return self._hit(hit) if found else None

    def lines(self, *what: str) -> Tuple[Array, Array]:
        """The world in lines, for looking for mistakes: [n, 2, 3] places and [n] colours 0xrrggbb, of all or some of
        "colliders", "surfaces", "bounds", "contacts", "joints", "centres", "islands"."""
        return draw_world(self._c, what, False).lines

    def drawing(self, *what: str) -> Drawing:
        """The same for who draws more than lines."""
        return draw_world(self._c, what, True)

    def _hits(self, ask: Any) -> List[Hit]:
        count = ask(None, 0)
        room = (_abi.supple_hit * max(count, 1))()
        ask(room, count)
        return [self._hit(h) for h in room[:count]]

    @property
    def stats(self) -> WorldStats:
        return told(WorldStats, runtime().supple_world_stats(self._c))

    def save(self) -> Array:
        """Bodies and all, for rollback and replay."""
        state = np.empty(runtime().supple_world_state_size(self._c), np.uint8)
        runtime().supple_world_save(self._c, state.ctypes.data)
        return state

    def restore(self, state: Union[bytes, Array]) -> None:
        """``ValueError`` for a state of a world with other options, bodies or colliders."""
        given = np.ascontiguousarray(np.frombuffer(state, np.uint8))
        if not runtime().supple_world_restore(self._c, given.ctypes.data, given.size):
            raise ValueError("this is no state of a world with these options, bodies and colliders")
