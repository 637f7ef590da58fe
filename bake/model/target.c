// The physics of the targets: their rest shapes and materials, without their poses.
// SPDX-License-Identifier: MIT
#include "bake/model/target.h"

bool target_elastic(elastic_law law, const target_set* set, int threads, elastic* out, place where,
                    arena* memory, report* r) {
    elastic_rest* rests = ARENA_NEW(memory, elastic_rest, (size_t)set->count);
    for (int32_t i = 0; i < set->count; ++i)
        rests[i] =
            (elastic_rest){set->shapes[i].name, set->shapes[i].rest, set->shapes[i].materials};
    return elastic_of_blend(law, &(elastic_blend){set->volume, set->count, rests}, threads, out,
                            where, memory, r);
}
