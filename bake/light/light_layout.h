// Where things are in a file of light (light_file.h): a head, the plan's states, an entry for each field, fields from a page on.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/light/light_file.h"

enum { LIGHT_PAGE = 4096 };

typedef struct light_head {
    uint64_t magic;
    uint32_t version;
    int32_t shape_count, held_count, point_count, width;
    uint32_t unused;
    uint64_t mark, states; // of the plan, of its states
    uint64_t rest[2];      // 0
} light_head;
typedef char head_is_as_specified[sizeof(light_head) == 64 && sizeof(light_entry) == 48 ? 1 : -1];

static inline size_t light_count_of(const light_plan* p) {
    return (size_t)p->shape_count + (size_t)p->held_count;
}
static inline size_t light_field_size(const light_plan* p) {
    return (size_t)p->point_count * (size_t)p->width * sizeof(float);
}
static inline size_t light_entries_at(const light_plan* p) {
    return sizeof(light_head) + (light_count_of(p) * sizeof(int32_t) + 7) / 8 * 8;
}
static inline size_t light_fields_at(const light_plan* p) {
    return (light_entries_at(p) + light_count_of(p) * sizeof(light_entry) + LIGHT_PAGE - 1) /
           LIGHT_PAGE * LIGHT_PAGE;
}
static inline size_t light_size_of(const light_plan* p) {
    return light_fields_at(p) + light_count_of(p) * light_field_size(p);
}
