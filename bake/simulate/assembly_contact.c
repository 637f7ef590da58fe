// Contact in an assembly: rigid bodies as obstacles, which are nodes that are led, the term, and the check at the beginning.
//
// A rigid body on the scene's support stands still in its frame. One with a support of its own goes its own way in the
// world, and its nodes are led along it as the frame sees them.
// SPDX-License-Identifier: MIT
#include "bake/mesh/bounds.h"
#include "bake/simulate/assembly_build.h"

#include <string.h>

static const double DISTANCE = 1e-3; // of the soft bodies' size, where a scene says nothing

enum { NAMED_MOST = 3 }; // pairs that begin crossed

// ---- obstacles ---------------------------------------------------------------------------

bool assembly_touches(const assembly* a, int32_t body) {
    return a->how->contact.on && a->how->bodies[body].touches != TOUCHES_NOTHING;
}

void assembly_count_obstacles(building* b) {
    assembly* a = b->a;
    a->soft_count = a->node_count;
    a->rigid = ARENA_NEW(b->memory, assembly_rigid, (size_t)a->body_count);
    for (int32_t i = 0; i < a->body_count; ++i) {
        matter* m = &a->bodies[i];
        if (m->how->kind != SIMULATION_RIGID || !assembly_touches(a, i))
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

// ---- the beginning -------------------------------------------------------------------------

static vec3 vertex_place(const assembly* a, const double* u, int32_t vertex) {
    const double* p = u + 3 * (size_t)vertex;
    return v3_add(a->skin.nodes[vertex], v3(p[0], p[1], p[2]));
}

int32_t assembly_own_triangle(const assembly* a, int32_t triangle) {
    int32_t first = triangle;
    while (first > 0 && a->skin_body[first - 1] == a->skin_body[triangle])
        --first;
    return triangle - first;
}

static void name_pair(const building* b, const contact_pair* p, const double* u) {
    const assembly* a = b->a;
    vec3 at = vertex_place(a, u, p->node[0]);
    const matter *one = &a->bodies[a->skin_body[p->triangle[0]]],
                 *two = &a->bodies[a->skin_body[p->triangle[1]]];
    const char* how = p->kind == CONTACT_CROSSED
                          ? "passes through"
                          : arena_format(b->memory, "is %.3g m from", p->distance);
    report_error(b->r, one->how->where,
                 "at the beginning triangle %d of body \"%s\" %s triangle %d of %s%s%s, at (%.4g, "
                 "%.4g, %.4g) m",
                 assembly_own_triangle(a, p->triangle[0]), one->how->name, how,
                 assembly_own_triangle(a, p->triangle[1]), one == two ? "the same body" : "body \"",
                 one == two ? "" : two->how->name, one == two ? "" : "\"", at.x, at.y, at.z);
}

// Names a few pairs; how many there are. number: which triangle of the skin each one is; NULL: the same.
static int64_t name_pairs(const building* b, contact* c, const int32_t* number, const double* u) {
    contact_pair pairs[NAMED_MOST];
    int64_t count = contact_crossings(c, u, pairs, NAMED_MOST);
    for (int64_t i = 0; i < count && i < NAMED_MOST; ++i) {
        for (int k = 0; k < 2 && number != NULL; ++k)
            pairs[i].triangle[k] = number[pairs[i].triangle[k]];
        name_pair(b, &pairs[i], u);
    }
    return count;
}

// Contact keeps apart what is apart: what begins crossed would stay so.
static bool check_start(const building* b) {
    const assembly* a = b->a;
    arena* scratch = arena_create();
    double* held = ARENA_NEW(scratch, double, 9 * (size_t)a->node_count);
    support_state at = support_beginning(&a->support);
    double* u = ARENA_NEW(scratch, double, 3 * (size_t)a->touching.count);
    assembly_lead(b->a, &at, held);
    carried_field(&a->touching, held, u);
    int64_t count = name_pairs(b, a->contact, NULL, u);
    if (a->watched != NULL)
        count += name_pairs(b, a->watched, a->held_triangle, u);
    arena_destroy(scratch);
    return count == 0 ||
           report_error(b->r, a->how->contact.where,
                        "%lld pairs of triangles cross or are nearer than the thickness at the "
                        "beginning; move the bodies apart, hold what belongs together, give one of "
                        "them `touches: nothing`, or, to a solid whose drawn skin crosses itself, "
                        "`outside: tets`",
                        (long long)count);
}

bool assembly_add_contact(building* b) {
    assembly* a = b->a;
    const simulation_contact* how = &a->how->contact;
    if (!how->on)
        return true;
    assembly_collect_skin(b);
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
    energy_term term = contact_term(a->contact);
    if (a->is_carried) {
        a->on_skin = carried_term_make(&term, &a->touching, a->node_count, b->threads, b->memory);
        term = carried_energy(a->on_skin);
    }
    a->terms[a->term_count++] = term;
    return assembly_watch_held(b) && check_start(b);
}
