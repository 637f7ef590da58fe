// What tests of the runtime share without the baker: the golden asset, and everything that can be done
// with an asset that the gate let through.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/asset.h"
#include "supple/supple.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TEST_SOURCE_FOLDER
#define GOLDEN_ASSET  TEST_SOURCE_FOLDER "/test/golden/v1.supple"
#define GOLDEN_SHARED TEST_SOURCE_FOLDER "/test/golden/v2.supple" // of version 2
#define GOLDEN_FEW_BENDS                                                                           \
    TEST_SOURCE_FOLDER "/test/golden/v3.supple" // of version 3, whose last normals stand still
#define GOLDEN_SUMMED TEST_SOURCE_FOLDER "/test/golden/v4.supple" // v1 with a checksum: version 4
#define GOLDEN_BYTES  TEST_SOURCE_FOLDER "/test/golden/v5.supple" // tables of 8 bits: version 5
#endif

// In a block of exactly its size, so that the sanitizers see one byte too far; malloc aligns to 16. Free
// it.
static inline uint8_t* asset_copy(const void* data, size_t size) {
    uint8_t* copy = calloc(size > 0 ? size : 1, 1);
    if (size > 0)
        memcpy(copy, data, size);
    return copy;
}

// A whole file, 16-aligned; NULL when it cannot be read. Free it.
static inline uint8_t* asset_load(const char* path, size_t* size) {
    FILE* f = fopen(path, "rb");
    uint8_t* data = NULL;
    *size = 0;
    if (f == NULL)
        return NULL;
    if (fseek(f, 0, SEEK_END) == 0) {
        long end = ftell(f);
        rewind(f);
        data = malloc((size_t)end + 1);
        *size = fread(data, 1, (size_t)end, f);
    }
    fclose(f);
    return data;
}

// What unit amounts of a coordinate do to a member of its part, in the mesh's unit.
static inline void asset_texel(const supple_table* t, int64_t texel, double scale, double out[3]) {
    for (int c = 0; c < 3; ++c)
        out[c] = scale * (t->bits == 32   ? (double)((const float*)t->texels)[3 * texel + c]
                          : t->bits == 16 ? (double)((const int16_t*)t->texels)[3 * texel + c]
                                          : (double)((const int8_t*)t->texels)[3 * texel + c]);
}

// All that a recorded part tells, at times inside, outside and between.
static inline double asset_use_recorded(const supple_asset* a, int p) {
    supple_recorded x = supple_asset_recorded(a, p);
    size_t n = (size_t)supple_asset_part(a, p).coord_count;
    float* q = malloc(2 * n * sizeof *q);
    double sum = (double)x.error + (double)x.blend;
    for (int e = 0; e < x.entry_count; ++e)
        sum += (double)strlen(supple_asset_entry(a, p, e).name);
    for (int r = 0; r < x.response_count; ++r) {
        supple_recorded_response s = supple_asset_response(a, p, r);
        int steps = 0; // nothing runs in a circle
        for (int at = r; at >= 0 && supple_asset_response(a, p, at).end == SUPPLE_END_RUNS_ON;
             at = supple_asset_response(a, p, at).next)
            if (++steps > x.response_count)
                abort();
        for (int t = -1; t < 5; ++t) {
            if (!supple_asset_sample(a, p, r, s.seconds * 0.3f * (float)t, q, q + n))
                abort();
            for (size_t k = 0; k < n; ++k)
                if (!isfinite(q[k]))
                    abort();
        }
    }
    free(q);
    return sum;
}

// Reads all that an asset leads to; ends the program where the gate let something wrong through.
static inline void asset_use(const supple_asset* a) {
    double sum = 0.0;
    for (int p = 0; p < a->part_count; ++p) {
        supple_part part = supple_asset_part(a, p);
        sum += (double)strlen(part.name) + (double)part.mass + (double)part.tuning.limit;
        for (int32_t i = 0; i < part.vertex_count; ++i)
            sum += (double)a->positions[3 * part.vertices[i]];
        for (int t = 0; t < part.target_count; ++t)
            sum += (double)strlen(supple_asset_target_name(a, p, t));
        sum += asset_use_recorded(a, p);
        int64_t last = (int64_t)part.coord_count * part.shape_places - 1;
        double value[3];
        asset_texel(&a->shapes, part.first_shape + last, 1.0, value);
        sum += value[0];
        int64_t rows = part.coord_count; // that turn normals: those behind may have no texels
        while (rows > 0 && !(supple_asset_bend_ratio(a, part.first_coord + (int)rows - 1) > 0.0f))
            --rows;
        if (part.first_bend >= 0 && rows > 0)
            asset_texel(&a->bends, part.first_bend + rows * part.bend_places - 1, 1.0, value);
        sum += value[1];
    }
    for (int b = 0; b < a->bone_count; ++b)
        sum += (double)strlen(supple_asset_bone_name(a, b));
    for (int k = 0; k < a->coord_count; ++k)
        sum += (double)supple_asset_frequency(a, k);
    for (int m = 0; m < a->mesh_count; ++m)
        sum += supple_asset_mesh(a, m).vertex_count;
    for (int64_t i = 0; i < 3 * (int64_t)a->triangle_count; ++i)
        sum += (double)a->normals[3 * a->triangles[i]];
    for (int64_t i = 0; i < (int64_t)a->vertex_count * a->influence_count; ++i)
        sum += (double)a->weights[i] * a->joints[i];
    for (int64_t v = 0; v < a->vertex_count; ++v)
        for (int64_t l = 0; l < a->layer_count; ++l) {
            uint32_t link = a->links[l * a->vertex_count + v];
            uint32_t bend = a->bend_links[l * a->vertex_count + v];
            if (link == UINT32_MAX && bend == UINT32_MAX)
                continue;
            supple_part part = supple_asset_part(a, (int)(link >> 24));
            if (bend >> 24 != link >> 24 || (int32_t)(link & 0xFFFFFF) >= part.shape_places ||
                (part.first_bend >= 0 && (int32_t)(bend & 0xFFFFFF) >= part.bend_places))
                abort();
        }
    if (!isfinite(sum))
        abort();
}

// Touches the first and last triangle, and whatever a ray meets.
static inline supple_pin asset_touch(supple_body* body, const supple_asset* a) {
    supple_point at = {{a->triangles[0], a->triangles[1], a->triangles[2]}, {0.5f, 0.25f, 0.25f}};
    const uint32_t* last = a->triangles + 3 * (size_t)(a->triangle_count - 1);
    supple_point end = {{last[0], last[1], last[2]}, {0.0f, 0.0f, 1.0f}};
    supple_vec3 here = supple_body_position(body, at);
    supple_body_force(body, at, (supple_vec3){1.0f, 2.0f, -3.0f});
    supple_body_impulse(body, end, supple_body_velocity(body, end));
    supple_point hit;
    float distance;
    supple_vec3 away = {here.x + 1.0f, here.y + 2.0f, here.z + 3.0f};
    if (supple_body_pick(body, away, (supple_vec3){-1.0f, -2.0f, -3.0f}, &hit, &distance)) {
        for (int i = 0; i < 3; ++i)
            if (hit.vertex[i] >= (uint32_t)a->vertex_count)
                abort();
        supple_body_impulse(body, hit, (supple_vec3){0.1f, 0.0f, 0.0f});
    }
    supple_body_pin(body, end, here);
    return supple_body_pin(body, at, away);
}

// Weights of the targets of a pose are none negative and sum to 1.
static inline void asset_weigh(const supple_body* body, const supple_asset* a) {
    for (int p = 0; p < a->part_count; ++p) {
        int32_t count = supple_asset_part(a, p).target_count;
        float* weights = malloc(((size_t)count + 1) * sizeof *weights);
        double sum = count > 0 ? -1.0 : 0.0;
        supple_body_weights(body, p, weights);
        for (int32_t i = 0; i < count; ++i) {
            sum += (double)weights[i];
            if (!(weights[i] >= 0.0f))
                abort();
        }
        if (!(fabs(sum) < 1e-4))
            abort();
        free(weights);
    }
}

// Light on it, if it has any, is a number and not negative.
static inline void asset_shine(const supple_body* body, const supple_asset* a) {
    static const float turn[9] = {0.0f, -1.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f};
    static const float origin[3] = {0.0f, 0.0f, 0.0f};
    float rgb[3], coefficients[3 * 36];
    size_t n = 3 * (size_t)a->vertex_count;
    supple_light* light = supple_light_create(a, NULL);
    if (light == NULL)
        return;
    float* colors = malloc(2 * n * sizeof *colors);
    for (int i = 0; i < 3 * 36; ++i)
        coefficients[i] = i % 2 == 0 ? 1.0f : -0.5f;
    supple_light_info info = supple_asset_light(a);
    float* axes = malloc((size_t)info.group_count * sizeof turn);
    supple_ball* balls = malloc(((size_t)info.ball_count + 1) * sizeof *balls);
    supple_ground* ground = supple_ground_create(NULL);
    for (int32_t i = 0; i < info.group_count; ++i) {
        memcpy(axes + 9 * (size_t)i, turn, sizeof turn);
        if (supple_asset_light_bone(a, i) < 0 || supple_asset_light_bone(a, i) >= a->bone_count)
            abort();
    }
    supple_ground_set(ground, info.order, coefficients, turn);
    supple_ground_light(ground, balls, supple_body_balls(body, a, balls), origin, 1, rgb);
    if (!(rgb[0] >= 0.0f) || !isfinite(rgb[0]))
        abort();
    supple_ground_destroy(ground);
    supple_light_set(light, coefficients, axes);
    free(balls);
    free(axes);
    supple_body_light(body, light, colors, colors + n);
    supple_body_light(body, light, colors, NULL);
    for (size_t i = 0; i < 2 * n; ++i)
        if (!(colors[i] >= 0.0f) || !isfinite(colors[i]))
            abort();
    uint32_t* points = (uint32_t*)(void*)colors; // as many numbers fit
    supple_light_points(light, points);
    for (size_t i = 0; i < 2 * (size_t)a->vertex_count; ++i)
        if (points[i] != UINT32_MAX && points[i] >= (uint32_t)supple_asset_light(a).point_count)
            abort();
    free(colors);
    supple_light_destroy(light);
}

// Entries of recorded parts, also those that there are not; and what is told of them.
static inline void asset_begin_entries(supple_body* body, const supple_asset* a, int frame) {
    for (int p = -1; p <= a->part_count; ++p) {
        int count = supple_asset_recorded(a, p).entry_count;
        supple_recorded_contact contacts[2];
        supple_body_trigger(body, p, frame % (count + 1));
        supple_body_queue(body, p, (frame + 1) % (count + 2) - 1);
        supple_body_allows(body, p, frame);
        supple_playing now = supple_body_playing(body, p);
        if (!isfinite(now.seconds) || !isfinite(now.offset) || now.entry >= (count > 0 ? count : 1))
            abort();
        if (supple_body_recorded_contacts(body, p, contacts, 2) < 0)
            abort();
    }
}

// A body of the asset through everything that a game does with one. Options and motion are mild: what is
// wild is the asset.
static inline void asset_play(const supple_asset* a) {
    supple_body_options options = supple_body_options_default(a);
    options.spin = a->coord_count % 2 == 1;
    options.forcing = (supple_forcing)(a->vertex_count % 3);
    options.max_pins = 2;
    supple_body* body = supple_body_create(a, &options, NULL);
    if (body == NULL)
        abort();
    size_t n = (size_t)a->vertex_count;
    supple_matrix* matrices = calloc((size_t)a->bone_count, sizeof *matrices);
    float* positions = malloc(n * 13 * sizeof *positions);
    float(*rows)[4] = malloc((size_t)a->coord_count * sizeof *rows);
    for (int b = 0; b < a->bone_count; ++b)
        matrices[b].m[0] = matrices[b].m[5] = matrices[b].m[10] = matrices[b].m[15] = 1.0f;
    supple_body_place(body, matrices);
    supple_pin pin = {0};
    for (int frame = 0; frame < 6; ++frame) {
        for (int b = 0; b < a->bone_count; ++b) { // a turn by 37 degrees, or back, and a shift
            matrices[b].m[12] = (float)((frame + b) % 3) * 0.01f;
            bool turned = (frame + b) % 2 == 1;
            matrices[b].m[0] = matrices[b].m[5] = turned ? 0.8f : 1.0f;
            matrices[b].m[1] = turned ? 0.6f : 0.0f;
            matrices[b].m[4] = -matrices[b].m[1];
        }
        supple_body_drive(body, matrices);
        if (frame == 1)
            pin = asset_touch(body, a);
        if (frame == 3) {
            supple_body_detail(body, 1);
            supple_body_unpin(body, pin);
        }
        asset_begin_entries(body, a, frame);
        supple_body_step(body, frame == 4 ? 0.5f : 1.0f / 60.0f);
        supple_streams out = supple_streams_packed(positions, positions + 3 * n);
        out.previous = positions + 6 * n;
        out.previous_stride = 12;
        out.tangents = a->tangents != NULL ? positions + 9 * n : NULL;
        out.tangent_stride = 16;
        out.normal_form = frame % 2 == 0 ? SUPPLE_NORMALS_LINEAR : SUPPLE_NORMALS_RECOMPUTED;
        supple_body_evaluate(body, &out);
        for (size_t i = 0; i < 3 * n; ++i)
            if (!isfinite(positions[i]))
                abort();
        supple_body_skin(body, &out);
        supple_body_upload(body, rows);
        asset_weigh(body, a);
    }
    asset_shine(body, a);
    supple_body_compliance(body, positions);
    size_t size = supple_body_state_size(body);
    void* state = malloc(size);
    supple_body_save(body, state);
    bool restored = supple_body_restore(body, state, size);
    for (int k = 0; k < a->coord_count; ++k)
        restored = restored && isfinite(supple_body_coords(body)[k]);
    if (!restored)
        abort();
    free(state);
    free(rows);
    free(positions);
    free(matrices);
    supple_body_destroy(body);
}

// Through the gate, and whatever comes out of it through its whole life.
static inline supple_result asset_try(const void* data, size_t size) {
    uint8_t* copy = asset_copy(data, size);
    supple_asset asset;
    supple_result result = supple_asset_read_damaged(&asset, copy, size);
    if (result == SUPPLE_OK) {
        asset_use(&asset);
        asset_play(&asset);
    }
    free(copy);
    return result;
}

static inline uint32_t asset_random(uint64_t* state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

// One to four words become a limit, their neighbour, one bit another, or a word of elsewhere.
static inline void asset_mutate(uint8_t* data, size_t size, uint64_t seed) {
    static const uint32_t telling[] = {0,          1,          0xFFFFFFFF, 0x7FFFFFFF, 0x80000000,
                                       0x00FFFFFF, 0x01000000, 0x3F800000, 0x5368D4A5, 0xD368D4A5,
                                       0x2B8CBCCC, 0x33D6BF95, 0x4B000000};
    uint64_t state = seed * 2 + 1;
    for (uint32_t changes = 1 + asset_random(&state) % 4; changes > 0; --changes) {
        uint8_t* at = data + asset_random(&state) % (size / 4) * 4;
        uint32_t word, kind = asset_random(&state) % 4, random = asset_random(&state);
        memcpy(&word, at, 4);
        if (kind == 0)
            word = telling[random % (sizeof telling / sizeof *telling)];
        else if (kind == 1)
            word += random % 2 == 0 ? 1 : UINT32_MAX;
        else if (kind == 2)
            word ^= 1u << random % 32;
        else
            memcpy(&word, data + random % (size / 4) * 4, 4);
        memcpy(at, &word, 4);
    }
}

// Words of the sections of a kind and those behind it, each as a limit or a neighbour of what it was: whatever the gate lets
// through must do no harm. Counts what it refused and what was played.
static inline void asset_damage(const uint8_t* file, size_t size, uint32_t first_kind, int* refused,
                                int* played) {
    static const uint32_t telling[3] = {0, UINT32_MAX, 0x71000000};
    const format_header* header = (const format_header*)file;
    for (uint32_t s = 0; s < header->section_count; ++s) {
        const format_section* at = (const format_section*)(header + 1) + s;
        if (at->kind < first_kind)
            continue;
        size_t words = (size_t)(at->count * at->stride / 4), stride = words / 24 + 1;
        for (size_t i = 0; i < words; i += stride)
            for (int kind = 0; kind < 4; ++kind) {
                uint8_t* copy = asset_copy(file, size);
                uint32_t* word = (uint32_t*)(copy + at->offset) + i;
                *word = kind < 3 ? telling[kind] : *word + 1;
                bool sound = asset_try(copy, size) == SUPPLE_OK;
                *refused += !sound;
                *played += sound;
                free(copy);
            }
    }
}
