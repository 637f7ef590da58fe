// Bodies that are no people: a shark, a spider.
// SPDX-License-Identifier: MIT
#pragma once

#include "test/kit/tailor.h"

// A body of 3 m along x, with fins and a tail fin; its joints say body and head, as sharks' do.
static inline scene shark(const char* const* names, arena* a) {
    tailor_joint joints[] = {{names[0], -1, {0, 1, 0}},      {names[1], 0, {0.5, 1, 0}},
                             {names[2], 1, {1.1, 1, 0}},     {names[3], 0, {-0.6, 1, 0}},
                             {names[4], 3, {-1.2, 1, 0}},    {names[5], 1, {0.5, 0.9, 0.2}},
                             {names[6], 1, {0.5, 0.9, -0.2}}};
    scene s = tailor_skeleton(joints, 7, a);
    cloth c = cloth_new(a);
    tube_stop body[25];
    for (int i = 0; i < 25; ++i) {
        double x = 1.6 - 3.1 * i / 24.0, r = 0.36 * (1.6 - x) * (x + 1.9) / 2.4;
        int near = x > 0.8 ? 2 : x > 0.25 ? 1 : x > -0.3 ? 0 : x > -0.9 ? 3 : 4;
        body[i] = (tube_stop){v3(x, 1, 0),
                              fmax(r, 0.03),
                              fmax(1.1 * r, 0.03),
                              {near, near == 0 ? 1 : 0, near < 2 ? 0.3 : 0.0}};
    }
    cloth_tube(&c, body, 25, 24, v3(0, 0, 1));
    for (int side = -1; side <= 1; side += 2) {
        on_joints on = {side > 0 ? 5 : 6, 1, 0.1};
        tube_stop fin[] = {{v3(0.5, 0.95, 0.25 * side), 0.2, 0.02, on},
                           {v3(0.35, 0.8, 0.55 * side), 0.12, 0.015, on},
                           {v3(0.2, 0.7, 0.8 * side), 0.04, 0.01, on}};
        cloth_tube(&c, fin, 3, 12, v3(1, 0, 0));
    }
    on_joints top = {0, 1, 0.3};
    tube_stop dorsal[] = {{v3(0.1, 1.25, 0), 0.25, 0.02, top}, {v3(-0.1, 1.7, 0), 0.06, 0.01, top}};
    cloth_tube(&c, dorsal, 2, 12, v3(1, 0, 0));
    return tailor_add(&s, "Shark", "skin", 0.0f, &c, a);
}

// A body and eight legs of two bones, each called `leg` with its number and side.
static inline scene spider(const char* leg, arena* a) {
    tailor_joint joints[18] = {{"Thorax", -1, {0, 0.5, 0}}, {"Head", 0, {0, 0.5, 0.3}}};
    cloth c = cloth_new(a);
    tube_stop body[13];
    for (int i = 0; i < 13; ++i) {
        double z = -0.6 + 0.08 * i,
               r = 0.28 * sqrt(fmax(1.0 - (z + 0.12) * (z + 0.12) / 0.25, 0.01));
        body[i] = (tube_stop){v3(0, 0.5, z), r, 0.8 * r, {0, 1, z > 0.2 ? 0.9 : 0.05}};
    }
    cloth_tube(&c, body, 13, 20, v3(1, 0, 0));
    for (int k = 0; k < 8; ++k) {
        double side = k % 2 == 0 ? 1.0 : -1.0, z = 0.25 - 0.15 * (k / 2);
        vec3 hip = v3(0.2 * side, 0.55, z), knee = v3(0.7 * side, 0.9, 1.5 * z),
             foot = v3(1.1 * side, 0.0, 2.0 * z);
        const char* word = k % 2 == 0 ? "L" : "R";
        joints[2 + 2 * k] =
            (tailor_joint){arena_format(a, "%s%d.%s", leg, k / 2 + 1, word), 0, hip};
        joints[3 + 2 * k] =
            (tailor_joint){arena_format(a, "shin%d.%s", k / 2 + 1, word), 2 + 2 * k, knee};
        tube_stop limb[9];
        for (int i = 0; i < 9; ++i)
            limb[i] = (tube_stop){i < 4 ? v3_lerp(hip, knee, i / 4.0)
                                        : v3_lerp(knee, foot, (i - 4) / 4.0),
                                  0.06,
                                  0.06,
                                  {i < 4 ? 2 + 2 * k : 3 + 2 * k, 2 + 2 * k, i == 4 ? 0.5 : 0.05}};
        cloth_tube(&c, limb, 9, 10, v3(0, 0, 1));
    }
    scene s = tailor_skeleton(joints, 18, a);
    return tailor_add(&s, "Spider", "chitin", 0.0f, &c, a);
}
