// Elastic tets as a term of energy, and as a whole body to be moved.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/dynamics/dynamics.h"
#include "bake/dynamics/elastic.h"

// Damped; its weights are those of the moment. Refers to m.
energy_term elastic_term(elastic* m);

// The tets alone, with their consistent mass. density: [tet_count] kg/m^3, by the base's volume: one mass for all
// targets. Refers to what m refers to.
dynamics_body elastic_body(const elastic* m, const double* density, arena* memory);
