// Measured on bellies of 11,000 to 110,000 unknowns, ten-node elements, 44 and 200 pairs, two cores at 2.5 GHz.
// SPDX-License-Identifier: MIT
#include "bake/fem/eigen_estimate.h"

#include "bake/base/machine.h"
#include "bake/base/text.h"

#include <math.h>

// The factor of a compact body: 4.2, 24.5 and 125 million numbers for 11,235, 37,536 and 110,424 unknowns.
static const double EIGEN_ESTIMATE_NUMBERS = 4.2e6, NUMBERS_AT = 11235.0, NUMBERS_POWER = 1.48;
static const double FILLED = 1.5;       // flops of it over numbers^2 / unknowns
static const double MATRICES = 1400.0;  // bytes an unknown: K, M, one shifted, and CHOLMOD's copy
static const double COPIED = 1.15;      // of the factor's bytes: with what CHOLMOD works in
static const double SOLVES = 130.0;     // right-hand sides, and
static const double A_PAIR = 2.9;       // ... for each pair
static const double SECOND_BASIS = 1.3; // the basis, and a block times the mass

static const double FACTOR_RATE = 1.5e10, SOLVE_RATE = 1.2e10, BASIS_RATE = 8e9; // flops a second
static const double AFTER = 1.3; // all that comes after the factor, over solves and bases

static const double EIGEN_ESTIMATE_LEAST = 1e-3; // a share is at least this far from 0 and 1
static const double DOUBT = 3.0;                 // a thin body's factor may be so much smaller

double eigen_unknowns(double tets, bool ten_nodes) {
    return (ten_nodes ? 3.75 : 0.6) * tets;
}

static double solves_of(double unknowns, double count) {
    return fmin(SOLVES + A_PAIR * count, unknowns);
}

static double solve_seconds(double solves, double numbers) {
    return 4.0 * solves * numbers / SOLVE_RATE;
}

static double basis_seconds(double solves, double unknowns) {
    return 4.0 * solves * solves * unknowns / BASIS_RATE;
}

eigen_estimate eigen_expect(double unknowns, double count, double numbers) {
    double n = fmax(unknowns, 1.0), solves = solves_of(n, count);
    if (!(numbers > 0.0))
        numbers = fmin(EIGEN_ESTIMATE_NUMBERS * pow(n / NUMBERS_AT, NUMBERS_POWER), 0.5 * n * n);
    return (eigen_estimate){
        .unknowns = n,
        .count = count,
        .numbers = numbers,
        .bytes = 8.0 * COPIED * numbers + MATRICES * n + 8.0 * SECOND_BASIS * n * (solves + count),
        .factor = FILLED * numbers * numbers / n / FACTOR_RATE,
        .iterate = AFTER * (solve_seconds(solves, numbers) + basis_seconds(solves, n))};
}

double eigen_fraction_done(const eigen_estimate* e, double solved) {
    double past = solve_seconds(solved, e->numbers) + basis_seconds(solved, e->unknowns);
    return fmin(fmax(past / e->iterate, EIGEN_ESTIMATE_LEAST), 1.0 - EIGEN_ESTIMATE_LEAST);
}

const char* eigen_estimate_text(const eigen_estimate* e, arena* memory) {
    return arena_format(memory, "about %s and %s", text_memory(e->bytes, memory),
                        text_duration(e->factor + e->iterate, memory));
}

bool eigen_fits(const eigen_estimate* e, bool known, const char* what, const char* tail,
                report* r) {
    double free = machine_memory();
    if (e->bytes / (known ? 1.0 : DOUBT) <= free)
        return true;
    return report_error(r, place_none(), "%s would take %s, and this machine has %s left; %s", what,
                        eigen_estimate_text(e, r->memory), text_memory(free, r->memory), tail);
}
