"""Bodies: an asset that moves. Driven by a palette of skinning matrices, stepped, and read into numpy arrays.

SPDX-License-Identifier: MIT
"""
import weakref
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _abi
from ._library import runtime
from ._memory import (
    Array,
    Floats,
    Matrix,
    Vector,
    enum,
    matrix,
    number_of,
    output,
    palette,
    plain,
    pointer,
    set_fields,
    told,
    vec3,
    view,
)
from ._recorded import Playback
from ._touch import Touch

if TYPE_CHECKING:
    from .asset import Asset, Tuning

NORMALS = enum("SUPPLE_NORMALS_", "linear", "recomputed")


class Stats(NamedTuple):
    """Trouble does not stop a step; it is counted here."""

    steps: int
    limited: int  #: steps in which a part reached its limit
    rejected: int  #: inputs that were not finite and were ignored
    substeps: int  #: of the last step
    fallbacks: int
    asleep: bool


class Motion(NamedTuple):
    """Of a free body."""

    pose: Matrix
    velocity: Floats  #: of the centre of mass, world units / s
    spin: Floats  #: rad/s, world axes


class Measures(NamedTuple):
    """Of a body on bones: mass, elastic energy and the flesh's own kinetic energy; the rest is 0."""

    mass: float  #: kg
    centre: Floats  #: of mass, in the world
    inertia: Floats  #: kg m^2 about the centre, world axes, [3, 3]
    momentum: Floats
    angular_momentum: Floats  #: about the centre
    kinetic: float  #: J
    elastic: float


class Dynamics(NamedTuple):
    """How a body takes part."""

    gravity_scale: float
    linear_drag: float  #: 1/s
    angular_drag: float
    friction: float  #: 0 or above; -1: none of its own
    restitution: float
    rolling: float  #: 0 or above; -1: 0.08
    kinematic: bool
    may_sleep: bool


class Filter(NamedTuple):
    """Two have contacts where the mask of each has a bit of the other's category, and they are not of one group."""

    category: int
    mask: int
    group: int  #: not 0: none with others of it


class Vertices(NamedTuple):
    """Vertices as they are now; None where they were not asked for."""

    positions: Optional[Floats]
    normals: Optional[Floats]
    previous: Optional[Floats]
    tangents: Optional[Floats]


class Body(Touch, Playback):
    """An instance of an asset; made by ``Asset.body``. It goes when nothing refers to it, and leaves its world before.

    Different bodies may be used by different threads at once (calls release Python's lock), one body may not.
    """

    def __init__(self, asset: "Asset", prepared: Any, options: Any):
        self.asset = asset
        self._options = options
        self._c = runtime().supple_prepared_body(prepared, options, None)
        if not self._c:
            raise MemoryError("there is no memory for a body")
        weakref.finalize(self, _destroy, self._c, asset._bytes)

    # ---- a frame -----------------------------------------------------------------------

    def _palette(self, call: Any, values: Any) -> None:
        m = palette(values, len(self.asset.bones))
        call(self._c, pointer(m, _abi.supple_matrix))

    def place(self, palette: Any) -> None:
        """Puts it there at rest. [bone, 4, 4]: a joint's world matrix times its inverse bind matrix, as mathematics
        writes it."""
        self._palette(runtime().supple_body_place, palette)

    def move(self, palette: Any) -> None:
        """Takes it there and leaves its wobble as it is."""
        self._palette(runtime().supple_body_move, palette)

    def drive(self, palette: Any) -> None:
        """Moves it there over the next step, and the motion shakes the flesh."""
        self._palette(runtime().supple_body_drive, palette)

    def step(self, dt: float) -> None:
        """Advances by ``dt`` seconds; exact for any. Of a body in a world use ``World.step``."""
        runtime().supple_body_step(self._c, dt)

    def _streams(self, given: Vertices, normal_form: Union[str, int]) -> Any:
        s = _abi.supple_streams()
        s.normal_form = number_of(NORMALS, normal_form, "normal_form")
        for name, one, width in (
            ("positions", "position", 3),
            ("previous", "previous", 3),
            ("normals", "normal", 3),
            ("tangents", "tangent", 4),
        ):
            array = getattr(given, name)
            if array is not None:
                at, stride = output(array, self.asset.vertex_count, width, name)
                setattr(s, name, at)
                setattr(s, one + "_stride", stride)
        return s

    def _write(self, call: Any, given: Vertices, normal_form: Union[str, int]) -> Vertices:
        if all(array is None for array in given):
            positions, normals = (np.empty((self.asset.vertex_count, 3), np.float32) for _ in range(2))
            given = Vertices(positions, normals, None, None)
        if given.normals is not None and given.positions is None and normal_form == "recomputed":
            raise ValueError("normals are recomputed from positions: ask for those too")
        call(self._c, self._streams(given, normal_form))
        return given

    def evaluate(
        self,
        positions: Optional[Floats] = None,
        normals: Optional[Floats] = None,
        previous: Optional[Floats] = None,
        tangents: Optional[Floats] = None,
        normal_form: Union[str, int] = "linear",
    ) -> Vertices:
        """All vertices in bind space, before skinning, written into your arrays, or into new ones where none is given.

        float32 [vertex, 3] (tangents 4), rows as far apart as they are: a column of an interleaved vertex buffer does
        as well.
        """
        return self._write(
            runtime().supple_body_evaluate, Vertices(positions, normals, previous, tangents), normal_form
        )

    def skin(
        self,
        positions: Optional[Floats] = None,
        normals: Optional[Floats] = None,
        previous: Optional[Floats] = None,
        tangents: Optional[Floats] = None,
        normal_form: Union[str, int] = "linear",
    ) -> Vertices:
        """The same skinned by the palette, in the world."""
        return self._write(runtime().supple_body_skin, Vertices(positions, normals, previous, tangents), normal_form)

    # ---- what it is like ---------------------------------------------------------------

    @property
    def coords(self) -> Floats:
        """[coord] as the flesh has them: a view of the body's memory, which the next step changes."""
        return view(runtime().supple_body_coords(self._c), np.float32, (self.asset.coord_count,), self)

    @property
    def speeds(self) -> Floats:
        """[coord] how fast they change, a second: a view, as ``coords``."""
        return view(runtime().supple_body_speeds(self._c), np.float32, (self.asset.coord_count,), self)

    def set_coords(
        self, part: Union[int, str] = 0, coords: Optional[Any] = None, speeds: Optional[Any] = None
    ) -> None:
        """Coordinates of a part and their speeds from now on; None: as they are. Shown at once."""
        number = self.asset.part(part)
        chosen = self.asset.parts[number]
        count = chosen.coords.stop - chosen.coords.start
        given = [None if x is None else np.ascontiguousarray(x, np.float32) for x in (coords, speeds)]
        for x in given:
            if x is not None and x.shape != (count,):
                raise ValueError(f"part {chosen.name!r} has {count} coordinates, not an array of shape {x.shape}")
        at = [None if x is None else pointer(x) for x in given]
        if not runtime().supple_body_set_coords(self._c, number, *at):
            if chosen.model == "recorded":
                raise ValueError(f"part {chosen.name!r} is a recorded one: it moves as it was recorded")
            raise ValueError("a coordinate or its speed is not a number, or beyond 1e12")

    def upload(self, rows: Optional[Floats] = None) -> Floats:
        """[coord, 4]: what a frame uploads to a GPU."""
        rows = np.empty((self.asset.coord_count, 4), np.float32) if rows is None else rows
        _, stride = output(rows, self.asset.coord_count, 4, "rows")
        if stride != 16:
            raise ValueError("rows of an upload stand side by side")
        runtime().supple_body_upload(self._c, rows.ctypes.data_as(_abi.RUNTIME["supple_body_upload"][2]))
        return rows

    @property
    def palette(self) -> Floats:
        """[bone, 4, 4] as it stands now: with what moves by itself."""
        out = np.empty((len(self.asset.bones), 4, 4), np.float32)
        runtime().supple_body_palette(self._c, pointer(out, _abi.supple_matrix))
        return out.swapaxes(1, 2)

    @property
    def asleep(self) -> bool:
        return bool(runtime().supple_body_asleep(self._c))

    @property
    def stats(self) -> Stats:
        return told(Stats, runtime().supple_body_stats(self._c))

    def weights(self, part: Union[int, str] = 0) -> Floats:
        """How much of each of its targets a posed part has in its pose."""
        number = self.asset.part(part)
        out = np.zeros(len(self.asset.parts[number].targets), np.float32)
        runtime().supple_body_weights(self._c, number, pointer(out))
        return out

    def set_input(self, input: Union[int, str], value: float) -> None:
        """An input of posed parts (``Asset.inputs``), by index or name, from the next step on."""
        if not runtime().supple_body_set_input(self._c, self.asset.input(input), value):
            raise ValueError(f"an input is a number, not {value!r}")

    def input(self, input: Union[int, str]) -> float:
        return float(runtime().supple_body_input(self._c, self.asset.input(input)))

    def compliance(self) -> Floats:
        """[vertex] how far a newton moves each, metres; 0 where nothing is soft."""
        out = np.empty(self.asset.vertex_count, np.float32)
        runtime().supple_body_compliance(self._c, pointer(out))
        return out

    # ---- how it is to be ---------------------------------------------------------------

    def tuning(self, part: Union[int, str] = 0) -> "Tuning":
        from .asset import Tuning

        return told(Tuning, runtime().supple_body_tuning(self._c, self.asset.part(part)))

    def tune(
        self,
        part: Optional[Union[int, str]] = None,
        stiffness: Optional[float] = None,
        damping: Optional[float] = None,
        response: Optional[float] = None,
        limit: Optional[float] = None,
    ) -> None:
        """Live; of all parts where none is named. What is left out stays."""
        numbers = range(len(self.asset.parts)) if part is None else [self.asset.part(part)]
        given = dict(stiffness=stiffness, damping=damping, response=response, limit=limit)
        for number in numbers:
            now = runtime().supple_body_tuning(self._c, number)
            runtime().supple_body_tune(self._c, number, set_fields(now, given))

    def set_options(
        self,
        gravity: Optional[Vector] = None,
        sag: Optional[Vector] = None,
        world_metres: Optional[float] = None,
        spin: Optional[bool] = None,
        triggers: Optional[bool] = None,
    ) -> None:
        """Changes some of the options that it was made with."""
        set_fields(
            self._options, dict(gravity=gravity, sag=sag, world_metres=world_metres, spin=spin, triggers=triggers)
        )
        runtime().supple_body_set_options(self._c, self._options)

    def detail(self, coords_a_part: int) -> None:
        """So many coordinates of each part; the others fade out, or in."""
        runtime().supple_body_detail(self._c, coords_a_part)

    # ---- free bodies -------------------------------------------------------------------

    @property
    def motion(self) -> Motion:
        return told(Motion, runtime().supple_body_motion(self._c))

    def throw(self, pose: Optional[Any] = None, velocity: Vector = (0, 0, 0), spin: Vector = (0, 0, 0)) -> None:
        """Puts a free body somewhere, with a velocity and a spin; None: where it is. Its flesh keeps its wobble."""
        now = runtime().supple_body_motion(self._c)
        m = _abi.supple_motion(now.pose if pose is None else matrix(pose), vec3(velocity), vec3(spin))
        runtime().supple_body_set_motion(self._c, m)

    @property
    def measures(self) -> Measures:
        m = runtime().supple_body_measures(self._c)
        return told(Measures, m)._replace(inertia=np.array(m.inertia, np.float32).reshape(3, 3))

    def force_centre(self, force: Vector, torque: Vector = (0, 0, 0)) -> None:
        """Newtons and newton metres over the next step, on all of a free body: flesh feels nothing of it."""
        runtime().supple_body_force_centre(self._c, vec3(force), vec3(torque))

    def impulse_centre(self, impulse: Vector, angular: Vector = (0, 0, 0)) -> None:
        """Newton seconds and newton metre seconds, at once."""
        runtime().supple_body_impulse_centre(self._c, vec3(impulse), vec3(angular))

    @property
    def dynamics(self) -> Dynamics:
        return told(Dynamics, runtime().supple_body_dynamics(self._c))

    def set_dynamics(self, **changes: Any) -> None:
        """``ValueError`` for a name that there is not, or numbers out of range. What is left out stays."""
        wrong = set(changes) - set(Dynamics._fields)
        before = self.stats.rejected
        if not wrong:
            runtime().supple_body_set_dynamics(
                self._c, set_fields(runtime().supple_body_dynamics(self._c), changes)
            )
        if wrong or self.stats.rejected != before:
            default = told(Dynamics, runtime().supple_dynamics_default())
            raise ValueError(f"dynamics are {', '.join(Dynamics._fields)}, by default {tuple(default)}, not {changes}")

    def wake(self) -> None:
        runtime().supple_body_wake(self._c)

    def sleep(self) -> None:
        """Where it is, until something wakes it."""
        runtime().supple_body_sleep(self._c)

    @property
    def filter(self) -> Filter:
        return told(Filter, runtime().supple_body_filter(self._c))

    def set_filter(self, **changes: int) -> None:
        now = runtime().supple_body_filter(self._c)
        runtime().supple_body_set_filter(self._c, set_fields(now, changes))

    @property
    def bounds(self) -> Tuple[Floats, Floats]:
        """The low and the high corner of a box around all of it as it is shown."""
        box = runtime().supple_body_bounds(self._c)
        return plain(box.low), plain(box.high)

    def part_contacts(self, part: int) -> bool:
        return bool(runtime().supple_body_part_contacts(self._c, part))

    def set_part_contacts(self, part: int, has: bool) -> None:
        """Whether its flesh has contacts."""
        runtime().supple_body_set_part_contacts(self._c, part, has)

    # ---- save and restore --------------------------------------------------------------

    def save(self) -> Array:
        """Its state as bytes, for rollback and replay."""
        state = np.empty(runtime().supple_body_state_size(self._c), np.uint8)
        runtime().supple_body_save(self._c, state.ctypes.data)
        return state

    def restore(self, state: Union[bytes, Array]) -> None:
        """``ValueError`` for a state of another asset or version, or a damaged one; nothing changes then."""
        given = np.ascontiguousarray(np.frombuffer(state, np.uint8))
        if not runtime().supple_body_restore(self._c, given.ctypes.data, given.size):
            raise ValueError("this is no state of a body of this asset and version")


def _destroy(body: Any, _bytes: Array) -> None:
    runtime().supple_body_destroy(body)
