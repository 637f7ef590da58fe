// Room, numbers and names for a file of tetrahedra being read.
// SPDX-License-Identifier: MIT
#include "bake/import/tets_file.h"

#include <string.h>

// Beyond that cubes of lengths leave the range of double.
static const double coordinate_limit = 1e60;

bool tets_file_fits(tets_file* f, const char* what, int64_t count, size_t least, size_t left,
                    place where) {
    if (count < 0 || (uint64_t)count > left / least)
        return report_error(f->r, where,
                            "announces %lld %s, but only %zu bytes follow: the file is cut off or "
                            "the number is wrong",
                            (long long)count, what, left);
    if (count > INT32_MAX - 1)
        return report_error(f->r, where, "has %lld %s; at most 2147483646 can be read",
                            (long long)count, what);
    return true;
}

bool tets_file_nodes(tets_file* f, int64_t count, place where) {
    if (f->nodes != NULL)
        return report_error(f->r, where, "a second list of nodes; one file may have one mesh");
    f->node_count = (int32_t)count;
    f->nodes = ARENA_NEW(f->memory, vec3, (size_t)count);
    f->node_numbers = ARENA_NEW(f->scratch, int64_t, (size_t)count);
    return true;
}

bool tets_file_set_node(tets_file* f, int32_t i, int64_t number, const double x[3], place where) {
    for (int k = 0; k < 3; ++k)
        if (!(fabs(x[k]) <= coordinate_limit))
            return report_error(
                f->r, where, "node %lld has %s as its %c coordinate", (long long)number,
                isfinite(x[k]) ? "an enormous number" : "no finite number", "xyz"[k]);
    f->nodes[i] = v3(x[0], x[1], x[2]);
    f->node_numbers[i] = number;
    return true;
}

static size_t slot_of(const tets_numbers* n, int64_t number) {
    uint64_t x = (uint64_t)number;
    size_t at = (size_t)(x ^ (x >> 32) * 0x9e3779b97f4a7c15) & n->mask;
    while (n->index[at] >= 0 && n->number[at] != number)
        at = (at + 1) & n->mask;
    return at;
}

bool tets_file_number_nodes(tets_file* f, place where) {
    tets_numbers* n = &f->numbers;
    n->base = f->node_count > 0 ? f->node_numbers[0] : 0;
    bool counts_up = true;
    for (int32_t i = 0; i < f->node_count && counts_up; ++i)
        counts_up = (uint64_t)f->node_numbers[i] - (uint64_t)n->base == (uint64_t)i;
    if (counts_up)
        return true;

    size_t size = 16;
    while (size < 2 * (size_t)f->node_count)
        size *= 2;
    n->mask = size - 1;
    n->number = ARENA_NEW(f->scratch, int64_t, size);
    n->index = ARENA_NEW(f->scratch, int32_t, size);
    memset(n->index, -1, size * sizeof *n->index);
    for (int32_t i = 0; i < f->node_count; ++i) {
        size_t at = slot_of(n, f->node_numbers[i]);
        if (n->index[at] >= 0)
            return report_error(f->r, where, "two nodes have the number %lld",
                                (long long)f->node_numbers[i]);
        n->number[at] = f->node_numbers[i];
        n->index[at] = i;
    }
    return true;
}

bool tets_file_find_node(tets_file* f, int64_t number, int64_t element, int32_t* index,
                         place where) {
    const tets_numbers* n = &f->numbers;
    if (n->mask > 0) {
        *index = n->index[slot_of(n, number)];
        if (*index >= 0)
            return true;
    } else if ((uint64_t)number - (uint64_t)n->base < (uint64_t)f->node_count) {
        *index = (int32_t)((uint64_t)number - (uint64_t)n->base); // binary numbers may be any
        return true;
    }
    if (f->nodes == NULL)
        return report_error(f->r, where, "elements stand before the nodes they use");
    if (n->mask > 0 || f->node_count == 0)
        return report_error(f->r, where,
                            "element %lld uses node %lld, which the file does not have",
                            (long long)element, (long long)number);
    return report_error(f->r, where, "element %lld uses node %lld; nodes are %lld to %lld",
                        (long long)element, (long long)number, (long long)n->base,
                        (long long)f->node_numbers[f->node_count - 1]);
}

int32_t* tets_file_add(tets_file* f, int32_t width, tets_label label, place where) {
    if (f->width != 0 && f->width != width) {
        report_error(f->r, where,
                     "has tetrahedra of %d and of %d nodes; save the mesh with one order only",
                     f->width, width);
        return NULL;
    }
    if (f->tet_count == INT32_MAX - 1) {
        report_error(f->r, where, "has more than 2147483646 tetrahedra");
        return NULL;
    }
    f->width = width;
    if ((size_t)f->tet_count == f->capacity) {
        size_t count = f->capacity;
        f->capacity = count == 0 && f->expected > 0 ? f->expected : 2 * count + 64;
        f->labels = arena_grow(f->scratch, f->labels, count, f->capacity, sizeof *f->labels);
        f->elements = arena_grow(f->memory, f->elements, count * (size_t)width,
                                 f->capacity * (size_t)width, sizeof *f->elements);
    }
    f->labels[f->tet_count] = label;
    return f->elements + (size_t)width * (size_t)f->tet_count++;
}

void tets_file_name_region(tets_file* f, int64_t key, tet_region region) {
    if (f->region_count == f->region_capacity) {
        int32_t capacity = 2 * f->region_capacity + 8;
        f->regions = arena_grow(f->scratch, f->regions, (size_t)f->region_count, (size_t)capacity,
                                sizeof *f->regions);
        f->region_capacity = capacity;
    }
    f->regions[f->region_count++] = (tets_keyed_region){key, region};
}
