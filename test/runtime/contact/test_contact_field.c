// The closest-triangle field against brute force over all deformed triangles: near, deep, thin, skinned; and its cost.
// SPDX-License-Identifier: MIT
#include "test/kit/check.h"

#include "runtime/contact/contact_points.h"
#include "runtime/contact/contact_round.h"
#include "test/kit/contact_kit.h"

static contact_kit kit;

static double brute(contact_surface* s, const double x[3]) {
    double best = INFINITY;
    for (int32_t t = 0; t < s->rest->triangle_count; ++t) {
        double c[3][3];
        contact_surface_corners(s, (uint32_t)t, c);
        near_point p = near_triangle(x, c[0], c[1], c[2]);
        best = p.square < best ? p.square : best;
    }
    return sqrt(best);
}

typedef struct errors {
    double rms, worst; // of the body's size
    int count;
    uint32_t most; // triangles measured in one query
} errors;

// Over places within `range` of the box around the body, at most `near` of its size from the surface.
static errors compare(contact_surface* s, double range, double near) {
    errors e = {0};
    contact_surface_begin_queries(s, s->low_now, s->high_now);
    for (int round = 0; round < 6000; ++round) {
        double x[3];
        for (int a = 0; a < 3; ++a) {
            double middle = 0.5 * ((double)s->low_now[a] + (double)s->high_now[a]);
            double half = 0.5 * ((double)s->high_now[a] - (double)s->low_now[a]);
            x[a] = middle + kit_any(&kit) * (half + range * s->size);
        }
        double wanted = brute(s, x);
        if (wanted > near * s->size)
            continue;
        contact_surface_hit hit;
        bool inside;
        s->work.triangles = 0;
        hit.near.square = INFINITY;
        contact_surface_nearest(s, x, &hit, &inside);
        double off = (sqrt(hit.near.square) - wanted) / s->size;
        e.worst = off < -1e-9 ? INFINITY : e.worst;
        e.rms += off * off;
        e.worst = off > e.worst ? off : e.worst;
        e.most = s->work.triangles > e.most ? s->work.triangles : e.most;
        ++e.count;
    }
    e.rms = sqrt(e.rms / (e.count > 0 ? e.count : 1));
    return e;
}

static void look_at(int body) {
    contact_surface_update(kit.looks[body].skin_or_null, (const float(*)[12])kit.rows[body][0],
                           (const float(*)[12])kit.rows[body][1], 0.01, false);
}

static errors measure(const char* name, double range, double near) {
    errors e = compare(kit.looks[0].skin_or_null, range, near);
    printf("%-34s %5d places, rms %.5f %%, worst %.3f %% of the size, %u triangles at most\n", name,
           e.count, 100.0 * e.rms, 100.0 * e.worst, e.most);
    return e;
}

TEST(near_the_surface_it_is_brute_force_and_deep_it_is_about) {
    CHECK(kit_open(&kit, kit_bar, 1));
    kit_stay(&kit, 0, palette_matrix(0.7, 0.3, -0.2, 5.0));
    for (int round = 0; round < 4; ++round) {
        kit_deform(&kit, 0, 0.1 * round);
        look_at(0);
        errors near = measure("a bar, near", 0.02, 0.02), all = measure("... anywhere", 0.1, 1.0);
        CHECK(near.count > 100 && near.rms < 1e-3 && near.worst < 0.02);
        CHECK(all.count > 1000 && all.rms < 0.005 && all.worst < 0.06);
        CHECK(near.most < 150 && all.most < 150);
    }
    kit_close(&kit);
}

// What is left out by it would not have been a contact: it is never above the distance, and 0 inside.
TEST(the_least_distance_is_a_bound_and_mostly_near) {
    CHECK(kit_open(&kit, kit_bar, 1));
    kit_stay(&kit, 0, palette_matrix(0.7, 0.3, -0.2, 5.0));
    contact_surface* s = kit.looks[0].skin_or_null;
    for (int round = 0; round < 4; ++round) {
        double misses = 0.0;
        int far = 0;
        kit_deform(&kit, 0, 0.05 * round);
        look_at(0);
        contact_surface_tighten(s);
        contact_surface_begin_queries(s, s->low_now, s->high_now);
        for (int i = 0; i < 3000; ++i) {
            double x[3];
            for (int a = 0; a < 3; ++a)
                x[a] = 0.5 * ((double)s->low_now[a] + (double)s->high_now[a]) +
                       kit_any(&kit) * (0.5 * ((double)s->high_now[a] - (double)s->low_now[a]) +
                                        0.08 * s->size);
            double wanted = brute(s, x), least = contact_surface_least(s, x);
            contact_surface_hit hit;
            bool inside;
            contact_surface_nearest(s, x, &hit, &inside);
            CHECK(least <= wanted + 1e-6 * s->size && (!inside || least == 0.0));
            misses += inside ? 0.0 : wanted - least;
            far += !inside;
        }
        misses /= far * s->size;
        printf("flesh out by %.3f of the size: %.3f too near in the mean\n",
               s->reach / s->rest->extent, misses);
        CHECK(misses < (s->reach + 2.5 * s->rest->field.cell) / s->rest->extent);
    }
    kit_close(&kit);
}

TEST(thin_bodies_have_two_sides) {
    memset(&kit, 0, sizeof kit);
    kit.maker = asset_maker_new(kit_bar);
    for (uint32_t v = 0; v < kit.maker.mesh->vertex_count; ++v)
        kit.maker.positions[v][1] *= 0.002f; // a coin
    CHECK(kit_finish(&kit, 1));
    look_at(0);
    errors e = measure("a coin", 0.02, 0.02);
    CHECK(e.count > 100 && e.rms < 1e-4 && e.worst < 1e-3);
    contact_surface* s = kit.looks[0].skin_or_null;
    for (int round = 0; round < 500; ++round) {
        double y = 0.004 * kit_any(&kit), x[3] = {0.2 * kit_any(&kit), y, 0.1};
        contact_surface_hit hit;
        bool inside;
        CHECK(contact_surface_nearest(s, x, &hit, &inside));
        CHECK(inside == (y > (double)s->low_now[1] && y < (double)s->high_now[1]) ||
              fabs(y - (double)s->high_now[1]) < 1e-6 || fabs(y - (double)s->low_now[1]) < 1e-6);
    }
    kit_close(&kit);
}

TEST(bodies_on_bones_are_found_wherever_these_stand) {
    asset_maker_options o = {.rings = 40, .sides = 16, .bone_count = KIT_BONES, .height = 4.0};
    CHECK(kit_open(&kit, o, 1));
    for (int round = 0; round < 4; ++round) {
        supple_matrix palette[KIT_BONES];
        palette_script(palette, KIT_BONES, 0.5 * round);
        for (int b = 0; b < KIT_BONES; ++b) {
            kit_rows(&palette[b], kit.rows[0][0][b]);
            kit_rows(&palette[b], kit.rows[0][1][b]);
        }
        kit_deform(&kit, 0, 0.1);
        look_at(0);
        errors near = measure("a limb, near", 0.02, 0.02), all = measure("... anywhere", 0.1, 1.0);
        CHECK(near.count > 20 && near.rms < 2e-3 && near.worst < 0.02);
        CHECK(all.rms < 0.02);
        CHECK(all.most < 200);
    }
    kit_close(&kit);
}

TEST(inside_and_outside_are_told_near_and_deep) {
    CHECK(kit_open(&kit, kit_bar, 1));
    contact_surface* s = kit.looks[0].skin_or_null;
    look_at(0);
    contact_surface_begin_queries(s, s->low_now, s->high_now);
    CHECK(s->rest->closed);
    for (int round = 0; round < 4000; ++round) {
        double x[3] = {0.6 * kit_any(&kit), 0.5 + 0.8 * kit_any(&kit), 0.6 * kit_any(&kit)};
        double r = sqrt(x[0] * x[0] + x[2] * x[2]);
        bool in = r < 0.245 && x[1] > 0.0 && x[1]<1.0, out = r> 0.25 || x[1] < 0.0 || x[1] > 1.0;
        contact_surface_hit hit;
        bool inside;
        CHECK(contact_surface_nearest(s, x, &hit, &inside));
        CHECK(!in || inside);
        CHECK(!out || !inside);
    }
    kit_close(&kit);
}

TEST(coarser_sets_of_contact_points_lie_all_over_the_surface) {
    asset_maker_options o = kit_bar;
    o.rings = 60;
    o.sides = 60;
    CHECK(kit_open(&kit, o, 1));
    contact_surface* s = kit.looks[0].skin_or_null;
    look_at(0);
    static uint32_t some[512];
    uint32_t left_out = 0;
    contact_points_in all = {.low = s->low_now, .high = s->high_now};
    int32_t few = contact_points_of(s, all, 256, some, &left_out);
    CHECK(few > 128 && few <= 256);
    CHECK((int32_t)left_out == s->rest->contact_point_count - few);
    for (int32_t i = 0; i < s->rest->contact_point_count; ++i) {
        const contact_point* p = &s->rest->contact_points[i];
        CHECK(p->parent == (uint32_t)i || s->rest->contact_points[p->parent].rank < p->rank);
    }
    for (int32_t p = 0; p < s->rest->point_count; ++p) { // none is far from all of those
        double best = INFINITY, x[3], y[3];
        contact_surface_place(s, (uint32_t)p, x);
        for (int32_t i = 0; i < few; ++i) {
            contact_point_place(s, some[i], y);
            minus3(y, x, y);
            best = dot3(y, y) < best ? dot3(y, y) : best;
        }
        CHECK(sqrt(best) < 0.25);
    }
    kit_close(&kit);
}

// ---- normals ---------------------------------------------------------------------------

static void face_of(const double c[3][3], double out[3]) {
    double u[3], v[3];
    minus3(c[1], c[0], u);
    minus3(c[2], c[0], v);
    cross3(u, v, out);
    double length = sqrt(dot3(out, out));
    for (int a = 0; a < 3; ++a)
        out[a] /= length;
}

// At a point faces count by their angles there, as Baerentzen and Aanaes have it, however a flat side is cut into triangles.
TEST(normals_of_points_weigh_faces_by_angles) {
    CHECK(kit_open(&kit, kit_bar, 1));
    kit_stay(&kit, 0, palette_matrix(0.7, 0.3, -0.2, 5.0));
    kit_deform(&kit, 0, 0.1);
    look_at(0);
    contact_surface* s = kit.looks[0].skin_or_null;
    contact_surface_evaluate(s);
    double(*sums)[3] = calloc((size_t)s->rest->point_count, sizeof *sums), worst = 0.0;
    for (int32_t t = 0; t < s->rest->triangle_count; ++t) {
        double c[3][3], n[3], u[3], v[3];
        contact_surface_corners(s, (uint32_t)t, c);
        face_of((const double(*)[3])c, n);
        for (int k = 0; k < 3; ++k) {
            minus3(c[(k + 1) % 3], c[k], u);
            minus3(c[(k + 2) % 3], c[k], v);
            double* sum = sums[s->rest->corners[t][k]];
            along3(sum, acos(dot3(u, v) / sqrt(dot3(u, u) * dot3(v, v))), n, sum);
        }
    }
    for (int32_t p = 0; p < s->rest->point_count; ++p) {
        double n[3], length = sqrt(dot3(sums[p], sums[p]));
        contact_surface_point_normal(s, (uint32_t)p, n);
        for (int a = 0; a < 3; ++a)
            worst = fmax(worst, fabs(n[a] - sums[p][a] / length));
    }
    printf("%d points, off by %.1e\n", s->rest->point_count, worst);
    CHECK(worst < 2e-4);
    free(sums);
    kit_close(&kit);
}

// ---- axes of capsules --------------------------------------------------------------------

// The least distance of a triangle to points along an axis, squared.
static double brute_axis(contact_surface* s, uint32_t t, const double (*core)[3]) {
    double c[3][3], best = INFINITY;
    contact_surface_corners(s, t, c);
    for (int i = 0; i <= 100; ++i) {
        double x[3];
        for (int a = 0; a < 3; ++a)
            x[a] = core[0][a] + 0.01 * i * (core[1][a] - core[0][a]);
        best = fmin(best, near_triangle(x, c[0], c[1], c[2]).square);
    }
    return best;
}

// From either end an axis has the same nearest points; of one that goes through the triangle they are those of the end behind.
TEST(an_axis_meets_a_triangle_alike_from_both_ends) {
    CHECK(kit_open(&kit, kit_bar, 1));
    kit_stay(&kit, 0, palette_matrix(0.7, 0.3, -0.2, 5.0));
    look_at(0);
    contact_surface* s = kit.looks[0].skin_or_null;
    contact_surface_evaluate(s);
    int through = 0;
    for (int round = 0; round < 2000; ++round) {
        uint32_t t = (uint32_t)round % (uint32_t)s->rest->triangle_count;
        double c[3][3], normal[3], core[2][3], back[2][3];
        contact_surface_corners(s, t, c);
        contact_surface_normal(s, t, NEAR_FACE, normal);
        double along = s->size * (0.01 + 0.1 * fabs(kit_any(&kit))), aside = round % 2 ? 0.3 : 0.0;
        for (int a = 0; a < 3; ++a) {
            double middle = (c[0][a] + c[1][a] + c[2][a]) / 3.0;
            core[0][a] = middle + along * (normal[a] + aside * kit_any(&kit));
            core[1][a] = middle - along * (normal[a] + 3.0 * aside * kit_any(&kit));
        }
        memcpy(back[0], core[1], sizeof back[0]);
        memcpy(back[1], core[0], sizeof back[1]);
        round_meeting m = round_nearest(s, t, (const double(*)[3])core),
                      r = round_nearest(s, t, (const double(*)[3])back);
        double apart[3], least = brute_axis(s, t, (const double(*)[3])core), size = s->size;
        minus3(m.axis, m.near.place, apart);
        CHECK_NEAR(m.near.square, r.near.square, 1e-9 * size * size);
        CHECK_NEAR(dot3(apart, apart), m.near.square, 1e-9 * size * size);
        if (round % 2 == 0) {
            CHECK(dot3(apart, normal) < 0.0 && memcmp(m.axis, core[1], sizeof m.axis) == 0);
            ++through;
        } else if (memcmp(m.axis, core[1], sizeof m.axis) != 0) {
            CHECK(m.near.square <= least + 1e-9 * size * size);
        }
    }
    printf("%d of 2000 go through\n", through);
    kit_close(&kit);
}

TEST_MAIN(CASE(near_the_surface_it_is_brute_force_and_deep_it_is_about),
          CASE(the_least_distance_is_a_bound_and_mostly_near), CASE(thin_bodies_have_two_sides),
          CASE(bodies_on_bones_are_found_wherever_these_stand),
          CASE(inside_and_outside_are_told_near_and_deep),
          CASE(coarser_sets_of_contact_points_lie_all_over_the_surface),
          CASE(normals_of_points_weigh_faces_by_angles),
          CASE(an_axis_meets_a_triangle_alike_from_both_ends))
