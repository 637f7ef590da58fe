// Energy and the corrections of overlaps: what a world puts into bodies that it takes out of each other.
//
// Without gravity, so that nothing but contacts does work, and in steps of one substep, so that every
// impulse and every depth can be read. A correction lets what overlaps part at a fifth of the depth a
// substep, at most a size of the body a second; its work is at most its impulse times that speed.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/world_kit.h"

enum { STEPS = 120 };

typedef struct ledger {
    double first;   // joules at the beginning
    double gain;    // ... that were added by any time, at most, ...
    double beyond;  // ... and beyond the work of all corrections until then
    double work;    // of all corrections
    double deepest; // overlap that is left, metres
    int in_contact; // steps
    bool cut;       // into substeps: then the books are not complete
} ledger;

// What the corrections of the step that was just made may have done.
static double work_of(const supple_world* w, double h, double* deepest) {
    double sum = 0.0;
    *deepest = 0.0;
    for (int32_t i = 0; i < w->found_count; ++i) {
        const contact* t = &w->found[i];
        double depth = t->gap < 0.0 ? -t->gap : 0.0, speed = 0.2 * depth / h, along = 0.0;
        for (int k = 0; k < 3; ++k)
            along += w->impulses[i][k] * t->normal[k];
        sum += along * fmin(speed, w->bodies[t->body].skin->size);
        *deepest = fmax(*deepest, depth);
    }
    return sum;
}

static double energy_of(const world_kit* k) {
    double sum = 0.0;
    for (int32_t i = 0; i < k->count; ++i)
        sum += kit_energy(k->bodies[i]);
    return sum;
}

static ledger keep_books(world_kit* k, double h) {
    ledger l = {.first = energy_of(k)};
    for (int i = 0; i < STEPS; ++i) {
        supple_world_step(k->world, (float)h);
        l.work += work_of(k->world, h, &l.deepest);
        l.gain = fmax(l.gain, energy_of(k) - l.first);
        l.beyond = fmax(l.beyond, energy_of(k) - l.first - l.work);
        l.in_contact += k->world->found_count > 0;
        l.cut |= supple_world_stats(k->world).substeps > 1;
    }
    return l;
}

// Twelve modes from 6 Hz on.
static toy_options soft(toy_kind kind, double ratio) {
    toy_options o = toy_default();
    o.kind = kind;
    o.cells[0] = o.cells[1] = o.cells[2] = 3;
    if (kind == TOY_TORUS)
        o.size.y = 0.03, o.cells[0] = 12, o.cells[1] = o.cells[2] = 2;
    o.ratio = ratio;
    o.modes = 12;
    o.spin = false;
    return o;
}

static supple_matrix tilted(bool tilt) {
    return tilt ? (supple_matrix){{0.96f, 0.28f, 0, 0, -0.28f, 0.96f, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}
                : kit_pose(0.0, 0.0, 0.0);
}

// Without gravity, its lowest point at y.
static void put(world_kit* k, const toy* t, supple_matrix pose, double y, supple_vec3 velocity) {
    supple_body* b = kit_throw(k, t, pose, velocity);
    supple_body_options o = b->state->options;
    o.gravity = (supple_vec3){0.0f, 0.0f, 0.0f};
    supple_body_set_options(b, &o);
    pose.m[13] += (float)(y - kit_lowest(b));
    supple_body_set_motion(b, &(supple_motion){pose, velocity, {0.0f, 0.0f, 0.0f}});
}

static const double depths[3] = {1e-4, 2e-3, 1.5e-2}, steps[3] = {1.0 / 240, 1.0 / 480, 1.0 / 2000};

// The law, for a case in which something was corrected.
static void judge(const ledger* l, ledger* worst) {
    CHECK(!l->cut && l->in_contact > 2 && l->work > 0.0);
    CHECK(l->beyond <= 1e-3 * (l->first + l->work)); // what the sweeps leave
    if (l->work > 0.0 && l->gain / l->work > worst->gain)
        worst->gain = l->gain / l->work;
    worst->beyond = fmax(worst->beyond, l->beyond / (l->first + l->work));
    worst->in_contact += l->in_contact;
}

TEST(taking_bodies_out_of_a_floor_adds_no_more_than_the_work_of_the_corrections) {
    ledger worst = {0};
    for (int i = 0; i < 3 * 3 * 3 * 2; ++i) {
        int kind = i % 3, deep = i / 3 % 3, rate = i / 9 % 3, tilt = i / 27, damped = i % 2;
        world_kit k = kit_new(NULL);
        toy t = kit_toy(&k, soft((toy_kind)kind, damped ? 0.02 : 0.0));
        kit_plane(&k, kit_pose(0.0, 0.0, 0.0), damped ? 0.3f : 0.0f);
        put(&k, &t, tilted(tilt), -depths[deep], (supple_vec3){0.0f, 0.0f, 0.0f});
        ledger l = keep_books(&k, steps[rate]);
        judge(&l, &worst);
        kit_close(&k);
    }
    printf("    %d steps: at most %.2f of the work is gained; beyond it %.1e\n", worst.in_contact,
           worst.gain, worst.beyond);
}

TEST(taking_bodies_out_of_each_other_adds_no_more_than_the_work_of_the_corrections) {
    ledger worst = {0};
    for (int i = 0; i < 3 * 3 * 3; ++i) {
        int kind = i % 3, deep = i / 3 % 3, rate = i / 9, damped = i % 2;
        world_kit k = kit_new(NULL);
        toy below = kit_toy(&k, soft(TOY_BOX, damped ? 0.02 : 0.0)),
            above = kit_toy(&k, soft((toy_kind)kind, damped ? 0.02 : 0.0));
        supple_matrix pose = tilted(true);
        pose.m[12] = 0.02f; // not above its middle: it turns
        put(&k, &below, kit_pose(0.0, 0.0, 0.0), -0.1, (supple_vec3){0.0f, 0.0f, 0.0f});
        put(&k, &above, pose, -depths[deep], (supple_vec3){0.0f, 0.0f, 0.0f});
        ledger l = keep_books(&k, steps[rate]);
        judge(&l, &worst);
        kit_close(&k);
    }
    printf("    %d steps: at most %.2f of the work is gained; beyond it %.1e\n", worst.in_contact,
           worst.gain, worst.beyond);
}

// Undamped and at speed: what overlaps by rounding, by clustering or by turning is corrected on the way.
TEST(a_collision_adds_no_more_than_the_work_of_its_corrections) {
    double beyond = 0.0;
    int in_contact = 0;
    for (int i = 0; i < 3 * 2 * 3; ++i) {
        int kind = i % 3, both = i / 3 % 2, rate = i / 6;
        world_kit k = kit_new(NULL);
        toy t = kit_toy(&k, soft((toy_kind)kind, 0.0)), box = kit_toy(&k, soft(TOY_BOX, 0.0));
        if (both)
            put(&k, &box, kit_pose(0.01, 0.0, 0.0), -0.1, (supple_vec3){0.0f, 0.0f, 0.0f});
        else
            kit_plane(&k, kit_pose(0.0, 0.0, 0.0), 0.3f);
        put(&k, &t, tilted(true), 1e-3, (supple_vec3){0.3f, -1.5f, 0.0f});
        ledger l = keep_books(&k, steps[rate]);
        CHECK(!l.cut && l.in_contact > 2);
        CHECK(l.beyond <= 1e-6 * (l.first + l.work));
        beyond = fmax(beyond, l.beyond / l.first);
        in_contact += l.in_contact;
        kit_close(&k);
    }
    printf("    %d steps: beyond the work of the corrections %.1e of the energy\n", in_contact,
           beyond);
}

// A mesh that encloses nothing may have its centre of mass beside its surface: a box whose centre is below its lower side lands on
// that first.
TEST(a_centre_of_mass_that_meets_the_ground_before_the_surface_does_gives_no_energy) {
    double worst = 0.0;
    int met = 0;
    for (int i = 0; i < 24; ++i) {
        world_kit k = kit_new(NULL);
        toy_options o = soft(TOY_BOX, 0.1);
        o.size = v3(0.2, 0.02, 0.2);
        toy t = kit_toy(&k, o);
        ((format_part*)(uintptr_t)asset_sections_of(&t.asset).parts)->centre[1] -= 0.02f;
        double tilt = 0.02 * (i % 6), high = 0.03 + 0.002 * i;
        supple_matrix pose = kit_pose(0.0, 0.0, 0.0);
        pose.m[1] = (float)tilt, pose.m[4] = (float)-tilt;
        kit_plane(&k, kit_pose(0.0, 0.0, 0.0), 0.3f);
        supple_body* b = kit_throw(&k, &t, pose, (supple_vec3){0.1f, 0.0f, 0.0f});
        pose.m[13] += (float)(high - kit_lowest(b));
        supple_body_set_motion(b, &(supple_motion){pose, {0.1f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}});
        double first = kit_energy(b), least = first;
        for (int n = 0; n < 240; ++n) {
            supple_world_step(k.world, 1.0f / 60.0f);
            double now = kit_energy(b);
            worst = fmax(worst, (now - least) / first);
            least = fmin(least, now);
            for (int32_t c = 0; c < k.world->found_count; ++c)
                met += k.world->found[c].core && k.world->impulses[c][1] > 0.0;
        }
        kit_close(&k);
    }
    CHECK(met > 24);
    CHECK(worst <= 1e-3);
    printf("    %d steps on the centre: energy grows by %.1e of it\n", met, worst);
}

TEST_MAIN(CASE(taking_bodies_out_of_a_floor_adds_no_more_than_the_work_of_the_corrections),
          CASE(taking_bodies_out_of_each_other_adds_no_more_than_the_work_of_the_corrections),
          CASE(a_collision_adds_no_more_than_the_work_of_its_corrections),
          CASE(a_centre_of_mass_that_meets_the_ground_before_the_surface_does_gives_no_energy))
