// Other people's meshers: every way in which they fail is a sentence, and nothing is left behind.
//
// A shell script on the PATH plays the mesher.
// SPDX-License-Identifier: MIT
#include "bake/volume/outside_mesher.h"

#include "bake/base/file.h"
#include "test/kit/check.h"
#include "test/kit/fill_check.h"

#include <dirent.h>
#include <sys/stat.h>

typedef struct stage {
    arena* memory;
    char folder[32];
    const char *path, *temporary; // of the environment, before
    report r;
    tets out;
} stage;

// `script` becomes the command, NULL: there is none. With `others` the real PATH follows.
static bool stage_open(stage* s, const char* name, const char* script, bool others) {
    *s = (stage){.memory = arena_create(), .folder = "supple-test-XXXXXX"};
    s->r = report_new(s->memory);
    if (mkdtemp(s->folder) == NULL)
        return false;
    s->path = arena_format(s->memory, "%s", getenv("PATH"));
    s->temporary = getenv("TMPDIR") ? arena_format(s->memory, "%s", getenv("TMPDIR")) : NULL;
    if (script != NULL) {
        const char* file = arena_format(s->memory, "%s/%s", s->folder, name);
        if (!file_write(file, script, strlen(script), &s->r) || chmod(file, 0700) != 0)
            return false;
    }
    setenv("PATH", others ? arena_format(s->memory, "%s:%s", s->folder, s->path) : s->folder, 1);
    setenv("TMPDIR", s->folder, 1);
    return true;
}

// How many files and folders are left of the run; removes what the stage made.
static int stage_close(stage* s, const char* name) {
    setenv("PATH", s->path, 1);
    if (s->temporary != NULL)
        setenv("TMPDIR", s->temporary, 1);
    else
        unsetenv("TMPDIR");
    unlink(arena_format(s->memory, "%s/%s", s->folder, name));
    int left = 0;
    DIR* all = opendir(s->folder);
    for (struct dirent* e = all != NULL ? readdir(all) : NULL; e != NULL; e = readdir(all))
        left += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    if (all != NULL)
        closedir(all);
    rmdir(s->folder);
    arena_destroy(s->memory);
    return left;
}

static bool try_mesher(stage* s, outside_mesher which, double seconds) {
    static const vec3 p[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const uint32_t t[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    return outside_mesher_fill(p, 4, t, 4, &(outside_options){which, 0.5, seconds}, s->memory,
                               &s->out, &s->r);
}

static bool says(const stage* s, const char* words) {
    bool found = s->r.error_count == 1 && strstr(s->r.findings[0].text, words) != NULL;
    if (!found)
        printf("%s\n", s->r.count > 0 ? s->r.findings[0].text : "nothing was said");
    return found;
}

typedef struct failure {
    outside_mesher which;
    const char *script, *sentence;
} failure;

static void check_failure(const failure* f, bool others, double seconds) {
    const char* name = outside_mesher_name[f->which];
    stage s;
    bool open = stage_open(&s, name, f->script, others);
    bool failed = open && !try_mesher(&s, f->which, seconds);
    bool said = open && says(&s, f->sentence);
    int left = stage_close(&s, name);
    CHECK(open && failed && said);
    CHECK(left == 0);
}

TEST(a_missing_command_is_named_with_its_package) {
    check_failure(&(failure){OUTSIDE_GMSH, NULL, "`gmsh` is not installed (the package is"}, false,
                  10.0);
    check_failure(&(failure){OUTSIDE_TETGEN, NULL, "`tetgen` is not installed"}, false, 10.0);
}

TEST(a_crash_is_a_sentence) {
    check_failure(&(failure){OUTSIDE_GMSH, "#!/bin/sh\nkill -SEGV $$\n", "crashed (signal 11"},
                  true, 10.0);
    check_failure(&(failure){OUTSIDE_TETGEN, "#!/bin/sh\nkill -ABRT $$\n", "crashed (signal 6"},
                  true, 10.0);
}

TEST(an_endless_run_is_ended) {
    check_failure(&(failure){OUTSIDE_GMSH, "#!/bin/sh\nexec sleep 60\n",
                             "not finished after 0.2 seconds and was ended"},
                  true, 0.2);
}

TEST(an_exit_code_comes_with_the_first_error_line) {
    check_failure(&(failure){OUTSIDE_GMSH,
                             "#!/bin/sh\necho Info: hello\necho 'Error   : faces overlap ' >&2\n"
                             "echo 'Error   : ------'\nexit 3\n",
                             "exit code 3: \"Error   : faces overlap\""},
                  true, 10.0);
    check_failure(&(failure){OUTSIDE_TETGEN, "#!/bin/sh\necho bad\necho worse\nexit 1\n",
                             "exit code 1: \"worse\""},
                  true, 10.0);
    check_failure(&(failure){OUTSIDE_TETGEN, "#!/bin/sh\nexit 1\n", "failed with exit code 1"},
                  true, 10.0);
}

TEST(success_without_tets_is_a_failure) {
    check_failure(&(failure){OUTSIDE_GMSH, "#!/bin/sh\nexit 0\n", "made no usable tets"}, true,
                  10.0);
    check_failure(
        &(failure){OUTSIDE_GMSH, "#!/bin/sh\ncp \"${7%.geo}.msh\" \"$6\"\n", "made no usable tets"},
        true, 10.0); // triangles only, as gmsh does
    check_failure(&(failure){OUTSIDE_TETGEN, "#!/bin/sh\necho 'an error: so'\n",
                             "made no usable tets; the surface may be open or cross itself: try "
                             "--tets auto (it said \"an error: so\")"},
                  true, 10.0);
}

TEST(what_a_command_writes_is_read_and_its_input_is_empty) {
    stage s;
    bool open = stage_open(&s, "tetgen",
                           "#!/bin/sh\ncat\nfor last; do :; done\nb=${last%.off}.1\n"
                           "printf '4 3 0 0\\n0 0 0 0\\n1 1 0 0\\n2 0 1 0\\n3 0 0 1\\n' >$b.node\n"
                           "printf '1 4 0\\n0 0 1 2 3\\n' >$b.ele\n",
                           true);
    bool done = open && try_mesher(&s, OUTSIDE_TETGEN, 10.0);
    double volume = done ? tets_volume(&s.out) : 0.0;
    int left = stage_close(&s, "tetgen");
    CHECK(done);
    CHECK_NEAR(volume, 1.0 / 6.0, 1e-15);
    CHECK(left == 0);
}

static bool installed(const char* name, arena* a) {
    const char* at = getenv("PATH");
    while (at != NULL && *at != 0) {
        size_t length = strcspn(at, ":");
        if (access(arena_format(a, "%.*s/%s", (int)length, at, name), X_OK) == 0)
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

static void check_real(outside_mesher which) {
    arena* a = arena_create();
    if (!installed(outside_mesher_name[which], a)) {
        arena_destroy(a);
        SKIP("it is not installed");
    }
    surface f = sample_surface("sphere", a);
    double inside = 0.0;
    for (int32_t i = 0; i < f.triangle_count; ++i)
        inside += v3_dot(f.positions[f.triangles[i][0]],
                         v3_cross(f.positions[f.triangles[i][1]], f.positions[f.triangles[i][2]])) /
                  6.0;
    bounds box = bounds_of(f.positions, f.vertex_count);
    report r = report_new(a);
    tets t;
    bool done = outside_mesher_fill(
        f.positions, f.vertex_count, (const uint32_t(*)[3])f.triangles, f.triangle_count,
        &(outside_options){which, 0.25 * (box.high.x - box.low.x), 60.0}, a, &t, &r);
    double volume = done ? tets_volume(&t) : 0.0;
    bool good = done && tiles(&t, a) && tets_topology(&t, a).piece_count == 1;
    arena_destroy(a);
    CHECK(good);
    CHECK_NEAR(volume / inside, 1.0, 1e-6);
}

TEST(a_real_gmsh_fills_a_sphere) {
    check_real(OUTSIDE_GMSH);
}

TEST(a_real_tetgen_fills_a_sphere) {
    check_real(OUTSIDE_TETGEN);
}

TEST_MAIN(CASE(a_missing_command_is_named_with_its_package), CASE(a_crash_is_a_sentence),
          CASE(an_endless_run_is_ended), CASE(an_exit_code_comes_with_the_first_error_line),
          CASE(success_without_tets_is_a_failure),
          CASE(what_a_command_writes_is_read_and_its_input_is_empty),
          CASE(a_real_gmsh_fills_a_sphere), CASE(a_real_tetgen_fills_a_sphere))
