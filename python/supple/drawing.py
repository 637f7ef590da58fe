"""A world drawn as the library sees it, for looking for mistakes.

SPDX-License-Identifier: MIT
"""
from typing import Any, List, NamedTuple, Tuple

import numpy as np

from . import _abi
from ._library import runtime
from ._memory import Array, enum, number_of

DRAWN = enum("SUPPLE_DRAW_", "colliders", "surfaces", "bounds", "contacts", "joints", "centres", "islands")


class Drawing(NamedTuple):
    """Each with places, and colours 0xrrggbb."""

    points: Tuple[Array, Array]  #: [n, 3]
    lines: Tuple[Array, Array]  #: [n, 2, 3]
    triangles: Tuple[Array, Array]  #: [n, 3, 3]
    texts: Tuple[Array, Array, List[str]]  #: [n, 3]


def draw_world(world: Any, what: Tuple[str, ...], more: bool) -> Drawing:
    """more: points, triangles and words as such; else all of it is lines, and words are left out."""
    bits = sum(number_of(DRAWN, word, "what is drawn") for word in set(what)) if what else _abi.SUPPLE_DRAW_ALL
    places: List[List[Any]] = [[], [], [], []]  # by how many there are of each; 0: words
    colors: List[List[int]] = [[], [], [], []]
    words: List[str] = []

    def draw(_: Any, *given: Any) -> None:
        corners = [(at.x, at.y, at.z) for at in given[:-1]]
        places[len(corners)].append(corners)
        colors[len(corners)].append(given[-1])

    def text(_: Any, at: Any, written: bytes, rgb: int) -> None:
        places[0].append((at.x, at.y, at.z))
        colors[0].append(rgb)
        words.append(written.decode())

    types = dict(_abi.supple_drawing._fields_)
    drawing = _abi.supple_drawing(line=types["line"](draw), what=bits)
    if more:
        drawing.point_or_null = types["point_or_null"](draw)
        drawing.triangle_or_null = types["triangle_or_null"](draw)
        drawing.text_or_null = types["text_or_null"](text)
    runtime().supple_world_draw(world, drawing)

    def arrays(count: int) -> Tuple[Array, Array]:
        shape = (-1, count, 3) if count > 1 else (-1, 3)
        return np.array(places[count], np.float32).reshape(shape), np.array(colors[count], np.uint32)

    return Drawing(arrays(1), arrays(2), arrays(3), (*arrays(0), words))
