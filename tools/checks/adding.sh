#!/usr/bin/env bash
# docs/architecture.md says which files to touch to add something: a subcommand and an importer are really added, in the listed
# files only (a shape and a joint by adding_kinds.sh, a model by test_model), and files of other languages name what is there.
. "$SOURCE/tools/checks/lib.sh"
tree=$scratch/tree
mkdir -p "$tree"
git ls-files -z cli bake format include runtime scenes | tar -c --null -T - --ignore-failed-read 2>/dev/null | tar -x -C "$tree"

names_it() { # names_it HEADING PATTERN FILE...: each file is listed, there, and has the pattern
    local heading=$1 pattern=$2 file bad=0
    shift 2
    for file in "$@"; do
        listed "$heading" | grep -qx "$file" || { echo "$file is not in the list of: $heading"; bad=1; }
        grep -qE "$pattern" "$file" || { echo "$file does not name $pattern"; bad=1; }
    done
    return $bad
}
mapfile -t joint < <(listed "A joint")
mapfile -t shape < <(listed "A shape of colliders")
there() { [ $# -gt 3 ] && ls "$@" >/dev/null; }
check "the files of the list of joints are there" there "${joint[@]}"
check "... and name a hinge" names_it "A joint" 'hinge|HINGE' include/supple/joint.h runtime/joint/joint.c runtime/joint/joint_rows.c web/world.js web/world.d.ts python/supple/world.py
check "the files of the list of shapes are there" there "${shape[@]}"
check "... and name a capsule" names_it "A shape of colliders" 'capsule|CAPSULE' "${shape[@]}"
check "a model is added where the list says" names_it "A model of how parts move" 'posed_model|SUPPLE_POSED' runtime/model/models.c include/supple/asset.h bake/export/asset_out.c

in_lists() { # what is touched below is what the lists name
    diff <(listed "An importer") <(printf '%s\n' bake/import/NAME.c bake/import/import.c bake/import/import.h bake/scene/scene.h) &&
        diff <(listed "A subcommand" | grep -v cmd_tets) <(printf '%s\n' cli/cmd_NAME.c cli/dispatch.c)
}
check "the lists of subcommands and importers name the files that are touched here, and no other" in_lists

# ---- really added, and linked with what was built
cat >"$tree/cli/cmd_hello.c" <<'END'
#include "cli/cli.h"
static int run(cli* c) {
    (void)c;
    puts("hello from a new subcommand");
    return 0;
}
const command command_hello = {.name = "hello", .summary = "says hello", .usage = "", .run = run};
END
sed -i 's/command_tets, /command_tets, command_hello, /; s/&command_tets,/\&command_tets, \&command_hello,/' "$tree/cli/dispatch.c"

printf '#include "bake/import/import.h"\nbool import_hello(bytes file, const char* path, arena* memory, imported* out, report* r) {\n    bytes rest = {file.data + 6, file.size - 6};\n    return import_obj(rest, path, memory, out, r);\n}\n' >"$tree/bake/import/hello.c"
sed -i 's/^bool import_stl(.*/&\nbool import_hello(bytes file, const char* path, arena* memory, imported* out, report* r);/' "$tree/bake/import/import.h"
sed -i 's/^    if (begins(b, "glTF", 4))/    if (begins(b, "hello\\n", 6))\n        return FILE_HELLO;\n&/; s/{"stl", FILE_STL}/&, {"hello", FILE_HELLO}/; s/^    case FILE_STL:/    case FILE_HELLO:\n        HELLO;\n&/' "$tree/bake/import/import.c"
# the first of the two switches names formats, the second reads them
awk '/^        HELLO;$/ { print ++n == 1 ? "        return \"hello\";" : "        return import_hello(b, path, memory, out, r);"; next } 1' "$tree/bake/import/import.c" >"$scratch/import.c" && mv "$scratch/import.c" "$tree/bake/import/import.c"
sed -i 's/^    FILE_STL,\{0,1\}/    FILE_STL, FILE_HELLO,/' "$tree/bake/scene/scene.h"

compile() {
    local file
    for file in cli/cmd_hello.c cli/dispatch.c bake/import/hello.c bake/import/import.c; do
        "${CC:-cc}" -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -I"$tree" -I"$tree/include" -c "$tree/$file" -o "$scratch/$(basename "$file").o" || return 1
    done
}
link() { # as the command was linked, with the new objects first
    local how
    how=$(cat "$BUILD/CMakeFiles/supple_command.dir/link.txt") || return 1
    how=${how/CMakeFiles\/supple_command.dir\/cli\/dispatch.c.o/$scratch\/dispatch.c.o $scratch\/cmd_hello.c.o $scratch\/hello.c.o $scratch\/import.c.o}
    how=${how/ -o supple / -o $scratch\/supple }
    (cd "$BUILD" && bash -c "$how")
}
check "a subcommand and an importer are added in the listed files" compile
check "... and the command links with them" link
check "the subcommand runs" says 0 'hello from a new subcommand' "$scratch/supple" hello
check "... and help lists it" says 0 'hello +says hello' "$scratch/supple" --help
printf 'hello\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n' >"$scratch/tet.hello"
check "the importer reads its file" says 0 'hello' "$scratch/supple" info "$scratch/tet.hello"
finish
