// Which coordinates a recipe leaves out, of which normals follow, and what is painted: `fps`, `visible`, `bends`, `paint_poisson`.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "scenes/scenes.h"
#include "test/kit/body_shown.h"
#include "test/kit/check.h"
#include "test/kit/check_asset.h"

enum { MODES = 12 };

typedef struct baked {
    supple_asset asset; // without parts when it fails
    bake_result result;
    report r;
} baked;

static recipe_part jelly_part(bool plain) {
    recipe_part p = recipe_part_default();
    p.tets = 150;
    p.ten_nodes = false;
    p.fixing.base = 0.05;
    p.modes = MODES;
    p.plain = plain;
    return p;
}

static baked bake_jelly(const scene* s, const recipe_part* p, int32_t bends, arena* memory) {
    recipe how = recipe_default();
    recipe_part own = *p;
    how.parts = &own;
    how.part_count = 1;
    how.bends = bends;
    baked out = {.r = report_new(memory)};
    if (bake_scene(s, &how, &(bake_options){.threads = 1}, memory, &out.result, &out.r))
        supple_asset_read(&out.asset, out.result.asset.file.data, out.result.asset.file.size);
    return out;
}

static bool says(const report* r, const char* words) {
    for (int32_t i = 0; i < r->count; ++i)
        if (strstr(r->findings[i].text, words) != NULL)
            return true;
    return false;
}

// The farthest that a unit of a coordinate moves a vertex: from the tables, by every member.
static double farthest(const supple_asset* a, int32_t k) {
    supple_part p = supple_asset_part(a, 0);
    double most = 0.0, scale = (double)asset_sections_of(a).coords[k].shape_scale;
    for (int32_t i = 0; i < p.shape_places; ++i) {
        double u[3];
        asset_texel(&a->shapes, p.first_shape + (int64_t)k * p.shape_places + i, scale, u);
        most = fmax(most, sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]));
    }
    return most;
}

// Coordinate i of one asset is coordinate k of another: tables of more coordinates may be rounded otherwise.
static bool is_same(const supple_asset* a, int32_t i, const supple_asset* b, int32_t k) {
    supple_part p = supple_asset_part(a, 0), q = supple_asset_part(b, 0);
    double scale = (double)asset_sections_of(a).coords[i].shape_scale,
           other = (double)asset_sections_of(b).coords[k].shape_scale, most = 0.0, worst = 0.0;
    for (int32_t v = 0; v < p.vertex_count && p.vertex_count == q.vertex_count; ++v) {
        int64_t here = (int64_t)i * p.shape_places, there = (int64_t)k * q.shape_places;
        double x[3], y[3];
        here += p.first_shape + asset_place(a, a->links, 0, p.vertices[v]);
        there += q.first_shape + asset_place(b, b->links, 0, q.vertices[v]);
        asset_texel(&a->shapes, here, scale, x);
        asset_texel(&b->shapes, there, other, y);
        for (int c = 0; c < 3; ++c) {
            most = fmax(most, fabs(y[c]));
            worst = fmax(worst, fabs(x[c] - y[c]));
        }
    }
    return supple_asset_frequency(a, i) == supple_asset_frequency(b, k) && most > 0.0 &&
           worst < 1e-4 * most;
}

// Exactly those of `all` for which stays[k], in their order.
static bool are_those(const supple_asset* few, const supple_asset* all, const bool* stays) {
    int32_t count = 0;
    for (int32_t k = 0; k < all->coord_count; ++k)
        if (stays[k] && (count == few->coord_count || !is_same(few, count++, all, k)))
            return false;
    return count == few->coord_count;
}

TEST(frames_leave_exactly_what_swings_at_most_at_half_their_rate) {
    for (int plain = 0; plain < 2; ++plain) {
        arena* a = arena_create();
        scene s = sample_find("jelly")->make(a);
        recipe_part p = jelly_part(plain);
        baked all = bake_jelly(&s, &p, 0, a);
        CHECK(all.asset.coord_count == MODES);
        double low = INFINITY, high = 0.0;
        for (int k = 0; k < MODES; ++k) {
            low = fmin(low, supple_asset_frequency(&all.asset, k));
            high = fmax(high, supple_asset_frequency(&all.asset, k));
        }
        p.fps = floor(2.0 * sqrt(low * high)); // half of it lies among them
        bool stays[MODES];
        for (int k = 0; k < MODES; ++k)
            stays[k] = supple_asset_frequency(&all.asset, k) <= 0.5 * p.fps;
        baked few = bake_jelly(&s, &p, 0, a);
        printf(
            "        %s: %.1f to %.1f Hz, at %g frames %d of %d are left; 1 g off %.4f -> %.4f\n",
            plain ? "modes" : "responses", low, high, p.fps, few.asset.coord_count, MODES,
            all.result.rows[0].hang_error, few.result.rows[0].hang_error);
        CHECK(few.asset.coord_count > 0 && few.asset.coord_count < MODES);
        CHECK(are_those(&few.asset, &all.asset, stays) && few.result.rows[0].last <= 0.5 * p.fps);
        // what is told of the whole is that of what is left
        CHECK(few.result.rows[0].hang_error > 1.001 * all.result.rows[0].hang_error);
        CHECK(few.result.rows[0].captured < all.result.rows[0].captured);
        if (plain) {
            arena_destroy(a);
            break;
        }
        p.below = 0.5 * p.fps; // the same in other words
        p.fps = 0.0;
        baked below = bake_jelly(&s, &p, 0, a);
        CHECK(below.result.asset.file.size == few.result.asset.file.size &&
              memcmp(below.result.asset.file.data, few.result.asset.file.data,
                     few.result.asset.file.size) == 0);
        p.fps = 0.5 * low;
        CHECK(bake_jelly(&s, &p, 0, a).asset.part_count == 0);
        arena_destroy(a);
    }
}

static bool has(const supple_asset* a, float hz) {
    for (int32_t k = 0; k < a->coord_count; ++k)
        if (supple_asset_frequency(a, k) == hz)
            return true;
    return false;
}

// Of so many modes that those which bones excite most are the slowest, too: told by a bake that never had more.
TEST(errors_of_what_is_left_are_those_of_a_bake_of_as_many) {
    arena* a = arena_create();
    scene s = sample_find("jelly")->make(a);
    recipe_part p = jelly_part(true);
    p.sag = 0.0;
    p.damping = (damping_request){.form = DAMPING_BY_NUMBERS, .numbers = {1.0, 0.001}};
    baked all = bake_jelly(&s, &p, 0, a);
    int tried = 0;
    for (p.modes = 5; p.modes > 3; --p.modes) {
        baked few = bake_jelly(&s, &p, 0, a);
        double last = few.result.rows[0].last, next = INFINITY;
        for (int k = 0; k < MODES; ++k)
            if (!has(&few.asset, supple_asset_frequency(&all.asset, k)))
                next = fmin(next, (double)supple_asset_frequency(&all.asset, k));
        if (!(next > 1.0001 * last))
            continue;
        recipe_part q = p;
        q.modes = MODES;
        q.below = 0.5 * (last + next);
        baked cut = bake_jelly(&s, &q, 0, a);
        const supple_bake_part *x = &cut.result.rows[0], *y = &few.result.rows[0];
        printf("        %d modes: 1 g off %.6f and %.6f, shaken %.6f and %.6f\n", x->mode_count,
               x->hang_error, y->hang_error, x->shake_error, y->shake_error);
        CHECK(x->mode_count == y->mode_count);
        CHECK_NEAR(x->hang_error, y->hang_error, 1e-6);
        CHECK_NEAR(x->shake_error, y->shake_error, 1e-4); // against a space of a few more modes
        CHECK_NEAR(x->turn_error, y->turn_error, 1e-4);
        tried += x->hang_error > 1.01 * all.result.rows[0].hang_error;
    }
    CHECK(tried > 0);
    arena_destroy(a);
}

TEST(what_moves_by_less_than_a_pixel_is_left_out_and_nothing_else) {
    arena* a = arena_create();
    scene s = sample_find("jelly")->make(a);
    for (int plain = 0; plain < 2; ++plain) {
        recipe_part p = jelly_part(plain);
        baked all = bake_jelly(&s, &p, 0, a);
        CHECK(all.asset.coord_count == MODES);
        double push = plain ? 3.0 : 9.81 * all.result.rows[0].mass, goes[MODES], low = INFINITY,
               high = 0.0;
        for (int k = 0; k < MODES; ++k) { // by a push at the vertex that it moves farthest
            double rate = 2.0 * EXACT_PI * (double)supple_asset_frequency(&all.asset, k);
            double w = farthest(&all.asset, k) * all.result.unit;
            goes[k] = push * w * w / (rate * rate);
            low = fmin(low, goes[k]);
            high = fmax(high, goes[k]);
        }
        double pixel = sqrt(low * high);
        bool stays[MODES];
        for (int k = 0; k < MODES; ++k) {
            stays[k] = goes[k] >= pixel;
            CHECK(fabs(goes[k] / pixel - 1.0) > 1e-3); // the tables are rounded
        }
        p.visible = (recipe_visible){.pixels = 500.0, .angle = 90.0, .push = plain ? push : 0.0};
        p.visible.distance = pixel * 250.0 / all.result.unit; // tan 45 is 1
        baked few = bake_jelly(&s, &p, 0, a);
        printf("        %s: %.3g to %.3g mm, a pixel is %.3g mm: %d of %d are left\n",
               plain ? "modes" : "responses", 1e3 * low, 1e3 * high, 1e3 * pixel,
               few.asset.coord_count, MODES);
        CHECK(few.asset.coord_count > 0 && few.asset.coord_count < MODES);
        CHECK(are_those(&few.asset, &all.asset, stays) && says(&few.r, "are left out: a push of"));
        if (plain)
            break;
        p.visible.distance *= 1e6;
        baked none = bake_jelly(&s, &p, 0, a);
        CHECK(none.asset.part_count == 0 && says(&none.r, "nothing of it can be seen from there"));
        p.visible.distance = 1e-9;
        CHECK(bake_jelly(&s, &p, 0, a).asset.coord_count == MODES);
    }
    arena_destroy(a);
}

// ---- normals ---------------------------------------------------------------------------

static double worst_normal(const supple_body* b, const shown_vertices* shown) {
    double worst = 0.0;
    for (int32_t v = 0; v < b->asset.vertex_count; ++v) {
        double n[3], length = 0.0;
        body_shown_sum(b, v, 1, n);
        for (int c = 0; c < 3; ++c) {
            n[c] += (double)b->asset.normals[3 * v + c];
            length += n[c] * n[c];
        }
        for (int c = 0; c < 3; ++c)
            worst = fmax(worst, fabs(n[c] / sqrt(length) - (double)shown->normals[v][c]));
    }
    return worst;
}

TEST(normals_follow_the_first_coordinates_alone_and_the_file_is_smaller) {
    enum { FEW = 3 };
    arena* a = arena_create();
    scene s = sample_find("jelly")->make(a);
    recipe_part p = jelly_part(false);
    baked all = bake_jelly(&s, &p, RECIPE_BENDS_ALL, a), few = bake_jelly(&s, &p, FEW, a),
          none = bake_jelly(&s, &p, 0, a), more = bake_jelly(&s, &p, MODES + 1, a);
    CHECK(all.asset.vertex_count <= SHOWN_VERTICES && few.asset.part_count == 1);
    CHECK(none.result.asset.file.size < few.result.asset.file.size);
    CHECK(few.result.asset.file.size < all.result.asset.file.size);
    CHECK(more.result.asset.file.size == all.result.asset.file.size);
    int64_t all_rows = (int64_t)all.asset.bends.width * all.asset.bends.height,
            few_rows = (int64_t)few.asset.bends.width * few.asset.bends.height;
    printf(
        "        texels of bends: %lld of %d coordinates, %lld of %d; bytes %zu, %zu, none %zu\n",
        (long long)all_rows, MODES, (long long)few_rows, FEW, all.result.asset.file.size,
        few.result.asset.file.size, none.result.asset.file.size);
    CHECK(2 * few_rows < all_rows);
    // in a block of just its size, so that a sanitizer sees a texel that is read beyond the table
    uint8_t* block = asset_copy(few.result.asset.file.data, few.result.asset.file.size);
    supple_asset short_one;
    CHECK(supple_asset_read(&short_one, block, few.result.asset.file.size) == SUPPLE_OK);
    asset_use(&short_one);
    supple_body *x = supple_body_create(&all.asset, NULL, NULL),
                *y = supple_body_create(&short_one, NULL, NULL);
    static shown_vertices by_all, by_few;
    supple_streams to_x = shown_streams(&by_all), to_y = shown_streams(&by_few);
    to_x.previous = to_y.previous = NULL;
    to_x.tangents = to_y.tangents = NULL;
    for (int round = 0; round < 2; ++round) { // all move, then only those that turn normals
        body_shown_set(x, 7, 0.02f);
        body_shown_set(y, 7, 0.02f);
        for (int32_t k = FEW; k < MODES && round == 1; ++k)
            x->amount[k] = y->amount[k] = 0.0f;
        supple_body_evaluate(x, &to_x);
        supple_body_evaluate(y, &to_y);
        size_t size = (size_t)all.asset.vertex_count * sizeof *by_all.normals;
        CHECK(memcmp(by_all.positions, by_few.positions, size) == 0);
        CHECK((memcmp(by_all.normals, by_few.normals, size) == 0) == (round == 1));
        CHECK(worst_normal(y, &by_few) < 1e-5);
    }
    for (int32_t k = 0; k < MODES; ++k)
        CHECK((supple_asset_bend_ratio(&short_one, k) > 0.0f) == (k < FEW));
    supple_body_destroy(x);
    supple_body_destroy(y);
    free(block);
    arena_destroy(a);
}

// ---- Poisson's ratio -------------------------------------------------------------------

static scene painted_jelly(float (*ratio)(vec3 at), arena* a) {
    scene s = sample_find("jelly")->make(a);
    for (int32_t g = 0; g < s.primitive_count; ++g) {
        primitive* p = &s.primitives[g];
        attribute* list = ARENA_NEW(a, attribute, 1);
        list[0] = (attribute){"_RATIO", 1, ARENA_NEW(a, float, (size_t)p->vertex_count)};
        for (int32_t i = 0; i < p->vertex_count; ++i)
            list[0].values[i] = ratio(p->positions[i]);
        p->attributes = list;
        p->attribute_count = 1;
    }
    return s;
}

static float quarter(vec3 at) {
    (void)at;
    return 0.25f;
}

static float too_much(vec3 at) {
    return at.x > 0.0 ? 0.5f : 0.3f;
}

TEST(one_ratio_painted_everywhere_is_that_ratio_to_the_byte) {
    arena* a = arena_create();
    recipe_part p = jelly_part(false);
    p.sag = 0.0;
    p.material.poisson = 0.25;
    scene s = painted_jelly(quarter, a);
    baked plain = bake_jelly(&s, &p, 0, a);
    p.material.poisson = 0.4;
    baked other = bake_jelly(&s, &p, 0, a);
    p.paint_poisson_or_null = "_RATIO";
    baked painted = bake_jelly(&s, &p, 0, a);
    CHECK(plain.asset.part_count == 1 && painted.asset.part_count == 1);
    size_t size = plain.result.asset.file.size;
    CHECK(size == painted.result.asset.file.size &&
          memcmp(plain.result.asset.file.data, painted.result.asset.file.data, size) == 0);
    CHECK(size != other.result.asset.file.size ||
          memcmp(plain.result.asset.file.data, other.result.asset.file.data, size) != 0);
    arena_destroy(a);
}

TEST(what_is_no_ratio_or_not_there_gets_a_sentence) {
    arena* a = arena_create();
    recipe_part p = jelly_part(true);
    scene s = painted_jelly(too_much, a);
    p.paint_poisson_or_null = "_RATIO";
    baked x = bake_jelly(&s, &p, 0, a);
    CHECK(x.asset.part_count == 0 && says(&x.r, "is 0.5; it is above -1 and at most 0.499"));
    p.paint_poisson_or_null = "_RATOI";
    x = bake_jelly(&s, &p, 0, a);
    CHECK(x.asset.part_count == 0 && says(&x.r, "_RATIO"));
    arena_destroy(a);
}

TEST_MAIN(CASE(frames_leave_exactly_what_swings_at_most_at_half_their_rate),
          CASE(errors_of_what_is_left_are_those_of_a_bake_of_as_many),
          CASE(what_moves_by_less_than_a_pixel_is_left_out_and_nothing_else),
          CASE(normals_follow_the_first_coordinates_alone_and_the_file_is_smaller),
          CASE(one_ratio_painted_everywhere_is_that_ratio_to_the_byte),
          CASE(what_is_no_ratio_or_not_there_gets_a_sentence))
