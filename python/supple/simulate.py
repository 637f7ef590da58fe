"""Simulating a scene node by node (docs/simulate.md), with its states as one array.

SPDX-License-Identifier: MIT
"""
import os
import tempfile
from typing import Any, Dict, Optional, Tuple, Union

import numpy as np

from . import _abi
from ._job import Job, Path, Progress, Samples, text_or_path
from ._library import baker
from ._memory import Array, Floats, view
from .errors import Finding

PC2_HEAD = 32  # bytes


class States:
    """What a simulation made: every drawn vertex of every state."""

    def __init__(self, job: Job, told: Any, path: str):
        shape = (told.state_count, told.vertex_count, 3)
        mdd = path.lower().endswith(".mdd")  # big-endian, after two counts and the times
        start = 8 + 4 * told.state_count if mdd else PC2_HEAD
        self.positions: Floats = np.memmap(
            path, ">f4" if mdd else "<f4", "r", start, shape
        )  #: [state, vertex, 3] m, mapped from the file
        self.times = np.arange(told.state_count) / told.fps  #: s
        self.rest: Floats = view(told.rest, np.float32, (told.vertex_count, 3), job)  #: as the files have it
        self.triangles: Array = view(told.triangles, np.uint32, (told.triangle_count, 3), job)
        bodies = [told.bodies[i] for i in range(told.body_count)]
        self.bodies: Dict[str, slice] = {  #: vertices of each body
            b.name.decode("utf-8", "replace"): slice(b.first_vertex, b.first_vertex + b.vertex_count) for b in bodies
        }
        self.resumed: int = told.resumed_count  #: states that were there before
        self.steps: int = told.step_count
        self.cut: int = told.cut_count  #: steps that were not solved and cut in half
        self.findings: Tuple[Finding, ...] = tuple(job.findings())


def simulate(
    scene: Union[Dict[str, Any], Path],
    output: Optional[Path] = None,
    *,
    anew: bool = False,
    folder: Optional[Path] = None,
    threads: int = 0,
    progress: Optional[Progress] = None,
    samples: Optional[Samples] = None,
) -> States:
    """Moves a scene to its end.

    scene: a dict, a text of YAML or JSON, or a file of it; files that a dict or a text names are looked for in
    ``folder``.
    output: a .pc2 or .mdd. It is written as states come: stopped by Ctrl-C, or killed, the same call goes on to the
    same bytes; ``anew`` begins at 0 s. None: a file that goes with the result.
    samples: files of the samples that the scene names, as a dict or a function.

    Raises as ``supple.bake`` does.
    """
    text, path = text_or_path(scene, folder, "scene.yaml")
    job = Job(threads, progress, None, samples)
    q = baker().supple_bake_simulation_default()
    q.text_or_null, q.text_size, q.path_or_null = text, len(text or b""), path
    q.anew = anew
    told = _abi.supple_bake_simulated()
    if output is not None:
        q.output = os.fsencode(output)
        job.call("supple_bake_simulate", q, told)
        return States(job, told, os.fspath(output))
    with tempfile.TemporaryDirectory(prefix="supple-") as own:
        file = os.path.join(own, "states.pc2")
        q.output = os.fsencode(file)
        job.call("supple_bake_simulate", q, told)
        return States(job, told, file)  # a mapping outlives the name of its file
