#!/usr/bin/env bash
# `supple simulate`: what is written, what a stop leaves behind, and a sentence for every scene that cannot be.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
cd "$scratch"

cat >jelly.yaml <<'END'
bodies:
  - {name: jelly, sample: jelly, kind: solid, tets: 100, material: {preset: jelly, young: 1e4}, held: {base: 0.1}}
  - {name: cloth, sample: sheet, kind: rigid, at: [0, 0, -0.2]}
support: {moves: [{at: 0.05, velocity: [0.4, 0, 0]}]}
seconds: 0.2
fps: 50
END
sed 's/seconds: 0.2/seconds: 20/' jelly.yaml >long.yaml

differ() { ! cmp -s "$1" "$2"; }

# ---- what is written
check "a scene is read and put together" says 0 'jelly  [0-9]+ tets, [0-9]+ nodes, [0-9]+ held' "$supple" simulate jelly.yaml --check
check "... and nothing is written of it" test "$(find . -name '*.part' -o -name '*.checkpoint' | wc -l)" -eq 0
for kind in pc2 mdd glb vtk; do
    check "a $kind is written" says 0 '11 states at 50 a second; 11 steps' "$supple" simulate jelly.yaml -o out.$kind
done
check "a .vtk is a file a state and their times" test -s out.0000.vtk -a -s out.0010.vtk -a -s out.vtk.series
check "... and nothing lies beside what was asked for" test "$(find . -name '*.part' -o -name '*.checkpoint' | wc -l)" -eq 0
check "tets of a state are read back" says 0 'elements   [1-9]' "$supple" info out.0010.vtk
check "a .glb is sound and has the motion" says 0 'simulation' "$supple" info out.glb
check "a picture by itself" says 0 'strip.png' "$supple" simulate jelly.yaml --picture strip.png --frames 3 --size 40x40 --between 0.1,0.2
cp out.pc2 whole.pc2

# ---- stops
# killed I: at a moment that chance chooses, then resumed until it is whole
cp whole.pc2 wanted.pc2
killed() { killed_until out.pc2 200 "$supple" simulate jelly.yaml -o out.pc2 && cmp out.pc2 wanted.pc2; }
check "killed at any moment, the same command ends with the same bytes" killed
check "... and with nothing beside them" test ! -e out.pc2.part -a ! -e out.pc2.checkpoint

# With contact a state is more than places: friction, stiffness, who touches whom. Each time killed at a random moment after one more
# state, ten times, then to its end.
cube_obj >cube.obj
cat >plate.obj <<'END'
v -1 0 -1
v 1 0.2 -1
v -1 0 1
v 1 0.2 1
f 1 3 4 2
END
cat >caught.yaml <<'END'
bodies:
  - {name: cube, file: cube.obj, kind: solid, cell: 0.1, at: [0, 0.13, 0], velocity: [0, -0.3, 0.2], material: {preset: rubber, young: 5e4, poisson: 0.3, density: 300}}
  - {name: plate, file: plate.obj, kind: rigid, support: {moves: [{at: 0.1, velocity: [0, 0.2, 0]}]}}
contact: {friction: 0.4, slow: 0.1, distance: 4e-3}
damping: {beta: 0.01}
accuracy: 1e-6
seconds: 1.5
END
check "a scene with contact" says 0 '91 states' "$supple" simulate caught.yaml -o caught.pc2
cp caught.pc2 wanted-caught.pc2
states_of() { stat -c %s caught.pc2.part 2>/dev/null || echo 0; }
killed_touching() {
    local kills=0 had process
    rm -f caught.pc2
    while [ ! -f caught.pc2 ] && [ $kills -lt 10 ]; do
        had=$(states_of)
        "$supple" simulate caught.yaml -o caught.pc2 >/dev/null 2>&1 &
        process=$!
        while kill -0 $process 2>/dev/null && [ "$(states_of)" -le "$had" ]; do
            sleep 0.01
        done
        sleep "0.0$((RANDOM % 6))"
        kill -9 $process 2>/dev/null
        wait $process 2>/dev/null
        kills=$((kills + 1))
    done
    [ $kills -gt 2 ] || return 1
    "$supple" simulate caught.yaml -o caught.pc2 >/dev/null 2>&1
    cmp caught.pc2 wanted-caught.pc2
}
check "with contact, killed at any moment, the same bytes" killed_touching

interrupted() {
    rm -f long.pc2*
    "$supple" simulate long.yaml -o long.pc2 >said 2>&1 &
    local process=$! tries=0
    while [ ! -f long.pc2.checkpoint ] && [ $tries -lt 600 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    kill -TERM $process
    wait $process 2>/dev/null
    [ $? -eq 143 ] && grep -q 'the same command goes on from there' said && [ -s long.pc2.part ] && [ ! -e long.pc2 ]
}
check "a signal ends it with a word how to go on" interrupted
check "another scene does not go on from there" says 1 'checkpoint of another scene.*--anew' "$supple" simulate jelly.yaml -o long.pc2
check "... but begins anew when told to" says 0 '11 states' "$supple" simulate jelly.yaml -o long.pc2 --anew
check "... to the same bytes" cmp long.pc2 wanted.pc2
for threads in 1 2 3; do
    check "$threads threads have the same bytes" says 0 '11 states' "$supple" simulate jelly.yaml -o out.pc2 --threads $threads
    check "... indeed" cmp out.pc2 wanted.pc2
done

# ---- a clip
"$supple" sample cylinder -o tube.glb >/dev/null
sed 's/support: .*/support: {follows: {file: tube.glb, clip: bend, node: tip}}/' jelly.yaml >file.yaml
sed 's/support: .*/support: {follows: {sample: cylinder, clip: bend, node: tip}}/' jelly.yaml >sample.yaml
check "a support follows the clip of a file" says 0 '11 states' "$supple" simulate file.yaml -o file.pc2
check "... or of a sample" says 0 '11 states' "$supple" simulate sample.yaml -o sample.pc2
check "... which is the same" cmp file.pc2 sample.pc2
check "... and not that of a support that stands" differ file.pc2 wanted.pc2
check "a node that does not move is told" says 0 'file.yaml:4: the clip does not move node "base"' \
    sh -c "sed -i 's/node: tip/node: base/' file.yaml && '$supple' simulate file.yaml -o file.pc2 2>&1"

# ---- what cannot be
# bad PATTERN: scene on stdin is refused with file and line, and nothing is written
bad() {
    cat >bad.yaml
    rm -f bad.pc2*
    says 1 "$1" "$supple" simulate bad.yaml -o bad.pc2 && [ -z "$(ls bad.pc2* 2>/dev/null)" ]
}
check "a word that is none" bad 'bad.yaml:2: "masss" is no key of a body' <<'END'
bodies:
  - {name: a, sample: jelly, kind: solid, masss: 3}
END
check "a sample that there is not" bad 'bad.yaml:1: there is no sample "jely"; did you mean "jelly"' <<'END'
bodies: [{name: a, sample: jely, kind: solid}]
END
check "a node that is held twice" bad 'bad.yaml:3: the node at .* is held twice' <<'END'
bodies:
  - {name: a, sample: jelly, kind: solid, tets: 50, held: {base: 0.1}}
springs: [{region: {base: 0.2}, stiffness: 3}]
END
check "a support without a body" bad 'bad.yaml:2: the support carries no body' <<'END'
bodies: [{name: a, sample: jelly, kind: solid, tets: 50}]
support: {moves: [{at: 0, velocity: [1, 0, 0]}]}
END
check "a sheet without thickness" bad 'bad.yaml:2: "thickness" is above 0' <<'END'
bodies:
  - {name: a, sample: sheet, kind: shell, material: {thickness: 0}}
END
check "a number that is none" bad 'bad.yaml:2: "seconds" is a number, not "nan"' <<'END'
bodies: [{name: a, sample: sheet, kind: shell}]
seconds: nan
END
check "no YAML" bad 'bad.yaml:[0-9]+: is no YAML' <<'END'
bodies: [
END
# odd: scene on stdin is taken, with a word on its size
odd() {
    cat >odd.yaml
    says 0 "$1" "$supple" simulate odd.yaml --check
}
check "a jelly of a kilometre is doubted" odd 'odd.yaml:2: the body "a" is 1 km long at .unit: 10000.' <<'END'
bodies:
  - {name: a, sample: jelly, kind: solid, unit: 10000, tets: 100}
END
check "... and so is the weight of one of ten metres" odd 'odd.yaml:2: the nodes of "a" weigh [0-9]+ t in all, in a body 10 m long' <<'END'
bodies:
  - {name: a, sample: jelly, kind: solid, unit: 100, tets: 100}
END
check "moments beyond the states" says 1 'between 3,4 lies beyond the take' "$supple" simulate jelly.yaml --picture late.png --between 3,4
check "a scene that is not there" says 1 'nowhere.yaml: cannot be opened' "$supple" simulate nowhere.yaml -o out.pc2
check "nothing to write" says 2 'needs -o FILE' "$supple" simulate jelly.yaml
check "another kind of file" says 2 'is a .pc2, .mdd, .glb or .vtk' "$supple" simulate jelly.yaml -o out.obj
check "a folder that there is not" says 1 'there is no folder' "$supple" simulate jelly.yaml -o nowhere/out.pc2
finish
