// Islands pay together what they have too much.
// SPDX-License-Identifier: MIT
#include "runtime/world/world_energy.h"

#include "runtime/base/assert.h"
#include "runtime/body/free_energy.h"
#include "runtime/joint/joint_axis.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

static bool has_account(const world_body* wb) {
    return wb->body != NULL && wb->steps && free_has_account(wb->body) &&
           (wb->body->held_by_world || !pin_holds(wb->body));
}

static bool is_driven(const world_body* wb) {
    return wb->body != NULL && wb->steps && !free_is(wb->body);
}

// What is in contact with a body that holds itself by pins has no account: what comes from those is not known. Bones are outside,
// as colliders are, and so is the flesh on them.
static bool is_unknown(const world_body* wb) {
    return wb->body != NULL && wb->steps && !has_account(wb) && !is_driven(wb);
}

void world_open_accounts(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].outside = false;
}

// ---- work ------------------------------------------------------------------------------

static void credit(supple_world* w, int32_t slot, double joules) {
    if (slot >= 0 && w->bodies[slot].steps)
        w->bodies[slot].body->step.given += joules;
}

// What the flesh of a body on bones does by its motion to what an impulse on it, p, is of; joules. Of impulses that is their
// mean velocity before and after.
static double flesh_work(const supple_world* w, int32_t i, int which, const double p[3],
                         world_level level, double h) {
    int32_t slot = w->sides[i].slot[which];
    const solve_side* side = &w->sides[i].side[which];
    if (slot < 0 || !is_driven(&w->bodies[slot]) || w->bodies[slot].solver_body < 0)
        return 0.0;
    const world_body* wb = &w->bodies[slot];
    double sum = 0.0, fraction = level == WORLD_IMPULSES ? 0.5 : 1.0;
    for (int32_t c = 0; c < side->count; ++c) {
        size_t k = (size_t)side->first + (size_t)c;
        double along = 0.0;
        for (int a = 0; a < 3; ++a)
            along += p[a] * (double)side->rows[a * side->stride + c];
        sum += along * (wb->speed[k] + fraction * wb->gain[k] * wb->coord_impulse[k]);
    }
    return level == WORLD_FORCES ? sum * h : sum;
}

// A contact's force is on its body; the drift is of that against the other, of bones and colliders.
static void note_contact(supple_world* w, int32_t i, world_level level, double h) {
    const contact* t = &w->found[i];
    const world_sides* s = &w->sides[i];
    const double* p = w->impulses[i]; // N s of impulses; of forces N s, too
    if (w->blocks[i] < 0)
        return;
    double recovery = level == WORLD_FORCES ? -world_contact_bias(w, t, level, h) : 0.0;
    double work = -dot3(p, s->drift) + (recovery > 0.0 ? recovery * dot3(p, t->normal) : 0.0) +
                  flesh_work(w, i, 1, p, level, h) - flesh_work(w, i, 0, p, level, h);
    int32_t a = s->slot[0], b = s->slot[1];
    if (a >= 0 && free_is(w->bodies[a].body))
        credit(w, a, work);
    else
        credit(w, b, work);
    if (a < 0 || b < 0 || is_driven(&w->bodies[a]) || is_driven(&w->bodies[b]))
        w->bodies[a >= 0 ? a : b >= 0 ? b : t->body].outside = true;
}

// What the flesh of bodies on bones does by its motion to what the pull p of a joint's block is of, joules.
static double joint_flesh_work(const supple_world* w, const world_joint* j, int32_t block,
                               const double p[3], world_level level, double h) {
    double sum = 0.0;
    for (int k = 0; k < 2; ++k) {
        double motion[3];
        if (j->slot[k] < 0 || !is_driven(&w->bodies[j->slot[k]]))
            continue;
        solve_flesh_motion(w->solve, block, k, level == WORLD_IMPULSES ? 0.5 : 1.0, motion);
        sum += (k == 1 ? 1.0 : -1.0) * dot3(p, motion);
    }
    return level == WORLD_FORCES ? sum * h * h : sum;
}

// The body that a joint's work goes to.
static int32_t credited(const supple_world* w, const world_joint* j) {
    return j->slot[is_driven(&w->bodies[j->slot[0]]) ? 1 : 0];
}

// The pull of a joint that was torn open may have done no more than closed it. A rope that reels in what goes round it pulls
// as hard as that is fast: by its pull and the speed at which it should close, what went farther out gained without end.
static void credit_returns(supple_world* w, const world_joint* j, double h) {
    patch_pose poses[2];
    for (int k = 0; k < 2; ++k)
        if (j->slot[k] >= 0 && w->bodies[j->slot[k]].steps)
            body_show(w->bodies[j->slot[k]].body);
    joint_sample(w, j, poses);
    double closed = j->open - joint_gap(j, joint_metres(w, j), poses),
           all = h * sqrt(dot3(j->returning, j->returning));
    if (closed > 0.0 && all > 0.0)
        credit(w, credited(w, j), closed < all ? j->returns * closed / all : j->returns);
}

static void note_joint(supple_world* w, world_joint* j, world_level level, double h) {
    bool driven[2];
    for (int k = 0; k < 2; ++k)
        driven[k] = j->slot[k] >= 0 && is_driven(&w->bodies[j->slot[k]]);
    int32_t to = credited(w, j);
    bool acts = false;
    j->returns = 0.0;
    for (int turns = 0; turns < 2; ++turns) {
        double p[3];
        if (j->blocks[turns] < 0)
            continue;
        solve_impulse(w->solve, j->blocks[turns], p);
        double work = -dot3(p, j->closing[turns]) * (level == WORLD_FORCES ? h : 1.0) +
                      joint_flesh_work(w, j, j->blocks[turns], p, level, h);
        credit(w, to, work > 0.0 ? work : 0.0);
        j->returns -= turns == 0 ? dot3(p, j->returning) * h : 0.0;
        acts = true;
    }
    for (int r = 0; r < JOINT_ROWS; ++r) {
        double p[3];
        if (j->rows[r].block < 0)
            continue;
        solve_impulse(w->solve, j->rows[r].block, p);
        double flesh = joint_flesh_work(w, j, j->rows[r].block, p, level, h);
        credit(w, to, joint_row_work(&j->rows[r], p, level, h) + (flesh > 0.0 ? flesh : 0.0));
        if (r == JOINT_LIMIT && j->options.kind == SUPPLE_JOINT_ROPE)
            j->returns -= dot3(p, j->returning) * h;
        acts = true;
    }
    if (acts && to >= 0 &&
        (driven[0] || driven[1] || j->slot[1] < 0 || !w->bodies[j->slot[1]].steps))
        w->bodies[to].outside = true;
}

void world_note_work(supple_world* w, world_level level, double h) {
    SUPPLE_ASSERT(h > 0.0);
    for (int32_t i = 0; i < w->found_count; ++i)
        note_contact(w, i, level, h);
    for (int32_t i = 0; i < w->joint_count; ++i)
        if (w->joints[i].used)
            note_joint(w, &w->joints[i], level, h);
    for (int32_t i = 0; i < w->pin_count; ++i) {
        double p[3];
        if (w->pins[i].block < 0)
            continue;
        solve_impulse(w->solve, w->pins[i].block, p);
        double work = dot3(p, w->pins[i].wish) * (level == WORLD_FORCES ? h : 1.0);
        credit(w, w->pins[i].slot, work > 0.0 ? work : 0.0);
        w->bodies[w->pins[i].slot].outside = true;
    }
}

// ---- what an island owes ---------------------------------------------------------------

static const free_measure* measure_now(supple_body* b) {
    if (!b->step.is_measured) {
        free_measure_now(b, &b->step.after);
        b->step.is_measured = true;
    }
    return &b->step.after;
}

// What moves an island as one: mass, momentum and angular momentum about its centre of mass.
typedef struct island_motion {
    double mass, centre[3], velocity[3], momentum[3], inertia[3][3], spin[3];
} island_motion;

static void add_inertia(const supple_body* b, const double arm[3], double out[3][3]) {
    const free_measure* m = &b->step.after;
    const double(*r)[3] = (const double(*)[3])b->state->free.turn;
    double mass = b->parts[0].asset.record->mass;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            out[i][k] += mass * ((i == k ? dot3(arm, arm) : 0.0) - arm[i] * arm[k]);
            for (int a = 0; a < 3; ++a)
                out[i][k] += r[i][a] * dot3(m->inertia[a], r[k]);
        }
}

static void solve_spin(double m[3][3], const double momentum[3], double out[3]) {
    double c[3][3], det;
    cross3(m[1], m[2], c[0]);
    cross3(m[2], m[0], c[1]);
    cross3(m[0], m[1], c[2]);
    det = dot3(m[0], c[0]);
    for (int k = 0; k < 3; ++k)
        out[k] = det > 0.0
                     ? (c[0][k] * momentum[0] + c[1][k] * momentum[1] + c[2][k] * momentum[2]) / det
                     : 0.0;
}

static island_motion find_motion(supple_world* w, int32_t root) {
    island_motion m = {.mass = 0.0};
    for (int pass = 0; pass < 2; ++pass) {
        for (int32_t i = 0; i < w->body_count; ++i) {
            if (w->bodies[i].body == NULL || world_root(w, i) != root ||
                !has_account(&w->bodies[i]))
                continue;
            const supple_body* b = w->bodies[i].body;
            const free_state* f = &b->state->free;
            double mass = b->parts[0].asset.record->mass, arm[3], speed[3], round[3];
            m.mass += pass == 0 ? mass : 0.0;
            for (int k = 0; k < 3 && pass == 0; ++k) {
                m.centre[k] += mass * f->place[k];
                m.velocity[k] += mass * f->velocity[k];
            }
            if (pass == 0)
                continue;
            minus3(f->place, m.centre, arm);
            minus3(f->velocity, m.velocity, speed);
            cross3(arm, speed, round);
            for (int k = 0; k < 3; ++k)
                m.momentum[k] += f->momentum[k] + mass * round[k];
            add_inertia(b, arm, m.inertia);
        }
        for (int k = 0; k < 3 && pass == 0; ++k) {
            m.centre[k] /= m.mass;
            m.velocity[k] /= m.mass;
        }
    }
    solve_spin(m.inertia, m.momentum, m.spin);
    return m;
}

// The body's own motion against that of its island: velocity, and angular momentum. Returns its energy, with that of flesh.
static double own_motion(const world_body* wb, const island_motion* m, double velocity[3],
                         double momentum[3]) {
    const supple_body* b = wb->body;
    const free_state* f = &b->state->free;
    double arm[3], round[3], carried[3], own[3], spin[3];
    free_energy e = free_energy_of(b, &b->step.after);
    minus3(f->place, m->centre, arm);
    cross3(m->spin, arm, round);
    times3_transposed(f->turn, m->spin, own);
    times3(b->step.after.inertia, own, spin);
    times3(f->turn, spin, carried);
    for (int k = 0; k < 3; ++k) {
        velocity[k] = f->velocity[k] - m->velocity[k] - round[k];
        momentum[k] = f->momentum[k] - carried[k];
    }
    times3_transposed(f->turn, momentum, own);
    times3(b->step.after.inverse, own, spin);
    return 0.5 * (double)b->parts[0].asset.record->mass * dot3(velocity, velocity) +
           0.5 * dot3(own, spin) + e.flesh;
}

// Takes so much energy from what moves the island's bodies against each other, or against the world; returns how much.
static double slow_down(supple_world* w, int32_t root, double joules, bool outside) {
    island_motion m = {.mass = 0.0};
    double moves = 0.0, velocity[3], momentum[3];
    if (!outside)
        m = find_motion(w, root);
    for (int32_t i = 0; i < w->body_count; ++i)
        if (has_account(&w->bodies[i]) && world_root(w, i) == root)
            moves += own_motion(&w->bodies[i], &m, velocity, momentum);
    double taken = joules < moves ? joules : moves,
           less = moves > 0.0 ? sqrt(1.0 - taken / moves) : 1.0;
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        if (!has_account(wb) || world_root(w, i) != root)
            continue;
        supple_body* b = wb->body;
        own_motion(wb, &m, velocity, momentum);
        for (int k = 0; k < 3; ++k) {
            b->state->free.velocity[k] -= (1.0 - less) * velocity[k];
            b->state->free.momentum[k] -= (1.0 - less) * momentum[k];
            b->step.after.stir[k] *= less;
        }
        for (int32_t c = 0; c < b->active[0]; ++c)
            b->v[c] = (float)((double)b->v[c] * less);
        free_open_account(b, &b->step.after);
    }
    return taken;
}

// What is in the accounts of an island, all together, in the slot that names it.
static void pool(supple_world* w) {
    for (int32_t i = 0; i < w->body_count; ++i)
        w->bodies[i].pool = (world_pool){.balance = 0.0};
    for (int32_t i = 0; i < w->body_count; ++i) {
        const world_body* wb = &w->bodies[i];
        world_pool* p = &w->bodies[world_root(w, i)].pool;
        p->unknown |= is_unknown(wb);
        p->outside |= wb->outside;
        if (!has_account(wb))
            continue;
        p->balance += free_close_account(wb->body, measure_now(wb->body));
        p->energy += wb->body->step.energy;
    }
}

void world_close_accounts(supple_world* w, double h) {
    SUPPLE_ASSERT(h > 0.0);
    for (int32_t i = 0; i < w->joint_count; ++i)
        if (w->joints[i].used && w->joints[i].returns > 0.0)
            credit_returns(w, &w->joints[i], h);
    pool(w);
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_pool* p = &w->bodies[i].pool;
        if (!(p->balance < 0.0) || p->unknown)
            continue;
        double taken = slow_down(w, i, -p->balance, p->outside);
        w->stats.energy_taken += (float)taken;
        p->balance += taken;
    }
    for (int32_t i = 0; i < w->body_count; ++i) {
        world_body* wb = &w->bodies[i];
        const world_pool* p = &w->bodies[world_root(w, i)].pool;
        if (!has_account(wb))
            continue;
        double fraction = p->energy > 0.0 ? wb->body->step.energy / p->energy : 0.0;
        wb->body->state->free.reserve =
            p->unknown ? 0.0 : fraction * free_reserve(p->balance, p->energy);
    }
}
