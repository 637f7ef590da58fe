// Recorded: a part that plays what was simulated beforehand (docs/record.md). Entries are what may happen to it,
// responses what was recorded of that, as states one after another.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/point.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct supple_recorded {
    // How many entries, responses and states the recording has.
    int32_t entry_count, response_count, state_count;
    // How many contacts were recorded.
    int32_t contact_count;
    // Seconds from one state to the next.
    float step;
    // Seconds that every entry was given before another one came.
    float shortest;
    // How fast a jump is blended away, 1/s.
    float blend;
    // No vertex of a state is farther than this from where it was recorded, metres.
    float error;
} supple_recorded;

typedef struct supple_entry {
    // The name in the palette file.
    const char* name;
    // By how much velocity and spin jump, in the support's axes, m/s and rad/s.
    supple_vec3 velocity, spin;
    // Its support jumps; otherwise the body does.
    bool moves_support;
} supple_entry;

// What there is at the end of a response.
typedef enum supple_end {
    // The body is at rest.
    SUPPLE_END_RESTS,
    // The support is at its limit.
    SUPPLE_END_LIMITED,
    // It is blended into another response, or into rest.
    SUPPLE_END_RUNS_ON,
    // Nothing is known of what follows, so it is never begun.
    SUPPLE_END_DEAD
} supple_end;

typedef struct supple_recorded_response {
    // The entry that it answers.
    int32_t entry;
    // How long it is.
    float seconds;
    // Whether it may be begun.
    bool is_start;
    // What there is at its end.
    supple_end end;
    // The response that one which runs on is blended into; -1 is rest.
    int32_t next;
} supple_recorded_response;

// Of a part that is not recorded, or an index that is none: zeros, an empty name, entry and next -1.
SUPPLE_API supple_recorded supple_asset_recorded(const supple_asset* asset, int part);
SUPPLE_API supple_entry supple_asset_entry(const supple_asset* asset, int part, int entry);
SUPPLE_API supple_recorded_response supple_asset_response(const supple_asset* asset, int part,
                                                          int response);
// The part's coordinates, [coord_count], so many seconds after the response began, before and after it those at its
// ends; and their change a second. Either may be NULL. False: there is no such response.
SUPPLE_API bool supple_asset_sample(const supple_asset* asset, int part, int response,
                                    float seconds, float* coords_or_null,
                                    float* velocities_or_null);

// A recorded part: an entry of its palette (supple_asset_entry) happens now, whatever is played, and what was recorded
// after the state nearest to now is played, blended in without a jump of place or velocity. False, and counted, where
// the support's speed or limits do not allow it, or nothing of the kind was recorded.
SUPPLE_API bool supple_body_trigger(supple_body* body, int part, int entry);
// ... or as soon as it is allowed and what began last has gone on for the shortest time of the recording. Up to 8 wait;
// false, and counted, of one more.
SUPPLE_API bool supple_body_queue(supple_body* body, int part, int entry);
SUPPLE_API void supple_body_empty_queue(supple_body* body, int part);
// Whether supple_body_trigger would begin it now.
SUPPLE_API bool supple_body_allows(const supple_body* body, int part, int entry);

typedef struct supple_playing {
    // The entry that began last; -1 before the first.
    int32_t entry;
    // The response that is played; -1 at rest.
    int32_t response;
    // The state of the file that is nearest to now.
    int32_t state;
    // How many entries wait in the queue.
    int32_t waiting;
    // How many entries have begun, and how many were refused, since creation.
    uint32_t begun, refused;
    // Nothing is left of it but what is blended away.
    bool ended;
    // Seconds since it began.
    float seconds;
    // How far the jump that began it was, in place and velocity, from what was shown to where the
    // response begins, metres.
    float distance;
    // What is still to be blended away, root mean square over the surface, metres.
    float offset;
    // How the support has moved since it began. Its bone's matrix is multiplied by this from the
    // right: the palette places the frame, the recording moves it.
    supple_matrix support;
    // The same as a displacement, metres. Of a support that turns, x is its angle, rad.
    supple_vec3 displacement;
} supple_playing;

// Of a part that is not recorded: zeros, entry and response -1.
SUPPLE_API supple_playing supple_body_playing(const supple_body* body, int part);

// Where two things touched while it was recorded, as the last step came by there: for sound and dust.
typedef struct supple_recorded_contact {
    // In the world. The normal points from the second thing to the first.
    supple_vec3 place, normal;
    // N s since the state before.
    float impulse;
    // A vertex of each; UINT32_MAX is one of the surroundings.
    uint32_t first, second;
} supple_recorded_contact;

// In the order of time; returns how many there are and writes at most `capacity`.
SUPPLE_API int supple_body_recorded_contacts(const supple_body* body, int part,
                                             supple_recorded_contact* out, int capacity);

// Of the entries that are allowed now, the one that changes the velocity of a point most nearly along a push, in the world's axes
// (within 60 degrees); -1: none. At a point of the support, which no part moves: the one that leaves the part behind as such
// a push would: to push a dashboard one way is to push what stands on it the other. This is what options.triggers triggers.
SUPPLE_API int supple_body_answer(const supple_body* body, int part, supple_point at,
                                  supple_vec3 push);

#ifdef __cplusplus
}
#endif
