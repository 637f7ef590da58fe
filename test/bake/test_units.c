// One unit, the scene's, whatever scale stands between the file's numbers and the scene; and sizes that nobody means.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/mesh/bounds.h"
#include "bake/play/take_picture.h"
#include "bake/scene/bind.h"
#include "scenes/scenes.h"
#include "supple/supple.h"
#include "test/kit/check.h"
#include "test/kit/random.h"
#include "test/kit/thorough.h"

#include <string.h>

// ---- scenes that are the same -----------------------------------------------------------

static void scale_values(channel* c, double by) {
    for (int32_t i = 0; i < 3 * c->key_count * (c->interpolation == CUBICSPLINE ? 3 : 1); ++i)
        c->values[i] = (float)(c->values[i] * by);
}

static void scale_mesh(primitive* p, double by) {
    for (int32_t i = 0; i < p->vertex_count; ++i)
        p->positions[i] = v3_scale(p->positions[i], by);
    for (int32_t t = 0; t < p->target_count; ++t)
        for (int32_t i = 0; p->targets[t].positions != NULL && i < 3 * p->vertex_count; ++i)
            (&p->targets[t].positions[0][0])[i] = (float)((&p->targets[t].positions[0][0])[i] * by);
}

// The world becomes `world` times as large, by an armature of `armature` times the scale: as Mixamo and FBX2glTF
// write it with 0.01, where bones and vertices are in other numbers than the world.
static void rescale(scene* s, double armature, double world) {
    double inner = world / armature; // of numbers below the roots
    for (int32_t i = 0; i < s->node_count; ++i) {
        node* n = &s->nodes[i];
        bool root = n->parent < 0;
        n->translation = v3_scale(n->translation, root ? world : inner);
        n->scale = v3_scale(n->scale, root ? armature : 1.0);
    }
    for (int32_t i = 0; i < s->primitive_count; ++i)
        scale_mesh(&s->primitives[i], inner);
    for (int32_t i = 0; i < s->skin_count; ++i)
        for (int32_t k = 0; k < s->skins[i].joint_count; ++k)
            for (int c = 12; c < 15; ++c)
                s->skins[i].inverse_binds[k].m[c] *= inner;
    for (int32_t i = 0; i < s->clip_count; ++i)
        for (int32_t k = 0; k < s->clips[i].channel_count; ++k) {
            channel* c = &s->clips[i].channels[k];
            bool root = s->nodes[c->node].parent < 0;
            if (c->path == PATH_TRANSLATION)
                scale_values(c, root ? world : inner);
            if (c->path == PATH_SCALE && root)
                scale_values(c, armature);
        }
}

// ---- what comes of one -----------------------------------------------------------------

typedef struct outcome {
    supple_bake_part row;
    double limit; // as the runtime has it, metres
    play_take take;
} outcome;

static const double LIMIT = 0.02; // metres

static bool bake_and_play(double armature, double world, arena* a, outcome* out) {
    scene s = sample_find("swimmer")->make(a);
    rescale(&s, armature, world);
    recipe how = recipe_default();
    recipe_part part = recipe_part_default();
    const char* hips = "hips";
    part.tets = 400;
    part.modes = 4;
    part.region.bones = &hips;
    part.region.bone_count = 1;
    part.limit = LIMIT * world;
    how.parts = &part;
    how.part_count = 1;
    how.unit = 1.0 / world;
    report r = report_new(a);
    bake_result b;
    supple_asset asset;
    if (!bake_scene(&s, &how, &(bake_options){.threads = 1}, a, &b, &r) ||
        supple_asset_read(&asset, b.asset.file.data, b.asset.file.size) != SUPPLE_OK)
        return false;
    out->row = b.rows[0];
    out->limit = (double)(supple_asset_part(&asset, 0).tuning.limit * asset.metres);
    pose rest = bind_pose(&s, a);
    surface f = surface_from_scene(&s, &rest, a);
    bounds box = bounds_of(f.positions, f.vertex_count);
    play_push push =
        play_push_at(&f, v3_lerp(box.low, box.high, 0.5), 0.4 * world, v3(0, 60, 90), a);
    play_request q = {.s = &s,
                      .binding = &b.binding,
                      .asset = &asset,
                      .clip = 0,
                      .fps = 60.0,
                      .seconds = 0.4,
                      .push_or_null = &push};
    return play_clip(&q, a, &out->take, &r);
}

static void check_alike(const outcome* x, const outcome* base, double world) {
    CHECK_NEAR(x->row.limit / world, LIMIT, 1e-9);
    CHECK_NEAR(x->limit / LIMIT, 1.0, 1e-5);
    // floats in other numbers are rounded elsewhere, and a node of the lattice may change sides
    CHECK_NEAR(x->row.mass / base->row.mass, 1.0, 0.01);
    CHECK_NEAR(x->row.first / base->row.first, 1.0, 0.03);
    CHECK(x->take.largest > 0.1 * LIMIT && x->take.largest < 1.05 * LIMIT);
    CHECK_NEAR(x->take.largest / base->take.largest, 1.0, 0.02);
}

TEST(mass_limit_push_and_motion_are_the_same_whatever_scale_the_armature_and_the_unit_have) {
    arena* a = arena_create();
    outcome base, x;
    CHECK(bake_and_play(1.0, 1.0, a, &base));
    check_alike(&base, &base, 1.0);
    CHECK(bake_and_play(0.01, 1.0, a, &x)); // Mixamo, FBX2glTF
    check_alike(&x, &base, 1.0);
    seed = 5;
    for (int i = 0; i < (test_thorough() ? 12 : 1); ++i) {
        double armature = pow(10.0, random_in(-3.0, 3.0)), world = pow(10.0, random_in(-2.0, 3.0));
        CHECK(bake_and_play(armature, world, a, &x));
        check_alike(&x, &base, world);
    }
    printf("        farthest %.4f m of %.2f\n", base.take.largest, LIMIT);
    arena_destroy(a);
}

// ---- sizes -----------------------------------------------------------------------------

// A cube of jelly of this many units, baked; `unit` 0: guessed.
static bool bake_cube(double size, double unit, arena* a, bake_result* b, report* r) {
    scene s = sample_find("jelly")->make(a);
    pose p = pose_at(&s, -1, 0.0, a);
    surface f = surface_from_scene(&s, &p, a);
    bounds box = bounds_of(f.positions, f.vertex_count);
    vec3 all = v3_sub(box.high, box.low);
    rescale(&s, 1.0, size / fmax(all.x, fmax(all.y, all.z)));
    recipe how = recipe_default();
    how.defaults.tets = 150;
    how.defaults.modes = 2;
    how.unit = unit;
    return bake_scene(&s, &how, &(bake_options){.threads = 1}, a, b, r);
}

static bool says(const report* r, severity least, const char* words) {
    for (int32_t i = 0; i < r->count; ++i)
        if (r->findings[i].severity >= least && strstr(r->findings[i].text, words) != NULL)
            return true;
    return false;
}

TEST(what_is_too_large_for_metres_is_read_as_less_and_the_unit_that_is_asked_for_overrules) {
    arena* a = arena_create();
    bake_result b;
    report r = report_new(a);
    CHECK(bake_cube(322.0, 0.0, a, &b, &r));
    CHECK(b.unit == 0.01 && strstr(b.unit_reason, "centimetres") != NULL);
    CHECK(bake_cube(322.0, 0.001, a, &b, &r));
    CHECK(b.unit == 0.001);
    arena_destroy(a);
}

TEST(weights_of_tonnes_and_of_micrograms_are_not_passed_in_silence) {
    static const double metres[] = {0.0003, 0.3, 8.0, 20.0};
    for (int i = 0; i < 4; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        bake_result b;
        CHECK(bake_cube(metres[i], 0.0, a, &b, &r));
        CHECK(says(&r, FINDING_WARNING, "weigh") == (i != 1));
        CHECK(i == 1 || says(&r, FINDING_WARNING, "--unit"));
        arena_destroy(a);
    }
}

TEST(sizes_of_no_body_are_refused_with_the_unit_in_the_sentence) {
    static const double units[] = {1e-30, 1e-12, 1e-9, 1e-6, 1e6, 1e9, 1e12, 1e30};
    for (int i = 0; i < 8; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        bake_result b;
        CHECK(!bake_cube(units[i], 0.0, a, &b, &r));
        CHECK(says(&r, FINDING_ERROR, "1 unit = 1 m") && says(&r, FINDING_ERROR, "--unit"));
        if (fabs(log10(units[i])) < 9.5 &&
            (i % 3 == 0 || test_thorough())) // 30 cm long, if asked for
            CHECK(bake_cube(units[i], 0.3 / units[i], a, &b, &r));
        arena_destroy(a);
    }
}

// A jelly on a jelly, the lower one shown by a node of this scale from numbers as much larger.
static scene two_jellies(double scale, arena* a) {
    scene s = sample_find("jelly")->make(a);
    int32_t shown = 0;
    while (s.nodes[shown].mesh < 0)
        ++shown;
    node* nodes = ARENA_NEW(a, node, (size_t)s.node_count + 1);
    mesh* meshes = ARENA_NEW(a, mesh, 2);
    primitive* primitives = ARENA_NEW(a, primitive, 2);
    memcpy(nodes, s.nodes, (size_t)s.node_count * sizeof *nodes);
    primitives[0] = primitives[1] = s.primitives[s.meshes[s.nodes[shown].mesh].first_primitive];
    primitive *lower = &primitives[0], *upper = &primitives[1];
    bounds box = bounds_of(upper->positions, upper->vertex_count);
    lower->positions = ARENA_NEW(a, vec3, (size_t)upper->vertex_count);
    for (int32_t i = 0; i < upper->vertex_count; ++i) {
        lower->positions[i] = v3_scale(upper->positions[i], 1.0 / scale);
        upper->positions[i].y += 0.9 * (box.high.y - box.low.y);
    }
    meshes[0] = (mesh){.name = "lower", .primitive_count = 1};
    meshes[1] = (mesh){.name = "upper", .first_primitive = 1, .primitive_count = 1};
    nodes[shown].mesh = 0;
    nodes[s.node_count] = nodes[shown];
    nodes[s.node_count].mesh = 1;
    int32_t* roots = ARENA_NEW(a, int32_t, (size_t)s.root_count + 1);
    memcpy(roots, s.roots, (size_t)s.root_count * sizeof *roots);
    roots[s.root_count++] = s.node_count++;
    s.roots = roots;
    nodes[shown].scale = v3_scale(nodes[shown].scale, scale);
    s.nodes = nodes;
    s.meshes = meshes;
    s.primitives = primitives;
    s.mesh_count = s.primitive_count = 2;
    return s;
}

// How far the first mode of two jellies goes, held below: as the plot has it, and by the asset's numbers alone.
static bool jellies_reach(double scale, arena* a, double* plotted, double* numbers) {
    scene s = two_jellies(scale, a);
    recipe how = recipe_default();
    recipe_part part = recipe_part_default();
    part.tets = 400;
    part.modes = 2;
    part.fixing.base = 0.05;
    how.parts = &part;
    how.part_count = 1;
    how.unit = 1.0;
    report r = report_new(a);
    bake_result b;
    supple_asset asset;
    if (!bake_scene(&s, &how, &(bake_options){.threads = 1}, a, &b, &r) ||
        supple_asset_read(&asset, b.asset.file.data, b.asset.file.size) != SUPPLE_OK)
        return false;
    play_request q = {.s = &s, .binding = &b.binding, .asset = &asset};
    *plotted = take_reach(&q, 0, 0);
    *numbers = (double)(supple_asset_reach(&asset, 0) * asset.metres);
    return true;
}

TEST(a_plot_is_in_the_scenes_unit_whatever_scale_the_mesh_that_moves_has) {
    arena* a = arena_create();
    double alike, alone, plotted, numbers;
    CHECK(jellies_reach(1.0, a, &alike, &alone) && alike > 0.0);
    CHECK_NEAR(alike / alone, 1.0, 1e-6); // one scale: the asset's own number
    CHECK(jellies_reach(0.01, a, &plotted, &numbers));
    CHECK_NEAR(plotted / alike, 1.0, 0.01);
    CHECK(fabs(numbers / alike - 1.0) > 0.1); // a unit of one mesh is not the other's
    arena_destroy(a);
}

TEST_MAIN(
    CASE(a_plot_is_in_the_scenes_unit_whatever_scale_the_mesh_that_moves_has),

    CASE(mass_limit_push_and_motion_are_the_same_whatever_scale_the_armature_and_the_unit_have),
    CASE(what_is_too_large_for_metres_is_read_as_less_and_the_unit_that_is_asked_for_overrules),
    CASE(weights_of_tonnes_and_of_micrograms_are_not_passed_in_silence),
    CASE(sizes_of_no_body_are_refused_with_the_unit_in_the_sentence))
