// Nothing is held.
// SPDX-License-Identifier: MIT
#include "runtime/pin.h"

size_t pin_work_size(int32_t pin_count, int32_t coord_count) {
    (void)pin_count;
    (void)coord_count;
    return 0;
}

int32_t pin_substeps(const supple_body* body, double h) {
    (void)body;
    (void)h;
    return 1;
}

void pin_solve(supple_body* body, float h, int32_t n, int32_t substeps) {
    (void)body;
    (void)h;
    (void)n;
    (void)substeps;
}
