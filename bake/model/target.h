// Sculpted shapes of one soft part, ready for physics: what rests where, how stiff, in which pose.
//
// A dynamic morph target (Galoppo et al. 2009, section 3.1) is a pair of an elastic model and a pose. All
// targets of a part share one volume, one mass, one set of held nodes and one list of joints; each
// has its own rest shape and material. Everything is in body space (binding.h) and SI, but `seen`.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/elastic.h"

// A joint that poses are told by: its motion against its parent, relative to the bind pose
// (runtime/model/joint_pose.h).
typedef struct target_joint {
    int32_t bone;   // of the binding
    int32_t parent; // of the same skin; never -1: where a root stands is no pose
} target_joint;

typedef struct target_shape {
    const char* name;
    const char* posed;  // its pose as people say it: "bend at 1.2 s"
    const double* rest; // [3 * node_count] where nodes rest, less where the base does; metres
    const float (
        *seen)[3]; // [vertex_count] the sculpted displacement of the part's vertices, exact,
                   // in the unit and axes of their own mesh
    const material* materials; // [tet_count]; all targets have the same densities
    double mass;               // times that of the base; below 1: lighter
    const double* pose;        // [joint_count][6] rotation vector (radians), then translation times
                               // translation_scale; then [input_count]
    double largest;            // metres: the farthest that a vertex was sculpted
    double missed;             // metres, rms over vertices: what the nodes do not carry of it
    bool walked;               // in steps, because elements folded otherwise
} target_shape;

typedef struct target_set {
    const tets* volume;   // the base's, of four or ten nodes
    const uint8_t* fixed; // [node_count] 1: does not move
    int32_t vertex_count; // of the part
    int32_t count;
    const target_shape* shapes; // [count]; at least one
    int32_t joint_count;        // 0 for a body without skeleton, or on its root alone
    const target_joint* joints;
    int32_t input_count;      // that poses are told by, too
    const char** inputs;      // their names
    double translation_scale; // radians that a metre counts for
    double young_factor;      // what `sag` or `first` made of Young's modulus; 1: as it was given
} target_set;

// Numbers of a pose.
static inline int32_t target_numbers(const target_set* set) {
    return 6 * set->joint_count + set->input_count;
}

// The blend of all targets as one elastic body. False with a sentence that names the target. `out`
// refers to the set's volume.
bool target_elastic(elastic_law law, const target_set* set, int threads, elastic* out, place where,
                    arena* memory, report* r);
