// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // fileno, fsync
#include "bake/record/merge.h"

#include "bake/base/text.h"
#include "bake/record/chain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// A chain of one of the pieces.
typedef struct source {
    const recording* piece; // NULL: in none
    int32_t chain;
    int32_t first, count; // states of the piece
} source;

typedef struct merging {
    const char* const* paths;
    recording* pieces; // [count]
    int32_t count;
    source* chains; // [palette.chains]
    recording head;
    arena* memory;
    report* r;
} merging;

static bool open_pieces(merging* m) {
    for (int32_t i = 0; i < m->count; ++i) {
        recording* x = &m->pieces[i];
        if (!recording_open(m->paths[i], m->memory, x, m->r))
            return false;
        const recording* first = &m->pieces[0];
        if (x->mark != first->mark || x->vertex_count != first->vertex_count ||
            x->palette.chains != first->palette.chains)
            return report_error(m->r, place_file(m->paths[i]),
                                "is no piece of the recording that %s is of", m->paths[0]);
    }
    return true;
}

static int32_t chain_end(const recording* x, int32_t number) {
    return number + 1 < x->chain_count ? x->chains[number + 1] : x->state_count;
}

// Is it what the palette says of a chain, response by response?
static bool is_same(const recording* x, int32_t number, const chain* wanted) {
    int32_t found = 0, first = x->chains[number];
    if (chain_end(x, number) - first != wanted->state_count)
        return false;
    for (int32_t i = 0; i < x->response_count; ++i) {
        const recording_response* have = &x->responses[i];
        if (have->chain != number)
            continue;
        if (found == wanted->response_count)
            return false;
        const sampler_response* s = &wanted->responses[found++];
        if (have->entry != s->entry || have->before != s->before || have->after != s->after ||
            have->first - first != s->first || have->count != s->count)
            return false;
    }
    return found == wanted->response_count;
}

static source find_chain(const merging* m, const chain* wanted) {
    for (int32_t i = 0; i < m->count; ++i)
        for (int32_t c = 0; c < m->pieces[i].chain_count; ++c)
            if (is_same(&m->pieces[i], c, wanted))
                return (source){&m->pieces[i], c, m->pieces[i].chains[c], wanted->state_count};
    return (source){0};
}

static bool find_chains(merging* m) {
    int32_t count = m->pieces[0].palette.chains, absent = 0;
    const char* missing = "";
    m->chains = ARENA_NEW(m->memory, source, (size_t)count);
    for (int32_t c = 0; c < count; ++c) {
        chain wanted;
        if (!chain_sample(&m->pieces[0].palette, c, m->memory, &wanted, m->r))
            return false;
        m->chains[c] = find_chain(m, &wanted);
        if (m->chains[c].piece == NULL && ++absent <= 8)
            missing = text_listed(missing, arena_format(m->memory, "%d", c + 1), m->memory);
    }
    return absent == 0 ||
           report_error(
               m->r, place_none(),
               "%d of %d chains are in none of these pieces (%s%s): give the others too, or record "
               "the piece that was lost again",
               absent, count, missing, absent > 8 ? ", ..." : "");
}

static void add_responses(merging* m, const source* s) {
    recording* x = &m->head;
    for (int32_t i = 0; i < s->piece->response_count; ++i) {
        recording_response one = s->piece->responses[i];
        if (one.chain != s->chain)
            continue;
        one.chain = x->chain_count;
        one.first += x->state_count - s->first;
        x->responses[x->response_count++] = one;
    }
}

static void add_contacts(merging* m, const source* s) {
    recording* x = &m->head;
    for (int32_t i = 0; i < s->piece->contact_count; ++i) {
        recording_contact one = s->piece->contacts[i];
        if (one.state < s->first || one.state >= s->first + s->count)
            continue;
        one.state += x->state_count - s->first;
        x->contacts[x->contact_count++] = one;
    }
}

// All that stands before the states, in the order of chains.
static bool make_head(merging* m) {
    int64_t responses = 0, contacts = 0, states = 0;
    for (int32_t i = 0; i < m->count; ++i) {
        responses += m->pieces[i].response_count;
        contacts += m->pieces[i].contact_count;
        states += m->pieces[i].state_count;
    }
    if (states > INT32_MAX || responses > INT32_MAX || contacts > INT32_MAX)
        return report_error(m->r, place_none(),
                            "these pieces have too many states for one recording");
    recording* x = &m->head;
    *x = m->pieces[0];
    x->chains = ARENA_NEW(m->memory, int32_t, (size_t)x->palette.chains);
    x->responses = ARENA_NEW(m->memory, recording_response, (size_t)responses);
    x->contacts = ARENA_NEW(m->memory, recording_contact, (size_t)contacts);
    x->chain_count = x->response_count = x->contact_count = x->state_count = 0;
    for (int32_t c = 0; c < x->palette.chains; ++c) {
        const source* s = &m->chains[c];
        add_responses(m, s);
        add_contacts(m, s);
        x->chains[x->chain_count++] = x->state_count;
        x->state_count += s->count;
    }
    return true;
}

static bool copy_states(const merging* m, FILE* to) {
    size_t size = recording_state_size(&m->head);
    float* state = arena_alloc(m->memory, 1, size);
    for (int32_t c = 0; c < m->head.chain_count; ++c) {
        const source* s = &m->chains[c];
        for (int32_t i = 0; i < s->count; ++i)
            if (!recording_states(s->piece, s->first + i, 1, state, m->r) ||
                fwrite(state, 1, size, to) != size)
                return false;
    }
    return true;
}

static bool write_all(const merging* m, const char* output) {
    const char* aside = arena_format(m->memory, "%s.part", output);
    bytes head = recording_head(&m->head, m->memory);
    errno = 0;
    FILE* file = fopen(aside, "wb");
    bool sound =
        file != NULL && fwrite(head.data, 1, head.size, file) == head.size && copy_states(m, file);
    sound = sound && fflush(file) == 0 && fsync(fileno(file)) == 0;
    sound = file != NULL && fclose(file) == 0 && sound && rename(aside, output) == 0;
    if (sound)
        return true;
    int why = errno;
    unlink(aside);
    return m->r->error_count == 0
               ? report_error(m->r, place_file(output), "cannot be written: %s", strerror(why))
               : false;
}

bool merge_recordings(const char* const* paths, int32_t count, const char* output, arena* memory,
                      merge_result* out, report* r) {
    merging m = {.paths = paths,
                 .pieces = ARENA_NEW(memory, recording, (size_t)count),
                 .count = count,
                 .memory = memory,
                 .r = r};
    if (!open_pieces(&m) || !find_chains(&m) || !make_head(&m) || !write_all(&m, output))
        return false;
    *out = (merge_result){m.head.state_count, m.head.response_count, m.head.chain_count};
    return true;
}
