// Prepared: what all bodies of an asset share at run time, found once. For one body you need not ask for it.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/asset.h"

#ifdef __cplusplus
extern "C" {
#endif

// What bodies of one asset share: made once, held by a count, the same for all threads. A body holds the one it
// was made from until it is destroyed, and you hold it until you release it, in any order; then its memory is
// given back. The asset's bytes must outlive it.
typedef struct supple_prepared supple_prepared;

// Held by you. NULL if the allocator returns that. The asset is copied. The allocator is called later by
// whichever thread adds the first body of it to a world, or lets go last: where several add at once, by
// several at once, which it must allow.
SUPPLE_API supple_prepared* supple_asset_prepare(const supple_asset* asset,
                                                 const supple_allocator* allocator_or_null);

// One holder more, which is returned; and one less. Any thread that holds it may call either. (Where the compiler
// has no C11 atomics, bodies of one prepared asset are made, added and destroyed by one thread at a time.)
SUPPLE_API supple_prepared* supple_prepared_retain(supple_prepared* prepared);
SUPPLE_API void supple_prepared_release(supple_prepared* prepared_or_null);

// Makes what worlds need to find contacts, if it is not there: some milliseconds, and megabytes, for ten thousand
// vertices. supple_world_add_body does it too, with the first body; call this at loading time instead. False: no memory.
SUPPLE_API bool supple_prepared_contacts(supple_prepared* prepared);

// Finds the coefficients of a step of dt seconds once for all bodies with the asset's own tuning, which would each
// find the same, also those of a step that is cut into up to four substeps. For many bodies, where dt changes from frame to frame.
// Only while none of them is being stepped.
SUPPLE_API void supple_prepared_step(supple_prepared* prepared, float dt);

// The asset that was prepared; of a shape one that lives as long as the prepared does: what to draw.
SUPPLE_API supple_asset supple_prepared_asset(const supple_prepared* prepared);

#ifdef __cplusplus
}
#endif
