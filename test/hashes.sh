#!/usr/bin/env bash
# The same bits everywhere: hashes.sh FOLDER, where the programs hash_body, hash_world, hash_joint and hash_rigid are.
#
# A thousand frames of each golden asset are one number each (test/hash_body.c), and so are a pile of rings
# (hash_world.c), rings held by joints (hash_joint.c) and rigid bodies of every shape (hash_rigid.c). test/golden/*_hash.txt have them: a change of the
# runtime that changes motion renews those files.
. "$SOURCE/tools/checks/lib.sh"
folder=$1

same() { # same NAME ASSET...: hash_NAME prints the lines of NAME_hash.txt
    local name=$1 asset
    shift
    for asset in "$@"; do "$folder/hash_$name" "test/golden/$asset.supple" || return 1; done >"$scratch/hashes"
    diff "$scratch/hashes" "test/golden/${name}_hash.txt"
}
check "bodies have the golden hashes" same body v1 posed v2 recorded v3
check "a pile has the golden hash" same world ring
check "joints have the golden hash" same joint ring
check "rigid bodies have the golden hash" same rigid ring
finish
