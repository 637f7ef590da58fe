// The asset file: records that the baker writes and the runtime reads in place.
//
// One little-endian block: a header, a list of sections, the sections, each at a multiple of 16. A
// reader ignores kinds it does not know, so kinds may be added; a record that changes its meaning
// changes the version. Every record is a multiple of 4 bytes without padding, checked below.
// docs/format.md is the specification; this is its other half.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "assets are little-endian and used in place: a big-endian machine cannot read or write them"
#endif

#define FORMAT_MAGIC     "supple\r\n" // eight bytes; \r\n shows when a transfer took it for text
#define FORMAT_EXTENSION "SUPPLE_soft_body" // of glTF: {"bufferView": index} at the root
#define FORMAT_RECIPE    "recipe"           // ... beside it: the text that it was baked by

#define FORMAT_NONE         UINT32_MAX // no part at a vertex in this layer; no bends of a part
#define FORMAT_LARGEST      1e12f      // no number of the file is farther from zero,
#define FORMAT_LARGEST_TERM 1e30f // but for the polynomials, whose units grow with their degree

enum {
    FORMAT_VERSION_OWN = 1,    // every member has a place of its own in the tables, or ...
    FORMAT_VERSION_SHARED = 2, // ... FORMAT_PLACES says how many there are, and links say which
    FORMAT_VERSION_FEW_BENDS =
        3, // as 2; the last coordinates of a part that turn no normals have no texels there
    FORMAT_VERSION_SUMMED = 4, // either, and the block has a checksum: what is written, or ...
    FORMAT_VERSION = 5,        // ... as 4, where a table has numbers of 8 bits
    FORMAT_ALIGNMENT = 16,
    FORMAT_MAX_LAYERS = 4,
    FORMAT_MAX_PARTS = 255, // a link has eight bits for the part, 255 among them for none,
    FORMAT_MAX_PART_VERTICES = 1 << 24, // and 24 for the place
    FORMAT_MAX_BONES = 1 << 16,
    FORMAT_MAX_COORDS = 1 << 16, // of all parts: far above any use; products with pins stay small
    FORMAT_MAX_TARGETS = 64,     // of a posed part, ...
    FORMAT_MAX_POSE_INPUTS = 64,
    FORMAT_MAX_POSE_MASS = 100,   // ... each so many times as heavy at most, or as light, ...
    FORMAT_MAX_POSE_JOINTS = 256, // ... and ...
    FORMAT_MAX_POSED_COORDS = 64, // ... its polynomials have C(67, 4) terms then, 3 MB a target
    FORMAT_MAX_ENTRIES = 32,      // of a recorded part, ...
    FORMAT_MAX_SPEEDS = 32,       // ... and ...
    FORMAT_MAX_RESPONSES = 65535, // ... of which a jump has 16 bits, the largest of them for none
    FORMAT_MAX_FIELDS = 255,      // of light
    FORMAT_MIN_WIDTH = 16,        // of a table, texels
    FORMAT_MAX_WIDTH = 2048       // every GPU has textures so wide; higher ones are cut into layers
};

typedef struct format_header {
    uint8_t magic[8];
    uint32_t version;
    uint32_t section_count;
    uint64_t size;     // of the whole block, bytes
    uint64_t checksum; // format_checksum (checksum.h) of versions 4 and 5; 0 before
} format_header;

typedef struct format_section {
    uint32_t kind;   // format_kind
    uint32_t stride; // bytes an element
    uint64_t count;  // elements
    uint64_t offset; // of the first, from the header
} format_section;

// Ascending in the list of sections, each at most once; * must be there.
typedef enum format_kind {
    FORMAT_BODY = 1,       // * one format_body
    FORMAT_PARTS = 2,      // * format_part
    FORMAT_COORDS = 3,     // * format_coord, part after part
    FORMAT_BONES = 4,      // * format_bone
    FORMAT_PART_BONES = 5, // * format_part_bone: which bones carry a part, part after part
    FORMAT_FORCING = 6,    // * float[12]: s and J of every coordinate of a part, ride after ride
    // float: for each part [6][coord_count][coord_count], xx yy zz xy yz zx of
    // P_ab[i][k] = phi_i,a M phi_k,b (numerics.md A6)
    FORMAT_COUPLING = 7,
    FORMAT_MESHES = 8,         // * format_mesh
    FORMAT_POSITIONS = 9,      // * float[3] a vertex
    FORMAT_NORMALS = 10,       // * float[3]
    FORMAT_TANGENTS = 11,      //   float[4]
    FORMAT_JOINTS = 12,        //   uint16[influence_count], into the bones
    FORMAT_WEIGHTS = 13,       //   float[influence_count], sum 1
    FORMAT_TRIANGLES = 14,     // * uint32[3]
    FORMAT_PART_VERTICES = 15, // * uint32: the vertices of a part, ascending, part after part
    FORMAT_LINKS = 16,         // * uint32[vertex_count] a layer: part << 24 | place in its tables
    FORMAT_SHAPES = 17,        // * int16[3], float[3] or, of version 5, int8[3]: a texel
    FORMAT_BENDS = 18,         //   the same
    FORMAT_NAMES = 19,         // * uint8: texts in UTF-8, each ended by a zero byte
    FORMAT_TWINS = 20, //   uint32 a vertex: the first at the same place with the same normal
    // Of parts whose model is SUPPLE_POSED, part after part:
    FORMAT_POSED = 21,       // format_posed, one a part
    FORMAT_POSE_JOINTS = 22, // format_pose_joint
    FORMAT_POSE_SPACE = 23,  // float: mean [6 joints], projection [dimension][6 joints],
                             // centres [targets][dimension], cardinal [targets][targets + 1]
    FORMAT_TARGETS = 24,     // format_target
    FORMAT_RESTS = 25,       // float [targets][coord_count]: the sculpted shape as coordinates
    FORMAT_POLYNOMIALS = 26, // float [targets][packed_energy(coord_count, degree)]: packed.h
    // Where split vertices share texels: versions 2 and 3, and some of 4 and 5
    FORMAT_PLACES = 27,     // * format_places, one a part
    FORMAT_BEND_LINKS = 28, //   as FORMAT_LINKS, but of bends; left out: places are those of shapes
    // Of parts whose model is SUPPLE_RECORDED, part after part:
    FORMAT_RECORDED = 29,     // format_recorded, one a part
    FORMAT_SPEEDS = 30,       // format_speed: those that the support may have
    FORMAT_ENTRIES = 31,      // format_entry: what may happen
    FORMAT_CHANGES = 32,      // uint32 [speeds][entries]: the speed after it, FORMAT_NONE: never
    FORMAT_RESPONSES = 33,    // format_response, ascending in their first state
    FORMAT_ORBIT_SCALES = 34, // float [coord_count]: q = scale * word
    FORMAT_ORBITS = 35,       // int16 [states][coord_count]
    FORMAT_JUMPS = 36,        // format_jump [states][entries]: the nearest start
    FORMAT_RECORDED_CONTACTS = 37, // format_recorded_contact, ascending in their state
    // What arrives at vertices from a light that is far away (docs/light.md); all or none, but for the last four:
    FORMAT_LIGHT = 38,         // one format_light
    FORMAT_LIGHT_CENTERS = 39, // float [centers][all coordinates + 1]: a shape, and its sharpness
    FORMAT_LIGHT_WEIGHTS = 40, // float [centers][fields]
    FORMAT_LIGHT_POINTS = 41,  // uint32: vertex << 1 | side (1: the back), ascending
    FORMAT_LIGHT_SCALES = 42,  // float [1 + fields][numbers]: a number is its scale times its word
    FORMAT_LIGHT_MEAN = 43,    // int16 [points][numbers]
    FORMAT_LIGHT_FIELDS = 44,  // int8 [fields][points][numbers]
    FORMAT_LIGHT_SLOPES = 45,  // float [all coordinates][fields]; left out: none
    FORMAT_LIGHT_GROUPS =
        46, // uint32: the bone whose frame a group's transfer is in; left out: one group, bone 0
    FORMAT_LIGHT_GROUP_OF = 47, // uint16 [points]; only of two groups or more
    FORMAT_LIGHT_BALLS =
        48, // float [7 + 3 * all coordinates]: a ball that stands for flesh over the ground
    // What poses depend on besides joints, of all posed parts together:
    FORMAT_POSE_INPUTS = 49,      // format_target: a name
    FORMAT_POSE_INPUT_SPACE = 50, // float, posed part after posed part: mean [inputs],
                                  // projection [dimension][inputs]
    FORMAT_POSE_MASSES = 51,      // float, as FORMAT_TARGETS: the flesh's mass about each target,
                                  // times that of FORMAT_PARTS; left out: 1
    FORMAT_KINDS                  // one more than the last
} format_kind;

typedef struct format_body {
    float metres;     // a unit of the mesh has so many
    float gravity[3]; // m/s^2 in bind space, already in the shape of the mesh
    uint32_t influence_count;
    uint32_t layer_count;
    uint32_t shape_width; // texels a row, a power of two; the table ends with a whole row
    uint32_t bend_width;  // ... and 0 without bends
} format_body;

typedef struct format_part {
    uint32_t name;  // place in FORMAT_NAMES
    uint32_t model; // supple_model
    uint32_t coord_count, part_bone_count, part_vertex_count;
    uint32_t shape_texel, bend_texel; // first of coord_count * places; UINT32_MAX: no bends
    float stiffness, damping, response, limit; // supple_tuning
    float mass;                                // kg, of all of the flesh, what is held too
    float centre[3];                           // metres, bind space
    float inertia[6];                          // kg m^2 about the centre: xx yy zz xy yz zx
} format_part;

typedef struct format_coord {
    float lambda;      // (rad/s)^2, 0 or above
    float decay;       // 1/s: half of alpha + beta lambda
    float shape_scale; // displacement in the mesh's unit = texel * shape_scale * q
    float bend_scale;
    float reach; // the farthest displacement of a vertex for q = 1, the mesh's unit
} format_coord;

typedef struct format_bone {
    uint32_t name;
    float inverse_bind[12]; // three rows of four
} format_bone;

typedef struct format_part_bone {
    uint32_t bone;
} format_part_bone;

// A texel of FORMAT_FORCING: sqrt(kg) and sqrt(kg) m, numerics.md A4.
typedef struct format_forcing {
    float s[3];
    float j[3][3]; // row: along the force; column: along the place
} format_forcing;

typedef struct format_posed {
    uint32_t target_count;
    uint32_t degree; // of the force: 1 linear, 3 StVK
    uint32_t joint_count;
    uint32_t dimension; // of the pose space, at most 6 * joint_count + inputs and target_count - 1
    float alpha, beta;  // damping alpha + beta K: 1/s and s
    float translation;  // radians that the mesh's unit counts for
} format_posed;

// Six numbers of a pose: how a bone stands to another, against the bind pose. numerics.md C1.
typedef struct format_pose_joint {
    uint32_t bone;
    uint32_t parent; // a bone, or FORMAT_NONE: the world, and then it has no translation
} format_pose_joint;

typedef struct format_target {
    uint32_t name;
} format_target;

// A part's places in the tables: as many as members, or fewer where members share them.
typedef struct format_places {
    uint32_t shapes, bends; // bends: 0 without them
} format_places;

// How the support moves: `rate` of one that turns about its axis, the others of a free one.
typedef struct format_speed {
    float velocity[3], spin[3]; // m/s, rad/s
    float rate;                 // rad/s
} format_speed;

enum { FORMAT_SUPPORT_FREE, FORMAT_SUPPORT_TURNS };

typedef struct format_recorded {
    uint32_t entry_count, speed_count, response_count, state_count, contact_count;
    uint32_t still;         // the speed that is none
    uint32_t rest;          // the state in which nothing moves: q = 0
    uint32_t support;       // FORMAT_SUPPORT_...
    uint32_t speed_matters; // 1: to the motion, so that only a start of the same speeds will do
    uint32_t shortest;      // states that a response goes on for before a limit of the support
    float step;             // s from a state to the next
    float blend;            // 1/s: how fast the offset of a jump goes away
    float balance;          // s^2, of velocities in distances
    float jump_scale;       // m: a distance is its number in a jump times that
    float error;            // m: no vertex of a state is farther from where it was recorded
    float pivot[3], axis[3];
    float low[3], high[3], begin[3]; // of the support's way, m; of one that turns the first is its
                                     // angle, rad. +-FORMAT_LARGEST: no limit
} format_recorded;

enum { FORMAT_ENTRY_BODY = 1, FORMAT_ENTRY_SUPPORT = 2, FORMAT_ENTRY_FORCING = 4 };

typedef struct format_entry {
    uint32_t name;
    uint32_t does; // FORMAT_ENTRY_..., at least one; never the last two together
    float body_velocity[3], body_spin[3]; // of all that is free, in the support's axes: m/s, rad/s
    format_speed support;                 // changes by so much, or to so much
} format_entry;

typedef enum format_end {
    FORMAT_END_RESTS,   // nothing moves any more
    FORMAT_END_LIMITED, // it lasts as long as the support's limits let it
    FORMAT_END_RUNS_ON, // from there it is blended into another one, or into rest
    FORMAT_END_DEAD     // nothing is known from there on, so that it is no start
} format_end;

// States first, at which the impulse comes, to first + count.
typedef struct format_response {
    uint32_t entry, before, after; // speeds
    uint32_t first, count;
    uint32_t back;          // states before `first` that belong to the same smooth motion, up to 2
    uint32_t is_start;      // 1: it may be begun
    uint32_t end;           // format_end
    uint32_t next, next_at; // of one that runs on: the response, FORMAT_NONE for rest; the state
    uint32_t depth;         // so often it runs on before its end
    float distance, blend;  // of that: m, 1/s
} format_response;

typedef struct format_jump {
    uint16_t response; // FORMAT_MAX_RESPONSES: there is none
    uint16_t distance; // times jump_scale
} format_jump;

// Where two things touched while it was recorded.
typedef struct format_recorded_contact {
    uint32_t state;
    uint32_t first, second; // vertices, FORMAT_NONE: of the surroundings
    float place[3];         // m, in the support's frame
    float normal[3];        // from the second to the first, of length 1 or 0
    float impulse;          // N s, since the state before
} format_recorded_contact;

// A point has 3 order^2 numbers: of each harmonic, index l (l + 1) + m, three colours. Coordinates of the fields at q are the sum of
// weights by exp(-sharpness |q - centre|^2), normalised, and q by slopes, half their range at the centres beyond it at most; what arrives is
// the sum of numbers by coefficients of the light.
typedef struct format_light {
    uint32_t order; // of spherical harmonics, 2 to 6
    uint32_t field_count, center_count, point_count;
    float
        error; // root mean square over that of the transfer, at states that nobody had lit; 0: not known
    float rounded; // the same of what 16 bits of the mean and 8 of the fields cost
} format_light;

typedef struct format_mesh {
    int32_t mesh, primitive, node; // of the glTF file, or -1
    uint32_t first_vertex, vertex_count, first_triangle, triangle_count;
} format_mesh;

typedef char format_sizes_are_as_specified
    [sizeof(format_header) == 32 && sizeof(format_section) == 24 && sizeof(format_body) == 32 &&
             sizeof(format_part) == 84 && sizeof(format_coord) == 20 && sizeof(format_bone) == 52 &&
             sizeof(format_part_bone) == 4 && sizeof(format_forcing) == 48 &&
             sizeof(format_mesh) == 28 && sizeof(format_posed) == 28 &&
             sizeof(format_pose_joint) == 8 && sizeof(format_target) == 4 &&
             sizeof(format_places) == 8 && sizeof(format_speed) == 28 &&
             sizeof(format_recorded) == 120 && sizeof(format_entry) == 60 &&
             sizeof(format_response) == 52 && sizeof(format_jump) == 4 &&
             sizeof(format_recorded_contact) == 40 && sizeof(format_light) == 24
         ? 1
         : -1];
