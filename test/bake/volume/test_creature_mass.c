// Random creatures weigh what their surfaces enclose, whatever the lattice, and have as many elements as were asked for.
//
// Their pieces overlap (limbs in a trunk, a shirt over both), so the truth is the union of them: columns of it, each cut by the
// triangles above one point of a grid, in a few lines of its own that share nothing with the baker's rays.
// SPDX-License-Identifier: MIT
#include "bake/volume/ladder.h"
#include "bake/volume/part.h"
#include "bake/volume/part_auto.h"
#include "bake/volume/pieces.h"
#include "test/kit/check.h"
#include "test/kit/creature.h"
#include "test/kit/fill_check.h"
#include "test/kit/renamed_body.h"
#include "test/kit/thorough.h"

enum { GRID = 150, CROSSINGS_MOST = 32 };

typedef struct column {
    int count;
    double at[CROSSINGS_MOST]; // heights, rising
    int turn[CROSSINGS_MOST];  // 1: into a piece on the way up
} column;

static void cross(column* c, double at, int turn) {
    int i = c->count < CROSSINGS_MOST ? c->count++ : CROSSINGS_MOST - 1;
    for (; i > 0 && c->at[i - 1] > at; --i) {
        c->at[i] = c->at[i - 1];
        c->turn[i] = c->turn[i - 1];
    }
    c->at[i] = at;
    c->turn[i] = turn;
}

static double side(vec3 a, vec3 b, double x, double z) {
    return (b.x - a.x) * (z - a.z) - (b.z - a.z) * (x - a.x);
}

// Columns along y over a grid of x and z.
static void cross_triangle(const vec3* p, const bounds* box, vec3 step, column* columns) {
    double area = side(p[0], p[1], p[2].x, p[2].z);
    double low[2] = {fmin(p[0].x, fmin(p[1].x, p[2].x)), fmin(p[0].z, fmin(p[1].z, p[2].z))};
    double high[2] = {fmax(p[0].x, fmax(p[1].x, p[2].x)), fmax(p[0].z, fmax(p[1].z, p[2].z))};
    int first_i = (int)((low[0] - box->low.x) / step.x),
        last_i = (int)((high[0] - box->low.x) / step.x);
    int first_k = (int)((low[1] - box->low.z) / step.z),
        last_k = (int)((high[1] - box->low.z) / step.z);
    for (int i = first_i; i <= last_i && i < GRID; ++i)
        for (int k = first_k; k <= last_k && k < GRID; ++k) {
            double x = box->low.x + (i + 0.5) * step.x, z = box->low.z + (k + 0.5) * step.z;
            double u = side(p[1], p[2], x, z) / area, v = side(p[2], p[0], x, z) / area;
            if (u >= 0.0 && v >= 0.0 && u + v < 1.0)
                cross(&columns[i * GRID + k], u * p[0].y + v * p[1].y + (1.0 - u - v) * p[2].y,
                      area > 0.0 ? 1 : -1);
        }
}

static double union_of(const surface* f, arena* a) {
    bounds box = bounds_of(f->positions, f->vertex_count);
    vec3 step = v3_scale(v3_sub(box.high, box.low), 1.0 / GRID);
    column* columns = ARENA_NEW(a, column, (size_t)GRID * GRID);
    for (int32_t t = 0; t < f->triangle_count; ++t) {
        vec3 p[3];
        for (int k = 0; k < 3; ++k)
            p[k] = f->positions[f->triangles[t][k]];
        if (side(p[0], p[1], p[2].x, p[2].z) != 0.0)
            cross_triangle(p, &box, step, columns);
    }
    double sum = 0.0;
    for (int i = 0; i < GRID * GRID; ++i)
        for (int k = 0, inside = 0; k + 1 < columns[i].count; ++k) {
            inside += columns[i].turn[k];
            sum += inside != 0 ? columns[i].at[k + 1] - columns[i].at[k] : 0.0;
        }
    return sum * step.x * step.z;
}

typedef struct trial {
    creature what;
    scene scene;
    pose pose;
    surface surface;
    character body;
} trial;

static trial* try_creature(uint64_t number, arena* a) {
    trial* t = ARENA_NEW(a, trial, 1);
    seed = number;
    t->what = creature_random();
    t->what.metal = false; // which is not soft
    handed_over how = {.names = NAMES_KEPT, .yaw = random_in(-3.1, 3.1), .scale = 1.0};
    scene made = creature_make(&t->what, a);
    t->scene = renamed_body(&made, &how, a);
    t->pose = bind_pose(&t->scene, a);
    t->surface = surface_from_scene(&t->scene, &t->pose, a);
    return t;
}

// ---- whole -----------------------------------------------------------------------------

static const int32_t wanted[] = {300, 900, 2700, 6000};

// Returns how much the content is off at most, of the union; infinity where a request was not met, or more gave fewer.
static double whole_is_lawful(uint64_t number, int numbers) {
    arena* a = arena_create();
    trial* t = try_creature(number, a);
    double truth = union_of(&t->surface, a), worst = 0.0;
    int32_t before = 0;
    for (int k = 0; k < numbers; ++k) {
        fill_options o = fill_default();
        o.target = wanted[k];
        o.threads = 1;
        fill_result out;
        if (!fill_surface(&t->surface, &o, a, &out))
            return INFINITY;
        double off = fabs(tets_content(&out.tets) / truth - 1.0);
        double met = (double)out.tets.tet_count / wanted[k];
        bool is_met = fabs(met - 1.0) <= LADDER_NEAR && out.tets.tet_count >= before;
        if (off > 0.01 || !is_met)
            printf("        %llu: %d tets for %d, %g of %g m^3\n", (unsigned long long)number,
                   out.tets.tet_count, wanted[k], tets_content(&out.tets), truth);
        worst = is_met ? fmax(worst, off) : INFINITY;
        before = out.tets.tet_count;
    }
    arena_destroy(a);
    return worst;
}

TEST(creatures_weigh_what_their_pieces_enclose_together_at_any_number_of_tets) {
    double worst = 0.0;
    int all = test_thorough() ? 60 : 1;
    for (int k = 0; k < all; ++k)
        worst = fmax(worst, whole_is_lawful(400 + 17 * (uint64_t)k, test_thorough() ? 4 : 2));
    printf("        worst %.4f of the volume\n", worst);
    CHECK(worst < 0.01);
}

// ---- parts -----------------------------------------------------------------------------

typedef struct tally {
    double worst; // how much a part's volume differs from that in the finest lattice
    int count, told;
} tally;

static bool says(const report* r, const char* word) {
    for (int32_t i = 0; i < r->count; ++i)
        if (strstr(r->findings[i].text, word) != NULL)
            return true;
    return false;
}

// Flesh that does not hang together with a part is left out, and that is said: such parts are counted.
static void weigh_part(const trial* t, const part_plan* plan, int numbers, arena* a, tally* out) {
    double fine = 0.0;
    for (int k = numbers - 1; k >= 0; --k) {
        report r = report_new(a);
        part_options o = part_default();
        part p;
        o.target = wanted[k];
        o.threads = 1;
        if (!part_build(&t->body, plan->name, &plan->region, &o, a, &p, &r))
            continue;
        fine = fine > 0.0 ? fine : p.volume;
        double off = fabs(log(p.volume / fine));
        bool told = says(&r, "left out");
        out->count += 1;
        out->told += told;
        if (off > 0.1)
            printf("        %s: %g m^3 in %d tets for %d, %g in the finest%s\n", plan->name,
                   p.volume, p.tets.tet_count, wanted[k], fine, told ? ", told" : "");
        out->worst = told ? out->worst : fmax(out->worst, off);
    }
}

TEST(parts_of_creatures_weigh_the_same_at_any_number_of_tets) {
    tally all = {0};
    for (int k = 0; k < (test_thorough() ? 30 : 1); ++k) {
        arena* a = arena_create();
        report r = report_new(a);
        trial* t = try_creature(1417 + 19 * (uint64_t)k, a);
        part_plan plans[PARTS_MOST];
        t->body = character_new(&t->scene, &t->surface, &t->pose, a);
        int32_t count = parts_find(&t->body, 1, a, plans, &r);
        for (int32_t i = 0; i < count; ++i)
            weigh_part(t, &plans[i], test_thorough() ? 3 : 2, a, &all);
        arena_destroy(a);
    }
    printf("        %d fillings, worst %.3f, told of %d\n", all.count, all.worst, all.told);
    CHECK(all.count > 5 && all.worst < 0.2 && all.told <= all.count / 10);
}

TEST_MAIN(CASE(creatures_weigh_what_their_pieces_enclose_together_at_any_number_of_tets),
          CASE(parts_of_creatures_weigh_the_same_at_any_number_of_tets))
