// A table and a radius.
// SPDX-License-Identifier: MIT
#include "cli/tool_choice.h"

bool tool_sound(const char* path, double tip) {
    if (tip >= 0.0 && (tip == 0.0 || path != NULL))
        return true;
    cli_usage_error("--tip is the radius of a --tool, above 0");
    return false;
}

bool tool_read(cli* c, const char* path, double tip, instrument* out) {
    bytes file;
    if (!file_map(path, &file, &c->findings))
        return false;
    bool ok = instrument_read(file, path, c->memory, out, &c->findings);
    file_unmap(file);
    out->radius = tip > 0.0 ? tip : out->radius;
    return ok;
}
