#!/usr/bin/env bash
# A step on several threads races nowhere, and has the bits of one: examples/threads under ThreadSanitizer.
. "$SOURCE/tools/checks/lib.sh"

built() {
    mkdir "$scratch/objects" &&
        (cd "$scratch/objects" && clang -std=c11 -O1 -g -fsanitize=thread -ffp-contract=off -I"$SOURCE" -I"$SOURCE/include" -c "$SOURCE"/runtime/*/*.c) &&
        clang -std=c11 -O1 -g -fsanitize=thread -I"$SOURCE/include" examples/threads/main.c "$scratch"/objects/*.o -lm -lpthread -o "$scratch/threads"
}
clean() { TSAN_OPTIONS=halt_on_error=1 "$scratch/threads" test/golden/ring.supple "$1" >"$scratch/by$1"; }
alike() { cmp "$scratch/by1" "$scratch/by$1"; }

check "the runtime is built with ThreadSanitizer" built
for threads in 1 2 3; do
    check "$threads threads race nowhere" clean "$threads"
    check "... and have the bits of one" alike "$threads"
done
finish
