"""How a volume vibrates: frequencies and shapes of a tet mesh (docs/modes.md).

SPDX-License-Identifier: MIT
"""
import ctypes
from typing import Any, Iterator, NamedTuple, Optional, Tuple

import numpy as np
import numpy.typing as npt

from . import _abi
from ._job import Job, Progress
from ._library import baker
from ._memory import Array, packed, pointer, view
from .errors import Finding

Doubles = npt.NDArray[np.float64]


class Tets(NamedTuple):
    """A volume: nodes, metres, and elements of four or ten nodes each."""

    nodes: Any  #: [node, 3]
    tets: Any  #: [element, 4], or 10: corners, then the nodes of the edges ab bc ac ad bd cd


class Modes:
    """``frequencies, shapes = supple.modes(...)``, and what else was found. Arrays are the library's own memory."""

    def __init__(self, job: Job, found: Any, node_count: int):
        count = found.mode_count
        self.frequencies: Doubles = view(found.hz, np.float64, (count,), job)  #: Hz, ascending, without rigid motions
        self.shapes: Doubles = view(found.shapes, np.float64, (count, node_count, 3), job)  #: 1/sqrt(kg): x' M x = 1
        self.residuals: Doubles = view(found.residuals, np.float64, (count,), job)  #: |K x - lambda M x| over |K x|
        self.rigid_count: int = found.rigid_count  #: motions that change no shape, which are left out
        self.mass: float = found.mass  #: kg
        self.findings: Tuple[Finding, ...] = tuple(job.findings())

    def __iter__(self) -> Iterator[Doubles]:
        return iter((self.frequencies, self.shapes))


def _volume(mesh: Any) -> Tuple[Array, Array]:
    if hasattr(mesh, "points") and hasattr(mesh, "cells_dict"):  # of meshio
        cells = mesh.cells_dict
        kinds = [kind for kind in ("tetra", "tetra10") if kind in cells]
        if len(kinds) != 1:
            raise ValueError(
                f"the mesh needs tetrahedra of one kind, tetra or tetra10; it has {', '.join(cells) or 'nothing'}"
            )
        mesh = Tets(mesh.points, cells[kinds[0]])  # edges are numbered as ours are
    nodes, tets = mesh
    tets = np.asarray(tets)
    if tets.ndim != 2 or tets.shape[1] not in (4, 10):
        raise ValueError(f"tets are an array of shape (any, 4) or (any, 10), not {tets.shape}")
    return packed(nodes, np.float64, (-1, 3), "nodes"), packed(tets, np.int32, (-1, tets.shape[1]), "tets")


def _marks(fixed: Optional[Any], count: int) -> npt.NDArray[np.uint8]:
    """[node] 1 where it is fixed: from a mask, or from numbers."""
    marks = np.zeros(count, np.uint8)
    chosen = np.asarray([] if fixed is None else fixed)
    if chosen.dtype == bool and chosen.shape != (count,):
        raise ValueError(f"a mask of fixed nodes has {count} entries, not {chosen.shape}")
    if chosen.size > 0:
        marks[chosen] = 1
    return marks


def modes(
    mesh: Any,
    *,
    fixed: Optional[Any] = None,
    young: Optional[float] = None,
    poisson: Optional[float] = None,
    density: Optional[float] = None,
    count: int = 10,
    ten_nodes: bool = True,
    threads: int = 0,
    progress: Optional[Progress] = None,
) -> Modes:
    """The lowest ``count`` modes of (nodes, tets), a ``Tets`` or a mesh of meshio, in metres.

    fixed: [node] bool, or numbers of nodes that do not move; None: all are free. young in Pa, density in kg/m^3;
    jelly where they are left out.
    ten_nodes: elements of four nodes become ten-node ones first; as they are, they are far too stiff.

    Raises as ``supple.bake`` does; an element that is inside out is refused with its number.
    """
    nodes, tets = _volume(mesh)
    job = Job(threads, progress)
    q = baker().supple_bake_tets_default()
    q.node_count, q.nodes = len(nodes), pointer(nodes, ctypes.c_double)
    q.tet_count, q.width, q.tets = len(tets), tets.shape[1], pointer(tets, ctypes.c_int32)
    q.young = q.young if young is None else young
    q.poisson = q.poisson if poisson is None else poisson
    q.density = q.density if density is None else density
    q.ten_nodes, q.mode_count = ten_nodes, count
    marks = _marks(fixed, len(nodes))
    if fixed is not None:
        q.fixed_or_null = pointer(marks, ctypes.c_uint8)
    found = _abi.supple_bake_modes_result()
    job.call("supple_bake_modes", q, found)
    return Modes(job, found, len(nodes))
