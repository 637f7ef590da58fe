// libFuzzer on what an interrupted job leaves: checkpoints of simulations and files of light (.light). The first byte chooses,
// the rest is the file; marks are set right before it is read, but for every fourth.
//
// A checkpoint fits or is another one's. Of a file of light all fields come out as its maker makes them, whatever was in it, or
// it is refused with a sentence and stays as it was. How to build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // memfd_create
#include "bake/base/file.h"
#include "bake/light/light_layout.h"
#include "bake/simulate/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { NUMBERS = 12, RIGID = 2, SHAPES = 3, HELD = 1, POINTS = 4, WIDTH = 3 };

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void try_checkpoint(uint8_t* data, size_t size, const char* path, bool marked, int file) {
    double numbers[NUMBERS];
    support_state rigid[RIGID];
    checkpoint c = {
        .mark = 7, .size = NUMBERS, .state = numbers, .rigid_count = RIGID, .rigid = rigid};
    if (marked && size >= 8) {
        uint64_t mark = checkpoint_mark(0, data, size - 8);
        memcpy(data + size - 8, &mark, 8);
    }
    arena* memory = arena_create();
    if (write(file, data, size) == (ssize_t)size)
        checkpoint_read(&c, path, memory);
    arena_destroy(memory);
}

static bool make(void* user, int32_t index, float* out, sight_account* account, report* r) {
    (void)user;
    (void)r;
    for (int i = 0; i < POINTS * WIDTH; ++i)
        out[i] = (float)(100 * index + i);
    *account = (sight_account){.rays = index};
    return true;
}

static void try_light(uint8_t* data, size_t size, const char* path, bool marked, int file) {
    static const int32_t states[SHAPES + HELD] = {0, 5, 9, 7};
    const light_plan p = {11, SHAPES, HELD, states, POINTS, WIDTH};
    light_plan found;
    light_fields out = {0};
    arena* memory = arena_create();
    report r = report_new(memory);
    if (marked && size >= sizeof(light_head)) { // states as the plan has them
        light_head* head = (light_head*)data;
        head->states = light_mark(0, states, sizeof states);
        head->mark = 11;
    }
    bool written = write(file, data, size) == (ssize_t)size;
    if (written && light_file_plan(path, memory, &found, &r) && found.shape_count < 0)
        abort();
    r = report_new(memory);
    light_file_options o = {.path_or_null = path, .anew = size % 2 == 0};
    bool ok = written && light_file_make(&p, &o, make, NULL, memory, &out, &r);
    if (written && ok != (r.error_count == 0))
        abort();
    for (int32_t i = 0; ok && i < out.count;
         ++i) // what was found bears its own mark: 64 bits that chance does not meet
        if (out.fields[i] == NULL || out.entries[i].mark == 0)
            abort();
    arena_destroy(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1)
        return 0;
    uint8_t* copy = malloc(size);
    memcpy(copy, data + 1, size - 1);
    int file = memfd_create("resumed", 0);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    (data[0] % 2 == 0 ? try_checkpoint : try_light)(copy, size - 1, path, data[0] % 8 < 6, file);
    close(file);
    free(copy);
    return 0;
}
