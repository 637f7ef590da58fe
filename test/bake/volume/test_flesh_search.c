// Random creatures: left is left, a belly is in front, no part without evidence, what is rigid stays rigid, and none of it
// depends on how a program writes a rig.
// SPDX-License-Identifier: MIT
#include "bake/scene/bind.h"
#include "bake/volume/layers.h"
#include "bake/volume/part_auto.h"
#include "bake/volume/pieces.h"
#include "test/kit/beasts.h"
#include "test/kit/check.h"
#include "test/kit/creature.h"
#include "test/kit/renamed_body.h"
#include "test/kit/rigging.h"
#include "test/kit/thorough.h"

typedef struct sighting {
    creature what;
    handed_over how;
    character body;
    vec3 front, left, middle; // the truth
    int32_t count;
    part_plan plans[PARTS_MOST];
} sighting;

static void look_at_scene(sighting* x, const scene* made, arena* a) {
    scene* s = ARENA_NEW(a, scene, 1);
    report r = report_new(a);
    pose* p = ARENA_NEW(a, pose, 1);
    surface* f = ARENA_NEW(a, surface, 1);
    *s = renamed_body(made, &x->how, a);
    *p = bind_pose(s, a);
    *f = surface_from_scene(s, p, a);
    x->body = character_new(s, f, p, a);
    x->count = parts_find(&x->body, 0, a, x->plans, &r);
    double sine, cosine;
    exact_sincos(x->how.yaw, &sine, &cosine);
    x->front = v3(sine, 0, cosine);
    x->left = v3_scale(v3(cosine, 0, -sine), x->how.mirrored ? -1.0 : 1.0);
    x->middle = mat4_point(p->world[SPINE], v3(0, 0, 0));
}

static void look_at(sighting* x, arena* a) {
    scene made = creature_make(&x->what, a);
    look_at_scene(x, &made, a);
}

static vec3 middle_of(const sighting* x, const region* g) {
    vec3 sum = v3(0, 0, 0);
    double all = 0.0;
    for (int32_t v = 0; v < g->count; ++v) {
        sum = v3_madd(sum, x->body.surface->positions[v], g->value[v]);
        all += g->value[v];
    }
    return v3_sub(v3_scale(sum, 1.0 / all), x->middle);
}

// Is this part where its name says? Without names of joints, left and right are where the body has them.
static bool is_in_place(const sighting* x, const part_plan* p) {
    vec3 at = middle_of(x, &p->region);
    bool none = x->what.names == CREATURE_VOCABULARIES - 1, up = x->what.kind == PERSON;
    double side = v3_dot(at, x->left) * (none && x->how.mirrored ? -1.0 : 1.0);
    if (strstr(p->name, " left") != NULL && side <= 0.0)
        return false;
    if (strstr(p->name, " right") != NULL && side >= 0.0)
        return false;
    if (strcmp(p->name, "belly") == 0 || strcmp(p->name, "chest") == 0)
        return up ? v3_dot(at, x->front) > 0.0 : at.y < 0.0;
    if (strcmp(p->name, "buttocks") == 0)
        return up && v3_dot(at, x->front) < 0.0;
    return true;
}

// Could a creature like this have a part of that name?
static bool has_evidence(const sighting* x, const char* name) {
    if (x->what.metal)
        return strstr(name, " soft") != NULL;
    bool limbs = x->what.kind != FISH, none = x->what.names == CREATURE_VOCABULARIES - 1;
    if (strncmp(name, "ear", 3) == 0)
        return false;
    if (strncmp(name, "tail", 4) == 0)
        return x->what.tail && !none;
    if (strncmp(name, "cheek", 5) == 0)
        return x->what.kind == PERSON && !none;
    if (strncmp(name, "thigh", 5) == 0 || strncmp(name, "upper arm", 9) == 0 ||
        strncmp(name, "foreleg", 7) == 0)
        return limbs && !none;
    return !none || strstr(name, " soft") != NULL;
}

// Of rigid pieces no vertex is in a part, but those that ride, and those all together.
static bool stays_rigid(const sighting* x, const part_plan* p, arena* a) {
    const pieces* all = x->body.pieces;
    region g = region_copy(&x->body, &p->region, a);
    layers_settle(&x->body, &g);
    for (int32_t i = 0; i < all->count; ++i) {
        double low = INFINITY, high = -INFINITY;
        for (int32_t v = 0; v < g.count; ++v)
            if (all->of[v] == i) {
                low = fmin(low, g.value[v]);
                high = fmax(high, g.value[v]);
            }
        if (all->list[i].rigid && high > low)
            return false;
    }
    return true;
}

static bool finds_things(const sighting* x) { // that anyone would see
    bool belly = false, thighs = false;
    for (int32_t i = 0; i < x->count; ++i) {
        belly |= strcmp(x->plans[i].name, "belly") == 0;
        thighs |= strcmp(x->plans[i].name, "thigh left") == 0;
    }
    if (x->what.metal) // then a garment may be soft, and is called after its bone
        return x->count == 0 || x->what.band || x->what.shirt;
    bool doubtful = x->how.mirrored; // names against toes: then parts are named after their joints
    if (x->what.names == CREATURE_VOCABULARIES - 1 || x->what.kind == FISH || doubtful)
        return x->count > 0;
    return belly && thighs;
}

static bool rigid_is_found(const sighting* x) {
    const creature* c = &x->what;
    int32_t wanted = c->hat + c->armour + 2 * c->eyes + c->pack, found = 0;
    for (int32_t i = 0; i < x->body.pieces->count; ++i) {
        const piece* p = &x->body.pieces->list[i];
        found += p->rigid && strncmp(p->name, "Object_", 7) == 0;
        bool body = strncmp(p->name, "Body", 4) == 0 || strncmp(p->name, "Limbs", 5) == 0;
        if (p->rigid && strncmp(p->name, "Object_", 7) != 0 && !(body && c->metal))
            return false;
    }
    return found == wanted;
}

static void tell(const sighting* x, uint64_t number, const char* wrong) {
    const creature* c = &x->what;
    printf(
        "%llu: kind %d names %d tail %d hat %d armour %d shirt %d eyes %d pack %d band %d metal %d "
        "apart %d fat %.2f limbs %.2f yaw %.2f scale %.2f mirrored %d: %s\n",
        (unsigned long long)number, c->kind, c->names, c->tail, c->hat, c->armour, c->shirt,
        c->eyes, c->pack, c->band, c->metal, c->apart, c->fat, c->limbs, x->how.yaw, x->how.scale,
        x->how.mirrored, wrong);
    for (int32_t i = 0; i < x->count; ++i)
        printf("    %s\n", x->plans[i].name);
    for (int32_t i = 0; i < x->body.pieces->count; ++i)
        printf("    piece %s %s\n", x->body.pieces->list[i].name, x->body.pieces->list[i].reason);
}

static handed_over random_hands(void) {
    return (handed_over){.names = NAMES_KEPT,
                         .yaw = random_in(-3.1, 3.1),
                         .scale = random_in(0, 1) < 0.5 ? 1.0 : random_in(0.02, 50.0),
                         .mirrored = random_in(0, 1) < 0.2};
}

static bool is_lawful(uint64_t number) {
    arena* a = arena_create();
    seed = number;
    sighting x = {.what = creature_random()};
    x.how = random_hands();
    look_at(&x, a);
    bool good = finds_things(&x) && rigid_is_found(&x);
    const char* wrong = good ? "" : "what is there is not found, or rigid";
    for (int32_t i = 0; i < x.count; ++i)
        if (!is_in_place(&x, &x.plans[i]) || !has_evidence(&x, x.plans[i].name) ||
            !stays_rigid(&x, &x.plans[i], a)) {
            good = false;
            wrong = x.plans[i].name;
        }
    if (!good)
        tell(&x, number, wrong);
    arena_destroy(a);
    return good;
}

TEST(random_creatures_are_soft_where_their_names_say) {
    // robots with a belt or a shirt, and a man whose pack has more skin than he has
    static const uint64_t worst[] = {3926, 6852, 10548, 17247};
    int wrong = 0, all = test_thorough() ? 400 : 10;
    for (size_t k = 0; k < sizeof worst / sizeof *worst; ++k)
        wrong += !is_lawful(worst[k]);
    for (int k = 0; k < all; ++k)
        wrong += !is_lawful(1000 + 77 * (uint64_t)k);
    CHECK(wrong == 0);
}

// Creatures are symmetric but for the diagonals of their quads, so a part has as much flesh as its twin.
static double unlike_twins(const sighting* x) {
    double worst = 0.0;
    for (int32_t i = 0; i + 1 < x->count; ++i) {
        const char *left = x->plans[i].name, *right = x->plans[i + 1].name;
        size_t n = strlen(left) - strlen("left");
        if (strstr(left, " left") != NULL && strncmp(left, right, n) == 0 &&
            strcmp(right + n, "right") == 0)
            worst = fmax(worst, fabs(log(x->plans[i].flesh / x->plans[i + 1].flesh)));
    }
    return worst;
}

TEST(twins_of_symmetric_creatures_have_the_same_flesh) {
    double worst = 0.0;
    for (int k = 0; k < (test_thorough() ? 300 : 6); ++k) {
        arena* a = arena_create();
        seed = 5310 + 13 * (uint64_t)k;
        sighting x = {.what = creature_random()};
        x.how = random_hands();
        look_at(&x, a);
        double unlike = unlike_twins(&x);
        if (unlike > 0.03)
            tell(&x, 5310 + 13 * (uint64_t)k, arena_format(a, "twins differ by %.3f", unlike));
        worst = fmax(worst, unlike);
        arena_destroy(a);
    }
    printf("        twins differ by at most %.4f\n", worst);
    CHECK(worst < 0.03);
}

// ---- rigs ------------------------------------------------------------------------------

// The same parts, with the same flesh in cubic units of the scene.
static bool finds_the_same(const sighting* x, const sighting* y) {
    bool same = x->count == y->count;
    for (int32_t i = 0; i < x->count && same; ++i)
        same = strcmp(x->plans[i].name, y->plans[i].name) == 0 &&
               fabs(x->plans[i].flesh / y->plans[i].flesh - 1.0) < 1e-6;
    return same;
}

static bool rig_is_the_same(uint64_t number) {
    static const double metres[] = {0.01, 100.0, 0.0254, 0.001};
    arena* a = arena_create();
    seed = number;
    sighting x = {.what = creature_random()};
    x.what.metal = false;
    x.how = random_hands();
    x.how.scale = 1.0;
    scene made = creature_make(&x.what, a);
    int kind = (int)(number % 3);
    if (kind == 2)
        made = rig_of_one_bone_a_vertex(&made, a);
    look_at_scene(&x, &made, a);
    sighting y = {.what = x.what, .how = x.how};
    scene written = kind == 0   ? rig_in_unit(&made, y.how.scale = metres[number / 3 % 4], a)
                    : kind == 1 ? rig_of_two_skins(&made, a)
                                : rig_without_binds(&made, a);
    look_at_scene(&y, &written, a);
    bool same = finds_the_same(&x, &y);
    if (!same) {
        tell(&x, number, "as it was made");
        tell(&y, number, kind == 0 ? "in another unit" : kind == 1 ? "two skins" : "no binds");
    }
    arena_destroy(a);
    return same;
}

TEST(parts_do_not_depend_on_how_a_rig_is_written) {
    // in inches, half a head; as large as in centimetres, two arms of as much flesh for one place
    int wrong = !rig_is_the_same(5310) + !rig_is_the_same(10983), all = test_thorough() ? 400 : 4;
    for (int k = 0; k < all; ++k)
        wrong += !rig_is_the_same(5000 + 31 * (uint64_t)k);
    CHECK(wrong == 0);
}

// ---- no people -------------------------------------------------------------------------

static bool beast_is_lawful(uint64_t number) {
    static const char* const sharks[2][7] = {
        {"Spine", "Chest", "Head", "Tail", "Tail.001", "Fin.L", "Fin.R"},
        {"Bone", "Bone.001", "Bone.002", "Bone.003", "Bone.004", "Bone.005", "Bone.006"}};
    static const char* const legs[] = {"Leg", "thigh", "femur_", "UpperLeg", "leg.", "Bone_"};
    arena* a = arena_create();
    seed = number;
    sighting x = {.how = random_hands()};
    int names = (int)random_in(0, 6 - 1e-9);
    bool fish = number % 2 == 0;
    scene made = fish ? shark(sharks[names % 2], a) : spider(legs[names], a);
    look_at_scene(&x, &made, a);
    bool good = x.count > 0;
    for (int32_t i = 0; i < x.count; ++i)
        good = good && (strstr(x.plans[i].name, " soft") != NULL ||
                        (fish && names % 2 == 0 && strcmp(x.plans[i].name, "tail") == 0));
    if (!good)
        tell(&x, number, fish ? sharks[names % 2][0] : legs[names]);
    arena_destroy(a);
    return good;
}

TEST(sharks_and_spiders_have_no_limbs_of_people_however_they_are_handed_over) {
    int wrong = 0, all = test_thorough() ? 100 : 6;
    for (int k = 0; k < all; ++k)
        wrong += !beast_is_lawful(9000 + 7 * (uint64_t)k);
    CHECK(wrong == 0);
}

TEST_MAIN(CASE(random_creatures_are_soft_where_their_names_say),
          CASE(twins_of_symmetric_creatures_have_the_same_flesh),
          CASE(parts_do_not_depend_on_how_a_rig_is_written),
          CASE(sharks_and_spiders_have_no_limbs_of_people_however_they_are_handed_over))
