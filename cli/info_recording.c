// Only the head is read: of gigabytes of states, their number says enough.
// SPDX-License-Identifier: MIT
#include "cli/info_recording.h"

#include "bake/base/json_out.h"
#include "bake/base/text.h"
#include "bake/record/recording.h"

// Of the responses to one entry.
typedef struct tally {
    int32_t count, states, shortest, longest;
} tally;

static tally tally_of(const recording* x, int32_t entry) {
    tally t = {.shortest = INT32_MAX};
    for (int32_t i = 0; i < x->response_count; ++i) {
        const recording_response* s = &x->responses[i];
        if (s->entry != entry)
            continue;
        ++t.count;
        t.states += s->count;
        t.shortest = s->count < t.shortest ? s->count : t.shortest;
        t.longest = s->count > t.longest ? s->count : t.longest;
    }
    return t;
}

static void print_text(const cli* c, const recording* x) {
    const palette* p = &x->palette;
    printf("%s\n", cli_shown(c, x->path));
    printf("  %-10s recording, %s of states\n", "format",
           text_memory((double)recording_state_size(x) * x->state_count, c->memory));
    printf("  %-10s %d at %.4g a second, %s of motion\n", "states", x->state_count, p->fps,
           text_duration((x->state_count - x->chain_count) / p->fps, c->memory));
    printf("  %-10s %d, %d triangles\n", "vertices", x->vertex_count, x->triangle_count);
    printf("  %-10s %d\n", "bodies", x->body_count);
    for (int32_t i = 0; i < x->body_count; ++i)
        printf("    %-20s %d vertices%s\n", text_printable(x->bodies[i].name, 60, c->memory),
               x->bodies[i].count, x->bodies[i].rigid ? ", rigid" : "");
    printf("  %-10s %d of the support%s\n", "speeds", p->speed_count,
           p->speed_matters ? ", which matter to the motion" : "");
    printf("  %-10s %d, seed %llu\n", "chains", x->chain_count, (unsigned long long)p->seed);
    printf("  %-10s %d\n", "responses", x->response_count);
    for (int32_t e = 0; e < p->entry_count; ++e) {
        tally t = tally_of(x, e);
        printf("    %-20s %d", text_printable(p->entries[e].name, 60, c->memory), t.count);
        if (t.count > 0)
            printf(" of %.3g to %.3g s, %d states", t.shortest / p->fps, t.longest / p->fps,
                   t.states);
        putchar('\n');
    }
    printf("  %-10s %d\n", "contacts", x->contact_count);
}

static void print_json(const cli* c, const recording* x) {
    const palette* p = &x->palette;
    json_out o = json_out_new(c->memory, true);
    json_begin_object(&o);
    json_key_text(&o, "file", x->path);
    json_key_text(&o, "format", "recording");
    json_key_int(&o, "states", x->state_count);
    json_key_double(&o, "fps", p->fps);
    json_key_int(&o, "vertices", x->vertex_count);
    json_key_int(&o, "triangles", x->triangle_count);
    json_key_int(&o, "chains", x->chain_count);
    json_key_int(&o, "contacts", x->contact_count);
    json_key(&o, "entries");
    json_begin_array(&o);
    for (int32_t e = 0; e < p->entry_count; ++e) {
        tally t = tally_of(x, e);
        json_begin_object(&o);
        json_key_text(&o, "name", p->entries[e].name);
        json_key_int(&o, "responses", t.count);
        json_key_int(&o, "states", t.states);
        json_end_object(&o);
    }
    json_end_array(&o);
    json_key(&o, "responses");
    json_begin_array(&o);
    for (int32_t i = 0; i < x->response_count; ++i) {
        const recording_response* s = &x->responses[i];
        json_begin_object(&o);
        json_key_int(&o, "chain", s->chain);
        json_key_int(&o, "entry", s->entry);
        json_key_int(&o, "first", s->first);
        json_key_int(&o, "count", s->count);
        json_end_object(&o);
    }
    json_end_array(&o);
    json_end_object(&o);
    puts(o.text);
}

int info_recording(cli* c, const char* path, bool as_json) {
    recording x;
    if (!recording_open(path, c->memory, &x, &c->findings))
        return EXIT_BAD_INPUT;
    if (as_json)
        print_json(c, &x);
    else
        print_text(c, &x);
    return EXIT_OK;
}
