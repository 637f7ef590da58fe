// Nodes of all bodies one after another.
// SPDX-License-Identifier: MIT
#include "bake/simulate/assembly_build.h"

#include "bake/dynamics/elastic_term.h"
#include "bake/dynamics/mass.h"
#include "bake/dynamics/neo_hookean.h"
#include "bake/mesh/bounds.h"
#include "bake/mesh/tet_topology.h"
#include "bake/simulate/matter_surface.h"

#include <string.h>

enum { TERMS_A_BODY = 2, TERMS_BESIDE = 3 }; // a sheet has two; air, springs, contact

// ---- nodes -----------------------------------------------------------------------------

static bool read_bodies(building* b) {
    assembly* a = b->a;
    a->bodies = ARENA_NEW(b->memory, matter, (size_t)a->how->body_count);
    a->first_node = ARENA_NEW(b->memory, int32_t, (size_t)a->how->body_count);
    bool sound = true;
    for (int32_t i = 0; i < a->how->body_count; ++i) {
        a->first_node[i] = a->node_count;
        sound = matter_make(&a->how->bodies[i], b->samples, b->threads, b->memory, &a->bodies[i],
                            b->r) &&
                sound;
        ++a->body_count;
        a->node_count += a->bodies[i].node_count;
    }
    return sound;
}

static void join_nodes(building* b) {
    assembly* a = b->a;
    a->nodes = ARENA_NEW(b->memory, vec3, (size_t)a->node_count);
    a->held = ARENA_NEW(b->memory, uint8_t, (size_t)a->node_count);
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        for (int32_t n = 0; n < m->node_count; ++n) {
            a->nodes[a->first_node[i] + n] = m->nodes[n];
            a->held[a->first_node[i] + n] = m->held[n];
        }
    }
    assembly_join_obstacles(b);
}

static void join_drawn(building* b) {
    assembly* a = b->a;
    const surface** parts = ARENA_NEW(b->memory, const surface*, (size_t)a->body_count);
    for (int32_t i = 0; i < a->body_count; ++i)
        parts[i] = &a->bodies[i].drawn;
    a->drawn = surface_join(parts, a->body_count, b->memory);
}

static int32_t* shifted(const int32_t* from, size_t count, int32_t by, arena* memory) {
    int32_t* out = ARENA_NEW(memory, int32_t, count);
    for (size_t i = 0; i < count; ++i)
        out[i] = from[i] + by;
    return out;
}

// ---- terms and masses --------------------------------------------------------------------

static void add_mass(building* b, sparse mass) {
    sparse* own = ARENA_NEW(b->memory, sparse, 1);
    *own = mass;
    b->masses[b->mass_count++] = own;
}

static bool add_solid(building* b, int32_t i) {
    assembly* a = b->a;
    const matter* m = &a->bodies[i];
    tets* t = ARENA_NEW(b->memory, tets, 1);
    *t = m->volume;
    t->node_count = a->node_count;
    t->nodes = a->nodes;
    t->node_source_or_null = NULL;
    t->elements = shifted(m->volume.elements, (size_t)t->tet_count * (size_t)t->width,
                          a->first_node[i], b->memory);
    double* density = ARENA_NEW(b->memory, double, (size_t)t->tet_count);
    for (int32_t k = 0; k < t->tet_count; ++k)
        density[k] = m->solids[k].density;
    add_mass(b, mass_of_tets(t, density, b->threads, b->memory));
    energy_term* term = &a->terms[a->term_count++];
    if (m->how->material.law == LAW_NEO_HOOKEAN)
        return neo_hookean_term(t, m->solids, b->threads, term, m->how->where, b->memory, b->r);
    elastic* e = ARENA_NEW(b->memory, elastic, 1);
    bool linear = m->how->material.law == LAW_LINEAR;
    if (!elastic_of_body(linear ? ELASTIC_LINEAR : ELASTIC_STVK, t, m->solids, b->threads, e,
                         m->how->where, b->memory, b->r))
        return false;
    *term = elastic_term(e);
    return true;
}

static bool add_shell(building* b, int32_t i) {
    assembly* a = b->a;
    const matter* m = &a->bodies[i];
    shell* s = ARENA_NEW(b->memory, shell, 1);
    *s = (shell){a->node_count,
                 a->nodes,
                 m->triangle_count,
                 shifted(m->triangles, 3 * (size_t)m->triangle_count, a->first_node[i], b->memory),
                 m->sheets,
                 b->threads};
    if (!shell_check(s, m->how->where, b->memory, b->r))
        return false;
    add_mass(b, shell_mass(s, b->memory));
    a->terms[a->term_count++] = shell_membrane(s, b->memory);
    bool bends = false;
    for (int32_t k = 0; k < m->triangle_count; ++k)
        bends = bends || m->sheets[k].bending > 0.0;
    if (bends)
        a->terms[a->term_count++] = shell_bending(s, b->memory);
    return true;
}

static bool add_bodies(building* b) {
    assembly* a = b->a;
    bool sound = true;
    for (int32_t i = 0; i < a->body_count; ++i)
        if (a->bodies[i].node_count > 0)
            sound =
                (a->how->bodies[i].kind == SIMULATION_SOLID ? add_solid(b, i) : add_shell(b, i)) &&
                sound;
    return sound;
}

// Faces that the air meets: sheets, and the outsides of solids by their corners.
static int32_t add_faces(const assembly* a, int32_t i, int32_t* out, arena* memory) {
    const matter* m = &a->bodies[i];
    if (m->node_count == 0)
        return 0;
    tet_topology shape = {0};
    bool solid = m->how->kind == SIMULATION_SOLID;
    if (solid)
        shape = tets_topology(&m->volume, memory);
    int32_t count = solid ? shape.boundary_count : m->triangle_count;
    for (size_t k = 0; out != NULL && k < 3 * (size_t)count; ++k)
        out[k] =
            a->first_node[i] + (solid ? (int32_t)shape.boundary[k / 3][k % 3] : m->triangles[k]);
    return count;
}

static bool add_air(building* b) {
    assembly* a = b->a;
    a->air = a->how->air;
    if (!a->how->has_air)
        return true;
    int32_t count = 0, at = 0;
    for (int32_t i = 0; i < a->body_count; ++i)
        count += add_faces(a, i, NULL, b->memory);
    int32_t* faces = ARENA_NEW(b->memory, int32_t, 3 * (size_t)count);
    for (int32_t i = 0; i < a->body_count; ++i)
        at += add_faces(a, i, faces + 3 * (size_t)at, b->memory);
    const drag_faces all = {a->node_count, a->nodes, count, faces, b->threads};
    return drag_term(&all, &a->air, &a->terms[a->term_count++], b->memory, b->r);
}

static void sum_masses(building* b) {
    assembly* a = b->a;
    a->body.mass = mass_sum(b->masses, b->mass_count, b->memory);
    a->mass = ARENA_NEW(b->memory, double, (size_t)a->node_count);
    const sparse* m = &a->body.mass;
    for (int32_t i = 0; i < a->node_count; ++i)
        for (int64_t k = m->start[i]; k < m->start[i + 1]; ++k)
            a->mass[i] += m->value[k];
}

// ---- the whole -------------------------------------------------------------------------

static bool obstacles_move(const assembly* a) {
    for (int32_t i = 0; i < a->body_count; ++i)
        if (a->rigid[i].moves && a->rigid[i].node_count > 0)
            return true;
    return false;
}

// The scene's accuracy is of the size of soft bodies; that of the motion is of all nodes, obstacles too.
static double accuracy_of(const assembly* a) {
    bounds soft = bounds_of(a->nodes, a->soft_count), all = bounds_of(a->nodes, a->node_count);
    return a->how->accuracy * v3_distance(soft.low, soft.high) / v3_distance(all.low, all.high);
}

static bool make_motion(building* b) {
    assembly* a = b->a;
    a->weight = 1.0;
    a->body.node_count = a->node_count;
    a->body.nodes = a->nodes;
    a->body.term_count = a->term_count;
    a->body.terms = a->terms;
    a->body.shape_count = 1;
    a->body.threads = b->threads;
    dynamics_options o = dynamics_default();
    o.newmark.rule = a->how->rule;
    o.damping = a->how->damping;
    o.damped_by = DYNAMICS_DAMPED_BY_MATERIAL;
    o.gravity = a->how->gravity;
    o.accuracy = accuracy_of(a);
    o.sag = a->how->hanging ? a->how->gravity : v3(0.0, 0.0, 0.0);
    a->motion = dynamics_make(&a->body, a->held, &o, b->memory, b->r);
    if (a->motion == NULL)
        return false;
    a->on = support_make(&a->support, a->motion, &a->body, b->memory);
    a->on.weights = &a->weight;
    if (obstacles_move(a))
        a->on.leads = (support_leads){assembly_lead, a};
    return true;
}

bool assembly_make(const simulation* how, const matter_samples* samples, int threads, arena* memory,
                   assembly* out, report* r) {
    *out = (assembly){.how = how};
    size_t bodies = (size_t)how->body_count;
    building b = {.a = out, .samples = samples, .threads = threads, .memory = memory, .r = r};
    b.masses = ARENA_NEW(memory, const sparse*, bodies);
    out->terms = ARENA_NEW(memory, energy_term, TERMS_A_BODY * bodies + TERMS_BESIDE);
    if (!read_bodies(&b))
        return false;
    if (out->node_count == 0)
        return report_error(r, how->bodies[0].where, "all bodies are rigid: nothing would move");
    assembly_count_obstacles(&b);
    join_nodes(&b);
    join_drawn(&b);
    if (!assembly_make_support(&b) || !add_bodies(&b))
        return false;
    sum_masses(&b);
    return add_air(&b) && assembly_add_springs(&b) && assembly_add_pushes(&b) &&
           assembly_add_contact(&b) && make_motion(&b);
}

void assembly_close(assembly* a) {
    dynamics_free(a->motion);
    a->motion = NULL;
    carried_term_free(a->on_skin);
    contact_free(a->contact);
    contact_free(a->watched);
    arena_destroy(a->watched_memory);
    a->watched = NULL;
    a->watched_memory = NULL;
    a->on_skin = NULL;
    a->contact = NULL;
    for (int32_t i = 0; i < a->body_count; ++i)
        matter_close(&a->bodies[i]);
}

void assembly_force(const assembly* a, double time, bool after, double* out) {
    memset(out, 0, 3 * (size_t)a->node_count * sizeof *out);
    for (int32_t i = 0; i < a->how->push_count; ++i) {
        const assembly_push* p = &a->pushes[i];
        bool on = after ? time >= p->how->from && time < p->how->to
                        : time > p->how->from && time <= p->how->to;
        vec3 force = simulation_track_at(&p->how->force, time);
        for (int32_t k = 0; on && k < p->count; ++k)
            for (size_t axis = 0; axis < 3; ++axis)
                out[3 * (size_t)p->nodes[k] + axis] += p->fractions[k] * (&force.x)[axis];
    }
}

void assembly_places(const assembly* a, bool in_support, vec3* out) {
    const double* u = dynamics_u(a->motion);
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        carried_places(&m->carried, m->nodes, u + 3 * (size_t)a->first_node[i], out);
        for (int32_t v = 0; v < m->carried.count; ++v)
            out[v] = assembly_rigid_place(a, i, in_support, out[v]);
        out += m->carried.count;
    }
}
