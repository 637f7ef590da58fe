// Light at run time: what a body shows is what its file says by the baker's own arithmetic; turned lights; and hostile files.
// SPDX-License-Identifier: MIT
#include "bake/light/light_model.h"
#include "bake/light/sh.h"
#include "bake/light/sky.h"
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/check_asset.h"
#include "test/kit/random.h"

enum { FIELDS = 3, CENTERS = 5, ORDER = 4, NUMBERS = 3 * ORDER * ORDER };

typedef struct kit {
    asset_maker m;
    asset_draft_light light;
    radial of_q;
    float *mean, *fields; // [points][NUMBERS], [FIELDS][points][NUMBERS]
    int32_t coords;
} kit;

static double* numbers(kit* k, size_t count, double low, double high) {
    double* x = ARENA_NEW(k->m.memory, double, count);
    for (size_t i = 0; i < count; ++i)
        x[i] = random_in(low, high);
    return x;
}

// A linear part whose bounds the body meets and passes as it swings.
static void set_slopes(kit* k) {
    radial* f = &k->of_q;
    f->slopes_or_null = numbers(k, (size_t)k->coords * FIELDS, -20.0, 20.0);
    f->low = numbers(k, FIELDS, 1e30, 1e30);
    f->high = numbers(k, FIELDS, -1e30, -1e30);
    for (int i = 0; i < CENTERS * FIELDS; ++i) {
        double sum = 0.0;
        for (int n = 0; n < k->coords; ++n)
            sum +=
                f->centers[i / FIELDS * k->coords + n] * f->slopes_or_null[n * FIELDS + i % FIELDS];
        f->low[i % FIELDS] = fmin(f->low[i % FIELDS], sum);
        f->high[i % FIELDS] = fmax(f->high[i % FIELDS], sum);
    }
    for (int i = 0; i < FIELDS; ++i) {
        double more = 0.5 * (f->high[i] - f->low[i]);
        f->low[i] -= more;
        f->high[i] += more;
    }
}

// Random light on a bar: every second vertex is thin, every tenth has no light.
static bool make(kit* k) {
    *k = (kit){.m = asset_maker_new((asset_maker_options){.part_count = 2, .coord_count = 3}),
               .coords = 6};
    arena* memory = k->m.memory;
    int32_t vertices = k->m.draft.vertex_count, points = 0;
    uint32_t* at = ARENA_NEW(memory, uint32_t, 2 * (size_t)vertices);
    for (int32_t v = 0; v < vertices; ++v)
        for (uint32_t side = 0; side < 2; ++side)
            if (v % 10 != 0 && (side == 0 || v % 2 == 0))
                at[points++] = (uint32_t)v << 1 | side;
    size_t cells = (size_t)points * NUMBERS;
    k->mean = ARENA_NEW(memory, float, cells);
    k->fields = ARENA_NEW(memory, float, FIELDS* cells);
    for (size_t i = 0; i < cells; ++i)
        k->mean[i] = (float)random_in(-0.1, 0.5);
    for (size_t i = 0; i < FIELDS * cells;
         ++i) // what 8 bits can say, if the first point has the largest
        k->fields[i] = i % cells < NUMBERS ? 0.127f : 0.001f * (float)floor(random_in(-127, 128));
    k->of_q = (radial){.count = CENTERS, .rank = k->coords, .width = FIELDS};
    k->of_q.centers = numbers(k, CENTERS * (size_t)k->coords, -0.02, 0.02);
    k->of_q.sharpness = numbers(k, CENTERS, 500.0, 3000.0);
    k->of_q.weights = numbers(k, CENTERS * FIELDS, -1.0, 1.0);
    set_slopes(k);
    double* amounts = numbers(k, FIELDS, 0.5, 0.5);
    k->light = (asset_draft_light){.order = ORDER,
                                   .field_count = FIELDS,
                                   .center_count = CENTERS,
                                   .point_count = points,
                                   .centers = k->of_q.centers,
                                   .sharpness = k->of_q.sharpness,
                                   .weights = k->of_q.weights,
                                   .slopes_or_null = k->of_q.slopes_or_null,
                                   .amounts = amounts,
                                   .points = at,
                                   .mean = k->mean,
                                   .fields = k->fields,
                                   .error = 0.05};
    k->m.draft.light_or_null = &k->light;
    return asset_maker_write(&k->m);
}

// What the baker's arithmetic says arrives at a point, by the coordinates of a body.
static void expected(const kit* k, const float* q, int32_t point, const double* coefficients,
                     double rgb[3]) {
    double x[8], a[FIELDS];
    for (int32_t i = 0; i < k->coords; ++i)
        x[i] = (double)q[i];
    radial_evaluate(&k->of_q, x, a);
    for (int c = 0; c < 3; ++c)
        rgb[c] = 0.0;
    for (int i = 0; i < NUMBERS; ++i) {
        size_t cell = (size_t)point * NUMBERS + (size_t)i;
        double number = (double)k->mean[cell];
        for (int f = 0; f < FIELDS; ++f)
            number +=
                a[f] * (double)k->fields[(size_t)f * (size_t)k->light.point_count * NUMBERS + cell];
        rgb[i % 3] += number * coefficients[i];
    }
}

static void sky_of(float* out, double* exact) {
    sky_light("evening", 30.0, ORDER, exact);
    for (int i = 0; i < NUMBERS; ++i)
        out[i] = (float)exact[i];
}

static bool compare(kit* k, const supple_body* b, supple_light* light, const double* coefficients) {
    size_t vertices = (size_t)k->m.draft.vertex_count;
    float *front = ARENA_NEW(k->m.memory, float, 3 * vertices),
          *back = ARENA_NEW(k->m.memory, float, 3 * vertices);
    supple_body_light(b, light, front, back);
    for (int32_t p = 0; p < k->light.point_count; ++p) {
        uint32_t at = k->light.points[p];
        double rgb[3];
        expected(k, supple_body_coords(b), p, coefficients, rgb);
        for (uint32_t c = 0; c < 3; ++c) {
            float shown = ((at & 1u) != 0 ? back : front)[3 * (at >> 1) + c];
            if (!(fabs((double)shown - fmax(rgb[c], 0.0)) < 1e-3)) {
                printf("        point %d shows %g, not %g\n", p, (double)shown, rgb[c]);
                return false;
            }
        }
    }
    return front[0] == 0.0f &&
           back[3] == 0.0f; // no light at the first vertex, none behind the second
}

TEST(a_body_shows_what_the_bakers_arithmetic_says) {
    kit k;
    CHECK(make(&k));
    supple_light_info info = supple_asset_light(&k.m.asset);
    CHECK(info.order == ORDER && info.field_count == FIELDS && info.shape_count == CENTERS);
    CHECK(info.point_count == k.light.point_count && info.error == 0.05f && info.rounded < 1e-4f);
    CHECK(info.bytes > (FIELDS + 2u) * NUMBERS * (size_t)info.point_count);
    supple_body* b = supple_body_create(&k.m.asset, NULL, NULL);
    supple_light* light = supple_light_create(&k.m.asset, NULL);
    float coefficients[NUMBERS];
    double exact[NUMBERS];
    sky_of(coefficients, exact);
    supple_light_set(light, coefficients, NULL);
    for (int i = 0; i < 20; ++i) {
        CHECK(compare(&k, b, light, exact));
        uint32_t v = (uint32_t)(5 * i + 1);
        supple_body_impulse(b, (supple_point){{v, v, v}, {1.0f, 0.0f, 0.0f}},
                            (supple_vec3){(float)random_in(-1, 1), (float)random_in(-1, 1), 0.5f});
        supple_body_step(b, 1.0f / 60.0f);
    }
    supple_light_destroy(light);
    supple_body_destroy(b);
    asset_maker_close(&k.m);
}

// The GPU's sum in C: tables, points and amounts give what the CPU shows, to the bit where the order of sums is the same.
TEST(tables_for_a_gpu_give_what_the_body_shows) {
    kit k;
    CHECK(make(&k) && asset_maker_keep(&k.m, "light"));
    int32_t vertices = k.m.draft.vertex_count;
    supple_body* b = supple_body_create(&k.m.asset, NULL, NULL);
    supple_light* light = supple_light_create(&k.m.asset, NULL);
    float coefficients[NUMBERS], broken[NUMBERS];
    double exact[NUMBERS];
    sky_of(coefficients, exact);
    supple_light_set(light, coefficients, NULL);
    memcpy(broken, coefficients, sizeof broken);
    broken[NUMBERS - 1] = NAN;
    supple_light_set(light, broken, NULL); // stays as it was
    supple_body_impulse(b, (supple_point){{5, 5, 5}, {1.0f, 0.0f, 0.0f}},
                        (supple_vec3){0.5f, 1.0f, 0.5f});
    supple_body_step(b, 1.0f / 60.0f);
    float* sides[2];
    for (int side = 0; side < 2; ++side)
        sides[side] = ARENA_NEW(k.m.memory, float, 3 * (size_t)vertices);
    supple_body_light(b, light, sides[0], sides[1]);
    uint32_t* points = ARENA_NEW(k.m.memory, uint32_t, 2 * (size_t)vertices);
    supple_light_points(light, points);
    supple_table t = supple_light_colors(light);
    const float *amounts = supple_light_amounts(light, b), *texels = t.texels;
    CHECK(t.bits == 32 && t.width == 2048 && amounts[0] == 1.0f);
    CHECK((int64_t)t.width * t.height >= (int64_t)(1 + FIELDS) * k.light.point_count);
    bool dark = false, lit = false;
    for (int32_t i = 0; i < 2 * vertices; ++i)
        for (int32_t c = 0; c < 3; ++c) {
            float sum = 0.0f;
            for (uint32_t f = 0; f <= FIELDS && points[i] != UINT32_MAX; ++f)
                sum += amounts[f] *
                       texels[3 * (f * (uint32_t)k.light.point_count + points[i]) + (uint32_t)c];
            CHECK(sides[i % 2][3 * (i / 2) + c] == (sum > 0.0f ? sum : 0.0f));
            lit |= sum > 0.1f;
            dark |= sum < 0.0f || points[i] == UINT32_MAX;
        }
    CHECK(lit && dark);
    supple_light_destroy(light);
    supple_body_destroy(b);
    asset_maker_close(&k.m);
}

static void axes_of(quat q, float axes[9]) {
    for (int n = 0; n < 3; ++n) {
        vec3 column = quat_rotate(q, v3(n == 0, n == 1, n == 2));
        axes[n] = (float)column.x;
        axes[3 + n] = (float)column.y;
        axes[6 + n] = (float)column.z;
    }
}

TEST(a_turned_body_sees_the_light_turned_back) {
    kit k;
    CHECK(make(&k));
    supple_body* b = supple_body_create(&k.m.asset, NULL, NULL);
    supple_light* light = supple_light_create(&k.m.asset, NULL);
    float coefficients[NUMBERS], axes[9];
    double exact[NUMBERS], turned[NUMBERS] = {0};
    sky_of(coefficients, exact);
    quat q = quat_unit((quat){0.3, -0.5, 0.2, 0.7});
    axes_of(q, axes);
    sh_turn back = sh_turn_by(ORDER, quat_conjugate(q));
    for (int c = 0; c < 3; ++c)
        sh_turn_apply(&back, exact + c, 3, turned + c);
    supple_light_set(light, coefficients, axes);
    CHECK(compare(&k, b, light, turned));
    supple_light_destroy(light);
    supple_body_destroy(b);
    asset_maker_close(&k.m);
}

// Three groups in no order, and a ball.
static bool make_grouped(kit* k) {
    static const uint32_t bones[3] = {0, 0, 0};
    if (!make(k))
        return false;
    uint16_t* of = ARENA_NEW(k->m.memory, uint16_t, (size_t)k->light.point_count);
    float* ball = ARENA_NEW(k->m.memory, float, 7 + 3 * (size_t)k->coords);
    for (int32_t p = 0; p < k->light.point_count; ++p)
        of[p] = (uint16_t)(p / 3 % 3);
    ball[3] = 0.1f;
    k->light.group_count = 3;
    k->light.bones_or_null = bones;
    k->light.group_of_or_null = of;
    k->light.ball_count = 1;
    k->light.balls = ball;
    return asset_maker_write(&k->m);
}

// The frame of transfer is a group's: each is lit as if all of the asset had its frame.
TEST(groups_of_points_see_the_light_by_their_own_frames) {
    kit k, one;
    seed = 3;
    CHECK(make(&one));
    seed = 3;
    CHECK(make_grouped(&k));
    CHECK(supple_asset_light(&k.m.asset).group_count == 3 &&
          supple_asset_light(&k.m.asset).ball_count == 1);
    CHECK(supple_asset_light(&one.m.asset).group_count == 1 &&
          supple_asset_light_bone(&k.m.asset, 7) == 0);
    float coefficients[NUMBERS], axes[3][9];
    double exact[NUMBERS];
    sky_of(coefficients, exact);
    for (int g = 0; g < 3; ++g)
        axes_of(quat_unit((quat){0.3 * g, -0.5, 0.2, 0.7 - g}), axes[g]);
    supple_light *light = supple_light_create(&k.m.asset, NULL),
                 *alone = supple_light_create(&one.m.asset, NULL);
    supple_light_set(light, coefficients, axes[0]);
    const float* texels = supple_light_colors(light).texels;
    for (int g = 0; g < 3; ++g) {
        supple_light_set(alone, coefficients, axes[g]);
        const float* wanted = supple_light_colors(alone).texels;
        for (int32_t i = 0; i < (1 + FIELDS) * k.light.point_count; ++i)
            for (int c = 0; c < 3 && i % k.light.point_count / 3 % 3 == g; ++c)
                CHECK(texels[3 * i + c] == wanted[3 * i + c]);
    }
    supple_light_destroy(light);
    supple_light_destroy(alone);
    asset_maker_close(&k.m);
    asset_maker_close(&one.m);
}

static void* no_memory(void* user, size_t size) {
    (void)user;
    (void)size;
    return NULL;
}
static void no_release(void* user, void* memory, size_t size) {
    (void)user;
    (void)memory;
    (void)size;
}

// What the file says that its bits cost is what they cost.
TEST(what_few_bits_cost_is_told) {
    kit k;
    CHECK(make(&k));
    size_t cells = (size_t)k.light.point_count * NUMBERS;
    for (size_t i = 0; i < FIELDS * cells; ++i)
        k.fields[i] = (float)random_in(-0.2, 0.2);
    CHECK(asset_maker_write(&k.m));
    double step = 0.2 / 127, lost = FIELDS * 0.25 * step * step / 12.0, size = 0.0;
    for (size_t i = 0; i < cells; ++i)
        size += (double)k.mean[i] * (double)k.mean[i] / (double)cells;
    CHECK_NEAR((double)supple_asset_light(&k.m.asset).rounded / sqrt(lost / size), 1.0, 0.02);
    asset_maker_close(&k.m);
}

TEST(an_asset_without_light_and_a_machine_without_memory_say_so) {
    asset_maker m = asset_maker_new((asset_maker_options){0});
    CHECK(asset_maker_write(&m));
    CHECK(supple_asset_light(&m.asset).order == 0 && supple_light_create(&m.asset, NULL) == NULL);
    asset_maker_close(&m);
    kit k;
    CHECK(make(&k));
    const supple_allocator none = {.allocate = no_memory, .release = no_release};
    CHECK(supple_light_create(&k.m.asset, &none) == NULL);
    supple_light_destroy(NULL);
    asset_maker_close(&k.m);
}

static format_section* section_at(uint8_t* block, uint32_t kind) {
    format_section* s = (format_section*)(block + sizeof(format_header));
    while (s->kind != kind)
        ++s;
    return s;
}

TEST(every_number_of_its_sections_is_checked) {
    kit k;
    CHECK(make_grouped(&k));
    size_t size = k.m.out.file.size;
    uint8_t* copy = aligned_alloc(16, (size + 15) / 16 * 16);
    supple_asset a;
    for (int broken = 0; broken <= 22; ++broken) {
        memcpy(copy, k.m.out.file.data, size);
        format_section* s = section_at(copy, FORMAT_LIGHT);
        format_light* r = (format_light*)(copy + s->offset);
        float *centers = (float*)(copy + s[1].offset), *weights = (float*)(copy + s[2].offset),
              *scales = (float*)(copy + s[4].offset);
        uint32_t *points = (uint32_t*)(copy + s[3].offset),
                 *bones = (uint32_t*)(copy + s[8].offset);
        float *slopes = (float*)(copy + s[7].offset), *ball = (float*)(copy + s[10].offset);
        switch (broken) {
        case 1:
            r->order = 1;
            break;
        case 2:
            r->order = 7;
            break;
        case 3:
            ++r->field_count;
            break;
        case 4:
            ++r->center_count;
            break;
        case 5:
            r->center_count = 0;
            break;
        case 6:
            --r->point_count;
            break;
        case 7:
            r->point_count = UINT32_MAX;
            break;
        case 8:
            r->error = -1.0f;
            break;
        case 9:
            r->rounded = NAN;
            break;
        case 10:
            points[3] = points[2];
            break;
        case 11:
            points[r->point_count - 1] = (uint32_t)k.m.draft.vertex_count << 1;
            break;
        case 12:
            centers[k.coords] = -1.0f;
            break; // sharpness
        case 13:
            centers[0] = INFINITY;
            break;
        case 14:
            weights[FIELDS] = NAN;
            break;
        case 15:
            scales[5] = 2e12f;
            break;
        case 16:
            for (uint32_t i = 0; i <= 10; ++i)
                s[i].kind = 1000 + i;
            break;
        case 17:
            slopes[4] = NAN;
            break;
        case 18:
            --s[7].count;
            break;
        case 19:
            bones[2] = 1000;
            break;
        case 20:
            ((uint16_t*)(copy + s[9].offset))[11] = 3;
            break;
        case 21:
            ball[3] = -0.1f;
            break;
        case 22:
            --s[10].count;
            break;
        }
        supple_result result = supple_asset_read_damaged(&a, copy, size);
        if (broken == 0 || broken == 16) // 16: kinds that nobody knows are passed over
            CHECK(result == SUPPLE_OK && (supple_asset_light(&a).order == 0) == (broken == 16));
        else
            CHECK(result == SUPPLE_CORRUPT);
    }
    memcpy(copy, k.m.out.file.data, size); // a section alone
    for (int i = 1; i <= 5; ++i)
        section_at(copy, FORMAT_LIGHT)[0].count = 0;
    CHECK(supple_asset_read(&a, copy, size) == SUPPLE_CORRUPT);
    free(copy);
    asset_maker_close(&k.m);
}

TEST(damaged_light_is_refused_or_does_no_harm) {
    kit k;
    int refused = 0, played = 0;
    CHECK(make_grouped(&k));
    asset_damage(k.m.out.file.data, k.m.out.file.size, FORMAT_LIGHT, &refused, &played);
    CHECK(refused > 50 && played > 50);
    asset_maker_close(&k.m);
}

TEST(what_an_asset_cannot_hold_is_a_sentence) {
    kit k;
    CHECK(make(&k));
    k.mean[7] = INFINITY;
    asset_out out;
    CHECK(!asset_write(&k.m.draft, k.m.memory, &out, &k.m.r) && k.m.r.error_count == 1);
    k.mean[7] = 0.0f;
    k.light.field_count = FORMAT_MAX_FIELDS + 1;
    CHECK(!asset_write(&k.m.draft, k.m.memory, &out, &k.m.r) && k.m.r.error_count == 2);
    asset_maker_close(&k.m);
}

TEST_MAIN(CASE(a_body_shows_what_the_bakers_arithmetic_says),
          CASE(tables_for_a_gpu_give_what_the_body_shows),
          CASE(a_turned_body_sees_the_light_turned_back),
          CASE(groups_of_points_see_the_light_by_their_own_frames),
          CASE(what_few_bits_cost_is_told),
          CASE(an_asset_without_light_and_a_machine_without_memory_say_so),
          CASE(every_number_of_its_sections_is_checked),
          CASE(damaged_light_is_refused_or_does_no_harm),
          CASE(what_an_asset_cannot_hold_is_a_sentence))
