// What all bodies of an asset share at run time: found once, counted, and only read by steps.
//
// The asset itself is a value over the caller's bytes and owns nothing, so it cannot hold this. Every body
// has one, its own or one with others; it goes when nobody holds it any more (`holders`), whoever that was.
// Besides the counts, everything but `table` and `contacts` is there from the beginning and never changes.
// `table` changes only when its owner says so (supple_prepared_step), while no body of it is stepped: cached
// by steps themselves, they would race for it, and one that only ever grows is of no use where dt jitters.
// `contacts` costs a thousand times as much and is of use in worlds only, so it is made when the first body
// comes into one, and published whole: two threads that come at once may both make it, and one of the two
// is dropped (`contacts_made` counts both).
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asset/asset.h"
#include "runtime/asset/sharing.h"
#include "runtime/asset/witness.h"
#include "runtime/base/shared.h"
#include "runtime/contact/contact_rest.h"
#include "runtime/model/propagator.h"

struct supple_prepared {
    supple_asset asset;
    asset_sections sections;
    supple_allocator allocator;
    size_t size; // of its own allocation
    shared_count holders;
    uint64_t mark; // in marks of states: tells those of other assets
    float extent;  // of the mesh at rest, its unit
    int32_t part_bone_count, frame_count;
    asset_part* parts;    // [part_count]
    sharing* sharing[2];  // [part_count] of shapes, and of bends
    witness* witnesses;   // [part_count]
    int32_t* part_frames; // [part_bone_count] of all parts, one after another: into the carriers
    int32_t* frame_bone;  // [frame_count]: bones that carry some part
    int32_t* bone_frame;  // [bone_count] back from there; -1: it carries nothing
    double (*joint)[3];   // [frame_count] the joint in bind space, the mesh's unit
    propagator_table
        table;     // [coord_count] of a step of table_h, for parts tuned as they were baked
    float table_h; // 0: none
    shared_pointer contacts;    // a contact_rest
    shared_count contacts_made; // how often: for tests
};

// The surface for contacts, which is made if it is not there. NULL: no memory.
const contact_rest* prepared_contacts(supple_prepared* p);
