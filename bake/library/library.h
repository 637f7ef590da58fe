// What a job of supple_bake.h holds, and the way into it that all its functions take.
//
// Each kind of thing that a job holds lives in an arena of its own, made by the call that makes the thing.
// A call has two steps: work, which may fail anywhere and changes nothing that the job holds, and commit,
// which puts what was made in the place of what was there and cannot fail, for it asks for no memory.
// Between them the findings are copied. So the job is whole after every call.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake.h"
#include "bake/base/job.h"
#include "bake/import/import.h"
#include "bake/record/recording.h"
#include "bake/simulate/matter.h"
#include "supple/supple_bake.h"

// Whose findings: each goes with its thing.
typedef enum library_owner {
    OF_RECIPE,
    OF_SCENE,
    OF_RUN,  // the last one
    OF_REST, // other calls, and refused ones, since one of those three was made
    OWNER_COUNT
} library_owner;

typedef struct library_findings {
    arena* memory; // NULL: none
    supple_bake_finding* list;
    int32_t count, capacity;
} library_findings;

struct supple_bake_job {
    job_state state; // memory and progress
    int32_t threads;
    bool try_half_cells;
    bool (*sample_or_null)(void* user, const char* name, supple_bake_bytes* out);
    void* sample_user;

    report findings; // of the call at work
    library_findings found[OWNER_COUNT];
    char ending[192]; // why the last call was left; "": it was not

    arena* scene_memory; // NULL: no scene
    imported scene;
    const char* scene_name;
    bool is_recording; // the scene is the rest of ...
    recording recording;

    arena* recipe_memory; // NULL: the default one
    recipe recipe;

    arena* result_memory; // NULL: no result
    bake_result result;
    supple_bake_result report_input;

    arena* modes_memory;     // of the last supple_bake_modes
    arena* simulated_memory; // ... and supple_bake_simulate
};

typedef struct library_call {
    // False: refused, and a finding says why. What is made lives in `memory`.
    bool (*work)(supple_bake_job* job, arena* memory, void* user);
    // Of what succeeded: takes `memory` over, and asks for none. NULL: the memory was for work only.
    void (*commit)(supple_bake_job* job, arena* memory, void* user);
    library_owner owner; // of the findings, if it succeeds
} library_call;

// Makes the call as a run of the job (base/job.h). DONE or, where work returns false, REFUSED; a run that is
// left gives the other two, with a finding, and nothing else of the job is another.
supple_bake_status library_make(supple_bake_job* job, const library_call* call, void* user);

// The result names things of the scene and of the recipe, so it goes with them.
void library_drop_result(supple_bake_job* job);

// Until the arena goes, no other job of this process is here: see supple_bake.h.
void library_take_turn(arena* scratch);

// Samples that a scene names, from the host.
matter_samples library_samples(supple_bake_job* job);
