// Random clothes over bodies, ours and others': neighbours within a few millimetres keep their offset over clips.
//
// Garments are cut from the skin at random heights, some as fine as it is, some far coarser, some with two sides,
// some with a belt over them, so hems lie anywhere in the soft parts that the search finds. Offsets are compared before
// bones move them: what skinning does to them is the file's.
// SPDX-License-Identifier: MIT
#include "bake/import/import.h"
#include "bake/play/take_out.h"
#include "bake/volume/layers.h"
#include "test/kit/check.h"
#include "test/kit/creature.h"
#include "test/kit/offsets.h"
#include "test/kit/sample_once.h"
#include "test/kit/wardrobe.h"

enum { SWIMMERS = 6, CREATURES = 8, CLIPS_MOST = 3, FRAMES = 45 };

#define CELL                                                                                       \
    0.04 // of the body's size: looking for one that gives a number of tets would take twice the time
#define NEAR  0.0035 // of the body's size: a few millimetres of a man
#define ALIKE 0.5    // of two vertices' weights: neighbours that bones move together

// ---- the law ---------------------------------------------------------------------------

typedef struct worn {
    int32_t pairs; // over and under
    int32_t parts;
    offsets_kept kept;  // of vertices over what they lie on
    offsets_kept under; // of vertices under what lies on them, whose facets are not their own
    double apart;       // of neighbours that bones move apart: what softness adds, see apart_over
    bool told;          // the bake named pieces that move apart
} worn;

static bool play_some(const play_request* q, const wardrobe* w, play_take* t, report* r) {
    play_request now = *q;
    play_push push;
    if (q->clip < 0) { // no clip: pulled at the middle of its skin
        vec3 middle = v3(0, 0, 0);
        for (int32_t v = 0; v < w->rest.vertex_count; ++v)
            middle = v3_madd(middle, w->rest.positions[v], 1.0 / w->rest.vertex_count);
        push = play_push_at(&w->rest, middle, 0.2 * w->size, v3(0, -60, -90), w->memory);
        now.push_or_null = &push;
    }
    double whole = q->clip >= 0 ? w->scene.clips[q->clip].duration : 1.0;
    now.seconds = fmin(whole, FRAMES / q->fps);
    return play_clip(&now, w->memory, t, r);
}

// How much of the weights of two vertices is on the same joints: what bones move apart keeps no offset.
static double alike(const supple_asset* a, int32_t v, int32_t w) {
    double sum = 0.0;
    int32_t n = a->influence_count;
    for (int32_t i = 0; i < n; ++i)
        for (int32_t k = 0; k < n; ++k)
            if (a->joints[v * n + i] == a->joints[w * n + k])
                sum += fmin(a->weights[v * n + i], a->weights[w * n + k]);
    return sum;
}

static void copy_offset(const offsets* from, int32_t i, offsets* to) {
    to->vertex[to->count] = from->vertex[i];
    to->length[to->count] = from->length[i];
    memcpy(to->below[to->count], from->below[i], sizeof *to->below);
    memcpy(to->at[to->count++], from->at[i], sizeof *to->at);
}

// Does the vertex lie on the piece that the triangle is of?
static bool lies_on(const character* c, int32_t v, int32_t corner) {
    const layer_host* h = &c->layers[c->weld.welded[v]];
    return h->triangle >= 0 &&
           c->surface->vertex_primitive[corner] ==
               c->surface->vertex_primitive[c->weld.first[c->triangles[h->triangle][0]]];
}

// Neighbours that bones move together lie over what is near, or under it; others are apart.
typedef enum kin { KIN_OVER, KIN_UNDER, KIN_APART } kin;

static kin kin_of(const supple_asset* a, const character* c, const offsets* o, int32_t i) {
    for (int k = 0; k < 3; ++k)
        if (!(alike(a, o->vertex[i], o->below[i][k]) > ALIKE))
            return KIN_APART;
    return lies_on(c, o->vertex[i], o->below[i][0]) ? KIN_OVER : KIN_UNDER;
}

static offsets chosen(const supple_asset* a, const character* c, const offsets* o, kin which,
                      arena* memory) {
    size_t n = (size_t)o->count + 1;
    offsets out = {.vertex = ARENA_NEW(memory, int32_t, n), .length = ARENA_NEW(memory, double, n)};
    out.below = arena_alloc(memory, n, sizeof *out.below);
    out.at = arena_alloc(memory, n, sizeof *out.at);
    for (int32_t i = 0; i < o->count; ++i)
        if (kin_of(a, c, o, i) == which)
            copy_offset(o, i, &out);
    return out;
}

static vec3 point_at(const float (*points)[3], int32_t v) {
    return v3(points[v][0], points[v][1], points[v][2]);
}

// Bones may move neighbours apart, which is the file's own animation. So, as shown: how much an offset with
// softness differs from the one without, over the longer of that one and the one at rest.
static double apart_over(const offsets* o, const play_request* q, const play_take* t, arena* a) {
    if (o->count == 0)
        return 0.0;
    point_cache soft = take_points(q, t, a);
    double worst = 0.0, metres = play_world_metres(q->binding, q->asset);
    for (int32_t frame = 0; frame < t->frame_count; ++frame) {
        arena* scratch = arena_create();
        pose now = pose_at(q->s, q->clip, frame / t->fps, scratch);
        surface stiff = surface_from_scene(q->s, &now, scratch);
        const float(*shown)[3] =
            (const float(*)[3])soft.points + (size_t)frame * (size_t)soft.point_count;
        for (int32_t i = 0; i < o->count; ++i) {
            vec3 with = point_at(shown, o->vertex[i]), without = stiff.positions[o->vertex[i]];
            for (int k = 0; k < 3; ++k) {
                with = v3_madd(with, point_at(shown, o->below[i][k]), -o->at[i][k]);
                without = v3_madd(without, stiff.positions[o->below[i][k]], -o->at[i][k]);
            }
            double whole = fmax(o->length[i], metres * v3_length(without));
            worst = fmax(worst, metres * v3_distance(with, without) / whole);
        }
        arena_destroy(scratch);
    }
    return worst;
}

static worn wear(const wardrobe* w, const scene* s, report* r) {
    arena* a = w->memory;
    worn out = {0};
    recipe how = recipe_default();
    how.defaults.cell = CELL * w->size;
    how.defaults.ten_nodes = false;
    bake_result baked;
    supple_asset asset;
    if (!bake_scene(s, &how, &(bake_options){.threads = 2}, a, &baked, r) ||
        supple_asset_read(&asset, baked.asset.file.data, baked.asset.file.size) != SUPPLE_OK)
        return out;
    pose bind = bind_pose(s, a);
    surface rest = surface_from_scene(s, &bind, a);
    character c = character_new(s, &rest, &bind, a);
    out.parts = baked.row_count;
    for (int32_t i = 0; i < r->count; ++i)
        out.told |= strstr(r->findings[i].text, "which lie close") != NULL;
    play_request q = {
        .s = s, .binding = &baked.binding, .asset = &asset, .fps = 30.0, .substeps = 2};
    for (int32_t k = s->clip_count > 0 ? 0 : -1; k < s->clip_count && k < CLIPS_MOST; ++k) {
        play_take t;
        q.clip = k;
        if (!play_some(&q, w, &t, r))
            continue;
        for (int32_t g = 0; g < s->primitive_count; ++g) {
            offset_search near = {rest.vertex_primitive, g, -1, 1e-4 * w->size, NEAR * w->size};
            offsets o = offsets_between(&rest, &near, baked.unit, a);
            offsets over = chosen(&asset, &c, &o, KIN_OVER, a);
            offsets under = chosen(&asset, &c, &o, KIN_UNDER, a);
            offsets apart = chosen(&asset, &c, &o, KIN_APART, a);
            out.pairs += k <= 0 ? over.count + under.count : 0;
            offsets_over(&over, &q, &t, a, &out.kept);
            offsets_over(&under, &q, &t, a, &out.under);
            out.apart = fmax(out.apart, apart_over(&apart, &q, &t, a));
        }
    }
    return out;
}

static void print_worn(const char* name, int k, const worn* x) {
    printf("        %-20s %2d: %5d pairs, %2d parts, farthest %4.1f mm, %.2f mm change by %.3f mm "
           "(%.3f); ",
           name, k, x->pairs, x->parts, 1e3 * x->kept.farthest, 1e3 * x->kept.at_rest,
           1e3 * x->kept.worst, x->kept.ratio);
    printf("under it %.2f by %.3f (%.3f); bones apart, as shown: %.3f%s\n", 1e3 * x->under.at_rest,
           1e3 * x->under.worst, x->under.ratio, x->apart, x->told ? "; told" : "");
}

static bool keeps(const scene* s, const char* name, int k) {
    arena* a = arena_create();
    report r = report_new(a);
    wardrobe w = open_wardrobe(s, a);
    seed = 100 + (uint64_t)k;
    scene worn_by = dress(&w);
    worn x = wear(&w, &worn_by, &r);
    print_worn(name, k, &x);
    bool good =
        x.parts > 0 && x.pairs > 30 && x.kept.ratio < 0.1 &&
        (x.told ? x.under.ratio < (w.coarse ? 1.0 : 0.2) : x.under.ratio < 0.1 && x.apart < 0.1);
    arena_destroy(a);
    return good;
}

TEST(random_clothes_keep_their_offset_to_a_tenth_over_clips) {
    for (int k = 0; k < (SWIMMERS); ++k)
        CHECK(keeps(sample_once("swimmer"), "swimmer", k));
}

TEST(random_clothes_keep_their_offset_on_characters_of_others) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of models");
    static const struct {
        const char* file;
        int clothes;
    } bodies[] = {
        {"mh_female_heavy.glb", 5}, {"big_buck_bunny.glb", 2}, {"horse_animations.glb", 6}};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        imported in;
        CHECK(import_scene(arena_format(a, "%s/rigged/%s", folder, bodies[i].file), a, &in, &r));
        for (int k = 0; k < bodies[i].clothes; ++k)
            CHECK(keeps(&in.scene, bodies[i].file, k));
        import_close(&in);
        arena_destroy(a);
    }
}

// Larger than the body, so it is what the body lies on.
TEST(a_suit_over_all_of_the_body_keeps_its_offset) {
    arena* a = arena_create();
    report r = report_new(a);
    wardrobe w = open_wardrobe(sample_once("swimmer"), a);
    cut suit = {-1.0, 2.0, 0.002, 0.0, 0.0};
    cloth c = garment(&w, &suit);
    scene s = tailor_add(&w.scene, "Suit", "neoprene", 0.0f, &c, a);
    worn x = wear(&w, &s, &r);
    print_worn("suit", 0, &x);
    CHECK(x.parts > 5 && x.pairs > 10000 && x.kept.ratio < 0.01 && x.under.ratio < 0.1);
    arena_destroy(a);
}

// Layers as files have them: what a vertex lies on is kept to a tenth. What lies on it, and what other bones move, is too, or
// the bake names the pieces.
TEST(characters_of_others_keep_the_offsets_of_their_own_pieces) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of models");
    static const char* const files[] = {"kaykit_barbarian.glb", "mh_female_heavy.glb", "Fox.glb",
                                        "big_buck_bunny.glb", "horse_animations.glb"};
    int32_t layered = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        arena* a = arena_create();
        report r = report_new(a);
        imported in;
        CHECK(import_scene(arena_format(a, "%s/rigged/%s", folder, files[i]), a, &in, &r));
        wardrobe w = open_wardrobe(&in.scene, a);
        worn x = wear(&w, &in.scene, &r);
        print_worn(files[i], 0, &x);
        layered += x.pairs > 0 || x.apart > 0.0;
        CHECK(x.parts > 0 && x.kept.ratio < 0.1);
        CHECK(x.told || (x.under.ratio < 0.1 && x.apart < 0.1));
        import_close(&in);
        arena_destroy(a);
    }
    CHECK(layered > 0);
}

TEST(random_creatures_in_shirts_keep_their_offsets) {
    int moved = 0;
    for (int k = 0; k < CREATURES; ++k) {
        arena* a = arena_create();
        report r = report_new(a);
        seed = 31 + 7 * (uint64_t)k;
        creature what = creature_random();
        what.shirt = true;
        what.metal = false;
        scene s = creature_make(&what, a);
        wardrobe w = open_wardrobe(&s, a);
        worn x = wear(&w, &s, &r);
        print_worn("creature", k, &x);
        CHECK(x.parts > 0 && x.pairs > 30 && x.kept.farthest > 0.0 && x.kept.ratio < 0.1);
        moved += x.kept.farthest > 1e-3;
        CHECK(x.under.ratio < 0.1 && (x.told || x.apart < 0.1));
        arena_destroy(a);
    }
    CHECK(4 * moved > 3 * CREATURES); // whose clips hardly shake anything prove little
}

TEST_MAIN(CASE(a_suit_over_all_of_the_body_keeps_its_offset),
          CASE(random_creatures_in_shirts_keep_their_offsets),
          CASE(characters_of_others_keep_the_offsets_of_their_own_pieces),
          CASE(random_clothes_keep_their_offset_to_a_tenth_over_clips),
          CASE(random_clothes_keep_their_offset_on_characters_of_others))
