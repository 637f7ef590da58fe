// Wavefront OBJ, as in the appendix B1 of the Advanced Visualizer manual, polygons only.
//
// Two walks over the mapped file: the first counts, so that each array is made once and in its
// exact size and so that an index may point forward; the second reads. A name after `o` starts a
// mesh; where a file has no `o`, those after `g` do. A name that comes again continues its mesh.
// The w of a vertex weighs rational curves and does not touch polygons, so it is ignored. Vertex
// colours are taken as sRGB, as painting programs write them, and kept linear.
// SPDX-License-Identifier: MIT
#include "bake/import/obj.h"

#include "bake/base/color.h"
#include "bake/import/lines.h"
#include "bake/import/mtl.h"
#include "bake/import/simple.h"

typedef struct obj_counts {
    int64_t v, vt, vn, faces, corners, runs;
    bool has_objects;
} obj_counts;

// What the second walk is about to do, and what it met on the way.
typedef struct obj_reader {
    obj o;
    text t;
    report* r;
    arena *memory, *scratch;
    bool has_objects, has_color;
    int32_t v_read, vt_read, vn_read;
    int64_t face_read, corner_read;
    int32_t mesh, material;
    names libraries;
    int64_t bad_vectors, first_bad_vector; // of vt and vn: counts and first lines
    int64_t unknown, first_unknown;
    int64_t curves, first_curve;
} obj_reader;

static void count_word(int64_t* count, int64_t* first_line, int64_t line) {
    if ((*count)++ == 0)
        *first_line = line;
}

// Does the line begin with a word of one letter? Both walks must agree on it to the byte: the first
// makes the room that the second fills.
static bool is_letter(const text* t) {
    text after = *t;
    ++after.at;
    return text_at_gap(&after);
}

static bool fail(const obj_reader* p, const char* sentence) {
    return report_error(p->r, place_line(p->o.path, p->t.line), "%s", sentence);
}

// ---- first walk ------------------------------------------------------------------------

// At least the corners of a face, from its "f" on: words of a comment count too.
static int64_t count_words(const char* at, const char* stop) {
    int64_t count = 0;
    for (; at + 1 < stop; ++at)
        count += ((uint8_t)at[0] <= ' ') & ((uint8_t)at[1] > ' ');
    return count;
}

static obj_counts count_all(bytes file) {
    obj_counts n = {0};
    text t = text_open_joined(file);
    while (text_next_line(&t)) {
        if (!text_more(&t))
            continue;
        char first = *t.at, second = t.at + 1 < t.stop ? t.at[1] : ' ';
        bool letter = is_letter(&t);
        if (first == 'v') {
            n.v += letter;
            n.vt += second == 't';
            n.vn += second == 'n';
        } else if (first == 'f' && letter) {
            ++n.faces;
            n.corners += count_words(t.at, t.stop);
        } else {
            n.has_objects = n.has_objects || (first == 'o' && letter);
            n.runs += first == 'o' || first == 'g' || first == 'u';
        }
    }
    return n;
}

// ---- second walk -----------------------------------------------------------------------

// Up to `most` numbers; how many there were, or -1 with a finding.
static int read_numbers(obj_reader* p, double* x, int least, int most, const char* what) {
    int count = 0;
    while (count < most && text_more(&p->t)) {
        if (!text_number(&p->t, &x[count])) {
            word w = text_word(&p->t);
            report_error(p->r, place_line(p->o.path, p->t.line), "\"%.*s\" is not a number",
                         WORD_SHOWN(w));
            return -1;
        }
        ++count;
    }
    if (count >= least)
        return count;
    report_error(p->r, place_line(p->o.path, p->t.line), "%s needs %d numbers, but has %d", what,
                 least, count);
    return -1;
}

static bool read_position(obj_reader* p) {
    double x[7]; // x y z, x y z w, x y z r g b, x y z r g b a
    int count = read_numbers(p, x, 3, 7, "a vertex (v)");
    if (count < 0)
        return false;
    vec3 v = v3(x[0], x[1], x[2]);
    if (!simple_is_position(v))
        return report_error(p->r, place_line(p->o.path, p->t.line),
                            "the vertex at (%g, %g, %g) is not finite; export the model again or "
                            "remove that vertex",
                            v.x, v.y, v.z);
    int32_t i = p->v_read++;
    p->o.v[i] = v;
    if (count < 6)
        return true;
    if (!p->has_color) {
        for (int32_t k = 0; k < p->o.v_count; ++k)
            for (int c = 0; c < 4; ++c)
                p->o.color[k][c] = 1.0f;
        p->has_color = true;
    }
    for (int c = 0; c < 3; ++c)
        if (simple_is_float(x[3 + c]))
            p->o.color[i][c] = (float)color_from_srgb(x[3 + c]);
    return true;
}

// A texture coordinate or normal that is not finite becomes zero, with a warning: neither matters
// to the shape.
static bool read_vector(obj_reader* p, float* out, int least, int most, const char* what) {
    double x[3] = {0};
    int count = read_numbers(p, x, least, 3, what);
    bool bad = false;
    for (int i = 0; i < most; ++i) {
        bad = bad || !simple_is_float(x[i]);
        out[i] = simple_is_float(x[i]) ? (float)x[i] : 0.0f;
    }
    if (bad)
        count_word(&p->bad_vectors, &p->first_bad_vector, p->t.line);
    return count >= 0;
}

static bool read_texcoord(obj_reader* p) {
    float x[2];
    bool ok = read_vector(p, x, 1, 2, "a texture coordinate (vt)");
    p->o.vt[p->vt_read][0] = x[0];
    p->o.vt[p->vt_read++][1] = 1.0f - x[1];
    return ok;
}

static bool read_normal(obj_reader* p) {
    return read_vector(p, p->o.vn[p->vn_read++], 3, 3, "a normal (vn)");
}

static bool bad_index(obj_reader* p, const char* what, int64_t index, int32_t so_far,
                      int32_t total) {
    place where = place_line(p->o.path, p->t.line);
    if (total == 0)
        return report_error(p->r, where, "the face uses %s %lld, but the file has none", what,
                            (long long)index);
    if (so_far == 0)
        return report_error(p->r, where, "the face uses %s %lld, but the file has only 1 to %d",
                            what, (long long)index, total);
    return report_error(p->r, where,
                        "the face uses %s %lld, but only 1 to %d and, backwards from this line, -1 "
                        "to -%d exist",
                        what, (long long)index, total, so_far);
}

// Absolute from 1 or relative to what was read so far, to an index from 0.
static inline bool resolve(obj_reader* p, const char* what, int64_t index, int32_t so_far,
                           int32_t total, uint32_t* out) {
    int64_t i = index > 0 ? index - 1 : index + so_far;
    if (index == 0 || i < 0 || i >= total)
        return bad_index(p, what, index, so_far, total);
    *out = (uint32_t)i;
    return true;
}

// "1", "1/2", "1//3" or "1/2/3" at p->t.at.
static bool read_corner(obj_reader* p) {
    text* t = &p->t;
    int64_t index[3] = {0};
    bool given[3] = {false};
    const char* at = t->at;
    for (int k = 0; k < 3; ++k) {
        const char* after = number_read_int(at, t->stop, &index[k]);
        given[k] = after != NULL;
        at = after != NULL ? after : at;
        if (at == t->stop || *at != '/')
            break;
        ++at;
    }
    const char* before = t->at;
    t->at = at;
    if (!given[0] || !text_at_gap(t)) {
        t->at = before;
        word w = text_word(t);
        return report_error(p->r, place_line(p->o.path, t->line),
                            "\"%.*s\" is not a face corner like 1, 1/2, 1//3 or 1/2/3",
                            WORD_SHOWN(w));
    }
    obj* o = &p->o;
    int64_t c = p->corner_read++;
    if (!resolve(p, "vertex", index[0], p->v_read, o->v_count, &o->corner_v[c]))
        return false;
    uint32_t vt = OBJ_NONE, vn = OBJ_NONE;
    if (given[1] && !resolve(p, "texture coordinate", index[1], p->vt_read, o->vt_count, &vt))
        return false;
    if (given[2] && !resolve(p, "normal", index[2], p->vn_read, o->vn_count, &vn))
        return false;
    if (o->corner_vt != NULL)
        o->corner_vt[c] = vt;
    if (o->corner_vn != NULL)
        o->corner_vn[c] = vn;
    return true;
}

// The run that the next face belongs to; none is kept without faces.
static void open_run(obj_reader* p) {
    obj* o = &p->o;
    if (o->run_count > 0) {
        obj_run* last = &o->runs[o->run_count - 1];
        if (last->mesh == p->mesh && last->material == p->material)
            return;
    }
    o->runs[o->run_count++] = (obj_run){p->mesh, p->material, p->face_read, 0, p->corner_read};
}

static bool read_face(obj_reader* p) {
    if (p->mesh < 0)
        p->mesh = names_add(&p->o.meshes, "", 0);
    open_run(p);
    int64_t before = p->corner_read;
    while (text_more(&p->t))
        if (!read_corner(p))
            return false;
    if (p->corner_read - before > INT32_MAX)
        return fail(p, "the face has more corners than can be read");
    p->o.face_size[p->face_read++] = (uint32_t)(p->corner_read - before);
    ++p->o.runs[p->o.run_count - 1].face_count;
    return true;
}

static bool is_any(word w, const char* const* literals) {
    for (; *literals != NULL; ++literals)
        if (word_is(w, *literals))
            return true;
    return false;
}

static void read_name(obj_reader* p, word key) {
    static const char* const curves[] = {"vp",    "cstype", "deg",  "bmat", "step", "curv",
                                         "curv2", "surf",   "parm", "trim", "hole", "scrv",
                                         "sp",    "end",    "con",  NULL};
    static const char* const looks[] = {"s",        "l",     "p",      "bevel",      "c_interp",
                                        "d_interp", "lod",   "mg",     "shadow_obj", "trace_obj",
                                        "ctech",    "stech", "usemap", "maplib",     NULL};
    bool starts_mesh = word_is(key, "o") || (word_is(key, "g") && !p->has_objects);
    word name = text_rest(&p->t);
    if (starts_mesh)
        p->mesh = names_add(&p->o.meshes, name.at, name.length);
    else if (word_is(key, "usemtl"))
        p->material = names_add(&p->o.materials, name.at, name.length);
    else if (word_is(key, "mtllib"))
        names_add(&p->libraries, name.at, name.length);
    else if (is_any(key, curves))
        count_word(&p->curves, &p->first_curve, p->t.line);
    else if (!is_any(key, looks) && !word_is(key, "g"))
        count_word(&p->unknown, &p->first_unknown, p->t.line);
}

static bool read_line(obj_reader* p) {
    text* t = &p->t;
    if (!text_more(t))
        return true;
    char first = *t->at, second = t->at + 1 < t->stop ? t->at[1] : ' ';
    if ((first == 'v' || first == 'f') && is_letter(t)) {
        ++t->at;
        return first == 'v' ? read_position(p) : read_face(p);
    }
    if (first == 'v' && (second == 't' || second == 'n')) {
        t->at += 2;
        if (!text_at_gap(t))
            return fail(p, "the line begins with a word unknown to OBJ");
        return second == 't' ? read_texcoord(p) : read_normal(p);
    }
    word key = text_word(t);
    read_name(p, key);
    return true;
}

static bool make_room(obj_reader* p, const obj_counts* n) {
    place where = place_file(p->o.path);
    if (n->faces == 0)
        return report_error(p->r, where,
                            "has no faces (no line begins with f), so there is no surface to read");
    int64_t most = n->v > n->vt ? n->v : n->vt;
    most = n->vn > most ? n->vn : most;
    if (most > INT32_MAX || n->runs >= INT32_MAX)
        return report_error(p->r, where, "has %lld vertices; at most %d can be read",
                            (long long)most, INT32_MAX);
    obj* o = &p->o;
    arena* a = p->scratch;
    o->v_count = (int32_t)n->v;
    o->vt_count = (int32_t)n->vt;
    o->vn_count = (int32_t)n->vn;
    o->v = ARENA_NEW(a, vec3, (size_t)n->v);
    o->color = arena_alloc(a, (size_t)n->v, sizeof *o->color); // untouched, it costs nothing
    o->vt = arena_alloc(a, (size_t)n->vt, sizeof *o->vt);
    o->vn = arena_alloc(a, (size_t)n->vn, sizeof *o->vn);
    o->face_size = ARENA_NEW(a, uint32_t, (size_t)n->faces);
    o->corner_v = ARENA_NEW(a, uint32_t, (size_t)n->corners);
    o->corner_vt = n->vt > 0 ? ARENA_NEW(a, uint32_t, (size_t)n->corners) : NULL;
    o->corner_vn = n->vn > 0 ? ARENA_NEW(a, uint32_t, (size_t)n->corners) : NULL;
    o->runs = ARENA_NEW(a, obj_run, (size_t)n->runs + 1);
    o->meshes = names_new(p->memory);
    o->materials = names_new(p->memory);
    p->libraries = names_new(a);
    p->has_objects = n->has_objects;
    return true;
}

static void tell(const obj_reader* p) {
    const char* path = p->o.path;
    if (p->bad_vectors > 0)
        report_warning(p->r, place_line(path, p->first_bad_vector),
                       "texture coordinates or normals that are not finite become zero (%lld, this "
                       "is the first)",
                       (long long)p->bad_vectors);
    if (p->curves > 0)
        report_warning(p->r, place_line(path, p->first_curve),
                       "curves and free-form surfaces are not read (%lld lines from here on); "
                       "convert them to polygons before export",
                       (long long)p->curves);
    if (p->unknown > 0)
        report_warning(p->r, place_line(path, p->first_unknown),
                       "lines that begin with a word unknown to OBJ are skipped (%lld, this is the "
                       "first)",
                       (long long)p->unknown);
}

static void read_looks(obj_reader* p, imported* out) {
    scene* s = &out->scene;
    const names* n = &p->o.materials;
    s->material_count = n->count;
    s->materials = ARENA_NEW(p->memory, scene_material, (size_t)n->count);
    for (int32_t i = 0; i < n->count; ++i)
        s->materials[i] = simple_material(n->texts[i]);
    for (int32_t i = 0; i < p->libraries.count && n->count > 0; ++i)
        mtl_read(path_beside(p->o.path, p->libraries.texts[i], p->memory), n, p->memory, out, p->r);
}

int64_t obj_line_of_face(bytes file, int64_t face) {
    text t = text_open_joined(file);
    while (text_next_line(&t)) {
        if (!text_more(&t) || *t.at != 'f')
            continue;
        ++t.at;
        if (text_at_gap(&t) && face-- == 0)
            return t.line;
    }
    return 0;
}

static bool read_all(obj_reader* p, bytes file) {
    obj_counts counts = count_all(file);
    if (!make_room(p, &counts))
        return false;
    p->t = text_open_joined(file);
    while (text_next_line(&p->t))
        if (!read_line(p))
            return false;
    p->o.face_count = p->face_read;
    p->o.corner_count = p->corner_read;
    if (!p->has_color)
        p->o.color = NULL;
    tell(p);
    return true;
}

bool import_obj(bytes file, const char* path, arena* memory, imported* out, report* r) {
    out->scene.format = FILE_OBJ;
    obj_reader p = {.o.path = path,
                    .r = r,
                    .memory = memory,
                    .scratch = arena_create(),
                    .mesh = -1,
                    .material = -1};
    bool ok = read_all(&p, file) && obj_build(&p.o, file, p.scratch, memory, out, r);
    if (ok)
        read_looks(&p, out);
    arena_destroy(p.scratch);
    return ok;
}
