// Blocks of basis vectors, each orthogonal to all before it in the inner product of the mass.
//
// The projected matrix takes the coefficients as they come (rather than only the band that theory
// leaves), which also covers columns that were lost in the span of others and replaced by new directions.
//
// A Krylov space of one block holds of equal eigenvalues at most as many as the block has columns, and
// says nothing of the others. So the last steps carry columns of fresh noise along: where they change a
// value that had settled, something was missed, and more noise follows until nothing changes.
//
// Rejected: ARPACK on the same factor, which solves for one vector at a time and can lose a rigid mode
// in silence; LOBPCG with multigrid, which pays only where a factor does not fit.
// SPDX-License-Identifier: MIT
#include "bake/algebra/lanczos.h"

#include "bake/algebra/dense.h"
#include "bake/algebra/lanczos_block.h"
#include "bake/base/assert.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

static const double LANCZOS_SETTLED =
    1e-4;                           // of a Ritz value, its residual's length: noise may follow
static const double CHANGED = 1e-6; // relative change of a settled value (they err by 1e-8)

enum { BASIS_OVER_COUNT = 10, LANCZOS_NOISE = 4, NOISE_STEPS = 3 };

typedef struct lanczos {
    const lanczos_problem* p;
    lanczos_operator o;
    report* r;
    arena* scratch;
    lanczos_basis basis;
    int32_t order, room; // unknowns; columns the basis may have
    int32_t width,
        space;       // columns of the block whose turn it is, and that the buffers have room for
    bool closed;     // the basis spans all there is
    double* block;   // [space][order]
    double* next;    // [space][order]
    double* product; // [space][order]
    double* rest;    // [width before][..] what the operator's last block has along the next
    int32_t rest_rows, rest_columns;
    double** projected; // [columns done][..] the operator times a basis vector, along the basis
    int32_t *projected_rows, done, projected_room;
} lanczos;

// ---- one step --------------------------------------------------------------------------

static void reserve(lanczos* l, int32_t columns) {
    if (columns <= l->space)
        return;
    size_t n = (size_t)l->order, old = (size_t)l->space * n, size = (size_t)columns * n;
    l->block = arena_grow(l->scratch, l->block, old, size, sizeof *l->block);
    l->next = arena_grow(l->scratch, l->next, old, size, sizeof *l->next);
    l->product = arena_grow(l->scratch, l->product, old, size, sizeof *l->product);
    l->space = columns;
}

// Keeps what the operator's columns have along the basis, itself part of it, and along the next block.
static void keep_coefficients(lanczos* l, const lanczos_block* m) {
    int32_t w = l->width, size = l->basis.size;
    if (l->done + w > l->projected_room) {
        int32_t old = l->projected_room, room = 2 * old + w;
        l->projected =
            arena_grow(l->scratch, l->projected, (size_t)old, (size_t)room, sizeof *l->projected);
        l->projected_rows = arena_grow(l->scratch, l->projected_rows, (size_t)old, (size_t)room,
                                       sizeof *l->projected_rows);
        l->projected_room = room;
    }
    for (int32_t c = 0; c < w; ++c, ++l->done) {
        l->projected_rows[l->done] = size;
        l->projected[l->done] = ARENA_NEW(l->scratch, double, (size_t)size);
        memcpy(l->projected[l->done], m->taken + (ptrdiff_t)c * size,
               (size_t)size * sizeof *m->taken);
    }
    l->rest_rows = m->made;
    l->rest_columns = w;
    l->rest = ARENA_NEW(l->scratch, double, (size_t)w*(size_t)m->made);
    for (int32_t c = 0; c < w; ++c)
        memcpy(l->rest + (ptrdiff_t)c * m->made, m->total + (ptrdiff_t)c * m->count,
               (size_t)m->made * sizeof *l->rest);
}

// The operator on the block and on `noise` columns more; what is new in them is the next block.
static bool step(lanczos* l, int32_t noise) {
    arena* scratch = arena_create();
    int32_t count = l->width + noise;
    reserve(l, count);
    for (int32_t c = l->width; c < count; ++c)
        lanczos_noise(&l->o, l->block + (ptrdiff_t)c * l->order);
    lanczos_block m = {0};
    bool sound = lanczos_apply(&l->o, l->block, l->next, count) &&
                 lanczos_orthonormalise(&l->o, &l->basis, l->next, l->product, count, &m, scratch);
    if (sound) {
        keep_coefficients(l, &m);
        l->closed = m.made == 0;
        if (l->basis.size + m.made <= l->room)
            lanczos_basis_append(&l->basis, l->next, m.made);
        l->width = m.made;
        double* swap = l->block;
        l->block = l->next;
        l->next = swap;
    }
    arena_destroy(scratch);
    return sound;
}

// ---- the projected problem -------------------------------------------------------------

typedef struct ritz {
    int32_t size;
    double* values;    // [size] ascending
    double* vectors;   // [size][size]
    double* residuals; // [size] lengths
} ritz;

// The residual of a Ritz vector is what the operator's last block has along the next one; here along
// its column i.
static double residual_along(const lanczos* l, const double* vector, int32_t i) {
    return cblas_ddot(l->rest_columns, l->rest + i, l->rest_rows,
                      vector + l->done - l->rest_columns, 1);
}

static double residual_of(const lanczos* l, const double* vector) {
    double square = 0.0;
    for (int32_t i = 0; i < l->rest_rows; ++i) {
        double along = residual_along(l, vector, i);
        square += along * along;
    }
    return sqrt(square);
}

static bool solve_projected(lanczos* l, ritz* z, arena* memory) {
    int32_t size = l->done;
    *z = (ritz){size, ARENA_NEW(memory, double, (size_t)size),
                ARENA_NEW(memory, double, (size_t)size*(size_t)size),
                ARENA_NEW(memory, double, (size_t)size)};
    for (int32_t c = 0; c < size; ++c) { // later columns know of earlier ones, not the other way
        double* column = z->vectors + (ptrdiff_t)c * size;
        for (int32_t i = 0; i <= c; ++i)
            column[i] = c < l->projected_rows[i] ? 0.5 * (l->projected[c][i] + l->projected[i][c])
                                                 : l->projected[c][i];
    }
    bool solved = dense_eigen(size, z->vectors, z->values, memory);
    for (int32_t e = 0; e < size; ++e)
        z->residuals[e] = residual_of(l, z->vectors + (ptrdiff_t)e * size);
    return solved || report_error(l->r, place_none(),
                                  "the projected eigenvalue problem of %d unknowns did not "
                                  "converge: the matrices hold numbers that are no numbers",
                                  size);
}

// ---- when it is enough -----------------------------------------------------------------

static double value_of(const ritz* z, int32_t e) {
    return z->values[z->size - 1 - e];
}

// Whether no value equal to number e - 1 follows it: the next may still grow by its residual.
static bool ends_a_group(const lanczos* l, const ritz* z, int32_t e) {
    if (e == z->size)
        return l->closed;
    double last = value_of(z, e - 1), next = value_of(z, e) + z->residuals[z->size - 1 - e];
    return l->closed || last - next > l->p->same * last;
}

// How many values to hand out, none equal to one that stays behind; 0 while they are not known to
// `tolerance`. good: how many are.
static int32_t enough(const lanczos* l, const ritz* z, double tolerance, int32_t* good) {
    for (*good = 0; *good < z->size;) {
        double value = value_of(z, *good);
        if (!(z->residuals[z->size - 1 - *good] <= tolerance * fabs(value)))
            return 0;
        ++*good;
        if ((*good >= l->p->count || value < l->p->least) && ends_a_group(l, z, *good))
            return *good;
    }
    return l->closed ? *good : 0;
}

// Which values had settled before the noise came.
typedef struct watch {
    bool on;
    int32_t count, steps; // values; steps since
    double* values;       // [count]
} watch;

static bool has_changed(const watch* w, const ritz* z) {
    for (int32_t e = 0; e < w->count; ++e)
        if (!(fabs(value_of(z, e) - w->values[e]) <= CHANGED * fabs(w->values[e])))
            return true;
    return false;
}

static void watch_values(lanczos* l, watch* w, const ritz* z, int32_t count) {
    *w = (watch){.on = true, .count = count};
    w->values = ARENA_NEW(l->scratch, double, (size_t)count);
    for (int32_t e = 0; e < count; ++e)
        w->values[e] = value_of(z, e);
}

// Looks at the projected problem. found: how many pairs to hand out, when it is enough; noise: columns
// that the next step shall carry.
static bool look(lanczos* l, watch* w, ritz* z, int32_t* found, int32_t* noise, arena* memory) {
    int32_t good;
    *found = *noise = 0;
    if (!solve_projected(l, z, memory))
        return false;
    bool full = l->basis.size == l->done && !l->closed;
    if (!w->on || w->steps >= NOISE_STEPS || l->closed) {
        int32_t count = enough(l, z, w->on || l->closed ? l->p->tolerance : LANCZOS_SETTLED, &good);
        if (l->closed || (count > 0 && w->on && !has_changed(w, z)))
            *found = count;
        else if (count > 0) {
            watch_values(l, w, z, count);
            *noise = LANCZOS_NOISE;
        }
    }
    if (*found > 0 || !(full || l->closed))
        return true;
    enough(l, z, l->p->tolerance, &good);
    return report_error(
        l->r, place_none(),
        "only %d of %d modes were found in %d vectors; the body may be too thin for its "
        "size, or its mesh and materials differ too much within it",
        good < l->p->count ? good : l->p->count, l->p->count, l->done);
}

// Until `found` pairs are known, in z.
static bool iterate(lanczos* l, ritz* z, int32_t* found) {
    if (!step(l, l->p->width < l->order ? l->p->width : l->order))
        return false;
    if (l->closed)
        return report_error(l->r, place_none(), "the body has no mass that could move");
    watch w = {0};
    int32_t noise = 0;
    for (int32_t seen = 0;;) {
        if (!step(l, noise))
            return false;
        ++w.steps;
        noise = 0;
        bool full = l->basis.size == l->done;
        if (!full && (l->done < seen + seen / 24 || (l->done < l->p->count && l->p->least == 0.0)))
            continue; // the projected problem costs the cube of its size
        seen = l->done;
        arena* memory = arena_create();
        ritz now;
        bool sound = look(l, &w, &now, found, &noise, memory);
        bool done = sound && *found > 0;
        if (done) {
            *z = now;
            z->values = ARENA_NEW(l->scratch, double, (size_t)now.size);
            z->vectors = ARENA_NEW(l->scratch, double, (size_t)now.size*(size_t)now.size);
            memcpy(z->values, now.values, (size_t)now.size * sizeof *z->values);
            memcpy(z->vectors, now.vectors,
                   (size_t)now.size * (size_t)now.size * sizeof *z->vectors);
        }
        arena_destroy(memory);
        if (!sound || done)
            return done;
    }
}

// A Ritz vector plus its residual over its value is the operator applied once more, for nothing: the
// residual's high frequencies, which K makes large, are gone. weights: [found][used].
static double* improved_weights(const lanczos* l, const ritz* z, int32_t found, int32_t used,
                                arena* memory) {
    double* weights = ARENA_NEW(memory, double, (size_t)found*(size_t)used);
    for (int32_t e = 0; e < found; ++e) {
        double* to = weights + (ptrdiff_t)e * used;
        const double* vector = z->vectors + (ptrdiff_t)(z->size - 1 - e) * z->size;
        memcpy(to, vector, (size_t)z->size * sizeof *to);
        for (int32_t i = 0; i < used - z->size; ++i)
            to[z->size + i] = residual_along(l, vector, i) / value_of(z, e);
    }
    return weights;
}

static void hand_out(const lanczos* l, const ritz* z, lanczos_pairs* out, arena* memory) {
    out->values = ARENA_NEW(memory, double, (size_t)out->found);
    out->vectors = ARENA_NEW(memory, double, (size_t)out->found*(size_t)l->order);
    for (int32_t e = 0; e < out->found; ++e) {
        out->values[e] = value_of(z, e);
        out->count += e < l->p->count && out->values[e] >= l->p->least;
    }
    arena* scratch = arena_create();
    double* weights = improved_weights(l, z, out->found, l->basis.size, scratch);
    lanczos_basis_combine(&l->basis, l->basis.size, weights, out->found, out->vectors);
    arena_destroy(scratch);
}

bool lanczos_largest(const lanczos_problem* p, lanczos_pairs* out, arena* memory, report* r) {
    SUPPLE_ASSERT(p->order > 0 && p->multiply != NULL && p->solve != NULL && p->threads >= 0);
    SUPPLE_ASSERT(p->count > 0 && p->count <= p->order && p->width > 0 && p->room >= 0);
    SUPPLE_ASSERT(p->least >= 0.0 && p->same >= 0.0 && p->tolerance > 0.0);
    int32_t order = p->order, errors = r->error_count;
    *out = (lanczos_pairs){0};
    lanczos l = {.p = p, .r = r, .order = order, .scratch = arena_create()};
    l.o = (lanczos_operator){.p = p, .r = r, .seed = p->seed};
    l.basis = (lanczos_basis){.order = order, .threads = p->threads, .memory = l.scratch};
    int64_t room = p->room > 0 ? p->room
                               : BASIS_OVER_COUNT * (int64_t)p->count +
                                     (2 * NOISE_STEPS + 4) * ((int64_t)p->width + LANCZOS_NOISE);
    room = room < DENSE_EIGEN_MOST ? room : DENSE_EIGEN_MOST;
    l.room = room < order ? (int32_t)room : order;
    ritz z = {0};
    bool sound = iterate(&l, &z, &out->found) && r->error_count == errors;
    if (sound)
        hand_out(&l, &z, out, memory);
    out->solves = l.o.solves;
    out->bytes = (int64_t)arena_used(l.scratch);
    out->solve_seconds = l.o.solve_seconds;
    out->basis_seconds = l.o.basis_seconds;
    arena_destroy(l.scratch);
    return sound;
}
