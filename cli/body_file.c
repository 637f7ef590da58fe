// The reader of any format, and then the one form that all are played and written in.
// SPDX-License-Identifier: MIT
#include "cli/body_file.h"

#include "bake/export/glb_body.h"

bool body_read(cli* c, const char* path, imported* out) {
    return import_scene(path, c->memory, out, &c->findings) &&
           glb_body(path, c->memory, out, &c->findings);
}
