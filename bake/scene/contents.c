// Sums over primitives and channels; attribute names are glTF's, whatever the file's format.
// SPDX-License-Identifier: MIT
#include "bake/scene/contents.h"

#include "bake/base/assert.h"
#include "bake/base/text.h"

#include <string.h>

typedef struct name_list {
    const char** names;
    int32_t count, capacity;
    arena* memory;
} name_list;

static void add_name(name_list* l, const char* name) {
    for (int32_t i = 0; i < l->count; ++i)
        if (strcmp(l->names[i], name) == 0)
            return;
    if (l->count == l->capacity) {
        int32_t capacity = l->capacity > 0 ? 2 * l->capacity : 16;
        l->names =
            arena_grow(l->memory, l->names, (size_t)l->count, (size_t)capacity, sizeof *l->names);
        l->capacity = capacity;
    }
    l->names[l->count++] = name;
}

static void add_attributes(name_list* l, const primitive* g) {
    add_name(l, "POSITION");
    if (g->normals != NULL)
        add_name(l, "NORMAL");
    if (g->tangents != NULL)
        add_name(l, "TANGENT");
    if (g->uvs != NULL)
        add_name(l, "TEXCOORD_0");
    if (g->colors != NULL)
        add_name(l, "COLOR_0");
    for (int32_t i = 0; 4 * i < g->influence_count; ++i) {
        add_name(l, arena_format(l->memory, "JOINTS_%d", i));
        add_name(l, arena_format(l->memory, "WEIGHTS_%d", i));
    }
    for (int32_t i = 0; i < g->attribute_count; ++i)
        add_name(l, g->attributes[i].name);
}

mesh_contents mesh_contents_of(const scene* s, int32_t mesh_index, arena* memory) {
    SUPPLE_ASSERT(mesh_index >= 0 && mesh_index < s->mesh_count);
    const mesh* m = &s->meshes[mesh_index];
    mesh_contents c = {0};
    name_list names = {.memory = memory};
    for (int32_t i = 0; i < m->primitive_count; ++i) {
        const primitive* g = &s->primitives[m->first_primitive + i];
        c.vertex_count += g->vertex_count;
        c.triangle_count += g->triangle_count;
        add_attributes(&names, g);
    }
    for (int32_t i = 0; i < s->node_count; ++i)
        c.instance_count += s->nodes[i].mesh == mesh_index;
    c.attribute_count = names.count;
    c.attributes = names.names;
    return c;
}

clip_contents clip_contents_of(const scene* s, int32_t clip_index, arena* memory) {
    SUPPLE_ASSERT(clip_index >= 0 && clip_index < s->clip_count);
    const clip* c = &s->clips[clip_index];
    bool* moved = ARENA_NEW(memory, bool, (size_t)s->node_count);
    clip_contents out = {0};
    for (int32_t i = 0; i < c->channel_count; ++i) {
        out.key_count += c->channels[i].key_count;
        out.node_count += !moved[c->channels[i].node];
        moved[c->channels[i].node] = true;
    }
    return out;
}

// Exporters put armatures and layers in front: "Armature|mixamo.com|Layer0|walk".
static bool is_end_of(const char* end, const char* name) {
    size_t n = strlen(name), m = strlen(end);
    return m > 0 && n > m && strchr("|:/.", name[n - m - 1]) != NULL &&
           text_same_letters(name + n - m, end);
}

// "#2" is the second.
static int32_t clip_numbered(const scene* s, const char* name) {
    int32_t number = 0;
    for (const char* c = name + 1; name[0] == '#' && *c >= '0' && *c <= '9' && c < name + 9; ++c)
        number = c[1] == 0 || (c[1] >= '0' && c[1] <= '9') ? 10 * number + (*c - '0') : INT32_MIN;
    return number >= 1 && number <= s->clip_count ? number - 1 : -1;
}

int32_t clip_named(const scene* s, const char* name) {
    SUPPLE_ASSERT(name != NULL);
    int32_t found = -1, ends = 0;
    for (int32_t i = 0; i < s->clip_count; ++i)
        if (strcmp(s->clips[i].name, name) == 0)
            return i;
    for (int32_t i = 0; i < s->clip_count; ++i)
        if (is_end_of(name, s->clips[i].name)) {
            found = i;
            ++ends;
        }
    return ends == 1 ? found : clip_numbered(s, name);
}

const char* clip_list(const scene* s, arena* memory) {
    const char* list = "";
    for (int32_t i = 0; i < s->clip_count; ++i) {
        const char* name = s->clips[i].name;
        list = text_listed(list,
                           name[0] != 0 ? arena_format(memory, "\"%s\"", name)
                                        : arena_format(memory, "#%d without a name", i + 1),
                           memory);
    }
    return list;
}

// The clips whose names end so, where there are several: `"A|run", "B|run"`; else "".
static const char* clips_ending(const scene* s, const char* name, arena* memory) {
    const char* list = "";
    int32_t count = 0;
    for (int32_t i = 0; i < s->clip_count; ++i)
        if (is_end_of(name, s->clips[i].name)) {
            list = text_listed(list, arena_format(memory, "\"%s\"", s->clips[i].name), memory);
            ++count;
        }
    return count > 1 ? list : "";
}

const char* clip_missing(const scene* s, const char* name, arena* memory) {
    const char* several = clips_ending(s, name, memory);
    if (several[0] != 0)
        return arena_format(memory,
                            "several clips end with \"%s\": %s; say which, by its whole name", name,
                            several);
    const char** names = ARENA_NEW(memory, const char*, (size_t)s->clip_count);
    for (int32_t i = 0; i < s->clip_count; ++i)
        names[i] = s->clips[i].name;
    const char* all =
        s->clip_count > 0 ? arena_format(memory, ", only %s", clip_list(s, memory)) : "";
    return arena_format(memory, "there is no clip \"%s\"%s", name,
                        text_hint(name, names, s->clip_count, all, memory));
}
