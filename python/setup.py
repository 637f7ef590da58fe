"""A wheel with the libraries in it: python3 -m build --no-isolation

The two shared libraries are taken from the build folder of the tree, or from the folder that SUPPLE_LIBRARIES names,
into supple/lib; nothing is compiled here. In a source archive they are there already. The rest is in pyproject.toml.

SPDX-License-Identifier: MIT
"""
import os
import re
import shutil
import sys
from pathlib import Path

from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
FOLDER = Path(os.environ.get("SUPPLE_LIBRARIES", HERE.parent / "build"))
WORDS = (HERE / "supple" / "_abi.py").read_text()
VERSION = [re.search(rf"SUPPLE_VERSION_{word} = (\d+)", WORDS)[1] for word in ("MAJOR", "MINOR", "PATCH")]


def stage():
    """Copies the libraries into the package."""
    lib = HERE / "supple" / "lib"
    lib.mkdir(exist_ok=True)
    for name in ("supple", "supple_bake"):
        file = f"lib{name}.so.{VERSION[0]}"
        if (FOLDER / file).exists():
            shutil.copyfile(FOLDER / file, lib / file)
        elif not (lib / file).exists():
            sys.exit(
                f"setup.py: {FOLDER / file} is not there; `make build` makes it, or say where it is in SUPPLE_LIBRARIES"
            )


class Binary(Distribution):
    """What is in it is of one platform, though nothing is compiled."""

    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    """For any Python 3: ctypes needs no other ABI than C's."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


stage()
setup(version=".".join(VERSION), distclass=Binary, cmdclass={"bdist_wheel": Wheel})
