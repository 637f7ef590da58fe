// A take as morph targets: shapes from the asset's tables, weights from the frames.
//
// Targets belong to a mesh and weights to the node that shows it. A mesh that two nodes show gets a
// copy for each: its vertices may be soft in different ways.
// SPDX-License-Identifier: MIT
#include "bake/play/take_out.h"

#include "bake/play/own_targets.h"
#include "bake/play/texel.h"

#include <string.h>

// One coordinate as it is seen in one mesh.
typedef struct soft_target {
    int32_t part, coord; // coord within the part
    double most;         // the largest amount of the take, in the unit of the tables
} soft_target;

typedef struct writing {
    const play_request* q;
    const play_take* t;
    arena* memory;
    scene s;              // being made
    soft_target* targets; // [target_count] of the mesh at hand
    int32_t target_count;
    clip* out;
} writing;

static double row_amount(const writing* w, int32_t frame, int32_t coord, int column) {
    size_t coords = (size_t)w->q->asset->coord_count;
    return w->t->rows[(size_t)frame * coords + (size_t)coord][column];
}

// ---- targets ---------------------------------------------------------------------------

static bool moves_mesh(const supple_part* p, const format_mesh* m) {
    for (int32_t i = 0; i < p->vertex_count; ++i)
        if (p->vertices[i] >= m->first_vertex && p->vertices[i] < m->first_vertex + m->vertex_count)
            return true;
    return false;
}

static double largest_texel(const supple_table* table, int64_t first, int32_t count) {
    double most = 0.0;
    for (int64_t i = first; i < first + count; ++i) {
        float x[3] = {0};
        texel_add(table, i, 1.0, x);
        most = fmax(most, sqrt((double)x[0] * x[0] + (double)x[1] * x[1] + (double)x[2] * x[2]));
    }
    return most;
}

// The coordinates that are seen in any of the primitives that a node shows.
static void list_targets(writing* w, const format_mesh* meshes, int32_t count, double visible) {
    const supple_asset* a = w->q->asset;
    w->target_count = 0;
    for (int32_t i = 0; i < a->part_count; ++i) {
        supple_part p = supple_asset_part(a, i);
        bool moves = false;
        for (int32_t k = 0; k < count; ++k)
            moves = moves || moves_mesh(&p, &meshes[k]);
        for (int32_t k = 0; k < p.coord_count && moves; ++k) {
            double most = 0.0;
            for (int32_t frame = 0; frame < w->t->frame_count; ++frame)
                most = fmax(most, fabs(row_amount(w, frame, p.first_coord + k, 0)));
            int64_t first = p.first_shape + (int64_t)k * p.shape_places;
            if (most * largest_texel(&a->shapes, first, p.shape_places) > visible)
                w->targets[w->target_count++] = (soft_target){i, k, most};
        }
    }
}

static morph_target make_target(const writing* w, const format_mesh* m, const soft_target* x,
                                double sign) {
    const supple_asset* a = w->q->asset;
    supple_part p = supple_asset_part(a, x->part);
    double bend = x->most * (double)supple_asset_bend_ratio(a, p.first_coord + x->coord);
    morph_target out = {.positions = arena_alloc(w->memory, m->vertex_count, 3 * sizeof(float))};
    if (p.first_bend >= 0)
        out.normals = arena_alloc(w->memory, m->vertex_count, 3 * sizeof(float));
    for (int32_t i = 0; i < p.vertex_count; ++i) {
        uint32_t v = p.vertices[i] - m->first_vertex;
        if (p.vertices[i] < m->first_vertex || v >= m->vertex_count)
            continue;
        int64_t at = texel_place(a, a->links, x->part, p.vertices[i]);
        texel_add(&a->shapes, p.first_shape + (int64_t)x->coord * p.shape_places + at,
                  sign * x->most, out.positions[v]);
        if (out.normals == NULL || bend == 0.0) // then it may have no texels
            continue;
        at = texel_place(a, a->bend_links, x->part, p.vertices[i]);
        texel_add(&a->bends, p.first_bend + (int64_t)x->coord * p.bend_places + at, sign * bend,
                  out.normals[v]);
    }
    return out;
}

static void extend_primitive(const writing* w, const format_mesh* m, primitive* g) {
    int32_t old = g->target_count;
    morph_target* targets = ARENA_NEW(w->memory, morph_target, (size_t)(old + 2 * w->target_count));
    if (old > 0)
        memcpy(targets, g->targets, (size_t)old * sizeof *targets);
    for (int32_t i = 0; i < w->target_count; ++i) {
        targets[old + 2 * i] = make_target(w, m, &w->targets[i], 1.0);
        targets[old + 2 * i + 1] = make_target(w, m, &w->targets[i], -1.0);
        for (int sign = 0; sign < 2 && g->normals == NULL; ++sign)
            targets[old + 2 * i + sign].normals =
                NULL; // a primitive without normals has none there
    }
    g->targets = targets;
    g->target_count = old + 2 * w->target_count;
}

static void name_targets(const writing* w, mesh* m) {
    int32_t old = m->target_count, count = old + 2 * w->target_count;
    const char** names = ARENA_NEW(w->memory, const char*, (size_t)count);
    float* weights = ARENA_NEW(w->memory, float, (size_t)count);
    for (int32_t i = 0; i < old; ++i) {
        names[i] = m->target_names[i];
        weights[i] = m->target_weights[i];
    }
    for (int32_t i = 0; i < w->target_count; ++i) {
        supple_part p = supple_asset_part(w->q->asset, w->targets[i].part);
        for (int sign = 0; sign < 2; ++sign)
            names[old + 2 * i + sign] =
                arena_format(w->memory, "%s %d %c", p.name, w->targets[i].coord + 1, "+-"[sign]);
    }
    m->target_names = names;
    m->target_weights = weights;
    m->target_count = count;
}

// ---- weights ---------------------------------------------------------------------------

static void add_weights(writing* w, int32_t of_node, int32_t old) {
    int32_t frames = w->t->frame_count + w->q->loop; // a loop's last key is its first
    int32_t width = old + 2 * w->target_count;
    channel* c = &w->out->channels[w->out->channel_count++];
    *c = (channel){of_node, PATH_WEIGHTS, LINEAR, frames, width, NULL, NULL};
    c->times = ARENA_NEW(w->memory, float, (size_t)frames);
    c->values = ARENA_NEW(w->memory, float, (size_t)frames*(size_t)width);
    for (int32_t i = 0; i < frames; ++i) {
        int32_t frame = i % w->t->frame_count;
        float* values = c->values + (size_t)i * (size_t)width;
        c->times[i] = (float)(i / w->t->fps);
        arena* scratch = arena_create();
        pose p = own_targets_pose(w->q, i / w->t->fps, scratch);
        for (int32_t k = 0; k < old; ++k)
            values[k] = p.target_weights[of_node][k];
        arena_destroy(scratch);
        for (int32_t k = 0; k < w->target_count; ++k) {
            const soft_target* x = &w->targets[k];
            supple_part part = supple_asset_part(w->q->asset, x->part);
            double amount = row_amount(w, frame, part.first_coord + x->coord, 0) / x->most;
            values[old + 2 * k] = (float)fmax(amount, 0.0);
            values[old + 2 * k + 1] = (float)fmax(-amount, 0.0);
        }
    }
    w->out->duration = fmax(w->out->duration, c->times[frames - 1]);
}

// ---- the scene -------------------------------------------------------------------------

// The mesh that a node shows, for this node alone.
static mesh* own_mesh(writing* w, int32_t of_node, bool* taken) {
    int32_t old = w->s.nodes[of_node].mesh;
    if (!taken[old]) {
        taken[old] = true;
        return &w->s.meshes[old];
    }
    mesh* copy = &w->s.meshes[w->s.mesh_count];
    *copy = w->s.meshes[old];
    const mesh* from = &w->q->s->meshes[old];
    copy->target_count = from->target_count;
    copy->target_names = from->target_names;
    copy->target_weights = from->target_weights;
    copy->first_primitive = w->s.primitive_count;
    for (int32_t i = 0; i < from->primitive_count; ++i)
        w->s.primitives[w->s.primitive_count++] = w->q->s->primitives[from->first_primitive + i];
    w->s.nodes[of_node].mesh = w->s.mesh_count++;
    return copy;
}

// Room for a copy of every mesh and primitive that is shown more than once.
static void copy_scene(writing* w) {
    const scene* from = w->q->s;
    const binding* b = w->q->binding;
    w->s = *from;
    w->s.source = (gltf_source){0};
    size_t meshes = (size_t)from->mesh_count + (size_t)b->mesh_count,
           primitives = (size_t)from->primitive_count + (size_t)b->mesh_count;
    w->s.meshes = ARENA_NEW(w->memory, mesh, meshes);
    w->s.primitives = ARENA_NEW(w->memory, primitive, primitives);
    w->s.nodes = ARENA_NEW(w->memory, node, (size_t)from->node_count);
    memcpy(w->s.meshes, from->meshes, (size_t)from->mesh_count * sizeof *from->meshes);
    memcpy(w->s.primitives, from->primitives,
           (size_t)from->primitive_count * sizeof *from->primitives);
    memcpy(w->s.nodes, from->nodes, (size_t)from->node_count * sizeof *from->nodes);
    w->s.clips = w->out = ARENA_NEW(w->memory, clip, 1);
    w->s.clip_count = 1;
    const clip* played = w->q->clip >= 0 ? &from->clips[w->q->clip] : NULL;
    *w->out = (clip){.name = played != NULL ? played->name : "rest",
                     .duration = played != NULL ? played->duration : 0.0};
    size_t channels = (size_t)(played != NULL ? played->channel_count : 0) + (size_t)b->mesh_count;
    w->out->channels = ARENA_NEW(w->memory, channel, channels);
    for (int32_t i = 0; played != NULL && i < played->channel_count; ++i) {
        w->out->channels[w->out->channel_count++] = played->channels[i];
        w->s.nodes[played->channels[i].node].has_matrix = false; // glTF animates none that has one
    }
}

static void drop_weights(writing* w, int32_t of_node) {
    int32_t kept = 0;
    for (int32_t i = 0; i < w->out->channel_count; ++i) {
        const channel* c = &w->out->channels[i];
        if (c->node != of_node || c->path != PATH_WEIGHTS)
            w->out->channels[kept++] = *c;
    }
    w->out->channel_count = kept;
}

scene take_scene(const play_request* q, const play_take* t, double visible, arena* memory) {
    writing w = {.q = q, .t = t, .memory = memory};
    const binding* b = q->binding;
    copy_scene(&w);
    w.targets = ARENA_NEW(memory, soft_target, (size_t)q->asset->coord_count);
    bool* taken = ARENA_NEW(memory, bool, (size_t)q->s->mesh_count);
    for (int32_t i = 0, count; i < b->mesh_count; i += count) {
        const format_mesh* first = &b->meshes[i];
        for (count = 1; i + count < b->mesh_count; ++count)
            if (b->meshes[i + count].node != first->node)
                break;
        list_targets(&w, first, count, visible);
        mesh* m = own_mesh(&w, first->node, taken);
        if (w.target_count == 0)
            continue;
        int32_t old = m->target_count;
        for (int32_t k = 0; k < count; ++k)
            extend_primitive(&w, &first[k],
                             &w.s.primitives[m->first_primitive + first[k].primitive]);
        name_targets(&w, m);
        w.s.nodes[first->node].target_weights_or_null = NULL;
        drop_weights(&w, first->node);
        add_weights(&w, first->node, old);
    }
    return w.s;
}
