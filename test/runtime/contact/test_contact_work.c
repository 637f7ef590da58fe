// What finding contacts costs, in counts, whatever the motion, the depth and the mesh; and what comes out of it.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "test/kit/contact_kit.h"

static contact_kit kit;

// Of one pair in one substep: points of both, and triangles that were measured for them.
enum {
    MOST_POINTS = 2048,
    MOST_TRIANGLES = 16000,
    MOST_WILD = 60000,
    MOST_CONTACTS = 64,
    MOST_MOVING = 24,
    TRIED_MOVING = 64
};

static const asset_maker_options fine = {.rings = 60, .sides = 60, .influence_count = -1};

static supple_matrix scaled(double scale, double x, double y, double z) {
    supple_matrix m = kit_at(x, y, z);
    m.m[0] = m.m[5] = m.m[10] = (float)scale;
    return m;
}

static void show(const char* name) {
    contact_work w = contact_work_of(kit.finder);
    printf("%-34s %3d contacts, %5u points, %6u triangles, %u left out\n", name, kit.count,
           w.points, w.triangles, w.left_out);
}

static bool is_bounded(int pairs, uint32_t triangles) {
    contact_work w = contact_work_of(kit.finder);
    return w.points <= (uint32_t)(pairs * MOST_POINTS) &&
           w.triangles <= (uint32_t)pairs * triangles && kit.count <= pairs * MOST_CONTACTS;
}

// Where no budget ends, nothing is told as left out.
static bool is_whole(void) {
    return contact_work_of(kit.finder).left_out == 0;
}

TEST(a_pair_costs_no_more_than_so_much_wherever_it_is) {
    const asset_maker_options* meshes[] = {&kit_bar, &fine};
    for (int m = 0; m < 2; ++m) {
        CHECK(kit_open(&kit, *meshes[m], 2));
        kit.scene.cluster = 0.05;
        kit_stay(&kit, 1, kit_at(0.02, 0.999, 0.01));
        kit_find(&kit);
        show("one on the other");
        CHECK(is_bounded(1, MOST_TRIANGLES) && kit.count > 4 && is_whole());
        kit_stay(&kit, 1, kit_at(0.02, 0.8, 0.01));
        kit_find(&kit);
        show("20 % in each other");
        CHECK(is_bounded(1, MOST_TRIANGLES) && kit.count > 4 && is_whole());
        kit_stay(&kit, 1, kit_at(0.0, 0.0, 0.0));
        kit_find(&kit);
        show("in one place");
        CHECK(is_bounded(1, MOST_TRIANGLES) && kit.count > 0 && is_whole());
        kit_stay(&kit, 1, scaled(0.3, 0.03, 0.4, 0.02));
        kit_find(&kit);
        show("one inside the other");
        CHECK(is_bounded(1, MOST_TRIANGLES) && kit.count > 0 && is_whole());
        kit_place(&kit, 1, kit_at(0.1, 1.4, 0.0), kit_at(0.1, 0.4, 0.0));
        kit_find(&kit);
        show("a size a substep");
        CHECK(is_bounded(1, MOST_TRIANGLES) && kit.count > 0);
        kit_close(&kit);
    }
}

TEST(wild_flesh_costs_no_more) {
    CHECK(kit_open(&kit, fine, 2));
    kit.scene.cluster = 0.05;
    for (int round = 0; round < 40; ++round) {
        for (int b = 0; b < 2; ++b) {
            kit_deform(&kit, b, 0.1 * (round % 8));
            for (int32_t i = 0; i < kit.bodies[b]->coord_count; ++i)
                kit.bodies[b]->v[i] = (float)(50.0 * kit_any(&kit));
        }
        kit_stay(&kit, 1, kit_anywhere(&kit, 0.5));
        kit_find(&kit);
        if (round % 8 == 7)
            show("wild flesh");
        CHECK(is_bounded(1, MOST_WILD));
    }
    kit_close(&kit);
}

TEST(a_stack_costs_each_pair_alike) {
    CHECK(kit_open(&kit, fine, 4));
    kit.scene.cluster = 0.05;
    for (int b = 0; b < 4; ++b)
        kit_stay(&kit, b, kit_at(0.0, 1.001 * b, 0.0));
    kit_find(&kit);
    show("four with gaps of a millimetre");
    CHECK(is_bounded(3, MOST_TRIANGLES) && kit.count >= 3 * 4);
    kit_close(&kit);
}

// Put into each other anyhow, and then moved as the contacts say: apart in the end, on one way.
TEST(what_is_deep_in_each_other_parts_one_way) {
    CHECK(kit_open(&kit, kit_bar, 2));
    kit.scene.cluster = 0.05;
    int parted = 0, turned = 0;
    for (int round = 0; round < 30; ++round) {
        double at[3] = {0.15 * kit_any(&kit), 0.4 * kit_any(&kit), 0.15 * kit_any(&kit)};
        double first[3] = {0.0, 0.0, 0.0};
        bool apart = false, flipped = false;
        for (int step = 0; step < 200 && !apart; ++step) {
            kit_stay(&kit, 1, kit_at(at[0], at[1], at[2]));
            kit_find(&kit);
            double displacement[3] = {0.0, 0.0, 0.0}, deepest = 0.0;
            for (int i = 0; i < kit.count; ++i) {
                double deep = kit.found[i].gap < 0.0 ? -kit.found[i].gap : 0.0;
                deepest = deep > deepest ? deep : deepest;
                along3(displacement, -deep, kit.found[i].normal,
                       displacement); // the other goes against it
            }
            apart = deepest < 1e-4;
            if (near_unit(displacement, 0.0) == 0.0)
                continue;
            if (step == 0)
                memcpy(first, displacement, sizeof first);
            flipped |= dot3(first, displacement) < -0.5;
            along3(at, 0.01, displacement, at);
        }
        parted += apart;
        turned += flipped;
    }
    printf("%d of 30 parted, %d turned back on their way\n", parted, turned);
    CHECK(parted == 30 && turned == 0);
    kit_close(&kit);
}

// How far contacts lie apart along the widest axis.
static double spread_of(const contact_kit* k) {
    double most = 0.0;
    for (int a = 0; a < 3; ++a) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < k->count; ++i) {
            low = k->found[i].place[a] < low ? k->found[i].place[a] : low;
            high = k->found[i].place[a] > high ? k->found[i].place[a] : high;
        }
        most = high - low > most ? high - low : most;
    }
    return most;
}

TEST(a_manifold_is_small_deep_and_spread) {
    CHECK(kit_open(&kit, fine, 2));
    kit_stay(&kit, 1, palette_matrix(0.1, 0.05, 0.97, 0.0)); // no clusters are asked for
    kit_find(&kit);
    CHECK(kit.count > 16 && kit.count <= MOST_CONTACTS);
    double low[3] = {1.0, 1.0, 1.0}, high[3] = {-1.0, -1.0, -1.0};
    for (int i = 0; i < kit.count; ++i)
        for (int a = 0; a < 3; ++a) {
            low[a] = kit.found[i].place[a] < low[a] ? kit.found[i].place[a] : low[a];
            high[a] = kit.found[i].place[a] > high[a] ? kit.found[i].place[a] : high[a];
        }
    CHECK(high[0] - low[0] > 0.3 && high[2] - low[2] > 0.3);
    for (int i = 1; i < kit.count; ++i)
        CHECK(kit.found[i].gap >= kit.found[0].gap);
    kit_close(&kit);
}

// What moves is found anew in the next substep: few points and contacts are enough, the deepest of them as deep as that of
// the whole manifold, within how far points that are tried lie apart, and all around the place of contact.
TEST(a_pair_that_moves_costs_less_and_is_as_deep) {
    CHECK(kit_open(&kit, fine, 2));
    double near = CONTACT_NEAR * kit.looks[0].skin_or_null->rest->extent, off = 0.0;
    int32_t fewer = 0;
    for (int round = 0; round < 40; ++round) {
        supple_matrix at = palette_matrix(0.1 * kit_any(&kit), 0.1 * kit_any(&kit),
                                          0.98 + 0.01 * kit_any(&kit), 0.1 * kit_any(&kit)),
                      next = at;
        kit_stay(&kit, 1, at);
        kit_find(&kit);
        double deepest = kit_deepest(&kit), wide = spread_of(&kit);
        int32_t count = kit.count;
        next.m[13] += (float)(1.5 * near); // apart, so that nothing is found by its motion alone
        kit_place(&kit, 1, at, next);
        kit_find(&kit);
        CHECK(contact_work_of(kit.finder).points <= 2 * TRIED_MOVING && kit.count <= MOST_MOVING);
        CHECK(count <= 16 || (kit.count > 4 && spread_of(&kit) > 0.5 * wide));
        off = fabs(kit_deepest(&kit) - deepest) > off ? fabs(kit_deepest(&kit) - deepest) : off;
        fewer += kit.count < count;
    }
    printf("fewer contacts in %d of 40, depths within %.4f\n", fewer, off);
    CHECK(fewer > 20 && off < 0.02); // 0.0173 among 6,000 draws
    kit_close(&kit);
}

// Of two that fall side by side nothing closes; but when the lower one strikes something the upper one goes on, and is to be
// stopped in the same substep.
TEST(what_falls_in_a_row_is_found_when_the_first_of_it_strikes) {
    CHECK(kit_open(&kit, fine, 3));
    const contact_rest* rest = kit.looks[0].skin_or_null->rest;
    double near = CONTACT_NEAR * rest->extent, way = 0.9 * rest->least;
    for (int strikes = 0; strikes < 2; ++strikes) {
        kit_stay(&kit, 0, kit_at(0.0, strikes ? -0.5 * way : -9.0, 0.0));
        for (int i = 1; i < 3; ++i) {
            double y = i * (1.0 + 4.0 * near);
            kit_place(&kit, i, kit_at(0.0, y, 0.0), kit_at(0.0, y - way, 0.0));
        }
        kit_find(&kit);
        int32_t above = 0;
        for (int32_t i = 0; i < kit.count; ++i)
            above += kit.found[i].body == 1 && kit.found[i].other == 2;
        CHECK((above > 0) == (strikes == 1));
    }
    kit_close(&kit);
}

// A pair is searched when its surfaces have moved by CONTACT_NEAR of the size against each other, and not before.
TEST(what_has_hardly_moved_is_not_searched_again) {
    CHECK(kit_open(&kit, fine, 2));
    double near = CONTACT_NEAR * kit.looks[0].skin_or_null->rest->extent, at = 0.05;
    int32_t searches = 0, count = 0;
    for (int n = 0; n < 41; ++n, at += 0.1 * near) {
        kit_place(&kit, 1, kit_at(at, 0.99, 0.0), kit_at(at + 0.1 * near, 0.99, 0.0));
        kit.scene.again = kit.scene.later = n > 0;
        kit_find(&kit);
        contact_work w = contact_work_of(kit.finder);
        CHECK(w.searched <= 1 && (w.searched == 1) == (w.points > 0));
        CHECK(w.searched == 1 || kit.count == count);
        count = kit.count;
        searches += (int32_t)w.searched;
    }
    printf("%d searches while it slid by %g of what is near, with %d contacts\n", searches, 4.0,
           count);
    CHECK(count > 0 && searches >= 4 && searches <= 6);
    kit.scene.later = false; // the same moment: everything is known
    kit_find(&kit);
    CHECK(contact_work_of(kit.finder).searched == 0 && kit.count == count);
    kit.scene.again = false;
    kit_find(&kit);
    CHECK(contact_work_of(kit.finder).searched == 1);
    kit_close(&kit);
}

// The deepest of what is carried on, its gaps moved as the bodies do, is that of a search from nothing: but for one look in a hundred
// (of 48,000 one in 500), when a point that was not among those carried on is now the deepest, and then within 1 % of the size.
TEST(what_goes_on_is_as_deep_as_what_would_be_found) {
    CHECK(kit_open(&kit, fine, 2));
    static contact fresh[KIT_CONTACTS];
    contact_finder* other = contact_finder_start(
        malloc(contact_finder_size(KIT_BODIES, KIT_CONTACTS)), KIT_BODIES, KIT_CONTACTS);
    double near = CONTACT_NEAR * kit.looks[0].skin_or_null->rest->extent, off = 0.0;
    int32_t searched = 0, looks = 0, others = 0;
    for (int round = 0; round < 60; ++round) {
        supple_matrix at = palette_matrix(0.1 * kit_any(&kit), 0.1 * kit_any(&kit),
                                          0.99 + 0.01 * kit_any(&kit), 0.1 * kit_any(&kit));
        double step[3];
        for (int a = 0; a < 3; ++a)
            step[a] = 0.4 * near * kit_any(&kit);
        for (int n = 0; n < 8; ++n) {
            supple_matrix next = at;
            for (int a = 0; a < 3; ++a)
                next.m[12 + a] += (float)step[a];
            kit_place(&kit, 1, at, next);
            kit.scene.again = kit.scene.later = n > 0;
            for (int i = 0; n > 0 && i < kit.count; ++i)
                kit.found[i].gap -= dot3(kit.found[i].normal, step);
            kit_find(&kit);
            searched += (int32_t)contact_work_of(kit.finder).searched;
            kit.scene.again = kit.scene.later = false;
            int32_t count = contact_find(other, &kit.scene, fresh);
            double deepest = 0.0, known = kit_deepest(&kit);
            for (int i = 0; i < count; ++i)
                deepest = fresh[i].gap < deepest ? fresh[i].gap : deepest;
            known = known < 0.0 ? known : 0.0;
            off = fabs(known - deepest) > off ? fabs(known - deepest) : off;
            others += fabs(known - deepest) > 0.2 * near;
            ++looks;
            at = next;
        }
    }
    printf("%d searches in %d looks, depths within %.3g of what is near, %d above a fifth\n",
           searched, looks, off / near, others);
    CHECK(3 * searched < 2 * looks && off < 2.0 * near && 100 * others < looks);
    free(other);
    kit_close(&kit);
}

TEST_MAIN(CASE(a_pair_costs_no_more_than_so_much_wherever_it_is), CASE(wild_flesh_costs_no_more),
          CASE(a_stack_costs_each_pair_alike), CASE(what_is_deep_in_each_other_parts_one_way),
          CASE(a_manifold_is_small_deep_and_spread),
          CASE(a_pair_that_moves_costs_less_and_is_as_deep),
          CASE(what_falls_in_a_row_is_found_when_the_first_of_it_strikes),
          CASE(what_has_hardly_moved_is_not_searched_again),
          CASE(what_goes_on_is_as_deep_as_what_would_be_found))
