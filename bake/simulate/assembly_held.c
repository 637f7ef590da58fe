// What is held against obstacles that go their own way: neither gives way, so contact cannot part them. Where they would
// meet, the run ends with a sentence.
//
// Bodies on the scene's support stand still against each other, and how they stand is the scene's own choice.
// SPDX-License-Identifier: MIT
#include "bake/mesh/bounds.h"
#include "bake/simulate/assembly_build.h"

#include <string.h>

// Of the size of all places: what comes nearer has met.
static const double ASSEMBLY_HELD_MET = 1e-7;

static bool is_mover(const assembly* a, int32_t body) {
    return a->bodies[body].how->kind == SIMULATION_RIGID && a->rigid[body].moves;
}

// Triangles of movers, and of soft bodies those with no vertex that is free.
static int32_t collect(const assembly* a, int32_t (*triangles)[3], int32_t* of, bool* meets) {
    int32_t count = 0, movers = 0;
    for (int32_t i = 0; i < a->skin.triangle_count; ++i) {
        const int32_t* t = a->skin.triangles[i];
        bool mover = is_mover(a, a->skin_body[i]);
        bool soft = a->bodies[a->skin_body[i]].how->kind != SIMULATION_RIGID;
        if (!mover && !(soft && a->skin.led_or_null[t[0]] && a->skin.led_or_null[t[1]] &&
                        a->skin.led_or_null[t[2]]))
            continue;
        memcpy(triangles[count], t, sizeof *triangles);
        of[count++] = i;
        movers += mover;
    }
    *meets = movers > 0 && movers < count;
    return count;
}

// All that is held is one group, and movers are led: what is asked for are pairs of one and the other.
static contact_surface surface_of(const assembly* a, int32_t (*triangles)[3], int32_t count,
                                  arena* memory) {
    contact_surface s = a->skin;
    uint8_t* led = ARENA_NEW(memory, uint8_t, (size_t)s.node_count);
    int32_t* group = ARENA_NEW(memory, int32_t, (size_t)s.node_count);
    for (int32_t i = 0; i < a->body_count; ++i)
        for (int32_t v = 0; is_mover(a, i) && v < a->rigid[i].node_count; ++v)
            led[a->first_vertex[i] + v] = 1;
    for (int32_t v = 0; v < s.node_count; ++v)
        group[v] = led[v] ? -1 : 0;
    s.triangles = (const int32_t(*)[3])triangles;
    s.triangle_count = count;
    s.led_or_null = led;
    s.group_or_null = group;
    return s;
}

static contact* make(const assembly* a, double thickness, arena* memory, report* r) {
    bounds box = bounds_of(a->held_skin.nodes, a->held_skin.node_count);
    contact_options o = contact_default();
    o.distance = ASSEMBLY_HELD_MET * v3_distance(box.low, box.high);
    o.thickness = thickness * o.distance;
    return contact_make(&a->held_skin, &o, 1, memory, r);
}

// Places of all vertices while the support is where it is.
static void places(assembly* a, arena* memory, double* out) {
    double* u = ARENA_NEW(memory, double, 9 * (size_t)a->node_count);
    memcpy(u, dynamics_u(a->motion), 3 * (size_t)a->node_count * sizeof *u);
    assembly_lead(a, &a->on.at, u);
    carried_field(&a->touching, u, out);
}

static bool say(const assembly* a, const double* u, report* r) {
    arena* scratch = arena_create();
    contact* c = make(a, 1.0, scratch, r);
    contact_pair pair = {.triangle = {0, 0}};
    int64_t count = c != NULL ? contact_crossings(c, u, &pair, 1) : 0;
    contact_free(c);
    arena_destroy(scratch);
    int32_t one = a->held_triangle[pair.triangle[0]], two = a->held_triangle[pair.triangle[1]];
    const double* d = u + 3 * (size_t)pair.node[0];
    vec3 at = v3_add(a->held_skin.nodes[pair.node[0]], v3(d[0], d[1], d[2]));
    const simulation_body *first = a->bodies[a->skin_body[one]].how,
                          *second = a->bodies[a->skin_body[two]].how;
    if (count == 0)
        return report_error(r, a->how->contact.where,
                            "at %.4g s what is held meets a rigid body that goes its own way; "
                            "neither gives way",
                            a->on.at.time);
    return report_error(r, second->where,
                        "at %.4g s triangle %d of body \"%s\" meets triangle %d of body \"%s\", at "
                        "(%.4g, %.4g, %.4g) m in the support's frame: what is held and what is "
                        "rigid do not give way; hold less, or lead the obstacle elsewhere",
                        a->on.at.time, assembly_own_triangle(a, one), first->name,
                        assembly_own_triangle(a, two), second->name, at.x, at.y, at.z);
}

bool assembly_watch_held(building* b) {
    assembly* a = b->a;
    int32_t(*triangles)[3] =
        arena_alloc(b->memory, (size_t)a->skin.triangle_count, sizeof *triangles);
    a->held_triangle = ARENA_NEW(b->memory, int32_t, (size_t)a->skin.triangle_count);
    bool meets;
    int32_t count = collect(a, triangles, a->held_triangle, &meets);
    if (!meets)
        return true;
    a->held_skin = surface_of(a, triangles, count, b->memory);
    a->watched = make(a, 0.0, b->memory, b->r);
    return a->watched != NULL;
}

void assembly_step_begins(assembly* a) {
    if (a->watched == NULL)
        return;
    arena_destroy(a->watched_memory);
    a->watched_memory = arena_create();
    a->watched_from = ARENA_NEW(a->watched_memory, double, 3 * (size_t)a->touching.count);
    places(a, a->watched_memory, a->watched_from);
}

bool assembly_step_ends(assembly* a, report* r) {
    if (a->watched == NULL)
        return true;
    size_t count = 3 * (size_t)a->touching.count;
    double* change = ARENA_NEW(a->watched_memory, double, count);
    places(a, a->watched_memory, change);
    for (size_t i = 0; i < count; ++i)
        change[i] -= a->watched_from[i];
    double part = contact_bound(a->watched, a->watched_from, change);
    for (size_t i = 0; i < count; ++i)
        change[i] = a->watched_from[i] + part * change[i];
    return part == 1.0 || say(a, change, r);
}
