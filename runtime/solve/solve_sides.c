// Points of bodies become scaled rows of a block: rigid motion by its arm, flesh by its coordinates.
//
// Of a contact the normal's row is made at once, and those across it when it first bears something: of the contacts of
// an impact two thirds never do.
// SPDX-License-Identifier: MIT
#include "runtime/base/assert.h"
#include "runtime/math/vec3d.h"
#include "runtime/solve/solve_work.h"

#include <string.h>

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

static void add_along(int32_t count, float* restrict row, const float* restrict root,
                      const float* restrict along, float sign) {
    for (int32_t i = 0; i < count; ++i)
        row[i] += root[i] * (sign * along[i]);
}

// Adds a side to rows of `length` numbers that begin at `first` of its body.
static void add_side(const solver* s, const solve_side* side, double sign, const double (*axes)[3],
                     solve_range range, float* rows, int32_t first, int32_t length) {
    const solver_body* m = &s->bodies[side->body];
    int32_t coords = (m->free ? SOLVE_RIGID : 0) + side->first;
    for (int32_t r = range.first; r < range.end; ++r) {
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
        if (r == 0 && side->along_or_null != NULL)
            add_along(side->count, row + coords - first, s->root + m->first + coords,
                      side->along_or_null, (float)sign);
        else if (side->count > 0) // else it may have no rows
            add_coords(side->count, row + coords - first, s->root + m->first + coords, side->rows,
                       side->stride, axis);
    }
}

void solve_add_motion(const solver* s, const solve_side* side, double sign, double motion[3]) {
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

static double side_along(const solver* s, const solve_side* side, const double normal[3]) {
    if (side->body < 0)
        return 0.0;
    const solver_body* m = &s->bodies[side->body];
    double sum = 0.0, turned[3];
    if (m->free) {
        cross3(m->spin, side->arm, turned);
        sum = dot3(m->velocity, normal) + dot3(turned, normal);
    }
    const double* speed = s->speed + m->first + (m->free ? SOLVE_RIGID : 0) + side->first;
    double even = 0.0, odd = 0.0; // each waits for its own last addition only
    int32_t c = 0;
    for (; c + 1 < side->count; c += 2) {
        even += (double)side->along_or_null[c] * speed[c];
        odd += (double)side->along_or_null[c + 1] * speed[c + 1];
    }
    if (c < side->count)
        even += (double)side->along_or_null[c] * speed[c];
    return sum + even + odd;
}

double solve_normal_motion(const solver* s, const solve_side side[2], const double normal[3]) {
    if (side[0].along_or_null != NULL && side[1].along_or_null != NULL)
        return side_along(s, &side[0], normal) - side_along(s, &side[1], normal);
    double motion[3] = {0.0, 0.0, 0.0};
    solve_add_motion(s, &side[0], 1.0, motion);
    solve_add_motion(s, &side[1], -1.0, motion);
    return dot3(normal, motion);
}

// Rows are scaled by the roots of gains. A coordinate whose gain is 0 takes nothing, and has none.
void solve_flesh_motion(const solver* s, int32_t joint, int side, double fraction, double out[3]) {
    SUPPLE_ASSERT(joint >= 0 && joint < s->block_count && (side == 0 || side == 1));
    const solve_block* block = &s->blocks[joint];
    const solve_anchor* anchor = &s->anchors[joint];
    const solver_body* m = &s->bodies[anchor->side[side].body];
    SUPPLE_ASSERT(!m->free);
    int32_t n = block->length[side], at = block->x[side], left = m->first + m->count - at;
    const float* rows =
        s->rows + block->rows + (side == 1 ? block->stored * (size_t)block->length[0] : 0);
    memset(out, 0, 3 * sizeof *out);
    for (int32_t r = 0; r < block->row_count; ++r, rows += n) {
        double sum = 0.0;
        for (int32_t i = 0; i < n && i < left; ++i)
            if (s->root[at + i] > 0.0f)
                sum += (double)rows[i] * (s->speed[at + i] / (double)s->root[at + i] +
                                          fraction * (double)s->x[at + i]);
        along3(out, side == 0 ? sum : -sum, anchor->axes[r], out);
    }
}

void solve_add_sides(const solver* s, const solve_side side[2], const double (*axes)[3],
                     solve_range range, const solve_block* block) {
    bool one = side[0].body == side[1].body && side[0].body >= 0;
    float* rows = s->rows + block->rows;
    for (int32_t i = 0; i < 2; ++i) {
        if (side[i].body < 0)
            continue;
        int32_t length = block->length[one ? 0 : i];
        if (i == 1 && !one)
            rows += block->stored * (size_t)block->length[0];
        add_side(s, &side[i], i == 0 ? 1.0 : -1.0, axes, range, rows,
                 block->x[i] - s->bodies[side[i].body].first, length);
    }
}

bool solve_take_rows(solver* s, const solve_side side[2], int32_t row_count, solve_block* block) {
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
    memset(s->rows + block->rows, 0, sizeof *s->rows * (size_t)need);
    for (int32_t i = 0; i < 2; ++i)
        if (side[i].body >= 0) {
            block->x[i] = s->bodies[side[i].body].first + first[i];
            block->length[i] = one && i == 1 ? 0 : end[i] - first[i];
        }
    return true;
}
