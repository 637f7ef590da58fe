#!/usr/bin/env bash
# Two more analysers, of what reads files of strangers and of all else, at zero findings but those of analysers_wrong.txt: cppcheck, and
# gcc's own. clang's is in analyse_slow.sh.
#
# Kinds of cppcheck's findings that are wrong wherever they are, each with its reason: docs/robustness.md. Where cppcheck is missing
# (`tools/setup machines` installs it) it is skipped with a sentence.
. "$SOURCE/tools/checks/lib.sh"
wrong=$SOURCE/tools/checks/analysers_wrong.txt

by_cppcheck() {
    awk '$1 == "cppcheck" { print $3 ":" $2 }' "$wrong" >"$scratch/suppressed"
    cppcheck --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 --suppress=missingIncludeSystem \
        --suppress=danglingTemporaryLifetime --suppress=invalidPointerCast --suppress=objectIndex --suppressions-list="$scratch/suppressed" \
        -I. -Iinclude -DNDEBUG --quiet \
        -j "$(nproc)" --template='{file}:{line}: {severity}: {message} [{id}]' runtime bake cli
}
if command -v cppcheck >/dev/null; then check "cppcheck finds nothing" by_cppcheck; else echo "skipped cppcheck: tools/setup machines installs it"; fi

one() { # FOLDER FILE: what is found, and each kind of it as a line "file kind" in FOLDER
    local log=$1/${2//\//_}
    # asserts are seen: a contract that is stated need not be doubted
    gcc -std=c11 -O1 -fanalyzer -D_POSIX_C_SOURCE=200809L $(pkg-config --cflags libcjson stb yaml-0.1 zlib openblas) -I/usr/include/suitesparse \
        -fopenmp -I. -Iinclude -c -o /dev/null "$2" 2>"$log" || { cat "$log"; return 1; }
    grep -oE 'warning:.*\[-Wanalyzer-[a-z-]+\]' "$log" | sed -E "s|.*\[-Wanalyzer-([a-z-]+)\]|$2 \1|" | sort -u >"$log.kinds"
}
export -f one
by_gcc() {
    mkdir "$scratch/gcc"
    c_files 'runtime/*.c' 'bake/*.c' | xargs -P "$(nproc)" -I{} bash -c 'one "$0" {}' "$scratch/gcc" || return 1
    awk '$1 == "gcc" { print $2, $3 }' "$wrong" | sort >"$scratch/known"
    cat "$scratch"/gcc/*.kinds | sort | comm -23 - "$scratch/known" | while read -r file kind; do
        grep -hE "warning:.*\[-Wanalyzer-$kind\]" "$scratch/gcc/${file//\//_}"
    done | grep . && return 1
    cat "$scratch"/gcc/*.kinds | sort | comm -13 - "$scratch/known" | sed 's/$/: not found any more; tools\/checks\/analysers_wrong.txt/' | grep . && return 1
    return 0
}
check "gcc -fanalyzer finds nothing" by_gcc
finish
