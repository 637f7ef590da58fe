// Two sparse solves a step, for all shapes at once: the fit, then the inside with the surface held.
// SPDX-License-Identifier: MIT
#include "bake/model/target_fit.h"

#include "bake/algebra/factor.h"
#include "bake/base/root.h"
#include "bake/fem/assemble.h"

#include <string.h>

#define PULL_VERTEX     100.0 // of a vertex to its sculpted place, against the stiffness of a cell
#define PULL_NODE       5.0   // of a surface node to the sculpt nearest to it
#define TARGET_FIT_FLAT 0.02  // of an element's volume: less is folded
#define POISSON_MOST                                                                               \
    0.3 // while the inside relaxes: the sculpt says what the volume is, not the flesh
#define STIFFEN_MOST 1e3 // times, of a shrunken element

enum { TARGET_FIT_STEPS = 12 };

typedef struct fitting {
    const fit_request* q;
    arena* scratch;
    int32_t* first;  // [tet_count + 1] into listed
    int32_t* listed; // vertices by element
    int32_t* owner;  // [node_count] the element that pulls the node; -1: none
    uint8_t* told;   // [node_count] 1: by the sculpt where to go; others relax
    double cell;     // metres: the cube root of a mean element
    const tets* now; // the volume as it stands in this step
    material* materials;
} fitting;

// ---- which element has what ------------------------------------------------------------

static void list_vertices(fitting* f) {
    const tets* t = f->q->volume;
    const embedding* at = f->q->at;
    f->first = ARENA_NEW(f->scratch, int32_t, (size_t)t->tet_count + 1);
    f->listed = ARENA_NEW(f->scratch, int32_t, (size_t)at->count);
    for (int32_t v = 0; v < at->count; ++v)
        ++f->first[at->element[v] + 1];
    for (int32_t i = 0; i < t->tet_count; ++i)
        f->first[i + 1] += f->first[i];
    int32_t* next = ARENA_NEW(f->scratch, int32_t, (size_t)t->tet_count);
    for (int32_t v = 0; v < at->count; ++v) {
        int32_t e = at->element[v];
        f->listed[f->first[e] + next[e]++] = v;
    }
}

// Nodes of the surface, and of every element that holds a vertex.
static void tell_nodes(fitting* f) {
    const tets* t = f->q->volume;
    f->told = ARENA_NEW(f->scratch, uint8_t, (size_t)t->node_count);
    memcpy(f->told, f->q->surface, (size_t)t->node_count);
    for (int32_t v = 0; v < f->q->at->count; ++v)
        for (int k = 0; k < 4; ++k)
            f->told[t->elements[4 * (size_t)f->q->at->element[v] + (size_t)k]] = 1;
}

static void choose_owners(fitting* f) {
    const tets* t = f->q->volume;
    f->owner = ARENA_NEW(f->scratch, int32_t, (size_t)t->node_count);
    memset(f->owner, -1, (size_t)t->node_count * sizeof *f->owner);
    for (int32_t i = t->tet_count - 1; i >= 0; --i)
        for (int k = 0; k < 4; ++k) {
            int32_t n = t->elements[4 * (size_t)i + (size_t)k];
            f->owner[n] = f->q->surface[n] && !f->q->fixed[n] ? i : -1;
        }
}

// ---- the fit ---------------------------------------------------------------------------

static void add_attraction(double matrix[144], const double shape[4], double pull) {
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k)
            for (int a = 0; a < 3; ++a)
                matrix[(3 * i + a) * 12 + 3 * k + a] += pull * shape[i] * shape[k];
}

// Stiffness of a foam, which lets its volume change, and the pulls.
static void fit_element(const void* user, int32_t element, double* matrix) {
    const fitting* f = user;
    vec3 nodes[ELEMENT_WIDTH_MAX];
    element_nodes(f->now, element, nodes);
    material foam = {f->materials[element].young / f->q->materials[element].young, 0.0, 1.0};
    element_stiffness(nodes, 4, &foam, ELEMENT_FULL, matrix);
    for (int32_t i = f->first[element]; i < f->first[element + 1]; ++i)
        add_attraction(matrix, f->q->at->barycentric[f->listed[i]], PULL_VERTEX * f->cell);
    const int32_t* e = f->now->elements + 4 * (size_t)element;
    for (int k = 0; k < 4; ++k)
        if (f->owner[e[k]] == element) {
            double shape[4] = {0.0};
            shape[k] = 1.0;
            add_attraction(matrix, shape, PULL_NODE * f->cell);
        }
}

// The forces of the pulls, for one shape: [3 * node_count].
static void fit_forces(const fitting* f, const double* sculpted, const double* near_nodes,
                       double* out) {
    const tets* t = f->q->volume;
    const embedding* at = f->q->at;
    for (int32_t i = 0; i < t->node_count; ++i)
        for (int a = 0; a < 3; ++a)
            out[3 * i + a] = f->owner[i] >= 0 ? PULL_NODE * f->cell * near_nodes[3 * i + a] : 0.0;
    for (int32_t v = 0; v < at->count; ++v) {
        const int32_t* e = t->elements + 4 * (size_t)at->element[v];
        for (int k = 0; k < 4; ++k)
            for (int a = 0; a < 3; ++a)
                out[3 * e[k] + a] +=
                    PULL_VERTEX * f->cell * at->barycentric[v][k] * sculpted[3 * v + a];
    }
}

// ---- solving ---------------------------------------------------------------------------

// Numbers for the nodes with chosen[node] == 1; -1 for others.
static int32_t number_nodes(const uint8_t* chosen, int32_t count, int32_t* number) {
    int32_t n = 0;
    for (int32_t i = 0; i < count; ++i)
        number[i] = chosen[i] ? n++ : -1;
    return n;
}

// A x = b over the chosen nodes: b and x are [count][3 * node_count]; other entries of x stay.
static bool solve_chosen(const fitting* f, const sparse* all, const uint8_t* chosen,
                         const double* b, double* x, int32_t count, arena* memory, report* r) {
    int32_t nodes = f->q->volume->node_count;
    int32_t* number = ARENA_NEW(memory, int32_t, (size_t)nodes);
    int32_t kept = number_nodes(chosen, nodes, number);
    if (kept == 0 || count == 0)
        return true;
    sparse a = sparse_keep(all, number, kept, memory);
    double* columns = ARENA_NEW(memory, double, 3 * (size_t)kept * (size_t)count);
    for (int32_t c = 0; c < count; ++c)
        for (int32_t i = 0; i < nodes; ++i)
            for (size_t k = 0; k < 3 && chosen[i]; ++k)
                columns[3 * ((size_t)c * (size_t)kept + (size_t)number[i]) + k] =
                    b[3 * ((size_t)c * (size_t)nodes + (size_t)i) + k];
    factor* l = factor_analyse(&a, r);
    bool sound =
        l != NULL && factor_compute(l, &a, r) && factor_solve(l, columns, count, f->q->threads, r);
    factor_free(l);
    for (int32_t c = 0; c < count && sound; ++c)
        for (int32_t i = 0; i < nodes; ++i)
            for (size_t k = 0; k < 3 && chosen[i]; ++k)
                x[3 * ((size_t)c * (size_t)nodes + (size_t)i) + k] =
                    columns[3 * ((size_t)c * (size_t)kept + (size_t)number[i]) + k];
    return sound;
}

static void stiffness_of(const void* user, int32_t element, double* matrix) {
    const fitting* f = user;
    vec3 nodes[ELEMENT_WIDTH_MAX];
    element_nodes(f->now, element, nodes);
    material m = f->materials[element];
    m.poisson = fmin(m.poisson, POISSON_MOST);
    element_stiffness(nodes, 4, &m, tets_filling(f->q->volume, element), matrix);
}

// Equilibrium of the inner nodes; u, [count][3 * node_count], tells where the surface is.
static bool relax(const fitting* f, sparse* a, const sparse_mesh* mesh, double* u, int32_t count,
                  arena* memory, report* r) {
    int32_t nodes = f->now->node_count;
    size_t order = 3 * (size_t)nodes;
    sparse_assemble(a, mesh, stiffness_of, f, f->q->threads);
    uint8_t* inner = ARENA_NEW(memory, uint8_t, (size_t)nodes);
    for (int32_t i = 0; i < nodes; ++i)
        inner[i] = !f->q->fixed[i] && !f->told[i] && a->start[i + 1] > a->start[i];
    double* force = ARENA_NEW(memory, double, order*(size_t)count);
    for (int32_t c = 0; c < count; ++c)
        for (int32_t i = 0; i < nodes; ++i)
            for (size_t k = 0; k < 3 && inner[i]; ++k)
                u[order * (size_t)c + 3 * (size_t)i + k] = 0.0;
    sparse_multiply(a, u, force, count, f->q->threads);
    for (size_t i = 0; i < order * (size_t)count; ++i)
        force[i] = -force[i];
    return solve_chosen(f, a, inner, force, u, count, memory, r);
}

// From the volume as it stands, displacements towards what is wanted: sculpted is
// [count][at->count][3], near_nodes and u are [count][3 * node_count].
static bool step(fitting* f, const double* sculpted, const double* near_nodes, int32_t count,
                 double* u, report* r) {
    const tets* t = f->now;
    size_t order = 3 * (size_t)t->node_count, vertices = 3 * (size_t)f->q->at->count;
    arena* memory = arena_create();
    const sparse_mesh mesh = {t->elements, t->tet_count, 4, 4, t->node_count};
    sparse a = sparse_pattern(&mesh, 3, f->q->threads, memory);
    sparse_assemble(&a, &mesh, fit_element, f, f->q->threads);
    double* force = ARENA_NEW(memory, double, order*(size_t)count);
    for (int32_t c = 0; c < count; ++c)
        fit_forces(f, sculpted + vertices * (size_t)c, near_nodes + order * (size_t)c,
                   force + order * (size_t)c);
    uint8_t* movable = ARENA_NEW(memory, uint8_t, (size_t)t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i)
        movable[i] = !f->q->fixed[i] && a.start[i + 1] > a.start[i];
    memset(u, 0, order * (size_t)count * sizeof *u);
    bool sound = solve_chosen(f, &a, movable, force, u, count, memory, r);
    sound = sound && relax(f, &a, &mesh, u, count, memory, r);
    arena_destroy(memory);
    return sound;
}

// ---- folds -----------------------------------------------------------------------------

static tets moved_by(const tets* t, const double* u, arena* memory) {
    tets out = *t;
    out.nodes = ARENA_NEW(memory, vec3, (size_t)t->node_count);
    for (int32_t i = 0; i < t->node_count; ++i)
        out.nodes[i] = v3_add(t->nodes[i], v3(u[3 * i], u[3 * i + 1], u[3 * i + 2]));
    return out;
}

static double volume_of(const tets* t, int32_t element) {
    const int32_t* e = t->elements + 4 * (size_t)element;
    return tet_volume(t->nodes[e[0]], t->nodes[e[1]], t->nodes[e[2]], t->nodes[e[3]]);
}

static void find_folds(const tets* base, const tets* now, fit_result* out) {
    out->folded = 0;
    for (int32_t i = 0; i < base->tet_count; ++i)
        if (!(volume_of(now, i) > TARGET_FIT_FLAT * volume_of(base, i))) {
            out->folded_at = out->folded == 0 ? i : out->folded_at;
            ++out->folded;
        }
}

static void stiffen(fitting* f) {
    for (int32_t i = 0; i < f->now->tet_count; ++i) {
        double shrunk = volume_of(f->q->volume, i) / volume_of(f->now, i);
        f->materials[i] = f->q->materials[i];
        f->materials[i].young *= shrunk > 1.0 ? fmin(shrunk * shrunk, STIFFEN_MOST) : 1.0;
    }
}

// What is still missing of a shape, over the steps that are left.
static void remaining(const fitting* f, const double* sculpted, const double* near_nodes,
                      const double* u, int left, double* towards, double* towards_nodes) {
    const fit_request* q = f->q;
    embed_field(q->at, q->volume, u, 3, towards);
    for (int32_t i = 0; i < 3 * q->at->count; ++i)
        towards[i] = (sculpted[i] - towards[i]) / left;
    for (int32_t i = 0; i < 3 * q->volume->node_count; ++i)
        towards_nodes[i] = (near_nodes[i] - u[i]) / left;
}

// The same shape in small steps; u is the folded one at first. Ends at the first fold.
static bool walk(fitting* f, const double* sculpted, const double* near_nodes, double* u,
                 fit_result* out, report* r) {
    size_t order = 3 * (size_t)f->q->volume->node_count;
    arena* memory = arena_create();
    double *towards = ARENA_NEW(memory, double, 3 * (size_t)f->q->at->count),
           *nodes = ARENA_NEW(memory, double, order), *change = ARENA_NEW(memory, double, order),
           *sum = ARENA_NEW(memory, double, order);
    bool sound = true;
    fit_result now = *out;
    now.folded = 0;
    for (int n = 0; n < TARGET_FIT_STEPS && sound && now.folded == 0; ++n) {
        tets moved = moved_by(f->q->volume, sum, memory);
        f->now = &moved;
        stiffen(f);
        remaining(f, sculpted, near_nodes, sum, TARGET_FIT_STEPS - n, towards, nodes);
        sound = step(f, towards, nodes, 1, change, r);
        for (size_t i = 0; i < order; ++i)
            sum[i] += change[i];
        moved = moved_by(f->q->volume, sum, memory);
        find_folds(f->q->volume, &moved, &now);
        out->walked = n + 1 == TARGET_FIT_STEPS && now.folded == 0;
    }
    if (out->walked) {
        memcpy(u, sum, order * sizeof *u);
        out->folded = 0;
    }
    f->now = f->q->volume;
    arena_destroy(memory);
    return sound;
}

static void measure(const fit_request* q, const double* sculpted, const double* u, arena* memory,
                    fit_result* out) {
    double* there = ARENA_NEW(memory, double, 3 * (size_t)q->at->count);
    embed_field(q->at, q->volume, u, 3, there);
    double sum = 0.0;
    out->worst_at = -1;
    for (int32_t v = 0; v < q->at->count; ++v) {
        const double *d = sculpted + 3 * (size_t)v, *x = there + 3 * (size_t)v;
        double miss = v3_length(v3(d[0] - x[0], d[1] - x[1], d[2] - x[2]));
        out->largest = fmax(out->largest, v3_length(v3(d[0], d[1], d[2])));
        sum += miss * miss;
        if (miss > out->worst || out->worst_at < 0) {
            out->worst = miss;
            out->worst_at = v;
        }
    }
    out->rms = q->at->count > 0 ? sqrt(sum / q->at->count) : 0.0;
}

bool fit_shapes(const fit_request* q, double* rest, fit_result* results, report* r) {
    fitting f = {.q = q, .scratch = arena_create(), .now = q->volume};
    size_t order = 3 * (size_t)q->volume->node_count, vertices = 3 * (size_t)q->at->count,
           elements = (size_t)q->volume->tet_count;
    f.cell = cube_root(tets_volume(q->volume) / (double)elements);
    f.materials = ARENA_NEW(f.scratch, material, elements);
    memcpy(f.materials, q->materials, elements * sizeof *f.materials);
    list_vertices(&f);
    choose_owners(&f);
    tell_nodes(&f);
    bool sound = step(&f, q->sculpted, q->near_nodes, q->count, rest, r);
    for (int32_t c = 0; c < q->count && sound; ++c) {
        const double* sculpted = q->sculpted + vertices * (size_t)c;
        double* u = rest + order * (size_t)c;
        results[c] = (fit_result){0};
        tets moved = moved_by(q->volume, u, f.scratch);
        find_folds(q->volume, &moved, &results[c]);
        if (results[c].folded > 0)
            sound = walk(&f, sculpted, q->near_nodes + order * (size_t)c, u, &results[c], r);
        measure(q, sculpted, u, f.scratch, &results[c]);
    }
    arena_destroy(f.scratch);
    return sound;
}
