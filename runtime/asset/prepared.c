// Made from an asset, held by bodies.
// SPDX-License-Identifier: MIT
#include "runtime/asset/prepared.h"

#include "runtime/base/mark.h"
#include "runtime/base/memory.h"
#include "runtime/body/frame.h"
#include "runtime/body/step.h"

#include <string.h>

// p: the counts are known; its pointers are set when l has a base.
static void lay_out(void* owner, memory_layout* l) {
    supple_prepared* p = owner;
    size_t frames = (size_t)p->frame_count, parts = (size_t)p->asset.part_count;
    memory_take(l, 1, sizeof *p);
    p->parts = memory_take(l, parts, sizeof *p->parts);
    p->part_frames = memory_take(l, (size_t)p->part_bone_count, sizeof *p->part_frames);
    p->frame_bone = memory_take(l, frames, sizeof *p->frame_bone);
    p->joint = memory_take(l, frames, sizeof *p->joint);
    p->bone_frame = memory_take(l, (size_t)p->asset.bone_count, sizeof *p->bone_frame);
    int32_t coords = p->asset.coord_count;
    p->witnesses = memory_take(l, parts, sizeof *p->witnesses);
    for (int32_t k = 0; k < p->asset.part_count; ++k) {
        asset_part part = asset_part_at(&p->sections, k);
        witness w; // while measuring there is nowhere else to put it
        witness_lay_out(l->base != NULL ? &p->witnesses[k] : &w, &part, l);
    }
    p->couplings = memory_take(l, parts, sizeof *p->couplings);
    p->forcings = memory_take(l, parts, sizeof *p->forcings);
    for (int32_t k = 0; k < p->asset.part_count; ++k) {
        asset_part part = asset_part_at(&p->sections, k);
        coupling c;
        part_forcing f;
        coupling_lay_out(l->base != NULL ? &p->couplings[k] : &c, &part, l);
        forcing_lay_out(l->base != NULL ? &p->forcings[k] : &f, &part, l);
    }
    for (int table = 0; table < 2; ++table) {
        p->sharing[table] = memory_take(l, parts, sizeof *p->sharing[table]);
        for (int32_t k = 0; k < p->asset.part_count; ++k) {
            asset_part part = asset_part_at(&p->sections, k);
            sharing s; // while measuring there is nowhere else to put it
            sharing_lay_out(l->base != NULL ? &p->sharing[table][k] : &s, &p->asset, &part,
                            table == 0 ? part.shape_places : part.bend_places, l);
        }
    }
    for (int32_t n = 0; n < PREPARED_CUTS; ++n)
        p->tables[n] = (propagator_table){
            memory_take(l, PROPAGATOR_ROWS * (size_t)coords, sizeof(float)), coords};
}

// Which bones carry something, and which of those carries each part.
static void link_frames(supple_prepared* p) {
    int32_t count = 0;
    int32_t* at = p->part_frames;
    for (int32_t i = 0; i < p->asset.bone_count; ++i)
        p->bone_frame[i] = -1;
    for (int32_t k = 0; k < p->asset.part_count; ++k)
        for (uint32_t r = 0; r < p->parts[k].record->part_bone_count; ++r) {
            int32_t bone = (int32_t)p->parts[k].part_bones[r].bone;
            if (p->bone_frame[bone] < 0) {
                p->bone_frame[bone] = count;
                p->frame_bone[count] = bone;
                double joint[3];
                frame_joint(p->sections.bones[bone].inverse_bind, joint);
                for (int axis = 0; axis < 3; ++axis)
                    p->joint[count][axis] = (float)joint[axis];
                ++count;
            }
            *at++ = p->bone_frame[bone];
        }
    p->frame_count = count;
}

// Of the coordinates' records, the bones and the library; of what has no coordinates of its masses.
static uint64_t mark_of(const supple_prepared* p) {
    uint64_t mark = mark_number(MARK_BEGIN, (uint64_t)p->asset.bone_count);
    mark = mark_number(mark, SUPPLE_VERSION);
    if (p->asset.coord_count == 0)
        return mark_bytes(mark, p->sections.parts,
                          sizeof(format_part) * (size_t)p->asset.part_count);
    return mark_bytes(mark, p->sections.coords,
                      sizeof(format_coord) * (size_t)p->asset.coord_count);
}

static float extent_of(const supple_asset* asset) {
    float extent = 0.0f;
    for (int axis = 0; axis < 3; ++axis) {
        float low = asset->positions[axis], high = low;
        for (int32_t i = 1; i < asset->vertex_count; ++i) {
            float x = asset->positions[3 * (size_t)i + (size_t)axis];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        extent = high - low > extent ? high - low : extent;
    }
    return extent;
}

supple_prepared* supple_asset_prepare(const supple_asset* asset,
                                      const supple_allocator* allocator_or_null) {
    supple_prepared counts;
    memset(&counts, 0, sizeof counts);
    counts.asset = *asset;
    counts.sections = asset_sections_of(asset);
    counts.allocator = memory_allocator(allocator_or_null);
    for (int32_t k = 0; k < asset->part_count; ++k)
        counts.part_bone_count += (int32_t)counts.sections.parts[k].part_bone_count;
    counts.frame_count =
        counts.part_bone_count < asset->bone_count ? counts.part_bone_count : asset->bone_count;
    size_t bytes;
    supple_prepared* p = memory_make(&counts.allocator, lay_out, &counts, sizeof counts, &bytes);
    if (p == NULL)
        return NULL;
    p->size = bytes;
    shared_count_start(&p->holders, 1);
    shared_count_start(&p->contacts_made, 0);
    shared_pointer_start(&p->contacts);
    for (int32_t k = 0; k < asset->part_count; ++k)
        p->parts[k] = asset_part_at(&p->sections, k);
    link_frames(p);
    const int32_t* part_frames = p->part_frames;
    for (int32_t k = 0; k < asset->part_count; ++k) {
        witness_find(&p->witnesses[k], asset, &p->parts[k]);
        coupling_find(&p->couplings[k], &p->parts[k]);
        forcing_find(&p->forcings[k], &p->parts[k], (const float(*)[4])p->joint, part_frames,
                     (double)asset->metres);
        part_frames += p->parts[k].record->part_bone_count;
        sharing_find(&p->sharing[0][k], asset, k, &p->parts[k], asset->positions, asset->links);
        sharing_find(&p->sharing[1][k], asset, k, &p->parts[k], asset->normals, asset->bend_links);
    }
    p->mark = mark_of(p);
    p->extent = extent_of(asset);
    return p;
}

const propagator_table* prepared_table(const supple_prepared* p, float h) {
    for (int32_t n = 0; n < PREPARED_CUTS && p->table_h > 0.0f; ++n)
        if (prepared_substep(p->table_h, n + 1) == h)
            return &p->tables[n];
    return NULL;
}

void supple_prepared_step(supple_prepared* prepared, float dt) {
    supple_prepared* p = prepared;
    if (!step_takes(dt) || dt == p->table_h)
        return;
    for (int32_t k = 0; k < p->asset.part_count; ++k) {
        const asset_part* part = &p->parts[k];
        for (int32_t i = 0; i < (int32_t)part->record->coord_count; ++i) {
            float lambda = part->coords[i].lambda * part->record->stiffness;
            float decay = part->coords[i].decay * part->record->damping;
            for (int32_t n = 0; n < PREPARED_CUTS; ++n) {
                propagator_matrix m = propagator_of(lambda, decay, prepared_substep(dt, n + 1));
                propagator_set(&p->tables[n], part->first_coord + i, &m);
            }
        }
    }
    p->table_h = dt;
}

supple_prepared* supple_prepared_retain(supple_prepared* prepared) {
    shared_count_more(&prepared->holders);
    return prepared;
}

void supple_prepared_release(supple_prepared* prepared_or_null) {
    supple_prepared* p = prepared_or_null;
    if (p == NULL || !shared_count_less(&p->holders))
        return;
    supple_allocator a = p->allocator;
    const contact_rest* contacts = shared_pointer_get(&p->contacts);
    if (contacts != NULL)
        contact_rest_drop(contacts, &a);
    if (p->own != NULL)
        a.release(a.user, p->own, p->own_size);
    a.release(a.user, p, p->size);
}

supple_asset supple_prepared_asset(const supple_prepared* prepared) {
    return prepared->asset;
}

supple_measures supple_prepared_measures(const supple_prepared* prepared) {
    if (!supple_asset_is_free(&prepared->asset))
        return (supple_measures){0};
    const format_part* part = prepared->sections.parts;
    const float* i = part->inertia;
    return (supple_measures){.mass = part->mass,
                             .centre = {part->centre[0], part->centre[1], part->centre[2]},
                             .inertia = {i[0], i[3], i[5], i[3], i[1], i[4], i[5], i[4], i[2]}};
}
