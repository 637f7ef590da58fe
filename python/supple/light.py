"""Light on bodies of an asset that was baked with it: soft shadows and bounced light (docs/light.md).

SPDX-License-Identifier: MIT
"""
import ctypes
import weakref
from typing import Any, Optional, Tuple

import numpy as np

from . import _abi
from ._library import runtime
from ._memory import Array, Floats, output, packed, pointer, view
from .asset import Asset
from .body import Body
from .errors import AssetError


class Light:
    """One light on bodies of one asset; dark at first. ``AssetError`` where the asset was baked without. One thread
    at a time."""

    def __init__(self, asset: Asset):
        if asset.light.order == 0:
            raise AssetError("the asset was baked without light: supple.bake(..., light=50)")
        self.asset = asset
        self.info = asset.light
        self._c = runtime().supple_light_create(asset._c, None)
        if not self._c:
            raise MemoryError("there is no memory for a light")
        weakref.finalize(self, _destroy, self._c, asset._bytes)

    def set(self, coefficients: Any, axes: Optional[Any] = None) -> None:
        """[order * order, 3] real spherical harmonics of the light in the world, index l (l + 1) + m, three colours;
        axes: how the body's bind space is turned in the world, [3, 3], or [group, 3, 3] where bones turn groups of
        points (``bones``). Takes a millisecond or so: when either has changed."""
        given = packed(coefficients, np.float32, (self.info.order**2, 3), "coefficients")
        if not np.isfinite(given).all():
            raise ValueError("coefficients of a light are finite numbers")
        groups = self.info.group_count
        shape = (3, 3) if groups == 1 and np.ndim(axes) == 2 else (groups, 3, 3)
        turned = None if axes is None else packed(axes, np.float32, shape, "axes")
        runtime().supple_light_set(self._c, pointer(given), None if turned is None else pointer(turned))

    @property
    def bones(self) -> Tuple[int, ...]:
        """The bone by whose matrix each group of points is turned."""
        return tuple(runtime().supple_asset_light_bone(self.asset._c, k) for k in range(self.info.group_count))

    def balls(self, body: Body) -> Floats:
        """[ball, 7] centre, radius and albedo of the balls that stand for a body over the ground, where it is."""
        self._same(body)
        out = np.empty((self.info.ball_count, 7), np.float32)
        runtime().supple_body_balls(body._c, self.asset._c, pointer(out, _abi.supple_ball))
        return out

    def arriving(
        self, body: Body, front: Optional[Floats] = None, back: Optional[Floats] = None
    ) -> Tuple[Floats, Floats]:
        """[vertex, 3] what arrives at the front and at the back of every vertex as the body is; what leaves is base
        colour times that."""
        count = self.asset.vertex_count
        front = np.empty((count, 3), np.float32) if front is None else front
        back = np.empty((count, 3), np.float32) if back is None else back
        for name, array in (("front", front), ("back", back)):
            if output(array, count, 3, name)[1] != 12:
                raise ValueError(f"{name} needs rows that stand side by side")
        self._same(body)
        runtime().supple_body_light(body._c, self._c, pointer(front), pointer(back))
        return front, back

    @property
    def colors(self) -> Array:
        """The folded colours as a table, for a vertex shader: [row, column, 3]."""
        t = runtime().supple_light_colors(self._c)
        return view(t.texels, np.float32, (t.height, t.width, 3), self)

    def points(self) -> Array:
        """[vertex, 2] which points the front and the back of each vertex are; 0xffffffff for none."""
        out = np.empty((self.asset.vertex_count, 2), np.uint32)
        runtime().supple_light_points(self._c, pointer(out, ctypes.c_uint32))
        return out

    def amounts(self, body: Body) -> Floats:
        """[1 + fields] how much of each field the body has as it is: a view that the next call changes."""
        self._same(body)
        return view(runtime().supple_light_amounts(self._c, body._c), np.float32, (1 + self.info.field_count,), self)

    def _same(self, body: Body) -> None:
        if body.asset is not self.asset:
            raise ValueError("a light is for bodies of the asset that it was made for")


def _destroy(light: Any, _bytes: Array) -> None:
    runtime().supple_light_destroy(light)


class Ground:
    """Level ground that looks up, under a light, darkened by the balls of bodies (``Light.balls``). Dark at first."""

    def __init__(self) -> None:
        self._c = runtime().supple_ground_create(None)
        if not self._c:
            raise MemoryError("there is no memory for a ground")
        weakref.finalize(self, _destroy_ground, self._c)

    def set(self, coefficients: Any, axes: Optional[Any] = None) -> None:
        """The light as ``Light.set`` takes it, of any order from 2 to 6."""
        rows = np.shape(coefficients)[0]
        order = int(round(rows**0.5))
        if order * order != rows or not 2 <= order <= 6:
            raise ValueError(f"a light has 4, 9, 16, 25 or 36 coefficients of three colours, not {rows}")
        given = packed(coefficients, np.float32, (rows, 3), "coefficients")
        if not np.isfinite(given).all():
            raise ValueError("coefficients of a light are finite numbers")
        turned = None if axes is None else packed(axes, np.float32, (3, 3), "axes")
        runtime().supple_ground_set(self._c, order, pointer(given), None if turned is None else pointer(turned))

    def arriving(self, points: Any, balls: Optional[Any] = None) -> Floats:
        """[point, 3] what arrives at points of the ground; balls: those of several bodies may be joined."""
        at = packed(points, np.float32, (len(points), 3), "points")
        over = np.empty((0, 7), np.float32) if balls is None else packed(balls, np.float32, (len(balls), 7), "balls")
        out = np.empty((len(at), 3), np.float32)
        runtime().supple_ground_light(
            self._c, pointer(over, _abi.supple_ball), len(over), pointer(at), len(at), pointer(out)
        )
        return out


def _destroy_ground(ground: Any) -> None:
    runtime().supple_ground_destroy(ground)
