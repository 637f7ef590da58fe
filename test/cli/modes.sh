#!/usr/bin/env bash
# `supple modes`: a table, JSON, files, CalculiX's numbers, and a sentence for everything that cannot be.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
data=${SUPPLE_DATA:-$SOURCE/../shared/data}
cd "$scratch"

for name in jelly cylinder sphere; do sample $name $name.glb; done
nodes='MeshVersionFormatted 1\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n7 7 7 0\n'
printf "${nodes}Tetrahedra\n1\n1 2 3 4 7\nEnd\n" >one.mesh
printf "${nodes}Tetrahedra\n1\n1 3 2 4 7\nEnd\n" >inverted.mesh
printf "${nodes}Tetrahedra\n1\n1 2 2 4 7\nEnd\n" >twice.mesh
printf 'MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n1 1 0 0\nTetrahedra\n1\n1 2 3 4 7\nEnd\n' >flat.mesh
printf 'MeshVersionFormatted 1\nDimension 3\nVertices\n8\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n3 0 0 0\n4 0 0 0\n3 1 0 0\n3 0 1 0\nTetrahedra\n2\n1 2 3 4 7\n5 6 7 8 7\nEnd\n' >two.mesh

check "a filled surface is told of, with its mass" says 0 'body +0.1 x 0.1 x 0.1 m, 0.9[0-9]+ kg' "$supple" modes jelly.glb --fix-base --count 800 --quick
check "fixed nodes are counted" says 0 'fixed +[0-9]+ nodes' "$supple" modes jelly.glb --fix-base --count 800 --quick
check "modes are listed with frequencies" says 0 '^ +10 +[0-9]+\.[0-9]+ ' "$supple" modes jelly.glb --fix-base --count 800 --quick
check "cells too large are told by what half of them change, tried" says 0 'cells +half as large \([0-9]+ tets\) make the first mode [0-9.]+ % faster' "$supple" modes jelly.glb --fix-base --count 200
check "... or by what twice their size does" says 0 'cells +half as large would change the first mode by about' "$supple" modes jelly.glb --fix-base --count 200 --quick
check "rigid motions are kept apart" says 0 '6 rigid motions found and kept apart' "$supple" modes jelly.glb --count 800
check "a body that nothing holds is told how to be held" says 0 'participation is 0; --fix-base or --fix-nodes' "$supple" modes jelly.glb --count 800
check "two loose pieces have twelve" says 0 '12 rigid motions' "$supple" modes two.mesh --element t4 --modes 5
check "a part of a character rides on its bones" says 0 'its part "upper soft"' "$supple" modes cylinder.glb --part "upper soft" --count 300 --material fat
check "a part by place" says 0 'its part "part"' "$supple" modes sphere.glb --color e4572e --count 300 --quick
check "an inverted element is turned round" says 0 '^ +6 ' "$supple" modes inverted.mesh --element t4 --modes 6
printf 'v 0 0 0\nv 170 0 0\nv 0 170 0\nv 0 0 170\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n' >large.obj

# the values of a field of the modes, one a line
field() { sed -nE "s/^ +\"$1\": ([0-9.eE+-]+),?$/\1/p"; }
json() { "$supple" modes "$@" --json; }
counts() {
    json one.mesh --element t4 --modes 6 >a.json && [ "$(field frequency <a.json | wc -l)" -eq 6 ] && grep -q '"rigidModes": 6' a.json &&
        [ "$(field eigenvalue <a.json | wc -l)" -eq 6 ] && [ "$(field residual <a.json | wc -l)" -eq 6 ]
}
check "JSON has a frequency, a value and a residual for each mode" counts
alone() {
    json one.mesh --modes 2 -o alone --picture alone.png --report alone.json >a.json && [ -s alone-mode02.vtk ] && [ -s alone.png ] &&
        [ "$(head -c 1 a.json)" = '{' ] && [ "$(tail -n 1 a.json)" = '}' ] && ! grep -q kB a.json
}
check "JSON stands alone on stdout, also when files are written" alone
first() { json jelly.glb --fix-base --count 500 --quick --modes 3 --first 3 --dies-out 2 | field frequency | head -1 | awk '{ exit !($1 > 2.9999999 && $1 < 3.0000001) }'; }
check "--first puts the first mode there" first
twice() {
    local soft=$(json one.mesh --modes 3 --young 1000 | field frequency | tail -1) stiff=$(json one.mesh --modes 3 --young 4000 | field frequency | tail -1)
    awk "BEGIN { x = $stiff / $soft; exit !(x > 1.9999999 && x < 2.0000001) }"
}
check "four times the stiffness is twice the frequency" twice
slow() { json jelly.glb --fix-base --count 500 --quick --below 4 | field frequency | awk '{ ++n } $1 >= 4 { bad = 1 } END { exit bad || n < 3 }'; }
check "--below gives what lies below" slow
check "--visible leaves out what nobody sees" says 0 'left out +[0-9]+ modes that nobody would see' "$supple" modes jelly.glb --fix-base --count 500 --quick --visible 0.02,1
check "--excited says how much of the answer there is" says 0 'take up [0-9.]+ % of what a slow shake' "$supple" modes jelly.glb --fix-base --count 500 --quick --modes 4 --excited
unit() { # frequencies go with the inverse of the size
    local metre=$(json one.mesh --modes 3 | field frequency | tail -1) centimetre=$(json one.mesh --modes 3 --unit 0.01 | field frequency | tail -1)
    awk "BEGIN { x = $centimetre / $metre; exit !(x > 99.99999 && x < 100.00001) }"
}
check "--unit makes a body smaller and faster" unit
check "a size that cannot be is noticed" says 0 'many times its size: .*--unit is wrong' "$supple" modes large.obj --fix-base --count 100 --modes 1
threads() {
    for n in 1 2; do
        json jelly.glb --fix-base --count 800 --quick --threads $n >$n.json && "$supple" modes jelly.glb --fix-base --count 800 --quick --modes 2 --threads $n -o t$n || return 1
    done
    cmp 1.json 2.json && cmp t1-mode01.vtk t2-mode01.vtk && cmp t1-mode02.vtk t2-mode02.vtk
}
check "threads change no byte" threads
folder() { mkdir -p out && "$supple" modes one.mesh --modes 2 -o out && grep -aq 'VECTORS mode' out/mode02.vtk && "$supple" info out/mode01.vtk; }
check "modes are written into a folder, and read back" folder
stages() { "$supple" modes one.mesh --modes 2 --report r.json && grep -q '"name": "modes"' r.json && [ "$(field peakBytes <r.json | awk '$1 < 1e6' | wc -l)" -eq 0 ]; }
check "--report has seconds and memory by stage" stages
check "the picture is a PNG" cmp -n 4 alone.png <(printf '\211PNG')

# every elastic mode of a table within 2e-6 of CalculiX
as_calculix() {
    local table=$1 mesh=$2
    shift 2
    awk -F, '/^[0-9]/ && $2 > 0.01 { print $2 }' "$data/oracle/$table.csv" | tail -n +"$first_elastic" >expected
    json "$data/tet/$mesh" --element t4 --mass ccx --modes "$(wc -l <expected)" --density 1000 "$@" | field eigenvalue >found || return 1
    [ -s expected ] && [ "$(wc -l <found)" -eq "$(wc -l <expected)" ] && paste found expected | awk '{ d = $1 / $2 - 1; if (d > 2e-6 || d < -2e-6) { print NR, $0; bad = 1 } } END { exit bad }'
}
if [ -d "$data/oracle" ]; then
    first_elastic=1
    check "a clamped beam vibrates as in CalculiX" as_calculix beam3_tet_clamped beam3_tet.veg --young 1e7 --poisson 0.45 --fix-nodes 50,51,102,103,154,155,206,207
    check "a free beam too" as_calculix beam3_tet_free beam3_tet.veg --young 1e7 --poisson 0.45
    check "a loaf too" as_calculix bread_free bread.vtk --young 1e5 --poisson 0.45
    check "a comb too" as_calculix comb_free comb.tet.veg --young 1e9 --poisson 0.45
    check "a rod too" as_calculix rod_free rod.msh --young 1e6 --poisson 0.4
    check "an elbow too" as_calculix sfepy_elbow_free sfepy_elbow.mesh --young 1e7 --poisson 0.3
    check "a torus too" as_calculix torus_free reduced_torus/torus_mesh.vtk --young 1e6 --poisson 0.4
fi

# interrupted COMMAND...: Ctrl-C after half a second ends it within one
interrupted() {
    timeout -k 1 -s INT 0.5 env --default-signal=INT "$@"
    [ $? -eq 124 ] # and not killed a second later
}
check "Ctrl-C ends it within a second" interrupted "$supple" modes jelly.glb --count 30000 --modes 100
check "how far it is, and how long yet, on a terminal" bash -c "script -qec \"TERM=xterm '$supple' modes jelly.glb --count 4000 --modes 40\" /dev/null | grep -qaE 'finding modes  [0-9]+ %, about [0-9]+ s left'"
refuse() { check "$1" says "$2" "$3" "$supple" modes "${@:4}"; }
refuse "more modes than there can be" 1 '7 modes are asked for, but 4 nodes that may move have only 6' one.mesh --element t4 --modes 7
refuse "more elements than any machine can take" 1 'finding 10 modes of 1000000000 tets would take about [0-9.]+ PB and [0-9]+ years, and this machine has .* left; ask for fewer' jelly.glb --count 1000000000
refuse "a thousand modes of a million" 1 'would take about [0-9]+ GB and [0-9]+ hours' jelly.glb --count 1000000 --modes 1000
refuse "everything fixed" 1 'nothing is free to move' one.mesh --fix-nodes 0,1,2,3
refuse "held in a point" 1 'only a point, about which it still turns' one.mesh --fix-nodes 2
refuse "held on a line" 1 'only a line' one.mesh --fix-nodes 2,3
refuse "a piece that nothing holds" 1 'no fixed node while others have' two.mesh --fix-nodes 0,1,2
refuse "a node that is not there" 1 'names node 9 ' one.mesh --fix-nodes 9
refuse "a node of no element" 1 'names node 4 .*no element' one.mesh --fix-nodes 4
refuse "a node below 0" 1 'names node -1' one.mesh --fix-nodes -1
refuse "a node that is no number" 2 'node numbers from 0' one.mesh --fix-nodes 0,x
refuse "an empty place in the list" 2 'node numbers from 0' one.mesh --fix-nodes 0,,1
refuse "nodes of a surface" 1 'is for files of tets' jelly.glb --fix-nodes 3 --count 500
refuse "an element without volume" 1 'flat.mesh' flat.mesh
refuse "an element with a node twice" 1 'twice.mesh' twice.mesh
refuse "what cannot be squeezed" 1 "Poisson's ratio is 0.5" one.mesh --poisson 0.5
refuse "a stiffness below 0" 1 "Young's modulus is -3" one.mesh --young -3
refuse "no density" 1 'the density is 0' one.mesh --density 0
refuse "an unknown material" 1 'there is no material "mud"; there are fat' one.mesh --material mud
refuse "paint that is not there" 1 'no vertex has an attribute "_X"' jelly.glb --stiffness-attribute _X --count 500
refuse "paint on tets" 1 'is for surfaces' one.mesh --stiffness-attribute _X
refuse "a part of tets" 1 'a part is for surfaces' one.mesh --part belly
refuse "cells of tets" 1 'taken as they are' one.mesh --count 30
refuse "an unknown part" 1 'did you mean "upper soft"' cylinder.glb --part "uper soft"
refuse "energy out of nothing" 1 'beta is -1' one.mesh --modes 3 --damping 1,-1
refuse "two ways of damping" 2 'give one of' one.mesh --damping 1,1 --dies-out 2
refuse "half a damping" 2 'two numbers' one.mesh --damping 1
refuse "three numbers for two ratios" 2 'four numbers' one.mesh --ratios 1,2,3
refuse "a first frequency of 0" 2 'above 0' one.mesh --first 0
refuse "nothing below" 1 'no mode lies below' one.mesh --below 1e-6
refuse "nothing to be seen" 1 'no mode can be seen' one.mesh --visible 1000,1e-6
refuse "a bound and a first frequency" 2 '--first changes all frequencies' one.mesh --below 3 --first 2
refuse "half of what can be seen" 2 'metres and newtons' one.mesh --visible 3
refuse "a frequency below 0" 2 'above 0' one.mesh --below -3
refuse "a unit of nothing" 2 'unit is above 0' one.mesh --unit 0
refuse "no modes" 2 'above 0' one.mesh --modes 0
refuse "fewer than none" 2 'above 0, not -1' one.mesh --modes -1
refuse "a piece held in a point" 1 'the piece with node 4 is only a point' two.mesh --fix-nodes 0,1,2,5
refuse "an unknown element" 2 't4 or t10' one.mesh --element t5
refuse "an unknown mass" 2 'consistent, hrz or ccx' one.mesh --mass lumped
refuse "two sizes" 2 'one of --edge, --cells and --count' jelly.glb --cells 8 --edge 1
refuse "a folder that is not there" 1 'cannot be written' one.mesh --modes 3 -o none/x
"$supple" tets jelly.glb --cells 4 --order 10 -o ten.vtk >/dev/null
check "ten-node elements of a file stay" says 0 'tets of 10 nodes' "$supple" modes ten.vtk --modes 2
refuse "ten-node elements cannot become four-node ones" 1 'stay as they are' ten.vtk --element t4
finish
