#!/usr/bin/env bash
# `supple record`: what a stop leaves behind, several at once, and a sentence for everything that cannot be.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
cd "$scratch"

cube_obj >cube.obj
cat >cube.yaml <<'END'
bodies: [{name: cube, file: cube.obj, kind: solid, tets: 60, material: {young: 2e4}, held: {base: 0.05}}]
damping: {beta: 0.004}
fps: 50
palette:
  speeds: [[-0.3, 0, 0], [0, 0, 0], [0.3, 0, 0]]
  entries:
    - {name: left, support_impulse: [-0.3, 0, 0]}
    - {name: right, support_impulse: [0.3, 0, 0]}
    - {name: bump, body_impulse: [0, 0.2, 0]}
  shortest: 0.1
  longest: 0.6
  responses: 12
  chains: 3
END
sed 's/responses: 12/responses: 9000/' cube.yaml >long.yaml

nothing_beside() { test "$(find . -name '*.part' -o -name '*.checkpoint' -o -name '*.lock' | wc -l)" -eq 0; }

# ---- what is written
check "a palette is read" says 0 '12 responses in 3 chains, 0.1 to 0.6 s each' "$supple" record cube.yaml --check
check "... and nothing is written" nothing_beside
check "a scene is recorded" says 0 'whole.rec  12 responses' "$supple" record cube.yaml -o whole.rec
check "... with nothing beside it" nothing_beside
check "info tells what is in it" says 0 'responses  12' "$supple" info whole.rec
check "... entry by entry" says 0 'bump  ' "$supple" info whole.rec
check "... as JSON too" says 0 '"chains": 3' "$supple" info --json whole.rec
check "what is whole is not made again" says 0 'is whole: there was nothing left to do' "$supple" record cube.yaml -o whole.rec
check "... unless it is asked for" says 0 'anew.rec  12 responses' "$supple" record cube.yaml -o anew.rec --anew
check "... which is the same" cmp whole.rec anew.rec
check "any number of threads too" says 0 'threads.rec  12 responses' "$supple" record cube.yaml -o threads.rec --threads 1
check "... has the same bytes" cmp whole.rec threads.rec

# ---- stops
# killed at moments that chance chooses, then resumed until it is whole
killed() { killed_until out.rec 60 "$supple" record cube.yaml -o out.rec && cmp out.rec whole.rec; }
check "killed at any moment, the same command ends with the same bytes" killed
check "... which one more finds whole" says 0 'is whole' "$supple" record cube.yaml -o out.rec
check "... and with nothing beside them" nothing_beside

interrupted() {
    "$supple" record long.yaml -o long.rec >said 2>&1 &
    local process=$! tries=0
    while [ ! -f long.rec.chain0.checkpoint ] && [ $tries -lt 600 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    kill -TERM $process
    wait $process 2>/dev/null
    [ $? -eq 143 ] && grep -q 'the same command goes on from there' said && [ -s long.rec.chain0.part ] && [ ! -e long.rec ]
}
check "a signal ends it with a word how to go on" interrupted
check "another scene does not go on from there" says 1 'checkpoint of another scene.*--anew' "$supple" record cube.yaml -o long.rec
check "... but begins anew when told to" says 0 'long.rec  12 responses' "$supple" record cube.yaml -o long.rec --anew
check "... to the same bytes" cmp long.rec whole.rec
check "a recording of another scene is not written over" says 1 'is there already.*--anew' "$supple" record long.yaml -o whole.rec

# three at once, of which one is killed: the others take over what it left
together() {
    local first second third
    "$supple" record cube.yaml -o shared.rec >one 2>&1 &
    first=$!
    "$supple" record cube.yaml -o shared.rec >two 2>&1 &
    second=$!
    "$supple" record cube.yaml -o shared.rec >three 2>&1 &
    third=$!
    sleep 0.1
    kill -9 $first 2>/dev/null
    wait $second && wait $third && cmp shared.rec whole.rec
}
check "several at once share the chains and end with the same bytes" together
check "... and with nothing beside them" nothing_beside

# ---- more of it, and what there is so far
cp whole.rec more.rec
check "a whole recording goes on where starts are missing" says 0 '2 chains more' "$supple" record cube.yaml -o more.rec --more 2
check "... and is whole then" says 0 'is whole' "$supple" record cube.yaml -o more.rec --more 2
check "... for those who want no more, too" says 0 'is whole' "$supple" record cube.yaml -o more.rec
check "... with nothing beside it" nothing_beside
check "more of a point cache" says 2 'knows no --check, --more' "$supple" record --from a.pc2 --events e.yaml -o b.rec --more 2
half_way() {
    rm -f long.rec
    "$supple" record long.yaml -o long.rec >said 2>&1 &
    local process=$! tries=0 code=1
    while [ $code -ne 0 ] && [ $tries -lt 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
        "$supple" record long.yaml -o long.rec --so-far some.rec >so_far 2>&1 && code=0
    done
    kill -9 $process
    wait $process 2>/dev/null
    grep -q 'some.rec  [0-9]* of [0-9]* states' so_far && "$supple" reduce some.rec >/dev/null
}
check "what there is so far is a recording of its own" half_way
rm -f long.rec.*
check "... when there is nothing" says 1 'has no response yet' "$supple" record long.yaml -o none.rec --so-far some.rec
check "... into another file" says 2 'names another file' "$supple" record long.yaml -o none.rec --so-far none.rec

# ---- a few shapes
check "a recording is reduced" says 0 'shapes     [1-9]' "$supple" reduce whole.rec --tolerance 0.05
check "... to a rank" says 0 'shapes     2 of' "$supple" reduce whole.rec --rank 2 --plot a.svg --orbits b.svg --picture a.png --shapes b.png
check "... and drawn" test -s a.svg -a -s b.svg -a -s a.png -a -s b.png
check "... by the paper's rule, for programs" says 0 '"frobeniusError"' "$supple" reduce whole.rec --spectral 0.1 --json
check "one rule at a time" says 2 'give one of --rank, --tolerance and --spectral' "$supple" reduce whole.rec --rank 2 --tolerance 0.1
check "a rank that is none" says 2 'rank is 1 to 255' "$supple" reduce whole.rec --rank 256
check "what is no recording" says 1 'is no recording: `supple record` makes them' "$supple" reduce cube.obj

# ---- another simulator's motion
for i in 0 1 2 3; do cp cube.obj still_00$i.obj; done
printf 'surface: cube.obj\npalette: {entries: [{name: bump, body_impulse: [0, 1, 0]}]}\nevents: [{frame: 1, entry: bump}]\n' >still.yaml
check "what does not move is recorded" says 0 'still.rec  4 states' "$supple" record --from 'still_%03d.obj' --events still.yaml -o still.rec
check "... and reduced, with what there is to draw" says 0 'there are no shapes' "$supple" reduce still.rec --shapes still.png --strip s.png --at 0,3
check "a state that is none" says 2 'takes states from 0 to 3, not "4"' "$supple" reduce still.rec --strip s.png --at 0,4
for i in 0 1 2 3 4 5; do sed "s/v 0.1 0.2/v 0.1$i 0.2/" cube.obj >frame_00$i.obj; done
cat >events.yaml <<'END'
surface: cube.obj
palette: {entries: [{name: bump, body_impulse: [0, 1, 0]}]}
events: [{frame: 1, entry: bump}]
END
check "numbered meshes become a recording" says 0 'frames.rec  6 states, 1 responses' "$supple" record --from frame_%03d.obj --events events.yaml -o frames.rec
check "... which is read" says 0 'bump                 1 of 0.167 to 0.167 s' "$supple" info frames.rec
rm frame_000.obj frame_001.obj
check "files that are not there" says 1 'is not there, nor is the one numbered 1' "$supple" record --from frame_%03d.obj --events events.yaml -o none.rec
check "a cache that is not there is told before its events are read" says 1 'none.pc2: cannot be opened' "$supple" record --from none.pc2 --events events.yaml -o none.rec
echo junk >junk.rec
check "junk that is called a recording" says 1 'junk.rec: is no recording' "$supple" info junk.rec
check "a cache needs its events" says 2 'go together' "$supple" record --from frame_%03d.obj -o none.rec
check "... and no scene" says 2 'takes the place of a scene' "$supple" record cube.yaml --from frame_%03d.obj --events events.yaml -o none.rec

# ---- sentences
sed '/palette/,$d' cube.yaml >none.yaml
check "a scene without a palette" says 1 'none.yaml: has no "palette"' "$supple" record none.yaml --check
sed 's/longest: 0.6/longest: 0.05/' cube.yaml >short.yaml
check "times that contradict" says 1 'short.yaml:5: "longest" is 0.05 s, less than "shortest", 0.1 s' "$supple" record short.yaml --check
check "an output that is no recording" says 2 'the output is a .rec' "$supple" record cube.yaml -o out.pc2
check "no output" says 2 'record needs -o' "$supple" record cube.yaml
head -c 3000 whole.rec >torn.rec
check "a torn recording" says 1 'is torn: it does not have as many states' "$supple" info torn.rec
head -c 100 whole.rec >torn.rec
check "... in its head" says 1 'is torn: it ends in its head' "$supple" info torn.rec
full_disk() {
    ln -sf /dev/full full.rec.chain0.part
    says 1 'is the disk full|cannot be' "$supple" record cube.yaml -o full.rec
}
check "a full disk is told" full_disk
finish
