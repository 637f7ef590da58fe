// libFuzzer on the readers of tetrahedra. The first byte is even for a file that shows its format by
// itself, odd for a TetGen pair: .node, a zero byte, .ele.
//
// What comes out is checked as in the tests. How to build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "bake/import/import_tets.h"
#include "bake/import/tets_file.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void check(const tets* t) {
    for (int32_t i = 0; i < t->tet_count; ++i) {
        const int32_t* e = t->elements + (size_t)i * (size_t)t->width;
        for (int32_t k = 0; k < t->width; ++k)
            if (e[k] < 0 || e[k] >= t->node_count)
                abort();
        if (!(tet_volume(t->nodes[e[0]], t->nodes[e[1]], t->nodes[e[2]], t->nodes[e[3]]) > 0.0))
            abort();
        if (t->element_region_or_null != NULL &&
            (t->element_region_or_null[i] < 0 || t->element_region_or_null[i] >= t->region_count))
            abort();
    }
    for (int32_t i = 0; i < t->region_count; ++i)
        if (strlen(t->regions[i].name) > SIZE_MAX / 2)
            abort();
    if (t->tet_count == 0)
        abort();
}

static bool read_pair(bytes file, arena* memory, tets* out, report* r) {
    const uint8_t* zero = memchr(file.data, 0, file.size);
    size_t first = zero != NULL ? (size_t)(zero - file.data) : file.size;
    size_t skip = first + (first < file.size);
    tets_file f = {.path = "fuzz", .memory = memory, .scratch = arena_create(), .r = r};
    bool ok = tets_read_tetgen_pair(&f, (bytes){file.data, first}, "fuzz.node",
                                    (bytes){file.data + skip, file.size - skip}, "fuzz.ele", out);
    arena_destroy(f.scratch);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1)
        return 0;
    arena* memory = arena_create();
    report r = report_new(memory);
    tets out = {0};
    bytes file = {data + 1, size - 1};
    bool ok = data[0] % 2 == 0 ? import_tets_bytes(file, "fuzz", memory, &out, &r)
                               : read_pair(file, memory, &out, &r);
    if (ok != (r.error_count == 0))
        abort();
    if (ok)
        check(&out);
    for (int32_t i = 0; i < r.count; ++i)
        finding_text(&r.findings[i], memory);
    arena_destroy(memory);
    return 0;
}
