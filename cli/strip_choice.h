// The options of a strip of moments, for every command that draws one.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/strip.h"
#include "cli/cli.h"

typedef struct strip_choice {
    const char *path, *size, *view; // --picture, or NULL; WxH; as `supple render` takes it
    const char* between;            // "A,B" in seconds, or NULL: all of it
    strip_options shown;            // what they mean, from strip_settle on
} strip_choice;

#define STRIP_DEFAULT                                                                              \
    {                                                                                              \
        .size = "220x300", .view = "three-quarter", .shown = {.moments = 8 }                       \
    }

// Rows of a table of options.
#define STRIP_OPTIONS(s, what)                                                                       \
    {"--picture", 0, OPTION_OUTPUT, "FILE", &(s).path, what},                                        \
        {"--size", 0, OPTION_TEXT, "WxH", &(s).size, "pixels of a moment of it (default 220x300)"},  \
        {"--frames", 'n', OPTION_INT, "N", &(s).shown.moments, "moments that it shows (default 8)"}, \
        {"--between", 0, OPTION_TEXT, "A,B", &(s).between, "... from second A to B (default: all)"}, \
    {                                                                                                \
        "--view", 'v', OPTION_TEXT, "VIEW", &(s).view,                                               \
            "from where: as `supple render` takes it (default three-quarter)"                        \
    }

// Reads what was said; `rows` of moments stand above each other. False with a sentence on the usage.
bool strip_settle(strip_choice* s, int rows);

// Do the moments lie in what is `seconds` long? A note where they end beyond it; false with a sentence where they begin
// beyond it.
bool strip_within(cli* c, const strip_choice* s, double seconds);
