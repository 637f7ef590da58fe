// Counts, indices and numbers of a draft, for the sentence: the runtime's gate has the last word.
// SPDX-License-Identifier: MIT
#include "bake/export/asset_check.h"

#include "bake/export/asset_posed.h"
#include "bake/export/asset_recorded.h"

#include <math.h>

static bool all_numbers(const float* x, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (!(x[i] >= -FORMAT_LARGEST && x[i] <= FORMAT_LARGEST))
            return false;
    return true;
}

static bool check_rates(const asset_draft_part* p, report* r) {
    for (int32_t k = 0; k < p->coord_count; ++k)
        if (!(p->lambda[k] >= 0.0 && p->lambda[k] <= (double)FORMAT_LARGEST) ||
            !(p->decay[k] >= 0.0 && p->decay[k] <= (double)FORMAT_LARGEST))
            return report_error(r, place_none(),
                                "coordinate %d of part \"%s\" has a rate of %g and a decay of %g, "
                                "which must be 0 to %g",
                                k, p->name, p->lambda[k], p->decay[k], (double)FORMAT_LARGEST);
    return true;
}

static bool check_part(const asset_draft* d, const asset_draft_part* p, report* r) {
    size_t n = (size_t)p->vertex_count, c = (size_t)p->coord_count, b = (size_t)p->bone_count;
    if (p->coord_count < 1 || p->bone_count < 1 || p->vertex_count < 1 ||
        p->vertex_count > FORMAT_MAX_PART_VERTICES)
        return report_error(r, place_none(),
                            "part \"%s\" has %d coordinates, %d bones and %d vertices; it needs at "
                            "least one of each",
                            p->name, p->coord_count, p->bone_count, p->vertex_count);
    for (int32_t i = 0; i < p->vertex_count; ++i)
        if (p->vertices[i] >= (uint32_t)d->vertex_count ||
            (i > 0 && p->vertices[i] <= p->vertices[i - 1]))
            return report_error(r, place_none(), "the vertices of part \"%s\" do not ascend at %d",
                                p->name, i);
    for (int32_t i = 0; i < p->bone_count; ++i)
        if (p->bones[i] < 0 || p->bones[i] >= d->bone_count)
            return report_error(r, place_none(), "part \"%s\" rides on bone %d of %d", p->name,
                                p->bones[i], d->bone_count);
    if (!all_numbers(p->shapes[0], 3 * c * n) ||
        (p->bends_or_null != NULL && !all_numbers(p->bends_or_null[0], 3 * c * n)) ||
        !all_numbers((const float*)p->forcing, 12 * c * b))
        return report_error(r, place_none(),
                            "a shape, a bend or the forcing of part \"%s\" has a number that is "
                            "not finite or beyond %g",
                            p->name, (double)FORMAT_LARGEST);
    if (!(p->limit > 0.0f && p->limit <= FORMAT_LARGEST))
        return report_error(r, place_none(), "the limit of part \"%s\" is %g and must be above 0",
                            p->name, (double)p->limit);
    return check_rates(p, r) && (p->posed_or_null == NULL || asset_posed_check(d, p, r)) &&
           (p->recorded_or_null == NULL || asset_recorded_check(p, r));
}

static bool check_mesh(const asset_draft* d, report* r) {
    size_t n = (size_t)d->vertex_count, k = (size_t)d->influence_count;
    if (!all_numbers(d->positions[0], 3 * n) || !all_numbers(d->normals[0], 3 * n) ||
        (d->tangents_or_null != NULL && !all_numbers(d->tangents_or_null[0], 4 * n)))
        return report_error(r, place_none(),
                            "a position, normal or tangent of the mesh is not finite or beyond %g",
                            (double)FORMAT_LARGEST);
    for (size_t i = 0; i < n && k > 0; ++i) {
        double sum = 0.0;
        for (size_t j = 0; j < k; ++j) {
            sum += d->weights[i * k + j] >= 0.0f ? (double)d->weights[i * k + j] : NAN;
            if (d->joints[i * k + j] >= d->bone_count)
                return report_error(r, place_none(), "vertex %d follows bone %d of %d", (int)i,
                                    d->joints[i * k + j], d->bone_count);
        }
        if (!(fabs(sum - 1.0) < 0.01))
            return report_error(r, place_none(),
                                "the bone weights of vertex %d are negative or sum to %g, not 1",
                                (int)i, sum);
    }
    for (size_t i = 0; i < (size_t)d->triangle_count; ++i)
        for (int c = 0; c < 3; ++c)
            if (d->triangles[i][c] >= n)
                return report_error(r, place_none(), "triangle %d has vertex %u of %d", (int)i,
                                    d->triangles[i][c], d->vertex_count);
    return true;
}

bool asset_check(const asset_draft* d, report* r) {
    if (d->part_count < 1 || d->part_count > FORMAT_MAX_PARTS)
        return report_error(r, place_none(), "an asset has 1 to %d parts, and this has %d",
                            FORMAT_MAX_PARTS, d->part_count);
    if (d->bone_count < 1 || d->bone_count > FORMAT_MAX_BONES)
        return report_error(r, place_none(), "an asset has 1 to %d bones, and this has %d",
                            FORMAT_MAX_BONES, d->bone_count);
    if (d->mesh_count < 1 || d->vertex_count < 1 || d->triangle_count < 1)
        return report_error(r, place_none(), "an asset needs a mesh with triangles");
    if (d->influence_count != 0 && d->influence_count != 4 && d->influence_count != 8)
        return report_error(r, place_none(), "a vertex has 0, 4 or 8 bone weights, not %d",
                            d->influence_count);
    if (!(d->metres > 0.0) || !isfinite(d->metres))
        return report_error(r, place_none(), "a unit of the mesh is %g metres", d->metres);
    int64_t coords = 0;
    for (int32_t p = 0; p < d->part_count; ++p) {
        if (!check_part(d, &d->parts[p], r))
            return false;
        coords += d->parts[p].coord_count;
    }
    if (!asset_posed_check_inputs(d, r))
        return false;
    if (coords > FORMAT_MAX_COORDS)
        return report_error(r, place_none(),
                            "the parts have %lld coordinates together; an asset has at most %d",
                            (long long)coords, FORMAT_MAX_COORDS);
    return check_mesh(d, r);
}
