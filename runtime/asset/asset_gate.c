// Every count, offset, index and number of a block, checked once, so that nothing after needs to.
//
// Order matters: the list of sections first (then every section lies inside the block), counts next
// (then every product fits and every section is as long as the records ask), indices and numbers last.
// Sums are 64-bit and compared with a section's count after each part, so that no product overflows
// before it is refused. Numbers are bounded too, not only finite, and no texel goes farther than its
// coordinate's reach, so that what a body shows within its limit is finite.
// SPDX-License-Identifier: MIT
#include "runtime/asset/asset_gate.h"

#include "format/checksum.h"
#include "runtime/asset/light_asset.h"
#include "runtime/base/assert.h"
#include "runtime/model/model.h"

#include <string.h>

typedef struct kind_rule {
    uint32_t stride; // bytes; 0 where it depends on other fields
    bool required;
} kind_rule;

// Of sections that all models share; the others are the models' own.
static const kind_rule rules[FORMAT_KINDS] = {
    [FORMAT_BODY] = {sizeof(format_body), true},
    [FORMAT_PARTS] = {sizeof(format_part), true},
    [FORMAT_COORDS] = {sizeof(format_coord), false},
    [FORMAT_BONES] = {sizeof(format_bone), true},
    [FORMAT_PART_BONES] = {sizeof(format_part_bone), true},
    [FORMAT_FORCING] = {sizeof(format_forcing), false},
    [FORMAT_COUPLING] = {sizeof(float), false},
    [FORMAT_MESHES] = {sizeof(format_mesh), true},
    [FORMAT_POSITIONS] = {3 * sizeof(float), true},
    [FORMAT_NORMALS] = {3 * sizeof(float), true},
    [FORMAT_TANGENTS] = {4 * sizeof(float), false},
    [FORMAT_JOINTS] = {0, false},
    [FORMAT_WEIGHTS] = {0, false},
    [FORMAT_TRIANGLES] = {3 * sizeof(uint32_t), true},
    [FORMAT_PART_VERTICES] = {sizeof(uint32_t), true},
    [FORMAT_LINKS] = {sizeof(uint32_t), true},
    [FORMAT_SHAPES] = {0, false},
    [FORMAT_BENDS] = {0, false},
    [FORMAT_NAMES] = {1, true},
    [FORMAT_TWINS] = {sizeof(uint32_t), false},
    [FORMAT_PLACES] = {sizeof(format_places), false},
    [FORMAT_BEND_LINKS] = {sizeof(uint32_t), false},
    [FORMAT_LIGHT] = {sizeof(format_light), false},
    [FORMAT_LIGHT_CENTERS] = {sizeof(float), false},
    [FORMAT_LIGHT_WEIGHTS] = {sizeof(float), false},
    [FORMAT_LIGHT_POINTS] = {sizeof(uint32_t), false},
    [FORMAT_LIGHT_SCALES] = {sizeof(float), false},
    [FORMAT_LIGHT_MEAN] = {sizeof(int16_t), false},
    [FORMAT_LIGHT_FIELDS] = {sizeof(int8_t), false},
    [FORMAT_LIGHT_SLOPES] = {sizeof(float), false},
    [FORMAT_LIGHT_GROUPS] = {sizeof(uint32_t), false},
    [FORMAT_LIGHT_GROUP_OF] = {sizeof(uint16_t), false},
    [FORMAT_LIGHT_BALLS] = {sizeof(float), false},
};

// What the checks share.
typedef struct gate {
    const uint8_t* block;
    asset_list* list;
    const format_body* body;
} gate;

static uint64_t count_of(const gate* g, format_kind kind) {
    return g->list->at[kind].count;
}

static const void* begin_of(const gate* g, format_kind kind) {
    return g->block + g->list->at[kind].offset;
}

// False for NaN, infinities and what is larger than any bake makes.
static bool is_number(float x) {
    return x >= -FORMAT_LARGEST && x <= FORMAT_LARGEST;
}

static bool are_numbers(const float* x, uint64_t count) {
    bool ok = true;
    for (uint64_t i = 0; i < count; ++i)
        ok &= is_number(x[i]);
    return ok;
}

// ---- sections --------------------------------------------------------------------------

static bool check_list(const uint8_t* block, uint64_t size, asset_list* list) {
    const format_header* header = (const format_header*)block;
    const format_section* s = (const format_section*)(block + sizeof *header);
    uint64_t end = sizeof *header + (uint64_t)header->section_count * sizeof *s;
    if (end > size)
        return false;
    uint32_t previous = 0;
    for (uint32_t i = 0; i < header->section_count; ++i, ++s) {
        if (s->kind <= previous || s->stride == 0 || s->offset % FORMAT_ALIGNMENT != 0 ||
            s->offset < end || s->offset > size || s->count > (size - s->offset) / s->stride)
            return false;
        end = s->offset + s->count * s->stride;
        previous = s->kind;
    }
    asset_gate_list(block, list);
    for (int kind = 1; kind < FORMAT_KINDS; ++kind) {
        const format_section* have = &list->at[kind];
        if (have->count > INT32_MAX || (rules[kind].required && have->count == 0) ||
            (have->count > 0 && rules[kind].stride > 0 && have->stride != rules[kind].stride))
            return false;
    }
    return true;
}

// The sections that are a model's own.
static bool check_sections(const uint8_t* block, const part_model* m) {
    for (int32_t i = 0; i < m->section_count; ++i) {
        format_section have = asset_gate_section(block, m->sections[i].kind);
        if (have.count > INT32_MAX || (have.count > 0 && have.stride != m->sections[i].stride))
            return false;
    }
    return true;
}

// ---- counts ----------------------------------------------------------------------------

static uint32_t version_of(const gate* g) {
    return ((const format_header*)g->block)->version;
}

static bool check_table(const gate* g, format_kind kind, uint32_t width) {
    const format_section* table = &g->list->at[kind];
    if (table->count == 0)
        return width == 0;
    return (table->stride == 3 * sizeof(int16_t) || table->stride == 3 * sizeof(float) ||
            (table->stride == 3 * sizeof(int8_t) && version_of(g) >= FORMAT_VERSION)) &&
           width >= FORMAT_MIN_WIDTH && width <= FORMAT_MAX_WIDTH && (width & (width - 1)) == 0 &&
           table->count % width == 0;
}

// Sections that say which texels are shared: of versions 2 and 3 always, and of version 1 never.
static bool check_sharing(const gate* g) {
    uint32_t version = version_of(g);
    uint64_t places = count_of(g, FORMAT_PLACES);
    return (places == count_of(g, FORMAT_PARTS) || places == 0) &&
           (version >= FORMAT_VERSION_SUMMED ||
            (version >= FORMAT_VERSION_SHARED) == (places > 0)) &&
           (places > 0 || count_of(g, FORMAT_BEND_LINKS) == 0);
}

static bool check_body(const gate* g) {
    const format_body* b = g->body;
    uint32_t k = b->influence_count;
    uint64_t vertices = count_of(g, FORMAT_POSITIONS), skinned = k > 0 ? vertices : 0;
    const format_section *joints = &g->list->at[FORMAT_JOINTS],
                         *weights = &g->list->at[FORMAT_WEIGHTS];
    return count_of(g, FORMAT_BODY) == 1 && b->metres >= 1.0f / FORMAT_LARGEST &&
           is_number(b->metres) && are_numbers(b->gravity, 3) && (k == 0 || k == 4 || k == 8) &&
           b->layer_count >= 1 && b->layer_count <= FORMAT_MAX_LAYERS &&
           count_of(g, FORMAT_PARTS) <= FORMAT_MAX_PARTS &&
           count_of(g, FORMAT_BONES) <= FORMAT_MAX_BONES &&
           count_of(g, FORMAT_COORDS) <= FORMAT_MAX_COORDS &&
           count_of(g, FORMAT_NORMALS) == vertices &&
           (count_of(g, FORMAT_TANGENTS) == vertices || count_of(g, FORMAT_TANGENTS) == 0) &&
           (count_of(g, FORMAT_TWINS) == vertices || count_of(g, FORMAT_TWINS) == 0) &&
           joints->count == skinned && weights->count == skinned &&
           (k == 0 ||
            (joints->stride == k * sizeof(uint16_t) && weights->stride == k * sizeof(float))) &&
           count_of(g, FORMAT_LINKS) == vertices * b->layer_count &&
           (count_of(g, FORMAT_BEND_LINKS) == vertices * b->layer_count ||
            count_of(g, FORMAT_BEND_LINKS) == 0) &&
           check_table(g, FORMAT_SHAPES, b->shape_width) &&
           check_table(g, FORMAT_BENDS, b->bend_width);
}

// How many of a part's coordinates have texels in BENDS: from version 3 on those at the end that turn nothing have none.
static uint64_t bend_rows(const gate* g, const format_part* p, uint64_t first_coord) {
    const format_coord* c = (const format_coord*)begin_of(g, FORMAT_COORDS) + first_coord;
    uint64_t rows = p->coord_count;
    while (version_of(g) >= FORMAT_VERSION_FEW_BENDS && rows > 0 && c[rows - 1].bend_scale == 0.0f)
        --rows;
    return rows;
}

static bool check_part(const gate* g, uint64_t part, uint64_t first_coord) {
    const format_part* p = (const format_part*)begin_of(g, FORMAT_PARTS) + part;
    format_places places = asset_gate_places(g->block, g->list, part);
    bool bends = p->bend_texel != FORMAT_NONE;
    return p->name < count_of(g, FORMAT_NAMES) && model_at(p->model) != NULL &&
           (p->coord_count > 0 || p->model == SUPPLE_MODAL) && p->part_bone_count > 0 &&
           p->part_vertex_count > 0 && p->part_vertex_count <= FORMAT_MAX_PART_VERTICES &&
           places.shapes <= p->part_vertex_count && places.bends <= p->part_vertex_count &&
           bends == (places.bends > 0) &&
           p->shape_texel + (uint64_t)p->coord_count * places.shapes <=
               count_of(g, FORMAT_SHAPES) &&
           (!bends || p->bend_texel + bend_rows(g, p, first_coord) * places.bends <=
                          count_of(g, FORMAT_BENDS)) &&
           asset_gate_is_amount(p->stiffness) && asset_gate_is_amount(p->damping) &&
           asset_gate_is_amount(p->response) && p->limit > 0.0f && is_number(p->limit) &&
           asset_gate_is_amount(p->mass) && are_numbers(p->centre, 3) && are_numbers(p->inertia, 6);
}

static bool check_parts(const gate* g) {
    const format_part* p = begin_of(g, FORMAT_PARTS);
    uint64_t coords = 0, part_bones = 0, part_vertices = 0, forcing = 0, coupling = 0;
    uint64_t all_coupling = count_of(g, FORMAT_COUPLING);
    for (uint64_t i = 0; i < count_of(g, FORMAT_PARTS); ++i, ++p) {
        coords += p->coord_count;
        part_bones += p->part_bone_count;
        part_vertices += p->part_vertex_count;
        if (coords > count_of(g, FORMAT_COORDS) || part_bones > count_of(g, FORMAT_PART_BONES) ||
            part_vertices > count_of(g, FORMAT_PART_VERTICES) ||
            !check_part(g, i, coords - p->coord_count))
            return false;
        forcing += (uint64_t)p->part_bone_count * p->coord_count;
        coupling += (uint64_t)p->coord_count * p->coord_count;
        if (forcing > count_of(g, FORMAT_FORCING) || (all_coupling > 0 && coupling > all_coupling))
            return false;
    }
    return coords == count_of(g, FORMAT_COORDS) && part_bones == count_of(g, FORMAT_PART_BONES) &&
           part_vertices == count_of(g, FORMAT_PART_VERTICES) &&
           forcing == count_of(g, FORMAT_FORCING) &&
           (all_coupling == 0 || all_coupling == 6 * coupling);
}

// ---- indices ---------------------------------------------------------------------------

// Meshes follow each other without gaps, and a triangle stays in its mesh.
static bool check_meshes(const gate* g) {
    const format_mesh* m = begin_of(g, FORMAT_MESHES);
    const uint32_t* triangle = begin_of(g, FORMAT_TRIANGLES);
    uint64_t vertices = 0, triangles = 0;
    for (uint64_t i = 0; i < count_of(g, FORMAT_MESHES); ++i, ++m) {
        if (m->mesh < -1 || m->primitive < -1 || m->node < -1 || m->first_vertex != vertices ||
            m->first_triangle != triangles)
            return false;
        vertices += m->vertex_count;
        triangles += m->triangle_count;
        if (vertices > count_of(g, FORMAT_POSITIONS) || triangles > count_of(g, FORMAT_TRIANGLES))
            return false;
        for (uint64_t k = 0; k < 3 * (uint64_t)m->triangle_count; ++k, ++triangle)
            if (*triangle < m->first_vertex || *triangle >= vertices)
                return false;
    }
    return vertices == count_of(g, FORMAT_POSITIONS) && triangles == count_of(g, FORMAT_TRIANGLES);
}

// A twin comes before the vertex, or is it, and is its own.
static bool check_twins(const gate* g) {
    const uint32_t* twins = begin_of(g, FORMAT_TWINS);
    for (uint64_t v = 0; v < count_of(g, FORMAT_TWINS); ++v)
        if (twins[v] > v || twins[twins[v]] != twins[v])
            return false;
    return true;
}

static bool check_bones(const gate* g) {
    const format_bone* bone = begin_of(g, FORMAT_BONES);
    const format_part_bone* part_bone = begin_of(g, FORMAT_PART_BONES);
    const uint8_t* names = begin_of(g, FORMAT_NAMES);
    uint64_t bones = count_of(g, FORMAT_BONES), name_size = count_of(g, FORMAT_NAMES);
    if (names[name_size - 1] != 0) // then every text inside has an end
        return false;
    for (uint64_t i = 0; i < bones; ++i)
        if (bone[i].name >= name_size || !are_numbers(bone[i].inverse_bind, 12))
            return false;
    for (uint64_t i = 0; i < count_of(g, FORMAT_PART_BONES); ++i)
        if (part_bone[i].bone >= bones)
            return false;
    return true;
}

static bool check_skin(const gate* g) {
    const uint16_t* joint = begin_of(g, FORMAT_JOINTS);
    const float* weight = begin_of(g, FORMAT_WEIGHTS);
    uint64_t bones = count_of(g, FORMAT_BONES);
    uint32_t k = g->body->influence_count;
    for (uint64_t v = 0; v < count_of(g, FORMAT_JOINTS); ++v, joint += k, weight += k) {
        float sum = 0.0f;
        for (uint32_t i = 0; i < k; ++i) {
            if (joint[i] >= bones || !(weight[i] >= 0.0f))
                return false;
            sum += weight[i];
        }
        if (!(sum >= 0.99f && sum <= 1.01f))
            return false;
    }
    return true;
}

// ---- numbers ---------------------------------------------------------------------------

static bool check_coords(const gate* g) {
    const format_coord* c = begin_of(g, FORMAT_COORDS);
    for (uint64_t i = 0; i < count_of(g, FORMAT_COORDS); ++i, ++c)
        if (!asset_gate_is_amount(c->lambda) || !asset_gate_is_amount(c->decay) ||
            !asset_gate_is_amount(c->shape_scale) || !asset_gate_is_amount(c->bend_scale) ||
            !asset_gate_is_amount(c->reach))
            return false;
    return true;
}

static float largest_float(const float* x, uint64_t count) {
    float most = 0.0f;
    for (uint64_t i = 0; i < count; ++i) {
        float size = x[i] < 0.0f ? -x[i] : x[i];
        most = size > most ? size : most;
    }
    return most;
}

static float largest_int16(const int16_t* x, uint64_t count) {
    int32_t most = 0;
    for (uint64_t i = 0; i < count; ++i) {
        int32_t size = x[i] < 0 ? -x[i] : x[i];
        most = size > most ? size : most;
    }
    return (float)most;
}

static float largest_int8(const int8_t* x, uint64_t count) {
    int32_t most = 0;
    for (uint64_t i = 0; i < count; ++i) {
        int32_t size = x[i] < 0 ? -x[i] : x[i];
        most = size > most ? size : most;
    }
    return (float)most;
}

static float largest_number(const void* x, uint32_t stride, uint64_t count) {
    return stride == 3 * sizeof(float)     ? largest_float(x, count)
           : stride == 3 * sizeof(int16_t) ? largest_int16(x, count)
                                           : largest_int8(x, count);
}

// What is limited by reach is limited: no texel goes farther, but for rounding.
static bool check_reach(const gate* g) {
    const format_part* p = begin_of(g, FORMAT_PARTS);
    const format_coord* c = begin_of(g, FORMAT_COORDS);
    const uint8_t* table = begin_of(g, FORMAT_SHAPES);
    uint32_t stride = g->list->at[FORMAT_SHAPES].stride;
    for (uint64_t i = 0; i < count_of(g, FORMAT_PARTS); ++i, ++p)
        for (uint32_t k = 0; k < p->coord_count; ++k, ++c) {
            uint64_t places = asset_gate_places(g->block, g->list, i).shapes, count = 3 * places;
            const void* row = table + (p->shape_texel + k * places) * stride;
            float most = largest_number(row, stride, count);
            if (most * c->shape_scale > 1.001f * c->reach + c->shape_scale)
                return false;
        }
    return true;
}

static bool check_numbers(const gate* g) {
    static const uint8_t floats[] = {FORMAT_FORCING, FORMAT_COUPLING, FORMAT_POSITIONS,
                                     FORMAT_NORMALS, FORMAT_TANGENTS, FORMAT_SHAPES,
                                     FORMAT_BENDS};
    for (size_t i = 0; i < sizeof floats; ++i) {
        const format_section* s = &g->list->at[floats[i]];
        if (s->stride % sizeof(float) == 0 &&
            !are_numbers(begin_of(g, floats[i]), s->count * (s->stride / sizeof(float))))
            return false;
    }
    return true;
}

static bool check_models(const gate* g) {
    for (uint32_t i = 0; i < model_count(); ++i) {
        const part_model* m = model_at(i);
        if (m != NULL &&
            (!check_sections(g->block, m) || (m->check != NULL && !m->check(g->block, g->list))))
            return false;
    }
    return true;
}

format_section asset_gate_section(const void* block, uint32_t kind) {
    const format_header* header = block;
    const format_section* s = (const format_section*)(header + 1);
    for (uint32_t i = 0; i < header->section_count && s[i].kind <= kind; ++i)
        if (s[i].kind == kind)
            return s[i];
    return (format_section){0};
}

void asset_gate_list(const void* block, asset_list* list) {
    SUPPLE_ASSERT(block != NULL);
    const format_header* header = block;
    const format_section* s = (const format_section*)(header + 1);
    *list = (asset_list){0};
    for (uint32_t i = 0; i < header->section_count && s[i].kind < FORMAT_KINDS; ++i)
        list->at[s[i].kind] = s[i];
}

// What the checksum is, it is found last: of a block that is sound else.
static bool check_sum_fits(const format_header* header) {
    return header->version < FORMAT_VERSION_SUMMED ? header->checksum == 0
                                                   : header->size % sizeof header->checksum == 0;
}

supple_result asset_gate_check(const void* block, size_t size, asset_list* list) {
    const format_header* header = block;
    if (size < sizeof header->magic || memcmp(block, FORMAT_MAGIC, sizeof header->magic) != 0)
        return SUPPLE_NOT_AN_ASSET;
    if ((uintptr_t)block % FORMAT_ALIGNMENT != 0)
        return SUPPLE_MISALIGNED;
    if (size < sizeof *header)
        return SUPPLE_CORRUPT;
    if (header->version < FORMAT_VERSION_OWN || header->version > FORMAT_VERSION)
        return SUPPLE_WRONG_VERSION;
    if (header->size > size || !check_sum_fits(header) || !check_list(block, header->size, list))
        return SUPPLE_CORRUPT;

    gate g = {block, list,
              (const format_body*)((const uint8_t*)block + list->at[FORMAT_BODY].offset)};
    bool ok = check_body(&g) && check_sharing(&g) && check_parts(&g) && check_meshes(&g) &&
              asset_gate_links(block, list) && check_twins(&g) && check_bones(&g) &&
              check_skin(&g) && check_coords(&g) && check_numbers(&g) && check_reach(&g) &&
              check_models(&g) && light_asset_check(block, list);
    return ok ? SUPPLE_OK : SUPPLE_CORRUPT;
}

bool asset_gate_sum_holds(const void* block) {
    const format_header* header = block;
    return header->version < FORMAT_VERSION_SUMMED ||
           header->checksum == format_checksum(block, header->size);
}
