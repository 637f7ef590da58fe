// A Gmsh file being read: one way to ask for a number, whether it is text or bytes.
//
// Binary files mix both: titles and, in 2.2, counts are text. Bytes are in the order of the machine
// that wrote them; an integer 1 behind the format line tells which.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/tets_file.h"
#include "bake/import/tets_flow.h"

// A volume of the geometry and the first physical group it is in (4.1).
typedef struct msh_volume {
    int64_t tag, physical;
} msh_volume;

typedef struct msh {
    tets_file* f;
    flow in;
    int version; // 22 or 41
    bool binary, swapped;
    int32_t volume_count;
    msh_volume* volumes;
} msh;

// Geometrical kinds by Gmsh's number of an element type.
typedef struct msh_kind {
    int nodes; // 0: unknown
    int width; // 4 or 10: one of ours; 0: `other`
    tets_other other;
} msh_kind;
msh_kind msh_kind_of(int64_t type);

static inline place msh_place(const msh* m) {
    return m->binary ? flow_byte(&m->in) : flow_line(&m->in);
}

// Little-endian machines only, as all of ours are.
static inline bool msh_bytes(msh* m, void* to, size_t size) {
    const uint8_t* at = flow_raw(&m->in, size);
    if (at == NULL)
        return false;
    for (size_t i = 0; i < size; ++i)
        ((uint8_t*)to)[i] = at[m->swapped ? size - 1 - i : i];
    return true;
}

static inline bool msh_int(msh* m, int64_t* value) { // 4 bytes
    if (!m->binary)
        return flow_int(&m->in, value);
    int32_t v = 0;
    bool ok = msh_bytes(m, &v, sizeof v);
    *value = v;
    return ok;
}

static inline bool msh_size(msh* m, int64_t* value) { // 8 bytes
    return m->binary ? msh_bytes(m, value, sizeof *value) : flow_int(&m->in, value);
}

static inline bool msh_double(msh* m, double* value) {
    return m->binary ? msh_bytes(m, value, sizeof *value) : flow_number(&m->in, value);
}

// Bytes that are left, and bytes that one number of a list takes at least.
static inline size_t msh_left(const msh* m) {
    return m->binary ? flow_raw_left(&m->in) : flow_left(&m->in);
}
static inline size_t msh_least(const msh* m, size_t binary_size) {
    return m->binary ? binary_size : 2; // a digit and a blank
}

// An error that says what was expected and what stands there.
bool msh_expected(msh* m, const char* what);
// The same for item `index` (from 0) of `count` in a list.
bool msh_missing(msh* m, const char* what, int64_t index, int64_t count);

// The sections; each is called behind its title.
bool msh_read_nodes(msh* m);
bool msh_read_elements(msh* m);
bool msh_read_entities(msh* m);
