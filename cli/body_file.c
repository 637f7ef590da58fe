// Through our own GLB writer and reader: one way, whatever comes in.
// SPDX-License-Identifier: MIT
#include "cli/body_file.h"

#include "bake/export/glb.h"

bool body_read(cli* c, const char* path, imported* out) {
    if (!import_scene(path, c->memory, out, &c->findings))
        return false;
    if (out->scene.source.json.size > 0)
        return true;
    file_format format = out->scene.format;
    bytes glb = glb_from_scene(&out->scene, c->memory);
    import_close(out);
    *out = (imported){0};
    if (!import_gltf(glb, path, c->memory, out, &c->findings))
        return false;
    out->scene.format = format;
    return true;
}
