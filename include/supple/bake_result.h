// Result: what the bake of a scene made; the asset, the GLB, and the figures of every part.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/bake_job.h"

#ifdef __cplusplus
extern "C" {
#endif

// Bakes the scene by the recipe.
SUPPLE_BAKE_API supple_bake_status supple_bake_run(supple_bake_job* job);

// A mode of vibration of a part.
typedef struct supple_bake_mode {
    // Frequency, Hz.
    double hz;
    // Damping over critical damping.
    double ratio;
    // Until a hundredth of a swing is left, seconds.
    double seconds;
    // Of what moving bones do to the flesh, 0 to 1; 0 where nothing holds it.
    double fraction;
} supple_bake_mode;

// What came of a sculpted target of a posed part.
typedef struct supple_bake_target {
    // Its name, and its pose in words.
    const char *name, *pose;
    // How the part swings about it, Hz: the slowest, as it is played, in the coordinates that it has.
    double first;
    // The farthest that a vertex was sculpted, metres.
    double largest;
    // What the volume does not carry of it, metres, rms over vertices; vertices show it all the same.
    double missed;
    // What the coordinates cannot show of its displacement, 0 to 1.
    double error;
    // What the coordinates cannot show of its own modes, 0 to 1.
    double unlike;
    // The slowest mode of its elements before they were reduced, Hz: at most `first`.
    double first_of_whole;
} supple_bake_target;

// An entry of the palette of a recording.
typedef struct supple_bake_entry {
    const char* name;
    // Responses to it, and those of them that may be begun.
    int32_t response_count, start_count;
} supple_bake_entry;

// What came of a recording.
typedef struct supple_bake_recorded {
    // The shapes; states, contacts and responses that were recorded.
    int32_t rank, state_count, contact_count, response_count;
    // Of the responses: those that may be begun; too short for that; running on into another; dead ends.
    int32_t start_count, short_count, run_on_count, dead_count;
    int32_t entry_count;
    const supple_bake_entry* entries;
    // The error, root mean square, over the motion; at the worst vertex, metres; and with 16 bits, no vertex's is larger.
    double error, worst, bound;
    // The largest distance from rest, root mean square over the surface, metres.
    double reach;
    // From a state to the nearest start, of the reach, over all states and the entries that they allow: mean and worst.
    double jump_mean, jump_worst;
    // Of velocities in distances, s^2; how fast jumps are blended away, 1/s.
    double balance, blend;
    // Of the jumps, the farthest first, and of all ends that run on: those that were tested, and those whose surfaces cross
    // while they are blended and would not otherwise.
    int64_t tested_count, crossing_count;
} supple_bake_recorded;

// Soft shadows and bounced light of the asset.
typedef struct supple_bake_light {
    // Points that are lit, 0: the asset has no light; shapes that they were lit in; fields; bytes of the asset.
    int32_t point_count, shape_count, field_count;
    size_t bytes;
    // Root mean square, of the transfer: at states that nobody lit, and by the few bits of the tables.
    double error, rounded;
    // The first of them as a part of what changes.
    double error_of_change;
    // Balls that stand for the body over the ground, and what they are off by, of the light that shaded ground keeps; 0: there are none.
    int32_t ball_count;
    double ground_off;
} supple_bake_light;

// One soft part, as a table shows it.
typedef struct supple_bake_part {
    const char* name;
    // The names of its bones, the heaviest first.
    int32_t bone_count;
    const char* const* bones;
    // Of the mesh, of the volume, and of its nodes those that do not move.
    int32_t vertex_count, tet_count, node_count, fixed_count;
    // The most important mode first.
    int32_t mode_count;
    const supple_bake_mode* modes;
    // The slowest and the fastest mode, Hz.
    double first, last;
    // All of it, kg.
    double mass;
    // What its modes take up of what moving bones do to the flesh, 0 to 1; NaN: no bone carries it.
    double captured;
    // How far its coordinates are from the unreduced body, rms over the mass, as a part of what that does: hanging at 1 g along the worst
    // direction; shaken at 1 to 6 Hz along the worst direction; turned to and fro about the worst axis; and its bones moving one by one.
    // NaN: no bone carries it, or it is posed.
    double hang_error, shake_error, turn_error, apart_error;
    // What no choice of as many coordinates that hang as exactly is better than, as the worst of the last three; 0: not known. NaN as they are.
    double least_error;
    // Error of the shapes as carried to the surface, rms, over their size.
    double interpolation;
    // Young's modulus as it was scaled to, Pa.
    double young;
    // By how much of itself its slowest mode changes when cells are halved; NaN: not known.
    double refinement;
    // The elements of half the size that this was found with; 0: they were not tried, and it is an estimate.
    int32_t refined_tet_count;
    // The share, 0 to 1, of its slowest mode's elastic energy in elements that lie across gaps narrower than a cell, and close them:
    // above 0.02 smaller cells may change that mode by more than a tenth, and are tried unless there are too many.
    double gaps;
    // A warning says that the cells are too large for its slowest mode.
    bool coarse;
    // Modes that were left out because they bend elements that hold nothing of the body.
    int32_t hollow_count;
    // The farthest that a vertex goes, in the scene's unit.
    double limit;
    // Of a posed part; 0: it is none.
    int32_t target_count;
    const supple_bake_target* targets;
    // Of a recorded part, which has no volume and no modes; NULL: it is none.
    const supple_bake_recorded* recorded_or_null;
    // How long it took.
    double seconds;
} supple_bake_part;

// A part that was wanted or found and is not in the asset.
typedef struct supple_bake_omission {
    const char* name;
    // A sentence.
    const char* reason;
    // It could not be made; otherwise it was left out because it is no flesh, or has no room.
    bool failed;
} supple_bake_omission;

typedef struct supple_bake_result {
    // The asset alone (.supple), for supple_asset_read: 16-aligned.
    supple_bake_bytes asset;
    // Metres of the scene's unit, why it is taken for that, and whether it was a guess.
    double unit;
    const char* unit_reason;
    bool unit_guessed;
    int32_t part_count;
    const supple_bake_part* parts;
    // Parts that are missing, and whether one of them failed.
    int32_t omission_count;
    const supple_bake_omission* omissions;
    bool incomplete;
    supple_bake_light light;
    // How long it took, and the most memory that the process has had, bytes.
    double seconds;
    int64_t peak;
} supple_bake_result;

// What the last run made; NULL before it.
SUPPLE_BAKE_API const supple_bake_result* supple_bake_result_of(const supple_bake_job* job);

// The scene's file as a GLB with the asset inside; what supple does not understand of it is passed on unharmed.
SUPPLE_BAKE_API supple_bake_status supple_bake_glb(supple_bake_job* job, supple_bake_bytes* out);

typedef enum supple_bake_report_kind {
    // Every figure, for programs.
    SUPPLE_BAKE_REPORT_JSON,
    // One page for people.
    SUPPLE_BAKE_REPORT_SVG
} supple_bake_report_kind;

// Figures and errors of the last run, and what was found in its recipe, in its scene and by itself. output_or_null and its size are what the report calls the output.
SUPPLE_BAKE_API supple_bake_status supple_bake_report(supple_bake_job* job,
                                                      supple_bake_report_kind kind,
                                                      const char* output_or_null,
                                                      size_t output_size, supple_bake_bytes* out);

#ifdef __cplusplus
}
#endif
