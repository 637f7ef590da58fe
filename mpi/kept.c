// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // fseeko
#include "mpi/kept.h"

#include "bake/base/sha256.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static const char MARK[16] = "supple-mpi modes";

typedef struct head {
    char mark[16];
    int32_t count, rows, iterations, unused;
} head;

const char* kept_path(const char* folder, const eigen_elements* from, arena* memory) {
    const tets* t = from->tets;
    size_t count = (size_t)t->tet_count;
    sha256 s = sha256_begin();
    char text[SHA256_TEXT];
    sha256_add(&s, t->nodes, (size_t)t->node_count * sizeof *t->nodes);
    sha256_add(&s, t->elements, count * (size_t)t->width * sizeof *t->elements);
    sha256_add(&s, from->materials, count * sizeof *from->materials);
    sha256_add(&s, from->row, (size_t)t->node_count * sizeof *from->row);
    sha256_end(&s, text);
    return arena_format(memory, "%s/supple-mpi-%.16s.part", folder, text);
}

static void give_up(kept* k) {
    fprintf(stderr, "supple-mpi: %s cannot be written (%s): a run that is ended begins anew\n",
            k->path, strerror(errno));
    if (k->aside != NULL)
        fclose(k->aside);
    k->aside = NULL;
    k->path = NULL;
}

static const char* aside_of(const kept* k, char name[4096]) {
    snprintf(name, 4096, "%s.aside", k->path);
    return name;
}

void kept_begin(kept* k, int32_t count, int32_t iterations) {
    char name[4096];
    if (k->path == NULL)
        return;
    head h = {.count = count, .rows = k->rows, .iterations = iterations};
    memcpy(h.mark, MARK, sizeof h.mark);
    k->aside = fopen(aside_of(k, name), "wb");
    if (k->aside == NULL || fwrite(&h, sizeof h, 1, k->aside) != 1)
        give_up(k);
}

void kept_add(kept* k, Vec v) {
    matrices_gather(k->m, v, k->numbers, k->slot, k->rows);
    size_t room = 3 * (size_t)k->rows;
    if (k->aside != NULL && fwrite(k->numbers, sizeof *k->numbers, room, k->aside) != room)
        give_up(k);
}

void kept_end(kept* k) {
    char name[4096];
    if (k->aside == NULL)
        return;
    bool whole = fclose(k->aside) == 0; // not waited for: what a machine loses is seen by its size
    k->aside = NULL;
    if (!whole || rename(aside_of(k, name), k->path) != 0)
        give_up(k);
}

// The leader's: whole, and of this body.
static bool open_here(const kept* k, head* h) {
    FILE* file = k->path != NULL ? fopen(k->path, "rb") : NULL;
    if (file == NULL)
        return false;
    bool sound = fread(h, sizeof *h, 1, file) == 1 && memcmp(h->mark, MARK, sizeof MARK) == 0 &&
                 h->rows == k->rows && h->count > 0 && fseeko(file, 0, SEEK_END) == 0;
    off_t size = sound ? (off_t)sizeof *h + (off_t)h->count * 24 * (off_t)k->rows : 0;
    sound = sound && ftello(file) == size;
    fclose(file);
    return sound;
}

int32_t kept_count(kept* k) {
    head h = {0};
    int32_t count = open_here(k, &h) ? h.count : 0;
    if (count > 0)
        fprintf(stderr,
                "supple-mpi: goes on with %d vectors of an earlier run, after its %d iterations\n",
                count, h.iterations);
    MPI_Bcast(&count, 1, MPI_INT32_T, 0, PETSC_COMM_WORLD);
    return count;
}

static bool read_here(kept* k, int32_t index) {
    size_t room = 3 * (size_t)k->rows;
    off_t at = (off_t)sizeof(head) + (off_t)index * (off_t)(room * sizeof *k->numbers);
    FILE* file = fopen(k->path, "rb");
    bool sound = file != NULL && fseeko(file, at, SEEK_SET) == 0 &&
                 fread(k->numbers, sizeof *k->numbers, room, file) == room;
    for (size_t i = 0; sound && i < room; ++i)
        sound = isfinite(k->numbers[i]);
    if (file != NULL)
        fclose(file);
    return sound;
}

bool kept_read(kept* k, int32_t index) {
    int32_t sound = k->path != NULL && read_here(k, index);
    MPI_Bcast(&sound, 1, MPI_INT32_T, 0, PETSC_COMM_WORLD);
    if (sound)
        matrices_spread(k->m, k->path != NULL ? k->numbers : NULL, k->slot, k->rows);
    return sound;
}
