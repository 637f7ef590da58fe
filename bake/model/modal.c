// The recipe: elements, matrices, modes, forcing.
// SPDX-License-Identifier: MIT
#include "bake/model/modal.h"

#include "bake/base/assert.h"
#include "bake/fem/eigen_estimate.h"
#include "bake/mesh/tet_topology.h"
#include "bake/model/hollow.h"
#include "bake/model/modal_finish.h"
#include "bake/volume/fixing.h"

#include <string.h>

enum {
    MODAL_FIRST_LOOK = 20, // modes, before it is known how many can be seen
    MODES_MOST = 1000,     // when nothing else bounds them
    POOL_LEAST = 24,       // of responses, which have static answers beside them
    POOL = 3               // times as many as wanted, to choose the excited ones from
};

// ---- the body that is calculated with --------------------------------------------------

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
        fix_middles(t, out->fixed);
    for (int32_t i = 0; i < t->node_count; ++i)
        out->fixed_count += out->fixed[i];
    return assemble_free(t, out->fixed, out->number, &out->free_count, q->where, r);
}

// Nodes that can be seen and move, by their number.
static uint8_t* surface_nodes(const modal_model* m, const tet_topology* shape, arena* memory) {
    uint8_t* on = ARENA_NEW(memory, uint8_t, (size_t)m->tets.node_count);
    uint8_t* seen = ARENA_NEW(memory, uint8_t, (size_t)m->free_count);
    tets_surface_nodes(&m->tets, shape, on);
    for (int32_t i = 0; i < m->tets.node_count; ++i)
        if (m->number[i] >= 0)
            seen[m->number[i]] = on[i];
    return seen;
}

// ---- which modes -----------------------------------------------------------------------

// What is asked of the eigensolver, and what it needs for that.
typedef struct search {
    const modal_request* q;
    const assemble_matrices* m; // of the free nodes
    modal_model* model;
    const uint8_t* seen;                // [free_count]
    int64_t rigid;                      // at least as many as there can be rigid motions
    const eigen_remote* remote_or_null; // that makes the stiffness
} search;

static int64_t elastic_count(const modal_model* m) {
    int64_t count = 3 * (int64_t)m->free_count - (m->fixed_count == 0 ? 6 : 0);
    return count > 0 ? count : 0;
}

// The lowest `count` elastic modes, or those of them below a value; fewer when loose pieces have fewer.
// Rigid motions come on top: six for each piece when nothing is held. Pieces that only share an edge or
// a corner can also turn about it, which is never more.
static bool ask_all(const search* s, int64_t count, double below, eigen_modes* found, arena* memory,
                    report* r) {
    bool free = s->model->fixed_count == 0;
    int64_t unknowns = 3 * (int64_t)s->model->free_count, elastic = elastic_count(s->model);
    if (below == 0.0 && count > elastic)
        return report_error(r, s->q->where,
                            "%lld modes are asked for, but %d nodes that may move have only %lld; "
                            "ask for fewer, or use more or ten-node elements",
                            (long long)count, s->model->free_count, (long long)elastic);
    int64_t all = count + s->rigid < unknowns ? count + s->rigid : unknowns;
    const eigen_elements from = {&s->model->tets, s->q->materials, s->q->mass, s->model->number};
    eigen_request request = {.count = (int32_t)all,
                             .free = free,
                             .threads = s->q->threads,
                             .below = below,
                             .accuracy = s->q->accuracy,
                             .remote_or_null = s->remote_or_null,
                             .elements_or_null = &from};
    if (!eigen_lowest(s->m, &request, found, memory, r))
        return false;
    if (found->rigid > s->rigid)
        return report_error(r, s->q->where,
                            "%d motions seem to need no force, but the body has only %lld that are "
                            "rigid: it is too thin for its size, its materials differ too much, or "
                            "Poisson's ratio is too near to 0.5",
                            found->rigid, (long long)s->rigid);
    return true;
}

// The same of modes that live where the body is: with others among them, more are computed.
static bool ask(const search* s, int64_t count, double below, eigen_modes* found, arena* memory,
                report* r) {
    int64_t wanted = count, elastic = elastic_count(s->model);
    for (;;) {
        if (!ask_all(s, wanted, below, found, memory, r))
            return false;
        bool all = found->count - found->rigid < wanted;
        int32_t dropped = hollow_drop(&s->model->tets, s->q->materials, s->model->number, found,
                                      &s->model->hollow_hz);
        s->model->hollow_count = dropped;
        if (dropped == 0 || all || found->count - found->rigid >= count || wanted >= elastic)
            return true;
        wanted = count + 2 * (int64_t)dropped < elastic ? count + 2 * (int64_t)dropped : elastic;
    }
}

// All that can be seen: |w|^2 / lambda falls below the rule once lambda is large enough for the largest w
// there is. That is not known beforehand; it is taken from the modes found, until none is larger.
static bool ask_visible(const search* s, int64_t most, double below, eigen_modes* found,
                        arena* memory, report* r) {
    double compliance = s->q->step / s->q->force, bound = 0.0;
    int64_t elastic = elastic_count(s->model);
    if (!ask(s, MODAL_FIRST_LOOK < elastic ? MODAL_FIRST_LOOK : elastic, 0.0, found, memory, r))
        return false;
    for (;;) {
        double largest = 0.0, before = bound;
        for (int32_t i = found->rigid; i < found->count; ++i)
            largest =
                fmax(largest,
                     modal_largest(s->model, s->seen,
                                   found->vectors + 3 * (size_t)s->model->free_count * (size_t)i));
        bound = fmax(bound, largest * largest / compliance);
        bound = below > 0.0 ? fmin(bound, below) : bound;
        bool enough =
            found->count - found->rigid >= elastic || found->values[found->count - 1] >= bound;
        if (enough || bound == before)
            return true;
        if (!ask(s, most, bound, found, memory, r))
            return false;
        if (found->count == found->rigid || found->count - found->rigid >= most)
            return true;
    }
}

static bool find_modes(const search* s, eigen_modes* found, arena* memory, report* r) {
    const modal_request* q = s->q;
    double turn = 2.0 * EXACT_PI * q->below_hz, below = turn * turn;
    bool visible = q->step > 0.0 && q->force > 0.0, bounded = visible || below > 0.0;
    int64_t most = q->count > 0 ? q->count : MODES_MOST;
    if (q->count < 0 || (q->count == 0 && !bounded))
        return report_error(r, q->where, "%d modes are asked for; ask for one or more", q->count);
    if (q->excited && s->model->fixed_count == 0)
        report_note(r, q->where,
                    "is held by no bone that could excite its modes: the lowest are taken");
    if (modal_ranks_by_energy(q, s->model) && q->count > 0) {
        bool modes = q->basis == MODAL_MODES;
        int64_t pool = (modes               ? POOL * most
                        : most < POOL_LEAST ? POOL_LEAST
                                            : most) +
                       MODAL_FIRST_LOOK,
                elastic = elastic_count(s->model);
        pool = pool < elastic ? pool : elastic;
        most = most > pool ? most : pool;
    }
    if (!(visible ? ask_visible(s, most, below, found, memory, r)
                  : ask(s, most, below, found, memory, r)))
        return false;
    while (below > 0.0 && found->count > 0 && found->values[found->count - 1] >= below)
        --found->count; // the first look for what can be seen goes beyond
    int32_t elastic = found->count - found->rigid;
    if (elastic <= 0 && s->model->hollow_count > 0)
        return report_error(r, q->where,
                            "all that it could do is to bend elements that hold nothing of the "
                            "body: ask for more tets, or hold less of it");
    if (!bounded && !q->fewer && elastic < q->count)
        return report_error(r, q->where,
                            "%d modes are asked for, but the body has only %d elastic ones",
                            q->count, elastic);
    if (s->model->hollow_count > 0)
        report_warning(r, q->where,
                       "%d mode%s from %.3g Hz on %s left out: there the elements bend that hold "
                       "nothing of the body, which is thinner or closer to itself than they are "
                       "wide; ask for more tets where that matters",
                       s->model->hollow_count, s->model->hollow_count == 1 ? "" : "s",
                       s->model->hollow_hz, s->model->hollow_count == 1 ? "was" : "were");
    if (elastic <= 0)
        return report_error(r, q->where, "no mode lies below %g Hz", q->below_hz);
    if (bounded && q->count == 0 && found->more)
        report_warning(r, q->where,
                       "there are more modes than %d; only the lowest are here: ask for a lower "
                       "frequency, a larger step or a smaller force",
                       MODES_MOST);
    return true;
}

// ---- bones -----------------------------------------------------------------------------

// What a body on several bones, or on a fast one, needs beside its modes.
static void push_modes(const modal_request* q, const sparse* mass_of_all,
                       const sparse* mass_of_free, modal_model* out, arena* memory,
                       arena* scratch) {
    const eigen_modes elastic = {.count = out->count, .vectors = out->vectors};
    size_t count = (size_t)out->count;
    if (q->bone_count > 0) {
        out->bones = ARENA_NEW(memory, forcing_mode, count * (size_t)q->bone_count);
        forcing_of_bones(&out->tets, mass_of_all, out->number, &elastic,
                         forcing_weights(q->weights_or_null, q->volume->node_count, q->bone_count,
                                         &out->tets, scratch),
                         q->bone_count, q->threads, out->bones);
    }
    if (q->coupling) {
        out->coupling = ARENA_NEW(memory, double, 6 * count * count);
        forcing_coupling(mass_of_free, &elastic, q->threads, out->coupling);
    }
}

// Before matrices are made: nobody shall wait for them and then for "out of memory".
static bool fits(const modal_request* q, const modal_model* m, report* r) {
    if (eigen_remote_now() != NULL) // it knows what its machines have
        return true;
    eigen_estimate e = eigen_expect(3.0 * m->free_count, q->count, 0.0);
    return eigen_fits(
        &e, false,
        arena_format(r->memory, "finding modes of %lld unknowns", 3 * (long long)m->free_count),
        "ask for fewer tets", r);
}

// As many as the body has, where it has fewer than a number that nobody asked for.
static void settle_count(modal_request* q, const modal_model* m, report* r) {
    int64_t elastic = elastic_count(m);
    if (!q->fewer || q->count <= elastic)
        return;
    report_note(r, q->where,
                "only %d node%s of it may move, so that its coordinates are chosen among %lld and "
                "not %d; ask for more tets if it should move more richly",
                m->free_count, m->free_count == 1 ? "" : "s", (long long)elastic, q->count);
    q->count = (int32_t)elastic;
    q->least = q->least < q->count ? q->least : q->count;
}

bool modal_build(const modal_request* asked, stages* clock, modal_model* out, arena* memory,
                 report* r) {
    *out = (modal_model){0};
    arena* scratch = arena_create();
    assemble_matrices all, moving;
    eigen_modes found = {0};
    modal_request own = *asked;
    const modal_request* q = &own;
    bool sound = make_body(q, out, memory, r);
    if (sound)
        settle_count(&own, out, r);
    sound = sound && fits(q, out, r);
    // what bones excite is answered here, and needs the stiffness here
    const eigen_remote* remote = modal_ranks_by_energy(q, out) ? NULL : eigen_remote_now();
    sound = sound && (remote != NULL ? assemble_mass : assemble_body)(
                         &out->tets, q->materials, q->mass, q->threads, &all, q->where, scratch, r);
    if (sound) {
        bool some_held = out->free_count < out->tets.node_count;
        moving = some_held ? assemble_keep(&all, out->number, out->free_count, scratch) : all;
        stages_end(clock, "matrices");
        tet_topology shape = tets_topology(&out->tets, scratch);
        search s = {q,
                    &moving,
                    out,
                    surface_nodes(out, &shape, scratch),
                    out->fixed_count == 0 ? 6 * (int64_t)shape.piece_count : 0,
                    remote};
        sound = find_modes(&s, &found, memory, r);
        stages_end(clock, "modes");
        sound = sound && modal_finish(&(modal_finishing){q, &all, &moving, s.seen, &found}, out,
                                      memory, scratch, r);
        if (sound)
            push_modes(q, &all.mass, &moving.mass, out, memory, scratch);
        stages_end(clock, "forcing");
    }
    arena_destroy(scratch);
    return sound;
}

// ---- numbers of a mode -----------------------------------------------------------------

void modal_shape(const modal_model* m, int32_t mode, double* shape) {
    SUPPLE_ASSERT(mode >= 0 && mode < m->count);
    const double* x = m->vectors + 3 * (size_t)m->free_count * (size_t)mode;
    for (int32_t i = 0; i < m->tets.node_count; ++i)
        for (size_t k = 0; k < 3; ++k)
            shape[3 * (size_t)i + k] = m->number[i] >= 0 ? x[3 * (size_t)m->number[i] + k] : 0.0;
}

double modal_sag(const modal_mode* m) {
    static const double gravity = 9.81; // m/s^2
    const double* s = m->forcing.s;
    return sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) * gravity / m->value * m->largest;
}

double modal_frequency(const modal_mode* m) {
    return sqrt(m->value) / (2.0 * EXACT_PI);
}

double modal_ratio(const modal_mode* m) {
    return m->damping / sqrt(m->value);
}
