// Bodies and blocks become scaled rows.
// SPDX-License-Identifier: MIT
#include "runtime/assert.h"
#include "runtime/memory.h"
#include "runtime/solve_work.h"
#include "runtime/three.h"

#include <math.h>
#include <string.h>

// Directions of a joint that move less than this share as easily as its others are softened to that: what hardly any
// coordinate moves would ask for an endless impulse. Joints of free bodies have none.
#define JOINT_WEAK 1e-4

static const double WARM = 0.95; // of `start`, that a joint which lags bears without yielding
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
    s->sky.numbers = memory_take(l, (size_t)solve_direct_numbers(room->joints), sizeof(double));
    s->islands = memory_take(l, (size_t)room->bodies, sizeof *s->islands);
    s->groups = memory_take(l, (size_t)room->bodies + 1, sizeof *s->groups);
    s->group_bodies = memory_take(l, (size_t)room->bodies, sizeof *s->group_bodies);
    s->group_blocks = memory_take(l, blocks, sizeof *s->group_blocks);
    s->exact = memory_take(l, 2 * SOLVE_EXACT * (SOLVE_EXACT + 2), sizeof *s->exact);
    s->p = memory_take(l, blocks, sizeof *s->p);
    s->way_p = memory_take(l, 3 * blocks, sizeof *s->way_p);
    s->last_p = memory_take(l, 3 * blocks, sizeof *s->last_p);
    s->rows = memory_take(l, (size_t)room->numbers, sizeof *s->rows);
}

static void lay_out_coords(solver* s, memory_layout* l, const solve_room* room) {
    size_t x = most_numbers(room), alone = SOLVE_RIGID + (size_t)room->coords;
    float** floats[] = {&s->x, &s->way_x, &s->last_x, &s->root};
    double** doubles[] = {&s->speed, &s->held, &s->way_held, &s->last_held};
    double** scratch[] = {&s->w, &s->own, &s->pull};
    for (int k = 0; k < 4; ++k)
        *floats[k] = memory_take(l, x, sizeof(float));
    for (int k = 0; k < 4; ++k)
        *doubles[k] = memory_take(l, x, sizeof(double));
    for (int k = 0; k < 3; ++k)
        *scratch[k] = memory_take(l, alone, sizeof(double));
}

// ---- rows ------------------------------------------------------------------------------

// Where a side's numbers begin and end within its body's, rounded outwards to lanes.
static void run_of(const solver* s, const solve_side* side, int32_t* first, int32_t* end) {
    const solver_body* m = &s->bodies[side->body];
    int32_t rigid = m->free ? SOLVE_RIGID : 0;
    *first = m->free ? 0 : side->first / LANES * LANES;
    *end = solve_padded(rigid + side->first + side->count);
}

// xyz: three rows, `stride` apart.
static void add_coords(int32_t count, float* restrict row, const float* restrict root,
                       const float* restrict xyz, int32_t stride, const double axis[3]) {
    const float *x = xyz, *y = x + stride, *z = y + stride;
    float ax = (float)axis[0], ay = (float)axis[1], az = (float)axis[2];
    lanes a = lanes_all(ax), b = lanes_all(ay), c = lanes_all(az);
    int32_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        lanes sum = lanes_more(lanes_times(a, lanes_load(x + i)), b, lanes_load(y + i));
        sum = lanes_more(sum, c, lanes_load(z + i));
        lanes_store(row + i, lanes_more(lanes_load(row + i), lanes_load(root + i), sum));
    }
    for (; i < count; ++i)
        row[i] += root[i] * (ax * x[i] + ay * y[i] + az * z[i]);
}

// Adds a side to rows of `length` numbers that begin at `first` of its body.
static void add_side(const solver* s, const solve_side* side, double sign, double (*axes)[3],
                     int32_t row_count, float* rows, int32_t first, int32_t length) {
    const solver_body* m = &s->bodies[side->body];
    int32_t coords = (m->free ? SOLVE_RIGID : 0) + side->first;
    for (int32_t r = 0; r < row_count; ++r) {
        float* row = rows + (size_t)r * (size_t)length;
        double axis[3] = {sign * axes[r][0], sign * axes[r][1], sign * axes[r][2]}, turn[3];
        if (m->free) {
            cross3(side->arm, axis, turn);
            const double* spin = side->turns ? axis : turn;
            for (int32_t i = 0; i < 3; ++i) {
                if (!side->turns)
                    row[i] += (float)(axis[i] * m->mass_root);
                double sum = 0.0;
                for (int32_t k = i; k < 3; ++k)
                    sum += spin[k] * m->inertia_root[k][i];
                row[3 + i] += (float)sum;
            }
        }
        if (side->count > 0) // else it may have no rows
            add_coords(side->count, row + coords - first, s->root + m->first + coords, side->rows,
                       side->stride, axis);
    }
}

// Adds sign times the velocity, or spin, of a side.
static void add_motion(const solver* s, const solve_side* side, double sign, double motion[3]) {
    if (side->body < 0)
        return;
    const solver_body* m = &s->bodies[side->body];
    double sum[3] = {0.0, 0.0, 0.0};
    if (m->free && side->turns) {
        memcpy(sum, m->spin, sizeof sum);
    } else if (m->free) {
        cross3(m->spin, side->arm, sum);
        for (int32_t i = 0; i < 3; ++i)
            sum[i] += m->velocity[i];
    }
    const double* speed = s->speed + m->first + (m->free ? SOLVE_RIGID : 0) + side->first;
    for (int32_t c = 0; c < side->count; ++c)
        for (int32_t i = 0; i < 3; ++i)
            sum[i] += side->rows[i * side->stride + c] * speed[c];
    for (int32_t i = 0; i < 3; ++i)
        motion[i] += sign * sum[i];
}

// Rows of both sides; two points of one body become one run. False when there is no room.
static bool make_rows(solver* s, const solve_side side[2], double (*axes)[3], int32_t row_count,
                      solve_block* block) {
    int32_t first[2] = {0, 0}, end[2] = {0, 0};
    for (int32_t i = 0; i < 2; ++i)
        if (side[i].body >= 0)
            run_of(s, &side[i], &first[i], &end[i]);
    bool one = side[0].body == side[1].body && side[0].body >= 0;
    if (one) {
        first[0] = first[1] = first[0] < first[1] ? first[0] : first[1];
        end[0] = end[1] = end[0] > end[1] ? end[0] : end[1];
    }
    block->stored = row_count == 1 ? 1 : 3;
    int64_t need = block->stored * (int64_t)(end[0] - first[0] + (one ? 0 : end[1] - first[1]));
    if (s->number_count + need > s->room.numbers)
        return false;
    block->rows = s->number_count;
    s->number_count += need;
    float* rows = s->rows + block->rows;
    memset(rows, 0, sizeof *rows * (size_t)need);
    for (int32_t i = 0; i < 2; ++i) {
        if (side[i].body < 0)
            continue;
        block->x[i] = s->bodies[side[i].body].first + first[i];
        block->length[i] = one && i == 1 ? 0 : end[i] - first[i];
        if (i == 1 && !one)
            rows += block->stored * (size_t)(end[0] - first[0]);
        add_side(s, &side[i], i == 0 ? 1.0 : -1.0, axes, row_count, rows, first[i],
                 end[i] - first[i]);
    }
    return true;
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

// What contacts and joints share. NULL when there is no room.
static solve_block* add_block(solver* s, const solve_side* side, double (*axes)[3],
                              int32_t row_count) {
    if (s->block_count == s->room.blocks)
        return NULL;
    solve_block* block = &s->blocks[s->block_count];
    solve_anchor* anchor = &s->anchors[s->block_count];
    memset(block, 0, sizeof *block);
    memset(anchor, 0, sizeof *anchor);
    if (!make_rows(s, side, axes, row_count, block))
        return NULL;
    memset(s->p[s->block_count++], 0, sizeof *s->p);
    block->row_count = (uint8_t)row_count;
    solve_find_square(s, block);
    double motion[3] = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < 2; ++i) {
        add_motion(s, &side[i], i == 0 ? 1.0 : -1.0, motion);
        anchor->body[i] = side[i].body;
        anchor->turns[i] = side[i].turns;
        memcpy(anchor->arm[i], side[i].arm, sizeof anchor->arm[i]);
    }
    for (int32_t r = 0; r < row_count; ++r) {
        memcpy(anchor->axes[r], axes[r], sizeof anchor->axes[r]);
        anchor->before[r] = dot3(axes[r], motion);
    }
    return block;
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
    s->number_count = 0;
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
    solve_block* block = add_block(s, contact->side, axes, rough ? 3 : 1);
    if (block == NULL)
        return -1;
    solve_anchor* anchor = &s->anchors[block - s->blocks];
    float* p = s->p[block - s->blocks];
    block->kind = rough ? SOLVE_CONTACT : SOLVE_SMOOTH;
    block->friction = (float)contact->friction;
    block->softness = (float)(contact->softness + contact->give * (double)block->square[0]);
    block->square[0] += block->softness;
    for (int32_t r = 0; r < block->row_count; ++r) {
        double given = dot3(axes[r], contact->drift) + (r == 0 ? contact->bias : 0.0);
        block->base[r] = (float)(anchor->before[r] + given);
        p[r] = (float)dot3(axes[r], contact->start);
    }
    if (p[0] <= 0.0f)
        memset(p, 0, 3 * sizeof *p);
    const float* a = block->square;
    double trace = (double)a[0] + a[1] + a[2];
    if (!(a[0] > 0.0f)) {
        hold_still(s, block);
        return s->block_count - 1;
    }
    invert(a, 1e-6 * trace, block->inverse);
    block->along = 1.0f / a[0];
    double half = 0.5 * ((double)a[1] - a[2]);
    double widest = 0.5 * ((double)a[1] + a[2]) + sqrt(half * half + (double)a[5] * a[5]);
    block->across = widest > 0.0 ? (float)(1.0 / widest) : 0.0f;
    return s->block_count - 1;
}

int32_t solve_add_joint(solver* s, const solve_joint* joint) {
    SUPPLE_ASSERT(joint->row_count >= 1 && joint->row_count <= 3);
    SUPPLE_ASSERT(joint->side[0].body < s->body_count && joint->side[1].body < s->body_count);
    double axes[3][3];
    memcpy(axes, joint->axes, sizeof axes);
    solve_block* block = add_block(s, joint->side, axes, joint->row_count);
    if (block == NULL)
        return -1;
    solve_anchor* anchor = &s->anchors[block - s->blocks];
    float* p = s->p[block - s->blocks];
    block->kind = SOLVE_JOINT;
    block->limit = (float)joint->limit;
    double mobility =
        (double)(block->square[0] + block->square[1] + block->square[2]) / joint->row_count;
    double lag = joint->lag * mobility, keeps = lag * WARM,
           start = keeps * sqrt(dot3(joint->start, joint->start));
    keeps *= joint->most_start > 0.0 && start > joint->most_start ? joint->most_start / start : 1.0;
    block->softness = (float)(joint->softness + joint->give * mobility + lag +
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
    s->joints[s->joint_count++] = s->block_count - 1;
    return s->block_count - 1;
}
