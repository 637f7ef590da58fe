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

EXPORT(web_prepared_body)
supple_body* web_prepared_body(supple_prepared* prepared, const supple_options* options_or_null) {
    const supple_allocator allocator = {allocate, release, NULL};
    return supple_prepared_body(prepared, options_or_null, &allocator);
}

EXPORT(web_world_create) supple_world* web_world_create(const supple_world_options* options) {
    const supple_allocator allocator = {allocate, release, NULL};
    return supple_world_create(options, &allocator);
}

// web/supple.js and web/world.js know these by number.
#define AT(type, field, offset) (offsetof(type, field) == (offset))
typedef char the_layouts_are_those_of_supple_js
    [sizeof(supple_asset) == 104 && AT(supple_asset, metres, 32) &&
             AT(supple_asset, positions, 36) && AT(supple_asset, shapes, 68) &&
             AT(supple_asset, bends, 84) && sizeof(supple_table) == 16 &&
             sizeof(supple_part) == 60 && AT(supple_part, first_shape, 28) &&
             AT(supple_part, tuning, 36) && sizeof(supple_streams) == 36 &&
             AT(supple_streams, normal_form, 32) && sizeof(supple_mesh) == 28 &&
             sizeof(supple_options) == 40 && AT(supple_options, world_metres, 24) &&
             AT(supple_options, forcing, 28) && AT(supple_options, spin, 32) &&
             AT(supple_options, free, 33) && AT(supple_options, linear, 34) &&
             AT(supple_options, max_pins, 36) && sizeof(supple_point) == 24 &&
             AT(supple_point, weight, 12) && sizeof(supple_pin) == 4 &&
             sizeof(supple_tuning) == 16 && sizeof(supple_motion) == 88 &&
             AT(supple_motion, velocity, 64) && AT(supple_motion, spin, 76) &&
             sizeof(supple_world_options) == 44 && AT(supple_world_options, self, 16) &&
             AT(supple_world_options, iterations, 20) &&
             AT(supple_world_options, max_contacts, 36) && sizeof(supple_shape) == 40 &&
             AT(supple_shape, positions, 20) && AT(supple_shape, friction, 36) &&
             sizeof(supple_contact) == 100 && AT(supple_contact, place, 60) &&
             AT(supple_contact, depth, 84) && AT(supple_contact, began, 96) &&
             AT(supple_world_stats, residual, 24) && AT(supple_world_stats, dropped, 28) &&
             sizeof(supple_joint_options) == 72 && AT(supple_joint_options, place, 12) &&
             AT(supple_joint_options, there, 24) && AT(supple_joint_options, axis, 36) &&
             AT(supple_joint_options, length, 48) && AT(supple_joint_options, twist_strength, 64) &&
             AT(supple_joint_options, touch, 68) && sizeof(supple_joint_state) == 16 &&
             AT(supple_joint_state, broken, 1) && AT(supple_joint_state, broke, 2) &&
             AT(supple_joint_state, force, 4) && AT(supple_joint_state, gap, 12)
         ? 1
         : -1];
