// Every rigged model by others bakes without a recipe, and moves as flesh should; the table is printed.
//
// Visible: the farthest that a vertex goes in a clip is between 0.2 % and 10 % of the body's height. A
// clip in which the flesh is hardly shaken is excused, and the table says by how much it is: `felt` is
// what acts on it beside the gravity it was modelled under, in g, where it is loose. (The clip of
// RiggedFigure raises the arms, which are tubes of four sides without a vertex off the seam.) The limit that was chosen acts in
// less than a twentieth of the frames of a clip that does not jerk.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/import/import.h"
#include "bake/mesh/bounds.h"
#include "bake/mesh/weld.h"
#include "bake/play/play.h"
#include "bake/scene/bind.h"
#include "test/kit/check.h"
#include "test/kit/thorough.h"

#define LEAST 0.002 // of the height: less is not seen
#define MOST  0.1   // ... more is ugly
#define QUIET                                                                                      \
    0.45 // g, in the worst frame: less hardly moves flesh that hangs by 0.07 of its size at 1 g
#define ROUGH                                                                                      \
    6.0 // g: what jerks harder may be at its limit for more than a twentieth of its frames
#define SEAM  1e-6 // of the size
#define FPS   30.0
#define LOOSE 0.5 // of the farthest that any vertex hangs: those that can move at all

enum {
    TETS = 200,
    SAMPLE = 40,
    CLIPS = 1,
    FEW = 4
}; // unless thorough: so many models, clips of each

static const char* const files[] = {
    "Fox.glb",          "kaykit_barbarian.glb", "RiggedFigure.glb",    "mh_female_heavy.glb",
    "RiggedSimple.glb", "big_buck_bunny.glb",   "horse_animations.glb"};

typedef struct model {
    arena* memory;
    imported file;
    bake_result baked;
    supple_asset asset;
    surface bind;   // world, file's unit
    weld weld;      // of it
    double height;  // metres
    double size;    // file's unit
    uint8_t* loose; // [vertex_count] hangs at least half as far as the one that hangs farthest
} model;

static double shown(const supple_asset* a, const float (*now)[3], int32_t v) {
    const float* rest = a->positions + 3 * v;
    return v3_length(v3(now[v][0] - rest[0], now[v][1] - rest[1], now[v][2] - rest[2]));
}

// As it hangs, or rises, without the gravity it was modelled under.
static bool find_loose(model* m) {
    const supple_asset* a = &m->asset;
    supple_body_options o = supple_body_options_default(a);
    o.gravity = (supple_vec3){0.0f, 0.0f, 0.0f};
    supple_body* body = supple_body_create(a, &o, NULL);
    if (body == NULL)
        return false;
    size_t bones = (size_t)a->bone_count;
    mat4* palette = ARENA_NEW(m->memory, mat4, bones);
    supple_matrix* floats = ARENA_NEW(m->memory, supple_matrix, bones);
    pose p = bind_pose(&m->file.scene, m->memory);
    binding_palette(&m->baked.binding, &p, palette);
    for (size_t i = 0; i < 16 * bones; ++i)
        floats[i / 16].m[i % 16] = (float)palette[i / 16].m[i % 16];
    float(*now)[3] = arena_alloc(m->memory, (size_t)a->vertex_count, sizeof *now);
    supple_streams streams = supple_streams_packed(now[0], NULL);
    supple_body_place(body, floats);
    supple_body_evaluate(body, &streams);
    supple_body_destroy(body);
    double farthest = 0.0;
    for (int32_t v = 0; v < a->vertex_count; ++v)
        farthest = fmax(farthest, shown(a, (const float(*)[3])now, v));
    m->loose = ARENA_NEW(m->memory, uint8_t, (size_t)a->vertex_count);
    for (int32_t v = 0; v < a->vertex_count; ++v)
        m->loose[v] = shown(a, (const float(*)[3])now, v) >= LOOSE * farthest;
    return farthest > 0.0;
}

static bool open_model(const char* path, model* m) {
    *m = (model){.memory = arena_create()};
    report r = report_new(m->memory);
    recipe how = recipe_default();
    how.defaults.tets = TETS;
    bool sound = import_scene(path, m->memory, &m->file, &r) &&
                 bake_scene(&m->file.scene, &how, &(bake_options){0}, m->memory, &m->baked, &r) &&
                 supple_asset_read(&m->asset, m->baked.asset.file.data, m->baked.asset.file.size) ==
                     SUPPLE_OK;
    for (int32_t i = 0; i < r.count; ++i)
        if (r.findings[i].severity != FINDING_NOTE)
            printf("        %s\n", r.findings[i].text);
    if (!sound)
        return false;
    pose p = bind_pose(&m->file.scene, m->memory);
    m->bind = surface_from_scene(&m->file.scene, &p, m->memory);
    m->weld = weld_positions(m->bind.positions, m->bind.vertex_count, 0.0, m->memory);
    bounds box = bounds_of(m->bind.positions, m->bind.vertex_count);
    m->height = (box.high.y - box.low.y) * m->baked.unit;
    m->size = v3_distance(box.low, box.high);
    return find_loose(m);
}

static void close_model(model* m) {
    import_close(&m->file);
    arena_destroy(m->memory);
}

static bool is_soft(const supple_asset* a, int32_t vertex) {
    for (int layer = 0; layer < a->layer_count; ++layer)
        if (a->links[layer * a->vertex_count + vertex] != UINT32_MAX)
            return true;
    return false;
}

// The sum of the limits of the parts that a vertex is in.
static double limit_at(const supple_asset* a, int32_t vertex) {
    double sum = 0.0;
    for (int layer = 0; layer < a->layer_count; ++layer) {
        uint32_t link = a->links[layer * a->vertex_count + vertex];
        if (link != UINT32_MAX)
            sum += supple_asset_part(a, (int)(link >> 24)).tuning.limit;
    }
    return sum;
}

// ---- how much a clip shakes the flesh --------------------------------------------------

static mat4 skin_of(const supple_asset* a, const mat4* palette, int32_t v) {
    mat4 sum = {0};
    for (int k = 0; k < a->influence_count; ++k) {
        int64_t at = (int64_t)v * a->influence_count + k;
        for (int i = 0; i < 16; ++i)
            sum.m[i] += (double)a->weights[at] * palette[a->joints[at]].m[i];
    }
    return a->influence_count > 0 ? sum : palette[0];
}

// What a vertex's flesh feels beside the gravity of the bind pose, in g: its acceleration less
// gravity, seen from the bone.
static double felt_by(const mat4 skins[3], vec3 at, double unit, vec3 down) {
    vec3 x[3];
    for (int i = 0; i < 3; ++i)
        x[i] = mat4_point(skins[i], at);
    vec3 change = v3_add(v3_sub(x[0], v3_scale(x[1], 2.0)), x[2]);
    vec3 push = v3_scale(change, unit * FPS * FPS / 9.81);
    push.y += 1.0;
    vec3 seen =
        v3_scale(v3_unit(mat4_vector(mat4_inverse_affine(skins[1]), push)), v3_length(push));
    return v3_length(v3_add(seen, down));
}

static double felt_in(const model* m, int32_t which, int32_t frames) {
    const supple_asset* a = &m->asset;
    arena* scratch = arena_create();
    size_t bones = (size_t)a->bone_count;
    mat4* palettes = ARENA_NEW(scratch, mat4, bones * (size_t)frames);
    for (int32_t f = 0; f < frames; ++f) {
        pose p = pose_at(&m->file.scene, which, f / FPS, scratch);
        binding_palette(&m->baked.binding, &p, palettes + bones * (size_t)f);
    }
    vec3 down = v3_unit(mat4_vector(m->baked.binding.body_from_world, v3(0, -1, 0)));
    down = v3_scale(down, m->baked.binding.mirror);
    double most = 0.0;
    int32_t loose = 0, taken = 0;
    for (int32_t v = 0; v < a->vertex_count; ++v)
        loose += m->loose[v];
    for (int32_t v = 0; v < a->vertex_count; ++v) {
        bool take = m->loose[v] && taken++ % (loose / SAMPLE + 1) == 0;
        for (int32_t f = 1; f + 1 < frames && take; ++f) {
            const float* p = a->positions + 3 * v;
            mat4 skins[3];
            for (int i = 0; i < 3; ++i)
                skins[i] = skin_of(a, palettes + bones * (size_t)(f - 1 + i), v);
            most = fmax(most, felt_by(skins, v3(p[0], p[1], p[2]), m->baked.unit, down));
        }
    }
    arena_destroy(scratch);
    return most;
}

// ---- how it stays together -------------------------------------------------------------

typedef struct seen {
    int32_t strays;  // vertices of no part that moved
    int32_t too_far; // beyond their limit
    double torn;     // how much farther apart than by skinning alone, of the size
} seen;

static void look_at(const model* m, const play_take* t, int32_t which, int32_t frame, seen* s) {
    const supple_asset* a = &m->asset;
    arena* scratch = arena_create();
    size_t count = (size_t)a->vertex_count;
    float(*own)[3] = arena_alloc(scratch, count, sizeof *own);
    float(*world)[3] = arena_alloc(scratch, count, sizeof *world);
    const supple_body* body = play_frame(t, frame);
    supple_streams streams = supple_streams_packed(own[0], NULL);
    supple_body_evaluate(body, &streams);
    streams = supple_streams_packed(world[0], NULL);
    supple_body_skin(body, &streams);
    pose p = pose_at(&m->file.scene, which, frame / t->fps, scratch);
    surface rigid = surface_from_scene(&m->file.scene, &p, scratch);
    for (int32_t v = 0; v < a->vertex_count; ++v) {
        double u = shown(a, (const float(*)[3])own, v);
        s->strays += !is_soft(a, v) && u != 0.0;
        s->too_far += u > 1.01 * limit_at(a, v);
        int32_t twin = m->weld.first[m->weld.welded[v]];
        double soft = v3_distance(v3(world[v][0], world[v][1], world[v][2]),
                                  v3(world[twin][0], world[twin][1], world[twin][2]));
        double hard = v3_distance(rigid.positions[v], rigid.positions[twin]);
        s->torn = fmax(s->torn, (soft - hard) / m->size);
    }
    arena_destroy(scratch);
}

// ----------------------------------------------------------------------------------------

typedef struct tally {
    int32_t shaken, visible;
} tally;

static bool try_clip(const model* m, const char* file, int32_t which, tally* all) {
    arena* memory = arena_create();
    report r = report_new(memory);
    play_request q = {.s = &m->file.scene,
                      .binding = &m->baked.binding,
                      .asset = &m->asset,
                      .clip = which,
                      .fps = FPS};
    play_take t;
    bool sound = play_clip(&q, memory, &t, &r);
    if (sound) {
        double fraction = t.largest / m->height;
        double felt = felt_in(m, which, t.frame_count);
        seen s = {0};
        for (int32_t f = 0; f < t.frame_count; f += t.frame_count / 8 + 1)
            look_at(m, &t, which, f, &s);
        look_at(m, &t, which, t.largest_frame, &s);
        bool shaken = felt >= QUIET, visible = fraction >= LEAST && fraction <= MOST;
        bool apart = felt > ROUGH || 20 * t.limited < (uint32_t)t.frame_count;
        all->shaken += shaken;
        all->visible += shaken && visible;
        printf("%-22s %-20.20s %6.2f %6.2f%% %7u %7d %7d %8.1e  %s\n", file,
               m->file.scene.clips[which].name, felt, 100.0 * fraction, t.limited, s.strays,
               s.too_far, s.torn,
               !shaken    ? "hardly shaken"
               : !visible ? "OUT OF RANGE"
               : apart    ? ""
                          : "OFTEN AT ITS LIMIT");
        sound = apart && s.strays == 0 && s.too_far == 0 && s.torn < SEAM && fraction <= MOST &&
                (!shaken || visible);
    }
    arena_destroy(memory);
    return sound;
}

TEST(every_rigged_model_bakes_and_moves_visibly_without_cracks) {
    const char* folder = test_data_folder();
    if (folder == NULL)
        SKIP("no folder of models");
    printf("%-22s %-20s %6s %7s %7s %7s %7s %8s\n", "model", "clip", "felt", "largest", "limited",
           "strays", "too far", "torn");
    bool sound = true;
    for (size_t i = 0; i < (test_thorough() ? sizeof files / sizeof *files : FEW); ++i) {
        char path[1024];
        snprintf(path, sizeof path, "%s/rigged/%s", folder, files[i]);
        model m;
        CHECK(open_model(path, &m));
        tally all = {0};
        int32_t clips = m.file.scene.clip_count;
        int32_t played = test_thorough() || clips < CLIPS ? clips : CLIPS;
        for (int32_t c = 0; c < played; ++c)
            sound = try_clip(&m, files[i], c * clips / played, &all) && sound;
        printf("%-22s %d parts, %d of %d clips shake it, %d visibly%s\n", files[i],
               m.asset.part_count, all.shaken, played, all.visible,
               clips == 0 ? ": it has no clip" : "");
        close_model(&m);
    }
    CHECK(sound);
}

TEST_MAIN(CASE(every_rigged_model_bakes_and_moves_visibly_without_cracks))
