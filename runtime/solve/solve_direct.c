// Joints that hang together, solved at once.
//
// Gauss-Seidel carries a load by one joint a sweep: the ten of a chain need hundreds of sweeps to close.
// Their matrix J J^T is small, and in the order in which a chain is made it is nearly diagonal, so its
// Cholesky factor is stored by rows from the first number that is not zero (a skyline): a chain of n costs n,
// a ring hardly more, and joints of different bodies know nothing of each other. In double, from rows in
// float; what is left is found anew in every sweep, which refines it.
//
// Many pins of one body are otherwise: n of them have 3 n rows, of no higher rank than the body has numbers, m. With their
// softness D on the diagonal (J J^T + D)^-1 = D^-1 - D^-1 J (1 + J^T D^-1 J)^-1 J^T D^-1, a factor of m (m + 1) / 2 numbers:
// pins that a body alone has, and more rows than numbers, are solved by that, at a cost that is linear in them.
// SPDX-License-Identifier: MIT
#include "runtime/solve/solve_work.h"

#include "runtime/base/assert.h"

#include <math.h>

static double* row_of(const solve_skyline* sky, int32_t row) { // so that [column] is its number
    return sky->numbers + sky->start[row] - sky->first[row];
}

static bool have_common_body(const solve_anchor* a, const solve_anchor* b) {
    for (int32_t i = 0; i < 2; ++i)
        for (int32_t k = 0; k < 2; ++k)
            if (a->side[i].body >= 0 && a->side[i].body == b->side[k].body)
                return true;
    return false;
}

static bool bears(const solver* s, int32_t joint) {
    const solve_block* block = &s->blocks[s->joints[joint]];
    return !block->reached_limit && block->row_count > 0;
}

static bool stands(const solver* s, int32_t joint) { // in the matrix
    return bears(s, joint) && !s->sky.of_pins[joint];
}

// The first joint that shares a body with a joint.
static int32_t first_of(const solver* s, int32_t joint) {
    for (int32_t k = 0; k < joint && stands(s, joint); ++k)
        if (stands(s, k) &&
            have_common_body(&s->anchors[s->joints[joint]], &s->anchors[s->joints[k]]))
            return k;
    return joint;
}

// ---- many pins of one body -----------------------------------------------------------------

// A pin between a body and the world that can be solved among others like it.
static bool is_pin(const solver* s, int32_t joint, int32_t body) {
    const solve_block* block = &s->blocks[s->joints[joint]];
    const solve_side* side = s->anchors[s->joints[joint]].side;
    return side[0].body == body && side[1].body < 0 && block->row_count == 3 &&
           block->softness > 0.0f;
}

static bool is_on(const solver* s, int32_t joint, int32_t body) {
    const solve_side* side = s->anchors[s->joints[joint]].side;
    return side[0].body == body || side[1].body == body;
}

// From `first` on all joints of a body, if they are pins that have more rows than it has numbers; else none.
static solve_pins pins_from(const solver* s, int32_t first, int32_t count) {
    solve_pins none = {.first = first, .end = first};
    const solve_block* block = &s->blocks[s->joints[first]];
    int32_t body = s->anchors[s->joints[first]].side[0].body, end = first,
            length = block->length[0];
    bool moves = body >= 0 && s->bodies[body].free && s->bodies[body].mass_root > 0.0;
    while (end < count && moves && is_pin(s, end, body) &&
           s->blocks[s->joints[end]].length[0] == length &&
           s->blocks[s->joints[end]].x[0] == block->x[0])
        ++end;
    if (3 * (end - first) <= length)
        return none;
    for (int32_t k = 0; k < s->joint_count; ++k)
        if ((k < first || k >= end) && is_on(s, k, body))
            return none;
    return (solve_pins){.first = first, .end = end, .numbers = length};
}

// Sets of pins and where their triangles begin; returns how many numbers these take.
static int64_t find_pins(solver* s, int32_t count, int64_t room) {
    solve_skyline* sky = &s->sky;
    int64_t at = 0;
    sky->set_count = 0;
    for (int32_t i = 0; i < count && sky->set_count < SOLVE_PIN_SETS;) {
        solve_pins set = pins_from(s, i, count);
        int64_t numbers = (int64_t)set.numbers * (set.numbers + 3) / 2; // and a vector
        if (set.end > set.first && at + numbers <= room) {
            set.start = at;
            at += numbers;
            memset(sky->of_pins + i, 1, sizeof *sky->of_pins * (size_t)(set.end - i));
            sky->sets[sky->set_count++] = set;
        }
        i = set.end > i ? set.end : i + 1;
    }
    return at;
}

// Row i of the lower triangle of 1 + J^T D^-1 J, so that [column] is its number.
static double* triangle_row(const solve_skyline* sky, const solve_pins* set, int32_t i) {
    return sky->numbers + set->start + (ptrdiff_t)i * (i + 1) / 2;
}

static void factor_pins(const solver* s, const solve_pins* set) {
    const solve_skyline* sky = &s->sky;
    int32_t n = set->numbers;
    for (int32_t i = 0; i < n; ++i)
        triangle_row(sky, set, i)[i] = 1.0;
    for (int32_t joint = set->first; joint < set->end; ++joint) {
        const solve_block* block = &s->blocks[s->joints[joint]];
        double by = 1.0 / (double)block->softness;
        for (int32_t r = 0; r < 3 && bears(s, joint); ++r) {
            const float* row = s->rows + block->rows + (ptrdiff_t)r * n;
            for (int32_t i = 0; i < n; ++i) {
                double scaled = by * (double)row[i], *to = triangle_row(sky, set, i);
                for (int32_t k = 0; k <= i; ++k)
                    to[k] += scaled * (double)row[k];
            }
        }
    }
    for (int32_t i = 0; i < n; ++i) {
        double* a = triangle_row(sky, set, i);
        for (int32_t k = 0; k <= i; ++k) {
            const double* b = triangle_row(sky, set, k);
            double sum = a[k];
            for (int32_t j = 0; j < k; ++j)
                sum -= a[j] * b[j];
            a[k] =
                k < i ? sum / b[k] : sqrt(sum > 1.0 ? sum : 1.0); // never below 1 but for rounding
        }
    }
}

// sky->rest of its pins, which becomes the change of p.
static void substitute_pins(const solver* s, const solve_pins* set) {
    const solve_skyline* sky = &s->sky;
    int32_t n = set->numbers;
    double* y = sky->numbers + set->start + (ptrdiff_t)n * (n + 1) / 2;
    memset(y, 0, sizeof *y * (size_t)n);
    for (int32_t joint = set->first; joint < set->end; ++joint) {
        const solve_block* block = &s->blocks[s->joints[joint]];
        for (int32_t r = 0; r < 3 && bears(s, joint); ++r) {
            const float* row = s->rows + block->rows + (ptrdiff_t)r * n;
            double by = sky->rest[3 * joint + r] / (double)block->softness;
            for (int32_t i = 0; i < n; ++i)
                y[i] += by * (double)row[i];
        }
    }
    for (int32_t i = 0; i < n; ++i) {
        const double* a = triangle_row(sky, set, i);
        for (int32_t k = 0; k < i; ++k)
            y[i] -= a[k] * y[k];
        y[i] /= a[i];
    }
    for (int32_t i = n - 1; i >= 0; --i) {
        const double* a = triangle_row(sky, set, i);
        y[i] /= a[i];
        for (int32_t k = 0; k < i; ++k)
            y[k] -= a[k] * y[i];
    }
    for (int32_t joint = set->first; joint < set->end; ++joint) {
        const solve_block* block = &s->blocks[s->joints[joint]];
        for (int32_t r = 0; r < 3; ++r) {
            const float* row = s->rows + block->rows + (ptrdiff_t)r * n;
            double sum = sky->rest[3 * joint + r];
            for (int32_t i = 0; i < n; ++i)
                sum -= (double)row[i] * y[i];
            sky->rest[3 * joint + r] = bears(s, joint) ? sum / (double)block->softness : 0.0;
        }
    }
}

// ---- all of them ---------------------------------------------------------------------------

// How many joints there is room for, and where their rows begin, after `at` numbers.
static int32_t lay_out_rows(solver* s, int32_t count, int64_t at, int64_t room) {
    solve_skyline* sky = &s->sky;
    int32_t joint = 0;
    for (; joint < count; ++joint) {
        int32_t first = 3 * first_of(s, joint);
        if (at + 3 * (int64_t)(3 * joint + 3 - first) > room)
            break;
        for (int32_t row = 3 * joint; row < 3 * joint + 3; ++row) {
            sky->first[row] = first;
            sky->start[row] = at;
            at += row + 1 - first;
        }
    }
    memset(sky->numbers, 0, sizeof *sky->numbers * (size_t)at);
    return joint;
}

// Sets of pins are there where all joints have room beside them: they take less than their rows would, as a rule.
static int32_t lay_out(solver* s) {
    int32_t count = s->joint_count < s->room.joints ? s->joint_count : s->room.joints;
    int64_t room = solve_direct_numbers(s->room.joints);
    memset(s->sky.of_pins, 0, sizeof *s->sky.of_pins * (size_t)count);
    int64_t taken = find_pins(s, count, room);
    int32_t done = lay_out_rows(s, count, taken, room);
    if (done == count || taken == 0)
        return done;
    memset(s->sky.of_pins, 0, sizeof *s->sky.of_pins * (size_t)count);
    s->sky.set_count = 0;
    return lay_out_rows(s, count, 0, room);
}

static void fill(solver* s, int32_t joint) {
    const solve_block* block = &s->blocks[s->joints[joint]];
    for (int32_t k = s->sky.first[3 * joint] / 3; k <= joint; ++k) {
        double sums[3][3] = {{0.0}};
        if (stands(s, joint) && stands(s, k))
            solve_multiply(s, block, &s->blocks[s->joints[k]], sums);
        for (int32_t r = 0; r < 3; ++r) {
            double* row = row_of(&s->sky, 3 * joint + r);
            for (int32_t c = 0; c < 3 && 3 * k + c <= 3 * joint + r; ++c)
                row[3 * k + c] = sums[r][c];
        }
    }
    for (int32_t r = 0; r < 3; ++r) {
        double* diagonal = row_of(&s->sky, 3 * joint + r) + 3 * joint + r;
        *diagonal = *diagonal > 0.0 ? *diagonal + block->softness : 1.0;
    }
}

// The three rows of a joint, which begin alike, up to its own block: side by side, because one sum waits for itself.
static void factor_before(const solve_skyline* sky, int32_t joint) {
    double *x = row_of(sky, 3 * joint), *y = row_of(sky, 3 * joint + 1),
           *z = row_of(sky, 3 * joint + 2);
    int32_t first = sky->first[3 * joint];
    for (int32_t k = first; k < 3 * joint; ++k) {
        const double* b = row_of(sky, k);
        double sum[3] = {x[k], y[k], z[k]};
        for (int32_t j = first > sky->first[k] ? first : sky->first[k]; j < k; ++j) {
            sum[0] -= x[j] * b[j];
            sum[1] -= y[j] * b[j];
            sum[2] -= z[j] * b[j];
        }
        x[k] = sum[0] / b[k];
        y[k] = sum[1] / b[k];
        z[k] = sum[2] / b[k];
    }
}

static void factor(const solve_skyline* sky) {
    for (int32_t i = 0; i < 3 * sky->count; ++i) {
        double* a = row_of(sky, i);
        double given = a[i];
        if (i % 3 == 0)
            factor_before(sky, i / 3);
        for (int32_t k = i - i % 3; k <= i; ++k) {
            const double* b = row_of(sky, k);
            double sum = a[k];
            for (int32_t j = sky->first[i] > sky->first[k] ? sky->first[i] : sky->first[k]; j < k;
                 ++j)
                sum -= a[j] * b[j];
            if (k < i)
                a[k] = sum / b[k];
            else // what joints before it say already is left to them
                a[i] = sqrt(sum > 1e-6 * given ? sum : given);
        }
    }
}

static void substitute(const solve_skyline* sky, double* x) {
    for (int32_t i = 0; i < 3 * sky->count; ++i) {
        const double* a = row_of(sky, i);
        for (int32_t k = sky->first[i]; k < i; ++k)
            x[i] -= a[k] * x[k];
        x[i] /= a[i];
    }
    for (int32_t i = 3 * sky->count - 1; i >= 0; --i) {
        const double* a = row_of(sky, i);
        x[i] /= a[i];
        for (int32_t k = sky->first[i]; k < i; ++k)
            x[k] -= a[k] * x[i];
    }
}

int64_t solve_direct_numbers(int32_t joints) {
    SUPPLE_ASSERT(joints >= 0);
    int64_t rows = 3 * (int64_t)joints;
    return rows * ((rows < SOLVE_WIDEST ? rows : SOLVE_WIDEST) + 1) / 2;
}

void solve_direct_prepare(solver* s) {
    s->sky.count = lay_out(s);
    for (int32_t i = 0; i < s->sky.count; ++i) {
        fill(s, i);
        s->blocks[s->joints[i]].apart = !s->blocks[s->joints[i]].reached_limit;
    }
    factor(&s->sky);
    for (int32_t i = 0; i < s->sky.set_count; ++i)
        factor_pins(s, &s->sky.sets[i]);
}

float solve_direct_sweep(solver* s) {
    solve_skyline* sky = &s->sky;
    float most = 0.0f;
    for (int32_t i = 0; i < sky->count; ++i) {
        float r[3] = {0.0f, 0.0f, 0.0f};
        if (bears(s, i))
            solve_find_rest(s, s->joints[i], r);
        for (int32_t k = 0; k < 3; ++k) {
            sky->rest[3 * i + k] = -r[k];
            most = fabsf(r[k]) > most ? fabsf(r[k]) : most;
        }
    }
    substitute(sky, sky->rest);
    for (int32_t i = 0; i < sky->set_count; ++i)
        substitute_pins(s, &sky->sets[i]);
    for (int32_t i = 0; i < sky->count; ++i) {
        float d[3], *p = s->p[s->joints[i]];
        for (int32_t k = 0; k < 3; ++k) {
            d[k] = (float)sky->rest[3 * i + k];
            p[k] += d[k];
        }
        if (bears(s, i))
            solve_push(s, s->joints[i], d);
    }
    return most;
}
