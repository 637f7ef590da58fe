// Writes their input, runs them on one thread, reads their values.
// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // wait4

#include "bench/peer.h"

#include "bake/base/clock.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_FOUND_STATUS = 127 };

// ---- another program -------------------------------------------------------------------

// In a folder, with one thread, its output in the file `log` there.
static bool run(const char* const* arguments, const char* folder, peer_result* out) {
    double begin = clock_seconds();
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        return false;
    if (child == 0) {
        setenv("OMP_NUM_THREADS", "1", 1);
        setenv("OPENBLAS_NUM_THREADS", "1", 1);
        int log = chdir(folder) == 0 ? open("log", O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
        if (log >= 0) {
            dup2(log, STDOUT_FILENO);
            dup2(log, STDERR_FILENO);
            execvp(arguments[0], (char* const*)arguments);
        }
        _exit(NOT_FOUND_STATUS);
    }
    int status = 0;
    struct rusage u;
    if (wait4(child, &status, 0, &u) != child || !WIFEXITED(status))
        return false;
    out->wall = clock_seconds() - begin;
    out->user = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
                1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    out->megabytes = (double)u.ru_maxrss * 1024e-6; // kB on Linux
    out->there = WEXITSTATUS(status) != NOT_FOUND_STATUS;
    return WEXITSTATUS(status) == 0;
}

// ---- CalculiX --------------------------------------------------------------------------

static bool write_calculix(const peer_body* b, const char* path) {
    FILE* f = fopen(path, "w");
    if (f == NULL)
        return false;
    const tets* t = b->t;
    fprintf(f, "*NODE, NSET=ALL\n"); // twelve digits: it reads 20 letters of a number and no more
    for (int32_t i = 0; i < t->node_count; ++i)
        fprintf(f, "%d,%.12g,%.12g,%.12g\n", i + 1, t->nodes[i].x, t->nodes[i].y, t->nodes[i].z);
    fprintf(f, "*ELEMENT, TYPE=C3D%d, ELSET=BODY\n", t->width);
    for (int32_t i = 0; i < t->tet_count; ++i) {
        fprintf(f, "%d", i + 1);
        for (int32_t k = 0; k < t->width; ++k)
            fprintf(f, ",%d", t->elements[(ptrdiff_t)i * t->width + k] + 1);
        fprintf(f, "\n");
    }
    fprintf(f, "*NSET, NSET=HELD\n");
    for (int32_t i = 0; i < t->node_count; ++i)
        if (b->fixed[i])
            fprintf(f, "%d,\n", i + 1);
    fprintf(f,
            "*BOUNDARY\nHELD,1,3\n*MATERIAL, NAME=STUFF\n*ELASTIC\n%.17g,%.17g\n*DENSITY\n%.17g\n"
            "*SOLID SECTION, ELSET=BODY, MATERIAL=STUFF\n*STEP\n*FREQUENCY\n%d\n*END STEP\n",
            b->stuff.young, b->stuff.poisson, b->stuff.density, b->count);
    return fclose(f) == 0;
}

// Lines of five numbers below the heading of eigenvalues: mode, value, rad/s, Hz, imaginary part.
static bool read_calculix(const char* path, peer_result* out, int32_t count) {
    FILE* f = fopen(path, "r");
    if (f == NULL)
        return false;
    char line[512];
    int32_t found = 0, mode;
    double value, omega, hertz, imaginary;
    while (found < count && fgets(line, sizeof line, f) != NULL)
        if (sscanf(line, "%d %lf %lf %lf %lf", &mode, &value, &omega, &hertz, &imaginary) == 5 &&
            mode == found + 1)
            out->values[found++] = value;
    fclose(f);
    return found == count;
}

peer_result peer_calculix(const peer_body* b, const char* folder, arena* memory) {
    peer_result out = {.values = ARENA_NEW(memory, double, (size_t)b->count)};
    const char* const arguments[] = {"ccx", "-i", "body", NULL};
    if (!write_calculix(b, arena_format(memory, "%s/body.inp", folder)))
        return out;
    out.ran = run(arguments, folder, &out) &&
              read_calculix(arena_format(memory, "%s/body.dat", folder), &out, b->count);
    return out;
}

// ---- SLEPc -----------------------------------------------------------------------------

// Rows, then blocks of the node graph, then columns and numbers of both matrices, as they lie in memory.
static bool write_matrices(const assemble_matrices* m, const char* path) {
    FILE* f = fopen(path, "wb");
    if (f == NULL)
        return false;
    size_t rows = (size_t)m->mass.rows, blocks = (size_t)m->mass.start[m->mass.rows];
    bool ok = fwrite(&m->mass.rows, sizeof m->mass.rows, 1, f) == 1 &&
              fwrite(m->mass.start, sizeof *m->mass.start, rows + 1, f) == rows + 1 &&
              fwrite(m->mass.column, sizeof *m->mass.column, blocks, f) == blocks &&
              fwrite(m->stiffness.value, 9 * sizeof(double), blocks, f) == blocks &&
              fwrite(m->mass.value, sizeof(double), blocks, f) == blocks;
    return fclose(f) == 0 && ok;
}

peer_result peer_slepc(const peer_body* b, const char* program, const char* folder, arena* memory) {
    peer_result out = {.values = ARENA_NEW(memory, double, (size_t)b->count)};
    const char* count = arena_format(memory, "%d", b->count);
    const char* const arguments[] = {program, "matrices", count, "values", NULL};
    if (access(program, X_OK) != 0 ||
        !write_matrices(b->free_part, arena_format(memory, "%s/matrices", folder)))
        return out;
    if (!run(arguments, folder, &out))
        return out;
    FILE* f = fopen(arena_format(memory, "%s/values", folder), "r");
    int32_t found = 0;
    if (f != NULL && fscanf(f, "%lf", &out.own) == 1)
        while (found < b->count && fscanf(f, "%lf", &out.values[found]) == 1)
            ++found;
    if (f != NULL)
        fclose(f);
    out.ran = found == b->count;
    return out;
}
