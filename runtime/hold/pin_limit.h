// Few held places of a free body: rows of points where they are, and flesh that is spared.
//
// The rows of a held point have its arm as it is, and by virtual work its impulse comes to the body by their
// transpose. As contacts do (limit_mobility), an impulse that would throw the flesh farther than THROWN limits is given
// less of it, in what it measures and in how it acts alike, and the body as a whole the rest.
//
// So it is for few points without levers (pin_path_is_few). Many share the load, and to solve their system in every
// substep would take milliseconds: their flesh is spared by its speed, as that of driven bodies.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/hold/pin_path.h"

// Whether a free body's flesh is near its limit: steps of such a body are cut PIN_LIMIT_CUTS times as often,
// because what stops it is felt at the end of a substep only.
enum { PIN_LIMIT_CUTS = 4 };
bool pin_limit_strays(const supple_body* body);

// Before a substep: rows and answers of a group for flesh as it is.
void pin_limit_begin(const supple_body* body, const pin_arrays* a, pin_group* g);

// a->coord_impulse: what brings the places of a group nearer by a->missing; `rigid`: near the limit, without flesh.
void pin_limit_respond(const supple_body* body, const pin_arrays* a, pin_group* g, bool rigid);

// Of velocities, to the end of the substep: out = rows times speeds; and adds to a->coord_impulse the impulses that
// change them by a->missing.
void pin_limit_measure(const supple_body* body, const pin_arrays* a, const pin_group* g,
                       const double* speeds, double* out);
void pin_limit_settle(const supple_body* body, const pin_arrays* a, pin_group* g);
