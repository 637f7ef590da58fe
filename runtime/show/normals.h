// Normals and tangents: made unit, orthogonal to each other, or found anew from displaced triangles.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/supple.h"

// Makes `n` unit; what has no direction becomes `otherwise`.
void normals_unit(float n[3], const float otherwise[3]);

// `t` less its share along the unit normal n, made unit. A tangent along n becomes any other that is not.
void normals_orthogonal(float t[3], const float n[3]);

// Makes the normals of some vertices unit and writes them, and makes the tangents that are in their stream
// already orthogonal to them.
void normals_write(const supple_asset* asset, const supple_streams* out, int32_t first,
                   int32_t count, float (*normals)[3]);

// From the triangles between the positions that are in the streams already, so in whichever space those
// are; weighted by area. Normals and tangents there (linear ones) stay where triangles have no area.
// Does nothing unless positions and normals are both asked for. palette_or_null: what skinned the
// positions; where it mirrors, triangles run the other way round.
void normals_recompute(const supple_asset* asset, const supple_streams* out,
                       const float (*palette_or_null)[12]);
