// Recipe: what to make soft, and how.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/bake_job.h"

#ifdef __cplusplus
extern "C" {
#endif

// Limits of a recipe, in its text too.
enum {
    // Modes a part.
    SUPPLE_BAKE_MODES_MAX = 1000,
    // Elements a part.
    SUPPLE_BAKE_TETS_MIN = 20,
    SUPPLE_BAKE_TETS_MAX = 2000000,
    // Shapes of a recording.
    SUPPLE_BAKE_RANK_MAX = 255,
    // Shapes that are lit.
    SUPPLE_BAKE_LIGHT_MAX = 1000
};
// Hz.
#define SUPPLE_BAKE_FIRST_MAX 1e6
// Of the height.
#define SUPPLE_BAKE_BASE_MAX 0.95

// What to make soft and how: docs/recipe.md. Where nothing is said, what the search finds, with the defaults.
typedef struct supple_bake_recipe {
    // YAML or JSON, and its length in bytes; or NULL.
    const char* text_or_null;
    size_t text_size;
    // With a text: its name in findings, and where files that it names are searched for. Without: a file to read. Or NULL.
    const char* path_or_null;
    // What follows counts for every part, also of the text.
    // These parts only, "belly,chest"; NULL: all.
    const char* parts_or_null;
    // As soft as fat, muscle, ... (docs/materials.md); NULL: as the text says, or what suits the size.
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

#ifdef __cplusplus
}
#endif
