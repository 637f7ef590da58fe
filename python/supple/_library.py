"""Finds libsupple and libsupple_bake and lays the declarations of _abi.py over them.

They are looked for in the folder that SUPPLE_LIBRARIES names, then inside the package (a wheel has them there), then
in the lib folder that the package is installed below (PREFIX/lib/python3/dist-packages), then where the system looks.
libsupple needs nothing and is loaded at once. The baker links CHOLMOD, OpenBLAS and Embree and is loaded when
something is baked, so that who only plays needs none of them.

SPDX-License-Identifier: MIT
"""
import ctypes
import functools
import os
from pathlib import Path
from typing import Any, Dict, Tuple

from . import _abi

DEBIAN_PACKAGES = "libcholmod3 libopenblas0 libembree3-3 libcjson1 libyaml-0-2"


def _open(name: str) -> ctypes.CDLL:
    file = f"lib{name}.so.{_abi.SUPPLE_VERSION_MAJOR}"
    package = Path(__file__).resolve().parent
    folders = [os.environ.get("SUPPLE_LIBRARIES", ""), str(package / "lib"), str(package.parents[2])]
    for folder in filter(None, folders):
        if os.path.exists(os.path.join(folder, file)):
            return ctypes.CDLL(os.path.join(folder, file))
    return ctypes.CDLL(file)


def _load(name: str, table: Dict[str, Tuple[Any, ...]]) -> ctypes.CDLL:
    library = _open(name)
    for function, (result, *arguments) in table.items():
        declared = getattr(library, function)
        declared.restype = result
        declared.argtypes = arguments
    return library


def _expect(version: int, name: str) -> None:
    """A library of another version has other structs: better no module than a wrong one."""
    wanted = _abi.SUPPLE_VERSION_MAJOR * 100 + _abi.SUPPLE_VERSION_MINOR
    if version // 100 != wanted:
        found = f"{version // 10000}.{version // 100 % 100}"
        raise ImportError(
            f"lib{name} is version {found}, and this Python module is for "
            f"{_abi.SUPPLE_VERSION_MAJOR}.{_abi.SUPPLE_VERSION_MINOR}: install those that belong together"
        )


@functools.lru_cache(None)
def runtime() -> ctypes.CDLL:
    try:
        library = _load("supple", _abi.RUNTIME)
    except (OSError, AttributeError) as trouble:
        raise ImportError(
            f"libsupple cannot be loaded ({trouble}): install the wheel or the package of supple, "
            "or name the folder that has it in SUPPLE_LIBRARIES"
        ) from None
    _expect(library.supple_version(), "supple")
    return library


@functools.lru_cache(None)
def baker() -> ctypes.CDLL:
    try:
        library = _load("supple_bake", _abi.BAKER)
    except (OSError, AttributeError) as trouble:
        raise ImportError(
            f"libsupple_bake cannot be loaded ({trouble}). Playing needs none of it; to bake, it needs "
            f"libraries that Debian 12 has as: {DEBIAN_PACKAGES}"
        ) from None
    _expect(library.supple_bake_version(), "supple_bake")
    return library
