// Eight poses of the shoulder, and what its muscles do in each: a table of swellings. Two more poses that
// nothing was sculpted for.
//
// Linear skinning thins the shoulder of a raised arm, folds the elbow into itself and leaves every muscle
// as it was. The sculpted shapes give back what is lost and let muscles swell. The first five and the
// base are the six targets of Galoppo et al. 2009, figure 5; all eight and the base are the nine.
// SPDX-License-Identifier: MIT
#include "scenes/shoulder.h"

#include "scenes/sculpt.h"

// ---- poses -----------------------------------------------------------------------------

enum { POSES = 8 };

static const char* const names[POSES] = {"raised", "forward", "across", "down",
                                         "flexed", "back",    "crown",  "half_flexed"};

// Degrees: the clavicle and the upper arm lift (about z), swing forward (about y) and the upper arm turns
// about itself; the elbow bends.
typedef struct arm_pose {
    double clavicle_lift, clavicle_swing, lift, swing, turn, elbow;
} arm_pose;

static const arm_pose poses[POSES] = {
    {22, 0, 54, 0, -15, 10},   // raised
    {4, 16, 16, 62, 0, 12},    // forward
    {2, 24, 10, 92, 10, 48},   // across
    {-5, 0, -40, 0, 8, 8},     // down
    {8, 0, 22, 0, -38, 112},   // flexed
    {0, -12, -8, -34, 0, 6},   // back
    {24, 4, 62, 12, -30, 118}, // crown: the hand behind the head
    {4, 0, 11, 0, -20, 58},    // half flexed
};

// The clip `greet`: one between poses that were sculpted, one beyond them.
enum { GREETINGS = 2 };

static const arm_pose greetings[GREETINGS] = {
    {14, 10, 50, 40, -40, 104}, // a salute
    {30, -6, 86, -16, -10, 24}, // a wave, with the arm stretched up farther than `raised`
};

static const double segment = 0.9; // seconds from pose to pose

// From rest through some poses and back.
typedef struct tour {
    const shoulder_arm* arm;
    int count;
    const arm_pose* poses;
} tour;

static void pose_arm(const arm_pose* p, const shoulder_arm* f, quat* turns) {
    const double degree = EXACT_PI / 180.0;
    quat lift = quat_axis_angle(v3(0, 0, 1), p->lift * degree),
         swing = quat_axis_angle(v3(0, 1, 0), -p->swing * degree);
    turns[J_CLAVICLE] = quat_mul(quat_axis_angle(v3(0, 1, 0), -p->clavicle_swing * degree),
                                 quat_axis_angle(v3(0, 0, 1), p->clavicle_lift * degree));
    turns[J_UPPER] = quat_mul(quat_mul(swing, lift), quat_axis_angle(f->along, p->turn * degree));
    turns[J_FORE] = quat_axis_angle(f->thumb, -p->elbow * degree);
}

// Which of `count` poses a time lies between (0 and count + 1 are the rest pose), and how far it has come.
static int between(int count, double time, double* displacement) {
    int k = (int)(time / segment);
    k = k < 0 ? 0 : k > count ? count : k;
    *displacement = shoulder_ease(0.0, 1.0, time / segment - k);
    return k;
}

static void go_through(double time, const void* user, rig_pose* out) {
    const tour* t = user;
    quat a[SHOULDER_JOINTS], b[SHOULDER_JOINTS];
    double displacement;
    int k = between(t->count, time, &displacement);
    for (int j = 0; j < SHOULDER_JOINTS; ++j)
        a[j] = b[j] = quat_identity();
    if (k > 0)
        pose_arm(&t->poses[k - 1], t->arm, a);
    if (k < t->count)
        pose_arm(&t->poses[k], t->arm, b);
    for (int j = 0; j < SHOULDER_JOINTS; ++j)
        out->turns[j] = quat_slerp(a[j], b[j], displacement);
}

static void show_shapes(double time, const void* user, float* out) {
    (void)user;
    double displacement;
    int k = between(POSES, time, &displacement);
    if (k > 0)
        out[k - 1] = (float)(1.0 - displacement);
    if (k < POSES)
        out[k] = (float)displacement;
}

// ---- muscles ---------------------------------------------------------------------------

typedef enum muscle {
    BICEPS,
    TRICEPS,
    FOREARM_BELLY,
    ELBOW,
    FOLD_ABOVE,
    FOLD_BELOW,
    DELTOID,
    SHOULDER_TOP,
    CHEST_MUSCLE,
    ARMPIT,
    BLADE,
    MUSCLES
} muscle;

// Those on the arm are in its own axes (along, thumb, palm), the others in the world's.
enum { ON_ARM = DELTOID + 1 };

static const sculpt_swelling swellings[MUSCLES] = {
    [BICEPS] = {{0.165, 0, 0.030}, {0.105, 0.075, 0.075}, {0, 0, 1}, false},
    [TRICEPS] = {{0.150, 0, -0.030}, {0.120, 0.080, 0.080}, {0, 0, -1}, false},
    [FOREARM_BELLY] = {{0.370, 0, 0.010}, {0.085, 0.080, 0.080}, {0, 0, 0}, false},
    [ELBOW] = {{0.292, 0, -0.030}, {0.055, 0.055, 0.060}, {0, 0, -1}, true},
    [FOLD_ABOVE] = {{0.235, 0, 0.030}, {0.050, 0.060, 0.060}, {0, 0, 1}, true},
    [FOLD_BELOW] = {{0.350, 0, 0.030}, {0.055, 0.060, 0.060}, {0, 0, 1}, true},
    [DELTOID] = {{0.035, 0, 0}, {0.105, 0.100, 0.100}, {0, 0, 0}, false},
    [SHOULDER_TOP] = {{0.155, 0.385, -0.015}, {0.085, 0.075, 0.085}, {0, 1, 0}, false},
    [CHEST_MUSCLE] = {{0.105, 0.275, 0.085}, {0.095, 0.085, 0.075}, {0, 0, 1}, false},
    [ARMPIT] = {{0.165, 0.235, 0.010}, {0.060, 0.080, 0.085}, {1, 0, 0}, true},
    [BLADE] = {{0.115, 0.265, -0.095}, {0.095, 0.105, 0.075}, {0, 0, -1}, false},
};

// Millimetres that each muscle swells by in each pose.
static const double swells[POSES][MUSCLES] = {
    {3, 3, 0, 0, 0, 0, 15, 9, -5, 7, 6},    // raised: the deltoid lifts, the chest is stretched
    {2, 2, 0, 0, 0, 0, 11, 5, 11, 6, -3},   // forward
    {5, 2, 3, 4, 2, 3, 9, 4, 17, 4, -6},    // across: the chest is pushed together
    {0, 3, 0, 0, 0, 0, -4, -4, 3, -5, 3},   // down
    {20, -3, 7, 12, 7, 8, 8, 5, 4, 4, 3},   // flexed: the biceps
    {0, 8, 0, 0, 0, 0, 6, 3, -6, 4, 12},    // back: the blade
    {19, 4, 8, 12, 8, 9, 17, 11, -4, 8, 7}, // crown
    {9, 0, 3, 5, 2, 3, 4, 3, 2, 2, 1},      // half flexed
};

typedef struct shape {
    const shoulder_arm* arm;
    const double* swells;
} shape;

static vec3 in_arm(const shoulder_arm* f, vec3 v) {
    return v3(v3_dot(v, f->along), v3_dot(v, f->thumb), v3_dot(v, f->palm));
}

// Metres along the normal; of muscles alone when `stiff`.
static double swell_at(const shape* s, vec3 x, vec3 normal, bool stiff) {
    vec3 on_arm = in_arm(s->arm, v3_sub(x, s->arm->shoulder)), looks = in_arm(s->arm, normal);
    double sum = 0.0;
    for (int i = 0; i < MUSCLES; ++i) {
        const sculpt_swelling* m = &swellings[i];
        if (!stiff || (!m->fat && s->swells[i] > 0.0))
            sum += s->swells[i] *
                   (i < ON_ARM ? sculpt_swell(m, on_arm, looks) : sculpt_swell(m, x, normal));
    }
    return 1e-3 * sum;
}

static vec3 shape_at(vec3 x, vec3 normal, const void* user) {
    return v3_scale(normal, swell_at(user, x, normal, false));
}

static double stiffness_at(vec3 x, vec3 normal, const void* user) {
    return 1.0 + 250.0 * swell_at(user, x, normal, true); // six times at 2 cm
}

void shoulder_sculpt(scene* s, const rig* g, const shoulder_arm* f, clip* out, arena* memory) {
    for (int i = 0; i < POSES; ++i)
        sculpt_add(s, names[i], shape_at, stiffness_at, &(shape){f, swells[i]}, memory);
    const tour sculpted = {f, POSES, poses};
    *out = rig_clip(g, "poses", (POSES + 1) * segment, go_through, &sculpted, memory);
    sculpt_weigh(s, out, show_shapes, f, memory);
}

clip shoulder_greet(const rig* g, const shoulder_arm* f, arena* memory) {
    const tour t = {f, GREETINGS, greetings};
    return rig_clip(g, "greet", (GREETINGS + 1) * segment, go_through, &t, memory);
}
