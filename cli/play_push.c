// The weight is that of the soft parts that are pushed: a force is absurd only beside something.
// SPDX-License-Identifier: MIT
#include "cli/play_push.h"

#include "bake/base/text.h"

#include <math.h>

static const double GRAVITY = 9.81, PLAY_PUSH_ABSURD = 100.0; // m/s^2; times the weight

static double distance_to(const surface* rest, vec3 where) {
    double least = INFINITY;
    for (int32_t v = 0; v < rest->vertex_count; ++v)
        least = fmin(least, v3_distance(rest->positions[v], where));
    return least;
}

// kg of all parts that have a vertex of the push.
static double mass_pushed(const play_push* p, const supple_asset* a, arena* memory) {
    bool* pushed = ARENA_NEW(memory, bool, (size_t)a->part_count);
    double mass = 0.0;
    for (int32_t i = 0; i < p->count; ++i)
        for (int32_t layer = 0; layer < a->layer_count; ++layer) {
            uint32_t link = a->links[(size_t)layer * (size_t)a->vertex_count + p->vertices[i]];
            if (link != UINT32_MAX)
                pushed[link >> 24] = true;
        }
    for (int32_t i = 0; i < a->part_count; ++i)
        mass += pushed[i] ? (double)supple_asset_part(a, i).mass : 0.0;
    return mass;
}

int push_read(const char* push_or_null, const char* at_or_null, push_wish* out) {
    if ((push_or_null == NULL) != (at_or_null == NULL))
        return cli_usage_error("--push says how hard and --at where: give both");
    if (push_or_null != NULL && !cli_numbers(push_or_null, 3, out->newtons))
        return cli_usage_error("--push is three numbers with commas between, not \"%s\"",
                               push_or_null);
    if (at_or_null != NULL && !(cli_numbers(at_or_null, 4, out->at) && out->at[3] >= 0.0))
        return cli_usage_error("--at is a place and how far around it, four numbers with commas "
                               "between, not \"%s\"",
                               at_or_null);
    if (out->seconds < 0.0 || (out->seconds > 0.0 && push_or_null == NULL))
        return cli_usage_error("--push-for is so many seconds above 0 of a --push");
    return EXIT_OK;
}

play_push push_choose(cli* c, const push_wish* wish, const surface* rest, const supple_asset* asset,
                      double metres) {
    vec3 where = v3(wish->at[0], wish->at[1], wish->at[2]);
    vec3 newtons = v3(wish->newtons[0], wish->newtons[1], wish->newtons[2]);
    play_push p = play_push_at(rest, where, wish->at[3], newtons, c->memory);
    p.seconds = wish->seconds;
    double away = distance_to(rest, where), mass = mass_pushed(&p, asset, c->memory);
    if (away > wish->at[3])
        report_warning(
            &c->findings, place_none(),
            "--at: nothing lies within %s of that place; the nearest vertex, %s away, is "
            "pushed instead",
            text_length(metres * wish->at[3], c->memory), text_length(metres * away, c->memory));
    if (mass == 0.0)
        report_warning(&c->findings, place_none(),
                       "--push meets nothing soft, so nothing moves; `supple parts` shows where "
                       "flesh is");
    else if (v3_length(newtons) > PLAY_PUSH_ABSURD * GRAVITY * mass)
        report_warning(&c->findings, place_none(),
                       "--push is %.0f times the weight of what it pushes, %.3g kg: flesh will be "
                       "at its limit",
                       v3_length(newtons) / (GRAVITY * mass), mass);
    return p;
}
