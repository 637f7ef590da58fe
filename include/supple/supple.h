// supple - soft bodies at run time, from assets baked beforehand.
//
// The nouns, in the order of this header:
//   asset     what the baker made: shapes, rates, tables. Read in place from your bytes, never written.
//   part      a soft region of an asset: a run of coordinates, the vertices they move, the bones that carry it.
//   recorded  a part that plays what was simulated beforehand: entries (what may happen), responses, states.
//   prepared  what all bodies of an asset share at run time, found once. For one body you need not ask for it.
//   body      an instance of an asset: its coordinates and velocities, in one block of memory.
//   point     a place of a body's surface, which stays on the flesh whatever the body does.
//   pin       a point held at a place; a hold is several of them, solved together.
//   world     bodies in contact with each other and with colliders.
//   collider  a solid that bodies bump into and that nothing moves but you.
//   filter    who has contacts with whom.
//   contact   two surfaces that bear on each other, as the last step left them.
//   joint     what holds two bodies of a world together, or one to the world.
//   hit       what a query of a world found: a ray, a cast, an overlap, the nearest.
//   event     what happened in the last step of a world.
//   light     what arrives at the vertices of an asset that was baked with it; ground is what lies below bodies.
//   streams   where displaced vertices are written.
//
// A frame:
//   supple_body_drive(body, palette)   where your skeleton is now
//   supple_body_step(body, dt)         any dt, also another one every frame
//   supple_body_upload(body, rows)     to your GPU; gpu/ has the shader functions that read them. Or
//   supple_body_evaluate(body, &out)   the displaced vertices, on the CPU
//
// Metres, kilograms, seconds; right-handed frames. Vertices are those of your mesh, in its order and
// in bind space, before skinning. Pointers may not be NULL unless named ..._or_null. There is no global
// state: calls on different bodies may run on different threads, calls on one body may not.
//
// This header is valid C99, C11 and C++.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SUPPLE_VERSION_MAJOR 0
#define SUPPLE_VERSION_MINOR 1
#define SUPPLE_VERSION_PATCH 0
#define SUPPLE_VERSION                                                                             \
    (SUPPLE_VERSION_MAJOR * 10000 + SUPPLE_VERSION_MINOR * 100 + SUPPLE_VERSION_PATCH)

#ifndef SUPPLE_API
#if defined(__GNUC__)
#define SUPPLE_API __attribute__((visibility("default")))
#else
#define SUPPLE_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// The version of the library that is linked, as SUPPLE_VERSION and as text ("0.1.0"). Compare the
// first with the macro to notice a header and a library that do not belong together.
SUPPLE_API int supple_version(void);
SUPPLE_API const char* supple_version_text(void);

typedef struct supple_vec3 {
    float x, y, z;
} supple_vec3;

// Column by column, as glTF, OpenGL, WebGL and three.js have it: m[12], m[13], m[14] is where the
// origin goes. The last row is taken to be 0 0 0 1.
typedef struct supple_matrix {
    float m[16];
} supple_matrix;

// ---- results and memory ----------------------------------------------------------------

// Only functions that read bytes from outside return a result.
typedef enum supple_result {
    // It was read.
    SUPPLE_OK = 0,
    // No asset begins here, or a GLB has none inside.
    SUPPLE_NOT_AN_ASSET,
    // It was written for another version of the format: bake it again.
    SUPPLE_WRONG_VERSION,
    // It is truncated, or a count, offset, index or number is out of range.
    SUPPLE_CORRUPT,
    // The bytes do not start at a multiple of 16: copy them to where they do.
    SUPPLE_MISALIGNED,
    // It was changed since it was written: its checksum is another.
    SUPPLE_DAMAGED
} supple_result;

SUPPLE_API const char* supple_result_text(supple_result result); // a sentence

// Where a body, a prepared asset or a world gets its memory: at creation, and when something is added, never in a
// step. NULL instead of it means malloc and free, and in a freestanding build, which has none, that creation fails.
typedef struct supple_allocator {
    // Returns memory that is aligned to 16 bytes, or NULL.
    void* (*allocate)(void* user, size_t size);
    // Gets back what allocate returned, with the size that was asked for.
    void (*release)(void* user, void* memory, size_t size);
    // A pointer of yours that both get.
    void* user;
} supple_allocator;

// ---- asset -----------------------------------------------------------------------------

// How a part's coordinates move. Nothing outside the stepper cares which.
typedef enum supple_model {
    // Coordinates are independent oscillators (James & Pai 2002; Hauser et al. 2003).
    SUPPLE_MODAL,
    // Sculpted shapes and their elasticity are blended by pose (Galoppo et al. 2009).
    SUPPLE_POSED,
    // What was simulated beforehand is played (James & Fatahalian 2003).
    SUPPLE_RECORDED
} supple_model;

// How soft flesh feels. The asset has the artist's choice for each part.
typedef struct supple_tuning {
    // Multiplies every eigenvalue: 4 doubles the frequencies.
    float stiffness;
    // Multiplies every damping.
    float damping;
    // Multiplies what moving bones and gravity do to the flesh.
    float response;
    // The farthest that a vertex leaves its rest, in the mesh's unit, above 0. Flesh hardens beyond
    // half of it and stops there.
    float limit;
} supple_tuning;

// A soft region: a run of coordinates, the vertices they move, the bones that carry it.
typedef struct supple_part {
    // The name that the recipe or the mesh gave it.
    const char* name;
    // How its coordinates move.
    supple_model model;
    // Its run of coordinates, the most important one first.
    int32_t first_coord, coord_count;
    // How many bones carry it, and how many vertices it moves.
    int32_t bone_count, vertex_count;
    // [vertex_count] the vertices, ascending. A vertex may belong to several parts.
    const uint32_t* vertices;
    // Its first texel in asset.shapes.
    int32_t first_shape;
    // Its first texel in asset.bends, or -1 where it has none.
    int32_t first_bend;
    // How many texels a coordinate has in asset.shapes: vertex_count, or fewer where vertices that
    // the mesh has split share them.
    int32_t shape_places;
    // The same of asset.bends; 0 where it has none.
    int32_t bend_places;
    // The artist's choice.
    supple_tuning tuning;
    // Kilograms.
    float mass;
    // How many sculpted shapes its pose blends; 0 but for SUPPLE_POSED.
    int32_t target_count;
} supple_part;

// One mesh of the file the asset was baked from.
typedef struct supple_mesh {
    // Where it stands in the glTF file; -1 where there is none.
    int32_t mesh, primitive, node;
    // Its run of the asset's vertices.
    int32_t first_vertex, vertex_count;
    // Its run of the asset's triangles.
    int32_t first_triangle, triangle_count;
} supple_mesh;

// A table to upload as it is (gpu/README.md): texels of three numbers, int16 or float, in rows of
// `width`, a power of two up to 2048. What unit amounts of a part's k-th coordinate do to a vertex is texel
// first_shape + k * shape_places + place of shapes, place being the low 24 bits of the vertex's link to
// the part, and first_bend + k * bend_places + place of bends, by its bend_links. supple_body_upload
// gives the amounts in the table's unit.
typedef struct supple_table {
    // NULL when it was not baked.
    const void* texels;
    // Texels a row, and rows.
    int32_t width, height;
    // Texels are floats; otherwise int16.
    bool is_float;
} supple_table;

// Counts and pointers into the bytes given to supple_asset_read. A value: copy it, drop it, nothing
// to free.
typedef struct supple_asset {
    // How many there are of each.
    int32_t coord_count, part_count, bone_count, mesh_count, vertex_count, triangle_count;
    // How many bones move a vertex: 4, 8, or 0 where all vertices follow bone 0.
    int32_t influence_count;
    // The most parts that one vertex belongs to, 1 to 4.
    int32_t layer_count;
    // How many metres a unit of the mesh has.
    float metres;
    // [vertex_count][3] positions at rest.
    const float* positions;
    // [vertex_count][3] normals at rest.
    const float* normals;
    // [vertex_count][4] tangents at rest; NULL when the mesh has none.
    const float* tangents;
    // [vertex_count][influence_count] indices of bones.
    const uint16_t* joints;
    // [vertex_count][influence_count] weights of these bones, whose sum is 1.
    const float* weights;
    // [triangle_count][3] indices of vertices.
    const uint32_t* triangles;
    // [layer_count][vertex_count] part << 24 | place in its shapes, UINT32_MAX where there is none:
    // a vertex attribute of the shader.
    const uint32_t* links;
    // The same for bends; it is the same array where the places are the same.
    const uint32_t* bend_links;
    // [vertex_count] the first vertex at the same place with the same normal (of a seam), or the
    // vertex itself; NULL when there are no seams.
    const uint32_t* twins;
    // What a coordinate adds to a position.
    supple_table shapes;
    // What a coordinate adds to a normal.
    supple_table bends;
    // Private to the runtime.
    const void* block;
} supple_asset;

// Checks every count, offset, index and number once, and the checksum where there is one, so nothing after this needs
// to. Safe on hostile bytes. The bytes must outlive the asset and every body made from it. Takes a .supple file or a GLB
// that has one inside.
SUPPLE_API supple_result supple_asset_read(supple_asset* asset, const void* bytes, size_t size);
// The same without a look at the checksum: for those who change an asset in place. What it then shows may be far from
// what was baked, but is finite.
SUPPLE_API supple_result supple_asset_read_damaged(supple_asset* asset, const void* bytes,
                                                   size_t size);

// The place of the asset's block inside a GLB, for those who want to copy it out.
SUPPLE_API supple_result supple_asset_find(const void* glb, size_t size, size_t* offset,
                                           size_t* block_size);

// Of an index that is none: zeros, and an empty name.
SUPPLE_API supple_part supple_asset_part(const supple_asset* asset, int part);
SUPPLE_API supple_mesh supple_asset_mesh(const supple_asset* asset, int mesh);
SUPPLE_API const char* supple_asset_bone_name(const supple_asset* asset, int bone);
SUPPLE_API const char* supple_asset_target_name(const supple_asset* asset, int part, int target);
// What poses of posed parts are told by besides joints (docs/posed.md), by name; of an index that is none an empty one.
SUPPLE_API int supple_asset_input_count(const supple_asset* asset);
SUPPLE_API const char* supple_asset_input_name(const supple_asset* asset, int input);
// Hz, untuned; of a posed part, whose coordinates depend on each other, about; of a recorded one 0.
SUPPLE_API float supple_asset_frequency(const supple_asset* asset, int coord);
// The farthest that a unit of a coordinate moves a vertex, in the mesh's unit.
SUPPLE_API float supple_asset_reach(const supple_asset* asset, int coord);
// For who makes morph targets of the tables: the second number of an uploaded row over its first. Displacements
// are texels of shapes times the first, what is added to normals texels of bends times this times the first. 0: it turns no
// normals, and where no coordinate of the part behind it does, it has no texels of bends.
SUPPLE_API float supple_asset_bend_ratio(const supple_asset* asset, int coord);

// ---- of a recorded part: what may happen to it, and what was recorded of that (docs/record.md)

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

// The palette from the world matrices of the joints: each times its inverse bind matrix.
SUPPLE_API void supple_asset_palette(const supple_asset* asset, const supple_matrix* joints,
                                     supple_matrix* palette);

// ---- prepared --------------------------------------------------------------------------

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

// ---- body ------------------------------------------------------------------------------

typedef struct supple_body supple_body;

// How bone motion becomes force. Positions at frames tell accelerations only between and before them;
// each form pays otherwise (docs/runtime.md has the measured errors).
typedef enum supple_forcing {
    // Velocity jumps at frames: on time, quiet, the most exact. This is the default.
    SUPPLE_IMPULSIVE,
    // The acceleration of the last three frames: half a frame late.
    SUPPLE_CAUSAL,
    // That acceleration, extrapolated to now: on time, twice as noisy.
    SUPPLE_EXTRAPOLATED,
    // The acceleration with the next frame known: flesh is shown one frame late.
    SUPPLE_DELAYED
} supple_forcing;

typedef struct supple_body_options {
    // World units / s^2.
    supple_vec3 gravity;
    // The gravity that is already in the mesh's shape, m/s^2, in bind space. A mesh that was
    // modelled under gravity (the asset knows) hangs no further at rest.
    supple_vec3 sag;
    // How many metres a unit of the world has.
    float world_metres;
    // How bone motion becomes force.
    supple_forcing forcing;
    // Coriolis and spin forces act. They are felt when bones turn at more than a tenth of the rate
    // at which the flesh vibrates, both in rad/s. On where the asset has their matrices.
    bool spin;
    // Moves by itself; only where the asset is free, fixed at creation, off by default: set it to
    // supple_asset_is_free(asset). On by default of what has no coordinates.
    bool free;
    // Posed parts are springs about each sculpted shape, as if all motion were small: shows what
    // the elasticity of large motion is worth. Fixed at creation.
    bool linear;
    // An impulse on a recorded part, or on its support, triggers the entry that supple_body_answer
    // finds.
    bool triggers;
    // How many points may be held, levers included, 0 to 128. Fixed at creation.
    int32_t max_pins;
} supple_body_options;

// Start from these. Options with a number out of range (a world_metres of 0) are refused and counted,
// and a new body then has the default ones.
SUPPLE_API supple_body_options supple_body_options_default(const supple_asset* asset);

// Returns NULL if the allocator does; nothing else can fail.
SUPPLE_API supple_body* supple_prepared_body(supple_prepared* prepared,
                                             const supple_body_options* options_or_null,
                                             const supple_allocator* allocator_or_null);
// The same of a prepared asset of its own: for the only body of an asset. `asset` is copied, its bytes are not.
SUPPLE_API supple_body* supple_body_create(const supple_asset* asset,
                                           const supple_body_options* options_or_null,
                                           const supple_allocator* allocator_or_null);
SUPPLE_API void supple_body_destroy(supple_body* body_or_null);

// A palette is bone_count skinning matrices: a joint's world matrix times its inverse bind matrix, as
// skinning needs them anyway. `place` puts the body there at rest, hanging as gravity has it; `move`
// takes it there and leaves its wobble as it is; `drive` moves it there over the next step, and the
// motion shakes the flesh. The first `drive` of a body places it. After place and move nothing is known
// of the bones' speed, and neither kicks, also when the character runs. What is not finite is refused
// and counted.
SUPPLE_API void supple_body_place(supple_body* body, const supple_matrix* palette);
SUPPLE_API void supple_body_move(supple_body* body, const supple_matrix* palette);
SUPPLE_API void supple_body_drive(supple_body* body, const supple_matrix* palette);

// Advance by dt seconds. Exact for any dt; a dt other than the last costs an exp and a sincos a
// coordinate. A dt that is not above 0 is refused and counted: do not step in a pause.
SUPPLE_API void supple_body_step(supple_body* body, float dt);

// Live. part: one of asset.part_count, or SUPPLE_ALL_PARTS, which gives all the same tuning, limit
// too, and reads the first one's: to scale what the artist chose, go part by part. Another part, and a tuning
// that is none, is refused and counted.
#define SUPPLE_ALL_PARTS (-1)
SUPPLE_API void supple_body_tune(supple_body* body, int part, supple_tuning tuning);
SUPPLE_API supple_tuning supple_body_tuning(const supple_body* body, int part);
SUPPLE_API void supple_body_set_options(supple_body* body, const supple_body_options* options);

// Level of detail: so many coordinates of each part; the others fade out, or in, within a quarter of a
// second. Costs follow when the fade is over.
SUPPLE_API void supple_body_detail(supple_body* body, int coords_a_part);

// An input of the asset (supple_asset_input_name) from the next step on: an activation, an emotion, the weight of a blend shape. All are 0 at
// first; what targets were sculpted at is theirs to say, mostly 1. Of posed parts it does what a pose does, and place and drive
// leave it. False, and counted: there is no such input, or it is no number, or beyond 1e9.
SUPPLE_API bool supple_body_set_input(supple_body* body, int input, float value);
SUPPLE_API float supple_body_input(const supple_body* body, int input);

// A recorded part: an entry of its palette (supple_asset_entry) happens now, whatever is played, and what was recorded
// after the state nearest to now is played, blended in without a jump of place or velocity. False, and counted, where
// the support's speed or limits do not allow it, or nothing of the kind was recorded.
SUPPLE_API bool supple_body_trigger(supple_body* body, int part, int entry);
// ... or as soon as it is allowed and what began last has gone on for the shortest time of the recording. Up to 8 wait;
// false, and counted, of one more.
SUPPLE_API bool supple_body_queue(supple_body* body, int part, int entry);
SUPPLE_API void supple_body_empty_queue(supple_body* body, int part);
SUPPLE_API bool supple_body_allows(const supple_body* body, int part, int entry); // now

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

// The palette as it stands now, [bone_count]: what was given, with what moves by itself: a free body, the support of a
// recording.
SUPPLE_API void supple_body_palette(const supple_body* body, supple_matrix* palette);

// A body at rest falls asleep: its step then costs nothing and its coordinates stay. Everything that
// could move it wakes it.
SUPPLE_API bool supple_body_asleep(const supple_body* body);

// ---- points and picking ----------------------------------------------------------------

// A point of the surface: three vertices and weights that sum to one. It stays on the flesh, whatever
// the body does. Points that are none and numbers that are not finite, or beyond 1e9, are refused and
// counted.
typedef struct supple_point {
    uint32_t vertex[3];
    float weight[3];
} supple_point;

// The first triangle that a ray meets on the body as it is now, displaced and skinned, from either side.
// distance is in lengths of `direction`; hit and distance are written when it returns true. Looks at
// every triangle, a millisecond or two for 18,000 vertices; of a body in a world only at those that the
// ray comes by, 0.1 milliseconds.
SUPPLE_API bool supple_body_pick(const supple_body* body, supple_vec3 origin, supple_vec3 direction,
                                 supple_point* hit, float* distance);

// In the world: displaced and skinned; the velocity has the bones' motion in it.
SUPPLE_API supple_vec3 supple_body_position(const supple_body* body, supple_point at);
SUPPLE_API supple_vec3 supple_body_velocity(const supple_body* body, supple_point at);

// World space: newtons over the next step; newton seconds at once. Both need options.world_metres.
SUPPLE_API void supple_body_force(supple_body* body, supple_point at, supple_vec3 force);
SUPPLE_API void supple_body_impulse(supple_body* body, supple_point at, supple_vec3 impulse);

// Of the entries that are allowed now, the one that changes the velocity of a point most nearly along a push, in the world's axes
// (within 60 degrees); -1: none. At a point of the support, which no part moves: the one that leaves the part behind as such
// a push would: to push a dashboard one way is to push what stands on it the other. This is what options.triggers triggers.
SUPPLE_API int supple_body_answer(const supple_body* body, int part, supple_point at,
                                  supple_vec3 push);

// Pins hold a point at a place of the world: at the end of every step it is there, as far as the flesh
// can go. Out of reach, it is pulled up to its part's limit; where nothing is soft, nothing happens. When
// it is let go, it leaves with the velocity of the place. Ids are values and zero is none; a stale id is
// ignored. Zero when all of options.max_pins are taken, or no memory is: the first of a body allocates.
typedef struct supple_pin {
    uint16_t index, generation;
} supple_pin;

SUPPLE_API supple_pin supple_body_pin(supple_body* body, supple_point at, supple_vec3 target);
SUPPLE_API void supple_body_move_pin(supple_body* body, supple_pin pin, supple_vec3 target);
SUPPLE_API void supple_body_unpin(supple_body* body, supple_pin pin);

// What a hold tells its points to do.
typedef enum supple_hold_kind {
    // Points are at these places at the end of every step: as many pins in one.
    SUPPLE_HOLD_PLACE,
    // They are moved there by forces alone, so that no velocity jumps; what is held rings.
    SUPPLE_HOLD_PLACE_FORCE,
    // Points have these velocities, bones' motion included, at the start of every step.
    SUPPLE_HOLD_VELOCITY,
    // Points have these velocities at the end of every step.
    SUPPLE_HOLD_VELOCITY_END,
    // Points have these accelerations against the bones as every step begins.
    SUPPLE_HOLD_ACCELERATION
} supple_hold_kind;

// A hold is a set of points that are told the same kind of thing, and solved together: as far as the
// flesh allows all of it, each does exactly that; else all come as near as they can. Forces act at the
// points, or, when there are levers, at those only: pull the fingers and the elbow goes where it should.
// Levers that could make the motion grow are left, and forces act at the points (supple_body_counts.fallbacks); those of a
// free body always could, and are left at once.
// `targets` are world units, or those a second, or a second squared. Takes `count` and `lever_count` of
// options.max_pins, and none, returning zero, when they are not there. supple_body_unpin releases it.
// On the same flesh accelerations give way to velocities and these to places.
SUPPLE_API supple_pin supple_body_hold(supple_body* body, supple_hold_kind kind,
                                       const supple_point* points, const supple_vec3* targets,
                                       int count, const supple_point* levers_or_null,
                                       int lever_count);
// [count] targets, as many as the hold has points.
SUPPLE_API void supple_body_move_hold(supple_body* body, supple_pin hold,
                                      const supple_vec3* targets);

// ---- free bodies -----------------------------------------------------------------------

// A body whose options say `free` moves by itself: it falls by options.gravity, spins and is thrown.
// Forces, impulses and pins move all of it, and supple_body_place, move and drive do nothing to it.
// docs/world.md says what its motion keeps.
typedef struct supple_motion {
    // From its bind space to the world, as a matrix of a palette. Its origin is that of the mesh,
    // not the centre of mass (supple_measures has that). Its scale is ignored when it is set:
    // asset.metres and options.world_metres say that.
    supple_matrix pose;
    // Of the centre of mass, world units / s.
    supple_vec3 velocity;
    // Angular velocity about world axes, rad/s.
    supple_vec3 spin;
} supple_motion;

// Whether nothing holds it: baked without a skeleton and without `--fix`.
SUPPLE_API bool supple_asset_is_free(const supple_asset* asset);
SUPPLE_API supple_motion supple_body_motion(const supple_body* body);
// Teleports and throws; the flesh keeps its wobble. A body that is not free
// (options.free was not set), a pose that is mirrored or flat, and what is not finite is refused and counted.
SUPPLE_API void supple_body_set_motion(supple_body* body, const supple_motion* motion);

// What a body is. Of one that is not free (on bones): mass, elastic energy and the flesh's own kinetic energy, over all
// parts; the rest is the bones', and 0. Elastic energy is that of modal parts.
typedef struct supple_measures {
    // Kilograms.
    float mass;
    // The centre of mass in the world.
    supple_vec3 centre;
    // About the centre, world axes, kg m^2; of the deformed body where options.spin is on.
    float inertia[9];
    // Linear momentum, kg m/s.
    supple_vec3 momentum;
    // About the centre, kg m^2/s.
    supple_vec3 angular_momentum;
    // Energies, J.
    float kinetic, elastic;
} supple_measures;

SUPPLE_API supple_measures supple_body_measures(const supple_body* body);

// Newtons and newton metres on a free body over the next step; newton seconds and newton metre seconds at once; world
// axes. They act as gravity does, on all of it at once: flesh feels nothing of them. On a body that is not free they
// are refused and counted.
SUPPLE_API void supple_body_force_centre(supple_body* body, supple_vec3 force, supple_vec3 torque);
SUPPLE_API void supple_body_impulse_centre(supple_body* body, supple_vec3 impulse,
                                           supple_vec3 angular);

// How a body takes part. Live; part of its state.
typedef struct supple_dynamics {
    // Multiplies options.gravity.
    float gravity_scale;
    // Of free bodies, 1/s, 0 or above: speed falls as exp(-drag t).
    float linear_drag;
    // The same of angular momentum.
    float angular_drag;
    // Coulomb's coefficient; below 0 the body has none of its own. A contact has the geometric mean
    // of its two, or what one of them says, or the world's.
    float friction;
    // The fraction of their approach, 0 to 1, with which surfaces leave an impact, beside what
    // flesh gives back. A contact has the larger of its two.
    float restitution;
    // Torque against rolling, as a fraction of what the body bears times its radius; below 0 it is
    // 0.08.
    float rolling;
    // Nothing moves this free body but set_motion: velocity and spin stay. Switched on or off it
    // goes on as it moved.
    bool kinematic;
    // It falls asleep at rest.
    bool may_sleep;
} supple_dynamics;

// Gravity as it is, no drag, friction and rolling -1, no restitution, not kinematic, may sleep.
SUPPLE_API supple_dynamics supple_dynamics_default(void);
SUPPLE_API supple_dynamics supple_body_dynamics(const supple_body* body);
// Wakes it. Numbers out of range are refused and counted.
SUPPLE_API void supple_body_set_dynamics(supple_body* body, const supple_dynamics* dynamics);

// Sleep stops it where it is, until something wakes it: a contact with what moves, a force, a pin, this.
SUPPLE_API void supple_body_wake(supple_body* body);
SUPPLE_API void supple_body_sleep(supple_body* body);

// ---- world -----------------------------------------------------------------------------

// Bodies in contact with what you put in their way, and with each other (docs/world.md).
typedef struct supple_world supple_world;

// How contacts answer.
typedef enum supple_response {
    // Impulses stop approach, forces keep rest, overlaps are taken back.
    SUPPLE_RESPONSE_POSITION,
    // The same, but overlaps are left, so that no correction adds energy.
    SUPPLE_RESPONSE_ACCELERATION,
    // Contacts are springs: the cheapest, and soft.
    SUPPLE_RESPONSE_PENALTY
} supple_response;

typedef struct supple_world_options {
    // How contacts answer.
    supple_response response;
    // The stiffness of a contact of SUPPLE_RESPONSE_PENALTY, N/m, above 0.
    float penalty;
    // Coulomb's coefficient where neither of two things has one.
    float friction;
    // Contacts that are nearer to each other than this fraction of a body's size are one.
    float cluster;
    // Bodies have contacts with themselves, where they are a tenth of their size apart at rest.
    bool self;
    // The most iterations of the solver in a substep.
    int32_t iterations;
    // The solver stops when it changes no contact's speed by more, world units / s.
    float tolerance;
    // An impact at this speed or faster is a SUPPLE_EVENT_HIT, world units / s.
    float hit_speed;
    // Room, fixed at creation.
    int32_t max_bodies, max_colliders, max_contacts, max_joints;
} supple_world_options;

SUPPLE_API supple_world_options supple_world_options_default(void);

// What is wrong with options, as a sentence: a number that is out of range, or none. NULL: nothing.
SUPPLE_API const char* supple_world_options_wrong(const supple_world_options* options);

// Returns NULL if the allocator does, and where supple_world_options_wrong has something to say: no world
// is better than another one. Its room for bodies, colliders, contacts and joints takes memory whether it is
// used or not (docs/world.md has how much). Allocates here, for each body and collider that is added, and never in a step. Only the
// surface for contacts, which worlds share, is of the prepared asset's allocator.
SUPPLE_API supple_world* supple_world_create(const supple_world_options* options_or_null,
                                             const supple_allocator* allocator_or_null);
SUPPLE_API void supple_world_destroy(supple_world* world_or_null); // its bodies live on

// A body is in one world at most and is stepped by it, never by supple_body_step; everything else is done
// with it as before. False when it is in a world, max_bodies are there, or no memory is. A body
// that is destroyed leaves first, with its joints. All bodies of a world have the same options.world_metres. The first body of a
// prepared asset takes the surface for contacts from that one's allocator (of supple_body_create: the
// body's); removing it gives back what the world took, the surface stays until the prepared asset goes.
SUPPLE_API bool supple_world_add_body(supple_world* world, supple_body* body);
SUPPLE_API void supple_world_remove_body(supple_world* world, supple_body* body);

SUPPLE_API supple_world* supple_body_world(const supple_body* body); // NULL: in none

// A pointer of yours. It is no part of a state: a restored world has those of the bodies, colliders and joints that are there.
SUPPLE_API void supple_body_set_user(supple_body* body, void* user_or_null);
SUPPLE_API void* supple_body_user(const supple_body* body);

// What bodies bump into and nothing moves but you (colliders), what rigid bodies are made of, and what queries look with.
typedef enum supple_shape_kind {
    SUPPLE_PLANE,    // all below y = 0 of its pose is solid
    SUPPLE_SPHERE,   // radius
    SUPPLE_CAPSULE,  // radius about the y axis from -half.y to half.y
    SUPPLE_BOX,      // half its edges
    SUPPLE_MESH,     // triangles, both sides; a tree is built when it is added
    SUPPLE_HULL,     // the convex hull of positions: at most 1,024, of which 256 are its corners
    SUPPLE_HEIGHTS,  // heights over a rectangle from -half.x, -half.z to half.x, half.z: a mesh
    SUPPLE_COMPOUND, // at most 64 spheres, capsules, boxes and hulls that hold together
} supple_shape_kind;

typedef struct supple_shape {
    supple_shape_kind kind;
    float radius;
    supple_vec3 half;
    const float* positions;    // of a mesh or hull: [vertex_count][3]. Those of a mesh, and its ...
    const uint32_t* triangles; // ... [triangle_count][3], must outlive the collider
    int32_t vertex_count, triangle_count;
    const float* heights; // [rows][columns], y: columns along x, rows along z, 2 or more of each. A
    int32_t columns, rows; // square is two triangles, its diagonal from the least x, z to the most
    const struct supple_shape_part* parts; // of a compound: [part_count]
    int32_t part_count;
    float density;     // kg/m^3 of a rigid body; of a compound its parts have theirs. Or ...
    float mass;        // ... above 0: kg of all of it; densities say how it is shared out, 0 as 1
    float friction;    // 0 or below: the world's; for ice take next to nothing
    float restitution; // 0 to 1; a contact has the larger of its two
    bool sensor; // it has no contacts, and says who overlaps it: a sphere, capsule, box or hull
} supple_shape;

// A piece of a compound; its friction, restitution and sensor are those of the compound.
typedef struct supple_shape_part {
    supple_shape shape;
    supple_matrix pose; // in the compound
} supple_shape_part;

// What is wrong with a shape, as a sentence; NULL: nothing. rigid: as that of a rigid body.
SUPPLE_API const char* supple_shape_wrong(const supple_shape* shape, bool rigid);

// ---- rigid bodies: bodies without coordinates ---------------------------------------------

// What bodies of a rigid shape share: a sphere, capsule, box, hull or compound, in metres, with its density or mass. Bodies are
// made of it by supple_prepared_body, whose default options suit them, and are free bodies in everything. Nothing of the shape is
// kept. Mass, centre, inertia and contacts are those of the shape itself, also where it is shown by triangles. NULL where
// supple_shape_wrong has something to say, where the points of a hull lie in a plane or have more than 256 corners, or the allocator returns that.
SUPPLE_API supple_prepared* supple_shape_prepare(const supple_shape* shape,
                                                 const supple_allocator* allocator_or_null);
// The asset that was prepared; of a shape one that lives as long as the prepared does: what to draw.
SUPPLE_API supple_asset supple_prepared_asset(const supple_prepared* prepared);
// Mass, centre and inertia about it of what is free, at rest and in bind space; all else is 0.
SUPPLE_API supple_measures supple_prepared_measures(const supple_prepared* prepared);

// ---- colliders -------------------------------------------------------------------------

// Ids are values and zero is none; a stale id is ignored.
typedef struct supple_collider {
    uint16_t index, generation;
} supple_collider;

// Zero when all of max_colliders are taken, no memory is there, or the shape or pose is none. Poses turn
// and move; their scale is left out.
SUPPLE_API supple_collider supple_world_add_collider(supple_world* world, const supple_shape* shape,
                                                     const supple_matrix* pose);
// Over the next step: what is in contact with it feels its speed. `place` is a teleport.
SUPPLE_API void supple_world_move_collider(supple_world* world, supple_collider collider,
                                           const supple_matrix* pose);
SUPPLE_API void supple_world_place_collider(supple_world* world, supple_collider collider,
                                            const supple_matrix* pose);
// From now on a bone of a body carries it, as a hand does a ring: `pose` is in the body's bind space. It has
// no contact with flesh of that body that at rest is nearer to it than a tenth of the body's size, which is that
// bone's own; with all other flesh it has, also of the same body: a hand dents a belly. Moving or placing it
// ends the ride. A body that is free or not of this world, a bone that it does not have, and a pose that is
// none (a mirror's) are refused and counted.
SUPPLE_API void supple_world_attach_collider(supple_world* world, supple_collider collider,
                                             supple_body* body, int bone,
                                             const supple_matrix* pose);
SUPPLE_API void supple_world_remove_collider(supple_world* world, supple_collider collider);

// As it is now. Of a stale id: NULL in `shape`, and zeros.
typedef struct supple_collider_state {
    // Valid until the collider is removed.
    const supple_shape* shape;
    // Where it is.
    supple_matrix pose;
    // Of its origin over the last step, world units / s and rad/s.
    supple_vec3 velocity, spin;
    // The body that carries it.
    supple_body* attached_or_null;
    // The bone of that body that carries it.
    int32_t bone;
} supple_collider_state;

SUPPLE_API supple_collider_state supple_world_collider_state(const supple_world* world,
                                                             supple_collider collider);
SUPPLE_API void supple_world_set_collider_user(supple_world* world, supple_collider collider,
                                               void* user_or_null);
SUPPLE_API void* supple_world_collider_user(const supple_world* world, supple_collider collider);

// All that is there, in the order of slots, of which the lowest empty one is taken first. Return how many there are and
// write at most `capacity`.
SUPPLE_API int supple_world_bodies(const supple_world* world, supple_body** out, int capacity);
SUPPLE_API int supple_world_colliders(const supple_world* world, supple_collider* out,
                                      int capacity);

// ---- filters ---------------------------------------------------------------------------

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

// Your threads, if a step is to use them. `run` calls task(data, i) for every i of 0 .. count - 1, once each, in any order and on
// any threads, and returns when all of them have returned. It is called several times within a step, always by the thread that
// steps, and nothing else of the library. Bits, contacts and events are the same for any threads and without. Not
// part of a state.
typedef struct supple_tasks {
    void (*run)(void* user, int32_t count, void (*task)(void* data, int32_t index), void* data);
    void* user;
} supple_tasks;

SUPPLE_API void supple_world_set_tasks(supple_world* world, const supple_tasks* tasks_or_null);

// Steps all bodies. Refuses and counts a dt that is not above 0.
SUPPLE_API void supple_world_step(supple_world* world, float dt);

// A contact of the last step.
typedef struct supple_contact {
    // The body that has it.
    supple_body* body;
    // The other body; NULL when it is a collider.
    supple_body* other_or_null;
    // Zero when it is with a body.
    supple_collider collider;
    // The point on the body.
    supple_point at;
    // The point on the other body.
    supple_point there;
    // In the world. The normal points from the other, or the collider, to the body.
    supple_vec3 place, normal;
    // How deep they overlap before the last substep, world units; below 0 is a gap.
    float depth;
    // Along the normal over the step, N s.
    float impulse;
    // Across the normal over the step, N s.
    float slip;
    // The fastest at which it closed in the step, world units / s; 0 when it did not.
    float speed;
    // The two were not in contact in the step before.
    bool began;
} supple_contact;

// Body by body; returns how many there are and writes at most `capacity`. Of bodies that sleep these are
// the contacts of when they fell asleep.
SUPPLE_API int supple_world_contacts(const supple_world* world, supple_contact* out, int capacity);

typedef struct supple_world_counts {
    // Steps since creation.
    uint32_t steps;
    // Bodies of the last step, and those of them that were awake.
    int32_t bodies, awake;
    // Contacts of the last step, and its substeps: 0 when nothing was near anything.
    int32_t contacts, substeps;
    // The most iterations in a substep of the last step.
    int32_t iterations;
    // The largest change of a contact's speed that the solver left in the last step, m/s.
    float residual;
    // Contacts beyond max_contacts, since creation.
    uint32_t dropped;
    // Inputs that were refused, since creation.
    uint32_t rejected;
    // Pairs whose bounds the broad phase of the last step compared. This and the next four counts
    // are the same on every machine: budgets are counted in them.
    uint32_t pairs_tested;
    // Points that were tested against a surface.
    uint32_t points_tested;
    // Triangles that were measured exactly.
    uint32_t triangles_tested;
    // Rows of the solver, in all sweeps of all substeps.
    uint32_t rows_swept;
    // Points, searches and solves that a budget cut short.
    uint32_t left_out;
    // Energy of the solver's errors that was taken out of what moves, J.
    float energy_taken;
} supple_world_counts;

SUPPLE_API supple_world_counts supple_world_stats(const supple_world* world);

// Save and restore for rollback and replay: bodies and all. The size depends on the world's capacities and
// bodies; a state is good for a world with the same options, bodies and colliders, added in the same
// order; joints are part of it. A step after it has the same bits.
SUPPLE_API size_t supple_world_state_size(const supple_world* world);
SUPPLE_API void supple_world_save(const supple_world* world, void* state);
SUPPLE_API bool supple_world_restore(supple_world* world, const void* state, size_t size);

// ---- joints ----------------------------------------------------------------------------

// What holds two bodies of a world together, or one to the world. It is attached to the surface around its place, a
// tenth of the body's size about, and pulls and turns that: soft bodies give way there. A place inside a
// body or off it is carried along.
typedef enum supple_joint_kind {
    SUPPLE_JOINT_POINT,    // one place of both, about which they turn every way
    SUPPLE_JOINT_HINGE,    // ... about one axis
    SUPPLE_JOINT_WELD,     // ... not at all
    SUPPLE_JOINT_DISTANCE, // two places that stay as far apart as they are
    SUPPLE_JOINT_SLIDER,   // the body goes along one axis of the other, and does not turn
    SUPPLE_JOINT_CONE,     // a point; the axis of the body leans and twists within limits
    SUPPLE_JOINT_ROPE      // two places that come no farther apart, and no nearer, than limits
} supple_joint_kind;

typedef struct supple_joint_options {
    supple_joint_kind kind;
    supple_body* body;
    supple_body* other_or_null; // NULL: the world
    supple_vec3 place;          // in the world, as bodies are now
    supple_vec3 there;          // of a distance or rope: the place on the other, or of the world
    supple_vec3 axis;           // of a hinge, slider or cone, in the world, as bodies are now
    float length;               // of a distance, world units; below 0: as far as they are apart
    float frequency;      // Hz at which all of it swings, limits too, if it is soft; 0: it is hard
    float damping;        // of a soft one: ratio to the critical
    float strength;       // N that it bears before it breaks, in a substep; INFINITY: any
    float twist_strength; // N m
    // Limits. Of a hinge: radians that the body is turned by about the axis, -pi to pi; of a slider: world units that it has gone
    // along it; both against the other, since the joint was made. Of a cone: radians of twist. Of a rope: how far apart, world
    // units, where an infinite `upper` is as far as they are. -INFINITY and INFINITY: none.
    float lower, upper;
    float swing; // of a cone: radians by which its axis may lean; pi or more: any
    // Of a hinge or slider: a motor that goes at a speed, rad/s or world units / s, with so much torque or force at
    // most, N m or N. 0: none. Speed 0 is a brake.
    float motor_speed, motor_strength;
    // ... and a spring to a target, radians or world units, with the frequency, Hz, and ratio of damping at which it swings
    // what is joined, as that is when the joint is made or changed. 0 Hz: none.
    float spring_frequency, spring_damping, spring_target;
    bool collide; // the two bodies have contacts with each other; else they pass through each other
} supple_joint_options;

// Hard, not to be broken, without limits, motor and spring.
SUPPLE_API supple_joint_options supple_joint_options_default(supple_joint_kind kind,
                                                             supple_body* body,
                                                             supple_body* other_or_null,
                                                             supple_vec3 place);

// Ids are values and zero is none; a stale id is ignored.
typedef struct supple_joint {
    uint16_t index, generation;
} supple_joint;

// Zero when all of max_joints are taken, a body is not of this world, or the options make no sense. A body
// that leaves the world takes its joints along.
SUPPLE_API supple_joint supple_world_add_joint(supple_world* world,
                                               const supple_joint_options* options);
SUPPLE_API void supple_world_remove_joint(supple_world* world, supple_joint joint);
// All numbers of it from now on: length, softness, strengths, limits, motor, spring, collide. Kind, bodies, places and axis stay
// what they were, and are not read. Wakes the bodies. False, and counted, for a stale id and options that make no sense.
SUPPLE_API bool supple_world_change_joint(supple_world* world, supple_joint joint,
                                          const supple_joint_options* options);
// As it was made or changed; of a stale id zeros.
SUPPLE_API supple_joint_options supple_world_joint_options(const supple_world* world,
                                                           supple_joint joint);
SUPPLE_API void supple_world_set_joint_user(supple_world* world, supple_joint joint,
                                            void* user_or_null);
SUPPLE_API void* supple_world_joint_user(const supple_world* world, supple_joint joint);
// As supple_world_bodies; and the bodies that one holds: false of a stale id.
SUPPLE_API int supple_world_joints(const supple_world* world, supple_joint* out, int capacity);
SUPPLE_API bool supple_world_joint_bodies(const supple_world* world, supple_joint joint,
                                          supple_body** body, supple_body** other_or_null);

typedef struct supple_joint_state {
    // False for a stale id, and all else is 0.
    bool exists;
    // It holds nothing any more: remove it.
    bool broken;
    // It broke in the last step.
    bool broke;
    // The mean over the last step, N; of a body that sleeps, over its last step awake.
    float force;
    // The same of its torque, N m.
    float twist;
    // How far its places are apart, world units; of a distance, beyond its length; of a slider, off its axis; of a rope,
    // beyond its limits.
    float gap;
    // Radians of a hinge, world units of a slider: what limits and springs are of. Of a cone how far it leans, of a
    // distance and a rope how far its places are apart.
    float position;
    // What it does to the body, N in world axes: `force` with its direction.
    supple_vec3 applied_force;
    // ... and beside that about its place, N m: `twist` with its direction.
    supple_vec3 applied_torque;
    // The fraction of what it bears, mean of the last step: at 1 it breaks.
    float load;
} supple_joint_state;

SUPPLE_API supple_joint_state supple_world_joint_state(const supple_world* world,
                                                       supple_joint joint);

// ---- queries ---------------------------------------------------------------------------

// What a query found: a body, or a collider.
typedef struct supple_hit {
    // NULL when it is a collider.
    supple_body* body_or_null;
    // Zero when it is a body.
    supple_collider collider;
    // The point on the body.
    supple_point at;
    // The first part that moves that point; -1 where none does, or of a collider.
    int32_t part;
    // The point that was found, in the world.
    supple_vec3 place;
    // Unit, from what was found to where the query came from; of an overlap it may be zero.
    supple_vec3 normal;
    // Of rays and casts as a fraction of their displacement, 0 to 1; otherwise world units.
    float distance;
} supple_hit;

// Bodies as they are shown now, by their triangles, and colliders, which are solid; not sensors. filter NULL: all that may have
// contacts. What they look at is told by boxes: the first after something moved makes a tree of them, 0.2 microseconds a body.
// One thread at a time. Numbers that are not finite, and shapes that are none, find nothing and are counted.

// What the ray from `origin` to origin + displacement meets first; NULL instead of a hit: whether it meets anything. A body is met on both
// sides of its surface; a solid that the origin is in at 0.
SUPPLE_API bool supple_world_ray(const supple_world* world, supple_vec3 origin,
                                 supple_vec3 displacement, const supple_filter* filter_or_null,
                                 supple_hit* hit_or_null);
// Where it meets each body and collider first, the nearest one first. Returns how many there are and writes at most `capacity`.
SUPPLE_API int supple_world_ray_all(const supple_world* world, supple_vec3 origin,
                                    supple_vec3 displacement, const supple_filter* filter_or_null,
                                    supple_hit* out, int capacity);
// All that a sphere, capsule or box overlaps, bodies in the order of slots, then colliders; also what it lies within. `place` is
// the nearest to the middle of the shape that was looked at; `distance` 0.
SUPPLE_API int supple_world_overlap(const supple_world* world, const supple_shape* shape,
                                    const supple_matrix* pose, const supple_filter* filter_or_null,
                                    supple_hit* out, int capacity);
// What such a shape meets first on its path. What it overlaps at the beginning is met at 0.
SUPPLE_API bool supple_world_cast(const supple_world* world, const supple_shape* shape,
                                  const supple_matrix* pose, supple_vec3 displacement,
                                  const supple_filter* filter_or_null, supple_hit* hit);
// The nearest point of a body's surface or of a collider to a place, no farther than `within`; of a collider that it is in the
// place itself.
SUPPLE_API bool supple_world_nearest(const supple_world* world, supple_vec3 place, float within,
                                     const supple_filter* filter_or_null, supple_hit* hit);

// A box around all of a body as it is shown. In a world it is found from bones and coordinates, in a fraction of a microsecond, and
// is somewhat too wide; alone from every vertex.
typedef struct supple_bounds {
    supple_vec3 low, high;
} supple_bounds;

SUPPLE_API supple_bounds supple_body_bounds(const supple_body* body);

// ---- events -----------------------------------------------------------------------------

// What happened in the last step. Two touch while they have a contact that bears something; a touch is of the two, however many
// contacts they have. Every BEGAN has its ENDED, also when one of them is removed, and every ENTERED its LEFT.
typedef enum supple_event_kind {
    // Two things began to touch.
    SUPPLE_EVENT_BEGAN,
    // They touch no more. Of what was removed the event has its address or id: it may be gone.
    SUPPLE_EVENT_ENDED,
    // They met at options.hit_speed or faster.
    SUPPLE_EVENT_HIT,
    // The body overlaps a sensor, which is the collider.
    SUPPLE_EVENT_ENTERED,
    // It overlaps the sensor no more.
    SUPPLE_EVENT_LEFT,
    // The joint broke.
    SUPPLE_EVENT_BROKE,
    // The body fell asleep.
    SUPPLE_EVENT_SLEPT,
    // The body woke.
    SUPPLE_EVENT_WOKE
} supple_event_kind;

typedef struct supple_event {
    // What happened.
    supple_event_kind kind;
    // NULL when it happened to a joint.
    supple_body* body;
    // The other body, if there is one.
    supple_body* other_or_null;
    // Zero when there is none.
    supple_collider collider;
    // Zero when there is none.
    supple_joint joint;
    // Of BEGAN and HIT: where they bear most. The normal points from the other to the body.
    supple_vec3 place, normal;
    // Of BEGAN and HIT: of all their contacts over the step, N s.
    float impulse;
    // Of BEGAN and HIT: of the fastest contact, world units / s.
    float speed;
} supple_event;

// Touches by pairs of slots, then joints, then sleep. Returns how many there are and writes at most `capacity`. Not part of a
// state: after a restore there are none, and what touched touches.
SUPPLE_API int supple_world_events(const supple_world* world, supple_event* out, int capacity);

// ---- debug drawing ---------------------------------------------------------------------

typedef enum supple_draw {
    // Colliders; sensors in another colour; planes as a square about their origin, of ten times the
    // largest body.
    SUPPLE_DRAW_COLLIDERS = 1,
    // Triangles of bodies as contacts see them.
    SUPPLE_DRAW_SURFACES = 2,
    // Boxes around bodies.
    SUPPLE_DRAW_BOUNDS = 4,
    // Contacts of the last step: their place and normal, the longer the more they bear.
    SUPPLE_DRAW_CONTACTS = 8,
    // Lines from body to place to body.
    SUPPLE_DRAW_JOINTS = 16,
    // Centres of mass, with axes.
    SUPPLE_DRAW_CENTRES = 32,
    SUPPLE_DRAW_ALL = 63
} supple_draw;

// Where to: lines are all that is asked of you. Surfaces and bounds of bodies asleep are grey.
typedef struct supple_drawing {
    // Called for every line; rgb is 0xrrggbb.
    void (*line)(void* user, supple_vec3 from, supple_vec3 to, uint32_t rgb);
    // A pointer of yours that it gets.
    void* user;
    // Bits of supple_draw.
    uint32_t what;
} supple_drawing;

SUPPLE_API void supple_world_draw(const supple_world* world, const supple_drawing* drawing);

// ---- reading a body --------------------------------------------------------------------

// How much of each of its targets a posed part has in its pose: [target_count], none negative, sum 1.
// Of other parts nothing is written.
SUPPLE_API void supple_body_weights(const supple_body* body, int part, float* weights);

// How far a newton at each vertex moves it, in the pose as it is: metres, [vertex_count], the mean over all
// directions. 0 where nothing is soft. For colours and tools: a millisecond or so, and not for every frame.
SUPPLE_API void supple_body_compliance(supple_body* body, float* compliance);

// [coord_count] coordinates as the flesh has them, before detail fades them. Valid until the next step.
SUPPLE_API const float* supple_body_coords(const supple_body* body);

// [coord_count] how fast they change, a second. Valid until the next step.
SUPPLE_API const float* supple_body_speeds(const supple_body* body);

// Coordinates of a part and their speeds from now on, [coord_count] of the part each, in the order of both arrays above from the part's
// first_coord; NULL leaves them as they are. Shown at once; previous positions stay those of the last step. What was read and is
// told again changes nothing. A free body keeps its velocity and spin. Coordinates that detail has faded out are left. Nothing
// stops a coordinate that is told beyond the limit: the next step does. False, and counted, where there is no such part, where it
// is a recorded one, which moves as it was recorded, and of numbers that are not finite or beyond 1e12: nothing changes then.
SUPPLE_API bool supple_body_set_coords(supple_body* body, int part, const float* coords_or_null,
                                       const float* speeds_or_null);

// A row of four for each coordinate, in the unit of the tables: the amount of its shape, of its bend,
// of its shape one step earlier (for motion vectors), and 0. A frame uploads this and nothing else.
SUPPLE_API void supple_body_upload(const supple_body* body, float (*rows)[4]);

// ---- light (docs/light.md): what arrives at the vertices of an asset that was baked with it, from a light that is
// far away. What leaves a vertex is its base colour times that.

typedef struct supple_light_info {
    // Of spherical harmonics, 2 to 6; 0 when the asset has no light.
    int32_t order;
    // How many fields there are beside the mean.
    int32_t field_count;
    // How many shapes were lit.
    int32_t shape_count;
    // How many points have light: vertices, those of thin surfaces twice.
    int32_t point_count;
    // How many groups of points there are whose transfer is in one frame, a bone's.
    int32_t group_count;
    // How many balls stand for the body over the ground; 0 when there are none.
    int32_t ball_count;
    // Bytes of the file that light takes.
    size_t bytes;
    // Root mean square error of the transfer at states that were not lit; 0 when it is not known.
    float error;
    // Root mean square error that quantisation adds.
    float rounded;
} supple_light_info;

SUPPLE_API supple_light_info supple_asset_light(const supple_asset* asset);

// The bone by whose skinning matrix a group's frame is turned; 0 where there is no such group.
SUPPLE_API int32_t supple_asset_light_bone(const supple_asset* asset, int32_t group);

// One light on bodies of one asset: colours of a light that stands still. NULL if the asset has no light, or the allocator
// returns that. The asset's bytes must outlive it. Dark at first.
typedef struct supple_light supple_light;
SUPPLE_API supple_light* supple_light_create(const supple_asset* asset,
                                             const supple_allocator* allocator_or_null);
SUPPLE_API void supple_light_destroy(supple_light* light_or_null);

// coefficients: [order * order][3], those of the light in the world: real harmonics, index l (l + 1) + m, three colours. axes: [group_count][9]
// how the frame of each group is turned in the world, by rows: the turn of its bone's skinning matrix (of a recording: its support's), or
// NULL: not at all. Takes a millisecond or so, so only when either has changed. Where a number is not finite the light stays as it was.
SUPPLE_API void supple_light_set(supple_light* light, const float* coefficients,
                                 const float* axes_or_null);

// [vertex_count][3] what arrives at the front and at the back of every vertex as the body is, linear, never negative; 0 at the
// back of what is not thin. One thread at a time for one light.
SUPPLE_API void supple_body_light(const supple_body* body, supple_light* light, float* front,
                                  float* back_or_null);

// The same for a vertex shader (supple_light of gpu/supple.glsl). Folded colours as a table, to be uploaded when the light was
// set: what field f has at a point is texel f * point_count + point, field 0 being the mean.
SUPPLE_API supple_table supple_light_colors(const supple_light* light);

// [vertex_count][2] which points the front and the back of each vertex are, UINT32_MAX where none is: an attribute of the shader.
SUPPLE_API void supple_light_points(const supple_light* light, uint32_t* points);

// [1 + field_count] how much of each field the body has as it is; the first is 1. Every frame, for each body.
SUPPLE_API const float* supple_light_amounts(supple_light* light, const supple_body* body);

// ---- the ground below bodies: a light on level ground that looks up (+y), darkened by balls that stand for bodies, wherever they are.
// What is drawn of it is its base colour times what arrives.

typedef struct supple_ball {
    // In the world, world units.
    float center[3], radius;
    // The fraction of light that it reflects, by colour.
    float albedo[3];
} supple_ball;

// The balls of a body that was baked with light, where it is in the world: [supple_light_info.ball_count], whose number it returns.
SUPPLE_API int32_t supple_body_balls(const supple_body* body, const supple_asset* asset,
                                     supple_ball* balls);

// Dark at first. NULL if the allocator returns that.
typedef struct supple_ground supple_ground;
SUPPLE_API supple_ground* supple_ground_create(const supple_allocator* allocator_or_null);
SUPPLE_API void supple_ground_destroy(supple_ground* ground_or_null);

// The light, as supple_light_set takes it, of any order from 2 to 6; axes: nine numbers by rows, if the world of the ground is turned in that of the
// light. Where a number is not finite it stays as it was.
SUPPLE_API void supple_ground_set(supple_ground* ground, int32_t order, const float* coefficients,
                                  const float* axes_or_null);

// [point_count][3] what arrives at points of the ground, linear, never negative; without balls: what open ground has. Balls of several bodies may
// be given together. A microsecond a point and eight balls.
SUPPLE_API void supple_ground_light(const supple_ground* ground, const supple_ball* balls,
                                    int32_t ball_count, const float* points, int32_t point_count,
                                    float* rgb);

typedef enum supple_normals {
    // Rest normals plus bends: cheap, good for moderate motion.
    SUPPLE_NORMALS_LINEAR,
    // From the displaced triangles; only where positions are asked for too.
    SUPPLE_NORMALS_RECOMPUTED
} supple_normals;

// Where to write vertices. NULL streams are skipped; strides are in bytes.
typedef struct supple_streams {
    // Three floats each.
    float* positions;
    size_t position_stride;
    // Three floats each: where vertices were one step earlier.
    float* previous;
    size_t previous_stride;
    // Three floats each, unit.
    float* normals;
    size_t normal_stride;
    // Four floats each: unit and orthogonal to the normals, and the sign as it was.
    float* tangents;
    size_t tangent_stride;
    // How normals are found.
    supple_normals normal_form;
} supple_streams;

SUPPLE_API supple_streams supple_streams_packed(float* positions, float* normals_or_null);

// All vertices in bind space, before skinning.
SUPPLE_API void supple_body_evaluate(const supple_body* body, const supple_streams* out);
// ... and skinned by the palette, in the world: for those without an engine.
SUPPLE_API void supple_body_skin(const supple_body* body, const supple_streams* out);

// ---- crowds: many bodies of one prepared asset at once (docs/runtime.md#crowds). The same bits as one by one, in any
// order and on any threads. No body may be among them twice.

// Drives each, by its palette, and steps it. palettes: of the first body, of the next ..., each as supple_body_drive
// takes it; NULL: they were driven, or stand.
SUPPLE_API void supple_bodies_step(supple_body* const* bodies, int32_t count,
                                   const supple_matrix* palettes_or_null, float dt,
                                   const supple_tasks* tasks_or_null);

// The vertices of each in streams of its own: outs[count], all asking for the same streams. Tables are read once for
// 64 bodies.
SUPPLE_API void supple_bodies_evaluate(const supple_body* const* bodies, int32_t count,
                                       const supple_streams* outs,
                                       const supple_tasks* tasks_or_null);

// supple_body_upload of each, one behind another: an instance of a draw call has the rows from instance * coord_count on.
SUPPLE_API void supple_bodies_upload(const supple_body* const* bodies, int32_t count,
                                     float (*rows)[4]);

// Save and restore for rollback and replay. The size depends on asset and max_pins only; a state is
// plain bytes, good for bodies of the same asset and library version. False, and nothing changes, for
// a state of another one or a damaged one that a step could not go on from.
SUPPLE_API size_t supple_body_state_size(const supple_body* body);
SUPPLE_API void supple_body_save(const supple_body* body, void* state);
SUPPLE_API bool supple_body_restore(supple_body* body, const void* state, size_t size);

// Trouble does not stop a step; it is counted here.
typedef struct supple_body_counts {
    // Steps since creation.
    uint32_t steps;
    // Steps in which a part reached its limit.
    uint32_t limited;
    // Inputs that were refused.
    uint32_t rejected;
    // Substeps of the last step, of the part that took most.
    int32_t substeps;
    // Holds whose levers would have made the motion grow.
    uint32_t fallbacks;
    // Whether it sleeps.
    bool asleep;
} supple_body_counts;

SUPPLE_API supple_body_counts supple_body_stats(const supple_body* body);

#ifdef __cplusplus
}
#endif
