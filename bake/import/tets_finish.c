// From the file's elements to ours: kinds, orientation, repeated elements, unused nodes, regions.
// SPDX-License-Identifier: MIT
#include "bake/base/number_out.h"
#include "bake/import/tets_file.h"

#include <stdlib.h>
#include <string.h>

enum { TETS_FINISH_NAMED = 3 }; // elements that a sentence names

static const double flat = 1e-12; // six volumes over the cube of the longest edge

static const struct {
    const char *one, *many;
} other_name[OTHER_COUNT] = {
    {"point", "points"},
    {"line", "lines"},
    {"triangle", "triangles"},
    {"quad", "quads"},
    {"hexahedron", "hexahedra"},
    {"prism", "prisms"},
    {"pyramid", "pyramids"},
    {"tetrahedron of third or higher order", "tetrahedra of third or higher order"},
    {"solid of another kind", "solids of other kinds"}};

// "3 points and 12 triangles" of the kinds first .. last - 1; "" where there are none.
static const char* others_text(const tets_file* f, int first, int last) {
    const char* text = "";
    int kinds = 0;
    for (int k = last - 1; k >= first; --k) {
        if (f->others[k] == 0)
            continue;
        text = arena_format(f->scratch, "%lld %s%s%s", (long long)f->others[k],
                            f->others[k] == 1 ? other_name[k].one : other_name[k].many,
                            kinds == 0   ? ""
                            : kinds == 1 ? " and "
                                         : ", ",
                            text);
        ++kinds;
    }
    return text;
}

static bool check_kinds(tets_file* f) {
    const char* flats = others_text(f, 0, OTHER_HEXAHEDRON);
    const char* solids = others_text(f, OTHER_HEXAHEDRON, OTHER_COUNT);
    if (solids[0] != 0)
        return report_error(f->r, place_file(f->path),
                            "holds %s; only tetrahedra of 4 or 10 nodes can be used: split or "
                            "mesh the volume into tetrahedra in the program that made it",
                            solids);
    if (f->tet_count == 0 && flats[0] != 0)
        return report_error(f->r, place_file(f->path),
                            "holds no tetrahedra, only %s; mesh its volume first, or give it as a "
                            "surface",
                            flats);
    if (f->tet_count == 0)
        return report_error(f->r, place_file(f->path), "holds no tetrahedra");
    if (flats[0] != 0)
        report_note(f->r, place_file(f->path), "%s left out: only tetrahedra are used", flats);
    return true;
}

// ---- orientation and flat elements

// A sentence's worth of bad elements.
typedef struct bad_list {
    int64_t count;
    const char* text;
} bad_list;

static void name_bad(const tets_file* f, bad_list* list, int32_t i) {
    if (++list->count > TETS_FINISH_NAMED)
        return;
    const int32_t* e = f->elements + (size_t)i * (size_t)f->width;
    const char* nodes = "";
    for (int32_t k = 0; k < f->width; ++k)
        nodes = arena_format(f->scratch, "%s%s%lld", nodes, k > 0 ? " " : "",
                             (long long)f->node_numbers[e[k]]);
    list->text =
        arena_format(f->scratch, "%s%selement %lld (nodes %s)", list->count > 1 ? list->text : "",
                     list->count > 1 ? ", " : "", (long long)f->labels[i].number, nodes);
}

static bool report_bad(const tets_file* f, const bad_list* list, const char* one,
                       const char* many) {
    if (list->count == 0)
        return true;
    return report_error(f->r, place_file(f->path), "%lld %s: %s%s", (long long)list->count,
                        list->count == 1 ? one : many, list->text,
                        list->count > TETS_FINISH_NAMED ? " ..." : "");
}

static bool repeats_node(const int32_t* e, int32_t width) {
    for (int32_t i = 1; i < width; ++i)
        for (int32_t k = 0; k < i; ++k)
            if (e[i] == e[k])
                return true;
    return false;
}

// Corners 0 and 1 change places, and so do the mid nodes that edges with them had.
static void turn(int32_t* e, int32_t width) {
    static const int pairs[3][2] = {{0, 1}, {5, 6}, {7, 8}};
    for (int p = 0; p < (width == 10 ? 3 : 1); ++p) {
        int32_t swap = e[pairs[p][0]];
        e[pairs[p][0]] = e[pairs[p][1]];
        e[pairs[p][1]] = swap;
    }
}

static bool orient(tets_file* f) {
    int64_t turned = 0;
    bad_list repeated = {0}, without_volume = {0};
    for (int32_t i = 0; i < f->tet_count; ++i) {
        int32_t* e = f->elements + (size_t)i * (size_t)f->width;
        if (repeats_node(e, f->width)) {
            name_bad(f, &repeated, i);
            continue;
        }
        double longest = 0.0;
        for (int k = 0; k < 6; ++k) {
            vec3 d = v3_sub(f->nodes[e[tet_edge[k][1]]], f->nodes[e[tet_edge[k][0]]]);
            double s = v3_dot(d, d);
            longest = s > longest ? s : longest;
        }
        double six =
            6.0 * tet_volume(f->nodes[e[0]], f->nodes[e[1]], f->nodes[e[2]], f->nodes[e[3]]);
        if (!(fabs(six) > flat * longest * sqrt(longest)))
            name_bad(f, &without_volume, i);
        else if (six < 0.0) {
            turn(e, f->width);
            f->labels[i].turned = true;
            ++turned;
        }
    }
    bool whole =
        report_bad(f, &repeated, "tetrahedron uses a node twice", "tetrahedra use a node twice");
    bool solid =
        report_bad(f, &without_volume, "tetrahedron has no volume", "tetrahedra have no volume");
    if (whole && solid && turned > 0)
        report_note(f->r, place_file(f->path),
                    "%lld of %d tetrahedra had their corners in left-handed order; two corners of "
                    "each were swapped",
                    (long long)turned, f->tet_count);
    return whole && solid;
}

// ---- elements that stand twice

static void sort_corners(const int32_t* e, int32_t out[4]) {
    memcpy(out, e, 4 * sizeof *out);
    for (int i = 1; i < 4; ++i)
        for (int k = i; k > 0 && out[k] < out[k - 1]; --k) {
            int32_t swap = out[k];
            out[k] = out[k - 1];
            out[k - 1] = swap;
        }
}

static bool same_corners(const int32_t* a, const int32_t* b) {
    int32_t x[4], y[4];
    sort_corners(a, x);
    sort_corners(b, y);
    return memcmp(x, y, sizeof x) == 0;
}

// The first of several elements with the same corners is kept. Gmsh 2.2 writes an element once for
// each group it is in; taken as they stand, such a body would weigh twice what it does.
static void drop_repeated(tets_file* f) {
    size_t width = (size_t)f->width, size = 16;
    while (size < 2 * (size_t)f->tet_count)
        size *= 2;
    typedef struct slot { // the hash saves most looks at the elements themselves
        uint32_t hash;
        int32_t element; // from 1; 0: free
    } slot;
    slot* table = ARENA_NEW(f->scratch, slot, size);
    int32_t kept = 0;
    for (int32_t i = 0; i < f->tet_count; ++i) {
        const int32_t* e = f->elements + (size_t)i * width;
        int32_t corners[4];
        sort_corners(e, corners);
        uint64_t hash = 0;
        for (int k = 0; k < 4; ++k)
            hash = (hash ^ hash >> 29 ^ (uint64_t)corners[k]) * 0x9e3779b97f4a7c15;
        uint32_t high = (uint32_t)(hash >> 32);
        size_t at = (size_t)(hash ^ high) & (size - 1);
        bool repeated = false;
        for (; table[at].element != 0 && !repeated; at = (at + 1) & (size - 1))
            repeated = table[at].hash == high &&
                       same_corners(e, f->elements + (size_t)(table[at].element - 1) * width);
        if (repeated)
            continue;
        if (kept < i) {
            memcpy(f->elements + (size_t)kept * width, e, width * sizeof *e);
            f->labels[kept] = f->labels[i];
        }
        table[at] = (slot){high, ++kept};
    }
    if (kept < f->tet_count)
        report_warning(f->r, place_file(f->path),
                       "%d of %d tetrahedra have the same corners as an earlier one and were left "
                       "out",
                       f->tet_count - kept, f->tet_count);
    f->tet_count = kept;
}

// ---- unused nodes

static int32_t* drop_unused(tets_file* f) {
    int32_t* to = ARENA_NEW(f->scratch, int32_t, (size_t)f->node_count);
    size_t uses = (size_t)f->tet_count * (size_t)f->width;
    int32_t kept = 0;
    for (size_t i = 0; i < uses; ++i)
        to[f->elements[i]] = 1;
    for (int32_t i = 0; i < f->node_count; ++i)
        kept += to[i];
    if (kept == f->node_count)
        return NULL;

    report_note(f->r, place_file(f->path), "%d of %d nodes left out: no tetrahedron uses them",
                f->node_count - kept, f->node_count);
    int32_t* source = ARENA_NEW(f->memory, int32_t, (size_t)kept);
    kept = 0;
    for (int32_t i = 0; i < f->node_count; ++i) {
        if (to[i] == 0)
            continue;
        source[kept] = i;
        f->nodes[kept] = f->nodes[i];
        to[i] = kept++;
    }
    for (size_t i = 0; i < uses; ++i)
        f->elements[i] = to[f->elements[i]];
    f->node_count = kept;
    return source;
}

// ---- regions

static int compare_keys(const void* a, const void* b) {
    int64_t x = *(const int64_t*)a, y = *(const int64_t*)b;
    return (x > y) - (x < y);
}

static tet_region region_of(const tets_file* f, int64_t key) {
    for (int32_t i = 0; i < f->region_count; ++i)
        if (f->regions[i].key == key)
            return f->regions[i].region;
    tet_region region = {.name = ""};
    if (key == 0)
        return region;
    if (!f->regions_are_doubles) {
        region.name = arena_format(f->memory, "%lld", (long long)key);
        return region;
    }
    char text[NUMBER_OUT_SIZE];
    double value;
    memcpy(&value, &key, sizeof value);
    number_out(value, text);
    region.name = arena_format(f->memory, "%s", text);
    return region;
}

// Regions in the order of their keys. One key 0 for all means that the file knows no regions.
static void settle_regions(tets_file* f, tets* out) {
    size_t count = (size_t)f->tet_count;
    bool several = false;
    for (size_t i = 1; i < count && !several; ++i)
        several = f->labels[i].region != f->labels[0].region;
    if (!several && f->labels[0].region == 0)
        return;
    int64_t* keys = ARENA_NEW(f->scratch, int64_t, count);
    size_t distinct = 1;
    keys[0] = f->labels[0].region;
    if (several) {
        for (size_t i = 0; i < count; ++i)
            keys[i] = f->labels[i].region;
        qsort(keys, count, sizeof *keys, compare_keys);
        for (size_t i = 1; i < count; ++i)
            if (keys[i] != keys[i - 1])
                keys[distinct++] = keys[i];
    }
    out->region_count = (int32_t)distinct;
    out->regions = ARENA_NEW(f->memory, tet_region, distinct);
    for (size_t i = 0; i < distinct; ++i)
        out->regions[i] = region_of(f, keys[i]);
    if (!several)
        return;
    out->element_region_or_null = ARENA_NEW(f->memory, int32_t, count);
    for (size_t i = 0; i < count; ++i) {
        const int64_t* at =
            bsearch(&f->labels[i].region, keys, distinct, sizeof *keys, compare_keys);
        out->element_region_or_null[i] = (int32_t)(at - keys);
    }
}

bool tets_finish(tets_file* f, const int order[6], tets* out) {
    if (!check_kinds(f) || (f->width == 10 && !tets_order_middles(f, order)) || !orient(f))
        return false;
    drop_repeated(f);
    out->node_source_or_null = drop_unused(f);
    out->node_count = f->node_count;
    out->tet_count = f->tet_count;
    out->width = f->width;
    out->nodes = f->nodes;
    out->elements = f->elements;
    settle_regions(f, out);
    return true;
}
