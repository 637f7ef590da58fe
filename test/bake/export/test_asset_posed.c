// Posed parts in the asset file: written, read back, refused when damaged.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "runtime/asset/posed_asset.h"
#include "test/kit/check_asset.h"
#include "test/kit/posed_maker.h"

static const posed_maker_target three[] = {
    {.stiffness = 1.0},
    {.stiffness = 4.0, .turn = 1.0, .bulge = 0.1},
    {.stiffness = 2.0, .turn = 2.0, .lift = 0.1, .bulge = 0.2},
};

// Parts 0 and 2 are posed, of either degree; part 1 is not.
static asset_maker maker_new(void) {
    asset_maker m = asset_maker_new((asset_maker_options){.coords = {3, 4, 5}});
    posed_maker_add(&m, 0, (posed_maker_options){.degree = 1, .target_count = 1, .targets = three});
    posed_maker_add(&m, 2,
                    (posed_maker_options){.degree = 3,
                                          .target_count = 3,
                                          .targets = three,
                                          .alpha = 0.5,
                                          .beta = 0.01,
                                          .coupled = true});
    return m;
}

static bool are_same(const float* a, const double* b, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (a[i] != (float)b[i])
            return false;
    return true;
}

// At some q, term by term: the energy's value is that of the forces.
static bool is_energy_of(const float* energy, const double* force, int32_t r, int32_t degree) {
    double q[8], pull[8], sum = 0.0;
    for (int32_t i = 0; i < r; ++i)
        q[i] = 0.3 / (i + 2);
    const float *square = energy + packed_padded((uint32_t)r),
                *cubic = square + packed_padded(packed_pairs((uint32_t)r)),
                *quartic = cubic + packed_cubic((uint32_t)r);
    for (int32_t i = 0; i < r; ++i) {
        sum += (double)energy[i] * q[i];
        int32_t at = 0;
        for (int32_t j = 0; j <= i; ++j) {
            sum += (double)*square++ * q[i] * q[j];
            int32_t in = 0;
            for (int32_t k = 0; k <= j && degree > 1; ++k) {
                sum += (double)cubic[at++] * q[i] * q[j] * q[k];
                for (int32_t l = 0; l <= k; ++l)
                    sum += (double)quartic[in++] * q[i] * q[j] * q[k] * q[l];
            }
            quartic += degree > 1 ? packed_run((uint32_t)j) : 0;
        }
        cubic += degree > 1 ? packed_run((uint32_t)i) : 0;
    }
    double truth = posed_maker_force(force, r, degree, q, pull, NULL);
    return fabs(sum - truth) < 1e-6 * fabs(truth);
}

TEST(posed_parts_are_read_back) {
    asset_maker m = maker_new();
    CHECK(asset_maker_write(&m));
    for (int p = 0; p < 3; ++p) {
        const asset_draft_posed* x = m.draft_parts[p].posed_or_null;
        supple_part part = supple_asset_part(&m.asset, p);
        CHECK(part.model == (x != NULL ? SUPPLE_POSED : SUPPLE_MODAL));
        CHECK(part.target_count == (x != NULL ? x->target_count : 0));
        if (x == NULL)
            continue;
        asset_posed have = posed_asset_at(&m.asset, p);
        size_t n = (size_t)x->target_count, r = (size_t)part.coord_count;
        size_t terms = packed_energy((uint32_t)r, (uint32_t)x->degree);
        CHECK(have.record->degree == (uint32_t)x->degree && have.record->alpha == (float)x->alpha);
        CHECK(are_same(have.mean, x->mean, 6 * (size_t)x->joint_count));
        CHECK(are_same(have.cardinal, x->cardinal, n * (n + 1)));
        CHECK(are_same(have.rests, x->rests, n * r));
        for (size_t t = 0; t < n; ++t) {
            CHECK(is_energy_of(have.polynomials + t * terms, x->polynomials[t], (int32_t)r,
                               x->degree));
            CHECK_TEXT(supple_asset_target_name(&m.asset, p, (int)t), x->names[t]);
        }
    }
    asset_maker_close(&m);
}

TEST(a_target_alone_pulls_to_its_sculpted_shape) {
    asset_maker m = maker_new();
    const asset_draft_posed* x = m.draft_parts[2].posed_or_null;
    for (int t = 0; t < 3; ++t) {
        double force[5];
        posed_maker_force(x->polynomials[t], 5, 3, x->rests + 5 * t, force, NULL);
        for (int i = 0; i < 5; ++i)
            CHECK_NEAR(force[i], 0.0, 1e-9);
    }
    asset_maker_close(&m);
}

TEST(what_cannot_be_a_posed_part_is_refused_with_a_sentence) {
    for (int kind = 0; kind < 6; ++kind) {
        asset_maker m = maker_new();
        asset_draft_posed x = *m.draft_parts[2].posed_or_null;
        double wrong[12] = {0};
        wrong[3] = NAN;
        format_pose_joint joint = {1, 77};
        m.draft_parts[2].posed_or_null = &x;
        if (kind == 0)
            x.degree = 2;
        else if (kind == 1)
            x.target_count = 0;
        else if (kind == 2)
            x.beta = -1.0;
        else if (kind == 3)
            x.cardinal = wrong;
        else if (kind == 4)
            x.joint_count = 1, x.joints = &joint;
        else
            x.dimension = 3;
        CHECK(!asset_maker_write(&m) && m.r.count > 0);
        asset_maker_close(&m);
    }
}

// Every word of the posed sections, as a limit or a neighbour of what it was.
TEST(damaged_posed_sections_do_no_harm) {
    asset_maker m = maker_new();
    CHECK(asset_maker_write(&m));
    int refused = 0, played = 0;
    asset_damage(m.out.file.data, m.out.file.size, FORMAT_POSED, &refused, &played);
    printf("%d refused, %d played\n", refused, played);
    CHECK(refused > 50 && played > 50);
    asset_maker_close(&m);
}

// ---- the golden asset ------------------------------------------------------------------

// Little and posed: a linear part, one that is not, and one that is not posed. Without a table of bends.
static asset_maker golden_new(void) {
    asset_maker m = asset_maker_new((asset_maker_options){.rings = 6,
                                                          .sides = 6,
                                                          .coords = {4, 3, 5},
                                                          .mass = 2.0,
                                                          .no_bends = true,
                                                          .tangents = true});
    posed_maker_add(&m, 0,
                    (posed_maker_options){.degree = 1,
                                          .target_count = 2,
                                          .targets = three,
                                          .alpha = 0.5,
                                          .beta = 0.003,
                                          .coupled = true});
    posed_maker_add(&m, 2,
                    (posed_maker_options){.degree = 3,
                                          .target_count = 3,
                                          .targets = three,
                                          .alpha = 0.5,
                                          .beta = 0.003,
                                          .smoothing = 0.01,
                                          .coupled = true});
    return m;
}

// To renew it, before the first release only:
//   SUPPLE_GOLDEN_POSED_OUT=test/golden/posed.supple build/test/test_asset_posed
TEST(the_golden_posed_asset_is_written_again_bit_for_bit) {
    asset_maker m = golden_new();
    CHECK(asset_maker_write(&m));
    const char* out = getenv("SUPPLE_GOLDEN_POSED_OUT");
    if (out != NULL)
        CHECK(file_write(out, m.out.file.data, m.out.file.size, &m.r));
    size_t size;
    uint8_t* golden = asset_load(TEST_SOURCE_FOLDER "/test/golden/posed.supple", &size);
    CHECK(golden != NULL && size == m.out.file.size && size < 40000);
    size_t head = sizeof(format_header); // where version 1 has no checksum
    CHECK(memcmp(golden + head, (const uint8_t*)m.out.file.data + head, size - head) == 0);
    CHECK(asset_try(golden, size) == SUPPLE_OK);
    free(golden);
    asset_maker_close(&m);
}

TEST_MAIN(CASE(posed_parts_are_read_back), CASE(a_target_alone_pulls_to_its_sculpted_shape),
          CASE(what_cannot_be_a_posed_part_is_refused_with_a_sentence),
          CASE(damaged_posed_sections_do_no_harm),
          CASE(the_golden_posed_asset_is_written_again_bit_for_bit))
