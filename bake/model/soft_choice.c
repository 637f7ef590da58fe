// Rules of select.h, with numbers from the recipe.
//
// A push by the weight of the part, on the vertex that a coordinate moves farthest, moves it at least as far as bones that
// shake it at 1 g do: with x' M x = 1 over a mass m the farthest node has |w| >= 1 / sqrt(m), and the push that an
// acceleration a is for the coordinate is at most sqrt(m) a, so w^2 m a >= w sqrt(m) a. So one rule covers both.
// SPDX-License-Identifier: MIT
#include "bake/model/soft_choice.h"

#include "bake/base/text.h"
#include "bake/model/modal_keep.h"
#include "bake/model/select.h"

static const double GRAVITY = 9.81; // m/s^2

static double* values_of(const soft_choice* x, const modal_model* m) {
    double* out = ARENA_NEW(x->scratch, double, (size_t)m->count);
    for (int32_t i = 0; i < m->count; ++i)
        out[i] = m->modes[i].value;
    return out;
}

bool soft_rank(const soft_choice* x, modal_model* m, report* r) {
    double fastest = recipe_fastest(x->how), slowest = INFINITY;
    double* energy = ARENA_NEW(x->scratch, double, (size_t)m->count);
    int32_t* kept = ARENA_NEW(x->scratch, int32_t, (size_t)m->count);
    for (int32_t i = 0; i < m->count; ++i) {
        energy[i] = m->modes[i].energy;
        slowest = fmin(slowest, modal_frequency(&m->modes[i]));
    }
    const select_candidates all = {.count = m->count,
                                   .values = values_of(x, m),
                                   .energy_or_null = m->fixed_count > 0 ? energy : NULL};
    const select_rule rule = {.frame_rate = 2.0 * fastest};
    int32_t count = select_modes(&all, &rule, kept).count;
    if (count == 0)
        return report_error(r, x->how->where,
                            "part \"%s\": no mode lies below %g Hz, which %s asks for; the slowest "
                            "lies at %.3g Hz",
                            x->name, fastest,
                            fastest == x->how->below ? "\"below\"" : "half of \"fps\"", slowest);
    modal_keep(m, kept, count, x->bone_count, x->memory);
    return true;
}

bool soft_drop_unseen(const soft_choice* x, const double* shapes, int32_t vertex_count,
                      modal_model* m, report* r) {
    const recipe_visible* see = &x->how->visible;
    if (!(see->distance > 0.0))
        return true;
    double* reach = ARENA_NEW(x->scratch, double, (size_t)m->count);
    int32_t* kept = ARENA_NEW(x->scratch, int32_t, (size_t)m->count);
    for (int32_t i = 0; i < m->count; ++i)
        reach[i] = select_reach(shapes + 3 * (size_t)i * (size_t)vertex_count, vertex_count, NULL,
                                m->modes[i].value);
    const select_candidates all = {
        .count = m->count, .values = values_of(x, m), .reach_or_null = reach};
    const select_rule rule = {.step = recipe_pixel(see) * x->unit,
                              .force = see->push > 0.0 ? see->push : GRAVITY * m->body.mass};
    select_result left = select_modes(&all, &rule, kept);
    if (left.count == 0)
        return report_error(r, x->how->where,
                            "part \"%s\": nothing of it can be seen from there: a push of %.3g N "
                            "moves no vertex by a pixel, %s, in any of its %d coordinates; come "
                            "nearer by \"distance\" of \"visible\", or leave the part out",
                            x->name, rule.force, text_length(rule.step, x->scratch), m->count);
    if (left.unseen > 0) {
        report_note(r, place_none(),
                    "part \"%s\": %d of %d coordinates are left out: a push of %.3g N moves no "
                    "vertex by a pixel, %s, in them",
                    x->name, left.unseen, m->count, rule.force, text_length(rule.step, x->scratch));
        modal_keep(m, kept, left.count, x->bone_count, x->memory);
    }
    return true;
}
