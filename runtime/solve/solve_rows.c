// Bodies and blocks become scaled rows.
// SPDX-License-Identifier: MIT
#include "runtime/base/assert.h"
#include "runtime/base/memory.h"
#include "runtime/math/vec3d.h"
#include "runtime/solve/solve_work.h"

#include <math.h>
#include <string.h>

// Directions of a joint with less than this fraction of the mobility of its others are softened to that: what hardly any
// coordinate moves would ask for an endless impulse. Joints of free bodies have none.
#define JOINT_WEAK 1e-4

static const double SOLVE_ROWS_WARM =
    0.95; // of `start`, that a joint which lags bears without yielding
// Numbers of all bodies, each padded.
static size_t most_numbers(const solve_room* room) {
    return (size_t)room->bodies * (SOLVE_RIGID + LANES) + (size_t)room->coords;
}

// Once to measure, once to place.
static void lay_out(solver* s, memory_layout* l, const solve_room* room) {
    size_t blocks = (size_t)room->blocks, rows = 3 * (size_t)room->joints;
    memory_take(l, 1, sizeof *s);
    s->bodies = memory_take(l, (size_t)room->bodies, sizeof *s->bodies);
    s->blocks = memory_take(l, blocks, sizeof *s->blocks);
    s->anchors = memory_take(l, blocks, sizeof *s->anchors);
    s->joints = memory_take(l, blocks, sizeof *s->joints);
    s->holds = memory_take(l, (size_t)room->holds, sizeof *s->holds);
    s->sky.first = memory_take(l, rows, sizeof *s->sky.first);
    s->sky.start = memory_take(l, rows, sizeof *s->sky.start);
    s->sky.rest = memory_take(l, rows, sizeof *s->sky.rest);
    s->sky.of_pins = memory_take(l, (size_t)room->joints, sizeof *s->sky.of_pins);
    s->sky.numbers = memory_take(l, (size_t)solve_direct_numbers(room->joints), sizeof(double));
    s->islands = memory_take(l, (size_t)room->bodies, sizeof *s->islands);
    s->groups = memory_take(l, (size_t)room->bodies + 1, sizeof *s->groups);
    s->group_bodies = memory_take(l, (size_t)room->bodies, sizeof *s->group_bodies);
    s->group_blocks = memory_take(l, blocks, sizeof *s->group_blocks);
    s->exact = memory_take(l, 2 * SOLVE_EXACT * (SOLVE_EXACT + 2), sizeof *s->exact);
    s->p = memory_take(l, blocks, sizeof *s->p);
    s->travel_p = memory_take(l, 3 * blocks, sizeof *s->travel_p);
    s->last_p = memory_take(l, 3 * blocks, sizeof *s->last_p);
    s->rows = memory_take(l, (size_t)room->numbers, sizeof *s->rows);
}

static void lay_out_coords(solver* s, memory_layout* l, const solve_room* room) {
    size_t x = most_numbers(room), alone = SOLVE_RIGID + (size_t)room->coords;
    float** floats[] = {&s->x, &s->travel_x, &s->last_x, &s->root};
    double** doubles[] = {&s->speed, &s->held, &s->travel_held, &s->last_held};
    double** scratch[] = {&s->w, &s->own, &s->coord_impulse};
    for (int k = 0; k < 4; ++k)
        *floats[k] = memory_take(l, x, sizeof(float));
    for (int k = 0; k < 4; ++k)
        *doubles[k] = memory_take(l, x, sizeof(double));
    for (int k = 0; k < 3; ++k)
        *scratch[k] = memory_take(l, alone, sizeof(double));
}

// ---- blocks ----------------------------------------------------------------------------

// Of a symmetric matrix that is nowhere negative, made positive by `floor` on its diagonal.
static void invert(const float a[6], double floor, float inverse[6]) {
    double a00 = a[0] + floor, a11 = a[1] + floor, a22 = a[2] + floor;
    double a01 = a[3], a02 = a[4], a12 = a[5];
    double c00 = a11 * a22 - a12 * a12, c01 = a02 * a12 - a01 * a22, c02 = a01 * a12 - a02 * a11;
    double scale = 1.0 / (a00 * c00 + a01 * c01 + a02 * c02);
    inverse[0] = (float)(c00 * scale);
    inverse[1] = (float)((a00 * a22 - a02 * a02) * scale);
    inverse[2] = (float)((a00 * a11 - a01 * a01) * scale);
    inverse[3] = (float)(c01 * scale);
    inverse[4] = (float)(c02 * scale);
    inverse[5] = (float)((a01 * a02 - a00 * a12) * scale);
}

// The softness that a joint's square needs, from its smallest eigenvalue: the determinant over the sum of
// its minors, within a factor of three.
static double weakness(const float a[6], int32_t row_count) {
    double trace = (double)a[0] + a[1] + a[2];
    double d[3] = {a[0], a[1], a[2]};
    for (int32_t r = row_count; r < 3; ++r)
        d[r] = trace;
    double m0 = d[1] * d[2] - (double)a[5] * a[5], m1 = d[0] * d[2] - (double)a[4] * a[4];
    double m2 = d[0] * d[1] - (double)a[3] * a[3];
    double c01 = (double)a[4] * a[5] - a[3] * d[2], c02 = (double)a[3] * a[5] - a[4] * d[1];
    double det = d[0] * m0 + a[3] * c01 + a[4] * c02;
    double minors = m0 + m1 + m2, least = minors > 0.0 ? det / minors : 0.0;
    double missing = JOINT_WEAK * trace - least;
    return missing > 0.0 ? missing : 0.0;
}

// Nothing moves it: its impulse is zero.
static void hold_still(solver* s, solve_block* block) {
    memset(s->p[block - s->blocks], 0, sizeof *s->p);
    block->apart = 1;
    block->row_count = 0;
}

// Two directions across a unit normal (Duff et al. 2017).
static void make_axes(const double normal[3], double axes[3][3]) {
    double sign = normal[2] < 0.0 ? -1.0 : 1.0;
    double a = -1.0 / (sign + normal[2]), b = normal[0] * normal[1] * a;
    memcpy(axes[0], normal, sizeof axes[0]);
    axes[1][0] = 1.0 + sign * normal[0] * normal[0] * a;
    axes[1][1] = sign * b;
    axes[1][2] = -sign * normal[0];
    axes[2][0] = b;
    axes[2][1] = sign + normal[1] * normal[1] * a;
    axes[2][2] = -normal[1];
}

// J w before any impulse, along the first axes of a block.
static void find_motion(const solver* s, solve_anchor* anchor, int32_t row_count) {
    if (row_count == 1) {
        anchor->before[0] = solve_normal_motion(s, anchor->side, anchor->axes[0]);
        return;
    }
    double motion[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < 2; ++i)
        solve_add_motion(s, &anchor->side[i], i == 0 ? 1.0 : -1.0, motion);
    for (int32_t r = 0; r < row_count; ++r)
        anchor->before[r] = dot3(anchor->axes[r], motion);
}

// What contacts and joints share. bare: only the first row is made yet. NULL when there is no room.
static solve_block* add_block(solver* s, const solve_side* side, const double (*axes)[3],
                              int32_t row_count, bool bare) {
    if (s->block_count == s->room.blocks)
        return NULL;
    solve_block* block = &s->blocks[s->block_count];
    solve_anchor* anchor = &s->anchors[s->block_count];
    memset(block, 0, sizeof *block);
    memset(anchor, 0, sizeof *anchor);
    if (!solve_take_rows(s, side, row_count, block))
        return NULL;
    block->bare = bare;
    solve_add_sides(s, side, axes, (solve_range){0, bare ? 1 : row_count}, block);
    memset(s->p[s->block_count++], 0, sizeof *s->p);
    block->row_count = (uint8_t)row_count;
    solve_find_square(s, block);
    memcpy(anchor->side, side, sizeof anchor->side);
    memcpy(anchor->axes, axes, sizeof anchor->axes[0] * (size_t)row_count);
    find_motion(s, anchor, bare ? 1 : row_count);
    return block;
}

// What follows from the square of a contact, once it is found.
static void soften(solve_block* block) {
    float* a = block->square;
    a[0] += block->softness;
    if (!(a[0] > 0.0f))
        return;
    block->along = 1.0f / a[0];
    if (block->bare)
        return;
    invert(a, 1e-6 * ((double)a[0] + a[1] + a[2]), block->inverse);
    double half = 0.5 * ((double)a[1] - a[2]);
    double widest = 0.5 * ((double)a[1] + a[2]) + sqrt(half * half + (double)a[5] * a[5]);
    block->across = widest > 0.0 ? (float)(1.0 / widest) : 0.0f;
}

// ---- public ----------------------------------------------------------------------------

size_t solve_size(const solve_room* room) {
    SUPPLE_ASSERT(room->bodies >= 0 && room->coords >= 0 && room->blocks >= 0 && room->holds >= 0);
    SUPPLE_ASSERT(room->joints >= 0 && room->joints <= room->blocks);
    solver s;
    memory_layout l = {NULL, 0};
    lay_out(&s, &l, room);
    return l.at;
}

size_t solve_coords_size(const solve_room* room) {
    solver s;
    memory_layout l = {NULL, 0};
    lay_out_coords(&s, &l, room);
    return l.at;
}

solver* solve_place(void* memory, const solve_room* room) {
    SUPPLE_ASSERT(memory != NULL);
    solver* s = memory;
    memset(s, 0, sizeof *s);
    memory_layout l = {memory, 0};
    lay_out(s, &l, room);
    s->room = *room;
    return s;
}

void solve_place_coords(solver* s, void* memory, int32_t coords) {
    memory_layout l = {memory, 0};
    s->room.coords = coords;
    lay_out_coords(s, &l, &s->room);
    solve_clear(s);
}

void solve_clear(solver* s) {
    s->body_count = s->block_count = s->hold_count = s->joint_count = s->x_count = 0;
    s->most_sweeps = 0;
    s->number_count = 0;
}

void solve_allow(solver* s, int32_t sweeps) {
    SUPPLE_ASSERT(sweeps >= 0);
    s->most_sweeps = sweeps;
}

int32_t solve_add_body(solver* s, const solve_body* body) {
    SUPPLE_ASSERT(body->coord_count >= 0);
    int32_t rigid = body->free ? SOLVE_RIGID : 0, room = solve_padded(rigid + body->coord_count);
    if (s->body_count == s->room.bodies ||
        (size_t)s->x_count + (size_t)room > most_numbers(&s->room))
        return -1;
    solver_body* m = &s->bodies[s->body_count];
    memset(m, 0, sizeof *m);
    m->first = s->x_count;
    m->count = rigid + body->coord_count;
    m->free = body->free;
    s->x_count += room;
    memset(s->x + m->first, 0, sizeof *s->x * (size_t)room);
    memset(s->root + m->first, 0, sizeof *s->root * (size_t)room);
    memset(s->held + m->first, 0, sizeof *s->held * (size_t)room);
    if (body->free) {
        m->mass_root = sqrt(body->mass_inverse);
        for (int32_t i = 0; i < 3; ++i) {
            for (int32_t k = 0; k <= i; ++k) {
                double sum = body->inertia_inverse[i][k];
                for (int32_t n = 0; n < k; ++n)
                    sum -= m->inertia_root[i][n] * m->inertia_root[k][n];
                double pivot = m->inertia_root[k][k];
                m->inertia_root[i][k] = i == k        ? sqrt(sum > 0.0 ? sum : 0.0)
                                        : pivot > 0.0 ? sum / pivot
                                                      : 0.0;
            }
            m->velocity[i] = body->velocity[i];
            m->spin[i] = body->spin[i];
        }
    }
    for (int32_t i = 0; i < body->coord_count; ++i) {
        s->root[m->first + rigid + i] = sqrtf((float)body->gain[i]);
        s->speed[m->first + rigid + i] = body->speed[i];
    }
    return s->body_count++;
}

int32_t solve_add_contact(solver* s, const solve_contact* contact) {
    SUPPLE_ASSERT(contact->side[0].body < s->body_count && contact->side[1].body < s->body_count);
    double axes[3][3];
    make_axes(contact->normal, axes);
    bool rough = contact->friction > 0.0;
    bool bears = dot3(contact->normal, contact->start) > 0.0;
    solve_block* block =
        add_block(s, contact->side, (const double(*)[3])axes, rough ? 3 : 1, rough && !bears);
    if (block == NULL)
        return -1;
    solve_anchor* anchor = &s->anchors[block - s->blocks];
    float* p = s->p[block - s->blocks];
    block->kind = rough ? SOLVE_CONTACT : SOLVE_SMOOTH;
    block->friction = (float)contact->friction;
    block->limit = contact->limit > 0.0 ? (float)contact->limit : INFINITY;
    block->softness =
        (float)(contact->softness + contact->relative_compliance * (double)block->square[0]);
    memcpy(anchor->drift, contact->drift, sizeof anchor->drift);
    for (int32_t r = 0; r < block->row_count; ++r) {
        double given = dot3(axes[r], contact->drift) + (r == 0 ? contact->bias : 0.0);
        block->base[r] = (float)(anchor->before[r] + given);
        p[r] = (float)dot3(axes[r], contact->start);
    }
    if (p[0] <= 0.0f)
        memset(p, 0, 3 * sizeof *p);
    soften(block);
    if (!(block->square[0] > 0.0f))
        hold_still(s, block);
    return s->block_count - 1;
}

void solve_complete(solver* s, int32_t index) {
    solve_block* block = &s->blocks[index];
    solve_anchor* anchor = &s->anchors[index];
    double normal = anchor->before[0];
    block->bare = 0;
    find_motion(s, anchor, 3);
    anchor->before[0] = normal; // as its base has it
    for (int32_t r = 1; r < 3; ++r)
        block->base[r] = (float)(anchor->before[r] + dot3(anchor->axes[r], anchor->drift));
    solve_add_sides(s, anchor->side, anchor->axes, (solve_range){1, 3}, block);
    solve_find_square(s, block);
    soften(block);
}

int32_t solve_add_joint(solver* s, const solve_joint* joint) {
    SUPPLE_ASSERT(joint->row_count >= 1 && joint->row_count <= 3);
    SUPPLE_ASSERT(joint->side[0].body < s->body_count && joint->side[1].body < s->body_count);
    double axes[3][3];
    memcpy(axes, joint->axes, sizeof axes);
    solve_block* block =
        add_block(s, joint->side, (const double(*)[3])axes, joint->row_count, false);
    if (block == NULL)
        return -1;
    solve_anchor* anchor = &s->anchors[block - s->blocks];
    float* p = s->p[block - s->blocks];
    block->kind = SOLVE_JOINT;
    block->limit = (float)joint->limit;
    double mobility =
        (double)(block->square[0] + block->square[1] + block->square[2]) / joint->row_count;
    double lag = joint->lag * mobility, keeps = lag * SOLVE_ROWS_WARM,
           start = keeps * sqrt(dot3(joint->start, joint->start));
    keeps *= joint->most_start > 0.0 && start > joint->most_start ? joint->most_start / start : 1.0;
    block->softness = (float)(joint->softness + joint->relative_compliance * mobility + lag +
                              weakness(block->square, joint->row_count));
    for (int32_t r = block->row_count; r < 3; ++r) // no such row: nothing is missing, p stays 0
        block->square[r] = 1.0f;
    for (int32_t r = 0; r < block->row_count; ++r) {
        block->square[r] += block->softness;
        p[r] = (float)dot3(axes[r], joint->start);
        block->base[r] = (float)(anchor->before[r] + joint->bias[r] - keeps * (double)p[r]);
    }
    if (block->softness > 0.0f || block->square[0] > 0.0f)
        invert(block->square, 0.0, block->inverse);
    else
        hold_still(s, block);
    block->reached_limit = joint->slips && block->row_count > 0;
    if (!joint->slips) // else sweeps alone find it
        s->joints[s->joint_count++] = s->block_count - 1;
    return s->block_count - 1;
}
