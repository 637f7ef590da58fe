// The scene's own words, and the simulator's own rest: what is found here is what `supple record` will find.
// SPDX-License-Identifier: MIT
#include "bake/record/first_rest.h"

#include "bake/simulate/assembly.h"
#include "bake/simulate/simulation_file.h"

#include <math.h>

static first_rest_body measured(const assembly* a, int32_t body, arena* memory) {
    const matter* m = &a->bodies[body];
    first_rest_body out = {.node_count = m->node_count, .sag = NAN};
    out.nodes = ARENA_NEW(memory, vec3, (size_t)m->node_count);
    for (int32_t n = 0; n < m->node_count; ++n) {
        out.nodes[n] = m->nodes[n];
        out.mass += a->mass[a->first_node[body] + n];
    }
    out.box = bounds_of(m->nodes, m->node_count);
    return out;
}

// No wind, and no push: a support that stands still.
static bool rest(assembly* a, first_rest_result* out, arena* scratch) {
    report own = report_new(scratch);
    if (!support_start(&a->on, NULL, NULL, &own) || !support_rest(&a->on, &own))
        return false;
    const double* u = dynamics_u(a->motion);
    for (int32_t i = 0; i < a->body_count; ++i) {
        double most = 0.0;
        for (int32_t n = 0; n < a->bodies[i].node_count; ++n) {
            const double* d = u + 3 * (size_t)(a->first_node[i] + n);
            most = fmax(most, v3_length(v3(d[0], d[1], d[2])));
        }
        out->bodies[i].sag = most;
    }
    return true;
}

first_rest_result first_rest(bytes text, const first_rest_options* o, arena* memory, report* r) {
    first_rest_result out = {.made = false};
    arena* scratch = arena_create();
    report own = report_new(scratch);
    simulation s;
    assembly a;
    if (simulation_parse(text, o->path, scratch, &s, r)) {
        bool made = assembly_make(&s, o->samples, o->threads, scratch, &a, &own);
        if (made) {
            out = (first_rest_result){.made = true, .body_count = a.body_count};
            out.bodies = ARENA_NEW(memory, first_rest_body, (size_t)a.body_count);
            for (int32_t i = 0; i < a.body_count; ++i)
                out.bodies[i] = measured(&a, i, memory);
            out.rests = !o->only_made && rest(&a, &out, scratch);
        }
        assembly_close(&a);
        if (!made)
            report_pass_on(r, &own, place_file(o->path), false);
    }
    arena_destroy(scratch);
    return out;
}
