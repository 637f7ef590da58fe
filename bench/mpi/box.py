#!/usr/bin/env python3
"""A box of tetrahedra of any size, as a Medit .mesh: what times and memory are measured on.

    bench/mpi/box.py CELLS >box.mesh

0.1 m x 0.1 m x 0.15 m, CELLS x CELLS x 1.5 CELLS cubes of six tetrahedra each. `supple modes --fix-base` holds its lowest
layer. supple makes ten-node elements of these.
"""
import itertools
import sys


def main() -> None:
    n = int(sys.argv[1])
    nx, nz = n + 1, n + n // 2 + 1
    h = 0.1 / n
    out = sys.stdout.write
    out(f"MeshVersionFormatted 2\nDimension 3\nVertices\n{nx * nx * nz}\n")
    for k in range(nz):
        for j in range(nx):
            out("".join(f"{i * h:.9g} {j * h:.9g} {k * h:.9g} 0\n" for i in range(nx)))
    stride = (1, nx, nx * nx)
    paths = []
    for order in itertools.permutations(range(3)):
        a, b, c = (stride[axis] for axis in order)
        odd = order in ((0, 2, 1), (1, 0, 2), (2, 1, 0))
        path = (0, a, a + b, a + b + c)
        paths.append((path[0], path[2], path[1], path[3]) if odd else path)
    out(f"Tetrahedra\n{6 * n * n * (nz - 1)}\n")
    for k in range(nz - 1):
        for j in range(n):
            row = 1 + (k * nx + j) * nx
            out("".join(f"{row + i + p[0]} {row + i + p[1]} {row + i + p[2]} {row + i + p[3]} 0\n"
                        for i in range(n) for p in paths))
    out("End\n")


main()
