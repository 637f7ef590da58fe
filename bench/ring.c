// SPDX-License-Identifier: MIT
#include "bench/ring.h"

#include "bake/base/json_out.h"
#include "bake/mesh/tet_topology.h"

#include <stdio.h>
#include <string.h>

static const double RING_FIRST =
    3.0; // Hz: Bullet steps modes explicitly and diverges above omega h = 2

static toy_options ring_options(void) {
    toy_options o = toy_default();
    o.kind = TOY_TORUS;
    o.size = v3(0.6, 0.16, 0.0);
    o.cells[0] = 37, o.cells[1] = 3, o.cells[2] = 6;
    o.modes = RING_MODES;
    o.first = RING_FIRST;
    return o;
}

bool ring_make(arena* memory, toy* out, report* r) {
    toy_options o = ring_options();
    return toy_make(&o, memory, out, r);
}

// Pascals with which the mesh has those frequencies: they grow with the root of it.
static bool softened(double* young, arena* memory, report* r) {
    toy_options o = ring_options();
    toy natural;
    o.first = 0.0;
    if (!toy_make(&o, memory, &natural, r))
        return false;
    double times = RING_FIRST / modal_frequency(&natural.model.modes[0]);
    *young = o.material.young * times * times;
    return true;
}

static const char* as_json(const toy* ring, double young, arena* memory) {
    const tets* t = &ring->model.tets;
    tet_topology shape = tets_topology(t, memory);
    json_out o = json_out_new(memory, false);
    json_begin_object(&o);
    json_key_double(&o, "mass", ring->model.body.mass);
    json_key_double(&o, "young", young);
    json_key_double(&o, "poisson", ring_options().material.poisson);
    json_key_double(&o, "damping", ring_options().ratio);
    json_key_double(&o, "first", RING_FIRST);
    json_key(&o, "nodes");
    json_begin_array(&o);
    for (int32_t i = 0; i < t->node_count; ++i) {
        json_double(&o, t->nodes[i].x);
        json_double(&o, t->nodes[i].y);
        json_double(&o, t->nodes[i].z);
    }
    json_end_array(&o);
    json_key(&o, "tets");
    json_ints(&o, t->elements, 4 * t->tet_count);
    json_key(&o, "triangles");
    json_begin_array(&o);
    for (int32_t i = 0; i < 3 * shape.boundary_count; ++i)
        json_int(&o, shape.boundary[i / 3][i % 3]);
    json_end_array(&o);
    json_end_object(&o);
    return o.text;
}

int ring_write(const char* folder) {
    arena* memory = arena_create();
    report r = report_new(memory);
    toy ring;
    double young = 0.0;
    bool ok = ring_make(memory, &ring, &r) && softened(&young, memory, &r);
    const char* json = ok ? as_json(&ring, young, memory) : "";
    ok = ok && file_write(arena_format(memory, "%s/ring.json", folder), json, strlen(json), &r) &&
         file_write(arena_format(memory, "%s/ring.supple", folder), ring.out.file.data,
                    ring.out.file.size, &r);
    if (!ok)
        fprintf(stderr, "%s\n", finding_text(&r.findings[r.count - 1], memory));
    arena_destroy(memory);
    return ok ? 0 : 1;
}
