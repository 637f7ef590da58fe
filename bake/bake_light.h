// Soft shadows and bounced light in an asset: what recordings and bodies without a skeleton have in common, and the light of such bodies.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/bake.h"
#include "bake/light/light_make.h"
#include "bake/model/asset_draft.h"

// As a recipe asks for it, with so many other states to tell the error by.
bool bake_light_wanted(const recipe_light* how);
light_options bake_light_options(const recipe_light* how, int threads);

// What an asset has of it; points are those of the asset's vertices.
asset_draft_light bake_light_draft(const light_made* l, const lit_points* p, arena* memory);

// What it cost and how good it is; asset: with the light in it.
supple_bake_light bake_light_report(const light_made* l, const asset_out* asset);

typedef struct bake_light_body_of {
    const scene* s;
    const surface* f; // in the bind pose
    const binding* binding;
    const asset_draft* draft; // without light
    const asset_out* asset;   // ... written
} bake_light_body_of;

// Everything is lit as it lies in the bind pose, seen from the space of the first bone's mesh: at run time a light is turned by that bone's
// skinning matrix. False with a sentence.
bool bake_light_body(const bake_light_body_of* x, const light_options* o, arena* memory,
                     light_made* out, asset_draft_light* draft, report* r);
