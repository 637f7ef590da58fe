// The swimmer's shape: a stocky bather of 1.65 m, some forty round shapes melted together.
//
// Large fillets come first (see sdf_body_make). Arms hang 40 degrees below the horizon and the feet
// stand apart, so that nothing touches that should not melt. Metres; the left half is written down.
// SPDX-License-Identifier: MIT
#include "scenes/swimmer.h"

#define COUNT(table)       ((int32_t)(sizeof(table) / sizeof *(table)))
#define TWIN               .mirror = true
#define SWIMMER_BODY_TORSO .region = SWIMMER_TORSO
#define SWIMMER_BODY_HEAD  .region = SWIMMER_HEAD
#define SWIMMER_BODY_ARM   .region = SWIMMER_ARM
#define SWIMMER_BODY_LEG   .region = SWIMMER_LEG

static const sdf_part parts[] = {
    // trunk: pelvis, belly, chest, and what is soft on them
    {SDF_ELLIPSOID, .a = {0, 0.815, -0.01}, .size = {0.178, 0.125, 0.140}, SWIMMER_BODY_TORSO},
    {SDF_ELLIPSOID, .a = {0, 0.955, 0.044}, .size = {0.192, 0.162, 0.178}, .blend = 0.08,
     SWIMMER_BODY_TORSO},
    {SDF_ELLIPSOID, .a = {0, 1.140, -0.005}, .size = {0.172, 0.160, 0.122}, .blend = 0.10,
     SWIMMER_BODY_TORSO},
    {SDF_ELLIPSOID, .a = {0.118, 0.935, -0.03}, .size = {0.085, 0.075, 0.10}, .blend = 0.07, TWIN,
     .twin_blend = 0.05, SWIMMER_BODY_TORSO},
    {SDF_ROUND_CONE, .a = {0.02, 1.315, -0.025}, .b = {0.165, 1.250, -0.02}, .r = 0.052,
     .r2 = 0.052, .blend = 0.06, TWIN, .twin_blend = 0.05, SWIMMER_BODY_TORSO},
    {SDF_SPHERE, .a = {0.074, 1.120, 0.075}, .r = 0.068, .blend = 0.055, TWIN, .twin_blend = 0.03,
     SWIMMER_BODY_TORSO},
    {SDF_SPHERE, .a = {0.082, 0.775, -0.082}, .r = 0.094, .blend = 0.05, TWIN, .twin_blend = 0.012,
     SWIMMER_BODY_TORSO},

    // legs
    {SDF_ROUND_CONE, .a = {0.101, 0.740, -0.005}, .b = {0.120, 0.430, 0.008}, .r = 0.101,
     .r2 = 0.066, .blend = 0.06, TWIN, .twin_blend = 0.02, SWIMMER_BODY_LEG},
    {SDF_ELLIPSOID, .a = {0.130, 0.640, 0.010}, .size = {0.088, 0.14, 0.090}, .blend = 0.05, TWIN,
     SWIMMER_BODY_LEG},
    {SDF_ROUND_CONE, .a = {0.120, 0.430, 0.006}, .b = {0.132, 0.085, -0.012}, .r = 0.061,
     .r2 = 0.037, .blend = 0.04, TWIN, SWIMMER_BODY_LEG},
    {SDF_ELLIPSOID, .a = {0.128, 0.305, -0.026}, .size = {0.060, 0.110, 0.056}, .blend = 0.04, TWIN,
     SWIMMER_BODY_LEG},
    {SDF_SPHERE, .a = {0.120, 0.432, 0.030}, .r = 0.048, .blend = 0.03, TWIN, SWIMMER_BODY_LEG},

    // arms
    {SDF_SPHERE, .a = {0.196, 1.228, -0.012}, .r = 0.068, .blend = 0.05, TWIN, SWIMMER_BODY_ARM},
    {SDF_ROUND_CONE, .a = {0.190, 1.232, -0.012}, .b = {0.378, 1.076, -0.015}, .r = 0.062,
     .r2 = 0.046, .blend = 0.035, TWIN, SWIMMER_BODY_ARM},
    {SDF_ELLIPSOID, .a = {0.272, 1.150, -0.018}, .size = {0.095, 0.050, 0.054}, .turn = {0, 0, -40},
     .blend = 0.03, TWIN, SWIMMER_BODY_ARM},
    {SDF_ROUND_CONE, .a = {0.378, 1.076, -0.015}, .b = {0.545, 0.938, 0.0}, .r = 0.046, .r2 = 0.031,
     .blend = 0.03, TWIN, SWIMMER_BODY_ARM},
    {SDF_ELLIPSOID, .a = {0.422, 1.042, -0.010}, .size = {0.075, 0.046, 0.048}, .turn = {0, 0, -40},
     .blend = 0.03, TWIN, SWIMMER_BODY_ARM},

    // neck and head
    {SDF_CAPSULE, .a = {0, 1.28, -0.02}, .b = {0, 1.42, -0.002}, .r = 0.060, .blend = 0.04,
     SWIMMER_BODY_HEAD},
    {SDF_ELLIPSOID, .a = {0, 1.515, -0.008}, .size = {0.116, 0.132, 0.128}, .blend = 0.03,
     SWIMMER_BODY_HEAD},
    {SDF_ELLIPSOID, .a = {0, 1.432, 0.028}, .size = {0.098, 0.076, 0.092}, .blend = 0.04,
     SWIMMER_BODY_HEAD},
    {SDF_SPHERE, .a = {0.056, 1.440, 0.070}, .r = 0.042, .blend = 0.03, TWIN, .twin_blend = 0.03,
     SWIMMER_BODY_HEAD},
    {SDF_SPHERE, .a = {0, 1.386, 0.082}, .r = 0.028, .blend = 0.035, SWIMMER_BODY_HEAD},
    {SDF_ELLIPSOID, .a = {0, 1.375, 0.035}, .size = {0.066, 0.036, 0.055}, .blend = 0.03,
     SWIMMER_BODY_HEAD},
    {SDF_SPHERE, .a = {0, 1.462, 0.136}, .r = 0.023, .blend = 0.014, SWIMMER_BODY_HEAD},
    {SDF_ELLIPSOID, .a = {0.117, 1.454, -0.010}, .size = {0.013, 0.033, 0.023},
     .turn = {0, -25, -8}, .blend = 0.010, TWIN, SWIMMER_BODY_HEAD},

    // goggles: a strap round the head, cups, lenses
    {SDF_TORUS, .a = {0, 1.513, -0.008}, .r = 0.1165, .r2 = 0.012, .turn = {-3, 0, 0},
     .blend = 0.008, SWIMMER_BODY_HEAD},
    {SDF_ELLIPSOID, .a = {0.050, 1.510, 0.096}, .size = {0.049, 0.045, 0.030}, .turn = {0, 22, 0},
     .blend = 0.008, TWIN, .twin_blend = 0.006, SWIMMER_BODY_HEAD},

    // feet
    {SDF_SPHERE, .a = {0.132, 0.040, -0.040}, .r = 0.043, .blend = 0.02, TWIN, SWIMMER_BODY_LEG},
    {SDF_ROUND_CONE, .a = {0.134, 0.055, 0.0}, .b = {0.144, 0.022, 0.105}, .r = 0.046, .r2 = 0.034,
     .blend = 0.025, TWIN, SWIMMER_BODY_LEG},
    {SDF_ELLIPSOID, .a = {0.146, 0.018, 0.112}, .size = {0.050, 0.026, 0.048}, .blend = 0.02, TWIN,
     SWIMMER_BODY_LEG},
    {SDF_SPHERE, .a = {0.116, 0.020, 0.166}, .r = 0.0225, .blend = 0.010, TWIN, SWIMMER_BODY_LEG},
    {SDF_SPHERE, .a = {0.146, 0.017, 0.172}, .r = 0.017, .blend = 0.008, TWIN, SWIMMER_BODY_LEG},
    {SDF_SPHERE, .a = {0.169, 0.0155, 0.162}, .r = 0.0155, .blend = 0.008, TWIN, SWIMMER_BODY_LEG},
    {SDF_SPHERE, .a = {0.188, 0.014, 0.146}, .r = 0.014, .blend = 0.008, TWIN, SWIMMER_BODY_LEG},
    {SDF_SPHERE, .a = {0.200, 0.014, 0.126}, .r = 0.0145, .blend = 0.008, TWIN, SWIMMER_BODY_LEG},

    // hands, palms towards the thighs, thumbs forward
    {SDF_BOX, .a = {0.588, 0.902, 0.004}, .size = {0.048, 0.019, 0.047}, .r = 0.018,
     .turn = {0, 0, -40}, .blend = 0.022, TWIN, SWIMMER_BODY_ARM},
    {SDF_ROUND_CONE, .a = {0.566, 0.912, 0.030}, .b = {0.592, 0.876, 0.082}, .r = 0.019,
     .r2 = 0.0135, .blend = 0.012, TWIN, SWIMMER_BODY_ARM},
    {SDF_CAPSULE, .a = {0.612, 0.883, 0.042}, .b = {0.664, 0.836, 0.060}, .r = 0.0125,
     .blend = 0.009, TWIN, SWIMMER_BODY_ARM},
    {SDF_CAPSULE, .a = {0.620, 0.877, 0.017}, .b = {0.680, 0.823, 0.024}, .r = 0.013,
     .blend = 0.009, TWIN, SWIMMER_BODY_ARM},
    {SDF_CAPSULE, .a = {0.619, 0.877, -0.009}, .b = {0.676, 0.826, -0.013}, .r = 0.0125,
     .blend = 0.009, TWIN, SWIMMER_BODY_ARM},
    {SDF_CAPSULE, .a = {0.610, 0.884, -0.034}, .b = {0.654, 0.844, -0.049}, .r = 0.0118,
     .blend = 0.009, TWIN, SWIMMER_BODY_ARM},

    // soles are flat
    {SDF_BOX, SDF_CUT, .a = {0, -0.5, 0}, .size = {1, 0.5, 1}, .blend = 0.010, SWIMMER_BODY_LEG},
};

static const mesher_lens lenses[] = {
    {.center = {0.635, 0.865, 0.01}, .radius = 0.075, .gain = 2.9, TWIN},
    {.center = {0, 1.492, 0.128}, .radius = 0.13, .gain = 3.3},
    {.center = {0.156, 0.015, 0.165}, .radius = 0.05, .gain = 2.3, TWIN},
};

sdf_body swimmer_body(arena* memory) {
    return sdf_body_make(parts, COUNT(parts), memory);
}

sdf_mesh swimmer_mesh(const sdf_body* body, arena* memory) {
    mesher_options o = {
        .cell = 0.0171, .rounds = 10, .lens_count = COUNT(lenses), .lenses = lenses};
    return mesher_run(body, o, memory);
}
