"""Baking: from a mesh or a rigged character to an asset.

SPDX-License-Identifier: MIT
"""
import ctypes
import json
import os
from typing import Any, Dict, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _abi
from ._job import Estimate, Job, Path, Progress, Samples, copied, text_or_path
from ._library import baker
from ._memory import Array, packed, pointer
from .errors import Finding


class Bone(NamedTuple):
    """A joint of a skeleton, as it stands in the bind pose."""

    name: str
    parent: int  #: an earlier one, or -1
    bind: Any  #: [4, 4] in the mesh's space


class Surface(NamedTuple):
    """A mesh from arrays."""

    positions: Any  #: [vertex, 3]
    triangles: Any  #: [triangle, 3], counter-clockwise from outside
    name: str = "mesh"
    bones: Sequence[Bone] = ()
    joints: Any = None  #: [vertex, 4 or 8] numbers of bones
    weights: Any = None  #: [vertex, 4 or 8], sum 1


class Report(NamedTuple):
    """What came of a bake."""

    figures: Dict[str, Any]  #: every figure, as ``supple bake --report x.json`` writes them
    findings: Tuple[Finding, ...]  #: notes and warnings, also of success
    svg: str  #: one page for people
    incomplete: bool  #: a part that was wanted could not be made: figures["left_out"]

    @property
    def parts(self) -> Any:
        return self.figures["parts"]


def _read_arrays(job: Job, surface: Surface) -> None:
    positions = packed(surface.positions, np.float32, (-1, 3), "positions")
    triangles = packed(surface.triangles, np.uint32, (-1, 3), "triangles")
    m = baker().supple_bake_mesh_default()
    m.name = surface.name.encode()
    m.vertex_count, m.positions = len(positions), pointer(positions)
    m.triangle_count, m.triangles = len(triangles), pointer(triangles, ctypes.c_uint32)
    keep = [positions, triangles]
    if surface.bones:
        keep += _skeleton(m, surface, len(positions))
    job.call("supple_bake_read_mesh", m)
    del keep  # copied by now


def _skeleton(m: Any, surface: Surface, count: int) -> Any:
    joints = packed(surface.joints, np.uint16, (count, -1), "joints")
    weights = packed(surface.weights, np.float32, joints.shape, "weights")
    bones = (_abi.supple_bake_joint * len(surface.bones))()
    for c, bone in zip(bones, surface.bones):
        c.name, c.parent = bone.name.encode(), bone.parent
        c.bind[:] = np.asarray(bone.bind, np.float32).T.reshape(16).tolist()
    m.joint_count, m.joints_or_null = len(bones), bones
    m.influence_count = joints.shape[1]
    m.joint_of_or_null, m.weights_or_null = pointer(joints, ctypes.c_uint16), pointer(weights)
    return [joints, weights, bones]


def _read(job: Job, source: Any, name: str) -> None:
    if isinstance(source, (str, os.PathLike)):
        job.call("supple_bake_read_file", os.fsencode(source))
    elif isinstance(source, (bytes, bytearray, memoryview)):
        given = bytes(source)
        job.call("supple_bake_read_bytes", given, len(given), name.encode())
    else:
        _read_arrays(job, source if isinstance(source, Surface) else Surface(*source))


def bake(
    mesh: Union[Path, bytes, Surface, Tuple[Array, Array]],
    recipe: Union[None, Dict[str, Any], Path] = None,
    *,
    parts: Optional[Sequence[str]] = None,
    material: Optional[str] = None,
    first: float = 0.0,
    modes: int = 0,
    tets: int = 0,
    unit: float = 0.0,
    base: float = 0.0,
    light: int = 0,
    light_file: Optional[Path] = None,
    light_work: Optional[Path] = None,
    light_piece: int = 0,
    light_pieces: int = 0,
    scene: Optional[Path] = None,
    alone: bool = False,
    name: str = "mesh.glb",
    folder: Optional[Path] = None,
    threads: int = 0,
    quick: bool = False,
    progress: Optional[Progress] = None,
    estimate: Optional[Estimate] = None,
    samples: Optional[Samples] = None,
) -> Tuple[bytes, Report]:
    """Makes a mesh soft: ``glb, report = supple.bake("hero.glb")``.

    mesh: a file (glTF, OBJ, PLY, STL, or a recording, .rec), its bytes (``name`` tells what they are), (positions,
    triangles) or a ``Surface``.
    recipe: a dict, a text of YAML or JSON, or a file of it (docs/recipe.md); files that it names are looked for in
    ``folder``. None: what the search finds. The other words count for every part; 0 or None: as the recipe says.
    The bytes are a GLB with the asset inside; ``alone``: the asset, without the scene. Both are for ``supple.Asset``.
    light_piece, light_pieces: only this one of so many shares of the light, into ``light_work``, and then ``Cancelled``.
    quick: estimate whether cells are small enough instead of trying half of them.

    Raises ``BakeError`` with the sentences, ``Cancelled`` when ``progress(what, share)`` returned False,
    ``KeyboardInterrupt`` on Ctrl-C, ``MemoryError``. The same input gives the same bytes, whatever the number of
    threads (0: all).
    """
    job = Job(threads, progress, estimate, samples, not quick)
    c = baker().supple_bake_recipe_default()
    if recipe is not None:
        text, path = text_or_path(recipe, folder, "recipe.yaml")
        c.text_or_null, c.text_size, c.path_or_null = text, len(text or b""), path
    words = {
        "parts": ",".join(parts) if parts else None,
        "material": material,
        "light_file": light_file,
        "light_work": light_work,
        "scene": scene,
    }
    for word, value in words.items():
        if value is not None:
            setattr(c, word + "_or_null", os.fsencode(value))
    c.light_piece, c.light_pieces = light_piece, light_pieces
    c.first, c.modes, c.tets, c.unit, c.base, c.light = first, modes, tets, unit, base, light
    job.call("supple_bake_set_recipe", c)
    _read(job, mesh, name)
    job.call("supple_bake_run")
    return _result(job, alone)


def _result(job: Job, alone: bool) -> Tuple[bytes, Report]:
    result = baker().supple_bake_result_of(job._c).contents
    out = _abi.supple_bake_bytes(result.asset.data, result.asset.size)
    if not alone:
        job.call("supple_bake_glb", out)
    made = copied(out)
    job.call("supple_bake_report", _abi.SUPPLE_BAKE_REPORT_JSON, None, len(made), out)
    figures = json.loads(copied(out))
    job.call("supple_bake_report", _abi.SUPPLE_BAKE_REPORT_SVG, None, len(made), out)
    return made, Report(figures, tuple(job.findings()), copied(out).decode(), result.incomplete)


def recipe_input(recipe: Path) -> Optional[str]:
    """The file that a recipe names as its input, seen from where the recipe lies; None: none."""
    job = Job()
    c = baker().supple_bake_recipe_default()
    c.path_or_null = os.fsencode(recipe)
    job.call("supple_bake_set_recipe", c)
    named = baker().supple_bake_input(job._c)
    return None if named is None else os.fsdecode(named)
