#!/usr/bin/env bash
# The same bits from other machines: libsupple for ARM, RISC-V (both under qemu) and Windows (under wine), built without a warning, has
# the golden hashes; and so have all samples, which are baked here and played there. Where a compiler or an emulator is missing
# (`tools/setup machines` installs them) its cases are skipped with a sentence.
. "$SOURCE/tools/checks/lib.sh"
supple=$BUILD/supple
programs=hash_body,hash_world,hash_joint,hash_rigid,hash_asset
strict=(-Wall -Wextra -Wshadow -Wstrict-prototypes -Wundef -Wpointer-arith -Werror)

bake_samples() {
    local name
    mkdir "$scratch/assets"
    for name in $("$supple" sample --list | cut -d' ' -f1); do
        sample "$name" "$scratch/$name.glb" && "$supple" bake --quick --tets 300 --modes 6 "$scratch/$name.glb" -o "$scratch/assets/$name.supple" || echo "$name is not baked"
    done
    cp test/golden/*.supple "$scratch/assets"
    [ "$(ls "$scratch/assets" | wc -l)" -gt 20 ]
}
check "every sample is baked" bake_samples

moves_alike() { # the assets are played by $scratch/hash_asset as by this machine
    "$scratch/hash_asset" "$scratch"/assets/*.supple >"$scratch/there" && diff "$scratch/here" "$scratch/there"
}
native() { compiled $programs gcc -O2 "${strict[@]}" && "$scratch/hash_asset" "$scratch"/assets/*.supple | tee "$scratch/here"; }
check "$(ls "$scratch/assets" | wc -l) assets are played here" native
other() { # other COMPILER FLAGS...: on this machine
    check "$* compiles without a warning" compiled $programs "$@" "${strict[@]}"
    check "$*: samples move alike" moves_alike
}
other clang -O1
other gcc -O3
! grep -qw avx2 /proc/cpuinfo 2>/dev/null || other clang -O3 -march=x86-64-v3

# foreign NAME RUNNER COMPILER FLAGS...: what it compiles runs under RUNNER
foreign() {
    local name=$1 runner=$2 program
    shift 2
    command -v "${runner%% *}" >/dev/null && command -v "$1" >/dev/null || { echo "skipped $name: tools/setup machines installs $1 and ${runner%% *}"; return; }
    check "$name: libsupple builds without a warning" compiled $programs "$@" "${strict[@]}" || return
    for program in ${programs//,/ }; do
        [ -f "$scratch/$program.exe" ] || mv "$scratch/$program" "$scratch/$program.exe" # mingw's has the ending already
        # Windows ends lines with two characters
        printf '#!/bin/bash\nset -o pipefail\n%s %s.exe "$@" | tr -d "\\r"\n' "$runner" "$scratch/$program" >"$scratch/$program" && chmod +x "$scratch/$program"
    done
    cases "$name" bash test/hashes.sh "$scratch"
    check "$name: samples move alike" moves_alike
    rm -f "$scratch"/hash_*
}
rm -f "$scratch"/hash_*
foreign ARM qemu-aarch64 aarch64-linux-gnu-gcc -O2 -static
foreign RISC-V qemu-riscv64 riscv64-linux-gnu-gcc -O2 -static
export WINEDEBUG=-all WINEPREFIX=$scratch/wine
foreign Windows "wine" x86_64-w64-mingw32-gcc -O2 -static
finish
