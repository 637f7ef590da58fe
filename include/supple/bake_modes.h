// Modes: how a volume of tetrahedra vibrates, without a scene or an asset.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/bake_job.h"

#ifdef __cplusplus
extern "C" {
#endif

// A volume and what it is made of; nothing of it is kept.
typedef struct supple_bake_tets {
    // Three numbers a node, metres.
    int32_t node_count;
    const double* nodes;
    // Four or ten nodes an element: corners with a positive volume ((b - a) x (c - a)) . (d - a), then the nodes of the
    // edges ab bc ac ad bd cd.
    int32_t tet_count, width;
    const int32_t* tets;
    // [node_count] not 0: does not move; NULL: all are free.
    const uint8_t* fixed_or_null;
    // Pa; above -1 and below 0.5; kg/m^3. Default: jelly.
    double young, poisson, density;
    // Four-node elements become ten-node ones first; as they are, they are far too stiff. Default: true.
    bool ten_nodes;
    // The lowest so many, rigid motions not counted. Default: 10.
    int32_t mode_count;
} supple_bake_tets;

SUPPLE_BAKE_API supple_bake_tets supple_bake_tets_default(void);

typedef struct supple_bake_modes_result {
    int32_t mode_count;
    // Motions of the whole body that change no shape; they are not among the modes.
    int32_t rigid_count;
    // kg
    double mass;
    // [mode_count] ascending, Hz.
    const double* hz;
    // [mode_count] |K x - lambda M x| over |K x|.
    const double* residuals;
    // [mode_count][node_count][3] displacements of your nodes, 1/sqrt(kg): x' M x = 1 over all nodes.
    const double* shapes;
} supple_bake_modes_result;

// How the volume vibrates.
SUPPLE_BAKE_API supple_bake_status supple_bake_modes(supple_bake_job* job,
                                                     const supple_bake_tets* volume,
                                                     supple_bake_modes_result* out);

#ifdef __cplusplus
}
#endif
