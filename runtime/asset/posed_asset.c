// The sections of posed parts: each exactly as long as the records ask, indices and numbers in range; and
// which of it is a part's.
//
// Counts of a record are bounded first, so that no product here overflows. Whether a polynomial is the force of an energy
// that is bounded below cannot be seen from its numbers without a search; the step guards itself (implicit.c).
// SPDX-License-Identifier: MIT
#include "runtime/asset/posed_asset.h"

#include "format/packed.h"
#include "runtime/asset/asset.h"

const model_section posed_asset_sections[POSED_ASSET_SECTIONS] = {
    {FORMAT_POSED, sizeof(format_posed)},
    {FORMAT_POSE_JOINTS, sizeof(format_pose_joint)},
    {FORMAT_POSE_SPACE, sizeof(float)},
    {FORMAT_TARGETS, sizeof(format_target)},
    {FORMAT_RESTS, sizeof(float)},
    {FORMAT_POLYNOMIALS, sizeof(float)},
    {FORMAT_POSE_INPUTS, sizeof(format_target)},
    {FORMAT_POSE_INPUT_SPACE, sizeof(float)},
    {FORMAT_POSE_MASSES, sizeof(float)},
};

// A section's elements and how many there are.
typedef struct elements {
    const void* first;
    uint64_t count;
} elements;

static elements find(const void* block, format_kind kind) {
    format_section s = asset_gate_section(block, kind);
    return (elements){(const uint8_t*)block + s.offset, s.count};
}

// ---- checked ---------------------------------------------------------------------------

static bool are_within(elements floats, float most) {
    const float* x = floats.first;
    bool ok = true;
    for (uint64_t i = 0; i < floats.count; ++i)
        ok &= x[i] >= -most && x[i] <= most;
    return ok;
}

// A blend of masses that are sound is one, too.
static bool are_masses(elements floats, uint64_t targets) {
    const float* x = floats.first;
    bool ok = floats.count == 0 || floats.count == targets;
    for (uint64_t i = 0; ok && i < floats.count; ++i)
        ok = x[i] >= 1.0f / FORMAT_MAX_POSE_MASS && x[i] <= FORMAT_MAX_POSE_MASS;
    return ok;
}

static bool check_record(const format_posed* p, uint32_t coords, uint64_t inputs) {
    return coords <= FORMAT_MAX_POSED_COORDS && p->target_count >= 1 &&
           p->target_count <= FORMAT_MAX_TARGETS && (p->degree == 1 || p->degree == 3) &&
           p->joint_count <= FORMAT_MAX_POSE_JOINTS &&
           p->dimension <= 6 * p->joint_count + inputs && p->dimension < p->target_count &&
           asset_gate_is_amount(p->alpha) && asset_gate_is_amount(p->beta) &&
           asset_gate_is_amount(p->translation);
}

// Sums over the parts against the counts of sections.
static bool check_counts(const void* block, const asset_list* list) {
    const format_part* part =
        (const format_part*)((const uint8_t*)block + list->at[FORMAT_PARTS].offset);
    elements records = find(block, FORMAT_POSED);
    const format_posed* p = records.first;
    uint64_t posed = 0, joints = 0, space = 0, targets = 0, rests = 0, terms = 0, input_space = 0,
             inputs = find(block, FORMAT_POSE_INPUTS).count;
    if (inputs > FORMAT_MAX_POSE_INPUTS)
        return false;
    for (uint64_t i = 0; i < list->at[FORMAT_PARTS].count; ++i, ++part) {
        if (part->model != SUPPLE_POSED)
            continue;
        if (++posed > records.count || !check_record(p, part->coord_count, inputs))
            return false;
        uint64_t numbers = 6 * (uint64_t)p->joint_count, n = p->target_count;
        joints += p->joint_count;
        space += numbers + p->dimension * (numbers + n) + n * (n + 1);
        input_space += inputs * (1 + p->dimension);
        targets += n;
        rests += n * part->coord_count;
        terms += n * packed_energy(part->coord_count, p->degree);
        ++p;
    }
    return posed == records.count && joints == find(block, FORMAT_POSE_JOINTS).count &&
           space == find(block, FORMAT_POSE_SPACE).count &&
           input_space == find(block, FORMAT_POSE_INPUT_SPACE).count &&
           targets == find(block, FORMAT_TARGETS).count &&
           are_masses(find(block, FORMAT_POSE_MASSES), targets) &&
           rests == find(block, FORMAT_RESTS).count &&
           terms == find(block, FORMAT_POLYNOMIALS).count;
}

static bool are_names(elements targets, uint64_t bytes) {
    const format_target* target = targets.first;
    for (uint64_t i = 0; i < targets.count; ++i)
        if (target[i].name >= bytes)
            return false;
    return true;
}

bool posed_asset_check(const void* block, const asset_list* list) {
    if (!check_counts(block, list))
        return false;
    uint64_t bones = list->at[FORMAT_BONES].count;
    elements joints = find(block, FORMAT_POSE_JOINTS), targets = find(block, FORMAT_TARGETS);
    const format_pose_joint* joint = joints.first;
    for (uint64_t i = 0; i < joints.count; ++i)
        if (joint[i].bone >= bones || (joint[i].parent >= bones && joint[i].parent != FORMAT_NONE))
            return false;
    uint64_t names = list->at[FORMAT_NAMES].count;
    if (!are_names(targets, names) || !are_names(find(block, FORMAT_POSE_INPUTS), names))
        return false;
    return are_within(find(block, FORMAT_POSE_SPACE), FORMAT_LARGEST) &&
           are_within(find(block, FORMAT_POSE_INPUT_SPACE), FORMAT_LARGEST) &&
           are_within(find(block, FORMAT_RESTS), FORMAT_LARGEST) &&
           are_within(find(block, FORMAT_POLYNOMIALS), FORMAT_LARGEST_TERM);
}

// ---- found -----------------------------------------------------------------------------

// Where the next posed part begins; its own arrays are found from there.
static void pass(asset_posed* p, uint32_t coords) {
    size_t targets = p->record->target_count;
    p->joints += p->record->joint_count;
    p->mean = p->cardinal + targets * (targets + 1);
    p->targets += targets;
    p->masses_or_null = p->masses_or_null == NULL ? NULL : p->masses_or_null + targets;
    p->input_mean += p->input_count * (1 + (size_t)p->record->dimension);
    p->rests += targets * coords;
    p->polynomials += targets * packed_energy(coords, p->record->degree);
    ++p->record;
}

static void find_pose_space(asset_posed* p) {
    size_t numbers = 6 * (size_t)p->record->joint_count, d = p->record->dimension;
    p->projection = p->mean + numbers;
    p->centres = p->projection + d * numbers;
    p->cardinal = p->centres + d * p->record->target_count;
    p->input_projection = p->input_mean + p->input_count;
}

asset_posed posed_asset_at(const supple_asset* asset, int32_t part) {
    const format_part* record = asset_sections_of(asset).parts;
    SUPPLE_ASSERT(record[part].model == SUPPLE_POSED);
    asset_posed p = {.record = find(asset->block, FORMAT_POSED).first,
                     .joints = find(asset->block, FORMAT_POSE_JOINTS).first,
                     .mean = find(asset->block, FORMAT_POSE_SPACE).first,
                     .targets = find(asset->block, FORMAT_TARGETS).first,
                     .rests = find(asset->block, FORMAT_RESTS).first,
                     .polynomials = find(asset->block, FORMAT_POLYNOMIALS).first,
                     .input_count = (uint32_t)find(asset->block, FORMAT_POSE_INPUTS).count,
                     .input_mean = find(asset->block, FORMAT_POSE_INPUT_SPACE).first};
    elements masses = find(asset->block, FORMAT_POSE_MASSES);
    p.masses_or_null = masses.count > 0 ? masses.first : NULL;
    find_pose_space(&p);
    for (; part > 0; --part, ++record)
        if (record->model == SUPPLE_POSED) {
            pass(&p, record->coord_count);
            find_pose_space(&p);
        }
    return p;
}

const format_target* posed_asset_inputs(const supple_asset* asset, int32_t* count) {
    elements inputs = find(asset->block, FORMAT_POSE_INPUTS);
    *count = (int32_t)inputs.count;
    return inputs.first;
}

const format_target* posed_asset_targets(const supple_asset* asset, int32_t part, int32_t* count) {
    asset_posed p = posed_asset_at(asset, part);
    *count = (int32_t)p.record->target_count;
    return p.targets;
}
