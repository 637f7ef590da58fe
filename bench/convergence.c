// Four-node elements beside ten-node ones, against numbers that no mesh made.
//
// The beam is free and of Poisson's ratio 0, where Timoshenko's theory agrees with the elastic body to
// 1e-6; what is shown is its first frequency. The ball is Lamb's (1882), whose first five frequencies
// are equal: the fifth is shown, which a mesh spoils most. Its boundary is made of flat faces, so the
// error falls with the square of the edge whatever the element; for ten nodes little else is left.
// SPDX-License-Identifier: MIT
#include "bench/convergence.h"

#include "bake/export/plot.h"
#include "test/kit/frequencies.h"

#include <stdio.h>

enum { POINTS_MAX = 16, SHOWN_BEAM = 0, SHOWN_BALL = 4 }; // which frequency
#define TIMOSHENKO 19.791505305074747                     // rad/s, first bending, Poisson 0
#define RADIUS     0.1

typedef struct line {
    plot_series series;
    double x[POINTS_MAX], y[POINTS_MAX];
} line;

static void add(line* l, double x, double y) {
    l->x[l->series.count] = x;
    l->y[l->series.count++] = y;
    printf("%-34s %10.6g %12.5g %%\n", l->series.name, x, y);
    fflush(stdout);
}

// Per cent above the exact frequency.
static double percent(double f, double exact) {
    return 100.0 * (f / exact - 1.0);
}

static tets ball_of(int32_t cells, int32_t width, arena* a) {
    surface ball = sample_surface("sphere", a);
    fill_options o = fill_default();
    o.cells = cells;
    fill_result out = {0};
    fill_surface(&ball, &o, a, &out);
    return width == 10 ? tets_promote(&out.tets, a) : out.tets;
}

// ---- against the number of unknowns ----------------------------------------------------

static void add_size(line* l, const tets* t, double poisson, int shown, double exact, arena* a) {
    double f[SHOWN_BALL + 1];
    int32_t unknowns = lowest_frequencies(t, poisson, true, SHOWN_BALL + 1, f, 0, a);
    if (unknowns > 0)
        add(l, unknowns, percent(f[shown], exact));
}

static void beam_line(line* l, int32_t width, int32_t finest) {
    for (int32_t finer = 1; finer <= finest; finer *= 2) {
        arena* a = arena_create();
        tets t = beam_of(finer, width, a);
        add_size(l, &t, 0.0, SHOWN_BEAM, TIMOSHENKO, a);
        arena_destroy(a);
    }
}

static void ball_line(line* l, int32_t width, int32_t finest) {
    for (int32_t cells = 4; cells <= finest; cells *= 2) {
        arena* a = arena_create();
        tets t = ball_of(cells, width, a);
        add_size(l, &t, 0.49, SHOWN_BALL, ball_twist(0.49, RADIUS), a);
        arena_destroy(a);
    }
}

// ---- against Poisson's ratio -----------------------------------------------------------

static void add_poisson(line* l, const tets* t, double poisson, double exact_or_zero, arena* a) {
    double f[SHOWN_BALL + 1], reference[SHOWN_BALL + 1] = {exact_or_zero};
    bool ok = lowest_frequencies(t, poisson, true, SHOWN_BALL + 1, f, 0, a) > 0;
    if (exact_or_zero == 0.0) { // a finer mesh of ten nodes
        tets fine = beam_of(4, 10, a);
        ok = ok && lowest_frequencies(&fine, poisson, true, SHOWN_BALL + 1, reference, 0, a) > 0;
    }
    if (ok)
        add(l, 0.5 - poisson,
            percent(f[exact_or_zero == 0.0 ? SHOWN_BEAM : SHOWN_BALL], reference[0]));
}

static void poisson_line(line* l, bool ball, int32_t width) {
    static const double below[] = {0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001};
    for (size_t i = 0; i < sizeof below / sizeof *below; ++i) {
        arena* a = arena_create();
        double poisson = 0.5 - below[i];
        tets t = ball ? ball_of(8, width, a) : beam_of(2, width, a);
        add_poisson(l, &t, poisson, ball ? ball_twist(poisson, RADIUS) : 0.0, a);
        arena_destroy(a);
    }
}

// ----------------------------------------------------------------------------------------

static bool write_plot(const char* folder, const char* name, plot p, const line* lines,
                       int32_t count) {
    arena* a = arena_create();
    report r = report_new(a);
    plot_series* series = ARENA_NEW(a, plot_series, (size_t)count);
    for (int32_t i = 0; i < count; ++i) {
        series[i] = lines[i].series;
        series[i].x = lines[i].x;
        series[i].y = lines[i].y;
    }
    p.series = series;
    p.series_count = count;
    p.width = 760;
    p.height = 460;
    p.x_log = p.y_log = true;
    bytes svg = plot_svg(&p, a);
    bool ok = file_write(arena_format(a, "%s/%s", folder, name), svg.data, svg.size, &r);
    if (!ok)
        fprintf(stderr, "%s\n", finding_text(&r.findings[0], a));
    arena_destroy(a);
    return ok;
}

int convergence_draw(const char* folder) {
    static line size[4] = {{.series.name = "beam, 4 nodes"},
                           {.series.name = "beam, 10 nodes"},
                           {.series.name = "ball, 4 nodes, Poisson 0.49"},
                           {.series.name = "ball, 10 nodes, Poisson 0.49"}};
    beam_line(&size[0], 4, 16);
    beam_line(&size[1], 10, 8);
    ball_line(&size[2], 4, 32);
    ball_line(&size[3], 10, 16);
    static line lock[4] = {{.series.name = "beam of 16 x 2 x 2 cells, 4 nodes"},
                           {.series.name = "beam of 16 x 2 x 2 cells, 10 nodes"},
                           {.series.name = "ball, 8 cells across, 4 nodes"},
                           {.series.name = "ball, 8 cells across, 10 nodes"}};
    for (int i = 0; i < 4; ++i)
        poisson_line(&lock[i], i >= 2, i % 2 ? 10 : 4);
    bool ok = write_plot(folder, "convergence.svg",
                         (plot){.title = "Frequency of a free body: too high by",
                                .x_label = "unknowns",
                                .y_label = "per cent"},
                         size, 4);
    ok = write_plot(folder, "locking.svg",
                    (plot){.title = "The same meshes as flesh keeps its volume better",
                           .x_label = "0.5 - Poisson's ratio",
                           .y_label = "frequency too high by, per cent"},
                    lock, 4) &&
         ok;
    return ok ? 0 : 1;
}
