#!/usr/bin/env bash
# A step on several threads races nowhere, and has the bits of one: examples/threads under ThreadSanitizer. Two threads; thorough: three, too.
. "$SOURCE/tools/checks/lib.sh"

built() {
    mkdir "$scratch/objects" &&
        (cd "$scratch/objects" && printf '%s\n' "$SOURCE"/runtime/*/*.c |
            xargs -P "$(nproc)" -n 8 clang -std=c11 -O1 -g1 -fsanitize=thread -ffp-contract=off -I"$SOURCE" -I"$SOURCE/include" -c) &&
        clang -std=c11 -O1 -g1 -fsanitize=thread -I"$SOURCE/include" examples/threads/main.c "$scratch"/objects/*.o -lm -lpthread -o "$scratch/threads"
}
clean() { TSAN_OPTIONS=halt_on_error=1 "$scratch/threads" test/golden/ring.supple "$1" >"$scratch/by$1"; }
alike() { cmp "$scratch/by1" "$scratch/by$1"; }

check "the runtime is built with ThreadSanitizer" built
check "one thread, without it" eval '"$BUILD/examples/threads" test/golden/ring.supple 1 >"$scratch/by1"'
counts=(2)
! thorough || counts+=(1 3)
for threads in "${counts[@]}"; do
    check "$threads threads race nowhere" clean "$threads"
    check "... and have the bits of one" alike "$threads"
done
finish
