// Crowd: many bodies of one prepared asset at once (docs/runtime.md#crowds). The same bits as one by one, in any order and on any
// threads. No body may be among them twice.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/streams.h"

#ifdef __cplusplus
extern "C" {
#endif

// Drives each, by its palette, and steps it. palettes: of the first body, of the next ..., each as supple_body_drive
// takes it; NULL: they were driven, or stand.
SUPPLE_API void supple_bodies_step(supple_body* const* bodies, int32_t count,
                                   const supple_matrix* palettes_or_null, float dt,
                                   const supple_tasks* tasks_or_null);

// The vertices of each in streams of its own: outs[count], all asking for the same streams. Tables are read once for
// 64 bodies.
SUPPLE_API void supple_bodies_evaluate(const supple_body* const* bodies, int32_t count,
                                       const supple_streams* outs,
                                       const supple_tasks* tasks_or_null);

// supple_body_upload of each, one behind another: an instance of a draw call has the rows from instance * coord_count on.
SUPPLE_API void supple_bodies_upload(const supple_body* const* bodies, int32_t count,
                                     float (*rows)[4]);

#ifdef __cplusplus
}
#endif
