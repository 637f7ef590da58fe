// Contacts of a recording as an asset has them: one for what touches as one, and none for what only lies close.
//
// A recording's contact is a patch of pairs that share a node (touches.h). Patches of the same two bodies whose moving vertices
// are the same or neighbours in the mesh are one to who hears or sees them. And a surface that seems to touch itself within
// two edges of the same place is a sliver or a crease of the mesh, nearer at rest than the distance of contact: it pushes in
// every state, whatever moves. All 552,730 patches of the beast at the paper's size were such, 22 MB of its asset of 30.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/record/recording.h"

// rest: [vertex_count], whose equal places are one vertex. Impulses are summed, places and normals are means by impulse, vertices
// those of the heaviest. Ascending in state.
recording_contact* contact_events(const recording* x, const vec3* rest, arena* memory,
                                  int32_t* count);
