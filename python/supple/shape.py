"""Shapes: of colliders, and of rigid bodies (``Asset(shape)``).

SPDX-License-Identifier: MIT
"""
import ctypes
from typing import Any, List, Optional

import numpy as np

from . import _abi
from ._library import runtime
from ._memory import Vector, enum, matrix, number_of, packed, plain, pointer, set_fields

SHAPES = enum("SUPPLE_", "plane", "sphere", "capsule", "box", "mesh", "hull", "heights", "compound")


class Shape:
    """A "sphere", "capsule", "box", "hull", "heights" or "compound". ``half``: half the edges of a box, of a capsule
    (0, half its length, 0). ``parts``: pairs of a shape and its pose. ``density``, kg/m^3, or ``mass``, kg, of a rigid
    body."""

    def __init__(
        self,
        kind: str,
        *,
        radius: Optional[float] = None,
        half: Optional[Vector] = None,
        positions: Any = None,
        heights: Any = None,
        parts: Any = None,
        density: Optional[float] = None,
        mass: Optional[float] = None,
    ):
        given = dict(radius=radius, half=half, density=density, mass=mass)
        self._c = set_fields(runtime().supple_shape_default(number_of(SHAPES, kind, "kind")), given)
        self._keep: List[Any] = []  # what the struct points to
        if positions is not None:
            p = packed(positions, np.float32, (-1, 3), "positions")
            self._keep.append(p)
            self._c.positions, self._c.vertex_count = pointer(p), len(p)
        if heights is not None:
            h = np.ascontiguousarray(heights, np.float32)
            if h.ndim != 2:
                raise ValueError(f"heights are an array of two dimensions, not {h.ndim}")
            self._keep.append(h)
            self._c.heights, self._c.rows, self._c.columns = pointer(h), h.shape[0], h.shape[1]
        if parts is not None:
            pieces = (_abi.supple_shape_part * len(parts))()
            for piece, (shape, pose) in zip(pieces, parts):
                piece.shape, piece.pose = shape._c, matrix(pose)
                self._keep.append(shape)
            self._keep.append(pieces)
            self._c.parts, self._c.part_count = ctypes.addressof(pieces), len(parts)

    def _check(self, rigid: bool) -> None:
        wrong = runtime().supple_shape_wrong(self._c, rigid)
        if wrong:
            raise ValueError(plain(wrong))
