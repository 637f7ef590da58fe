// Gmsh's nodes and elements, 2.2 and 4.1.
// SPDX-License-Identifier: MIT
#include "bake/import/tets_msh.h"

enum { TAGS_MOST = 1000 }; // of an element in 2.2: groups and partitions

// Type numbers of Gmsh's reference manual: nodes, whether it is one of ours, else its kind.
static const msh_kind kinds[] = {
    [1] = {2, 0, OTHER_LINE},          [2] = {3, 0, OTHER_TRIANGLE},
    [3] = {4, 0, OTHER_QUAD},          [4] = {4, 4, OTHER_COUNT},
    [5] = {8, 0, OTHER_HEXAHEDRON},    [6] = {6, 0, OTHER_PRISM},
    [7] = {5, 0, OTHER_PYRAMID},       [8] = {3, 0, OTHER_LINE},
    [9] = {6, 0, OTHER_TRIANGLE},      [10] = {9, 0, OTHER_QUAD},
    [11] = {10, 10, OTHER_COUNT},      [12] = {27, 0, OTHER_HEXAHEDRON},
    [13] = {18, 0, OTHER_PRISM},       [14] = {14, 0, OTHER_PYRAMID},
    [15] = {1, 0, OTHER_POINT},        [16] = {8, 0, OTHER_QUAD},
    [17] = {20, 0, OTHER_HEXAHEDRON},  [18] = {15, 0, OTHER_PRISM},
    [19] = {13, 0, OTHER_PYRAMID},     [20] = {9, 0, OTHER_TRIANGLE},
    [21] = {10, 0, OTHER_TRIANGLE},    [22] = {12, 0, OTHER_TRIANGLE},
    [23] = {15, 0, OTHER_TRIANGLE},    [24] = {15, 0, OTHER_TRIANGLE},
    [25] = {21, 0, OTHER_TRIANGLE},    [26] = {4, 0, OTHER_LINE},
    [27] = {5, 0, OTHER_LINE},         [28] = {6, 0, OTHER_LINE},
    [29] = {20, 0, OTHER_TETRAHEDRON}, [30] = {35, 0, OTHER_TETRAHEDRON},
    [31] = {56, 0, OTHER_TETRAHEDRON}, [36] = {16, 0, OTHER_QUAD},
    [37] = {25, 0, OTHER_QUAD},        [38] = {36, 0, OTHER_QUAD},
    [92] = {64, 0, OTHER_HEXAHEDRON},  [93] = {125, 0, OTHER_HEXAHEDRON}};

msh_kind msh_kind_of(int64_t type) {
    return type > 0 && type < (int64_t)(sizeof kinds / sizeof *kinds) ? kinds[type] : (msh_kind){0};
}

static bool kind_known(msh* m, int64_t type, msh_kind* kind) {
    *kind = msh_kind_of(type);
    return kind->nodes > 0 || report_error(m->f->r, msh_place(m),
                                           "elements of type %lld, which Gmsh's manual does not "
                                           "give for meshes up to third order",
                                           (long long)type);
}

// ---- nodes

static bool read_point(msh* m, double x[3]) {
    return msh_double(m, &x[0]) && msh_double(m, &x[1]) && msh_double(m, &x[2]);
}

static bool read_nodes_22(msh* m) {
    int64_t count = 0, number = 0;
    double x[3];
    if (!flow_int(&m->in, &count))
        return msh_expected(m, "the number of nodes");
    if (!tets_file_fits(m->f, "nodes", count, m->binary ? 28 : 8, msh_left(m), msh_place(m)) ||
        !tets_file_nodes(m->f, count, msh_place(m)))
        return false;
    for (int64_t i = 0; i < count; ++i) {
        if (!msh_int(m, &number) || !read_point(m, x))
            return msh_missing(m, "node", i, count);
        if (!tets_file_set_node(m->f, (int32_t)i, number, x, msh_place(m)))
            return false;
    }
    return true;
}

// One block of 4.1: all numbers, then all places, each with up to three parameters of its surface.
static bool read_node_block(msh* m, int64_t* done, int64_t count) {
    int64_t dimension = 0, entity = 0, parametric = 0, size = 0;
    if (!msh_int(m, &dimension) || !msh_int(m, &entity) || !msh_int(m, &parametric) ||
        !msh_size(m, &size))
        return msh_expected(m, "\"dimension entity parametric count\" of a block of nodes");
    if (size < 0 || size > count - *done)
        return report_error(m->f->r, msh_place(m),
                            "a block of %lld nodes, but $Nodes announces only %lld more",
                            (long long)size, (long long)(count - *done));
    if (dimension < 0 || dimension > 3)
        return report_error(m->f->r, msh_place(m), "a block of nodes of dimension %lld",
                            (long long)dimension);
    for (int64_t i = *done; i < *done + size; ++i)
        if (!msh_size(m, &m->f->node_numbers[i]))
            return msh_missing(m, "number of node", i, count);
    for (int64_t i = *done; i < *done + size; ++i) {
        double x[3], parameter = 0.0;
        if (!read_point(m, x))
            return msh_missing(m, "node", i, count);
        for (int64_t k = 0; k < (parametric != 0 ? dimension : 0); ++k)
            if (!msh_double(m, &parameter))
                return msh_missing(m, "parameter of node", i, count);
        if (!tets_file_set_node(m->f, (int32_t)i, m->f->node_numbers[i], x, msh_place(m)))
            return false;
    }
    *done += size;
    return true;
}

static bool read_nodes_41(msh* m) {
    int64_t blocks = 0, count = 0, low = 0, high = 0, done = 0;
    if (!msh_size(m, &blocks) || !msh_size(m, &count) || !msh_size(m, &low) || !msh_size(m, &high))
        return msh_expected(m, "\"blocks nodes least greatest\" of $Nodes");
    if (!tets_file_fits(m->f, "nodes", count, m->binary ? 32 : 8, msh_left(m), msh_place(m)) ||
        !tets_file_fits(m->f, "blocks of nodes", blocks, m->binary ? 20 : 8, msh_left(m),
                        msh_place(m)) ||
        !tets_file_nodes(m->f, count, msh_place(m)))
        return false;
    for (int64_t i = 0; i < blocks; ++i)
        if (!read_node_block(m, &done, count))
            return false;
    return done == count || report_error(m->f->r, msh_place(m),
                                         "$Nodes announces %lld nodes, but its blocks hold %lld",
                                         (long long)count, (long long)done);
}

bool msh_read_nodes(msh* m) {
    return (m->version == 22 ? read_nodes_22(m) : read_nodes_41(m)) &&
           tets_file_number_nodes(m->f, msh_place(m));
}

// ---- elements

// The nodes of an element: looked up if it is one of ours, passed over otherwise.
static bool read_element(msh* m, msh_kind kind, tets_label label, bool wide, int64_t index,
                         int64_t count) {
    int32_t* to = NULL;
    if (kind.width > 0) {
        to = tets_file_add(m->f, kind.width, label, msh_place(m));
        if (to == NULL)
            return false;
    } else {
        ++m->f->others[kind.other];
    }
    for (int k = 0; k < kind.nodes; ++k) {
        int64_t node = 0;
        if (!(wide ? msh_size(m, &node) : msh_int(m, &node)))
            return msh_missing(m, "element", index, count);
        if (to != NULL && !tets_file_find_node(m->f, node, label.number, &to[k], msh_place(m)))
            return false;
    }
    return true;
}

static bool read_element_22(msh* m, msh_kind kind, int64_t number, int64_t tags, int64_t index,
                            int64_t count) {
    int64_t tag = 0, physical = 0, volume = 0;
    if (tags < 0 || tags > TAGS_MOST)
        return report_error(m->f->r, msh_place(m), "an element with %lld tags", (long long)tags);
    for (int64_t k = 0; k < tags; ++k) {
        if (!msh_int(m, &tag))
            return msh_missing(m, "element", index, count);
        physical = k == 0 ? tag : physical;
        volume = k == 1 ? tag : volume;
    }
    tets_label label = {.number = number,
                        .region = physical > 0 ? physical
                                  : volume > 0 ? -volume
                                               : 0};
    return read_element(m, kind, label, false, index, count);
}

static bool read_elements_22_text(msh* m, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
        int64_t number = 0, type = 0, tags = 0;
        msh_kind kind;
        if (!msh_int(m, &number) || !msh_int(m, &type) || !msh_int(m, &tags))
            return msh_missing(m, "element", i, count);
        if (!kind_known(m, type, &kind) || !read_element_22(m, kind, number, tags, i, count))
            return false;
    }
    return true;
}

static bool read_elements_22_binary(msh* m, int64_t count) {
    for (int64_t done = 0; done < count;) {
        int64_t type = 0, size = 0, tags = 0, number = 0;
        msh_kind kind;
        if (!msh_int(m, &type) || !msh_int(m, &size) || !msh_int(m, &tags))
            return msh_missing(m, "element", done, count);
        if (size < 1 || size > count - done)
            return report_error(m->f->r, msh_place(m),
                                "a block of %lld elements, but $Elements announces %lld more",
                                (long long)size, (long long)(count - done));
        if (!kind_known(m, type, &kind))
            return false;
        for (int64_t last = done + size; done < last; ++done) {
            if (!msh_int(m, &number))
                return msh_missing(m, "element", done, count);
            if (!read_element_22(m, kind, number, tags, done, count))
                return false;
        }
    }
    return true;
}

static bool read_elements_22(msh* m) {
    int64_t count = 0;
    if (!flow_int(&m->in, &count))
        return msh_expected(m, "the number of elements");
    if (!tets_file_fits(m->f, "elements", count, 8, msh_left(m), msh_place(m)))
        return false;
    m->f->expected = (size_t)count;
    return m->binary ? read_elements_22_binary(m, count) : read_elements_22_text(m, count);
}

static int64_t region_of_volume(const msh* m, int64_t tag) {
    for (int32_t i = 0; i < m->volume_count; ++i)
        if (m->volumes[i].tag == tag && m->volumes[i].physical > 0)
            return m->volumes[i].physical;
    return tag > 0 ? -tag : 0;
}

static bool read_elements_41(msh* m) {
    int64_t blocks = 0, count = 0, low = 0, high = 0, done = 0;
    if (!msh_size(m, &blocks) || !msh_size(m, &count) || !msh_size(m, &low) || !msh_size(m, &high))
        return msh_expected(m, "\"blocks elements least greatest\" of $Elements");
    if (!tets_file_fits(m->f, "elements", count, m->binary ? 16 : 4, msh_left(m), msh_place(m)) ||
        !tets_file_fits(m->f, "blocks of elements", blocks, m->binary ? 20 : 8, msh_left(m),
                        msh_place(m)))
        return false;
    m->f->expected = (size_t)count;
    for (int64_t b = 0; b < blocks; ++b) {
        int64_t dimension = 0, entity = 0, type = 0, size = 0, number = 0;
        msh_kind kind;
        if (!msh_int(m, &dimension) || !msh_int(m, &entity) || !msh_int(m, &type) ||
            !msh_size(m, &size))
            return msh_expected(m, "\"dimension entity type count\" of a block of elements");
        if (size < 0 || size > count - done)
            return report_error(m->f->r, msh_place(m),
                                "a block of %lld elements, but $Elements announces only %lld more",
                                (long long)size, (long long)(count - done));
        if (!kind_known(m, type, &kind))
            return false;
        int64_t region = region_of_volume(m, entity);
        for (int64_t last = done + size; done < last; ++done) {
            if (!msh_size(m, &number))
                return msh_missing(m, "element", done, count);
            if (!read_element(m, kind, (tets_label){.number = number, .region = region}, true, done,
                              count))
                return false;
        }
    }
    return done == count ||
           report_error(m->f->r, msh_place(m),
                        "$Elements announces %lld elements, but its blocks hold %lld",
                        (long long)count, (long long)done);
}

bool msh_read_elements(msh* m) {
    return m->version == 22 ? read_elements_22(m) : read_elements_41(m);
}
