#!/usr/bin/env bash
# docs/format.md is enough to write a reader from: the second one says the same as the first.
. "$SOURCE/tools/checks/lib.sh"
command -v node >/dev/null || skip_all "a reader of the asset from its specification: node is not installed"

same_facts() { # same_facts ASSET FACTS
    node test/node/asset_read.mjs "test/golden/$1.supple" >"$scratch/facts" &&
        diff "$scratch/facts" "test/golden/$2.txt"
}
flipped() { # the reader sees it
    cp test/golden/v4.supple "$scratch/flipped.supple" &&
        printf '\377' | dd of="$scratch/flipped.supple" bs=1 seek=9000 conv=notrunc status=none &&
        ! node test/node/asset_read.mjs "$scratch/flipped.supple" 2>/dev/null >"$scratch/facts"
}
check "a reader written from docs/format.md reads what libsupple reads" same_facts v1 v1
check "... of version 2 too" same_facts v2 v2
check "... of version 3" same_facts v3 v3
check "... of version 4, with its checksum" same_facts v4 v1
check "... of version 5, with tables of 8 bits" same_facts v5 v5
check "... and not when a byte is another" flipped
finish
