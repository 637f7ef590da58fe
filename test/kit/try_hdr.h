// Everything that can be done with bytes that may be a Radiance picture: for tests and the fuzzer.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/light/environment.h"

#include <math.h>
#include <stdlib.h>

// Did it read a picture? One sentence where it did not; light that is finite, and softened nowhere below zero, where it did.
static inline bool hdr_try(bytes file) {
    enum { ORDER = 4, MOST = 1 << 8 }; // pixels: more would only take longer
    arena* memory = arena_create();
    report r = report_new(memory);
    hdr_picture p;
    bool ok = hdr_read(file, "fuzz.hdr", memory, &p, &r);
    if (ok != (r.error_count == 0) || r.error_count > 1)
        abort();
    for (int32_t i = 0; i < r.count; ++i)
        finding_text(&r.findings[i], memory);
    if (ok && (int64_t)p.width * p.height <= MOST) {
        double light[3 * ORDER * ORDER];
        environment_light(&p, ORDER, memory, light);
        // dear, and the same for every picture of a kind: for a few
        double left = file.size % 16 == 0 ? environment_soften(ORDER, memory, light) : 1.0;
        if (!(left >= 0.0 && left <= 1.0))
            abort();
        for (int i = 0; i < 3 * ORDER * ORDER; ++i)
            if (!isfinite(light[i]) || (i < 3 && light[i] < 0.0))
                abort();
    }
    arena_destroy(memory);
    return ok;
}
