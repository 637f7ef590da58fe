#!/usr/bin/env bash
# Long lives at random (test/soak.c): soak.sh FOLDER, where the program is. A few hundred steps of the golden assets; thorough, ten million
# of those and of every sample, a part of them on two threads under ThreadSanitizer.
. "$SOURCE/tools/checks/lib.sh"
soak=$1/soak
files=(test/golden/*.supple)
steps=300
if thorough; then
    steps=${SUPPLE_SOAK:-10000000}
    for name in $("$BUILD/supple" sample --list | cut -d' ' -f1); do
        sample "$name" "$scratch/$name.glb" && "$BUILD/supple" bake --quick --tets 300 --modes 6 "$scratch/$name.glb" -o "$scratch/$name.supple" >/dev/null 2>&1 &&
            files+=("$scratch/$name.supple")
    done
fi
life() { "$soak" $steps 1 1 "${files[@]}" >"$scratch/life"; local status=$?; cat "$scratch/life"; return $status; }
check "$steps steps of ${#files[@]} assets: numbers, no growth, no memory left" life
cat "$scratch/life" 2>/dev/null
again() { # a smaller life twice, alone and on two threads
    local t
    for t in 1 2; do
        "$soak" $((steps / 10 + 60)) 7 $t "${files[@]}" >"$scratch/first" && "$soak" $((steps / 10 + 60)) 7 $t "${files[@]}" | diff "$scratch/first" - || return 1
    done
}
check "the same seed is the same life" again
raced() {
    gcc -std=c11 -O1 -g -fsanitize=thread -D_POSIX_C_SOURCE=200809L -ffp-contract=off -I. -Iinclude test/soak.c runtime/*/*.c -lpthread -lm -o "$scratch/soak_tsan" &&
        "$scratch/soak_tsan" 20000 3 2 "${files[@]}"
}
! thorough || check "two threads under ThreadSanitizer" raced
finish
