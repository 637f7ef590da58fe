#!/usr/bin/env bash
# docs/format.md is enough to write a reader from: the second one says the same as the first.
. "$SOURCE/tools/checks/lib.sh"
command -v node >/dev/null || skip_all "a reader of the asset from its specification: node is not installed"

same_facts() { # same_facts VERSION
    node test/node/asset_read.mjs "test/golden/$1.supple" >"$scratch/facts" &&
        diff "$scratch/facts" "test/golden/$1.txt"
}
check "a reader written from docs/format.md reads what libsupple reads" same_facts v1
check "... of version 2 too" same_facts v2
check "... and of version 3" same_facts v3
finish
