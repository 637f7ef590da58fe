// Bodies that may touch: blocks of flesh, sheets and walls over one numbering of nodes, for tests of contact.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/contact/contact.h"
#include "bake/dynamics/dynamics.h"
#include "bake/dynamics/mass.h"
#include "bake/dynamics/neo_hookean.h"
#include "bake/dynamics/shell.h"
#include "bake/mesh/tet_topology.h"
#include "test/kit/cells_mesh.h"
#include "test/kit/crossing_count.h"

#include <stdlib.h>
#include <string.h>

enum { TOUCHING_NODES = 6000, TOUCHING_TRIANGLES = 12000 };

// Fill it with blocks, sheets and walls; set options; then touching_start.
typedef struct touching {
    arena* memory;
    report r;
    int threads;
    contact_options options;
    dynamics_options how;
    material flesh;
    shell_material cloth;
    int32_t node_count, triangle_count, tet_count, cloth_count, term_count;
    vec3* nodes;
    int32_t (*triangles)[3]; // that may touch
    int32_t (*tets)[4];
    int32_t* cloths; // [cloth_count][3]
    uint8_t* led;
    const double* friction_or_null; // [node_count]
    energy_term terms[4];
    sparse mass;
    contact* contact;
    dynamics* moving;
    double *u, *v; // at the start
    double* held;  // [3][3 * node_count] of nodes that are led, at the end of the next step
} touching;

static inline touching touching_new(double distance) {
    touching t = {.memory = arena_create(), .threads = 1};
    t.r = report_new(t.memory);
    t.options = contact_default();
    t.options.distance = distance;
    t.how = dynamics_default();
    t.how.newmark.rule = NEWMARK_BACKWARD;
    t.how.gravity = v3(0.0, 0.0, -9.81);
    t.how.accuracy = 1e-9;
    t.flesh = (material){2e5, 0.3, 1000.0};
    t.cloth = (shell_material){1e6, 0.3, 3e-4, 0.2, 1e-5, INFINITY, 1e-3};
    t.nodes = ARENA_NEW(t.memory, vec3, TOUCHING_NODES);
    t.triangles = arena_alloc(t.memory, TOUCHING_TRIANGLES, sizeof *t.triangles);
    t.tets = arena_alloc(t.memory, TOUCHING_TRIANGLES, sizeof *t.tets);
    t.cloths = ARENA_NEW(t.memory, int32_t, 3 * TOUCHING_TRIANGLES);
    t.led = ARENA_NEW(t.memory, uint8_t, TOUCHING_NODES);
    t.u = ARENA_NEW(t.memory, double, 3 * TOUCHING_NODES);
    t.v = ARENA_NEW(t.memory, double, 3 * TOUCHING_NODES);
    return t;
}

static inline int32_t touching_node(touching* t, vec3 x) {
    t->nodes[t->node_count] = x;
    return t->node_count++;
}

static inline void touching_triangle(touching* t, int32_t a, int32_t b, int32_t c) {
    int32_t* to = t->triangles[t->triangle_count++];
    to[0] = a, to[1] = b, to[2] = c;
}

// Two triangles whose nodes are led; the first node.
static inline int32_t touching_wall(touching* t, vec3 a, vec3 b, vec3 c, vec3 d) {
    int32_t first = touching_node(t, a);
    touching_node(t, b), touching_node(t, c), touching_node(t, d);
    touching_triangle(t, first, first + 1, first + 2);
    touching_triangle(t, first, first + 2, first + 3);
    memset(t->led + first, 1, 4);
    return first;
}

// A floor in the plane through `at` across a direction, 2 * half wide.
static inline int32_t touching_floor(touching* t, vec3 at, vec3 up, double half) {
    vec3 x = v3_unit(v3_cross(v3(0.0, 1.0, 0.0), up)), y = v3_cross(up, x);
    return touching_wall(
        t, v3_madd(v3_madd(at, x, -half), y, -half), v3_madd(v3_madd(at, x, half), y, -half),
        v3_madd(v3_madd(at, x, half), y, half), v3_madd(v3_madd(at, x, -half), y, half));
}

// A box of flesh, turned about its corner and put somewhere; the first node.
static inline int32_t touching_block(touching* t, const int32_t cells[3], vec3 size, vec3 at,
                                     quat turn) {
    tets m = cells_mesh(cells, size, t->memory);
    tet_topology shape = tets_topology(&m, t->memory);
    int32_t first = t->node_count;
    for (int32_t i = 0; i < m.node_count; ++i)
        touching_node(t, v3_add(at, quat_rotate(turn, m.nodes[i])));
    for (int32_t i = 0; i < m.tet_count; ++i, ++t->tet_count)
        for (int k = 0; k < 4; ++k)
            t->tets[t->tet_count][k] = first + m.elements[4 * i + k];
    for (int32_t i = 0; i < shape.boundary_count; ++i) {
        const uint32_t* f = shape.boundary[i];
        touching_triangle(t, first + (int32_t)f[0], first + (int32_t)f[1], first + (int32_t)f[2]);
    }
    return first;
}

// A sheet from a corner along two sides; the first node. Node of column i and row k: first + i * (cells[1] + 1) + k.
static inline int32_t touching_sheet(touching* t, const int32_t cells[2], vec3 at, vec3 x, vec3 y) {
    int32_t first = t->node_count, rows = cells[1] + 1;
    for (int32_t i = 0; i <= cells[0]; ++i)
        for (int32_t k = 0; k <= cells[1]; ++k)
            touching_node(t,
                          v3_madd(v3_madd(at, x, (double)i / cells[0]), y, (double)k / cells[1]));
    for (int32_t i = 0; i < cells[0]; ++i)
        for (int32_t k = 0; k < cells[1]; ++k) {
            int32_t a = first + i * rows + k, b = a + rows, c = b + 1, d = a + 1;
            const int32_t both[6] = {a, b, c, a, c, d};
            memcpy(t->cloths + 3 * t->cloth_count, both, sizeof both);
            t->cloth_count += 2;
            touching_triangle(t, a, b, c);
            touching_triangle(t, a, c, d);
        }
    return first;
}

static inline void touching_throw(touching* t, int32_t first, int32_t end, vec3 velocity) {
    for (int32_t i = first; i < end; ++i)
        memcpy(t->v + 3 * (size_t)i, &velocity, sizeof velocity);
}

static inline contact_surface touching_surface(const touching* t) {
    return (contact_surface){.node_count = t->node_count,
                             .nodes = t->nodes,
                             .triangle_count = t->triangle_count,
                             .triangles = (const int32_t(*)[3])t->triangles,
                             .led_or_null = t->led,
                             .friction_or_null = t->friction_or_null,
                             .mass = &t->mass};
}

static inline bool touching_add_flesh(touching* t, sparse* mass) {
    tets* all = ARENA_NEW(t->memory, tets, 1);
    *all = (tets){.node_count = t->node_count,
                  .tet_count = t->tet_count,
                  .width = 4,
                  .nodes = t->nodes,
                  .elements = &t->tets[0][0]};
    material* m = ARENA_NEW(t->memory, material, (size_t)t->tet_count);
    double* density = ARENA_NEW(t->memory, double, (size_t)t->tet_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        m[i] = t->flesh, density[i] = t->flesh.density;
    *mass = mass_of_tets(all, density, t->threads, t->memory);
    return neo_hookean_term(all, m, t->threads, &t->terms[t->term_count++], place_none(), t->memory,
                            &t->r);
}

static inline void touching_add_cloth(touching* t, sparse* mass) {
    shell* s = ARENA_NEW(t->memory, shell, 1);
    shell_material* m = ARENA_NEW(t->memory, shell_material, (size_t)t->cloth_count);
    for (int32_t i = 0; i < t->cloth_count; ++i)
        m[i] = t->cloth;
    *s = (shell){t->node_count, t->nodes, t->cloth_count, t->cloths, m, t->threads};
    t->terms[t->term_count++] = shell_membrane(s, t->memory);
    t->terms[t->term_count++] = shell_bending(s, t->memory);
    *mass = shell_mass(s, t->memory);
}

static inline moment touching_moment(const touching* t) {
    return (moment){.held_or_null = t->held};
}

// With `touch` false nothing knows of contact. False where it cannot start.
static inline bool touching_start(touching* t, bool touch) {
    sparse masses[2];
    const sparse* parts[2] = {&masses[0], &masses[1]};
    int32_t count = 0;
    if (t->tet_count > 0 && !touching_add_flesh(t, &masses[count++]))
        return false;
    if (t->cloth_count > 0)
        touching_add_cloth(t, &masses[count++]);
    t->mass = count == 1 ? masses[0] : mass_sum(parts, count, t->memory);
    t->held = ARENA_NEW(t->memory, double, 9 * (size_t)t->node_count);
    memcpy(t->held, t->u, 3 * (size_t)t->node_count * sizeof *t->u);
    const contact_surface s = touching_surface(t);
    t->contact = contact_make(&s, &t->options, t->threads, t->memory, &t->r);
    if (t->contact == NULL || (touch && !contact_check_start(t->contact, t->u, &t->r)))
        return false;
    if (touch)
        t->terms[t->term_count++] = contact_term(t->contact);
    const dynamics_body body = {.node_count = t->node_count,
                                .nodes = t->nodes,
                                .mass = t->mass,
                                .term_count = t->term_count,
                                .terms = t->terms,
                                .threads = t->threads};
    t->moving = dynamics_make(&body, t->led, &t->how, t->memory, &t->r);
    const moment now = touching_moment(t);
    return t->moving != NULL && dynamics_start(t->moving, &now, t->u, t->v, &t->r);
}

static inline bool touching_step(touching* t, double h) {
    const moment now = touching_moment(t);
    return dynamics_step(t->moving, &now, h, &t->r);
}

// What is led goes on from where it is, in the next step.
static inline void touching_lead(touching* t, int32_t first, int32_t end, vec3 by, double h) {
    size_t order = 3 * (size_t)t->node_count;
    for (int32_t i = first; i < end; ++i)
        for (size_t k = 0; k < 3; ++k) {
            t->held[3 * (size_t)i + k] += (&by.x)[k];
            t->held[order + 3 * (size_t)i + k] = (&by.x)[k] / h;
        }
}

static inline vec3 touching_at(const touching* t, int32_t node) {
    const double* u = dynamics_u(t->moving) + 3 * (size_t)node;
    return v3_add(t->nodes[node], v3(u[0], u[1], u[2]));
}

static inline vec3 touching_velocity(const touching* t, int32_t node) {
    const double* v = dynamics_v(t->moving) + 3 * (size_t)node;
    return v3(v[0], v[1], v[2]);
}

// The mean over nodes of their mass, place and momentum.
typedef struct touching_whole {
    double mass;
    vec3 centre, velocity;
} touching_whole;

static inline touching_whole touching_sum(const touching* t, int32_t first, int32_t end) {
    touching_whole w = {.mass = 0.0};
    for (int32_t i = first; i < end; ++i) {
        double m = 0.0;
        for (int64_t k = t->mass.start[i]; k < t->mass.start[i + 1]; ++k)
            m += t->mass.value[k];
        w.mass += m;
        w.centre = v3_madd(w.centre, touching_at(t, i), m);
        w.velocity = v3_madd(w.velocity, touching_velocity(t, i), m);
    }
    w.centre = v3_scale(w.centre, 1.0 / w.mass);
    w.velocity = v3_scale(w.velocity, 1.0 / w.mass);
    return w;
}

// What went wrong, for whoever reads the test's output.
static inline void touching_say(const touching* t) {
    for (int32_t i = 0; i < t->r.count; ++i)
        printf("  %s\n", t->r.findings[i].text);
}

static inline void touching_free(touching* t) {
    dynamics_free(t->moving);
    contact_free(t->contact);
    arena_destroy(t->memory);
}
