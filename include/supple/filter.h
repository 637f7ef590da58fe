// Filter: who has contacts with whom.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/collider.h"

#ifdef __cplusplus
extern "C" {
#endif

// Who has contacts with whom: two have, where the mask of each has a bit of the other's category, and they are not of one group.
typedef struct supple_filter {
    // Bits that say what it is; 1 by default.
    uint32_t category;
    // Bits of the categories that it has contacts with; all by default.
    uint32_t mask;
    // Things of the same group, if that is not 0, have no contacts with each other.
    int32_t group;
} supple_filter;

SUPPLE_API supple_filter supple_filter_default(void);
// Live, and part of the state; what they touched is woken.
SUPPLE_API void supple_body_set_filter(supple_body* body, supple_filter filter);
SUPPLE_API supple_filter supple_body_filter(const supple_body* body);
SUPPLE_API void supple_world_set_collider_filter(supple_world* world, supple_collider collider,
                                                 supple_filter filter);
SUPPLE_API supple_filter supple_world_collider_filter(const supple_world* world,
                                                      supple_collider collider);

// Whether the flesh of a part has contacts; all has by default. Skin of no part, and where parts overlap flesh of one that
// does, has them too.
SUPPLE_API void supple_body_set_part_contacts(supple_body* body, int part, bool has);
SUPPLE_API bool supple_body_part_contacts(const supple_body* body, int part);

// A word of yours on pairs that filters let meet and whose bounds are near: false, and they have no contacts. It is called within a
// step, several times a pair, and must answer alike for as long as nothing changes; it may read, and change nothing. Not
// part of a state.
typedef struct supple_pair_filter {
    // True: the two may have contacts.
    bool (*may_collide)(void* user, const supple_body* body, const supple_body* other_or_null,
                        supple_collider collider);
    // A pointer of yours that it gets.
    void* user;
} supple_pair_filter;

SUPPLE_API void supple_world_set_pair_filter(supple_world* world,
                                             const supple_pair_filter* filter_or_null);

#ifdef __cplusplus
}
#endif
