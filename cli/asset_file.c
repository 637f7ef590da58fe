// The asset of a living file, for commands that show how it moves.
// SPDX-License-Identifier: MIT
#include "cli/asset_file.h"

bool asset_file_read(cli* c, const char* path, bytes file, supple_asset* a) {
    supple_result result = supple_asset_read(a, file.data, file.size);
    if (result != SUPPLE_OK)
        return report_error(&c->findings, place_file(path), "%s `supple bake` makes it one",
                            supple_result_text(result));
    return true;
}
