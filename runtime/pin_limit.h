// Few held places of a free body: what is held is what is shown, and where it is.
//
// Beyond half of its part's limit less is shown than the flesh has: x = s(q) W q, with s falling from 1
// (body_soft_limit). The rows of a held point are the derivative of that, W (s + q grad s^T), with its arm
// as it is, and by virtual work its pull comes to the body by their transpose. With the rows of small
// displacements a limb beyond its limit takes pull after pull, none of which is seen, while the body
// falls; and because such a pull does work on what is not there, a body that hangs still begins to swing.
//
// As contacts do (world_stiffen), a pull that would throw the flesh farther than THROWN limits is given
// less of it, in what it measures and in how it acts alike, and the body as a whole the rest.
//
// So it is for few points without levers (pin_way_is_few). Many share the load, and to solve their system in every
// substep would take milliseconds: their flesh is spared by its haste, as that of driven bodies.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/pin_way.h"

// Whether a free body's flesh is beyond what is shown of it: steps of such a body are cut PIN_LIMIT_CUTS times as
// often, because what the limit adds to its stiffness swings that much faster.
enum { PIN_LIMIT_CUTS = 4 };
bool pin_limit_strays(const supple_body* body);

// Before a substep: rows and answers of a group for flesh as it is.
void pin_limit_begin(const supple_body* body, const pin_arrays* a, pin_group* g);

// a->pull: what brings the places of a group nearer by a->missing; `rigid`: near the limit, without flesh.
void pin_limit_pull(const supple_body* body, const pin_arrays* a, pin_group* g, bool rigid);

// Of velocities, to the end of the substep: out = rows times speeds; and adds to a->pull the impulses that
// change them by a->missing.
void pin_limit_measure(const pin_arrays* a, const pin_group* g, const double* speeds, double* out);
void pin_limit_settle(const pin_arrays* a, const pin_group* g);
