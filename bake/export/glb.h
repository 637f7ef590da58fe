// A scene as GLB bytes.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/scene/scene.h"

// Every mesh, node, skin, clip, material and image of the scene. Same scene, same bytes. Integers
// as small as they fit (joints 8 bit, indices 16 bit when they can be); positions, normals and
// weights float. Skin weights are written so that each float sum is 1 within the validator's
// tolerance and a zero weight has joint 0. Left out, because glTF has no place for them: meshes
// without triangles, pictures that are neither PNG nor JPEG, clips without keys, attributes of a width
// other than 1, 2, 3, 4, 9 and 16. A file beyond 4 GiB gives {NULL, 0}.
bytes glb_from_scene(const scene* s, arena* memory);

// The glTF a scene was read from, written back as one GLB: JSON as it was but for buffers, which
// become one BIN chunk (bufferViews are moved accordingly). Pictures in files beside it are embedded.
bytes glb_from_source(const gltf_source* source, const char* path, arena* memory, report* r);

// The same with an asset's block (asset_out.h) in it, which the extension SUPPLE_soft_body names, at a
// multiple of 16 of the file; it takes the place of an older one. supple_asset_read takes the result.
// recipe_or_null: the text that it was baked by, for whoever wants to bake it again with a change.
bytes glb_with_asset(const gltf_source* source, const char* path, bytes block,
                     const char* recipe_or_null, arena* memory, report* r);
