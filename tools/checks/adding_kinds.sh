#!/usr/bin/env bash
# docs/architecture.md says which files to touch to add a shape or a joint. Twins of the capsule and of the hinge are really added,
# in the listed files only: worlds of the twins must then move to the bit as those of what they copy. A file of the runtime that
# knows the kind and is missing in its list leaves the twin half known.
. "$SOURCE/tools/checks/lib.sh"
tree=$scratch/tree
mkdir -p "$tree"
git ls-files -z format include runtime | tar -c --null -T - --ignore-failed-read 2>/dev/null | tar -x -C "$tree"

# complete HEADING KIND: every file of the runtime and the public headers that knows the kind is in the list
complete() {
    local missing
    missing=$(comm -23 <(git grep -lwE "$2" -- runtime include | sort) <(listed "$1"))
    [ -z "$missing" ] || { echo "not in the list of: $1"; echo "$missing"; return 1; }
}
# twin HEADING KIND TWIN: wherever a listed file asks for KIND it takes TWIN too
twin() {
    local file
    while read -r file; do
        case $file in
        runtime/*) sed -i -E "s/([][A-Za-z_>.-]*kind) == $2\b/(\1 == $2 || \1 == $3)/g; s/([][A-Za-z_>.-]*kind) != $2\b/(\1 != $2 \&\& \1 != $3)/g; s/case $2:/case $2: case $3:/g" "$tree/$file" ;;
        esac
    done < <(listed "$1")
}
# known HEADING KIND TWIN: no place of a listed file that knows the kind was passed over
known() {
    local file
    while read -r file; do
        case $file in
        runtime/*.[ch])
            [ "$(grep -owE "$2" "$tree/$file" | wc -l)" = "$(grep -owE "$3" "$tree/$file" | wc -l)" ] ||
                { echo "$file names $2 where $3 was not added"; return 1; }
            ;;
        esac
    done < <(listed "$1")
}
check "the list of shapes has every file that knows a capsule" complete "A shape of colliders" SUPPLE_CAPSULE
check "the list of joints has every file that knows a hinge" complete "A joint" SUPPLE_JOINT_HINGE
sed -i 's/^    SUPPLE_COMPOUND$/    SUPPLE_COMPOUND,\n    SUPPLE_PILL/' "$tree/include/supple/shape.h"
sed -i 's/^    SUPPLE_JOINT_ROPE$/    SUPPLE_JOINT_ROPE,\n    SUPPLE_JOINT_DOOR/' "$tree/include/supple/joint.h"
twin "A shape of colliders" SUPPLE_CAPSULE SUPPLE_PILL
twin "A joint" SUPPLE_JOINT_HINGE SUPPLE_JOINT_DOOR
check "a twin of the capsule is added wherever it is asked for" known "A shape of colliders" SUPPLE_CAPSULE SUPPLE_PILL
check "a twin of the hinge is added wherever it is asked for" known "A joint" SUPPLE_JOINT_HINGE 'SUPPLE_JOINT_DOOR'


sed -i 's/<= SUPPLE_JOINT_ROPE/<= SUPPLE_JOINT_DOOR/' "$tree/runtime/joint/joint.c" # the last kind

cat >"$scratch/twins.c" <<'END'
// Rods that fall onto a rod, one of them on a pivot, a cast with a rod, and all of it drawn: everything in bits.
#include "supple/supple.h"
#include <stdio.h>
enum { BODIES = 4, FRAMES = 120 };
static void line(void* user, supple_vec3 from, supple_vec3 to, uint32_t rgb) {
    ++*(int*)user;
    printf("%a %a %a %a %x\n", (double)from.x, (double)from.y, (double)to.x, (double)to.y, rgb);
}
static supple_matrix at(float x, float y, bool lies) {
    float c = lies ? 0.0f : 1.0f, s = lies ? 1.0f : 0.0f;
    return (supple_matrix){{1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, x, y, 0, 1}};
}
int main(int count, char** words) {
    (void)words;
    supple_shape_kind rod = count > 1 ? SUPPLE_PILL : SUPPLE_CAPSULE;
    supple_joint_kind pivot = count > 1 ? SUPPLE_JOINT_DOOR : SUPPLE_JOINT_HINGE;
    supple_world* world = supple_world_create(NULL, NULL);
    supple_shape s = supple_shape_default(rod), ground = supple_shape_default(SUPPLE_PLANE);
    s.radius = 0.1f, s.half = (supple_vec3){0.0f, 0.4f, 0.0f}, s.density = 500.0f;
    supple_matrix lying = at(0.0f, 0.0f, true), below = at(0.0f, -1.5f, false);
    supple_world_add_collider(world, &s, &lying);
    supple_world_add_collider(world, &ground, &below);
    supple_prepared* p = supple_shape_prepare(&s, NULL);
    supple_body* body[BODIES];
    for (int i = 0; i < BODIES; ++i) {
        body[i] = supple_prepared_body(p, NULL, NULL);
        supple_motion m = supple_body_motion(body[i]);
        m.pose = at(0.03f * (float)i, 0.7f + 1.1f * (float)i, i % 2 == 1);
        supple_body_set_motion(body[i], &m);
        if (!supple_world_add_body(world, body[i]))
            return 1;
    }
    supple_joint_options j = supple_joint_options_default(pivot, body[2], NULL, (supple_vec3){0.5f, 2.9f, 0.0f});
    j.axis = (supple_vec3){0.0f, 0.0f, 1.0f};
    j.lower = -1.0f, j.upper = 0.5f;
    if (supple_world_add_joint(world, &j).generation == 0)
        return 2;
    int touched = 0, drawn = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        supple_world_step(world, 1.0f / 60.0f);
        touched += (int)supple_world_stats(world).contacts;
        for (int i = 0; i < BODIES; ++i)
            for (int k = 0; k < 16; ++k)
                printf("%a ", (double)supple_body_motion(body[i]).pose.m[k]);
        puts("");
    }
    supple_drawing d = {.line = line, .user = &drawn, .what = SUPPLE_DRAW_ALL};
    supple_world_draw(world, &d);
    fprintf(stderr, "%d contacts, %d lines\n", touched, drawn);
    return touched > 100 && drawn > 100 ? 0 : 3;
}
END
compile() {
    find "$tree/runtime" -name '*.c' -print0 |
        (cd "$scratch" && xargs -0 -P 2 -n 20 "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -I"$tree" -I"$tree/include" -c) &&
        "${CC:-cc}" -std=c11 -Wall -Werror -I"$tree/include" "$scratch"/twins.c "$scratch"/*.o -o "$scratch/twins" -lm
}
alike() {
    "$scratch/twins" >"$scratch/first.txt" && "$scratch/twins" copy >"$scratch/copy.txt" && cmp "$scratch/first.txt" "$scratch/copy.txt"
}
check "a shape and a joint are added in the listed files" compile
check "... and do, to the bit, what those do that they copy" alike
finish
