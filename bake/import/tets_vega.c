// Vega FEM's .veg: sections that begin with a star, one row a line.
//
// A machine over lines, because *INCLUDE may stand anywhere, also within a list (Vega's own way of
// using TetGen's files): the state goes on in the included file and comes back with it.
// SPDX-License-Identifier: MIT
#include "bake/import/tets_file.h"
#include "bake/import/tets_flow.h"

#include <strings.h>

enum { TETS_VEGA_DEPTH_MOST = 8 };

typedef enum vega_section {
    VEGA_NONE,
    VEGA_VERTICES,
    VEGA_ELEMENTS,
    VEGA_MATERIAL,
    VEGA_SET,
    VEGA_REGION
} vega_section;

typedef struct vega_set {
    const char* name;
    int64_t* elements;
    size_t count, capacity;
} vega_set;

typedef struct vega_region {
    const char *set, *material;
    place where;
} vega_region;

typedef struct vega {
    tets_file* f;
    vega_section section;
    bool typed;        // *ELEMENTS: the line TET was there
    int64_t announced; // rows of the list being read; -1: its head is still to come
    int64_t done;      // rows read
    int32_t material_count, set_count, region_count;
    int32_t material_capacity, set_capacity, region_capacity;
    tet_region* materials;
    vega_set* sets;
    vega_region* regions;
} vega;

// The array, with room for one more.
static void* with_room(vega* v, void* items, int32_t count, int32_t* capacity, size_t size) {
    if (count < *capacity)
        return items;
    *capacity = 2 * count + 8;
    return arena_grow(v->f->scratch, items, (size_t)count, (size_t)*capacity, size);
}

static bool is_blank(char c) {
    return text_is_space(c) || c == ',';
}

// The next number of a line whose numbers stand between blanks and commas.
static bool listed_number(text* t, double* value) {
    while (t->at < t->stop && is_blank(*t->at))
        ++t->at;
    const char* after = number_read(t->at, t->stop, value);
    if (after == NULL || (after < t->stop && !is_blank(*after)))
        return false;
    t->at = after;
    return true;
}

// The part of a line up to a comma, without blanks around it.
static word listed_word(text* t) {
    text_skip(t);
    word w = {t->at, 0};
    while (t->at < t->stop && *t->at != ',')
        ++t->at;
    w.length = (size_t)(t->at - w.at);
    while (w.length > 0 && text_is_space(w.at[w.length - 1]))
        --w.length;
    t->at += t->at < t->stop;
    return w;
}

static bool word_matches(word w, const char* name) {
    return w.length == strlen(name) && strncasecmp(w.at, name, w.length) == 0;
}

static const char* keep(vega* v, word w) {
    return arena_copy_text(v->f->memory, w.at, w.length);
}

// ---- rows of the sections

static bool vertex_row(vega* v, flow* in) {
    int64_t number = 0;
    double x[3];
    if (v->announced < 0) {
        if (!flow_int(in, &number))
            return flow_expected(in, "the number of vertices", v->f->r);
        v->announced = number;
        return tets_file_fits(v->f, "vertices", number, 8, flow_left(in), flow_line(in)) &&
               tets_file_nodes(v->f, number, flow_line(in));
    }
    if (v->done == v->announced)
        return report_error(v->f->r, flow_line(in), "more than the %lld vertices announced",
                            (long long)v->announced);
    if (!flow_int(in, &number) || !text_number(&in->t, &x[0]) || !text_number(&in->t, &x[1]) ||
        !text_number(&in->t, &x[2]))
        return flow_missing(in, "vertex", v->done, v->announced, v->f->r);
    return tets_file_set_node(v->f, (int32_t)v->done++, number, x, flow_line(in));
}

static bool element_type(vega* v, flow* in) {
    word w = text_word(&in->t);
    v->typed = true;
    if (word_matches(w, "TET") || word_matches(w, "TETS"))
        return true;
    if (word_matches(w, "CUBIC") || word_matches(w, "CUBES"))
        return report_error(
            v->f->r, flow_line(in),
            "holds hexahedra (CUBIC); only tetrahedra can be used: mesh its surface with "
            "tetrahedra instead");
    return report_error(v->f->r, flow_line(in), "elements of the unknown type %.*s; TET is read",
                        WORD_SHOWN(w));
}

static bool element_row(vega* v, flow* in) {
    int64_t number = 0, node = 0;
    if (!v->typed)
        return element_type(v, in);
    if (v->announced < 0) {
        if (!flow_int(in, &number))
            return flow_expected(in, "the number of elements", v->f->r);
        v->announced = number;
        v->f->expected = number > 0 ? (size_t)number : 0;
        return tets_file_fits(v->f, "elements", number, 10, flow_left(in), flow_line(in));
    }
    if (v->done == v->announced)
        return report_error(v->f->r, flow_line(in), "more than the %lld elements announced",
                            (long long)v->announced);
    if (!flow_int(in, &number))
        return flow_missing(in, "element", v->done, v->announced, v->f->r);
    int32_t* to =
        tets_file_add(v->f, 4, (tets_label){.number = number, .region = 0}, flow_line(in));
    if (to == NULL)
        return false;
    for (int k = 0; k < 4; ++k) {
        if (!text_more(&in->t) || !flow_int(in, &node))
            return flow_missing(in, "element", v->done, v->announced, v->f->r);
        if (!tets_file_find_node(v->f, node, number, &to[k], flow_line(in)))
            return false;
    }
    ++v->done;
    return true;
}

// "ENU, density, E, nu". Other laws have no place in tet_region.
static bool material_row(vega* v, flow* in) {
    tet_region* m = &v->materials[v->material_count - 1];
    word law = listed_word(&in->t);
    double numbers[3];
    if (!word_matches(law, "ENU")) {
        report_warning(v->f->r, flow_line(in),
                       "the material %s of kind %.*s was left out; only ENU is read", m->name,
                       WORD_SHOWN(law));
        return true;
    }
    for (int i = 0; i < 3; ++i)
        if (!listed_number(&in->t, &numbers[i]) || !isfinite(numbers[i]))
            return report_error(v->f->r, flow_line(in),
                                "the material %s is not \"ENU, density, E, nu\"", m->name);
    if (!(numbers[0] > 0.0) || !(numbers[1] > 0.0) || !(numbers[2] > -1.0 && numbers[2] < 0.5))
        return report_error(v->f->r, flow_line(in),
                            "the material %s is impossible: density and E must be positive, nu "
                            "between -1 and 0.5",
                            m->name);
    *m = (tet_region){m->name, true, numbers[1], numbers[2], numbers[0]};
    return true;
}

static bool set_row(vega* v, flow* in) {
    vega_set* s = &v->sets[v->set_count - 1];
    text* t = &in->t;
    for (;;) {
        int64_t number = 0;
        while (t->at < t->stop && is_blank(*t->at))
            ++t->at;
        if (t->at == t->stop || *t->at == '#')
            return true;
        const char* after = number_read_int(t->at, t->stop, &number);
        if (after == NULL || (after < t->stop && !is_blank(*after)))
            return flow_expected(in, "the number of an element", v->f->r);
        t->at = after;
        if (s->count == s->capacity) {
            size_t capacity = 2 * s->capacity + 64;
            s->elements =
                arena_grow(v->f->scratch, s->elements, s->count, capacity, sizeof *s->elements);
            s->capacity = capacity;
        }
        s->elements[s->count++] = number;
    }
}

static bool region_row(vega* v, flow* in) {
    v->regions = with_room(v, v->regions, v->region_count, &v->region_capacity, sizeof *v->regions);
    vega_region* r = &v->regions[v->region_count++];
    r->where = flow_line(in);
    r->set = keep(v, listed_word(&in->t));
    r->material = keep(v, listed_word(&in->t));
    return true;
}

// ---- sections

// A list that is left must be complete.
static bool leave_section(vega* v, flow* in) {
    bool list = v->section == VEGA_VERTICES || v->section == VEGA_ELEMENTS;
    if (list && v->done != v->announced)
        return flow_missing(in, v->section == VEGA_VERTICES ? "vertex" : "element", v->done,
                            v->announced, v->f->r);
    if (v->section == VEGA_VERTICES && !tets_file_number_nodes(v->f, flow_line(in)))
        return false;
    v->section = VEGA_NONE;
    return true;
}

static bool enter_section(vega* v, flow* in) {
    if (!leave_section(v, in))
        return false;
    word title = text_word(&in->t);
    v->announced = -1;
    v->done = 0;
    v->typed = false;
    if (word_matches(title, "*VERTICES")) {
        v->section = VEGA_VERTICES;
    } else if (word_matches(title, "*ELEMENTS")) {
        v->section = VEGA_ELEMENTS;
        if (v->f->tet_count > 0)
            return report_error(v->f->r, flow_line(in), "a second list of elements");
    } else if (word_matches(title, "*MATERIAL")) {
        v->section = VEGA_MATERIAL;
        v->materials = with_room(v, v->materials, v->material_count, &v->material_capacity,
                                 sizeof *v->materials);
        v->materials[v->material_count++].name = keep(v, text_rest(&in->t));
    } else if (word_matches(title, "*SET")) {
        v->section = VEGA_SET;
        v->sets = with_room(v, v->sets, v->set_count, &v->set_capacity, sizeof *v->sets);
        v->sets[v->set_count++].name = keep(v, text_rest(&in->t));
    } else if (word_matches(title, "*REGION")) {
        v->section = VEGA_REGION;
    } else {
        return report_error(v->f->r, flow_line(in), "%.*s is no section of a Vega file",
                            WORD_SHOWN(title));
    }
    return true;
}

static bool read_row(vega* v, flow* in) {
    switch (v->section) {
    case VEGA_VERTICES:
        return vertex_row(v, in);
    case VEGA_ELEMENTS:
        return element_row(v, in);
    case VEGA_MATERIAL:
        return material_row(v, in);
    case VEGA_SET:
        return set_row(v, in);
    case VEGA_REGION:
        return region_row(v, in);
    case VEGA_NONE:
        break;
    }
    return flow_expected(in, "a section (*VERTICES ...)", v->f->r);
}

static bool read_lines(vega* v, flow* in, int depth) {
    static const char include[] = "*INCLUDE";
    while (flow_more(in)) {
        bool ok = true;
        if (*in->t.at != '*') {
            ok = read_row(v, in);
        } else if ((size_t)(in->t.stop - in->t.at) > sizeof include - 1 &&
                   strncasecmp(in->t.at, include, sizeof include - 1) == 0) {
            text_word(&in->t);
            word name = text_rest(&in->t);
            if (depth == TETS_VEGA_DEPTH_MOST)
                return report_error(v->f->r, flow_line(in), "*INCLUDE goes deeper than %d files",
                                    TETS_VEGA_DEPTH_MOST);
            const char* path = path_beside(
                in->path, arena_copy_text(v->f->scratch, name.at, name.length), v->f->r->memory);
            bytes file;
            if (!file_map(path, &file, v->f->r))
                return report_error(v->f->r, flow_line(in), "*INCLUDE %.*s cannot be followed",
                                    WORD_SHOWN(name));
            flow inner = flow_open(file, path);
            ok = read_lines(v, &inner, depth + 1);
            file_unmap(file);
        } else {
            ok = enter_section(v, in);
        }
        if (!ok)
            return false;
        in->t.at = in->t.stop;
    }
    return true;
}

// ---- regions

// The elements of a set get the region's key. Rows of *ELEMENTS count from the first one's number.
static bool mark_set(vega* v, const vega_region* r, int64_t key) {
    tets_file* f = v->f;
    const vega_set* s = NULL;
    for (int32_t i = 0; i < v->set_count && s == NULL; ++i)
        if (strcmp(v->sets[i].name, r->set) == 0)
            s = &v->sets[i];
    if (s == NULL && strcmp(r->set, "allElements") == 0) {
        for (int32_t i = 0; i < f->tet_count; ++i)
            f->labels[i].region = key;
        return true;
    }
    if (s == NULL)
        return report_error(f->r, r->where,
                            "*REGION names the set %s, which the file does not have", r->set);
    for (size_t i = 0; i < s->count; ++i) {
        int64_t at = s->elements[i] - f->labels[0].number;
        if (at < 0 || at >= f->tet_count)
            return report_error(f->r, r->where,
                                "the set %s holds element %lld, which the file does not have",
                                s->name, (long long)s->elements[i]);
        f->labels[at].region = key;
    }
    return true;
}

static bool mark_regions(vega* v) {
    for (int32_t i = 0; i < v->region_count; ++i) {
        const vega_region* r = &v->regions[i];
        const tet_region* m = NULL;
        for (int32_t k = 0; k < v->material_count && m == NULL; ++k)
            if (strcmp(v->materials[k].name, r->material) == 0)
                m = &v->materials[k];
        if (m == NULL)
            return report_error(v->f->r, r->where,
                                "*REGION names the material %s, which the file does not have",
                                r->material);
        tet_region region = *m;
        if (strcmp(r->set, "allElements") != 0)
            region.name = r->set;
        tets_file_name_region(v->f, i + 1, region);
        if (v->f->tet_count > 0 && !mark_set(v, r, i + 1))
            return false;
    }
    return true;
}

bool tets_read_vega(tets_file* f, bytes file, tets* out) {
    vega v = {.f = f, .announced = -1};
    flow in = flow_open(file, f->path);
    if (!read_lines(&v, &in, 0) || !leave_section(&v, &in) || !mark_regions(&v))
        return false;
    return tets_finish(f, tets_order_vtk, out);
}
