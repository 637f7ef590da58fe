// Which program made a glTF file, as its asset block says.
//
// Read again from the kept JSON, because only people want to know it.
// SPDX-License-Identifier: MIT
#include "bake/import/import.h"

#include "bake/base/job.h"

#include <cjson/cJSON.h>
#include <string.h>

static void free_tree(void* what) {
    cJSON_Delete(what);
}

const char* import_generator(const scene* s, arena* memory) {
    bytes json = s->source.json;
    if (json.size == 0)
        return "";
    arena* scratch = arena_create();
    void** owned = arena_own(scratch, free_tree);
    const cJSON* root = *owned = cJSON_ParseWithLength((const char*)json.data, json.size);
    if (root == NULL) // it was read before, so it is JSON
        job_out_of_memory(json.size);
    const cJSON* asset = cJSON_GetObjectItemCaseSensitive(root, "asset");
    const char* text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(asset, "generator"));
    const char* kept = text != NULL ? arena_copy_text(memory, text, strlen(text)) : "";
    arena_destroy(scratch);
    return kept;
}
