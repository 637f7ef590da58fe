// Element matrices by the million into two sparse matrices.
// SPDX-License-Identifier: MIT
#include "bake/fem/assemble.h"

#include "bake/base/assert.h"
#include "bake/base/parallel.h"
#include "bake/base/sets.h"

#include <stdio.h>
#include <string.h>

static const double ON_A_LINE = 1e-9; // of the length of what is held

enum { ASSEMBLE_NAMED = 3 };

// ---- materials and checks --------------------------------------------------------------

bool assemble_materials(const tets* t, const material* otherwise_or_null, material* materials,
                        place where, report* r) {
    for (int32_t i = 0; i < t->tet_count; ++i) {
        int32_t region = t->element_region_or_null != NULL ? t->element_region_or_null[i] : 0;
        const tet_region* g = region < t->region_count ? &t->regions[region] : NULL;
        if (g != NULL && g->has_material)
            materials[i] = (material){g->young, g->poisson, g->density};
        else if (otherwise_or_null != NULL)
            materials[i] = *otherwise_or_null;
        else
            return report_error(r, where,
                                "region \"%s\" has no material in the file; give one, such as "
                                "muscle, or Young's modulus, Poisson's ratio and density",
                                g != NULL ? g->name : "");
    }
    return true;
}

static bool same_material(const material* a, const material* b) {
    return a->young == b->young && a->poisson == b->poisson && a->density == b->density;
}

static bool check_elements(const tets* t, const material* materials, place where, report* r) {
    if (t->tet_count == 0)
        return report_error(r, where, "there are no tetrahedra to calculate with");
    int32_t before = r->error_count;
    for (int32_t i = 0; i < t->tet_count && r->error_count < before + ASSEMBLE_NAMED; ++i) {
        element_check(t, i, where, r);
        if (i > 0 && same_material(&materials[i], &materials[i - 1]))
            continue;
        char name[48];
        snprintf(name, sizeof name, "the material of element %d", i);
        material_check(&materials[i], name, where, r);
    }
    return r->error_count == before;
}

// ---- matrices --------------------------------------------------------------------------

typedef struct body {
    const tets* t;
    const material* materials;
    element_mass_rule rule;
} body;

static void stiffness_of(const void* user, int32_t element, double* matrix) {
    const body* b = user;
    vec3 nodes[ELEMENT_WIDTH_MAX];
    element_nodes(b->t, element, nodes);
    element_stiffness(nodes, b->t->width, &b->materials[element], tets_filling(b->t, element),
                      matrix);
}

static void mass_of(const void* user, int32_t element, double* matrix) {
    const body* b = user;
    vec3 nodes[ELEMENT_WIDTH_MAX];
    element_nodes(b->t, element, nodes);
    element_mass(nodes, b->t->width, b->materials[element].density, tets_filling(b->t, element),
                 b->rule, matrix);
}

bool assemble_body(const tets* t, const material* materials, element_mass_rule rule, int threads,
                   assemble_matrices* out, place where, arena* memory, report* r) {
    SUPPLE_ASSERT((t->width == 4 || t->width == 10) && threads >= 0);
    if (!check_elements(t, materials, where, r))
        return false;
    const sparse_mesh mesh = {t->elements, t->tet_count, t->width, t->width, t->node_count};
    const body b = {t, materials, rule};
    out->stiffness = sparse_pattern(&mesh, 3, threads, memory);
    sparse_assemble(&out->stiffness, &mesh, stiffness_of, &b, threads);
    out->mass = out->stiffness; // the pattern is shared, the numbers are its own
    out->mass.block = 1;
    out->mass.value = ARENA_NEW(memory, double, (size_t)out->mass.start[out->mass.rows]);
    sparse_assemble(&out->mass, &mesh, mass_of, &b, threads);
    return true;
}

bool assemble_mass(const tets* t, const material* materials, element_mass_rule rule, int threads,
                   assemble_matrices* out, place where, arena* memory, report* r) {
    SUPPLE_ASSERT((t->width == 4 || t->width == 10) && threads >= 0);
    if (!check_elements(t, materials, where, r))
        return false;
    const sparse_mesh mesh = {t->elements, t->tet_count, t->width, t->width, t->node_count};
    const body b = {t, materials, rule};
    out->mass = sparse_pattern(&mesh, 1, threads, memory);
    sparse_assemble(&out->mass, &mesh, mass_of, &b, threads);
    out->stiffness = out->mass;
    out->stiffness.block = 3;
    out->stiffness.value = NULL;
    return true;
}

assemble_matrices assemble_keep(const assemble_matrices* all, const int32_t* number,
                                int32_t free_count, arena* memory) {
    SUPPLE_ASSERT(all->stiffness.rows == all->mass.rows);
    SUPPLE_ASSERT(free_count >= 0 && free_count <= all->mass.rows);
    assemble_matrices kept = {.mass = sparse_keep(&all->mass, number, free_count, memory)};
    if (all->stiffness.value != NULL) {
        kept.stiffness = sparse_keep(&all->stiffness, number, free_count, memory);
        return kept;
    }
    kept.stiffness = kept.mass;
    kept.stiffness.block = 3;
    kept.stiffness.value = NULL;
    return kept;
}

sparse assemble_shifted(const assemble_matrices* m, double shift, arena* memory) {
    SUPPLE_ASSERT(m->stiffness.block == 3 && m->mass.block == 1 &&
                  m->stiffness.rows == m->mass.rows);
    sparse s = m->stiffness;
    size_t blocks = (size_t)s.start[s.rows];
    s.value = ARENA_NEW(memory, double, 9 * blocks);
    for (size_t i = 0; i < blocks; ++i)
        for (size_t k = 0; k < 9; ++k)
            s.value[9 * i + k] =
                m->stiffness.value[9 * i + k] - (k % 4 == 0 ? shift * m->mass.value[i] : 0.0);
    return s;
}

// ---- which nodes may move --------------------------------------------------------------

// What is fixed of a piece, which is what hangs together through shared nodes.
typedef struct hold {
    int32_t first, far;  // a fixed node, -1: there is none; the one farthest from it
    double reach, aside; // from the first to that; the farthest of any from the line through both
} hold;

// [node_count], at the lowest node of each piece.
static hold* find_holds(const tets* t, const uint8_t* fixed, int32_t* piece, arena* memory) {
    hold* holds = ARENA_NEW(memory, hold, (size_t)t->node_count);
    sets_clear(piece, t->node_count);
    for (int32_t i = 0; i < t->tet_count; ++i)
        for (int32_t k = 1; k < t->width; ++k) {
            const int32_t* e = t->elements + (size_t)i * (size_t)t->width;
            sets_join(piece, e[0], e[k]);
        }
    for (int32_t i = 0; i < t->node_count; ++i) {
        holds[i].first = -1; // a piece's lowest node comes before all others of it
        hold* h = &holds[sets_find(piece, i)];
        if (!fixed[i])
            continue;
        h->first = h->first < 0 ? i : h->first;
        double distance = v3_distance(t->nodes[h->first], t->nodes[i]);
        if (distance >= h->reach) {
            h->far = i;
            h->reach = distance;
        }
    }
    for (int32_t i = 0; i < t->node_count; ++i) {
        hold* h = &holds[sets_find(piece, i)];
        if (!fixed[i])
            continue;
        vec3 from = t->nodes[h->first], along = v3_unit(v3_sub(t->nodes[h->far], from));
        h->aside = fmax(h->aside, v3_length(v3_cross(along, v3_sub(t->nodes[i], from))));
    }
    return holds;
}

// False with the first piece that nothing holds while others are held, or that still turns about what
// holds it.
static bool check_pieces(const tets* t, const uint8_t* used, const uint8_t* fixed, place where,
                         report* r) {
    arena* scratch = arena_create();
    int32_t* piece = ARENA_NEW(scratch, int32_t, (size_t)t->node_count);
    const hold* holds = find_holds(t, fixed, piece, scratch);
    int32_t count = 0, loose = 0, first_loose = -1, turning = -1;
    for (int32_t i = 0; i < t->node_count; ++i) {
        if (!used[i] || sets_find(piece, i) != i)
            continue;
        ++count;
        if (holds[i].first < 0) {
            ++loose;
            first_loose = first_loose < 0 ? i : first_loose;
        } else if (turning < 0 && holds[i].aside <= ON_A_LINE * holds[i].reach) {
            turning = i;
        }
    }
    const char* held = turning >= 0 && holds[turning].reach > 0.0 ? "line" : "point";
    const char* whose =
        count == 1 ? "the body" : arena_format(r->memory, "the piece with node %d", turning);
    arena_destroy(scratch);
    if (loose > 0 && loose < count)
        return report_error(
            r, where,
            "%d %s no fixed node while others have, the first with node %d: it would fall away; "
            "fix three nodes of it, join it to the rest or leave it out",
            loose, loose == 1 ? "piece of the body has" : "pieces of the body have", first_loose);
    if (turning >= 0)
        return report_error(
            r, where,
            "what is fixed of %s is only a %s, about which it still turns; fix more "
            "of it, at least three nodes that are not on one line, or nothing at all",
            whose, held);
    return true;
}

bool assemble_free(const tets* t, const uint8_t* fixed_or_null, int32_t* number,
                   int32_t* free_count, place where, report* r) {
    SUPPLE_ASSERT(number != NULL && free_count != NULL);
    arena* scratch = arena_create();
    uint8_t* used = ARENA_NEW(scratch, uint8_t, (size_t)t->node_count);
    for (size_t i = 0; i < (size_t)t->tet_count * (size_t)t->width; ++i)
        used[t->elements[i]] = 1;
    bool sound = fixed_or_null == NULL || check_pieces(t, used, fixed_or_null, where, r);
    int32_t count = 0;
    for (int32_t i = 0; i < t->node_count; ++i)
        number[i] = used[i] && (fixed_or_null == NULL || !fixed_or_null[i]) ? count++ : -1;
    arena_destroy(scratch);
    *free_count = count;
    if (sound && count == 0)
        sound = report_error(r, where, "nothing is free to move: all nodes of the body are fixed");
    return sound;
}
