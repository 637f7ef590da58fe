#!/usr/bin/env bash
# docs/format.md is enough to write a reader from: the second one says the same as the first.
. "$SOURCE/tools/checks/lib.sh"
command -v node >/dev/null || skip_all "a reader of the asset from its specification: node is not installed"

same_facts() {
    node test/node/asset_read.mjs test/golden/v1.supple >"$scratch/facts" &&
        diff "$scratch/facts" test/golden/v1.txt
}
check "a reader written from docs/format.md reads what libsupple reads" same_facts
finish
