// The head passes through one list of fields, out or in; whatever comes in is checked before it is used.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // pread
#include "bake/record/recording.h"

#include "bake/base/assert.h"
#include "bake/base/buffer.h"
#include "bake/simulate/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MAGIC[8] = "supplerc";
static const double RECORDING_LARGEST = 1e12, SLOWEST = 1e-6; // numbers; states a second
enum {
    RECORDING_VERSION = 3,
    WITH_LOOKS = 3,    // the first that has them; ...
    WITH_CONTACTS = 2, // ... and contacts
    OLDEST = 1,
    RECORDING_NAME_MOST = 4096,
    LOOKS_MOST = 4096,
    HEAD_MOST = 1 << 30
};

// Before the head's own fields: magic, version, bytes of the head with its check sum.
typedef struct opening {
    char magic[8];
    uint32_t version, byte_order; // 1
    uint64_t head_size;
} opening;

// ---- both ways ---------------------------------------------------------------------------

typedef struct head_stream {
    buffer* out_or_null;
    const uint8_t *from, *end; // where it is read
    arena* memory;
    uint32_t version;
    bool bad;
} head_stream;

static void stream(head_stream* p, void* data, size_t size) {
    if (p->out_or_null != NULL)
        buffer_add(p->out_or_null, data, size);
    else if (p->bad || (size_t)(p->end - p->from) < size)
        p->bad = true;
    else {
        memcpy(data, p->from, size);
        p->from += size;
    }
}

static void stream_int(head_stream* p, int32_t* n, int32_t low, int32_t high) {
    stream(p, n, sizeof *n);
    p->bad = p->bad || *n < low || *n > high;
}

static void stream_flag(head_stream* p, bool* flag) {
    int32_t n = *flag;
    stream_int(p, &n, 0, 1);
    *flag = n == 1;
}

// infinite: it may be. Finite ones are of a size that assets take too.
static void stream_numbers(head_stream* p, double* n, int count, bool infinite) {
    stream(p, n, (size_t)count * sizeof *n);
    for (int i = 0; i < count; ++i)
        p->bad = p->bad || !(fabs(n[i]) <= RECORDING_LARGEST || (infinite && isinf(n[i])));
}

static void stream_vec3(head_stream* p, vec3* v, bool infinite) {
    double n[3] = {v->x, v->y, v->z};
    stream_numbers(p, n, 3, infinite);
    *v = v3(n[0], n[1], n[2]);
}

static void stream_text(head_stream* p, const char** text) {
    int32_t length = p->out_or_null != NULL ? (int32_t)strlen(*text) : 0;
    stream_int(p, &length, 0, RECORDING_NAME_MOST);
    if (p->out_or_null != NULL) {
        buffer_add(p->out_or_null, *text, (size_t)length);
        return;
    }
    bool fits = !p->bad && p->end - p->from >= length;
    *text = arena_copy_text(p->memory, fits ? (const char*)p->from : "", fits ? (size_t)length : 0);
    p->bad = !fits;
    p->from += fits ? length : 0;
}

// Room for an array whose count is known, of items that take at least so many bytes of the file: they must be there
// before there is memory for them.
static void* stream_room(head_stream* p, void* array, int32_t count, size_t least, size_t size) {
    if (p->out_or_null != NULL)
        return array;
    p->bad = p->bad || (size_t)(p->end - p->from) / least < (size_t)count;
    return arena_alloc(p->memory, p->bad ? 0 : (size_t)count, size);
}

// ... of plain ones, which are the same in the file.
static void* stream_array(head_stream* p, void* array, int32_t count, size_t size) {
    void* room = stream_room(p, array, count, size, size);
    if (!p->bad)
        stream(p, room, (size_t)count * size);
    return room;
}

static void stream_speed(head_stream* p, palette_speed* s, bool infinite) {
    stream_vec3(p, &s->velocity, infinite);
    stream_vec3(p, &s->spin, infinite);
    stream_numbers(p, &s->rate, 1, infinite);
}

static void stream_entry(head_stream* p, palette_entry* e) {
    stream_text(p, &e->name);
    stream_flag(p, &e->has_body_impulse);
    stream_flag(p, &e->has_support_impulse);
    stream_flag(p, &e->has_forcing);
    stream_vec3(p, &e->body_velocity, false);
    stream_vec3(p, &e->body_spin, false);
    stream_speed(p, &e->support_impulse, false);
    stream_speed(p, &e->forcing, false);
}

// Chains begin where the support stands still, within its limits; every entry does something.
static void check_palette(head_stream* p, const palette* x) {
    const palette_speed* still = &x->speeds[x->still];
    p->bad = p->bad || v3_length(still->velocity) > 0.0 || v3_length(still->spin) > 0.0 ||
             still->rate != 0.0;
    for (int k = 0; k < 3; ++k)
        p->bad = p->bad || !((&x->low.x)[k] <= (&x->begin.x)[k]) ||
                 !((&x->begin.x)[k] <= (&x->high.x)[k]);
    for (int32_t i = 0; i < x->entry_count && !p->bad; ++i) {
        const palette_entry* e = &x->entries[i];
        p->bad = (e->has_forcing && e->has_support_impulse) ||
                 !(e->has_forcing || e->has_support_impulse || e->has_body_impulse);
    }
}

static void stream_palette(head_stream* p, palette* x) {
    int32_t kind = (int32_t)x->kind;
    stream_int(p, &kind, SUPPORT_FREE, SUPPORT_TURNING);
    x->kind = (support_kind)kind;
    stream_numbers(p, &x->fps, 1, false);
    p->bad = p->bad || !(x->fps >= SLOWEST);
    stream_int(p, &x->speed_count, 1, PALETTE_SPEEDS_MOST);
    stream_int(p, &x->entry_count, 1, PALETTE_ENTRIES_MOST);
    x->speeds = stream_room(p, x->speeds, x->speed_count, 7 * sizeof(double), sizeof *x->speeds);
    x->entries =
        stream_room(p, x->entries, x->entry_count, 4 * sizeof(int32_t), sizeof *x->entries);
    if (p->bad)
        return;
    stream_int(p, &x->still, 0, x->speed_count - 1);
    for (int32_t i = 0; i < x->speed_count; ++i)
        stream_speed(p, &x->speeds[i], false);
    for (int32_t i = 0; i < x->entry_count; ++i)
        stream_entry(p, &x->entries[i]);
    stream_speed(p, &x->change, true);
    stream_vec3(p, &x->low, true);
    stream_vec3(p, &x->high, true);
    stream_vec3(p, &x->begin, false);
    stream_int(p, &x->shortest, 1, INT32_MAX);
    stream_int(p, &x->longest, x->shortest, INT32_MAX);
    stream_numbers(p, &x->full, 1, false);
    stream_int(p, &x->responses, 1, INT32_MAX);
    stream_int(p, &x->chains, 1, INT32_MAX);
    stream(p, &x->seed, sizeof x->seed);
    stream_flag(p, &x->speed_matters);
    if (!p->bad && p->out_or_null == NULL)
        check_palette(p, x);
}

static void stream_bodies(head_stream* p, recording* x) {
    x->bodies = stream_room(p, x->bodies, x->body_count, 4 * sizeof(int32_t), sizeof *x->bodies);
    for (int32_t i = 0; i < x->body_count && !p->bad; ++i) {
        recording_body* b = &x->bodies[i];
        stream_text(p, &b->name);
        stream_int(p, &b->first, 0, x->vertex_count);
        stream_int(p, &b->count, 0, x->vertex_count);
        stream_int(p, &b->rigid, 0, 1);
        p->bad = p->bad || b->count > x->vertex_count - b->first;
    }
    size_t corners = 3 * (size_t)x->triangle_count;
    x->triangles = stream_array(p, x->triangles, x->triangle_count, sizeof *x->triangles);
    for (size_t i = 0; i < corners && !p->bad; ++i)
        p->bad = x->triangles[i / 3][i % 3] >= (uint32_t)x->vertex_count;
}

static void stream_looks(head_stream* p, recording* x) {
    stream_int(p, &x->look_count, 0, LOOKS_MOST);
    x->looks = stream_room(p, x->looks, x->look_count, 8 * sizeof(int32_t), sizeof *x->looks);
    for (int32_t i = 0; i < x->look_count && !p->bad; ++i) {
        recording_look* l = &x->looks[i];
        float* numbers[] = {l->base_color,     l->base_color + 1, l->base_color + 2,
                            l->base_color + 3, &l->metallic,      &l->alpha_cutoff};
        stream_text(p, &l->name);
        for (int k = 0; k < 6; ++k) {
            stream(p, numbers[k], sizeof(float));
            p->bad = p->bad || !((double)fabsf(*numbers[k]) <= RECORDING_LARGEST);
        }
        stream_int(p, &l->flags, 0, 3);
    }
    stream_int(p, &x->color_count, 0, x->vertex_count);
    p->bad = p->bad || (x->color_count != 0 && x->color_count != x->vertex_count);
    x->colors = stream_array(p, x->colors, p->bad ? 0 : x->color_count, sizeof *x->colors);
    if (p->bad || x->look_count == 0)
        return;
    x->triangle_looks = stream_array(p, x->triangle_looks, x->triangle_count, sizeof(int32_t));
    for (int32_t t = 0; t < x->triangle_count && !p->bad; ++t)
        p->bad = x->triangle_looks[t] < -1 || x->triangle_looks[t] >= x->look_count;
}

// Chains ascend from state 0; responses follow each other in their chain without a gap.
static void check_times(head_stream* p, const recording* x) {
    for (int32_t i = 0; i < x->chain_count && !p->bad; ++i)
        p->bad = x->chains[i] >= x->state_count ||
                 (i == 0 ? x->chains[i] != 0 : x->chains[i] <= x->chains[i - 1]);
    int32_t chain = -1, next = 0;
    for (int32_t i = 0; i < x->response_count && !p->bad; ++i) {
        const recording_response* s = &x->responses[i];
        p->bad = s->chain < chain || s->chain >= x->chain_count || s->entry < 0 ||
                 s->entry >= x->palette.entry_count || s->before < 0 || s->after < 0 ||
                 s->before >= x->palette.speed_count || s->after >= x->palette.speed_count ||
                 s->count < 1;
        if (p->bad)
            return;
        int32_t end = s->chain + 1 < x->chain_count ? x->chains[s->chain + 1] : x->state_count;
        p->bad = s->chain != chain ? s->first < x->chains[s->chain] : s->first != next;
        p->bad = p->bad || s->first < 0 || s->count > end - 1 - s->first;
        if (p->bad)
            return;
        chain = s->chain;
        next = s->first + s->count;
    }
    for (int32_t i = 0; i < x->contact_count && !p->bad; ++i) {
        const recording_contact* c = &x->contacts[i];
        p->bad = c->state < (i > 0 ? c[-1].state : 0) || c->state >= x->state_count ||
                 c->first < -1 || c->second < -1 || c->first >= x->vertex_count ||
                 c->second >= x->vertex_count || !(c->impulse >= 0.0f) ||
                 !((double)c->impulse <= RECORDING_LARGEST);
        for (int k = 0; k < 3; ++k)
            p->bad = p->bad || !((double)fabsf(c->place[k]) <= RECORDING_LARGEST) ||
                     !((double)fabsf(c->normal[k]) <= RECORDING_LARGEST);
    }
}

static void stream_all(head_stream* p, recording* x) {
    stream(p, &x->mark, sizeof x->mark);
    stream_palette(p, &x->palette);
    stream_vec3(p, &x->pivot, false);
    stream_vec3(p, &x->axis, false);
    stream_vec3(p, &x->gravity, false);
    stream_int(p, &x->body_count, 1, 255);
    stream_int(p, &x->vertex_count, 1, INT32_MAX / 12);
    stream_int(p, &x->triangle_count, 0, INT32_MAX / 12);
    stream_int(p, &x->state_count, 1, INT32_MAX);
    if (p->bad)
        return;
    stream_int(p, &x->rest, 0, x->state_count - 1);
    stream_int(p, &x->chain_count, 1, INT32_MAX);
    stream_int(p, &x->response_count, 0, INT32_MAX);
    stream_int(p, &x->contact_count, 0, INT32_MAX);
    if (p->bad)
        return;
    stream_bodies(p, x);
    x->chains = stream_array(p, x->chains, x->chain_count, sizeof *x->chains);
    x->responses = stream_array(p, x->responses, x->response_count, sizeof *x->responses);
    x->contacts = stream_array(p, x->contacts, x->contact_count, sizeof *x->contacts);
    if (!p->bad)
        check_times(p, x);
    if (!p->bad && p->version >= WITH_LOOKS)
        stream_looks(p, x);
}

// ---- use -------------------------------------------------------------------------------

bytes recording_head(const recording* x, arena* memory) {
    buffer b = buffer_new(memory, 4096 + 12 * (size_t)x->triangle_count);
    recording copy = *x;
    opening o = {.version = RECORDING_VERSION, .byte_order = 1};
    memcpy(o.magic, MAGIC, sizeof MAGIC);
    buffer_add(&b, &o, sizeof o);
    head_stream p = {.out_or_null = &b, .memory = memory, .version = RECORDING_VERSION};
    stream_all(&p, &copy);
    SUPPLE_ASSERT(!p.bad);
    while (b.size % 16 != 8) // states begin at a multiple of 16
        buffer_add(&b, "", 1);
    o.head_size = b.size + sizeof(uint64_t);
    memcpy(b.data, &o, sizeof o);
    uint64_t sum = checkpoint_mark(0, b.data, b.size);
    buffer_add(&b, &sum, sizeof sum);
    return buffer_bytes(&b);
}

static bool read_at(int file, void* to, size_t size, int64_t at) {
    for (size_t done = 0; done < size;) {
        ssize_t n = pread(file, (char*)to + done, size - done, (off_t)(at + (int64_t)done));
        if (n <= 0 && !(n < 0 && errno == EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

static void close_file(void* file) {
    close(*(int*)file);
}

// Why it is none, or NULL.
static const char* take(int file, int64_t size, arena* memory, recording* out) {
    opening o;
    if (size < (int64_t)sizeof o || !read_at(file, &o, sizeof o, 0) ||
        memcmp(o.magic, MAGIC, sizeof MAGIC) != 0)
        return "is no recording: `supple record` makes them";
    if (o.version < OLDEST || o.version > RECORDING_VERSION || o.byte_order != 1)
        return "is a recording of another version of supple: record it again";
    if (o.head_size > (uint64_t)size || o.head_size > HEAD_MOST ||
        o.head_size < sizeof o + sizeof(uint64_t))
        return "is torn: it ends in its head";
    uint8_t* head = ARENA_NEW(memory, uint8_t, o.head_size);
    uint64_t sum;
    size_t inside = o.head_size - sizeof sum;
    if (!read_at(file, head, o.head_size, 0))
        return "cannot be read";
    memcpy(&sum, head + inside, sizeof sum);
    if (sum != checkpoint_mark(0, head, inside))
        return "is damaged: the check sum of its head is another one";
    head_stream p = {
        .from = head + sizeof o, .end = head + inside, .memory = memory, .version = o.version};
    *out = (recording){.file = -1};
    stream_all(&p, out);
    if (p.bad || p.end - p.from >= 16 || (o.version < WITH_CONTACTS && out->contact_count > 0))
        return "is damaged: its head contradicts itself";
    out->states_at = (int64_t)o.head_size;
    if (size - out->states_at != (int64_t)recording_state_size(out) * out->state_count)
        return "is torn: it does not have as many states as its head says";
    palette_set_rules(&out->palette);
    return NULL;
}

bool recording_knows(bytes file) {
    return file.size >= sizeof MAGIC && memcmp(file.data, MAGIC, sizeof MAGIC) == 0;
}

bool recording_open(const char* path, arena* memory, recording* out, report* r) {
    struct stat info;
    int* file = ARENA_NEW(memory, int, 1);
    void** owner = arena_own(memory, close_file);
    *file = open(path, O_RDONLY);
    if (*file < 0)
        return report_error(r, place_file(path), "cannot be opened: %s", strerror(errno));
    *owner = file;
    if (fstat(*file, &info) != 0 || !S_ISREG(info.st_mode))
        return report_error(r, place_file(path), "is no file");
    const char* why = take(*file, info.st_size, memory, out);
    if (why != NULL)
        return report_error(r, place_file(path), "%s", why);
    out->file = *file;
    out->path = path;
    return true;
}

recording_found recording_find(const char* path, uint64_t mark, arena* memory) {
    struct stat info;
    if (stat(path, &info) != 0)
        return RECORDING_NONE;
    recording x;
    report own = report_new(memory);
    return recording_open(path, memory, &x, &own) && x.mark == mark ? RECORDING_SAME
                                                                    : RECORDING_OTHER;
}

bool recording_states(const recording* x, int32_t first, int32_t count, float* out, report* r) {
    SUPPLE_ASSERT(x->file >= 0 && first >= 0 && count >= 0 && count <= x->state_count - first);
    size_t size = recording_state_size(x), numbers = size / sizeof *out * (size_t)count;
    if (!read_at(x->file, out, size * (size_t)count, x->states_at + (int64_t)size * first))
        return report_error(r, place_file(x->path), "cannot be read: %s", strerror(errno));
    for (size_t i = 0; i < numbers; ++i)
        if (!isfinite(out[i]))
            return report_error(r, place_file(x->path),
                                "state %d has a coordinate that is no number",
                                first + (int32_t)(i / (size / sizeof *out)));
    return true;
}

int32_t recording_response_of(const recording* x, int32_t state) {
    int32_t low = 0, high = x->response_count; // the first one that ends there or later
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        const recording_response* s = &x->responses[middle];
        if (s->first + s->count < state)
            low = middle + 1;
        else
            high = middle;
    }
    return low < x->response_count && state > x->responses[low].first ? low : -1;
}
