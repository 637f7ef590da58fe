"""The baker from Python: the command's bytes, analytic frequencies, Ctrl-C that loses nothing.

    bakes.py SUPPLE FOLDER

SPDX-License-Identifier: MIT
"""
import gc
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np

import supple
from laws import law, raises, run

COMMAND, FOLDER = sys.argv[1], Path(sys.argv[2])
CUBE = FOLDER / "cube.obj"
FALL = {
    "bodies": [{"name": "c", "file": "cube.obj", "kind": "solid", "tets": 40, "velocity": [1, 2, 0.5]}],
    "seconds": 0.5,
    "fps": 20,
}


def bar(length, side, cells, across):
    """A bar along x as tetrahedra: six a cell, all the same displacement round, so that cells fit."""
    xs = [np.linspace(0, length, cells + 1)] + [np.linspace(0, side, across + 1)] * 2
    nodes = np.stack(np.meshgrid(*xs, indexing="ij"), -1).reshape(-1, 3)
    number = np.arange(len(nodes)).reshape(cells + 1, across + 1, across + 1)
    corner = lambda i, j, k: number[i : i + cells, j : j + across, k : k + across].ravel()
    ways = [(1, 2, 4), (2, 1, 4), (2, 4, 1), (4, 2, 1), (4, 1, 2), (1, 4, 2)]
    tets = []
    for n, (a, b, _) in enumerate(ways):
        path = [0, a, a | b, 7]
        one = np.stack([corner(p & 1, p >> 1 & 1, p >> 2 & 1) for p in path], 1)
        tets.append(one if n % 2 == 0 else one[:, [0, 2, 1, 3]])
    tets = np.concatenate(tets)
    x = nodes[tets]
    volumes = np.einsum("ij,ij->i", np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]), x[:, 3] - x[:, 0])
    tets[volumes < 0] = tets[volumes < 0][:, [0, 2, 1, 3]]
    return nodes, tets


@law
def a_bar_without_poisson_s_ratio_rings_at_the_speed_of_sound_over_twice_its_length():
    length, young, density = 0.5, 2e9, 1000.0
    nodes, tets = bar(length, 0.02, 12, 1)
    # only along x: the bar's longitudinal modes are solutions of three dimensions too when Poisson's ratio is 0
    found = supple.modes((nodes, tets), young=young, poisson=0.0, density=density, count=24)
    frequencies, shapes = found
    first = np.sqrt(young / density) / (2 * length)
    expected = np.cos(np.pi * nodes[:, 0] / length)
    alike = np.abs(shapes[:, :, 0] @ expected) / np.linalg.norm(expected) / np.sqrt((shapes**2).sum((1, 2)))
    which = int(alike.argmax())
    assert alike[which] > 0.9999 and abs(frequencies[which] / first - 1) < 1e-4
    assert found.rigid_count == 6 and abs(found.mass - density * length * 0.02**2) < 1e-9
    assert (np.diff(frequencies) >= 0).all() and (found.residuals < 1e-6).all()


@law
def modes_are_the_library_s_own_memory_and_outlive_the_call():
    found = supple.modes(bar(0.1, 0.1, 1, 1), count=3)
    frequencies = found.frequencies
    again = frequencies.copy()
    assert not frequencies.flags.owndata
    del found
    gc.collect()
    assert (frequencies == again).all()


@law
def what_is_fixed_is_chosen_by_a_mask_or_by_numbers():
    nodes, tets = bar(0.2, 0.1, 2, 1)
    base = nodes[:, 0] == 0
    one = supple.modes((nodes, tets), fixed=base, count=3)
    two = supple.modes(supple.Tets(nodes, tets), fixed=np.flatnonzero(base), count=3)
    assert one.rigid_count == 0 and (one.frequencies == two.frequencies).all() and (one.shapes[:, base] == 0).all()
    raises(ValueError, "entries", supple.modes, (nodes, tets), fixed=[True])
    raises(ValueError, "(any, 4)", supple.modes, (nodes, tets[:, :3]))
    raises(supple.BakeError, "node 99", supple.modes, (nodes, [[0, 1, 2, 99]]))
    raises(supple.BakeError, "", supple.modes, (nodes, tets[:, [1, 0, 2, 3]]))

    class Meshio:
        points, cells_dict = nodes, {"tetra": tets, "triangle": []}

    assert (supple.modes(Meshio, fixed=base, count=3).frequencies == one.frequencies).all()
    Meshio.cells_dict = {"hexahedron": []}
    raises(ValueError, "hexahedron", supple.modes, Meshio)


@law
def the_bytes_are_those_of_the_command():
    glb, report = supple.bake(CUBE, tets=100, modes=3, base=0.1, quick=True)
    out = FOLDER / "cube.glb"
    words = ["bake", CUBE, "--quick", "--tets", "100", "--modes", "3", "--fix", "0.1", "-o", out]
    subprocess.run([COMMAND, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert out.read_bytes() == glb
    assert report.parts[0]["modes"] and report.svg.startswith("<svg") and not report.incomplete
    asset = supple.Asset(glb)
    alone, _ = supple.bake(
        CUBE.read_bytes(),
        {"parts": [{"name": "all"}]},
        name="cube.obj",
        tets=100,
        modes=3,
        base=0.1,
        quick=True,
        alone=True,
    )
    assert asset.vertex_count == supple.Asset(alone).vertex_count and len(alone) < len(glb)


@law
def a_rigged_mesh_from_arrays_is_carried_by_its_bones():
    nodes, tets = bar(1.0, 0.3, 6, 2)
    sides = np.concatenate([tets[:, c] for c in ([0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2])])
    _, first, count = np.unique(np.sort(sides, 1), axis=0, return_index=True, return_counts=True)
    outside = sides[first[count == 1]]
    share = np.clip(2 * nodes[:, 0] - 0.5, 0, 1)
    tip = np.eye(4)
    tip[0, 3] = 0.5
    weights = np.zeros((len(nodes), 4))
    weights[:, 0], weights[:, 1] = 1 - share, share
    surface = supple.Surface(
        nodes,
        outside,
        "arm",
        [supple.Bone("root", -1, np.eye(4)), supple.Bone("tip", 0, tip)],
        np.tile([0, 1, 0, 0], (len(nodes), 1)),
        weights,
    )
    recipe = {"unit": 1, "parts": [{"name": "flesh", "region": {"bones": ["tip"], "threshold": 0.4}}]}
    asset = supple.Asset(supple.bake(surface, recipe, tets=100, modes=2, quick=True)[0])
    assert asset.bones == ("root", "tip") and [p.name for p in asset.parts] == ["flesh"]
    body = asset.body(gravity=(0, 0, 0), sag=(0, 0, 0))
    up = np.eye(4)
    up[1, 3] = 1.0
    body.place([np.eye(4), up])  # skinned by the weights that were given
    lift = body.skin().positions - asset.positions
    given = {tuple(np.float32(x)): w for x, w in zip(nodes, share)}
    assert np.abs(lift[:, 1] - [given[tuple(x)] for x in asset.positions]).max() < 1e-5
    raises(ValueError, "threads are -1", supple.bake, CUBE, threads=-1)
    raises(ValueError, "joints", supple.bake, surface._replace(joints=[0, 1]))


@law
def refusals_carry_the_sentence_and_its_place():
    error = raises(supple.BakeError, '"texts"', supple.bake, CUBE, "parts:\n- {name: all, texts: 200}\n")
    assert error.findings[0].line == 2 and error.findings[0].severity == "error"
    raises(supple.BakeError, "cannot be opened", supple.bake, "nothing.glb")
    raises(supple.BakeError, "", supple.bake, ([[0, 0, 0]], [[0, 1, 2]]))
    (FOLDER / "recipe.yaml").write_text("input: cube.obj\n")
    assert os.path.samefile(supple.recipe_input(FOLDER / "recipe.yaml"), CUBE)


@law
def progress_is_told_and_what_it_raises_comes_through():
    heard = []
    supple.bake(CUBE, tets=60, modes=2, base=0.1, quick=True, progress=lambda what, share: heard.append((what, share)))
    shares = [share for _, share in heard]
    assert heard[-1] == ("", 1.0) and shares == sorted(shares) and any(what for what, _ in heard)
    raises(supple.Cancelled, "cancelled", supple.bake, CUBE, base=0.1, progress=lambda what, share: False)

    def upset(what, share):
        raise ZeroDivisionError("enough")

    raises(ZeroDivisionError, "enough", supple.bake, CUBE, base=0.1, progress=upset)
    expected = []
    supple.bake(
        CUBE, tets=60, modes=2, base=0.1, quick=True, estimate=lambda seconds, size: expected.append((seconds, size))
    )
    assert len(expected) == 1 and expected[0][1] > 0


@law
def what_nothing_holds_falls_as_a_stone():
    states = supple.simulate(FALL, folder=FOLDER)
    t = states.times[:, None, None]
    expected = states.rest + t * np.array([1, 2, 0.5]) - 0.5 * 9.81 * t**2 * np.array([0, 1, 0])
    assert states.positions.shape == (11, 8, 3) and np.abs(states.positions - expected).max() < 2e-6
    assert states.bodies == {"c": slice(0, 8)} and states.cut == 0 and states.resumed == 0
    assert states.triangles.max() == 7
    mdd = supple.simulate(FALL, FOLDER / "fall.mdd", folder=FOLDER)
    assert (mdd.positions == states.positions).all()
    named = {**FALL, "bodies": [{**FALL["bodies"][0], "sample": "mine.obj"}]}
    del named["bodies"][0]["file"]
    given = supple.simulate(named, samples={"mine.obj": CUBE.read_bytes()})
    assert (given.positions == states.positions).all()
    raises(supple.BakeError, "no sample", supple.simulate, named)


@law
def ctrl_c_stops_a_simulation_which_goes_on_to_the_same_bytes():
    whole = supple.simulate(FALL, FOLDER / "whole.pc2", folder=FOLDER)

    def interrupt(what, share):
        if share > 0.4:
            os.kill(os.getpid(), signal.SIGINT)  # as the terminal does

    raises(KeyboardInterrupt, "", supple.simulate, FALL, FOLDER / "cut.pc2", folder=FOLDER, progress=interrupt)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler and not (FOLDER / "cut.pc2").exists()
    rest = supple.simulate(FALL, FOLDER / "cut.pc2", folder=FOLDER)
    assert rest.resumed > 3 and (FOLDER / "cut.pc2").read_bytes() == (FOLDER / "whole.pc2").read_bytes()
    assert (rest.positions == whole.positions).all()


@law
def the_command_goes_on_from_what_python_began():
    (FOLDER / "fall.yaml").write_text(json.dumps(FALL))
    whole = supple.simulate(FOLDER / "fall.yaml", FOLDER / "alone.pc2")
    raises(
        supple.Cancelled,
        "cancelled",
        supple.simulate,
        FOLDER / "fall.yaml",
        FOLDER / "both.pc2",
        progress=lambda what, share: share < 0.5,
    )
    words = [COMMAND, "simulate", FOLDER / "fall.yaml", "-o", FOLDER / "both.pc2"]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    assert "went on from state" in done.stderr, done.stderr
    assert (FOLDER / "both.pc2").read_bytes() == (FOLDER / "alone.pc2").read_bytes() and whole.cut == 0


@law
def ctrl_c_from_outside_ends_a_bake_without_any_callback_of_the_user():
    program = (
        "import supple, sys\nprint('begun', flush=True)\nsupple.bake(sys.argv[1], tets=100000, modes=60, base=0.1)\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program, CUBE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    child.stdout.readline()
    watch = threading.Timer(0.3, child.send_signal, [signal.SIGINT])
    watch.start()
    _, said = child.communicate(timeout=120)
    assert said.rstrip().endswith("KeyboardInterrupt") and "Exception ignored" not in said, said


run()
