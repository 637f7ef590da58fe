// SPDX-License-Identifier: MIT
#include "cli/light_choice.h"

#include "bake/base/assert.h"
#include "bake/light/environment.h"
#include "bake/light/sky.h"
#include "runtime/math/exact.h"

#include <string.h>

// Pictures have any unit and any exposure; they are shown about as bright as the skies are.
#define MEAN_RADIANCE 0.6

static double* numbers(int32_t order, arena* memory) {
    return ARENA_NEW(memory, double, 3 * (size_t)sh_count(order));
}

// As bright as a sky, by the eye. False: there is no light in it.
static bool expose(int32_t order, double* light) {
    double mean =
        (0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]) / sqrt(4.0 * EXACT_PI);
    for (int32_t i = 0; i < 3 * sh_count(order) && mean > 0.0; ++i)
        light[i] *= MEAN_RADIANCE / mean;
    return mean > 0.0;
}

static bool read_picture(cli* c, const char* path, int32_t order, double* light) {
    bytes file;
    hdr_picture p;
    if (!file_map(path, &file, &c->findings))
        return false;
    bool ok = hdr_read(file, path, c->memory, &p, &c->findings);
    file_unmap(file);
    if (!ok)
        return false;
    environment_light(&p, order, c->memory, light);
    environment_soften(order, c->memory, light);
    return expose(order, light) ||
           report_error(&c->findings, place_file(path), "is black, so there is no light in it");
}

static void turn(int32_t order, double degrees, const double* still, double* light) {
    sh_turn t = sh_turn_by(order, quat_axis_angle(v3(0, 1, 0), degrees * EXACT_PI / 180.0));
    for (int k = 0; k < 3; ++k)
        sh_turn_apply(&t, still + k, 3, light + k);
}

static bool is_picture(const char* name) {
    static const char* const endings[] = {"hdr", "pic", "rgbe"};
    return path_kind(name, endings, 3) < 3;
}

light_wish light_sky(const char* name, int32_t order, arena* memory) {
    light_wish out = {name, 0.0, numbers(order, memory), numbers(order, memory)};
    bool known = sky_light(name, 0.0, order, out.still);
    SUPPLE_ASSERT(known);
    (void)known;
    turn(order, 0.0, out.still, out.light);
    return out;
}

int light_choice(cli* c, const char* word, const char* asked_by, int32_t order, light_wish* out) {
    const char* colon = is_picture(word) ? NULL : strrchr(word, ':');
    double degrees = 0.0;
    if (colon != NULL && !cli_numbers(colon + 1, 1, &degrees))
        return cli_usage_error("%s takes SKY:DEGREES, like noon:90, not \"%s\"", asked_by,
                               cli_shown(c, word));
    const char* name =
        colon != NULL ? arena_copy_text(c->memory, word, (size_t)(colon - word)) : word;
    *out = (light_wish){name, degrees, numbers(order, c->memory), numbers(order, c->memory)};
    if (is_picture(name)) {
        const char* last = path_name(name);
        out->name = arena_copy_text(c->memory, last, (size_t)(strrchr(last, '.') - last));
        if (!read_picture(c, name, order, out->still))
            return EXIT_BAD_INPUT;
    } else if (!sky_light(name, 0.0, order, out->still))
        return cli_usage_error("%s does not know \"%s\", only %s, and pictures that end in .hdr",
                               asked_by, cli_shown(c, name), sky_list(c->memory));
    turn(order, degrees, out->still, out->light);
    return EXIT_OK;
}
