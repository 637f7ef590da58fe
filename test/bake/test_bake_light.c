// Light of bodies without a skeleton, from the baker to the screen: what a body shows is what rays find in the shape that it has.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/export/lit_balls.h"
#include "bake/export/lit_surface.h"
#include "bake/import/import.h"
#include "bake/light/sky.h"
#include "bake/recipe/recipe_file.h"
#include "supple/supple.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

enum { NUMBERS = 48 };

// An L, a quarter of a metre: its inner corner is in its own shadow. Cut into a lattice of squares, each face its own vertices.
typedef struct ell {
    arena* memory;
    report r;
    imported file;
    bake_result made;
    supple_asset asset;
    surface f;
    double light[NUMBERS];
} ell;

static bool is_inside(int x, int y, int z) {
    return x >= 0 && y >= 0 && z >= 0 && x < 2 && y < 2 && z < 1 && (x < 1 || y < 1);
}

static const char* ell_text(arena* memory) {
    static const int side[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                   {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    char *text = ARENA_NEW(memory, char, 100000), *at = text;
    for (int i = 0; i < 4; ++i)
        for (int s = 0; s < 6; ++s) {
            int x = i % 2, y = i / 2, z = 0;
            if (!is_inside(x, y, z) || is_inside(x + side[s][0], y + side[s][1], z + side[s][2]))
                continue;
            int axis = s / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (int k = 0; k < 4; ++k) {
                double p[3] = {x, y, z};
                p[axis] += s % 2 == 0;
                bool far_u = k == 1 || k == 2, far_v = k == 2 || k == 3;
                p[u] += s % 2 == 0 ? far_u : far_v;
                p[v] += s % 2 == 0 ? far_v : far_u;
                at += sprintf(at, "v %g %g %g\n", p[0] / 8, p[1] / 8, p[2] / 8);
            }
            at += sprintf(at, "f -4 -3 -2 -1\n");
        }
    return text;
}

// A node that turns and scales the mesh, before it is baked.
typedef struct node_pose {
    quat turn;
    vec3 scale;
} node_pose;

static const node_pose as_it_is = {{0, 0, 0, 1}, {1, 1, 1}};

static bool bake(ell* x, const char* recipe_text, node_pose n) {
    *x = (ell){.memory = arena_create()};
    x->r = report_new(x->memory);
    const char* text = ell_text(x->memory);
    recipe how;
    bake_options o = {.threads = 1};
    bool sound = import_scene_bytes((bytes){(const uint8_t*)text, strlen(text)}, "ell.obj",
                                    x->memory, &x->file, &x->r) &&
                 recipe_parse((bytes){(const uint8_t*)recipe_text, strlen(recipe_text)}, "r.yaml",
                              x->memory, &how, &x->r);
    if (!sound)
        return false;
    x->file.scene.nodes[0].rotation = n.turn;
    x->file.scene.nodes[0].scale = n.scale;
    sound =
        bake_scene(&x->file.scene, &how, &o, x->memory, &x->made, &x->r) &&
        supple_asset_read(&x->asset, x->made.asset.file.data, x->made.asset.file.size) == SUPPLE_OK;
    pose p = pose_at(&x->file.scene, -1, 0.0, x->memory);
    x->f = surface_from_scene(&x->file.scene, &p, x->memory);
    sky_light("evening", 40.0, 4, x->light);
    return sound;
}

// Root mean square of the difference between what the body shows and what rays find in its shape, over that of the latter. `turn`: of its axes.
static double off_by(ell* x, const supple_body* b, const vec3* places, quat turn) {
    supple_light* light = supple_light_create(&x->asset, NULL);
    float sky[NUMBERS], axes[9],
        *front = ARENA_NEW(x->memory, float, 3 * (size_t)x->f.vertex_count);
    for (int i = 0; i < NUMBERS; ++i)
        sky[i] = (float)x->light[i];
    for (int c = 0; c < 3; ++c) {
        vec3 column = quat_rotate(turn, v3(c == 0, c == 1, c == 2));
        axes[c] = (float)column.x, axes[3 + c] = (float)column.y, axes[6 + c] = (float)column.z;
    }
    supple_light_set(light, sky, axes);
    supple_body_light(b, light, front, NULL);
    supple_light_destroy(light);
    surface now = x->f;
    raster_arriving* found;
    transfer_options o = transfer_default();
    now.positions = (vec3*)places;
    if (!lit_surface_arriving(&now, &x->file.scene, &o, x->light, x->memory, &found, &x->r))
        return INFINITY;
    double off = 0.0, size = 0.0;
    for (int32_t i = 0; i < 3 * x->f.vertex_count; ++i) {
        double truth = (double)found[i / 3].side[0][i % 3], d = (double)front[i] - truth;
        off += d * d;
        size += truth * truth;
    }
    return sqrt(off / size);
}

static const char small[] = "light: 8\nlight_fields: 7\ndefaults: {modes: 4, tets: 200}\n";

TEST(a_body_at_rest_shows_what_rays_find_in_it) {
    ell x;
    CHECK(bake(&x, small, as_it_is));
    const supple_bake_light* l = &x.made.light;
    CHECK(l->point_count == x.f.vertex_count && l->shape_count == 8 && l->field_count == 7);
    CHECK(l->bytes > 0 && l->error > 0.0 && l->error < 0.1 && l->rounded < 0.005);
    supple_body* b = supple_body_create(&x.asset, NULL, NULL);
    CHECK(off_by(&x, b, x.f.positions, as_it_is.turn) < 0.01);
    supple_body_destroy(b);
    arena_destroy(x.memory);
}

TEST(a_body_that_swings_shows_about_what_rays_find_in_its_shape) {
    ell x;
    CHECK(bake(&x, "light: 20\ndefaults: {modes: 2, tets: 200}\n", as_it_is));
    supple_body* b = supple_body_create(&x.asset, NULL, NULL);
    float* at = ARENA_NEW(x.memory, float, 3 * (size_t)x.f.vertex_count);
    vec3* places = ARENA_NEW(x.memory, vec3, (size_t)x.f.vertex_count);
    supple_streams streams = supple_streams_packed(at, NULL);
    double still = 0.0, shown = 0.0;
    seed = 5;
    for (int i = 0; i < 3; ++i) {
        uint32_t v = (uint32_t)random_in(0, x.f.vertex_count);
        supple_body_impulse(b, (supple_point){{v, v, v}, {1.0f, 0.0f, 0.0f}},
                            (supple_vec3){(float)random_in(-1, 1), 0.5f, (float)random_in(-1, 1)});
        for (int k = 0; k < 3; ++k)
            supple_body_step(b, 1.0f / 60.0f);
        supple_body_evaluate(b, &streams);
        for (int32_t n = 0; n < x.f.vertex_count; ++n)
            places[n] = v3((double)at[3 * n], (double)at[3 * n + 1], (double)at[3 * n + 2]);
        shown += off_by(&x, b, places, as_it_is.turn);
        supple_body* rest = supple_body_create(&x.asset, NULL, NULL);
        still += off_by(&x, rest, places, as_it_is.turn);
        supple_body_destroy(rest);
    }
    printf("        off by %.2f %% as it swings; light that stood still %.2f %%\n", 100 * shown / 3,
           100 * still / 3);
    CHECK(shown < 0.6 * still && shown / 3 < 3.0 * x.made.light.error);
    supple_body_destroy(b);
    arena_destroy(x.memory);
}

// Root mean square of what is kept of the light, by balls and by rays with two bounces, over the shaded ground below a body that is turned and
// raised; `black`: by balls that throw nothing back.
static double ground_off_by(ell* x, const supple_body* b, const vec3* places, vec3 rise, quat turn,
                            bool black) {
    supple_ball balls[64];
    surface now = x->f;
    now.positions = ARENA_NEW(x->memory, vec3, (size_t)now.vertex_count);
    for (int32_t v = 0; v < now.vertex_count; ++v)
        now.positions[v] = v3_add(quat_rotate(turn, places[v]), rise);
    int32_t count = supple_body_balls(b, &x->asset, balls);
    for (int32_t i = 0; i < count && black; ++i)
        memset(balls[i].albedo, 0, sizeof balls[i].albedo);
    for (int32_t i = 0; i < count; ++i)
        v3_to_floats(
            v3_add(quat_rotate(turn, v3((double)balls[i].center[0], (double)balls[i].center[1],
                                        (double)balls[i].center[2])),
                   rise),
            balls[i].center);
    raster_ground traced;
    transfer_options o = transfer_default();
    double low = bounds_of(now.positions, now.vertex_count).low.y - rise.y, square = 0.0,
           shaded = 0.0;
    if (count == 0 ||
        !lit_ground_traced(&now, &x->file.scene, low, &o, x->light, x->memory, &traced, &x->r))
        return INFINITY;
    raster_ground shown = lit_ground_below(&now, low, traced.side, x->memory);
    lit_balls_keep(balls, count, 4, x->light, low, &shown);
    for (int32_t i = 0; i < 3 * traced.side * traced.side; ++i) {
        double truth = (double)traced.kept[i / 3][i % 3],
               d = (double)shown.kept[i / 3][i % 3] - truth;
        square += truth < 0.98 ? d * d : 0.0;
        shaded += truth < 0.98;
    }
    return sqrt(square / shaded);
}

// How far balls of a body whose one bone turns, scales by two and moves it are from its own, turned, doubled and moved.
static double balls_off(const ell* x) {
    static const supple_matrix doubled = {{0, 0, -2, 0, 0, 2, 0, 0, 2, 0, 0, 0, 0.5f, 0.25f, 1, 1}};
    supple_body *rest = supple_body_create(&x->asset, NULL, NULL),
                *large = supple_body_create(&x->asset, NULL, NULL);
    supple_ball one[64], two[64];
    double off = 0.0;
    supple_body_place(large, &doubled);
    int32_t count = supple_body_balls(rest, &x->asset, one);
    bool same = count > 0 && count == supple_body_balls(large, &x->asset, two);
    for (int32_t i = 0; i < count && same; ++i) {
        const float *c = one[i].center, at[3] = {2 * c[2] + 0.5f, 2 * c[1] + 0.25f, -2 * c[0] + 1};
        off = fmax(off, fabs((double)two[i].radius - 2.0 * (double)one[i].radius));
        for (int k = 0; k < 3; ++k)
            off = fmax(off, fabs((double)two[i].center[k] - (double)at[k]));
    }
    supple_body_destroy(rest);
    supple_body_destroy(large);
    return same ? off : INFINITY;
}

TEST(the_ground_below_a_body_is_about_what_rays_find_there) {
    ell x;
    CHECK(bake(&x, small, as_it_is));
    CHECK(x.made.light.ball_count > 10 && x.made.light.ground_off < 0.05);
    CHECK(balls_off(&x) < 1e-5);
    supple_body* b = supple_body_create(&x.asset, NULL, NULL);
    double worst = 0.0, mean = 0.0, black = 0.0;
    seed = 9;
    for (int i = 0; i < 4; ++i) {
        quat turn =
            i == 0 ? as_it_is.turn
                   : quat_unit((quat){random_in(-1, 1), random_in(-1, 1), random_in(-1, 1), 1});
        vec3 rise = v3(0.3, 0.08 * (i % 3), -0.2);
        double off = ground_off_by(&x, b, x.f.positions, rise, turn, false);
        worst = fmax(worst, off);
        mean += off / 4;
        black += ground_off_by(&x, b, x.f.positions, rise, turn, true) / 4;
    }
    printf("        off by %.1f %%, %.1f at worst; %.1f with balls that throw nothing back\n",
           100 * mean, 100 * worst, 100 * black);
    CHECK(worst < 0.14 && mean < black);
    supple_body_destroy(b);
    arena_destroy(x.memory);
}

TEST(a_node_that_turns_and_scales_its_mesh_is_lit_as_it_lies) {
    quat turn = quat_unit((quat){0.2, 0.5, -0.3, 0.6});
    ell x;
    CHECK(bake(&x, small, (node_pose){turn, {2, 2, 2}}));
    supple_body* b = supple_body_create(&x.asset, NULL, NULL);
    CHECK(off_by(&x, b, x.f.positions, turn) < 0.01);
    CHECK(off_by(&x, b, x.f.positions, as_it_is.turn) > 0.1); // it can be told
    supple_body_destroy(b);
    arena_destroy(x.memory);
}

TEST(a_node_that_mirrors_or_stretches_is_a_sentence) {
    static const vec3 bad[] = {{-1, 1, 1}, {1, 1, 1.5}};
    for (int i = 0; i < 2; ++i) {
        ell x;
        CHECK(!bake(&x, small, (node_pose){as_it_is.turn, bad[i]}));
        CHECK(x.r.error_count == 1 &&
              strstr(x.r.findings[x.r.count - 1].text, "mirrored or") != NULL);
        arena_destroy(x.memory);
    }
}

TEST(posed_flesh_and_what_is_held_are_lit_too) {
    static const char* const how[] = {
        "light: 4\ndefaults: {elasticity: stvk, modes: 3, tets: 100}\n",
        "light: 4\ndefaults: {modes: 3, tets: 200, fixing: {base: 0.1}}\n"};
    for (int i = 0; i < 2; ++i) {
        ell x;
        bool sound = bake(&x, how[i], as_it_is);
        for (int32_t n = 0; n < x.r.count && !sound; ++n)
            printf("        %s\n", finding_text(&x.r.findings[n], x.memory));
        CHECK(sound && x.made.light.shape_count == 4);
        CHECK(supple_asset_is_free(&x.asset) == (i == 0));
        supple_body* b = supple_body_create(&x.asset, NULL, NULL);
        CHECK(off_by(&x, b, x.f.positions, as_it_is.turn) < 0.05);
        supple_body_destroy(b);
        arena_destroy(x.memory);
    }
}

TEST_MAIN(CASE(a_body_at_rest_shows_what_rays_find_in_it),
          SIZED_CASE(a_body_that_swings_shows_about_what_rays_find_in_its_shape),
          SIZED_CASE(the_ground_below_a_body_is_about_what_rays_find_there),
          CASE(a_node_that_turns_and_scales_its_mesh_is_lit_as_it_lies),
          CASE(a_node_that_mirrors_or_stretches_is_a_sentence),
          SIZED_CASE(posed_flesh_and_what_is_held_are_lit_too))
