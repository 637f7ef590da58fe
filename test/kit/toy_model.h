// A model of a test: its parts creep.
//
// Each coordinate goes, without swinging, to where its springs hold it, about a shape that rises with the
// first bone and does not sink again. It has a section of the file, a state and a cache of its own, and a
// number that leaves a hole in the table of models.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/body/body.h"
#include "runtime/body/point.h"

#include <math.h>

enum { TOY = SUPPLE_RECORDED + 2, TOY_KIND = 1000 };

// One a part, in the section TOY_KIND.
typedef struct toy_record {
    float rate;        // 1/s
    float stiffness;   // times lambda
    float rise;        // of the centre of every coordinate, for a metre that the first bone rises
    uint32_t substeps; // wanted
} toy_record;

// In the body's state: nothing of it can be told from q, v and the palette of now.
typedef struct toy_state {
    float height; // the highest that the first bone was, metres
    int32_t steps;
} toy_state;

// Cached.
typedef struct toy_part {
    const toy_record* record;
    float* goal; // [coord_count] the centre; from the state's height
} toy_part;

static const toy_record* toy_record_at(const void* block, const format_part* parts, int32_t part) {
    const toy_record* r =
        (const toy_record*)((const uint8_t*)block + asset_gate_section(block, TOY_KIND).offset);
    for (int32_t p = 0; p < part; ++p)
        r += parts[p].model == TOY;
    return r;
}

static bool toy_check(const void* block, const asset_list* list) {
    const format_part* parts =
        (const format_part*)((const uint8_t*)block + list->at[FORMAT_PARTS].offset);
    const toy_record* r = toy_record_at(block, parts, 0);
    uint64_t count = 0;
    for (uint64_t p = 0; p < list->at[FORMAT_PARTS].count; ++p)
        count += parts[p].model == TOY;
    if (count != asset_gate_section(block, TOY_KIND).count)
        return false;
    for (uint64_t i = 0; i < count; ++i)
        if (!(r[i].rate > 0.0f && r[i].rate < 1e6f && r[i].stiffness > 0.0f &&
              r[i].stiffness < 1e6f && r[i].rise >= 0.0f && r[i].rise < 1.0f &&
              r[i].substeps >= 1 && r[i].substeps <= 16))
            return false;
    return true;
}

static void* toy_lay_out(const supple_body* b, int32_t p, memory_layout* l) {
    toy_part* own = memory_take(l, 1, sizeof *own);
    float* goal = memory_take(l, b->sections.parts[p].coord_count, sizeof *goal);
    if (own != NULL)
        *own = (toy_part){toy_record_at(b->asset.block, b->sections.parts, p), goal};
    return own;
}

static void* toy_lay_out_state(const supple_body* b, int32_t p, memory_layout* l) {
    (void)b;
    (void)p;
    return memory_take(l, 1, sizeof(toy_state));
}

static void toy_restore(supple_body* b, int32_t p) {
    const body_part* part = &b->parts[p];
    const toy_part* own = part->cache;
    const toy_state* s = part->state;
    for (int32_t i = 0; i < part->count; ++i)
        b->centre[part->first + i] = own->goal[i] = own->record->rise * s->height;
}

static void toy_follow(supple_body* b, int32_t p, const float (*palette)[12]) {
    toy_state* s = b->parts[p].state;
    float height = palette[0][7] * b->asset.metres;
    if (height > s->height) {
        s->height = height;
        toy_restore(b, p);
    }
}

static int32_t toy_substeps(const supple_body* b, int32_t p, double h) {
    (void)h;
    return (int32_t)((const toy_part*)b->parts[p].cache)->record->substeps;
}

static float toy_goal(const supple_body* b, int32_t p, int32_t i, float force) {
    const toy_part* own = b->parts[p].cache;
    return own->goal[i] + force / (own->record->stiffness * b->lambda[b->parts[p].first + i]);
}

static void toy_step(supple_body* b, int32_t p) {
    const toy_part* own = b->parts[p].cache;
    float h = b->step.h, fraction = own->record->rate * h / (1.0f + own->record->rate * h);
    for (int32_t i = 0; i < b->active[p]; ++i) {
        int32_t c = b->parts[p].first + i;
        float displacement = fraction * (toy_goal(b, p, i, b->force[c]) - b->q[c]);
        b->q[c] += displacement;
        b->v[c] = displacement / h;
    }
    ++((toy_state*)b->parts[p].state)->steps;
}

static void toy_rest(supple_body* b, int32_t p) {
    for (int32_t i = 0; i < b->parts[p].count; ++i) {
        int32_t c = b->parts[p].first + i;
        b->q[c] = toy_goal(b, p, i, b->load[c]);
        b->v[c] = b->shake[c] = 0.0f;
    }
}

static float toy_residual(supple_body* b, int32_t p, float enough) {
    float bound = 0.0f;
    (void)enough;
    for (int32_t i = 0; i < b->active[p]; ++i) {
        int32_t c = b->parts[p].first + i;
        bound += fabsf(b->q[c] - toy_goal(b, p, i, b->load[c])) * b->sections.coords[c].reach;
    }
    return bound;
}

static void toy_compliance(supple_body* b, int32_t p, float* out) {
    const asset_part* part = &b->parts[p].asset;
    for (uint32_t i = 0; i < part->record->part_vertex_count; ++i)
        for (int32_t k = 0; k < b->active[p]; ++k) {
            float w[3], give = toy_goal(b, p, k, 1.0f) - toy_goal(b, p, k, 0.0f);
            point_shape(b, p, asset_place(&b->asset, b->asset.links, p, part->part_vertices[i]), k,
                        w);
            out[part->part_vertices[i]] += give * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) / 3.0f;
        }
}

static const model_section toy_sections[] = {{TOY_KIND, sizeof(toy_record)}};

static const part_model toy_model = {
    .sections = toy_sections,
    .section_count = 1,
    .check = toy_check,
    .lay_out = toy_lay_out,
    .lay_out_state = toy_lay_out_state,
    .follow = toy_follow,
    .substeps = toy_substeps,
    .step = toy_step,
    .rest = toy_rest,
    .restore = toy_restore,
    .residual = toy_residual,
    .sleep_fraction = 1e-4f,
    .compliance = toy_compliance,
};
