// play.h: a baked body over a clip.
// SPDX-License-Identifier: MIT
#include "bake/bake.h"
#include "bake/play/take_out.h"
#include "bake/scene/contents.h"
#include "bake/scene/surface.h"
#include "scenes/scenes.h"
#include "test/kit/check.h"
#include "test/kit/unshared.h"

typedef struct played {
    arena* memory;
    scene scene;
    bake_result baked;
    supple_asset asset;
    bool sound;
} played;

// The swimmer with a soft belly: baked by the first case, played by all.
static played* baked_belly(void) {
    static played p;
    if (p.memory != NULL)
        return &p;
    p.memory = arena_create();
    report r = report_new(p.memory);
    p.scene = sample_find("swimmer")->make(p.memory);
    recipe how = recipe_default();
    recipe_part part = recipe_part_default();
    part.name = part.region.place_or_null = "belly";
    part.tets = 600;
    how.parts = &part;
    how.part_count = 1;
    p.sound =
        bake_scene(&p.scene, &how, &(bake_options){.threads = 2}, p.memory, &p.baked, &r) &&
        supple_asset_read(&p.asset, p.baked.asset.file.data, p.baked.asset.file.size) == SUPPLE_OK;
    return &p;
}

static bool play(played* p, const char* name, double fps, bool loop, play_take* out) {
    report r = report_new(p->memory);
    play_request q = {.s = &p->scene,
                      .binding = &p->baked.binding,
                      .asset = &p->asset,
                      .clip = clip_named(&p->scene, name),
                      .fps = fps,
                      .seconds = name[0] == 0,
                      .loop = loop};
    return play_clip(&q, p->memory, out, &r);
}

TEST(a_body_whose_bones_stand_still_stands_still) {
    played* p = baked_belly();
    play_take t;
    CHECK(p->sound && play(p, "", 60.0, false, &t));
    CHECK(t.frame_count == 61 && t.largest < 1e-6);
}

TEST(a_run_that_loops_has_no_seam) {
    played* p = baked_belly();
    play_take t;
    CHECK(p->sound && play(p, "run", 60.0, true, &t));
    printf("        %d frames, seam %.2g, largest %.3f m, step %.2f us\n", t.frame_count, t.seam,
           t.largest, 1e6 * t.step_seconds);
    CHECK(t.seam < 1e-4 && t.largest > 0.002 && t.largest < 0.16);
}

TEST(a_jump_shakes_the_belly_and_frames_are_what_the_body_was) {
    played* p = baked_belly();
    play_take t;
    CHECK(p->sound && play(p, "jump", 60.0, false, &t));
    printf("        largest %.3f m in frame %d of %d, %u limited\n", t.largest, t.largest_frame,
           t.frame_count, t.limited);
    CHECK(t.largest > 0.002 && t.largest < 0.16);
    const float* coords = supple_body_coords(play_frame(&t, t.largest_frame));
    size_t n = (size_t)p->asset.coord_count;
    CHECK(memcmp(coords, t.coords + n * (size_t)t.largest_frame, n * sizeof *coords) == 0);
}

// How far the morph targets of the file itself move a vertex in a frame, metres.
static double own_motion(const play_request* q, const play_take* t, const point_cache* points,
                         int32_t frame, arena* a) {
    float* flesh = ARENA_NEW(a, float, 3 * (size_t)points->point_count);
    supple_streams out = supple_streams_packed(flesh, NULL);
    supple_body_skin(play_frame(t, frame), &out);
    double most = 0.0;
    for (int32_t v = 0; v < q->asset->vertex_count; ++v) {
        const float* x = points->points[(size_t)frame * (size_t)points->point_count + (size_t)v];
        for (int k = 0; k < 3; ++k)
            most = fmax(most, fabs((double)x[k] - flesh[3 * v + k]));
    }
    return most;
}

// With weights of the file's own in the clip, and without.
TEST(the_animation_written_shows_what_the_runtime_shows) {
    static const char* const clips[] = {"jump", "curl"};
    played* p = baked_belly();
    for (int c = 0; c < 2; ++c) {
        play_take t;
        report r = report_new(p->memory);
        play_request q = {.s = &p->scene,
                          .binding = &p->baked.binding,
                          .asset = &p->asset,
                          .clip = clip_named(&p->scene, clips[c]),
                          .fps = 30.0};
        CHECK(p->sound && play_clip(&q, p->memory, &t, &r));
        scene s = take_scene(&q, &t, 1e-6, p->memory);
        CHECK(s.clip_count == 1 && s.meshes[0].target_count > 2);
        point_cache points = take_points(&q, &t, p->memory);
        double worst = 0.0, away = 0.0, own = 0.0;
        for (int32_t frame = 0; frame < t.frame_count; frame += 15) {
            pose now = pose_at(&s, 0, frame / t.fps, p->memory),
                 bare = pose_at(&p->scene, q.clip, frame / t.fps, p->memory);
            surface f = surface_from_scene(&s, &now, p->memory),
                    rigid = surface_from_scene(&p->scene, &bare, p->memory);
            own = fmax(own, own_motion(&q, &t, &points, frame, p->memory));
            for (int32_t v = 0; v < f.vertex_count; ++v) {
                const float* x =
                    points.points[(size_t)frame * (size_t)points.point_count + (size_t)v];
                worst = fmax(worst, v3_distance(f.positions[v], v3(x[0], x[1], x[2])));
                away = fmax(away, v3_distance(f.positions[v], rigid.positions[v]));
            }
        }
        printf("        apart %.2g m, moved %.3f m, %d targets, own %.3f m\n", worst, away,
               s.meshes[0].target_count, own);
        CHECK(worst < 1.65e-5 && away > 0.005); // 1e-5 of the size
        CHECK((own > 0.005) == (c == 1));
    }
}

// The jelly with three vertices of its own for every triangle, and the triangle's normal.
static scene faceted_jelly(arena* a) {
    scene s = sample_find("jelly")->make(a);
    primitive* g = &s.primitives[0];
    size_t n = 3 * (size_t)g->triangle_count;
    primitive f = {.vertex_count = (int32_t)n,
                   .triangle_count = g->triangle_count,
                   .material = g->material,
                   .positions = ARENA_NEW(a, vec3, n),
                   .normals = arena_alloc(a, n, sizeof *f.normals),
                   .triangles = arena_alloc(a, n / 3, sizeof *f.triangles)};
    for (size_t t = 0; t < n / 3; ++t) {
        vec3 x[3];
        for (size_t c = 0; c < 3; ++c) {
            x[c] = f.positions[3 * t + c] = g->positions[g->triangles[t][c]];
            f.triangles[t][c] = (uint32_t)(3 * t + c);
        }
        vec3 normal = v3_unit(v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0])));
        for (size_t c = 0; c < 3; ++c) {
            f.normals[3 * t + c][0] = (float)normal.x;
            f.normals[3 * t + c][1] = (float)normal.y;
            f.normals[3 * t + c][2] = (float)normal.z;
        }
    }
    *g = f;
    return s;
}

static scene pushed(const scene* s, const binding* b, const supple_asset* asset, arena* a) {
    const uint32_t corner[1] = {0};
    const float fraction[1] = {1.0f};
    play_push push = {v3(0.05, -0.1, 0.02), 0.0, 1, corner, fraction};
    play_request q = {.s = s,
                      .binding = b,
                      .asset = asset,
                      .clip = -1,
                      .fps = 60.0,
                      .seconds = 0.1,
                      .push_or_null = &push};
    play_take t;
    report r = report_new(a);
    return play_clip(&q, a, &t, &r) ? take_scene(&q, &t, 1e-9, a) : (scene){0};
}

// Morph targets of a mesh of facets, whose corners share texels, and of the same asset with texels for each.
TEST(shared_texels_give_the_targets_that_each_vertex_had_of_its_own) {
    arena* a = arena_create();
    report r = report_new(a);
    scene s = faceted_jelly(a);
    recipe how = recipe_default();
    recipe_part part = recipe_part_default();
    part.tets = 200;
    part.modes = 3;
    part.fixing.base = 0.05;
    how.parts = &part;
    how.part_count = 1;
    bake_result baked;
    supple_asset shared, old;
    CHECK(bake_scene(&s, &how, &(bake_options){.threads = 1}, a, &baked, &r));
    CHECK(supple_asset_read(&shared, baked.asset.file.data, baked.asset.file.size) == SUPPLE_OK);
    unshared_file file = unshared(&shared);
    CHECK(supple_asset_read(&old, file.data, file.size) == SUPPLE_OK);
    supple_part p = supple_asset_part(&shared, 0);
    printf("        %d vertices, %d places of shapes, %d of bends; %zu bytes, and %zu before\n",
           p.vertex_count, p.shape_places, p.bend_places, baked.asset.file.size, file.size);
    CHECK(5 * p.shape_places < p.vertex_count && 2 * p.bend_places < p.vertex_count);
    scene x = pushed(&s, &baked.binding, &shared, a), y = pushed(&s, &baked.binding, &old, a);
    CHECK(x.primitive_count == 1 && x.primitives->target_count > 2);
    CHECK(y.primitive_count == 1 && y.primitives->target_count == x.primitives->target_count);
    for (int32_t t = 0; t < x.primitives->target_count; ++t) {
        const morph_target *u = &x.primitives->targets[t], *v = &y.primitives->targets[t];
        size_t size = 3 * sizeof(float) * (size_t)s.primitives->vertex_count;
        CHECK(memcmp(u->positions, v->positions, size) == 0);
        CHECK(memcmp(u->normals, v->normals, size) == 0);
    }
    free(file.data);
    arena_destroy(a);
}

TEST(a_table_has_a_line_a_frame_and_a_column_a_coordinate) {
    played* p = baked_belly();
    play_take t;
    CHECK(p->sound && play(p, "jump", 30.0, false, &t));
    bytes csv = take_csv(&p->asset, &t, p->memory);
    int32_t lines = 0, commas = 0;
    for (size_t i = 0; i < csv.size; ++i) {
        lines += csv.data[i] == '\n';
        commas += csv.data[i] == ',';
    }
    CHECK(lines == t.frame_count + 1 && commas == lines * p->asset.coord_count);
}

TEST_MAIN(CASE(a_body_whose_bones_stand_still_stands_still), CASE(a_run_that_loops_has_no_seam),
          CASE(a_jump_shakes_the_belly_and_frames_are_what_the_body_was),
          CASE(the_animation_written_shows_what_the_runtime_shows),
          CASE(shared_texels_give_the_targets_that_each_vertex_had_of_its_own),
          CASE(a_table_has_a_line_a_frame_and_a_column_a_coordinate))
