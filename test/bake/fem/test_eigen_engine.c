// The seam of the eigenproblem: engines that share nothing with ours give the same modes through the same door.
//
// One is dense: it learns both matrices by multiplying unit vectors, and diagonalises them whole. The other has no
// entries either: Lanczos, with systems solved by conjugate gradients.
// SPDX-License-Identifier: MIT
#include "bake/algebra/lanczos.h"
#include "bake/fem/eigen.h"
#include "bake/fem/eigen_piece.h"
#include "test/kit/cells_mesh.h"
#include "test/kit/check.h"
#include "test/kit/dense_engine.h"

enum { MODES = 14 };

// ---- an engine by operators and conjugate gradients ------------------------------------

static void times_mass(void* user, const double* from, double* to, int32_t count, int threads) {
    const eigen_problem* p = user;
    p->mass.multiply(p->mass.user, from, to, count, threads);
}

static double dot(const double* x, const double* y, int32_t n) {
    double sum = 0.0;
    for (int32_t i = 0; i < n; ++i)
        sum += x[i] * y[i];
    return sum;
}

// One column of (K - shift M)^-1, in place.
static bool solve_one(const eigen_problem* p, double* column, arena* a) {
    int32_t n = p->order;
    double *x = ARENA_NEW(a, double, (size_t)n), *d = ARENA_NEW(a, double, (size_t)n),
           *kd = ARENA_NEW(a, double, (size_t)n), *md = ARENA_NEW(a, double, (size_t)n);
    memcpy(d, column, (size_t)n * sizeof *d); // the column becomes the residual
    double square = dot(column, column, n), goal = 1e-28 * square;
    for (int32_t i = 0; i < 40 * n && square > goal; ++i) {
        p->stiffness.multiply(p->stiffness.user, d, kd, 1, 1);
        p->mass.multiply(p->mass.user, d, md, 1, 1);
        for (int32_t k = 0; k < n; ++k)
            kd[k] -= p->shift * md[k];
        double along = square / dot(d, kd, n), before = square;
        for (int32_t k = 0; k < n; ++k) {
            x[k] += along * d[k];
            column[k] -= along * kd[k];
        }
        square = dot(column, column, n);
        for (int32_t k = 0; k < n; ++k)
            d[k] = column[k] + square / before * d[k];
    }
    memcpy(column, x, (size_t)n * sizeof *x);
    return square <= goal;
}

static bool gradients(void* user, double* columns, int32_t count, int threads, report* r) {
    (void)threads;
    const eigen_problem* p = user;
    arena* a = arena_create();
    bool sound = true;
    for (int32_t c = 0; c < count && sound; ++c)
        sound = solve_one(p, columns + (ptrdiff_t)c * p->order, a);
    arena_destroy(a);
    return sound || report_error(r, place_none(), "conjugate gradients do not converge");
}

static bool gradient_lowest(void* user, const eigen_problem* p, eigen_pairs* out, eigen_cost* cost,
                            arena* memory, report* r) {
    ++*(int*)user;
    eigen_problem own = *p;
    lanczos_problem q = {.order = p->order,
                         .multiply = times_mass,
                         .solve = gradients,
                         .user = &own,
                         .count = p->count,
                         .least = p->below > 0.0 ? 1.0 / (p->below - p->shift) : 0.0,
                         .same = p->same,
                         .tolerance = p->tolerance,
                         .width = 8,
                         .seed = p->seed,
                         .threads = p->threads};
    lanczos_pairs pairs;
    if (!lanczos_largest(&q, &pairs, memory, r))
        return false;
    cost->solves += pairs.solves;
    *out = (eigen_pairs){pairs.found, pairs.values, pairs.vectors};
    for (int32_t e = 0; e < pairs.found; ++e)
        out->values[e] = p->shift + 1.0 / pairs.values[e];
    return true;
}

// ---- bodies ----------------------------------------------------------------------------

// A second body beside the first, the same or longer: another piece.
static tets two_pieces(const tets* one, double stretch, arena* a) {
    tets t = *one;
    int32_t n = one->node_count, m = one->tet_count;
    t.nodes = ARENA_NEW(a, vec3, 2 * (size_t)n);
    t.elements = ARENA_NEW(a, int32_t, 8 * (size_t)m);
    for (int32_t i = 0; i < n; ++i) {
        t.nodes[i] = one->nodes[i];
        t.nodes[n + i] = v3(one->nodes[i].x * stretch, one->nodes[i].y + 1.0, one->nodes[i].z);
    }
    for (int32_t i = 0; i < 4 * m; ++i) {
        t.elements[i] = one->elements[i];
        t.elements[4 * m + i] = one->elements[i] + n;
    }
    t.node_count = 2 * n;
    t.tet_count = 2 * m;
    return t;
}

// A square cross section: bending comes in pairs of equal values. Held where x = 0 unless free.
static bool make(bool free, bool pieces, assemble_matrices* out, arena* a, report* r) {
    tets t = cells_mesh((int[3]){3, 1, 1}, v3(0.3, 0.1, 0.1), a);
    if (pieces)
        t = two_pieces(&t, 1.2, a);
    material* list = ARENA_NEW(a, material, (size_t)t.tet_count);
    for (int32_t i = 0; i < t.tet_count; ++i)
        list[i] = (material){2e4, 0.3, 1000.0};
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    for (int32_t i = 0; i < t.node_count; ++i)
        fixed[i] = !free && t.nodes[i].x < 1e-9;
    int32_t *number = ARENA_NEW(a, int32_t, (size_t)t.node_count), count = 0;
    assemble_matrices all;
    bool ok = assemble_body(&t, list, ELEMENT_MASS_CONSISTENT, 1, &all, place_none(), a, r) &&
              assemble_free(&t, fixed, number, &count, place_none(), r);
    if (ok)
        *out = assemble_keep(&all, number, count, a);
    return ok;
}

// ---- laws ------------------------------------------------------------------------------

// Values to 1e-9 of themselves, or of the shift; vectors to 1e-6 of their largest component.
static bool same_modes(const eigen_modes* x, const eigen_modes* y, int32_t order) {
    if (x->count != y->count || x->rigid != y->rigid || x->pieces != y->pieces ||
        x->more != y->more)
        return false;
    for (int32_t e = 0; e < x->count; ++e) {
        if (!(fabs(x->values[e] - y->values[e]) <= 1e-9 * (y->values[e] - y->shift)))
            return false;
        const double *u = x->vectors + (ptrdiff_t)e * order, *v = y->vectors + (ptrdiff_t)e * order;
        double far = 0.0, most = 0.0;
        for (int32_t i = 0; i < order; ++i) {
            far = fmax(far, fabs(u[i] - v[i]));
            most = fmax(most, fabs(v[i]));
        }
        if (!(far <= 1e-6 * most) || !(x->residuals[e] < 1e-6))
            return false;
    }
    return true;
}

static void compare(bool free, bool pieces, double below) {
    arena* a = arena_create();
    report r = report_new(a);
    assemble_matrices m;
    CHECK(make(free, pieces, &m, a, &r));
    int calls[2] = {0};
    const eigen_engine others[2] = {{"dense", dense_lowest, &calls[0]},
                                    {"gradients", gradient_lowest, &calls[1]}};
    eigen_request q = {.count = MODES, .free = free, .threads = 1, .below = below};
    eigen_modes ours, other;
    CHECK(eigen_lowest(&m, &q, &ours, a, &r));
    CHECK(ours.count > 0 && ours.count <= MODES && (below > 0.0) == (ours.count < MODES));
    for (int i = 0; i < 2; ++i) {
        q.engine_or_null = &others[i];
        CHECK(eigen_lowest(&m, &q, &other, a, &r) && r.error_count == 0);
        CHECK(calls[i] == (pieces ? 2 : 1)); // it was asked, and nobody else
        CHECK(same_modes(&other, &ours, 3 * m.mass.rows));
        CHECK(other.cost.factor_bytes == 0); // what another engine costs is its own
        CHECK(i == 0 ? other.cost.matrix_bytes > 0 : other.cost.solves > 0);
    }
    arena_destroy(a);
}

TEST(a_held_body_has_the_same_modes_by_any_engine) {
    compare(false, false, 0.0);
}

TEST(a_free_body_has_the_same_modes_by_any_engine) {
    compare(true, false, 0.0);
}

TEST(a_body_of_two_pieces_has_the_same_modes_by_any_engine) {
    compare(true, true, 0.0);
    compare(false, true, 0.0);
}

TEST(a_bound_holds_for_any_engine) {
    compare(false, false, 3000.0);
}

static bool refusing(void* user, const eigen_problem* p, eigen_pairs* out, eigen_cost* cost,
                     arena* memory, report* r) {
    (void)p, (void)out, (void)cost, (void)memory;
    ++*(int*)user;
    return report_error(r, place_none(), "rank 3 is gone");
}

// A free body is tried with a smaller shift; what is said of the first try is not heard.
TEST(what_an_engine_says_when_it_fails_is_heard_once) {
    for (int free = 0; free < 2; ++free) {
        arena* a = arena_create();
        report r = report_new(a);
        assemble_matrices m;
        eigen_modes modes;
        int calls = 0;
        const eigen_engine engine = {"refusing", refusing, &calls};
        CHECK(make(free == 1, false, &m, a, &r));
        CHECK(!eigen_lowest(
            &m,
            &(eigen_request){
                .count = MODES, .free = free == 1, .threads = 1, .engine_or_null = &engine},
            &modes, a, &r));
        CHECK(calls == 1 + free && r.error_count == 1);
        CHECK_TEXT(r.findings[0].text, "rank 3 is gone");
        arena_destroy(a);
    }
}

static bool sloppy(void* user, const eigen_problem* p, eigen_pairs* out, eigen_cost* cost,
                   arena* memory, report* r) {
    if (!dense_lowest(user, p, out, cost, memory, r))
        return false;
    out->vectors[2 * p->order] *= 1.1; // of the third
    return true;
}

static bool early(void* user, const eigen_problem* p, eigen_pairs* out, eigen_cost* cost,
                  arena* memory, report* r) {
    bool sound = dense_lowest(user, p, out, cost, memory, r);
    out->found = p->count - 1;
    return sound;
}

static bool unsorted(void* user, const eigen_problem* p, eigen_pairs* out, eigen_cost* cost,
                     arena* memory, report* r) {
    if (!dense_lowest(user, p, out, cost, memory, r))
        return false;
    int32_t last = out->found - 1; // changes places with the first, and each is a pair still
    double value = out->values[0];
    out->values[0] = out->values[last], out->values[last] = value;
    for (int32_t i = 0; i < p->order; ++i) {
        double *x = &out->vectors[i], *y = &out->vectors[(ptrdiff_t)last * p->order + i], keep = *x;
        *x = *y, *y = keep;
    }
    return true;
}

static void find_out(bool (*lowest)(void* user, const eigen_problem* p, eigen_pairs* out,
                                    eigen_cost* cost, arena* memory, report* r),
                     const char* says) {
    arena* a = arena_create();
    report r = report_new(a);
    assemble_matrices m;
    eigen_modes modes;
    int calls = 0;
    const eigen_engine engine = {"bad", lowest, &calls};
    CHECK(make(false, false, &m, a, &r));
    CHECK(!eigen_lowest(&m,
                        &(eigen_request){.count = MODES, .threads = 1, .engine_or_null = &engine},
                        &modes, a, &r));
    CHECK(r.error_count == 1 && strstr(r.findings[0].text, says) != NULL);
    arena_destroy(a);
}

TEST(an_engine_whose_modes_are_none_or_too_few_or_in_no_order_is_found_out) {
    find_out(sloppy, "has a residual of");
    find_out(early, "found 13 modes of 14");
    find_out(unsorted, "is below the one before it");
}

static void times_spring(const void* user, const double* x, double* y, int32_t columns,
                         int threads) {
    (void)threads;
    int32_t n = *(const int32_t*)user;
    for (int32_t c = 0; c < columns; ++c, x += n, y += n)
        for (int32_t i = 0; i < n; ++i) // a chain, held at its first end
            y[i] = (i < n - 1 ? 2.0 * x[i] - x[i + 1] : x[i]) - (i > 0 ? x[i - 1] : 0.0);
}

static void times_one(const void* user, const double* x, double* y, int32_t columns, int threads) {
    (void)threads;
    memcpy(y, x, (size_t)columns * (size_t) * (const int32_t*)user * sizeof *y);
}

// Operators that are no matrices anywhere: a chain of masses, whose values are known exactly.
TEST(operators_without_entries_are_enough) {
    arena* a = arena_create();
    report r = report_new(a);
    int32_t n = 60;
    int calls = 0;
    eigen_problem p = {.order = n,
                       .stiffness = {times_spring, &n},
                       .mass = {times_one, &n},
                       .count = 10,
                       .same = EIGEN_SAME,
                       .tolerance = EIGEN_TOLERANCE,
                       .threads = 1};
    const eigen_engine engine = {"gradients", gradient_lowest, &calls};
    eigen_piece piece = {0};
    eigen_cost cost = {0};
    CHECK(eigen_piece_solve(&p, &engine, &piece, &cost, a, &r) && piece.found >= 10);
    for (int32_t e = 0; e < 10 && piece.found >= 10; ++e) {
        double s = 2.0 * sin((2 * e + 1) * 3.14159265358979323846 / (2.0 * (2 * n + 1)));
        CHECK_NEAR(piece.values[e] / (s * s), 1.0, 1e-9);
        CHECK(piece.residuals[e] < 1e-6);
    }
    arena_destroy(a);
}

// ---- matrices that lie elsewhere -------------------------------------------------------

typedef struct elsewhere {
    arena* memory;
    assemble_matrices m; // of the piece that was assembled last
    int assembled, asked;
} elsewhere;

static bool assemble_there(void* user, const eigen_elements* from, const sparse* mass,
                           double* diagonal, report* r) {
    elsewhere* x = user;
    assemble_matrices all;
    ++x->assembled;
    if (!assemble_body(from->tets, from->materials, from->rule, 1, &all, place_none(), x->memory,
                       r))
        return false;
    x->m = assemble_keep(&all, from->row, mass->rows, x->memory);
    for (int32_t i = 0; i < mass->rows; ++i) {
        const double* k = sparse_block(&x->m.stiffness, i, i);
        diagonal[i] = k[0] + k[4] + k[8];
    }
    return true;
}

static void times_there(const void* user, const double* x, double* y, int32_t columns,
                        int threads) {
    sparse_multiply(&((const elsewhere*)user)->m.stiffness, x, y, columns, threads);
}

static bool lowest_there(void* user, const eigen_problem* p, eigen_pairs* out, eigen_cost* cost,
                         arena* memory, report* r) {
    eigen_problem there = *p;
    ++((elsewhere*)user)->asked;
    there.matrices_or_null = &((elsewhere*)user)->m;
    return eigen_cholesky.lowest(NULL, &there, out, cost, memory, r);
}

// Without one number of the stiffness here, the same modes, piece by piece.
static void compare_elsewhere(bool free, bool pieces, bool large) {
    arena* a = arena_create();
    report r = report_new(a);
    tets t = cells_mesh(large ? (int[3]){7, 4, 4} : (int[3]){3, 1, 1}, v3(0.3, 0.1, 0.1), a);
    if (pieces)
        t = two_pieces(&t, 1.2, a);
    material* materials = ARENA_NEW(a, material, (size_t)t.tet_count);
    for (int32_t i = 0; i < t.tet_count; ++i)
        materials[i] = (material){2e4, 0.3, 1000.0};
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)t.node_count);
    for (int32_t i = 0; i < t.node_count; ++i)
        fixed[i] = !free && t.nodes[i].x < 1e-9;
    int32_t *number = ARENA_NEW(a, int32_t, (size_t)t.node_count), count;
    assemble_matrices all, here, none, kept;
    CHECK(assemble_free(&t, fixed, number, &count, place_none(), &r));
    CHECK(assemble_body(&t, materials, ELEMENT_MASS_CONSISTENT, 1, &all, place_none(), a, &r));
    CHECK(assemble_mass(&t, materials, ELEMENT_MASS_CONSISTENT, 1, &none, place_none(), a, &r));
    here = assemble_keep(&all, number, count, a);
    kept = assemble_keep(&none, number, count, a);
    CHECK(none.stiffness.value == NULL && kept.stiffness.value == NULL);
    elsewhere x = {.memory = a};
    const eigen_remote there = {assemble_there, {times_there, &x}, {"there", lowest_there, &x}, &x};
    const eigen_elements from = {&t, materials, ELEMENT_MASS_CONSISTENT, number};
    eigen_request q = {.count = MODES, .free = free, .threads = 1};
    eigen_modes ours, other;
    CHECK(eigen_lowest(&here, &q, &ours, a, &r));
    q.remote_or_null = &there;
    q.elements_or_null = &from;
    CHECK(eigen_lowest(&kept, &q, &other, a, &r) && r.error_count == 0);
    CHECK(x.assembled == (pieces ? 2 : 1) && x.asked == (large ? x.assembled : 0) &&
          ours.shift == other.shift);
    CHECK(same_modes(&other, &ours, 3 * count));
    arena_destroy(a);
}

TEST(matrices_that_lie_elsewhere_give_the_same_modes) {
    for (int i = 0; i < 8; ++i)
        compare_elsewhere(i & 1, i & 2, i & 4); // small ones are solved here, by their products
}

TEST_MAIN(CASE(a_held_body_has_the_same_modes_by_any_engine),
          CASE(a_free_body_has_the_same_modes_by_any_engine),
          CASE(a_body_of_two_pieces_has_the_same_modes_by_any_engine),
          CASE(a_bound_holds_for_any_engine), CASE(what_an_engine_says_when_it_fails_is_heard_once),
          CASE(an_engine_whose_modes_are_none_or_too_few_or_in_no_order_is_found_out),
          CASE(operators_without_entries_are_enough),
          CASE(matrices_that_lie_elsewhere_give_the_same_modes))
