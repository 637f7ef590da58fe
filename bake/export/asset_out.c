// A draft laid out as one block: sections planned first, then one allocation, then each is filled.
//
// The result goes through the runtime's own gate before it is handed out, so a draft that breaks a
// rule of the format cannot leave the baker; asset_check.h has the sentences.
// SPDX-License-Identifier: MIT
#include "bake/export/asset_out.h"

#include "bake/export/asset_check.h"
#include "bake/export/asset_light.h"
#include "bake/export/asset_places.h"
#include "bake/export/asset_posed.h"
#include "bake/export/asset_recorded.h"
#include "bake/export/asset_twins.h"
#include "format/checksum.h"
#include "supple/supple.h"

#include <string.h>

typedef struct writer {
    const asset_draft* draft;
    arena *memory, *scratch; // of the block, and of all that is gone when it is written
    report* r;
    const double* reach; // [all coordinates]
    asset_table shapes, bends;
    asset_sharing sharing;
    uint32_t layer_count;
    const uint32_t* twins;                 // [vertex_count], NULL when every vertex is its own
    format_section sections[FORMAT_KINDS]; // by kind; count 0: not written
    uint8_t* block;
    uint32_t name_at; // where the next name goes
} writer;

// ---- the plan --------------------------------------------------------------------------

static bool count_layers(writer* w) {
    const asset_draft* d = w->draft;
    uint8_t* parts_at = ARENA_NEW(w->scratch, uint8_t, (size_t)d->vertex_count);
    for (int32_t p = 0; p < d->part_count; ++p)
        for (int32_t i = 0; i < d->parts[p].vertex_count; ++i) {
            uint32_t v = d->parts[p].vertices[i];
            if (++parts_at[v] > FORMAT_MAX_LAYERS)
                return report_error(w->r, place_none(),
                                    "part \"%s\" is the fifth at vertex %u; a vertex can be in %d",
                                    d->parts[p].name, v, FORMAT_MAX_LAYERS);
            if (w->layer_count < parts_at[v])
                w->layer_count = parts_at[v];
        }
    return true;
}

static void plan(writer* w, format_kind kind, size_t stride, uint64_t count) {
    w->sections[kind] = (format_section){kind, (uint32_t)stride, count, 0};
}

static void plan_sections(writer* w) {
    const asset_draft* d = w->draft;
    uint64_t n = (uint64_t)d->vertex_count, k = (uint64_t)d->influence_count;
    uint64_t coords = 0, part_bones = 0, forcing = 0, coupling = 0, part_vertices = 0,
             names = asset_posed_input_names(d);
    bool coupled = false;
    for (int32_t p = 0; p < d->part_count; ++p) {
        const asset_draft_part* part = &d->parts[p];
        uint64_t c = (uint64_t)part->coord_count;
        coords += c;
        part_bones += (uint64_t)part->bone_count;
        forcing += c * (uint64_t)part->bone_count;
        coupling += 6 * c * c;
        part_vertices += (uint64_t)part->vertex_count;
        names += strlen(part->name) + 1 + asset_posed_names(part) + asset_recorded_names(part);
        coupled |= part->coupling_or_null != NULL;
    }
    for (int32_t b = 0; b < d->bone_count; ++b)
        names += strlen(d->bones[b].name) + 1;
    plan(w, FORMAT_BODY, sizeof(format_body), 1);
    plan(w, FORMAT_PARTS, sizeof(format_part), (uint64_t)d->part_count);
    plan(w, FORMAT_COORDS, sizeof(format_coord), coords);
    plan(w, FORMAT_BONES, sizeof(format_bone), (uint64_t)d->bone_count);
    plan(w, FORMAT_PART_BONES, sizeof(format_part_bone), part_bones);
    plan(w, FORMAT_FORCING, sizeof(format_forcing), forcing);
    plan(w, FORMAT_COUPLING, sizeof(float), coupled ? coupling : 0);
    plan(w, FORMAT_MESHES, sizeof(format_mesh), (uint64_t)d->mesh_count);
    plan(w, FORMAT_POSITIONS, 3 * sizeof(float), n);
    plan(w, FORMAT_NORMALS, 3 * sizeof(float), n);
    plan(w, FORMAT_TANGENTS, 4 * sizeof(float), d->tangents_or_null != NULL ? n : 0);
    plan(w, FORMAT_JOINTS, k * sizeof(uint16_t), k > 0 ? n : 0);
    plan(w, FORMAT_WEIGHTS, k * sizeof(float), k > 0 ? n : 0);
    plan(w, FORMAT_TRIANGLES, 3 * sizeof(uint32_t), (uint64_t)d->triangle_count);
    plan(w, FORMAT_PART_VERTICES, sizeof(uint32_t), part_vertices);
    plan(w, FORMAT_LINKS, sizeof(uint32_t), n * w->layer_count);
    plan(w, FORMAT_SHAPES, asset_table_texel(&w->shapes), w->shapes.count);
    plan(w, FORMAT_BENDS, asset_table_texel(&w->bends), w->bends.count);
    plan(w, FORMAT_NAMES, 1, names);
    plan(w, FORMAT_TWINS, sizeof(uint32_t), w->twins != NULL ? n : 0);
    plan(w, FORMAT_PLACES, sizeof(format_places), w->sharing.any ? (uint64_t)d->part_count : 0);
    plan(w, FORMAT_BEND_LINKS, sizeof(uint32_t), w->sharing.apart ? n * w->layer_count : 0);
    asset_posed_plan(d, w->sections);
    asset_recorded_plan(d, w->sections);
    asset_light_plan(d, w->sections);
}

static uint64_t aligned(uint64_t at) {
    return (at + FORMAT_ALIGNMENT - 1) / FORMAT_ALIGNMENT * FORMAT_ALIGNMENT;
}

// Header and list; every section gets its place. Returns the size of the whole.
static uint64_t place_sections(writer* w) {
    bool small = w->shapes.bits == 8 || w->bends.bits == 8;
    format_header header = {.version = small ? FORMAT_VERSION : FORMAT_VERSION_SUMMED};
    memcpy(header.magic, FORMAT_MAGIC, sizeof header.magic);
    for (int kind = 1; kind < FORMAT_KINDS; ++kind)
        header.section_count += w->sections[kind].count > 0;
    uint64_t at = sizeof header + header.section_count * sizeof(format_section);
    for (int kind = 1; kind < FORMAT_KINDS; ++kind) {
        format_section* s = &w->sections[kind];
        s->offset = aligned(at);
        if (s->count > 0)
            at = s->offset + s->count * s->stride;
    }
    header.size = aligned(at);
    w->block = ARENA_NEW(w->memory, uint8_t, header.size);
    memcpy(w->block, &header, sizeof header);
    format_section* list = (format_section*)(w->block + sizeof header);
    for (int kind = 1; kind < FORMAT_KINDS; ++kind)
        if (w->sections[kind].count > 0)
            *list++ = w->sections[kind];
    return header.size;
}

// ---- filling ---------------------------------------------------------------------------

static void* section(const writer* w, format_kind kind) {
    return w->block + w->sections[kind].offset;
}

static void fill(const writer* w, format_kind kind, const void* data_or_null) {
    const format_section* s = &w->sections[kind];
    if (s->count > 0 && data_or_null != NULL)
        memcpy(section(w, kind), data_or_null, s->count * s->stride);
}

static uint32_t put_name(writer* w, const char* name) {
    uint32_t at = w->name_at;
    size_t size = strlen(name) + 1;
    memcpy((char*)section(w, FORMAT_NAMES) + at, name, size);
    w->name_at += (uint32_t)size;
    return at;
}

static void fill_body(writer* w) {
    const asset_draft* d = w->draft;
    format_body* body = section(w, FORMAT_BODY);
    *body = (format_body){
        .metres = (float)d->metres,
        .gravity = {(float)d->gravity[0], (float)d->gravity[1], (float)d->gravity[2]},
        .influence_count = (uint32_t)d->influence_count,
        .layer_count = w->layer_count,
        .shape_width = w->shapes.width,
        .bend_width = w->bends.width,
    };
    format_bone* bones = section(w, FORMAT_BONES);
    for (int32_t b = 0; b < d->bone_count; ++b) {
        bones[b].name = put_name(w, d->bones[b].name);
        memcpy(bones[b].inverse_bind, d->bones[b].inverse_bind, sizeof bones[b].inverse_bind);
    }
}

static format_part part_record(const asset_draft_part* p) {
    format_part record = {
        .model = p->posed_or_null != NULL      ? SUPPLE_POSED
                 : p->recorded_or_null != NULL ? SUPPLE_RECORDED
                                               : SUPPLE_MODAL,
        .coord_count = (uint32_t)p->coord_count,
        .part_bone_count = (uint32_t)p->bone_count,
        .part_vertex_count = (uint32_t)p->vertex_count,
        .bend_texel = FORMAT_NONE,
        .stiffness = p->stiffness,
        .damping = p->damping,
        .response = p->response,
        .limit = p->limit,
        .mass = (float)p->mass,
    };
    for (int i = 0; i < 3; ++i)
        record.centre[i] = (float)p->centre[i];
    for (int i = 0; i < 6; ++i)
        record.inertia[i] = (float)p->inertia[i];
    return record;
}

// Where the next part goes in each section.
typedef struct cursor {
    size_t coord, part_bone, forcing, coupling, part_vertex, shape, bend;
} cursor;

static void put_texels(const writer* w, format_kind kind, const asset_draft_part* p,
                       const asset_places* places, size_t* at) {
    size_t size = w->sections[kind].stride;
    asset_places_put(p, places, size, (uint8_t*)section(w, kind) + *at * size);
    *at += (size_t)places->rows * places->count;
}

static void fill_part(writer* w, int32_t index, cursor* c) {
    const asset_draft_part* p = &w->draft->parts[index];
    size_t r = (size_t)p->coord_count, n = (size_t)p->vertex_count, b = (size_t)p->bone_count;
    format_part record = part_record(p);
    record.name = put_name(w, p->name);
    const asset_places *shapes = &w->sharing.shapes[index], *bends = &w->sharing.bends[index];
    record.shape_texel = (uint32_t)c->shape;
    put_texels(w, FORMAT_SHAPES, p, shapes, &c->shape);
    if (p->bends_or_null != NULL) {
        record.bend_texel = (uint32_t)c->bend;
        put_texels(w, FORMAT_BENDS, p, bends, &c->bend);
    }
    ((format_part*)section(w, FORMAT_PARTS))[index] = record;
    if (w->sharing.any)
        ((format_places*)section(w, FORMAT_PLACES))[index] =
            (format_places){shapes->count, bends->count};

    format_coord* coords = (format_coord*)section(w, FORMAT_COORDS) + c->coord;
    for (size_t k = 0; k < r; ++k)
        coords[k] =
            (format_coord){(float)p->lambda[k], (float)p->decay[k], w->shapes.scales[c->coord + k],
                           w->bends.scales[c->coord + k], (float)w->reach[c->coord + k]};
    c->coord += r;
    format_part_bone* part_bones = (format_part_bone*)section(w, FORMAT_PART_BONES) + c->part_bone;
    for (size_t i = 0; i < b; ++i)
        part_bones[i].bone = (uint32_t)p->bones[i];
    c->part_bone += b;
    memcpy((format_forcing*)section(w, FORMAT_FORCING) + c->forcing, p->forcing,
           b * r * sizeof *p->forcing);
    c->forcing += b * r;
    if (p->coupling_or_null != NULL)
        for (size_t i = 0; i < 6 * r * r; ++i)
            ((float*)section(w, FORMAT_COUPLING))[c->coupling + i] = (float)p->coupling_or_null[i];
    c->coupling += 6 * r * r;
    memcpy((uint32_t*)section(w, FORMAT_PART_VERTICES) + c->part_vertex, p->vertices,
           n * sizeof *p->vertices);
    c->part_vertex += n;
}

// Parts come in ascending order, so the links of a vertex do. A part that has no places in the table has no bends,
// and its links there are those to its shapes.
static void fill_links(const writer* w, format_kind kind, const asset_places* places) {
    const asset_draft* d = w->draft;
    size_t n = (size_t)d->vertex_count;
    uint32_t* links = section(w, kind);
    for (size_t i = 0; i < n * w->layer_count; ++i)
        links[i] = FORMAT_NONE;
    for (int32_t p = 0; p < d->part_count; ++p) {
        const asset_places* of = places[p].count > 0 ? &places[p] : &w->sharing.shapes[p];
        for (int32_t i = 0; i < d->parts[p].vertex_count; ++i) {
            uint32_t* link = links + d->parts[p].vertices[i];
            while (*link != FORMAT_NONE)
                link += n;
            *link = (uint32_t)p << 24 | of->of[i];
        }
    }
}

static bool write_draft(writer* w, asset_out* out) {
    const asset_draft* d = w->draft;
    if (!asset_check(d, w->r) || !asset_light_check(d, w->r) || !count_layers(w))
        return false;
    w->reach = asset_table_reach(d, w->scratch);
    w->shapes = asset_table_shapes(d, w->reach, w->scratch);
    w->bends = asset_table_bends(d, w->reach, w->scratch);
    w->sharing = asset_places_find(d, &w->shapes, &w->bends, w->layer_count, w->scratch);
    asset_table_size(&w->shapes, asset_places_texels(d, w->sharing.shapes));
    asset_table_size(&w->bends, asset_places_texels(d, w->sharing.bends));
    if (w->shapes.count > INT32_MAX || w->bends.count > INT32_MAX)
        return report_error(w->r, place_none(),
                            "the parts have more shapes than an asset can hold");
    w->twins = asset_twins(d, w->scratch);
    plan_sections(w);
    uint64_t size = place_sections(w);

    fill_body(w);
    cursor c = {0};
    for (int32_t p = 0; p < d->part_count; ++p)
        fill_part(w, p, &c);
    fill(w, FORMAT_MESHES, d->meshes);
    fill(w, FORMAT_POSITIONS, d->positions);
    fill(w, FORMAT_NORMALS, d->normals);
    fill(w, FORMAT_TANGENTS, d->tangents_or_null);
    fill(w, FORMAT_JOINTS, d->joints);
    fill(w, FORMAT_WEIGHTS, d->weights);
    fill(w, FORMAT_TRIANGLES, d->triangles);
    fill(w, FORMAT_TWINS, w->twins);
    fill_links(w, FORMAT_LINKS, w->sharing.shapes);
    if (w->sharing.apart)
        fill_links(w, FORMAT_BEND_LINKS, w->sharing.bends);
    w->name_at = asset_posed_fill(d, w->sections, w->block, w->name_at);
    const asset_recorded_place to = {w->sections, w->block, w->name_at, d->metres * w->shapes.lost};
    asset_recorded_fill(d, &to);
    asset_light_fill(d, w->sections, w->block);
    ((format_header*)(void*)w->block)->checksum = format_checksum(w->block, size);

    supple_asset asset;
    if (supple_asset_read(&asset, w->block, size) != SUPPLE_OK)
        return report_error(
            w->r, place_none(),
            "the asset breaks a rule of docs/format.md: its meshes leave gaps, or a "
            "mass, tuning or matrix is not a number that fits");
    *out = (asset_out){
        .file = {w->block, size},
        .shape_bits = w->shapes.bits,
        .bend_bits = w->bends.bits,
        .shape_error = w->shapes.error,
        .bend_error = w->bends.error,
    };
    return true;
}

bool asset_write(const asset_draft* draft, arena* memory, asset_out* out, report* r) {
    writer w = {.draft = draft, .memory = memory, .scratch = arena_create(), .r = r};
    *out = (asset_out){0};
    bool ok = write_draft(&w, out);
    arena_destroy(w.scratch);
    return ok;
}

void asset_tell_bits(const asset_out* out, report* r) {
    if (out->shape_bits != 8 && out->bend_bits != 8)
        return;
    report_note(r, place_none(),
                "tables have 8 bits a number: with all coordinates at their limits at once no "
                "vertex is off by more "
                "than %.2g %% of the body's size, and no normal by more than %.2g degrees",
                100.0 * out->shape_error, out->bend_error * (180.0 / 3.14159265358979323846));
}
