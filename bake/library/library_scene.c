// Scenes: from a file, from bytes, from arrays. All of them end as glTF, because that is what a GLB with
// an asset inside is written from.
// SPDX-License-Identifier: MIT
#include "bake/base/assert.h"
#include "bake/export/glb_body.h"
#include "bake/library/library.h"
#include "bake/record/recording_scene.h"

#include <math.h>
#include <string.h>

enum { LIBRARY_SCENE_JOINTS_MOST = 65536 }; // as many as joint_of can tell apart

typedef struct source {
    const char* name;
    bytes file;                   // of bytes
    const supple_bake_mesh* mesh; // of arrays
    imported scene;
    bool is_recording;
    recording recording;
} source;

static const char* copied(const char* text, arena* memory) {
    return arena_copy_text(memory, text, strlen(text));
}

static bool finish(supple_bake_job* job, source* s, arena* memory) {
    const char* name = s->name;
    s->name = copied(name, memory);
    return glb_body(name, memory, &s->scene, &job->findings);
}

// The scene that was read takes the place of the one before.
static void keep_scene(supple_bake_job* job, arena* memory, void* user) {
    const source* s = user;
    library_drop_result(job);
    import_close(&job->scene);
    arena_destroy(job->scene_memory);
    job->scene_memory = memory;
    job->scene = s->scene;
    job->scene_name = s->name;
    job->is_recording = s->is_recording;
    job->recording = s->recording;
}

// ---- files -----------------------------------------------------------------------------

// Does the file begin as a recording does? What cannot be read is told by who reads it as what it may be.
static bool looks_recorded(const char* path) {
    arena* own = arena_create();
    report unheard = report_new(own);
    bytes file;
    bool is = file_map(path, &file, &unheard);
    if (is) {
        is = recording_knows(file);
        file_unmap(file);
    }
    arena_destroy(own);
    return is;
}

static bool read_file(supple_bake_job* job, arena* memory, void* user) {
    source* s = user;
    s->is_recording = looks_recorded(s->name);
    if (s->is_recording)
        return recording_open(copied(s->name, memory), memory, &s->recording, &job->findings) &&
               recording_scene(&s->recording, memory, &s->scene.scene, &job->findings) &&
               finish(job, s, memory);
    return import_scene(s->name, memory, &s->scene, &job->findings) && finish(job, s, memory);
}

supple_bake_status supple_bake_read_file(supple_bake_job* job, const char* path) {
    SUPPLE_ASSERT(path != NULL);
    static const library_call call = {read_file, keep_scene, OF_SCENE};
    source s = {.name = path};
    return library_make(job, &call, &s);
}

static bool read_bytes(supple_bake_job* job, arena* memory, void* user) {
    source* s = user;
    if (recording_knows(s->file))
        return report_error(&job->findings, place_file(s->name),
                            "is a recording, of which states are read as they are needed: give "
                            "the file itself");
    uint8_t* copy = ARENA_NEW(memory, uint8_t, s->file.size);
    if (s->file.size > 0)
        memcpy(copy, s->file.data, s->file.size);
    bytes file = {copy, s->file.size};
    return import_scene_bytes(file, s->name, memory, &s->scene, &job->findings) &&
           finish(job, s, memory);
}

supple_bake_status supple_bake_read_bytes(supple_bake_job* job, const void* data, size_t size,
                                          const char* name) {
    SUPPLE_ASSERT((data != NULL || size == 0) && name != NULL);
    static const library_call call = {read_bytes, keep_scene, OF_SCENE};
    source s = {.name = name, .file = {data, size}};
    return library_make(job, &call, &s);
}

// ---- arrays ----------------------------------------------------------------------------

supple_bake_mesh supple_bake_mesh_default(void) {
    return (supple_bake_mesh){.name = "mesh",
                              .position_stride = 3 * sizeof(float),
                              .triangle_stride = 3 * sizeof(uint32_t)};
}

static bool take_positions(const supple_bake_mesh* m, primitive* p, arena* memory, report* r) {
    p->vertex_count = m->vertex_count;
    p->positions = ARENA_NEW(memory, vec3, (size_t)m->vertex_count);
    for (int32_t i = 0; i < m->vertex_count; ++i) {
        float x[3];
        memcpy(x, (const char*)m->positions + (size_t)i * m->position_stride, sizeof x);
        if (!isfinite(x[0]) || !isfinite(x[1]) || !isfinite(x[2]))
            return report_error(r, place_file(m->name), "vertex %d is not finite", i);
        p->positions[i] = v3(x[0], x[1], x[2]);
    }
    return true;
}

static bool take_triangles(const supple_bake_mesh* m, primitive* p, arena* memory, report* r) {
    p->triangle_count = m->triangle_count;
    p->triangles = arena_alloc(memory, (size_t)m->triangle_count, sizeof *p->triangles);
    for (int32_t i = 0; i < m->triangle_count; ++i) {
        uint32_t* t = p->triangles[i];
        memcpy(t, (const char*)m->triangles + (size_t)i * m->triangle_stride,
               sizeof p->triangles[i]);
        for (int k = 0; k < 3; ++k)
            if (t[k] >= (uint32_t)m->vertex_count)
                return report_error(r, place_file(m->name),
                                    "triangle %d has vertex %u, and there are %d", i, t[k],
                                    m->vertex_count);
    }
    return true;
}

static bool take_weights(const supple_bake_mesh* m, primitive* p, arena* memory, report* r) {
    size_t count = (size_t)m->vertex_count * (size_t)m->influence_count;
    if (m->influence_count != 4 && m->influence_count != 8)
        return report_error(r, place_file(m->name), "a vertex has 4 or 8 joints, not %d",
                            m->influence_count);
    if (m->joint_of_or_null == NULL || m->weights_or_null == NULL)
        return report_error(r, place_file(m->name), "has joints, but no weights of them");
    p->influence_count = m->influence_count;
    p->joints = ARENA_NEW(memory, uint16_t, count);
    p->weights = ARENA_NEW(memory, float, count);
    for (size_t i = 0; i < count; ++i) {
        p->joints[i] = m->joint_of_or_null[i];
        p->weights[i] = m->weights_or_null[i];
        if (p->joints[i] >= m->joint_count)
            return report_error(r, place_file(m->name), "vertex %d has joint %d, and there are %d",
                                (int)(i / (size_t)m->influence_count), p->joints[i],
                                m->joint_count);
        if (!(p->weights[i] >= 0.0f && p->weights[i] <= 1.0f))
            return report_error(r, place_file(m->name), "vertex %d has a weight of %g",
                                (int)(i / (size_t)m->influence_count), (double)p->weights[i]);
    }
    return true;
}

static mat4 matrix_of(const float* m) {
    mat4 out;
    for (int i = 0; i < 16; ++i)
        out.m[i] = m[i];
    return out;
}

static node plain_node(const char* name, int32_t parent) {
    return (node){.name = name,
                  .parent = parent,
                  .mesh = -1,
                  .skin = -1,
                  .rotation = {0.0, 0.0, 0.0, 1.0},
                  .scale = v3(1, 1, 1)};
}

static bool check_joint(const supple_bake_mesh* m, int32_t i, report* r) {
    const supple_bake_joint* from = &m->joints_or_null[i];
    const float* b = from->bind;
    if (from->parent < -1 || from->parent >= i)
        return report_error(r, place_file(m->name),
                            "the parent of joint %d is %d, which is no joint before it", i,
                            from->parent);
    for (int k = 0; k < 16; ++k)
        if (!isfinite(b[k]))
            return report_error(r, place_file(m->name), "the bind matrix of joint %d is not finite",
                                i);
    if (b[3] != 0.0f || b[7] != 0.0f || b[11] != 0.0f || b[15] != 1.0f)
        return report_error(r, place_file(m->name),
                            "the last row of the bind matrix of joint %d is not 0 0 0 1", i);
    double size = mat4_determinant3(matrix_of(b));
    return (isfinite(size) && size != 0.0) ||
           report_error(r, place_file(m->name), "the bind matrix of joint %d is singular", i);
}

// Node 0 shows the mesh; joint i is node i + 1.
static bool take_joints(const supple_bake_mesh* m, scene* s, arena* memory, report* r) {
    skin* own = ARENA_NEW(memory, skin, 1);
    *own = (skin){.name = "",
                  .joint_count = m->joint_count,
                  .joints = ARENA_NEW(memory, int32_t, (size_t)m->joint_count),
                  .inverse_binds = ARENA_NEW(memory, mat4, (size_t)m->joint_count)};
    for (int32_t i = 0; i < m->joint_count; ++i) {
        const supple_bake_joint* from = &m->joints_or_null[i];
        mat4 bind = matrix_of(from->bind), local = bind;
        if (!check_joint(m, i, r))
            return false;
        own->joints[i] = i + 1;
        own->inverse_binds[i] = mat4_inverse_affine(bind);
        if (from->parent >= 0)
            local = mat4_mul(own->inverse_binds[from->parent], bind);
        node* to = &s->nodes[i + 1];
        *to = plain_node(copied(from->name, memory), from->parent >= 0 ? from->parent + 1 : -1);
        to->has_matrix = true;
        to->matrix = local;
        mat4_split(local, &to->translation, &to->rotation, &to->scale);
        if (from->parent < 0)
            s->roots[s->root_count++] = i + 1;
    }
    s->skins = own;
    s->skin_count = 1;
    s->nodes[0].skin = 0;
    return true;
}

static bool take_mesh(const supple_bake_mesh* m, arena* memory, scene* s, report* r) {
    *s = (scene){.format = FILE_NONE, .primitive_count = 1, .mesh_count = 1};
    if (m->vertex_count < 0 || m->triangle_count < 0 || m->joint_count < 0)
        return report_error(r, place_file(m->name), "a count is negative");
    if ((m->vertex_count > 0 && m->positions == NULL) ||
        (m->triangle_count > 0 && m->triangles == NULL) ||
        (m->joint_count > 0 && m->joints_or_null == NULL))
        return report_error(r, place_file(m->name), "an array is missing, but not its count");
    if (m->joint_count > LIBRARY_SCENE_JOINTS_MOST)
        return report_error(r, place_file(m->name), "there are %d joints; %d are the most",
                            m->joint_count, LIBRARY_SCENE_JOINTS_MOST);
    s->primitives = ARENA_NEW(memory, primitive, 1);
    s->primitives->material = -1;
    s->meshes = ARENA_NEW(memory, mesh, 1);
    s->meshes[0] = (mesh){.name = copied(m->name, memory), .primitive_count = 1};
    s->node_count = m->joint_count + 1;
    s->nodes = ARENA_NEW(memory, node, (size_t)s->node_count);
    s->roots = ARENA_NEW(memory, int32_t, (size_t)s->node_count);
    s->nodes[0] = plain_node(s->meshes[0].name, -1);
    s->nodes[0].mesh = 0;
    s->root_count = 1;
    return take_positions(m, s->primitives, memory, r) &&
           take_triangles(m, s->primitives, memory, r) &&
           (m->joint_count == 0 ||
            (take_weights(m, s->primitives, memory, r) && take_joints(m, s, memory, r)));
}

static bool read_mesh(supple_bake_job* job, arena* memory, void* user) {
    source* s = user;
    return take_mesh(s->mesh, memory, &s->scene.scene, &job->findings) && finish(job, s, memory);
}

supple_bake_status supple_bake_read_mesh(supple_bake_job* job, const supple_bake_mesh* given) {
    SUPPLE_ASSERT(given != NULL && given->name != NULL);
    static const library_call call = {read_mesh, keep_scene, OF_SCENE};
    source s = {.name = given->name, .mesh = given};
    return library_make(job, &call, &s);
}
