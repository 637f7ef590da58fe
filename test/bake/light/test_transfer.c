// Radiance transfer beside closed forms: open, wall, bowl, cap, all bounces in a hemisphere; furnace, turns, noise, thin sheets.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/lit_kit.h"
#include "test/kit/random.h"

// ---- known exactly: numerics.md D8, by mpmath with 30 digits -----------------------------

static const double known_wall[16] = {0.14104739588693907,
                                      0,
                                      0.16286750396763996,
                                      0.1036846733019551,
                                      0,
                                      0,
                                      0.078847891313129997,
                                      0.1365685538240099,
                                      0,
                                      0,
                                      0,
                                      0,
                                      0,
                                      0.096988130938875802,
                                      0,
                                      -0.025042227727070019};
static const double known_opening[16] = {0.21157109383040862,
                                         0,
                                         0.28501813194336995,
                                         0,
                                         0,
                                         0,
                                         0.20697571469696627,
                                         0,
                                         0,
                                         0,
                                         0,
                                         0,
                                         0.069970562360646638,
                                         0,
                                         0,
                                         0};
static const double known_cap[16] = {0.21157109383040862,
                                     0,
                                     0.21157109383040862,
                                     0,
                                     0,
                                     0,
                                     0.029567959242423749,
                                     0,
                                     0,
                                     0,
                                     0,
                                     0,
                                     -0.12119256904280649,
                                     0,
                                     0,
                                     0};
static const double known_bowl_direct[16] = {0.14104739588693907,
                                             0,
                                             0.16286750396763996,
                                             0,
                                             0,
                                             0,
                                             0.078847891313129997,
                                             0,
                                             0,
                                             0,
                                             0,
                                             0,
                                             0,
                                             0,
                                             0,
                                             0};
static const double known_bowl_bounced[16] = {0.075225277806367521,
                                              0,
                                              0.086862668782741334,
                                              0,
                                              0,
                                              0,
                                              0.042052208700336012,
                                              0,
                                              0,
                                              0,
                                              0,
                                              0,
                                              0,
                                              0,
                                              0,
                                              0};

static transfer_options with(int32_t count, int32_t bounces) {
    transfer_options o = transfer_default();
    o.sight.directions = count;
    o.bounces = bounces;
    o.sight.threads = 1;
    return o;
}

static vec3 ball(double u, double v) { // the front outside
    double sp, cp, st, ct;
    exact_sincos(2.0 * EXACT_PI * u, &sp, &cp);
    exact_sincos(EXACT_PI * (0.001 + 0.998 * v), &st, &ct);
    return v3(st * cp, -st * sp, ct);
}

static vec3 bumpy(double u, double v) {
    double s = exact_sin(6.0 * EXACT_PI * u), w = exact_sin(5.0 * EXACT_PI * v);
    return v3_scale(ball(u, v), 1.0 + 0.35 * s * w);
}

static quat some_turn(void) {
    return quat_unit(
        (quat){random_in(-1, 1), random_in(-1, 1), random_in(-1, 1), random_in(-1, 1)});
}

// ---- open --------------------------------------------------------------------------------

TEST(what_nothing_hides_has_the_closed_form_and_sends_out_its_albedo) {
    for (int32_t order = SH_ORDER_LEAST; order <= SH_ORDER_MOST; ++order) {
        lit_kit k = lit_kit_new();
        transfer_options o = with(64, 2);
        o.sight.order = order;
        k.color[1] = 0.25f;
        k.color[2] = 0.0f;
        lit_grid(&k, 16, 12, ball); // convex: each half sphere of directions is free
        CHECK(lit_run(&k, &o));
        lit_shape s = lit_shape_of(&k.mesh, k.positions, k.memory);
        for (uint32_t v = 0; v < (uint32_t)k.mesh.vertex_count; ++v) {
            double m[SH_MOST];
            sh_open_surface(order, s.normals[v], m);
            for (int i = 0; i < sh_count(order); ++i) {
                CHECK_NEAR(lit_value(&k, v, 0, i, 0), m[i], 1e-6);
                CHECK_NEAR(lit_value(&k, v, 0, i, 1), 0.25 * m[i], 1e-6);
                CHECK(lit_value(&k, v, 0, i, 2) == 0.0);
            }
            CHECK_NEAR(lit_uniform(&k, v, 0, 0), 1.0, 1e-6);
        }
        CHECK(k.out.account.hits == 0);
        arena_destroy(k.memory);
    }
}

// ---- hidden by something -----------------------------------------------------------------

enum { ALONG = 128 };

static vec3 floor_strip(double u, double v) {
    return v3(v, 2.0 * u - 1.0, 0.0);
}
static vec3 tall_wall(double u, double v) {
    return v3(0.0, 400.0 * u - 200.0, 400.0 * v - 200.0);
}

// A floor whose first row stands exactly at the foot of a wall, and the root mean square error of its points.
static lit_kit at_the_wall(int32_t count, uint32_t start, double* error, double* mean) {
    lit_kit k = lit_kit_new();
    transfer_options o = with(count, 0);
    o.sight.seed = start;
    // u and v swapped against the floor's normal: turn its triangles
    uint32_t first = lit_grid(&k, ALONG, 1, floor_strip);
    for (int32_t t = 0; t < k.mesh.triangle_count; ++t) {
        uint32_t c = k.triangles[t][1];
        k.triangles[t][1] = k.triangles[t][2];
        k.triangles[t][2] = c;
    }
    lit_grid(&k, 1, 1, tall_wall);
    *error = 0.0;
    for (int i = 0; i < 16; ++i)
        mean[i] = 0.0;
    if (!lit_run(&k, &o))
        return k;
    for (uint32_t v = first; v <= first + ALONG; ++v)
        for (int i = 0; i < 16; ++i) {
            double x = lit_value(&k, v, 0, i, 0), off = x - known_wall[i];
            *error += off * off / (ALONG + 1);
            mean[i] += x / (ALONG + 1);
        }
    *error = sqrt(*error);
    return k;
}

TEST(a_floor_at_a_wall_sees_a_quarter_of_the_sphere) {
    double error, mean[16];
    lit_kit k = at_the_wall(1024, 1, &error, mean);
    CHECK(error < 0.01);
    for (int i = 0; i < 16; ++i)
        CHECK_NEAR(mean[i], known_wall[i], 1e-3);
    arena_destroy(k.memory);
}

// Independent directions have an error of 0.738 / sqrt(n) here, over all harmonics: the variance is 1/2 16 / 4 pi - |M|^2.
TEST(errors_fall_faster_than_those_of_chance) {
    double last = 0.0, mean[16];
    for (int32_t n = 64; n <= 1024; n *= 4) {
        double error = 0.0, one;
        for (uint32_t start = 1; start <= 2; ++start) {
            lit_kit k = at_the_wall(n, start, &one, mean);
            error += one / 2.0;
            arena_destroy(k.memory);
        }
        printf("        %4d directions: error %.5f\n", n, error);
        CHECK(error < 0.738 / sqrt(n) / 5.0);
        CHECK(last == 0.0 || error < last / 2.3);
        last = error;
    }
}

static vec3 small_floor(double u, double v) {
    return v3(1e-3 * (u - 0.5), 1e-3 * (v - 0.5), 0.0);
}
static vec3 band(double u, double v) { // from 60 to 90 degrees from the zenith
    double sp, cp, st, ct;
    exact_sincos(2.0 * EXACT_PI * u, &sp, &cp);
    exact_sincos(EXACT_PI * (60.0 + 30.1 * v) / 180.0, &st, &ct);
    return v3(st * cp, st * sp, ct);
}
static vec3 disc(double u, double v) { // 30 degrees round the zenith
    double s, c, radius = v / sqrt(3.0);
    exact_sincos(2.0 * EXACT_PI * u, &s, &c);
    return v3(radius * c, radius * s, 1.0);
}

static bool below(lit_place* what, const double* expected, double within) {
    lit_kit k = lit_kit_new();
    double sum[16] = {0};
    transfer_options o = with(1024, 0);
    uint32_t floor_end = (lit_grid(&k, 7, 7, small_floor), (uint32_t)k.mesh.vertex_count);
    lit_grid(&k, 256, 4, what);
    bool sound = lit_run(&k, &o);
    for (uint32_t v = 0; v < floor_end && sound; ++v)
        for (int i = 0; i < 16; ++i)
            sum[i] += lit_value(&k, v, 0, i, 0) / floor_end;
    for (int i = 0; i < 16 && sound; ++i)
        if (!(fabs(sum[i] - expected[i]) < within)) {
            printf("        harmonic %d is %.6f, not %.6f\n", i, sum[i], expected[i]);
            sound = false;
        }
    arena_destroy(k.memory);
    return sound;
}

TEST(the_bottom_of_a_bowl_sees_its_opening) {
    CHECK(below(band, known_opening, 1e-3));
}

TEST(a_cap_overhead_hides_the_zenith) {
    CHECK(below(disc, known_cap, 1e-3));
}

// ---- bounces -----------------------------------------------------------------------------

static vec3 bowl(double u, double v) { // the lower half of a sphere, the front inside
    double sp, cp, st, ct;
    exact_sincos(2.0 * EXACT_PI * u, &sp, &cp);
    exact_sincos(0.5 * EXACT_PI * (0.001 + 0.999 * v), &st, &ct);
    return v3(st * cp, -st * sp, -ct);
}

// Area of a row of the bowl's grid, of 1.
static double share_of(int row, int rows) {
    double low = (row - 0.5) / rows, high = (row + 0.5) / rows;
    return exact_cos(0.5 * EXACT_PI * fmax(low, 0.0)) - exact_cos(0.5 * EXACT_PI * fmin(high, 1.0));
}

enum { BOWL_ROUND = 48, BOWL_ROWS = 16 };

static lit_kit lit_bowl(float albedo, int32_t count, int32_t bounces) {
    lit_kit k = lit_kit_new();
    transfer_options o = with(count, bounces);
    for (int c = 0; c < 3; ++c)
        k.color[c] = albedo;
    lit_grid(&k, BOWL_ROUND, BOWL_ROWS, bowl);
    lit_run(&k, &o);
    return k;
}

// Mean over the bowl's area of a harmonic.
static double bowl_mean(const lit_kit* k, int harmonic) {
    double sum = 0.0;
    for (int j = 0; j <= BOWL_ROWS; ++j)
        for (int i = 0; i < BOWL_ROUND; ++i)
            sum += share_of(j, BOWL_ROWS) / BOWL_ROUND *
                   lit_value(k, (uint32_t)(j * (BOWL_ROUND + 1) + i), 0, harmonic, 0);
    return sum;
}

TEST(light_in_a_hemisphere_is_what_all_bounces_make) {
    static const double radiance[4] = {0.4, 0.16, 0.064,
                                       0.0256}; // of an albedo of 0.8, bounce by bounce
    double expected = 0.0;
    for (int bounces = 0; bounces < 4; ++bounces) {
        lit_kit k = lit_bowl(0.8f, 128, bounces);
        CHECK(k.out.account.dark == 0);
        expected += radiance[bounces];
        CHECK_NEAR(bowl_mean(&k, 0) * sqrt(4.0 * EXACT_PI), expected, 0.004 * expected);
        for (int i = 0; i < 16 && bounces == 0; ++i)
            CHECK_NEAR(bowl_mean(&k, i), 0.8 * known_bowl_direct[i], 2e-3);
        arena_destroy(k.memory);
    }
}

TEST(bounced_light_in_a_hemisphere_is_the_same_everywhere) {
    lit_kit direct = lit_bowl(0.8f, 256, 0), all = lit_bowl(0.8f, 256, 24);
    double square = 0.0, size = 0.0;
    for (int32_t v = 0; v < all.mesh.vertex_count; ++v)
        for (int i = 0; i < 16; ++i) {
            double bounced =
                lit_value(&all, (uint32_t)v, 0, i, 0) - lit_value(&direct, (uint32_t)v, 0, i, 0);
            CHECK_NEAR(bounced, known_bowl_bounced[i], 0.006);
            square += (bounced - known_bowl_bounced[i]) * (bounced - known_bowl_bounced[i]);
            size += known_bowl_bounced[i] * known_bowl_bounced[i];
        }
    printf("        root mean square error %.3f %%\n", 100.0 * sqrt(square / size));
    CHECK(sqrt(square / size) < 0.02);
    arena_destroy(direct.memory);
    arena_destroy(all.memory);
}

// The furnace: no energy is lost, so that white things in a white world cannot be seen.
TEST(a_white_bowl_in_a_white_world_is_white) {
    lit_kit k = lit_bowl(1.0f, 64, TRANSFER_BOUNCES_MOST);
    for (int32_t v = 0; v < k.mesh.vertex_count; ++v)
        CHECK_NEAR(lit_uniform(&k, (uint32_t)v, 0, 0), 1.0, 1e-5);
    arena_destroy(k.memory);
}

TEST(what_a_point_sees_adds_up_to_its_half_sphere) {
    enum { ROW = 41 };
    lit_kit k = lit_kit_new();
    lit_grid(&k, ROW - 1, 30, bumpy);
    lit_points p = lit_points_of(&k.mesh, k.memory);
    lit_shape s = lit_shape_of(&k.mesh, k.positions, k.memory);
    transfer_options o = with(128, 0);
    sight x;
    CHECK(sight_of(&k.mesh, &p, &s, &o.sight, k.memory, &x, &k.r));
    CHECK(x.account.hits > x.account.rays / 20);
    for (int32_t i = ROW; i < p.count - ROW; ++i) { // rows at the poles look into the holes there
        double sum = x.open[16 * i] * sqrt(4.0 * EXACT_PI);
        for (int64_t n = x.first[i]; n < x.first[i + 1]; ++n)
            sum += (double)x.weights[n];
        CHECK_NEAR(sum, 1.0, 1e-5);
    }
    arena_destroy(k.memory);
}

TEST(a_red_wall_makes_a_white_floor_red) {
    double error, mean[16];
    lit_kit direct = at_the_wall(64, 1, &error, mean), k = direct;
    transfer_options o = with(64, 1);
    for (int32_t v = k.mesh.vertex_count - 4; v < k.mesh.vertex_count; ++v) {
        k.albedo[v][1] = 0.5f;
        k.albedo[v][2] = 0.0f;
    }
    CHECK(lit_run(&k, &o));
    for (uint32_t v = 0; v <= ALONG; ++v) {
        double bounced[3];
        for (int c = 0; c < 3; ++c)
            bounced[c] = lit_uniform(&k, v, 0, c) - lit_uniform(&direct, v, 0, c);
        CHECK(bounced[0] > 0.1);
        CHECK_NEAR(bounced[1], 0.5 * bounced[0], 1e-5);
        CHECK_NEAR(bounced[2], 0.0, 1e-6);
    }
    arena_destroy(k.memory);
}

// ---- turns, threads, noise -----------------------------------------------------------------

static double difference(const lit_kit* a, const float* b) {
    double off = 0.0, size = 0.0;
    for (int64_t i = 0; i < (int64_t)a->out.point_count * a->out.width; ++i) {
        double d = (double)a->out.values[i] - (double)b[i];
        off += d * d;
        size += (double)a->out.values[i] * (double)a->out.values[i];
    }
    return sqrt(off / size);
}

TEST(a_turned_light_is_a_turned_body) {
    lit_kit still = lit_kit_new(), turned = lit_kit_new();
    transfer_options o = with(1024, 2);
    quat q = some_turn();
    lit_grid(&still, 20, 16, bumpy);
    lit_grid(&turned, 20, 16, bumpy);
    for (int32_t v = 0; v < turned.mesh.vertex_count; ++v)
        turned.positions[v] = v3_add(quat_rotate(q, turned.positions[v]), v3(7, -3, 20));
    CHECK(lit_run(&still, &o) && lit_run(&turned, &o));
    sh_turn t = sh_turn_by(4, q);
    for (int32_t p = 0; p < still.points.count; ++p)
        for (int c = 0; c < 3; ++c) {
            double before[48] = {0}, after[48] = {0};
            for (int i = 0; i < 16; ++i)
                before[3 * i] = (double)still.out.values[48 * p + 3 * i + c];
            sh_turn_apply(&t, before, 3, after);
            for (int i = 0; i < 16; ++i)
                still.out.values[48 * p + 3 * i + c] = (float)after[3 * i];
        }
    double off = difference(&turned, still.out.values);
    printf("        root mean square difference %.3f %%\n", 100.0 * off);
    CHECK(off < 0.01);
    arena_destroy(still.memory);
    arena_destroy(turned.memory);
}

TEST(two_seeds_differ_by_less_than_a_hundredth_and_threads_by_nothing) {
    lit_kit k = lit_kit_new();
    transfer_options o = transfer_default();
    lit_grid(&k, 20, 16, bumpy);
    CHECK(lit_run(&k, &o));
    size_t size = (size_t)k.out.point_count * (size_t)k.out.width * sizeof(float);
    const float* first = k.out.values;
    o.sight.seed = 2;
    CHECK(lit_run(&k, &o));
    double off = difference(&k, first);
    printf("        root mean square difference %.3f %%\n", 100.0 * off);
    CHECK(off > 0.0 && off < 0.01);
    o.sight.seed = 1;
    for (int threads = 1; threads < 4; threads += 2) {
        o.sight.threads = threads;
        CHECK(lit_run(&k, &o) && memcmp(k.out.values, first, size) == 0);
    }
    arena_destroy(k.memory);
}

// ---- thin and close ------------------------------------------------------------------------

static double sheet_height;
static vec3 sheet(double u, double v) {
    return v3(u - 0.5, v - 0.5, sheet_height);
}

TEST(light_neither_leaks_nor_is_lost_between_sheets_however_close) {
    for (double gap = 1e-1; gap > 2e-6; gap *= 0.1) {
        lit_kit k = lit_kit_new();
        transfer_options o = with(256, 0);
        k.is_thin = true;
        sheet_height = 0.0;
        uint32_t low = lit_grid(&k, 8, 8, sheet);
        sheet_height = gap;
        uint32_t high = lit_grid(&k, 8, 8, sheet), middle = 4 * 9 + 4;
        CHECK(lit_run(&k, &o));
        for (uint32_t v = 0; v < 81; ++v) { // outside they are open, to the last digit
            CHECK_NEAR(lit_uniform(&k, low + v, 1, 0), 1.0, 1e-6);
            CHECK_NEAR(lit_uniform(&k, high + v, 0, 0), 1.0, 1e-6);
        }
        // within, the middle sees a rim of light: above the disc of radius 1/2, or below that of half a diagonal
        double most = gap * gap / (gap * gap + 0.25), least = gap * gap / (gap * gap + 0.5);
        CHECK(lit_uniform(&k, low + middle, 0, 0) < most + 0.01);
        CHECK(lit_uniform(&k, low + middle, 0, 0) > least - 0.01);
        CHECK(lit_uniform(&k, high + middle, 1, 0) < most + 0.01);
        arena_destroy(k.memory);
    }
}

static vec3
folds(double u, double v) { // a curtain of 1 m whose folds nearly touch: 1 mm apart at the nearest
    double s, c;
    exact_sincos(16.0 * EXACT_PI * u, &s, &c);
    return v3(u - 0.5, 0.2 * s, v);
}

TEST(both_sides_of_a_curtain_are_lit_alike) {
    lit_kit k = lit_kit_new();
    transfer_options o = with(256, 0);
    double front = 0.0, back = 0.0;
    k.is_thin = true;
    lit_grid(&k, 128, 16, folds);
    CHECK(lit_run(&k, &o));
    CHECK(k.out.account.covered == 0 && k.out.account.dark == 0);
    for (uint32_t v = 0; v < (uint32_t)k.mesh.vertex_count; ++v) {
        front += lit_uniform(&k, v, 0, 0) / k.mesh.vertex_count;
        back += lit_uniform(&k, v, 1, 0) / k.mesh.vertex_count;
    }
    printf("        front %.4f, back %.4f\n", front, back);
    CHECK_NEAR(front, back, 0.003); // the curve is the same from behind
    arena_destroy(k.memory);
}

TEST(no_ray_leaves_a_closed_room) {
    for (int i = 0; i < 20; ++i) {
        lit_kit k = lit_kit_new();
        transfer_options o = with(256, 0);
        quat q = some_turn();
        double size = random_in(0.01, 50.0);
        vec3 at = v3(random_in(-99, 99), random_in(-99, 99), random_in(-99, 99));
        static const int order[8][3] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                        {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
        static const int sides[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                        {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
        for (int s = 0; s < 6; ++s) { // hard edges: corners are split
            uint32_t c[4];
            for (int n = 0; n < 4; ++n) {
                const int* p = order[sides[s][n]];
                c[n] = lit_vertex(&k, v3_add(at, quat_rotate(q, v3(size * p[0], 0.7 * size * p[1],
                                                                   2.0 * size * p[2]))));
            }
            lit_triangle(&k, c[0], c[1], c[2]);
            lit_triangle(&k, c[0], c[2], c[3]);
        }
        CHECK(lit_run(&k, &o));
        CHECK(k.out.account.hits == k.out.account.rays && k.out.account.rays > 0);
        CHECK(k.out.account.dark == 0);
        arena_destroy(k.memory);
    }
}

TEST(triangles_without_area_are_counted_and_stay_numbers) {
    lit_kit k = lit_kit_new();
    transfer_options o = with(64, 2);
    lit_grid(&k, 8, 8, small_floor);
    uint32_t a = lit_vertex(&k, v3(1, 1, 1)), b = lit_vertex(&k, v3(2, 2, 2)),
             c = lit_vertex(&k, v3(3, 3, 3));
    lit_triangle(&k, a, b, c);
    lit_vertex(&k, v3(9, 9, 9)); // of no triangle
    CHECK(lit_run(&k, &o));
    CHECK(k.out.account.flat == 3 && k.points.of[0][a + 3] == -1);
    for (int64_t i = 0; i < (int64_t)k.out.point_count * k.out.width; ++i)
        CHECK(isfinite(k.out.values[i]));
    CHECK(lit_uniform(&k, a, 0, 0) == 0.0);
    arena_destroy(k.memory);
}

TEST(nothing_to_be_lit_is_a_sentence) {
    lit_kit k = lit_kit_new();
    transfer_options o = with(64, 0);
    CHECK(!lit_run(&k, &o) && k.r.error_count == 1);
    arena_destroy(k.memory);
}

TEST_MAIN(CASE(what_nothing_hides_has_the_closed_form_and_sends_out_its_albedo),
          CASE(a_floor_at_a_wall_sees_a_quarter_of_the_sphere),
          CASE(errors_fall_faster_than_those_of_chance),
          CASE(the_bottom_of_a_bowl_sees_its_opening), CASE(a_cap_overhead_hides_the_zenith),
          SIZED_CASE(light_in_a_hemisphere_is_what_all_bounces_make),
          SIZED_CASE(bounced_light_in_a_hemisphere_is_the_same_everywhere),
          CASE(a_white_bowl_in_a_white_world_is_white),
          CASE(what_a_point_sees_adds_up_to_its_half_sphere),
          CASE(a_red_wall_makes_a_white_floor_red), SIZED_CASE(a_turned_light_is_a_turned_body),
          SIZED_CASE(two_seeds_differ_by_less_than_a_hundredth_and_threads_by_nothing),
          CASE(light_neither_leaks_nor_is_lost_between_sheets_however_close),
          CASE(both_sides_of_a_curtain_are_lit_alike), CASE(no_ray_leaves_a_closed_room),
          CASE(triangles_without_area_are_counted_and_stay_numbers),
          CASE(nothing_to_be_lit_is_a_sentence))
