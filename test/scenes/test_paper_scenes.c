// The scenes of DyRT and of Hauser's paper (docs/papers.md), each with a law that it obeys.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/play/play.h"
#include "bake/recipe/recipe_file.h"
#include "bake/scene/contents.h"
#include "bake/volume/content.h"
#include "scenes/swimmer.h"
#include "test/kit/check.h"
#include "test/kit/sample_once.h"

typedef struct baked {
    arena* memory;
    const scene* s;
    bake_result made;
    supple_asset asset;
    bool sound;
} baked;

// By a recipe of the gallery, with fewer elements.
static baked bake_sample(const char* name, const char* path, int32_t elements, int32_t modes) {
    baked b = {.memory = arena_create(), .s = sample_once(name)};
    report r = report_new(b.memory);
    recipe how;
    if (!recipe_read(path, b.memory, &how, &r))
        return b;
    how.parts[0].tets = elements > 0 ? elements : how.parts[0].tets;
    how.parts[0].modes = modes > 0 ? modes : how.parts[0].modes;
    b.sound =
        bake_scene(b.s, &how, &(bake_options){.threads = 1}, b.memory, &b.made, &r) &&
        supple_asset_read(&b.asset, b.made.asset.file.data, b.made.asset.file.size) == SUPPLE_OK;
    return b;
}

static supple_body* body_at_rest(const baked* b, int32_t pins) {
    supple_body_options o = supple_body_options_default(&b->asset);
    o.max_pins = pins;
    supple_body* body = supple_body_create(&b->asset, &o, NULL);
    pose rest = pose_at(b->s, -1, 0.0, b->memory);
    mat4* m = ARENA_NEW(b->memory, mat4, (size_t)b->asset.bone_count);
    supple_matrix* palette = ARENA_NEW(b->memory, supple_matrix, (size_t)b->asset.bone_count);
    binding_palette(&b->made.binding, &rest, m);
    for (int32_t i = 0; i < b->asset.bone_count; ++i)
        for (int k = 0; k < 16; ++k)
            palette[i].m[k] = (float)m[i].m[k];
    supple_body_place(body, palette);
    return body;
}

static float (*skin_of(const baked* b, const supple_body* body))[3] {
    float(*out)[3] = arena_alloc(b->memory, (size_t)b->asset.vertex_count, sizeof *out);
    supple_streams streams = supple_streams_packed(out[0], NULL);
    supple_body_skin(body, &streams);
    return out;
}

static double apart(const float* a, const float* b) {
    return sqrt(((double)a[0] - b[0]) * ((double)a[0] - b[0]) +
                ((double)a[1] - b[1]) * ((double)a[1] - b[1]) +
                ((double)a[2] - b[2]) * ((double)a[2] - b[2]));
}

static baked* organs(void) {
    static baked b;
    if (b.memory == NULL)
        b = bake_sample("organs", TEST_SOURCE_FOLDER "/docs/gallery/organs.yaml", 1200, 40);
    return &b;
}

// ---- the instrument ----------------------------------------------------------------------------

static const instrument_key pressing_keys[] = {
    {0.0, {0.02, 0.19, 0.03}, false},
    {0.5, {-0.056, 0.105, -0.036}, false},
    {1.0, {-0.062, 0.070, -0.044}, false},
};
static const instrument presser = {3, (instrument_key*)pressing_keys, 0.0055};

enum { MOST = 64, STEPS = 1200 };
static const double DT = 1.0 / 120.0;

typedef struct pressed {
    float (*rest)[3];
    float (*skin)[3];
    double newtons;     // at the end
    supple_body* body;  // as it stands then
    supple_body* other; // on which the forces of the contacts acted, and nothing else
} pressed;

// What a world's contacts did to a body in its last step, to another.
static void pass_on(const supple_world* world, supple_body* other) {
    supple_contact all[MOST];
    int count = supple_world_contacts(world, all, MOST);
    for (int k = 0; k < count && k < MOST; ++k) {
        float f = all[k].impulse / (float)DT;
        supple_vec3 n = all[k].normal;
        supple_body_force(other, all[k].at, (supple_vec3){f * n.x, f * n.y, f * n.z});
    }
    supple_body_step(other, (float)DT);
}

// The instrument goes in and stays until all is still. Without friction: what it does is along normals.
static bool press(const baked* b, pressed* out) {
    supple_world_options how = supple_world_options_default();
    how.friction = 0.0f;
    how.cluster = 0.01f;
    supple_world* world = supple_world_create(&how, NULL);
    supple_body* body = body_at_rest(b, INSTRUMENT_HELD);
    instrument_hand hand;
    *out = (pressed){.rest = skin_of(b, body), .body = body, .other = body_at_rest(b, 0)};
    bool ok = world != NULL && supple_world_add_body(world, body) &&
              instrument_take(&hand, &presser, world, body, &b->asset, b->memory);
    for (int i = 1; ok && i <= STEPS; ++i) {
        instrument_move(&hand, i * DT);
        supple_world_step(world, (float)DT);
        instrument_feel(&hand, DT);
        pass_on(world, out->other);
    }
    out->skin = skin_of(b, body);
    out->newtons = hand.newtons;
    supple_world_remove_body(world, body);
    supple_world_destroy(world);
    return ok;
}

static void let_go(pressed* p) {
    supple_body_destroy(p->body);
    supple_body_destroy(p->other);
}

// What presses is felt as a force by the flesh: the same forces alone, without a world, dent it alike. So the newtons that
// the hand feels are the organ's stiffness times its dent.
TEST(the_force_of_an_instrument_is_that_which_makes_its_dent) {
    const baked* b = organs();
    pressed p;
    CHECK(b->sound && press(b, &p));
    float(*dented)[3] = skin_of(b, p.other);
    double off = 0.0, dent = 0.0;
    for (int32_t v = 0; v < b->asset.vertex_count; ++v) {
        off = fmax(off, apart(dented[v], p.skin[v]));
        dent = fmax(dent, apart(p.skin[v], p.rest[v]));
    }
    printf("        %.2f N make a dent of %.1f mm; forces alone %.2g of it off\n", p.newtons,
           1e3 * dent, off / dent);
    CHECK(p.newtons > 1.0 && dent > 0.01 && off < 0.02 * dent);
    let_go(&p);
}

// ---- figure 3 of DyRT ----------------------------------------------------------------------------

// Angle between a normal and that of the displaced triangles, in the difference to how both are at rest.
static double normals_off(const baked* b, const pressed* p, bool corrected) {
    int32_t n = b->asset.vertex_count;
    pose at_rest = pose_at(b->s, -1, 0.0, b->memory);
    surface f = surface_from_scene(b->s, &at_rest, b->memory);
    float(*shown)[3] = arena_alloc(b->memory, (size_t)n, sizeof *shown);
    float(*before)[3] = arena_alloc(b->memory, (size_t)n, sizeof *before);
    float(*after)[3] = arena_alloc(b->memory, (size_t)n, sizeof *after);
    float(*places)[3] = arena_alloc(b->memory, (size_t)n, sizeof *places);
    vec3* moved = ARENA_NEW(b->memory, vec3, (size_t)n);
    supple_streams streams = supple_streams_packed(places[0], shown[0]);
    supple_body_skin(p->body, &streams);
    for (int32_t v = 0; v < n; ++v)
        moved[v] = v3(places[v][0], places[v][1], places[v][2]);
    surface_normals(f.positions, n, (const uint32_t(*)[3])f.triangles, f.triangle_count, before);
    surface_normals(moved, n, (const uint32_t(*)[3])f.triangles, f.triangle_count, after);
    double sum = 0.0, count = 0.0;
    for (int32_t v = 0; v < n; ++v) {
        if (apart(p->skin[v], p->rest[v]) < 0.005)
            continue; // about the dent
        vec3 now = v3_unit(v3((double)f.normals[v][0] + after[v][0] - before[v][0],
                              (double)f.normals[v][1] + after[v][1] - before[v][1],
                              (double)f.normals[v][2] + after[v][2] - before[v][2]));
        const float* x = corrected ? shown[v] : f.normals[v];
        double away = v3_distance(v3_unit(v3(x[0], x[1], x[2])), now);
        sum += away * away;
        count += 1.0;
    }
    return sqrt(sum / count);
}

TEST(corrected_normals_are_nearer_to_those_of_the_dent) {
    const baked* b = organs();
    pressed p;
    CHECK(b->sound && press(b, &p));
    double with = normals_off(b, &p, true), without = normals_off(b, &p, false);
    printf("        normals about the dent are off by %.3f with corrections, %.3f without\n", with,
           without);
    CHECK(with < 0.5 * without && without > 0.1);
    let_go(&p);
}

// ---- breathing -------------------------------------------------------------------------------------

static double volume_of(const scene* s, const vec3* positions, arena* memory) {
    pose rest = pose_at(s, -1, 0.0, memory);
    surface f = surface_from_scene(s, &rest, memory);
    return content_signed_volume(positions, (const uint32_t(*)[3])f.triangles, f.triangle_count);
}

// A breath lifts the bed and lets it down again. Flesh that hardly changes its volume leaves that of the bed as the bones
// have it.
TEST(a_breath_swells_the_bed_and_its_flesh_keeps_that_volume) {
    const baked* b = organs();
    CHECK(b->sound);
    report r = report_new(b->memory);
    play_request q = {.s = b->s,
                      .binding = &b->made.binding,
                      .asset = &b->asset,
                      .clip = clip_named(b->s, "breathe"),
                      .fps = 10.0,
                      .substeps = 6};
    play_take t;
    CHECK(play_clip(&q, b->memory, &t, &r));
    vec3* soft = ARENA_NEW(b->memory, vec3, (size_t)b->asset.vertex_count);
    double first = 0.0, most = 0.0, last = 0.0, off = 0.0;
    for (int32_t i = 0; i < t.frame_count; ++i) {
        pose now = pose_at(b->s, q.clip, i / t.fps, b->memory);
        surface f = surface_from_scene(b->s, &now, b->memory);
        float(*x)[3] = skin_of(b, play_frame(&t, i));
        for (int32_t v = 0; v < b->asset.vertex_count; ++v)
            soft[v] = v3(x[v][0], x[v][1], x[v][2]);
        double bones = volume_of(b->s, f.positions, b->memory);
        first = i == 0 ? bones : first;
        most = fmax(most, bones);
        last = bones;
        off = fmax(off, fabs(volume_of(b->s, soft, b->memory) - bones) / bones);
    }
    printf("        %.2f l, in a breath %.2f l more; flesh is off by %.2g of it; it goes %.1f mm\n",
           1e3 * first, 1e3 * (most - first), off, 1e3 * t.largest);
    CHECK(most > 1.1 * first && fabs(last - first) < 1e-6 * first && off < 0.01);
    CHECK(t.largest > 0.002);
}

// ---- the brain -----------------------------------------------------------------------------------

// How far a force of a newton at one place, upwards, moves another along x, once it is still.
static double answer(const baked* b, uint32_t at, vec3 push, uint32_t there, vec3 along) {
    supple_body* body = body_at_rest(b, 0);
    supple_point p = {{at, 0, 0}, {1.0f, 0.0f, 0.0f}}, q = {{there, 0, 0}, {1.0f, 0.0f, 0.0f}};
    supple_vec3 before = supple_body_position(body, q);
    for (int i = 0; i < STEPS; ++i) {
        supple_body_force(body, p, (supple_vec3){(float)push.x, (float)push.y, (float)push.z});
        supple_body_step(body, (float)DT);
    }
    supple_vec3 now = supple_body_position(body, q);
    supple_body_destroy(body);
    return v3_dot(along,
                  v3((double)now.x - before.x, (double)now.y - before.y, (double)now.z - before.z));
}

// Maxwell and Betti: what a force here does there, the same force there does here.
TEST(a_brain_answers_there_as_it_is_asked_here) {
    baked b = bake_sample("brain", TEST_SOURCE_FOLDER "/docs/gallery/brain.yaml", 500, 20);
    CHECK(b.sound);
    const vec3 up = v3(0, 1, 0), aside = v3(0.6, 0, 0.8);
    const uint32_t last = (uint32_t)b.asset.vertex_count - 1;
    uint32_t top = 0, front = 0;
    for (uint32_t v = 0; v < last; ++v) {
        top = b.asset.positions[3 * v + 1] > b.asset.positions[3 * top + 1] ? v : top;
        front = b.asset.positions[3 * v + 2] > b.asset.positions[3 * front + 2] ? v : front;
    }
    double here = answer(&b, top, up, front, aside), there = answer(&b, front, aside, top, up);
    printf("        %.4g and %.4g mm a newton\n", 1e3 * here, 1e3 * there);
    CHECK(fabs(here) > 1e-5 && fabs(here - there) < 2e-3 * fabs(here));
    arena_destroy(b.memory);
}

// ---- the bar -------------------------------------------------------------------------------------

// The end of a slender rod of length 1, clamped, under a force across it of `load` EI: how far it goes across and how far
// back. The rod's equation from the clamp with a curvature that is searched for, in small steps.
static void elastica(double load, double* across, double* back) {
    double low = 0.0, high = load; // the curvature at the clamp
    for (int round = 0; round < 60; ++round) {
        double bend = 0.5 * (low + high), angle = 0.0, x = 0.0, y = 0.0;
        const int steps = 2000;
        for (int i = 0; i < steps; ++i) { // midpoint: the curvature falls by the load's arm
            double half = angle + 0.5 * bend / steps;
            bend -= load * cos(half) / steps;
            angle += (bend + 0.5 * load * cos(half) / steps) / steps;
            x += cos(half) / steps;
            y += sin(half) / steps;
        }
        *(bend > 0.0 ? &high : &low) = 0.5 * (low + high); // no moment at the free end
        *across = y;
        *back = 1.0 - x;
    }
}

// Where the end of the bar is under a force across it, over its length; how long that is.
static void bend_bar(const char* path, double newtons, double* across, double* back,
                     double* length) {
    baked b = bake_sample("bar", path, 0, 0);
    CHECK(b.sound);
    pose at_rest = pose_at(b.s, -1, 0.0, b.memory);
    surface rest = surface_from_scene(b.s, &at_rest, b.memory);
    play_push p = play_push_at(&rest, v3(0.2, 0.02, 0), 0.03, v3(0, newtons, 0), b.memory);
    play_request q = {.s = b.s,
                      .binding = &b.made.binding,
                      .asset = &b.asset,
                      .clip = -1,
                      .fps = 120.0,
                      .seconds = 6.0,
                      .push_or_null = &p};
    report r = report_new(b.memory);
    play_take t;
    CHECK(play_clip(&q, b.memory, &t, &r));
    float(*x)[3] = skin_of(&b, play_frame(&t, t.frame_count - 1));
    vec3 from = v3(0, 0, 0), to = v3(0, 0, 0);
    for (int32_t i = 0; i < p.count; ++i) {
        from = v3_madd(from, rest.positions[p.vertices[i]], p.fractions[i]);
        to = v3_madd(to, v3(x[p.vertices[i]][0], x[p.vertices[i]][1], x[p.vertices[i]][2]),
                     p.fractions[i]);
    }
    *length = from.x + 0.185;
    *across = (to.y - from.y) / *length;
    *back = (from.x - to.x) / *length;
    arena_destroy(b.memory);
}

// Bent by two thirds of its length, a bar of large motion is where the rod's equation has it. One of small motion, bent less,
// goes as far as the textbook says, and comes no nearer to the clamp.
TEST(a_bar_bends_as_rods_do_and_a_linear_one_as_in_the_textbook) {
    const double young = 2e6, newtons = 12.0, few = 2.0, square = 0.04, round = 0.005;
    double second = square * square * square * square / 12.0;
    second -= 4.0 * (1.0 - 0.25 * EXACT_PI) * round * round * 0.0189 * 0.0189; // its round edges
    double across, back, length, wanted, wanted_back;
    bend_bar(TEST_SOURCE_FOLDER "/docs/gallery/bar-stvk.yaml", newtons, &across, &back, &length);
    double load = newtons * length * length / (young * second);
    elastica(load, &wanted, &wanted_back);
    printf("        of its length: %.3f across and %.3f back, a rod's %.3f and %.3f\n", across,
           back, wanted, wanted_back);
    CHECK_NEAR(across, wanted, 0.08 * wanted);
    CHECK_NEAR(back, wanted_back, 0.15 * wanted_back);
    bend_bar(TEST_SOURCE_FOLDER "/docs/gallery/bar-linear.yaml", few, &across, &back, &length);
    double textbook = few * length * length / (young * second) / 3.0;
    printf("        linear: %.3f across and %.3f back, the textbook's %.3f and 0\n", across, back,
           textbook);
    CHECK_NEAR(across, textbook, 0.08 * textbook);
    CHECK(fabs(back) < 1e-3);
}

// ---- the bowl --------------------------------------------------------------------------------------

// What is round vibrates in twins, one turned against the other: two lobes, three, four.
TEST(a_bowl_rings_in_twins) {
    arena* memory = arena_create();
    report r = report_new(memory);
    recipe how = recipe_default();
    recipe_part part = recipe_part_default();
    part.name = "bowl";
    part.tets = 4000;
    part.modes = 8;
    how.parts = &part;
    how.part_count = 1;
    bake_result made;
    supple_asset a;
    CHECK(bake_scene(sample_once("bowl"), &how, &(bake_options){.threads = 1}, memory, &made, &r));
    CHECK(supple_asset_read(&a, made.asset.file.data, made.asset.file.size) == SUPPLE_OK);
    CHECK(supple_asset_is_free(&a) && a.coord_count == 8);
    for (int32_t i = 0; i < 8; i += 2) {
        double one = supple_asset_frequency(&a, i), two = supple_asset_frequency(&a, i + 1);
        printf("        %.3f and %.3f Hz\n", one, two);
        CHECK_NEAR(two, one, 0.01 * one);
        CHECK(i == 0 || one > 1.5 * (double)supple_asset_frequency(&a, i - 1));
    }
    arena_destroy(memory);
}

// ---- the swimmer with 46 bones -----------------------------------------------------------------------

// Of all of it as one part: which flesh is a belly, and where it is cut off, depends on bones.
static double flesh_mass(const char* name, int32_t* bones, arena* memory) {
    report r = report_new(memory);
    recipe how = recipe_default();
    recipe_part part = recipe_part_default();
    part.name = "all";
    part.fixing.core = 0.0;
    part.fixing.base = 0.1;
    part.tets = 500;
    how.parts = &part;
    how.part_count = 1;
    bake_result made;
    supple_asset a;
    if (!bake_scene(sample_once(name), &how, &(bake_options){.threads = 1}, memory, &made, &r) ||
        supple_asset_read(&a, made.asset.file.data, made.asset.file.size) != SUPPLE_OK)
        return 0.0;
    *bones = a.bone_count;
    return supple_asset_part(&a, 0).mass;
}

// Bones that ride on others leave the skin where it goes, but for weights below the fourth, and all flesh but that which they
// go through themselves.
TEST(twice_as_many_bones_move_the_same_body) {
    arena* memory = arena_create();
    int32_t few = 0, many = 0;
    double mass = flesh_mass("swimmer", &few, memory),
           fine = flesh_mass("swimmer46", &many, memory);
    const scene *a = sample_once("swimmer"), *b = sample_once("swimmer46");
    double most = 0.0, sum = 0.0, count = 0.0;
    for (int k = 0; k <= 8; ++k) {
        int32_t jump = clip_named(a, "jump");
        pose p = pose_at(a, jump, k * a->clips[jump].duration / 8.0, memory);
        pose q = pose_at(b, jump, k * a->clips[jump].duration / 8.0, memory);
        surface f = surface_from_scene(a, &p, memory), g = surface_from_scene(b, &q, memory);
        for (int32_t v = 0; v < f.vertex_count; ++v) {
            double d = v3_distance(f.positions[v], g.positions[v]);
            most = fmax(most, d);
            sum += d * d;
            count += 1.0;
        }
    }
    printf("        masses of %.4f and %.4f kg; skin %.2f mm apart (rms), at most %.1f mm\n", mass,
           fine, 1e3 * sqrt(sum / count), 1e3 * most);
    CHECK(few == SWIMMER_JOINTS && many == SWIMMER_FINE);
    CHECK(mass > 50.0 && fine < mass && fine > 0.94 * mass);
    CHECK(sqrt(sum / count) < 0.005 && most < 0.04);
    arena_destroy(memory);
}

TEST_MAIN(CASE(the_force_of_an_instrument_is_that_which_makes_its_dent),
          CASE(corrected_normals_are_nearer_to_those_of_the_dent),
          CASE(a_breath_swells_the_bed_and_its_flesh_keeps_that_volume),
          CASE(a_brain_answers_there_as_it_is_asked_here),
          CASE(a_bar_bends_as_rods_do_and_a_linear_one_as_in_the_textbook),
          CASE(a_bowl_rings_in_twins), CASE(twice_as_many_bones_move_the_same_body))
