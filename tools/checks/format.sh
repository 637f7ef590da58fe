#!/usr/bin/env bash
# Every C file is as clang-format leaves it, and says its licence in its head.
. "$SOURCE/tools/checks/lib.sh"

formatted() { c_files '*.c' '*.h' | xargs clang-format --dry-run -Werror; }
licensed() {
    local bad
    bad=$(c_files '*.c' '*.h' | xargs grep -L '^// SPDX-License-Identifier: MIT$')
    [ -z "$bad" ] || { echo "no SPDX line: $bad"; return 1; }
}
check "C files are formatted (make format)" formatted
check "every C file names its licence" licensed
finish
