// A long life of many bodies at random: nothing grows, nothing is lost, and the same seed is the same life.
//
//   soak STEPS SEED THREADS FILE...     assets, .supple or .glb; steps are those of worlds and those of bodies
//   soak round=N SEED 1 FILE...         the N-th round alone: every round has chance and time of its own, by the seed and its number
//
// In rounds, in turn: a world of up to six bodies of these files on a plane among colliders, and as many bodies without a world, which
// cost a twentieth a step, forty times as long. Driven bones, grabs, entries, poses, impulses, dt that jitters, states saved and
// restored, bodies added and removed. After each round everything is left alone for a second. What must hold: every number is one;
// the energy of what is free falls while nobody touches it (a hundredth of the largest is allowed to it for what the solver takes
// back later); no memory is left over. Each thread has worlds of its own and shares the prepared assets. Prints the steps, the worst
// gain with its round, and a hash of all that moved, which is the same on every run.
// SPDX-License-Identifier: MIT
#include "test/kit/check_asset.h"
#include "test/kit/counted.h"
#include "test/kit/hash.h"
#include "test/kit/palette.h"

#include <pthread.h>

enum {
    BODIES = 6,
    ROUND = 600,
    ROUND_OF_BODIES = 24000,
    LEFT_ALONE = 60,
    MOST_FILES = 64,
    MOST_THREADS = 8
};

typedef struct soak_files {
    int count;
    uint8_t* bytes[MOST_FILES];
    supple_asset assets[MOST_FILES];
    supple_prepared* prepared[MOST_FILES];
} soak_files;

typedef struct soak {
    const soak_files* files;
    uint64_t random, hash;
    int64_t of_worlds, of_bodies_in_worlds, of_bodies_alone; // steps
    int64_t wanted;
    int64_t allocated; // the most bytes at a time
    double worst_gain; // of energy while left alone, of the largest
    uint64_t seed;
    int64_t round, end, worst_round; // end: of rounds
    counted memory;
    supple_world* world_or_null; // none while bodies are stepped by themselves
    supple_body* bodies[BODIES];
    const supple_asset* assets[BODIES];
    bool free[BODIES];
    supple_pin pins[BODIES];
    supple_matrix* palettes[BODIES];
    double time;
} soak;

static uint32_t chance(soak* s, uint32_t n) {
    return asset_random(&s->random) % n;
}

static float between(soak* s, float low, float high) {
    return low + (high - low) * (float)chance(s, 1 << 20) / (float)(1 << 20);
}

static supple_vec3 vector(soak* s, float reach) {
    float x = between(s, -reach, reach), y = between(s, -reach, reach);
    return (supple_vec3){x, y, between(s, -reach, reach)};
}

static supple_point point(soak* s, const supple_asset* a) {
    const uint32_t* t = a->triangles + 3 * (size_t)chance(s, (uint32_t)a->triangle_count);
    return (supple_point){{t[0], t[1], t[2]}, {0.5f, 0.25f, 0.25f}};
}

static int64_t steps_of(const soak* s) {
    return s->of_worlds + s->of_bodies_in_worlds + s->of_bodies_alone;
}

// ---- what comes and goes ---------------------------------------------------------------

static void add(soak* s, int i) {
    int file = (int)chance(s, (uint32_t)s->files->count);
    const supple_asset* a = &s->files->assets[file];
    supple_body_options o = supple_body_options_default(a);
    supple_allocator memory = {counted_allocate, counted_release, &s->memory};
    o.free = supple_asset_is_free(a) && (s->world_or_null != NULL || chance(s, 2) == 0);
    o.max_pins = 2;
    o.gravity = (supple_vec3){0.0f, o.free && s->world_or_null == NULL ? 0.0f : -9.81f, 0.0f};
    s->assets[i] = a;
    s->free[i] = o.free;
    s->bodies[i] = supple_prepared_body(s->files->prepared[file], &o, &memory);
    s->palettes[i] = calloc((size_t)a->bone_count, sizeof *s->palettes[i]);
    s->pins[i] = (supple_pin){0};
    if (s->bodies[i] == NULL)
        abort();
    if (o.free) {
        supple_motion m = supple_body_motion(s->bodies[i]);
        m.pose.m[12] = between(s, -1.0f, 1.0f);
        m.pose.m[13] = between(s, 0.5f, 3.0f);
        m.pose.m[14] = between(s, -1.0f, 1.0f);
        m.velocity = vector(s, 2.0f);
        m.spin = vector(s, 5.0f);
        supple_body_set_motion(s->bodies[i], &m);
    }
    if (s->world_or_null != NULL && !supple_world_add_body(s->world_or_null, s->bodies[i]))
        abort();
}

static void drop(soak* s, int i) {
    supple_body_destroy(s->bodies[i]);
    free(s->palettes[i]);
    s->bodies[i] = NULL;
}

static void begin_world(soak* s) {
    static const supple_matrix here = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    static const supple_matrix there = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5f, 0.2f, 0, 1}};
    const supple_shape ground = {.kind = SUPPLE_PLANE, .friction = SUPPLE_UNSET},
                       ball = {.kind = SUPPLE_SPHERE, .radius = 0.3f, .friction = SUPPLE_UNSET};
    supple_allocator memory = {counted_allocate, counted_release, &s->memory};
    supple_world_options o = supple_world_options_default();
    o.max_bodies = BODIES;
    o.max_contacts = 1024;
    s->world_or_null = supple_world_create(&o, &memory);
    supple_world_add_collider(s->world_or_null, &ground, &here);
    supple_world_add_collider(s->world_or_null, &ball, &there);
}

// ---- what happens ----------------------------------------------------------------------

static void happen_to(soak* s, int i) {
    supple_body* b = s->bodies[i];
    const supple_asset* a = s->assets[i];
    supple_point at = point(s, a);
    float mass = supple_body_measures(b).mass;
    switch (chance(s, 8)) {
    case 0:
        supple_body_impulse(b, at, vector(s, 0.5f * mass));
        break;
    case 1: { // a grab, a little off where it is
        supple_vec3 x = supple_body_position(b, at), off = vector(s, 0.05f);
        supple_body_unpin(b, s->pins[i]);
        s->pins[i] = supple_body_pin(b, at, (supple_vec3){x.x + off.x, x.y + off.y, x.z + off.z});
        break;
    }
    case 2:
        supple_body_unpin(b, s->pins[i]);
        break;
    case 3:
        for (int p = 0; p < a->part_count; ++p)
            supple_body_trigger(b, p, (int)chance(s, 8));
        break;
    case 4:
        supple_body_set_input(b, 0, between(s, 0.0f, 1.0f));
        break;
    case 5: {
        void* state = malloc(supple_body_state_size(b));
        supple_body_save(b, state);
        if (!supple_body_restore(b, state, supple_body_state_size(b)))
            abort();
        free(state);
        break;
    }
    case 6:
        supple_body_detail(b, 1 + (int)chance(s, 12));
        break;
    default:
        drop(s, i);
        add(s, i);
    }
}

static void save_and_go_back(soak* s) {
    size_t size = supple_world_state_size(s->world_or_null);
    void* state = malloc(size);
    supple_world_save(s->world_or_null, state);
    supple_world_step(s->world_or_null, 1.0f / 60.0f);
    if (!supple_world_restore(s->world_or_null, state, size))
        abort();
    free(state);
}

// J of all that is free, over the plane of its world; without a world nothing pulls it.
static double energy(const soak* s) {
    double sum = 0.0, gravity = s->world_or_null != NULL ? 9.81 : 0.0;
    for (int i = 0; i < BODIES; ++i)
        if (s->bodies[i] != NULL && s->free[i]) {
            supple_measures m = supple_body_measures(s->bodies[i]);
            sum += (double)m.kinetic + (double)m.elastic +
                   gravity * (double)m.mass * (double)m.centre.y;
        }
    return sum;
}

static void look(soak* s) {
    for (int i = 0; i < BODIES; ++i) {
        const float* q = s->bodies[i] != NULL ? supple_body_coords(s->bodies[i]) : NULL;
        for (int32_t k = 0; q != NULL && k < s->assets[i]->coord_count; ++k)
            if (!isfinite(q[k]))
                abort();
        if (q != NULL) {
            supple_motion m = supple_body_motion(s->bodies[i]);
            s->hash = hash_add(s->hash, q, sizeof *q * (size_t)s->assets[i]->coord_count);
            s->hash = hash_add(s->hash, &m, sizeof m);
            ++*(s->world_or_null != NULL ? &s->of_bodies_in_worlds : &s->of_bodies_alone);
        }
    }
    if (s->memory.bytes > s->allocated)
        s->allocated = s->memory.bytes;
}

static void step(soak* s, bool left_alone) {
    float dt = left_alone || chance(s, 4) > 0 ? 1.0f / 60.0f : between(s, 0.002f, 0.05f);
    for (int i = 0; i < BODIES && !left_alone; ++i)
        if (s->bodies[i] != NULL && !s->free[i]) {
            palette_script(s->palettes[i], s->assets[i]->bone_count, s->time);
            supple_body_drive(s->bodies[i], s->palettes[i]);
        }
    if (s->world_or_null != NULL) {
        supple_world_step(s->world_or_null, dt);
        ++s->of_worlds;
    }
    for (int i = 0; i < BODIES && s->world_or_null == NULL; ++i)
        if (s->bodies[i] != NULL)
            supple_body_step(s->bodies[i], dt);
    s->time += (double)dt;
    look(s);
}

// The energy of what is free, while nobody touches anything; who moves on bones may push, and is not measured.
static void leave_alone(soak* s) {
    bool only_free = true;
    for (int i = 0; i < BODIES; ++i)
        if (s->bodies[i] != NULL) {
            supple_body_unpin(s->bodies[i], s->pins[i]);
            only_free = only_free && s->free[i];
        }
    step(s, true);
    double first = energy(s), scale = first;
    for (int n = 0; n < LEFT_ALONE; ++n) {
        step(s, true);
        double gain = only_free && scale > 0.0 ? (energy(s) - first) / scale : 0.0;
        if (gain > s->worst_gain) {
            s->worst_gain = gain;
            s->worst_round = s->round;
        }
    }
}

static void play_round(soak* s, int64_t round) {
    bool in_world = round % 2 == 0;
    s->round = round;
    s->time = 0.0;
    s->random = (s->seed << 32 | (uint64_t)round) * 2 + 1;
    s->world_or_null = NULL;
    if (in_world)
        begin_world(s);
    int bodies = 1 + (int)chance(s, BODIES);
    for (int i = 0; i < bodies; ++i)
        add(s, i);
    int count = in_world ? ROUND : ROUND_OF_BODIES;
    for (int n = 0; n < count - LEFT_ALONE && steps_of(s) < s->wanted; ++n) {
        if (chance(s, 20) == 0) {
            int i = (int)chance(s, BODIES);
            if (s->bodies[i] != NULL)
                happen_to(s, i);
        }
        if (in_world && chance(s, 100) == 0)
            save_and_go_back(s);
        step(s, false);
    }
    leave_alone(s);
    for (int i = 0; i < BODIES; ++i)
        if (s->bodies[i] != NULL)
            drop(s, i);
    supple_world_destroy(s->world_or_null);
    if (s->memory.blocks != 0 || s->memory.bytes != 0)
        abort(); // something was left over
}

static void* run(void* user) {
    soak* s = user;
    for (int64_t round = s->round; round < s->end && steps_of(s) < s->wanted; ++round)
        play_round(s, round);
    return NULL;
}

static bool open_files(soak_files* f, int count, char** paths) {
    for (int i = 0; i < count && f->count < MOST_FILES; ++i) {
        size_t size;
        int at = f->count;
        f->bytes[at] = asset_load(paths[i], &size);
        if (f->bytes[at] == NULL ||
            supple_asset_read(&f->assets[at], f->bytes[at], size) != SUPPLE_OK) {
            fprintf(stderr, "%s cannot be read\n", paths[i]);
            return false;
        }
        f->prepared[at] = supple_asset_prepare(&f->assets[at], NULL);
        f->count += 1;
    }
    return f->count > 0;
}

int main(int argc, char** argv) {
    static soak_files files;
    static soak lives[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    int count = argc > 3 ? atoi(argv[3]) : 0;
    if (argc < 5 || count < 1 || count > MOST_THREADS || !open_files(&files, argc - 4, argv + 4))
        return EXIT_FAILURE;
    bool one = strncmp(argv[1], "round=", 6) == 0;
    for (int t = 0; t < count; ++t) {
        lives[t] = (soak){.files = &files,
                          .seed = (uint64_t)(atoi(argv[2]) + t),
                          .hash = HASH_BEGIN,
                          .round = one ? atoll(argv[1] + 6) : 0,
                          .end = one ? atoll(argv[1] + 6) + 1 : INT64_MAX,
                          .wanted = one ? INT64_MAX : atoll(argv[1]) / count};
        pthread_create(&threads[t], NULL, run, &lives[t]);
    }
    int64_t worlds = 0, within = 0, alone = 0, most = 0;
    int64_t worst_round = 0;
    double worst = 0.0;
    uint64_t hash = HASH_BEGIN;
    for (int t = 0; t < count; ++t) {
        pthread_join(threads[t], NULL);
        worlds += lives[t].of_worlds;
        within += lives[t].of_bodies_in_worlds;
        alone += lives[t].of_bodies_alone;
        most = lives[t].allocated > most ? lives[t].allocated : most;
        if (lives[t].worst_gain > worst) {
            worst = lives[t].worst_gain;
            worst_round = lives[t].worst_round;
        }
        hash = hash_add(hash, &lives[t].hash, sizeof lives[t].hash);
    }
    for (int i = 0; i < files.count; ++i) {
        supple_prepared_release(files.prepared[i]);
        free(files.bytes[i]);
    }
    printf("%lld steps: %lld of worlds, %lld of bodies in them, %lld of bodies alone; energy left "
           "alone grows by %.2e at most (round %lld), %lld bytes "
           "at a time, hash %016llx\n",
           (long long)(worlds + within + alone), (long long)worlds, (long long)within,
           (long long)alone, worst, (long long)worst_round, (long long)most,
           (unsigned long long)hash);
    return worst < 0.01 ? EXIT_SUCCESS : EXIT_FAILURE;
}
