// Locks by fcntl: advisory, a byte a chain, gone with the process that held them.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // fileno, fsync
#include "bake/record/record.h"

#include "bake/record/touches.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

typedef struct recorder {
    const simulation* scene;
    const palette* palette;
    const record_options* o;
    arena* memory;
    report* r;
    record_result* out;
    chain* chains;  // [palette->chains]
    recording head; // known once a chain was run
    int lock;       // file of the locks
    const char* lock_path;
} recorder;

// ---- locks -----------------------------------------------------------------------------

static bool lock_byte(const recorder* k, int32_t byte, bool wait) {
    struct flock f = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    while (fcntl(k->lock, wait ? F_SETLKW : F_SETLK, &f) != 0)
        if (errno != EINTR)
            return false;
    return true;
}

static void unlock_byte(const recorder* k, int32_t byte) {
    struct flock f = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    fcntl(k->lock, F_SETLK, &f);
}

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

static run_options chain_run(const recorder* k, int32_t c, arena* memory) {
    return (run_options){.output = arena_format(memory, "%s.chain%d", k->o->output, c),
                         .layout = POINT_CACHE_PC2,
                         .mark = checkpoint_mark(k->o->mark, &c, sizeof c),
                         .anew = k->o->anew};
}

static const char* touches_path(const recorder* k, int32_t c) {
    return arena_format(k->memory, "%s.chain%d.touches", k->o->output, c);
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
        k->o->begins(k->o->user, c, k->palette->chains, k->chains[c].state_count);
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
            k->head = chain_recording(&a, k->palette, k->chains, k->memory);
        k->head.mark = k->o->mark;
    }
    assembly_close(&a);
    arena_destroy(own);
    return done;
}

// ---- all of them -----------------------------------------------------------------------

static bool copy_chain(const recorder* k, int32_t c, FILE* to, uint8_t* state) {
    run_options o = chain_run(k, c, k->memory);
    stream s = {.layout = o.layout,
                .state_count = k->chains[c].state_count,
                .point_count = k->head.vertex_count,
                .fps = k->palette->fps};
    bool sound = stream_open(&s, o.output, s.state_count, k->memory, k->r);
    for (int32_t i = 0; i < s.state_count && sound; ++i) {
        sound = stream_read(&s, i, (float(*)[3])(void*)state, k->r);
        if (sound &&
            fwrite(state, 1, recording_state_size(&k->head), to) != recording_state_size(&k->head))
            sound = report_error(k->r, place_file(k->o->output),
                                 "cannot be written; is the disk full? The chains beside it stay, "
                                 "and the same command joins them: %s",
                                 strerror(errno));
    }
    return sound;
}

static void forget(const recorder* k) {
    for (int32_t c = 0; c < k->palette->chains; ++c) {
        run_options o = chain_run(k, c, k->memory);
        unlink(arena_format(k->memory, "%s.part", o.output));
        unlink(touches_path(k, c));
        run_forget(&o, k->memory);
    }
    unlink(k->lock_path);
}

// What touched in all chains, with states of the whole recording.
static bool gather_touches(recorder* k) {
    recording* x = &k->head;
    for (int32_t c = 0; c < k->palette->chains; ++c) {
        recording_contact* some;
        int32_t count;
        if (!touches_read(touches_path(k, c), k->chains[c].state_count, k->memory, &some, &count,
                          k->r))
            return false;
        if (count > INT32_MAX - x->contact_count)
            return report_error(k->r, place_file(k->o->output), "has too many contacts");
        x->contacts = arena_grow(k->memory, x->contacts, (size_t)x->contact_count,
                                 (size_t)(x->contact_count + count), sizeof *x->contacts);
        for (int32_t i = 0; i < count; ++i) {
            some[i].state += x->chains[c];
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
    bool sound = fwrite(head.data, 1, head.size, file) == head.size;
    for (int32_t c = 0; c < k->palette->chains && sound; ++c)
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
    recording_found found = recording_find(k->o->output, k->o->mark, own);
    arena_destroy(own);
    return found == RECORDING_SAME;
}

// First what is free; then, waiting, what others had.
static bool run_chains(recorder* k) {
    bool* done = ARENA_NEW(k->memory, bool, (size_t)k->palette->chains);
    for (int wait = 0; wait < 2; ++wait)
        for (int32_t c = 0; c < k->palette->chains; ++c) {
            if (done[c] || !lock_byte(k, c, wait == 1))
                continue;
            k->out->was_whole = is_whole(k);
            bool sound = k->out->was_whole || run_chain(k, c);
            unlock_byte(k, c);
            if (!sound || k->out->was_whole)
                return sound;
            done[c] = true;
        }
    return true;
}

bool record_scene(const simulation* s, const palette* p, const record_options* o, arena* memory,
                  record_result* out, report* r) {
    *out = (record_result){.was_whole = false};
    recorder k = {.scene = s, .palette = p, .o = o, .memory = memory, .r = r, .out = out};
    k.lock_path = arena_format(memory, "%s.lock", o->output);
    recording_found found = recording_find(o->output, o->mark, memory);
    if (found == RECORDING_OTHER && !o->anew)
        return report_error(r, place_file(o->output),
                            "is there already, of another scene, of other files or of another "
                            "version; give another name, or --anew records it again");
    if (found == RECORDING_SAME && !o->anew) {
        forget(&k); // what one left that was killed after it had joined them
        out->was_whole = true;
        return true;
    }
    k.chains = ARENA_NEW(memory, chain, (size_t)p->chains);
    for (int32_t c = 0; c < p->chains; ++c)
        if (!chain_sample(p, c, memory, &k.chains[c], r))
            return false;
    if (found != RECORDING_NONE)
        unlink(o->output); // anew
    if (!open_lock(&k) || !run_chains(&k))
        return false;
    if (!out->was_whole) {
        // these go with the process, or with the arena; who still looks at a chain is waited for, so that none comes back
        lock_byte(&k, p->chains, true);
        for (int32_t c = 0; c < p->chains; ++c)
            lock_byte(&k, c, true);
        out->was_whole = is_whole(&k);
    }
    if (out->was_whole) {
        unlink(k.lock_path); // made after the others' had gone
        return true;
    }
    return join(&k);
}
