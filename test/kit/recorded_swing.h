// A recording without a simulator: a sheet that swings in two shapes, driven by sequences of a palette.
//
// Each shape is a damped oscillator in the support's frame, integrated exactly from state to state, so that its motion
// depends on its state, on impulses and on the support's speed (which pushes the second shape) and on nothing else.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/chain.h"
#include "bake/record/palette_file.h"
#include "bake/simulate/simulation_file.h"
#include "test/kit/check.h"

enum { SWING_ROW = 6, SWING_SHAPES = 2 };

#define SWING_BODY "bodies: [{name: s, sample: sheet, kind: shell, held: {base: 0.1}}]\nfps: 60\n"

static const char swing_plant[] =
    SWING_BODY "palette:\n  speeds: [[-0.5, 0, 0], [0, 0, 0], [0.5, 0, 0]]\n"
               "  entries: [{name: left, support_impulse: [-0.5, 0, 0]}, {name: right, "
               "support_impulse: [0.5, 0, 0]}]\n"
               "  shortest: 0.1\n  longest: 3\n  responses: 40\n  chains: 3\n";
static const char swing_door[] =
    SWING_BODY "support: {turns: {axis: [0, 1, 0], from: 0, to: 90}}\npalette:\n  change: 60\n"
               "  entries: [{name: close, forcing: -60}, {name: stop, forcing: 0}, {name: open, "
               "forcing: 60}]\n"
               "  shortest: 0.1\n  longest: 4\n  responses: 60\n  chains: 2\n";

typedef struct swing {
    arena* memory;
    report r;
    palette p;
    recording x;
    chain* chains;
    const char* path;
    double* truth; // [state_count][SWING_SHAPES] of the oscillators
} swing;

static double swing_shape(int k, double x, double y) {
    return k == 0 ? y * y : y * sin(3.0 * x);
}

// Half of the sheet may be cut finer.
static void swing_mesh(swing* s, int fine) {
    int columns = SWING_ROW * fine, n = 0;
    recording* x = &s->x;
    x->vertex_count = (columns + 1) * (SWING_ROW + 1);
    x->triangle_count = 2 * columns * SWING_ROW;
    x->triangles = arena_alloc(s->memory, (size_t)x->triangle_count, sizeof *x->triangles);
    for (int j = 0; j < SWING_ROW; ++j)
        for (int i = 0; i < columns; ++i) {
            uint32_t a = (uint32_t)(j * (columns + 1) + i), b = a + 1,
                     d = a + (uint32_t)columns + 1, c = d + 1;
            const uint32_t two[2][3] = {{a, b, c}, {a, c, d}};
            memcpy(x->triangles[n], two, sizeof two);
            n += 2;
        }
    x->body_count = 1;
    x->bodies = ARENA_NEW(s->memory, recording_body, 1);
    x->bodies[0] = (recording_body){"sheet", 0, x->vertex_count, 0};
}

static vec3 swing_place(const swing* s, int fine, int32_t v, const double* q) {
    int columns = SWING_ROW * fine, i = v % (columns + 1), j = v / (columns + 1);
    // with fine > 1 the left half has most of the columns
    int left = columns - SWING_ROW / 2;
    double x = fine == 1   ? (double)i / columns
               : i <= left ? 0.5 * i / left
                           : 0.5 + (double)(i - left) / SWING_ROW;
    double y = (double)j / SWING_ROW;
    (void)s;
    return v3(x, -y, q[0] * swing_shape(0, x, y) + q[1] * swing_shape(1, x, y));
}

// The exact step of q'' + 2 d q' + w^2 q = f.
static void swing_step(double* q, double* v, double w, double d, double f, double h) {
    double rest = f / (w * w), x = sqrt(w * w - d * d), c = cos(x * h), sn = sin(x * h) / x,
           e = exp(-d * h);
    double at = *q - rest, speed = *v;
    *q = rest + e * (at * (c + d * sn) + speed * sn);
    *v = e * (speed * (c - d * sn) - at * w * w * sn);
}

static void swing_move(swing* s, double decay) {
    static const double rates[SWING_SHAPES] = {9.0, 16.0};
    double h = 1.0 / s->p.fps;
    s->truth = ARENA_NEW(s->memory, double, SWING_SHAPES*(size_t)s->x.state_count);
    for (int32_t c = 0; c < s->p.chains; ++c) {
        double q[SWING_SHAPES] = {0.0}, v[SWING_SHAPES] = {0.0};
        int32_t at = s->x.chains[c];
        for (int32_t i = 0; i < s->chains[c].response_count; ++i) {
            const sampler_response* x = &s->chains[c].responses[i];
            const palette_speed *before = &s->p.speeds[x->before], *after = &s->p.speeds[x->after];
            double change =
                after->velocity.x - before->velocity.x + 0.3 * (after->rate - before->rate);
            v[0] -= 0.4 * change;
            v[1] += 0.2 * change;
            for (int32_t n = 0; n < x->count; ++n) {
                for (int k = 0; k < SWING_SHAPES; ++k) {
                    swing_step(&q[k], &v[k], rates[k], decay, k == 1 ? 20.0 * after->rate : 0.0, h);
                    s->truth[SWING_SHAPES * (size_t)(at + n + 1) + (size_t)k] = q[k];
                }
            }
            at += x->count;
        }
    }
}

static bool swing_write(swing* s, int fine) {
    bytes head = recording_head(&s->x, s->memory);
    FILE* f = fopen(s->path, "wb");
    bool sound = f != NULL && fwrite(head.data, 1, head.size, f) == head.size;
    for (int32_t n = 0; n < s->x.state_count && sound; ++n)
        for (int32_t i = 0; i < s->x.vertex_count && sound; ++i) {
            vec3 at = swing_place(s, fine, i, s->truth + SWING_SHAPES * (size_t)n);
            const float three[3] = {(float)at.x, (float)at.y, (float)at.z};
            sound = fwrite(three, sizeof three, 1, f) == 1;
        }
    return f != NULL && fclose(f) == 0 && sound;
}

// fine: 1, or so many times as many columns, most of them in one half. False when it cannot be made.
static bool swing_make(swing* s, const char* text, const char* folder, int fine, double decay) {
    *s = (swing){.memory = arena_create()};
    s->r = report_new(s->memory);
    s->path = arena_format(s->memory, "%s/swing.rec", folder);
    bytes file = {(const uint8_t*)text, strlen(text)};
    simulation how;
    if (!simulation_parse(file, "s.yaml", s->memory, &how, &s->r) ||
        !palette_of_scene(&how, "s.yaml", s->memory, &s->p, &s->r))
        return false;
    s->x =
        (recording){.palette = s->p, .chain_count = s->p.chains, .axis = v3(0, 1, 0), .file = -1};
    swing_mesh(s, fine);
    s->chains = ARENA_NEW(s->memory, chain, (size_t)s->p.chains);
    s->x.chains = ARENA_NEW(s->memory, int32_t, (size_t)s->p.chains);
    s->x.responses = ARENA_NEW(s->memory, recording_response, (size_t)s->p.responses);
    for (int32_t c = 0; c < s->p.chains; ++c) {
        if (!chain_sample(&s->p, c, s->memory, &s->chains[c], &s->r))
            return false;
        s->x.chains[c] = s->x.state_count;
        for (int32_t i = 0; i < s->chains[c].response_count; ++i) {
            const sampler_response* x = &s->chains[c].responses[i];
            s->x.responses[s->x.response_count++] = (recording_response){
                c, x->entry, x->before, x->after, s->x.state_count + x->first, x->count};
        }
        s->x.state_count += s->chains[c].state_count;
    }
    swing_move(s, decay);
    return swing_write(s, fine) && recording_open(s->path, s->memory, &s->x, &s->r);
}

static void swing_end(swing* s) {
    unlink(s->path);
    arena_destroy(s->memory);
}
