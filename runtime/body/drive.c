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
#include "runtime/body/spin.h"
#include "runtime/math/lanes.h"

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

// The sum over the part's bones of s . a + J : A, for WIDE_DOUBLE coordinates; or of s . a alone.
static inline wide_double sum_forcing(const body_part* part, const part_forcing* f, int32_t first,
                                      const frame_change* changes, bool turns) {
    wide_double sum = {0.0};
    const double* at = f->columns + first;
    for (int32_t r = 0; r < (int32_t)part->asset.record->part_bone_count; ++r) {
        const frame_change* c = &changes[part->bone_frames[r]];
        for (int k = 0; k < 3; ++k, at += 4 * (size_t)f->stride) {
            wide_double push = *(const wide_double*)at * c->a[k];
            if (turns)
                push = push + *(const wide_double*)(at + f->stride) * c->A[k][0] +
                       *(const wide_double*)(at + 2 * (size_t)f->stride) * c->A[k][1] +
                       *(const wide_double*)(at + 3 * (size_t)f->stride) * c->A[k][2];
            sum += push;
        }
    }
    return sum;
}

// out_i <- -response times that, for active coordinates of what forces move.
static inline void part_force(const supple_body* b, int p, const frame_change* changes, bool turns,
                              float* out) {
    const body_part* part = &b->parts[p];
    if (part->model->kinematic)
        return;
    double response = b->tuning[p].response;
    for (int32_t first = 0; first < b->active[p]; first += WIDE_DOUBLE) {
        double sum[WIDE_DOUBLE];
        *(wide_double*)sum = sum_forcing(part, &b->prepared->forcings[p], first, changes, turns);
        for (int32_t i = 0; i < WIDE_DOUBLE && first + i < b->active[p]; ++i)
            out[part->first + first + i] = bounded(-response * sum[i]);
    }
}

// Gravity as the acceleration of bones that stand in two frames, half the time in each.
static void load_between(supple_body* b, const frame_pose* from, const frame_pose* to) {
    const supple_body_options* o = &b->state->options;
    double scale = b->state->dynamics.gravity_scale,
           g[3] = {scale * o->gravity.x, scale * o->gravity.y, scale * o->gravity.z};
    double sag[3] = {o->sag.x, o->sag.y, o->sag.z};
    for (int32_t c = 0; c < b->frame_count; ++c)
        for (int i = 0; i < 3; ++i) {
            double felt = 0.0;
            for (int k = 0; k < 3; ++k)
                felt += 0.5 * (from[c].turn[k][i] + to[c].turn[k][i]) * g[k];
            b->changes[c].a[i] = sag[i] - felt * o->world_metres;
        }
    for (int p = 0; p < b->part_count; ++p)
        part_force(b, p, b->changes, false, b->load);
}

void drive_load(supple_body* b) {
    if (free_is(b)) {
        memset(b->load, 0, sizeof(float) * (size_t)b->padded);
        return;
    }
    const frame_pose* now = b->frames[drive_slot(b, 0)];
    load_between(b, now, now);
}

void drive_turn(supple_body* b, const double w[3]) {
    double square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    for (int32_t c = 0; c < b->frame_count; ++c)
        for (int i = 0; i < 3; ++i) {
            b->changes[c].a[i] = 0.0;
            for (int k = 0; k < 3; ++k)
                b->changes[c].A[i][k] = w[i] * w[k] - (i == k ? square : 0.0);
        }
    part_force(b, 0, b->changes, true, b->load);
}

void drive_rescale(supple_body* b) {
    if (free_is(b)) {
        free_show(b);
        return;
    }
    for (int k = 0; k < 3; ++k)
        for (int32_t c = 0; c < b->frame_count; ++c)
            b->frames[k][c] =
                frame_of_rows(b->rows[k][b->frame_bone[c]], b->joint[c], (double)b->asset.metres,
                              (double)b->state->options.world_metres, &b->frames[k][c]);
}

static void differences(supple_body* b, double h_old, double h_new) {
    const frame_pose *old = b->frames[drive_slot(b, 2)], *middle = b->frames[drive_slot(b, 0)],
                     *recent = b->frames[drive_slot(b, 1)];
    for (int32_t c = 0; c < b->frame_count; ++c)
        b->changes[c] = frame_difference(&old[c], &middle[c], &recent[c], h_old, h_new);
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
    int32_t next = drive_slot(b, 1);
    for (int32_t c = 0; c < b->frame_count; ++c) {
        int32_t bone = b->frame_bone[c];
        const float* rows = b->rows[next][bone];
        const frame_pose* now = &b->frames[b->state->now][c];
        bool stands = b->state->placed && same(rows, b->rows[b->state->now][bone], 12);
        b->frames[next][c] = stands ? *now
                                    : frame_of_rows(rows, b->joint[c], (double)b->asset.metres,
                                                    (double)b->state->options.world_metres, now);
    }
}

void drive_stand(supple_body* b) {
    int32_t now = b->state->now, next = drive_slot(b, 1);
    memcpy(b->rows[next], b->rows[now], sizeof(float[12]) * (size_t)b->bone_count);
    memcpy(b->frames[next], b->frames[now], sizeof(frame_pose) * (size_t)b->frame_count);
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
    memset(b->shake_now, 0, sizeof(float) * (size_t)b->padded);
    if (s->still < BODY_STILL) { // a bone that stands does nothing new
        if (s->history >= 2) {   // with the new one, three frames
            differences(b, s->dt[0], dt);
            result.area = drive_area(b, dt);
            for (int p = 0; p < b->part_count; ++p)
                part_force(b, p, b->changes, true, b->shake_now);
        }
        if (delayed || s->options.forcing == SUPPLE_EXTRAPOLATED) {
            if (s->history >= 3)
                shift_in_time(b, dt, s->dt, delayed);
            else
                memcpy(b->shake, b->shake_now, sizeof(float) * (size_t)b->padded);
        }
    }
    // the interval that the flesh steps over
    const frame_pose* from = b->frames[!delayed ? s->now : s->history > 1 ? old : s->now];
    const frame_pose* to = b->frames[!delayed ? next : s->now];
    spin_measure(b, from, to, result.h);
    if (s->still < BODY_STILL)
        load_between(b, from, to);
    drive_go_on(b, dt);
    return result;
}

// ---- public ----------------------------------------------------------------------------

bool drive_take(supple_body* b, const supple_matrix* palette) {
    for (int32_t i = 0; i < b->bone_count; ++i)
        for (int k = 0; k < 16; ++k)
            if (k % 4 != 3 && !(palette[i].m[k] > -1e15f && palette[i].m[k] < 1e15f)) {
                ++b->state->rejected;
                return false;
            }
    int32_t next = drive_slot(b, 1);
    for (int32_t i = 0; i < b->bone_count; ++i)
        for (int k = 0; k < 12; ++k)
            b->rows[next][i][k] = palette[i].m[4 * (k % 4) + k / 4];
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
            memcpy(b->frames[k], b->frames[next], sizeof(frame_pose) * (size_t)b->frame_count);
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
