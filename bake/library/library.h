// What a job of supple_bake.h holds, and the way into it that all its functions take.
//
// Each kind of thing that a job holds lives in an arena of its own, made by the call that makes the thing:
// a call that is left or refused takes its arena along, and a call that succeeds puts it in the place of
// the one before. So the job is whole after every call.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake.h"
#include "bake/base/job.h"
#include "bake/import/import.h"
#include "supple/supple_bake.h"

struct supple_bake_job {
    job_state state; // memory and progress
    int32_t threads;

    arena* words; // of the findings
    report findings;
    supple_bake_finding* shown; // [shown_count] the same for others
    int32_t shown_count, shown_capacity;
    char ending[192]; // why the last call was left; "": it was not

    arena* scene_memory; // NULL: no scene
    imported scene;
    const char* scene_name;

    arena* recipe_memory; // NULL: the default one
    recipe recipe;

    arena* result_memory; // NULL: no result
    bake_result result;
    supple_bake_result told;

    arena* modes_memory; // of the last supple_bake_modes
};

// Calls work(job, user) as a run of the job (base/job.h). DONE or, where it returns false, REFUSED; a run
// that is left gives the other two, with a finding, and without those that it had made.
supple_bake_status library_call(supple_bake_job* job,
                                bool (*work)(supple_bake_job* job, void* user), void* user);

// False; and what was made in vain goes, after the findings that may name texts in it have been copied.
bool library_refuse(supple_bake_job* job, arena* made);

// The result names things of the scene and of the recipe, so it goes with them.
void library_drop_result(supple_bake_job* job);

// Until the arena goes, no other job of this process is here: see supple_bake.h.
void library_take_turn(arena* scratch);
