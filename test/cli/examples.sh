#!/usr/bin/env bash
# The examples run to their end and leave what they say.
. "$SOURCE/tools/checks/lib.sh"
skinned=$BUILD/examples/skinned

check "the skinned body plays to the end" says 0 '^frame 120: flesh up to' "$skinned" test/golden/v1.supple "$scratch/last.obj"
whole() { [ "$(grep -c '^v ' "$scratch/last.obj")" -eq 101 ] && [ "$(grep -c '^f ' "$scratch/last.obj")" -eq 176 ]; }
check "its last frame has every vertex and triangle" whole
check "... and the command reads it" says 0 101 "$BUILD/supple" info "$scratch/last.obj"
swings() { # parts overlap, so together they may go farther than the limit of one, a tenth of the height
    "$skinned" test/golden/v1.supple "$scratch/last.obj" |
        awk '/^frame/ { most = $6 > most ? $6 : most; ++n } END { exit !(n == 6 && most > 1 && most < 40) }'
}
check "flesh swings, within its limits" swings
check "what is no asset is refused with a sentence" says 1 'no supple asset' "$skinned" README.md "$scratch/none.obj"
check "a file that is not there is named" says 1 'nowhere.supple' "$skinned" nowhere.supple "$scratch/none.obj"
check "it is short enough to read: under 150 lines" test "$(wc -l <examples/skinned/main.c)" -lt 150
finish
