// A swimming ring, 28 cm across, lying on the ground: soft rubber all through, in red and white.
//
// As coarse as the rings that other simulators pile up: nine of them are the pile of the benchmark.
// SPDX-License-Identifier: MIT
#include "scenes/body.h"
#include "scenes/makers.h"

#include "runtime/math/exact.h"

enum { TORUS_RINGS = 48, TORUS_COLUMNS = 24, PANELS = 8 };

scene sample_torus(arena* memory) {
    const double far = 0.1, radius = 0.04;
    primitive p =
        body_primitive(TORUS_RINGS * TORUS_COLUMNS, 2 * TORUS_RINGS * TORUS_COLUMNS, memory);
    const vec3 white = paint(0xf4efe6), red = paint(0xc8382d);
    int32_t triangle = 0;
    for (int32_t i = 0, v = 0; i < TORUS_RINGS; ++i)
        for (int32_t j = 0; j < TORUS_COLUMNS; ++j, ++v) {
            double s, c, up, out;
            exact_sincos(2.0 * EXACT_PI * i / TORUS_RINGS, &s, &c);
            exact_sincos(2.0 * EXACT_PI * j / TORUS_COLUMNS, &up, &out);
            p.positions[v] =
                v3((far + radius * out) * c, radius + radius * up, (far + radius * out) * s);
            p.normals[v][0] = (float)(out * c);
            p.normals[v][1] = (float)up;
            p.normals[v][2] = (float)(out * s);
            body_paint(&p, v, i * PANELS / TORUS_RINGS % 2 == 0 ? red : white);
        }
    for (int32_t i = 0; i < TORUS_RINGS; ++i)
        for (int32_t j = 0; j < TORUS_COLUMNS; ++j) {
            uint32_t here = (uint32_t)(i * TORUS_COLUMNS),
                     there = (uint32_t)((i + 1) % TORUS_RINGS * TORUS_COLUMNS);
            uint32_t low = (uint32_t)j, high = (uint32_t)((j + 1) % TORUS_COLUMNS);
            body_quad(&p, &triangle, here + low, here + high, there + high, there + low);
        }
    return body_scene("torus", p, false, memory);
}
