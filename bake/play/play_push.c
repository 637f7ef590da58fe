// Which of the skin a push acts on, and when.
// SPDX-License-Identifier: MIT
#include "bake/base/assert.h"
#include "bake/play/play.h"

static const double PUSH_EARLY = 1e-6; // s

play_push play_push_at(const surface* rest, vec3 where, double radius, vec3 newtons,
                       arena* memory) {
    SUPPLE_ASSERT(radius >= 0.0);
    uint32_t* vertices = ARENA_NEW(memory, uint32_t, (size_t)rest->vertex_count + 1);
    float* fractions = ARENA_NEW(memory, float, (size_t)rest->vertex_count + 1);
    play_push out = {.newtons = newtons, .vertices = vertices, .fractions = fractions};
    double sum = 0.0, least = INFINITY;
    uint32_t nearest = 0;
    for (int32_t v = 0; v < rest->vertex_count; ++v) {
        double d = v3_distance(rest->positions[v], where), hill = 1.0 - d * d / (radius * radius);
        if (d < least) {
            least = d;
            nearest = (uint32_t)v;
        }
        if (d < radius) {
            vertices[out.count] = (uint32_t)v;
            fractions[out.count++] = (float)hill;
            sum += hill;
        }
    }
    for (int32_t i = 0; i < out.count; ++i)
        fractions[i] = (float)(fractions[i] / sum);
    if (out.count > 0)
        return out;
    vertices[0] = nearest;
    fractions[0] = 1.0f;
    out.count = rest->vertex_count > 0;
    return out;
}

bool play_pushes(const play_push* push_or_null, double time) {
    return push_or_null != NULL &&
           (push_or_null->seconds == 0.0 || time < push_or_null->seconds - PUSH_EARLY);
}
