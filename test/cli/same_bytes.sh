#!/usr/bin/env bash
# A bake gives the same bytes again: a second time, on one thread and on two, and with other kernels of OpenBLAS (OPENBLAS_CORETYPE) but for
# forcing numbers that are zero except for rounding (docs/robustness.md). Thorough: more bodies.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
cd "$scratch"
cube_obj >cube.obj
bodies=(cube.obj)
if thorough; then
    for name in jelly swimmer torus; do ! sample "$name" "$name.glb" || bodies+=("$name.glb"); done
fi
bake() { "$supple" bake --quick "$1" --tets 200 --modes 6 "${@:3}" -o "$2" >/dev/null 2>&1; }
again() { bake "$1" first.supple --threads 2 && bake "$1" second.supple --threads 2 && cmp first.supple second.supple; }
alone() { bake "$1" second.supple --threads 1 && cmp first.supple second.supple; }
# Numbers of the forcing (kind 6) within 1e-9 of its largest, or of 1; all other sections bit for bit.
near() {
    python3 - first.supple "$1" <<'END_OF_PYTHON'
import struct, sys
a, b = (open(path, "rb").read() for path in sys.argv[1:])
assert len(a) == len(b)
for i in range(struct.unpack_from("<I", a, 12)[0]):
    kind, stride, count, at = struct.unpack_from("<IIQQ", a, 32 + 24 * i)
    x, y = a[at:at + stride * count], b[at:at + stride * count]
    if x == y:
        continue
    assert kind == 6, f"section {kind} differs"
    p, q = (struct.unpack(f"<{len(s) // 4}f", s) for s in (x, y))
    worst = max(abs(u - v) for u, v in zip(p, q)) / max(1.0, *map(abs, p))
    print(f"forcing off by {worst:.1e}")
    assert worst < 1e-9
END_OF_PYTHON
}
other() { OPENBLAS_CORETYPE=$2 bake "$1" other.supple && near other.supple; }
for body in "${bodies[@]}"; do
    check "$body: the same bytes twice" again "$body"
    check "$body: ... on one thread" alone "$body"
    for kernel in Haswell Nehalem; do check "$body: ... with OpenBLAS's kernels for $kernel, but for zeros" other "$body" $kernel; done
done
finish
