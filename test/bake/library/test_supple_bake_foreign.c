// Libraries that take their memory from malloc, whatever allocator a job has: when CHOLMOD or cJSON get none,
// that is an error too, and nothing is lost.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // RTLD_DEFAULT
#include "test/kit/check.h"
#include "test/kit/library_kit.h"

#include <cjson/cJSON.h>
#include <dlfcn.h>
#include <stdint.h>
#include <suitesparse/SuiteSparse_config.h>

static int64_t calls, refuse_at; // 0: never
static int64_t out;              // blocks

static bool refused(void) {
    return ++calls == refuse_at;
}

static void* some_malloc(size_t size) {
    void* p = refused() ? NULL : malloc(size);
    out += p != NULL;
    return p;
}

static void* some_calloc(size_t count, size_t size) {
    void* p = refused() ? NULL : calloc(count, size);
    out += p != NULL;
    return p;
}

static void* some_realloc(void* old, size_t size) {
    void* p = refused() ? NULL : realloc(old, size);
    out += p != NULL && old == NULL;
    return p;
}

static void some_free(void* p) {
    out -= p != NULL;
    free(p);
}

static supple_bake_status bake(supple_bake_job* job) {
    return library_bake(job, library_cube, "cube.obj");
}

static bool is_asset_of(const supple_bake_job* job, const void* expected, size_t size) {
    supple_bake_bytes asset = supple_bake_result_of(job)->asset;
    return asset.size == size && memcmp(asset.data, expected, size) == 0;
}

TEST(a_factor_without_memory_ends_the_bake) {
    struct SuiteSparse_config_struct* config = dlsym(RTLD_DEFAULT, "SuiteSparse_config");
    if (config == NULL)
        SKIP("this SuiteSparse has no memory functions to replace");
    config->malloc_func = some_malloc;
    config->calloc_func = some_calloc;
    config->realloc_func = some_realloc;
    config->free_func = some_free;
    supple_bake_job* job = supple_bake_create(NULL);
    calls = refuse_at = 0;
    CHECK(bake(job) == SUPPLE_BAKE_DONE && out == 0);
    int64_t all = calls, ended = 0;
    CHECK(all > 50);
    arena* memory = arena_create();
    size_t size = supple_bake_result_of(job)->asset.size;
    const void* expected = arena_copy_text(memory, supple_bake_result_of(job)->asset.data, size);
    for (int64_t at = 1; at <= all; at += all / 29) {
        calls = 0;
        refuse_at = at;
        supple_bake_status status = bake(job);
        CHECK(out == 0 && (status == SUPPLE_BAKE_OUT_OF_MEMORY || status == SUPPLE_BAKE_DONE));
        ended += status == SUPPLE_BAKE_OUT_OF_MEMORY;
        int32_t last = supple_bake_finding_count(job) - 1;
        if (status == SUPPLE_BAKE_OUT_OF_MEMORY)
            CHECK(strstr(supple_bake_finding_at(job, last).text, "out of memory") != NULL);
        else // CHOLMOD did without: it could not give back the end of an array
            CHECK(is_asset_of(job, expected, size));
    }
    CHECK(ended > 20);
    refuse_at = 0;
    CHECK(bake(job) == SUPPLE_BAKE_DONE && out == 0 && is_asset_of(job, expected, size));
    supple_bake_release(job);
    arena_destroy(memory);
}

TEST(a_tree_of_json_without_memory_is_an_error) {
    supple_bake_job* job = supple_bake_create(NULL);
    CHECK(bake(job) == SUPPLE_BAKE_DONE);
    cJSON_InitHooks(&(cJSON_Hooks){some_malloc, some_free});
    supple_bake_bytes glb;
    supple_bake_status status = SUPPLE_BAKE_REFUSED;
    out = 0;
    int64_t tries = 0;
    for (; status != SUPPLE_BAKE_DONE; ++tries) { // writing a GLB
        calls = 0;
        refuse_at = tries + 1;
        status = supple_bake_glb(job, &glb);
        CHECK(out == 0 && (status == SUPPLE_BAKE_DONE) == (calls < refuse_at));
    }
    CHECK(tries > 50);
    arena* memory = arena_create();
    size_t size = glb.size;
    const char* copy = arena_copy_text(memory, glb.data, size);
    status = SUPPLE_BAKE_REFUSED;
    for (tries = 0; status != SUPPLE_BAKE_DONE; ++tries) { // reading it
        calls = 0;
        refuse_at = tries + 1;
        status = supple_bake_read_bytes(job, copy, size, "again.glb");
        CHECK(out == 0 && (status == SUPPLE_BAKE_DONE) == (calls < refuse_at));
    }
    CHECK(tries > 50);
    cJSON_InitHooks(NULL);
    supple_bake_release(job);
    arena_destroy(memory);
}

TEST_MAIN(CASE(a_factor_without_memory_ends_the_bake),
          CASE(a_tree_of_json_without_memory_is_an_error))
