// Layers over one volume move as one: a shirt on a belly, a belt on the shirt, a buckle on the belt.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/play/play.h"
#include "bake/scene/contents.h"
#include "bake/volume/layers.h"
#include "bake/volume/pieces.h"
#include "test/check.h"
#include "test/random.h"
#include "test/sample_once.h"
#include "test/tailor.h"

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

// Each vertex of a layer with the point of the layer below that is nearest to it at rest.
typedef struct neighbours {
    int32_t count;
    int32_t* vertex;     // [count] of the asset
    int32_t (*below)[3]; // [count] vertices of the triangle below
    double (*at)[3];     // [count] barycentric
} neighbours;

static vec3 rest_of(const dressed* d, int32_t v) {
    const float* p = d->asset.positions + 3 * (size_t)v;
    return v3(p[0], p[1], p[2]);
}

// Of vertices of primitive `upper` no farther than `near` from primitive `lower`.
static neighbours find_neighbours(dressed* d, int32_t upper, int32_t lower, double near) {
    arena* a = d->memory;
    pose p = bind_pose(&d->scene, a);
    surface f = surface_from_scene(&d->scene, &p, a);
    uint32_t(*triangles)[3] = arena_alloc(a, (size_t)f.triangle_count, sizeof *triangles);
    vec3* rest = ARENA_NEW(a, vec3, (size_t)f.vertex_count);
    int32_t triangle_count = 0;
    for (int32_t v = 0; v < f.vertex_count; ++v)
        rest[v] = rest_of(d, v);
    for (int32_t t = 0; t < f.triangle_count; ++t)
        if (f.vertex_primitive[f.triangles[t][0]] == lower)
            memcpy(triangles[triangle_count++], f.triangles[t], sizeof *triangles);
    soup below = soup_new(rest, (const uint32_t(*)[3])triangles, triangle_count, a);
    neighbours n = {.vertex = ARENA_NEW(a, int32_t, (size_t)f.vertex_count)};
    n.below = arena_alloc(a, (size_t)f.vertex_count, sizeof *n.below);
    n.at = arena_alloc(a, (size_t)f.vertex_count, sizeof *n.at);
    for (int32_t v = 0; v < f.vertex_count; ++v) {
        soup_hit hit;
        if (f.vertex_primitive[v] != upper || !soup_nearest(&below, rest[v], near, &hit))
            continue;
        const uint32_t* t = triangles[hit.triangle];
        vec3 normal = v3_cross(v3_sub(rest[t[1]], rest[t[0]]), v3_sub(rest[t[2]], rest[t[0]]));
        for (int k = 0; k < 3; ++k) {
            vec3 x = v3_sub(rest[t[(k + 1) % 3]], hit.point),
                 y = v3_sub(rest[t[(k + 2) % 3]], hit.point);
            n.at[n.count][k] = v3_dot(v3_cross(x, y), normal) / v3_dot(normal, normal);
            n.below[n.count][k] = (int32_t)t[k];
        }
        n.vertex[n.count++] = v;
    }
    return n;
}

typedef struct kept {
    double worst, at_rest; // metres: the largest change of an offset, and that offset
    double ratio;          // the largest change over its offset
    double farthest;       // metres: how far a vertex below went
} kept;

static void measure(const dressed* d, const neighbours* n, const float* now, kept* out) {
    for (int32_t i = 0; i < n->count; ++i) {
        int32_t v = n->vertex[i];
        vec3 p = rest_of(d, v), change = v3_sub(v3(now[3 * v], now[3 * v + 1], now[3 * v + 2]), p);
        vec3 offset = p, moved = v3(0, 0, 0);
        for (int k = 0; k < 3; ++k) {
            int32_t w = n->below[i][k];
            vec3 q = rest_of(d, w), u = v3_sub(v3(now[3 * w], now[3 * w + 1], now[3 * w + 2]), q);
            moved = v3_madd(moved, u, n->at[i][k]);
            offset = v3_madd(offset, q, -n->at[i][k]);
        }
        double apart = v3_length(v3_sub(change, moved)), length = v3_length(offset);
        out->farthest = fmax(out->farthest, v3_length(moved));
        if (length > 0.0 && apart / length > out->ratio) {
            out->ratio = apart / length;
            out->worst = apart;
            out->at_rest = length;
        }
    }
}

static kept over_clips(dressed* d, const neighbours* n) {
    static const char* const clips[] = {"walk", "run", "jump"};
    kept out = {0};
    float* now = ARENA_NEW(d->memory, float, 3 * (size_t)d->asset.vertex_count);
    for (int c = 0; c < 3; ++c) {
        report r = report_new(d->memory);
        play_request q = {.s = &d->scene,
                          .binding = &d->baked.binding,
                          .asset = &d->asset,
                          .clip = clip_named(&d->scene, clips[c]),
                          .fps = 30.0,
                          .substeps = 2};
        play_take t;
        if (!play_clip(&q, d->memory, &t, &r))
            continue;
        supple_streams streams = supple_streams_packed(now, NULL);
        for (int32_t frame = 0; frame < t.frame_count; ++frame) {
            supple_body_evaluate(play_frame(&t, frame), &streams);
            measure(d, n, now, &out);
        }
    }
    return out;
}

TEST(layers_keep_their_offset_to_a_tenth_over_every_clip) {
    dressed* d = baked_man();
    CHECK(d->sound);
    static const struct {
        const char* name;
        int32_t upper, lower;
        double near;
    } pairs[] = {{"shirt on skin", 1, 0, 0.007},
                 {"belt on skin", 2, 0, 0.01},
                 {"belt on shirt", 2, 1, 0.007}};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; ++k) {
        neighbours n = find_neighbours(d, pairs[k].upper, pairs[k].lower, pairs[k].near);
        kept x = over_clips(d, &n);
        printf(
            "        %s: %d neighbours, farthest %.1f mm, offset of %.2f mm changes by %.3f mm\n",
            pairs[k].name, n.count, 1e3 * x.farthest, 1e3 * x.at_rest, 1e3 * x.worst);
        CHECK(n.count > 100 && x.farthest > 0.005 && x.ratio < 0.1);
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
            vec3 u = v3_sub(v3(now[3 * v], now[3 * v + 1], now[3 * v + 2]), rest_of(d, v));
            vec3 w =
                v3_sub(v3(now[3 * last], now[3 * last + 1], now[3 * last + 2]), rest_of(d, last));
            bent = fmax(bent, v3_distance(u, w));
            far = fmax(far, v3_length(u));
        }
    }
    printf("        it goes %.1f mm and bends by %.4f mm\n", 1e3 * far, 1e3 * bent);
    CHECK(far > 0.002 && bent < 1e-6);
}

TEST_MAIN(CASE(layers_keep_their_offset_to_a_tenth_over_every_clip),
          CASE(a_buckle_rides_and_keeps_its_shape))
