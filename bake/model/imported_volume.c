// Read, and refused where it cannot be meant for this body.
// SPDX-License-Identifier: MIT
#include "bake/model/imported_volume.h"

#include "bake/import/import_tets.h"
#include "bake/mesh/tet_topology.h"

#define IMPORTED_VOLUME_ALIKE                                                                      \
    4.0 // times as long: a volume so much larger or smaller has another unit

static bool lies_there(const bounds* a, const bounds* b) {
    vec3 low = v3_max(a->low, b->low), high = v3_min(a->high, b->high);
    double longer = v3_distance(a->low, a->high) / v3_distance(b->low, b->high);
    return low.x < high.x && low.y < high.y && low.z < high.z && longer < IMPORTED_VOLUME_ALIKE;
}

bool imported_volume_read(const recipe_part* how, const character* c, arena* memory, tets* out,
                          report* r) {
    place where = place_file(how->volume_or_null);
    if (!import_tets(how->volume_or_null, memory, out, r))
        return false;
    if (out->width != 4)
        return report_error(r, where,
                            "a given volume has elements of four nodes; `element: t10` makes ten "
                            "of them");
    tet_topology shape = tets_topology(out, memory);
    if (shape.piece_count != 1)
        return report_error(r, where, "the volume is in %d pieces; a part is one",
                            shape.piece_count);
    bounds volume = bounds_of(out->nodes, out->node_count),
           body = bounds_of(c->weld.positions, c->weld.count);
    return lies_there(&volume, &body) ||
           report_error(r, where,
                        "the volume reaches from (%.3g, %.3g, %.3g) to (%.3g, %.3g, %.3g) and the "
                        "body from (%.3g, %.3g, %.3g) to (%.3g, %.3g, %.3g): it is not of this "
                        "body, or in another unit",
                        volume.low.x, volume.low.y, volume.low.z, volume.high.x, volume.high.y,
                        volume.high.z, body.low.x, body.low.y, body.low.z, body.high.x, body.high.y,
                        body.high.z);
}
