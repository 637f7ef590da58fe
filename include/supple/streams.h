// Streams: where displaced vertices are written, on the CPU.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/body.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum supple_normals {
    // Rest normals plus bends: cheap, good for moderate motion.
    SUPPLE_NORMALS_LINEAR,
    // From the displaced triangles; only where positions are asked for too.
    SUPPLE_NORMALS_RECOMPUTED
} supple_normals;

// Where to write vertices. NULL streams are skipped; strides are in bytes.
typedef struct supple_streams {
    // Three floats each.
    float* positions;
    size_t position_stride;
    // Three floats each: where vertices were one step earlier.
    float* previous;
    size_t previous_stride;
    // Three floats each, unit.
    float* normals;
    size_t normal_stride;
    // Four floats each: unit and orthogonal to the normals, and the sign as it was.
    float* tangents;
    size_t tangent_stride;
    // How normals are found.
    supple_normals normal_form;
} supple_streams;

SUPPLE_API supple_streams supple_streams_packed(float* positions, float* normals_or_null);

// All vertices in bind space, before skinning.
SUPPLE_API void supple_body_evaluate(const supple_body* body, const supple_streams* out);
// ... and skinned by the palette, in the world: for those without an engine.
SUPPLE_API void supple_body_skin(const supple_body* body, const supple_streams* out);

#ifdef __cplusplus
}
#endif
