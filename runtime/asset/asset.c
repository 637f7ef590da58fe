// An asset is its file: read in place, pointers into it, nothing to free.
// SPDX-License-Identifier: MIT
#include "runtime/asset/asset.h"

#include "runtime/asset/asset_gate.h"
#include "runtime/asset/glb_find.h"
#include "runtime/base/assert.h"
#include "runtime/model/model.h"

#include <math.h>

static const void* section(const void* block, const asset_list* list, format_kind kind) {
    const format_section* s = &list->at[kind];
    return s->count > 0 ? (const uint8_t*)block + s->offset : NULL;
}

// The same of what an asset without coordinates has none of: a pointer to go through none of them with.
static const void* section_of_coords(const void* block, const asset_list* list, format_kind kind) {
    return (const uint8_t*)block + list->at[kind].offset;
}

static supple_table table(const void* block, const asset_list* list, format_kind kind,
                          uint32_t width) {
    const format_section* s = &list->at[kind];
    if (s->count == 0)
        return (supple_table){NULL, 0, 0, 16};
    return (supple_table){section(block, list, kind), (int32_t)width, (int32_t)(s->count / width),
                          (int32_t)s->stride * 8 / 3};
}

asset_sections asset_sections_of(const supple_asset* asset) {
    SUPPLE_ASSERT(asset != NULL && asset->block != NULL);
    asset_list list;
    const void* block = asset->block;
    asset_gate_list(block, &list);
    asset_sections all = {
        .body = section(block, &list, FORMAT_BODY),
        .parts = section(block, &list, FORMAT_PARTS),
        .coords = section_of_coords(block, &list, FORMAT_COORDS),
        .bones = section(block, &list, FORMAT_BONES),
        .part_bones = section(block, &list, FORMAT_PART_BONES),
        .forcing = section_of_coords(block, &list, FORMAT_FORCING),
        .coupling_or_null = section(block, &list, FORMAT_COUPLING),
        .meshes = section(block, &list, FORMAT_MESHES),
        .part_vertices = section(block, &list, FORMAT_PART_VERTICES),
        .places_or_null = section(block, &list, FORMAT_PLACES),
        .names = section(block, &list, FORMAT_NAMES),
    };
    // the gate let it pass, so it has all that an asset needs
    SUPPLE_ASSERT(all.body != NULL && all.parts != NULL && all.coords != NULL);
    SUPPLE_ASSERT(all.bones != NULL && all.part_bones != NULL && all.forcing != NULL);
    SUPPLE_ASSERT(all.meshes != NULL && all.part_vertices != NULL && all.names != NULL);
    return all;
}

asset_part asset_part_at(const asset_sections* sections, int part) {
    SUPPLE_ASSERT(part >= 0 && sections->parts != NULL && sections->coords != NULL);
    asset_part p = {.record = sections->parts,
                    .coords = sections->coords,
                    .part_bones = sections->part_bones,
                    .forcing = sections->forcing,
                    .coupling_or_null = sections->coupling_or_null,
                    .part_vertices = sections->part_vertices};
    const format_places* places = sections->places_or_null;
    if (places != NULL)
        places += part;
    for (; part > 0; --part, ++p.record) {
        size_t coords = p.record->coord_count;
        p.coords += coords;
        p.part_bones += p.record->part_bone_count;
        p.forcing += coords * p.record->part_bone_count;
        if (p.coupling_or_null != NULL)
            p.coupling_or_null += 6 * coords * coords;
        p.part_vertices += p.record->part_vertex_count;
        p.first_coord += (int32_t)coords;
        p.first_part_vertex += (int32_t)p.record->part_vertex_count;
    }
    uint32_t own = p.record->part_vertex_count,
             own_bends = p.record->bend_texel == FORMAT_NONE ? 0 : own;
    p.shape_places = places != NULL ? places->shapes : own;
    p.bend_places = places != NULL ? places->bends : own_bends;
    return p;
}

const char* supple_result_text(supple_result result) {
    switch (result) {
    case SUPPLE_OK:
        return "It is sound.";
    case SUPPLE_NOT_AN_ASSET:
        return "There is no supple asset in these bytes.";
    case SUPPLE_WRONG_VERSION:
        return "The asset was written for another version of the format: bake it again.";
    case SUPPLE_CORRUPT:
        return "The asset is damaged: it is cut off, or a number in it is out of range.";
    case SUPPLE_DAMAGED:
        return "The asset is damaged: its checksum is not that of its bytes. Copy or bake it "
               "again.";
    case SUPPLE_MISALIGNED:
        return "The asset does not start at a multiple of 16 bytes: copy it to where it does.";
    }
    return "There is no such result.";
}

supple_result supple_asset_read(supple_asset* asset, const void* bytes, size_t size) {
    supple_result result = supple_asset_read_damaged(asset, bytes, size);
    if (result != SUPPLE_OK || asset_gate_sum_holds(asset->block))
        return result;
    *asset = (supple_asset){0};
    return SUPPLE_DAMAGED;
}

supple_result supple_asset_read_damaged(supple_asset* asset, const void* bytes, size_t size) {
    *asset = (supple_asset){0};
    const void* block = bytes;
    size_t block_size = size;
    if (glb_find_is_glb(bytes, size)) {
        size_t offset = 0;
        supple_result found = supple_asset_find(bytes, size, &offset, &block_size);
        if (found != SUPPLE_OK)
            return found;
        block = (const uint8_t*)bytes + offset;
    }
    asset_list list;
    supple_result result = asset_gate_check(block, block_size, &list);
    if (result != SUPPLE_OK)
        return result;

    const format_body* body = section(block, &list, FORMAT_BODY);
    format_kind bend_links =
        list.at[FORMAT_BEND_LINKS].count > 0 ? FORMAT_BEND_LINKS : FORMAT_LINKS;
    *asset = (supple_asset){
        .coord_count = (int32_t)list.at[FORMAT_COORDS].count,
        .part_count = (int32_t)list.at[FORMAT_PARTS].count,
        .bone_count = (int32_t)list.at[FORMAT_BONES].count,
        .mesh_count = (int32_t)list.at[FORMAT_MESHES].count,
        .vertex_count = (int32_t)list.at[FORMAT_POSITIONS].count,
        .triangle_count = (int32_t)list.at[FORMAT_TRIANGLES].count,
        .influence_count = (int32_t)body->influence_count,
        .layer_count = (int32_t)body->layer_count,
        .metres = body->metres,
        .positions = section(block, &list, FORMAT_POSITIONS),
        .normals = section(block, &list, FORMAT_NORMALS),
        .tangents = section(block, &list, FORMAT_TANGENTS),
        .joints = section(block, &list, FORMAT_JOINTS),
        .weights = section(block, &list, FORMAT_WEIGHTS),
        .triangles = section(block, &list, FORMAT_TRIANGLES),
        .links = section(block, &list, FORMAT_LINKS),
        .bend_links = section(block, &list, bend_links),
        .twins = section(block, &list, FORMAT_TWINS),
        .shapes = table(block, &list, FORMAT_SHAPES, body->shape_width),
        .bends = table(block, &list, FORMAT_BENDS, body->bend_width),
        .block = block,
    };
    return SUPPLE_OK;
}

// What a part's pose blends: NULL and 0 where there is nothing of the kind.
static const format_target* targets_of(const supple_asset* asset, int part, int32_t* count) {
    const part_model* model = model_at(asset_sections_of(asset).parts[part].model);
    *count = 0;
    return model->targets == NULL ? NULL : model->targets(asset, part, count);
}

supple_part supple_asset_part(const supple_asset* asset, int part) {
    if (part < 0 || part >= asset->part_count)
        return (supple_part){.name = ""};
    asset_sections sections = asset_sections_of(asset);
    asset_part p = asset_part_at(&sections, part);
    const format_part* r = p.record;
    int32_t target_count;
    targets_of(asset, part, &target_count);
    return (supple_part){
        .name = sections.names + r->name,
        .model = (supple_model)r->model,
        .first_coord = p.first_coord,
        .coord_count = (int32_t)r->coord_count,
        .bone_count = (int32_t)r->part_bone_count,
        .vertex_count = (int32_t)r->part_vertex_count,
        .vertices = p.part_vertices,
        .shape_places = (int32_t)p.shape_places,
        .bend_places = (int32_t)p.bend_places,
        .first_shape = (int32_t)r->shape_texel,
        .first_bend = r->bend_texel == FORMAT_NONE ? -1 : (int32_t)r->bend_texel,
        .tuning = {r->stiffness, r->damping, r->response, r->limit},
        .mass = r->mass,
        .target_count = target_count,
    };
}

supple_mesh supple_asset_mesh(const supple_asset* asset, int mesh) {
    if (mesh < 0 || mesh >= asset->mesh_count)
        return (supple_mesh){-1, -1, -1, 0, 0, 0, 0};
    const format_mesh* m = &asset_sections_of(asset).meshes[mesh];
    return (supple_mesh){m->mesh,
                         m->primitive,
                         m->node,
                         (int32_t)m->first_vertex,
                         (int32_t)m->vertex_count,
                         (int32_t)m->first_triangle,
                         (int32_t)m->triangle_count};
}

const char* supple_asset_bone_name(const supple_asset* asset, int bone) {
    asset_sections sections = asset_sections_of(asset);
    return bone >= 0 && bone < asset->bone_count ? sections.names + sections.bones[bone].name : "";
}

const char* supple_asset_target_name(const supple_asset* asset, int part, int target) {
    int32_t count = 0;
    const format_target* targets =
        part >= 0 && part < asset->part_count ? targets_of(asset, part, &count) : NULL;
    return target >= 0 && target < count ? asset_sections_of(asset).names + targets[target].name
                                         : "";
}

float supple_asset_frequency(const supple_asset* asset, int coord) {
    if (coord < 0 || coord >= asset->coord_count)
        return 0.0f;
    float lambda = asset_sections_of(asset).coords[coord].lambda;
    return lambda < FORMAT_LARGEST ? sqrtf(lambda) * 0.159154943f : 0.0f; // 1 / (2 pi)
}

float supple_asset_reach(const supple_asset* asset, int coord) {
    bool known = coord >= 0 && coord < asset->coord_count;
    return known ? asset_sections_of(asset).coords[coord].reach : 0.0f;
}

float supple_asset_bend_ratio(const supple_asset* asset, int coord) {
    if (coord < 0 || coord >= asset->coord_count)
        return 0.0f;
    const format_coord* c = &asset_sections_of(asset).coords[coord];
    return c->shape_scale > 0.0f ? c->bend_scale / c->shape_scale : 0.0f;
}

void supple_asset_palette(const supple_asset* asset, const supple_matrix* joints,
                          supple_matrix* palette) {
    const format_bone* bones = asset_sections_of(asset).bones;
    for (int32_t b = 0; b < asset->bone_count; ++b) {
        const float *a = joints[b].m, *c = bones[b].inverse_bind;
        supple_matrix product;
        for (int column = 0; column < 4; ++column)
            for (int row = 0; row < 4; ++row) {
                float sum = column == 3 ? a[12 + row] : 0.0f;
                for (int k = 0; k < 3; ++k)
                    sum += a[4 * k + row] * c[4 * k + column];
                product.m[4 * column + row] = sum;
            }
        palette[b] = product; // so that joints and palette may be the same array
    }
}
