// Joints between a body on bones and one that is free: it hangs, follows, and pulls the flesh back.
// SPDX-License-Identifier: MIT
#include "test/kit/asset_maker.h"
#include "test/kit/check.h"
#include "test/kit/palette.h"
#include "test/kit/world_kit.h"

static const float DT = 1.0f / 60.0f;

// A bar of a metre on three bones that do not move in the same way, and a box of 10 cm hung from its side.
typedef struct rig {
    world_kit k;
    asset_maker bar;
    supple_body *carrier, *load;
    supple_joint joint;
    double weight; // of the load, newtons
} rig;

static const supple_point HOOK = {{7 * 8, 0, 0}, {1.0f, 0.0f, 0.0f}}; // on the bar's side

static void bones_at(rig* r, double angle, double x, double y, double z, supple_matrix* palette) {
    for (int32_t i = 0; i < r->bar.asset.bone_count; ++i) // each turned a little less: a bend
        palette[i] = palette_matrix(angle * (1.0 - 0.2 * i), x, y, z);
}

static bool rig_new(rig* r, supple_joint_kind kind, double angle) {
    memset(r, 0, sizeof *r);
    r->k = kit_new(NULL);
    toy_options o = toy_default();
    o.first = 25.0;
    o.ratio = 0.3;
    toy t = kit_toy(&r->k, o);
    r->bar = asset_maker_new((asset_maker_options){
        .part_count = 2, .coord_count = 4, .hertz = 8.0, .damping = 0.2, .mass = 5.0});
    if (!asset_maker_write(&r->bar))
        return false;
    supple_matrix palette[3];
    r->carrier = supple_body_create(&r->bar.asset, NULL, NULL);
    r->k.bodies[r->k.count++] = r->carrier;
    bones_at(r, angle, 0.0, 0.0, 0.0, palette);
    supple_body_place(r->carrier, palette);
    if (!supple_world_add_body(r->k.world, r->carrier))
        return false;
    for (int i = 0; i < 120; ++i) // it hangs as its own weight has it
        supple_world_step(r->k.world, DT);
    supple_vec3 hook = supple_body_position(r->carrier, HOOK);
    r->load = kit_throw(&r->k, &t, kit_pose((double)hook.x, (double)hook.y - 0.06, (double)hook.z),
                        (supple_vec3){0.0f, 0.0f, 0.0f});
    supple_joint_options how = supple_joint_options_default(kind, r->load, r->carrier, hook);
    r->joint = supple_world_add_joint(r->k.world, &how);
    r->weight = 9.81 * (double)supple_asset_part(&t.asset, 0).mass;
    return r->joint.generation != 0;
}

static void rig_close(rig* r) {
    kit_close(&r->k);
    asset_maker_close(&r->bar);
}

static double gap_of(const rig* r) {
    return fabs((double)supple_world_joint_state(r->k.world, r->joint).gap);
}

TEST(a_free_body_hung_from_a_body_on_bones_follows_it) {
    rig r;
    CHECK(rig_new(&r, SUPPLE_JOINT_POINT, 0.0));
    supple_matrix palette[3];
    double worst = 0.0, displacement = 0.0;
    for (int i = 1; i <= 600; ++i) { // sways, turns, bends and walks on
        double t = i * (double)DT;
        bones_at(&r, 0.4 * exact_sin(3.0 * t), 0.15 * exact_sin(4.0 * t), 0.05 * exact_sin(7.0 * t),
                 0.5 * t, palette);
        supple_body_drive(r.carrier, palette);
        supple_world_step(r.k.world, DT);
        worst = fmax(worst, gap_of(&r));
        displacement = (double)supple_body_motion(r.load).pose.m[14];
    }
    CHECK(displacement > 4.0 && displacement < 6.0);
    printf("        open by %.1e m at most\n", worst);
    CHECK(worst < 1e-4);
    rig_close(&r);
}

// How far the hook moves when a coordinate of the carrier does, by differences: no row is asked.
static void slope_of(rig* r, int32_t coord, double slope[3]) {
    const patch* g = &r->k.world->joints[r->joint.index].patches[1];
    supple_body* b = r->carrier;
    const float before = b->q[coord], by = 1e-3f;
    patch_pose low, high;
    b->q[coord] = before - by;
    patch_find(g, b, body_palette(b), &low);
    b->q[coord] = before + by;
    patch_find(g, b, body_palette(b), &high);
    b->q[coord] = before;
    for (int k = 0; k < 3; ++k)
        slope[k] = (high.place[k] - low.place[k]) / (2.0 * (double)by);
}

// Virtual work: what the load pulls a coordinate by is the load times how far that moves the hook.
TEST(a_load_pulls_the_flesh_by_the_transpose_of_its_skinning) {
    for (int turned = 0; turned < 2; ++turned) {
        rig r;
        CHECK(rig_new(&r, SUPPLE_JOINT_POINT, turned ? 0.7 : 0.0));
        int32_t n = r.bar.asset.coord_count;
        double slopes[16][3], loaded[16], off = 0.0, most = 0.0;
        for (int i = 0; i < 500; ++i) {
            supple_motion m = supple_body_motion(r.load);
            m.velocity = m.spin = (supple_vec3){0.0f, 0.0f, 0.0f};
            if (i % 25 == 0 && i < 400) // it would swing for long
                supple_body_set_motion(r.load, &m);
            supple_world_step(r.k.world, DT);
        }
        CHECK_NEAR((double)supple_world_joint_state(r.k.world, r.joint).force, r.weight,
                   1e-3 * r.weight);
        for (int32_t i = 0; i < n; ++i)
            loaded[i] = (double)supple_body_coords(r.carrier)[i];
        for (int32_t i = 0; i < n; ++i)
            slope_of(&r, i, slopes[i]);
        supple_world_remove_joint(r.k.world, r.joint);
        for (int i = 0; i < 120; ++i)
            supple_world_step(r.k.world, DT);
        for (int32_t i = 0; i < n; ++i) {
            double pulled = (double)r.carrier->lambda[i] *
                            (loaded[i] - (double)supple_body_coords(r.carrier)[i]);
            most = fmax(most, fabs(pulled));
            off = fmax(off, fabs(pulled + r.weight * slopes[i][1]));
        }
        printf("        pulls up to %.3f N, off by %.1e\n", most, off);
        CHECK(most > 0.5 && off < 2e-3 * most);
        rig_close(&r);
    }
}

TEST(a_load_that_is_lifted_faster_and_faster_is_heavier) {
    rig r;
    CHECK(rig_new(&r, SUPPLE_JOINT_POINT, 0.0));
    supple_matrix palette[3];
    double sum = 0.0, worst = 0.0;
    for (int i = 1; i <= 180; ++i) { // 3 m/s^2 upwards
        double t = i * (double)DT;
        bones_at(&r, 0.0, 0.0, 1.5 * t * t, 0.0, palette);
        supple_body_drive(r.carrier, palette);
        supple_world_step(r.k.world, DT);
        worst = fmax(worst, gap_of(&r));
        if (i > 120)
            sum += (double)supple_world_joint_state(r.k.world, r.joint).force / 60.0;
    }
    printf("        %.3f times its weight, open by %.1e m at most\n", sum / r.weight, worst);
    CHECK_NEAR(sum / r.weight, (9.81 + 3.0) / 9.81, 0.01);
    CHECK(worst < 1e-4);
    rig_close(&r);
}

TEST(a_weld_to_a_bone_turns_with_it) {
    rig r;
    CHECK(rig_new(&r, SUPPLE_JOINT_WELD, 0.0));
    supple_matrix palette[3];
    double worst = 0.0;
    for (int i = 1; i <= 240; ++i) {
        double t = i * (double)DT < 2.0 ? i * (double)DT : 2.0;
        for (int32_t b = 0; b < 3; ++b)
            palette[b] = palette_matrix(0.6 * t, 0.0, 0.0, 0.0);
        supple_body_drive(r.carrier, palette);
        supple_world_step(r.k.world, DT);
        worst = fmax(worst, gap_of(&r));
    }
    supple_motion m = supple_body_motion(r.load);
    double cosine = 0.0; // of the angle between the two, from the traces
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            cosine += (double)m.pose.m[4 * j + i] * (double)palette[0].m[4 * j + i];
    double angle = acos(fmin(1.0, 0.5 * (cosine - 1.0)));
    printf("        turned 1.2 rad, the load by %.3f rad from it; open by %.1e m\n", angle, worst);
    CHECK(angle < 0.05 && worst < 1e-4);
    rig_close(&r);
}

TEST_MAIN(CASE(a_free_body_hung_from_a_body_on_bones_follows_it),
          CASE(a_load_pulls_the_flesh_by_the_transpose_of_its_skinning),
          CASE(a_load_that_is_lifted_faster_and_faster_is_heavier),
          CASE(a_weld_to_a_bone_turns_with_it))
