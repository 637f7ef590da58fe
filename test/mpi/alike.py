"""Are two results of `modes` the same modes?

    alike.py ONE.json OTHER.json                 frequencies to 1e-8, all else that JSON tells to 1e-5, by the same names
    alike.py --shapes ONE-PREFIX OTHER-PREFIX N   shapes of N modes: every one lies in the span of the other's with its frequency

Spans, because equal frequencies have no shapes of their own: a vector's part outside the span, over its length.
"""
import json
import re
import sys

import numpy as np


def differ(one: object, other: object, name: str, scale: float) -> list[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return [f"{name}: other names"]
        return [d for k in one for d in differ(one[k], other[k], f"{name}.{k}", scale)]
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return [f"{name}: {len(one)} and {len(other)}"]
        numbers = [abs(x) for x in one if isinstance(x, (int, float))]
        return [d for i, (a, b) in enumerate(zip(one, other)) for d in differ(a, b, f"{name}[{i}]", max(numbers, default=0.0))]
    if isinstance(one, float) and isinstance(other, (int, float)):
        bound = 1e-8 * abs(one) if name.endswith("frequency") else 1e-5 * max(abs(one), scale) + 1e-9
        return [] if name.endswith("residual") or abs(one - other) <= bound else [f"{name}: {one} and {other}"]
    return [] if one == other else [f"{name}: {one} and {other}"]


def shape(path: str) -> np.ndarray:
    data = open(path, "rb").read()
    found = re.search(rb"VECTORS mode (float|double)\n", data)
    points = re.search(rb"POINTS (\d+) ", data)
    assert found and points
    kind = ">f8" if found.group(1) == b"double" else ">f4"
    return np.frombuffer(data, kind, 3 * int(points.group(1)), found.end()).astype(float)


def spans(one: str, other: str, count: int, together: float) -> list[str]:
    a, b = ([shape(f"{p}-mode{i + 1:02d}.vtk") for i in range(count)] for p in (one, other))
    values = [m["frequency"] for m in json.load(open(f"{one}.json"))["modes"]][:count]
    bad = []
    for i, v in enumerate(a):
        near = np.array([b[k] for k in range(count) if abs(values[k] / values[i] - 1.0) < together]).T
        out = v - near @ np.linalg.lstsq(near, v, rcond=None)[0]
        if np.linalg.norm(out) > 1e-4 * np.linalg.norm(v):
            bad.append(f"mode {i + 1}: {np.linalg.norm(out) / np.linalg.norm(v):.2g} of it lies elsewhere")
    return bad


if sys.argv[1] == "--shapes":
    problems = spans(sys.argv[2], sys.argv[3], int(sys.argv[4]), 1e-5)
else:
    one, other = (json.load(open(p)) for p in sys.argv[1:3])
    for x in (one, other):  # of a free body they are rounding
        if x["fixedNodes"] == 0:
            for m in x["modes"]:
                for k in ("participation", "energy", "displacementAt1g", "s", "J"):
                    del m[k]
        else:
            for m in x["modes"]:  # equal frequencies have these of their span only
                for k in ("s", "J", "participation", "energy", "largestDisplacement", "displacementAt1g"):
                    del m[k]
    problems = differ(one, other, "", 0.0)
print("\n".join(problems))
sys.exit(len(problems) > 0)
