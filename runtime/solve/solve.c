// Sweeps of groups (solve_group.c), and what makes few of them enough.
//
// A sweep is a step towards the solution; after each, the numbers go on by a fraction of the steps made so far,
// as in conjugate gradients (Silcowitz, Niebuhr & Erleben 2010: nonsmooth nonlinear conjugate gradients).
// w is linear in the impulses, so it is carried along and the extra costs a tenth of a sweep. Towers of 2 to
// 10 bodies, 9 contacts each, are 2 times nearer after 20 sweeps and 10 times after 80; sweeping to
// and fro instead was 2 to 5 times worse than always in the same direction.
// SPDX-License-Identifier: MIT
#include "runtime/solve/solve_work.h"

#include "runtime/base/assert.h"

#include <math.h>

enum { REFRESH = 32 }; // sweeps after which the rounding in x is taken out
static const double EASY_RATIO =
    20.0; // of two masses, that sweeps bear as they do one of 1, and ...
static const double MOST_TIMES = 10.0; // ... so many times the sweeps at most, beyond it

// ---- sweeps ----------------------------------------------------------------------------

static float larger(float a, float b) {
    return a > b ? a : b;
}

static float sweep(solver* s, const solve_group* group) {
    float change = 0.0f;
    if (group == s->groups) {
        for (int32_t i = 0; i < s->hold_count; ++i)
            change = larger(change, solve_sweep_hold(s, &s->holds[i]));
        change = larger(change, solve_direct_sweep(s));
    }
    for (int32_t i = group->block_first; i < group->block_end; ++i)
        if (!s->blocks[s->group_blocks[i]].apart)
            change = larger(change, solve_sweep_block(s, s->group_blocks[i]));
    return change;
}

// A group's numbers, run by run: those of its bodies in x, ...
typedef struct run {
    int32_t first, count;
} run;

static run body_run(const solver* s, int32_t i) {
    const solver_body* m = &s->bodies[s->group_bodies[i]];
    return (run){m->first, solve_padded(m->count)};
}

// ... and the impulses of its blocks, where these follow each other as they were added.
static run block_run(const solver* s, int32_t i, int32_t end) {
    const int32_t* blocks = s->group_blocks;
    int32_t count = 1;
    while (i + count < end && blocks[i + count] == blocks[i] + count)
        ++count;
    return (run){blocks[i], count};
}

static void remember(solver* s, const solve_group* group) {
    for (int32_t i = group->body_first; i < group->body_end; ++i) {
        run r = body_run(s, i);
        memcpy(s->last_x + r.first, s->x + r.first, sizeof *s->x * (size_t)r.count);
        if (group == s->groups && s->hold_count > 0)
            memcpy(s->last_held + r.first, s->held + r.first, sizeof *s->held * (size_t)r.count);
    }
    for (int32_t i = group->block_first; i < group->block_end;) {
        run r = block_run(s, i, group->block_end);
        memcpy(s->last_p + 3 * r.first, s->p[r.first], sizeof *s->p * (size_t)r.count);
        i += r.count;
    }
}

// The square of the sweep's step, in energy.
static double find_step(const solver* s, const solve_group* group) {
    double sum = 0.0;
    for (int32_t i = group->body_first; i < group->body_end; ++i) {
        run r = body_run(s, i);
        const float *x = s->x + r.first, *last = s->last_x + r.first;
        lanes squares = lanes_all(0.0f);
        for (int32_t k = 0; k < r.count; k += LANES) {
            lanes step = lanes_minus(lanes_load(x + k), lanes_load(last + k));
            squares = lanes_more(squares, step, step);
        }
        sum += (double)lanes_sum(squares);
    }
    return sum;
}

static void go_on(int32_t n, float fraction, float* restrict now, const float* restrict last,
                  float* restrict travel) {
    for (int32_t i = 0; i < n; ++i) {
        float step = now[i] - last[i], more = fraction * travel[i];
        now[i] += more;
        travel[i] = step + more;
    }
}

static void go_on_held(int32_t n, double fraction, double* restrict now,
                       const double* restrict last, double* restrict travel) {
    for (int32_t i = 0; i < n; ++i) {
        double step = now[i] - last[i], more = fraction * travel[i];
        now[i] += more;
        travel[i] = step + more;
    }
}

static void go_on_group(solver* s, const solve_group* group, double fraction) {
    for (int32_t i = group->body_first; i < group->body_end; ++i) {
        run r = body_run(s, i);
        go_on(r.count, (float)fraction, s->x + r.first, s->last_x + r.first, s->travel_x + r.first);
        if (group == s->groups && s->hold_count > 0)
            go_on_held(r.count, fraction, s->held + r.first, s->last_held + r.first,
                       s->travel_held + r.first);
    }
    for (int32_t i = group->block_first; i < group->block_end;) {
        run r = block_run(s, i, group->block_end);
        go_on(3 * r.count, (float)fraction, s->p[r.first], s->last_p + 3 * r.first,
              s->travel_p + 3 * r.first);
        i += r.count;
    }
}

static bool is_zero(const float p[3]) {
    return p[0] == 0.0f && p[1] == 0.0f && p[2] == 0.0f;
}

// x anew from the impulses: in float, many small changes leave their rounding in it.
static void refresh(solver* s, const solve_group* group) {
    for (int32_t i = group->body_first; i < group->body_end; ++i) {
        run r = body_run(s, i);
        memset(s->x + r.first, 0, sizeof *s->x * (size_t)r.count);
    }
    for (int32_t i = group->block_first; i < group->block_end; ++i)
        if (!is_zero(s->p[s->group_blocks[i]]))
            solve_push(s, s->group_blocks[i], s->p[s->group_blocks[i]]);
    for (int32_t i = group->body_first; group == s->groups && i < group->body_end; ++i)
        if (s->hold_count > 0)
            solve_add_coord_impulse(s, &s->bodies[s->group_bodies[i]],
                                    s->held + s->bodies[s->group_bodies[i]].first);
}

static void refresh_all(solver* s) {
    for (int32_t g = 0; g < s->group_count; ++g)
        refresh(s, &s->groups[g]);
}

static void forget_travel(solver* s, const solve_group* group) {
    for (int32_t i = group->body_first; i < group->body_end; ++i) {
        run r = body_run(s, i);
        memset(s->travel_x + r.first, 0, sizeof *s->travel_x * (size_t)r.count);
        if (group == s->groups && s->hold_count > 0)
            memset(s->travel_held + r.first, 0, sizeof *s->travel_held * (size_t)r.count);
    }
    for (int32_t i = group->block_first; i < group->block_end;) {
        run r = block_run(s, i, group->block_end);
        memset(s->travel_p + 3 * r.first, 0, sizeof *s->p * (size_t)r.count);
        i += r.count;
    }
}

// Sweeps of a group until the change of one is below the tolerance. The last is a sweep alone, so that what is found
// lies within the cones.
static int32_t sweep_on(solver* s, const solve_group* group, int32_t sweeps, double tolerance) {
    double before = 0.0;
    forget_travel(s, group);
    for (int32_t n = 1; n <= sweeps; ++n) {
        remember(s, group);
        float change = sweep(s, group);
        if (change <= tolerance || n == sweeps)
            return n;
        double step = find_step(s, group), fraction = before > 0.0 ? step / before : 0.0;
        before = step;
        if (n % REFRESH == 0)
            refresh(s, group);
        if (fraction > 1.0 || n % REFRESH == 0) { // not nearer, or not as before: no way to go on
            forget_travel(s, group);
            continue;
        }
        go_on_group(s, group, fraction);
    }
    return 0;
}

// ---- what was found --------------------------------------------------------------------

static void judge(solver* s, solve_report* report) {
    float residual = 0.0f;
    for (int32_t i = 0; i < s->block_count; ++i) {
        const solve_block* block = &s->blocks[i];
        float r[3], d[3];
        float change = solve_alone(s, i, r, d);
        residual =
            block->reached_limit || block->row_count == 0 ? residual : larger(residual, change);
        for (int32_t k = 0; k < block->row_count; ++k) {
            double soft = block->kind == SOLVE_JOINT || k == 0 ? block->softness * s->p[i][k] : 0.0;
            double gained = (double)r[k] - block->base[k] - soft;
            report->work += s->p[i][k] * (s->anchors[i].before[k] + 0.5 * gained);
        }
    }
    report->residual = residual < 1e30f ? residual : 1e30f; // also if not a number
}

static void find_body_impulses(solver* s) {
    for (int32_t b = 0; b < s->body_count; ++b) {
        solver_body* m = &s->bodies[b];
        const double* held = s->held + m->first;
        for (int32_t i = 0; i < 3; ++i) {
            m->impulse[i] = m->free ? held[i] : 0.0;
            m->turning[i] = m->free ? held[3 + i] : 0.0;
        }
    }
    for (int32_t i = 0; i < s->block_count; ++i) {
        const solve_anchor* anchor = &s->anchors[i];
        double p[3];
        if (is_zero(s->p[i]))
            continue;
        solve_impulse(s, i, p);
        for (int32_t k = 0; k < 2; ++k) {
            const solve_side* side = &anchor->side[k];
            if (side->body < 0 || !s->bodies[side->body].free)
                continue;
            solver_body* m = &s->bodies[side->body];
            const double* arm = side->arm;
            double sign = k == 0 ? 1.0 : -1.0;
            double turn[3] = {arm[1] * p[2] - arm[2] * p[1], arm[2] * p[0] - arm[0] * p[2],
                              arm[0] * p[1] - arm[1] * p[0]};
            for (int32_t c = 0; c < 3; ++c) {
                m->impulse[c] += side->turns ? 0.0 : sign * p[c];
                m->turning[c] += sign * (side->turns ? p[c] : turn[c]);
            }
        }
    }
}

static double load_of(const solver* s, int32_t joint) {
    const float* p = s->p[joint];
    return sqrt((double)p[0] * p[0] + (double)p[1] * p[1] + (double)p[2] * p[2]) /
           s->blocks[joint].limit;
}

// The joint's impulse goes back to what it bears, and sweeps turn it from there on (solve_block.c).
static void weaken(solver* s, int32_t joint, double load) {
    solve_block* block = &s->blocks[joint];
    float d[3];
    for (int32_t i = 0; i < 3; ++i) {
        float p = (float)(s->p[joint][i] / load);
        d[i] = p - s->p[joint][i];
        s->p[joint][i] = p;
    }
    solve_push(s, joint, d);
    block->reached_limit = 1;
    block->apart = 0;
}

// The joint that is farthest beyond its strength yields (its force stays at the limit), or all that are beyond it, and the
// others are to be solved again. False when all hold.
static bool release_overloaded(solver* s, bool all) {
    int32_t weakest = -1;
    double most = 1.0;
    for (int32_t i = 0; i < s->joint_count; ++i) {
        int32_t joint = s->joints[i];
        double load = s->blocks[joint].reached_limit ? 0.0 : load_of(s, joint);
        if (all && load > 1.0)
            weaken(s, joint, load);
        weakest = load > most ? joint : weakest;
        most = load > most ? load : most;
    }
    if (weakest >= 0 && !all)
        weaken(s, weakest, most);
    return weakest >= 0;
}

// Bodies whose target is kilometres away in one step ask for more than floats can represent. Then
// nothing is answered: what passes through for a substep comes back, what is not a number does not.
static bool is_bearable(const solver* s) {
    const float most = 1e18f;
    for (int32_t i = 0; i < s->block_count; ++i)
        for (int k = 0; k < 3; ++k)
            if (!(fabsf(s->p[i][k]) <= most))
                return false;
    for (int32_t i = 0; i < s->x_count; ++i)
        if (!(fabsf(s->x[i]) <= most))
            return false;
    return true;
}

static void leave_all(solver* s) {
    memset(s->p, 0, sizeof *s->p * (size_t)s->block_count);
    if (s->hold_count > 0)
        memset(s->held, 0, sizeof *s->held * (size_t)s->x_count);
    refresh_all(s);
}

// ---- public ----------------------------------------------------------------------------

// Sweeps of a group: more where a light body may bear a heavy one, as far as that is allowed.
static int32_t sweeps_of(const solver* s, const solve_group* group) {
    double times = group->ratio / EASY_RATIO;
    times = times < 1.0 ? 1.0 : times < MOST_TIMES ? times : MOST_TIMES;
    int32_t more = (int32_t)(times * s->sweeps);
    return more < s->most_sweeps ? more : s->most_sweeps > s->sweeps ? s->most_sweeps : s->sweeps;
}

// Joints that yield are found when all that hangs on them is solved. A group reads and writes its own bodies and blocks.
static void solve_group_of(void* data, int32_t index) {
    solver* s = data;
    solve_group* group = &s->groups[index];
    int32_t count = group->block_end - group->block_first, done = 0, sweeps = sweeps_of(s, group);
    bool first = group == s->groups;
    if (count == 0 && !(first && s->hold_count > 0))
        return;
    refresh(s, group);
    // when joints yield, half as many again for each, and no more than twice as many in all: before the last of them
    // all yield that are beyond their strength, and after them none is
    int32_t now = sweeps;
    bool last;
    do {
        if (first)
            solve_direct_prepare(s);
        int32_t left = 2 * sweeps - done;
        last = left <= now;
        done += sweep_on(s, group, last ? left : now, s->tolerance);
        now = (sweeps + 1) / 2;
    } while (first && release_overloaded(s, 2 * sweeps - done <= now) && !last);
    group->sweeps = done;
    group->rows = 3 * (uint32_t)count * (uint32_t)(done > 0 ? done : 1);
}

static void solve_groups(solver* s, solve_report* report) {
    tasks_run(&s->tasks, s->group_count, solve_group_of, s);
    for (int32_t g = 0; g < s->group_count; ++g) {
        const solve_group* group = &s->groups[g];
        report->sweeps = group->sweeps > report->sweeps ? group->sweeps : report->sweeps;
        report->rows += group->rows;
    }
}

solve_report solve_run(solver* s, int32_t sweeps, double tolerance) {
    SUPPLE_ASSERT(sweeps >= 0 && tolerance >= 0.0);
    solve_report report = {0};
    s->sweeps = sweeps;
    s->tolerance = tolerance;
    solve_find_groups(s);
    if (solve_exact(s))
        report.rows = 3 * (uint32_t)s->block_count;
    else
        solve_groups(s, &report);
    refresh_all(s);
    if (!is_bearable(s))
        leave_all(s);
    else if (solve_guard(s))
        refresh_all(s);
    judge(s, &report);
    find_body_impulses(s);
    return report;
}

void solve_set_tasks(solver* s, const supple_tasks* tasks) {
    s->tasks = *tasks;
}

int32_t solve_block_count(const solver* s) {
    return s->block_count;
}

void solve_impulse(const solver* s, int32_t block, double impulse[3]) {
    SUPPLE_ASSERT(block >= 0 && block < s->block_count);
    const solve_anchor* anchor = &s->anchors[block];
    const float* p = s->p[block];
    for (int32_t c = 0; c < 3; ++c)
        impulse[c] =
            p[0] * anchor->axes[0][c] + p[1] * anchor->axes[1][c] + p[2] * anchor->axes[2][c];
}

double solve_motion(const solver* s, int32_t contact) {
    SUPPLE_ASSERT(contact >= 0 && contact < s->block_count);
    float r[3];
    solve_find_rest(s, contact, r);
    return (double)r[0] - (double)s->blocks[contact].softness * (double)s->p[contact][0];
}

bool solve_reached_limit(const solver* s, int32_t joint) {
    SUPPLE_ASSERT(joint >= 0 && joint < s->block_count);
    return s->blocks[joint].reached_limit != 0;
}

void solve_held_impulse(const solver* s, int32_t body, double impulse[3], double turning[3]) {
    SUPPLE_ASSERT(body >= 0 && body < s->body_count);
    const double* held = s->held + s->bodies[body].first;
    memcpy(impulse, held, 3 * sizeof *held);
    memcpy(turning, held + 3, 3 * sizeof *held);
}

void solve_body_impulse(const solver* s, int32_t body, double impulse[3], double turning[3],
                        double* coord_impulse) {
    SUPPLE_ASSERT(body >= 0 && body < s->body_count);
    const solver_body* m = &s->bodies[body];
    int32_t rigid = m->free ? SOLVE_RIGID : 0;
    memcpy(impulse, m->impulse, sizeof m->impulse);
    memcpy(turning, m->turning, sizeof m->turning);
    for (int32_t i = rigid; i < m->count; ++i) {
        float root = s->root[m->first + i];
        coord_impulse[i - rigid] = root > 0.0f ? (double)s->x[m->first + i] / root : 0.0;
    }
}
