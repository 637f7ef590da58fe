#!/usr/bin/env python3
"""Time and memory of modes against unknowns: `supple modes`, and `supple-mpi modes` both ways.

    bench/mpi/measure.py 8 16 24 [--ranks 1,2] [--poisson 0.4] [--element t4] [--ways one,cholesky,lobpcg,slepc,calculix] -o modes.csv
    bench/mpi/measure.py --plot modes.csv -o modes.svg

Numbers are cells along an edge of the box of bench/mpi/box.py: 61 cells are a million unknowns of four-node elements, 21
cells a third of a million of ten-node ones. Lines are appended, so that a long run can be stopped and gone on with. The columns
are: way, ranks, element, Poisson's ratio, unknowns, seconds of the clock for the whole command, those of processors (of ranks
that wait for each other, too), seconds of the pairs alone, the most memory that all processes had, worst residual, first and last frequency. Needs build/supple and build/supple-mpi;
`slepc` is SLEPc's own LOBPCG in blocks of 16 with PETSc's cycle of GAMG as preconditioner, to the residual that ours ends at: on the
matrices of supple-mpi, by options, with the one search more that follows Krylov-Schur there.
`calculix` needs ccx (Debian: calculix-ccx), which has a mass of its own.
"""
import argparse
import csv
import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = ["way", "ranks", "element", "poisson", "unknowns", "seconds", "processor", "pairs", "bytes", "residual", "first", "last"]
TEN_NODES = ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3))  # whose middles follow the corners of Abaqus' C3D10
BOX = 0.1 * 0.1 * 0.15  # m^3, of bench/mpi/box.py
SLEPC = "-eps_type lobpcg -eps_smallest_real -eps_lobpcg_blocksize 16 -st_type precond -st_ksp_type preonly -st_pc_type gamg -eps_max_it 3000"
UNITS = {"kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}


def read_box(box: Path) -> tuple[list[list[float]], list[list[int]]]:
    """Nodes and elements, whose numbers begin at 0."""
    words = [line.split() for line in box.read_text().splitlines()]
    at = words.index(["Vertices"])
    nodes = [[float(x) for x in w[:3]] for w in words[at + 2:at + 2 + int(words[at + 1][0])]]
    at = words.index(["Tetrahedra"])
    return nodes, [[int(i) - 1 for i in w[:4]] for w in words[at + 2:at + 2 + int(words[at + 1][0])]]


def edges(elements: list[list[int]]) -> dict[tuple[int, int], int]:
    """Every edge with a number: the middle nodes of ten-node elements."""
    found: dict[tuple[int, int], int] = {}
    for e in elements:
        for a, b in TEN_NODES:
            found.setdefault((min(e[a], e[b]), max(e[a], e[b])), len(found))
    return found


def processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def slepc_options(box: Path, args: argparse.Namespace) -> str:
    """SLEPc's residual has the unit of sqrt(kg); ours is divided by the root of a node's mass (docs/decisions/0152)."""
    nodes, elements = read_box(box)
    count = len(nodes) + (len(edges(elements)) if args.element == "t10" else 0)
    return f"{SLEPC} -eps_tol {1e-6 * math.sqrt(args.density * BOX / count):.3g}"


def run(box: Path, way: str, ranks: int, args: argparse.Namespace) -> list[object]:
    words = ["modes", str(box), "--fix-base", "--element", args.element, "--modes", str(args.modes),
             "--poisson", str(args.poisson), "--young", str(args.young), "--density", str(args.density), "--json", "--report", str(box) + ".report"]
    launch = [str(ROOT / "build/supple")] if way == "one" else \
        ["mpirun", "--oversubscribe", "-n", str(ranks), str(ROOT / "build/supple-mpi"), "--solver", "cholesky" if way == "slepc" else way, "--keep", str(box.parent)]
    own = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    if way == "slepc":
        own["PETSC_OPTIONS"] = slepc_options(box, args)
    begin, used = time.time(), processor()
    done = subprocess.run(launch + words, capture_output=True, text=True, env=own)
    seconds, used = time.time() - begin, processor() - used
    if done.returncode != 0:
        sys.exit(done.stderr)
    told = json.loads(done.stdout)["modes"]
    report = json.loads(Path(str(box) + ".report").read_text())
    stage = {s["name"]: s["seconds"] for s in report["stages"]}
    found = re.findall(r"iterations, ([\d.]+) s and before them ([\d.]+) s; ([\d.]+) (\w+) at most", done.stderr)
    if found:  # of all ranks
        pairs, peak = float(found[-1][0]) + float(found[-1][1]), float(found[-1][2]) * UNITS[found[-1][3]]
    else:
        pairs, peak = stage["modes"], float(max(s["peakBytes"] for s in report["stages"]))
    return [way, ranks, args.element, args.poisson, report["unknowns"], round(seconds, 2), round(used, 2), round(pairs, 2), int(peak),
            max(m["residual"] for m in told), told[0]["frequency"], told[-1]["frequency"]]


def calculix(box: Path, args: argparse.Namespace) -> list[object]:
    """The same box by CalculiX: Arnoldi's method on a factor by SPOOLES, with two threads."""
    nodes, elements = read_box(box)
    if args.element == "t10":
        middle, corners = edges(elements), len(nodes)
        elements = [e + [corners + middle[min(e[a], e[b]), max(e[a], e[b])] for a, b in TEN_NODES] for e in elements]
        nodes = nodes + [[(x + y) / 2 for x, y in zip(nodes[a], nodes[b])] for a, b in middle]
    held = [i for i, n in enumerate(nodes) if n[1] == 0.0]  # y is up
    with open(box.parent / "body.inp", "w") as out:
        out.write("*NODE, NSET=ALL\n" + "".join(f"{i + 1},{n[0]:.9g},{n[1]:.9g},{n[2]:.9g}\n" for i, n in enumerate(nodes)))
        out.write(f"*ELEMENT, TYPE={'C3D10' if args.element == 't10' else 'C3D4'}, ELSET=BODY\n")
        out.write("".join(f"{i + 1},{','.join(str(k + 1) for k in e)}\n" for i, e in enumerate(elements)))
        out.write("*NSET, NSET=HELD\n" + "".join(f"{i + 1},\n" for i in held))
        out.write(f"*BOUNDARY\nHELD,1,3\n*MATERIAL, NAME=STUFF\n*ELASTIC\n{args.young},{args.poisson}\n*DENSITY\n{args.density}\n"
                  f"*SOLID SECTION, ELSET=BODY, MATERIAL=STUFF\n*STEP\n*FREQUENCY\n{args.modes}\n*END STEP\n")
    begin, used = time.time(), processor()
    done = subprocess.run(["/usr/bin/time", "-f", "%M kB", "ccx", "-i", "body"], cwd=box.parent, capture_output=True, text=True,
                          env=dict(os.environ, OMP_NUM_THREADS="2", OMP_WAIT_POLICY="passive"))
    seconds, used = time.time() - begin, processor() - used
    if done.returncode != 0:
        sys.exit(done.stdout[-500:] + done.stderr)
    rows = re.findall(r"^ +(\d+) +(\S+) +(\S+) +(\S+) +\S+$", (box.parent / "body.dat").read_text(), re.M)[:args.modes]
    peak = 1024 * int(done.stderr.split()[-2])
    return ["calculix", 1, args.element, args.poisson, 3 * (len(nodes) - len(held)), round(seconds, 2), round(used, 2), round(seconds, 2), peak, "",
            float(rows[0][3]), float(rows[-1][3])]


def measure(args: argparse.Namespace) -> None:
    new = not Path(args.output).exists()
    with open(args.output, "a", newline="") as file:
        out = csv.writer(file)
        if new:
            out.writerow(NAMES)
        for cells in args.cells:
            with tempfile.TemporaryDirectory() as folder:
                box = Path(folder) / "box.mesh"
                with open(box, "w") as mesh:
                    subprocess.run([ROOT / "bench/mpi/box.py", str(cells)], stdout=mesh, stderr=subprocess.DEVNULL, check=True)
                for way in args.ways.split(","):
                    for ranks in [1] if way in ("one", "calculix") else [int(r) for r in args.ranks.split(",")]:
                        row = calculix(box, args) if way == "calculix" else run(box, way, ranks, args)
                        out.writerow(row)
                        file.flush()
                        print(*row, flush=True)


def panel(rows: list[dict[str, str]], column: str, title: str, left: float) -> str:
    width, height, colors = 380.0, 300.0, {"one": "#444", "cholesky": "#c33", "lobpcg": "#36c", "slepc": "#393", "calculix": "#a5a"}
    xs = [math.log10(float(r["unknowns"])) for r in rows]
    ys = [math.log10(float(r[column])) for r in rows]
    x0, x1, y0, y1 = math.floor(min(xs)), math.ceil(max(xs)), math.floor(min(ys)), math.ceil(max(ys))

    def at(x: float, y: float) -> tuple[float, float]:
        return left + width * (x - x0) / (x1 - x0), 40 + height * (1 - (y - y0) / (y1 - y0))
    out = [f'<text x="{left + width / 2}" y="20" text-anchor="middle">{title}</text>']
    for x in range(x0, x1 + 1):
        a, b = at(x, y0), at(x, y1)
        out.append(f'<path d="M{a[0]:.1f} {a[1]:.1f}V{b[1]:.1f}" stroke="#ddd"/><text x="{a[0]:.1f}" y="{a[1] + 16:.1f}" text-anchor="middle">1e{x}</text>')
    for y in range(y0, y1 + 1):
        a, b = at(x0, y), at(x1, y)
        out.append(f'<path d="M{a[0]:.1f} {a[1]:.1f}H{b[0]:.1f}" stroke="#ddd"/><text x="{a[0] - 4:.1f}" y="{a[1] + 4:.1f}" text-anchor="end">1e{y}</text>')
    lines: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for r, x, y in zip(rows, xs, ys):
        lines.setdefault((r["way"], r["ranks"]), []).append(at(x, y))
    for i, ((way, ranks), points) in enumerate(sorted(lines.items())):
        points.sort()
        dash = "" if ranks == "1" else ' stroke-dasharray="6 3"'
        out.append(f'<path d="M{" L".join(f"{p[0]:.1f} {p[1]:.1f}" for p in points)}" fill="none" stroke="{colors[way]}"{dash} stroke-width="2"/>')
        known = {"one": "supple modes", "calculix": "CalculiX", "slepc": "SLEPc's LOBPCG"}
        name = known[way] if way in ("one", "calculix") else f"{known.get(way, way)}, {ranks} rank{'s' if ranks != '1' else ''}"
        out.append(f'<text x="{left + 8}" y="{56 + 15 * i}" fill="{colors[way]}">{name}{" (dashed)" if dash else ""}</text>')
    return "\n".join(out)


def plot(args: argparse.Namespace) -> None:
    rows = list(csv.DictReader(open(args.plot)))
    Path(args.output).write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="380" font-family="sans-serif" font-size="12">'
        '<rect width="900" height="380" fill="white"/>\n' + panel(rows, "seconds", "seconds against unknowns", 50.0) + "\n" +
        panel(rows, "bytes", "bytes of all processes against unknowns", 500.0) + "\n</svg>\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cells", nargs="*", type=int)
    parser.add_argument("--ranks", default="1,2")
    parser.add_argument("--ways", default="one,cholesky,lobpcg")
    parser.add_argument("--poisson", type=float, default=0.4)
    parser.add_argument("--young", type=float, default=2000.0)
    parser.add_argument("--density", type=float, default=1020.0)
    parser.add_argument("--element", default="t4")
    parser.add_argument("--modes", type=int, default=30)
    parser.add_argument("--plot")
    parser.add_argument("-o", "--output", required=True)
    args = parser.parse_args()
    plot(args) if args.plot else measure(args)


main()
