// Memory that ends at the n-th request of a program: LD_PRELOAD of test/cli/failing.sh.
//
// FAIL_AT=n: the n-th malloc, calloc or realloc of the process gives NULL, and all after it where FAIL_ON is set; FAIL_COUNT=FILE: how
// many there were is written there at the end. glibc's own entries do the work. Requests that OpenBLAS makes are met: its kernels for
// small products write to what malloc gave without a look (0.3.21), which nobody who calls them can help.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);

static atomic_long requests;
static long fail_at;
static int fail_on;

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAIL_AT"), *on = getenv("FAIL_ON");
    fail_on = on != NULL;
    atomic_store(&requests, 0); // what was asked before main is the loader's
    fail_at = at != NULL ? atol(at) : 0;
}

__attribute__((destructor)) static void end(void) {
    const char* path = getenv("FAIL_COUNT");
    long count = atomic_load(&requests);
    FILE* out = path != NULL ? fopen(path, "w") : NULL;
    if (out != NULL) {
        fprintf(out, "%ld\n", count);
        fclose(out);
    }
}

static int is_of_blas(void* caller) {
    Dl_info info;
    return dladdr(caller, &info) != 0 && info.dli_fname != NULL &&
           strstr(info.dli_fname, "openblas") != NULL;
}

static int refused(void* caller) {
    long now = atomic_fetch_add(&requests, 1) + 1;
    if (fail_at == 0 || now < fail_at || (now > fail_at && !fail_on) || is_of_blas(caller))
        return 0;
    errno = ENOMEM;
    return 1;
}

void* malloc(size_t size) {
    return refused(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
    return refused(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void* realloc(void* old, size_t size) {
    return refused(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}
