// Which entries are poorly sampled, and where: the jumps that playing would have to blend away.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/portrait/responses.h"

enum { COVERAGE_REGIONS_MOST = 16 };

// An entry from the states of a region from which it is allowed.
typedef struct coverage_cell {
    int32_t region, entry;
    int32_t states;     // from which it is allowed
    int32_t starts;     // that lie in the region
    double mean, worst; // distance to the nearest start, of the reach; INFINITY: there is no start
    int32_t worst_state;
} coverage_cell;

typedef struct coverage {
    int32_t region_count;
    int32_t* regions;                       // [state_count]
    int32_t middles[COVERAGE_REGIONS_MOST]; // the state that is nearest to its region's mean
    int32_t cell_count;
    coverage_cell* cells; // those with states, worst mean first
} coverage;

// Regions by k-means over q and balanced velocities (bake/algebra/clusters.h), as many as there are different states at most.
coverage coverage_of(const responses* s, int32_t regions, arena* memory);
