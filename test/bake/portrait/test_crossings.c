// bake/portrait/crossings.c: many reduced states of a sheet that folds over itself, beside every pair of triangles in each.
// SPDX-License-Identifier: MIT
#include "bake/mesh/crossing.h"
#include "bake/portrait/crossings.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

// ---- a sheet that folds over itself --------------------------------------------------------

enum {
    GRID = 9,
    SHEET_VERTICES = GRID * GRID,
    SHEET_TRIANGLES = 2 * (GRID - 1) * (GRID - 1),
    SHEET_RANK = 5
};

typedef struct sheet {
    recording_body body;
    uint32_t triangles[SHEET_TRIANGLES][3];
    recording x;
    vec3 key[SHEET_VERTICES];
    double shapes[SHEET_RANK * SHEET_VERTICES * 3], q[SHEET_RANK];
    portrait p;
} sheet;

// Shapes are random and smooth; one unit of a coordinate folds it, a tenth hardly bends it.
static void sheet_make(sheet* k) {
    *k = (sheet){.body = {"sheet", 0, SHEET_VERTICES, 0}};
    int32_t count = 0;
    for (uint32_t v = 0; v < SHEET_VERTICES; ++v) {
        double s = v % GRID / (GRID - 1.0), t = (double)(v / GRID) / (GRID - 1.0);
        k->key[v] = v3(s, 0.05 * sin(9.0 * s + 5.0 * t), t);
        if (v % GRID == GRID - 1 || v / GRID == GRID - 1)
            continue;
        const uint32_t two[2][3] = {{v, v + 1, v + GRID}, {v + 1, v + GRID + 1, v + GRID}};
        memcpy(k->triangles[count], two, sizeof two);
        count += 2;
    }
    for (int r = 0; r < SHEET_RANK; ++r) {
        double a[3][4];
        for (int i = 0; i < 12; ++i)
            a[i / 4][i % 4] = random_in(i % 4 == 0 ? -1.0 : -4.0, i % 4 == 0 ? 1.0 : 4.0);
        for (int v = 0; v < SHEET_VERTICES; ++v)
            for (int i = 0; i < 3; ++i)
                k->shapes[3 * (r * SHEET_VERTICES + v) + i] =
                    a[i][0] * sin(a[i][1] * k->key[v].x + a[i][2] * k->key[v].z + a[i][3]);
    }
    k->x = (recording){.body_count = 1,
                       .bodies = &k->body,
                       .vertex_count = SHEET_VERTICES,
                       .triangle_count = SHEET_TRIANGLES,
                       .triangles = k->triangles,
                       .state_count = 1};
    k->p = (portrait){.of = &k->x,
                      .rank = SHEET_RANK,
                      .state_count = 1,
                      .vertex_count = SHEET_VERTICES,
                      .key = k->key,
                      .shapes = k->shapes,
                      .q = k->q,
                      .reach = 1.0};
}

static int32_t sheet_plain_count(const sheet* k, const double* q) {
    vec3 x[SHEET_VERTICES];
    int32_t count = 0;
    for (int v = 0; v < SHEET_VERTICES; ++v) {
        x[v] = k->key[v];
        for (int r = 0; r < SHEET_RANK; ++r) {
            const double* s = k->shapes + 3 * (r * SHEET_VERTICES + v);
            x[v] = v3_madd(x[v], v3(s[0], s[1], s[2]), q[r]);
        }
    }
    for (int a = 0; a < SHEET_TRIANGLES; ++a)
        for (int b = a + 1; b < SHEET_TRIANGLES; ++b) {
            vec3 s[3], t[3];
            int shared = 0;
            for (int i = 0; i < 9; ++i)
                shared += k->triangles[a][i / 3] == k->triangles[b][i % 3];
            for (int i = 0; i < 3; ++i) {
                s[i] = x[k->triangles[a][i]];
                t[i] = x[k->triangles[b][i]];
            }
            count += shared <= 1 && triangles_cross(s, t);
        }
    return count;
}

// Of random sheets in states round random middles, from hardly bent to crumpled, near each other and far: what regions leave out
// never crosses, to the pair.
TEST(what_is_left_out_for_many_states_crosses_in_none) {
    enum { SHEETS = 5, NEAR = 20, MIDDLES = 6 };
    static sheet k;
    int32_t some = 0, none = 0;
    seed = 21;
    for (int n = 0; n < SHEETS; ++n) {
        double q[MIDDLES * NEAR][SHEET_RANK];
        int32_t counts[MIDDLES * NEAR];
        sheet_make(&k);
        for (int m = 0; m < MIDDLES; ++m) {
            double middle[SHEET_RANK], far = pow(10.0, random_in(-1.5, 0.0)),
                                       spread = far * pow(10.0, random_in(-4.0, 0.0));
            for (int r = 0; r < SHEET_RANK; ++r)
                middle[r] = random_in(-far, far);
            for (int i = 0; i < NEAR; ++i)
                for (int r = 0; r < SHEET_RANK; ++r)
                    q[m * NEAR + i][r] = middle[r] + random_in(-spread, spread);
        }
        arena* memory = arena_create();
        crossings* c = crossings_make(&k.p, 2, memory);
        crossings_count(c, &q[0][0], MIDDLES * NEAR, counts);
        for (int i = 0; i < MIDDLES * NEAR; ++i) {
            CHECK(counts[i] == sheet_plain_count(&k, q[i]));
            some += counts[i] > 0;
            none += counts[i] == 0;
        }
        arena_destroy(memory);
    }
    CHECK(some > 80 && none > 80);
}

// Many states that are near each other take little more than a few of them.
TEST(near_states_are_counted_together) {
    enum { MANY = 2000 };
    static sheet k;
    static double q[MANY][SHEET_RANK];
    static int32_t counts[MANY];
    seed = 5;
    sheet_make(&k);
    for (int i = 0; i < MANY; ++i)
        for (int r = 0; r < SHEET_RANK; ++r)
            q[i][r] = 0.05 + random_in(-0.005, 0.005);
    arena* memory = arena_create();
    crossings* c = crossings_make(&k.p, 1, memory);
    crossings_count(c, &q[0][0], 1, counts);
    crossings_work one = crossings_work_of(c);
    crossings_count(c, &q[0][0], MANY, counts);
    crossings_work all = crossings_work_of(c);
    CHECK(one.states == 1 && all.states == MANY + 1 && one.compared > 0);
    CHECK(all.compared + all.tested < MANY / 10 * (one.compared + one.tested));
    arena_destroy(memory);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(what_is_left_out_for_many_states_crosses_in_none),
        CASE(near_states_are_counted_together),
    };
    return test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
}
