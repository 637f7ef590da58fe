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
        "$supple" bake --quick "$scratch/jelly.glb" --recipe "$scratch/recipe.yaml" -o "$scratch/by-command.$1" &&
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
loud='(__)?v?[fdw]?w?printf(_chk)?|f?put(s|c|wc|ws)(_unlocked)?|putw?char(_unlocked)?|_IO_putc|fwrite(_unlocked)?|perror|psignal|psiginfo'
loud="$loud|(__)?v?syslog(_chk)?|v?(err|warn)x?|error(_at_line)?|stdout|stderr"
loud="$loud|_*exit|_Exit|quick_exit|raise|kill|__assert(_fail|_perror_fail)?|__assert_rtn"

loud_in() { # names, one a line
    sed 's/@.*//' | grep -xE "$loud"
}
silent() {
    local bad
    bad=$(nm -D --undefined-only "$library" | awk '{ print $2 }' | loud_in)
    [ -z "$bad" ] || { echo "$bad"; return 1; }
}
heard() { # each way of printing or exiting is one that silent would hear, and what writes into memory is none
    local name
    for name in printf fprintf vprintf vfprintf dprintf vdprintf __printf_chk __fprintf_chk __vfprintf_chk __dprintf_chk wprintf fwprintf puts fputs \
        fputc putc putchar fwrite perror syslog vsyslog __syslog_chk err errx warn warnx verr vwarnx error stderr stdout exit _exit _Exit \
        quick_exit raise kill __assert_fail exit@GLIBC_2.2.5; do
        echo "$name" | loud_in >/dev/null || { echo "$name is not heard"; return 1; }
    done
    for name in snprintf vsnprintf __snprintf_chk __vsnprintf_chk abort cholmod_l_error; do
        ! echo "$name" | loud_in || return 1
    done
}
check "nothing in it prints or exits" silent
check "... and it would be heard" heard

command_is_a_client() {
    local bad
    bad=$(grep -n '^#include "bake/' cli/cmd_bake.c | grep -v '"bake/base/')
    [ -z "$bad" ] || { echo "$bad"; return 1; }
    grep -q '"supple/supple_bake.h"' cli/cmd_bake.c
}
check "supple bake knows the baker by its header alone" command_is_a_client

limited() { # a small address space, and a request that does not need OpenBLAS, which would wait for its buffers for ever
    (ulimit -v 400000 && timeout 60 "$supple" tets "$scratch/jelly.glb" --cells 300 -o "$scratch/x.vtk")
}
check "memory that ends is a sentence and code 70" says 70 "^supple: out of memory \([0-9]+ MB more" limited
check "... and nothing was written" test ! -e "$scratch/x.vtk"
finish
