// What pushes and pulls an assembly: forces by time, and springs.
// SPDX-License-Identifier: MIT
#include "bake/simulate/assembly_build.h"

#include <string.h>

// The body that a region is of, or -1 with a sentence.
static int32_t body_of(const building* b, const simulation_region* g) {
    const assembly* a = b->a;
    int32_t found = -1, soft = 0;
    for (int32_t i = 0; i < a->body_count; ++i) {
        bool named =
            g->body_or_null != NULL && strcmp(g->body_or_null, a->bodies[i].how->name) == 0;
        soft += a->bodies[i].node_count > 0;
        if (named || (g->body_or_null == NULL && a->bodies[i].node_count > 0))
            found = i;
    }
    if (g->body_or_null == NULL && soft > 1)
        report_error(b->r, g->where, "there are %d soft bodies: say which one with \"body\"", soft);
    else if (found < 0)
        report_error(b->r, g->where, "there is no body \"%s\"", g->body_or_null);
    else if (a->bodies[found].node_count == 0)
        report_error(b->r, g->where, "body \"%s\" is rigid: only the support moves it",
                     a->bodies[found].how->name);
    else
        return found;
    return -1;
}

// The region's nodes that have mass, and their shares of it. False with a sentence.
static bool share_region(const building* b, const simulation_region* g, assembly_push* out) {
    const assembly* a = b->a;
    int32_t body = body_of(b, g);
    if (body < 0)
        return false;
    const matter* m = &a->bodies[body];
    uint8_t* marks = ARENA_NEW(b->memory, uint8_t, (size_t)m->node_count);
    if (!matter_region(m, g, marks, b->memory, b->r))
        return false;
    out->nodes = ARENA_NEW(b->memory, int32_t, (size_t)m->node_count);
    out->fractions = ARENA_NEW(b->memory, double, (size_t)m->node_count);
    double sum = 0.0;
    for (int32_t i = 0; i < m->node_count; ++i) {
        int32_t at = a->first_node[body] + i;
        if (!marks[i] || !(a->mass[at] > 0.0))
            continue;
        out->nodes[out->count] = at;
        out->fractions[out->count++] = a->mass[at];
        sum += a->mass[at];
    }
    for (int32_t i = 0; i < out->count; ++i)
        out->fractions[i] /= sum;
    return out->count > 0 ||
           report_error(b->r, g->where, "no node of this region has any mass to push");
}

// What of a push falls on held nodes the support takes; a push that falls on nothing else is a slip.
static bool add_push(const building* b, assembly_push* p) {
    bool any = false;
    if (!share_region(b, &p->how->region, p))
        return false;
    for (int32_t i = 0; i < p->count; ++i)
        any = any || !b->a->held[p->nodes[i]];
    return any || report_error(b->r, p->how->region.where,
                               "all nodes of this region are held, so that the push moves nothing: "
                               "make the region larger, or put it elsewhere");
}

bool assembly_add_pushes(building* b) {
    assembly* a = b->a;
    a->pushes = ARENA_NEW(b->memory, assembly_push, (size_t)a->how->push_count);
    bool sound = true;
    for (int32_t i = 0; i < a->how->push_count; ++i) {
        a->pushes[i].how = &a->how->pushes[i];
        sound = add_push(b, &a->pushes[i]) && sound;
    }
    return sound;
}

static bool add_spring(building* b, const simulation_spring* s, anchor* anchors, int32_t* count) {
    const assembly* a = b->a;
    assembly_push on = {0};
    if (!share_region(b, &s->region, &on))
        return false;
    vec3 middle = v3(0.0, 0.0, 0.0);
    for (int32_t i = 0; i < on.count; ++i)
        middle = v3_madd(middle, a->nodes[on.nodes[i]], on.fractions[i]);
    vec3 displacement = s->has_place ? v3_sub(s->to, middle) : v3(0.0, 0.0, 0.0);
    for (int32_t i = 0; i < on.count; ++i) {
        vec3 x = a->nodes[on.nodes[i]];
        if (a->held[on.nodes[i]])
            return report_error(b->r, s->region.where,
                                "the node at (%.4g, %.4g, %.4g) m is held twice: by \"held\" and "
                                "by this spring; make one of the regions smaller",
                                x.x, x.y, x.z);
        if (anchors != NULL)
            anchors[*count] =
                (anchor){on.nodes[i], v3_add(x, displacement), s->stiffness * on.fractions[i]};
        ++*count;
    }
    return true;
}

bool assembly_add_springs(building* b) {
    assembly* a = b->a;
    int32_t count = 0, at = 0;
    for (int32_t i = 0; i < a->how->spring_count; ++i)
        if (!add_spring(b, &a->how->springs[i], NULL, &count))
            return false;
    if (count == 0)
        return true;
    anchor* anchors = ARENA_NEW(b->memory, anchor, (size_t)count);
    for (int32_t i = 0; i < a->how->spring_count; ++i)
        add_spring(b, &a->how->springs[i], anchors, &at);
    return anchor_term(a->nodes, a->node_count, anchors, count, &a->terms[a->term_count++],
                       b->memory, b->r);
}
