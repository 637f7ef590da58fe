// A head, numbers one after another, and a mark of all of it at the end.
// SPDX-License-Identifier: MIT
#include "bake/simulate/checkpoint.h"

#include "bake/base/buffer.h"

#include <string.h>
#include <sys/stat.h>

static const char MAGIC[8] = "supplecp";
enum { CHECKPOINT_VERSION = 2 };

uint64_t checkpoint_mark(uint64_t so_far, const void* data, size_t size) { // FNV-1a
    uint64_t mark = so_far != 0 ? so_far : 14695981039346656037u;
    for (size_t i = 0; i < size; ++i)
        mark = (mark ^ ((const uint8_t*)data)[i]) * 1099511628211u;
    return mark;
}

const char* checkpoint_path(const char* output, arena* memory) {
    return arena_format(memory, "%s.checkpoint", output);
}

// ---- both ways ---------------------------------------------------------------------------

typedef struct archive {
    buffer* out_or_null;
    const uint8_t *from, *end; // where it is read
    bool short_of;
} archive;

static void archive_bytes(archive* p, void* data, size_t size) {
    if (p->out_or_null != NULL)
        buffer_add(p->out_or_null, data, size);
    else if ((size_t)(p->end - p->from) < size)
        p->short_of = true;
    else {
        memcpy(data, p->from, size);
        p->from += size;
    }
}

static void archive_vec3(archive* p, vec3* v) {
    double* numbers[3] = {&v->x, &v->y, &v->z};
    for (int i = 0; i < 3; ++i)
        archive_bytes(p, numbers[i], sizeof(double));
}

static void archive_frame(archive* p, support_state* s) {
    double* numbers[] = {&s->time,   &s->turn.x, &s->turn.y, &s->turn.z,
                         &s->turn.w, &s->angle,  &s->rate,   &s->key_time};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        archive_bytes(p, numbers[i], sizeof(double));
    archive_vec3(p, &s->centre);
    archive_vec3(p, &s->velocity);
    archive_vec3(p, &s->spin);
    archive_bytes(p, &s->key, sizeof s->key);
}

static void archive_all(archive* p, checkpoint* c) {
    checkpoint_counts* n = &c->counts;
    int64_t* numbers[] = {&n->steps, &n->cut, &n->corrections, &n->matrices, &n->firm};
    archive_bytes(p, &c->states, sizeof c->states);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        archive_bytes(p, numbers[i], sizeof(int64_t));
    archive_bytes(p, &n->first_cut, sizeof n->first_cut);
    archive_frame(p, &c->at);
    for (int32_t i = 0; i < c->rigid_count; ++i)
        archive_frame(p, &c->rigid[i]);
    archive_bytes(p, c->state, (size_t)c->size * sizeof *c->state);
}

// ---- public ----------------------------------------------------------------------------

bool checkpoint_write(const checkpoint* c, const char* path, arena* memory, report* r) {
    buffer b =
        buffer_new(memory, 512 + 8 * (size_t)c->size + sizeof *c->rigid * (size_t)c->rigid_count);
    int32_t version = CHECKPOINT_VERSION;
    checkpoint copy = *c;
    buffer_add(&b, MAGIC, sizeof MAGIC);
    buffer_add(&b, &version, sizeof version);
    buffer_add(&b, &c->mark, sizeof c->mark);
    buffer_add(&b, &c->size, sizeof c->size);
    archive_all(&(archive){.out_or_null = &b}, &copy);
    uint64_t mark = checkpoint_mark(0, b.data, b.size);
    buffer_add(&b, &mark, sizeof mark);
    return file_write(path, b.data, b.size, r);
}

static bool take(checkpoint* c, bytes file) {
    uint64_t mark, whole;
    int32_t version;
    int64_t size;
    size_t head = sizeof MAGIC + sizeof version + sizeof mark + sizeof size;
    if (file.size < head + sizeof whole || memcmp(file.data, MAGIC, sizeof MAGIC) != 0)
        return false;
    memcpy(&version, file.data + sizeof MAGIC, sizeof version);
    memcpy(&mark, file.data + sizeof MAGIC + sizeof version, sizeof mark);
    memcpy(&size, file.data + head - sizeof size, sizeof size);
    memcpy(&whole, file.data + file.size - sizeof whole, sizeof whole);
    if (version != CHECKPOINT_VERSION || mark != c->mark || size != c->size ||
        whole != checkpoint_mark(0, file.data, file.size - sizeof whole))
        return false;
    archive p = {.from = file.data + head, .end = file.data + file.size - sizeof whole};
    archive_all(&p, c);
    return !p.short_of && p.from == p.end;
}

checkpoint_found checkpoint_read(checkpoint* c, const char* path, arena* memory) {
    struct stat info;
    if (stat(path, &info) != 0)
        return CHECKPOINT_NONE;
    report own = report_new(memory);
    bytes file;
    if (!file_map(path, &file, &own))
        return CHECKPOINT_OTHER;
    bool fits = take(c, file);
    file_unmap(file);
    return fits ? CHECKPOINT_FITS : CHECKPOINT_OTHER;
}
