// A hull that bodies bump into, by its planes: what contact_side.h asks of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/contact/contact_side.h"

contact_hit contact_hull_nearest(const collider* c, const double x[3]);
// Where the path enters or leaves it, as a fraction of the path.
bool contact_hull_cross(const collider* c, const double x[3], const double displacement[3],
                        bool enter, contact_hit* hit, double* far);
// By the nearest plane that faces a point inside and beyond which the middle of its body lies.
bool contact_hull_entry(const collider* c, const double x[3], const double facing[3],
                        const double middle[3], contact_hit* hit);
