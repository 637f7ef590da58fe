// The list of samples.
// SPDX-License-Identifier: MIT
#include "scenes/scenes.h"

#include <string.h>

const sample samples[] = {{NULL, NULL, NULL}};
const int sample_count = 0;

const sample* sample_find(const char* name) {
    for (int i = 0; i < sample_count; ++i)
        if (strcmp(samples[i].name, name) == 0)
            return &samples[i];
    return NULL;
}
