#!/usr/bin/env bash
# Who may include whom. Each line of this drawing is a room, and after the arrow all that its files may include beside their
# own: rooms, or single headers. A room names only rooms that stand above it, so no circle can be drawn.
#
#    include       ->
#    format        ->
#    runtime       -> include format
#    web           -> include
#    examples      -> include
#    bake/base     -> runtime/math/exact.h runtime/base/assert.h
#    bake/mesh     -> bake/base
#    bake/algebra  -> bake/base
#    bake/light    -> bake/base bake/mesh bake/algebra runtime/math/exact.h runtime/math/sh_turn.h
#    bake/scene    -> bake/base bake/mesh
#    bake/import   -> bake/base bake/mesh bake/scene
#    bake/volume   -> bake/base bake/mesh bake/algebra bake/scene bake/import
#    bake/fem      -> bake/base bake/mesh bake/algebra bake/scene bake/volume runtime/math/exact.h
#    bake/dynamics -> bake/base bake/mesh bake/algebra bake/fem
#    bake/contact  -> bake/base bake/mesh bake/algebra bake/dynamics
#    bake/recipe   -> bake/base bake/mesh bake/scene bake/volume bake/fem format include
#    bake/model    -> bake/base bake/mesh bake/algebra bake/scene bake/import bake/volume bake/fem bake/dynamics bake/recipe
#                     include format runtime/math/exact.h runtime/body/frame.h runtime/model/joint_pose.h runtime/model/pose_weights.h
#    bake/export   -> bake/base bake/mesh bake/light bake/scene bake/import bake/model format include
#    bake/play     -> bake/base bake/mesh bake/light bake/scene bake/import bake/volume bake/dynamics bake/model bake/export include
#    bake/simulate -> bake/base bake/mesh bake/algebra bake/scene bake/import bake/volume bake/fem bake/dynamics bake/contact bake/recipe bake/export
#                     bake/play include
#    bake/record   -> bake/base bake/mesh bake/scene bake/import bake/dynamics bake/recipe bake/export bake/simulate include
#    bake/portrait -> bake/base bake/mesh bake/algebra bake/light bake/scene bake/contact bake/model bake/export bake/record
#    bake          -> bake/base bake/mesh bake/light bake/scene bake/fem bake/recipe bake/model bake/export bake/play bake/simulate bake/record
#                     bake/portrait include
#    bake/library  -> bake/base bake/import bake/recipe bake/model bake/export bake/simulate bake/record bake format include
#    scenes        -> bake/base bake/scene bake/model bake/export include runtime/math/exact.h runtime/body/body.h runtime/body/limit.h runtime/joint/joint.h
#    cli           -> bake/base bake/mesh bake/light bake/scene bake/import bake/volume bake/fem bake/recipe bake/model bake/export bake/play
#                     bake/simulate bake/record bake/portrait bake scenes include runtime/math/exact.h
#    mpi           -> bake/base bake/algebra bake/fem cli
#    test          -> *
#    bench         -> *
. "$SOURCE/tools/checks/lib.sh"

# Reads the drawing above, then lines "file:include". A file is in the room of the nearest folder that is one, but a new
# folder of bake/ is no room before it is drawn.
cat >"$scratch/rooms.awk" <<'AWK'
function room_of(path,   depth) {
    for (depth = 0; sub(/\/[^\/]*$/, "", path); ++depth)
        if (path in rooms && (path != "bake" || depth == 0))
            return path
    return ""
}
FILENAME ~ /rooms\.sh$/ {
    if (!/^#    /)
        next
    if ($3 == "->")
        rooms[room = $2]
    for (i = $3 == "->" ? 4 : 2; i <= NF; ++i) {
        allowed[room, $i]
        if ($i != "*" && $i !~ /\.h$/ && (!($i in rooms) || $i == room)) {
            print room " -> " $i ": not a room above"
            bad = 1
        }
    }
    next
}
{
    split($0, line, ":")
    to = line[2] ~ /^supple\// ? "include/" line[2] : line[2]
    from_room = room_of(line[1])
    to_room = to ~ /\// ? room_of(to) : from_room # beside the file itself
    if (from_room == to_room ? from_room != "" : to_room != "" && ((from_room, to_room) in allowed || (from_room, to) in allowed || (from_room, "*") in allowed))
        next
    print line[1] " includes " line[2]
    bad = 1
}
END { exit bad }
AWK
follows_arrows() { awk -f "$scratch/rooms.awk" tools/checks/rooms.sh "$1"; }

c_files '*.c' '*.h' '*.cpp' | xargs grep -E '^ *# *include *("|<supple/)' | sed -E 's/: *# *include *["<]/:/; s/[">].*//' >"$scratch/includes"
check "the includes of the tree are found" test "$(wc -l <"$scratch/includes")" -gt 1000
check "every include follows an arrow" follows_arrows "$scratch/includes"

refused() {
    echo "$1" >"$scratch/one"
    says 1 includes follows_arrows "$scratch/one"
}
check "an include against the arrows is refused" refused bake/mesh/tets.c:bake/volume/part.h
check "... beside the single header that is allowed too" refused bake/base/vec.h:runtime/body/body.h
check "... and from a folder that is no room" refused bake/other/x.c:bake/base/arena.h
finish
