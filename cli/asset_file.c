// The asset of a living file, for commands that show how it moves.
// SPDX-License-Identifier: MIT
#include "cli/asset_file.h"

bool asset_file_read(cli* c, const char* path, bytes file, supple_asset* a) {
    supple_result result = supple_asset_read(a, file.data, file.size);
    if (result != SUPPLE_OK)
        return report_error(&c->findings, place_file(path), "%s `supple bake` makes it one",
                            supple_result_text(result));
    for (int i = 0; i < a->part_count; ++i) {
        supple_part part = supple_asset_part(a, i);
        if (part.model == SUPPLE_RECORDED)
            report_warning(&c->findings, place_file(path),
                           "%s is recorded, and recorded parts are not played yet: it stays at "
                           "rest; `supple info` tells what is in it",
                           part.name);
    }
    return true;
}
