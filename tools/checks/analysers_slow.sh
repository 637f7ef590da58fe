#!/usr/bin/env bash
# Two more analysers on what reads files of strangers, at zero findings: cppcheck, and gcc's own. clang's is in analyse_slow.sh.
#
# Kinds of findings that are wrong here, all of cppcheck, with the reason of each: docs/robustness.md. Where cppcheck is missing
# (`tools/setup machines` installs it) it is skipped with a sentence.
. "$SOURCE/tools/checks/lib.sh"

by_cppcheck() {
    cppcheck --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 --suppress=missingIncludeSystem \
        --suppress=danglingTemporaryLifetime --suppress=invalidPointerCast --suppress=incorrectLogicOperator:runtime/math/exact.c \
        --suppress=uninitvar:runtime/asset/witness.c --suppress=uninitvar:runtime/body/frame.c --suppress=uninitvar:runtime/hold/pin_rigid.c \
        -I. -Iinclude -DNDEBUG --quiet \
        -j "$(nproc)" --template='{file}:{line}: {severity}: {message} [{id}]' runtime
}
if command -v cppcheck >/dev/null; then check "cppcheck finds nothing" by_cppcheck; else echo "skipped cppcheck: tools/setup machines installs it"; fi

by_gcc() { # asserts are seen: a contract that is stated need not be doubted
    c_files 'runtime/*.c' |
        xargs -P "$(nproc)" -n 1 gcc -std=c11 -O1 -fanalyzer -I. -Iinclude -c -o /dev/null 2>"$scratch/found"
    ! grep -E 'warning:.*\[-Wanalyzer' "$scratch/found"
}
check "gcc -fanalyzer finds nothing" by_gcc
finish
