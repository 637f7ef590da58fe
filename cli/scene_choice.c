// The samples that a scene may name, and what its bodies are, with doubts about their sizes.
// SPDX-License-Identifier: MIT
#include "cli/scene_choice.h"

#include "bake/base/text.h"
#include "bake/mesh/bounds.h"
#include "bake/scene/unit.h"
#include "scenes/scenes.h"

#include <math.h>

static bool make_sample(void* user, const char* name, place where, arena* memory, scene* out,
                        report* r) {
    (void)user;
    const sample* found = sample_find(name);
    if (found != NULL) {
        *out = found->make(memory);
        return true;
    }
    const char** names = ARENA_NEW(memory, const char*, (size_t)sample_count);
    for (int i = 0; i < sample_count; ++i)
        names[i] = samples[i].name;
    return report_error(
        r, where, "there is no sample \"%s\"%s", text_printable(name, 40, memory),
        text_hint(name, names, sample_count, "; supple sample --list names them", memory));
}

const matter_samples scene_samples = {.make = make_sample};

// Sizes and weights that nobody means, as a bake tells them.
static void doubt_body(cli* c, const matter* m, double mass) {
    const simulation_body* how = m->how;
    bool seen = m->drawn.vertex_count > 0; // coarse cells reach beyond what they carry
    bounds box = seen ? bounds_of(m->drawn.positions, m->drawn.vertex_count)
                      : bounds_of(m->nodes, m->node_count);
    vec3 s = v3_sub(box.high, box.low);
    double metres = fmax(s.x, fmax(s.y, s.z));
    if (m->node_count == 0)
        return;
    if (metres < UNIT_SMALLEST || metres > UNIT_LARGEST)
        report_warning(&c->findings, how->where,
                       "the body \"%s\" is %s long at `unit: %g`: soft bodies are between %s and "
                       "%s; if that is not meant, say its unit",
                       cli_shown(c, how->name), text_length(metres, c->memory), how->unit,
                       text_length(UNIT_SMALLEST, c->memory), text_length(UNIT_LARGEST, c->memory));
    const unit_weight w = {arena_format(c->memory, "the nodes of \"%s\" weigh", how->name),
                           "`unit`", mass, metres / how->unit, how->unit};
    const char* text = unit_doubt(&w, c->memory);
    if (text != NULL)
        report_warning(&c->findings, how->where, "%s", text);
}

void scene_print_bodies(cli* c, const assembly* a) {
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        int32_t held = 0;
        double mass = 0.0;
        for (int32_t n = 0; n < m->node_count; ++n) {
            held += m->held[n];
            mass += a->mass[a->first_node[i] + n];
        }
        printf("%s  ", cli_shown(c, m->how->name));
        if (m->how->kind == SIMULATION_SOLID)
            printf("%d tets, %d nodes, ", m->volume.tet_count, m->node_count);
        else if (m->how->kind == SIMULATION_SHELL)
            printf("%d triangles, %d nodes, ", m->triangle_count, m->node_count);
        else
            printf("rigid, ");
        if (m->node_count > 0)
            printf("%d held, %s, ", held, text_mass(mass, c->memory));
        printf("%d vertices drawn\n", m->drawn.vertex_count);
        doubt_body(c, m, mass);
    }
}
