// Field names of the JSON are a promise: programs read them.
// SPDX-License-Identifier: MIT
#include "cli/modes_show.h"

#include "bake/base/json_out.h"
#include "bake/export/mode_strip.h"
#include "bake/export/tet_skin.h"
#include "bake/export/tets_out.h"
#include "bake/scene/facing.h"

#include <string.h>
#include <sys/stat.h>

void modes_carry(cli* c, modes_page* p, int threads) {
    const modal_model* m = p->model;
    const body* b = p->body;
    embedding own, *at = &own;
    if (b->surface.vertex_count > 0) {
        p->surface = b->surface;
        own = b->embedding;
    } else {
        p->surface = tet_skin(&m->tets, at, c->memory);
    }
    carry_source from = {&m->tets, at, b->fade_or_null, m->number, m->free_count};
    size_t modes = (size_t)m->count, all = (size_t)p->surface.vertex_count;
    p->outside = at->outside_count;
    p->offsets = ARENA_NEW(c->memory, double, 3 * modes * (size_t)at->count);
    carry_shapes(&from, m->vectors, m->count, threads, p->offsets);
    if (b->surface.vertex_count > 0) {
        p->errors = ARENA_NEW(c->memory, carry_error, modes);
        carry_errors(&from, m->vectors, m->count, threads, p->errors);
    }
    if (b->vertices_or_null != NULL) {
        double* spread = ARENA_NEW(c->memory, double, 3 * modes * all);
        carry_to_all(b->vertices_or_null, at->count, p->surface.vertex_count, p->offsets, m->count,
                     spread);
        p->offsets = spread;
    }
}

// ---- people ----------------------------------------------------------------------------

static double energy_fraction(const modal_model* m) {
    double sum = 0.0;
    for (int32_t i = 0; i < m->count; ++i)
        sum += m->modes[i].energy;
    return sum / m->energy_of_all;
}

static void print_residual(const modal_model* m) {
    double worst = 0.0;
    for (int32_t i = 0; i < m->count; ++i)
        worst = fmax(worst, m->modes[i].residual);
    printf("  residual   %.1g at most\n", worst);
}

static void print_refinement(const refinement* x) {
    if (isnan(x->change))
        return;
    if (x->tried > 0)
        printf("  cells      half as large (%d tets) make the first mode %.1f %% %s\n", x->tried,
               100.0 * x->change, x->slower ? "slower" : "faster");
    else
        printf("  cells      half as large would change the first mode by about %.1f %%%s\n",
               100.0 * x->change, x->gaps > REFINEMENT_GAPS ? ", and open gaps" : "");
}

static void print_carried(const modes_page* p) {
    double rms = 0.0, worst = 0.0;
    for (int32_t i = 0; i < p->model->count; ++i) {
        rms = fmax(rms, p->errors[i].rms);
        worst = fmax(worst, p->errors[i].worst);
    }
    printf("  surface    %d vertices, %d outside the volume; interpolated to %.2g %%, the worst "
           "%.2g %%\n",
           p->body->embedding.count, p->outside, 100.0 * rms, 100.0 * worst);
}

void modes_print_text(cli* c, const modes_page* p) {
    const modal_model* m = p->model;
    bounds box = bounds_of(m->tets.nodes, m->tets.node_count);
    vec3 size = v3_sub(box.high, box.low);
    printf("%s, %s\n", cli_shown(c, p->path), p->body->how);
    printf("  volume     %d tets of %d nodes, %d nodes\n", m->tets.tet_count, m->tets.width,
           m->tets.node_count);
    printf("  body       %.3g x %.3g x %.3g m, %.4g kg\n", size.x, size.y, size.z, m->body.mass);
    printf("  material   %s\n", p->material);
    if (m->young_factor != 1.0)
        printf("  tuned      Young's modulus times %.4g\n", m->young_factor);
    if (m->fixed_count > 0)
        printf("  fixed      %d nodes\n", m->fixed_count);
    else
        printf("  free       nothing is fixed: %d rigid motions found and kept apart, and no bone "
               "excites\n             it, so participation is 0; --fix-base or --fix-nodes holds "
               "it\n",
               m->rigid_count);
    print_residual(m);
    if (p->errors != NULL)
        print_carried(p);
    if (m->unseen > 0)
        printf("  left out   %d modes that nobody would see\n", m->unseen);
    if (m->hollow_count > 0)
        printf("  left out   %d modes of elements that hold nothing of the body\n",
               m->hollow_count);
    print_refinement(&p->refinement);
    if (m->energy_of_all > 0.0)
        printf("  excited    these modes take up %.1f %% of what a slow shake of the bone does\n",
               100.0 * energy_fraction(m));
    printf("  damping    alpha %.4g 1/s, beta %.4g s\n\n", m->damping.alpha, m->damping.beta);
    printf("mode  frequency Hz  damping ratio  participation  largest displacement  at 1 g, m\n");
    for (int32_t i = 0; i < m->count; ++i) {
        const modal_mode* x = &m->modes[i];
        printf("%4d  %12.5g  %13.4g", i + 1, modal_frequency(x), modal_ratio(x));
        if (m->fixed_count > 0)
            printf("  %13.4f  %20.4g  %9.3g\n", x->participation, x->largest, modal_sag(x));
        else // no bone excites a free body's modes
            printf("  %13s  %20.4g  %9s\n", "0", x->largest, "0");
    }
}

// ---- programs --------------------------------------------------------------------------

static void json_numbers(json_out* o, const char* key, const double* values, int count) {
    json_key(o, key);
    json_begin_array(o);
    for (int i = 0; i < count; ++i)
        json_double(o, values[i]);
    json_end_array(o);
}

static void json_mode(json_out* o, const modes_page* p, int32_t number) {
    const modal_mode* m = &p->model->modes[number - 1];
    json_begin_object(o);
    json_key_int(o, "mode", number);
    json_key_double(o, "frequency", modal_frequency(m));
    json_key_double(o, "eigenvalue", m->value);
    json_key_double(o, "dampingRatio", modal_ratio(m));
    json_key_double(o, "decay", m->damping);
    json_key_double(o, "participation", m->participation);
    json_key_double(o, "energy", m->energy);
    json_key_double(o, "largestDisplacement", m->largest);
    json_key_double(o, "displacementAt1g", modal_sag(m));
    json_key_double(o, "residual", m->residual);
    if (p->errors != NULL)
        json_key_double(o, "interpolationError", p->errors[number - 1].rms);
    json_numbers(o, "s", m->forcing.s, 3);
    json_numbers(o, "J", m->forcing.j[0], 9);
    json_end_object(o);
}

static void json_body(json_out* o, const modes_page* p) {
    const modal_model* m = p->model;
    bounds box = bounds_of(m->tets.nodes, m->tets.node_count);
    json_key_text(o, "file", p->path);
    json_key_text(o, "body", p->body->how);
    json_key_text(o, "material", p->material);
    json_key_text(o, "element", m->tets.width == 10 ? "t10" : "t4");
    json_key_int(o, "elements", m->tets.tet_count);
    json_key_int(o, "nodes", m->tets.node_count);
    json_key_int(o, "fixedNodes", m->fixed_count);
    json_key_int(o, "rigidModes", m->rigid_count);
    json_key_int(o, "unseenModes", m->unseen);
    json_key_int(o, "hollowModes", m->hollow_count);
    if (!isnan(p->refinement.change))
        json_key_double(o, "firstChangeByHalvingCells", p->refinement.change);
    if (p->refinement.tried > 0)
        json_key_int(o, "halvedCellsTriedWithElements", p->refinement.tried);
    json_key_double(o, "energyAcrossNarrowGaps", p->refinement.gaps);
    if (m->energy_of_all > 0.0)
        json_key_double(o, "energyShare", energy_fraction(m));
    json_key_double(o, "youngFactor", m->young_factor);
    json_key_double(o, "mass", m->body.mass);
    json_numbers(o, "centre", (double[]){m->body.centre.x, m->body.centre.y, m->body.centre.z}, 3);
    json_numbers(o, "inertia", m->body.inertia[0], 9);
    json_numbers(o, "low", (double[]){box.low.x, box.low.y, box.low.z}, 3);
    json_numbers(o, "high", (double[]){box.high.x, box.high.y, box.high.z}, 3);
    json_key_double(o, "alpha", p->model->damping.alpha);
    json_key_double(o, "beta", p->model->damping.beta);
}

void modes_print_json(cli* c, const modes_page* p) {
    json_out o = json_out_new(c->memory, true);
    json_begin_object(&o);
    json_body(&o, p);
    json_key(&o, "modes");
    json_begin_array(&o);
    for (int32_t i = 0; i < p->model->count; ++i)
        json_mode(&o, p, i + 1);
    json_end_array(&o);
    json_end_object(&o);
    puts(o.text);
}

int modes_write_report(cli* c, const char* path, const modes_page* p, const stages* clock) {
    json_out o = json_out_new(c->memory, true);
    json_begin_object(&o);
    json_key_text(&o, "file", p->path);
    json_key_int(&o, "elements", p->model->tets.tet_count);
    json_key_int(&o, "unknowns", 3 * (int64_t)p->model->free_count);
    json_key_int(&o, "modes", p->model->count);
    json_key_int(&o, "matrixBytes", p->model->cost.matrix_bytes);
    json_key_int(&o, "factorBytes", p->model->cost.factor_bytes);
    json_key_int(&o, "basisBytes", p->model->cost.basis_bytes);
    json_key_int(&o, "modeBytes", p->model->cost.vector_bytes);
    json_key(&o, "stages");
    json_begin_array(&o);
    for (int32_t i = 0; i < clock->count; ++i) {
        json_begin_object(&o);
        json_key_text(&o, "name", clock->list[i].name);
        json_key_double(&o, "seconds", clock->list[i].seconds);
        json_key_double(&o, "processorSeconds", clock->list[i].processor);
        json_key_int(&o, "peakBytes", clock->list[i].peak);
        json_end_object(&o);
    }
    json_end_array(&o);
    json_key_double(&o, "seconds", stages_seconds(clock));
    json_end_object(&o);
    return cli_write(c, path, o.text, o.size);
}

// ---- files -----------------------------------------------------------------------------

enum { MODES_SHOW_STRIP_SIDE = 240, STRIP_COLUMNS = 5, STRIP_MOST = 60 };

// How much each vertex takes part; NULL when the whole body does.
static float* fraction_of(const body* b, arena* memory) {
    if (b->vertices_or_null == NULL)
        return NULL;
    float* fraction = ARENA_NEW(memory, float, (size_t)b->surface.vertex_count);
    for (int32_t i = 0; i < b->embedding.count; ++i)
        fraction[b->vertices_or_null[i]] = b->fade_or_null[i];
    return fraction;
}

int modes_write_picture(cli* c, const char* path, const modes_page* p) {
    arena* scratch = arena_create();
    int32_t count = p->model->count < STRIP_MOST ? p->model->count : STRIP_MOST;
    const char** labels = ARENA_NEW(scratch, const char*, (size_t)count);
    for (int32_t i = 0; i < count; ++i)
        labels[i] =
            arena_format(scratch, "%d   %.3g Hz", i + 1, modal_frequency(&p->model->modes[i]));
    mode_strip strip = {.rest = &p->surface,
                        .count = count,
                        .offsets = p->offsets,
                        .labels = labels,
                        .fraction_or_null = fraction_of(p->body, scratch),
                        .frame = bounds_of(p->model->tets.nodes, p->model->tets.node_count),
                        .front = scene_front(&p->body->file.scene, scratch),
                        .side = MODES_SHOW_STRIP_SIDE,
                        .columns = STRIP_COLUMNS};
    picture drawn = mode_strip_draw(&strip, scratch);
    bytes png = png_encode(&drawn, scratch);
    int code = cli_write(c, path, png.data, png.size);
    arena_destroy(scratch);
    return code;
}

static bool is_folder(const char* path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

int modes_write_vtk(cli* c, const char* prefix, const modes_page* p) {
    const modal_model* m = p->model;
    size_t nodes = (size_t)m->tets.node_count, length = strlen(prefix);
    double *shape = ARENA_NEW(c->memory, double, 3 * nodes),
           *fixed = ARENA_NEW(c->memory, double, nodes);
    for (size_t i = 0; i < nodes; ++i)
        fixed[i] = m->fixed[i];
    const tets_field fields[2] = {{"mode", 3, false, shape}, {"fixed", 1, false, fixed}};
    const char* between = !is_folder(prefix) ? "-" : prefix[length - 1] == '/' ? "" : "/";
    int digits = m->count < 100 ? 2 : 4, code = EXIT_OK;
    for (int32_t i = 0; i < m->count && code == EXIT_OK; ++i) {
        cli_progress("files", i, m->count);
        arena* scratch = arena_create();
        modal_shape(m, i, shape);
        bytes file = tets_to_vtk(&m->tets, fields, 2, true, scratch);
        code = cli_write(
            c, arena_format(c->memory, "%s%smode%0*d.vtk", prefix, between, digits, i + 1),
            file.data, file.size);
        arena_destroy(scratch);
    }
    cli_progress("files", m->count, m->count);
    return code;
}
