// SPDX-License-Identifier: MIT
#include "cli/light_choice.h"

#include "bake/light/sky.h"

#include <string.h>

bool light_choice(const cli* c, const char* word, const char* asked_by, int32_t order,
                  double* light) {
    const char* colon = strchr(word, ':');
    double degrees = 0.0;
    if (colon != NULL && !cli_numbers(colon + 1, 1, &degrees)) {
        cli_usage_error("%s takes SKY:DEGREES, like noon:90, not \"%s\"", asked_by,
                        cli_shown(c, word));
        return false;
    }
    const char* name =
        colon != NULL ? arena_copy_text(c->memory, word, (size_t)(colon - word)) : word;
    if (sky_light(name, degrees, order, light))
        return true;
    cli_usage_error("%s does not know \"%s\", only %s", asked_by, cli_shown(c, name),
                    sky_list(c->memory));
    return false;
}
