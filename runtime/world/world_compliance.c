// How much contacts yield, and how deep bodies are.
//
// What cannot be, flesh at its limit between walls that close, a body that was put deep into another, must end with
// bounded forces. So contacts of a body that overlaps something yield, in fractions of their own mobility, all of them
// alike by its deepest overlap, and they are parted in proportion to their depths: both walls then press as hard when
// both are entered as deep, and that is where it stays. (A contact that yields by its own depth presses the less the
// deeper it is: what is squeezed leaves by one side.) A load is borne nevertheless: what yields does so by as much less as
// everything that it is in contact with is heavier than it, or, of what is settled, as what it bears is more than its own weight.
//
// Flesh that bones hold has no rigid motion to give, and yields by a rule of its own (docs/decisions/0023-held-flesh.md).
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

#include "runtime/base/assert.h"
#include "runtime/body/bound.h"
#include "runtime/math/vec3d.h"

#include <math.h>

static const double IMPACT = 0.01; // of a contact's mobility, in impacts, ...
// ... by its depth in sizes, up to this; and as much between what is settled. Sweeps then come near what bears a tower of
// stiff bodies on dozens of contacts; without it they leave it rocking. It sinks by this times g h^2 over the fraction of
// recovery, some 2e-5 m. Bodies smaller than WORLD_COMPLIANCE_SMALL yield less, as they are parted more slowly: it is never more than
// 2e-4 of a size.
static const double SHALLOW = 0.05;
static const double WORLD_COMPLIANCE_SMALL = 0.1; // metres
static const double PILE =
    20.0; // what may have to bear more than so many times its mass yields less

// A pair as deep as a size bears so many times the weight of its island while it is parted as fast as may be; ...
static const double WORLD_COMPLIANCE_WEIGHTS = 60.0;
static const double WORLD_COMPLIANCE_MOST =
    0.5; // ... one deeper than this fraction of a size no less than that
static const double GRAVITY = 9.81;

// Limits: from here on flesh takes less and less of a force, down to a tenth at its limit.
static const double HARDENS = 0.8;
static const double LEAST_LOAD_FRACTION = 0.1;
static const double SUNK = 0.05;      // sizes: of a body that lies still, and ...
static const double SUNK_FAST = 0.25; // ... of one that moves: an impact is the flesh's

// Contacts on held flesh yield: by this fraction of the compliance of the flesh there, ...
static const double WORLD_COMPLIANCE_WEAK = 0.02;
// ... so that pressing it moves no other flesh by more than so many times as much, about, ...
static const double WORLD_COMPLIANCE_FARTHEST = 8.0;
// ... and by the square of the limits that it is beyond one, times this.
static const double OVERDONE = 1.0;

// ---- depths and loads ------------------------------------------------------------------

static void note_contact(world_body* wb, double depth, double force) {
    wb->deepest = depth > wb->deepest ? depth : wb->deepest;
    wb->borne += force;
}

static double mass_of(const world_body* wb) {
    return wb->body != NULL && free_is(wb->body) ? (double)wb->body->parts[0].asset.record->mass
                                                 : 0.0;
}

static bool is_held(const world_body* wb) {
    return wb->body != NULL && (wb->anchored || wb->body->held_by_world);
}

// Whether it is at rest under nothing but weights: what a pin presses would sink.
static bool rests(const world_body* wb) {
    return wb->settled && !is_held(wb);
}

void world_find_depths(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i) {
        w->bodies[i].island = i;
        w->bodies[i].deepest = w->bodies[i].load = w->bodies[i].borne = 0.0;
    }
    for (int32_t i = 0; i < w->found_count; ++i) {
        const contact* t = &w->found[i];
        const world_warm_start* known = world_find_warm_start(w, t->key);
        double force = known->key != 0 ? dot3(known->force, t->normal) : 0.0;
        note_contact(&w->bodies[t->body], -t->gap, force);
        if (t->other < 0)
            continue;
        note_contact(&w->bodies[t->other], -t->gap, force);
        world_join(w, t->body, t->other);
    }
    world_join_joints(w);
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[world_root(w, i)].load += mass_of(&w->bodies[i]);
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].load = w->bodies[world_root(w, i)].load;
}

double world_deepest(const supple_world* w, const contact* t) {
    double a = w->bodies[t->body].deepest, b = t->other >= 0 ? w->bodies[t->other].deepest : 0.0;
    return a > b ? a : b;
}

double world_parting_size(const supple_world* w, const contact* t) {
    const world_body *a = &w->bodies[t->body], *b = t->other >= 0 ? &w->bodies[t->other] : a;
    return a->skin->size < b->skin->size ? a->skin->size : b->skin->size;
}

// ---- free bodies -----------------------------------------------------------------------

// The mass of the lighter one that the contact moves, over that of all that it may have to bear.
static double load_fraction(const supple_world* w, const contact* t) {
    double a = mass_of(&w->bodies[t->body]),
           b = t->other >= 0 ? mass_of(&w->bodies[t->other]) : 0.0, load = w->bodies[t->body].load,
           least = a > 0.0 && (b == 0.0 || a < b) ? a : b;
    return load > 0.0 ? least / load : 1.0;
}

double world_overload(const world_body* wb) {
    double fall[3], mass = mass_of(wb);
    if (!(mass > 0.0))
        return 0.0;
    free_fall(wb->body, fall);
    double weight = mass * sqrt(dot3(fall, fall)), above = wb->load / mass,
           bears = weight > 0.0 ? wb->borne / weight : 0.0;
    return (bears < above ? bears : above) / PILE;
}

// The fraction of its yielding that a settled body keeps under its load. It sinks by what it yields times what it bears: a slab
// below 790 times its mass sank until its centre bore all of it, was pushed out when it moved and counted as settled no more,
// and sank again.
static double fraction_of_overload(const world_body* wb) {
    double over = world_overload(wb);
    return over > 1.0 ? 1.0 / over : 1.0;
}

double world_contact_compliance(const supple_world* w, const contact* t, world_level level,
                                double h) {
    const world_body* wb = &w->bodies[t->body];
    if (t->core || level == WORLD_IMPULSES)
        return t->core ? 0.0 : IMPACT;
    double least = world_parting_size(w, t),
           size = least * (double)wb->body->state->options.world_metres / WORLD_COMPLIANCE_SMALL,
           deep = -t->gap / least, fraction = PILE * load_fraction(w, t),
           most = SHALLOW * (size < 1.0 ? size : 1.0);
    double cut = WORLD_SUBSTEP / h, shorter = cut > 1.0 ? cut < 2.0 ? cut * cut : 4.0 : 1.0;
    if (rests(wb) && (t->other < 0 || rests(&w->bodies[t->other]))) {
        double a = fraction_of_overload(wb),
               b = t->other < 0 ? 1.0 : fraction_of_overload(&w->bodies[t->other]);
        // it lies as deep whatever the substep: else frames of changing length would move it
        return most * shorter * (a < b ? a : b);
    }
    most *= fraction < 1.0 ? fraction : 1.0;
    return deep > 0.0 ? deep < most ? deep : most : 0.0;
}

double world_depth_compliance(const supple_world* w, int32_t index, double h) {
    SUPPLE_ASSERT(index >= 0 && index < w->found_count && h > 0.0);
    const contact* t = &w->found[index];
    const world_body* wb = &w->bodies[t->body];
    double load = wb->load > 0.0 || t->other < 0 ? wb->load : w->bodies[t->other].load,
           deep = world_deepest(w, t) / world_parting_size(w, t);
    if (t->core || !(load > 0.0))
        return 0.0;
    double size = world_parting_size(w, t) * (double)wb->body->state->options.world_metres;
    return (deep < WORLD_COMPLIANCE_MOST ? deep : WORLD_COMPLIANCE_MOST) *
           world_recovery_speed(size) / (WORLD_COMPLIANCE_WEIGHTS * load * GRAVITY * h) *
           w->sides[index].pair_count;
}

// The fraction of a lasting force that flesh takes, near its limit. What it does not take the rigid motion feels as if
// the flesh were hard. A row of the limit alone (limit_rows.c) says this too late: it knows the coordinates that are
// there, forces move all of them, and what the stop takes back afterwards lets the surface sink into the ground.
double world_force_fraction(const world_body* wb, int32_t part) {
    const supple_body* b = wb->body;
    SUPPLE_ASSERT(part >= 0 && part < b->part_count);
    double deep = wb->deepest / wb->skin->size;
    if (!free_is(b) || !(deep > (wb->slow > 0.0f ? SUNK : SUNK_FAST)))
        return 1.0;
    double fraction = (1.0 - (double)bound_now(b, part)) / (1.0 - HARDENS);
    return fraction > 1.0 ? 1.0 : fraction < LEAST_LOAD_FRACTION ? LEAST_LOAD_FRACTION : fraction;
}

// ---- flesh on bones --------------------------------------------------------------------

// How much of a push over the substep, as a fraction of that on free mass, moves a coordinate: all of an impulse;
// of a force that stays until an overlap is taken back, what the coordinate's own stiffness leaves.
static double response_of(double lambda, world_level level, double h) {
    return level == WORLD_IMPULSES ? 1.0 : 1.0 / (1.0 + lambda * h * h / WORLD_RECOVERY_FRACTION);
}

double world_flesh_room(const supple_world* w, int32_t index) {
    SUPPLE_ASSERT(index >= 0 && index < w->found_count);
    double most = 0.0;
    for (int k = 0; k < 2; ++k) {
        int32_t slot = w->sides[index].slot[k];
        if (slot < 0)
            continue;
        const supple_body* b = w->bodies[slot].body;
        const solve_side* side = &w->sides[index].side[k];
        if (free_is(b))
            return 1.0;
        double room = side->count > 0 ? 1.0 : 0.0;
        for (int32_t p = 0; p < b->part_count; ++p) {
            double left = 1.0 - (double)bound_now(b, p);
            bool moves = !b->parts[p].model->kinematic &&
                         b->parts[p].first < side->first + side->count &&
                         b->parts[p].first + b->active[p] > side->first;
            room = moves && left < room ? left : room;
        }
        most = room > most ? room : most;
    }
    return most;
}

// Where a point moves, hardly: a dent is as deep as what makes it. Where it hardly moves, at a seam, to keep it apart
// would throw the rest of the flesh: it yields as far as that would go beyond measure, and all the more beside other
// contacts, which would throw the same flesh. Flesh at its limit goes no farther and yields, too. Everything is in shares
// of what a force that lasts does, so that a dent is as deep at every rate of frames.
double world_flesh_compliance(const world_body* wb, const solve_side* side, const double normal[3],
                              world_level level, double h) {
    SUPPLE_ASSERT(h > 0.0);
    const supple_body* b = wb->body;
    if (side->body < 0 || side->count == 0 || free_is(b))
        return 0.0;
    double moves = 0.0, elsewhere = 0.0, beyond = 0.0;
    for (int32_t p = 0; p < b->part_count; ++p) {
        int32_t first = b->parts[p].first, end = first + b->active[p];
        if (first >= side->first + side->count || end <= side->first ||
            b->parts[p].model->kinematic)
            continue;
        double over = (double)bound_now(b, p) - 1.0;
        for (int32_t i = first; i < end; ++i) {
            double response = response_of((double)b->lambda[i], level, h), along = 0.0;
            double reach = (double)bound_reach(b, p, i - first) * (double)b->asset.metres;
            for (int k = 0; k < 3 && i >= side->first && i < side->first + side->count; ++k)
                along += normal[k] * (double)side->rows[k * side->stride + i - side->first];
            elsewhere += fabs(along) * reach * response;
            moves += along * along * response;
        }
        beyond = over > beyond ? over : beyond;
    }
    double excess = elsewhere / WORLD_COMPLIANCE_FARTHEST - moves;
    return (level == WORLD_FORCES ? 0.5 : 1.0) *
           (WORLD_COMPLIANCE_WEAK * moves + (excess > 0.0 ? excess * wb->contact_count : 0.0) +
            OVERDONE * beyond * beyond * elsewhere);
}
