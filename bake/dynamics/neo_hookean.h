// Flesh that neither folds nor stays folded: stable neo-Hookean tets of four nodes, as a term of energy.
//
// Smith, de Goes & Kim 2018, eq. (14): with F the gradient of places, I = F : F and J = det F,
//   W = mu/2 (I - 3) + lambda/2 (J - alpha)^2 - mu/2 log(I + 1) + const,   alpha = 1 + 3 mu / (4 lambda),
// at rest in F = 1 and stiffer the more it is squeezed or pulled, and J may be zero or negative: there the force
// is finite and drives the element back. mu = 4/3 of Lame's and lambda = Lame's + 5/6 of Lame's mu (section 3.4),
// so that small strain is the linear law's, with bake/fem's frequencies.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/energy.h"
#include "bake/fem/element.h"

// volume: of four nodes an element, metres; materials: [tet_count]. False with a sentence for unsound elements
// or materials. `out` refers to the volume.
bool neo_hookean_term(const tets* volume, const material* materials, int threads, energy_term* out,
                      place where, arena* memory, report* r);
