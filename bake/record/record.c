// Locks: a byte a chain (lock.h).
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // fileno, fsync
#include "bake/record/record.h"

#include "bake/base/lock.h"
#include "bake/record/touches.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct recorder {
    const simulation* scene;
    const palette* palette;
    const record_options* o;
    arena* memory;
    report* r;
    record_result* out;
    const recording* base_or_null; // whose chains come before these
    const chain* chains;           // [count] to be run
    int32_t count;
    recording head; // known once a chain was run
    int lock;       // file of the locks
    const char* lock_path;
} recorder;

// ---- locks -----------------------------------------------------------------------------

static void close_lock(void* file) {
    close(*(int*)file);
}

static bool open_lock(recorder* k) {
    int* file = ARENA_NEW(k->memory, int, 1);
    void** owner = arena_own(k->memory, close_lock);
    *file = open(k->lock_path, O_RDWR | O_CREAT, 0666);
    if (*file < 0)
        return report_error(k->r, place_file(k->lock_path), "cannot be written: %s",
                            strerror(errno));
    *owner = file;
    k->lock = *file;
    return true;
}

// ---- one chain -------------------------------------------------------------------------

// What happens in a chain belongs to its mark: those that are aimed depend on the recording that they follow.
static run_options chain_run(const recorder* k, int32_t c, arena* memory) {
    const chain* x = &k->chains[c];
    uint64_t mark = checkpoint_mark(k->o->mark, &x->number, sizeof x->number);
    mark = checkpoint_mark(mark, x->responses, (size_t)x->response_count * sizeof *x->responses);
    return (run_options){.output = arena_format(memory, "%s.chain%d", k->o->output, x->number),
                         .layout = POINT_CACHE_PC2,
                         .mark = mark,
                         .anew = k->o->anew};
}

static const char* touches_path(const recorder* k, int32_t c) {
    return arena_format(k->memory, "%s.chain%d.touches", k->o->output, k->chains[c].number);
}

// Who listens to a chain.
typedef struct listener {
    const record_options* o;
    touches* touches;
} listener;

static void chain_progress(void* user, int32_t done, int32_t total) {
    const listener* l = user;
    if (l->o->progress != NULL)
        l->o->progress(l->o->user, done, total);
}

static void chain_stepped(void* user, const assembly* a, double h) {
    (void)a;
    touches_step(((const listener*)user)->touches, h);
}

// What touches at the beginning has done so for long.
static bool chain_stored(void* user, const assembly* a, int32_t state, report* r) {
    const listener* l = user;
    if (state == 0)
        touches_step(l->touches, 1.0 / a->how->fps);
    return touches_store(l->touches, state, r);
}

static void add_counts(checkpoint_counts* to, const checkpoint_counts* c) {
    if (to->cut == 0)
        to->first_cut = c->first_cut;
    to->steps += c->steps;
    to->cut += c->cut;
    to->corrections += c->corrections;
    to->matrices += c->matrices;
    to->firm += c->firm;
}

// To its end, from where it is. Every chain has an assembly of its own, so that its bytes do not depend on what the process
// did before.
static bool run_chain(recorder* k, int32_t c) {
    arena* own = arena_create();
    simulation s = chain_scene(k->scene, k->palette, &k->chains[c], own);
    run_options o = chain_run(k, c, k->memory); // sentences name its files
    assembly a = {0};
    run_result x;
    if (k->o->begins != NULL)
        k->o->begins(k->o->user, c, k->count, k->chains[c].state_count);
    bool done = assembly_make(&s, k->o->samples, k->o->threads, own, &a, k->r);
    if (done) {
        listener l = {k->o, touches_make(touches_path(k, c), &a, own)};
        o.progress = chain_progress;
        o.stepped = chain_stepped;
        o.stored = chain_stored;
        o.user = &l;
        done = run_scene(&a, &o, k->memory, &x, k->r);
    }
    if (done) {
        k->out->resumed += x.resumed;
        k->out->made += x.states.state_count - x.resumed;
        k->out->processor += x.processor;
        add_counts(&k->out->counts, &x.counts);
        if (k->head.vertex_count == 0)
            k->head =
                chain_recording(&a, k->palette, k->base_or_null, k->chains, k->count, k->memory);
        k->head.mark = k->o->mark;
    }
    assembly_close(&a);
    arena_destroy(own);
    return done;
}

// ---- all of them -----------------------------------------------------------------------

static bool put_state(const recorder* k, const uint8_t* state, FILE* to) {
    size_t size = recording_state_size(&k->head);
    return fwrite(state, 1, size, to) == size ||
           report_error(k->r, place_file(k->o->output),
                        "cannot be written; is the disk full? The chains beside it stay, and the "
                        "same command joins them: %s",
                        strerror(errno));
}

static bool copy_base(const recorder* k, FILE* to, uint8_t* state) {
    const recording* x = k->base_or_null;
    bool sound = true;
    for (int32_t i = 0; x != NULL && i < x->state_count && sound; ++i)
        sound = recording_states(x, i, 1, (float*)(void*)state, k->r) && put_state(k, state, to);
    return sound;
}

static bool copy_chain(const recorder* k, int32_t c, FILE* to, uint8_t* state) {
    run_options o = chain_run(k, c, k->memory);
    stream s = {.layout = o.layout,
                .state_count = k->chains[c].state_count,
                .point_count = k->head.vertex_count,
                .fps = k->palette->fps};
    bool sound = stream_open(&s, o.output, s.state_count, k->memory, k->r);
    for (int32_t i = 0; i < s.state_count && sound; ++i)
        sound = stream_read(&s, i, (float(*)[3])(void*)state, k->r) && put_state(k, state, to);
    return sound;
}

static void forget_chain(const char* output, int32_t number, arena* memory) {
    const run_options o = {.output = arena_format(memory, "%s.chain%d", output, number)};
    unlink(arena_format(memory, "%s.part", o.output));
    unlink(arena_format(memory, "%s.touches", o.output));
    run_forget(&o, memory);
}

void record_forget(const char* output, int32_t first, int32_t end, arena* memory) {
    for (int32_t c = first; c < end; ++c)
        forget_chain(output, c, memory);
}

static void forget(const recorder* k) {
    for (int32_t c = 0; c < k->count; ++c)
        forget_chain(k->o->output, k->chains[c].number, k->memory);
    unlink(k->lock_path);
}

// What touched in all chains, with states of the whole recording.
static bool gather_touches(recorder* k) {
    recording* x = &k->head;
    for (int32_t c = 0; c < k->count; ++c) {
        recording_contact* some;
        int32_t count;
        if (!touches_read(touches_path(k, c), k->chains[c].state_count, k->memory, &some, &count,
                          k->r))
            return false;
        if (count > INT32_MAX - x->contact_count)
            return report_error(k->r, place_file(k->o->output), "has too many contacts");
        x->contacts = arena_grow(k->memory, x->contacts, (size_t)x->contact_count,
                                 (size_t)x->contact_count + (size_t)count, sizeof *x->contacts);
        for (int32_t i = 0; i < count; ++i) {
            some[i].state += x->chains[x->chain_count - k->count + c];
            x->contacts[x->contact_count++] = some[i];
        }
    }
    return true;
}

static bool join(recorder* k) {
    const char* aside = arena_format(k->memory, "%s.part", k->o->output);
    if (!gather_touches(k))
        return false;
    bytes head = recording_head(&k->head, k->memory);
    uint8_t* state = ARENA_NEW(k->memory, uint8_t, recording_state_size(&k->head));
    errno = 0;
    FILE* file = fopen(aside, "wb");
    if (file == NULL)
        return report_error(k->r, place_file(aside), "cannot be written: %s", strerror(errno));
    bool sound = fwrite(head.data, 1, head.size, file) == head.size && copy_base(k, file, state);
    for (int32_t c = 0; c < k->count && sound; ++c)
        sound = copy_chain(k, c, file, state);
    bool written = fflush(file) == 0 && fsync(fileno(file)) == 0;
    written = fclose(file) == 0 && written;
    if (sound && written && rename(aside, k->o->output) == 0) {
        forget(k);
        return true;
    }
    if (sound) // or it has been told
        report_error(k->r, place_file(k->o->output), "cannot be written: %s", strerror(errno));
    unlink(aside);
    return false;
}

// Has somebody else joined it meanwhile?
static bool is_whole(const recorder* k) {
    arena* own = arena_create();
    report unheard = report_new(own);
    recording x;
    int32_t before = k->base_or_null != NULL ? k->base_or_null->chain_count : 0;
    bool whole = recording_open(k->o->output, own, &x, &unheard) && x.mark == k->o->mark &&
                 x.chain_count >= before + k->count;
    arena_destroy(own);
    return whole;
}

// First what is free; then, waiting, what others had.
static bool run_chains(recorder* k) {
    bool* done = ARENA_NEW(k->memory, bool, (size_t)k->count);
    for (int wait = 0; wait < 2; ++wait)
        for (int32_t c = 0; c < k->count; ++c) {
            if (done[c] || !lock_take(k->lock, c, wait == 1))
                continue;
            k->out->was_whole = is_whole(k);
            bool sound = k->out->was_whole || run_chain(k, c);
            lock_give(k->lock, c);
            if (!sound || k->out->was_whole)
                return sound;
            done[c] = true;
        }
    return true;
}

// All chains run, by this process or by others, then joined.
static bool run_and_join(recorder* k) {
    record_result* out = k->out;
    if (!open_lock(k) || !run_chains(k))
        return false;
    if (!out->was_whole) {
        // these go with the process, or with the arena; who still looks at a chain is waited for, so that none comes back
        lock_take(k->lock, k->count, true);
        for (int32_t c = 0; c < k->count; ++c)
            lock_take(k->lock, c, true);
        out->was_whole = is_whole(k);
    }
    if (out->was_whole) {
        unlink(k->lock_path); // made after the others' had gone
        return true;
    }
    return join(k);
}

static recorder new_recorder(const simulation* s, const palette* p, const record_options* o,
                             arena* memory, record_result* out, report* r) {
    *out = (record_result){.was_whole = false};
    return (recorder){.scene = s,
                      .palette = p,
                      .o = o,
                      .memory = memory,
                      .r = r,
                      .out = out,
                      .lock_path = arena_format(memory, "%s.lock", o->output)};
}

bool record_more(const simulation* s, const recording* base, const chain* chains, int32_t count,
                 const record_options* o, arena* memory, record_result* out, report* r) {
    recorder k = new_recorder(s, &base->palette, o, memory, out, r);
    k.base_or_null = base;
    k.lock_path =
        arena_format(memory, "%s.more.lock",
                     o->output); // the other one goes when a recording is seen to be whole
    k.chains = chains;
    k.count = count;
    return run_and_join(&k);
}

bool record_scene(const simulation* s, const palette* p, const record_options* o, arena* memory,
                  record_result* out, report* r) {
    recorder k = new_recorder(s, p, o, memory, out, r);
    recording_found found = recording_find(o->output, o->mark, memory);
    if (found == RECORDING_OTHER && !o->anew)
        return report_error(r, place_file(o->output),
                            "is there already, of another scene, of other files or of another "
                            "version; give another name, or --anew records it again");
    chain* chains = ARENA_NEW(memory, chain, (size_t)p->chains);
    int32_t every = o->pieces > 0 ? o->pieces : 1;
    for (int32_t c = o->pieces > 0 ? o->piece : 0; c < p->chains; c += every)
        if (!chain_sample(p, c, memory, &chains[k.count++], r))
            return false;
    k.chains = chains;
    if (k.count == 0)
        return out->idle = true; // more pieces than chains
    if (found == RECORDING_SAME && !o->anew) {
        forget(&k); // what one left that was killed after it had joined them
        out->was_whole = true;
        return true;
    }
    if (found != RECORDING_NONE)
        unlink(o->output); // anew
    return run_and_join(&k);
}
