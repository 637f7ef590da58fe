// What a body is, in the words of mechanics: mass, centre, inertia, momenta, energies.
// SPDX-License-Identifier: MIT
#include "runtime/body/free_energy.h"
#include "runtime/body/limit.h"
#include "runtime/math/vec3d.h"
#include "runtime/model/modal.h"

static supple_vec3 vector(const double x[3]) {
    return (supple_vec3){(float)x[0], (float)x[1], (float)x[2]};
}

// What no float holds is the largest one: energies go with the square of coordinates, which may be any that a float holds.
static float joules(double energy) {
    const double most = 3.4028234663852886e38;
    return (float)(energy < most ? energy : most);
}

static double flesh_kinetic(const supple_body* b, int32_t part) {
    double sum = 0.0;
    for (int32_t i = 0; i < b->active[part] && !b->parts[part].model->kinematic; ++i) {
        int32_t c = b->parts[part].first + i;
        double v = b->v[c];
        sum += 0.5 * v * v / (double)b->inverse_mass[c];
    }
    return sum;
}

// Masses of parts, and what their flesh has by itself.
static supple_measures of_flesh(const supple_body* b) {
    supple_measures out = {.mass = 0.0f};
    double mass = 0.0, kinetic = 0.0, elastic = 0.0;
    for (int32_t p = 0; p < b->part_count; ++p) {
        double own = flesh_kinetic(b, p);
        // all coordinates of a part have one factor on their mass; what is rigid has none
        const format_part* record = b->parts[p].asset.record;
        double factor = record->coord_count > 0 ? (double)b->inverse_mass[b->parts[p].first] : 1.0;
        mass += (double)record->mass / factor;
        kinetic += own;
        elastic += b->parts[p].model == &modal_model ? limit_energy_of(b, p) - own : 0.0;
    }
    out.mass = (float)mass;
    out.kinetic = joules(kinetic);
    out.elastic = joules(elastic);
    return out;
}

supple_measures supple_body_measures(const supple_body* body) {
    const supple_body* b = body;
    supple_measures out = of_flesh(b);
    if (!b->free)
        return out;
    const free_state* f = &b->state->free;
    double mass = b->parts[0].asset.record->mass,
           unit = 1.0 / (double)b->state->options.world_metres;
    free_measure m;
    free_measure_now(b, &m);
    free_energy e = free_energy_of(b, &m);
    out.centre =
        vector((const double[3]){f->place[0] * unit, f->place[1] * unit, f->place[2] * unit});
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            double column[3]; // inertia of the body's axes times row k of the turn
            times3((const double(*)[3])m.inertia, f->turn[k], column);
            out.inertia[3 * i + k] = (float)dot3(f->turn[i], column);
        }
    out.momentum = vector(
        (const double[3]){mass * f->velocity[0], mass * f->velocity[1], mass * f->velocity[2]});
    out.angular_momentum = vector(f->momentum);
    out.kinetic = joules(e.travel + e.turn + e.flesh);
    return out;
}
