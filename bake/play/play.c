// Pose by pose through the clip, round after round where it loops.
// SPDX-License-Identifier: MIT
#include "bake/play/play.h"

#include "bake/base/assert.h"
#include "bake/base/clock.h"
#include "bake/base/root.h"
#include "bake/play/own_targets.h"
#include "bake/play/take_lines.h"

#include <string.h>

#define PLAY_REPEATS                                                                               \
    1e-4                 // of the largest displacement: rounds this near to each other are the same
#define JUMPS       1e-3 // of a matrix: more is no rounding
#define FINELY      0.01 // of a body's size: contacts of flesh on bones, which nothing else holds up
#define FRAMES_MOST 1000000

enum { ROUNDS_MOST = 60 };

typedef struct playing {
    const play_request* q;
    arena *memory, *scratch;
    supple_body* body;
    supple_world* world_or_null; // where there is something to bump into
    instrument_hand hand;        // with the instrument, if there is one
    mat4* matrices;              // [bone_count]
    supple_matrix* palette;      // [bone_count]
    float (*positions)[3];       // [vertex_count]
    int32_t triggered;           // of the triggers
    int64_t frames, evaluated;   // since the beginning, all rounds
    play_take* out;
} playing;

// ---- the body --------------------------------------------------------------------------

static void* arena_for_body(void* user, size_t size) {
    return arena_alloc(user, (size + 15) / 16, 16);
}

static void keep_in_arena(void* user, void* memory, size_t size) {
    (void)user, (void)memory, (void)size;
}

// Bones, and inputs that are called as a morph target of the file is: a clip's weights are theirs.
static void pose_bones(playing* p, double time) {
    arena* scratch = arena_create();
    pose now = pose_at(p->q->s, p->q->clip, time, scratch);
    for (int32_t i = 0; i < supple_asset_input_count(p->q->asset); ++i) {
        const char* name = supple_asset_input_name(p->q->asset, i);
        supple_body_set_input(p->body, i, (float)own_targets_weight(p->q->s, &now, name));
    }
    binding_palette(p->q->binding, &now, p->matrices);
    for (int32_t i = 0; i < p->q->binding->bone_count; ++i)
        for (int k = 0; k < 16; ++k)
            p->palette[i].m[k] = (float)p->matrices[i].m[k];
    arena_destroy(scratch);
}

// ---- frames ----------------------------------------------------------------------------

static void push(playing* p, double time) {
    const play_push* f = p->q->push_or_null;
    for (int32_t i = 0; play_pushes(f, time) && i < f->count; ++i) {
        supple_point at = {{f->vertices[i], 0, 0}, {1.0f, 0.0f, 0.0f}};
        vec3 n = v3_scale(f->newtons, f->fractions[i]);
        supple_body_force(p->body, at, (supple_vec3){(float)n.x, (float)n.y, (float)n.z});
    }
}

// What is due within the next step begins with it, a millionth of a frame early rather than a whole one late.
static void trigger(playing* p, double time) {
    play_triggers* t = p->q->triggers_or_null;
    for (; t != NULL && p->triggered < t->count; ++p->triggered) {
        play_trigger* next = &t->all[p->triggered];
        if (next->time > time + 1e-6 / p->out->fps)
            return;
        next->refused = !supple_body_trigger(p->body, t->part, next->entry);
    }
}

// time: at its end.
static void step(playing* p, double time, double seconds) {
    if (p->q->fall_or_null == NULL)
        supple_body_drive(p->body, p->palette);
    if (p->q->tool_or_null != NULL)
        instrument_move(&p->hand, time);
    if (p->world_or_null != NULL)
        supple_world_step(p->world_or_null, (float)seconds);
    else
        supple_body_step(p->body, (float)seconds);
    if (p->q->tool_or_null != NULL)
        instrument_feel(&p->hand, seconds);
}

static void advance(playing* p, double from, double seconds) {
    int32_t substeps = p->q->substeps > 0 ? p->q->substeps : 1;
    ++p->frames;
    for (int32_t i = 1; i <= substeps; ++i) {
        if (p->q->fall_or_null == NULL)
            pose_bones(p, from + seconds * i / substeps);
        push(p, from + seconds * (i - 1) / substeps);
        trigger(p, from + seconds * (i - 1) / substeps);
        double start = clock_seconds();
        step(p, from + seconds * i / substeps, seconds / substeps);
        p->out->step_seconds += clock_seconds() - start;
    }
}

// The farthest vertex of one mesh, whose numbers have so many metres.
static void measure_mesh(playing* p, const format_mesh* of, double metres, int32_t frame) {
    const float* rest = p->q->asset->positions;
    play_take* t = p->out;
    for (uint32_t i = 0; i < of->vertex_count; ++i) {
        size_t v = of->first_vertex + i;
        double square = 0.0;
        for (size_t k = 0; k < 3; ++k) {
            double d = metres * ((double)p->positions[v][k] - rest[3 * v + k]);
            square += d * d;
        }
        if (square > t->largest * t->largest) {
            t->largest = sqrt(square);
            t->largest_vertex = (int32_t)v;
            t->largest_frame = frame;
        }
    }
}

static void measure(playing* p, int32_t frame) {
    const binding* b = p->q->binding;
    supple_streams streams = supple_streams_packed(p->positions[0], NULL);
    double start = clock_seconds();
    supple_body_evaluate(p->body, &streams);
    p->out->evaluate_seconds += clock_seconds() - start;
    ++p->evaluated;
    for (int32_t i = 0; i < b->mesh_count; ++i)
        measure_mesh(p, &b->meshes[i],
                     binding_mesh_metres(b, i) / b->metres * (double)p->q->asset->metres, frame);
}

// Of the first bone, as it is shown.
static supple_matrix pose_of(const playing* p) {
    if (p->q->fall_or_null != NULL)
        return supple_body_motion(p->body).pose;
    supple_matrix own = supple_body_playing(p->body, p->q->triggers_or_null->part).support, out;
    mat4 at = p->matrices[0], by;
    for (int k = 0; k < 16; ++k)
        by.m[k] = (double)own.m[k];
    at = mat4_mul(at, by);
    for (int k = 0; k < 16; ++k)
        out.m[k] = (float)at.m[k];
    return out;
}

static void record(playing* p, int32_t frame) {
    play_take* t = p->out;
    size_t coords = (size_t)p->q->asset->coord_count, at = (size_t)frame * coords;
    supple_body_save(p->body, t->states + (size_t)frame * t->state_size);
    memcpy(t->coords + at, supple_body_coords(p->body), coords * sizeof *t->coords);
    supple_body_upload(p->body, t->rows + at);
    if (t->poses != NULL)
        t->poses[frame] = pose_of(p);
    if (p->world_or_null != NULL) {
        int32_t contacts = supple_world_stats(p->world_or_null).contacts;
        t->contacts = contacts > t->contacts ? contacts : t->contacts;
        if (t->lines_or_null != NULL)
            t->lines_or_null[frame] = take_lines_of(p->world_or_null, p->memory);
    }
    measure(p, frame);
}

// One round through the clip; the body stands at its first frame already.
static void play_round(playing* p) {
    play_take* t = p->out;
    t->largest = 0.0;
    uint32_t limited = supple_body_stats(p->body).limited;
    for (int32_t frame = 0; frame < t->frame_count; ++frame) {
        record(p, frame);
        if (frame + 1 < t->frame_count || p->q->loop)
            advance(p, frame / t->fps, 1.0 / t->fps);
    }
    t->limited = supple_body_stats(p->body).limited - limited;
}

// How far the body is from where the round began: the largest change of an amount, in vertices.
static double seam_of(const playing* p, const float (*begin)[4]) {
    size_t coords = (size_t)p->q->asset->coord_count;
    float(*end)[4] = arena_alloc(p->scratch, coords, sizeof *end);
    supple_body_upload(p->body, end);
    double sum = 0.0, size = 0.0;
    for (size_t i = 0; i < coords; ++i) {
        sum += fabs((double)end[i][0] - begin[i][0]);
        for (int32_t frame = 0; frame < p->out->frame_count; ++frame)
            size = fmax(size, fabsf(p->out->rows[(size_t)frame * coords + i][0]));
    }
    return size > 0.0 ? sum / size : 0.0;
}

// The frame after the last is the first. A clip that ends elsewhere (a walk that goes places) is taken
// back there without a kick.
static void wrap(playing* p) {
    size_t size = (size_t)p->q->asset->bone_count * sizeof *p->palette;
    supple_matrix* last = arena_alloc(p->scratch, size, 1);
    memcpy(last, p->palette, size);
    pose_bones(p, 0.0);
    double apart = 0.0;
    for (int32_t i = 0; i < p->q->asset->bone_count; ++i)
        for (int k = 0; k < 16; ++k)
            apart = fmax(apart, fabs((double)last[i].m[k] - p->palette[i].m[k]));
    if (apart > JUMPS)
        supple_body_move(p->body, p->palette);
}

// ---- the world -------------------------------------------------------------------------

// One with the body and the solids in it.
static bool enter_world(playing* p) {
    supple_allocator allocator = {arena_for_body, keep_in_arena, p->scratch};
    supple_world_options how = supple_world_options_default();
    how.self = p->q->self;
    how.cluster = p->q->fall_or_null != NULL ? how.cluster : FINELY;
    p->world_or_null = supple_world_create(&how, &allocator);
    bool ok = p->world_or_null != NULL && supple_world_add_body(p->world_or_null, p->body);
    for (int32_t i = 0; ok && i < p->q->solid_count; ++i)
        ok = solid_put(&p->q->solids[i], p->world_or_null).generation != 0;
    if (ok && p->q->tool_or_null != NULL)
        ok = instrument_take(&p->hand, p->q->tool_or_null, p->world_or_null, p->body, p->q->asset,
                             p->scratch);
    return ok;
}

static void leave_world(playing* p) {
    if (p->world_or_null == NULL)
        return;
    supple_world_remove_body(p->world_or_null, p->body);
    supple_world_destroy(p->world_or_null);
}

static double lowest_point(playing* p) {
    supple_streams streams = supple_streams_packed(p->positions[0], NULL);
    supple_body_skin(p->body, &streams);
    double low = INFINITY;
    for (int32_t v = 0; v < p->q->asset->vertex_count; ++v)
        low = fmin(low, p->positions[v][1]);
    return low;
}

// The floor is where the body stands in its file; the body is let go above it.
static bool let_go(playing* p, double world_metres) {
    const play_fall* f = p->q->fall_or_null;
    pose_bones(p, 0.0);
    supple_motion m = {.pose = p->palette[0]};
    supple_body_set_motion(p->body, &m);
    supple_matrix floor = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, (float)lowest_point(p), 0, 1}};
    supple_shape plane = {.kind = SUPPLE_PLANE, .friction = SUPPLE_UNSET};
    m.pose.m[13] += (float)(f->height / world_metres);
    vec3 v = v3_scale(f->velocity, 1.0 / world_metres);
    m.velocity = (supple_vec3){(float)v.x, (float)v.y, (float)v.z};
    m.spin = (supple_vec3){(float)f->spin.x, (float)f->spin.y, (float)f->spin.z};
    supple_body_set_motion(p->body, &m);
    return supple_world_add_collider(p->world_or_null, &plane, &floor).generation != 0;
}

// ---- all of it -------------------------------------------------------------------------

static void play_all(playing* p) {
    play_take* t = p->out;
    if (p->q->fall_or_null != NULL) {
        play_round(p);
        return;
    }
    pose_bones(p, 0.0);
    supple_body_place(p->body, p->palette);
    for (double gone = 0.0; gone < p->q->preroll; gone += 1.0 / t->fps) {
        push(p, 0.0);
        step(p, 0.0, 1.0 / t->fps);
    }
    int rounds = p->q->loop ? ROUNDS_MOST : 1;
    for (int round = 0; round < rounds; ++round) {
        play_round(p);
        if (!p->q->loop)
            break;
        t->seam = seam_of(p, (const float(*)[4])t->rows);
        if (t->seam < PLAY_REPEATS)
            break;
        wrap(p);
    }
}

// What the asset takes for a unit of its mesh tells what its baker took for one of the file.
double play_world_metres(const binding* b, const supple_asset* asset) {
    return b->unit * (double)asset->metres / b->metres;
}

// The world of the palettes is the file's, whose unit need not be a metre.
static supple_body_options options_for(const play_request* q) {
    supple_body_options o = supple_body_options_default(q->asset);
    o.world_metres = (float)play_world_metres(q->binding, q->asset);
    o.gravity.y /= o.world_metres;
    o.free = q->fall_or_null != NULL;
    o.max_pins = q->tool_or_null != NULL ? INSTRUMENT_HELD : o.max_pins;
    return o;
}

bool play_clip(const play_request* q, arena* memory, play_take* out, report* r) {
    *out = (play_take){.fps = q->fps};
    if (q->binding->bone_count != q->asset->bone_count ||
        q->binding->vertex_count != q->asset->vertex_count)
        return report_error(r, place_none(),
                            "the asset was baked from another scene: it has %d bones and %d "
                            "vertices, the scene %d and %d",
                            q->asset->bone_count, q->asset->vertex_count, q->binding->bone_count,
                            q->binding->vertex_count);
    if (q->fall_or_null != NULL && !supple_asset_is_free(q->asset))
        return report_error(r, place_none(),
                            "something holds this body, so it cannot fall: bake it without a "
                            "skeleton and without --fix");
    double seconds = q->seconds > 0.0 ? q->seconds
                     : q->clip >= 0   ? q->s->clips[q->clip].duration
                                      : 0;
    double frames = floor(seconds * q->fps + 1e-6) + (q->loop ? 0.0 : 1.0);
    if (!(q->fps > 0.0) || !(frames >= 1.0) || frames > FRAMES_MOST)
        return report_error(r, place_none(), "%g seconds at %g frames a second are nothing to play",
                            seconds, q->fps);
    out->frame_count = (int32_t)frames;
    if (q->loop)
        out->fps = out->frame_count / seconds; // a whole number of frames a round
    playing p = {.q = q, .memory = memory, .scratch = arena_create(), .out = out};
    supple_allocator allocator = {arena_for_body, keep_in_arena, memory};
    supple_body_options options = options_for(q);
    p.body = out->body = supple_body_create(q->asset, &options, &allocator);
    p.matrices = ARENA_NEW(p.scratch, mat4, (size_t)q->asset->bone_count);
    p.palette = ARENA_NEW(p.scratch, supple_matrix, (size_t)q->asset->bone_count);
    p.positions = arena_alloc(p.scratch, (size_t)q->asset->vertex_count, sizeof *p.positions);
    size_t rows = (size_t)out->frame_count * (size_t)q->asset->coord_count;
    out->state_size = supple_body_state_size(p.body);
    out->states = ARENA_NEW(memory, uint8_t, (size_t)out->frame_count * out->state_size);
    out->coords = ARENA_NEW(memory, float, rows);
    out->rows = arena_alloc(memory, rows, sizeof *out->rows);
    if (q->lines)
        out->lines_or_null = ARENA_NEW(memory, play_lines, (size_t)out->frame_count);
    bool alone = q->fall_or_null == NULL && q->solid_count == 0 && !q->self;
    bool ok = (alone && q->tool_or_null == NULL) || enter_world(&p);
    if (q->fall_or_null != NULL || q->triggers_or_null != NULL)
        out->poses = ARENA_NEW(memory, supple_matrix, (size_t)out->frame_count);
    if (ok && q->fall_or_null != NULL)
        ok = let_go(&p, options.world_metres);
    if (ok)
        play_all(&p);
    else
        report_error(r, place_none(),
                     "cannot be put among the boxes and balls: one of them has no size, or one too "
                     "large, or "
                     "memory is short");
    out->pressed = p.hand.most;
    leave_world(&p);
    out->step_seconds /= fmax(1.0, (double)p.frames);
    out->evaluate_seconds /= fmax(1.0, (double)p.evaluated);
    arena_destroy(p.scratch);
    return ok;
}

motion play_fallen(const play_request* q, const play_take* t, arena* memory) {
    double metres = play_world_metres(q->binding, q->asset);
    motion m = {t->frame_count, ARENA_NEW(memory, motion_key, (size_t)t->frame_count)};
    pose at_rest = pose_at(q->s, -1, 0.0, memory);
    mat4* palette = ARENA_NEW(memory, mat4, (size_t)q->binding->bone_count);
    binding_palette(q->binding, &at_rest, palette);
    mat4 back = mat4_inverse_affine(palette[0]);
    for (int32_t i = 0; i < t->frame_count; ++i) {
        mat4 now;
        vec3 displacement, scale;
        quat turn;
        for (int k = 0; k < 16; ++k)
            now.m[k] = t->poses[i].m[k];
        mat4_split(mat4_mul(now, back), &displacement, &turn, &scale);
        m.keys[i] = (motion_key){i / t->fps, v3_scale(displacement, metres), turn};
    }
    return m;
}

const supple_body* play_frame(const play_take* t, int32_t frame) {
    SUPPLE_ASSERT(frame >= 0 && frame < t->frame_count);
    supple_body_restore(t->body, t->states + (size_t)frame * t->state_size, t->state_size);
    return t->body;
}
