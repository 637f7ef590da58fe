#!/usr/bin/env bash
# Every C file is as clang-format leaves it, says its licence in its head, has no function of too many parameters, and asserts
# in one way.
. "$SOURCE/tools/checks/lib.sh"

formatted() { c_files '*.c' '*.h' | xargs clang-format --dry-run -Werror; }
licensed() {
    local bad
    bad=$(c_files '*.c' '*.h' | xargs grep -L '^// SPDX-License-Identifier: MIT$')
    [ -z "$bad" ] || { echo "no SPDX line: $bad"; return 1; }
}
# Definitions begin in the first column, as clang-format leaves them, and end in "{"; commas within parentheses within
# the list are of function pointers.
few_parameters() {
    # shellcheck disable=SC2016
    c_files '*.c' '*.h' | xargs awk -v most=8 '
        function count(text,    i, c, depth, n) {
            n = 1
            for (i = index(text, "("); i <= length(text); ++i) {
                c = substr(text, i, 1)
                depth += (c == "(") - (c == ")")
                n += c == "," && depth == 1
                if (depth == 0) break
            }
            return n
        }
        FNR == 1 { head = "" }
        head == "" && /^[a-z].*\(/ { head = $0; line = FNR }
        head != "" && FNR > line { head = head $0 }
        head != "" && /[;{}]$/ {
            if (/\{$/ && count(head) > most) {
                print FILENAME ":" line ": " count(head) " parameters: " substr(head, 1, index(head, "("))
                bad = 1
            }
            head = ""
        }
        END { exit bad }'
}
check "no function has more than eight parameters" few_parameters
one_assert() { # CONTRIBUTING.md, Errors
    local bad
    bad=$(c_files 'runtime/*.[ch]' 'bake/*.[ch]' 'scenes/*.[ch]' 'cli/*.[ch]' | grep -vx 'runtime/base/assert.h' |
        xargs grep -nE '(^|[^_[:alnum:]])assert\(|<assert\.h>')
    [ -z "$bad" ] || { echo "$bad"; return 1; }
}
check "C files are formatted (make format)" formatted
check "every C file names its licence" licensed
check "contracts are said by SUPPLE_ASSERT alone" one_assert
finish
