// Through our own GLB writer and reader.
// SPDX-License-Identifier: MIT
#include "bake/export/glb_body.h"

#include "bake/export/glb.h"

bool glb_body(const char* path, arena* memory, imported* file, report* r) {
    if (file->scene.source.json.size > 0)
        return true;
    file_format format = file->scene.format;
    bytes glb = glb_from_scene(&file->scene, memory);
    import_close(file);
    if (!import_gltf(glb, path, memory, file, r))
        return false;
    file->scene.format = format;
    return true;
}
