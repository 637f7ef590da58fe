// What several threads may use at once: a count of holders, and a pointer that is set once.
//
// With C11's atomics. A compiler without them (it says so by __STDC_NO_ATOMICS__) gets plain numbers: then one
// thread at a time may make, add and destroy what shares something. No locks: a freestanding build has none.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>

typedef _Atomic(int32_t) shared_count;
typedef _Atomic(const void*) shared_pointer;

static inline void shared_count_start(shared_count* c, int32_t holders) {
    atomic_init(c, holders);
}
static inline void shared_count_more(shared_count* c) {
    atomic_fetch_add_explicit(c, 1, memory_order_relaxed); // whoever calls holds it already
}
// True for the last holder: all that the others did to what is shared has happened before.
static inline bool shared_count_less(shared_count* c) {
    return atomic_fetch_sub_explicit(c, 1, memory_order_acq_rel) == 1;
}

static inline void shared_pointer_start(shared_pointer* p) {
    atomic_init(p, NULL);
}
static inline const void* shared_pointer_get(const shared_pointer* p) {
    return atomic_load_explicit((shared_pointer*)p, memory_order_acquire);
}
// Sets it, unless somebody else has. True: it is `value` now.
static inline bool shared_pointer_set(shared_pointer* p, const void* value) {
    const void* none = NULL;
    return atomic_compare_exchange_strong_explicit(p, &none, value, memory_order_acq_rel,
                                                   memory_order_acquire);
}
#else
typedef int32_t shared_count;
typedef const void* shared_pointer;

static inline void shared_count_start(shared_count* c, int32_t holders) {
    *c = holders;
}
static inline void shared_count_more(shared_count* c) {
    ++*c;
}
static inline bool shared_count_less(shared_count* c) {
    return --*c == 0;
}
static inline void shared_pointer_start(shared_pointer* p) {
    *p = NULL;
}
static inline const void* shared_pointer_get(const shared_pointer* p) {
    return *p;
}
static inline bool shared_pointer_set(shared_pointer* p, const void* value) {
    bool free = *p == NULL;
    if (free)
        *p = value;
    return free;
}
#endif
