#!/usr/bin/env bash
# `supple play`: what moves the body, what is written, and a sentence for everything that cannot be.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
cd "$scratch"

sample cylinder cylinder.glb
sample tissue tissue.glb
check "a character is baked" "$supple" bake --quick cylinder.glb --tets 400 --modes 3 -o c.glb
check "organs are baked" "$supple" bake --quick tissue.glb --fix 0.1 --tets 400 --modes 3 -o t.glb
sample sphere sphere.glb && "$supple" bake --quick sphere.glb --fix 0.1 --tets 200 --modes 2 -o s.glb >/dev/null 2>&1
cat >arm.bvh <<'END'
HIERARCHY
ROOT lower
{
    OFFSET 0 0 0
    CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    JOINT upper
    {
        OFFSET 0 10 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 0 10 0
        }
    }
}
MOTION
Frames: 5
Frame Time: 0.1
0 0 0 0 0 0 0 0 0
1 0 0 0 0 0 10 0 0
2 0 0 0 0 0 20 0 0
3 0 0 0 0 0 10 0 0
4 0 0 0 0 0 0 0 0
END
sed '$d' arm.bvh | sed '$s/$/ word/' >broken.bvh
printf 'time,x,y,z\n0,0,0,0\n0.2,0,0.05,0\n0.4,0,0,0\n' >shake.csv
printf '0,0,0,0\n1,2\n' >broken.csv

# ---- what is written
"$supple" bake --quick cylinder.glb --tets 400 --modes 5 -o five.glb >/dev/null 2>&1
check "several files are laid beside each other" says 0 'both.png' "$supple" play c.glb five.glb --picture both.png --frames 2 --size 40x40 --view left
check "... which only pictures do" says 2 'write one' "$supple" play c.glb five.glb -o out.glb
farthest() { "$supple" play c.glb --seconds 0.5 "$@" -o out.csv | sed -nE 's/.*farthest ([0-9.e+-]+) .*/\1/p'; }
pushed() { awk -v a="$(farthest)" -v b="$(farthest --push 0,-30,0 --at -0.115,0.045,0,0.03)" 'BEGIN { exit !(b > 2 * a) }'; }
check "a push dents it" pushed
let_go() { # a tenth of a second's push is over at the end, and was there in between
    "$supple" play c.glb --seconds 1.5 --push 0,-30,0 --at -0.115,0.045,0,0.03 --push-for 0.1 -o gone.csv && "$supple" play c.glb --seconds 1.5 -o alone.csv &&
        paste -d, gone.csv alone.csv | awk -F, 'NR > 1 { n = NF / 2; far = 0; for (i = 2; i <= n; ++i) far += ($i - $(n + i)) ^ 2; if (far > most) most = far; last = far }
            END { exit !(most > 0 && last < 1e-3 * most) }'
}
check "... and is let go" let_go
check "a push for a while without a push" says 2 'push-for is so many seconds' "$supple" play c.glb --push-for 1 -o out.glb
check "a push without a place" says 2 'give both' "$supple" play c.glb --push 0,-30,0 -o out.glb
check "... at half a place" says 2 'four numbers' "$supple" play c.glb --push 0,-30,0 --at 1,2,3 -o out.glb
check "a box in the way is touched" says 0 'at most [1-9][0-9]* contacts' "$supple" play c.glb --seconds 0.5 --box 0,0.14,0,1,0.2,1 --ball 0,-0.2,0,0.1 -o out.glb
check "a box of nothing" says 2 'three edges above 0' "$supple" play c.glb --box 0,0,0,1,0,1 -o out.glb
check "a ball of nothing" says 2 'radius above 0' "$supple" play c.glb --ball 0,0,0,0 -o out.glb
check "no moment to show" says 2 '1 to 64' "$supple" play c.glb --picture out.png --frames 0
check "moments of a part of it" says 0 'out.png' "$supple" play c.glb --picture out.png --frames 2 --size 40x40 --between 0.5,1
lit() { "$supple" play c.glb --picture "$1" --frames 1 --size 40x40 --between 0.5,1 --light "$2"; }
check "... under a sky" eval 'lit noon.png noon && lit evening.png evening:60 && ! cmp -s noon.png evening.png && ! cmp -s noon.png out.png'
check "... that is none" says 2 '[-][-]light does not know "green"' lit no.png green
check "... or without a picture" says 2 'is for a --picture' "$supple" play c.glb --light noon -o out.glb
check "... that ends before it begins" says 2 'later than the first' "$supple" play c.glb --picture out.png --between 1,0.5
check "a view that is none" says 2 '[-][-]view does not know "inside"' "$supple" play c.glb --picture out.png --view inside
for kind in glb pc2 mdd csv; do
    check "a $kind is written" says 0 'frames at 60 a second' "$supple" play c.glb -o out.$kind
done
check "a moving picture" says 0 'out.png' "$supple" play c.glb --fps 10 --size 40x40 -o out.png
check "... has as many pictures as the take has frames" bash -c \
    '[ "$(grep -ao fcTL out.png | wc -l)" -eq "$('"'$supple'"' play c.glb --fps 10 -o out.csv | sed -nE "s/^([0-9]+) frames.*/\1/p")" ]'
check "the cost of a frame is told" says 0 'us a frame' "$supple" play c.glb -o out.csv
check "... beside the results, which are the same every time" bash -c "'$supple' play c.glb -o out.csv 2>/dev/null >one; '$supple' play c.glb -o out.csv 2>/dev/null >two; cmp one two && ! grep -q 'us a frame' one"
check "a loop tells its seam" says 0 'seam' "$supple" play c.glb --loop -o out.csv
check "pictures and plots" "$supple" play c.glb --picture out.png --plot out.svg
table_is_whole() {
    local frames
    frames=$("$supple" play c.glb --fps 30 -o out.csv | sed -nE 's/^([0-9]+) frames.*/\1/p') && [ "$(wc -l <out.csv)" -eq $((frames + 1)) ]
}
check "a table has a line a frame and its names" table_is_whole
same() { "$supple" play c.glb -o a.pc2 && "$supple" play c.glb -o b.pc2 && cmp a.pc2 b.pc2; }
check "the same bytes again" same

# ---- what moves it
printf 'lower = lower\nupper = upper\n' >arm.map
check "a motion capture through a map" says 0 '2 joints are driven by arm.bvh' "$supple" play c.glb --bvh arm.bvh --map arm.map -o out.glb
check "a motion capture moves a body without a skeleton" says 0 'frames at' "$supple" play t.glb --bvh arm.bvh -o out.pc2
check "a table of transforms" says 0 '25 frames at 60' "$supple" play t.glb --motion shake.csv -o out.csv
check "breathing" says 0 'farthest' "$supple" play t.glb --motion breathing -o out.csv
rests() {
    "$supple" play t.glb --motion shake.csv --seconds 6 -o out.csv >/dev/null &&
        awk -F, 'NR > 1 { q = $2 < 0 ? -$2 : $2; if (q > most) most = q; last = q } END { exit !(most > 0 && last < 0.002 * most) }' out.csv
}
check "organs come to rest when their support stops" rests

# ---- what cannot be
check "no output" says 2 'play needs -o FILE' "$supple" play c.glb
check "an unknown kind" says 2 'not "out.fbx"' "$supple" play c.glb -o out.fbx
check "two motions at once" says 2 'not several' "$supple" play c.glb --clip bend --motion breathing -o out.glb
check "a map without a motion" says 2 'belongs to --bvh' "$supple" play c.glb --map arm.map -o out.glb
check "no frames a second" says 2 'above 0' "$supple" play c.glb --fps 0 -o out.glb
check "a negative time" says 2 'not below 0' "$supple" play c.glb --seconds -1 -o out.glb
check "no steps" says 2 '1 to 1000' "$supple" play c.glb --substeps 0 -o out.glb
check "a file that was not baked" says 1 'supple bake' "$supple" play cylinder.glb -o out.glb
check "an unknown clip" says 1 'did you mean "bend"' "$supple" play c.glb --clip bent -o out.glb
check "a file without a clip" says 1 's.glb: has no clip, .*--motion .*--seconds' "$supple" play s.glb -o out.glb
check "... stands still for some time" says 0 '61 frames at 60' "$supple" play s.glb --seconds 1 -o out.csv
check "one frame is no frames" says 0 '^1 frame at 60' "$supple" play s.glb --seconds 0.01 -o out.csv
check "a round of no frame" says 1 'nothing to play' "$supple" play s.glb --seconds 0.001 --loop -o out.glb
check "a folder that is not there" says 1 'none/out.png: cannot be written: there is no folder none/' "$supple" play c.glb --picture none/out.png
check "a picture of another size" says 0 'small.png' "$supple" play c.glb --picture small.png --size 40x60
check "... of none" says 2 'something like 640x480' "$supple" play c.glb --picture small.png --size 40
check "... too wide" says 2 'more than 16384' "$supple" play c.glb --picture small.png --size 3000x60
check "a push of a thousand million newtons" says 0 'times the weight of what it pushes' "$supple" play c.glb --seconds 0.1 --push 0,-1e9,0 --at -0.115,0.045,0,0.03 -o out.csv
check "... that meets nothing" says 0 'nothing lies within 1 cm of that place; the nearest vertex, 9.* m away' "$supple" play c.glb --seconds 0.1 --push 0,-1,0 --at 10,0,0,0.01 -o out.csv
check "moments beyond the take" says 1 'between 3,4 lies beyond the take, which is 1 s long' "$supple" play c.glb --seconds 1 --picture late.png --between 3,4
check "... leave no picture" test ! -e late.png
check "a broken motion capture" says 1 'broken.bvh:22: number 1 of 9 of a frame is none' "$supple" play c.glb --bvh broken.bvh -o out.glb
check "joints that nobody knows" says 1 'write a map' "$supple" play c.glb --bvh arm.bvh -o out.glb
printf 'lower = lowest\n' >wrong.map
check "a map with a slip" says 1 'wrong.map:1: the character has no joint "lowest"; did you mean "lower"' "$supple" play c.glb --bvh arm.bvh --map wrong.map -o out.glb
check "a broken table" says 1 'broken.csv:2: a line has four numbers' "$supple" play t.glb --motion broken.csv -o out.glb
check "a motion that is not there" says 1 'nowhere.csv' "$supple" play t.glb --motion nowhere.csv -o out.glb
# an instrument
printf 'time,x,y,z,grip\n0,0,0.2,0,0\n0.1,0,0.07,-0.03,0\n0.2,0,0.07,-0.03,1\n0.4,0,0.1,-0.03,1\n' >tool.csv
check "an instrument presses and pulls" says 0 'pressed with [0-9.]+ N at most' "$supple" play t.glb --tool tool.csv --seconds 0.4 --tip 0.01 --picture tool.png --frames 2 --size 60x60
check "normals off and on are laid beside each other" "$supple" play t.glb --tool tool.csv --seconds 0.2 --uncorrected --picture tool2.png --frames 2 --size 60x60
printf '0,0,0,0,2\n' >jaws.csv && printf '0,0,0,0\n' >short.csv && printf '0,1,1,1\n1,1,1,1\n' >still.csv && printf '0,0,0,0\n0,1,1,1\n' >back.csv && printf '0,0,0,0\n1,here\n' >words.csv
check "jaws that are neither are refused" says 1 'jaws.csv:1.*grip is 0' "$supple" play t.glb --tool jaws.csv -o x.csv
check "an instrument of one line is refused" says 1 'two lines' "$supple" play t.glb --tool short.csv -o x.csv
check "one that never moves is refused" says 1 'never moves' "$supple" play t.glb --tool still.csv -o x.csv
check "times that do not ascend are refused" says 1 'back.csv:2.*ascend' "$supple" play t.glb --tool back.csv -o x.csv
check "words in its table are refused" says 1 'words.csv:2.*no number' "$supple" play t.glb --tool words.csv -o x.csv
check "a tip without an instrument is refused" says 2 'radius of a --tool' "$supple" play t.glb --tip 0.1 -o x.csv
check "an instrument does not loop" says 2 'played once' "$supple" play t.glb --tool tool.csv --loop -o x.csv
finish
