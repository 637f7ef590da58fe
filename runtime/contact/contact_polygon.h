// Convex polygons seen along a normal: the part of a solid that lies lowest or highest along it, and where two of them meet.
// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

enum { POLYGON_MOST = 64 };

typedef struct polygon_point {
    double x[2];     // across the normal
    double height;   // along it
    double gap;      // of a cut: from the lower to the upper
    double place[3]; // of a cut: on the upper one
    uint64_t id;     // of the corner, or of what was cut
} polygon_point;

typedef struct polygon {
    int32_t count;                      // 1: a corner, 2: an edge
    polygon_point points[POLYGON_MOST]; // counter-clockwise seen against the normal
    double axes[3][3];                  // two across the normal, and it
    double slope[2], level;             // height = level + slope x: its plane
} polygon;

// Of points those no farther than `level` from the lowest along a unit normal, or (sign -1) the highest.
void polygon_of(const double (*points)[3], int32_t count, const double normal[3], double sign,
                double level, polygon* out);
// Corners of where an upper and a lower one meet, of the same normal.
void polygon_intersection(const polygon* upper, const polygon* lower, polygon* out);
