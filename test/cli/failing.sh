#!/usr/bin/env bash
# A failing world around the command: memory that ends at the n-th request, a disk that is full, a folder that may not be written to, a
# pipe that nobody reads, a kill at any moment. Whatever happens: a sentence and a status, never a crash; the old output is whole, and
# the same command afterwards ends with the same bytes. Thorough: fifty moments of each kind, and every request up to the hundredth.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
moments=1 requests=6
if thorough; then moments=50 requests=100; fi
cd "$scratch"
cube_obj >cube.obj
shaken_cube "$supple" cube.obj cube.yaml >/dev/null
cat >fall.yaml <<'END_OF_SCENE'
bodies:
  - {name: toy, file: cube.obj, kind: solid, tets: 60, material: {young: 2e4}, held: {base: 0.05}}
seconds: 0.5
END_OF_SCENE
bake=(bake --quick cube.obj --tets 60 --modes 2)
simulate=(simulate fall.yaml)
record=(record cube.yaml)

# ---- memory ------------------------------------------------------------------------------

gcc -O1 -shared -fPIC "$SOURCE/test/cli/failing_malloc.c" -o failing.so || fail "failing_malloc.c compiles"
starved() { timeout 60 env LD_PRELOAD="$scratch/failing.so" "$supple" "$@"; } # not `timeout` itself
# hungry OUTPUT COMMAND...: at requests spread over all that it makes, one that fails or all from there on; status 0, 1, or 70 (no memory), never a
# signal, and a failure leaves no output and says something
hungry() {
    local output=$1 count at step status troubled=0
    shift
    FAIL_COUNT=$scratch/count starved "$@" >/dev/null 2>&1 || return 1
    read -r count <count
    rm -f "$output"
    for ((i = 1; i <= requests; ++i)); do
        at=$((i <= requests / 2 ? i : 1 + (RANDOM * 32768 + RANDOM) % count))
        rm -f "$output"
        if [ $((i % 2)) -eq 0 ]; then export FAIL_ON=1; else unset FAIL_ON; fi
        FAIL_AT=$at starved "$@" >out.txt 2>said.txt
        status=$?
        if [ $status -gt 1 ] && [ $status -ne 70 ]; then
            echo "request $at of $count${FAIL_ON:+ and all after it}: status $status"
            tail -3 said.txt
            return 1
        fi
        [ $status -eq 0 ] && continue
        troubled=$((troubled + 1))
        [ -s said.txt ] || { echo "request $at of $count: nothing was said"; return 1; }
        [ ! -e "$output" ] || { echo "request $at: half an output"; return 1; }
    done
    unset FAIL_ON
    echo "$troubled of $requests failed"
    [ $troubled -gt 0 ]
}
check "info without memory: a sentence" hungry none info cube.obj
check "a bake without memory: a sentence, and no output" hungry hungry.glb "${bake[@]}" -o hungry.glb
check "a simulation without memory: a sentence, and no output" hungry hungry.pc2 "${simulate[@]}" -o hungry.pc2

# ---- the disk ----------------------------------------------------------------------------

"$supple" "${bake[@]}" -o whole.glb >/dev/null && "$supple" "${simulate[@]}" -o whole.pc2 >/dev/null && "$supple" "${record[@]}" -o whole.rec >/dev/null &&
    "$supple" light whole.rec --shapes 4 --held 2 --directions 64 -o whole.light >/dev/null || fail "the outputs to compare with are made"
# full KIND COMMAND...: the disk ends after a kilobyte, as a limit does it: old output whole, a sentence, nothing that trips the next run
full() {
    local kind=$1
    shift
    rm -rf full && mkdir full
    [ "$kind" = rec ] || echo old >"full/out.$kind" # of a recording what is there already is kept, with a sentence
    (ulimit -f 1 && trap '' XFSZ && says 1 'cannot be written|could not be written' "$supple" "$@" -o "full/out.$kind") || return 1
    [ "$kind" = rec ] || [ "$(cat "full/out.$kind")" = old ] || { echo "the old output is gone"; return 1; }
    rm -f "full/out.$kind"
    "$supple" "$@" -o "full/out.$kind" >/dev/null && cmp "full/out.$kind" "whole.$kind"
}
check "a bake on a full disk" full glb "${bake[@]}"
check "a simulation on a full disk" full pc2 "${simulate[@]}"
check "a recording on a full disk" full rec "${record[@]}"

pipe() { # nobody reads: it ends at once, silently or with a sentence, and by no other signal than that of the pipe
    local status
    (set -o pipefail; timeout 20 "$supple" "$@" 2>said.txt | true)
    status=$?
    [ $status -le 1 ] || [ $status -eq 141 ]
}
check "a pipe that nobody reads: info" pipe info cube.obj --json
check "... man" pipe man
check "... completion" pipe completion bash

# ---- kills -------------------------------------------------------------------------------

# ended SIGNAL KIND COMMAND...: at moments spread over its time, the old output whole; afterwards the same bytes as undisturbed
ended() {
    local signal=$1 kind=$2 i status begun took heard=()
    shift 2
    [ "$signal" = KILL ] || heard=(env --default-signal="$signal") # who was started in the background may be deaf
    rm -rf cut && mkdir cut
    begun=$(date +%s%N)
    "$supple" "$@" -o "cut/out.$kind" >/dev/null || return 1
    took=$((($(date +%s%N) - begun) / 1000))
    for ((i = 0; i < moments; ++i)); do
        echo old >"cut/out.$kind"
        [ "$kind" != rec ] && [ "$kind" != light ] || rm "cut/out.$kind" # what is there already is kept, with a sentence
        timeout -s "$signal" "$(awk -v t=$took -v r=$RANDOM 'BEGIN { printf "%.4f", 0.001 + t * 1e-6 * r / 32768 }')" \
            ${heard[@]+"${heard[@]}"} "$supple" "$@" -o "cut/out.$kind" >/dev/null 2>&1
        status=$?
        [ $status -ne 0 ] || continue # it was over before
        [ $status -eq 124 ] || [ $status -eq 137 ] || [ $status -eq 130 ] || { echo "status $status"; return 1; }
        [ "$kind" = rec ] || [ "$kind" = light ] || [ "$(cat "cut/out.$kind")" = old ] || cmp "cut/out.$kind" "whole.$kind" ||
            { echo "half an output after moment $i"; return 1; }
        [ "$kind" != rec ] || [ ! -e "cut/out.$kind" ] || cmp "cut/out.$kind" "whole.$kind" || return 1
    done
    [ "$kind" = light ] || rm -f "cut/out.$kind"
    "$supple" "$@" -o "cut/out.$kind" >/dev/null && cmp "cut/out.$kind" "whole.$kind" || return 1
    ls cut
    [ "$(ls cut)" = "out.$kind" ]
}
for signal in INT KILL; do
    check "SIG$signal at $moments moments of a bake" ended $signal glb "${bake[@]}"
    check "SIG$signal at $moments moments of a simulation" ended $signal pc2 "${simulate[@]}"
    check "SIG$signal at $moments moments of a recording" ended $signal rec "${record[@]}"
    check "SIG$signal at $moments moments of light" ended $signal light light whole.rec --shapes 4 --held 2 --directions 64
done
finish
