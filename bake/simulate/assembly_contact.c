// What touches in an assembly: outsides of solids, sheets, and rigid bodies as obstacles, which are nodes that are led.
//
// A rigid body on the scene's support stands still in its frame. One with a support of its own goes its own way in the
// world, and its nodes are led along it as the frame sees them.
// SPDX-License-Identifier: MIT
#include "bake/mesh/bounds.h"
#include "bake/mesh/tet_topology.h"
#include "bake/simulate/assembly_build.h"

#include <string.h>

static const double DISTANCE = 1e-3; // of the soft bodies' size, where a scene says nothing

enum { NAMED_MOST = 3 }; // pairs that begin crossed

// ---- obstacles ---------------------------------------------------------------------------

static bool touches(const assembly* a, int32_t i) {
    return a->how->contact.on && a->how->bodies[i].touches != TOUCHES_NOTHING;
}

void assembly_count_obstacles(building* b) {
    assembly* a = b->a;
    a->soft_count = a->node_count;
    a->rigid = ARENA_NEW(b->memory, assembly_rigid, (size_t)a->body_count);
    for (int32_t i = 0; i < a->body_count; ++i) {
        matter* m = &a->bodies[i];
        if (m->how->kind != SIMULATION_RIGID || !touches(a, i))
            continue;
        m->weld = weld_positions(m->skin.positions, m->skin.vertex_count, 0.0, b->memory);
        a->rigid[i].first_node = a->node_count;
        a->rigid[i].node_count = m->weld.count;
        a->node_count += m->weld.count;
    }
}

void assembly_join_obstacles(building* b) {
    assembly* a = b->a;
    for (int32_t i = 0; i < a->body_count; ++i) {
        const assembly_rigid* o = &a->rigid[i];
        for (int32_t n = 0; n < o->node_count; ++n) {
            a->nodes[o->first_node + n] = a->bodies[i].weld.positions[n];
            a->held[o->first_node + n] = 1;
        }
    }
}

// Where it is when the scene's support is there.
static support_state state_then(const assembly_rigid* o, double time) {
    support_state then = o->at;
    if (time > then.time)
        support_pass(&o->frame, &then, time - then.time);
    return then;
}

void assembly_lead(void* user, const support_state* at, double* held) {
    const assembly* a = user;
    quat back = quat_conjugate(at->turn);
    for (int32_t i = 0; i < a->body_count; ++i) {
        const assembly_rigid* o = &a->rigid[i];
        if (!o->moves || o->node_count == 0)
            continue;
        support_state own = state_then(o, at->time);
        for (int32_t n = o->first_node; n < o->first_node + o->node_count; ++n) {
            vec3 arm = v3_sub(support_seen(&o->frame, &own, a->nodes[n]), at->centre);
            vec3 frame = v3_add(at->velocity, v3_cross(at->spin, arm));
            vec3 u = v3_sub(v3_add(quat_rotate(back, arm), a->support.pivot), a->nodes[n]);
            vec3 v = quat_rotate(back, v3_sub(support_speed(&o->frame, &own, a->nodes[n]), frame));
            memcpy(held + 3 * (size_t)n, &u, sizeof u);
            memcpy(held + 3 * (size_t)(a->node_count + n), &v, sizeof v);
        }
    }
}

void assembly_pass(assembly* a) {
    for (int32_t i = 0; i < a->body_count; ++i)
        if (a->rigid[i].moves)
            a->rigid[i].at = state_then(&a->rigid[i], a->on.at.time);
}

vec3 assembly_rigid_place(const assembly* a, int32_t body, bool in_support, vec3 rest) {
    const assembly_rigid* o = &a->rigid[body];
    const support_state* at = &a->on.at;
    if (!o->moves)
        return in_support ? rest : support_place(&a->on, rest);
    vec3 x = support_seen(&o->frame, &o->at, rest);
    if (!in_support)
        return x;
    return v3_add(quat_rotate(quat_conjugate(at->turn), v3_sub(x, at->centre)), a->support.pivot);
}

// ---- all that touches ----------------------------------------------------------------------

typedef struct collecting {
    int32_t count;
    int32_t (*triangles)[3]; // NULL: they are only counted
    int32_t* body;
    int32_t of, shift; // the body that is being collected, and its first node
} collecting;

static void add_triangle(collecting* c, int32_t p, int32_t q, int32_t r) {
    if (c->triangles != NULL) {
        const int32_t corners[3] = {c->shift + p, c->shift + q, c->shift + r};
        memcpy(c->triangles[c->count], corners, sizeof corners);
        c->body[c->count] = c->of;
    }
    ++c->count;
}

// The mid-edge node of two corners of a ten-node element.
static int32_t middle_of(const int32_t* element, int32_t p, int32_t q) {
    for (int k = 0; k < 6; ++k) {
        int32_t a = element[tet_edge[k][0]], b = element[tet_edge[k][1]];
        if ((a == p && b == q) || (a == q && b == p))
            return element[4 + k];
    }
    return -1;
}

// Faces of ten-node elements are four triangles each.
static void collect_solid(collecting* c, const tets* t, arena* memory) {
    tet_topology shape = tets_topology(t, memory);
    for (int32_t i = 0; i < shape.boundary_count; ++i) {
        int32_t p[3], m[3];
        const int32_t* element = t->elements + (size_t)shape.boundary_tet[i] * (size_t)t->width;
        for (int k = 0; k < 3; ++k)
            p[k] = (int32_t)shape.boundary[i][k];
        if (t->width == 4) {
            add_triangle(c, p[0], p[1], p[2]);
            continue;
        }
        for (int k = 0; k < 3; ++k)
            m[k] = middle_of(element, p[k], p[(k + 1) % 3]);
        for (int k = 0; k < 3; ++k)
            add_triangle(c, p[k], m[k], m[(k + 2) % 3]);
        add_triangle(c, m[0], m[1], m[2]);
    }
}

static void collect_rigid(collecting* c, const matter* m, arena* memory) {
    uint32_t(*kept)[3] =
        arena_alloc(memory, (size_t)m->skin.triangle_count, sizeof *m->skin.triangles);
    int32_t count = weld_triangles(&m->weld, (const uint32_t(*)[3])m->skin.triangles,
                                   m->skin.triangle_count, kept);
    for (int32_t i = 0; i < count; ++i)
        add_triangle(c, (int32_t)kept[i][0], (int32_t)kept[i][1], (int32_t)kept[i][2]);
}

static void collect(const assembly* a, collecting* c, arena* memory) {
    c->count = 0;
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        c->of = i;
        c->shift = m->node_count > 0 ? a->first_node[i] : a->rigid[i].first_node;
        if (!touches(a, i))
            continue;
        if (m->how->kind == SIMULATION_SOLID)
            collect_solid(c, &m->volume, memory);
        else if (m->how->kind == SIMULATION_RIGID)
            collect_rigid(c, m, memory);
        else
            for (int32_t k = 0; k < m->triangle_count; ++k)
                add_triangle(c, m->triangles[3 * k], m->triangles[3 * k + 1],
                             m->triangles[3 * k + 2]);
    }
}

// Bodies that touch others only are a group each.
static int32_t* groups_of(const assembly* a, arena* memory) {
    int32_t* group = ARENA_NEW(memory, int32_t, (size_t)a->node_count);
    for (int32_t n = 0; n < a->node_count; ++n)
        group[n] = -1;
    for (int32_t i = 0; i < a->body_count; ++i)
        for (int32_t n = 0; n < a->bodies[i].node_count; ++n)
            if (a->how->bodies[i].touches == TOUCHES_OTHERS)
                group[a->first_node[i] + n] = i;
    return group;
}

static void collect_skin(building* b) {
    assembly* a = b->a;
    arena* scratch = arena_create();
    collecting c = {.count = 0};
    collect(a, &c, scratch);
    c.triangles = arena_alloc(b->memory, (size_t)c.count, sizeof *c.triangles);
    c.body = ARENA_NEW(b->memory, int32_t, (size_t)c.count);
    collect(a, &c, scratch);
    arena_destroy(scratch);
    a->skin = (contact_surface){.node_count = a->node_count,
                                .nodes = a->nodes,
                                .triangle_count = c.count,
                                .triangles = (const int32_t(*)[3])c.triangles,
                                .led_or_null = a->held,
                                .group_or_null = groups_of(a, b->memory),
                                .mass = &a->body.mass};
    a->skin_body = c.body;
}

// ---- the beginning -------------------------------------------------------------------------

static vec3 node_place(const assembly* a, const double* u, int32_t n) {
    const double* p = u + 3 * (size_t)n;
    return v3_add(a->nodes[n], v3(p[0], p[1], p[2]));
}

// The number of a triangle among those of its body.
static int32_t own_number(const assembly* a, int32_t triangle) {
    int32_t first = triangle;
    while (first > 0 && a->skin_body[first - 1] == a->skin_body[triangle])
        --first;
    return triangle - first;
}

static void name_pair(const building* b, const contact_pair* p, const double* u) {
    const assembly* a = b->a;
    vec3 at = node_place(a, u, p->node[0]);
    const matter *one = &a->bodies[a->skin_body[p->triangle[0]]],
                 *two = &a->bodies[a->skin_body[p->triangle[1]]];
    const char* how = p->kind == CONTACT_CROSSED
                          ? "passes through"
                          : arena_format(b->memory, "is %.3g m from", p->distance);
    report_error(b->r, one->how->where,
                 "at the beginning triangle %d of body \"%s\" %s triangle %d of %s%s%s, at (%.4g, "
                 "%.4g, %.4g) m",
                 own_number(a, p->triangle[0]), one->how->name, how, own_number(a, p->triangle[1]),
                 one == two ? "the same body" : "body \"", one == two ? "" : two->how->name,
                 one == two ? "" : "\"", at.x, at.y, at.z);
}

// Contact keeps apart what is apart: what begins crossed would stay so.
static bool check_start(const building* b) {
    const assembly* a = b->a;
    arena* scratch = arena_create();
    double* held = ARENA_NEW(scratch, double, 9 * (size_t)a->node_count);
    support_state at = support_beginning(&a->support);
    assembly_lead(b->a, &at, held);
    contact_pair pairs[NAMED_MOST];
    int64_t count = contact_crossings(a->contact, held, pairs, NAMED_MOST);
    for (int64_t i = 0; i < count && i < NAMED_MOST; ++i)
        name_pair(b, &pairs[i], held);
    arena_destroy(scratch);
    return count == 0 ||
           report_error(b->r, a->how->contact.where,
                        "%lld pairs of triangles cross or are nearer than the thickness at the "
                        "beginning; move the bodies apart, hold what belongs together, or give one "
                        "of them `touches: nothing`",
                        (long long)count);
}

bool assembly_add_contact(building* b) {
    assembly* a = b->a;
    const simulation_contact* how = &a->how->contact;
    if (!how->on)
        return true;
    collect_skin(b);
    bounds box = bounds_of(a->nodes, a->soft_count);
    contact_options o = contact_default();
    o.distance = how->distance > 0.0 ? how->distance : DISTANCE * v3_distance(box.low, box.high);
    o.thickness = how->thickness;
    o.friction = how->friction;
    o.slow = how->slow;
    o.rounds = how->rounds;
    o.step = 1.0 / (a->how->fps * a->how->steps);
    o.gravity = v3_length(a->how->gravity);
    o.stiffness = how->stiffness;
    a->contact = contact_make(&a->skin, &o, b->threads, b->memory, b->r);
    if (a->contact == NULL)
        return false;
    a->terms[a->term_count++] = contact_term(a->contact);
    return check_start(b);
}
