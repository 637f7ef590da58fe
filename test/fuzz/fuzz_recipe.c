// libFuzzer on recipes, scenes and lists of events: YAML or JSON. The first byte chooses, the rest is the file.
//
// A recipe that is read is written, and what is written is the same recipe; of a scene its palette is asked, events are cut.
// How to build and run: CMakeLists.txt here.
// SPDX-License-Identifier: MIT
#include "bake/recipe/recipe_file.h"
#include "bake/record/events.h"
#include "bake/record/palette_file.h"
#include "bake/simulate/simulation_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "no such folder/"
static const char path[] = FOLDER "fuzz.yaml"; // files beside it are never found

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// As who writes a recipe beside this one names its input.
static void name_from_folder(recipe* how) {
    if (how->input_or_null != NULL && strncmp(how->input_or_null, FOLDER, sizeof FOLDER - 1) == 0)
        how->input_or_null += sizeof FOLDER - 1;
}

static bool read_recipe(bytes text, arena* memory, report* r) {
    recipe how, again;
    if (!recipe_parse(text, path, memory, &how, r))
        return false;
    report own = report_new(memory);
    name_from_folder(&how);
    bytes written = recipe_to_yaml(&how, NULL, memory);
    if (!recipe_parse(written, path, memory, &again, &own)) {
        fprintf(stderr, "%.*s\n%s\n", (int)written.size, (const char*)written.data,
                own.count > 0 ? own.findings[0].text : "");
        abort();
    }
    name_from_folder(&again);
    bytes second = recipe_to_yaml(&again, NULL, memory);
    if (second.size != written.size || memcmp(second.data, written.data, second.size) != 0) {
        fprintf(stderr, "%.*s\n----\n%.*s\n", (int)written.size, (const char*)written.data,
                (int)second.size, (const char*)second.data);
        abort();
    }
    return true;
}

static bool read_scene(bytes text, arena* memory, report* r) {
    simulation s;
    palette p;
    if (!simulation_parse(text, path, memory, &s, r))
        return false;
    report own = report_new(memory);
    bool ok = palette_of_scene(&s, path, memory, &p, &own);
    if (ok != (own.error_count == 0))
        abort();
    return true;
}

static bool read_events(bytes text, arena* memory, report* r) {
    events e;
    recording to = {0};
    if (!events_parse(text, path, memory, &e, r))
        return false;
    report own = report_new(memory);
    bool ok = events_cut(&e, 200, memory, &to, &own);
    if (ok != (own.error_count == 0))
        abort();
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    bool (*const readers[])(bytes, arena*, report*) = {read_recipe, read_scene, read_events};
    if (size < 1)
        return 0;
    arena* memory = arena_create();
    report r = report_new(memory);
    bool ok = readers[data[0] % 3]((bytes){data + 1, size - 1}, memory, &r);
    if (ok != (r.error_count == 0))
        abort();
    for (int32_t i = 0; i < r.count; ++i)
        finding_text(&r.findings[i], memory);
    arena_destroy(memory);
    return 0;
}
