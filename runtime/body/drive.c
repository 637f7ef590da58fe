// Forces on coordinates from moving bones: twelve numbers a coordinate and bone (numerics.md A4, C10).
//
// The signs are those of the inertial force, not the paper's (A2); gravity turns with the bone, and what
// of it the artist's shape already shows is taken off (A7).
//
// Three frames tell the acceleration at the middle one. The default, SUPPLE_IMPULSIVE, takes the bone's path
// as straight between frames: its velocity jumps at the middle frame, an impulse that is on time and
// needs no frame beyond the last. Its only error is that the straight path cuts corners, h^2 / 12 of
// the acceleration, which is made good (step.c). docs/decisions/0010-bone-forcing.md has the figures.
// SPDX-License-Identifier: MIT
#include "runtime/body/drive.h"

#include "runtime/base/assert.h"
#include "runtime/body/bone_lanes.h"
#include "runtime/body/spin.h"

#include <math.h>
#include <string.h>

// Without an early end, so that it is done with vectors.
static bool same(const float* a, const float* b, int32_t count) {
    int differ = 0;
    for (int32_t i = 0; i < count; ++i)
        differ |= a[i] != b[i];
    return differ == 0;
}

static float bounded(double x) {
    return (float)(x > DRIVE_FORCE_LIMIT    ? DRIVE_FORCE_LIMIT
                   : x < -DRIVE_FORCE_LIMIT ? -DRIVE_FORCE_LIMIT
                                            : x);
}

// The sum over the part's bones of s . a + J : A, for WIDE coordinates; or of s . load alone.
static ALWAYS_INLINE void sum_forcing(const body_part* part, const part_forcing* f, int32_t first,
                                      const bone_change* changes, bool turns, wide* out) {
    wide sum = {0.0f};
    const float* at = f->columns + first;
    for (int32_t r = 0; r < (int32_t)part->asset.record->part_bone_count; ++r) {
        const bone_change* c = &changes[part->bone_frames[r]];
        for (int k = 0; k < 3; ++k, at += 4 * (size_t)f->stride)
            if (turns)
                sum += *(const wide*)at * c->a[k] + *(const wide*)(at + f->stride) * c->A[k][0] +
                       *(const wide*)(at + 2 * (size_t)f->stride) * c->A[k][1] +
                       *(const wide*)(at + 3 * (size_t)f->stride) * c->A[k][2];
            else
                sum += *(const wide*)at * c->load[k];
    }
    *out = sum;
}

// out_i <- -response times that, for active coordinates of what forces move.
static ALWAYS_INLINE void part_force(const supple_body* b, int p, bool turns, float* out) {
    const body_part* part = &b->parts[p];
    if (part->model->kinematic)
        return;
    float response = b->tuning[p].response;
    for (int32_t first = 0; first < b->active[p]; first += WIDE) {
        float force[WIDE];
        wide sum;
        sum_forcing(part, &b->prepared->forcings[p], first, b->changes, turns, &sum);
        *(wide*)force = wide_within(-response * sum, (float)DRIVE_FORCE_LIMIT);
        for (int32_t i = 0; i < WIDE && first + i < b->active[p]; ++i)
            out[part->first + first + i] = force[i];
    }
}

static void find_load(supple_body* b) {
    for (int p = 0; p < b->part_count; ++p)
        part_force(b, p, false, b->load);
}

static void find_shake(supple_body* b) {
    for (int p = 0; p < b->part_count; ++p)
        part_force(b, p, true, b->shake_now);
}

// ---- bones of one body in lanes, of the last group the last bone in all that are left ------

typedef struct bone_group {
    int32_t bone[WIDE]; // among those that carry
} bone_group;

static void gather_group(const supple_body* b, int32_t first, bone_group* g) {
    for (int32_t l = 0; l < WIDE; ++l)
        g->bone[l] = first + l < b->frame_count ? first + l : b->frame_count - 1;
}

static void load_group(const bone_group* g, const bone_frame* frames, bone_frames* out) {
    const float* from[WIDE];
    for (int32_t l = 0; l < WIDE; ++l)
        from[l] = frames[g->bone[l]].at;
    bone_load(from, out);
}

// Frames of that palette. `before`: those that stood there before.
static void find_palette_frames(supple_body* b, int32_t palette, int32_t before) {
    wide world_metres = wide_all(b->state->options.world_metres);
    for (int32_t c = 0; c < b->frame_count; c += WIDE) {
        const float *rows[WIDE], *joints[WIDE];
        float* to[WIDE];
        bone_group g;
        bone_frames matrices, stood, found;
        wide joint[4];
        gather_group(b, c, &g);
        for (int32_t l = 0; l < WIDE; ++l) {
            rows[l] = b->rows[palette][b->frame_bone[g.bone[l]]];
            joints[l] = b->joint[g.bone[l]];
            to[l] = b->frames[palette][g.bone[l]].at;
        }
        bone_load(rows, &matrices);
        wide_load_fours(joints, 0, joint);
        load_group(&g, b->frames[before], &stood);
        bone_find(matrices.at, joint, &world_metres, &stood, &found);
        bone_store(&found, to);
    }
}

void drive_gravity(const supple_body* b, float out[8]) {
    const supple_body_options* o = &b->state->options;
    float scale = b->state->dynamics.gravity_scale * o->world_metres;
    out[0] = scale * o->gravity.x, out[1] = scale * o->gravity.y, out[2] = scale * o->gravity.z;
    out[4] = o->sag.x, out[5] = o->sag.y, out[6] = o->sag.z;
    out[3] = out[7] = 0.0f;
}

// Finds b->changes: between frames h seconds apart, and where there are three of them, from those before.
typedef struct frames_between {
    const bone_frame *from, *to, *old, *middle, *recent; // the last three, or NULL
    float h, h_old, h_new;
} frames_between;

static void find_changes(supple_body* b, const frames_between* f) {
    float g[8];
    drive_gravity(b, g);
    const wide gravity[3] = {wide_all(g[0]), wide_all(g[1]), wide_all(g[2])},
               sag[3] = {wide_all(g[4]), wide_all(g[5]), wide_all(g[6])},
               h_old = wide_all(f->h_old);
    for (int32_t c = 0; c < b->frame_count; c += WIDE) {
        float* to[WIDE];
        bone_group group;
        bone_frames x[3];
        bone_changes changes;
        memset(&changes, 0, sizeof changes);
        gather_group(b, c, &group);
        load_group(&group, f->from, &x[0]);
        load_group(&group, f->to, &x[1]);
        bone_go_between(&x[0], &x[1], f->h, gravity, sag, &changes);
        if (f->old != NULL) {
            load_group(&group, f->old, &x[0]);
            load_group(&group, f->middle, &x[1]);
            load_group(&group, f->recent, &x[2]);
            bone_accelerate(&x[0], &x[1], &x[2], &h_old, f->h_new, &changes);
        }
        for (int32_t l = 0; l < WIDE; ++l)
            to[l] = (float*)&b->changes[group.bone[l]];
        for (int32_t i = 0; i < BONE_CHANGE_NUMBERS; i += 4)
            wide_store_fours((const wide*)&changes + i, to, i);
    }
}

void drive_load(supple_body* b) {
    if (free_is(b)) {
        memset(b->load, 0, sizeof(float) * (size_t)b->padded);
        return;
    }
    const bone_frame* now = b->frames[drive_slot(b, 0)];
    find_changes(b, &(frames_between){.from = now, .to = now, .h = 1.0f});
    find_load(b);
}

// In double, by the file's numbers: what a free body's flesh takes from its spin is in its energy.
void drive_turn(supple_body* b, const double w[3]) {
    const body_part* part = &b->parts[0];
    double square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2], A[3][3];
    double response = b->tuning[0].response;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            A[i][k] = w[i] * w[k] - (i == k ? square : 0.0);
    for (int32_t i = 0; i < b->active[0] && !part->model->kinematic; ++i) {
        double sum = 0.0;
        for (uint32_t r = 0; r < part->asset.record->part_bone_count; ++r) {
            const format_forcing* f = &part->asset.forcing[r * (uint32_t)part->count + (uint32_t)i];
            for (int k = 0; k < 3; ++k)
                sum += (double)f->j[k][0] * A[k][0] + (double)f->j[k][1] * A[k][1] +
                       (double)f->j[k][2] * A[k][2];
        }
        b->load[part->first + i] = bounded(-response * sum);
    }
}

void drive_rescale(supple_body* b) {
    if (free_is(b)) {
        free_show(b);
        return;
    }
    for (int32_t k = 0; k < 3; ++k)
        find_palette_frames(b, k, k);
}

// Positions at frames give the acceleration at the mean of three times; these move it to the middle of
// the interval that the flesh steps over, along the line through the last two.
static void shift_in_time(supple_body* b, double h, const float* before_dt, bool delayed) {
    double h1 = h, h2 = before_dt[0], h3 = before_dt[1];
    double from = (h1 - h2) / 3.0;              // the mean time, after the middle frame
    double to = delayed ? -0.5 * h2 : 0.5 * h1; // the middle of the interval
    float fraction = (float)((to - from) * 3.0 / (h1 + h2 + h3));
    for (int32_t i = 0; i < b->coord_count; ++i) {
        float now = b->shake_now[i], old = b->shake[i];
        b->shake[i] = now;
        b->shake_now[i] = now + fraction * (now - old);
    }
}

// The bone that a part moves by itself, in the palette of the next step: the first part's that does.
static bool carry(supple_body* b, bool given) {
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->parts[p].model->carry != NULL) {
            b->parts[p].model->carry(
                b, p, b->rows[drive_slot(b, 1)][b->frame_bone[b->parts[p].bone_frames[0]]], given);
            return true;
        }
    return false;
}

// Of the palette of the next step.
static void find_frames(supple_body* b) {
    find_palette_frames(b, drive_slot(b, 1), b->state->now);
}

void drive_stand(supple_body* b) {
    int32_t now = b->state->now, next = drive_slot(b, 1);
    memcpy(b->rows[next], b->rows[now], sizeof(float[12]) * (size_t)b->bone_count);
    memcpy(b->frames[next], b->frames[now], sizeof(bone_frame) * (size_t)b->frame_count);
}

bool drive_notice(supple_body* b) {
    body_state* s = b->state;
    if (s->history == 0 && s->driven)
        s->history = 1;
    bool changed =
        s->driven && !same(b->rows[drive_slot(b, 1)][0], b->rows[s->now][0], 12 * b->bone_count);
    s->still = changed ? 0 : s->still < BODY_STILL ? s->still + 1 : BODY_STILL;
    s->driven = 0;
    return changed;
}

double drive_area(const supple_body* b, double dt) {
    const body_state* s = b->state;
    double area = 0.5 * (s->dt[0] + dt);
    return s->history == 2 ? area + 0.5 * s->dt[0]
                           : area; // at the placing it sped up too: half a frame, known only now
}

void drive_go_on(supple_body* b, double dt) {
    body_state* s = b->state;
    s->now = drive_slot(b, 1);
    s->history += s->history < 4;
    s->dt[2] = s->dt[1], s->dt[1] = s->dt[0], s->dt[0] = (float)dt;
}

drive_result drive_advance(supple_body* b, double dt) {
    SUPPLE_ASSERT(dt > 0.0 && !free_is(b));
    body_state* s = b->state;
    int32_t next = drive_slot(b, 1), old = drive_slot(b, 2);
    if (!s->driven)
        drive_stand(b);
    if (carry(b, false)) {
        find_frames(b);
        s->driven |= !same(b->rows[next][0], b->rows[s->now][0], 12 * b->bone_count);
    }
    drive_notice(b);
    bool delayed = s->options.forcing == SUPPLE_DELAYED;
    drive_result result = {dt, 0.0};
    if (delayed && s->history > 1)
        result.h = s->dt[0];
    // the interval that the flesh steps over
    frames_between f = {.from = b->frames[!delayed         ? s->now
                                          : s->history > 1 ? old
                                                           : s->now],
                        .to = b->frames[!delayed ? next : s->now],
                        .h = (float)result.h,
                        .h_old = s->dt[0],
                        .h_new = (float)dt};
    if (s->history >= 2) // with the new one, three frames
        f.old = b->frames[old], f.middle = b->frames[s->now], f.recent = b->frames[next];
    memset(b->shake_now, 0, sizeof(float) * (size_t)b->padded);
    if (s->still < BODY_STILL) { // a bone that stands does nothing new
        find_changes(b, &f);
        find_load(b);
        if (s->history >= 2) {
            result.area = drive_area(b, dt);
            find_shake(b);
        }
        if (delayed || s->options.forcing == SUPPLE_EXTRAPOLATED) {
            if (s->history >= 3)
                shift_in_time(b, dt, s->dt, delayed);
            else
                memcpy(b->shake, b->shake_now, sizeof(float) * (size_t)b->padded);
        }
    }
    spin_measure(b);
    drive_go_on(b, dt);
    return result;
}

// ---- public ----------------------------------------------------------------------------

// Whether all is a number and not beyond bounds, but for the last row. Without an early end, as vectors.
static bool is_sound(const float* m, int32_t count) {
    static const int looked_at[4] = {1, 1, 1, 0};
    int beyond[16] = {0}, any = 0;
    for (int32_t i = 0; i < count; ++i, m += 16)
        for (int k = 0; k < 16; ++k)
            beyond[k] |= !(fabsf(m[k]) < DRIVE_FARTHEST);
    for (int k = 0; k < 16; ++k)
        any |= beyond[k] & looked_at[k % 4];
    return any == 0;
}

bool drive_take(supple_body* b, const supple_matrix* palette) {
    if (!is_sound(palette[0].m, b->bone_count)) {
        ++b->state->rejected;
        return false;
    }
    float(*rows)[12] = b->rows[drive_slot(b, 1)];
    for (int32_t i = 0; i < b->bone_count; ++i)
        for (int k = 0; k < 3; ++k) {
            const float *m = palette[i].m + k, row[4] = {m[0], m[4], m[8], m[12]};
            memcpy(rows[i] + 4 * k, row, sizeof row);
        }
    return true;
}

// Where the palette that was taken has bones, on a support that may have gone on.
static void find_bones(supple_body* b) {
    carry(b, true);
    find_frames(b);
}

// Writes the palette for the next step, and where it has bones.
static bool take_palette(supple_body* b, const supple_matrix* palette) {
    if (!drive_take(b, palette))
        return false;
    find_bones(b);
    return true;
}

// The palette that was taken is where the bones stand, and all that is known of them.
static void arrive(supple_body* b) {
    body_state* s = b->state;
    int32_t next = drive_slot(b, 1);
    for (int32_t k = 0; k < 3; ++k)
        if (k != next) {
            memcpy(b->rows[k], b->rows[next], sizeof(float[12]) * (size_t)b->bone_count);
            memcpy(b->frames[k], b->frames[next], sizeof(bone_frame) * (size_t)b->frame_count);
        }
    s->history = 0;
    s->driven = 0;
    s->placed = 1;
    body_wake(b);
    body_follow(b, body_palette(b));
    drive_load(b);
}

// What a recording moves its support by is over before the support is carried on: it stands where the palette says, at once.
static void rest_supports(supple_body* b) {
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->parts[p].model->carry != NULL)
            b->parts[p].model->rest(b, p);
}

void supple_body_place(supple_body* body, const supple_matrix* palette) {
    if (free_is(body) || !drive_take(body, palette))
        return;
    rest_supports(body);
    find_bones(body);
    arrive(body);
    body_rest(body);
}

void supple_body_move(supple_body* body, const supple_matrix* palette) {
    if (!free_is(body) && take_palette(body, palette))
        arrive(body);
}

void supple_body_drive(supple_body* body, const supple_matrix* palette) {
    body_state* s = body->state;
    if (free_is(body))
        return;
    if (!s->placed) { // nothing is known yet of where it came from
        supple_body_place(body, palette);
        return;
    }
    if (!take_palette(body, palette))
        return;
    s->driven = 1;
    if (s->asleep &&
        !same(body->rows[drive_slot(body, 1)][0], body->rows[s->now][0], 12 * body->bone_count))
        body_wake(body);
}
