// supple_bake - from a mesh or a rigged character to an asset that libsupple plays.
//
// One noun: the job. Give it a scene and a recipe, run it, take what came out, release it.
//
//   supple_bake_job* job = supple_bake_create(NULL);
//   if (supple_bake_read_file(job, "hero.glb") == SUPPLE_BAKE_DONE && supple_bake_run(job) == SUPPLE_BAKE_DONE) {
//       supple_bake_bytes glb;
//       supple_bake_glb(job, &glb);      // hero.glb with the asset inside
//   }
//   for (int32_t i = 0; i < supple_bake_finding_count(job); ++i)
//       puts(supple_bake_finding_at(job, i).text);
//   supple_bake_release(job);
//
// Nothing here prints, exits, or keeps anything after the release of a job. Whatever goes wrong comes
// back as a status and as findings: sentences that a person can act on. What a job gave out (bytes,
// texts, arrays) stays as it is until a scene is read, a recipe set, the bake run again, or the job released;
// what supple_bake_modes and supple_bake_simulate gave out, until they are called again or the job is released. Calls that do not end in
// SUPPLE_BAKE_DONE let none of it go.
// A job belongs to one thread at a time. Jobs on several threads are fine: they take turns in
// supple_bake_run, supple_bake_modes and supple_bake_simulate, because the number of OpenBLAS's threads, on which the last bits
// of sums depend, is one for the whole process. The same scene and recipe give the same bytes, whatever the number of threads.
//
// libsupple_bake links CHOLMOD, whose supernodal module is under the GPL, version 2 or later: a program that
// links this library may be passed on under the GPL only. What it bakes is yours, and libsupple, which plays it, is MIT.
//
// Pointers may not be NULL unless named ..._or_null. This header is valid C99, C11 and C++.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef SUPPLE_BAKE_API
#if defined(__GNUC__)
#define SUPPLE_BAKE_API __attribute__((visibility("default")))
#else
#define SUPPLE_BAKE_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// The version of the library that is linked: major * 10000 + minor * 100 + patch, the same as SUPPLE_VERSION
// of the supple.h that was installed with it.
SUPPLE_BAKE_API int supple_bake_version(void);
// The newest version of the asset file that it writes; the libsupple that plays it must read that one.
SUPPLE_BAKE_API int supple_bake_format_version(void);

// ---- jobs ------------------------------------------------------------------------------

typedef struct supple_bake_job supple_bake_job;

typedef enum supple_bake_status {
    SUPPLE_BAKE_DONE,
    // The input or the recipe is bad, or nothing of it can be made soft: findings say why.
    SUPPLE_BAKE_REFUSED,
    // The allocator, or a library that does not use it, had no more. The job is as it was before the call.
    SUPPLE_BAKE_OUT_OF_MEMORY,
    // The progress callback returned false. The job is as it was before the call.
    SUPPLE_BAKE_CANCELLED
} supple_bake_status;

typedef struct supple_bake_bytes {
    const void* data;
    size_t size;
} supple_bake_bytes;

typedef struct supple_bake_options {
    // Threads to work on; 0 or less: as many as the machine has.
    int32_t threads;
    // Where it is in doubt whether a part's cells are small enough for its slowest mode, solve that mode with cells of half the
    // size, too, and tell what they change; some seconds for each such part. Default: true. false: it is estimated.
    bool try_half_cells;

    // Memory: aligned to 16 bytes, or NULL when there is no more. Called from threads of the library too, but
    // never by two at once. It may not call the library, nor may `release`. Both NULL: malloc and free; one alone
    // makes no job. CHOLMOD, METIS, OpenBLAS, cJSON and libyaml cannot be
    // told and use malloc; when they get none, the call ends in SUPPLE_BAKE_OUT_OF_MEMORY or SUPPLE_BAKE_REFUSED.
    void* (*allocate_or_null)(void* user, size_t size);
    // Gives back what `allocate` gave, with the size that was asked for.
    void (*release_or_null)(void* user, void* memory, size_t size);
    // Handed to both.
    void* allocator_user;

    // Told what is worked at (a part's name; "" before the first and after the last) and how much of all is done,
    // in thousandths of a part, as far as it can be foreseen within one: 0 of 0 where there are no parts, as in
    // reading and in supple_bake_modes. Returning false cancels, which one factorisation of a large matrix cannot
    // be interrupted for. Called on the thread that called the library: before every part, and in between as often as
    // progress_seconds allows. It may not call the library with a job that is at work, run or find modes
    // with another, or leave by an exception or longjmp.
    bool (*progress_or_null)(void* user, const char* what, int32_t done, int32_t total);
    // Told once, before the first part, how many seconds and bytes at once all of them will take: a guess within a
    // factor of two or three, by the elements and modes that are asked for. Returning false cancels. What is more
    // than the machine has is refused without it. May be NULL; as for the other callback.
    bool (*estimate_or_null)(void* user, double seconds, double bytes);
    // Handed to both.
    void* progress_user;
    // The least time between two calls in between, seconds. Default: 0.05. 0: as often as can be.
    double progress_seconds;

    // A sample that a scene to simulate, or that of a recording (supple_bake_recipe.scene_or_null), names, as the bytes of a file, which are copied; false
    // where there is none of that name. NULL: none are known, and such a scene is refused. As for the other callbacks.
    bool (*sample_or_null)(void* user, const char* name, supple_bake_bytes* out);
    // Handed to it.
    void* sample_user;
} supple_bake_options;

SUPPLE_BAKE_API supple_bake_options supple_bake_options_default(void);

// A new job, or NULL when there is no memory for it, or only one half of an allocator. NULL options: the default ones.
SUPPLE_BAKE_API supple_bake_job* supple_bake_create(const supple_bake_options* options_or_null);

// Frees the job and everything it gave out.
SUPPLE_BAKE_API void supple_bake_release(supple_bake_job* job_or_null);

// ---- findings --------------------------------------------------------------------------

typedef enum supple_bake_severity {
    SUPPLE_BAKE_NOTE,
    SUPPLE_BAKE_WARNING,
    SUPPLE_BAKE_ERROR
} supple_bake_severity;

typedef struct supple_bake_finding {
    supple_bake_severity severity;
    // A sentence that begins with its place, without control characters: fit for a terminal.
    const char* text;
    // The file it is about, as it was named, or NULL.
    const char* file_or_null;
    // The line, from 1, or 0; the byte, from 0, or -1.
    int64_t line, byte;
} supple_bake_finding;

// What was found in the recipe, in the scene and by the last run of them, then by all other calls and refused ones
// since one of those three was made: findings go with what they are about. A call that ended in
// SUPPLE_BAKE_OUT_OF_MEMORY or SUPPLE_BAKE_CANCELLED adds one, which goes with the next call.
SUPPLE_BAKE_API int32_t supple_bake_finding_count(const supple_bake_job* job);
// An empty note where there is no such finding.
SUPPLE_BAKE_API supple_bake_finding supple_bake_finding_at(const supple_bake_job* job, int32_t i);

// ---- the scene -------------------------------------------------------------------------

// A file: glTF (.glb, .gltf), OBJ, PLY or STL; or a recording (.rec), which must stay as it is until the bake was run. It
// takes the place of the scene that was there.
SUPPLE_BAKE_API supple_bake_status supple_bake_read_file(supple_bake_job* job, const char* path);

// The same from bytes, which are copied. `name` stands in findings, its ending helps where the content does not tell
// the format, and files that the content names are looked for in its folder.
SUPPLE_BAKE_API supple_bake_status supple_bake_read_bytes(supple_bake_job* job, const void* data,
                                                          size_t size, const char* name);

// A bone of a mesh from arrays.
typedef struct supple_bake_joint {
    const char* name;
    // An earlier joint, or -1.
    int32_t parent;
    // Where it stands in the bind pose, in the mesh's space: column by column, the last row 0 0 0 1.
    float bind[16];
} supple_bake_joint;

// A mesh from arrays; they are copied.
typedef struct supple_bake_mesh {
    // In findings and in the GLB.
    const char* name;
    // Three floats a vertex, so many bytes from one to the next. Default stride: 12.
    int32_t vertex_count;
    const float* positions;
    size_t position_stride;
    // Three indices a triangle, so many bytes from one to the next, counter-clockwise from outside. Default stride: 12.
    int32_t triangle_count;
    const uint32_t* triangles;
    size_t triangle_stride;
    // A skeleton of up to 65536 joints; 0: none, and all of the mesh is soft.
    int32_t joint_count;
    const supple_bake_joint* joints_or_null;
    // Joints a vertex: 4 or 8. [vertex_count][influence_count] numbers of joints, and their weights with a sum of 1 a vertex.
    int32_t influence_count;
    const uint16_t* joint_of_or_null;
    const float* weights_or_null;
} supple_bake_mesh;

// An empty mesh with the default strides.
SUPPLE_BAKE_API supple_bake_mesh supple_bake_mesh_default(void);
SUPPLE_BAKE_API supple_bake_status supple_bake_read_mesh(supple_bake_job* job,
                                                         const supple_bake_mesh* mesh);

// ---- the recipe ------------------------------------------------------------------------

// Limits of a recipe, in its text too.
enum {
    SUPPLE_BAKE_MODES_MAX = 1000, // a part
    SUPPLE_BAKE_TETS_MIN = 20,
    SUPPLE_BAKE_TETS_MAX = 2000000,
    SUPPLE_BAKE_RANK_MAX = 255,  // shapes of a recording
    SUPPLE_BAKE_LIGHT_MAX = 1000 // shapes that are lit
};
#define SUPPLE_BAKE_FIRST_MAX 1e6  // Hz
#define SUPPLE_BAKE_BASE_MAX  0.95 // of the height

// What to make soft and how: docs/recipe.md. Where nothing is said, what the search finds, with the defaults.
typedef struct supple_bake_recipe {
    // YAML or JSON, and its length in bytes; or NULL.
    const char* text_or_null;
    size_t text_size;
    // With a text: its name in findings, and where files that it names are looked for. Without: a file to read. Or NULL.
    const char* path_or_null;
    // What follows counts for every part, also of the text.
    // These parts only, "belly,chest"; NULL: all.
    const char* parts_or_null;
    // As soft as fat, muscle, ... (docs/materials.md); NULL: as the text says, or what looks right.
    const char* material_or_null;
    // The slowest mode of each part swings at this, Hz, up to SUPPLE_BAKE_FIRST_MAX; 0: as the text says.
    double first;
    // At most so many modes a part, 1 to SUPPLE_BAKE_MODES_MAX; 0: as the text says. Of a recording: so many modes of `scene` lie over
    // it, so that it can be poked.
    int32_t modes;
    // About so many elements a part, SUPPLE_BAKE_TETS_MIN to SUPPLE_BAKE_TETS_MAX; 0: as the text says.
    int32_t tets;
    // Metres of the scene's unit; 0: as the text says, or a guess.
    double unit;
    // Without a skeleton: hold so much of the height from below, up to SUPPLE_BAKE_BASE_MAX; 0: as the text says.
    double base;
    // Soft shadows and bounced light for so many shapes, up to SUPPLE_BAKE_LIGHT_MAX; 0: as the text says. Of recordings, and of bodies
    // without a skeleton.
    int32_t light;
    // A .light as `supple light` makes it, whose shapes are taken, however many are asked for; NULL: none.
    const char* light_file_or_null;
    // A file that transfer is kept in while it is made, if there is light, so that a bake that was ended goes on with it; what it has of
    // other shapes is written over, and who gave its name removes it. NULL: nowhere.
    const char* light_work_or_null;
    // Of the light, only the piece with this number, 0 to light_pieces - 1, into light_work; supple_bake_run then ends in SUPPLE_BAKE_CANCELLED, for
    // there is no asset yet. `supple merge` joins the files of all pieces to one for light_file. light_pieces 0: all of it, and the asset.
    int32_t light_piece;
    int32_t light_pieces;
    // Of a recording: the file of the scene that was recorded, whose modes lie over it; NULL: as the text says.
    const char* scene_or_null;
} supple_bake_recipe;

// Nothing said.
SUPPLE_BAKE_API supple_bake_recipe supple_bake_recipe_default(void);

// Checks it as far as can be without a scene, and keeps a copy. Needs no call for the default.
SUPPLE_BAKE_API supple_bake_status supple_bake_set_recipe(supple_bake_job* job,
                                                          const supple_bake_recipe* recipe);

// The file that the recipe names as its input, seen from where the recipe lies; NULL: none.
SUPPLE_BAKE_API const char* supple_bake_input(const supple_bake_job* job);

// ---- the bake --------------------------------------------------------------------------

// Bakes the scene by the recipe.
SUPPLE_BAKE_API supple_bake_status supple_bake_run(supple_bake_job* job);

// One way in which a part swings.
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
    // Of the jumps, the farthest first, and of all ends that run on: looked at, and with surfaces that cross while they are
    // blended and would not otherwise.
    int64_t looked_count, crossing_count;
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
    SUPPLE_BAKE_REPORT_JSON, // every figure, for programs
    SUPPLE_BAKE_REPORT_SVG   // one page for people
} supple_bake_report_kind;

// Figures and errors of the last run, and what was found in its recipe, in its scene and by itself. output_or_null and its size are what the report calls the output.
SUPPLE_BAKE_API supple_bake_status supple_bake_report(supple_bake_job* job,
                                                      supple_bake_report_kind kind,
                                                      const char* output_or_null,
                                                      size_t output_size, supple_bake_bytes* out);

// ---- modes of a tet mesh ---------------------------------------------------------------

// A volume and what it is made of; nothing of it is kept.
typedef struct supple_bake_tets {
    // Three numbers a node, metres.
    int32_t node_count;
    const double* nodes;
    // Four or ten nodes an element: corners with a positive volume ((b - a) x (c - a)) . (d - a), then the nodes of the
    // edges ab bc ac ad bd cd.
    int32_t tet_count, width;
    const int32_t* tets;
    // [node_count] not 0: does not move; NULL: all are free.
    const uint8_t* fixed_or_null;
    // Pa; above -1 and below 0.5; kg/m^3. Default: jelly.
    double young, poisson, density;
    // Four-node elements become ten-node ones first; as they are, they are far too stiff. Default: true.
    bool ten_nodes;
    // The lowest so many, rigid motions not counted. Default: 10.
    int32_t mode_count;
} supple_bake_tets;

SUPPLE_BAKE_API supple_bake_tets supple_bake_tets_default(void);

typedef struct supple_bake_modes_result {
    int32_t mode_count;
    // Motions of the whole body that change no shape; they are not among the modes.
    int32_t rigid_count;
    // kg
    double mass;
    // [mode_count] ascending, Hz.
    const double* hz;
    // [mode_count] |K x - lambda M x| over |K x|.
    const double* residuals;
    // [mode_count][node_count][3] displacements of your nodes, 1/sqrt(kg): x' M x = 1 over all nodes.
    const double* shapes;
} supple_bake_modes_result;

// How the volume vibrates.
SUPPLE_BAKE_API supple_bake_status supple_bake_modes(supple_bake_job* job,
                                                     const supple_bake_tets* volume,
                                                     supple_bake_modes_result* out);

// ---- simulation of a scene -------------------------------------------------------------

// What to simulate, node by node: docs/simulate.md.
typedef struct supple_bake_simulation {
    // A scene in YAML or JSON, and its length in bytes; or NULL.
    const char* text_or_null;
    size_t text_size;
    // With a text: its name in findings, and where files that it names are looked for. Without: a file to read.
    const char* path_or_null;
    // A point cache, .pc2 or .mdd. States are written beside it as they come (.part, .checkpoint), and it gets its name when all
    // are there. A run that was cancelled or killed goes on from there, to the same bytes.
    const char* output;
    // Begin at 0 s, whatever a checkpoint says. Default: false.
    bool anew;
} supple_bake_simulation;

SUPPLE_BAKE_API supple_bake_simulation supple_bake_simulation_default(void);

// A body of the scene: a run of the vertices.
typedef struct supple_bake_simulated_body {
    const char* name;
    int32_t first_vertex, vertex_count;
} supple_bake_simulated_body;

typedef struct supple_bake_simulated {
    // States in the output, the first at 0 s, and those of them that were there before; states a second.
    int32_t state_count, resumed_count;
    double fps;
    // What is drawn: [vertex_count][3] metres as the files have it, and [triangle_count][3] vertices.
    int32_t vertex_count, triangle_count;
    const float* rest;
    const uint32_t* triangles;
    int32_t body_count;
    const supple_bake_simulated_body* bodies;
    // Steps that were taken, and those that were not solved and cut in half.
    int64_t step_count, cut_count;
} supple_bake_simulated;

// Moves the scene to its end. Progress is in thousandths of a state. What it gave out stays until it is called again or the job is
// released. Samples that the scene names come from options.sample_or_null.
SUPPLE_BAKE_API supple_bake_status supple_bake_simulate(supple_bake_job* job,
                                                        const supple_bake_simulation* how,
                                                        supple_bake_simulated* out);

#ifdef __cplusplus
}
#endif
