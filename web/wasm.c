// What libsupple needs around it as WebAssembly: memory, and the few functions of C that it calls.
//
// tools/build-wasm compiles this with the runtime by plain clang and wasm-ld; every supple_ function is
// exported with the C ABI of wasm32 (structs by pointer), and web/supple.js speaks it. Nothing is
// imported. Free memory is a list of holes in the order of their addresses, joined when neighbours: bodies
// and assets come and go rarely, so first fit is quick enough.
// SPDX-License-Identifier: MIT
#include "supple/supple.h"

#include <stdint.h>
#include <string.h>

#undef memcpy
#undef memmove
#undef memset

#define EXPORT(name) __attribute__((export_name(#name)))

enum { ALIGNMENT = 16, PAGE = 65536 };

// In front of every piece of memory, given away or not.
typedef struct piece {
    size_t size; // bytes behind this head
    struct piece* next;
    size_t unused[2]; // keeps what follows at a multiple of 16
} piece;

typedef char a_piece_keeps_alignment[sizeof(piece) == ALIGNMENT ? 1 : -1];

static piece* holes;

void* memcpy(void* to, const void* from, size_t size) {
    return __builtin_memcpy(to, from, size);
}

void* memmove(void* to, const void* from, size_t size) {
    return __builtin_memmove(to, from, size);
}

void* memset(void* to, int value, size_t size) {
    return __builtin_memset(to, value, size);
}

int memcmp(const void* a, const void* b, size_t size) {
    const uint8_t *l = a, *r = b;
    for (size_t i = 0; i < size; ++i)
        if (l[i] != r[i])
            return l[i] < r[i] ? -1 : 1;
    return 0;
}

size_t strlen(const char* text) {
    size_t length = 0;
    while (text[length] != 0)
        ++length;
    return length;
}

static uint8_t* end_of(piece* p) {
    return (uint8_t*)(p + 1) + p->size;
}

EXPORT(web_release) void web_release(void* memory_or_null) {
    if (memory_or_null == NULL)
        return;
    piece* p = (piece*)memory_or_null - 1;
    piece *before = NULL, *after = holes;
    while (after != NULL && after < p) {
        before = after;
        after = after->next;
    }
    p->next = after;
    if (after != NULL && end_of(p) == (uint8_t*)after) {
        p->size += sizeof *after + after->size;
        p->next = after->next;
    }
    if (before == NULL)
        holes = p;
    else if (end_of(before) == (uint8_t*)p) {
        before->size += sizeof *p + p->size;
        before->next = p->next;
    } else
        before->next = p;
}

static bool grow(size_t size) {
    size_t pages = (size + sizeof(piece) + PAGE - 1) / PAGE;
    size_t old = __builtin_wasm_memory_grow(0, pages);
    if (old == SIZE_MAX)
        return false;
    piece* p = (piece*)(old * PAGE);
    p->size = pages * PAGE - sizeof *p;
    web_release(p + 1);
    return true;
}

static piece* take(size_t size) {
    for (piece** at = &holes; *at != NULL; at = &(*at)->next) {
        piece* p = *at;
        if (p->size < size)
            continue;
        *at = p->next;
        if (p->size >= size + 2 * sizeof *p) { // the rest is worth keeping
            piece* rest = (piece*)((uint8_t*)(p + 1) + size);
            rest->size = p->size - size - sizeof *rest;
            rest->next = p->next;
            *at = rest;
            p->size = size;
        }
        return p;
    }
    return NULL;
}

// 16-aligned; NULL when there is no more. Views of the memory that JavaScript holds may end here.
EXPORT(web_allocate) void* web_allocate(size_t size) {
    if (size > SIZE_MAX - 2 * PAGE)
        return NULL;
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    piece* p = take(size);
    if (p == NULL && grow(size))
        p = take(size);
    return p != NULL ? p + 1 : NULL;
}

static void* allocate(void* user, size_t size) {
    (void)user;
    return web_allocate(size);
}

static void release(void* user, void* memory, size_t size) {
    (void)user;
    (void)size;
    web_release(memory);
}

EXPORT(web_asset_prepare) supple_prepared* web_asset_prepare(const supple_asset* asset) {
    const supple_allocator allocator = {allocate, release, NULL};
    return supple_asset_prepare(asset, &allocator);
}

EXPORT(web_shape_prepare) supple_prepared* web_shape_prepare(const supple_shape* shape) {
    const supple_allocator allocator = {allocate, release, NULL};
    return supple_shape_prepare(shape, &allocator);
}

EXPORT(web_prepared_body)
supple_body* web_prepared_body(supple_prepared* prepared,
                               const supple_body_options* options_or_null) {
    const supple_allocator allocator = {allocate, release, NULL};
    return supple_prepared_body(prepared, options_or_null, &allocator);
}

EXPORT(web_world_create) supple_world* web_world_create(const supple_world_options* options) {
    const supple_allocator allocator = {allocate, release, NULL};
    return supple_world_create(options, &allocator);
}

// Lines of supple_world_draw: six numbers each, and a colour.
typedef struct lines {
    float (*places)[6];
    uint32_t* colors;
    int32_t count, capacity;
} lines;

static void add_line(void* user, supple_vec3 from, supple_vec3 to, uint32_t rgb) {
    lines* l = user;
    if (l->count < l->capacity) {
        const float x[6] = {from.x, from.y, from.z, to.x, to.y, to.z};
        __builtin_memcpy(l->places[l->count], x, sizeof x);
        l->colors[l->count] = rgb;
    }
    ++l->count;
}

EXPORT(web_world_lines)
int32_t web_world_lines(const supple_world* world, uint32_t what, float (*places)[6],
                        uint32_t* colors, int32_t capacity) {
    lines l = {places, colors, 0, capacity};
    const supple_drawing to = {.line = add_line, .user = &l, .what = what};
    supple_world_draw(world, &to);
    return l.count;
}

// What supple_world_draw calls, one after another: a word has one place, a point one, a line two, a triangle three.
enum { DRAWN_WORDS = 0, DRAWN_TEXT = 64 };
typedef struct drawn {
    uint32_t kind, rgb; // so many places; DRAWN_WORDS: words
    supple_vec3 places[3];
    char text[DRAWN_TEXT];
} drawn;

typedef struct drawn_list {
    drawn* all;
    int32_t count, capacity;
} drawn_list;

static drawn* next_drawn(drawn_list* l, uint32_t kind, uint32_t rgb) {
    static drawn beyond;
    drawn* d = l->count < l->capacity ? &l->all[l->count] : &beyond;
    ++l->count;
    d->kind = kind;
    d->rgb = rgb;
    return d;
}

static void draw_point(void* user, supple_vec3 place, uint32_t rgb) {
    next_drawn(user, 1, rgb)->places[0] = place;
}

static void draw_line(void* user, supple_vec3 from, supple_vec3 to, uint32_t rgb) {
    drawn* d = next_drawn(user, 2, rgb);
    d->places[0] = from;
    d->places[1] = to;
}

static void draw_triangle(void* user, supple_vec3 a, supple_vec3 b, supple_vec3 c, uint32_t rgb) {
    drawn* d = next_drawn(user, 3, rgb);
    d->places[0] = a;
    d->places[1] = b;
    d->places[2] = c;
}

static void draw_text(void* user, supple_vec3 place, const char* text, uint32_t rgb) {
    drawn* d = next_drawn(user, DRAWN_WORDS, rgb);
    d->places[0] = place;
    int i = 0;
    while (i < DRAWN_TEXT - 1 && text[i] != '\0') {
        d->text[i] = text[i];
        ++i;
    }
    d->text[i] = '\0';
}

// Returns how many there are and writes at most `capacity`.
EXPORT(web_world_drawing)
int32_t web_world_drawing(const supple_world* world, uint32_t what, drawn* all, int32_t capacity) {
    drawn_list l = {all, 0, capacity};
    const supple_drawing to = {.line = draw_line,
                               .user = &l,
                               .what = what,
                               .point_or_null = draw_point,
                               .triangle_or_null = draw_triangle,
                               .text_or_null = draw_text};
    supple_world_draw(world, &to);
    return l.count;
}

EXPORT(web_ground_create) supple_ground* web_ground_create(void) {
    const supple_allocator allocator = {allocate, release, NULL};
    return supple_ground_create(&allocator);
}

EXPORT(web_light_create) supple_light* web_light_create(const supple_asset* asset) {
    const supple_allocator allocator = {allocate, release, NULL};
    return supple_light_create(asset, &allocator);
}
