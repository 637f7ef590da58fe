#!/usr/bin/env bash
# Two more analysers on what reads files of strangers, at zero findings: cppcheck, and gcc's own. clang's is in analyse_slow.sh.
#
# What they say of code that is right is answered where it is (docs/robustness.md has the list). Where cppcheck is missing
# (`tools/setup machines` installs it) it is skipped with a sentence.
. "$SOURCE/tools/checks/lib.sh"

by_cppcheck() {
    cppcheck --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 --suppress=missingIncludeSystem -I. -Iinclude -DNDEBUG --quiet \
        -j "$(nproc)" --template='{file}:{line}: {severity}: {message} [{id}]' runtime bake/import bake/base cli
}
if command -v cppcheck >/dev/null; then check "cppcheck finds nothing" by_cppcheck; else echo "skipped cppcheck: tools/setup machines installs it"; fi

by_gcc() { # asserts are seen: a contract that is stated need not be doubted
    c_files 'runtime/*.c' 'bake/import/*.c' 'bake/base/*.c' |
        xargs -P "$(nproc)" -n 1 gcc -std=c11 -O1 -fanalyzer -D_POSIX_C_SOURCE=200809L -I. -Iinclude -I/usr/include/cjson -c -o /dev/null 2>"$scratch/found"
    ! grep -E 'warning:.*\[-Wanalyzer' "$scratch/found"
}
check "gcc -fanalyzer finds nothing" by_gcc
finish
