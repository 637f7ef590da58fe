// SUPPLE_soft_body, as docs/format.md has it.
// SPDX-License-Identifier: MIT
#include "bake/export/glb_extension.h"

#include "bake/base/job.h"
#include "bake/base/json_out.h"
#include "format/format.h"

#include <string.h>

const char* glb_extension_text(int32_t view, const char* recipe_or_null, arena* memory) {
    json_out o = json_out_new(memory, false);
    json_begin_object(&o);
    json_key_int(&o, "bufferView", view);
    if (recipe_or_null != NULL)
        json_key_text(&o, FORMAT_RECIPE, recipe_or_null);
    json_end_object(&o);
    return arena_format(memory, "\"" FORMAT_EXTENSION "\":%s", o.text);
}

bool glb_extension_recipe(cJSON* extension, const char* recipe_or_null) {
    const char* old =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(extension, FORMAT_RECIPE));
    if (old == recipe_or_null ||
        (old != NULL && recipe_or_null != NULL && strcmp(old, recipe_or_null) == 0))
        return false;
    cJSON_DeleteItemFromObjectCaseSensitive(extension, FORMAT_RECIPE);
    if (recipe_or_null != NULL &&
        cJSON_AddStringToObject(extension, FORMAT_RECIPE, recipe_or_null) == NULL)
        job_out_of_memory(strlen(recipe_or_null));
    return true;
}
