// A picture of all directions as light: its coefficients of spherical harmonics.
//
// Rows are circles of latitude, columns of longitude: the first row is the zenith (+y). The middle is at -z, where who stands in front
// of a body sees what is behind it, and +x is to the right of it. Every pixel counts with exactly its solid angle and its own
// integral of each harmonic, so a picture of few pixels is as exact as one of many, and an even one has one coefficient alone.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/light/hdr.h"
#include "bake/light/sh.h"

// light: [sh_count(order)][3].
void environment_light(const hdr_picture* p, int32_t order, arena* memory, double* light);

// Takes off higher bands as little as leaves no colour below zero anywhere: few harmonics of a small sun ring, and would darken
// what lies opposite to it (Sloan 2017, Deringing spherical harmonics). A light that is nowhere negative stays as it is. Returns what is left of the
// last band, 0 to 1.
double environment_soften(int32_t order, arena* memory, double* light);
