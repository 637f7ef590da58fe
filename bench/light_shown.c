// What light costs at run time, by sizes as the paper's scenes have them: folded colours summed for a frame, and folding, when the
// light or the body has turned. Numbers are random: only how many there are matters.
// SPDX-License-Identifier: MIT
#include "bench/light_shown.h"

#include "bake/base/clock.h"
#include "test/kit/asset_maker.h"
#include "test/kit/random.h"

#include <stdio.h>

enum {
    ORDER = 4,
    LIGHT_SHOWN_NUMBERS = 3 * ORDER * ORDER,
    LIGHT_SHOWN_COORDS = 12,
    LIGHT_SHOWN_BATCHES = 20,
    LIGHT_SHOWN_FRAMES = 10
};

static double* numbers(arena* memory, size_t count, double low, double high) {
    double* x = ARENA_NEW(memory, double, count);
    for (size_t i = 0; i < count; ++i)
        x[i] = random_in(low, high);
    return x;
}

static asset_draft_light random_light(asset_maker* m, int32_t fields, int32_t centers) {
    int32_t points = m->draft.vertex_count;
    size_t cells = (size_t)points * LIGHT_SHOWN_NUMBERS;
    uint32_t* at = ARENA_NEW(m->memory, uint32_t, (size_t)points);
    float *mean = ARENA_NEW(m->memory, float, cells),
          *basis = ARENA_NEW(m->memory, float, (size_t)fields*cells);
    for (int32_t i = 0; i < points; ++i)
        at[i] = (uint32_t)i << 1;
    for (size_t i = 0; i < (size_t)(fields + 1) * cells; ++i)
        *(i < cells ? mean + i : basis + (i - cells)) = (float)random_in(-0.1, 0.5);
    return (asset_draft_light){
        .order = ORDER,
        .field_count = fields,
        .center_count = centers,
        .point_count = points,
        .centers = numbers(m->memory, (size_t)centers * LIGHT_SHOWN_COORDS, -0.02, 0.02),
        .sharpness = numbers(m->memory, (size_t)centers, 500.0, 3000.0),
        .weights = numbers(m->memory, (size_t)centers * (size_t)fields, -1.0, 1.0),
        .amounts = numbers(m->memory, (size_t)fields, 0.5, 0.5),
        .points = at,
        .mean = mean,
        .fields = basis};
}

// Processor seconds of a frame and of folding, the best of many.
static void time_light(const asset_maker* m, double* frame, double* fold) {
    supple_body* b = supple_body_create(&m->asset, NULL, NULL);
    supple_light* light = supple_light_create(&m->asset, NULL);
    float *front = ARENA_NEW(m->memory, float, 3 * (size_t)m->draft.vertex_count),
          sky[LIGHT_SHOWN_NUMBERS] = {1.0f, 0.9f, 0.8f};
    *frame = *fold = INFINITY;
    for (int i = 0; i < LIGHT_SHOWN_BATCHES; ++i) {
        double begun = clock_processor();
        supple_light_set(light, sky, NULL);
        *fold = fmin(*fold, clock_processor() - begun);
        begun = clock_processor();
        for (int k = 0; k < LIGHT_SHOWN_FRAMES; ++k)
            supple_body_light(b, light, front, NULL);
        *frame = fmin(*frame, (clock_processor() - begun) / LIGHT_SHOWN_FRAMES);
    }
    supple_light_destroy(light);
    supple_body_destroy(b);
}

bool bench_light_shown(void) {
    static const struct {
        const char* name;
        int32_t fields, centers;
    } sizes[] = {{"beast", 7, 50}, {"plant", 12, 100}, {"door", 12, 200}};
    bool sound = true;
    printf("  at run time, one core: 25,730 points, order %d\n", ORDER);
    for (int i = 0; i < 3 && sound; ++i) {
        asset_maker m = asset_maker_new((asset_maker_options){
            .rings = 200, .sides = 128, .part_count = 1, .coord_count = LIGHT_SHOWN_COORDS});
        asset_draft_light light = random_light(&m, sizes[i].fields, sizes[i].centers);
        m.draft.light_or_null = &light;
        sound = asset_maker_write(&m);
        if (sound) {
            double frame, fold, thousand = 1e-3 * m.draft.vertex_count;
            time_light(&m, &frame, &fold);
            printf("    %2d fields, %3d shapes (%s): %.1f us a thousand points and frame; %.0f us "
                   "when the light has turned; %.0f bytes a point\n",
                   sizes[i].fields, sizes[i].centers, sizes[i].name, 1e6 * frame / thousand,
                   1e6 * fold / thousand,
                   (double)supple_asset_light(&m.asset).bytes / m.draft.vertex_count);
        }
        asset_maker_close(&m);
    }
    return sound;
}
