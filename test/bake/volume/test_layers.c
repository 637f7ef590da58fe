// Layers over one volume move as one: a shirt on a belly, a belt on the shirt, a buckle on the belt.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/play/play.h"
#include "bake/scene/contents.h"
#include "bake/volume/fade.h"
#include "bake/volume/layers.h"
#include "bake/volume/pieces.h"
#include "test/kit/check.h"
#include "test/kit/offsets.h"
#include "test/kit/random.h"
#include "test/kit/sample_once.h"
#include "test/kit/tailor.h"

enum { SKIN_HIPS = 0, SKIN_SPINE = 1 };

typedef struct dressed {
    arena* memory;
    scene scene;
    bake_result baked;
    supple_asset asset;
    bool sound;
} dressed;

// Every second vertex of a shirt is 3 mm off, the others up to 6: its own, uneven distance everywhere.
static scene dress(arena* a) {
    const scene* from = sample_once("swimmer");
    cloth shirt = tailor_shirt(&from->primitives[0], 0.9, 1.2, 0.0045, a);
    seed = 5;
    for (int32_t i = 0; i < shirt.p.vertex_count; ++i)
        shirt.p.positions[i].z += random_in(-0.001, 0.001);
    scene s = tailor_add(from, "Shirt", "cotton", 0.0f, &shirt, a);
    cloth belt = tailor_shirt(&from->primitives[0], 0.93, 0.97, 0.008, a);
    s = tailor_add(&s, "Belt", "leather", 0.0f, &belt, a);
    cloth buckle = cloth_new(a);
    vec3 front = v3(0, 0.95, 0); // the point of the belt that is farthest ahead
    for (int32_t i = 0; i < belt.p.vertex_count; ++i)
        if (belt.p.positions[i].z > front.z)
            front = belt.p.positions[i];
    cloth_box(&buckle, v3_add(front, v3(0, 0, 0.004)), v3(0.02, 0.015, 0.003), SKIN_HIPS);
    return tailor_add(&s, "Buckle", "brass", 1.0f, &buckle, a);
}

static dressed* baked_man(void) {
    static dressed d;
    if (d.memory != NULL)
        return &d;
    d.memory = arena_create();
    report r = report_new(d.memory);
    d.scene = dress(d.memory);
    recipe how = recipe_default();
    recipe_part part = recipe_part_default();
    part.name = part.region.place_or_null = "belly";
    part.tets = 600;
    part.ten_nodes = false;
    how.parts = &part;
    how.part_count = 1;
    d.sound =
        bake_scene(&d.scene, &how, &(bake_options){.threads = 2}, d.memory, &d.baked, &r) &&
        supple_asset_read(&d.asset, d.baked.asset.file.data, d.baked.asset.file.size) == SUPPLE_OK;
    for (int32_t i = 0; i < r.count; ++i)
        printf("        %s\n", r.findings[i].text);
    return &d;
}

enum { PAIRS = 4 };

static void over_clips(dressed* d, const offsets o[PAIRS], offsets_kept out[PAIRS]) {
    static const char* const clips[] = {"walk", "run", "jump"};
    for (int c = 0; c < 3; ++c) {
        report r = report_new(d->memory);
        play_request q = {.s = &d->scene,
                          .binding = &d->baked.binding,
                          .asset = &d->asset,
                          .clip = clip_named(&d->scene, clips[c]),
                          .fps = 30.0,
                          .substeps = 2};
        play_take t;
        CHECK(play_clip(&q, d->memory, &t, &r));
        for (int k = 0; k < PAIRS; ++k)
            offsets_over(&o[k], &q, &t, d->memory, &out[k]);
    }
}

TEST(layers_keep_their_offset_to_a_tenth_over_every_clip) {
    dressed* d = baked_man();
    CHECK(d->sound);
    static const struct {
        const char* name;
        int32_t upper, lower;
        double near;
    } pairs[PAIRS] = {{"shirt on skin", 1, 0, 0.007},
                      {"belt on skin", 2, 0, 0.01},
                      {"belt on shirt", 2, 1, 0.007},
                      {"skin under shirt", 0, 1, 0.007}}; // facets of the shirt are not its own
    pose bind = bind_pose(&d->scene, d->memory);
    surface f = surface_from_scene(&d->scene, &bind, d->memory);
    offsets o[PAIRS];
    for (int k = 0; k < PAIRS; ++k) {
        offset_search how = {f.vertex_primitive, pairs[k].upper, pairs[k].lower, 0.0,
                             pairs[k].near};
        o[k] = offsets_between(&f, &how, d->baked.unit, d->memory);
    }
    offsets_kept kept[PAIRS] = {0};
    over_clips(d, o, kept);
    for (int k = 0; k < PAIRS; ++k) {
        const offsets_kept* x = &kept[k];
        printf(
            "        %s: %d neighbours, farthest %.1f mm, offset of %.2f mm changes by %.3f mm\n",
            pairs[k].name, o[k].count, 1e3 * x->farthest, 1e3 * x->at_rest, 1e3 * x->worst);
        CHECK(o[k].count > 100 && x->farthest > 0.005 && x->ratio < 0.1);
    }
}

TEST(a_buckle_rides_and_keeps_its_shape) {
    dressed* d = baked_man();
    CHECK(d->sound);
    arena* a = d->memory;
    report r = report_new(a);
    play_request q = {.s = &d->scene,
                      .binding = &d->baked.binding,
                      .asset = &d->asset,
                      .clip = clip_named(&d->scene, "jump"),
                      .fps = 30.0};
    play_take t;
    CHECK(play_clip(&q, a, &t, &r));
    float* now = ARENA_NEW(a, float, 3 * (size_t)d->asset.vertex_count);
    supple_streams streams = supple_streams_packed(now, NULL);
    int32_t last = d->asset.vertex_count - 1; // of the buckle's eight
    double bent = 0.0, far = 0.0;
    for (int32_t frame = 0; frame < t.frame_count; ++frame) {
        supple_body_evaluate(play_frame(&t, frame), &streams);
        for (int32_t v = last - 7; v <= last; ++v) {
            vec3 u = offset_moved(q.binding, q.asset, now, v);
            bent = fmax(bent, v3_distance(u, offset_moved(q.binding, q.asset, now, last)));
            far = fmax(far, v3_length(u));
        }
    }
    printf("        it goes %.1f mm and bends by %.4f mm\n", 1e3 * far, 1e3 * bent);
    CHECK(far > 0.002 && bent < 1e-6);
}

// A doll: a trunk on one bone, an arm on the next that ends 2 mm before it, and a hand that hangs as near to it.
static character doll(arena* a, scene* s) {
    tailor_joint joints[] = {{"Hips", -1, {0, 0.9, 0}},
                             {"Chest", 0, {0, 1.3, 0}},
                             {"Arm", 1, {0.2, 1.35, 0}},
                             {"ForeArm", 2, {0.5, 1.35, 0}},
                             {"Hand", 3, {0.3, 0.9, 0}}};
    *s = tailor_skeleton(joints, 5, a);
    cloth trunk = cloth_new(a), arm = cloth_new(a), hand = cloth_new(a);
    tube_stop stops[21];
    for (int i = 0; i < 21; ++i)
        stops[i] = (tube_stop){v3(0, 0.8 + 0.035 * i, 0), 0.2, 0.15, {0, 1, i < 8 ? 0.2 : 0.9}};
    cloth_tube(&trunk, stops, 21, 48, v3(1, 0, 0));
    for (int i = 0; i < 11; ++i)
        stops[i] =
            (tube_stop){v3(0.202 + 0.03 * i, 1.35, 0), 0.05, 0.05, {2, 3, i < 8 ? 0.1 : 0.6}};
    cloth_tube(&arm, stops, 11, 24, v3(0, 1, 0));
    for (int i = 0; i < 5; ++i)
        stops[i] = (tube_stop){v3(0.232, 0.85 + 0.03 * i, 0), 0.03, 0.03, {4, 3, 0.1}};
    cloth_tube(&hand, stops, 5, 24, v3(1, 0, 0));
    *s = tailor_add(s, "Trunk", "a", 0.0f, &trunk, a);
    *s = tailor_add(s, "Arm", "b", 0.0f, &arm, a);
    *s = tailor_add(s, "Hand", "c", 0.0f, &hand, a);
    pose* p = ARENA_NEW(a, pose, 1);
    surface* f = ARENA_NEW(a, surface, 1);
    *p = bind_pose(s, a);
    *f = surface_from_scene(s, p, a);
    return character_new(s, f, p, a);
}

TEST(flesh_fades_where_a_mesh_is_cut_between_bones_and_not_where_a_hand_hangs) {
    arena* a = arena_create();
    scene s;
    character c = doll(a, &s);
    region g = region_empty(&c, a);
    for (int32_t v = 0; v < g.count; ++v)
        g.value[v] = c.surface->vertex_primitive[v] == 0 && c.surface->positions[v].y > 0.82;
    float* fade = fade_of(&c, &g, 0.1, a);
    double at_arm = 0.0, at_hand = 1.0;
    for (int32_t v = 0; v < g.count; ++v) {
        vec3 p = c.surface->positions[v];
        if (g.value[v] == 0.0f || p.x < 0.19)
            continue;
        if (fabs(p.y - 1.35) < 0.03 && fabs(p.z) < 0.03)
            at_arm = fmax(at_arm, fade[v]);
        if (fabs(p.y - 0.94) < 0.02)
            at_hand = fmin(at_hand, fade[v]);
    }
    printf("        it moves %.3f at the arm and %.3f at the hand\n", at_arm, at_hand);
    CHECK(at_arm < 0.05 && at_hand > 0.9);
    arena_destroy(a);
}

TEST_MAIN(CASE(flesh_fades_where_a_mesh_is_cut_between_bones_and_not_where_a_hand_hangs),
          SIZED_CASE(layers_keep_their_offset_to_a_tenth_over_every_clip),
          SIZED_CASE(a_buckle_rides_and_keeps_its_shape))
