// One scale a coordinate: later shapes move less, and keep their bits.
// SPDX-License-Identifier: MIT
#include "bake/portrait/orbits.h"

#include <math.h>

enum { ORBITS_LARGEST = 32767 };

orbits orbits_pack(const portrait* p, arena* memory) {
    size_t rank = (size_t)p->rank, states = (size_t)p->state_count;
    orbits o = {.rank = p->rank, .state_count = p->state_count};
    o.scales = ARENA_NEW(memory, float, rank);
    o.words = ARENA_NEW(memory, int16_t, rank * states);
    for (size_t i = 0; i < rank; ++i) {
        double most = 0.0;
        for (size_t s = 0; s < states; ++s)
            most = fmax(most, fabs(p->q[s * rank + i]));
        // rounded up, so that the largest never becomes one more
        o.scales[i] = nextafterf((float)(most / ORBITS_LARGEST), INFINITY);
    }
    double sum = 0.0;
    for (size_t s = 0; s < states; ++s) {
        double square = 0.0;
        for (size_t i = 0; i < rank; ++i) {
            double q = p->q[s * rank + i], scale = (double)o.scales[i];
            o.words[s * rank + i] = (int16_t)floor(q / scale + 0.5);
            double off = q - scale * o.words[s * rank + i];
            square += off * off;
        }
        sum += square;
        o.worst = fmax(o.worst, sqrt(square));
    }
    o.mean_square_root = states > 0 ? sqrt(sum / (double)states) : 0.0;
    return o;
}
