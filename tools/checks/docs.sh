#!/usr/bin/env bash
# What the documents promise: links lead somewhere, the README's first use works word for word.
# Its commands, and those of the demo, run with fewer tets and smaller pictures than they would. Thorough: as they stand.
. "$SOURCE/tools/checks/lib.sh"

links_lead_somewhere() {
    local bad=0 document target
    for document in $(c_files '*.md'); do
        for target in $(grep -oE '\]\([^)#]+\)' "$document" | sed -E 's/^\]\(|\)$//g' | grep -v '://'); do
            [ -e "$(dirname "$document")/$target" ] || { echo "$document: $target is not there"; bad=1; }
        done
    done
    return $bad
}
check "links in documents lead somewhere" links_lead_somewhere
check "prose is wrapped (tools/wrap-docs)" python3 tools/wrap-docs --check README.md CONTRIBUTING.md SECURITY.md docs/*.md

numerics_has_what_is_cited() { # "numerics.md A4, C1 to C5" in comments and documents
    local bad=0 label
    for label in $(git grep -hoE 'numerics\.md\)? [A-E][0-9]+((,| to| and) [A-E][0-9]+)*' | grep -oE '[A-E][0-9]+' | sort -u); do
        grep -q "\*\*$label\." docs/numerics.md || { echo "docs/numerics.md has no $label"; bad=1; }
    done
    return $bad
}
check "docs/numerics.md has every paragraph that is cited" numerics_has_what_is_cited

command_in() { # command_in FOLDER: build/supple of a tree
    mkdir -p "$1/build" && cp "$BUILD/supple" "$1/build/" || return 1
    ! thorough || return 0
    mv "$1/build/supple" "$1/build/whole" && cat >"$1/build/supple" <<'END' && chmod +x "$1/build/supple"
#!/bin/sh
case $1:$2 in
bake:*.rec) ;;
bake:*) set -- "$@" --tets 400 ;;
tets:* | parts:* | modes:*) set -- "$@" --count 400 ;;
render:* | play:*) set -- "$@" --size 80x80 ;;
esac
exec "$(dirname "$0")/whole" "$@"
END
}

first_use() {
    command_in "$scratch/use" || return 1
    awk '/^## First use/ { on = 1 } on && /^```sh/ { take = 1; next } take && /^```/ { exit } take' README.md |
        grep -v '^make ' >"$scratch/use/commands"
    [ "$(wc -l <"$scratch/use/commands")" -ge 4 ] || { echo "no commands found in README.md"; return 1; }
    (cd "$scratch/use" && bash -euo pipefail commands) && [ -s "$scratch/use/jump.png" ]
}
check "the README's first use works word for word" first_use

frame_compiles() { # the loop in docs/runtime.md, in a function
    {
        echo '#include "supple/supple.h"'
        echo 'void frames(const void* bytes, size_t size, const supple_matrix* joints, float dt);'
        echo 'void frames(const void* bytes, size_t size, const supple_matrix* joints, float dt) {'
        awk '/^```c/ { take = 1; next } take && /^```/ { exit } take' docs/runtime.md
        echo '}'
    } >"$scratch/frame.c"
    grep -q supple_body_step "$scratch/frame.c" && gcc -std=c11 -Wall -Wextra -Werror -Iinclude -c "$scratch/frame.c" -o "$scratch/frame.o"
}
check "the frame of docs/runtime.md compiles" frame_compiles

# Every piece of C in docs/world.md, in a function of its own, over things of the names that the pieces use.
world_pieces_compile() {
    local piece=0
    {
        cat <<'END'
#include "supple/supple.h"
extern supple_world* world;
extern supple_asset asset;
extern supple_body *body, *frame;
extern supple_matrix level, anywhere, pose;
extern supple_vec3 eye;
extern supple_contact contacts[64];
extern supple_collider wall;
extern supple_shape ball;
extern float dt;
extern int player, hand;
enum { PLAYER = 1, ENEMY = 2, DEBRIS = 4 };
void play_sound(supple_vec3 place, float impulse, float speed);
void met(void* user_or_null, void* other_or_null);
void draw_line(void* user, supple_vec3 from, supple_vec3 to, uint32_t rgb);
void draw_point(void* user, supple_vec3 place, uint32_t rgb);
void draw_triangle(void* user, supple_vec3 a, supple_vec3 b, supple_vec3 c, uint32_t rgb);
void draw_text(void* user, supple_vec3 place, const char* text, uint32_t rgb);
void run_on_my_pool(void* user, int32_t count, void (*task)(void* data, int32_t i), void* data);
END
        awk '/^```c$/ { print "void piece" ++n "(void);\nvoid piece" n "(void) {"; take = 1; next }
             take && /^```/ { print "}"; take = 0 } take' docs/world.md
    } >"$scratch/pieces.c"
    piece=$(grep -c '^void piece.*{$' "$scratch/pieces.c")
    [ "$piece" -ge 10 ] || { echo "only $piece pieces of C in docs/world.md"; return 1; }
    gcc -std=c11 -Wall -Wextra -Werror -Wno-unused -Iinclude -c "$scratch/pieces.c" -o "$scratch/pieces.o"
}
check "every piece of C in docs/world.md compiles" world_pieces_compile

# tutorial_part N: the N-th piece of C in docs/tutorial-game.md, as it stands
tutorial_part() { awk -v n="$1" '/^```c/ { take = ++i == n; next } /^```/ { take = 0 } take' docs/tutorial-game.md; }
tutorial_runs() {
    tutorial_part 1 >"$scratch/main.c"
    gcc -std=c11 -Wall -Wextra -Werror -Iinclude "$scratch/main.c" "$BUILD/libsupple.a" -lm -o "$scratch/first" &&
        says 0 '1\.80 s: flesh is 0\.[0-9]*[1-9]' "$scratch/first" "$scratch/use/swimmer.soft.glb"
}
check "the first program of docs/tutorial-game.md builds, and flesh moves in it" tutorial_runs
tutorial_compiles() { # what a game does in a frame
    tutorial_part 2 >"$scratch/game.c"
    grep -q supple_body_step "$scratch/game.c" &&
        gcc -std=c11 -Wall -Wextra -Werror -Iinclude -c "$scratch/game.c" -o "$scratch/game.o"
}
check "the frame of docs/tutorial-game.md compiles" tutorial_compiles
tutorial_falls() {
    mkdir -p "$scratch/fall" && tutorial_part 3 >"$scratch/fall/fall.c" &&
        gcc -std=c11 -Wall -Wextra -Werror -Iinclude "$scratch/fall/fall.c" "$BUILD/libsupple.a" -lm -o "$scratch/fall/fall" &&
        says 0 's: dodo and the floor meet at [1-9]' "$scratch/fall/fall" "$scratch/use/dodo.soft.glb" &&
        grep -q 'dodo and .* crate meet' "$scratch/says" && grep -q 'dodo sleeps' "$scratch/says" && ! grep -q 'calls: [1-9]' "$scratch/says"
}
check "the bodies of docs/tutorial-game.md fall, hit a stack of crates and come to rest" tutorial_falls

posed_bends() { # the program of docs/posed.md; the last thing it prints is of the sculpted pose
    awk '/^```c/ { take = 1; next } take && /^```/ { exit } take' docs/posed.md >"$scratch/bend.c"
    gcc -std=c11 -Wall -Wextra -Werror -Iinclude "$scratch/bend.c" "$BUILD/libsupple.a" -lm -o "$scratch/bend" &&
        says 0 '^90 degrees: flesh is moved by up to 3[0-9].*bent 1.00$' "$scratch/bend" "$scratch/use/arm.soft.glb"
}
check "the arm of docs/posed.md goes to its sculpted shape as it bends" posed_bends

baker_compiles() { # all pieces of docs/baker.md, in a function
    {
        echo '#include "supple/supple_bake.h"'
        echo 'void take(const void* data, size_t size);'
        echo 'void show(const char* text);'
        echo 'void plot(const double* hz, const double* shapes, int32_t count);'
        echo 'void follow(const float* rest, const uint32_t* triangles, int32_t count);'
        echo 'void bakes(int32_t node_count, const double* nodes, int32_t tet_count, const int32_t* tets);'
        echo 'void bakes(int32_t node_count, const double* nodes, int32_t tet_count, const int32_t* tets) {'
        awk '/^```c/ { take = 1; next } take && /^```/ { take = 0 } take' docs/baker.md
        echo '}'
    } >"$scratch/bakes.c"
    grep -q supple_bake_simulate "$scratch/bakes.c" && gcc -std=c11 -Wall -Wextra -Werror -Iinclude -c "$scratch/bakes.c" -o "$scratch/bakes.o"
}
check "what docs/baker.md has of C compiles" baker_compiles

scenes_are_scenes() { # every scene of docs/simulate.md that names bodies
    mkdir -p "$scratch/scenes" && awk -v to="$scratch/scenes" '/^```yaml/ { take = 1; ++n; next } /^```/ { take = 0 } take { print > (to "/" n ".yaml") }' docs/simulate.md
    local scene count=0
    for scene in $(grep -l '^bodies:' "$scratch"/scenes/*.yaml); do
        "$BUILD/supple" simulate "$scene" --check || return 1
        count=$((count + 1))
    done
    [ $count -ge 2 ]
}
check "the scenes of docs/simulate.md can be simulated" scenes_are_scenes

demo_scene() { # what the demo records; but for a thorough look a cube instead of the beast, whose 25,000 vertices take ten seconds
    thorough && cp docs/gallery/beast-demo.yaml "$1" && return
    cube_obj >"$scratch/cube.obj" && shaken_cube "$BUILD/supple" "$scratch/cube.obj" "$1"
}
demo_runs() {
    mkdir -p "$scratch/demo/tools" "$scratch/demo/docs/gallery" "$scratch/demo/examples" && cp tools/demo tools/build-game tools/build-page "$scratch/demo/tools/" &&
        cp -r web gpu "$scratch/demo/" && cp -r examples/game "$scratch/demo/examples/" && command_in "$scratch/demo" && cp "$BUILD/supple.wasm" "$scratch/demo/build/" &&
        demo_scene "$scratch/demo/docs/gallery/beast-demo.yaml" && "$scratch/demo/tools/demo" &&
        [ -s "$scratch/demo/out/swimmer-jump.png" ] && [ -s "$scratch/demo/out/beast.html" ] && [ -s "$scratch/demo/out/game.html" ]
}
check "the demo runs to its end" demo_runs

no_places_of_one_machine() {
    local found
    found=$(git grep -nIE '(^|[^A-Za-z0-9._-])/(tm[p]|roo[t]|hom[e]|wor[k])/[A-Za-z0-9._-]+|registry\.npm[j]s|deb\.debia[n]\.org' -- . ':!.ci')
    [ -z "$found" ] || { echo "$found"; return 1; }
}
check "no file names a place of one machine or a package host" no_places_of_one_machine

the_map_is_right() {
    local bad=0 folder
    for folder in $(git ls-files | grep / | cut -d/ -f1 | sort -u | grep -v '^\.'); do
        grep -qE "^$folder/" README.md || [ "$folder" = cmake ] || { echo "$folder/ is not on the README's map"; bad=1; }
    done
    for folder in $(git ls-files 'bake/*/*' | cut -d/ -f2 | sort -u); do
        grep -qE "^  $folder/" README.md || { echo "bake/$folder/ is not on the README's map"; bad=1; }
    done
    return $bad
}
check "every folder is on the README's map" the_map_is_right
finish
