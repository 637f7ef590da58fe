// One body played by bytes, without a world: each call that a game makes on a body, with numbers that a careless one may give it.
//
// Beside test/kit/world_calls.h, whose numbers it takes: here are recorded parts and inputs, coordinates that are told, light and
// states. What must hold: whatever is read is a number, whatever is saved can be restored.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/world_calls.h"

enum { BODY_FILES = 5, BODY_STEPS = 24, BODY_MOST = 200 };

typedef struct body_files {
    uint8_t* bytes[BODY_FILES];
    supple_asset assets[BODY_FILES];
    supple_prepared* prepared[BODY_FILES];
} body_files;

typedef struct body_play {
    calls_world in; // where bytes come from
    supple_body* body;
    const supple_asset* asset;
    void* state_or_null;
    supple_pin pins[CALLS_IDS];
    int steps;
} body_play;

static inline bool body_files_open(body_files* f, const char* folder) {
    static const char* const names[BODY_FILES] = {"recorded", "inputs", "v1", "posed", "ring"};
    for (int i = 0; i < BODY_FILES; ++i) {
        char path[4096];
        size_t size;
        snprintf(path, sizeof path, "%s/%s.supple", folder, names[i]);
        f->bytes[i] = asset_load(path, &size);
        if (f->bytes[i] == NULL ||
            supple_asset_read(&f->assets[i], f->bytes[i], size) != SUPPLE_OK ||
            f->assets[i].bone_count > CALLS_BONES)
            return false;
        f->prepared[i] = supple_asset_prepare(&f->assets[i], NULL);
        if (f->prepared[i] == NULL)
            return false;
    }
    return true;
}

static inline void body_files_close(body_files* f) {
    for (int i = 0; i < BODY_FILES; ++i) {
        supple_prepared_release(f->prepared[i]);
        free(f->bytes[i]);
    }
}

static inline void body_calls_entries(body_play* p) {
    unsigned b = calls_byte(&p->in);
    int part = (int)(b % 4) - 1, entry = (int)(b / 4 % 8) - 1;
    supple_recorded_contact contacts[4];
    supple_entry named = supple_asset_entry(p->asset, part, entry);
    if (!isfinite(named.velocity.x) || strlen(named.name) > 4096)
        abort();
    if (b < 128)
        supple_body_trigger(p->body, part, entry);
    else if (b < 240)
        supple_body_queue(p->body, part, entry);
    else
        supple_body_empty_queue(p->body, part);
    supple_body_answer(p->body, part, calls_point(&p->in, p->asset), calls_vector(&p->in));
    if (supple_body_recorded_contacts(p->body, part, contacts, 4) < 0)
        abort();
    supple_playing now = supple_body_playing(p->body, part);
    if (!isfinite(now.seconds) || !isfinite(now.offset) || !isfinite(now.distance))
        abort();
}

static inline void body_calls_coords(body_play* p) {
    unsigned b = calls_byte(&p->in);
    int part = (int)(b % 4) - 1;
    size_t n = (size_t)supple_asset_part(p->asset, part).coord_count;
    float* numbers = malloc((2 * n + 1) * sizeof *numbers);
    for (size_t i = 0; i < 2 * n; ++i)
        numbers[i] = 0.01f * calls_number(&p->in);
    supple_body_set_coords(p->body, part, b % 8 < 4 ? numbers : NULL,
                           b % 16 < 8 ? numbers + n : NULL);
    free(numbers);
}

// Everything that is read of a body is a number.
static inline void body_calls_read(body_play* p) {
    const supple_asset* a = p->asset;
    size_t n = (size_t)a->vertex_count;
    float* out = malloc(6 * n * sizeof *out);
    float(*rows)[4] = malloc((size_t)a->coord_count * sizeof *rows);
    supple_streams to = supple_streams_packed(out, out + 3 * n);
    to.normal_form =
        calls_byte(&p->in) % 2 == 0 ? SUPPLE_NORMALS_LINEAR : SUPPLE_NORMALS_RECOMPUTED;
    supple_body_evaluate(p->body, &to);
    for (size_t i = 0; i < 6 * n; ++i)
        if (!isfinite(out[i]))
            abort();
    supple_body_upload(p->body, rows);
    for (int32_t i = 0; i < a->coord_count; ++i)
        if (!isfinite(rows[i][0]) || !isfinite(rows[i][1]) || !isfinite(rows[i][2]))
            abort();
    supple_body_compliance(p->body, out);
    asset_weigh(p->body, a);
    supple_measures m = supple_body_measures(p->body);
    if (!isfinite(m.mass) || !isfinite(m.elastic) || !isfinite(m.kinetic))
        abort();
    free(rows);
    free(out);
}

static inline void body_calls_keep(body_play* p) {
    size_t size = supple_body_state_size(p->body);
    if (p->state_or_null == NULL) {
        p->state_or_null = malloc(size);
        supple_body_save(p->body, p->state_or_null);
    } else if (!supple_body_restore(p->body, p->state_or_null, size))
        abort(); // its own
}

static inline void body_calls_dynamics(body_play* p) {
    supple_dynamics d = supple_body_dynamics(p->body);
    d.gravity_scale = calls_number(&p->in);
    d.linear_drag = calls_number(&p->in);
    d.angular_drag = calls_number(&p->in);
    d.kinematic = calls_byte(&p->in) % 4 == 0;
    d.may_sleep = calls_byte(&p->in) % 2 == 0;
    supple_body_set_dynamics(p->body, &d);
    supple_body_force_centre(p->body, calls_vector(&p->in), calls_vector(&p->in));
    supple_body_impulse_centre(p->body, calls_vector(&p->in), calls_vector(&p->in));
}

static inline void body_calls_step(body_play* p) {
    unsigned b = calls_byte(&p->in);
    float dt = b < 200 ? 1.0f / 60.0f : b < 240 ? (float)(b - 199) / 400.0f : calls_number(&p->in);
    if (++p->steps > BODY_STEPS)
        return;
    supple_body_step(p->body, dt);
    for (int32_t k = 0; k < p->asset->coord_count; ++k)
        if (!isfinite(supple_body_coords(p->body)[k]) || !isfinite(supple_body_speeds(p->body)[k]))
            abort();
}

static inline void body_calls_pins(body_play* p) {
    unsigned b = calls_byte(&p->in);
    supple_pin* pin = &p->pins[b % CALLS_IDS];
    supple_point at = calls_point(&p->in, p->asset);
    if (b < 100)
        *pin = supple_body_pin(p->body, at, calls_vector(&p->in));
    else if (b < 180)
        supple_body_move_pin(p->body, *pin, calls_vector(&p->in));
    else
        supple_body_unpin(p->body, *pin);
}

static inline void body_calls_once(body_play* p) {
    const supple_asset* a = p->asset;
    supple_point at, hit;
    float distance;
    switch (calls_byte(&p->in) % 16) {
    case 0:
        body_calls_entries(p);
        break;
    case 1:
        body_calls_coords(p);
        break;
    case 2:
        body_calls_pins(p);
        break;
    case 3:
        at = calls_point(&p->in, a);
        supple_body_impulse(p->body, at, calls_vector(&p->in));
        supple_body_force(p->body, at, calls_vector(&p->in));
        calls_is_number(supple_body_position(p->body, at));
        calls_is_number(supple_body_velocity(p->body, at));
        break;
    case 4:
        calls_bones(&p->in, p->body, a);
        break;
    case 5:
        calls_settings(&p->in, p->body, a);
        break;
    case 6:
        supple_body_set_input(p->body, (int)(calls_byte(&p->in) % 4) - 1, calls_number(&p->in));
        break;
    case 7:
        body_calls_keep(p);
        break;
    case 8:
        supple_body_pick(p->body, calls_vector(&p->in), calls_vector(&p->in), &hit, &distance);
        break;
    case 9:
        body_calls_dynamics(p);
        break;
    case 10:
        body_calls_read(p);
        break;
    case 11:
        if (calls_byte(&p->in) % 2 == 0)
            supple_body_sleep(p->body);
        else
            supple_body_wake(p->body);
        break;
    default:
        body_calls_step(p);
    }
}

static inline void body_calls_play(const body_files* files, const uint8_t* data, size_t size) {
    body_play p = {.in = {.data = data, .size = size}};
    unsigned how = calls_byte(&p.in), kind = calls_byte(&p.in) % BODY_FILES;
    p.asset = &files->assets[kind];
    supple_body_options o = supple_body_options_default(p.asset);
    o.max_pins = 4;
    o.free = how % 2 == 0;
    o.linear = how % 16 == 3;
    o.triggers = how % 4 == 1;
    o.forcing = (supple_forcing)(how / 64);
    p.body = supple_prepared_body(files->prepared[kind], &o, NULL);
    for (int i = 0; i < BODY_MOST && p.in.at < p.in.size; ++i)
        body_calls_once(&p);
    body_calls_read(&p);
    supple_body_destroy(p.body);
    free(p.state_or_null);
}
