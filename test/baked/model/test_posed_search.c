// Bodies, elements, elasticities, fixings and loads drawn at random: whatever is baked with `elasticity`, is a body or a sentence, and never a
// number that is none.
//
// A posed part is reduced by sums over integration points, its modes come from matrices that are integrated elsewhere. So the slowest mode of the
// reduced body is never below that of the whole one (Ritz) unless one of the two is wrong.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "scenes/scenes.h"
#include "supple/supple.h"
#include "test/kit/check.h"
#include "test/kit/sample_once.h"
#include "test/kit/thorough.h"

typedef struct draw {
    const char* sample;
    bool ten_nodes, stvk, held, derivatives;
    int32_t tets, modes;
    double sag;
    uint64_t seed; // of what happens to it
} draw;

static double random_of(uint64_t* state) { // 0 .. 1
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 40) * 0x1p-24;
}

static draw draw_of(uint64_t seed) {
    static const char* const names[] = {"jelly", "sphere", "bar", "torus", "bat", "bowl"};
    uint64_t s = seed * 0x9E3779B97F4A7C15u + 1;
    draw d = {.sample = names[(int)(6.0 * random_of(&s)) % 6]};
    d.ten_nodes = random_of(&s) < 0.6;
    d.stvk = random_of(&s) < 0.7;
    d.held = random_of(&s) < 0.5;
    d.derivatives = random_of(&s) < 0.8;
    d.tets = 20 + (int32_t)(100.0 * random_of(&s));
    d.modes = 3 + (int32_t)(6.0 * random_of(&s));
    d.sag = random_of(&s) < 0.2 ? 0.6 : 0.05 + 0.1 * random_of(&s);
    d.seed = s;
    return d;
}

static const char* text_of(const draw* d, char out[160]) {
    snprintf(out, 160, "%s, %s, %s, %s, %d tets, %d modes, sag %.2f%s", d->sample,
             d->ten_nodes ? "t10" : "t4", d->stvk ? "stvk" : "linear", d->held ? "held" : "free",
             d->tets, d->modes, d->sag, d->derivatives ? "" : ", no derivatives");
    return out;
}

// Struck, pushed and squeezed, up to many times what it bears; how far any vertex is from where it was, of its size; NAN: nowhere.
static double throw_about(const supple_asset* a, uint64_t seed) {
    supple_body_options o = supple_body_options_default(a);
    o.free = supple_asset_is_free(a);
    supple_body* b = supple_body_create(a, &o, NULL);
    supple_world* w = supple_world_create(NULL, NULL);
    supple_shape floor = {.kind = SUPPLE_PLANE, .friction = SUPPLE_UNSET};
    supple_matrix at = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1}};
    supple_world_add_collider(w, &floor, &at);
    bool added = supple_world_add_body(w, b);
    double far = added ? 0.0 : NAN, mass = (double)supple_body_measures(b).mass;
    for (int frame = 0; frame < 60; ++frame) {
        if (frame % 10 == 0) {
            uint32_t v = (uint32_t)(random_of(&seed) * (a->vertex_count - 1));
            float much = (float)(mass * (random_of(&seed) < 0.2 ? 200.0 : 5.0));
            supple_point p = {{v, v, v}, {1.0f, 0.0f, 0.0f}};
            supple_vec3 push = {much * ((float)random_of(&seed) - 0.5f),
                                much * ((float)random_of(&seed) - 0.5f),
                                much * ((float)random_of(&seed) - 0.5f)};
            if (frame % 20 == 0)
                supple_body_impulse(b, p, push);
            else
                supple_body_force(b, p,
                                  (supple_vec3){60.0f * push.x, 60.0f * push.y, 60.0f * push.z});
        }
        supple_world_step(w, 1.0f / 60.0f);
        for (int32_t i = 0; i < a->coord_count; ++i)
            far = supple_body_coords(b)[i] > -1e9f && supple_body_coords(b)[i] < 1e9f ? far : NAN;
    }
    for (uint32_t v = 0; v < (uint32_t)a->vertex_count; v += 7) {
        supple_vec3 x = supple_body_position(b, (supple_point){{v, v, v}, {1.0f, 0.0f, 0.0f}});
        double size = fabs((double)x.x) + fabs((double)x.y) + fabs((double)x.z);
        far = size < 1e6 && far >= 0.0 ? fmax(far, size) : NAN;
    }
    supple_world_destroy(w);
    supple_body_destroy(b);
    return far;
}

TEST(what_is_baked_with_any_elasticity_is_a_body_or_a_sentence) {
    int count = test_thorough() ? 300 : 8, bodies = 0;
    double least = INFINITY;
    for (int i = 0; i < count; ++i) {
        draw d = draw_of((uint64_t)i);
        char words[160];
        arena* memory = arena_create();
        recipe how = recipe_default();
        recipe_part p = recipe_part_default();
        p.tets = d.tets;
        p.ten_nodes = d.ten_nodes;
        p.stvk = d.stvk;
        p.derivatives = d.derivatives;
        p.modes = d.modes;
        p.sag = d.sag;
        p.fixing.base = d.held ? 0.1 : 0.0;
        recipe_target rest = recipe_target_default();
        rest.name = "rest";
        p.targets = &rest; // linear flesh is posed, too
        p.target_count = 1;
        how.parts = &p;
        how.part_count = 1;
        report r = report_new(memory);
        bake_result out;
        supple_asset asset;
        if (!bake_scene(sample_once(d.sample), &how, &(bake_options){.threads = 1}, memory, &out,
                        &r)) {
            printf("%s: %s\n", text_of(&d, words), r.count > 0 ? r.findings[0].text : "");
            CHECK(r.count > 0 && strstr(r.findings[0].text, "beyond all numbers") == NULL);
        } else {
            const supple_bake_target* t = &out.rows[0].targets[0];
            ++bodies;
            least = fmin(least, t->first / t->first_of_whole);
            if (!(t->first >= (1.0 - 1e-6) * t->first_of_whole))
                printf("%s: %.4f Hz, the whole body %.4f\n", text_of(&d, words), t->first,
                       t->first_of_whole);
            CHECK(t->first >= (1.0 - 1e-6) * t->first_of_whole);
            CHECK(supple_asset_read(&asset, out.asset.file.data, out.asset.file.size) == SUPPLE_OK);
            double far = throw_about(&asset, d.seed);
            if (!(far < 1e4))
                printf("%s: thrown %g m far\n", text_of(&d, words), far);
            CHECK(far < 1e4);
        }
        arena_destroy(memory);
    }
    printf("%d bodies of %d, the slowest mode at least %.6f of the whole body's\n", bodies, count,
           least);
    CHECK(bodies > count / 2);
}

TEST_MAIN(CASE(what_is_baked_with_any_elasticity_is_a_body_or_a_sentence))
