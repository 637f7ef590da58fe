// A morph target a state: the first state is the mesh itself.
// SPDX-License-Identifier: MIT
#include "bake/export/glb.h"
#include "bake/simulate/states.h"

#include <string.h>

typedef struct writing {
    stream* s;
    const assembly* a;
    arena* memory;
    report* r;
    scene out;
    surface first; // state 0
} writing;

// ---- what bodies look like -----------------------------------------------------------------

static void add_looks(writing* w, const scene* from) {
    for (int32_t i = 0; i < from->material_count; ++i) {
        scene_material m = from->materials[i];
        m.base_image = m.base_image >= 0 ? m.base_image + w->out.image_count : -1;
        w->out.materials[w->out.material_count + i] = m;
    }
    for (int32_t i = 0; i < from->image_count; ++i)
        w->out.images[w->out.image_count + i] = from->images[i];
    w->out.material_count += from->material_count;
    w->out.image_count += from->image_count;
}

// Vertices from `begin` to `end` of the drawn surface, all of one primitive of the body's file.
static primitive make_primitive(const writing* w, const matter* m, int32_t begin, int32_t end,
                                int32_t own, int32_t looks) {
    size_t n = (size_t)(end - begin), at = (size_t)begin;
    const surface* f = &w->first;
    const scene* from = &m->file.scene;
    const primitive* source =
        from->mesh_count > 0 ? &from->primitives[m->drawn.vertex_primitive[own]] : NULL;
    primitive p = {.vertex_count = end - begin, .material = -1};
    if (source != NULL && source->material >= 0)
        p.material = looks + source->material;
    p.positions = f->positions + at;
    p.normals = f->normals + at;
    p.uvs = source != NULL && source->uvs != NULL ? f->uvs + at : NULL;
    if (source != NULL && source->colors != NULL) {
        p.colors = arena_alloc(w->memory, n, sizeof *p.colors);
        for (size_t v = 0; v < n; ++v)
            memcpy(p.colors[v], source->colors[m->drawn.vertex_index[(size_t)own + v]],
                   sizeof *p.colors);
    }
    p.triangles = arena_alloc(w->memory, (size_t)f->triangle_count, sizeof *p.triangles);
    for (int32_t t = 0; t < f->triangle_count; ++t) {
        const uint32_t* c = f->triangles[t];
        if (c[0] < (uint32_t)begin || c[0] >= (uint32_t)end)
            continue;
        for (int k = 0; k < 3; ++k)
            p.triangles[p.triangle_count][k] = c[k] - (uint32_t)begin;
        ++p.triangle_count;
    }
    p.target_count = w->s->state_count - 1;
    p.targets = ARENA_NEW(w->memory, morph_target, (size_t)p.target_count);
    return p;
}

static bool same_primitive(const surface* f, int32_t a, int32_t b) {
    return f->vertex_node == NULL || (f->vertex_node[a] == f->vertex_node[b] &&
                                      f->vertex_primitive[a] == f->vertex_primitive[b]);
}

static void add_body(writing* w, int32_t body, int32_t first) {
    const matter* m = &w->a->bodies[body];
    mesh* out = &w->out.meshes[w->out.mesh_count];
    int32_t looks = w->out.material_count, targets = w->s->state_count - 1;
    *out = (mesh){
        .name = m->how->name, .first_primitive = w->out.primitive_count, .target_count = targets};
    out->target_names = ARENA_NEW(w->memory, const char*, (size_t)targets);
    out->target_weights = ARENA_NEW(w->memory, float, (size_t)targets);
    for (int32_t i = 0; i < targets; ++i)
        out->target_names[i] = arena_format(w->memory, "state %d", i + 1);
    add_looks(w, &m->file.scene);
    for (int32_t v = 0, end; v < m->drawn.vertex_count; v = end) {
        for (end = v + 1; end < m->drawn.vertex_count && same_primitive(&m->drawn, v, end);)
            ++end;
        w->out.primitives[w->out.primitive_count++] =
            make_primitive(w, m, first + v, first + end, v, looks);
        ++out->primitive_count;
    }
    node* n = &w->out.nodes[w->out.node_count];
    *n = (node){.name = m->how->name,
                .parent = -1,
                .mesh = w->out.mesh_count++,
                .skin = -1,
                .rotation = quat_identity(),
                .scale = v3(1.0, 1.0, 1.0)};
    w->out.roots[w->out.root_count++] = w->out.node_count++;
}

// ---- what moves ------------------------------------------------------------------------

static bool add_state(writing* w, int32_t state) {
    arena* scratch = arena_create();
    surface f;
    bool read = states_surface(w->s, &w->a->drawn, state, scratch, &f, w->r);
    for (int32_t i = 0; i < w->out.primitive_count && read; ++i) {
        primitive* p = &w->out.primitives[i];
        morph_target* t = &p->targets[state - 1];
        size_t at = (size_t)(p->positions - w->first.positions), n = (size_t)p->vertex_count;
        t->positions = arena_alloc(w->memory, n, sizeof *t->positions);
        t->normals = arena_alloc(w->memory, n, sizeof *t->normals);
        for (size_t v = 0; v < n; ++v) {
            vec3 d = v3_sub(f.positions[at + v], p->positions[v]);
            const float displacement[3] = {(float)d.x, (float)d.y, (float)d.z};
            memcpy(t->positions[v], displacement, sizeof displacement);
            for (int k = 0; k < 3; ++k)
                t->normals[v][k] = f.normals[at + v][k] - p->normals[v][k];
        }
    }
    arena_destroy(scratch);
    return read;
}

// At the key of a state its target's weight is 1 and all others' are 0.
static void add_clip(writing* w, const char* name) {
    int32_t states = w->s->state_count, width = states - 1;
    clip* c = ARENA_NEW(w->memory, clip, 1);
    *c = (clip){.name = name, .channel_count = w->out.node_count, .duration = width / w->s->fps};
    c->channels = ARENA_NEW(w->memory, channel, (size_t)w->out.node_count);
    float* times = ARENA_NEW(w->memory, float, (size_t)states);
    float* values = ARENA_NEW(w->memory, float, (size_t)states*(size_t)width);
    for (int32_t i = 0; i < states; ++i) {
        times[i] = (float)(i / w->s->fps);
        if (i > 0)
            values[(size_t)i * (size_t)width + (size_t)i - 1] = 1.0f;
    }
    for (int32_t i = 0; i < w->out.node_count; ++i)
        c->channels[i] = (channel){i, PATH_WEIGHTS, LINEAR, states, width, times, values};
    w->out.clips = c;
    w->out.clip_count = 1;
}

static void make_room(writing* w) {
    size_t bodies = (size_t)w->a->body_count, materials = 0, images = 0, primitives = 0;
    for (int32_t i = 0; i < w->a->body_count; ++i) {
        const scene* s = &w->a->bodies[i].file.scene;
        materials += (size_t)s->material_count;
        images += (size_t)s->image_count;
        primitives += (size_t)s->node_count * (size_t)s->primitive_count + 1;
    }
    w->out.materials = ARENA_NEW(w->memory, scene_material, materials);
    w->out.images = ARENA_NEW(w->memory, image, images);
    w->out.primitives = ARENA_NEW(w->memory, primitive, primitives);
    w->out.meshes = ARENA_NEW(w->memory, mesh, bodies);
    w->out.nodes = ARENA_NEW(w->memory, node, bodies);
    w->out.roots = ARENA_NEW(w->memory, int32_t, bodies);
}

bool states_glb(stream* s, const assembly* a, const char* name, arena* memory, bytes* out,
                report* r) {
    writing w = {.s = s, .a = a, .memory = memory, .r = r};
    double size = 24.0 * s->point_count * s->state_count + 4.0 * s->state_count * s->state_count;
    if (size > 4e9)
        return report_error(
            r, place_none(),
            "%d states of %d vertices are %.1f GB, more than a .glb can hold; write "
            "a .pc2 or .mdd",
            s->state_count, s->point_count, 1e-9 * size);
    if (!states_surface(s, &a->drawn, 0, memory, &w.first, r))
        return false;
    make_room(&w);
    for (int32_t i = 0, first = 0; i < a->body_count; first += a->bodies[i++].drawn.vertex_count)
        add_body(&w, i, first);
    for (int32_t i = 1; i < s->state_count; ++i)
        if (!add_state(&w, i))
            return false;
    if (s->state_count > 1)
        add_clip(&w, name);
    *out = glb_from_scene(&w.out, memory);
    return out->size > 0 || report_error(r, place_none(), "the .glb would be larger than 4 GiB");
}
