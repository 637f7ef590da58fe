// How far a newton moves each vertex: what is soft where, in the pose as it is.
//
// With W what coordinates do to a vertex and K their stiffness, a force F there moves it by W K^-1 W' F; the
// mean over directions is a third of the trace. K is the model's. Bones are held, and a free body by its middle.
// SPDX-License-Identifier: MIT
#include "runtime/body/body.h"

#include <string.h>

void supple_body_compliance(supple_body* body, float* compliance) {
    memset(compliance, 0, sizeof *compliance * (size_t)body->asset.vertex_count);
    for (int32_t p = 0; p < body->part_count; ++p)
        body->parts[p].model->compliance(body, p, compliance);
}
