// Calls of the baker's library one by one: memory that ends at any request leaves what the job had, findings go with
// what they are about, and what makes no sense is refused.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"
#include "test/kit/library_kit.h"
#include "test/kit/thorough.h"

#include <cblas.h>

// ---- each call, refused at each request ------------------------------------------------

static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const uint32_t sides[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
static const uint16_t joint_of[16] = {0};
static const float weights[16] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
static const supple_bake_joint bones[2] = {
    {"root", -1, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}},
    {"tip", 0, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.5, 0, 1}},
};

static bool agree = true; // what calls gave out with what they returned

static supple_bake_mesh rigged(void) {
    supple_bake_mesh m = supple_bake_mesh_default();
    m.vertex_count = m.triangle_count = 4;
    m.positions = corners[0];
    m.triangles = sides[0];
    m.joint_count = 2;
    m.joints_or_null = bones;
    m.influence_count = 4;
    m.joint_of_or_null = joint_of;
    m.weights_or_null = weights;
    return m;
}

static supple_bake_status call_mesh(supple_bake_job* job) {
    supple_bake_mesh m = rigged();
    return supple_bake_read_mesh(job, &m);
}

static supple_bake_status call_bytes(supple_bake_job* job) { // notes that it is no PLY
    return supple_bake_read_bytes(job, library_cube.data, library_cube.size, "x.ply");
}

static supple_bake_status call_wrong_bytes(supple_bake_job* job) {
    return supple_bake_read_bytes(job, "hello", 5, "x.glb");
}

static supple_bake_status call_text(supple_bake_job* job) {
    static const char text[] = "unit: 1\nparts:\n- {name: all, fixing: {base: 0.1}, first: 2}\n";
    supple_bake_recipe how = library_small();
    how.text_or_null = text;
    how.text_size = sizeof text - 1;
    return supple_bake_set_recipe(job, &how);
}

static supple_bake_status call_json(supple_bake_job* job) {
    supple_bake_bytes out = {"", 1};
    supple_bake_status status = supple_bake_report(job, SUPPLE_BAKE_REPORT_JSON, "x", 1, &out);
    agree &= (status == SUPPLE_BAKE_DONE) == (out.data != NULL && out.size > 0);
    return status;
}

static supple_bake_status call_glb(supple_bake_job* job) {
    supple_bake_bytes out = {"", 1};
    supple_bake_status status = supple_bake_glb(job, &out);
    agree &= (status == SUPPLE_BAKE_DONE) == (out.data != NULL && out.size > 0);
    return status;
}

// Of a tet that stands on three fixed nodes.
static supple_bake_status find_modes(supple_bake_job* job, const uint8_t* fixed,
                                     supple_bake_modes_result* out) {
    static const double nodes[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const int32_t tet[4] = {0, 1, 2, 3};
    supple_bake_tets q = supple_bake_tets_default();
    q.node_count = 4;
    q.nodes = nodes;
    q.tet_count = 1;
    q.tets = tet;
    q.fixed_or_null = fixed;
    q.mode_count = 2;
    return supple_bake_modes(job, &q, out);
}

static supple_bake_status call_modes(supple_bake_job* job) {
    supple_bake_modes_result out = {.mode_count = 7};
    supple_bake_status status = find_modes(job, (const uint8_t[4]){1, 1, 1, 0}, &out);
    agree &= out.mode_count == (status == SUPPLE_BAKE_DONE ? 2 : 0);
    agree &= (status == SUPPLE_BAKE_DONE) == (out.hz != NULL);
    return status;
}

static supple_bake_status prepare(supple_bake_job* job, bool posed) {
    static const char text[] = "parts:\n- {name: all, fixing: {base: 0.1}, elasticity: stvk}\n";
    supple_bake_recipe how = library_small();
    how.tets = 20;
    how.modes = 1;
    how.text_or_null = posed ? text : NULL;
    how.text_size = posed ? sizeof text - 1 : 0;
    supple_bake_status status = supple_bake_set_recipe(job, &how);
    if (status == SUPPLE_BAKE_DONE)
        status = call_bytes(job);
    return status == SUPPLE_BAKE_DONE ? supple_bake_run(job) : status;
}

typedef struct witness { // what a job had
    supple_bake_bytes asset;
    const supple_bake_result* result;
    int32_t found;
} witness;

static void check_refused(const supple_bake_job* job, const witness* was) {
    CHECK(supple_bake_result_of(job) == was->result);
    CHECK(library_same(supple_bake_result_of(job)->asset, was->asset));
    CHECK(supple_bake_finding_count(job) == was->found + 1);
    CHECK(strstr(library_last_finding(job), "out of memory (") != NULL);
    CHECK(strstr(library_last_finding(job), "(0 MB") == NULL);
    for (int32_t i = 0; i < was->found; ++i)
        CHECK(supple_bake_finding_at(job, i).text[0] != 0);
}

// Refuses requests begin + 1, begin + 1 + step, ... of the call and then the last few; counts them.
static void refuse_each(supple_bake_job* job, counted* c, bool posed, int64_t step,
                        supple_bake_status (*call)(supple_bake_job* job), int64_t* requests) {
    enum { LAST = 12 }; // what comes after the work, where a job changes
    CHECK(prepare(job, posed) == SUPPLE_BAKE_DONE);
    int64_t before = c->calls;
    supple_bake_status expected = call(job);
    int64_t all = c->calls - before;
    CHECK((expected == SUPPLE_BAKE_DONE) == (call != call_wrong_bytes));
    CHECK(prepare(job, posed) == SUPPLE_BAKE_DONE);
    arena* memory = arena_create();
    witness was = {library_copy(supple_bake_result_of(job)->asset, memory),
                   supple_bake_result_of(job), supple_bake_finding_count(job)};
    CHECK(was.found > 0);
    for (int64_t at = 1; at <= all; at += at + step > all - LAST ? 1 : step) {
        c->refuse_at = c->calls + at;
        supple_bake_status status = call(job);
        c->refuse_at = 0;
        if (status != SUPPLE_BAKE_OUT_OF_MEMORY) { // arenas have room left from the time before
            CHECK(status == expected);
            CHECK(supple_bake_result_of(job) != NULL || prepare(job, posed) == SUPPLE_BAKE_DONE);
            was.found = supple_bake_finding_count(job);
            continue;
        }
        check_refused(job, &was);
    }
    CHECK(call(job) == expected);
    CHECK(prepare(job, posed) == SUPPLE_BAKE_DONE);
    CHECK(library_same(supple_bake_result_of(job)->asset, was.asset));
    arena_destroy(memory);
    CHECK(agree);
    *requests += all;
}

TEST(a_call_without_memory_leaves_what_the_job_had) {
    static supple_bake_status (*const calls[])(supple_bake_job*) = {
        call_text, call_bytes, call_wrong_bytes, call_mesh, call_json, call_glb};
    counted c = {0};
    supple_bake_options o = library_counted(&c);
    o.threads = 1;
    supple_bake_job* job = supple_bake_create(&o);
    int64_t requests = 0;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; ++i)
        refuse_each(job, &c, false, 1, calls[i], &requests);
    bool thorough = test_thorough();
    refuse_each(job, &c, false, thorough ? 1 : 7, call_modes, &requests);
    refuse_each(job, &c, false, thorough ? 1 : 29, supple_bake_run, &requests);
    if (thorough)
        refuse_each(job, &c, true, 1, supple_bake_run, &requests);
    printf("        %lld requests\n", (long long)requests);
    supple_bake_release(job);
    CHECK(c.blocks == 0 && c.bytes == 0);
}

// ---- findings --------------------------------------------------------------------------

static bool is_found(const supple_bake_job* job, const char* words) {
    for (int32_t i = 0; i < supple_bake_finding_count(job); ++i)
        if (strstr(supple_bake_finding_at(job, i).text, words) != NULL)
            return true;
    return false;
}

static bool is_told(supple_bake_job* job, const char* words) {
    supple_bake_bytes json;
    return supple_bake_report(job, SUPPLE_BAKE_REPORT_JSON, NULL, 0, &json) == SUPPLE_BAKE_DONE &&
           strstr(json.data, words) != NULL;
}

TEST(findings_go_with_what_they_are_about) {
    supple_bake_job* job = supple_bake_create(NULL);
    CHECK(supple_bake_run(job) == SUPPLE_BAKE_REFUSED && is_found(job, "no scene"));
    CHECK(prepare(job, false) == SUPPLE_BAKE_DONE);
    CHECK(is_found(job, "x.ply") && !is_found(job, "no scene"));
    int32_t count = supple_bake_finding_count(job);
    CHECK(call_wrong_bytes(job) == SUPPLE_BAKE_REFUSED && is_found(job, "x.glb"));
    CHECK(call_wrong_bytes(job) == SUPPLE_BAKE_REFUSED);
    CHECK(supple_bake_finding_count(job) == count + 2);
    CHECK(is_told(job, "x.ply: ") && !is_told(job, "x.glb")); // of the result, and of no other call
    for (int i = 0; i < 3; ++i)
        CHECK(supple_bake_run(job) == SUPPLE_BAKE_DONE && supple_bake_finding_count(job) == count);
    CHECK(library_bake(job, library_cube, "cube.obj") == SUPPLE_BAKE_DONE);
    CHECK(!is_found(job, "x.ply") && !is_told(job, "x.ply: "));
    supple_bake_finding none = supple_bake_finding_at(job, supple_bake_finding_count(job));
    CHECK(none.text[0] == 0 && none.file_or_null == NULL && none.severity == SUPPLE_BAKE_NOTE);
    CHECK(supple_bake_finding_at(job, -1).text[0] == 0);
    supple_bake_release(job);
}

// ---- what makes no sense ---------------------------------------------------------------

TEST(half_an_allocator_and_threads_below_zero_make_no_job) {
    counted c = {0};
    supple_bake_options o = library_counted(&c);
    o.release_or_null = NULL;
    CHECK(supple_bake_create(&o) == NULL);
    o = library_counted(&c);
    o.allocate_or_null = NULL;
    CHECK(supple_bake_create(&o) == NULL && c.calls == 0);
    o = supple_bake_options_default();
    o.threads = -3;
    CHECK(supple_bake_create(&o) == NULL);
}

TEST(a_skeleton_that_makes_no_sense_is_refused) {
    supple_bake_job* job = supple_bake_create(NULL);
    CHECK(call_mesh(job) == SUPPLE_BAKE_DONE);
    static const struct {
        int at;
        float value;
        const char* says;
    } wrong[] = {{12, NAN, "not finite"},     {14, INFINITY, "not finite"}, {15, NAN, "not finite"},
                 {3, 0.5f, "not 0 0 0 1"},    {15, 2.0f, "not 0 0 0 1"},    {0, 0.0f, "singular"},
                 {5, -INFINITY, "not finite"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        supple_bake_joint list[2] = {bones[0], bones[1]};
        list[1].bind[wrong[i].at] = wrong[i].value;
        supple_bake_mesh m = rigged();
        m.joints_or_null = list;
        CHECK(supple_bake_read_mesh(job, &m) == SUPPLE_BAKE_REFUSED);
        CHECK(strstr(library_last_finding(job), wrong[i].says) != NULL);
    }
    supple_bake_mesh m = rigged();
    m.joints_or_null = NULL;
    CHECK(supple_bake_read_mesh(job, &m) == SUPPLE_BAKE_REFUSED);
    static const int32_t counts[] = {65537, INT32_MAX, -1};
    for (int i = 0; i < 3; ++i) {
        m = rigged();
        m.joint_count = counts[i];
        CHECK(supple_bake_read_mesh(job, &m) == SUPPLE_BAKE_REFUSED);
    }
    supple_bake_release(job);
}

TEST(numbers_of_a_recipe_beyond_its_limits_are_refused) {
    supple_bake_recipe wrong[8];
    for (int i = 0; i < 8; ++i)
        wrong[i] = library_small();
    wrong[0].first = INFINITY;
    wrong[1].first = NAN;
    wrong[2].unit = INFINITY;
    wrong[3].unit = -1.0;
    wrong[4].tets = SUPPLE_BAKE_TETS_MAX + 1;
    wrong[5].tets = SUPPLE_BAKE_TETS_MIN - 1;
    wrong[6].modes = SUPPLE_BAKE_MODES_MAX + 1;
    wrong[7].base = 1.0;
    supple_bake_job* job = supple_bake_create(NULL);
    for (int i = 0; i < 8; ++i)
        CHECK(supple_bake_set_recipe(job, &wrong[i]) == SUPPLE_BAKE_REFUSED);
    supple_bake_release(job);
}

TEST(whatever_is_not_zero_is_fixed) {
    supple_bake_job* job = supple_bake_create(NULL);
    supple_bake_modes_result out;
    CHECK(find_modes(job, (const uint8_t[4]){1, 1, 1, 0}, &out) == SUPPLE_BAKE_DONE);
    double hz = out.hz[0];
    CHECK(find_modes(job, (const uint8_t[4]){2, 255, 4, 0}, &out) == SUPPLE_BAKE_DONE);
    CHECK(hz > 0.0 && out.hz[0] == hz);
    supple_bake_release(job);
}

// ---- the host --------------------------------------------------------------------------

static bool hear(void* user, const char* what, int32_t done, int32_t total) {
    bool* bad = user; // the one part is called as the mesh
    *bad = *bad || (what[0] != 0 && done == total) || done > total;
    return true;
}

TEST(a_part_that_is_done_has_no_name_and_other_calls_have_no_parts) {
    bool bad = false;
    supple_bake_options o = supple_bake_options_default();
    o.progress_or_null = hear;
    o.progress_user = &bad;
    o.progress_seconds = 0.0;
    supple_bake_job* job = supple_bake_create(&o);
    CHECK(prepare(job, false) == SUPPLE_BAKE_DONE && call_modes(job) == SUPPLE_BAKE_DONE && !bad);
    supple_bake_release(job);
}

TEST(the_number_of_threads_of_openblas_is_the_hosts) {
    int own = openblas_get_num_threads();
    openblas_set_num_threads(2);
    int set = openblas_get_num_threads(); // 1, where it was built so
    supple_bake_job* job = supple_bake_create(NULL);
    CHECK(prepare(job, false) == SUPPLE_BAKE_DONE && openblas_get_num_threads() == set);
    CHECK(call_modes(job) == SUPPLE_BAKE_DONE && openblas_get_num_threads() == set);
    supple_bake_release(job);
    openblas_set_num_threads(own);
}

TEST_MAIN(CASE(a_call_without_memory_leaves_what_the_job_had),
          CASE(findings_go_with_what_they_are_about),
          CASE(half_an_allocator_and_threads_below_zero_make_no_job),
          CASE(a_skeleton_that_makes_no_sense_is_refused),
          CASE(numbers_of_a_recipe_beyond_its_limits_are_refused),
          CASE(whatever_is_not_zero_is_fixed),
          CASE(a_part_that_is_done_has_no_name_and_other_calls_have_no_parts),
          CASE(the_number_of_threads_of_openblas_is_the_hosts))
