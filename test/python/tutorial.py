"""The code of docs/python.md as one program, in the order of the page; what it says about its numbers is then checked.

    tutorial.py PAGE      in a folder with jelly.glb and meshes/

Pieces that draw are left out where there is no matplotlib. SPDX-License-Identifier: MIT
"""
import importlib.util
import re
import sys
from pathlib import Path

from laws import law, run

PIECES = re.findall(r"^```python\n(.*?)^```", Path(sys.argv[1]).read_text(), re.M | re.S)
DRAWS = importlib.util.find_spec("matplotlib") is not None
SEEN = {}


@law
def the_code_of_the_page_runs():
    assert len(PIECES) >= 7
    for piece in PIECES:
        if DRAWS or "matplotlib" not in piece:
            exec(compile(piece, "docs/python.md", "exec"), SEEN)


@law
def the_beam_s_frequencies_are_those_of_the_textbook():
    found = SEEN["modes"].frequencies
    ratio = found / SEEN["analytic"]
    assert len(ratio) == 14 and abs(ratio[:2] - 1).max() < 0.003 and abs(ratio - 1).max() < 0.04, ratio
    assert abs(found / SEEN["along"] - 1).min() < 2e-4 and abs(found / SEEN["twist"] - 1).min() < 0.02


@law
def the_jelly_sways_at_its_first_mode():
    frequencies, spectrum = SEEN["part"].frequencies, SEEN["spectrum"]
    peak = spectrum.argmax() * 60 / len(SEEN["sway"])
    assert abs(peak - frequencies).min() < 60 / len(SEEN["sway"]), (peak, frequencies)


@law
def the_batch_bakes_what_can_be_and_names_what_cannot():
    assert {row[0] for row in SEEN["rows"]} == {"a.obj", "b.obj"}
    assert sorted(p.name for p in Path("meshes").glob("*.soft.glb")) == ["a.soft.glb", "b.soft.glb"]


if DRAWS:

    @law
    def the_plot_is_a_picture():
        assert Path("beam.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


run()
