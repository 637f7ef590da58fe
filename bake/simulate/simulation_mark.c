// One place for what a scene is made from, so that its mark means the same to every command and to the library.
// SPDX-License-Identifier: MIT
#include "bake/simulate/simulation_mark.h"

#include "bake/base/assert.h"
#include "bake/simulate/checkpoint.h"
#include "bake/simulate/simulation_file.h"
#include "supple/supple.h"

#include <string.h>

static bool mark_file(const char* path_or_null, uint64_t* mark, report* r) {
    bytes file;
    if (path_or_null == NULL)
        return true;
    if (!file_map(path_or_null, &file, r))
        return false;
    *mark = checkpoint_mark(*mark, file.data, file.size);
    file_unmap(file);
    return true;
}

static bool mark_support(const simulation_support* s, uint64_t* mark, report* r) {
    return mark_file(s->motion_or_null, mark, r) && mark_file(s->follow.file_or_null, mark, r);
}

static bool mark_scene(bytes text, const simulation* s, uint64_t* mark, report* r) {
    const char* version = supple_version_text();
    *mark = checkpoint_mark(0, version, strlen(version));
    *mark = checkpoint_mark(*mark, text.data, text.size);
    bool sound = mark_support(&s->support, mark, r);
    for (int32_t i = 0; i < s->body_count && sound; ++i)
        sound = mark_file(s->bodies[i].file_or_null, mark, r) &&
                mark_file(s->bodies[i].volume_or_null, mark, r) &&
                mark_support(&s->bodies[i].support, mark, r);
    return sound;
}

static void mark_keys(const support* s, uint64_t* mark) {
    *mark = checkpoint_mark(*mark, s->keys, (size_t)s->key_count * sizeof *s->keys);
}

void simulation_mark_assembly(const assembly* a, uint64_t* mark) {
    for (int32_t i = 0; i < a->body_count; ++i) {
        const imported* file = &a->bodies[i].file;
        for (int32_t k = 0; k < file->extra_count; ++k)
            *mark = checkpoint_mark(*mark, file->extras[k].data, file->extras[k].size);
    }
    mark_keys(&a->support, mark);
    for (int32_t i = 0; i < a->body_count; ++i)
        mark_keys(&a->rigid[i].frame, mark);
}

bool simulation_read_text(bytes text, const char* path, arena* memory, simulation* out,
                          uint64_t* mark, report* r) {
    SUPPLE_ASSERT(path != NULL && mark != NULL);
    return simulation_parse(text, path, memory, out, r) && mark_scene(text, out, mark, r);
}

bool simulation_read(const char* path, arena* memory, simulation* out, uint64_t* mark, report* r) {
    bytes text;
    if (!file_map(path, &text, r))
        return false;
    bool sound = simulation_read_text(text, path, memory, out, mark, r);
    file_unmap(text);
    return sound;
}
