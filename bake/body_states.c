// SPDX-License-Identifier: MIT
#include "bake/body_states.h"

#include "bake/base/job.h"
#include "bake/play/play.h"

#include <math.h>
#include <string.h>

enum { FALLS = 8, RANDOM = 400, CLIP_FRAMES = 600 };

static const double FPS = 60.0, FALL_SECONDS = 1.5, // a bounce or two
    HEIGHTS[] = {0.3, 1.0, 2.5},                    // of the body's size
    SPIN = 6.0,                                     // rad/s at most
    MOST = 0.8;                                     // of the limit: nearer flesh hardens

typedef struct finding_states {
    const scene* s;
    const binding* binding;
    const asset_draft* draft;
    supple_asset asset;
    uint64_t seed;
    arena* memory;
    report* r;
    int32_t room;
    body_states* out;
} finding_states;

static double random_in(finding_states* k, double low, double high) {
    k->seed = k->seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(k->seed >> 11) / 9007199254740992.0;
}

static double* add_state(finding_states* k) {
    body_states* x = k->out;
    size_t coords = (size_t)x->coord_count;
    if (x->count == k->room) {
        int32_t more = k->room > 0 ? 2 * k->room : 1024;
        x->q = arena_grow(k->memory, x->q, (size_t)x->count * coords, (size_t)more * coords,
                          sizeof *x->q);
        k->room = more;
    }
    double* q = x->q + (size_t)x->count++ * coords;
    memset(q, 0, coords * sizeof *q);
    return q;
}

// ---- played ------------------------------------------------------------------------------

static bool add_take(finding_states* k, const play_request* q) {
    arena* scratch = arena_create();
    size_t coords = (size_t)k->out->coord_count;
    play_take t;
    bool sound = play_clip(q, scratch, &t, k->r);
    for (int32_t frame = 0; sound && frame < t.frame_count; ++frame) {
        double* to = add_state(k);
        for (size_t i = 0; i < coords; ++i)
            to[i] = (double)t.coords[(size_t)frame * coords + i];
    }
    arena_destroy(scratch);
    return sound;
}

static play_request request(const finding_states* k) {
    return (play_request){.s = k->s,
                          .binding = k->binding,
                          .asset = &k->asset,
                          .clip = -1,
                          .fps = FPS,
                          .substeps = 1};
}

// Long clips by fewer frames a second.
static bool add_clips(finding_states* k) {
    for (int32_t i = 0; i < k->s->clip_count; ++i) {
        play_request q = request(k);
        q.clip = i;
        if (!(k->s->clips[i].duration > 0.0))
            continue;
        double fewer = ceil(k->s->clips[i].duration * FPS / CLIP_FRAMES);
        q.fps = FPS / fewer;
        q.substeps = (int32_t)fewer;
        job_check();
        if (!add_take(k, &q))
            return false;
    }
    return true;
}

static double size_of_body(const finding_states* k) {
    float low[3], high[3];
    memcpy(low, k->draft->positions[0], sizeof low);
    memcpy(high, low, sizeof high);
    for (int32_t v = 1; v < k->draft->vertex_count; ++v)
        for (int i = 0; i < 3; ++i) {
            low[i] = fminf(low[i], k->draft->positions[v][i]);
            high[i] = fmaxf(high[i], k->draft->positions[v][i]);
        }
    double most = 0.0;
    for (int i = 0; i < 3; ++i)
        most = fmax(most, (double)(high[i] - low[i]));
    return most * k->draft->metres;
}

// From heights one after another, each turning otherwise, so that all sides are landed on.
static bool add_falls(finding_states* k) {
    double size = size_of_body(k);
    for (int i = 0; i < FALLS && supple_asset_is_free(&k->asset); ++i) {
        play_request q = request(k);
        play_fall fall = {.height = HEIGHTS[i % 3] * size};
        fall.spin =
            v3(random_in(k, -SPIN, SPIN), random_in(k, -SPIN, SPIN), random_in(k, -SPIN, SPIN));
        fall.velocity = v3(random_in(k, -size, size), 0.0, random_in(k, -size, size));
        q.fall_or_null = &fall;
        q.seconds = FALL_SECONDS;
        job_check();
        if (!add_take(k, &q))
            return false;
    }
    return true;
}

// ---- at random ---------------------------------------------------------------------------

// The farthest vertex of a part, in the mesh's unit.
static double reach_of(const asset_draft_part* p, const double* q) {
    double most = 0.0;
    for (int32_t v = 0; v < p->vertex_count; ++v) {
        double square = 0.0;
        for (int c = 0; c < 3; ++c) {
            double sum = 0.0;
            for (int32_t i = 0; i < p->coord_count; ++i)
                sum += q[i] * (double)p->shapes[(size_t)i * (size_t)p->vertex_count + (size_t)v][c];
            square += sum * sum;
        }
        most = fmax(most, square);
    }
    return sqrt(most);
}

static void add_random(finding_states* k) {
    double *all = add_state(k), *q = all;
    for (int32_t n = 0; n < k->draft->part_count; q += k->draft->parts[n++].coord_count) {
        const asset_draft_part* p = &k->draft->parts[n];
        for (int32_t i = 0; i < p->coord_count; ++i) {
            double bell = 0.0; // about normal
            for (int j = 0; j < 4; ++j)
                bell += random_in(k, -1.0, 1.0);
            q[i] = p->lambda[i] > 0.0 ? bell / sqrt(p->lambda[i]) : 0.0;
        }
        double reach = reach_of(p, q), far = random_in(k, 0.0, MOST) * (double)p->limit;
        for (int32_t i = 0; i < p->coord_count; ++i)
            q[i] *= reach > 0.0 ? far / reach : 0.0;
    }
}

bool body_states_find(const scene* s, const binding* b, const asset_draft* d, bytes asset,
                      arena* memory, body_states* out, report* r) {
    *out = (body_states){0};
    for (int32_t p = 0; p < d->part_count; ++p)
        out->coord_count += d->parts[p].coord_count;
    finding_states k = {
        .s = s, .binding = b, .draft = d, .seed = 1, .memory = memory, .r = r, .out = out};
    if (supple_asset_read(&k.asset, asset.data, asset.size) != SUPPLE_OK)
        return report_error(r, place_none(), "the asset cannot be played, so it cannot be lit");
    add_state(&k);
    if (!add_clips(&k))
        return false;
    out->clips = out->count - 1;
    if (!add_falls(&k))
        return false;
    out->falls = out->count - 1 - out->clips;
    for (int i = 0; i < RANDOM; ++i)
        add_random(&k);
    out->random = RANDOM;
    return true;
}
