// The same torus, the same modes, the same steps: ours and Bullet's by turns, in one run.
//
// A torus of 1,036 nodes with 20 modes is written as Bullet reads it (a mesh as VTK text; eigenvalues,
// reduced stiffness, modes and nodal masses as a count and doubles), so that both move the same body.
// Each does what a frame needs: the state and all vertices that are drawn; ours has no boxes over them to refit
// (Bullet places inner nodes too; it has no way not to). One thread each, by turns, so that both meet the
// same other load. In flight every step is alike, and the time is the best block of 20; on the ground it is
// the mean from the drop on; it says how many of ours are asleep at its end. In the pile nine fall onto each
// other; Bullet's reduced bodies meet the ground only and pass through each other, which is less to do.
//
// build/bench_bullet is built by `cmake --build build --target bench_bullet`, where libbullet-dev is installed.
// SPDX-License-Identifier: MIT
#include "bench/bullet.h"

#include "bake/base/clock.h"
#include "bake/base/process.h"
#include "bench/figures/recorder.h"
#include "bench/ring.h"
#include "runtime/body/body.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    BULLET_MOST = 81,
    BULLET_BLOCK = 20,
    FLIGHT_STEPS = 200,
    GROUND_STEPS = 60,
    PILE_STEPS = 100,
    BULLET_ROUNDS = 5
};
static const float BULLET_STEP = 1.0f / 60.0f;

typedef struct ring {
    supple_body* body;
    float (*places)[4];
} ring;

typedef struct duel {
    arena* memory;
    report r;
    toy toy;
    const char *folder, *program;
    ring rings[BULLET_MOST];
    int count;
    supple_world* world_or_null;
} duel;

typedef enum duel_kind { FLIGHT, GROUND, PILE } duel_kind;
static const char* const kinds[] = {"flight", "ground", "pile"};

typedef struct outcome {
    double seconds; // a step
    int contacts;
    double middle[3], low; // of all bodies; the lowest vertex
} outcome;

// ---- Bullet ----------------------------------------------------------------------------

static bool write_numbers(const duel* d, const char* name, const double* numbers, uint32_t count) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", d->folder, name);
    FILE* f = fopen(path, "wb");
    if (f == NULL)
        return false;
    bool ok = fwrite(&count, sizeof count, 1, f) == 1 &&
              fwrite(numbers, sizeof *numbers, count, f) == count;
    return fclose(f) == 0 && ok;
}

static bool write_mesh(const duel* d) {
    char path[4096];
    snprintf(path, sizeof path, "%s/mesh.vtk", d->folder);
    FILE* f = fopen(path, "w");
    if (f == NULL)
        return false;
    const tets* t = &d->toy.model.tets;
    fprintf(
        f,
        "# vtk DataFile Version 2.0\ntorus\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS %d double\n",
        t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i)
        fprintf(f, "%.17g %.17g %.17g\n", t->nodes[i].x, t->nodes[i].y, t->nodes[i].z);
    fprintf(f, "CELLS %d %d\n", t->tet_count, 5 * t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + 4 * (size_t)i;
        fprintf(f, "4 %d %d %d %d\n", e[0], e[1], e[2], e[3]);
    }
    fprintf(f, "CELL_TYPES %d\n", t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        fprintf(f, "10\n");
    return fclose(f) == 0;
}

static bool write_files(const duel* d) {
    const modal_model* m = &d->toy.model;
    const tets* t = &m->tets;
    size_t nodes = (size_t)t->node_count;
    double values[RING_MODES], *mass = ARENA_NEW(d->memory, double, nodes);
    double* shapes = ARENA_NEW(d->memory, double, RING_MODES * 3 * nodes);
    for (int32_t i = 0; i < RING_MODES; ++i) {
        values[i] = m->modes[i].value;
        modal_shape(m, i, shapes + 3 * nodes * (size_t)i);
    }
    double volume = 0.0; // an element's mass goes to its corners
    for (int32_t i = 0; i < 4 * t->tet_count; ++i) {
        const int32_t* e = t->elements + 4 * (size_t)(i / 4);
        double part =
            tet_volume(t->nodes[e[0]], t->nodes[e[1]], t->nodes[e[2]], t->nodes[e[3]]) / 4.0;
        mass[e[i % 4]] += part;
        volume += part;
    }
    for (size_t i = 0; i < nodes; ++i)
        mass[i] *= m->body.mass / volume;
    return write_mesh(d) && write_numbers(d, "eigenvalues.bin", values, RING_MODES) &&
           write_numbers(d, "K_r_diag_mat.bin", values, RING_MODES) &&
           write_numbers(d, "modes.bin", shapes, (uint32_t)(RING_MODES * 3 * nodes)) &&
           write_numbers(d, "M_diag_mat.bin", mass, (uint32_t)nodes);
}

static bool run_bullet(const duel* d, int count, int steps, duel_kind kind, outcome* out) {
    char modes[16], bodies[16], many[16], log[4096], times[4096];
    snprintf(modes, sizeof modes, "%d", RING_MODES);
    snprintf(bodies, sizeof bodies, "%d", count);
    snprintf(many, sizeof many, "%d", steps);
    snprintf(log, sizeof log, "%s/log", d->folder);
    snprintf(times, sizeof times, "%s/times", d->folder);
    const char* folder = arena_format(d->memory, "%s/", d->folder);
    const char* const arguments[] = {d->program, folder,      modes, bodies,
                                     many,       kinds[kind], times, NULL};
    int code = 0;
    if (process_run(arguments, log, 600.0, &code) != PROCESS_EXITED || code != 0)
        return false;
    FILE* f = fopen(times, "r");
    if (f == NULL)
        return false;
    int read = fscanf(f, "%lf %d %lf %lf %lf %lf", &out->seconds, &out->contacts, &out->middle[0],
                      &out->middle[1], &out->middle[2], &out->low);
    fclose(f);
    return read == 6;
}

// ---- ours ------------------------------------------------------------------------------

// As bench/peers/bullet.cpp places its own.
static supple_motion motion_of(int i, duel_kind kind) {
    supple_motion m = {.pose = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}};
    if (kind == PILE) {
        m.pose.m[12] = 0.08f * (float)(i % 3 - 1);
        m.pose.m[13] = 0.25f + 0.3f * (float)i;
        m.pose.m[14] = 0.08f * (float)(i % 2);
        return m;
    }
    if (kind == FLIGHT) {
        m.pose.m[12] = (float)(2 * i);
        m.velocity.y = 5.0f;
        m.spin = (supple_vec3){1.0f, 2.0f, 0.0f};
        return m;
    }
    m.pose.m[12] = 0.9f * (float)(i % 3);
    m.pose.m[13] = 0.25f + 0.3f * (float)(i / 9);
    m.pose.m[14] = 0.9f * (float)(i / 3 % 3);
    return m;
}

static void place_ring(ring* g) {
    supple_streams out = {.positions = g->places[0], .position_stride = sizeof *g->places};
    supple_body_skin(g->body, &out);
}

static bool make_ring(duel* d, ring* g, supple_prepared* prepared, supple_motion motion) {
    supple_body_options o = supple_body_options_default(&d->toy.asset);
    o.free = true;
    g->body = supple_prepared_body(prepared, &o, NULL);
    if (g->body == NULL)
        return false;
    g->places = arena_alloc(d->memory, (size_t)d->toy.asset.vertex_count, sizeof *g->places);
    supple_body_set_motion(g->body, &motion);
    place_ring(g);
    return d->world_or_null == NULL || supple_world_add_body(d->world_or_null, g->body);
}

static bool make_rings(duel* d, int count, duel_kind kind) {
    d->count = count;
    if (kind != FLIGHT) {
        supple_world_options o = supple_world_options_default();
        o.max_bodies = BULLET_MOST;
        d->world_or_null = supple_world_create(&o, NULL);
        supple_shape plane = {.kind = SUPPLE_PLANE, .friction = 0.5f};
        supple_matrix at = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
        supple_world_add_collider(d->world_or_null, &plane, &at);
    }
    supple_prepared* prepared = supple_asset_prepare(&d->toy.asset, NULL);
    bool made = prepared != NULL;
    for (int i = 0; i < count && made; ++i)
        made = make_ring(d, &d->rings[i], prepared, motion_of(i, kind));
    supple_prepared_release(prepared); // the rings hold it
    return made;
}

static void drop_rings(duel* d) {
    for (int i = 0; i < d->count; ++i) {
        if (d->world_or_null != NULL)
            supple_world_remove_body(d->world_or_null, d->rings[i].body);
        supple_body_destroy(d->rings[i].body);
    }
    supple_world_destroy(d->world_or_null);
    d->world_or_null = NULL;
}

static void step_ours(duel* d) {
    if (d->world_or_null != NULL)
        supple_world_step(d->world_or_null, BULLET_STEP);
    for (int i = 0; i < d->count; ++i) {
        ring* g = &d->rings[i];
        if (d->world_or_null == NULL)
            supple_body_step(g->body, BULLET_STEP);
        place_ring(g);
    }
}

static bool run_ours(duel* d, int count, int steps, duel_kind kind, outcome* out) {
    *out = (outcome){.seconds = 1e30, .low = 1e30};
    if (!make_rings(d, count, kind))
        return false;
    double sum = 0.0;
    for (int i = 0; i < steps; i += BULLET_BLOCK) {
        double begin = clock_seconds();
        for (int k = 0; k < BULLET_BLOCK; ++k)
            step_ours(d);
        double took = (clock_seconds() - begin) / BULLET_BLOCK;
        out->seconds = took < out->seconds ? took : out->seconds;
        sum += took * BULLET_BLOCK;
    }
    if (kind != FLIGHT) {
        supple_world_counts stats = supple_world_stats(d->world_or_null);
        out->seconds = sum / steps;
        out->contacts = stats.contacts;
        if (stats.awake < count)
            printf("        %d of %d are asleep\n", count - stats.awake, count);
    }
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k)
            out->middle[k] += d->rings[i].body->state->free.place[k] / count;
        for (int32_t v = 0; v < d->toy.asset.vertex_count; ++v)
            out->low = fmin(out->low, (double)d->rings[i].places[v][1]);
    }
    drop_rings(d);
    return true;
}

// ---- both ------------------------------------------------------------------------------

static bool compare(duel* d, int count, int steps, int rounds, duel_kind kind) {
    outcome ours = {0}, theirs = {0};
    double seconds[2][BULLET_ROUNDS], ratio[BULLET_ROUNDS];
    for (int round = 0; round < rounds; ++round) {
        if (!run_ours(d, count, steps, kind, &ours))
            return false;
        if (!run_bullet(d, count, steps, kind, &theirs)) {
            printf(
                "Bullet did not run: is libbullet-dev installed and build/bench_bullet built?\n");
            return false;
        }
        seconds[0][round] = ours.seconds;
        seconds[1][round] = theirs.seconds;
        ratio[round] = theirs.seconds / ours.seconds;
    }
    const char* names[] = {"ours", "Bullet"};
    spread beside = spread_of(ratio, rounds);
    for (int k = 0; k < 2; ++k) {
        figure f = {.bench = "bullet",
                    .name = arena_format(d->memory, "%s, %d: %s", kinds[kind], count, names[k]),
                    .unit = "us a step",
                    .value = spread_times(spread_of(seconds[k], rounds), 1e6),
                    .beside_or_null = k == 1 ? "ours" : NULL,
                    .ratio = beside};
        record_and_show(&f);
    }
    printf("        after %d steps: centres at %.3f %.3f %.3f and %.3f %.3f %.3f m, lowest vertex "
           "%.3f "
           "and %.3f m, contacts %d and %d\n",
           steps, ours.middle[0], ours.middle[1], ours.middle[2], theirs.middle[0],
           theirs.middle[1], theirs.middle[2], ours.low, theirs.low, ours.contacts,
           theirs.contacts);
    fflush(stdout);
    return true;
}

int bench_bullet(int argc, char** argv) {
    duel d = {.memory = arena_create()};
    d.r = report_new(d.memory);
    char self[1024];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    d.program = arena_format(d.memory, "%s_bullet", self);
    d.folder = process_folder(d.memory);
    bool sound = d.folder != NULL && ring_make(d.memory, &d.toy, &d.r) && write_files(&d);
    if (sound)
        printf(
            "torus: %d nodes, %d tets, %d vertices drawn, %d modes of %.1f to %.1f Hz, %.2f kg\n",
            d.toy.model.tets.node_count, d.toy.model.tets.tet_count, d.toy.asset.vertex_count,
            RING_MODES, modal_frequency(&d.toy.model.modes[0]),
            modal_frequency(&d.toy.model.modes[RING_MODES - 1]), d.toy.model.body.mass);
    static const int counts[] = {1, 3, 9};
    for (int kind = FLIGHT; kind <= PILE; ++kind) {
        if (argc > 0 && strcmp(argv[0], kinds[kind]) != 0)
            continue;
        if (kind == FLIGHT)
            sound = sound && compare(&d, 1, FLIGHT_STEPS, BULLET_ROUNDS, FLIGHT);
        else if (kind == PILE) // as long as nobody sleeps
            sound = sound && compare(&d, 9, PILE_STEPS, 1, PILE);
        for (int i = 0; i < 3 && kind == GROUND && sound; ++i)
            sound = compare(&d, counts[i], GROUND_STEPS, i < 2 ? 3 : 1, GROUND);
    }
    arena_destroy(d.memory);
    return sound ? 0 : 1;
}
