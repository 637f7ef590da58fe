// What all bodies of an asset share at run time: found once, counted, and only read by steps.
//
// The asset itself is a value over the caller's bytes and owns nothing, so it cannot hold this. Every body
// has one, its own or one with others; it goes when nobody holds it any more (`holders`), whoever that was.
// Besides the counts, everything but `tables` and `contacts` is there from the beginning and never changes.
// `tables` change only when its owner says so (supple_prepared_step), while no body of it is stepped: cached
// by steps themselves, they would race for it, and one that only ever grows is of no use where dt jitters.
// `contacts` costs a thousand times as much and is of use in worlds only, so it is made when the first body
// comes into one, and published whole: two threads that come at once may both make it, and one of the two
// is dropped (`contacts_made` counts both).
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/asset.h"
#include "runtime/asset/coupling.h"
#include "runtime/asset/forcing.h"
#include "runtime/asset/sharing.h"
#include "runtime/asset/witness.h"
#include "runtime/base/shared.h"
#include "runtime/contact/contact_rest.h"
#include "runtime/model/propagator.h"
#include "runtime/shape/piece.h"

enum { PREPARED_CUTS = 4 }; // substeps that a step is usually cut into, at most

struct supple_prepared {
    supple_asset asset;
    asset_sections sections;
    supple_allocator allocator;
    size_t size; // of its own allocation
    shared_count holders;
    uint64_t mark; // in marks of states: tells those of other assets
    float extent;  // of the mesh at rest, its unit
    int32_t part_bone_count, frame_count;
    asset_part* parts;      // [part_count]
    sharing* sharing[2];    // [part_count] of shapes, and of bends
    witness* witnesses;     // [part_count]
    coupling* couplings;    // [part_count]
    part_forcing* forcings; // [part_count]
    int32_t* part_frames;   // [part_bone_count] of all parts, one after another: into the carriers
    int32_t* frame_bone;    // [frame_count]: bones that carry some part
    int32_t* bone_frame;    // [bone_count] back from there; -1: it carries nothing
    float (*joint)[4];      // [frame_count] the joint in bind space, the mesh's unit; 0
    propagator_table tables[PREPARED_CUTS]; // [coord_count] of a step of table_h, cut into 1, 2 ...
    float table_h;                          // ... for parts tuned as they were baked; 0: none
    shared_pointer contacts;                // a contact_rest
    const shape_piece* pieces; // [piece_count] of a rigid shape (runtime/shape/shape_asset.c), ...
    int32_t piece_count;       // ... of an asset that was read 0
    void* own;                 // ... whose bytes are its own
    size_t own_size;
    shared_count contacts_made; // how often: for tests
};

// Seconds of a substep of a step that is cut into so many.
static inline float prepared_substep(double all, int32_t cuts) {
    return (float)(all / cuts);
}

// Coefficients of a substep of h seconds, for all coordinates. NULL: nobody asked for them beforehand.
const propagator_table* prepared_table(const supple_prepared* p, float h);

// The surface for contacts, which is made if it is not there. NULL: no memory.
const contact_rest* prepared_contacts(supple_prepared* p);
