#!/usr/bin/env bash
# libsupple_bake: who links it gets the bytes of the command, and nothing but its own names.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
example=$BUILD/examples/bake
library=$BUILD/libsupple_bake.so

"$supple" sample jelly -o "$scratch/jelly.glb" >/dev/null
printf 'parts:\n- name: block\n  tets: 200\n  modes: 3\n' >"$scratch/recipe.yaml"
printf 'parts:\n- name: block\n  texts: 200\n' >"$scratch/wrong.yaml"

same_bytes() { # same_bytes EXTENSION
    "$example" "$scratch/jelly.glb" "$scratch/by-example.$1" "$scratch/recipe.yaml" &&
        "$supple" bake "$scratch/jelly.glb" --recipe "$scratch/recipe.yaml" -o "$scratch/by-command.$1" &&
        cmp "$scratch/by-example.$1" "$scratch/by-command.$1"
}
check "the example writes the bytes of the command, as GLB" same_bytes glb
check "... and as the asset alone" same_bytes supple
check "libsupple plays it" "$BUILD/examples/skinned" "$scratch/by-example.glb"
check "a wrong recipe is told with its line" says 1 "wrong.yaml:3: " "$example" "$scratch/jelly.glb" "$scratch/x.glb" "$scratch/wrong.yaml"
check "a missing file is told" says 1 "nothing.glb: cannot be opened" "$example" "$scratch/nothing.glb" "$scratch/x.glb"
check "... and nothing was written" test ! -e "$scratch/x.glb"

exported() {
    local bad
    bad=$(nm -D --defined-only "$library" | awk '{ print $3 }' | grep -v '^supple_bake_')
    [ -z "$bad" ] || { echo "$bad"; return 1; }
    nm -D --defined-only "$library" | grep -q ' supple_bake_run$'
}
check "only supple_bake_ names are exported" exported

# snprintf writes into memory; abort ends who uses the baker's insides without a job (bake/base/job.h).
silent() {
    local bad
    bad=$(nm -D --undefined-only "$library" | awk '{ print $2 }' | sed 's/@.*//' |
        grep -xE '_?_?f?v?printf(_chk)?|f?puts|f?putc|fwrite|putchar|perror|psignal|stdout|stderr|_?_?exit|quick_exit|raise')
    [ -z "$bad" ] || { echo "$bad"; return 1; }
}
check "nothing in it prints or exits" silent

command_is_a_client() {
    local bad
    bad=$(grep -n '^#include "bake/' cli/cmd_bake.c | grep -v '"bake/base/')
    [ -z "$bad" ] || { echo "$bad"; return 1; }
    grep -q '"supple/supple_bake.h"' cli/cmd_bake.c
}
check "supple bake knows the baker by its header alone" command_is_a_client

limited() { # a small address space, and a request that does not need OpenBLAS, which would wait for its buffers for ever
    (ulimit -v 400000 && timeout 60 "$supple" tets "$scratch/jelly.glb" --count 20000000 -o "$scratch/x.vtk")
}
check "memory that ends is a sentence and code 70" says 70 "^supple: out of memory \([0-9]+ MB more" limited
check "... and nothing was written" test ! -e "$scratch/x.vtk"
finish
