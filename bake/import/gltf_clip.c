// Animations. Channels of properties we do not move (pointers, no node) are left out, counted.
// SPDX-License-Identifier: MIT
#include "bake/import/gltf.h"
#include "bake/import/gltf_uri.h"

#include <string.h>

// Index of `text` in `names`, -1 if it is none of them.
static int32_t find_name(const char* text, const char* const* names, int32_t count) {
    for (int32_t i = 0; i < count && text != NULL; ++i)
        if (strcmp(text, names[i]) == 0)
            return i;
    return -1;
}

// False without an error if the channel is to be left out.
static bool read_target(gltf* g, const cJSON* json, channel* c, bool* kept) {
    static const char* const paths[] = {"translation", "rotation", "scale", "weights"};
    const cJSON* target = gltf_json_member(json, "target");
    *kept = false;
    if (!gltf_json_index(g, target, "node", g->nodes.count, &c->node))
        return false;
    int32_t path = find_name(gltf_json_text(target, "path"), paths, 4);
    if (c->node < 0 || path < 0)
        return true;
    c->path = (channel_path)path;
    c->width = path == PATH_ROTATION ? 4 : 3;
    if (path == PATH_WEIGHTS) {
        int32_t m = g->s->nodes[c->node].mesh;
        c->width = m >= 0 ? g->s->meshes[m].target_count : 0;
    }
    *kept = c->width > 0;
    return true;
}

// Two keys at one time: the later one holds from then on.
static int32_t drop_double_keys(channel* c) {
    size_t size = (size_t)c->width * (c->interpolation == CUBICSPLINE ? 3 : 1);
    int32_t n = 0;
    for (int32_t i = 0; i < c->key_count; ++i) {
        n -= n > 0 && c->times[n - 1] == c->times[i];
        c->times[n] = c->times[i];
        memmove(c->values + (size_t)n * size, c->values + (size_t)i * size, size * sizeof(float));
        ++n;
    }
    int32_t dropped = c->key_count - n;
    c->key_count = n;
    return dropped;
}

static bool read_keys(gltf* g, const cJSON* sampler, channel* c) {
    static const char* const modes[] = {"STEP", "LINEAR", "CUBICSPLINE"};
    int32_t input, output;
    if (!gltf_json_index(g, sampler, "input", g->accessors.count, &input) ||
        !gltf_json_index(g, sampler, "output", g->accessors.count, &output))
        return false;
    if (input < 0 || output < 0)
        return gltf_error(g, NULL, "its sampler has no %s", input < 0 ? "input" : "output");
    const char* mode = gltf_json_text(sampler, "interpolation");
    int32_t chosen = mode != NULL ? find_name(mode, modes, 3) : LINEAR;
    if (chosen < 0)
        return gltf_error(g, NULL, "interpolation \"%s\" is not known",
                          gltf_uri_shown(mode, g->memory));
    c->interpolation = (interpolation)chosen;

    gltf_accessor in, out;
    if (!gltf_accessor_open(g, input, &in) || !gltf_accessor_open(g, output, &out))
        return false;
    if (in.rows != 1 || in.columns != 1 || !gltf_accessor_is_float(&in))
        return gltf_error(g, NULL, "its times (accessor %d) must be float SCALAR", input);
    bool weights = c->path == PATH_WEIGHTS;
    int64_t needed = in.count * (int64_t)(weights ? c->width : 1) * (chosen == CUBICSPLINE ? 3 : 1);
    if (out.rows != (weights ? 1 : c->width) || out.columns != 1 || out.count != needed)
        return gltf_error(g, NULL, "its values (accessor %d) must be %lld elements of %d numbers",
                          output, (long long)needed, weights ? 1 : c->width);
    c->key_count = in.count;
    c->times = gltf_accessor_finite(g, &in);
    c->values = c->times != NULL ? gltf_accessor_finite(g, &out) : NULL;
    if (c->values == NULL)
        return false;
    for (int32_t i = 1; i < c->key_count; ++i)
        if (c->times[i] < c->times[i - 1])
            return gltf_error(g, gltf_accessor_at(&in, i),
                              "times must ascend, but key %d lies before key %d (accessor %d)", i,
                              i - 1, input);
    return true;
}

static bool read_clip(gltf* g, int32_t index) {
    const cJSON* json = g->animations.items[index];
    clip* k = &g->s->clips[index];
    gltf_list channels, samplers;
    k->name = gltf_json_name(g, json);
    g->where = (gltf_where){.kind_or_null = "animation", .name_or_null = k->name, .index = index};
    if (!gltf_json_list(g, json, "channels", &channels) ||
        !gltf_json_list(g, json, "samplers", &samplers))
        return false;
    k->channels = gltf_alloc(g, (size_t)channels.count, sizeof *k->channels);
    if (k->channels == NULL)
        return false;
    int32_t left_out = 0, doubled = 0;
    for (int32_t i = 0; i < channels.count; ++i) {
        channel* c = &k->channels[k->channel_count];
        int32_t sampler;
        bool kept;
        g->where.part_or_null = "channel";
        g->where.part_index = i;
        if (!read_target(g, channels.items[i], c, &kept) ||
            !gltf_json_index(g, channels.items[i], "sampler", samplers.count, &sampler))
            return false;
        if (!kept) {
            ++left_out;
            continue;
        }
        if (sampler < 0)
            return gltf_error(g, NULL, "it has no sampler");
        if (!read_keys(g, samplers.items[sampler], c))
            return false;
        doubled += drop_double_keys(c);
        double end = (double)c->times[c->key_count - 1];
        k->duration = end > k->duration ? end : k->duration;
        ++k->channel_count;
    }
    g->where.part_or_null = NULL;
    if (left_out > 0)
        gltf_note(g, "channels that move neither a node nor morph weights and are left out: %d",
                  left_out);
    if (doubled > 0)
        gltf_warning(g, "keys at the time of the next one that are left out: %d", doubled);
    return true;
}

bool gltf_clips_read(gltf* g) {
    scene* s = g->s;
    s->clips = gltf_alloc(g, (size_t)g->animations.count, sizeof *s->clips);
    if (s->clips == NULL)
        return false;
    for (s->clip_count = 0; s->clip_count < g->animations.count; ++s->clip_count)
        if (!read_clip(g, s->clip_count))
            return false;
    g->where = (gltf_where){0};
    return true;
}
