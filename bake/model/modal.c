// The recipe: elements, matrices, modes, forcing.
// SPDX-License-Identifier: MIT
#include "bake/model/modal.h"

#include "bake/fem/tune.h"
#include "bake/volume/tet_topology.h"

#include <string.h>

static const double GRAVITY = 9.81;   // m/s^2
static const double ON_A_LINE = 1e-9; // of the body's size

// ---- the body that is calculated with --------------------------------------------------

// A mid-edge node is held when both ends of its edge are.
static void hold_edges(const tets* t, uint8_t* fixed) {
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + 10 * (size_t)i;
        for (int k = 0; k < 6; ++k)
            fixed[e[4 + k]] |= fixed[e[tet_edge[k][0]]] & fixed[e[tet_edge[k][1]]];
    }
}

// False with a sentence when what is held lies on a line or in a point, about which the body turns.
static bool check_hold(const modal_model* m, place where, report* r) {
    const vec3* x = m->tets.nodes;
    int32_t first = -1, far = -1;
    double reach = 0.0, aside = 0.0, size = 0.0;
    for (int32_t i = 0; i < m->tets.node_count; ++i) {
        size = fmax(size, v3_distance(x[0], x[i]));
        if (!m->fixed[i])
            continue;
        first = first < 0 ? i : first;
        if (v3_distance(x[first], x[i]) >= reach) {
            far = i;
            reach = v3_distance(x[first], x[i]);
        }
    }
    vec3 along = first >= 0 ? v3_unit(v3_sub(x[far], x[first])) : v3(0.0, 0.0, 0.0);
    for (int32_t i = 0; i < m->tets.node_count; ++i)
        if (m->fixed[i])
            aside = fmax(aside, v3_length(v3_cross(along, v3_sub(x[i], x[first]))));
    if (first < 0 || aside > ON_A_LINE * size)
        return true;
    return report_error(r, where,
                        "what is fixed is only a %s, about which the body still turns; fix three "
                        "nodes that are not on one line, or nothing",
                        reach > ON_A_LINE * size ? "line" : "point");
}

static bool make_body(const modal_request* q, modal_model* out, arena* memory, report* r) {
    const tets* from = q->volume;
    bool promote = q->ten_nodes && from->width == 4;
    out->tets = promote ? tets_promote(from, memory) : *from;
    const tets* t = &out->tets;
    out->fixed = ARENA_NEW(memory, uint8_t, (size_t)t->node_count);
    out->number = ARENA_NEW(memory, int32_t, (size_t)t->node_count);
    if (q->fixed_or_null != NULL)
        memcpy(out->fixed, q->fixed_or_null, (size_t)from->node_count);
    if (promote)
        hold_edges(t, out->fixed);
    for (int32_t i = 0; i < t->node_count; ++i)
        out->fixed_count += out->fixed[i];
    return assemble_free(t, out->fixed, out->number, &out->free_count, q->where, r) &&
           check_hold(out, q->where, r);
}

// Nodes that can be seen: of faces with nothing behind, the mid-edge ones too.
static uint8_t* surface_nodes(const tets* t, const tet_topology* shape, arena* memory) {
    uint8_t* seen = ARENA_NEW(memory, uint8_t, (size_t)t->node_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        for (int face = 0; face < 4; ++face) {
            if (shape->neighbour[4 * (size_t)i + (size_t)face] >= 0)
                continue;
            const int32_t* e = t->elements + (size_t)i * (size_t)t->width;
            for (int k = 0; k < 4; ++k)
                if (k != face)
                    seen[e[k]] = 1;
            for (int k = 0; k < 6 && t->width == 10; ++k)
                if (tet_edge[k][0] != face && tet_edge[k][1] != face)
                    seen[e[4 + k]] = 1;
        }
    return seen;
}

// ---- modes -----------------------------------------------------------------------------

// Rigid motions come on top of what was asked for: six for each piece when nothing is held. Pieces
// that only share an edge or a corner can also turn about it, which is never more.
static bool find_modes(const modal_request* q, const assemble_matrices* m, int32_t pieces,
                       const modal_model* model, eigen_modes* found, arena* memory, report* r) {
    bool free = model->fixed_count == 0;
    int64_t unknowns = 3 * (int64_t)model->free_count, rigid = free ? 6 * (int64_t)pieces : 0;
    if (q->count < 1)
        return report_error(r, q->where, "%d modes are asked for; ask for one or more", q->count);
    if (q->count + (free ? 6 : 0) > unknowns)
        return report_error(
            r, q->where,
            "%d modes are asked for, but %d nodes that may move have only %lld; ask "
            "for fewer, or use more or ten-node elements",
            q->count, model->free_count,
            (long long)(unknowns - (free ? 6 : 0) > 0 ? unknowns - 6 * free : 0));
    int64_t count = q->count + rigid < unknowns ? q->count + rigid : unknowns;
    eigen_request request = {.count = (int32_t)count, .free = free, .threads = q->threads};
    if (!eigen_lowest(m, &request, found, memory, r))
        return false;
    if (found->count - found->rigid < q->count)
        return report_error(r, q->where,
                            "%d modes are asked for, but the body has only %d elastic ones",
                            q->count, found->count - found->rigid);
    return true;
}

// How fast, and for how long: what does not change the shapes.
static bool set_in_time(const modal_request* q, eigen_modes* found, modal_model* out, report* r) {
    out->young_factor = 1.0;
    return (q->first_hz == 0.0 ||
            tune_first_mode(found, q->first_hz, &out->young_factor, q->where, r)) &&
           damping_find(&q->damping, found->values + found->rigid, q->count, &out->damping,
                        place_none(), r);
}

// The largest displacement of a node that is seen, squared lengths compared.
static double largest_seen(const modal_model* m, const uint8_t* seen, const double* vector) {
    double most = 0.0;
    for (int32_t i = 0; i < m->tets.node_count; ++i) {
        if (!seen[i] || m->number[i] < 0)
            continue;
        const double* x = vector + 3 * (size_t)m->number[i];
        double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
        most = square > most ? square : most;
    }
    return sqrt(most);
}

// The elastic modes of those found, with all that is known of each.
static void describe_modes(const modal_request* q, const sparse* mass_of_all,
                           const eigen_modes* found, const uint8_t* seen, modal_model* out,
                           arena* memory) {
    size_t order = 3 * (size_t)out->free_count;
    out->rigid_count = found->rigid;
    out->count = q->count;
    out->vectors = found->vectors + (size_t)found->rigid * order;
    out->modes = ARENA_NEW(memory, modal_mode, (size_t)out->count);
    forcing_mode* forcing = ARENA_NEW(memory, forcing_mode, (size_t)out->count);
    const eigen_modes elastic = {.count = out->count, .vectors = out->vectors};
    forcing_of_modes(&out->tets, mass_of_all, out->number, &elastic, q->threads, forcing);
    out->body = forcing_of_body(&out->tets, mass_of_all, q->threads);
    for (int32_t i = 0; i < out->count; ++i) {
        const double* s = forcing[i].s;
        double value = found->values[found->rigid + i];
        out->modes[i] = (modal_mode){
            .value = value,
            .damping = damping_of(&out->damping, value),
            .residual = found->residuals[found->rigid + i],
            .forcing = forcing[i],
            .participation = (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) / out->body.mass,
            .largest = largest_seen(out, seen, out->vectors + (size_t)i * order),
        };
    }
}

// Weights at mid-edge nodes are the means of the edge's ends.
static const double* weights_of_all(const modal_request* q, const tets* t, arena* scratch) {
    size_t given = (size_t)q->volume->node_count, all = (size_t)t->node_count;
    if (given == all)
        return q->weights_or_null;
    double* weights = ARENA_NEW(scratch, double, (size_t)q->bone_count* all);
    for (int32_t b = 0; b < q->bone_count; ++b) {
        double* w = weights + (size_t)b * all;
        memcpy(w, q->weights_or_null + (size_t)b * given, given * sizeof *w);
        for (int32_t i = 0; i < t->tet_count; ++i) {
            const int32_t* e = t->elements + 10 * (size_t)i;
            for (int k = 0; k < 6; ++k)
                w[e[4 + k]] = 0.5 * (w[e[tet_edge[k][0]]] + w[e[tet_edge[k][1]]]);
        }
    }
    return weights;
}

// What a body on several bones, or on a fast one, needs beside its modes.
static void push_modes(const modal_request* q, const sparse* mass_of_all,
                       const sparse* mass_of_free, modal_model* out, arena* memory,
                       arena* scratch) {
    const eigen_modes elastic = {.count = out->count, .vectors = out->vectors};
    size_t count = (size_t)out->count;
    if (q->bone_count > 0) {
        out->bones = ARENA_NEW(memory, forcing_mode, count * (size_t)q->bone_count);
        forcing_of_bones(&out->tets, mass_of_all, out->number, &elastic,
                         weights_of_all(q, &out->tets, scratch), q->bone_count, q->threads,
                         out->bones);
    }
    if (q->coupling) {
        out->coupling = ARENA_NEW(memory, double, 6 * count * count);
        forcing_coupling(mass_of_free, &elastic, q->threads, out->coupling);
    }
}

bool modal_build(const modal_request* q, stages* clock, modal_model* out, arena* memory,
                 report* r) {
    *out = (modal_model){0};
    arena* scratch = arena_create();
    assemble_matrices all, moving;
    eigen_modes found;
    bool sound =
        make_body(q, out, memory, r) &&
        assemble_body(&out->tets, q->materials, q->mass, q->threads, &all, q->where, scratch, r);
    if (sound) {
        bool some_held = out->free_count < out->tets.node_count;
        moving = some_held ? assemble_keep(&all, out->number, out->free_count, scratch) : all;
        stages_end(clock, "matrices");
        tet_topology shape = tets_topology(&out->tets, scratch);
        sound = find_modes(q, &moving, shape.piece_count, out, &found, memory, r) &&
                set_in_time(q, &found, out, r);
        stages_end(clock, "modes");
        if (sound) {
            describe_modes(q, &all.mass, &found, surface_nodes(&out->tets, &shape, scratch), out,
                           memory);
            push_modes(q, &all.mass, &moving.mass, out, memory, scratch);
        }
        stages_end(clock, "forcing");
    }
    arena_destroy(scratch);
    return sound;
}

// ---- numbers of a mode -----------------------------------------------------------------

void modal_shape(const modal_model* m, int32_t mode, double* shape) {
    const double* x = m->vectors + 3 * (size_t)m->free_count * (size_t)mode;
    for (int32_t i = 0; i < m->tets.node_count; ++i)
        for (size_t k = 0; k < 3; ++k)
            shape[3 * (size_t)i + k] = m->number[i] >= 0 ? x[3 * (size_t)m->number[i] + k] : 0.0;
}

double modal_frequency(const modal_mode* m) {
    return sqrt(m->value) / (2.0 * EXACT_PI);
}

double modal_ratio(const modal_mode* m) {
    return m->damping / sqrt(m->value);
}

double modal_sag(const modal_mode* m) {
    const double* s = m->forcing.s;
    return sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) * GRAVITY / m->value * m->largest;
}
