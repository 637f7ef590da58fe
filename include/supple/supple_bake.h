// supple_bake - from a mesh or a rigged character to an asset that libsupple plays.
//
// The nouns, each with a header of its own, which can be included alone:
//   bake_job.h         what a bake works on from its input to its outputs, and the findings it tells. Give it a scene and a
//                      recipe, run it, take what came out, release it.
//   bake_scene.h       what is baked: a file, bytes or arrays.
//   bake_recipe.h      what to make soft, and how.
//   bake_result.h      what came out: the asset, the GLB, the figures of every part.
//   bake_modes.h       how a volume of tetrahedra vibrates, without a scene or an asset.
//   bake_simulation.h  a scene moved node by node into a point cache.
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
// back as a status and as findings: sentences that a person can act on.
//
// What a job gave out (bytes, texts, arrays) stays valid until a scene is read, a recipe set, the bake run again, or the job
// released; what supple_bake_modes and supple_bake_simulate gave out, until they are called again or the job is released.
// A call that does not end in SUPPLE_BAKE_DONE invalidates nothing.
//
// A job belongs to one thread at a time. Jobs on several threads are fine: they take turns in
// supple_bake_run, supple_bake_modes and supple_bake_simulate, because the number of OpenBLAS's threads, on which the last bits
// of sums depend, is the same for the whole process. The same scene and recipe give the same bytes, whatever the number of threads.
//
// libsupple_bake links CHOLMOD, whose supernodal module is under the GPL, version 2 or later: a program that
// links this library may be passed on under the GPL only. What it bakes is yours, and libsupple, which plays it, is MIT.
//
// Pointers may not be NULL unless named ..._or_null. These headers are valid C99, C11 and C++.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/bake_job.h"
#include "supple/bake_modes.h"
#include "supple/bake_recipe.h"
#include "supple/bake_result.h"
#include "supple/bake_scene.h"
#include "supple/bake_simulation.h"
