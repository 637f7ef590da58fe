#!/usr/bin/env bash
# `supple view`: a page from a living file, a sentence from anything else.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
golden=test/golden/v1.supple
[ -s "$BUILD/page.html" ] || skip_all "supple view: tools/setup build installs clang and lld, which make its page"

check "a page is written" says 0 'page\.html' "$supple" view $golden -o "$scratch/page.html"
check "it is one file of HTML" grep -q '^<!doctype html>' "$scratch/page.html"
same_bytes() {
    sed -n 's/.*id="asset">\(.*\)<\/script>/\1/p' "$scratch/page.html" | base64 -d | gunzip | cmp - $golden
}
check "the body in it is the file, byte for byte" same_bytes
check "the same file gives the same page" eval \
    '"$supple" view $golden -o "$scratch/again.html" && cmp "$scratch/page.html" "$scratch/again.html"'
nothing_from_elsewhere() { ! grep -oE '(src|href)="[^"]*"|https?://[^"` ]+' "$scratch/page.html"; }
check "it takes nothing from elsewhere" nothing_from_elsewhere
strict() {
    grep -o 'Content-Security-Policy" content="[^"]*"' "$scratch/page.html" >"$scratch/policy" &&
        grep -q "default-src 'none'; script-src 'sha256-" "$scratch/policy" && ! grep -qE "unsafe-inline|'unsafe-eval'|\*" "$scratch/policy"
}
check "its policy allows its own script and no other" strict
small() { [ "$(wc -c <"$BUILD/page.html")" -lt 535000 ]; }
check "without a body it is smaller than 535,000 bytes" small
no_light() { ! grep -q '"skies"' "$scratch/page.html"; }
check "a body without light brings no skies" no_light
check "... and none can be asked for" says 1 'baked without light' "$supple" view $golden --light noon -o "$scratch/no.html"
cp $golden "$scratch/a<b>&.supple"
check "a name with < in it stays a name" eval \
    '"$supple" view "$scratch/a<b>&.supple" -o "$scratch/odd.html" && grep -q "<title>a&lt;b&gt;&amp; – supple</title>" "$scratch/odd.html"'

begins() { "$supple" view $golden --clip 'a<b' --box 0,1,2,3,4,5 --ball 1,2,3,0.5 --view left -o "$scratch/set.html" >/dev/null && grep -oq "$1" "$scratch/set.html"; }
check "a page begins with a clip" begins '{"clip":"a.u003cb"'
check "... from a side" begins '"view":{"yaw":1.57[0-9]*,"pitch":0.10[0-9]*}'
check "... with a box and a ball in the way" begins '"solids":\[{"kind":"box","half":\[1.5,2,2.5\],"middle":\[0,1,2\]},{"kind":"sphere","radius":0.5,"middle":\[1,2,3\]}\]'
check "half a box is none" says 2 'six numbers' "$supple" view $golden --box 1,2,3 -o "$scratch/no.html"
check "a side that is none" says 2 'does not know "inside"' "$supple" view $golden --view inside -o "$scratch/no.html"

sample sphere "$scratch/sphere.glb"
check "a file that was not baked is refused with what to do" says 1 '`supple bake` makes it one' "$supple" view "$scratch/sphere.glb" -o "$scratch/no.html"
sample jelly "$scratch/jelly.glb"
"$supple" bake --quick "$scratch/jelly.glb" --tets 300 --modes 4 -o "$scratch/jelly.soft.glb" >/dev/null 2>&1
at=$(grep -abo $'supple\r' "$scratch/jelly.soft.glb" | head -1 | cut -d: -f1) # where the asset begins
cp "$scratch/jelly.soft.glb" "$scratch/flipped.glb"
printf '\x5a\xa5\x5a' | dd of="$scratch/flipped.glb" bs=1 seek=$((at + 24)) conv=notrunc status=none # three bytes of the checksum
check "a body that was damaged on the way is refused" says 1 'its checksum is not that of its bytes. Copy or bake it again.$' "$supple" view "$scratch/flipped.glb" -o "$scratch/no.html"
check "... and info says so" says 0 'warning: .*its checksum' "$supple" info "$scratch/flipped.glb"
check "a clip that is not there is refused" says 1 'there is no clip "leap"' "$supple" view "$scratch/jelly.soft.glb" --clip leap -o "$scratch/no.html"
head -c 1000 $golden >"$scratch/cut.supple"
check "a cut file is refused with a sentence" says 1 'cut.supple' "$supple" view "$scratch/cut.supple" -o "$scratch/no.html"
check "a missing file is refused with a sentence" says 1 'missing.glb' "$supple" view "$scratch/missing.glb"
echo 'defaults: {modes: five}' >"$scratch/wrong.yaml"
check "a recipe that is wrong at first is not watched" says 1 'whole number' "$supple" view --watch "$scratch/wrong.yaml" -o "$scratch/no.html"
echo 'defaults: {modes: 4}' >"$scratch/none.yaml"
check "a watched recipe names its input" says 1 'names no input' "$supple" view --watch "$scratch/none.yaml" -o "$scratch/no.html"
check "one recipe is watched" says 2 'one recipe' "$supple" view --watch "$scratch/none.yaml" "$scratch/none.yaml" -o "$scratch/no.html"
check "two models are not beside each other" says 1 'another model' "$supple" view "$scratch/jelly.soft.glb" $golden -o "$scratch/no.html"
check "nothing was written for them" test ! -e "$scratch/no.html"
finish
