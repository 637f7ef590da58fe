// Posed parts, written as docs/format.md has them: records, joints, pose space, targets, polynomials.
// SPDX-License-Identifier: MIT
#include "bake/export/asset_posed.h"

#include "format/packed.h"

#include <string.h>

// Numbers of a posed part in each of its sections.
typedef struct posed_counts {
    size_t turns, numbers; // of a pose: those of joints, and with inputs
    size_t centres, cardinal, rests, terms;
} posed_counts;

static posed_counts counts_of(const asset_draft_part* p) {
    const asset_draft_posed* x = p->posed_or_null;
    size_t n = (size_t)x->target_count, turns = 6 * (size_t)x->joint_count;
    return (posed_counts){
        .turns = turns,
        .numbers = turns + (size_t)x->input_count,
        .centres = n * (size_t)x->dimension,
        .cardinal = n * (n + 1),
        .rests = n * (size_t)p->coord_count,
        .terms = packed_polynomial((uint32_t)p->coord_count, (uint32_t)x->degree),
    };
}

static bool all_within(const double* x, size_t count, float most) {
    for (size_t i = 0; i < count; ++i)
        if (!(x[i] >= -(double)most && x[i] <= (double)most))
            return false;
    return true;
}

bool asset_posed_check(const asset_draft* d, const asset_draft_part* p, report* r) {
    const asset_draft_posed* x = p->posed_or_null;
    if (x->target_count < 1 || x->target_count > FORMAT_MAX_TARGETS || x->joint_count < 0 ||
        x->joint_count > FORMAT_MAX_POSE_JOINTS || p->coord_count > FORMAT_MAX_POSED_COORDS)
        return report_error(
            r, place_none(),
            "part \"%s\" has %d targets, %d joints and %d coordinates; a posed part has 1 to %d "
            "targets and at most %d joints and %d coordinates",
            p->name, x->target_count, x->joint_count, p->coord_count, FORMAT_MAX_TARGETS,
            FORMAT_MAX_POSE_JOINTS, FORMAT_MAX_POSED_COORDS);
    if ((x->degree != 1 && x->degree != 3) || x->dimension < 0 ||
        x->dimension > 6 * x->joint_count + x->input_count || x->dimension >= x->target_count)
        return report_error(r, place_none(),
                            "part \"%s\" has a force of degree %d, which must be 1 or 3, and a "
                            "pose space of %d dimensions for %d targets, %d joints and %d inputs",
                            p->name, x->degree, x->dimension, x->target_count, x->joint_count,
                            x->input_count);
    for (int32_t i = 0; i < x->joint_count; ++i)
        if (x->joints[i].bone >= (uint32_t)d->bone_count ||
            (x->joints[i].parent >= (uint32_t)d->bone_count && x->joints[i].parent != FORMAT_NONE))
            return report_error(r, place_none(), "joint %d of part \"%s\" is of a bone beyond %d",
                                i, p->name, d->bone_count);
    posed_counts n = counts_of(p);
    bool sound = x->alpha >= 0.0 && x->beta >= 0.0 && x->translation >= 0.0 &&
                 all_within(&x->alpha, 1, FORMAT_LARGEST) &&
                 all_within(&x->beta, 1, FORMAT_LARGEST) &&
                 all_within(&x->translation, 1, FORMAT_LARGEST) &&
                 all_within(x->mean, n.numbers, FORMAT_LARGEST) &&
                 all_within(x->projection, n.numbers * (size_t)x->dimension, FORMAT_LARGEST) &&
                 all_within(x->centres, n.centres, FORMAT_LARGEST) &&
                 all_within(x->cardinal, n.cardinal, FORMAT_LARGEST) &&
                 all_within(x->rests, n.rests, FORMAT_LARGEST);
    for (int32_t t = 0; t < x->target_count; ++t)
        sound = sound && all_within(x->polynomials[t], n.terms, FORMAT_LARGEST_TERM);
    return sound || report_error(r, place_none(),
                                 "a damping, a pose or a polynomial of part \"%s\" has a number "
                                 "that is negative, not finite or too large",
                                 p->name);
}

// The inputs of all posed parts, each name once, in the order in which they come. Returns how many; names has room for
// FORMAT_MAX_POSE_INPUTS, and what is beyond is counted.
static int32_t find_inputs(const asset_draft* d, const char** names) {
    int32_t count = 0;
    for (int32_t p = 0; p < d->part_count; ++p) {
        const asset_draft_posed* x = d->parts[p].posed_or_null;
        for (int32_t i = 0; x != NULL && i < x->input_count; ++i) {
            int32_t k = 0;
            while (k < count && k < FORMAT_MAX_POSE_INPUTS && strcmp(names[k], x->inputs[i]) != 0)
                ++k;
            if (k < count && k < FORMAT_MAX_POSE_INPUTS)
                continue;
            if (count < FORMAT_MAX_POSE_INPUTS)
                names[count] = x->inputs[i];
            ++count;
        }
    }
    return count;
}

bool asset_posed_check_inputs(const asset_draft* d, report* r) {
    const char* names[FORMAT_MAX_POSE_INPUTS];
    int32_t count = find_inputs(d, names);
    return count <= FORMAT_MAX_POSE_INPUTS ||
           report_error(r, place_none(), "all posed parts together have more than %d inputs",
                        FORMAT_MAX_POSE_INPUTS);
}

size_t asset_posed_input_names(const asset_draft* d) {
    const char* names[FORMAT_MAX_POSE_INPUTS];
    size_t size = 0;
    for (int32_t i = 0, count = find_inputs(d, names); i < count; ++i)
        size += strlen(names[i]) + 1;
    return size;
}

size_t asset_posed_names(const asset_draft_part* p) {
    size_t size = 0;
    for (int32_t t = 0; p->posed_or_null != NULL && t < p->posed_or_null->target_count; ++t)
        size += strlen(p->posed_or_null->names[t]) + 1;
    return size;
}

void asset_posed_plan(const asset_draft* d, format_section sections[FORMAT_KINDS]) {
    uint64_t posed = 0, joints = 0, space = 0, targets = 0, rests = 0, terms = 0, input_space = 0;
    bool heavier = false;
    const char* names[FORMAT_MAX_POSE_INPUTS];
    uint64_t inputs = (uint64_t)find_inputs(d, names);
    for (int32_t p = 0; p < d->part_count; ++p) {
        const asset_draft_posed* x = d->parts[p].posed_or_null;
        if (x == NULL)
            continue;
        posed_counts n = counts_of(&d->parts[p]);
        ++posed;
        joints += (uint64_t)x->joint_count;
        space += n.turns * (1 + (size_t)x->dimension) + n.centres + n.cardinal;
        input_space += inputs * (1 + (uint64_t)x->dimension);
        targets += (uint64_t)x->target_count;
        for (int32_t t = 0; t < x->target_count && x->masses_or_null != NULL; ++t)
            heavier |= x->masses_or_null[t] != 1.0;
        rests += n.rests;
        terms += (uint64_t)x->target_count *
                 packed_energy((uint32_t)d->parts[p].coord_count, (uint32_t)x->degree);
    }
    const format_section all[] = {
        {FORMAT_POSED, sizeof(format_posed), posed, 0},
        {FORMAT_POSE_JOINTS, sizeof(format_pose_joint), joints, 0},
        {FORMAT_POSE_SPACE, sizeof(float), space, 0},
        {FORMAT_TARGETS, sizeof(format_target), targets, 0},
        {FORMAT_RESTS, sizeof(float), rests, 0},
        {FORMAT_POLYNOMIALS, sizeof(float), terms, 0},
        {FORMAT_POSE_INPUTS, sizeof(format_target), inputs, 0},
        {FORMAT_POSE_INPUT_SPACE, sizeof(float), input_space, 0},
        {FORMAT_POSE_MASSES, sizeof(float), heavier ? targets : 0, 0},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        sections[all[i].kind] = all[i];
}

// How many orders descending indices have, over the degree of the force: what a tensor's number is
// times to be the coefficient of its product in the energy.
static double orders(const uint32_t* index, int rank) {
    double count = 1.0, equal = 1.0;
    for (int i = 1; i < rank; ++i) {
        count *= i; // (rank - 1)!: the derivative takes one
        equal = index[i] == index[i - 1] ? equal + 1.0 : 1.0;
        count /= equal;
    }
    return count;
}

void asset_posed_energy(const double* force, uint32_t r, int32_t degree, float* to) {
    bool higher = degree > 1;
    const double *p = force + r, *q = p + packed_pairs(r), *s = q + packed_triples(r);
    float *square = to + packed_padded(r), *cubic = square + packed_padded(packed_pairs(r)),
          *quartic = cubic + packed_cubic(r);
    for (uint32_t i = 0; i < r; ++i) {
        to[i] = (float)force[i];
        for (uint32_t j = 0, at = 0; j <= i; ++j) {
            *square++ = (float)(*p++ * orders((uint32_t[]){i, j}, 2));
            for (uint32_t k = 0, in = 0; k <= j && higher; ++k) {
                cubic[at++] = (float)(*q++ * orders((uint32_t[]){i, j, k}, 3));
                for (uint32_t l = 0; l <= k; ++l)
                    quartic[in++] = (float)(*s++ * orders((uint32_t[]){i, j, k, l}, 4));
            }
            quartic += higher ? packed_run(j) : 0;
        }
        cubic += higher ? packed_run(i) : 0;
    }
}

static float* put(float* to, const double* from, size_t count) {
    for (size_t i = 0; i < count; ++i)
        *to++ = (float)from[i];
    return to;
}

static uint32_t put_name(char* names, uint32_t at, const char* name) {
    size_t size = strlen(name) + 1;
    memcpy(names + at, name, size);
    return at + (uint32_t)size;
}

// A row of a part's own inputs, as one of the asset's: 0 for those that are others'.
static float* put_inputs(float* to, const asset_draft_posed* x, const double* row,
                         const char* const* names, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
        to[i] = 0.0f;
        for (int32_t k = 0; k < x->input_count; ++k)
            if (strcmp(names[i], x->inputs[k]) == 0)
                to[i] = (float)row[k];
    }
    return to + count;
}

uint32_t asset_posed_fill(const asset_draft* d, const format_section sections[FORMAT_KINDS],
                          uint8_t* block, uint32_t name_at) {
    format_posed* record = (format_posed*)(block + sections[FORMAT_POSED].offset);
    format_pose_joint* joint = (format_pose_joint*)(block + sections[FORMAT_POSE_JOINTS].offset);
    float* space = (float*)(block + sections[FORMAT_POSE_SPACE].offset);
    format_target* target = (format_target*)(block + sections[FORMAT_TARGETS].offset);
    float* rests = (float*)(block + sections[FORMAT_RESTS].offset);
    float* terms = (float*)(block + sections[FORMAT_POLYNOMIALS].offset);
    char* names = (char*)(block + sections[FORMAT_NAMES].offset);
    float* input_space = (float*)(block + sections[FORMAT_POSE_INPUT_SPACE].offset);
    float* masses = (float*)(block + sections[FORMAT_POSE_MASSES].offset);
    format_target* input = (format_target*)(block + sections[FORMAT_POSE_INPUTS].offset);
    const char* inputs[FORMAT_MAX_POSE_INPUTS];
    int32_t input_count = find_inputs(d, inputs);
    for (int32_t i = 0; i < input_count; ++i) {
        input[i].name = name_at;
        name_at = put_name(names, name_at, inputs[i]);
    }
    for (int32_t p = 0; p < d->part_count; ++p) {
        const asset_draft_posed* x = d->parts[p].posed_or_null;
        if (x == NULL)
            continue;
        posed_counts n = counts_of(&d->parts[p]);
        uint32_t r = (uint32_t)d->parts[p].coord_count;
        *record++ =
            (format_posed){(uint32_t)x->target_count, (uint32_t)x->degree, (uint32_t)x->joint_count,
                           (uint32_t)x->dimension,    (float)x->alpha,     (float)x->beta,
                           (float)x->translation};
        for (int32_t i = 0; i < x->joint_count; ++i)
            *joint++ = x->joints[i];
        for (int32_t k = -1; k < x->dimension; ++k) { // the mean, then rows of the projection
            const double* row = k < 0 ? x->mean : x->projection + (size_t)k * n.numbers;
            space = put(space, row, n.turns);
            input_space = put_inputs(input_space, x, row + n.turns, inputs, input_count);
        }
        space = put(space, x->centres, n.centres);
        space = put(space, x->cardinal, n.cardinal);
        rests = put(rests, x->rests, n.rests);
        for (int32_t t = 0; t < x->target_count; ++t) {
            asset_posed_energy(x->polynomials[t], r, x->degree, terms);
            terms += packed_energy(r, (uint32_t)x->degree);
            if (sections[FORMAT_POSE_MASSES].count > 0)
                *masses++ = x->masses_or_null != NULL ? (float)x->masses_or_null[t] : 1.0f;
            (target++)->name = name_at;
            name_at = put_name(names, name_at, x->names[t]);
        }
    }
    return name_at;
}
