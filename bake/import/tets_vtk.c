// Legacy VTK, an unstructured grid: text or big-endian binary, cells as rows (to 4.x) or as offsets
// and connectivity (5.x).
//
// Files by other hands declare a wrong total in CELLS, lack the blank in "# vtk", or end with
// CELL_TYPES and no list; rows carry their own lengths, so all of these can be read and are said.
// SPDX-License-Identifier: MIT
#include "bake/import/tets_file.h"
#include "bake/import/tets_flow.h"

#include <strings.h>

enum { VTK_TET = 10, VTK_TET10 = 24, VTK_LAGRANGE_TET = 71 };

typedef struct vtk_type {
    const char* name;
    size_t size;
    enum { VTK_FLOAT, VTK_SIGNED, VTK_UNSIGNED } kind;
} vtk_type;

static const vtk_type types[] = {
    {"float", 4, VTK_FLOAT},         {"double", 8, VTK_FLOAT},
    {"int", 4, VTK_SIGNED},          {"unsigned_int", 4, VTK_UNSIGNED},
    {"long", 8, VTK_SIGNED},         {"unsigned_long", 8, VTK_UNSIGNED},
    {"short", 2, VTK_SIGNED},        {"unsigned_short", 2, VTK_UNSIGNED},
    {"char", 1, VTK_SIGNED},         {"unsigned_char", 1, VTK_UNSIGNED},
    {"vtktypeint32", 4, VTK_SIGNED}, {"vtktypeint64", 8, VTK_SIGNED},
    {"vtkIdType", 8, VTK_SIGNED},
};
static const vtk_type vtk_int = {"int", 4, VTK_SIGNED};

typedef struct vtk {
    tets_file* f;
    flow in;
    bool binary;
    int64_t cell_count; // -1: no CELLS yet
    size_t* first;      // [cell_count + 1] into nodes
    int32_t* nodes;     // of all cells
    size_t node_capacity;
    uint8_t* kinds; // [cell_count] cell types, or NULL
} vtk;

static place vtk_place(const vtk* v) {
    return v->binary ? flow_byte(&v->in) : flow_line(&v->in);
}

static size_t vtk_left(const vtk* v) {
    return v->binary ? flow_raw_left(&v->in) : flow_left(&v->in);
}

static size_t vtk_least(const vtk* v, const vtk_type* type) {
    return v->binary ? type->size : 2; // a digit and a blank
}

static bool vtk_missing(vtk* v, const char* what, int64_t index, int64_t count) {
    if (!v->binary)
        return flow_missing(&v->in, what, index, count, v->f->r);
    return report_error(v->f->r, vtk_place(v), "the file ends within %s %lld of %lld", what,
                        (long long)index + 1, (long long)count);
}

// ---- numbers

// A big-endian number as its bits, in the low bytes.
static bool vtk_bits(vtk* v, size_t size, uint64_t* bits) {
    const uint8_t* at = flow_raw(&v->in, size);
    if (at == NULL)
        return false;
    *bits = 0;
    for (size_t i = 0; i < size; ++i)
        *bits = *bits << 8 | at[i];
    return true;
}

static bool vtk_integer(vtk* v, const vtk_type* type, int64_t* value) {
    if (!v->binary)
        return flow_int(&v->in, value);
    uint64_t bits = 0;
    if (!vtk_bits(v, type->size, &bits))
        return false;
    unsigned shift = 64 - 8 * (unsigned)type->size;
    *value = type->kind == VTK_SIGNED ? (int64_t)(bits << shift) >> shift : (int64_t)bits;
    return true;
}

static bool vtk_number(vtk* v, const vtk_type* type, double* value) {
    if (!v->binary)
        return flow_number(&v->in, value);
    if (type->kind != VTK_FLOAT) {
        int64_t whole = 0;
        bool ok = vtk_integer(v, type, &whole);
        *value = (double)whole;
        return ok;
    }
    uint64_t bits = 0;
    if (!vtk_bits(v, type->size, &bits))
        return false;
    if (type->size == 8) {
        memcpy(value, &bits, sizeof *value);
    } else {
        uint32_t half = (uint32_t)bits;
        float single;
        memcpy(&single, &half, sizeof single);
        *value = (double)single;
    }
    return true;
}

static bool read_type(vtk* v, vtk_type* type) {
    word w = text_word(&v->in.t);
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (w.length == strlen(types[i].name) && strncasecmp(w.at, types[i].name, w.length) == 0) {
            *type = types[i];
            return true;
        }
    return report_error(v->f->r, flow_line(&v->in), "numbers of the unknown type %.*s",
                        WORD_SHOWN(w));
}

// ---- sections

static bool read_points(vtk* v) {
    int64_t count = 0;
    double x[3];
    vtk_type type = vtk_int;
    if (!flow_int(&v->in, &count))
        return flow_expected(&v->in, "the number of points", v->f->r);
    if (!read_type(v, &type) ||
        !tets_file_fits(v->f, "points", count, 3 * vtk_least(v, &type), vtk_left(v),
                        vtk_place(v)) ||
        !tets_file_nodes(v->f, count, vtk_place(v)))
        return false;
    for (int64_t i = 0; i < count; ++i) {
        if (!vtk_number(v, &type, &x[0]) || !vtk_number(v, &type, &x[1]) ||
            !vtk_number(v, &type, &x[2]))
            return vtk_missing(v, "point", i, count);
        if (!tets_file_set_node(v->f, (int32_t)i, i, x, vtk_place(v)))
            return false;
    }
    return tets_file_number_nodes(v->f, vtk_place(v));
}

// Room for `more` nodes behind those of the cells so far.
static void reserve_nodes(vtk* v, size_t used, size_t more) {
    if (v->node_capacity - used >= more)
        return;
    size_t capacity = 2 * used + more;
    v->nodes = arena_grow(v->f->scratch, v->nodes, used, capacity, sizeof *v->nodes);
    v->node_capacity = capacity;
}

// "k n1 ... nk" for each cell. The total is known to be wrong in files of others.
static bool read_rows(vtk* v, int64_t total) {
    size_t used = 0;
    if (total > 0 && (uint64_t)total <= vtk_left(v) / vtk_least(v, &vtk_int))
        reserve_nodes(v, 0, (size_t)total);
    for (int64_t i = 0; i < v->cell_count; ++i) {
        int64_t size = 0, node = 0;
        if (!vtk_integer(v, &vtk_int, &size))
            return vtk_missing(v, "cell", i, v->cell_count);
        if (size < 0 || (uint64_t)size > vtk_left(v) / vtk_least(v, &vtk_int) + 1)
            return report_error(
                v->f->r, vtk_place(v),
                "cell %lld announces %lld nodes, more than what is left of the file", (long long)i,
                (long long)size);
        reserve_nodes(v, used, (size_t)size);
        for (int64_t k = 0; k < size; ++k) {
            if (!vtk_integer(v, &vtk_int, &node))
                return vtk_missing(v, "cell", i, v->cell_count);
            if (!tets_file_find_node(v->f, node, i, &v->nodes[used + (size_t)k], vtk_place(v)))
                return false;
        }
        used += (size_t)size;
        v->first[i + 1] = used;
    }
    if ((int64_t)used + v->cell_count != total)
        report_note(v->f->r, place_file(v->f->path),
                    "CELLS announces %lld numbers in all, but its cells have %lld; the cells were "
                    "believed",
                    (long long)total, (long long)used + (long long)v->cell_count);
    return true;
}

static bool read_title(vtk* v, const char* name, vtk_type* type) {
    word w = flow_peek(&v->in);
    if (!word_is(w, name))
        return flow_expected(&v->in, name, v->f->r);
    text_word(&v->in.t);
    return read_type(v, type);
}

// 5.x: OFFSETS (one more than cells), then CONNECTIVITY.
static bool read_offsets(vtk* v, int64_t connectivity) {
    vtk_type type = vtk_int;
    int64_t value = 0;
    if (!read_title(v, "OFFSETS", &type))
        return false;
    for (int64_t i = 0; i <= v->cell_count; ++i) {
        if (!vtk_integer(v, &type, &value))
            return vtk_missing(v, "offset", i, v->cell_count + 1);
        if (value < 0 || value > connectivity || (i == 0 && value != 0) ||
            (i > 0 && (size_t)value < v->first[i - 1]))
            return report_error(v->f->r, vtk_place(v), "offset %lld of the cells is %lld",
                                (long long)i, (long long)value);
        v->first[i] = (size_t)value;
    }
    if (!read_title(v, "CONNECTIVITY", &type) ||
        !tets_file_fits(v->f, "nodes of cells", connectivity, vtk_least(v, &type), vtk_left(v) + 1,
                        vtk_place(v)))
        return false;
    reserve_nodes(v, 0, (size_t)connectivity);
    for (int64_t i = 0, cell = 0; i < connectivity; ++i) {
        if (!vtk_integer(v, &type, &value))
            return vtk_missing(v, "node of the cells", i, connectivity);
        while (cell + 1 < v->cell_count && v->first[cell + 1] <= (size_t)i)
            ++cell;
        if (!tets_file_find_node(v->f, value, cell, &v->nodes[i], vtk_place(v)))
            return false;
    }
    return true;
}

static bool read_cells(vtk* v) {
    int64_t count = 0, total = 0;
    if (v->cell_count >= 0)
        return report_error(v->f->r, flow_line(&v->in), "a second list of CELLS");
    if (!flow_int(&v->in, &count) || !flow_int(&v->in, &total))
        return flow_expected(&v->in, "\"cells numbers\" of CELLS", v->f->r);
    if (!tets_file_fits(v->f, "cells", count, vtk_least(v, &vtk_int), vtk_left(v) + 1,
                        vtk_place(v)))
        return false;
    text ahead = v->in.t;
    flow after = {ahead, v->in.start, v->in.path};
    bool offsets = word_is(flow_peek(&after), "OFFSETS");
    if (offsets && count == 0)
        return report_error(v->f->r, flow_line(&v->in), "CELLS without an offset");
    v->cell_count = offsets ? count - 1 : count;
    v->first = ARENA_NEW(v->f->scratch, size_t, (size_t)count + 1);
    return offsets ? read_offsets(v, total) : read_rows(v, total);
}

static bool read_kinds(vtk* v) {
    int64_t count = 0, kind = 0;
    if (!flow_int(&v->in, &count))
        return flow_expected(&v->in, "the number of cell types", v->f->r);
    if (v->cell_count < 0)
        return report_error(v->f->r, flow_line(&v->in), "CELL_TYPES stands before CELLS");
    uint8_t* kinds = ARENA_NEW(v->f->scratch, uint8_t, (size_t)v->cell_count);
    for (int64_t i = 0; i < v->cell_count; ++i) {
        if (!vtk_integer(v, &vtk_int, &kind)) {
            if (i == 0)
                return true; // no list at all
            return vtk_missing(v, "cell type", i, v->cell_count);
        }
        kinds[i] = kind > 0 && kind < 256 ? (uint8_t)kind : 0;
    }
    if (count != v->cell_count)
        return report_error(v->f->r, vtk_place(v), "CELL_TYPES announces %lld types for %lld cells",
                            (long long)count, (long long)v->cell_count);
    v->kinds = kinds;
    return true;
}

// ---- cells to elements

// Numbers of vtkCellType.h: linear, quadratic, Lagrange and Bezier cells.
static tets_other other_of(int kind) {
    static const struct {
        tets_other other;
        uint8_t kinds[9]; // up to a 0
    } table[] = {{OTHER_POINT, {1, 2}},
                 {OTHER_LINE, {3, 4, 21, 35, 68, 75}},
                 {OTHER_TRIANGLE, {5, 6, 22, 34, 69, 76}},
                 {OTHER_QUAD, {7, 8, 9, 23, 28, 30, 36, 70, 77}},
                 {OTHER_HEXAHEDRON, {11, 12, 25, 29, 33, 72}},
                 {OTHER_PRISM, {13, 26, 31, 32, 73}},
                 {OTHER_PYRAMID, {14, 27, 37, 74}},
                 {OTHER_TETRAHEDRON, {VTK_LAGRANGE_TET}}};
    for (size_t i = 0; kind > 0 && i < sizeof table / sizeof *table; ++i)
        for (size_t k = 0; k < sizeof table[i].kinds; ++k)
            if (table[i].kinds[k] == kind)
                return table[i].other;
    return OTHER_SOLID;
}

// Without a list of types, the number of nodes tells.
static int kind_by_size(size_t size) {
    return size == 4 ? VTK_TET : size == 10 ? VTK_TET10 : size == 3 ? 5 : size == 8 ? 12 : 0;
}

static bool add_cells(vtk* v) {
    v->f->expected = (size_t)v->cell_count;
    for (int64_t i = 0; i < v->cell_count; ++i) {
        size_t size = v->first[i + 1] - v->first[i];
        int kind = v->kinds != NULL ? v->kinds[i] : kind_by_size(size);
        bool linear = kind == VTK_TET;
        bool quadratic = kind == VTK_TET10 || (kind == VTK_LAGRANGE_TET && size == 10);
        if (!linear && !quadratic) {
            ++v->f->others[other_of(kind)];
            continue;
        }
        if (size != (linear ? 4 : 10))
            return report_error(v->f->r, place_file(v->f->path),
                                "cell %lld is a tetrahedron of type %d with %zu nodes",
                                (long long)i, kind, size);
        int32_t* to =
            tets_file_add(v->f, (int32_t)size, (tets_label){i, 0}, place_file(v->f->path));
        if (to == NULL)
            return false;
        memcpy(to, v->nodes + v->first[i], size * sizeof *to);
    }
    return true;
}

// ---- the file

// Version, title, ASCII or BINARY: three lines. The title may be anything, so it is no flow.
static bool read_head(vtk* v) {
    text* t = &v->in.t;
    for (int line = 0; line < 2; ++line) {
        const char* newline = memchr(t->next, '\n', (size_t)(t->end - t->next));
        if (newline == NULL)
            return report_error(v->f->r, flow_line(&v->in), "the file ends within its head");
        t->next = newline + 1;
        ++t->next_line;
    }
    t->at = t->stop = t->next;
    word w = flow_peek(&v->in);
    if (!word_is(w, "ASCII") && !word_is(w, "BINARY"))
        return flow_expected(&v->in, "ASCII or BINARY", v->f->r);
    text_word(t);
    v->binary = word_is(w, "BINARY");
    w = flow_peek(&v->in);
    if (!word_is(w, "DATASET"))
        return flow_expected(&v->in, "DATASET UNSTRUCTURED_GRID", v->f->r);
    text_word(t);
    w = flow_peek(&v->in);
    text_word(t);
    return word_is(w, "UNSTRUCTURED_GRID") ||
           report_error(v->f->r, flow_line(&v->in),
                        "is a VTK file of %.*s; tetrahedra need an UNSTRUCTURED_GRID",
                        WORD_SHOWN(w));
}

bool tets_read_vtk(tets_file* f, bytes file, tets* out) {
    vtk v = {.f = f, .in = flow_open(file, f->path), .cell_count = -1};
    if (!read_head(&v))
        return false;
    while (flow_more(&v.in)) {
        word w = text_word(&v.in.t);
        bool ok = true;
        if (word_is(w, "POINTS"))
            ok = read_points(&v);
        else if (word_is(w, "CELLS"))
            ok = read_cells(&v);
        else if (word_is(w, "CELL_TYPES"))
            ok = read_kinds(&v);
        else if (word_is(w, "POINT_DATA") || word_is(w, "CELL_DATA"))
            break;
        else
            v.in.t.at = v.in.t.stop; // fields, metadata
        if (!ok)
            return false;
    }
    if (f->nodes == NULL || v.cell_count < 0)
        return report_error(f->r, place_file(f->path), "has no %s: the file is cut off",
                            f->nodes == NULL ? "POINTS" : "CELLS");
    if (v.kinds == NULL && v.cell_count > 0)
        report_warning(f->r, place_file(f->path),
                       "has no list of cell types; cells of 4 and of 10 nodes were taken for "
                       "tetrahedra");
    return add_cells(&v) && tets_finish(f, tets_order_vtk, out);
}
