"""What a world answers: tuples.

SPDX-License-Identifier: MIT
"""
from typing import TYPE_CHECKING, NamedTuple, Optional

from ._memory import Floats
from ._touch import Point
from .body import Body

if TYPE_CHECKING:
    from .world import Collider, Joint


class WorldStats(NamedTuple):
    """Of the last step, unless it says otherwise."""

    steps: int
    bodies: int
    awake: int
    contacts: int
    substeps: int
    iterations: int
    residual: float
    dropped: int
    rejected: int
    pairs_tested: int
    points_tested: int
    triangles_tested: int
    rows_swept: int
    left_out: int
    energy_taken: float


class JointState(NamedTuple):
    """``exists`` is False of a joint that is no more."""

    exists: bool
    broken: bool
    broke: bool
    force: float  #: N
    twist: float  #: N m
    gap: float
    position: float  #: radians of a hinge, and by which a cone leans; else world units
    applied_force: Floats  #: N on the body, world axes
    applied_torque: Floats  #: N m beside that
    load: float  #: of what it bears: at 1 it breaks


class Contact(NamedTuple):
    """A contact of the last step, of a body with another one or with a collider."""

    body: Body
    other: Optional[Body]
    collider: Optional["Collider"]
    at: Point
    there: Point
    place: Floats
    normal: Floats  #: from the other to the body
    depth: float
    impulse: float  #: N s along the normal
    slip: float
    speed: float  #: the fastest at which it closed in the step
    began: bool


class Hit(NamedTuple):
    """What a query found: a body or a collider."""

    body: Optional[Body]
    collider: Optional["Collider"]
    point: Optional[Point]
    part: int
    place: Floats
    normal: Floats
    distance: float  #: of rays and casts in lengths of their way; else world units


class Event(NamedTuple):
    """``kind``: began, ended, hit, entered, left, broke, slept or woke."""

    kind: str
    body: Optional[Body]
    other: Optional[Body]
    collider: Optional["Collider"]
    joint: Optional["Joint"]
    place: Floats
    normal: Floats
    impulse: float
    speed: float
