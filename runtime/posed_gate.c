// The sections of posed parts: each exactly as long as the records ask, indices and numbers in range.
//
// Counts of a record are bounded first, so that no product here overflows. That a polynomial is the
// force of an energy without holes cannot be told from a glance at its numbers; the step guards itself
// (posed.c).
// SPDX-License-Identifier: MIT
#include "runtime/posed_gate.h"

#include "format/packed.h"

static bool is_amount(float x) {
    return x >= 0.0f && x <= FORMAT_LARGEST;
}

static bool are_within(const float* x, uint64_t count, float most) {
    bool ok = true;
    for (uint64_t i = 0; i < count; ++i)
        ok &= x[i] >= -most && x[i] <= most;
    return ok;
}

static bool check_record(const format_posed* p, uint32_t coords) {
    return coords <= FORMAT_MAX_POSED_COORDS && p->target_count >= 1 &&
           p->target_count <= FORMAT_MAX_TARGETS && (p->degree == 1 || p->degree == 3) &&
           p->joint_count <= FORMAT_MAX_POSE_JOINTS && p->dimension <= 6 * p->joint_count &&
           p->dimension < p->target_count && is_amount(p->alpha) && is_amount(p->beta) &&
           is_amount(p->translation);
}

// Sums over the parts against the counts of sections.
static bool check_counts(const void* block, const asset_list* list) {
    const format_part* part =
        (const format_part*)((const uint8_t*)block + list->at[FORMAT_PARTS].offset);
    const format_posed* p =
        (const format_posed*)((const uint8_t*)block + list->at[FORMAT_POSED].offset);
    uint64_t posed = 0, joints = 0, space = 0, targets = 0, rests = 0, terms = 0;
    for (uint64_t i = 0; i < list->at[FORMAT_PARTS].count; ++i, ++part) {
        if (part->model != SUPPLE_POSED)
            continue;
        if (++posed > list->at[FORMAT_POSED].count || !check_record(p, part->coord_count))
            return false;
        uint64_t numbers = 6 * (uint64_t)p->joint_count, n = p->target_count;
        joints += p->joint_count;
        space += numbers + p->dimension * (numbers + n) + n * (n + 1);
        targets += n;
        rests += n * part->coord_count;
        terms += n * packed_energy(part->coord_count, p->degree);
        ++p;
    }
    return posed == list->at[FORMAT_POSED].count && joints == list->at[FORMAT_POSE_JOINTS].count &&
           space == list->at[FORMAT_POSE_SPACE].count &&
           targets == list->at[FORMAT_TARGETS].count && rests == list->at[FORMAT_RESTS].count &&
           terms == list->at[FORMAT_POLYNOMIALS].count;
}

bool posed_gate_check(const void* block, const asset_list* list) {
    if (!check_counts(block, list))
        return false;
    const uint8_t* bytes = block;
    const format_section* at = list->at;
    const format_pose_joint* joint =
        (const format_pose_joint*)(bytes + at[FORMAT_POSE_JOINTS].offset);
    for (uint64_t i = 0; i < at[FORMAT_POSE_JOINTS].count; ++i)
        if (joint[i].bone >= at[FORMAT_BONES].count ||
            (joint[i].parent >= at[FORMAT_BONES].count && joint[i].parent != FORMAT_NONE))
            return false;
    const format_target* target = (const format_target*)(bytes + at[FORMAT_TARGETS].offset);
    for (uint64_t i = 0; i < at[FORMAT_TARGETS].count; ++i)
        if (target[i].name >= at[FORMAT_NAMES].count)
            return false;
    return are_within((const float*)(bytes + at[FORMAT_POSE_SPACE].offset),
                      at[FORMAT_POSE_SPACE].count, FORMAT_LARGEST) &&
           are_within((const float*)(bytes + at[FORMAT_RESTS].offset), at[FORMAT_RESTS].count,
                      FORMAT_LARGEST) &&
           are_within((const float*)(bytes + at[FORMAT_POLYNOMIALS].offset),
                      at[FORMAT_POLYNOMIALS].count, FORMAT_LARGEST_TERM);
}
