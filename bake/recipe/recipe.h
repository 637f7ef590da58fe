// What to make soft and how: all choices of a bake, with a default for each.
//
// A recipe comes from a file (bake/recipe/recipe_file.h) or from the defaults below. Lengths are in the
// unit of the input's file, everything else is SI.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/base/vec.h"
#include "bake/fem/damping.h"
#include "bake/fem/material.h"

typedef struct recipe_box {
    bool given;
    vec3 corner[2]; // any two opposite ones
} recipe_box;

typedef struct recipe_sphere {
    bool given;
    vec3 centre;
    double radius;
} recipe_sphere;

typedef struct recipe_plane {
    bool given;
    vec3 point, normal; // what lies behind it: (x - point) . normal <= 0
} recipe_plane;

// Where on the surface. What is given must all hold; nothing given is all of it.
typedef struct recipe_region {
    const char* place_or_null; // a soft place that the search finds: "belly"
    int32_t bone_count;        // joints whose weights sum to more than the threshold
    const char** bones;
    double threshold;              // of weights and of paint
    const char* attribute_or_null; // painted: "_SOFT"
    const char* color_or_null;     // vertices of this colour: "e4572e"
    recipe_box box;
    recipe_sphere sphere;
} recipe_region;

// What is held, beside the seam of a part: all of it together.
typedef struct recipe_fixing {
    double core;                   // of the way from bone to skin, 0 to 1: so much is bone
    double base;                   // of the height, from below, 0 to 1
    const char* attribute_or_null; // painted above a half: "_FIXED"
    recipe_box box;
    recipe_sphere sphere;
    recipe_plane plane;
    int32_t vertex_count;
    int32_t* vertices; // as the file counts them, mesh after mesh
} recipe_fixing;

// A morph target of the file, and how much of it.
typedef struct recipe_shape {
    const char* name;
    double weight;
} recipe_shape;

// An input that poses are told by besides joints, and where it is.
typedef struct recipe_input {
    const char* name;
    double value;
} recipe_input;

// A node of the file put somewhere: what is not given stays as it was bound.
typedef struct recipe_node {
    const char* name;
    bool turned, moved;
    quat rotation; // against its parent, as the file has rotations
    vec3 translation;
} recipe_node;

// A moment of a clip, or nodes by name from the bind pose on; neither: the bind pose.
typedef struct recipe_pose {
    const char* clip_or_null;
    double time; // seconds
    int32_t node_count;
    recipe_node* nodes;
} recipe_pose;

// A sculpted shape in the pose it was sculpted for, and how stiff it is there.
typedef struct recipe_target {
    const char* name;
    place where; // for sentences
    int32_t shape_count;
    recipe_shape* shapes; // summed; none: the shape of the base
    recipe_pose pose;
    int32_t input_count;
    recipe_input* inputs;      // those that are not named are 0
    double young;              // Pa; 0: the part's
    double poisson;            // -1: the part's
    double stiffness;          // times
    double mass;               // times the part's
    const char* paint_or_null; // instead of the part's
} recipe_target;

// From where somebody looks at a part. What moves by less than a pixel there is left out.
typedef struct recipe_visible {
    double distance; // of the eye; 0: everything is seen
    double pixels;   // from the top of the picture to its bottom
    double angle;    // degrees that these cover
    double push;     // N, the most that a vertex is pushed by; 0: the weight of the part
} recipe_visible;

typedef struct recipe_part {
    const char* name;
    place where; // for sentences
    recipe_region region;
    recipe_fixing fixing;
    const char* volume_or_null; // a file with tetrahedra for it, instead of filling the surface
    int32_t tets;               // about so many
    double cell;                // or, above 0, the edge of a cell
    double fade;                // from the seam to full motion; 0: half of the way to the middle
    bool ten_nodes;
    material material;
    const char* paint_or_null; // attribute or colour channel with a factor on Young's modulus
    const char* paint_poisson_or_null; // the same with Poisson's ratio itself
    // How soft, by scaling Young's modulus: at most one of the two is above 0; none: as it comes.
    double
        sag; // how far it hangs at 1 g, of the cube root of its volume; RECIPE_SAG_AUTO: recipe_sag
    double first; // Hz of the first mode
    damping_request damping;
    bool plain;    // coordinates are modes, not responses
    int32_t modes; // coordinates, at most; 0: recipe_modes
    double below;  // Hz; above 0: only modes below
    double fps;    // frames a second that it is shown at; above 0: only modes below half of it
    recipe_visible visible;
    double stiffness, damping_scale, response; // of supple_tuning
    double limit;                              // above 0: the farthest a vertex may go; 0: a rule
    // What makes a posed part of it (recipe_is_posed): all but `modes` means nothing to others.
    bool stvk;        // elasticity of Saint Venant and Kirchhoff, else linear
    bool derivatives; // modal derivatives in its basis
    int32_t target_count;
    recipe_target* targets;
    int32_t joint_count; // that poses are told by; 0: those that carry the part, but the root
    const char** joints;
    double translation; // radians that a joint's shift by a metre counts for; 0: a rule
    double smoothing;   // between poses; 0: through every one of them
} recipe_part;

enum { RECIPE_LOOK_ALL = INT32_MAX, RECIPE_BENDS_ALL = INT32_MAX };

// How a recording becomes an asset (docs/record.md). It means nothing to other inputs, nor does all of a part to a recording.
typedef struct recipe_recorded {
    bool given;       // the file has it
    int32_t rank;     // so many shapes; 0: as many as the error asks for
    double tolerance; // at most this part of the motion, root mean square
    double spectral;  // above 0, instead: all singular values of at least this part of the first
    double balance;   // s^2, of velocities in distances; 0: a rule
    double shortest;  // s: shorter responses are not begun
    double run_on;    // of the motion's reach: as far one runs on into another
    double blend;     // 1/s: how fast the offset of a jump goes away; 0: at the motion's own pace
    int32_t
        look; // so many jumps are looked at for surfaces that cross while they are blended; or RECIPE_LOOK_ALL
    int32_t modes;             // so many vibration modes lie over it; 0: it cannot be poked
    const char* scene_or_null; // that was recorded, whose modes they are
} recipe_recorded;

// Soft shadows and bounced light (docs/light.md).
typedef struct recipe_light {
    int32_t shapes;           // that are lit; 0: the asset has no light
    int32_t fields;           // 0: as many as an error of 5 % of what changes asks for
    const char* file_or_null; // a .light whose shapes are taken, however many are asked for
    const char* work_or_null; // else: where transfer is kept while it is made; NULL: nowhere
    int32_t piece, pieces; // ... of which only these fields are made, and no asset; 0 pieces: all
} recipe_light;

typedef struct recipe {
    const char* input_or_null;
    double unit;      // metres of the file's unit; 0: guessed
    bool unit_asked;  // by the caller; else the recipe's file says it
    bool rigid_given; // exactly the pieces below are rigid; else evidence decides
    int32_t rigid_count;
    const char** rigid; // names of pieces, nodes, meshes, materials, joints
    int32_t part_count;
    recipe_part* parts;   // none: what the search finds, or the whole of a body without skeleton
    recipe_part defaults; // what those have
    int32_t bends; // corrections of normals for so many coordinates of a part; RECIPE_BENDS_ALL
    bool spin;     // matrices of Coriolis and spin forces
    int32_t table_bits; // of a number of shapes and bends, 8 or 16; where 16 are too few, 32
    bool part_said;     // somebody chose something that counts for parts
    recipe_recorded recorded;
    recipe_light light;
} recipe;

recipe recipe_default(void);
recipe_part recipe_part_default(void);
recipe_target recipe_target_default(void);

// A part that bones or a base hold, and that says nothing, has at least and at most so many coordinates, and no more than keep errors within
// this (docs/decisions/0135-responses.md).
enum { RECIPE_RESPONSES_LEAST = 8, RECIPE_RESPONSES_MOST = 24 };
#define RECIPE_RESPONSES_ERROR 0.12

// How many coordinates a part has at most.
int32_t recipe_modes(const recipe_part* p, bool held);

// Hz: what is faster is left out, by `below` and by `fps`; 0: nothing is.
double recipe_fastest(const recipe_part* p);

// How large a pixel is at that distance, in units.
double recipe_pixel(const recipe_visible* v);

#define RECIPE_SAG_AUTO (-1.0)
// How far a part hangs: what it says, or what suits flesh on bones and toys. 0: the material's own stiffness.
double recipe_sag(const recipe_part* p, bool held);

// Interpolated between sculpted targets, or of one whose springs are not linear; else plain modes.
static inline bool recipe_is_posed(const recipe_part* p) {
    return p->target_count > 0 || p->stvk;
}
