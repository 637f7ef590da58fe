// One place for what a scene is made from, so that its mark means the same to every command.
// SPDX-License-Identifier: MIT
#include "cli/scene_choice.h"

#include "bake/base/text.h"
#include "bake/mesh/bounds.h"
#include "bake/scene/unit.h"
#include "bake/simulate/checkpoint.h"
#include "bake/simulate/simulation_file.h"
#include "scenes/scenes.h"
#include "supple/supple.h"

#include <string.h>

static bool make_sample(void* user, const char* name, place where, arena* memory, scene* out,
                        report* r) {
    (void)user;
    const sample* found = sample_find(name);
    if (found != NULL) {
        *out = found->make(memory);
        return true;
    }
    const char** names = ARENA_NEW(memory, const char*, (size_t)sample_count);
    for (int i = 0; i < sample_count; ++i)
        names[i] = samples[i].name;
    return report_error(
        r, where, "there is no sample \"%s\"%s", text_printable(name, 40, memory),
        text_hint(name, names, sample_count, "; supple sample --list names them", memory));
}

const matter_samples scene_samples = {.make = make_sample};

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

// Of everything that decides about the states, and of the program.
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

// And of what their files take along: the .bin files beside a .gltf, and the clips that supports follow.
void scene_mark_assembly(const assembly* a, uint64_t* mark) {
    for (int32_t i = 0; i < a->body_count; ++i) {
        const imported* file = &a->bodies[i].file;
        for (int32_t k = 0; k < file->extra_count; ++k)
            *mark = checkpoint_mark(*mark, file->extras[k].data, file->extras[k].size);
    }
    mark_keys(&a->support, mark);
    for (int32_t i = 0; i < a->body_count; ++i)
        mark_keys(&a->rigid[i].frame, mark);
}

bool scene_read(cli* c, const char* path, simulation* s, uint64_t* mark) {
    bytes text;
    if (!file_map(path, &text, &c->findings))
        return false;
    bool sound = simulation_parse(text, path, c->memory, s, &c->findings) &&
                 mark_scene(text, s, mark, &c->findings);
    file_unmap(text);
    return sound;
}

// Sizes and weights that nobody means, as a bake tells them.
static void doubt_body(cli* c, const matter* m, double mass) {
    const simulation_body* how = m->how;
    bool seen = m->drawn.vertex_count > 0; // coarse cells reach beyond what they carry
    bounds box = seen ? bounds_of(m->drawn.positions, m->drawn.vertex_count)
                      : bounds_of(m->nodes, m->node_count);
    vec3 s = v3_sub(box.high, box.low);
    double metres = fmax(s.x, fmax(s.y, s.z));
    if (m->node_count == 0)
        return;
    if (metres < UNIT_SMALLEST || metres > UNIT_LARGEST)
        report_warning(&c->findings, how->where,
                       "the body \"%s\" is %s long at `unit: %g`: soft bodies are between %s and "
                       "%s; if that is not meant, say its unit",
                       cli_shown(c, how->name), text_length(metres, c->memory), how->unit,
                       text_length(UNIT_SMALLEST, c->memory), text_length(UNIT_LARGEST, c->memory));
    const unit_weight w = {arena_format(c->memory, "the nodes of \"%s\" weigh", how->name),
                           "`unit`", mass, metres / how->unit, how->unit};
    const char* text = unit_doubt(&w, c->memory);
    if (text != NULL)
        report_warning(&c->findings, how->where, "%s", text);
}

void scene_print_bodies(cli* c, const assembly* a) {
    for (int32_t i = 0; i < a->body_count; ++i) {
        const matter* m = &a->bodies[i];
        int32_t held = 0;
        double mass = 0.0;
        for (int32_t n = 0; n < m->node_count; ++n) {
            held += m->held[n];
            mass += a->mass[a->first_node[i] + n];
        }
        printf("%s  ", cli_shown(c, m->how->name));
        if (m->how->kind == SIMULATION_SOLID)
            printf("%d tets, %d nodes, ", m->volume.tet_count, m->node_count);
        else if (m->how->kind == SIMULATION_SHELL)
            printf("%d triangles, %d nodes, ", m->triangle_count, m->node_count);
        else
            printf("rigid, ");
        if (m->node_count > 0)
            printf("%d held, %s, ", held, text_mass(mass, c->memory));
        printf("%d vertices drawn\n", m->drawn.vertex_count);
        doubt_body(c, m, mass);
    }
}
