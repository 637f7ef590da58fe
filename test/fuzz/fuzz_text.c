// libFuzzer on the OBJ, PLY and STL readers: the first byte chooses, the rest is the file.
//
// What comes out is checked as in the tests, because a wrong index is found by its use, not its
// making. How to build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "bake/import/import.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void check(const scene* s) {
    for (int32_t i = 0; i < s->primitive_count; ++i) {
        const primitive* p = &s->primitives[i];
        if (p->material < -1 || p->material >= s->material_count)
            abort();
        for (int32_t t = 0; t < p->triangle_count; ++t)
            for (int k = 0; k < 3; ++k)
                if (p->triangles[t][k] >= (uint32_t)p->vertex_count)
                    abort();
        for (int32_t v = 0; v < p->vertex_count; ++v) {
            if (!isfinite((float)p->positions[v].x + 0.0f * (float)p->positions[v].y))
                abort();
            if (p->colors != NULL && !isfinite(p->colors[v][0] * 0.0f))
                abort();
            if (p->uvs != NULL && !isfinite(p->uvs[v][1] * 0.0f))
                abort();
        }
        for (int32_t a = 0; a < p->attribute_count; ++a)
            for (int32_t v = 0; v < p->vertex_count; ++v)
                if (!isfinite(p->attributes[a].values[v]))
                    abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1)
        return 0;
    bool (*const readers[])(bytes, const char*, arena*, imported*,
                            report*) = {import_obj, import_ply, import_stl};
    arena* memory = arena_create();
    report r = report_new(memory);
    imported out = {0};
    bool ok = readers[data[0] % 3]((bytes){data + 1, size - 1}, "fuzz", memory, &out, &r);
    if (ok != (r.error_count == 0))
        abort();
    if (ok)
        check(&out.scene);
    for (int32_t i = 0; i < r.count; ++i)
        finding_text(&r.findings[i], memory);
    for (int32_t i = 0; i < out.extra_count; ++i)
        file_unmap(out.extras[i]);
    arena_destroy(memory);
    return 0;
}
