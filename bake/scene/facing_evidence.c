// A foot is longer in front of its ankle than behind; eyes, nose and mouth lie before the head's joint;
// a foot near the ground goes back under the body, one in the air goes forward.
// SPDX-License-Identifier: MIT
#include "bake/scene/facing_evidence.h"

#include "bake/scene/joint_name.h"

#define FOOT_SURE              0.12 // of a foot's length: its middle so far before the ankle is sure
#define FACE_SURE              0.02   // of the body's size: eyes so far before the head's joint
#define FACING_EVIDENCE_STRIDE 0.05   // of the body's size: a foot that goes less does not walk
#define BY_TURNS               (-0.3) // correlation of two feet, below which they go by turns
#define LIFT                   0.01   // of the body's size: a foot that rises less does not walk

enum { CLIPS_MOST = 12, MOMENTS = 32 };

static double clamp(double x) {
    return x < -1.0 ? -1.0 : x > 1.0 ? 1.0 : x;
}

static bool is_below(const scene* s, int32_t n, int32_t ancestor) {
    for (; n >= 0; n = s->nodes[n].parent)
        if (n == ancestor)
            return true;
    return false;
}

// The joint that moves a vertex most, or -1.
static int32_t heaviest(const facing_body* b, int32_t v) {
    const primitive* p = &b->s->primitives[b->f->vertex_primitive[v]];
    int32_t k = b->s->nodes[b->f->vertex_node[v]].skin, n = p->influence_count, best = -1;
    float most = 0.0f;
    for (int32_t i = 0; i < n && k >= 0; ++i) {
        size_t at = (size_t)b->f->vertex_index[v] * (size_t)n + (size_t)i;
        if (p->weights[at] > most) {
            most = p->weights[at];
            best = b->s->skins[k].joints[p->joints[at]];
        }
    }
    return best;
}

// ---- feet ------------------------------------------------------------------------------

typedef struct reach { // of a foot's skin along an axis, seen from its ankle
    double low, high;
    int32_t count;
} reach;

double evidence_of_feet(const facing_body* b, vec3 axis) {
    reach r[8];
    for (int32_t k = 0; k < b->foot_count; ++k)
        r[k] = (reach){INFINITY, -INFINITY, 0};
    for (int32_t v = 0; v < b->f->vertex_count; ++v) {
        int32_t joint = heaviest(b, v);
        for (int32_t k = 0; k < b->foot_count && joint >= 0; ++k) {
            if (!is_below(b->s, joint, b->feet[k]))
                continue;
            double d = v3_dot(v3_sub(b->f->positions[v], b->places[b->feet[k]]), axis);
            r[k].low = fmin(r[k].low, d);
            r[k].high = fmax(r[k].high, d);
            ++r[k].count;
            break;
        }
    }
    double sum = 0.0;
    int32_t count = 0;
    for (int32_t k = 0; k < b->foot_count; ++k)
        if (r[k].count > 2 && r[k].high > r[k].low) {
            sum += clamp(0.5 * (r[k].low + r[k].high) / (r[k].high - r[k].low) / FOOT_SURE);
            ++count;
        }
    return count > 0 ? sum / count : 0.0;
}

double evidence_of_toes(const facing_body* b, vec3 axis) {
    double sum = 0.0;
    int32_t count = 0;
    for (int32_t i = 0; i < b->s->node_count; ++i) {
        int32_t foot = b->s->nodes[i].parent;
        if (b->roles[i] != ROLE_TOE || foot < 0 || b->roles[foot] != ROLE_FOOT)
            continue;
        vec3 d = v3_unit(v3_sub(b->places[i], b->places[foot]));
        sum += clamp(2.0 * v3_dot(d, axis));
        ++count;
    }
    return count > 0 ? sum / count : 0.0;
}

// ---- a face ----------------------------------------------------------------------------

static bool head_place(const facing_body* b, vec3* out) {
    for (int32_t i = 0; i < b->s->node_count; ++i)
        if (b->roles[i] == ROLE_HEAD) {
            *out = b->places[i];
            return true;
        }
    return false;
}

static bool* eye_primitives(const facing_body* b, arena* scratch) {
    static const char* const words[] = {" eye ",  " eyes ",  " eyeball ", " eyeballs ",
                                        " iris ", " pupil ", " cornea ",  " teeth "};
    const scene* s = b->s;
    bool* is_eye = ARENA_NEW(scratch, bool, (size_t)s->primitive_count);
    for (int32_t m = 0; m < s->mesh_count; ++m)
        for (int32_t k = 0; k < s->meshes[m].primitive_count; ++k) {
            int32_t p = s->meshes[m].first_primitive + k, material = s->primitives[p].material;
            is_eye[p] = WORDS_ANY(joint_words(s->meshes[m].name, scratch), words) ||
                        (material >= 0 &&
                         WORDS_ANY(joint_words(s->materials[material].name, scratch), words));
        }
    return is_eye;
}

// Does another figure's joint move it?
static bool is_others(const facing_body* b, int32_t v) {
    int32_t joint = heaviest(b, v);
    return joint >= 0 && !b->is_joint[joint];
}

// Joints of a face that move something or lead further, and skins that are called eyes.
double evidence_of_face(const facing_body* b, vec3 axis) {
    vec3 head;
    if (!head_place(b, &head))
        return 0.0;
    arena* scratch = arena_create();
    bool* is_eye = eye_primitives(b, scratch);
    double joints = 0.0, skins = 0.0;
    int32_t joint_count = 0, skin_count = 0;
    for (int32_t i = 0; i < b->s->node_count; ++i)
        if (b->is_joint[i] && b->roles[i] == ROLE_FACE) {
            joints += v3_dot(v3_sub(b->places[i], head), axis);
            ++joint_count;
        }
    for (int32_t v = 0; v < b->f->vertex_count; ++v)
        if (is_eye[b->f->vertex_primitive[v]] && !is_others(b, v)) {
            skins += v3_dot(v3_sub(b->f->positions[v], head), axis);
            ++skin_count;
        }
    arena_destroy(scratch);
    double mean = skin_count > 0    ? skins / skin_count
                  : joint_count > 0 ? joints / joint_count
                                    : 0.0;
    return clamp(mean / (FACE_SURE * b->size));
}

// ---- clips that walk -------------------------------------------------------------------

static bool is_forward(const char* name, arena* scratch) {
    static const char* const others[] = {" back ",     " backward ", " backwards ", " strafe ",
                                         " sideways ", " retreat ",  " moonwalk "};
    return !WORDS_ANY(joint_words(name, scratch), others);
}

typedef struct track { // of a foot through a clip, against the joint that the legs hang on
    double along[MOMENTS], height[MOMENTS];
    double stride, lift, mean_along, mean_height;
} track;

static bool follow(const facing_body* b, const pose* moments, int32_t foot, vec3 axis, track* out) {
    int32_t root = b->s->nodes[foot].parent;
    while (root >= 0 && b->s->nodes[root].parent >= 0 && b->is_joint[b->s->nodes[root].parent] &&
           b->roles[root] != ROLE_TORSO)
        root = b->s->nodes[root].parent;
    if (root < 0)
        return false;
    *out = (track){0};
    double low = INFINITY, high = -INFINITY, least = INFINITY, most = -INFINITY;
    for (int i = 0; i < MOMENTS; ++i) {
        vec3 p = mat4_point(moments[i].world[foot], v3(0, 0, 0));
        vec3 d = v3_sub(p, mat4_point(moments[i].world[root], v3(0, 0, 0)));
        double along = v3_dot(d, axis), height = v3_dot(p, b->up);
        out->along[i] = along;
        out->height[i] = height;
        out->mean_along += along / MOMENTS;
        out->mean_height += height / MOMENTS;
        low = fmin(low, height);
        high = fmax(high, height);
        least = fmin(least, along);
        most = fmax(most, along);
    }
    out->stride = most - least;
    out->lift = high - low;
    return out->stride > FACING_EVIDENCE_STRIDE * b->size && out->lift > LIFT * b->size;
}

// Do they go by turns, as legs do that walk and not when both jump?
static bool by_turns(const track* x, const track* y) {
    double xy = 0.0, xx = 0.0, yy = 0.0;
    for (int i = 0; i < MOMENTS; ++i) {
        double a = x->along[i] - x->mean_along, c = y->along[i] - y->mean_along;
        xy += a * c;
        xx += a * a;
        yy += c * c;
    }
    return xy < BY_TURNS * sqrt(xx * yy);
}

// How a foot goes while it is low against while it is high.
static double walk_of_foot(const track* x) {
    double on_ground = 0.0, in_air = 0.0;
    for (int i = 1; i < MOMENTS; ++i) {
        double step = (x->along[i] - x->along[i - 1]) / x->stride;
        *(0.5 * (x->height[i] + x->height[i - 1]) < x->mean_height ? &on_ground : &in_air) += step;
    }
    return in_air - on_ground > 0.5 ? 1.0 : in_air - on_ground < -0.5 ? -1.0 : 0.0;
}

double evidence_of_clips(const facing_body* b, vec3 axis) {
    double sum = 0.0, most = 0.0;
    for (int32_t c = 0; c < b->s->clip_count && c < CLIPS_MOST; ++c) {
        const clip* x = &b->s->clips[c];
        arena* scratch = arena_create();
        pose moments[MOMENTS];
        bool asked = x->duration > 0.2 && b->foot_count > 0 && is_forward(x->name, scratch);
        for (int i = 0; i < MOMENTS && asked; ++i)
            moments[i] = pose_at(b->s, c, x->duration * i / (MOMENTS - 1), scratch);
        track of[2];
        for (int32_t k = 1; k < b->foot_count && asked; ++k) {
            if (!follow(b, moments, b->feet[k - 1], axis, &of[0]) ||
                !follow(b, moments, b->feet[k], axis, &of[1]) || !by_turns(&of[0], &of[1]))
                continue;
            double one = walk_of_foot(&of[0]) + walk_of_foot(&of[1]);
            sum += one;
            most += fabs(one);
        }
        arena_destroy(scratch);
    }
    return most >= 2.0 ? sum / most : 0.0;
}
