// The sides that have names.
// SPDX-License-Identifier: MIT
#include "cli/view_choice.h"

#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

typedef struct named_view {
    const char* name;
    view view;
} named_view;

static const named_view known_views[] = {
    {"three-quarter", {30.0, 15.0}}, {"front", {0.0, 6.0}}, {"right", {-90.0, 6.0}},
    {"back", {180.0, 6.0}},          {"left", {90.0, 6.0}}, {"top", {0.0, 88.0}},
    {"bottom", {0.0, -88.0}},
};

static bool parse_angles(const char* word, view* out) {
    char* end;
    out->azimuth = strtod(word, &end);
    if (end == word || *end != ':')
        return false;
    const char* second = end + 1;
    out->elevation = strtod(second, &end);
    return end != second && *end == 0 && out->azimuth >= -360.0 && out->azimuth <= 360.0 &&
           out->elevation >= -90.0 && out->elevation <= 90.0;
}

bool view_choice(const char* word, const char* asked_by, view* out) {
    for (size_t i = 0; i < sizeof known_views / sizeof *known_views; ++i)
        if (strcmp(known_views[i].name, word) == 0) {
            *out = known_views[i].view;
            return true;
        }
    if (parse_angles(word, out))
        return true;
    cli_usage_error("%s does not know \"%s\"; say three-quarter, front, right, back, left, top, "
                    "bottom or AZIMUTH:ELEVATION in degrees",
                    asked_by, word);
    return false;
}
