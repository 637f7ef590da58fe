#!/usr/bin/env bash
# `supple sample`: every name of the list is written, wrong names are met with a suggestion.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple

check "a mistyped name gets a suggestion" says 2 'did you mean "jelly"' "$supple" sample jely
check "no name is an error that says how to go on" says 2 'sample --list' "$supple" sample
check "two names are an error" says 2 '.' "$supple" sample jelly bat
check "a folder that is not there is an error" says 1 'cannot be written' "$supple" sample jelly -o "$scratch/none/x.glb"

for name in $("$supple" sample --list | cut -d' ' -f1); do
    check "$name is written where -o says" says 0 "$name.glb  [0-9.]+ kB" "$supple" sample "$name" -o "$scratch/$name.glb"
    check "$name is a GLB" cmp -n 4 "$scratch/$name.glb" <(printf glTF)
done
in_place() {
    mkdir "$scratch/here" && (cd "$scratch/here" && "$supple" sample sheet >/dev/null) &&
        cmp "$scratch/here/sheet.glb" "$scratch/sheet.glb"
}
check "without -o it goes to NAME.glb here, with the same bytes" in_place
finish
