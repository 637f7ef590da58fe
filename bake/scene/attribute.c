// Names are compared as they are written; a name that is nearly there is offered.
// SPDX-License-Identifier: MIT
#include "bake/scene/attribute.h"

#include "bake/base/text.h"

#include <string.h>

const attribute* attribute_named(const primitive* p, const char* name) {
    for (int32_t k = 0; k < p->attribute_count; ++k)
        if (strcmp(p->attributes[k].name, name) == 0)
            return &p->attributes[k];
    return NULL;
}

bool attribute_unknown(const scene* s, const char* name, arena* memory, report* r) {
    int32_t count = 0, most = 0;
    for (int32_t i = 0; i < s->primitive_count; ++i)
        most += s->primitives[i].attribute_count;
    const char** names = ARENA_NEW(memory, const char*, (size_t)most);
    for (int32_t i = 0; i < s->primitive_count; ++i)
        for (int32_t k = 0; k < s->primitives[i].attribute_count; ++k)
            names[count++] = s->primitives[i].attributes[k].name;
    return report_error(
        r, place_none(), "no vertex has an attribute \"%s\"%s", text_printable(name, 60, memory),
        text_hint(name, names, count, "; paint one whose name begins with \"_\" and export it",
                  memory));
}
