#!/usr/bin/env bash
# `supple tets`: volumes for surfaces, other people's tets, files that read back, sentences.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
cd "$scratch"

for name in jelly sphere sheet; do sample $name $name.glb; done
printf 'MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\nTetrahedra\n1\n1 2 3 4 7\nEnd\n' >one.mesh
printf '$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 99999999 1 9\n' >short.msh
printf 'MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\nTetrahedra\n1\n1 2 3 9 7\nEnd\n' >index.mesh
printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 1 3\n' >line.obj

# the first number of a line of the last run's output, by the line's first word
number() { sed -nE "s/^ +$1 +([0-9.e+-]+).*/\1/p" says | head -1; }
above() { awk "BEGIN { exit !($1 > $2) }"; }

check "auto cuts a closed body" says 0 'lattice +solid, cells of .*nothing of it was lost' "$supple" tets jelly.glb --cells 12
check "auto encloses a sheet" says 0 'lattice +enclosing, .*encloses no volume' "$supple" tets sheet.glb --cells 12
check "solid is as asked" says 0 'lattice +solid, .*as asked' "$supple" tets sphere.glb --tets solid --cells 8
check "enclose is as asked, and all angles are the lattice's" says 0 '60.0 to 90.0' "$supple" tets sphere.glb --tets enclose --cells 8
check "enclosed vertices are all inside" says 0 'embedded .*, 0 outside' "$supple" tets sphere.glb --tets enclose --cells 8
check "a sheet has no solid, and that is a sentence" says 1 'no tet fits inside the surface' "$supple" tets sheet.glb --tets solid --cells 12
check "grading an enclosure is noted" says 0 'only a solid lattice can be graded' "$supple" tets sheet.glb --cells 12 --graded

check "more than any machine can hold is refused, with an estimate" says 1 '1000000000 tets would take about [0-9.]+ GB and [0-9]+ hours, and this machine has .* left; ask for fewer' "$supple" tets jelly.glb --count 1000000000
check "--edge is the cell's edge" says 0 'cells of 0.0625:' "$supple" tets sheet.glb --edge 0.0625
counts() {
    for count in 3000 20000; do
        "$supple" tets sphere.glb --count $count >says || return 1
        above "$(number tets)" "0.7 * $count" && above "1.4 * $count" "$(number tets)" || return 1
    done
}
check "--count is nearly met" counts
graded() {
    "$supple" tets jelly.glb --cells 24 >says && local all=$(number tets) volume=$(number volume)
    "$supple" tets jelly.glb --cells 24 --graded >says || return 1
    above "$all" "2 * $(number tets)" && [ "$(number volume)" = "$volume" ]
}
check "--graded has half the tets and the same volume" graded

for out in solid.vtk solid.msh; do
    check "$out is written" says 0 "^$out  [0-9.]+ kB" "$supple" tets sphere.glb --cells 8 -o $out
    check "$out reads back" says 0 'tetrahedra of 4 nodes' "$supple" info $out
    check "$out in decimals is written" says 0 "^a$out" "$supple" tets sphere.glb --cells 8 --ascii -o a$out
    same() { diff <("$supple" info $out | tail -n +3) <("$supple" info a$out | tail -n +3); }
    check "$out in decimals is the same volume" same
    check "$out with ten nodes is written" says 0 "^t$out" "$supple" tets sphere.glb --cells 8 --order 10 -o t$out
    check "$out with ten nodes reads back" says 0 'tetrahedra of 10 nodes' "$supple" info t$out
done
threads() {
    "$supple" tets jelly.glb --cells 10 --threads 1 -o one.vtk && "$supple" tets jelly.glb --cells 10 --threads 3 -o three.vtk && cmp one.vtk three.vtk
}
check "threads change no byte" threads
check "a picture is written" says 0 '^cut.png' "$supple" tets sphere.glb --cells 8 --picture cut.png
check "the picture is a PNG" cmp -n 4 cut.png <(printf '\211PNG')

check "tets of a file are checked" says 0 'tets +1, 4 nodes' "$supple" tets one.mesh
check "tets of a file are measured against a surface" says 0 'embedded' "$supple" tets sphere.glb --tets solid.vtk
check "tets of a file are written anew" says 0 '^new.msh' "$supple" tets solid.vtk -o new.msh
check "a file that ends too soon is named with its line" says 1 'short.msh:5: announces 99999999 nodes' "$supple" tets short.msh
check "a node that is not there is named with its line" says 1 'index.mesh:11: ' "$supple" tets index.mesh
check "a surface without triangles is refused" says 1 '.' "$supple" tets line.obj
check "a missing file is refused" says 1 'none.obj: cannot be opened' "$supple" tets none.obj
check "missing tets are refused" says 1 'none.vtk: cannot be opened' "$supple" tets sphere.glb --tets none.vtk
check "cells too many are a sentence" says 1 'would be too many' "$supple" tets sphere.glb --edge 1e-7
check "a folder that is not there is an error" says 1 'cannot be written' "$supple" tets sphere.glb --cells 8 -o none/x.vtk

check "two sizes are a wrong command line" says 2 'one of --edge, --cells and --count' "$supple" tets sphere.glb --cells 8 --edge 1
check "a size below 0 is a wrong command line" says 2 'above 0' "$supple" tets sphere.glb --cells -3
check "five nodes are a wrong command line" says 2 'order is 4 or 10' "$supple" tets sphere.glb --order 5
check "an unknown output is a wrong command line" says 2 'a .vtk or a .msh' "$supple" tets sphere.glb -o x.stl
check "no time is a wrong command line" says 2 'seconds is above 0' "$supple" tets sphere.glb --tets gmsh --seconds 0

mkdir empty fake tmp
check "a mesher that is not installed is named" says 1 '`tetgen` is not installed' env PATH="$scratch/empty" "$supple" tets sphere.glb --tets tetgen
printf '#!/bin/sh\necho Error: faces overlap\nexit 1\n' >fake/gmsh
chmod +x fake/gmsh
check "a mesher that fails is quoted" says 1 '`gmsh` failed with exit code 1: "Error: faces overlap"' env TMPDIR="$scratch/tmp" PATH="$scratch/fake:$PATH" "$supple" tets sphere.glb --tets gmsh
check "nothing is left of it" rmdir tmp
finish
