// Flesh under cloth keeps its offset to it: shapes settled on bodies made by procedure, without playing anything.
// SPDX-License-Identifier: MIT
#include "bake/volume/layer_apart.h"
#include "bake/volume/layer_shapes.h"
#include "bake/volume/layers.h"
#include "test/kit/check.h"
#include "test/kit/offsets.h"
#include "test/kit/random.h"
#include "test/kit/tailor.h"

#include <string.h>

enum { STOPS = 21, BODIES = 6, MODES = 4 };

#define SWING                                                                                      \
    0.02 // of the body's size: how far the farthest vertex of a mode goes where the law is asked

typedef struct dressed {
    arena* memory;
    scene scene;
    surface rest;
    pose bind;
    character body;
    double size;
    double* shapes; // [MODES][vertices][3]
} dressed;

static double sine_of(double x) {
    double s, c;
    exact_sincos(x, &s, &c);
    return s;
}

// A tube with a fold round its middle, `fold` deep.
static cloth tube(const dressed* d, double off, double fold, int around, int stops) {
    tube_stop at[4 * STOPS];
    for (int i = 0; i < stops; ++i) {
        double y = 0.8 + 0.7 * i / (stops - 1), t = (y - 1.15) / 0.008, dent = fold / (1.0 + t * t);
        at[i] = (tube_stop){v3(0, y, 0), 0.2 + off - dent, 0.15 + off - dent, {0, 1, 0.5}};
    }
    cloth c = cloth_new(d->memory);
    cloth_tube(&c, at, stops, around, v3(1, 0, 0));
    return c;
}

// Waves of flesh, of a quarter of a metre or longer, larger where it is far from the seams.
static void find_shapes(dressed* d) {
    int32_t n = d->rest.vertex_count;
    d->shapes = ARENA_NEW(d->memory, double, 3 * MODES * (size_t)n);
    for (int m = 0; m < MODES; ++m) {
        double k[3], largest = 0.0, *shape = d->shapes + 3 * (size_t)m * (size_t)n;
        for (int a = 0; a < 3; ++a)
            k[a] = random_in(-15.0, 15.0); // 1/m
        for (int32_t v = 0; v < n; ++v) {
            vec3 p = d->body.layers[d->body.weld.welded[v]].place;
            double rise = fmax(0.0, 1.0 - 4.0 * (p.y - 1.15) * (p.y - 1.15) / 0.36);
            for (int a = 0; a < 3; ++a)
                shape[3 * v + a] =
                    rise * sine_of(k[0] * p.x + k[1] * p.y + k[2] * p.z + a + 2.0 * m);
            largest =
                fmax(largest, v3_length(v3(shape[3 * v], shape[3 * v + 1], shape[3 * v + 2])));
        }
        for (int32_t v = 0; v < 3 * n; ++v)
            shape[v] *= SWING * d->size / largest;
    }
}

static dressed dress(double off, double fold, int around, int stops, arena* a) {
    dressed d = {.memory = a};
    tailor_joint joints[] = {{"Hips", -1, {0, 0.8, 0}}, {"Chest", 0, {0, 1.4, 0}}};
    d.scene = tailor_skeleton(joints, 2, a);
    cloth trunk = tube(&d, 0.0, fold, 64, 4 * STOPS), shirt = tube(&d, off, 0.0, around, stops);
    d.scene = tailor_add(&d.scene, "Trunk", "skin", 0.0f, &trunk, a);
    d.scene = tailor_add(&d.scene, "Shirt", "cotton", 0.0f, &shirt, a);
    d.bind = bind_pose(&d.scene, a);
    d.rest = surface_from_scene(&d.scene, &d.bind, a);
    return d;
}

static vec3 moved(const dressed* d, int m, int32_t welded) {
    const double* u = d->shapes + 3 * ((size_t)m * (size_t)d->rest.vertex_count +
                                       (size_t)d->body.weld.first[welded]);
    return v3(u[0], u[1], u[2]);
}

typedef struct kept {
    int32_t pairs;
    double worst;    // change of an offset over its length
    double farthest; // metres
} kept;

static void look(const dressed* d, int32_t vertex, int32_t triangle, const double at[3],
                 double length, kept* out) {
    if (length < 1e-4 * d->size) // the ends of both, which lie in each other
        return;
    ++out->pairs;
    for (int m = 0; m < MODES; ++m) {
        vec3 u = moved(d, m, vertex);
        out->farthest = fmax(out->farthest, v3_length(u));
        for (int k = 0; k < 3; ++k)
            u = v3_madd(u, moved(d, m, (int32_t)d->body.triangles[triangle][k]), -at[k]);
        out->worst = fmax(out->worst, v3_length(u) / length);
    }
}

// Neighbours within a few millimetres, both ways round.
static kept look_at_all(const dressed* d) {
    kept out = {0};
    const character* c = &d->body;
    for (int32_t i = 0; i < c->weld.count; ++i) {
        const layer_host* h = &c->layers[i];
        if (h->triangle >= 0 && h->fraction == 1.0)
            look(d, i, h->triangle, h->at, v3_distance(h->point, c->weld.positions[i]), &out);
    }
    for (int32_t i = 0; i < c->offset_count; ++i) {
        const layer_offset* o = &c->offsets[i];
        if (o->fraction == 1.0)
            look(d, o->vertex, o->triangle, o->at, o->distance, &out);
    }
    return out;
}

static void settle(dressed* d, int threads) {
    int32_t* all = ARENA_NEW(d->memory, int32_t, (size_t)d->rest.vertex_count);
    for (int32_t v = 0; v < d->rest.vertex_count; ++v)
        all[v] = v;
    layer_shapes_settle(&d->body, all, d->rest.vertex_count, MODES, threads, d->shapes);
}

TEST(flesh_under_cloth_keeps_its_offset_to_a_tenth_or_to_a_fifth_if_the_cloth_is_coarse) {
    seed = 19;
    for (int k = 0; k < BODIES; ++k) {
        arena* a = arena_create();
        bool fine = k % 2 == 0; // a fold below a fine shirt, or smooth skin below a coarse one
        double off = fine ? random_in(0.001, 0.0014) : random_in(0.0024, 0.0028);
        double fold = fine ? random_in(0.0018, 0.0022) : 0.0;
        int around = fine ? 64 : 24 + (int)random_in(0, 8), stops = fine ? 4 * STOPS : 14;
        dressed d = dress(off, fold, around, stops, a);
        d.body = character_new(&d.scene, &d.rest, &d.bind, a);
        bounds box = bounds_of(d.rest.positions, d.rest.vertex_count);
        d.size = v3_distance(box.low, box.high);
        find_shapes(&d);
        kept before = look_at_all(&d);
        settle(&d, 2);
        kept after = look_at_all(&d);
        printf("        %s: %d neighbours, an offset changes by %.3f of it (%.2f unsettled), "
               "farthest %.1f "
               "mm (%.1f)\n",
               fine ? "a fold" : "coarse", after.pairs, after.worst, before.worst,
               1e3 * after.farthest, 1e3 * before.farthest);
        CHECK(after.pairs > 500 && after.farthest > 0.8 * before.farthest);
        if (fine)
            CHECK(after.worst < 0.1 && after.farthest < 1.1 * before.farthest);
        else
            CHECK(before.worst > 1.0 && after.worst < 0.2 &&
                  after.farthest < 1.5 * before.farthest);
        arena_destroy(a);
    }
}

// The largest change of an offset between vertices of one mesh and the nearest triangles of another, over its length.
static double change_between(const dressed* d, int32_t upper, int32_t lower, int32_t* pairs) {
    offset_search near = {d->rest.vertex_primitive, upper, lower, 1e-4 * d->size, 0.0035 * d->size};
    offsets o = offsets_between(&d->rest, &near, 1.0, d->memory);
    double worst = 0.0;
    *pairs = o.count;
    for (int32_t i = 0; i < o.count; ++i)
        for (int m = 0; m < MODES; ++m) {
            vec3 u = moved(d, m, d->body.weld.welded[o.vertex[i]]);
            for (int k = 0; k < 3; ++k)
                u = v3_madd(u, moved(d, m, d->body.weld.welded[o.below[i][k]]), -o.at[i][k]);
            worst = fmax(worst, v3_length(u) / o.length[i]);
        }
    return worst;
}

// A fine vest on a coarse shirt: what it lies on follows flesh that is elsewhere.
TEST(offsets_two_layers_down_are_kept_to_a_fifth) {
    seed = 23;
    for (int k = 0; k < BODIES / 2; ++k) {
        arena* a = arena_create();
        int around = 24 + (int)random_in(0, 8);
        dressed d = dress(0.0024, 0.0, around, 14, a);
        cloth vest = tube(&d, random_in(0.0026, 0.0029), 0.0, 64, 2 * STOPS);
        d.scene = tailor_add(&d.scene, "Vest", "wool", 0.0f, &vest, a);
        d.bind = bind_pose(&d.scene, a);
        d.rest = surface_from_scene(&d.scene, &d.bind, a);
        d.body = character_new(&d.scene, &d.rest, &d.bind, a);
        d.size = d.body.size;
        find_shapes(&d);
        settle(&d, 2);
        int32_t up, down;
        double over = change_between(&d, 2, 0, &up), under = change_between(&d, 0, 2, &down);
        printf("        vest over skin: %d offsets, %.3f of one; skin under vest: %d, %.3f\n", up,
               over, down, under);
        CHECK(up > 500 && down > 500 && over < 0.2 && under < 0.2);
        arena_destroy(a);
    }
}

TEST(threads_change_no_bit) {
    double* first = NULL;
    arena* a = arena_create();
    for (int threads = 1; threads <= 3; threads += 2) {
        seed = 3;
        dressed d = dress(0.0035, 0.0, 24, 8, a);
        d.body = character_new(&d.scene, &d.rest, &d.bind, a);
        d.size = 1.0;
        find_shapes(&d);
        settle(&d, threads);
        size_t size = 3 * MODES * (size_t)d.rest.vertex_count * sizeof *d.shapes;
        CHECK(first == NULL || memcmp(first, d.shapes, size) == 0);
        first = d.shapes;
    }
    arena_destroy(a);
}

// A body of one piece, and a cloth that bones move apart from it, are left as they are.
TEST(what_lies_on_nothing_moves_as_before) {
    arena* a = arena_create();
    seed = 4;
    dressed d = dress(0.05, 0.0, 24, 8, a); // far off
    d.body = character_new(&d.scene, &d.rest, &d.bind, a);
    d.size = 1.0;
    find_shapes(&d);
    size_t size = 3 * MODES * (size_t)d.rest.vertex_count * sizeof *d.shapes;
    double* before = arena_alloc(a, 1, size);
    memcpy(before, d.shapes, size);
    settle(&d, 1);
    CHECK(memcmp(before, d.shapes, size) == 0);
    arena_destroy(a);
}

// A trunk that goes sideways as a whole below a shirt: one that goes along keeps every offset, one that stands still has
// all of them changed by just what the trunk goes.
TEST(what_moves_apart_is_told_by_how_far_it_does) {
    arena* a = arena_create();
    dressed d = dress(0.003, 0.0, 64, 4 * STOPS, a);
    d.body = character_new(&d.scene, &d.rest, &d.bind, a);
    int32_t n = d.rest.vertex_count, trunk = d.scene.primitives[0].vertex_count;
    int32_t* all = ARENA_NEW(a, int32_t, (size_t)n);
    double* shape = ARENA_NEW(a, double, 3 * (size_t)n);
    for (int32_t v = 0; v < n; ++v) {
        all[v] = v;
        shape[3 * v] = 7.0; // of any size: it is scaled to the swing
    }
    layer_apart along = layer_apart_of(&d.body, all, n, 1, shape);
    CHECK(along.count == 0 && along.worst < 1e-12);
    CHECK(layer_apart_sentence(&along, &d.body, "belly", 1.0, a) == NULL);
    layer_apart still = layer_apart_of(&d.body, all, trunk, 1, shape);
    printf("        %d of %d, one of %.2f mm by %.2f of it\n", still.count, trunk,
           1e3 * still.distance, still.worst);
    CHECK(still.count > trunk / 2 && still.distance > 0.0);
    CHECK_NEAR(still.worst * still.distance / still.swing, 1.0, 1e-9);
    const char* said = layer_apart_sentence(&still, &d.body, "belly", 1.0, a);
    CHECK(strstr(said, "moves \"Trunk\" against \"Shirt\"") != NULL);
    arena_destroy(a);
}

// A button over the middle of a board that moves: no corner of the board is near anything, and the button stands still.
TEST(what_stands_still_over_a_large_facet_that_moves_is_told) {
    arena* a = arena_create();
    tailor_joint joints[] = {{"Hips", -1, {0, 0.8, 0}}, {"Chest", 0, {0, 1.4, 0}}};
    scene s = tailor_skeleton(joints, 2, a);
    cloth board = cloth_new(a), button = cloth_new(a);
    cloth_box(&board, v3(0, 1, 0), v3(1, 0.1, 1), 0);
    cloth_box(&button, v3(0.3, 1.1035, 0.2), v3(0.02, 0.0005, 0.02), 1);
    s = tailor_add(&s, "Board", "skin", 0.0f, &board, a);
    s = tailor_add(&s, "Button", "horn", 0.0f, &button, a);
    pose bind = bind_pose(&s, a);
    surface rest = surface_from_scene(&s, &bind, a);
    character c = character_new(&s, &rest, &bind, a);
    int32_t corners[8];
    double shape[24];
    for (int i = 0; i < 8; ++i) {
        corners[i] = i;
        shape[3 * i] = shape[3 * i + 1] = shape[3 * i + 2] = 2.0;
    }
    layer_apart x = layer_apart_of(&c, corners, 8, 1, shape);
    CHECK(x.count == 4); // the button's upper side, which faces as the board does
    CHECK_NEAR(x.distance, 0.004, 1e-12);
    CHECK_NEAR(x.worst * x.distance / x.swing, 1.0, 1e-9);
    CHECK(strstr(layer_apart_sentence(&x, &c, "plank", 1.0, a),
                 "moves \"Button\" against \"Board\"") != NULL);
    arena_destroy(a);
}

TEST_MAIN(CASE(flesh_under_cloth_keeps_its_offset_to_a_tenth_or_to_a_fifth_if_the_cloth_is_coarse),
          CASE(threads_change_no_bit), CASE(what_moves_apart_is_told_by_how_far_it_does),
          CASE(what_stands_still_over_a_large_facet_that_moves_is_told),
          CASE(offsets_two_layers_down_are_kept_to_a_fifth),
          CASE(what_lies_on_nothing_moves_as_before))
