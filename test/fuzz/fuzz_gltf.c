// libFuzzer harness of the glTF reader and of writing back what it read.
//
//   build-fuzz/test/fuzz_gltf -dict=test/fuzz/gltf.dict -max_len=8192 -max_total_time=300 corpus
//
// What is read must be sound, be written back, and that must read as well. How to build and where
// the corpus comes from: CMakeLists.txt here; a few small .glb are a good beginning.
// SPDX-License-Identifier: MIT
#include "bake/export/glb.h"
#include "bake/import/import.h"

#include "test/kit/scene_sound.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void close_extras(imported* i) {
    for (int32_t k = 0; k < i->extra_count; ++k)
        file_unmap(i->extras[k]);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const char path[] = "no such folder/x.glb"; // files beside it are never found
    arena* a = arena_create();
    report r = report_new(a);
    imported first = {0}, second = {0};
    bool ok = import_gltf((bytes){data, size}, path, a, &first, &r);
    if (ok != (r.error_count == 0) || (ok && !scene_is_sound(&first.scene)))
        abort();
    if (ok) {
        bytes glb = glb_from_source(&first.scene.source, path, a, &r);
        if ((glb.size > 0) != (r.error_count == 0))
            abort();
        if (glb.size > 0 && !import_gltf(glb, path, a, &second, &r))
            abort();
    }
    close_extras(&first);
    close_extras(&second);
    arena_destroy(a);
    return 0;
}
