// Work that cannot go on is left at once, and nothing of it stays: arenas, what they own, mapped files,
// whatever thread it was on.
// SPDX-License-Identifier: MIT
#include "bake/base/arena.h"
#include "bake/base/file.h"
#include "bake/base/job.h"
#include "bake/base/parallel.h"
#include "test/kit/check.h"
#include "test/kit/counted.h"

#include <stdatomic.h>
#include <stdint.h>

static job_state counted_job(counted* c) {
    return (job_state){
        .allocate = counted_allocate, .release = counted_release, .allocator_user = c};
}

static int released; // how many things were given back

static void give_back(void* what) {
    ++*(int*)what;
}

static void own_something(arena* a) {
    *arena_own(a, give_back) = &released;
}

typedef struct nest {
    arena* kept; // outlives the run
} nest;

static void deep(int depth) {
    arena* scratch = arena_create();
    own_something(scratch);
    arena_alloc(arena_create_in(scratch), 1 << 10, 1);
    char* grown = NULL;
    for (size_t size = 1 << 10; size <= 1 << 18; size *= 2) // shared, then a block of its own
        grown = arena_grow(scratch, grown, size / 2, size, 1);
    bytes file;
    report r = report_new(scratch);
    if (file_map(TEST_SOURCE_FOLDER "/README.md", &file, &r)) {
        if (depth > 0)
            deep(depth - 1);
        file_unmap(file);
    }
    arena_destroy(scratch);
}

static void make_nest(void* user) {
    nest* n = user;
    n->kept = arena_create();
    own_something(n->kept);
    arena_alloc(arena_create_in(n->kept), 1 << 18, 1);
    deep(4);
}

TEST(memory_that_ends_at_any_request_leaves_nothing_behind) {
    counted c = {0};
    job_state j = counted_job(&c);
    job_end end = JOB_OUT_OF_MEMORY;
    int64_t tries = 0;
    for (; end != JOB_DONE; ++tries) {
        c.calls = 0;
        c.refuse_at = tries + 1;
        nest n = {0};
        end = job_run(&j, make_nest, &n);
        CHECK(job_now() == NULL);
        CHECK(end == JOB_DONE || end == JOB_OUT_OF_MEMORY);
        if (end == JOB_OUT_OF_MEMORY)
            CHECK(c.blocks == 0 && c.bytes == 0 && j.refused > 0);
    }
    CHECK(tries > 10 && c.blocks > 0); // what outlives the run is still there ...
    int before = released;
    job_close(&j); // ... until the job is closed
    CHECK(c.blocks == 0 && c.bytes == 0 && released == before + 1);
}

static void use_kept(void* user) {
    nest* n = user;
    deep(1);
    arena_alloc(n->kept, 1 << 20, 1);
    deep(1);
}

TEST(what_a_run_made_is_whole_after_a_later_run_failed) {
    counted c = {0};
    job_state j = counted_job(&c);
    nest n = {0};
    CHECK(job_run(&j, make_nest, &n) == JOB_DONE);
    int64_t blocks = c.blocks;
    c.calls = 0;
    c.refuse_at = 3;
    CHECK(job_run(&j, use_kept, &n) == JOB_OUT_OF_MEMORY && c.blocks == blocks);
    c.refuse_at = 0;
    CHECK(job_run(&j, use_kept, &n) == JOB_DONE);
    arena_destroy(n.kept); // leaves the job's list by itself
    CHECK(c.blocks == 0);
    job_close(&j);
}

static void loop_item(void* user, int64_t begin, int64_t end) {
    _Atomic int* done = user;
    for (int64_t i = begin; i < end; ++i) {
        deep(1);
        atomic_fetch_add(done, 1);
    }
}

static void loop_all(void* user) {
    arena* scratch = arena_create();
    own_something(scratch);
    parallel_for(4, 64, 1, loop_item, user);
    arena_destroy(scratch);
}

TEST(a_thread_without_memory_ends_the_loop_for_all) {
    for (int64_t at = 1; at < 200; at += 7) {
        counted c = {.refuse_at = at};
        job_state j = counted_job(&c);
        _Atomic int done = 0;
        CHECK(job_run(&j, loop_all, &done) == JOB_OUT_OF_MEMORY);
        CHECK(done < 64 && c.blocks == 0);
        c.refuse_at = 0;
        done = 0;
        CHECK(job_run(&j, loop_all, &done) == JOB_DONE && done == 64 && c.blocks == 0);
    }
}

typedef struct listener {
    int calls, stop_at;
    int32_t done;
} listener;

static bool listen(void* user, const char* what, int32_t done, int32_t total) {
    listener* l = user;
    l->done = done;
    return what != NULL && total >= done && ++l->calls != l->stop_at;
}

static void tell_and_check(void* user) {
    (void)user;
    for (int32_t i = 0; i < 5; ++i) {
        arena* scratch = arena_create();
        own_something(scratch);
        job_tell("thing", i, 5);
        job_check();
        _Atomic int done = 0;
        parallel_for(2, 4, 1, loop_item, &done); // asks before, on this thread alone
        arena_destroy(scratch);
    }
}

TEST(a_listener_who_has_enough_ends_the_work) {
    listener l = {0};
    counted c = {0};
    job_state j = counted_job(&c);
    j.progress = listen;
    j.progress_user = &l;
    CHECK(job_run(&j, tell_and_check, NULL) == JOB_DONE && l.calls == 15 && l.done == 4000);
    for (int stop = 1; stop <= 15; ++stop) {
        l = (listener){.stop_at = stop};
        CHECK(job_run(&j, tell_and_check, NULL) == JOB_CANCELLED && l.calls == stop);
        CHECK(c.blocks == 0);
    }
    j.interval = 3600.0; // news only
    l = (listener){0};
    CHECK(job_run(&j, tell_and_check, NULL) == JOB_DONE && l.calls == 5);
}

// An item of which a hundred seconds are left at first, and none half a millisecond later.
static void tell_left(void* user) {
    listener* l = user;
    job_tell("thing", 1, 2);
    CHECK(l->done == 1000); // nothing of the item is known
    job_left(100.0);
    job_check();
    CHECK(l->done == 1000);
    job_left(1e-9);
    job_check();
    CHECK(l->done > 1900 && l->done < 2000); // nearly
    int32_t before = l->done;
    job_left(1e9);
    job_check();
    CHECK(l->done == before); // never back
    job_tell("", 2, 2);
    CHECK(l->done == 2000);
}

TEST(an_item_counts_as_far_as_what_is_left_of_it_is_known) {
    listener l = {0};
    job_state j = {.progress = listen, .progress_user = &l};
    CHECK(job_run(&j, tell_left, &l) == JOB_DONE);
}

static bool refuse_long(void* user, double seconds, double memory) {
    (void)user;
    return seconds < 60.0 && memory < 1e9;
}

static void expect_much(void* user) {
    job_expect(*(double*)user, 1e6);
}

TEST(who_is_told_how_long_it_takes_may_refuse) {
    job_state j = {.estimate = refuse_long};
    double quick = 1.0, slow = 3600.0;
    CHECK(job_run(&j, expect_much, &quick) == JOB_DONE);
    CHECK(job_run(&j, expect_much, &slow) == JOB_CANCELLED);
}

typedef struct inner_run {
    job_state* inner;
    job_end end;
} inner_run;

static void fail_inside(void* user) {
    inner_run* x = user;
    arena* scratch = arena_create();
    own_something(scratch);
    _Atomic int done = 0;
    x->end = job_run(x->inner, loop_all, &done);
    arena_alloc(scratch, 1 << 20, 1); // the outer one goes on
    arena_destroy(scratch);
}

TEST(a_run_of_another_job_inside_fails_alone) {
    counted c = {0}, d = {.refuse_at = 5};
    job_state outer = counted_job(&c), inner = counted_job(&d);
    inner_run x = {&inner, JOB_DONE};
    CHECK(job_run(&outer, fail_inside, &x) == JOB_DONE && x.end == JOB_OUT_OF_MEMORY);
    CHECK(c.blocks == 0 && d.blocks == 0);
}

TEST_MAIN(CASE(memory_that_ends_at_any_request_leaves_nothing_behind),
          CASE(what_a_run_made_is_whole_after_a_later_run_failed),
          CASE(a_thread_without_memory_ends_the_loop_for_all),
          CASE(a_listener_who_has_enough_ends_the_work),
          CASE(an_item_counts_as_far_as_what_is_left_of_it_is_known),
          CASE(who_is_told_how_long_it_takes_may_refuse),
          CASE(a_run_of_another_job_inside_fails_alone))
