// A game without a window: a soft ball is rolled at a tower of crates, past a weight on a rope and through a sensor. Prints the score.
//
//   game ball.supple [lines.svg]
//
// Soft and rigid bodies in one world, told apart by what `user` says; events are the rules of the game, a ray is the line of
// aim, filters keep the goal out of it, and debug drawing is the picture. game.js is the same to be played, in a browser.
// SPDX-License-Identifier: MIT
#include <supple/supple.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    CRATES = 6,
    BALL_CATEGORY = 1,
    THING = 2,
    SCENERY = 4,
    THROWS = 4,
    THROW_FRAMES = 150,
    MOST_EVENTS = 64
};
static const float DT = 1.0f / 60.0f;

typedef struct thing {
    const char* name;
    supple_body* body;
    supple_vec3 home; // where it was put, m
    int points;       // that it is worth when it falls
    bool down;
} thing;

typedef struct game {
    supple_world* world;
    supple_prepared *soft, *crates, *weights; // what bodies of a kind share
    thing ball, crate[CRATES], weight;
    supple_collider goal;
    float size;              // of the ball, m
    int score, hits, fallen; // fallen: crates that no longer stand
} game;

// The whole file at a place that malloc gives, which is aligned as assets must be.
static void* load(const char* path, size_t* size) {
    FILE* file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    void* bytes = length > 0 ? malloc((size_t)length) : NULL;
    *size = bytes != NULL ? fread(bytes, 1, (size_t)length, file) : 0;
    fclose(file);
    return bytes;
}

static supple_matrix at(supple_vec3 p) {
    return (supple_matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, p.x, p.y, p.z, 1}};
}

// Back to where it began, with a velocity.
static void put(thing* t, supple_vec3 velocity) {
    supple_motion m = {.pose = at(t->home), .velocity = velocity};
    supple_body_set_motion(t->body, &m);
}

static bool add(game* g, thing* t, supple_prepared* kind, uint32_t category) {
    supple_asset asset = supple_prepared_asset(kind);
    supple_body_options o = supple_body_options_default(&asset);
    o.free = true;
    t->body = supple_prepared_body(kind, &o, NULL);
    if (t->body == NULL || !supple_world_add_body(g->world, t->body))
        return false;
    supple_body_set_user(t->body, t);
    supple_body_set_filter(t->body, (supple_filter){category, UINT32_MAX, 0});
    put(t, (supple_vec3){0});
    return true;
}

// A floor, a tower of crates as large as the ball, a weight on a rope before it and a goal behind it.
static bool build(game* g) {
    float half = 0.3f * g->size;
    supple_shape floor = supple_shape_default(SUPPLE_PLANE),
                 goal = supple_shape_default(SUPPLE_BOX);
    supple_shape box = goal, iron = supple_shape_default(SUPPLE_SPHERE);
    floor.friction = 0.6f;
    goal.half = (supple_vec3){5.0f * g->size, g->size, 0.2f * g->size};
    goal.sensor = true;
    box.half = (supple_vec3){half, half, half};
    box.density = 60.0f;
    iron.radius = half;
    iron.density = 200.0f;
    supple_collider ground = supple_world_add_collider(
        g->world, &floor, &(supple_matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}});
    supple_world_set_collider_filter(g->world, ground, (supple_filter){SCENERY, UINT32_MAX, 0});
    supple_matrix behind = at((supple_vec3){0.0f, g->size, -5.0f * g->size});
    g->goal = supple_world_add_collider(g->world, &goal, &behind);
    g->crates = supple_shape_prepare(&box, NULL);
    g->weights = supple_shape_prepare(&iron, NULL);
    if (g->crates == NULL || g->weights == NULL || !add(g, &g->ball, g->soft, BALL_CATEGORY))
        return false;
    for (int i = 0; i < CRATES; ++i) {
        thing* t = &g->crate[i];
        *t = (thing){
            "crate", NULL, {0.0f, half * (2.01f * (float)i + 1.0f), -2.0f * g->size}, 10, false};
        if (!add(g, t, g->crates, THING))
            return false;
    }
    g->weight = (thing){"weight", NULL, {1.4f * g->size, 2.0f * half, -2.0f * g->size}, 0, false};
    if (!add(g, &g->weight, g->weights, THING))
        return false;
    supple_joint_options rope =
        supple_joint_options_default(SUPPLE_JOINT_ROPE, g->weight.body, NULL, g->weight.home);
    rope.there = (supple_vec3){g->weight.home.x, 4.0f * g->size, g->weight.home.z};
    return supple_world_joint_state(g->world, supple_world_add_joint(g->world, &rope)).exists;
}

// What the last step brought: hits are heard, a ball in the goal and crates that fall are counted.
static void judge(game* g) {
    supple_event events[MOST_EVENTS];
    int count = supple_world_events(g->world, events, MOST_EVENTS);
    for (int i = 0; i < count && i < MOST_EVENTS; ++i) {
        const thing* who = events[i].body != NULL ? supple_body_user(events[i].body) : NULL;
        g->hits += events[i].kind == SUPPLE_EVENT_HIT;
        if (events[i].kind == SUPPLE_EVENT_ENTERED && who == &g->ball)
            g->score += 50;
    }
    for (int i = 0; i < CRATES; ++i) {
        thing* t = &g->crate[i];
        const float* m = supple_body_motion(t->body).pose.m;
        if (!t->down && (m[5] < 0.7f || fabsf(m[13] - t->home.y) > 0.2f * g->size)) {
            t->down = true;
            ++g->fallen;
            g->score += t->points;
        }
    }
}

// A throw at the tower: a ray says how far it is, the speed follows from that. False when nothing is in the way.
static bool throw_ball(game* g, int n) {
    supple_vec3 eye = {0.0f, 0.5f * g->size, 3.0f * g->size},
                way = {0.0f, 0.4f * g->size * (float)n, -10.0f * g->size};
    supple_filter aim = {.category = UINT32_MAX,
                         .mask = THING}; // neither the ball, nor the ground, nor the goal
    supple_hit hit;
    bool sees = supple_world_ray(g->world, eye, way, &aim, &hit);
    float far = sees ? 10.0f * g->size * hit.distance : 6.0f * g->size, flight = 0.35f;
    put(&g->ball, (supple_vec3){0.15f * g->size * (float)n, 4.9f * flight, -far / flight});
    return sees;
}

static void draw_line(void* file, supple_vec3 a, supple_vec3 b, uint32_t rgb) {
    const float s =
        60.0f; // from the side and a little from above: z to the left, y up, x towards you
    fprintf(file, "<path stroke=\"#%06x\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", rgb,
            s * (a.z + 0.3f * a.x), -s * (a.y - 0.2f * a.x), s * (b.z + 0.3f * b.x),
            -s * (b.y - 0.2f * b.x));
}

// The world as it stands, in lines.
static bool draw(const game* g, const char* path) {
    FILE* file = fopen(path, "w");
    if (file == NULL)
        return false;
    float s = 60.0f * g->size;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.0f %.0f %.0f %.0f\" "
            "stroke-width=\"%.2f\">\n",
            -9.0f * s, -6.0f * s, 15.0f * s, 8.0f * s, 0.02f * s);
    supple_drawing drawing = {
        .line = draw_line, .user = file, .what = SUPPLE_DRAW_ALL & ~SUPPLE_DRAW_BOUNDS};
    supple_world_draw(g->world, &drawing);
    fprintf(file, "</svg>\n");
    return fclose(file) == 0;
}

static bool play(game* g, const char* picture_or_null) {
    for (int n = 0; n < THROWS; ++n) {
        bool aimed = throw_ball(g, n);
        int before = g->score, stood = CRATES - g->fallen;
        for (int frame = 0; frame < THROW_FRAMES; ++frame) {
            supple_world_step(g->world, DT);
            judge(g);
            if (n == 0 && frame == 30 && picture_or_null != NULL && !draw(g, picture_or_null))
                return false;
        }
        printf("throw %d, %s: %d of %d crates fall, %d points\n", n + 1,
               aimed ? "aimed" : "into the blue", stood - (CRATES - g->fallen), stood,
               g->score - before);
    }
    printf("%d points, %d hits, %d awake\n", g->score, g->hits, supple_world_stats(g->world).awake);
    return g->fallen >= CRATES / 2 && g->score > 0 && g->hits > 0;
}

static void end(game* g) {
    supple_body* all[CRATES + 2];
    int count = supple_world_bodies(g->world, all, CRATES + 2);
    for (int i = 0; i < count; ++i) {
        supple_world_remove_body(g->world, all[i]);
        supple_body_destroy(all[i]);
    }
    supple_world_destroy(g->world);
    supple_prepared_release(g->soft);
    supple_prepared_release(g->crates);
    supple_prepared_release(g->weights);
}

int main(int argc, char** argv) {
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "use: game BALL.supple [LINES.svg]\n");
        return 2;
    }
    size_t size = 0;
    void* bytes = load(argv[1], &size);
    supple_asset asset;
    supple_result result = supple_asset_read(&asset, bytes, size);
    if (result != SUPPLE_OK || !supple_asset_is_free(&asset)) {
        fprintf(stderr, "%s: %s\n", argv[1],
                result != SUPPLE_OK ? supple_result_text(result) : "Something holds this body.");
        free(bytes);
        return 1;
    }
    game g = {.world = supple_world_create(NULL, NULL), .soft = supple_asset_prepare(&asset, NULL)};
    float low = INFINITY;
    for (int i = 1; i < 3 * asset.vertex_count; i += 3)
        low = fminf(low, asset.positions[i] * asset.metres);
    for (int i = 0; i < 3 * asset.vertex_count; ++i)
        g.size = fmaxf(g.size, 2.0f * fabsf(asset.positions[i]) * asset.metres);
    g.ball = (thing){"ball", NULL, {0.0f, 0.01f * g.size - low, 3.0f * g.size}, 0, false};
    bool fine = build(&g) && play(&g, argc == 3 ? argv[2] : NULL);
    end(&g);
    free(bytes);
    return fine ? 0 : 1;
}
