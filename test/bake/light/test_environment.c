// Pictures of all directions as light: read whatever their order and packing, with the right solid angle, the right way round, never
// below zero when softened; and files that are none.
// SPDX-License-Identifier: MIT
#include "bake/light/environment.h"
#include "runtime/math/exact.h"
#include "test/kit/check.h"
#include "test/kit/hdr_maker.h"
#include "test/kit/random.h"
#include "test/kit/try_hdr.h"

#include <dirent.h>

#define CORPUS TEST_SOURCE_FOLDER "/test/fuzz/hdr"

enum { ORDER = 4, COUNT = ORDER * ORDER };

// Where the middle of a pixel looks, by the words of environment.h.
static vec3 direction_of(double row, double column, int32_t height, int32_t width) {
    double s, c, sa, ca;
    exact_sincos(EXACT_PI * (row + 0.5) / height, &s, &c);
    exact_sincos(2.0 * EXACT_PI * ((column + 0.5) / width - 0.5), &sa, &ca);
    return v3(s * sa, c, -s * ca);
}

typedef void radiance_of(vec3 direction, double rgb[3]);

static hdr_picture picture_of(int32_t width, int32_t height, radiance_of* f, arena* memory) {
    hdr_picture p = hdr_blank(width, height, memory);
    for (int32_t y = 0; y < height; ++y)
        for (int32_t x = 0; x < width; ++x) {
            double rgb[3];
            f(direction_of(y, x, height, width), rgb);
            hdr_pixel(rgb, p.rgbe[y * width + x]);
        }
    return p;
}

static void any(vec3 d, double rgb[3]) {
    (void)d;
    for (int c = 0; c < 3; ++c)
        rgb[c] = random_in(0.0, c + 1.0);
}
static void even(vec3 d, double rgb[3]) {
    (void)d;
    rgb[0] = 0.5, rgb[1] = 0.25, rgb[2] = 3.0;
}
static vec3 lobe_axis;
static void lobe(vec3 d, double rgb[3]) {
    for (int c = 0; c < 3; ++c)
        rgb[c] = fmax(v3_dot(d, lobe_axis), 0.0);
}

TEST(an_even_picture_is_even_light_whatever_its_size) {
    static const int32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 7}, {5, 3}, {64, 32}, {301, 77}};
    arena* memory = arena_create();
    for (int i = 0; i < 6; ++i)
        for (int32_t order = SH_ORDER_LEAST; order <= SH_ORDER_MOST; ++order) {
            double light[3 * SH_MOST], rgb[3];
            hdr_picture p = picture_of(sizes[i][0], sizes[i][1], even, memory);
            environment_light(&p, order, memory, light);
            hdr_radiance(&p, 0, 0, rgb);
            for (int k = 0; k < 3 * order * order; ++k)
                CHECK_NEAR(light[k], k < 3 ? rgb[k] * sqrt(4.0 * EXACT_PI) : 0.0, 1e-11);
        }
    arena_destroy(memory);
}

// A pixel has one colour and the lobe has not, so the error is that of the rule of the middle, until the 8 bits of a pixel are left.
TEST(a_lobe_has_its_closed_form) {
    arena* memory = arena_create();
    for (int n = 0; n < 4; ++n) {
        lobe_axis = n == 0 ? v3(0, 1, 0) : v3_unit(random_point(1.0));
        double exact[COUNT], worst[3] = {0};
        sh_open_surface(ORDER, lobe_axis, exact);
        for (int size = 0; size < 3; ++size) {
            double light[3 * COUNT];
            hdr_picture p = picture_of(16 << (2 * size), 8 << (2 * size), lobe, memory);
            environment_light(&p, ORDER, memory, light);
            for (int i = 0; i < 3 * COUNT; ++i)
                worst[size] = fmax(worst[size], fabs(light[i] - EXACT_PI * exact[i / 3]));
        }
        CHECK(worst[0] < 0.1 && worst[1] < 0.2 * worst[0] + 1e-3 && worst[2] < 2e-3);
    }
    arena_destroy(memory);
}

// Two ways: integrals by row and column, turned; and a sum over many directions of each pixel.
TEST(any_picture_is_the_sum_of_its_pixels) {
    enum { WIDE = 7, HIGH = 5, PARTS = 60 };
    arena* memory = arena_create();
    hdr_picture p = picture_of(WIDE, HIGH, any, memory);
    double light[3 * COUNT], sum[3 * COUNT] = {0}, rgb[3], basis[COUNT];
    environment_light(&p, ORDER, memory, light);
    for (int y = 0; y < HIGH * PARTS; ++y)
        for (int x = 0; x < WIDE * PARTS; ++x) {
            double top, bottom, s;
            exact_sincos(EXACT_PI * y / (HIGH * PARTS), &s, &top);
            exact_sincos(EXACT_PI * (y + 1) / (HIGH * PARTS), &s, &bottom);
            sh_basis(ORDER, direction_of(y, x, HIGH * PARTS, WIDE * PARTS), basis);
            hdr_radiance(&p, y / PARTS, x / PARTS, rgb);
            for (int i = 0; i < 3 * COUNT; ++i)
                sum[i] +=
                    basis[i / 3] * rgb[i % 3] * (top - bottom) * 2.0 * EXACT_PI / (WIDE * PARTS);
        }
    for (int i = 0; i < 3 * COUNT; ++i)
        CHECK_NEAR(light[i], sum[i], 2e-4);
    arena_destroy(memory);
}

TEST(every_order_of_pixels_and_every_packing_is_the_same_picture) {
    static const char* const axes[] = {"-Y+X", "-Y-X", "+Y-X", "+Y+X",
                                       "+X+Y", "-X+Y", "-X-Y", "+X-Y"};
    for (int n = 0; n < 6; ++n) {
        arena* memory = arena_create();
        report r = report_new(memory);
        int32_t width = n < 2 ? 3 : 40 + 300 * (n % 2), height = n < 2 ? 11 : 9;
        hdr_picture p = picture_of(width, height, n % 2 == 0 ? any : even, memory), got;
        for (int a = 0; a < 8; ++a)
            for (int packing = 0; packing < HDR_PACKINGS; ++packing) {
                hdr_maker m = {"EXPOSURE=4\r\nEXPOSURE= 0.5\nCOLORCORR=1 2 4\n# a word\n", axes[a],
                               (hdr_packing)packing};
                bytes file = hdr_write(&p, &m, memory);
                CHECK(hdr_read(file, "x.hdr", memory, &got, &r) && got.width == width);
                CHECK(memcmp(got.rgbe, p.rgbe, 4 * (size_t)(width * height)) == 0);
                CHECK(got.scale[0] == 0.5 && got.scale[1] == 0.25 && got.scale[2] == 0.125);
            }
        arena_destroy(memory);
    }
}

TEST(what_is_no_picture_is_a_sentence) {
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "no Radiance"},
        {"hello\n", "no Radiance"},
        {"#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\nabcd", "not RGBE"},
        {"#?RADIANCE\nEXPOSURE=0\n\n-Y 1 +X 1\nabcd", "EXPOSURE"},
        {"#?RADIANCE\nEXPOSURE=inf\n\n-Y 1 +X 1\nabcd", "EXPOSURE"},
        {"#?RADIANCE\nEXPOSURE=1e20\nEXPOSURE=1e20\n\n-Y 1 +X 1\nabcd", "beyond 1e30"},
        {"#?RADIANCE\nCOLORCORR=1 2\n\n-Y 1 +X 1\nabcd", "COLORCORR"},
        {"#?RADIANCE\nwords", "within its head"},
        {"#?RADIANCE\n\n", "before its size"},
        {"#?RADIANCE\n\n-Y 1 -Y 1\nabcd", "line of its size"},
        {"#?RADIANCE\n\n-Y one +X 1\nabcd", "line of its size"},
        {"#?RADIANCE\n\n-Y 0 +X 1\nabcd", "1 to 32767"},
        {"#?RADIANCE\n\n-Y 1 +X 99999999999999999999\nabcd", "1 to 32767"},
        {"#?RADIANCE\n\n-Y 30000 +X 30000\nabcd", "more pixels"},
        {"#?RADIANCE\n\n-Y 2 +X 1\nabcdabc", "more pixels"},
        {"#?RADIANCE\n\n-Y 1 +X 2\nabcd", "within a scanline"},
        {"#?RADIANCE\n\n-Y 1 +X 2\n\1\1\1\1", "beyond the end"},
        {"#?RADIANCE\n\n-Y 1 +X 2\nabcd\1\1\1\2", "beyond the end"},
        {"#?RADIANCE\n\n-Y 1 +X 8\n\2\2\1\x09", "another length"},
        {"#?RADIANCE\n\n-Y 1 +X 256\n\2\2\1", "more pixels"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        arena* memory = arena_create();
        report r = report_new(memory);
        hdr_picture p;
        bytes file = {(const uint8_t*)cases[i].text, strlen(cases[i].text)};
        CHECK(!hdr_read(file, "x.hdr", memory, &p, &r) && r.error_count == 1);
        if (strstr(r.findings[0].text, cases[i].words) == NULL) {
            printf("        case %d: %s\n", (int)i, r.findings[0].text);
            CHECK(false);
        }
        arena_destroy(memory);
    }
}

TEST(files_cut_or_changed_anywhere_are_read_or_refused) {
    arena* all = arena_create();
    hdr_picture p = picture_of(20, 6, any, all);
    int refused = 0, taken = 0;
    for (int packing = 0; packing < HDR_PACKINGS; ++packing) {
        hdr_maker m = {"EXPOSURE=2\n", packing == 1 ? "+X+Y" : "-Y+X", (hdr_packing)packing};
        bytes file = hdr_write(&p, &m, all);
        for (size_t i = 0; i < 2 * file.size; ++i) {
            arena* memory = arena_create();
            report r = report_new(memory);
            hdr_picture got;
            size_t size = i < file.size ? i : file.size;
            uint8_t* copy = malloc(size + 1); // of its own size, for sanitizers
            memcpy(copy, file.data, size);
            if (i >= file.size)
                copy[i - file.size] ^= (uint8_t)(1u << i % 8);
            bool ok = hdr_read((bytes){copy, size}, "x.hdr", memory, &got, &r);
            CHECK(ok == (r.error_count == 0) && r.error_count < 2);
            CHECK(!ok || i >= file.size);
            *(ok ? &taken : &refused) += 1;
            free(copy);
            arena_destroy(memory);
        }
    }
    CHECK(taken > 100 && refused > 100);
    arena_destroy(all);
}

TEST(what_the_fuzzer_found_is_read_or_refused) {
    DIR* folder = opendir(CORPUS);
    int read = 0, all = 0;
    CHECK(folder != NULL);
    for (struct dirent* e; folder != NULL && (e = readdir(folder)) != NULL;) {
        arena* memory = arena_create();
        report r = report_new(memory);
        bytes file;
        if (e->d_name[0] != '.' &&
            file_map(arena_format(memory, "%s/%s", CORPUS, e->d_name), &file, &r)) {
            read += hdr_try(file);
            ++all;
            file_unmap(file);
        }
        arena_destroy(memory);
    }
    closedir(folder);
    CHECK(read >= 4 && all > read);
}

static double darkest(const double* light) {
    double least = INFINITY, basis[COUNT];
    for (int i = 0; i < 3000; ++i) {
        sh_basis(ORDER, v3_unit(random_point(1.0)), basis);
        for (int c = 0; c < 3; ++c) {
            double sum = 0.0;
            for (int k = 0; k < COUNT; ++k)
                sum += basis[k] * light[3 * k + c];
            least = fmin(least, sum);
        }
    }
    return least;
}

TEST(a_small_sun_is_softened_until_nothing_is_below_zero_and_no_more) {
    arena* memory = arena_create();
    hdr_picture p = hdr_blank(64, 32, memory);
    double sun[3] = {5000.0, 4000.0, 3000.0}, light[3 * COUNT], soft[3 * COUNT];
    hdr_pixel(sun, p.rgbe[9 * 64 + 40]);
    environment_light(&p, ORDER, memory, light);
    memcpy(soft, light, sizeof soft);
    CHECK(darkest(light) < -0.2 * light[0]);
    double left = environment_soften(ORDER, memory, soft);
    CHECK(left > 0.0 && left < 0.9 && soft[0] == light[0]);
    CHECK(darkest(soft) > -1e-3 * light[0] && darkest(soft) < 0.01 * light[0]);
    p = picture_of(64, 32, even, memory);
    environment_light(&p, ORDER, memory, light);
    memcpy(soft, light, sizeof soft);
    CHECK(environment_soften(ORDER, memory, soft) == 1.0 && memcmp(soft, light, sizeof soft) == 0);
    arena_destroy(memory);
}

// ---- pictures and tables by others ---------------------------------------------------------

static bool read_data(const char* name, arena* memory, hdr_picture* out) {
    const char* folder = test_data_folder();
    char path[1024];
    bytes file;
    report r = report_new(memory);
    snprintf(path, sizeof path, "%s/env/%s", folder != NULL ? folder : "", name);
    if (folder == NULL || access(path, R_OK) != 0)
        return false;
    bool sound = file_map(path, &file, &r) && hdr_read(file, path, memory, out, &r);
    if (sound)
        file_unmap(file);
    return sound;
}

// A picture of a sunrise: the first bands are sums over its pixels, and a surface that looks anywhere receives what its pixels send it, but
// for bands beyond the third, which a diffuse surface hardly sees.
TEST(a_real_picture_lights_a_surface_as_its_pixels_do) {
    arena* memory = arena_create();
    hdr_picture p;
    double light[3 * SH_MOST], most = 0.0;
    if (!read_data("umhlanga_sunrise_1k.hdr", memory, &p)) {
        arena_destroy(memory);
        SKIP("no shared data");
    }
    environment_light(&p, 5, memory, light);
    for (int i = 0; i < 6; ++i) {
        vec3 n = v3(i == 0   ? 1
                    : i == 1 ? -1
                             : 0,
                    i == 2   ? 1
                    : i == 3 ? -1
                             : 0,
                    i == 4   ? 1
                    : i == 5 ? -1
                             : 0);
        double open[SH_MOST], by_bands = 0.0, by_pixels = 0.0;
        sh_open_surface(5, n, open);
        for (int k = 0; k < 25; ++k)
            by_bands += open[k] * light[3 * k + 1];
        for (int32_t y = 0; y < p.height; ++y)
            for (int32_t x = 0; x < p.width; ++x) {
                double rgb[3], part = EXACT_PI / p.height * 2.0 * EXACT_PI / p.width, s, c;
                vec3 d = direction_of(y, x, p.height, p.width);
                exact_sincos(EXACT_PI * (y + 0.5) / p.height, &s, &c);
                hdr_radiance(&p, y, x, rgb);
                by_pixels += rgb[1] * part * s * fmax(v3_dot(d, n), 0.0) / EXACT_PI;
            }
        most = fmax(most, fabs(by_bands - by_pixels) / by_pixels);
    }
    printf("        off by %.2f %% at most\n", 100 * most);
    CHECK(most < 0.03);
    CHECK(read_data("FurnaceIBL.hdr", memory, &p)); // the same from everywhere
    environment_light(&p, ORDER, memory, light);
    for (int i = 3; i < 3 * COUNT; ++i)
        CHECK(fabs(light[i]) < 0.01 * light[i % 3] && light[i % 3] > 0.0);
    arena_destroy(memory);
}

// Irradiance by the formula of Ramamoorthi & Hanrahan 2001 (13) over coefficients of real light probes: an independent writing of the first nine
// harmonics, their order and their signs.
TEST(published_probes_light_a_surface_as_their_own_formula_says) {
    static const double c1 = 0.429043, c2 = 0.511664, c3 = 0.743125, c4 = 0.886227, c5 = 0.247708;
    const char* folder = test_data_folder();
    char path[1024], line[1024];
    snprintf(path, sizeof path, "%s/env/sh9_probes.csv", folder != NULL ? folder : "");
    FILE* f = folder != NULL ? fopen(path, "r") : NULL;
    int rows = 0;
    double l[9];
    if (f == NULL)
        SKIP("no shared data");
    seed = 8;
    while (fgets(line, sizeof line, f) != NULL) {
        const char* at = strchr(line, ',');
        double rgb[3];
        if (line[0] == '#' || at == NULL || (at = strchr(at + 1, ',')) == NULL ||
            sscanf(at, ",%lf,%lf,%lf", &rgb[0], &rgb[1], &rgb[2]) != 3)
            continue;
        l[rows++ % 9] = rgb[1];
        if (rows % 9 != 0)
            continue;
        for (int i = 0; i < 50; ++i) {
            vec3 n = v3_unit(random_point(1.0));
            double open[9], sum = 0.0;
            sh_open_surface(3, n, open);
            for (int k = 0; k < 9; ++k)
                sum += open[k] * l[k] * EXACT_PI;
            double wanted = c1 * l[8] * (n.x * n.x - n.y * n.y) + c3 * l[6] * n.z * n.z +
                            c4 * l[0] - c5 * l[6] +
                            2 * c1 * (l[4] * n.x * n.y + l[7] * n.x * n.z + l[5] * n.y * n.z) +
                            2 * c2 * (l[3] * n.x + l[1] * n.y + l[2] * n.z);
            CHECK_NEAR(sum, wanted, 2e-5);
        }
    }
    fclose(f);
    CHECK(rows >= 27 && rows % 9 == 0);
}

TEST_MAIN(CASE(an_even_picture_is_even_light_whatever_its_size), CASE(a_lobe_has_its_closed_form),
          CASE(any_picture_is_the_sum_of_its_pixels),
          CASE(every_order_of_pixels_and_every_packing_is_the_same_picture),
          CASE(what_is_no_picture_is_a_sentence), CASE(what_the_fuzzer_found_is_read_or_refused),
          CASE(files_cut_or_changed_anywhere_are_read_or_refused),
          CASE(a_real_picture_lights_a_surface_as_its_pixels_do),
          CASE(published_probes_light_a_surface_as_their_own_formula_says),
          CASE(a_small_sun_is_softened_until_nothing_is_below_zero_and_no_more))
