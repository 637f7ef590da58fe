// Legacy VTK, an unstructured grid: text or big-endian binary, cells as rows (to 4.x) or as offsets
// and connectivity (5.x).
//
// Files by other hands declare a wrong total in CELLS, lack the blank in "# vtk", or end with
// CELL_TYPES and no list; rows carry their own lengths, so all of these can be read and are said.
// SPDX-License-Identifier: MIT
#include "bake/import/tets_file.h"
#include "bake/import/tets_vtk_fill.h"

enum { VTK_TET = 10, VTK_TET10 = 24, VTK_LAGRANGE_TET = 71 };

typedef struct vtk {
    vtk_stream in;
    int64_t cell_count; // -1: no CELLS yet
    size_t* first;      // [cell_count + 1] into nodes
    int32_t* nodes;     // of all cells
    size_t node_capacity;
    uint8_t* kinds; // [cell_count] cell types, or NULL
} vtk;

// ---- sections

static bool read_points(vtk* v) {
    int64_t count = 0;
    double x[3];
    vtk_type type = vtk_int;
    if (!flow_int(&v->in.flow, &count))
        return flow_expected(&v->in.flow, "the number of points", v->in.f->r);
    if (!vtk_read_type(&v->in, &type) ||
        !tets_file_fits(v->in.f, "points", count, 3 * vtk_least(&v->in, &type), vtk_left(&v->in),
                        vtk_place(&v->in)) ||
        !tets_file_nodes(v->in.f, count, vtk_place(&v->in)))
        return false;
    for (int64_t i = 0; i < count; ++i) {
        if (!vtk_number(&v->in, &type, &x[0]) || !vtk_number(&v->in, &type, &x[1]) ||
            !vtk_number(&v->in, &type, &x[2]))
            return vtk_missing(&v->in, "point", i, count);
        if (!tets_file_set_node(v->in.f, (int32_t)i, i, x, vtk_place(&v->in)))
            return false;
    }
    return tets_file_number_nodes(v->in.f, vtk_place(&v->in));
}

// Room for `more` nodes behind those of the cells so far.
static void reserve_nodes(vtk* v, size_t used, size_t more) {
    if (v->node_capacity - used >= more)
        return;
    size_t capacity = 2 * used + more;
    v->nodes = arena_grow(v->in.f->scratch, v->nodes, used, capacity, sizeof *v->nodes);
    v->node_capacity = capacity;
}

// "k n1 ... nk" for each cell. The total is known to be wrong in files of others.
static bool read_rows(vtk* v, int64_t total) {
    size_t used = 0;
    if (total > 0 && (uint64_t)total <= vtk_left(&v->in) / vtk_least(&v->in, &vtk_int))
        reserve_nodes(v, 0, (size_t)total);
    for (int64_t i = 0; i < v->cell_count; ++i) {
        int64_t size = 0, node = 0;
        if (!vtk_integer(&v->in, &vtk_int, &size))
            return vtk_missing(&v->in, "cell", i, v->cell_count);
        if (size < 0 || (uint64_t)size > vtk_left(&v->in) / vtk_least(&v->in, &vtk_int) + 1)
            return report_error(
                v->in.f->r, vtk_place(&v->in),
                "cell %lld announces %lld nodes, more than what is left of the file", (long long)i,
                (long long)size);
        reserve_nodes(v, used, (size_t)size);
        for (int64_t k = 0; k < size; ++k) {
            if (!vtk_integer(&v->in, &vtk_int, &node))
                return vtk_missing(&v->in, "cell", i, v->cell_count);
            if (!tets_file_find_node(v->in.f, node, i, &v->nodes[used + (size_t)k],
                                     vtk_place(&v->in)))
                return false;
        }
        used += (size_t)size;
        v->first[i + 1] = used;
    }
    if ((int64_t)used + v->cell_count != total)
        report_note(v->in.f->r, place_file(v->in.f->path),
                    "CELLS announces %lld numbers in all, but its cells have %lld; the cells were "
                    "believed",
                    (long long)total, (long long)used + (long long)v->cell_count);
    return true;
}

static bool read_title(vtk* v, const char* name, vtk_type* type) {
    word w = flow_peek(&v->in.flow);
    if (!word_is(w, name))
        return flow_expected(&v->in.flow, name, v->in.f->r);
    text_word(&v->in.flow.t);
    return vtk_read_type(&v->in, type);
}

// 5.x: OFFSETS (one more than cells), then CONNECTIVITY.
static bool read_offsets(vtk* v, int64_t connectivity) {
    vtk_type type = vtk_int;
    int64_t value = 0;
    if (!read_title(v, "OFFSETS", &type))
        return false;
    for (int64_t i = 0; i <= v->cell_count; ++i) {
        if (!vtk_integer(&v->in, &type, &value))
            return vtk_missing(&v->in, "offset", i, v->cell_count + 1);
        if (value < 0 || value > connectivity || (i == 0 && value != 0) ||
            (i > 0 && (size_t)value < v->first[i - 1]))
            return report_error(v->in.f->r, vtk_place(&v->in), "offset %lld of the cells is %lld",
                                (long long)i, (long long)value);
        v->first[i] = (size_t)value;
    }
    if (!read_title(v, "CONNECTIVITY", &type) ||
        !tets_file_fits(v->in.f, "nodes of cells", connectivity, vtk_least(&v->in, &type),
                        vtk_left(&v->in) + 1, vtk_place(&v->in)))
        return false;
    reserve_nodes(v, 0, (size_t)connectivity);
    for (int64_t i = 0, cell = 0; i < connectivity; ++i) {
        if (!vtk_integer(&v->in, &type, &value))
            return vtk_missing(&v->in, "node of the cells", i, connectivity);
        while (cell + 1 < v->cell_count && v->first[cell + 1] <= (size_t)i)
            ++cell;
        if (!tets_file_find_node(v->in.f, value, cell, &v->nodes[i], vtk_place(&v->in)))
            return false;
    }
    return true;
}

static bool read_cells(vtk* v) {
    int64_t count = 0, total = 0;
    if (v->cell_count >= 0)
        return report_error(v->in.f->r, flow_line(&v->in.flow), "a second list of CELLS");
    if (!flow_int(&v->in.flow, &count) || !flow_int(&v->in.flow, &total))
        return flow_expected(&v->in.flow, "\"cells numbers\" of CELLS", v->in.f->r);
    if (!tets_file_fits(v->in.f, "cells", count, vtk_least(&v->in, &vtk_int), vtk_left(&v->in) + 1,
                        vtk_place(&v->in)))
        return false;
    text ahead = v->in.flow.t;
    flow after = {ahead, v->in.flow.start, v->in.flow.path};
    bool offsets = word_is(flow_peek(&after), "OFFSETS");
    if (offsets && count == 0)
        return report_error(v->in.f->r, flow_line(&v->in.flow), "CELLS without an offset");
    v->cell_count = offsets ? count - 1 : count;
    v->first = ARENA_NEW(v->in.f->scratch, size_t, (size_t)count + 1);
    return offsets ? read_offsets(v, total) : read_rows(v, total);
}

static bool read_kinds(vtk* v) {
    int64_t count = 0, kind = 0;
    if (!flow_int(&v->in.flow, &count))
        return flow_expected(&v->in.flow, "the number of cell types", v->in.f->r);
    if (v->cell_count < 0)
        return report_error(v->in.f->r, flow_line(&v->in.flow), "CELL_TYPES stands before CELLS");
    uint8_t* kinds = ARENA_NEW(v->in.f->scratch, uint8_t, (size_t)v->cell_count);
    for (int64_t i = 0; i < v->cell_count; ++i) {
        if (!vtk_integer(&v->in, &vtk_int, &kind)) {
            if (i == 0)
                return true; // no list at all
            return vtk_missing(&v->in, "cell type", i, v->cell_count);
        }
        kinds[i] = kind > 0 && kind < 256 ? (uint8_t)kind : 0;
    }
    if (count != v->cell_count)
        return report_error(v->in.f->r, vtk_place(&v->in),
                            "CELL_TYPES announces %lld types for %lld cells", (long long)count,
                            (long long)v->cell_count);
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
    v->in.f->expected = (size_t)v->cell_count;
    for (int64_t i = 0; i < v->cell_count; ++i) {
        size_t size = v->first[i + 1] - v->first[i];
        int kind = v->kinds != NULL ? v->kinds[i] : kind_by_size(size);
        bool linear = kind == VTK_TET;
        bool quadratic = kind == VTK_TET10 || (kind == VTK_LAGRANGE_TET && size == 10);
        if (!linear && !quadratic) {
            ++v->in.f->others[other_of(kind)];
            continue;
        }
        if (size != (linear ? 4 : 10))
            return report_error(v->in.f->r, place_file(v->in.f->path),
                                "cell %lld is a tetrahedron of type %d with %zu nodes",
                                (long long)i, kind, size);
        int32_t* to = tets_file_add(v->in.f, (int32_t)size, (tets_label){.number = i, .region = 0},
                                    place_file(v->in.f->path));
        if (to == NULL)
            return false;
        memcpy(to, v->nodes + v->first[i], size * sizeof *to);
    }
    return true;
}

// ---- the file

// Version, title, ASCII or BINARY: three lines. The title may be anything, so it is no flow.
static bool read_head(vtk* v) {
    text* t = &v->in.flow.t;
    for (int line = 0; line < 2; ++line) {
        const char* newline = memchr(t->next, '\n', (size_t)(t->end - t->next));
        if (newline == NULL)
            return report_error(v->in.f->r, flow_line(&v->in.flow),
                                "the file ends within its head");
        t->next = newline + 1;
        ++t->next_line;
    }
    t->at = t->stop = t->next;
    word w = flow_peek(&v->in.flow);
    if (!word_is(w, "ASCII") && !word_is(w, "BINARY"))
        return flow_expected(&v->in.flow, "ASCII or BINARY", v->in.f->r);
    text_word(t);
    v->in.binary = word_is(w, "BINARY");
    w = flow_peek(&v->in.flow);
    if (!word_is(w, "DATASET"))
        return flow_expected(&v->in.flow, "DATASET UNSTRUCTURED_GRID", v->in.f->r);
    text_word(t);
    w = flow_peek(&v->in.flow);
    text_word(t);
    return word_is(w, "UNSTRUCTURED_GRID") ||
           report_error(v->in.f->r, flow_line(&v->in.flow),
                        "is a VTK file of %.*s; tetrahedra need an UNSTRUCTURED_GRID",
                        WORD_SHOWN(w));
}

bool tets_read_vtk(tets_file* f, bytes file, tets* out) {
    vtk v = {.in = {.f = f, .flow = flow_open(file, f->path)}, .cell_count = -1};
    if (!read_head(&v))
        return false;
    vtk_filling filling = {0};
    bool last = false;
    while (!last && flow_more(&v.in.flow)) {
        word w = text_word(&v.in.flow.t);
        bool ok = true;
        if (word_is(w, "POINTS"))
            ok = read_points(&v);
        else if (word_is(w, "CELLS"))
            ok = read_cells(&v);
        else if (word_is(w, "CELL_TYPES"))
            ok = read_kinds(&v);
        else if (word_is(w, "CELL_DATA") && v.cell_count >= 0) {
            ok = vtk_read_filling(&v.in, v.cell_count, &filling);
            last = true; // what others say of their cells is theirs
        } else if (word_is(w, "POINT_DATA") || word_is(w, "CELL_DATA"))
            break;
        else
            v.in.flow.t.at = v.in.flow.t.stop; // fields, metadata
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
    if (!add_cells(&v) || !tets_finish(f, tets_order_vtk, out))
        return false;
    vtk_set_filling(f, &filling, out);
    return true;
}
