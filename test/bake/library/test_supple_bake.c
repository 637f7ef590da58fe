// The baker as a library: the same bytes by every way in, and whole whatever goes wrong.
// SPDX-License-Identifier: MIT
#include "bake/export/glb.h"
#include "scenes/scenes.h"
#include "supple/supple.h"
#include "supple/supple_bake.h"
#include "test/kit/check.h"
#include "test/kit/library_kit.h"
#include "test/kit/tet_box.h"

#include <pthread.h>

// A small block of jelly that stands on its base, as a GLB.
typedef struct block {
    arena* memory;
    scene scene;
    bytes glb;
} block;

static block block_new(const char* name) {
    block b = {.memory = arena_create()};
    b.scene = sample_find(name)->make(b.memory);
    b.glb = glb_from_scene(&b.scene, b.memory);
    return b;
}

TEST(the_runtime_reads_what_the_library_bakes) {
    block b = block_new("jelly");
    supple_bake_job* job = supple_bake_create(NULL);
    CHECK(supple_bake_result_of(job) == NULL);
    CHECK(library_bake(job, b.glb, "jelly.glb") == SUPPLE_BAKE_DONE);
    const supple_bake_result* r = supple_bake_result_of(job);
    supple_asset alone, inside;
    CHECK(supple_asset_read(&alone, r->asset.data, r->asset.size) == SUPPLE_OK);
    CHECK(alone.part_count == 1 && alone.coord_count == 3 && r->part_count == 1);
    CHECK(r->parts[0].mode_count == 3 && r->parts[0].fixed_count > 0 && r->unit_guessed);
    supple_bake_bytes glb, json, svg;
    CHECK(supple_bake_glb(job, &glb) == SUPPLE_BAKE_DONE);
    CHECK(supple_asset_read(&inside, glb.data, glb.size) == SUPPLE_OK && inside.part_count == 1);
    CHECK(supple_bake_report(job, SUPPLE_BAKE_REPORT_JSON, "x.glb", glb.size, &json) ==
          SUPPLE_BAKE_DONE);
    CHECK(supple_bake_report(job, SUPPLE_BAKE_REPORT_SVG, NULL, 0, &svg) == SUPPLE_BAKE_DONE);
    CHECK(((const char*)json.data)[0] == '{' && memcmp(svg.data, "<svg", 4) == 0);
    CHECK(supple_bake_version() == SUPPLE_VERSION && supple_bake_format_version() > 0);
    supple_bake_release(job);
    arena_destroy(b.memory);
}

TEST(a_file_and_its_bytes_and_any_number_of_threads_give_the_same_asset) {
    block b = block_new("jelly");
    char folder[] = TEST_FOLDER;
    CHECK(mkdtemp(folder) != NULL);
    const char* path = arena_format(b.memory, "%s/jelly.glb", folder);
    report r = report_new(b.memory);
    CHECK(file_write(path, b.glb.data, b.glb.size, &r));
    supple_bake_options o = supple_bake_options_default();
    o.threads = 1;
    supple_bake_job *one = supple_bake_create(&o), *many = supple_bake_create(NULL);
    supple_bake_recipe how = library_small();
    CHECK(supple_bake_set_recipe(one, &how) == SUPPLE_BAKE_DONE);
    CHECK(supple_bake_read_file(one, path) == SUPPLE_BAKE_DONE);
    CHECK(supple_bake_run(one) == SUPPLE_BAKE_DONE);
    CHECK(library_bake(many, b.glb, "jelly.glb") == SUPPLE_BAKE_DONE);
    CHECK(library_same(supple_bake_result_of(one)->asset, supple_bake_result_of(many)->asset));
    supple_bake_bytes glb_one, glb_many;
    CHECK(supple_bake_glb(one, &glb_one) == SUPPLE_BAKE_DONE);
    CHECK(supple_bake_glb(many, &glb_many) == SUPPLE_BAKE_DONE && library_same(glb_one, glb_many));
    supple_bake_release(one);
    supple_bake_release(many);
    remove(path);
    rmdir(folder);
    arena_destroy(b.memory);
}

// ---- arrays ----------------------------------------------------------------------------

// The first mesh of a scene as arrays, positions among other things of a vertex.
static supple_bake_mesh mesh_of(const block* b) {
    const primitive* p = &b->scene.primitives[0];
    supple_bake_mesh m = supple_bake_mesh_default();
    m.name = "arrays";
    m.vertex_count = p->vertex_count;
    m.position_stride = 5 * sizeof(float);
    float* to = ARENA_NEW(b->memory, float, 5 * (size_t)p->vertex_count);
    for (int32_t i = 0; i < p->vertex_count; ++i) {
        to[5 * i] = (float)p->positions[i].x;
        to[5 * i + 1] = (float)p->positions[i].y;
        to[5 * i + 2] = (float)p->positions[i].z;
    }
    m.positions = to;
    m.triangle_count = p->triangle_count;
    m.triangles = p->triangles[0];
    return m;
}

TEST(a_mesh_from_arrays_swings_as_the_same_mesh_from_a_file) {
    block b = block_new("jelly");
    supple_bake_mesh m = mesh_of(&b);
    supple_bake_recipe how = library_small();
    supple_bake_job *file = supple_bake_create(NULL), *arrays = supple_bake_create(NULL);
    CHECK(library_bake(file, b.glb, "jelly.glb") == SUPPLE_BAKE_DONE);
    CHECK(supple_bake_set_recipe(arrays, &how) == SUPPLE_BAKE_DONE);
    CHECK(supple_bake_read_mesh(arrays, &m) == SUPPLE_BAKE_DONE);
    CHECK(supple_bake_run(arrays) == SUPPLE_BAKE_DONE);
    const supple_bake_part* p = &supple_bake_result_of(file)->parts[0];
    const supple_bake_part* q = &supple_bake_result_of(arrays)->parts[0];
    CHECK(p->vertex_count == q->vertex_count && p->tet_count == q->tet_count);
    for (int32_t i = 0; i < p->mode_count; ++i)
        CHECK(p->modes[i].hz == q->modes[i].hz);
    supple_bake_release(file);
    supple_bake_release(arrays);
    arena_destroy(b.memory);
}

TEST(a_skinned_mesh_from_arrays_has_the_soft_part_of_its_bone) {
    block b = block_new("cylinder");
    supple_bake_mesh m = mesh_of(&b);
    const primitive* p = &b.scene.primitives[0];
    const skin* k = &b.scene.skins[0];
    supple_bake_joint* joints = ARENA_NEW(b.memory, supple_bake_joint, (size_t)k->joint_count);
    for (int32_t i = 0; i < k->joint_count; ++i) {
        const node* n = &b.scene.nodes[k->joints[i]];
        mat4 bind = mat4_inverse_affine(k->inverse_binds[i]);
        joints[i] = (supple_bake_joint){.name = n->name, .parent = -1};
        for (int32_t j = 0; j < i; ++j)
            joints[i].parent = k->joints[j] == n->parent ? j : joints[i].parent;
        for (int e = 0; e < 16; ++e)
            joints[i].bind[e] = (float)bind.m[e];
    }
    m.joint_count = k->joint_count;
    m.joints_or_null = joints;
    m.influence_count = p->influence_count;
    m.joint_of_or_null = p->joints;
    m.weights_or_null = p->weights;
    const char* text = arena_format(b.memory, "parts: [{name: arm, region: {bones: [%s]}}]",
                                    joints[k->joint_count - 1].name);
    supple_bake_recipe how = library_small();
    how.text_or_null = text;
    how.text_size = strlen(text);
    supple_bake_job *file = supple_bake_create(NULL), *arrays = supple_bake_create(NULL);
    CHECK(supple_bake_set_recipe(file, &how) == SUPPLE_BAKE_DONE);
    CHECK(supple_bake_set_recipe(arrays, &how) == SUPPLE_BAKE_DONE);
    CHECK(supple_bake_read_bytes(file, b.glb.data, b.glb.size, "c.glb") == SUPPLE_BAKE_DONE);
    CHECK(supple_bake_read_mesh(arrays, &m) == SUPPLE_BAKE_DONE);
    CHECK(supple_bake_run(file) == SUPPLE_BAKE_DONE && supple_bake_run(arrays) == SUPPLE_BAKE_DONE);
    const supple_bake_part* x = &supple_bake_result_of(file)->parts[0];
    const supple_bake_part* y = &supple_bake_result_of(arrays)->parts[0];
    CHECK_TEXT(x->name, y->name);
    CHECK(x->vertex_count == y->vertex_count && x->bone_count == y->bone_count);
    CHECK_TEXT(x->bones[0], y->bones[0]);
    CHECK_NEAR(x->first, y->first, 1e-4 * x->first);
    supple_bake_release(file);
    supple_bake_release(arrays);
    arena_destroy(b.memory);
}

// ---- refusals --------------------------------------------------------------------------

TEST(what_is_refused_says_where_and_leaves_the_job_usable) {
    block b = block_new("jelly");
    supple_bake_job* job = supple_bake_create(NULL);
    supple_bake_bytes out;
    CHECK(supple_bake_run(job) == SUPPLE_BAKE_REFUSED);
    CHECK(strstr(library_last_finding(job), "no scene") != NULL);
    CHECK(supple_bake_glb(job, &out) == SUPPLE_BAKE_REFUSED && out.size == 0);
    CHECK(supple_bake_read_file(job, "nowhere.glb") == SUPPLE_BAKE_REFUSED);
    CHECK_TEXT(supple_bake_finding_at(job, supple_bake_finding_count(job) - 1).file_or_null,
               "nowhere.glb");
    CHECK(supple_bake_read_bytes(job, "hello", 5, "x.glb") == SUPPLE_BAKE_REFUSED);
    CHECK(supple_bake_read_bytes(job, "", 0, "x.glb") == SUPPLE_BAKE_REFUSED);
    static const char wrong[] = "unit: 1\nparts:\n- nam: belly\n";
    supple_bake_recipe how = supple_bake_recipe_default();
    how.text_or_null = wrong;
    how.text_size = sizeof wrong - 1;
    how.path_or_null = "wrong.yaml";
    CHECK(supple_bake_set_recipe(job, &how) == SUPPLE_BAKE_REFUSED);
    supple_bake_finding f = supple_bake_finding_at(job, supple_bake_finding_count(job) - 1);
    CHECK(f.severity == SUPPLE_BAKE_ERROR && f.line == 3 && f.byte == -1);
    CHECK(strncmp(f.text, "wrong.yaml:3: ", 14) == 0);
    how = library_small();
    how.modes = 1001;
    CHECK(supple_bake_set_recipe(job, &how) == SUPPLE_BAKE_REFUSED);
    how = library_small();
    how.material_or_null = "granit";
    CHECK(supple_bake_set_recipe(job, &how) == SUPPLE_BAKE_REFUSED);
    supple_bake_mesh m = mesh_of(&b);
    m.vertex_count -= 1;
    CHECK(supple_bake_read_mesh(job, &m) == SUPPLE_BAKE_REFUSED);
    int32_t before = supple_bake_finding_count(job);
    CHECK(before >= 9 && library_bake(job, b.glb, "jelly.glb") == SUPPLE_BAKE_DONE);
    CHECK(supple_bake_read_bytes(job, "hello", 5, "x.glb") == SUPPLE_BAKE_REFUSED);
    CHECK(supple_bake_result_of(job) != NULL); // a refused scene takes no place
    supple_bake_release(job);
    arena_destroy(b.memory);
}

// ---- memory and cancelling -------------------------------------------------------------

// Reads, bakes and writes; *out lives in the job.
static supple_bake_status all_of_it(supple_bake_job* job, bytes file, supple_bake_bytes* out) {
    supple_bake_bytes page;
    supple_bake_status status = library_bake(job, file, "cube.obj");
    if (status == SUPPLE_BAKE_DONE)
        status = supple_bake_report(job, SUPPLE_BAKE_REPORT_SVG, "x", 1, &page);
    return status == SUPPLE_BAKE_DONE ? supple_bake_glb(job, out) : status;
}

enum { TRIES = 61, WHOLE = 7 }; // requests that are refused; after every so many the job must go on

TEST(memory_that_ends_anywhere_is_an_error_and_nothing_is_lost) {
    arena* memory = arena_create();
    counted c = {0};
    supple_bake_options o = library_counted(&c);
    supple_bake_job* job = supple_bake_create(&o);
    supple_bake_bytes out;
    CHECK(all_of_it(job, library_cube, &out) == SUPPLE_BAKE_DONE);
    supple_bake_bytes expected = library_copy(out, memory);
    supple_bake_release(job);
    int64_t calls = c.calls, tries = 0;
    CHECK(c.blocks == 0 && c.bytes == 0 && calls > TRIES);

    for (int64_t at = 1; at <= calls; at += calls / TRIES, ++tries) {
        c = (counted){.refuse_at = at, .refuse_all_after = tries % 2 == 0};
        job = supple_bake_create(&o);
        CHECK((job == NULL) == (at == 1));
        if (job == NULL)
            continue;
        // threads may share out the requests otherwise, so that the last few are not always reached
        supple_bake_status status = all_of_it(job, library_cube, &out);
        CHECK(status == SUPPLE_BAKE_OUT_OF_MEMORY || (status == SUPPLE_BAKE_DONE && c.calls < at));
        if (status == SUPPLE_BAKE_OUT_OF_MEMORY)
            CHECK(strstr(library_last_finding(job), "out of memory") != NULL);
        c.refuse_at = 0; // the same job goes on as if nothing had been
        if (tries % WHOLE == 0) {
            CHECK(all_of_it(job, library_cube, &out) == SUPPLE_BAKE_DONE &&
                  library_same(out, expected));
            CHECK(strstr(library_last_finding(job), "out of memory") == NULL);
        }
        supple_bake_release(job);
        CHECK(c.blocks == 0 && c.bytes == 0);
    }
    printf("        %lld requests, %lld of them refused in turn\n", (long long)calls,
           (long long)tries);
    arena_destroy(memory);
}

typedef struct listener {
    int64_t calls, stop_at;
    int32_t done, total;
} listener;

static bool hear(void* user, const char* what, int32_t done, int32_t total) {
    listener* l = user;
    l->done = done;
    l->total = total;
    return what != NULL && ++l->calls != l->stop_at;
}

TEST(cancelling_at_any_call_ends_the_bake_and_nothing_is_lost) {
    arena* memory = arena_create();
    counted c = {0};
    listener l = {0};
    supple_bake_options o = library_counted(&c);
    o.progress_or_null = hear;
    o.progress_user = &l;
    o.progress_seconds = 0.0;
    o.threads = 1; // of two, the one that calls may do any share of the work
    supple_bake_job* job = supple_bake_create(&o);
    CHECK(library_bake(job, library_cube, "cube.obj") == SUPPLE_BAKE_DONE);
    supple_bake_bytes expected = library_copy(supple_bake_result_of(job)->asset, memory);
    int64_t calls = l.calls;
    CHECK(calls > 20 && l.done == l.total && l.total == 1000);
    for (int64_t at = 1; at <= calls; at += calls / 23) {
        l = (listener){.stop_at = at};
        CHECK(supple_bake_run(job) == SUPPLE_BAKE_CANCELLED && l.calls == at);
        CHECK(strstr(library_last_finding(job), "cancelled") != NULL);
        CHECK(library_same(supple_bake_result_of(job)->asset, expected)); // the one before
    }
    l = (listener){0};
    CHECK(supple_bake_run(job) == SUPPLE_BAKE_DONE && l.calls == calls);
    CHECK(library_same(supple_bake_result_of(job)->asset, expected));
    supple_bake_release(job);
    CHECK(c.blocks == 0);
    arena_destroy(memory);
}

typedef struct worker {
    supple_bake_job* job;
    supple_bake_status status;
} worker;

static void* bake_aside(void* user) {
    worker* w = user;
    w->status = library_bake(w->job, library_cube, "cube.obj");
    return NULL;
}

TEST(jobs_on_several_threads_give_the_bytes_of_one) {
    worker w[3];
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) {
        w[i] = (worker){supple_bake_create(NULL), SUPPLE_BAKE_REFUSED};
        CHECK(pthread_create(&threads[i], NULL, bake_aside, &w[i]) == 0);
    }
    for (int i = 0; i < 3; ++i)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 3; ++i)
        CHECK(w[i].status == SUPPLE_BAKE_DONE &&
              library_same(supple_bake_result_of(w[i].job)->asset,
                           supple_bake_result_of(w[0].job)->asset));
    for (int i = 0; i < 3; ++i)
        supple_bake_release(w[i].job);
}

// ---- modes -----------------------------------------------------------------------------

static supple_bake_tets box_tets(arena* memory) {
    tets t = tet_box(2, memory);
    supple_bake_tets q = supple_bake_tets_default();
    double* nodes = ARENA_NEW(memory, double, 3 * (size_t)t.node_count);
    for (int32_t i = 0; i < t.node_count; ++i) {
        nodes[3 * i] = t.nodes[i].x;
        nodes[3 * i + 1] = t.nodes[i].y;
        nodes[3 * i + 2] = t.nodes[i].z;
    }
    q.node_count = t.node_count;
    q.nodes = nodes;
    q.tet_count = t.tet_count;
    q.tets = t.elements;
    q.mode_count = 4;
    return q;
}

TEST(a_free_box_has_six_rigid_motions_and_stiffness_scales_its_modes) {
    arena* a = arena_create();
    counted c = {0};
    supple_bake_options o = library_counted(&c);
    supple_bake_job* job = supple_bake_create(&o);
    supple_bake_tets q = box_tets(a);
    supple_bake_modes_result soft, stiff;
    CHECK(supple_bake_modes(job, &q, &soft) == SUPPLE_BAKE_DONE);
    CHECK(soft.rigid_count == 6 && soft.mode_count == 4);
    double hz[4];
    memcpy(hz, soft.hz, sizeof hz);
    q.young *= 4.0;
    CHECK(supple_bake_modes(job, &q, &stiff) == SUPPLE_BAKE_DONE);
    for (int i = 0; i < 4; ++i) {
        CHECK_NEAR(stiff.hz[i], 2.0 * hz[i], 1e-9 * stiff.hz[i]);
        CHECK(stiff.residuals[i] < 1e-6);
    }
    uint8_t* fixed = ARENA_NEW(a, uint8_t, (size_t)q.node_count);
    fixed[0] = fixed[1] = fixed[2] = fixed[3] = fixed[4] = 1;
    q.fixed_or_null = fixed;
    CHECK(supple_bake_modes(job, &q, &stiff) == SUPPLE_BAKE_DONE && stiff.rigid_count == 0);
    for (int k = 0; k < 15; ++k)
        CHECK(stiff.shapes[k] == 0.0);
    CHECK(stiff.shapes[3 * (q.node_count - 1)] != 0.0);
    q.mode_count = 0;
    CHECK(supple_bake_modes(job, &q, &stiff) == SUPPLE_BAKE_REFUSED && stiff.hz == NULL);
    supple_bake_release(job);
    CHECK(c.blocks == 0);
    arena_destroy(a);
}

TEST_MAIN(CASE(the_runtime_reads_what_the_library_bakes),
          CASE(a_file_and_its_bytes_and_any_number_of_threads_give_the_same_asset),
          CASE(a_mesh_from_arrays_swings_as_the_same_mesh_from_a_file),
          CASE(a_skinned_mesh_from_arrays_has_the_soft_part_of_its_bone),
          CASE(what_is_refused_says_where_and_leaves_the_job_usable),
          CASE(memory_that_ends_anywhere_is_an_error_and_nothing_is_lost),
          CASE(cancelling_at_any_call_ends_the_bake_and_nothing_is_lost),
          CASE(jobs_on_several_threads_give_the_bytes_of_one),
          CASE(a_free_box_has_six_rigid_motions_and_stiffness_scales_its_modes))
