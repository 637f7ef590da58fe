// Shapes, poses, paint, and which joints carry what was sculpted.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_sculpted.h"

#include "bake/base/assert.h"
#include "bake/base/text.h"
#include "bake/recipe/recipe_joints.h"
#include "bake/scene/attribute.h"
#include "bake/scene/bind.h"
#include "bake/scene/contents.h"
#include "bake/scene/unit.h"
#include "bake/volume/character.h"
#include "format/format.h"

#include <ctype.h>
#include <string.h>

#define RECIPE_SCULPTED_SHOWN 0.5 // weight from which a clip shows a shape
#define RECIPE_SCULPTED_CARRIES                                                                    \
    0.02 // of all that was sculpted: a joint whose share is less is not of the part
#define ELEMENTS                                                                                   \
    7500 // of four nodes: limbs need small ones, and `sag` makes up for their stiffness
#define RECIPE_SCULPTED_SAG   0.05 // bones hold all of such a part, not only its seam
#define RECIPE_SCULPTED_MODES 10   // besides one for each target

enum { RECIPE_SCULPTED_NAME_SHOWN = 40 };

// ---- poses -----------------------------------------------------------------------------

static bool shows_mesh(const scene* s, const channel* c, int32_t of_mesh) {
    return c->path == PATH_WEIGHTS && c->node >= 0 && s->nodes[c->node].mesh == of_mesh;
}

static double key_weight(const channel* c, int32_t key, int32_t target) {
    size_t each = c->interpolation == CUBICSPLINE ? 3 : 1, at = c->interpolation == CUBICSPLINE;
    return (double)c->values[((size_t)key * each + at) * (size_t)c->width + (size_t)target];
}

// To a tenth of a millisecond: times are read by people.
static double short_time(const clip* c, float time) {
    return fmin(floor(1e4 * (double)time + 0.5) / 1e4, c->duration);
}

// The key of any clip that shows a shape most, the first of several.
static bool pose_by_weight(const scene* s, int32_t of_mesh, int32_t target, recipe_pose* out) {
    double best = RECIPE_SCULPTED_SHOWN;
    for (int32_t i = 0; i < s->clip_count; ++i)
        for (int32_t k = 0; k < s->clips[i].channel_count; ++k) {
            const channel* c = &s->clips[i].channels[k];
            for (int32_t n = 0; shows_mesh(s, c, of_mesh) && n < c->key_count; ++n)
                if (target < c->width && key_weight(c, n, target) > best + 1e-6) {
                    best = key_weight(c, n, target);
                    out->clip_or_null = s->clips[i].name;
                    out->time = short_time(&s->clips[i], c->times[n]);
                }
        }
    return out->clip_or_null != NULL;
}

static bool same_name(const char* a, const char* b) {
    while (*a != 0 && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        ++a, ++b;
    return *a == *b;
}

// Poses kept as clips of their own end in the pose.
static bool pose_by_name(const scene* s, const char* name, recipe_pose* out) {
    for (int32_t i = 0; i < s->clip_count; ++i)
        if (same_name(s->clips[i].name, name)) {
            *out = (recipe_pose){.clip_or_null = s->clips[i].name, .time = s->clips[i].duration};
            return true;
        }
    return false;
}

// ---- targets ---------------------------------------------------------------------------

static const char* paint_for(const scene* s, const char* name, arena* memory) {
    char* wanted = arena_format(memory, "_STIFFNESS_%s", name);
    for (char* c = wanted; *c != 0; ++c)
        *c = (char)(isalnum((unsigned char)*c) ? toupper((unsigned char)*c) : '_');
    for (int32_t i = 0; i < s->primitive_count; ++i)
        if (attribute_named(&s->primitives[i], wanted) != NULL)
            return wanted;
    return NULL;
}

static bool is_listed(const recipe_part* p, const char* name) {
    for (int32_t i = 0; i < p->target_count; ++i)
        if (strcmp(p->targets[i].name, name) == 0)
            return true;
    return false;
}

// The targets as they are found.
typedef struct listing {
    const scene* s;
    arena* memory;
    recipe_part* part;
    pose* poses; // [target_count]
    report* notes;
} listing;

// What joints do not tell, the weight of its morph target does: an input called so. In a pose that has a shape already it
// comes on top of that.
static void tell_by_input(listing* l, recipe_target* t, const recipe_target* pose_of) {
    recipe_shape* shapes = ARENA_NEW(l->memory, recipe_shape, (size_t)pose_of->shape_count + 1);
    for (int32_t i = 0; i < pose_of->shape_count; ++i)
        shapes[i] = pose_of->shapes[i];
    shapes[pose_of->shape_count] = t->shapes[0];
    t->shapes = shapes;
    t->shape_count = pose_of->shape_count + 1;
    t->pose = pose_of->pose;
    t->inputs = ARENA_NEW(l->memory, recipe_input, 1);
    t->inputs[0] = (recipe_input){.name = t->name, .value = 1.0};
    t->input_count = 1;
}

// The target of a pose that joints tell, where there is one already; else -1.
static int32_t target_of(const listing* l, const pose* own) {
    for (int32_t i = 0; i < l->part->target_count; ++i)
        if (l->part->targets[i].input_count == 0 && recipe_same_pose(l->s, own, &l->poses[i]))
            return i;
    return -1;
}

static void add_shape(listing* l, int32_t of_mesh, int32_t k) {
    const scene* s = l->s;
    recipe_part* p = l->part;
    const char* name = s->meshes[of_mesh].target_names[k];
    if (name[0] == 0 || is_listed(p, name)) // the same shape of another mesh goes with it
        return;
    recipe_target t = recipe_target_default();
    t.name = name;
    t.shapes = ARENA_NEW(l->memory, recipe_shape, 1);
    t.shapes[0] = (recipe_shape){name, 1.0};
    t.shape_count = 1;
    const char* shown = text_printable(name, RECIPE_SCULPTED_NAME_SHOWN, l->memory);
    bool posed = pose_by_weight(s, of_mesh, k, &t.pose) || pose_by_name(s, name, &t.pose);
    pose own = posed ? pose_at(s, clip_named(s, t.pose.clip_or_null), t.pose.time, l->memory)
                     : l->poses[0];
    int32_t same = target_of(l, &own);
    if (!posed)
        report_note(l->notes, place_none(),
                    "no clip shows the shape \"%s\" and none is called so: an input \"%s\" tells "
                    "it, which follows the weight of its morph target",
                    shown, shown);
    else if (same >= 0)
        report_note(l->notes, place_none(),
                    "where \"%s\" shows the shape \"%s\", the joints stand as for \"%s\": an input "
                    "\"%s\" tells it, which follows the weight of its morph target",
                    t.pose.clip_or_null, shown, p->targets[same].name, shown);
    if (same >= 0)
        tell_by_input(l, &t, &p->targets[same]);
    t.paint_or_null = paint_for(s, name, l->memory);
    l->poses[p->target_count] = own;
    p->targets[p->target_count++] = t;
}

// The base and at most `most` - 1 shapes. Returns the poses of all.
static pose* list_targets(const scene* s, int32_t most, arena* memory, recipe_part* p,
                          report* notes) {
    size_t room = 1;
    for (int32_t i = 0; i < s->mesh_count; ++i)
        room += (size_t)s->meshes[i].target_count;
    listing l = {.s = s,
                 .memory = memory,
                 .part = p,
                 .poses = ARENA_NEW(memory, pose, room),
                 .notes = notes};
    l.poses[0] = bind_pose(s, memory);
    p->targets = ARENA_NEW(memory, recipe_target, room);
    p->targets[0] = recipe_target_default();
    p->targets[0].name = "rest";
    p->target_count = 1;
    for (int32_t i = 0; i < s->mesh_count; ++i)
        for (int32_t k = 0; k < s->meshes[i].target_count; ++k)
            if (p->target_count < most)
                add_shape(&l, i, k);
    return l.poses;
}

// poses: of the targets. False with a sentence when there are none.
static bool find_targets(const scene* s, int32_t most, arena* memory, recipe_part* p, pose** poses,
                         report* r) {
    report notes = report_new(memory);
    *poses = list_targets(s, most, memory, p, &notes);
    bool any = false;
    for (int32_t i = 0; i < s->mesh_count; ++i)
        any = any || s->meshes[i].target_count > 0;
    if (!any)
        return report_error(r, place_none(),
                            "there are no morph targets (shape keys) in it to make targets of");
    for (int32_t i = 0; i < notes.count; ++i)
        report_note(r, place_none(), "%s", notes.findings[i].text);
    return p->target_count > 1 ||
           report_error(r, place_none(),
                        "none of its morph targets (shape keys) has a name, and targets are called "
                        "by theirs: name them where the model was made");
}

// ---- the part --------------------------------------------------------------------------

// How far the listed shapes move a vertex, all together.
static double sculpted_at(const scene* s, const surface* f, const recipe_part* p, int32_t vertex) {
    const mesh* m = &s->meshes[s->nodes[f->vertex_node[vertex]].mesh];
    const primitive* g = &s->primitives[f->vertex_primitive[vertex]];
    double sum = 0.0;
    for (int32_t k = 0; k < m->target_count; ++k) {
        if (g->targets[k].positions == NULL || !is_listed(p, m->target_names[k]))
            continue;
        const float* d = g->targets[k].positions[f->vertex_index[vertex]];
        sum += v3_length(v3(d[0], d[1], d[2]));
    }
    return sum;
}

// The joints that carry what was sculpted; the region names none when that is all of them. Returns them, [node_count].
static bool* choose_bones(const scene* s, const character* c, arena* memory, recipe_part* p) {
    double *fraction = ARENA_NEW(memory, double, (size_t)s->node_count), all = 0.0;
    bool *used = ARENA_NEW(memory, bool, (size_t)s->node_count),
         *carries = ARENA_NEW(memory, bool, (size_t)s->node_count);
    for (int32_t v = 0; v < c->surface->vertex_count; ++v) {
        double moved = sculpted_at(s, c->surface, p, v);
        for (int32_t k = 0; k < character_influence_count(c, v); ++k) {
            influence x = character_influence(c, v, k);
            used[x.joint] |= x.weight > 0.0;
            fraction[x.joint] += x.weight * moved;
            all += x.weight * moved;
        }
    }
    int32_t joints = 0;
    p->region.bones = ARENA_NEW(memory, const char*, (size_t)s->node_count);
    for (int32_t i = 0; i < s->node_count; ++i) {
        joints += used[i];
        carries[i] = fraction[i] > RECIPE_SCULPTED_CARRIES * all;
        if (carries[i])
            p->region.bones[p->region.bone_count++] = s->nodes[i].name;
    }
    if (p->region.bone_count == joints)
        p->region.bone_count = 0;
    return carries;
}

int32_t recipe_sculpted_count(const scene* s, arena* memory) {
    recipe_part p = recipe_part_default();
    report unused = report_new(memory);
    list_targets(s, FORMAT_MAX_TARGETS, memory, &p, &unused);
    int32_t count = 0;
    for (int32_t i = 1; i < p.target_count; ++i)
        count += p.targets[i].input_count == 0;
    return count;
}

bool recipe_sculpted(const scene* s, int32_t most, arena* memory, recipe* how,
                     const char** unit_reason, report* r) {
    SUPPLE_ASSERT(most >= 0);
    recipe_part* p = ARENA_NEW(memory, recipe_part, 1);
    *p = how->defaults;
    most = most == 0 || most > FORMAT_MAX_TARGETS ? FORMAT_MAX_TARGETS : most;
    pose* poses = NULL;
    if (!find_targets(s, most, memory, p, &poses, r))
        return false;
    pose bound = bind_pose(s, memory);
    surface f = surface_from_scene(s, &bound, memory);
    character c = character_new(s, &f, &bound, memory);
    unit_hints hints = unit_hints_of(s);
    unit_from_size(unit_box(&f, hints), hints, unit_reason, memory);
    recipe_choose_joints(s, choose_bones(s, &c, memory, p), poses, memory, p);
    p->name = s->mesh_count > 0 && s->meshes[0].name[0] != 0 ? s->meshes[0].name : "body";
    p->tets = ELEMENTS;
    p->ten_nodes = false;
    p->sag = RECIPE_SCULPTED_SAG;
    p->modes = p->target_count + RECIPE_SCULPTED_MODES;
    if (p->modes > FORMAT_MAX_POSED_COORDS)
        p->modes = FORMAT_MAX_POSED_COORDS;
    how->parts = p;
    how->part_count = 1;
    return true;
}
