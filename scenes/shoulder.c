// Chest, shoulder, arm and hand of a sturdy person: the second example of Galoppo et al. 2009.
//
// A bust with its left arm held 26 degrees below the horizontal, biceps and palm turned up and
// forward, so that `raise` lifts the arm through the range of the shoulder and `flex` bends the
// elbow in full view. One closed skin from tables of round shapes.
// SPDX-License-Identifier: MIT
#include "scenes/shoulder.h"

#include "scenes/body.h"
#include "scenes/makers.h"

typedef enum region { TRUNK, GIRDLE, UPPER_ARM, FOREARM, HAND, FINGERS, TIPS, THUMB } region;

// The trunk, in the world: y = 0 is where the bust ends.
static const sdf_part trunk[] = {
    // rib cage and waist
    {.shape = SDF_ELLIPSOID,
     .a = {0, 0.19, -0.005},
     .size = {0.168, 0.215, 0.118},
     .region = TRUNK},
    {.shape = SDF_ELLIPSOID,
     .a = {0, 0.00, 0.0},
     .size = {0.150, 0.16, 0.105},
     .blend = 0.08,
     .region = TRUNK},
    // shoulder girdle and trapezius
    {.shape = SDF_ROUND_CONE,
     .a = {0.0, 0.345, -0.02},
     .b = {0.15, 0.335, -0.012},
     .r = 0.075,
     .r2 = 0.055,
     .blend = 0.05,
     .mirror = true,
     .twin_blend = 0.03,
     .region = TRUNK},
    {.shape = SDF_ROUND_CONE,
     .a = {0.0, 0.435, -0.025},
     .b = {0.13, 0.365, -0.025},
     .r = 0.048,
     .r2 = 0.030,
     .blend = 0.05,
     .mirror = true,
     .twin_blend = 0.03,
     .region = TRUNK},
    // back: latissimus and shoulder blade
    {.shape = SDF_ELLIPSOID,
     .a = {0.125, 0.19, -0.035},
     .size = {0.048, 0.135, 0.062},
     .turn = {0, 0, -8},
     .blend = 0.05,
     .mirror = true,
     .region = TRUNK},
    {.shape = SDF_ELLIPSOID,
     .a = {0.085, 0.275, -0.092},
     .size = {0.062, 0.085, 0.030},
     .turn = {-8, 0, 12},
     .blend = 0.035,
     .mirror = true,
     .region = TRUNK},
    // chest muscles, with the furrow between them; a hint of the belly
    {.shape = SDF_ELLIPSOID,
     .a = {0.078, 0.258, 0.082},
     .size = {0.082, 0.062, 0.036},
     .turn = {-10, 14, 12},
     .blend = 0.022,
     .mirror = true,
     .twin_blend = 0.006,
     .region = TRUNK},
    {.shape = SDF_ROUND_CONE,
     .a = {0.09, 0.275, 0.075},
     .b = {0.165, 0.315, 0.035},
     .r = 0.034,
     .r2 = 0.026,
     .blend = 0.03,
     .mirror = true,
     .region = TRUNK},
    {.shape = SDF_ELLIPSOID,
     .a = {0.034, 0.10, 0.098},
     .size = {0.034, 0.085, 0.020},
     .blend = 0.02,
     .mirror = true,
     .twin_blend = 0.008,
     .region = TRUNK},
    // neck and collar bones
    {.shape = SDF_ROUND_CONE,
     .a = {0, 0.37, -0.012},
     .b = {0, 0.52, 0.008},
     .r = 0.056,
     .r2 = 0.053,
     .blend = 0.035,
     .region = TRUNK},
    {.shape = SDF_ROUND_CONE,
     .a = {0.022, 0.362, 0.060},
     .b = {0.150, 0.374, 0.010},
     .r = 0.010,
     .r2 = 0.011,
     .blend = 0.018,
     .mirror = true,
     .region = TRUNK},
    // the other shoulder ends in a round stump
    {.shape = SDF_ELLIPSOID,
     .a = {-0.178, 0.325, -0.005},
     .size = {0.056, 0.070, 0.060},
     .turn = {0, 0, 20},
     .blend = 0.03,
     .region = TRUNK},
    // flat ends below and above
    {.shape = SDF_BOX,
     .join = SDF_CUT,
     .a = {0, -0.20, 0},
     .size = {0.26, 0.20, 0.3},
     .r = 0.001,
     .blend = 0.012,
     .region = TRUNK},
    {.shape = SDF_BOX,
     .join = SDF_CUT,
     .a = {0, 0.65, 0},
     .size = {0.2, 0.18, 0.2},
     .r = 0.001,
     .blend = 0.012,
     .region = TRUNK},
};

// The arm, in its own frame: x from the shoulder along the arm, y towards the thumb, z out of the
// palm and the biceps; all shapes are round cones.
typedef struct limb_part {
    vec3 a, b;
    double r, r2, blend;
    region region;
} limb_part;

static const limb_part arm[] = {
    // deltoid, and the core of the upper arm
    {{-0.004, 0.003, 0.003}, {0.120, 0.016, 0.014}, 0.065, 0.038, 0.030, GIRDLE},
    {{0.010, -0.004, -0.006}, {0.290, 0.0, 0.0}, 0.054, 0.037, 0.020, UPPER_ARM},
    // biceps, triceps, elbow
    {{0.095, -0.002, 0.014}, {0.165, 0.0, 0.019}, 0.029, 0.038, 0.016, UPPER_ARM},
    {{0.165, 0.0, 0.019}, {0.250, 0.0, 0.011}, 0.038, 0.024, 0.012, UPPER_ARM},
    {{0.085, 0.0, -0.018}, {0.185, -0.004, -0.020}, 0.040, 0.034, 0.020, UPPER_ARM},
    {{0.286, -0.010, -0.012}, {0.296, 0.012, -0.008}, 0.028, 0.027, 0.020, UPPER_ARM},
    // forearm: core, the two muscle bellies, the flat wrist
    {{0.300, 0.0, 0.0}, {0.375, 0.004, 0.002}, 0.038, 0.043, 0.020, FOREARM},
    {{0.375, 0.004, 0.002}, {0.530, 0.0, 0.0}, 0.043, 0.0245, 0.010, FOREARM},
    {{0.265, 0.020, 0.008}, {0.410, 0.020, 0.006}, 0.020, 0.019, 0.020, FOREARM},
    {{0.310, -0.018, 0.008}, {0.430, -0.010, 0.008}, 0.026, 0.017, 0.020, FOREARM},
    {{0.535, -0.011, 0.0}, {0.535, 0.011, 0.0}, 0.0205, 0.0205, 0.020, FOREARM},
    // palm: four bones of the hand, the ball of the thumb, the heel
    {{0.550, 0.014, 0.0}, {0.632, 0.036, 0.0}, 0.0150, 0.0120, 0.018, HAND},
    {{0.550, 0.005, 0.0}, {0.636, 0.012, 0.0}, 0.0155, 0.0125, 0.016, HAND},
    {{0.550, -0.006, 0.0}, {0.631, -0.012, 0.0}, 0.0155, 0.0120, 0.016, HAND},
    {{0.550, -0.015, 0.0}, {0.620, -0.034, 0.0}, 0.0150, 0.0110, 0.016, HAND},
    {{0.560, 0.018, 0.006}, {0.600, 0.034, 0.010}, 0.0165, 0.0145, 0.014, HAND},
    {{0.558, -0.020, 0.005}, {0.605, -0.030, 0.004}, 0.0150, 0.0120, 0.014, HAND},
    // thumb
    {{0.585, 0.034, 0.010}, {0.616, 0.058, 0.018}, 0.0140, 0.0122, 0.010, THUMB},
    {{0.616, 0.058, 0.018}, {0.643, 0.074, 0.022}, 0.0122, 0.0112, 0.004, THUMB},
    {{0.643, 0.074, 0.022}, {0.664, 0.083, 0.022}, 0.0112, 0.0094, 0.004, THUMB},
    // index, middle, ring and little finger, slightly spread and curled
    {{0.632, 0.036, 0.0}, {0.674, 0.0405, 0.006}, 0.0106, 0.0096, 0.005, FINGERS},
    {{0.674, 0.0405, 0.006}, {0.698, 0.0430, 0.015}, 0.0096, 0.0087, 0.003, TIPS},
    {{0.698, 0.0430, 0.015}, {0.713, 0.0445, 0.026}, 0.0087, 0.0076, 0.003, TIPS},
    {{0.636, 0.012, 0.0}, {0.682, 0.0135, 0.007}, 0.0108, 0.0098, 0.005, FINGERS},
    {{0.682, 0.0135, 0.007}, {0.709, 0.0145, 0.018}, 0.0098, 0.0089, 0.003, TIPS},
    {{0.709, 0.0145, 0.018}, {0.724, 0.0150, 0.030}, 0.0089, 0.0078, 0.003, TIPS},
    {{0.631, -0.012, 0.0}, {0.674, -0.0145, 0.008}, 0.0104, 0.0095, 0.005, FINGERS},
    {{0.674, -0.0145, 0.008}, {0.698, -0.0160, 0.020}, 0.0095, 0.0086, 0.003, TIPS},
    {{0.698, -0.0160, 0.020}, {0.711, -0.0170, 0.033}, 0.0086, 0.0075, 0.003, TIPS},
    {{0.620, -0.034, 0.0}, {0.653, -0.0395, 0.008}, 0.0094, 0.0085, 0.005, FINGERS},
    {{0.653, -0.0395, 0.008}, {0.671, -0.0425, 0.018}, 0.0085, 0.0077, 0.003, TIPS},
    {{0.671, -0.0425, 0.018}, {0.682, -0.0445, 0.028}, 0.0077, 0.0068, 0.003, TIPS},
};

enum {
    TRUNK_PARTS = (int)(sizeof trunk / sizeof *trunk),
    SHOULDER_PARTS = TRUNK_PARTS + (int)(sizeof arm / sizeof *arm),
};

static shoulder_arm frame_of_arm(void) {
    double s, c;
    exact_sincos(26.0 * EXACT_PI / 180.0, &s, &c);
    shoulder_arm f = {.shoulder = {0.182, 0.330, -0.006}, .along = {c, -s, 0.0}};
    f.palm = v3_unit(v3(s, c, 1.0)); // between up and forward
    f.thumb = v3_cross(f.palm, f.along);
    return f;
}

static vec3 on_arm(const shoulder_arm* f, vec3 p) {
    vec3 x = v3_madd(f->shoulder, f->along, p.x);
    return v3_madd(v3_madd(x, f->thumb, p.y), f->palm, p.z);
}

static sdf_body body_of(const shoulder_arm* f, arena* memory) {
    sdf_part* parts = ARENA_NEW(memory, sdf_part, SHOULDER_PARTS);
    for (int i = 0; i < SHOULDER_PARTS; ++i) {
        if (i < TRUNK_PARTS) {
            parts[i] = trunk[i];
            continue;
        }
        const limb_part* p = &arm[i - TRUNK_PARTS];
        parts[i] = (sdf_part){.shape = SDF_ROUND_CONE,
                              .a = on_arm(f, p->a),
                              .b = on_arm(f, p->b),
                              .r = p->r,
                              .r2 = p->r2,
                              .blend = p->blend,
                              .region = (int16_t)p->region};
    }
    return sdf_body_make(parts, SHOULDER_PARTS, memory);
}

// ---- skeleton --------------------------------------------------------------------------------

#define MAY(r) ((uint64_t)1 << (r))

static rig rig_of(const shoulder_arm* f, arena* memory) {
    vec3 elbow = on_arm(f, v3(0.29, 0, 0)), wrist = on_arm(f, v3(0.54, 0, 0));
    vec3 knuckle = on_arm(f, v3(0.632, 0, 0)), middle = on_arm(f, v3(0.674, 0, 0.007));
    vec3 tip = on_arm(f, v3(0.72, 0, 0.03));
    const rig_joint joints[SHOULDER_JOINTS] = {
        {"chest", -1, {0, 0.05, 0}, {0, 0.36, 0}, MAY(TRUNK) | MAY(GIRDLE), 0.04, 0},
        {"clavicle", J_CHEST, {0.03, 0.36, 0.02}, f->shoulder, MAY(TRUNK) | MAY(GIRDLE), 0.04, 1},
        {"upper_arm", J_CLAVICLE, f->shoulder, elbow, MAY(GIRDLE) | MAY(UPPER_ARM), 0.03, 0},
        {"forearm", J_UPPER, elbow, wrist, MAY(UPPER_ARM) | MAY(FOREARM), 0.02, 0},
        {"hand", J_FORE, wrist, knuckle, MAY(FOREARM) | MAY(HAND) | MAY(THUMB), 0.012, 0},
        {"fingers", J_PALM, knuckle, middle, MAY(HAND) | MAY(FINGERS), 0.006, 0},
        {"fingertips", J_FINGER, middle, tip, MAY(FINGERS) | MAY(TIPS), 0.006, 0},
        {"thumb", J_PALM, on_arm(f, v3(0.585, 0.034, 0.010)), on_arm(f, v3(0.664, 0.083, 0.022)),
         MAY(THUMB), 0.01, 0},
    };
    rig_joint* copy = ARENA_NEW(memory, rig_joint, SHOULDER_JOINTS);
    for (int i = 0; i < SHOULDER_JOINTS; ++i)
        copy[i] = joints[i];
    return (rig){SHOULDER_JOINTS, copy};
}

double shoulder_ease(double a, double b, double x) {
    double t = (x - a) / (b - a);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return t * t * t * (10.0 + t * (6.0 * t - 15.0));
}

// From 0 to 1 and back, at rest at both ends: up from a to b, down from c to d, as parts of 1.
static double pulse(double a, double b, double c, double d, double x) {
    return shoulder_ease(a, b, x) - shoulder_ease(c, d, x);
}

static const double raise_time = 2.6, flex_time = 3.2; // seconds
static const double degree = EXACT_PI / 180.0;

static void raise(double time, const void* user, rig_pose* out) {
    const shoulder_arm* f = user;
    double up = pulse(0.0, 0.45, 0.55, 1.0, time / raise_time);
    out->turns[J_CHEST] = quat_axis_angle(v3(0, 0, 1), -3.0 * degree * up);
    out->turns[J_CLAVICLE] = quat_axis_angle(v3(0, 0, 1), 22.0 * degree * up);
    quat lift = quat_axis_angle(v3(0, 0, 1), 54.0 * degree * up);
    out->turns[J_UPPER] = quat_mul(lift, quat_axis_angle(f->along, -15.0 * degree * up));
    out->turns[J_FORE] = quat_axis_angle(f->thumb, -10.0 * degree * up);
}

static void flex(double time, const void* user, rig_pose* out) {
    const shoulder_arm* f = user;
    double x = time / flex_time, up = pulse(0.0, 0.35, 0.65, 1.0, x);
    double bent = pulse(0.08, 0.42, 0.58, 0.92, x), fist = pulse(0.10, 0.38, 0.62, 0.90, x);
    out->turns[J_CHEST] = quat_axis_angle(v3(0, 1, 0), -4.0 * degree * up);
    out->turns[J_CLAVICLE] = quat_axis_angle(v3(0, 0, 1), 8.0 * degree * up);
    quat lift = quat_axis_angle(v3(0, 0, 1), 22.0 * degree * up);
    out->turns[J_UPPER] = quat_mul(lift, quat_axis_angle(f->along, -38.0 * degree * up));
    out->turns[J_FORE] = quat_axis_angle(f->thumb, -112.0 * degree * bent);
    out->turns[J_PALM] = quat_axis_angle(f->thumb, -6.0 * degree * bent);
    out->turns[J_FINGER] = quat_axis_angle(f->thumb, -80.0 * degree * fist);
    out->turns[J_TIP] = quat_axis_angle(f->thumb, -88.0 * degree * fist);
    out->turns[J_THUMB_BONE] = quat_mul(quat_axis_angle(f->palm, -24.0 * degree * fist),
                                        quat_axis_angle(f->thumb, -26.0 * degree * fist));
}

// ---- paint -----------------------------------------------------------------------------------

static double spot(vec3 x, vec3 center, double radius) {
    return smooth_step(radius, 0.3 * radius, v3_distance(x, center));
}

static vec3 color_at(const shoulder_arm* f, vec3 x, region r) {
    double mottle = noise_fractal(v3_scale(x, 18.0)), fine = noise_fractal(v3_scale(x, 90.0));
    vec3 c = v3_lerp(paint(0xd9a27f), paint(0xe6b894), 0.5 + 0.5 * mottle);
    c = v3_lerp(c, paint(0xc98768), 0.30 * smooth_step(0.0, 0.5, fine));
    // blood shows at the elbow, the knuckles, the finger ends and the nipples
    double red = 0.7 * spot(x, on_arm(f, v3(0.292, 0.0, -0.035)), 0.05);
    red += 0.5 * spot(x, on_arm(f, v3(0.632, 0.0, -0.012)), 0.05);
    red += r == TIPS ? 0.35 : r == FINGERS || r == THUMB ? 0.2 : 0.0;
    c = v3_lerp(c, paint(0xcf7f66), red < 0.8 ? red : 0.8);
    double nipple = spot(v3(fabs(x.x), x.y, x.z), v3(0.098, 0.236, 0.112), 0.019);
    c = v3_lerp(c, paint(0xa85f4c), 0.75 * nipple);
    // the flat ends are clay, as of a bust
    double end = x.y < 0.1 && x.x < 0.3 ? smooth_step(0.006, 0.001, x.y)
                                        : smooth_step(0.464, 0.469, x.y) * (fabs(x.x) < 0.15);
    return v3_lerp(c, paint(0x8d7a6c), end);
}

scene sample_shoulder(arena* memory) {
    shoulder_arm f = frame_of_arm();
    sdf_body body = body_of(&f, memory);
    const mesher_lens lenses[] = {
        {.center = on_arm(&f, v3(0.65, 0.0, 0.01)), .radius = 0.17, .gain = 3.4, .mirror = true}};
    sdf_mesh m = mesher_run(
        &body, (mesher_options){.cell = 0.0125, .rounds = 8, .lens_count = 1, .lenses = lenses},
        memory);
    primitive p = body_from_sdf(&m, memory);
    int16_t* regions = ARENA_NEW(memory, int16_t, (size_t)m.vertex_count);
    for (int32_t i = 0; i < m.vertex_count; ++i) {
        regions[i] = body.parts[sdf_nearest_part(&body, m.positions[i])].region;
        body_paint(&p, i, color_at(&f, m.positions[i], (region)regions[i]));
    }
    rig g = rig_of(&f, memory);
    rig_skin influences = rig_weigh(&g, &m, regions, 70, memory);
    scene s = rig_scene("shoulder", &m, p.colors, &g, &influences, memory);
    s.clip_count = 4;
    s.clips = ARENA_NEW(memory, clip, 4);
    s.clips[0] = rig_clip(&g, "raise", raise_time, raise, &f, memory);
    s.clips[1] = rig_clip(&g, "flex", flex_time, flex, &f, memory);
    shoulder_sculpt(&s, &g, &f, &s.clips[2], memory);
    s.clips[3] = shoulder_greet(&g, &f, memory);
    return s;
}
