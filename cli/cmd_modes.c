// `supple modes`: how a body vibrates.
// SPDX-License-Identifier: MIT
#include "bake/base/job.h"
#include "bake/fem/eigen_engine.h"
#include "bake/fem/eigen_estimate.h"
#include "bake/fem/paint.h"
#include "bake/scene/unit.h"
#include "cli/modes_show.h"

#include <math.h>
#include <string.h>

#define CMD_MODES_ABSURD 10.0 // times its size, moved by its own weight

static body_choice which = {.region.threshold = 0.5, .unit = 1.0};
static const char *preset, *painted, *element = "t10", *mass = "consistent";
static const char *alpha_beta, *ratios;
static const char *output, *picture_path, *report_path;
static double young = NAN, poisson = NAN, density = NAN, first = NAN, below = NAN,
              dies_out = NAN; // NAN: not given
static const char* visible;
static int32_t count = INT32_MIN; // not given
static bool as_json, excited, quick;

static const option options[] = {
    {"--modes", 0, OPTION_INT, "N", &count,
     "the lowest so many, rigid motions not counted (default 10)"},
    {"--below", 0, OPTION_NUMBER, "HZ", &below, "or, or of these: all below a frequency"},
    {"--visible", 0, OPTION_TEXT, "M,N", &visible,
     "all that a force of N newtons moves by M metres"},
    {"--excited", 0, OPTION_FLAG, NULL, &excited, "the N that a shaken bone excites most"},
    {"--element", 0, OPTION_TEXT, "t4|t10", &element, "nodes an element (default t10)"},
    {"--material", 0, OPTION_TEXT, "NAME", &preset,
     "fat, muscle, skin, organ, jelly (default), rubber, foam, wood"},
    {"--young", 0, OPTION_NUMBER, "PA", &young, "Young's modulus"},
    {"--poisson", 0, OPTION_NUMBER, "NU", &poisson, "Poisson's ratio, below 0.5"},
    {"--density", 0, OPTION_NUMBER, "RHO", &density, "kg/m^3"},
    {"--damping", 0, OPTION_TEXT, "A,B", &alpha_beta, "C = A M + B K, 1/s and s (default 0,0)"},
    {"--ratios", 0, OPTION_TEXT, "HZ,R,HZ,R", &ratios, "or: damping ratios at two frequencies"},
    {"--dies-out", 0, OPTION_NUMBER, "S", &dies_out, "or: every swing dies out in so many seconds"},
    {"--stiffness-attribute", 0, OPTION_TEXT, "_NAME", &painted,
     "painted factors on Young's modulus"},
    {"--first", 0, OPTION_NUMBER, "HZ", &first, "scale Young's modulus: the first mode is there"},
    {"--mass", 0, OPTION_TEXT, "RULE", &mass,
     "consistent (default), hrz (diagonal), ccx (as CalculiX)"},
    {"--unit", 0, OPTION_NUMBER, "M", &which.unit, "metres of one unit of the file (default 1)"},
    {"--fix-nodes", 0, OPTION_TEXT, "I,J,...", &which.fix_nodes, "nodes of a tet file, from 0"},
    {"--fix-base", 0, OPTION_FLAG, NULL, &which.fix_base, "what the body stands on"},
    {"--part", 0, OPTION_TEXT, "NAME", &which.region.part, "a soft part of a character"},
    {"--bones", 0, OPTION_TEXT, "LIST", &which.region.bones, NULL},
    {"--attribute", 0, OPTION_TEXT, "_NAME", &which.region.attribute, NULL},
    {"--color", 0, OPTION_TEXT, "RRGGBB", &which.region.color, NULL},
    {"--box", 0, OPTION_TEXT, "LIST", &which.region.box, NULL},
    {"--sphere", 0, OPTION_TEXT, "LIST", &which.region.sphere, NULL},
    {"--threshold", 0, OPTION_NUMBER, "T", &which.region.threshold, NULL},
    {"--edge", 0, OPTION_NUMBER, "L", &which.edge, NULL},
    {"--cells", 0, OPTION_INT, "N", &which.cells, NULL},
    {"--count", 0, OPTION_INT, "N", &which.target, "about so many tets (20000; for a part 3000)"},
    {"--quick", 0, OPTION_FLAG, NULL, &quick, "estimate what finer cells change, do not try them"},
    {"--output", 'o', OPTION_OUTPUT, "PREFIX", &output, "PREFIX-mode01.vtk ... for ParaView"},
    {"--picture", 0, OPTION_OUTPUT, "FILE", &picture_path, "PNG: one frame a mode, 60 at most"},
    {"--json", 0, OPTION_FLAG, NULL, &as_json, "print it as JSON"},
    {"--report", 0, OPTION_OUTPUT, "FILE", &report_path, "seconds and memory by stage, as JSON"},
    {"--threads", 0, OPTION_COUNT, "N", &which.threads, "0 (default): all; the result is the same"},
};

static const char* const rules[] = {"consistent", "hrz", "ccx"}; // as element_mass_rule

// Which modes.
static int bad_wish(modal_request* q) {
    double n[2] = {0.0, 0.0};
    if (count != INT32_MIN && count < 1)
        return cli_usage_error("--modes is above 0, not %d", count);
    if (!isnan(below) && !(below > 0.0))
        return cli_usage_error("--below is a frequency above 0, not %g", below);
    if (!isnan(first) && !(first > 0.0))
        return cli_usage_error("--first is a frequency above 0, not %g", first);
    if (visible != NULL && (!cli_numbers(visible, 2, n) || !(n[0] > 0.0 && n[1] > 0.0)))
        return cli_usage_error("--visible takes metres and newtons above 0, like 0.001,10");
    if (!isnan(first) && (!isnan(below) || visible != NULL))
        return cli_usage_error("--first changes all frequencies: give it without --below and "
                               "--visible");
    bool bounded = !isnan(below) || visible != NULL;
    q->count = count != INT32_MIN ? count : bounded ? 0 : 10;
    q->below_hz = isnan(below) ? 0.0 : below;
    q->first_hz = isnan(first) ? 0.0 : first;
    q->step = n[0];
    q->force = n[1];
    q->excited = excited;
    return EXIT_OK;
}

static int bad_damping(damping_request* q) {
    double n[4] = {0.0, 0.0, 0.0, 0.0};
    if ((alpha_beta != NULL) + (ratios != NULL) + !isnan(dies_out) > 1)
        return cli_usage_error("give one of --damping, --ratios and --dies-out");
    if (alpha_beta != NULL && !cli_numbers(alpha_beta, 2, n))
        return cli_usage_error("--damping takes two numbers, like 0.5,0.001");
    q->numbers = (damping){n[0], n[1]};
    if (ratios != NULL && !cli_numbers(ratios, 4, n))
        return cli_usage_error("--ratios takes four numbers, like 2,0.1,20,0.3");
    q->hz[0] = n[0];
    q->ratio[0] = n[1];
    q->hz[1] = n[2];
    q->ratio[1] = n[3];
    q->seconds = dies_out;
    q->form = ratios != NULL     ? DAMPING_BY_RATIOS
              : !isnan(dies_out) ? DAMPING_BY_SECONDS
                                 : DAMPING_BY_NUMBERS;
    return EXIT_OK;
}

static int bad_usage(modal_request* q) {
    if (strcmp(element, "t4") != 0 && strcmp(element, "t10") != 0)
        return cli_usage_error("--element is t4 or t10, not \"%s\"", element);
    int rule = 0;
    while (rule < 3 && strcmp(rules[rule], mass) != 0)
        ++rule;
    if (rule == 3)
        return cli_usage_error("--mass is consistent, hrz or ccx, not \"%s\"", mass);
    q->mass = (element_mass_rule)rule;
    q->ten_nodes = strcmp(element, "t10") == 0;
    q->threads = which.threads;
    int code = bad_wish(q);
    code = code == EXIT_OK ? bad_damping(&q->damping) : code;
    return code == EXIT_OK ? body_choice_check(&which) : code;
}

static bool paint(cli* c, const body* b, material* list) {
    const surface* f = &b->surface;
    place where = place_file(c->arguments[0]);
    if (f->vertex_count == 0)
        return report_error(&c->findings, where,
                            "has no painted surface: --stiffness-attribute is for surfaces");
    double* factors = ARENA_NEW(c->memory, double, (size_t)f->vertex_count);
    if (!paint_factors(&b->file.scene, f, painted, factors, where, &c->findings))
        return false;
    soup s =
        soup_new(f->positions, (const uint32_t(*)[3])f->triangles, f->triangle_count, c->memory);
    return paint_materials(&b->tets, &s, factors, which.threads, list, &c->findings);
}

// The preset, or what the file says of its regions, or jelly; numbers of the command line go first.
static bool choose_materials(cli* c, const body* b, material* list, const char** words) {
    const tets* t = &b->tets;
    material base;
    if (!material_find(preset != NULL ? preset : "jelly", &base, place_none(), &c->findings) ||
        !assemble_materials(t, &base, list, place_file(c->arguments[0]), &c->findings))
        return false;
    bool alike = true;
    for (int32_t i = 0; i < t->tet_count; ++i) {
        material* m = &list[i];
        *m = preset != NULL ? base : *m;
        m->young = isnan(young) ? m->young : young;
        m->poisson = isnan(poisson) ? m->poisson : poisson;
        m->density = isnan(density) ? m->density : density;
        alike = alike && m->young == list->young && m->poisson == list->poisson &&
                m->density == list->density;
    }
    *words = !alike ? "several, by region of the file"
                    : arena_format(c->memory, "Young %g Pa, Poisson %g, density %g kg/m^3%s",
                                   list[0].young, list[0].poisson, list[0].density,
                                   painted != NULL ? ", painted stiffness" : "");
    return (!alike || material_check(&list[0], "the material", place_none(), &c->findings)) &&
           (painted == NULL || paint(c, b, list));
}

// Nothing says whether numbers are metres; what comes out of them does.
static void note_odd_size(cli* c, const body* b, const modal_model* m) {
    place where = place_file(c->arguments[0]);
    bounds box = bounds_of(m->tets.nodes, m->tets.node_count);
    double size = v3_distance(box.low, box.high), most = 0.0;
    if (b->surface.vertex_count > 0) {
        const char* reason;
        unit_hints hints = unit_hints_of(&b->file.scene);
        unit_guess unit = unit_from_size(unit_box(&b->surface, hints), hints, &reason, c->memory);
        if (which.unit == 1.0 && unit != UNIT_METRE && unit != UNIT_UNKNOWN)
            report_note(&c->findings, where, "is taken as metres, but is %s; see --unit", reason);
    }
    for (int32_t i = 0; i < m->count && m->fixed_count > 0; ++i)
        most = fmax(most, modal_sag(&m->modes[i]));
    if (most > CMD_MODES_ABSURD * size)
        report_note(&c->findings, where,
                    "at 1 g this body would move by %.3g m, many times its size: it is too soft "
                    "for its weight, or --unit is wrong",
                    most);
}

// The slowest mode's value with cells of another size, and how many elements that are; 0: it cannot be made so.
static double lowest_with(cli* c, const modal_request* q, double cell, int32_t* tet_count) {
    cli own = *c;
    own.memory = arena_create();
    own.findings = report_new(own.memory);
    body_choice choice = which;
    choice.edge = cell;
    choice.cells = choice.target = 0;
    body other;
    double lowest = 0.0;
    *tet_count = 0;
    if (body_choose(&choice, &own, c->arguments[0], &other)) {
        material* materials = ARENA_NEW(own.memory, material, (size_t)other.tets.tet_count);
        const char* words;
        modal_request alike = {.volume = &other.tets,
                               .fixed_or_null = other.fixed,
                               .materials = materials,
                               .ten_nodes = q->ten_nodes,
                               .mass = q->mass,
                               .count = 1,
                               .damping = q->damping,
                               .threads = q->threads,
                               .where = q->where};
        stages clock = stages_begin();
        modal_model model;
        if (choose_materials(&own, &other, materials, &words) &&
            modal_build(&alike, &clock, &model, own.memory, &own.findings))
            lowest = model.slowest.value;
        *tet_count = other.tets.tet_count;
        body_close(&other);
    }
    arena_destroy(own.memory);
    return lowest;
}

// What smaller cells change of the slowest mode.
static refinement refine(cli* c, const body* b, const modal_request* q,
                         const modal_slowest* slowest) {
    int32_t others;
    if (!(b->cell > 0.0))
        return refinement_of(slowest, 0.0);
    refinement x = refinement_of(slowest, lowest_with(c, q, 2.0 * b->cell, &others));
    if (!quick && refinement_wants_trial(&x, b->tets.tet_count, q->ten_nodes)) {
        double fine = lowest_with(c, q, 0.5 * b->cell, &others);
        refinement_tried(&x, slowest, fine, others);
    }
    return x;
}

static void tell_refinement(cli* c, const body* b, const modal_request* q, modes_page* page) {
    page->refinement = refine(c, b, q, &page->model->slowest);
    const char* said =
        refinement_sentence(&page->refinement, "the body", b->tets.tet_count, c->memory);
    if (said != NULL)
        report_warning(&c->findings, q->where, "%s", said);
}

static bool show_progress(void* user, const char* what, int32_t done, int32_t total) {
    (void)user;
    cli_progress(what, done, total);
    return true;
}

// On a terminal, how far it is and how long yet: the eigenproblem tells the job that the command runs in.
static bool build(modal_request* q, stages* clock, modal_model* model, cli* c) {
    job_state* job = job_now();
    job->progress = show_progress;
    job->interval = 0.1;
    job_tell("finding modes", 0, 1);
    bool done = modal_build(q, clock, model, c->memory, &c->findings);
    job_tell("finding modes", 1, 1);
    job->progress = NULL;
    return done;
}

static int solve(cli* c, const body* b, modal_request* q, stages* clock) {
    material* materials = ARENA_NEW(c->memory, material, (size_t)b->tets.tet_count);
    modes_page page = {.path = c->arguments[0], .body = b};
    if (b->tets.width == 10 && !q->ten_nodes)
        return report_error(&c->findings, place_file(page.path),
                            "has ten-node elements, which stay as they are: leave out --element"),
               EXIT_BAD_INPUT;
    if (!choose_materials(c, b, materials, &page.material))
        return EXIT_BAD_INPUT;
    q->volume = &b->tets;
    q->fixed_or_null = b->fixed;
    q->materials = materials;
    q->where = place_file(page.path);
    modal_model model;
    if (!build(q, clock, &model, c))
        return EXIT_BAD_INPUT;
    page.model = &model;
    note_odd_size(c, b, &model);
    tell_refinement(c, b, q, &page);
    modes_carry(c, &page, which.threads);
    stages_end(clock, "surface");
    if (as_json)
        modes_print_json(c, &page);
    else
        modes_print_text(c, &page);
    int code = output != NULL ? modes_write_vtk(c, output, &page) : EXIT_OK;
    if (code == EXIT_OK && picture_path != NULL)
        code = modes_write_picture(c, picture_path, &page);
    stages_end(clock, "files");
    if (code == EXIT_OK && report_path != NULL)
        code = modes_write_report(c, report_path, &page, clock);
    return code;
}

// A number of tets tells what it will take before there are any. Where none was asked for, or a file brings its own, the
// eigenproblem says so when it knows its size.
static bool has_room(cli* c, const modal_request* q) {
    if (which.target <= 0)
        return true;
    if (eigen_remote_now() != NULL) // it knows what its machines have
        return true;
    eigen_estimate e = eigen_expect(eigen_unknowns(which.target, q->ten_nodes), q->count, 0.0);
    const char* what =
        arena_format(c->memory, "finding %d modes of %d tets", q->count, which.target);
    if (!eigen_fits(&e, false, what, "ask for fewer tets or modes", &c->findings))
        return false;
    cli_estimate(c, e.factor + e.iterate, e.bytes);
    return true;
}

static int run(cli* c) {
    modal_request q = {0};
    if (bad_usage(&q) != EXIT_OK)
        return EXIT_BAD_USAGE;
    c->quiet = as_json;
    stages clock = stages_begin();
    body b;
    if (!has_room(c, &q) || !body_choose(&which, c, c->arguments[0], &b))
        return EXIT_BAD_INPUT;
    stages_end(&clock, "volume");
    int code = solve(c, &b, &q, &clock);
    body_close(&b);
    return code;
}

const command command_modes = {
    .name = "modes",
    .summary = "find how a body vibrates: its modes and their frequencies",
    .usage = "FILE [--modes N] [options]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  FILE is a surface, which is filled, a character, or a file of tets. Regions\n"
        "  (--bones, --attribute, --color, --box, --sphere, --threshold) as in supple parts, "
        "--edge\n"
        "  and --cells as in supple tets, all in the file's unit. The table: docs/modes.md.\n"
        "  JSON: rigidModes, mass, modes: [{frequency (Hz), eigenvalue (rad^2/s^2),\n"
        "  dampingRatio, participation, largestDisplacement (1/sqrt(kg)), residual, s, J}].\n\n"
        "  supple modes jelly.glb --fix-base --material jelly\n"
        "  supple modes swimmer.glb --part belly --material fat -o belly",
    .run = run,
};
