"""Assets: what the baker made, read in place.

SPDX-License-Identifier: MIT
"""
import os
import threading
import weakref
from typing import Any, Dict, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _abi
from ._library import runtime
from ._memory import Array, Floats, Vector, aligned, enum, number_of, palette, plain, pointer, set_fields, told, view
from .body import Body
from .errors import AssetError
from .shape import Shape

MODELS = ("modal", "posed", "recorded")
FORCINGS = enum("SUPPLE_", "impulsive", "causal", "extrapolated", "delayed")
ENDS = ("rests", "limited", "runs on", "dead")


class Tuning(NamedTuple):
    """How soft flesh feels: times every eigenvalue, every damping, what bones and gravity do to it; and the farthest
    that a vertex goes."""

    stiffness: float
    damping: float
    response: float
    limit: float


class Part(NamedTuple):
    """A soft region: a run of coordinates, the vertices they move, the bones that carry it."""

    name: str
    model: str  #: "modal", "posed" or "recorded"
    coords: slice  #: its run of the body's coordinates, the most important first
    bone_count: int
    vertices: Array  #: ascending
    tuning: Tuning
    mass: float  #: kg
    frequencies: Floats  #: Hz a coordinate, untuned; 0 of a recorded part
    targets: Tuple[str, ...]  #: sculpted shapes that the pose blends


class Mesh(NamedTuple):
    """One mesh of the file that the asset was baked from; numbers of the glTF file, -1 where there is none."""

    mesh: int
    primitive: int
    node: int
    first_vertex: int
    vertex_count: int
    first_triangle: int
    triangle_count: int


class Recorded(NamedTuple):
    """What was recorded of a part (docs/record.md)."""

    entry_count: int
    response_count: int
    state_count: int
    contact_count: int
    step: float  #: s from one state to the next
    shortest: float  #: s that an entry is given at least
    blend: float  #: 1/s
    error: float  #: m


class Entry(NamedTuple):
    """Something that may happen to a recorded part."""

    name: str
    velocity: Floats  #: m/s, in the support's axes
    spin: Floats  #: rad/s
    moves_support: bool


class Response(NamedTuple):
    """What was recorded after an entry."""

    entry: int
    seconds: float
    is_start: bool
    end: str  #: "rests", "limited", "runs on" or "dead"
    next: int


class LightInfo(NamedTuple):
    """Light that an asset was baked with; order 0: none."""

    order: int
    field_count: int
    shape_count: int
    point_count: int
    group_count: int
    ball_count: int
    bytes: int
    error: float
    rounded: float


def _take(source: Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Array]) -> Array:
    """Bytes at a multiple of 16: of a file read to there, of ``bytes`` themselves if they lie so, else copied."""
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            room = aligned(os.fstat(file.fileno()).st_size)
            size = file.readinto(room.data)
            return room[:size]
    given = np.frombuffer(source, np.uint8)
    if isinstance(source, bytes) and given.ctypes.data % 16 == 0:
        return given
    room = aligned(given.size)
    room[:] = given  # others may write to theirs afterwards
    return room


class Asset:
    """A ``.supple`` file, or a GLB that has one inside, from a path or from bytes. ``AssetError`` where it is none. Or a rigid
    ``Shape``, whose bodies have no coordinates and are free.

    Arrays are views of its bytes and keep them alive; nothing is copied. Bodies of one asset share what can be shared.
    ``damaged``: do not look at the checksum.
    """

    def __init__(
        self, source: Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Array, Shape], damaged: bool = False
    ):
        library = runtime()
        self._prepared: Any = None
        if isinstance(source, Shape):
            self._bytes, self._prepared = _of_shape(source)
            self._c = library.supple_prepared_asset(self._prepared)
            self._begin()
            return
        self._bytes = _take(source)
        self._c = _abi.supple_asset()
        read = library.supple_asset_read_damaged if damaged else library.supple_asset_read
        result = read(self._c, self._bytes.ctypes.data, self._bytes.size)
        if result != _abi.SUPPLE_OK:
            name = f"{os.fspath(source)}: " if isinstance(source, (str, os.PathLike)) else ""
            raise AssetError(name + library.supple_result_text(result).decode())
        self._begin()

    def _begin(self) -> None:
        library = runtime()
        if self._prepared is not None:
            weakref.finalize(self, _release, self._prepared, self._bytes)
        self._lock = threading.Lock()
        self.parts: Tuple[Part, ...] = tuple(self._part(i) for i in range(self._c.part_count))
        self.meshes: Tuple[Mesh, ...] = tuple(
            told(Mesh, library.supple_asset_mesh(self._c, i)) for i in range(self._c.mesh_count)
        )
        #: what poses of posed parts are told by besides joints
        self.inputs: Tuple[str, ...] = tuple(
            plain(library.supple_asset_input_name(self._c, i))
            for i in range(library.supple_asset_input_count(self._c))
        )
        self.bones: Tuple[str, ...] = tuple(
            plain(library.supple_asset_bone_name(self._c, i)) for i in range(self._c.bone_count)
        )

    def _part(self, i: int) -> Part:
        library = runtime()
        p = library.supple_asset_part(self._c, i)
        coords = range(p.first_coord, p.first_coord + p.coord_count)
        return Part(
            plain(p.name),
            MODELS[p.model],
            slice(p.first_coord, p.first_coord + p.coord_count),
            p.bone_count,
            view(p.vertices, np.uint32, (p.vertex_count,), self._bytes),
            told(Tuning, p.tuning),
            p.mass,
            np.array([library.supple_asset_frequency(self._c, k) for k in coords], np.float32),
            tuple(plain(library.supple_asset_target_name(self._c, i, k)) for k in range(p.target_count)),
        )

    def _array(self, name: str, dtype: Any, *shape: int) -> Optional[Array]:
        at = getattr(self._c, name)
        return view(at, dtype, shape, self._bytes) if at else None

    # ---- what is in it -----------------------------------------------------------------

    coord_count = property(lambda self: self._c.coord_count)
    vertex_count = property(lambda self: self._c.vertex_count)
    triangle_count = property(lambda self: self._c.triangle_count)
    metres = property(lambda self: self._c.metres, doc="A unit of the mesh has so many.")

    @property
    def positions(self) -> Floats:
        """[vertex, 3] at rest."""
        return view(self._c.positions, np.float32, (self.vertex_count, 3), self._bytes)

    @property
    def normals(self) -> Floats:
        """[vertex, 3] at rest."""
        return view(self._c.normals, np.float32, (self.vertex_count, 3), self._bytes)

    @property
    def tangents(self) -> Optional[Floats]:
        """[vertex, 4], or None."""
        return self._array("tangents", np.float32, self.vertex_count, 4)

    @property
    def triangles(self) -> Array:
        """[triangle, 3]."""
        return view(self._c.triangles, np.uint32, (self.triangle_count, 3), self._bytes)

    @property
    def joints(self) -> Array:
        """[vertex, influences]: which bones carry it; none where all follow bone 0."""
        return view(self._c.joints, np.uint16, (self.vertex_count, self._c.influence_count), self._bytes)

    @property
    def weights(self) -> Floats:
        """[vertex, influences], sum 1."""
        return view(self._c.weights, np.float32, (self.vertex_count, self._c.influence_count), self._bytes)

    @property
    def links(self) -> Array:
        """[layer, vertex]: part << 24 | place in its shapes, 0xffffffff for none."""
        return view(self._c.links, np.uint32, (self._c.layer_count, self.vertex_count), self._bytes)

    @property
    def bend_links(self) -> Array:
        """The same for bends."""
        return view(self._c.bend_links, np.uint32, (self._c.layer_count, self.vertex_count), self._bytes)

    def _table(self, t: Any) -> Optional[Array]:
        kind = {8: np.int8, 16: np.int16, 32: np.float32}[t.bits]
        return view(t.texels, kind, (t.height, t.width, 3), self._bytes) if t.texels else None

    @property
    def shapes(self) -> Optional[Array]:
        """[row, column, 3]: the table of what a coordinate adds to positions, as a GPU takes it (gpu/README.md)."""
        return self._table(self._c.shapes)

    @property
    def bends(self) -> Optional[Array]:
        """The same for normals; None where there are none."""
        return self._table(self._c.bends)

    def part(self, part: Union[int, str]) -> int:
        """The number of a part, by its name."""
        names = [p.name for p in self.parts]
        if isinstance(part, str):
            if part not in names:
                raise KeyError(f"there is no part {part!r}; there are {', '.join(names)}")
            return names.index(part)
        if not 0 <= part < len(names):
            raise IndexError(f"part {part} of {len(names)}")
        return part

    def input(self, input: Union[int, str]) -> int:
        """The number of an input, by its name."""
        if isinstance(input, str):
            if input not in self.inputs:
                raise KeyError(f"there is no input {input!r}; there are {', '.join(self.inputs) or 'none'}")
            return self.inputs.index(input)
        if not 0 <= input < len(self.inputs):
            raise IndexError(f"input {input} of {len(self.inputs)}")
        return input

    def reach(self) -> Floats:
        """[coord] the farthest that a unit of each coordinate moves a vertex, in the mesh's unit."""
        return np.array([runtime().supple_asset_reach(self._c, i) for i in range(self.coord_count)], np.float32)

    def bend_ratio(self) -> Floats:
        """[coord] for who makes morph targets of the tables."""
        return np.array([runtime().supple_asset_bend_ratio(self._c, i) for i in range(self.coord_count)], np.float32)

    def palette(self, joints: Any) -> Floats:
        """[bone, 4, 4] skinning matrices from the world matrices of the joints."""
        given = palette(joints, len(self.bones))
        out = np.empty_like(given)
        kind = _abi.supple_matrix
        runtime().supple_asset_palette(self._c, pointer(given, kind), pointer(out, kind))
        return out.swapaxes(1, 2)

    # ---- recordings and light ----------------------------------------------------------

    def recorded(self, part: Union[int, str] = 0) -> Recorded:
        return told(Recorded, runtime().supple_asset_recorded(self._c, self.part(part)))

    def entries(self, part: Union[int, str] = 0) -> Tuple[Entry, ...]:
        """What may happen to a recorded part; none of another one."""
        number = self.part(part)
        count = runtime().supple_asset_recorded(self._c, number).entry_count
        return tuple(told(Entry, runtime().supple_asset_entry(self._c, number, i)) for i in range(count))

    def response(self, number: int, part: Union[int, str] = 0) -> Response:
        r = runtime().supple_asset_response(self._c, self.part(part), number)
        return Response(r.entry, r.seconds, r.is_start, ENDS[r.end], r.next)

    def sample(self, response: int, seconds: float, part: Union[int, str] = 0) -> Tuple[Floats, Floats]:
        """Coordinates of a recorded part so long after a response began, and their change a second."""
        number = self.part(part)
        run = self.parts[number].coords
        coords, rates = (np.empty(run.stop - run.start, np.float32) for _ in range(2))
        if not runtime().supple_asset_sample(self._c, number, response, seconds, pointer(coords), pointer(rates)):
            raise IndexError(f"part {part} has no response {response}")
        return coords, rates

    @property
    def light(self) -> LightInfo:
        return told(LightInfo, runtime().supple_asset_light(self._c))

    # ---- bodies ------------------------------------------------------------------------

    @property
    def is_free(self) -> bool:
        """Nothing holds it: its bodies may fall and be thrown."""
        return bool(runtime().supple_asset_is_free(self._c))

    def _prepare(self) -> Any:
        with self._lock:
            if self._prepared is None:
                self._prepared = runtime().supple_asset_prepare(self._c, None)
                if not self._prepared:
                    raise MemoryError("there is no memory for a prepared asset")
                weakref.finalize(self, _release, self._prepared, self._bytes)
            return self._prepared

    def prepare(self, dt: Optional[float] = None, contacts: bool = False) -> None:
        """At loading time instead of the first time: what worlds need, and the coefficients of a step of ``dt`` for
        all bodies."""
        shared = self._prepare()
        if contacts and not runtime().supple_prepared_contacts(shared):
            raise MemoryError("there is no memory for the surface of contacts")
        if dt is not None:
            runtime().supple_prepared_step(shared, dt)

    def body(
        self,
        *,
        gravity: Optional[Vector] = None,
        sag: Optional[Vector] = None,
        world_metres: Optional[float] = None,
        forcing: Optional[Union[str, int]] = None,
        spin: Optional[bool] = None,
        free: Optional[bool] = None,
        linear: Optional[bool] = None,
        triggers: Optional[bool] = None,
        max_pins: Optional[int] = None,
    ) -> Body:
        """A new body. What is left out is as the asset has it. ``free``: it moves by itself, falls and is thrown
        (``is_free``)."""
        if free and not self.is_free:
            raise ValueError("this asset is held by bones or a base, so its bodies cannot be free: bake it without")
        given: Dict[str, Any] = dict(
            gravity=gravity,
            sag=sag,
            world_metres=world_metres,
            spin=spin,
            free=free,
            linear=linear,
            triggers=triggers,
            max_pins=max_pins,
        )
        given["forcing"] = None if forcing is None else number_of(FORCINGS, forcing, "forcing")
        options = set_fields(runtime().supple_body_options_default(self._c), given)
        return Body(self, self._prepare(), options)


def _of_shape(shape: Shape) -> Tuple[Array, Any]:
    shape._check(True)
    prepared = runtime().supple_shape_prepare(shape._c, None)
    if not prepared:
        raise ValueError("the points of the hull lie in a plane, or have more than 256 corners")
    return np.zeros(0, np.uint8), prepared


def _release(prepared: Any, _bytes: Array) -> None:
    runtime().supple_prepared_release(prepared)
