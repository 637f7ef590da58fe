"""Memory that numpy and C share: arrays over C's memory, pointers into numpy's, structs as tuples. Nothing is copied
unless it says so.

SPDX-License-Identifier: MIT
"""
import ctypes
import operator
from typing import Any, Dict, Optional, Sequence, Tuple, Type, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _abi

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float32]
Vector = Union[Sequence[float], Array]  #: three numbers
Matrix = Array  #: [4, 4] as mathematics writes it: the place is [:3, 3]

T = TypeVar("T")
FLOAT_P = ctypes.POINTER(ctypes.c_float)


class _Foreign:
    """Memory of C with the object that keeps it: what numpy takes as the base of an array."""

    def __init__(self, address: int, dtype: Any, shape: Tuple[int, ...], owner: object):
        self.owner = owner
        self.__array_interface__ = {
            "data": (address, True),  # read-only: it is the library's to write
            "shape": shape,
            "typestr": np.dtype(dtype).str,
            "version": 3,
        }


def view(pointer: Any, dtype: Any, shape: Tuple[int, ...], owner: object) -> Array:
    """An array over memory that lives as long as ``owner``, which the array keeps alive."""
    address = ctypes.cast(pointer, ctypes.c_void_p).value
    if not address or 0 in shape:
        return np.empty(shape, dtype)
    return np.asarray(_Foreign(address, dtype, shape, owner))


def aligned(size: int) -> npt.NDArray[np.uint8]:
    """So many bytes that start at a multiple of 16, as libsupple wants them."""
    room = np.empty(size + 15, np.uint8)
    start = -room.ctypes.data % 16
    return room[start : start + size]


def packed(values: Any, dtype: Any, shape: Tuple[int, ...], name: str) -> Array:
    """``values`` as a contiguous array of this kind, copied only where they are not; -1 in ``shape`` is any length."""
    given = np.asarray(values)
    if np.issubdtype(dtype, np.integer) and given.size > 0:  # numpy would round and wrap without a word
        room = np.iinfo(dtype)
        if given.dtype.kind not in "iu" or given.min() < room.min or given.max() > room.max:
            raise ValueError(f"{name} are whole numbers from {room.min} to {room.max}")
    array = np.ascontiguousarray(given, dtype)
    fits = array.ndim == len(shape) and all(want in (-1, have) for want, have in zip(shape, array.shape))
    if not fits:
        wanted = ", ".join("any" if n == -1 else str(n) for n in shape)
        raise ValueError(f"{name} is an array of shape ({wanted}), not {array.shape}")
    return array


def output(array: Array, count: int, width: int, name: str) -> Tuple[Any, int]:
    """Pointer and stride of an array that C writes to: float32, [count, width], rows as far apart as they are."""
    if not isinstance(array, np.ndarray) or array.dtype != np.float32 or array.shape != (count, width):
        have = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
        raise ValueError(f"{name} is written into a float32 array of shape ({count}, {width}), not {have}")
    if count > 0 and (array.strides[1] != 4 or array.strides[0] < 4 * width):
        raise ValueError(f"{name} needs three or four floats side by side in every row; strides are {array.strides}")
    if not array.flags.writeable:
        raise ValueError(f"{name} cannot be written to: the array is read-only")
    return pointer(array), array.strides[0] if count > 0 else 4 * width


def pointer(array: Array, kind: Any = ctypes.c_float) -> Any:
    return array.ctypes.data_as(ctypes.POINTER(kind))


def vec3(values: Vector) -> Any:
    x, y, z = (float(v) for v in values)
    return _abi.supple_vec3(x, y, z)


def matrix(values: Optional[Any]) -> Any:
    """C's matrix from one as mathematics writes it; None: the identity."""
    m = packed(np.eye(4) if values is None else values, np.float32, (4, 4), "a pose")
    return _abi.supple_matrix.from_buffer_copy(m.T.tobytes())


def palette(values: Any, count: int) -> Array:
    """[count, 4, 4] as C has it, column by column: no copy where matrices are stored so already."""
    m = np.asarray(values, np.float32)
    if m.shape == (4, 4) and count == 1:
        m = m[None]
    if m.shape != (count, 4, 4):
        raise ValueError(f"a palette is an array of shape ({count}, 4, 4): a matrix a bone, not {m.shape}")
    return np.ascontiguousarray(m.swapaxes(1, 2))


def plain(value: Any) -> Any:
    """A field of a struct as Python has it."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, _abi.supple_vec3):
        return np.array((value.x, value.y, value.z), np.float32)
    if isinstance(value, _abi.supple_matrix):
        return np.array(value.m, np.float32).reshape(4, 4).T
    return value


def told(kind: Type[T], struct: Any) -> T:
    """A NamedTuple with the fields of a struct that have its names."""
    return kind(*(plain(getattr(struct, name)) for name in kind._fields))  # type: ignore[attr-defined]


def number_of(table: Dict[str, int], word: Union[str, int], what: str) -> int:
    """Of an enum, by its name in small letters."""
    if isinstance(word, str):
        if word not in table:
            raise ValueError(f"{what} is one of {', '.join(table)}, not {word!r}")
        return table[word]
    return int(word)


def enum(prefix: str, *names: str) -> Dict[str, int]:
    return {name: getattr(_abi, prefix + name.upper()) for name in names}


def set_fields(struct: Any, given: Dict[str, Any]) -> Any:
    """Writes what is given (not None) over a struct of defaults."""
    for name, value in given.items():
        if value is not None:
            now = getattr(struct, name)
            if isinstance(now, _abi.supple_vec3):
                setattr(struct, name, vec3(value))
            elif isinstance(now, int) and not isinstance(now, bool):
                setattr(struct, name, operator.index(value))  # 2.5 of something is a slip
            else:
                setattr(struct, name, type(now)(value))
    return struct
