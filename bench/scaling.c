// Every point of a row is measured by turns with the row's first, so that its ratio is how cost has grown.
//
// Vertices, modes and bodies: a bar on three bones that walk, without finite elements. Targets: a posed body of 20 coordinates.
// Contacts: jellies side by side on the ground, awake, that all have as many. Threads: a crowd.
// SPDX-License-Identifier: MIT
#include "bench/scaling.h"

#include "bench/figures/recorder.h"
#include "bench/figures/turns.h"
#include "examples/threads/pool.h"
#include "runtime/body/body.h"
#include "scenes/toy.h"
#include "test/kit/palette.h"
#include "test/kit/posed_maker.h"

#include <string.h>
#include <unistd.h>

enum {
    SCALED_BONES = 3,
    SCALED_MOST = 4096, // bodies
    SCALED_POINTS = 8,
    SCALED_TARGETS = 16,
    SCALED_STEPS = 20,
    SCALED_COORDS = 20, // of the posed body
    SETTLING = 30,      // frames before jellies are timed
    WALK = 8            // frames of a walk; nobody who stands would be awake
};
#define POINT_SECONDS 0.5

// ---- a point of a row ------------------------------------------------------------------

typedef struct point {
    asset_maker maker; // its asset, or
    toy jelly;
    arena* memory;
    int32_t count, all; // bodies, and how many there are
    supple_body** bodies;
    supple_matrix (*palettes)[SCALED_BONES]; // [WALK][count]: frames of a walk, there and back
    int32_t frame;
    float *positions, *normals;
    supple_world* world;
    uint8_t* state;
    pool* workers_or_null;
    double t;
    double times; // that a run does what is counted
} point;

typedef struct pair {
    point *here, *first;
    void (*run)(point* p);
} pair;

static void run_here(void* user) {
    const pair* p = user;
    p->run(p->here);
}

static void run_first(void* user) {
    const pair* p = user;
    p->run(p->first);
}

static void tell_point(const char* name, const char* of, double at, point* here, point* first,
                       void (*run)(point* p)) {
    pair p = {here, first, run};
    turns_result t = turns_measure(run_here, run_first, &p,
                                   (turns_options){POINT_SECONDS, 7, here->times, first->times,
                                                   here->workers_or_null != NULL});
    figure f = {.bench = "scaling",
                .name = name,
                .unit = "us",
                .value = spread_times(t.run, 1e6),
                .beside_or_null = "the first of the row",
                .ratio = t.ratio,
                .of_or_null = of,
                .at = at};
    record_and_show(&f);
}

// ---- what is timed ---------------------------------------------------------------------

static void run_positions(point* p) {
    supple_streams out = supple_streams_packed(p->positions, NULL);
    supple_body_evaluate(p->bodies[0], &out);
}

static void run_skin(point* p) {
    supple_streams out = supple_streams_packed(p->positions, p->normals);
    supple_body_skin(p->bodies[0], &out);
}

static const supple_matrix* next_frame(point* p) {
    int32_t at = ++p->frame % (2 * WALK);
    at = at < WALK ? at : 2 * WALK - 1 - at;
    return p->palettes[(ptrdiff_t)at * p->count];
}

static void run_steps(point* p) {
    for (int i = 0; i < SCALED_STEPS; ++i) {
        supple_body_drive(p->bodies[0], next_frame(p));
        supple_body_step(p->bodies[0], 1.0f / 60.0f);
    }
}

static void run_crowd(point* p) {
    supple_tasks tasks = {pool_run, p->workers_or_null};
    supple_bodies_step(p->bodies, p->count, next_frame(p), 1.0f / 60.0f,
                       p->workers_or_null != NULL ? &tasks : NULL);
}

static void run_posed(point* p) {
    supple_matrix palette[SCALED_BONES];
    for (int i = 0; i < SCALED_STEPS; ++i) {
        double t = p->t += 1.0 / 60.0;
        posed_maker_palette(&p->maker, 1.2 + exact_sin(2.0 * t), 0.1 * exact_sin(3.0 * t), palette);
        supple_body_drive(p->bodies[0], palette);
        supple_body_step(p->bodies[0], 1.0f / 60.0f);
    }
}

static void run_world(point* p) {
    supple_world_restore(p->world, p->state, supple_world_state_size(p->world));
    supple_world_step(p->world, 1.0f / 60.0f);
}

// ---- points are made -------------------------------------------------------------------

static void bars_make(point* p, int32_t rings, int32_t sides, int32_t coords, int32_t count) {
    *p = (point){.count = count, .all = count, .times = 1.0};
    p->maker = asset_maker_new((asset_maker_options){
        .rings = rings, .sides = sides, .coord_count = coords, .bone_count = SCALED_BONES});
    p->memory = p->maker.memory;
    if (!asset_maker_write(&p->maker))
        return;
    size_t numbers = 3 * (size_t)p->maker.asset.vertex_count;
    supple_prepared* shared = supple_asset_prepare(&p->maker.asset, NULL);
    p->bodies = ARENA_NEW(p->memory, supple_body*, (size_t)count);
    p->palettes = arena_alloc(p->memory, (size_t)count * WALK, sizeof *p->palettes);
    p->positions = ARENA_NEW(p->memory, float, numbers);
    p->normals = ARENA_NEW(p->memory, float, numbers);
    for (int32_t i = 0; i < count; ++i)
        p->bodies[i] = supple_prepared_body(shared, NULL, NULL);
    supple_prepared_release(shared);
    for (int32_t i = 0; i < WALK * count; ++i)
        palette_script(p->palettes[i], SCALED_BONES, i / count / 60.0 + 0.61 * (i % count));
    for (int32_t i = 0; i < count; ++i)
        supple_body_place(p->bodies[i], p->palettes[i]);
}

static void posed_make_point(point* p, int32_t target_count) {
    posed_maker_target targets[SCALED_TARGETS];
    for (int t = 0; t < target_count; ++t)
        targets[t] = (posed_maker_target){
            .stiffness = 1.0 + 0.3 * t, .turn = 0.2 * t, .lift = 0.1 * (t % 3), .bulge = 0.002 * t};
    *p = (point){.all = 1, .times = SCALED_STEPS};
    p->maker =
        asset_maker_new((asset_maker_options){.part_count = 1, .coord_count = SCALED_COORDS});
    p->memory = p->maker.memory;
    posed_maker_add(&p->maker, 0,
                    (posed_maker_options){.degree = 3,
                                          .target_count = target_count,
                                          .targets = targets,
                                          .alpha = 0.5,
                                          .beta = 0.001,
                                          .coupled = true});
    if (!asset_maker_write(&p->maker))
        return;
    p->bodies = ARENA_NEW(p->memory, supple_body*, 1);
    p->bodies[0] = supple_body_create(&p->maker.asset, NULL, NULL);
}

// Jellies apart from each other that have come down on the ground and still shiver.
static bool jellies_make(point* p, int32_t count) {
    static const supple_matrix level = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    *p = (point){.count = count, .all = count, .times = 1.0, .memory = arena_create()};
    report r = report_new(p->memory);
    toy_options o = toy_default();
    supple_world_options room = supple_world_options_default();
    room.max_bodies = count;
    room.max_contacts = 32 * count;
    p->world = supple_world_create(&room, NULL);
    if (p->world == NULL || !toy_make(&o, p->memory, &p->jelly, &r))
        return false;
    supple_shape ground = {.kind = SUPPLE_PLANE, .friction = 0.5f};
    supple_world_add_collider(p->world, &ground, &level);
    supple_prepared* shared = supple_asset_prepare(&p->jelly.asset, NULL);
    supple_body_options how = supple_body_options_default(&p->jelly.asset);
    how.free = true;
    p->bodies = ARENA_NEW(p->memory, supple_body*, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        supple_motion m = {.pose = level};
        m.pose.m[12] = 0.4f * (float)(i % 16);
        m.pose.m[13] = 0.08f;
        m.pose.m[14] = 0.4f * (float)(i / 16);
        p->bodies[i] = supple_prepared_body(shared, &how, NULL);
        supple_body_set_motion(p->bodies[i], &m);
        supple_world_add_body(p->world, p->bodies[i]);
    }
    supple_prepared_release(shared);
    for (int i = 0; i < SETTLING; ++i)
        supple_world_step(p->world, 1.0f / 60.0f);
    p->state = arena_alloc(p->memory, supple_world_state_size(p->world), 1);
    supple_world_save(p->world, p->state);
    return true;
}

static void drop_point(point* p) {
    supple_world_destroy(p->world);
    for (int32_t i = 0; i < p->all && p->bodies != NULL; ++i)
        supple_body_destroy(p->bodies[i]);
    if (p->maker.memory != NULL)
        asset_maker_close(&p->maker);
    else if (p->memory != NULL)
        arena_destroy(p->memory);
}

// ---- rows ------------------------------------------------------------------------------

static point points[SCALED_POINTS];

static void drop_points(int count) {
    for (int i = 0; i < count; ++i)
        drop_point(&points[i]);
}

static bool show_vertices(void) {
    static const int32_t sides[] = {10, 20, 40, 80, 160, 320};
    enum { COUNT = sizeof sides / sizeof *sides };
    for (int i = 0; i < COUNT; ++i)
        bars_make(&points[i], 2 * sides[i], sides[i], 5, 1);
    for (int i = 0; i < COUNT; ++i)
        tell_point("positions of a body", "vertices", points[i].maker.asset.vertex_count,
                   &points[i], &points[0], run_positions);
    for (int i = 0; i < COUNT; ++i)
        tell_point("... skinned, with normals", "vertices", points[i].maker.asset.vertex_count,
                   &points[i], &points[0], run_skin);
    drop_points(COUNT);
    return true;
}

static bool show_modes(void) {
    static const int32_t coords[] = {4, 8, 16, 32, 64};
    enum { COUNT = sizeof coords / sizeof *coords };
    for (int i = 0; i < COUNT; ++i) {
        bars_make(&points[i], 40, 20, coords[i], 1);
        points[i].times = SCALED_STEPS;
    }
    for (int i = 0; i < COUNT; ++i)
        tell_point("drive and step of 3 parts", "modes of each part", coords[i], &points[i],
                   &points[0], run_steps);
    for (int i = 0; i < COUNT; ++i) {
        points[i].times = 1.0;
        points[0].times = 1.0;
        tell_point("positions of 822 vertices", "modes of each part", coords[i], &points[i],
                   &points[0], run_positions);
    }
    drop_points(COUNT);
    return true;
}

static bool show_bodies(void) {
    enum { COUNT = 7 };
    for (int i = 0; i < COUNT; ++i)
        bars_make(&points[i], 12, 8, 5, 1 << (2 * i));
    for (int i = 0; i < COUNT; ++i)
        tell_point("a crowd driven and stepped", "bodies", points[i].count, &points[i], &points[0],
                   run_crowd);
    drop_points(COUNT);
    return true;
}

static bool show_targets(void) {
    static const int32_t targets[] = {1, 2, 4, 8, SCALED_TARGETS};
    enum { COUNT = sizeof targets / sizeof *targets };
    for (int i = 0; i < COUNT; ++i)
        posed_make_point(&points[i], targets[i]);
    for (int i = 0; i < COUNT; ++i)
        tell_point("a frame of four substeps", "targets", targets[i], &points[i], &points[0],
                   run_posed);
    drop_points(COUNT);
    return true;
}

static bool show_contacts(void) {
    enum { COUNT = 5 };
    bool good = true;
    for (int i = 0; i < COUNT; ++i)
        good = jellies_make(&points[i], 1 << (2 * i)) && good;
    for (int i = 0; i < COUNT && good; ++i) {
        run_world(&points[i]);
        tell_point("a frame of jellies on the ground", "contacts",
                   supple_world_stats(points[i].world).contacts, &points[i], &points[0], run_world);
    }
    drop_points(COUNT);
    return good;
}

static bool show_threads(void) {
    int most = (int)sysconf(_SC_NPROCESSORS_ONLN);
    bool good = true;
    bars_make(&points[0], 12, 8, 5, SCALED_MOST);
    for (int n = 1; n <= most && n <= POOL_MOST && good; n *= 2) {
        pool workers;
        good = pool_start(&workers, n);
        point alone = points[0], together = points[0];
        together.workers_or_null = &workers;
        if (good)
            tell_point("a crowd of 4,096", "threads", n, &together, &alone, run_crowd);
        pool_stop(&workers);
    }
    drop_points(1);
    return good;
}

static const struct row {
    const char* of;
    bool (*show)(void);
} rows[] = {{"vertices", show_vertices}, {"modes", show_modes},       {"bodies", show_bodies},
            {"targets", show_targets},   {"contacts", show_contacts}, {"threads", show_threads}};

int bench_scaling(int argc, char** argv) {
    bool good = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        bool wanted = argc == 0;
        for (int k = 0; k < argc; ++k)
            wanted |= strcmp(argv[k], rows[i].of) == 0;
        good = (!wanted || rows[i].show()) && good;
    }
    return good ? 0 : 1;
}
