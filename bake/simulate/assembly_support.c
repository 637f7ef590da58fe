// What carries an assembly: a support, and those of rigid bodies that have their own, with their keys where they follow a
// table or a clip.
//
// Supports have keys of equal distance in time; tables and clips have theirs wherever their authors put them. Either
// is sampled once a step.
// SPDX-License-Identifier: MIT
#include "bake/base/text.h"
#include "bake/play/motion.h"
#include "bake/scene/contents.h"
#include "bake/scene/pose.h"
#include "bake/simulate/assembly_build.h"

#include <string.h>

enum { ASSEMBLY_SUPPORT_KEYS_MOST = 100000000 };

// Of the frame's axes: beyond it a node is scaled or sheared. Quaternions of 16 bits leave 1e-4.
static const double RIGID_WITHIN = 1e-3;

// Keys a second: one a step.
static double key_rate(const assembly* a) {
    return a->how->fps * a->how->steps;
}

// Room for keys up to `last` seconds or the end of the scene; NULL with a sentence for too many.
static support_key* new_keys(building* b, const simulation_support* of, double last, support* out) {
    assembly* a = b->a;
    double rate = key_rate(a);
    double wanted = fmax(ceil(fmin(last, a->how->seconds) * rate - 1e-9) + 1.0, 2.0);
    if (!(wanted <= ASSEMBLY_SUPPORT_KEYS_MOST)) {
        report_error(b->r, of->where,
                     "the support is sampled once a step, and these are %.3g steps: more than %d",
                     wanted, ASSEMBLY_SUPPORT_KEYS_MOST);
        return NULL;
    }
    support_key* keys = ARENA_NEW(b->memory, support_key, (size_t)wanted);
    out->kind = SUPPORT_CLIP;
    out->keys = keys;
    out->key_count = (int32_t)wanted;
    out->key_seconds = 1.0 / rate;
    return keys;
}

// ---- a table ---------------------------------------------------------------------------

static bool read_motion(building* b, const simulation_support* of, support* out) {
    const char* path = of->motion_or_null;
    bytes file;
    motion m;
    if (!file_map(path, &file, b->r))
        return false;
    bool sound = motion_read(file, path, b->memory, &m, b->r);
    file_unmap(file);
    support_key* keys = sound ? new_keys(b, of, m.keys[m.count - 1].time, out) : NULL;
    if (keys == NULL)
        return false;
    for (int32_t i = 0, at = 0; i < out->key_count; ++i) {
        double time = i / key_rate(b->a);
        while (at + 2 < m.count && m.keys[at + 1].time <= time)
            ++at;
        const motion_key *from = &m.keys[at], *to = &m.keys[at + (m.count > 1)];
        double span = to->time - from->time, part = span > 0.0 ? (time - from->time) / span : 0.0;
        part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
        // the table turns about the world's origin, a support about its pivot
        quat turn = quat_unit(quat_slerp(from->turn, to->turn, part));
        keys[i] = (support_key){v3_add(quat_rotate(turn, of->frame.pivot),
                                       v3_lerp(from->displacement, to->displacement, part)),
                                turn};
    }
    return true;
}

// ---- a node of a clip ------------------------------------------------------------------

// A node by its name; -1 with a sentence.
static int32_t find_node(building* b, const scene* s, const simulation_follow* f) {
    int32_t found = -1, count = 0;
    const char** names = ARENA_NEW(b->memory, const char*, (size_t)s->node_count);
    for (int32_t i = 0; i < s->node_count; ++i) {
        names[i] = s->nodes[i].name;
        if (strcmp(names[i], f->node) == 0) {
            found = i;
            ++count;
        }
    }
    const char* name = text_printable(f->node, 40, b->memory);
    if (count == 1)
        return found;
    if (count == 0)
        report_error(b->r, f->where, "there is no node \"%s\"%s", name,
                     text_hint(f->node, names, s->node_count,
                               "; `supple info` names those of a file", b->memory));
    else
        report_error(b->r, f->where, "%d nodes are called \"%s\": give one of them another name",
                     count, name);
    return -1;
}

// How far the columns are from three axes at right angles, of unit length and not mirrored.
static double bent_by(mat4 m) {
    double worst = mat4_determinant3(m) > 0.0 ? 0.0 : 2.0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k <= i; ++k) {
            const double *x = m.m + 4 * i, *y = m.m + 4 * k;
            double dot = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
            worst = fmax(worst, fabs(dot - (i == k)));
        }
    return worst;
}

// What is held goes with the node as if it were skinned to it: from where the file has it at rest to where the clip
// has it. A scale that stays as it is cancels.
static bool sample_node(building* b, const scene* s, const simulation_support* how,
                        const int32_t clip_and_node[2], support* out) {
    const simulation_follow* f = &how->follow;
    int32_t in = clip_and_node[0], of = clip_and_node[1];
    mat4 rest = pose_at(s, -1, 0.0, b->memory).world[of];
    const char* name = text_printable(f->node, 40, b->memory);
    if (mat4_determinant3(rest) == 0.0)
        return report_error(b->r, f->where,
                            "node \"%s\" is scaled to nothing at rest: follow another one", name);
    support_key* keys = new_keys(b, how, s->clips[in].duration, out);
    if (keys == NULL)
        return false;
    vec3 centre = v3(rest.m[12], rest.m[13], rest.m[14]);
    out->pivot = v3_scale(centre, f->unit);
    bool moves = false;
    for (int32_t i = 0; i < out->key_count; ++i) {
        double time = i / key_rate(b->a);
        arena* scratch = arena_create();
        mat4 displacement =
            mat4_mul(pose_at(s, in, time, scratch).world[of], mat4_inverse_affine(rest));
        arena_destroy(scratch);
        vec3 zero, scale;
        mat4_split(displacement, &zero, &keys[i].turn, &scale);
        if (!(bent_by(displacement) < RIGID_WITHIN))
            return report_error(b->r, f->where,
                                "node \"%s\" is scaled or sheared by the clip, to %.3g, %.3g, %.3g "
                                "of its size at rest at %.4g s, and a support is rigid: follow "
                                "another node, or bake the scale into the mesh",
                                name, scale.x, scale.y, scale.z, time);
        keys[i].turn = quat_unit(keys[i].turn);
        keys[i].centre = v3_scale(mat4_point(displacement, centre), f->unit);
        const quat *turn = &keys[i].turn, *first = &keys[0].turn;
        moves = moves || v3_distance(keys[i].centre, keys[0].centre) > 0.0 || turn->x != first->x ||
                turn->y != first->y || turn->z != first->z || turn->w != first->w;
    }
    if (!moves)
        report_warning(b->r, f->where,
                       "the clip does not move node \"%s\": the support stands still", name);
    return true;
}

static bool follow_clip(building* b, const simulation_support* s, support* out) {
    const simulation_follow* f = &s->follow;
    imported file = {0};
    if (!(f->sample_or_null != NULL ? b->samples->make(b->samples->user, f->sample_or_null,
                                                       f->where, b->memory, &file.scene, b->r)
                                    : import_scene(f->file_or_null, b->memory, &file, b->r)))
        return false;
    int32_t in = clip_named(&file.scene, f->clip);
    bool sound =
        in >= 0 ||
        report_error(b->r, f->where, "%s",
                     clip_missing(&file.scene, text_printable(f->clip, 40, b->memory), b->memory));
    const int32_t clip_and_node[2] = {in, find_node(b, &file.scene, f)};
    sound = sound && clip_and_node[1] >= 0 && sample_node(b, &file.scene, s, clip_and_node, out);
    if (f->sample_or_null == NULL)
        import_close(&file);
    return sound;
}

// ---- any of them -----------------------------------------------------------------------

// A support with its keys. False with a sentence.
static bool make_frame(building* b, const simulation_support* of, support* out) {
    *out = of->frame;
    return (of->motion_or_null == NULL || read_motion(b, of, out)) &&
           (!of->follows || follow_clip(b, of, out)) && support_check(out, of->where, b->r);
}

static bool make_rigid_frames(building* b) {
    assembly* a = b->a;
    bool sound = true;
    for (int32_t i = 0; i < a->body_count; ++i) {
        const simulation_body* how = &a->how->bodies[i];
        a->rigid[i].moves = how->has_support;
        if (!how->has_support)
            continue;
        sound = make_frame(b, &how->support, &a->rigid[i].frame) && sound;
        a->rigid[i].at = support_beginning(&a->rigid[i].frame);
    }
    return sound;
}

bool assembly_make_support(building* b) {
    assembly* a = b->a;
    const simulation_support* of = &a->how->support;
    if (!make_frame(b, of, &a->support) || !make_rigid_frames(b))
        return false;
    bool moves = of->move_count > 0 || a->support.kind != SUPPORT_FREE, any = false;
    for (int32_t i = 0; i < a->node_count; ++i)
        any = any || a->held[i];
    if (a->how->start_at_rest && !any && a->how->spring_count == 0)
        return report_error(
            b->r, a->how->bodies[0].where,
            "\"start: rest\" is for bodies that something holds: nothing is \"held\" "
            "or on \"springs\", and they would fall for ever");
    if (a->how->hanging && !any)
        return report_error(b->r, a->how->bodies[0].where,
                            "\"shapes: hanging\" is for bodies that something holds: nothing is "
                            "\"held\", and they would float");
    if (moves && !any)
        return report_error(
            b->r, of->where,
            "the support carries no body: nothing is held; give a body \"held\", or "
            "leave the support out");
    return true;
}
