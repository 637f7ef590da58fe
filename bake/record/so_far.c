// Chains are read where they grow; a state that is still being written is behind the last one that is taken.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // fseeko
#include "bake/record/so_far.h"

#include "bake/export/point_cache_out.h"
#include "bake/record/touches.h"
#include "bake/simulate/checkpoint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct part {
    FILE** file;  // owned by the arena
    int64_t head; // bytes before its first state
    recording_contact* contacts;
    int32_t contact_count;
} part;

typedef struct joining {
    const char *output, *path;
    size_t size; // bytes of a state
    arena* memory;
    report* r;
    chain* chains; // [count] that have a response, cut there
    part* parts;   // [count]
    int32_t count;
} joining;

static void close_file(void* file) {
    fclose(file);
}

// States that are whole on disk; 0: there is no file.
static int32_t states_of(joining* k, const chain* c, int32_t vertices, double fps, part* out) {
    double* times = ARENA_NEW(k->memory, double, (size_t)c->state_count);
    for (int32_t i = 0; i < c->state_count; ++i)
        times[i] = i / fps;
    struct stat info;
    const char* path = arena_format(k->memory, "%s.chain%d.part", k->output, c->number);
    out->head =
        (int64_t)point_cache_head(POINT_CACHE_PC2, c->state_count, vertices, times, k->memory).size;
    out->file = (FILE**)(void*)arena_own(k->memory, close_file);
    *out->file = fopen(path, "rb");
    if (*out->file == NULL || stat(path, &info) != 0 || info.st_size < out->head)
        return 0;
    int64_t states = (info.st_size - out->head) / (int64_t)k->size;
    return states < c->state_count ? (int32_t)states : c->state_count;
}

// Cut after its last state, if the response that is under way there has lasted as long as responses must; or after the one
// before.
static bool add_chain(joining* k, chain c, int32_t vertices, const palette* how) {
    part* p = &k->parts[k->count];
    int32_t states = states_of(k, &c, vertices, how->fps, p), responses = 0;
    while (responses < c.response_count && c.responses[responses].first + how->shortest < states) {
        sampler_response* r = &c.responses[responses++];
        r->count = r->first + r->count < states ? r->count : states - 1 - r->first;
    }
    if (responses == 0)
        return true;
    c.response_count = responses;
    c.state_count = c.responses[responses - 1].first + c.responses[responses - 1].count + 1;
    k->chains[k->count++] = c;
    return touches_read(arena_format(k->memory, "%s.chain%d.touches", k->output, c.number),
                        c.state_count, k->memory, &p->contacts, &p->contact_count, k->r);
}

static void add_contacts(const joining* k, recording* x) {
    int64_t all = 0;
    for (int32_t c = 0; c < k->count; ++c)
        all += k->parts[c].contact_count;
    x->contacts = ARENA_NEW(k->memory, recording_contact, (size_t)all);
    for (int32_t c = 0; c < k->count; ++c)
        for (int32_t i = 0; i < k->parts[c].contact_count; ++i) {
            recording_contact* to = &x->contacts[x->contact_count++];
            *to = k->parts[c].contacts[i];
            to->state += x->chains[c];
        }
}

static bool copy_states(const joining* k, FILE* to) {
    uint8_t* frame = ARENA_NEW(k->memory, uint8_t, k->size);
    float(*points)[3] = arena_alloc(k->memory, 1, k->size);
    for (int32_t c = 0; c < k->count; ++c) {
        if (fseeko(*k->parts[c].file, (off_t)k->parts[c].head, SEEK_SET) != 0)
            return false;
        for (int32_t i = 0; i < k->chains[c].state_count; ++i) {
            if (fread(frame, 1, k->size, *k->parts[c].file) != k->size)
                return false;
            point_cache_unframe(POINT_CACHE_PC2, frame, (int32_t)(k->size / sizeof *points),
                                points);
            if (fwrite(points, 1, k->size, to) != k->size)
                return false;
        }
    }
    return true;
}

static bool write_all(const joining* k, const recording* x) {
    const char* aside = arena_format(k->memory, "%s.part", k->path);
    bytes head = recording_head(x, k->memory);
    errno = 0;
    FILE* file = fopen(aside, "wb");
    bool sound =
        file != NULL && fwrite(head.data, 1, head.size, file) == head.size && copy_states(k, file);
    sound = file != NULL && fclose(file) == 0 && sound && rename(aside, k->path) == 0;
    if (sound)
        return true;
    int why = errno;
    unlink(aside);
    return report_error(k->r, place_file(k->path), "cannot be written: %s",
                        why != 0 ? strerror(why) : "a chain is shorter than it was just now");
}

bool so_far_join(const assembly* a, const palette* p, const char* output, const char* path,
                 uint64_t mark, arena* memory, so_far_result* out, report* r) {
    joining k = {.output = output, .path = path, .memory = memory, .r = r};
    k.size = 3 * sizeof(float) * (size_t)a->drawn.vertex_count;
    k.chains = ARENA_NEW(memory, chain, (size_t)p->chains);
    k.parts = ARENA_NEW(memory, part, (size_t)p->chains);
    *out = (so_far_result){.states = 0};
    for (int32_t c = 0; c < p->chains; ++c) {
        chain whole;
        if (!chain_sample(p, c, memory, &whole, r))
            return false;
        out->wanted += whole.state_count;
        if (!add_chain(&k, whole, a->drawn.vertex_count, p))
            return false;
    }
    if (k.count == 0)
        return report_error(
            r, place_file(output),
            "has no response yet that has lasted as long as it must, in the chains that "
            "grow beside it");
    recording x = chain_recording(a, p, NULL, k.chains, k.count, memory);
    x.mark = checkpoint_mark(mark, "so far", 6); // not taken for the whole one
    x.palette.chains = x.chain_count;
    x.palette.responses = x.response_count;
    add_contacts(&k, &x);
    out->states = x.state_count;
    out->responses = x.response_count;
    out->chains = x.chain_count;
    return write_all(&k, &x);
}
