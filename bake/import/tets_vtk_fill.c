// As text or big-endian; one field after the other.
// SPDX-License-Identifier: MIT
#include "bake/import/tets_vtk_fill.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static const vtk_type types[] = {
    {"float", 4, VTK_FLOAT},         {"double", 8, VTK_FLOAT},
    {"int", 4, VTK_SIGNED},          {"unsigned_int", 4, VTK_UNSIGNED},
    {"long", 8, VTK_SIGNED},         {"unsigned_long", 8, VTK_UNSIGNED},
    {"short", 2, VTK_SIGNED},        {"unsigned_short", 2, VTK_UNSIGNED},
    {"char", 1, VTK_SIGNED},         {"unsigned_char", 1, VTK_UNSIGNED},
    {"vtktypeint32", 4, VTK_SIGNED}, {"vtktypeint64", 8, VTK_SIGNED},
    {"vtkIdType", 8, VTK_SIGNED},
};
const vtk_type vtk_int = {"int", 4, VTK_SIGNED};

place vtk_place(const vtk_stream* v) {
    return v->binary ? flow_byte(&v->flow) : flow_line(&v->flow);
}

size_t vtk_left(const vtk_stream* v) {
    return v->binary ? flow_raw_left(&v->flow) : flow_left(&v->flow);
}

size_t vtk_least(const vtk_stream* v, const vtk_type* type) {
    return v->binary ? type->size : 2; // a digit and a blank
}

bool vtk_missing(vtk_stream* v, const char* what, int64_t index, int64_t count) {
    if (!v->binary)
        return flow_missing(&v->flow, what, index, count, v->f->r);
    return report_error(v->f->r, vtk_place(v), "the file ends within %s %lld of %lld", what,
                        (long long)index + 1, (long long)count);
}

// A big-endian number as its bits, in the low bytes.
static bool vtk_bits(vtk_stream* v, size_t size, uint64_t* bits) {
    const uint8_t* at = flow_raw(&v->flow, size);
    if (at == NULL)
        return false;
    *bits = 0;
    for (size_t i = 0; i < size; ++i)
        *bits = *bits << 8 | at[i];
    return true;
}

bool vtk_integer(vtk_stream* v, const vtk_type* type, int64_t* value) {
    if (!v->binary)
        return flow_int(&v->flow, value);
    uint64_t bits = 0;
    if (!vtk_bits(v, type->size, &bits))
        return false;
    unsigned shift = 64 - 8 * (unsigned)type->size;
    *value = type->kind == VTK_SIGNED ? (int64_t)(bits << shift) >> shift : (int64_t)bits;
    return true;
}

bool vtk_number(vtk_stream* v, const vtk_type* type, double* value) {
    if (!v->binary)
        return flow_number(&v->flow, value);
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

bool vtk_read_type(vtk_stream* v, vtk_type* type) {
    word w = text_word(&v->flow.t);
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (w.length == strlen(types[i].name) && strncasecmp(w.at, types[i].name, w.length) == 0) {
            *type = types[i];
            return true;
        }
    return report_error(v->f->r, flow_line(&v->flow), "numbers of the unknown type %.*s",
                        WORD_SHOWN(w));
}

// ---- fillings

static const double FILLED_MOST = 1e6,
                    POINT_MOST = 10.0; // beyond these the numbers are no fillings

static bool is_name(word w, const char* name) {
    return w.length == strlen(name) && memcmp(w.at, name, w.length) == 0;
}

// Which of supple's fields this is: 0, 1 to 4, or -1.
static int field_of(word w) {
    static const char* const names[5] = {"supple_filled", "supple_filling_1", "supple_filling_2",
                                         "supple_filling_3", "supple_filling_4"};
    for (int i = 0; i < 5; ++i)
        if (is_name(w, names[i]))
            return i;
    return -1;
}

static bool read_field(vtk_stream* v, int field, int64_t cell_count, vtk_filling* out) {
    int width = field == 0 ? 1 : 3;
    vtk_type type = vtk_int;
    if (!vtk_read_type(v, &type))
        return false;
    if (field == 0) { // "1", LOOKUP_TABLE, "default"
        int64_t components;
        if (!flow_int(&v->flow, &components) || !word_is(flow_peek(&v->flow), "LOOKUP_TABLE"))
            return flow_expected(&v->flow, "1 and LOOKUP_TABLE", v->f->r);
        text_word(&v->flow.t);
        flow_peek(&v->flow);
        text_word(&v->flow.t);
    }
    if (!tets_file_fits(v->f, "fillings", cell_count, (size_t)width * vtk_least(v, &type),
                        vtk_left(v) + 1, vtk_place(v)))
        return false;
    double* values = ARENA_NEW(v->f->scratch, double, (size_t)width*(size_t)cell_count);
    for (int64_t i = 0; i < width * cell_count; ++i) {
        if (!vtk_number(v, &type, &values[i]))
            return vtk_missing(v, "filling", i / width, cell_count);
        double x = values[i];
        if (field == 0 ? !(x > 0.0 && x < FILLED_MOST) : !(fabs(x) < POINT_MOST))
            return report_error(v->f->r, vtk_place(v),
                                "the filling of cell %lld is %g: write the volume anew, or leave "
                                "out its cell data",
                                (long long)(i / width), x);
    }
    *(field == 0 ? &out->filled : &out->points[field - 1]) = values;
    return true;
}

bool vtk_read_filling(vtk_stream* v, int64_t cell_count, vtk_filling* out) {
    int64_t announced;
    if (!flow_int(&v->flow, &announced) || announced != cell_count)
        return true; // somebody else's
    for (int i = 0; i < 5 && flow_more(&v->flow); ++i) {
        word kind = flow_peek(&v->flow);
        text_word(&v->flow.t);
        word name = flow_peek(&v->flow);
        int field = field_of(name);
        if (field < 0 || !word_is(kind, field == 0 ? "SCALARS" : "VECTORS"))
            return true;
        text_word(&v->flow.t);
        if (!read_field(v, field, cell_count, out))
            return false;
    }
    return true;
}

void vtk_set_filling(const tets_file* f, const vtk_filling* filling, tets* out) {
    if (filling->filled == NULL)
        return;
    bool rules = true;
    for (int k = 0; k < 4; ++k)
        rules = rules && filling->points[k] != NULL;
    out->filled_or_null = ARENA_NEW(f->memory, double, (size_t)out->tet_count);
    if (rules)
        out->rules_or_null = ARENA_NEW(f->memory, tet_rule, (size_t)out->tet_count);
    for (int32_t i = 0; i < out->tet_count; ++i) {
        int64_t cell = f->labels[i].number;
        out->filled_or_null[i] = filling->filled[cell];
        bool even = true;
        for (int k = 0; k < 4 && rules; ++k) {
            const double* from = filling->points[k] + 3 * cell;
            double* l = out->rules_or_null[i].l[k];
            bool turned = f->labels[i].turned; // the file's points are of the file's corners
            l[0] = from[turned];
            l[1] = from[!turned];
            l[2] = from[2];
            l[3] = 1.0 - from[0] - from[1] - from[2];
            even = even && l[0] == 0.0 && l[1] == 0.0 && l[2] == 0.0;
        }
        if (rules)
            out->rules_or_null[i].even = even;
    }
}
