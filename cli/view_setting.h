// What a page begins with, as JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/play/instrument.h"
#include "cli/light_choice.h"
#include "cli/solid_choice.h"
#include "cli/view_choice.h"

typedef struct view_setting {
    const char *name, *other_or_null; // of two bodies beside each other
    const char* clip_or_null;
    const view* side_or_null;
    double front;        // degrees, as raster_options has it
    int32_t light_order; // 0: baked without light
    light_wish sky;      // that is asked for; without a name: none is
    const play_solid* solids;
    int32_t solid_count;
    const instrument* tool_or_null;
    int32_t version; // of a page that is watched, from 1; 0: it is not
} view_setting;

const char* view_setting_text(const view_setting* x, arena* memory);
