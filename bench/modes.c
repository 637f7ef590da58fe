// Modes from surface to residuals, each body in a process of its own so that its peak memory is its own.
//
// Processor seconds stand beside wall seconds: on a busy machine their ratios between programs last.
// Held bodies only: CalculiX shifts a free one by a rule of its own.
// SPDX-License-Identifier: MIT
#include "bench/modes.h"

#include "bake/algebra/factor.h"
#include "bake/base/clock.h"
#include "bake/base/process.h"
#include "bake/fem/eigen.h"
#include "bake/volume/fill.h"
#include "bench/ball.h"
#include "bench/figures/recorder.h"
#include "bench/peak.h"
#include "bench/peer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MODES_SAME 2e-6 // relative difference of values; CalculiX prints seven digits

typedef struct modes_case {
    const char* name;
    int32_t tets, width, count;
    bool compared, large;
} modes_case;

static const modes_case cases[] = {
    {"26,000 unknowns", 5800, 10, 30, true, false},
    {"100,000 unknowns", 25000, 10, 30, true, false},
    {"330,000 unknowns", 84000, 10, 30, true, true},
    {"abdomen, as DyRT's", 30000, 10, 30, false, false},
    {"bunny, as Hauser's", 37000, 4, 32, false, false},
};

enum { PEERS_MOST = 10000 }; // elements, without --large: CalculiX takes minutes for more

static const material stuff = {1e4, 0.45, 1000.0};

typedef struct modes_options {
    bool peers, large;
    const char* only_or_null; // what a case's name begins with
    const char* slepc;        // the program, beside this one
} modes_options;

// ---- a body ----------------------------------------------------------------------------

typedef struct body {
    tets t;
    uint8_t* fixed;
    assemble_matrices all, m; // m: of the free nodes
    eigen_modes modes;
    double fill_seconds, assemble_seconds;
} body;

// compared: without how much each element holds of the body, which other programs have no way to be told.
static bool fill_ball(const modes_case* c, bool compared, body* b, arena* memory, report* r) {
    surface ball = ball_with_hills(memory);
    fill_options o = fill_default();
    o.target = c->tets;
    o.measured = !compared;
    fill_result out;
    double begin = clock_seconds();
    if (!volume_fill(ball.positions, ball.vertex_count, (const uint32_t(*)[3])ball.triangles,
                     ball.triangle_count, &o, memory, &out, r))
        return false;
    b->t = c->width == 10 ? tets_promote(&out.tets, memory) : out.tets;
    b->fixed = ARENA_NEW(memory, uint8_t, (size_t)b->t.node_count);
    for (int32_t i = 0; i < b->t.node_count; ++i)
        b->fixed[i] = b->t.nodes[i].y < -0.35;
    b->fill_seconds = clock_seconds() - begin;
    return true;
}

static bool assemble(body* b, element_mass_rule rule, arena* memory, report* r) {
    double begin = clock_seconds();
    material* list = ARENA_NEW(memory, material, (size_t)b->t.tet_count);
    for (int32_t i = 0; i < b->t.tet_count; ++i)
        list[i] = stuff;
    int32_t *number = ARENA_NEW(memory, int32_t, (size_t)b->t.node_count), count = 0;
    if (!assemble_body(&b->t, list, rule, 0, &b->all, place_none(), memory, r) ||
        !assemble_free(&b->t, b->fixed, number, &count, place_none(), r))
        return false;
    b->m = assemble_keep(&b->all, number, count, memory);
    b->assemble_seconds = clock_seconds() - begin;
    return true;
}

// ---- one case --------------------------------------------------------------------------

static void show_ours(const modes_case* c, const body* b, double wall, double processor,
                      double megabytes) {
    const eigen_cost* k = &b->modes.cost;
    double worst = 0.0, sum = 1e-6 * (double)(k->matrix_bytes + k->factor_bytes + k->basis_bytes);
    for (int32_t i = 0; i < b->modes.count; ++i)
        worst = fmax(worst, b->modes.residuals[i]);
    printf("%-20s %7d tets %8d unknowns, %d modes, residual %.1e\n", c->name, b->t.tet_count,
           3 * b->m.mass.rows, b->modes.count, worst);
    printf("  supple    %8.2f s, processor %8.2f s, %6.0f MB\n", wall, processor, megabytes);
    printf("            fill %.2f, assemble %.2f, order %.2f, factor %.2f, %d solves %.2f, basis "
           "%.2f, check %.2f s\n",
           b->fill_seconds, b->assemble_seconds, k->analyse_seconds, k->factor_seconds, k->solves,
           k->solve_seconds, k->basis_seconds, k->check_seconds);
    printf("            matrices %.0f + factor %.0f + basis %.0f = %.0f MB, the peak is %.2f times "
           "that\n",
           1e-6 * (double)k->matrix_bytes, 1e-6 * (double)k->factor_bytes,
           1e-6 * (double)k->basis_bytes, sum, megabytes / sum);
    fflush(stdout);
}

static void tell(const modes_case* c, const char* what, const char* unit, double value,
                 const char* beside, double times) {
    arena* memory = arena_create();
    figure f = {.bench = "modes",
                .name = arena_format(memory, "%s: %s", c->name, what),
                .unit = unit,
                .value = spread_once(value),
                .beside_or_null = beside,
                .ratio = spread_once(times)};
    record_and_show(&f);
    arena_destroy(memory);
}

// Where the time of a body goes, and the modes beside a factor and as many solves, done again with nothing between
// them; the factor beside products of dense matrices.
static bool tell_limits(const modes_case* c, const body* b, double wall, double processor,
                        report* r) {
    enum { SIDES_AT_ONCE = 16 };
    arena* memory = arena_create();
    const eigen_cost* k = &b->modes.cost;
    double begin = clock_processor();
    factor* f = factor_analyse(&b->m.stiffness, r);
    double factor_wall = clock_seconds();
    if (f != NULL)
        factor_share(f, 0); // all cores
    bool ok = f != NULL && factor_compute(f, &b->m.stiffness, r);
    double factored = clock_processor();
    factor_wall = clock_seconds() - factor_wall;
    double* x = ARENA_NEW(memory, double, SIDES_AT_ONCE * 3 * (size_t)b->m.stiffness.rows);
    for (size_t i = 0; i < SIDES_AT_ONCE * 3 * (size_t)b->m.stiffness.rows; ++i)
        x[i] = (double)(i % 11) - 5.0;
    ok = ok && factor_solve(f, x, SIDES_AT_ONCE, 0, r);
    double solve = (clock_processor() - factored) / SIDES_AT_ONCE;
    if (ok) {
        double limit = factored - begin + k->solves * solve;
        tell(c, "eigenmodes", "s of processors", processor,
             "ordering, a factor and as many solves alone", processor / limit);
        tell(c, "... of the processors", "s", processor, "the clock", processor / wall);
        tell(c, "a factor", "s", factor_wall, "as many flops of dense products",
             factor_wall * peak_products() / factor_sizes(f).flops);
    }
    factor_free(f);
    arena_destroy(memory);
    const char* const names[] = {"fill", "assemble", "order", "factor", "solves", "basis", "check"};
    const double seconds[] = {b->fill_seconds,   b->assemble_seconds, k->analyse_seconds,
                              k->factor_seconds, k->solve_seconds,    k->basis_seconds,
                              k->check_seconds};
    for (int i = 0; i < 7; ++i) {
        figure part = {.bench = "modes",
                       .name = c->name,
                       .unit = "s",
                       .value = spread_once(seconds[i]),
                       .beside_or_null = "the modes by the clock",
                       .ratio = spread_once(seconds[i] / wall),
                       .part_or_null = names[i]};
        record(&part);
    }
    return ok;
}

static bool show_peer(const modes_case* c, const char* name, const peer_result* p, const body* b,
                      double wall, double processor) {
    if (!p->there || !p->ran) {
        printf("  %-9s %s\n", name, p->there ? "found no modes" : "is not installed");
        return !p->there; // it need not be
    }
    double difference = 0.0;
    for (int32_t i = 0; i < b->modes.count; ++i)
        difference = fmax(difference, fabs(p->values[i] / b->modes.values[i] - 1.0));
    tell(c, name, "s of processors", p->own > 0.0 ? p->own : p->user, "ours",
         (p->own > 0.0 ? p->own : p->user) / processor);
    printf("  %-9s %8.2f s, processor %8.2f s, %6.0f MB: %.1f times our time, %.1f times our "
           "processor; values differ by %.1e\n",
           name, p->wall, p->user, p->megabytes, p->wall / wall,
           (p->own > 0.0 ? p->own : p->user) / processor, difference);
    fflush(stdout);
    return difference <= MODES_SAME;
}

// In the child: our modes with CalculiX's mass when there is a comparison, then the peers.
static bool run_case(const modes_case* c, const modes_options* o) {
    arena* memory = arena_create();
    report r = report_new(memory);
    body b = {0};
    bool compared = o->peers && c->compared && (c->tets <= PEERS_MOST || o->large);
    double begin = clock_seconds(), processor = clock_processor();
    eigen_request q = {.count = c->count};
    bool sound = fill_ball(c, compared, &b, memory, &r) &&
                 assemble(&b, compared ? ELEMENT_MASS_CCX : ELEMENT_MASS_CONSISTENT, memory, &r);
    double own_begin = clock_seconds(), own_processor = clock_processor();
    sound = sound && eigen_lowest(&b.m, &q, &b.modes, memory, &r);
    double wall = clock_seconds() - begin, own_wall = clock_seconds() - own_begin;
    own_processor = clock_processor() - own_processor;
    processor = clock_processor() - processor;
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    if (!sound) {
        printf("%s: %s\n", c->name, finding_text(&r.findings[r.count - 1], memory));
        return false;
    }
    show_ours(c, &b, wall, processor, (double)u.ru_maxrss * 1024e-6);
    const eigen_cost* k = &b.modes.cost;
    double kept = 1e-6 * (double)(k->matrix_bytes + k->factor_bytes + k->basis_bytes);
    tell(c, "most memory", "MB", (double)u.ru_maxrss * 1024e-6, "matrices, factor and basis",
         (double)u.ru_maxrss * 1024e-6 / kept);
    sound = tell_limits(c, &b, own_wall, own_processor, &r);
    if (compared) {
        char* folder = process_folder(memory);
        peer_body p = {&b.t, b.fixed, stuff, &b.m, c->count};
        peer_result slepc = peer_slepc(&p, o->slepc, folder, memory);
        sound = show_peer(c, "SLEPc", &slepc, &b, own_wall, own_processor) && sound;
        peer_result calculix = peer_calculix(&p, folder, memory);
        sound = show_peer(c, "CalculiX", &calculix, &b, wall, processor) && sound;
    }
    arena_destroy(memory);
    return sound;
}

int bench_modes(int argc, char** argv) {
    arena* memory = arena_create();
    modes_options o = {0};
    char self[1024];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    o.slepc = arena_format(memory, "%s_slepc", self);
    for (int i = 0; i < argc; ++i) {
        o.peers |= strcmp(argv[i], "--peers") == 0;
        o.large |= strcmp(argv[i], "--large") == 0;
        if (argv[i][0] != '-')
            o.only_or_null = argv[i];
    }
    bool sound = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const char* only = o.only_or_null != NULL ? o.only_or_null : "";
        if ((cases[i].large && !o.large) || strncmp(cases[i].name, only, strlen(only)) != 0)
            continue;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            bool good = run_case(&cases[i], &o);
            _exit(fflush(stdout) == 0 && good ? 0 : 1);
        }
        int status = 1;
        sound = child > 0 && waitpid(child, &status, 0) == child && status == 0 && sound;
    }
    arena_destroy(memory);
    return sound ? 0 : 1;
}
