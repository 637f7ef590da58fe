// Bullet's reduced bodies, as a check of reading and of the eigensolver: springs along the tets' edges.
//
// Not finite elements: each edge is a spring of 10 N over its length, and half of it hangs on each end
// with 0.1 kg a metre. So neither element nor assembly takes part, only files, sparse and eigen.
// SPDX-License-Identifier: MIT
#include "bake/base/file.h"
#include "bake/fem/eigen.h"
#include "bake/import/import_tets.h"
#include "test/kit/check.h"

typedef struct springs {
    const char *folder, *mesh;
    int32_t modes; // in Bullet's file, without the six rigid ones
    tets t;
    assemble_matrices m;
} springs;

// uint32 count, then doubles.
static const double* read_numbers(const springs* b, const char* name, int32_t count, arena* a,
                                  report* r) {
    bytes file;
    const char* path = arena_format(a, "%s/tet/%s/%s", test_data_folder(), b->folder, name);
    if (!file_map(path, &file, r))
        return NULL;
    uint32_t said = 0;
    double* out = ARENA_NEW(a, double, (size_t)count);
    bool whole = file.size == 4 + 8 * (size_t)count;
    if (whole) {
        memcpy(&said, file.data, sizeof said);
        memcpy(out, (const uint8_t*)file.data + 4, 8 * (size_t)count);
    }
    file_unmap(file);
    return whole && said == (uint32_t)count ? out : NULL;
}

static bool build(springs* b, arena* a, report* r) {
    const char* path = arena_format(a, "%s/tet/%s/%s", test_data_folder(), b->folder, b->mesh);
    if (!import_tets(path, a, &b->t, r) || b->t.width != 4)
        return false;
    const sparse_mesh mesh = {b->t.elements, b->t.tet_count, 4, 4, b->t.node_count};
    sparse* k = &b->m.stiffness;
    sparse* m = &b->m.mass;
    *k = sparse_pattern(&mesh, 3, 1, a);
    *m = sparse_pattern(&mesh, 1, 1, a);
    for (int32_t row = 0; row < k->rows; ++row) {
        int64_t own = 0;
        for (int64_t i = k->start[row]; i < k->start[row + 1]; ++i)
            own = k->column[i] == row ? i : own;
        for (int64_t i = k->start[row]; i < k->start[row + 1]; ++i) {
            if (i == own)
                continue;
            vec3 d = v3_sub(b->t.nodes[k->column[i]], b->t.nodes[row]);
            double length = v3_length(d), n[3] = {d.x / length, d.y / length, d.z / length};
            for (int c = 0; c < 9; ++c) {
                double part = 10.0 / length * n[c / 3] * n[c % 3];
                k->value[9 * i + c] = -part;
                k->value[9 * own + c] += part;
            }
            m->value[own] += 0.1 * 0.5 * length;
        }
    }
    return true;
}

TEST(modes_of_springs_are_those_in_bullets_files) {
    if (test_data_folder() == NULL)
        SKIP("no folder of models");
    static const springs bodies[2] = {
        {.folder = "reduced_beam", .mesh = "beam_mesh.vtk", .modes = 78},
        {.folder = "reduced_torus", .mesh = "torus_mesh.vtk", .modes = 40}};
    for (int i = 0; i < 2; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        springs b = bodies[i];
        CHECK(build(&b, a, &r));
        int32_t n = b.t.node_count;
        const double* mass = read_numbers(&b, "M_diag_mat.bin", n, a, &r);
        const double* values = read_numbers(&b, "eigenvalues.bin", b.modes, a, &r);
        const double* shapes = read_numbers(&b, "modes.bin", 3 * n * b.modes, a, &r);
        CHECK(mass != NULL && values != NULL && shapes != NULL);
        for (int32_t v = 0; v < n; ++v)
            CHECK_NEAR(*sparse_block(&b.m.mass, v, v), mass[v], 1e-12);

        eigen_modes ours;
        CHECK(eigen_lowest(&b.m, &(eigen_request){.count = b.modes + 6, .free = true, .threads = 1},
                           &ours, a, &r));
        CHECK(ours.rigid == 6);
        double worst = 0.0;
        for (int32_t k = 0; k < b.modes; ++k)
            worst = fmax(worst, fabs(ours.values[6 + k] / values[k] - 1.0));
        CHECK_NEAR(worst, 0.0, 1e-9);

        // Their shapes in our matrices: normalised, and residuals of rounding.
        double *kx = ARENA_NEW(a, double, 3 * (size_t)n), *mx = ARENA_NEW(a, double, 3 * (size_t)n);
        for (int32_t k = 0; k < b.modes; ++k) {
            const double* x = shapes + (ptrdiff_t)k * 3 * n;
            double length = 0.0, rest = 0.0;
            sparse_multiply(&b.m.stiffness, x, kx, 1, 1);
            sparse_multiply_axes(&b.m.mass, x, mx, 1, 1);
            for (int32_t c = 0; c < 3 * n; ++c) {
                length += x[c] * mx[c];
                rest = fmax(rest, fabs(kx[c] - values[k] * mx[c]));
            }
            CHECK_NEAR(length, 1.0, 1e-10);
            CHECK_NEAR(rest, 0.0, 1e-9 * values[b.modes - 1]);
        }
        printf("%s: worst relative difference of %d values %.1e\n", b.folder, b.modes, worst);
        arena_destroy(a);
    }
}

TEST_MAIN(CASE(modes_of_springs_are_those_in_bullets_files))
