#!/usr/bin/env bash
# Names: a constant's name has one value in the tree, and tools/rename-api brings old code to the names of today.
. "$SOURCE/tools/checks/lib.sh"

constants() { git ls-files '*.c' '*.h' | grep -v '^test/' | xargs perl tools/checks/constants.pl; }
check "a constant's name has one value in the tree" constants

# ... and the check sees one that has two.
two_values() {
    printf 'static const double DEEP = 0.5;\n' >"$scratch/one.c"
    printf 'enum { DEEP = 3 };\n' >"$scratch/two.c"
    says 1 '^DEEP: 0\.5 in .*one\.c, 3 in .*two\.c$' perl tools/checks/constants.pl "$scratch/one.c" "$scratch/two.c"
}
check "two values of one name are told with their files" two_values

# A program of the old names: it does not compile, and after the script it does.
cat >"$scratch/old.c" <<'END'
#include <supple/supple.h>
static bool never(void* user, const supple_body* a, const supple_body* b, supple_collider c) {
    (void)user, (void)a, (void)b, (void)c;
    return false;
}
int main(void) {
    supple_asset asset = {0};
    supple_options how = supple_options_default(&asset); // supple_options
    how.forcing = SUPPLE_JOLTED;
    supple_body* body = supple_body_create(&asset, &how, NULL);
    supple_world* world = supple_world_create(NULL, NULL);
    supple_world_add(world, body);
    supple_pair_filter filter = {.meets = never};
    supple_world_set_pair_filter(world, &filter);
    supple_matrix pose = {.m = {1}};
    supple_shape shape = {.kind = SUPPLE_PLANE};
    supple_collider floor = supple_world_collider(world, &shape, &pose);
    supple_world_ride_collider(world, floor, body, 0, &pose);
    supple_joint_options o = supple_joint_default(SUPPLE_JOINT_WELD, body, NULL, (supple_vec3){0});
    supple_joint joint = supple_world_joint(world, &o);
    supple_world_stats counts = supple_world_stats_of(world);
    supple_stats own = supple_body_stats(body);
    supple_playing playing = supple_body_playing(body, 0);
    float give[1];
    supple_body_give(body, give);
    supple_world_remove_joint(world, joint);
    supple_world_remove(world, body);
    return supple_world_collider_state(world, floor).rides_or_null == body &&
           counts.steps == own.steps && playing.way.x > 0.0f && supple_asset_recorded(&asset, 0).touch_count > 0;
}
END
compiles() { "${CC:-cc}" -std=c11 -Wall -Werror -Iinclude -fsyntax-only "$1"; }
old_names() { ! compiles "$scratch/old.c"; }
check "a program of the old names does not compile" old_names
check "tools/rename-api changes it" says 0 'old\.c' tools/rename-api "$scratch/old.c"
check "... and it compiles" compiles "$scratch/old.c"
nothing_left() { [ -z "$(tools/rename-api "$1")" ]; }
check "a second run changes nothing" nothing_left "$scratch/old.c"

cat >"$scratch/old.mjs" <<'END'
const ball = world.collider({ kind: "sphere", radius: 1 }, pose), joint = world.joint({ kind: "weld", body });
world.rideCollider(ball, body, 3, pose);
console.log(body.give(), world.colliderState(ball).rides, body.playing(0).way, asset.recorded(0).touchCount, scene.add(body), row.joint(2));
END
cat >"$scratch/new.mjs" <<'END'
const ball = world.addCollider({ kind: "sphere", radius: 1 }, pose), joint = world.addJoint({ kind: "weld", body });
world.attachCollider(ball, body, 3, pose);
console.log(body.compliance(), world.colliderState(ball).attached, body.playing(0).displacement, asset.recorded(0).contactCount, scene.add(body), row.joint(2));
END
scripts() { tools/rename-api "$scratch/old.mjs" && diff "$scratch/old.mjs" "$scratch/new.mjs" && nothing_left "$scratch/old.mjs"; }
check "JavaScript of the old names becomes that of the new ones, and what is not ours stays" scripts
check "what it does not know is left, with a sentence" says 0 'left as it is' tools/rename-api "$SOURCE/README.md"
finish
