#!/usr/bin/env bash
# `supple render`: pictures of the size asked for, and sentences for what cannot be drawn.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple

png_size() { # width and height stand in the header, big-endian
    od -An -tu1 -j16 -N8 "$1" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }'
}
is_size() { # is_size WxH arguments...: renders, and the picture has that size
    local size=$1
    shift
    "$supple" render "$@" --samples 1 -o "$scratch/x.png" && [ "$(png_size "$scratch/x.png")" = "$size" ]
}
sample jelly "$scratch/jelly.glb"
sample cylinder "$scratch/cylinder.glb"
jelly=$scratch/jelly.glb cylinder=$scratch/cylinder.glb
clip=$("$supple" render "$cylinder" --clip none 2>&1 | sed -E 's/.*only "([^"]+)".*/\1/')

check "a picture has the size asked for" is_size 100x80 "$jelly" -s 100x80
check "views stand in a row" is_size 240x60 "$jelly" -s 80x60 -v front,top,-30:20
check "moments stand in a row" is_size 180x50 "$cylinder" -s 60x50 --clip "$clip" -n 3
check "the only clip needs no name" is_size 180x50 "$cylinder" -s 60x50 -n 3
check "views of moments make rows" is_size 120x100 "$cylinder" -s 60x50 --clip "$clip" -n 2 -v front,left
check "a moment before the clip is refused" says 2 'counts from 0' "$supple" render "$scratch/cylinder.glb" --time -1
for color in material part piece weights; do
    check "--color $color is drawn" is_size 60x50 "$cylinder" -s 60x50 --color $color
done
check "wires and flat faces are drawn" is_size 60x50 "$jelly" -s 60x50 -w --flat --no-ground
in_place() { mkdir "$scratch/here" && (cd "$scratch/here" && "$supple" render ../jelly.glb -s 32x32 >/dev/null && [ -f jelly.png ]); }
check "without -o it goes to NAME.png here" in_place
check "the result is said on stdout" says 0 'x.png  [0-9.]+ kB' "$supple" render "$jelly" -s 32x32 -o "$scratch/x.png"
same() { "$supple" render "$jelly" -s 64x48 -o "$scratch/a.png" && "$supple" render "$jelly" -s 64x48 -o "$scratch/b.png" && cmp "$scratch/a.png" "$scratch/b.png"; }
check "the same file gives the same bytes" same

other() { "$supple" render "$cylinder" -s 60x50 --samples 1 --light "$1" -o "$scratch/a.png" && "$supple" render "$cylinder" -s 60x50 --samples 1 --light "$2" -o "$scratch/b.png" && ! cmp -s "$scratch/a.png" "$scratch/b.png"; }
check "under a sky it is lit by it" other noon evening
check "a sky turns" other evening evening:90
check "an unknown sky gets the list" says 2 'does not know "green", only overcast, noon, evening, window, even, and pictures' "$supple" render "$jelly" --light green
check "a sky turns by a number" says 2 'like noon:90' "$supple" render "$jelly" --light noon:far

hdr() { printf '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n'; printf '%b' "$@"; } # eight pixels
hdr '\100\100\200\201' '\100\100\200\201' '\377\300\200\204' '\100\100\200\201' '\100\100\100\177' '\100\100\100\177' '\100\100\100\177' '\100\100\100\177' >"$scratch/sky.hdr"
hdr '\0\0\0\0' '\0\0\0\0' '\0\0\0\0' '\0\0\0\0' '\0\0\0\0' '\0\0\0\0' '\0\0\0\0' '\0\0\0\0' >"$scratch/black.hdr"
head -c 50 "$scratch/sky.hdr" >"$scratch/cut.hdr"
check "a Radiance picture is a light" other noon "$scratch/sky.hdr"
check "... which turns" other "$scratch/sky.hdr" "$scratch/sky.hdr:90"
check "... and is none when it is cut off" says 1 'cut.hdr' "$supple" render "$jelly" --light "$scratch/cut.hdr"
check "... or black" says 1 'is black' "$supple" render "$jelly" --light "$scratch/black.hdr"
check "... or something else" says 1 'is no Radiance picture' eval 'cp "$jelly" "$scratch/jelly.hdr" && "$supple" render "$jelly" --light "$scratch/jelly.hdr"'
check "... or not there" says 1 'nowhere.hdr' "$supple" render "$jelly" --light "$scratch/nowhere.hdr"

check "an unknown clip gets the list" says 1 'no clip "hop", only "' "$supple" render "$cylinder" --clip hop
check "a file without animation says so" says 1 'no animation' "$supple" render "$jelly" -n 3
check "an unknown colour is named" says 2 'does not know "mood"' "$supple" render "$jelly" -c mood
check "an unknown attribute is named" says 1 'no vertex has an attribute _MOOD' "$supple" render "$jelly" -c _MOOD
check "a size that is none is refused" says 2 'like 640x480' "$supple" render "$jelly" -s big
check "a picture too wide is refused" says 2 'more than 16384' "$supple" render "$jelly" -s 9000x100 -v front,left
check "an unknown view is named" says 2 'does not know "inside"' "$supple" render "$jelly" -v front,inside
check "too many views are refused" says 2 'at most 8' "$supple" render "$jelly" -v 1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1,1:1
check "samples out of range are refused" says 2 '1 to 4' "$supple" render "$jelly" --samples 9
check "a missing file is refused" says 1 'none.glb: cannot be opened' "$supple" render "$scratch/none.glb"
check "a folder that is not there is an error" says 1 'cannot be written' "$supple" render "$jelly" -s 32x32 -o "$scratch/none/x.png"

sample jelly "$scratch/kept.glb"
cp "$scratch/kept.glb" "$scratch/before.glb"
check "a picture never takes the place of the model" \
    says 1 'is the file that is read' "$supple" render "$scratch/kept.glb" -s 32x32 -o "$scratch/kept.glb"
check "... which is still whole" cmp "$scratch/kept.glb" "$scratch/before.glb"
check "a picture is no body" says 1 'is a picture' "$supple" check docs/gallery/jelly.png
finish
