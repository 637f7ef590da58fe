// supple - soft bodies at run time, from assets baked beforehand.
//
// The nouns, each with a header of its own, which can be included alone:
//   asset.h     what the baker made: shapes, rates, tables. Read in place from your bytes, never written. A part is a soft
//               region of it: a run of coordinates, the vertices they move, the bones that carry it.
//   prepared.h  what all bodies of an asset share at run time, found once. For one body you need not ask for it.
//   body.h      an instance of an asset: its coordinates and velocities, in one block of memory.
//   point.h     a place of a body's surface, which stays on the flesh whatever the body does. A pin is a point held at a
//               place; a hold is several of them, solved together.
//   motion.h    how a body that nothing holds moves, what it weighs, how it takes part in what happens.
//   recorded.h  a part that plays what was simulated beforehand: entries (what may happen), responses, states.
//   streams.h   where displaced vertices are written.
//   crowd.h     many bodies of one prepared asset at once.
//   light.h     what arrives at the vertices of an asset that was baked with it; ground is what lies below bodies.
//   shape.h     spheres, boxes, hulls, meshes: of colliders, rigid bodies and queries.
//   world.h     bodies in contact with each other and with colliders.
//   collider.h  a solid that bodies bump into and that nothing moves but you.
//   filter.h    who has contacts with whom.
//   contact.h   two surfaces that bear on each other, as the last step left them.
//   joint.h     what holds two bodies of a world together, or one to the world.
//   query.h     what is where: a hit is what a ray, a cast, an overlap or a search for the nearest found.
//   event.h     what happened in the last step of a world.
//   draw.h      what a world knows, as lines.
//   base.h      what all of them have in common: version, vectors, results, memory, threads.
//
// Names follow one pattern: supple_NOUN_verb(noun, ...). TYPE_default() is where to start from, for every struct that you fill
// in; supple_NOUN_stats(noun) counts what happened; what supple_world_add_... adds, supple_world_remove_... takes away.
//
// A frame:
//   supple_body_drive(body, palette)   where your skeleton is now
//   supple_body_step(body, dt)         any dt, also another one every frame
//   supple_body_upload(body, rows)     to your GPU; gpu/ has the shader functions that read them. Or
//   supple_body_evaluate(body, &out)   the displaced vertices, on the CPU
//
// Metres, kilograms, seconds; right-handed frames. Vertices are those of your mesh, in its order and
// in bind space, before skinning. Pointers may not be NULL unless named ..._or_null. There is no global
// state: calls on different bodies may run on different threads, calls on one body may not.
//
// These headers are valid C99, C11 and C++.
// SPDX-License-Identifier: MIT
#pragma once

#include "supple/asset.h"
#include "supple/base.h"
#include "supple/body.h"
#include "supple/collider.h"
#include "supple/contact.h"
#include "supple/crowd.h"
#include "supple/draw.h"
#include "supple/event.h"
#include "supple/filter.h"
#include "supple/joint.h"
#include "supple/light.h"
#include "supple/motion.h"
#include "supple/point.h"
#include "supple/prepared.h"
#include "supple/query.h"
#include "supple/recorded.h"
#include "supple/shape.h"
#include "supple/streams.h"
#include "supple/world.h"
