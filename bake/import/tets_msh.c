// Gmsh's sections: format, physical names, entities; the rest is skipped. See tets_msh_mesh.c for
// nodes and elements.
// SPDX-License-Identifier: MIT
#include "bake/import/tets_msh.h"

bool msh_expected(msh* m, const char* what) {
    if (m->binary)
        return report_error(m->f->r, msh_place(m), "the file ends where %s should be", what);
    return flow_expected(&m->in, what, m->f->r);
}

bool msh_missing(msh* m, const char* what, int64_t index, int64_t count) {
    if (m->binary)
        return report_error(m->f->r, msh_place(m), "the file ends within %s %lld of %lld", what,
                            (long long)index + 1, (long long)count);
    return flow_missing(&m->in, what, index, count, m->f->r);
}

// ---- $MeshFormat

static bool read_format(msh* m) {
    double version = 0.0;
    int64_t type = 0, size = 0;
    if (!flow_number(&m->in, &version) || !flow_int(&m->in, &type) || !flow_int(&m->in, &size))
        return msh_expected(m, "\"version type size\" of $MeshFormat");
    if (version >= 4.1 && version < 4.15)
        m->version = 41;
    else if (version >= 2.0 && version < 3.0)
        m->version = 22;
    else
        return report_error(m->f->r, flow_line(&m->in),
                            "is Gmsh format %g; only 2.2 and 4.1 can be read: open it in Gmsh and "
                            "save it with -format msh41",
                            version);
    if (size != 8)
        return report_error(m->f->r, flow_line(&m->in),
                            "numbers of %lld bytes; only a data size of 8 can be read",
                            (long long)size);
    if (type != 0 && type != 1)
        return report_error(m->f->r, flow_line(&m->in),
                            "file type %lld; 0 (text) and 1 (binary) exist", (long long)type);
    if (type == 0)
        return true;
    int32_t one = 0;
    m->binary = true;
    if (!msh_bytes(m, &one, sizeof one))
        return msh_expected(m, "the mark of the byte order");
    m->swapped = one == 0x01000000;
    if (one != 1 && !m->swapped)
        return report_error(m->f->r, msh_place(m),
                            "the mark of the byte order is not 1 in either order: the file was "
                            "damaged, perhaps sent as text");
    return true;
}

// ---- $PhysicalNames: dimension, tag, "name", one a line

static bool read_names(msh* m) {
    int64_t count = 0, dimension = 0, tag = 0;
    if (!flow_int(&m->in, &count))
        return msh_expected(m, "the number of physical names");
    if (!tets_file_fits(m->f, "physical names", count, 4, flow_left(&m->in), flow_line(&m->in)))
        return false;
    for (int64_t i = 0; i < count; ++i) {
        if (!flow_int(&m->in, &dimension) || !flow_int(&m->in, &tag))
            return flow_missing(&m->in, "physical name", i, count, m->f->r);
        word name = text_rest(&m->in.t);
        if (name.length >= 2 && name.at[0] == '"' && name.at[name.length - 1] == '"') {
            ++name.at;
            name.length -= 2;
        }
        if (dimension == 3 && tag > 0 && name.length > 0)
            tets_file_name_region(
                m->f, tag,
                (tet_region){.name = arena_copy_text(m->f->memory, name.at, name.length)});
    }
    return true;
}

// ---- $Entities (4.1): only volumes matter, and of them the physical group

// A list of integers with its length in front; the first is kept.
static bool read_tags(msh* m, int64_t* first) {
    int64_t count = 0, tag = 0;
    if (!msh_size(m, &count) ||
        !tets_file_fits(m->f, "tags", count, msh_least(m, 4), msh_left(m), msh_place(m)))
        return false;
    *first = 0;
    for (int64_t i = 0; i < count; ++i) {
        if (!msh_int(m, &tag))
            return false;
        if (i == 0)
            *first = tag < 0 ? -tag : tag; // negative: turned round
    }
    return true;
}

static bool read_entity(msh* m, int dimension, msh_volume* out) {
    double box[6];
    int64_t boundary = 0;
    if (!msh_int(m, &out->tag))
        return false;
    for (int i = 0; i < (dimension == 0 ? 3 : 6); ++i)
        if (!msh_double(m, &box[i]))
            return false;
    return read_tags(m, &out->physical) && (dimension == 0 || read_tags(m, &boundary));
}

bool msh_read_entities(msh* m) {
    int64_t counts[4];
    for (int d = 0; d < 4; ++d)
        if (!msh_size(m, &counts[d]))
            return msh_expected(m, "the numbers of points, curves, surfaces and volumes");
    for (int d = 0; d < 4; ++d) {
        if (!tets_file_fits(m->f, "entities", counts[d], msh_least(m, 36), msh_left(m),
                            msh_place(m)))
            return false;
        if (d == 3)
            m->volumes = ARENA_NEW(m->f->scratch, msh_volume, (size_t)counts[d]);
        for (int64_t i = 0; i < counts[d]; ++i) {
            msh_volume v;
            int32_t errors = m->f->r->error_count;
            if (!read_entity(m, d, &v))
                return m->f->r->error_count > errors ? false
                                                     : msh_missing(m, "entity", i, counts[d]);
            if (d == 3)
                m->volumes[m->volume_count++] = v;
        }
    }
    return true;
}

// ---- sections

// Goes behind "$End<name>", whatever stands before it, bytes included.
static bool skip_section(msh* m, word name) {
    text* t = &m->in.t;
    const char* title = arena_format(m->f->scratch, "$End%.*s", (int)name.length, name.at);
    size_t length = strlen(title);
    const char* at = t->next;
    while ((at = memchr(at, '$', (size_t)(t->end - at))) != NULL) {
        if ((size_t)(t->end - at) >= length && memcmp(at, title, length) == 0) {
            for (const char* c = t->next; c < at; ++c)
                t->next_line += *c == '\n';
            t->at = t->stop = t->next = at + length;
            t->line = t->next_line;
            return true;
        }
        ++at;
    }
    return report_error(m->f->r, flow_line(&m->in), "the section $%.*s is not closed by %s",
                        WORD_SHOWN(name), title);
}

static bool close_section(msh* m, word name) {
    const char* title = arena_format(m->f->scratch, "$End%.*s", (int)name.length, name.at);
    word w = flow_peek(&m->in);
    if (!word_is(w, title))
        return report_error(m->f->r, msh_place(m),
                            "%.*s stands where %s should be: the section holds more than it "
                            "announces, or it is cut off",
                            WORD_SHOWN(w), title);
    text_word(&m->in.t);
    return true;
}

static bool read_section(msh* m, word name) {
    if (word_is(name, "MeshFormat"))
        return read_format(m) && close_section(m, name);
    if (m->version == 0)
        return report_error(m->f->r, flow_line(&m->in), "$%.*s stands before $MeshFormat",
                            WORD_SHOWN(name));
    if (word_is(name, "PhysicalNames"))
        return read_names(m) && close_section(m, name);
    if (word_is(name, "Nodes"))
        return msh_read_nodes(m) && close_section(m, name);
    if (word_is(name, "Elements"))
        return msh_read_elements(m) && close_section(m, name);
    if (word_is(name, "Entities") && m->version == 41)
        return msh_read_entities(m) && close_section(m, name);
    return skip_section(m, name);
}

// Labels hold the physical group, or minus the volume's own number where there is none. Groups are
// what the author named; without any, volumes tell the pieces apart. One volume alone says nothing.
static void settle_labels(tets_file* f) {
    bool grouped = false, several = false;
    for (int32_t i = 0; i < f->tet_count; ++i) {
        grouped = grouped || f->labels[i].region > 0;
        several = several || f->labels[i].region != f->labels[0].region;
    }
    for (int32_t i = 0; i < f->tet_count; ++i)
        if (f->labels[i].region < 0)
            f->labels[i].region = grouped || !several ? 0 : -f->labels[i].region;
}

bool tets_read_msh(tets_file* f, bytes file, tets* out) {
    msh m = {.f = f, .in = flow_open(file, f->path)};
    while (flow_more(&m.in)) {
        word w = text_word(&m.in.t);
        if (w.length < 2 || w.at[0] != '$')
            return report_error(f->r, msh_place(&m),
                                "%.*s stands where a section ($Nodes ...) should begin",
                                WORD_SHOWN(w));
        if (!read_section(&m, (word){w.at + 1, w.length - 1}))
            return false;
    }
    if (f->nodes == NULL)
        return report_error(f->r, place_file(f->path), "has no $Nodes: the file is cut off");
    if (f->labels == NULL && f->expected == 0)
        return report_error(f->r, place_file(f->path), "has no $Elements: the file is cut off");
    if (f->labels != NULL)
        settle_labels(f);
    return tets_finish(f, tets_order_gmsh, out);
}
