// Bones of many bodies at once: frames, how they accelerate and turn, what that does to coordinates.
//
// As frame.c, drive.c and spin.c do it for one body, sum by sum. The iteration that finds a frame ends lane by lane: one that
// has ended keeps what it has.
// SPDX-License-Identifier: MIT
#include "runtime/body/drive.h"
#include "runtime/body/many.h"
#include "runtime/body/spin.h"

#include <math.h>
#include <string.h>

#ifdef MANY_LANES

typedef struct wide_pose { // as frame_pose
    wide_double turn[3][3];
    wide_double place[3];
} wide_pose;

typedef struct wide_change { // of a bone, as frame_change
    wide_double a[3], A[3][3], w[3];
    wide_double turning[3];
    wide_double load[3]; // the acceleration that stands for gravity
} wide_change;

// WIDE_DOUBLE bodies; the last of a list is there more than once.
typedef struct lane_bodies {
    int32_t slot[WIDE_DOUBLE];
    supple_body* b[WIDE_DOUBLE];
    double h_old[WIDE_DOUBLE], world_metres[WIDE_DOUBLE], gravity[3][WIDE_DOUBLE],
        sag[3][WIDE_DOUBLE], spins[WIDE_DOUBLE];
    bool any_new;
} lane_bodies;

static inline wide_double lanes_from(const double numbers[WIDE_DOUBLE]) {
    return *(const wide_double*)numbers;
}

// ---- frames ----------------------------------------------------------------------------

static wide_double cofactors(wide_double m[3][3], wide_double out[3][3]) {
    for (int i = 0; i < 3; ++i) {
        const wide_double *a = m[(i + 1) % 3], *b = m[(i + 2) % 3];
        out[i][0] = a[1] * b[2] - a[2] * b[1];
        out[i][1] = a[2] * b[0] - a[0] * b[2];
        out[i][2] = a[0] * b[1] - a[1] * b[0];
    }
    return m[0][0] * out[0][0] + m[0][1] * out[0][1] + m[0][2] * out[0][2];
}

// frame_orthogonal; returns where that is true.
static wide_double_mask orthogonal(wide_double m[3][3], wide_double x[3][3]) {
    wide_double c[3][3];
    wide_double_mask sound = {0}, going;
    sound = ~sound;
    for (int j = 0; j < 3; ++j) {
        wide_double length =
            wide_double_root(m[0][j] * m[0][j] + m[1][j] * m[1][j] + m[2][j] * m[2][j]);
        sound &= length > wide_double_all(FRAME_LEAST_LENGTH);
        wide_double scale = 1.0 / length;
        for (int i = 0; i < 3; ++i)
            x[i][j] = m[i][j] * scale;
    }
    going = sound;
    for (int round = 0; round < FRAME_ROUNDS && wide_double_any(going); ++round) {
        wide_double det = cofactors(x, c), change = {0}, half = 0.5 / det;
        wide_double_mask deep = (det > wide_double_all(FRAME_LEAST_VOLUME)) |
                                (det < wide_double_all(-FRAME_LEAST_VOLUME));
        sound &= deep | ~going;
        going &= deep;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                wide_double next = 0.5 * x[i][j] + half * c[i][j], d = next - x[i][j];
                x[i][j] = wide_double_select(going, next, x[i][j]);
                change += d * d;
            }
        going &= ~(change < wide_double_all(FRAME_CHANGE));
    }
    return sound;
}

static void load_pose(const frame_pose* const from[WIDE_DOUBLE], wide_pose* to) {
    const double* at[WIDE_DOUBLE];
    for (int32_t l = 0; l < WIDE_DOUBLE; ++l)
        at[l] = (const double*)from[l];
    for (int k = 0; k < 9; ++k)
        to->turn[k / 3][k % 3] = wide_double_gather(at, k);
    for (int k = 0; k < 3; ++k)
        to->place[k] = wide_double_gather(at, 9 + k);
}

static void store_pose(const wide_pose* from, frame_pose* const to[WIDE_DOUBLE]) {
    for (int32_t l = 0; l < WIDE_DOUBLE; ++l) {
        for (int k = 0; k < 9; ++k)
            to[l]->turn[k / 3][k % 3] = from->turn[k / 3][k % 3][l];
        for (int k = 0; k < 3; ++k)
            to[l]->place[k] = from->place[k][l];
    }
}

static bool same_rows(const float* a, const float* b) {
    int differ = 0;
    for (int k = 0; k < 12; ++k)
        differ |= a[k] != b[k];
    return differ == 0;
}

// frame_of_rows, of the palettes of the next step, where a bone has moved; `recent` is where it stands.
static void find_pose(const lane_bodies* g, const many* m, int32_t c, wide_pose* recent) {
    const double* joint = g->b[0]->joint[c];
    int32_t bone = g->b[0]->frame_bone[c];
    wide_double_mask moves = {0};
    wide_double rows[3][4], linear[3][3];
    double numbers[12][WIDE_DOUBLE];
    wide_pose found;
    for (int32_t l = 0; l < WIDE_DOUBLE; ++l) {
        const supple_body* b = g->b[l];
        const float* row = b->rows[drive_slot(b, 1)][bone];
        moves[l] = m->is_new[g->slot[l]] && !same_rows(row, b->rows[b->state->now][bone]) ? -1 : 0;
        for (int k = 0; k < 12; ++k)
            numbers[k][l] = (double)row[k];
    }
    for (int k = 0; k < 12; ++k)
        rows[k / 4][k % 4] = lanes_from(numbers[k]);
    for (int i = 0; i < 3; ++i)
        memcpy(linear[i], rows[i], sizeof linear[i]);
    wide_double_mask sound = orthogonal(linear, found.turn);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            found.turn[i][j] = wide_double_select(sound, found.turn[i][j], recent->turn[i][j]);
    for (int i = 0; i < 3; ++i) {
        wide_double world = rows[i][3], turned = {0};
        for (int j = 0; j < 3; ++j) {
            world += linear[i][j] * joint[j];
            turned += found.turn[i][j] * joint[j];
        }
        found.place[i] =
            world * lanes_from(g->world_metres) - turned * (double)g->b[0]->asset.metres;
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            recent->turn[i][j] = wide_double_select(moves, found.turn[i][j], recent->turn[i][j]);
        recent->place[i] = wide_double_select(moves, found.place[i], recent->place[i]);
    }
}

// ---- differences -----------------------------------------------------------------------

static void find_spin(const wide_pose* from, const wide_pose* to, double h, wide_change* out) {
    static const int about[3][2] = {{2, 1}, {0, 2}, {1, 0}};
    double rate = 0.25 / h;
    for (int c = 0; c < 3; ++c) {
        int i = about[c][0], j = about[c][1];
        wide_double here = {0}, across = {0};
        for (int k = 0; k < 3; ++k) {
            here += (from->turn[k][i] + to->turn[k][i]) * (to->turn[k][j] - from->turn[k][j]);
            across += (from->turn[k][j] + to->turn[k][j]) * (to->turn[k][i] - from->turn[k][i]);
        }
        out->w[c] = rate * (here - across);
        out->turning[c] = 0.5 * (out->A[i][j] - out->A[j][i]);
    }
}

static void find_change(const lane_bodies* g, double dt, const wide_pose* old,
                        const wide_pose* middle, const wide_pose* recent, wide_change* out) {
    wide_double h_old = lanes_from(g->h_old), both = 2.0 / (h_old + dt), later = both / dt,
                earlier = both / h_old, d[3][4];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            d[i][j] = later * (recent->turn[i][j] - middle->turn[i][j]) -
                      earlier * (middle->turn[i][j] - old->turn[i][j]);
        d[i][3] = later * (recent->place[i] - middle->place[i]) -
                  earlier * (middle->place[i] - old->place[i]);
    }
    for (int i = 0; i < 3; ++i) {
        wide_double row[4] = {{0}}, felt = {0};
        for (int k = 0; k < 3; ++k) {
            for (int j = 0; j < 4; ++j)
                row[j] += middle->turn[k][i] * d[k][j];
            felt += 0.5 * (middle->turn[k][i] + recent->turn[k][i]) * lanes_from(g->gravity[k]);
        }
        memcpy(out->A[i], row, sizeof out->A[i]);
        out->a[i] = row[3];
        out->load[i] = lanes_from(g->sag[i]) - felt * lanes_from(g->world_metres);
    }
    find_spin(middle, recent, dt, out);
}

static void find_changes(const lane_bodies* g, const many* m, wide_change* changes) {
    for (int32_t c = 0; c < g->b[0]->frame_count; ++c) {
        const frame_pose *was[WIDE_DOUBLE], *now[WIDE_DOUBLE], *stands[WIDE_DOUBLE];
        frame_pose* next[WIDE_DOUBLE];
        wide_pose old, middle, recent;
        for (int32_t l = 0; l < WIDE_DOUBLE; ++l) {
            supple_body* b = g->b[l];
            was[l] = &b->frames[drive_slot(b, 2)][c];
            now[l] = &b->frames[b->state->now][c];
            next[l] = &b->frames[drive_slot(b, 1)][c];
            stands[l] = m->is_new[g->slot[l]] ? now[l] : next[l];
        }
        load_pose(was, &old);
        load_pose(now, &middle);
        load_pose(stands, &recent);
        if (g->any_new) {
            find_pose(g, m, c, &recent);
            store_pose(&recent, next);
        }
        find_change(g, m->dt, &old, &middle, &recent, &changes[c]);
    }
}

// ---- what that does --------------------------------------------------------------------

static wide_double bounded(wide_double x) {
    wide_double most = wide_double_all(DRIVE_FORCE_LIMIT);
    return wide_double_select(x > most, most, wide_double_select(x < -most, -most, x));
}

static void find_forces(const lane_bodies* g, many* m, int32_t p, const wide_change* changes) {
    const supple_body* b = g->b[0];
    const body_part* part = &m->parts[p];
    const part_forcing* f = &b->prepared->forcings[p];
    double own[WIDE_DOUBLE];
    for (int32_t l = 0; l < WIDE_DOUBLE; ++l)
        own[l] = (double)g->b[l]->tuning[p].response;
    wide_double response = lanes_from(own);
    for (int32_t i = 0; i < part->count; ++i) {
        const double* at = f->columns + i;
        wide_double shake = {0}, load = {0};
        for (int32_t r = 0; r < (int32_t)part->asset.record->part_bone_count; ++r) {
            const wide_change* c = &changes[part->bone_frames[r]];
            for (int k = 0; k < 3; ++k, at += 4 * (size_t)f->stride) {
                load += at[0] * c->load[k];
                shake += at[0] * c->a[k] + at[f->stride] * c->A[k][0] +
                         at[2 * (size_t)f->stride] * c->A[k][1] +
                         at[3 * (size_t)f->stride] * c->A[k][2];
            }
        }
        shake = bounded(-response * shake);
        load = bounded(-response * load);
        for (int32_t l = 0; l < WIDE_DOUBLE; ++l) {
            m->shake[part->first + i][g->slot[l]] = (float)shake[l];
            if (i < g->b[l]->active[p])
                g->b[l]->load[part->first + i] = (float)load[l];
        }
    }
}

static wide_double square_of(const wide_double x[3]) {
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
}

// As measure_part and spin_set of spin.c.
static void find_turns(const lane_bodies* g, many* m, int32_t p, const wide_change* changes) {
    const supple_body* b = g->b[0];
    const body_part* part = &m->parts[p];
    const double* weights = b->prepared->forcings[p].weights;
    wide_double w[3] = {{0}}, turning[3] = {{0}}, one = wide_double_all(1.0);
    double own[WIDE_DOUBLE];
    for (int32_t r = 0; r < (int32_t)part->asset.record->part_bone_count; ++r)
        for (int k = 0; k < 3; ++k) {
            w[k] += weights[r] * changes[part->bone_frames[r]].w[k];
            turning[k] += weights[r] * changes[part->bone_frames[r]].turning[k];
        }
    for (int32_t l = 0; l < WIDE_DOUBLE; ++l) {
        float response = g->b[l]->tuning[p].response;
        own[l] = response < 1.0f ? (double)response : 1.0;
    }
    for (int k = 0; k < 3; ++k)
        w[k] *= lanes_from(own), turning[k] *= lanes_from(own);
    wide_double most = wide_double_all(SPIN_FRACTION * (double)b->lambda[part->first]),
                square = square_of(w), rest = wide_double_root(square_of(turning)),
                cut = wide_double_select(square > most, wide_double_root(most / square), one),
                cut_turning = wide_double_select(rest > most, most / rest, one), none = {0};
    wide_double_mask on = ((square > none) | (rest > none)) & (lanes_from(g->spins) > none);
    for (int k = 0; k < 3; ++k) {
        wide_double turns = wide_double_select(on, cut * w[k], none),
                    changing = wide_double_select(on, cut_turning * turning[k], none);
        for (int32_t l = 0; l < WIDE_DOUBLE; ++l) {
            m->w[p][k][g->slot[l]] = turns[l];
            m->turning[p][k][g->slot[l]] = changing[l];
        }
    }
}

static void gather_bodies(const many* m, int32_t at, lane_bodies* g) {
    g->any_new = false;
    for (int32_t l = 0; l < WIDE_DOUBLE; ++l) {
        int32_t i = m->forced[at + l < m->forced_count ? at + l : m->forced_count - 1];
        supple_body* b = m->body[i];
        const supple_body_options* o = &b->state->options;
        double scale = b->state->dynamics.gravity_scale;
        g->slot[l] = i;
        g->b[l] = b;
        g->any_new |= m->is_new[i];
        g->h_old[l] = (double)b->state->dt[0];
        g->world_metres[l] = (double)o->world_metres;
        g->gravity[0][l] = scale * (double)o->gravity.x, g->sag[0][l] = (double)o->sag.x;
        g->gravity[1][l] = scale * (double)o->gravity.y, g->sag[1][l] = (double)o->sag.y;
        g->gravity[2][l] = scale * (double)o->gravity.z, g->sag[2][l] = (double)o->sag.z;
        g->spins[l] = o->spin ? 1.0 : 0.0;
    }
}

void many_drive(many* m) {
    for (int32_t at = 0; at < m->forced_count; at += WIDE_DOUBLE) {
        lane_bodies g;
        wide_change changes[MANY_BONES];
        gather_bodies(m, at, &g);
        find_changes(&g, m, changes);
        for (int32_t p = 0; p < m->part_count; ++p) {
            find_forces(&g, m, p, changes);
            if (m->parts[p].asset.coupling_or_null != NULL)
                find_turns(&g, m, p, changes);
        }
    }
}

#endif
