// Every sample body: sound geometry, sound weights, clips that close, and the same bytes everywhere.
//
// test/golden/samples.txt has a line a sample: name, FNV-1a hash of its GLB, counts. After a change
// that is meant, take the line that the failing test prints.
// SPDX-License-Identifier: MIT
#include "bake/export/glb.h"
#include "bake/scene/inspect.h"
#include "test/kit/check.h"
#include "test/kit/sample_once.h"

typedef struct row {
    char name[32];
    unsigned long long hash;
    int vertices, triangles, joints, clips, targets;
} row;

static row row_of(int which, arena* memory) {
    const scene* s = sample_once(samples[which].name);
    bytes glb = glb_from_scene(s, memory);
    row r = {.hash = 0xcbf29ce484222325u, .clips = s->clip_count};
    snprintf(r.name, sizeof r.name, "%s", samples[which].name);
    for (size_t i = 0; i < glb.size; ++i)
        r.hash = (r.hash ^ glb.data[i]) * 0x100000001b3u;
    for (int32_t i = 0; i < s->primitive_count; ++i) {
        r.vertices += s->primitives[i].vertex_count;
        r.triangles += s->primitives[i].triangle_count;
        r.targets += s->primitives[i].target_count;
    }
    for (int32_t i = 0; i < s->skin_count; ++i)
        r.joints += s->skins[i].joint_count;
    return r;
}

static bool find_row(const char* name, row* out) {
    FILE* f = fopen(TEST_SOURCE_FOLDER "/test/golden/samples.txt", "r");
    char line[256];
    bool found = false;
    while (f != NULL && !found && fgets(line, sizeof line, f) != NULL)
        found = sscanf(line, "%31s %llx %d %d %d %d %d", out->name, &out->hash, &out->vertices,
                       &out->triangles, &out->joints, &out->clips, &out->targets) == 7 &&
                strcmp(out->name, name) == 0;
    if (f != NULL)
        fclose(f);
    return found;
}

TEST(each_sample_has_the_bytes_and_counts_of_the_golden_file) {
    int wrong = 0;
    for (int i = 0; i < sample_count; ++i) {
        arena* memory = arena_create();
        row got = row_of(i, memory), wanted;
        bool known = find_row(samples[i].name, &wanted);
        if (!known || got.hash != wanted.hash || got.vertices != wanted.vertices ||
            got.triangles != wanted.triangles || got.joints != wanted.joints ||
            got.clips != wanted.clips || got.targets != wanted.targets) {
            printf("now: %-10s %016llx %d %d %d %d %d\n", got.name, got.hash, got.vertices,
                   got.triangles, got.joints, got.clips, got.targets);
            ++wrong;
        }
        arena_destroy(memory);
    }
    CHECK(wrong == 0);
}

TEST(every_number_of_a_sample_is_finite_and_every_index_exists) {
    for (int i = 0; i < sample_count; ++i) {
        const scene* s = sample_once(samples[i].name);
        for (int32_t k = 0; k < s->primitive_count; ++k) {
            const primitive* p = &s->primitives[k];
            CHECK(p->normals != NULL);
            for (int32_t v = 0; v < p->vertex_count; ++v) {
                vec3 x = p->positions[v];
                const float* n = p->normals[v];
                CHECK(isfinite(x.x) && isfinite(x.y) && isfinite(x.z));
                CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1.0, 1e-5);
            }
            for (int32_t t = 0; t < p->triangle_count; ++t)
                for (int c = 0; c < 3; ++c)
                    CHECK(p->triangles[t][c] < (uint32_t)p->vertex_count);
        }
    }
}

// At most 4 joints a vertex, sum 1, and each joint of the skin moves something or leads to one that
// does: a joint that is neither was forgotten.
TEST(skin_weights_sum_to_one_and_no_joint_is_forgotten) {
    for (int i = 0; i < sample_count; ++i) {
        const scene* s = sample_once(samples[i].name);
        for (int32_t n = 0; n < s->node_count; ++n) {
            if (s->nodes[n].mesh < 0 || s->nodes[n].skin < 0)
                continue;
            const skin* k = &s->skins[s->nodes[n].skin];
            const primitive* p = &s->primitives[s->meshes[s->nodes[n].mesh].first_primitive];
            bool used[256] = {false};
            CHECK(s->node_count <= 256);
            CHECK(p->influence_count == 4);
            for (int32_t v = 0; v < p->vertex_count; ++v) {
                double sum = 0.0;
                for (int32_t c = 0; c < 4; ++c) {
                    CHECK(p->weights[4 * v + c] >= 0.0f);
                    CHECK(p->joints[4 * v + c] < k->joint_count);
                    sum += (double)p->weights[4 * v + c];
                    if (p->weights[4 * v + c] > 0.0f)
                        used[k->joints[p->joints[4 * v + c]]] = true;
                }
                CHECK_NEAR(sum, 1.0, 2e-7);
            }
            for (int32_t m = 0; m < s->node_count; ++m)
                for (int32_t a = s->nodes[m].parent; used[m] && a >= 0; a = s->nodes[a].parent)
                    used[a] = true;
            for (int32_t j = 0; j < k->joint_count; ++j)
                CHECK(used[k->joints[j]]);
        }
    }
}

// Keys rise from 0; rotations are unit and never jump to the other sign; steps between keys are
// short enough to be smooth.
TEST(clips_start_at_zero_and_move_smoothly) {
    for (int i = 0; i < sample_count; ++i) {
        const scene* s = sample_once(samples[i].name);
        for (int32_t k = 0; k < s->clip_count; ++k)
            for (int32_t c = 0; c < s->clips[k].channel_count; ++c) {
                const channel* x = &s->clips[k].channels[c];
                CHECK(x->key_count >= 2 && x->times[0] == 0.0f);
                CHECK(x->interpolation == LINEAR);
                for (int32_t t = 1; t < x->key_count; ++t) {
                    double dt = (double)x->times[t] - (double)x->times[t - 1];
                    CHECK(dt > 0.0 && dt <= 1.0 / 60.0 + 1e-6);
                }
                for (int32_t t = 0; x->path == PATH_ROTATION && t < x->key_count; ++t) {
                    const float *q = x->values + 4 * t, *before = t > 0 ? q - 4 : q;
                    double square = 0.0, dot = 0.0;
                    for (int e = 0; e < 4; ++e) {
                        square += (double)q[e] * (double)q[e];
                        dot += (double)q[e] * (double)before[e];
                    }
                    CHECK_NEAR(square, 1.0, 1e-5);
                    CHECK(dot > 0.98); // 23 degrees in one key
                }
            }
    }
}

// Of more than one mesh: what is simulated and what it stands on; see test_deformable_samples.c.
static bool is_scene(const sample* s) {
    return sample_once(s->name)->mesh_count > 1;
}

// Welded, because jelly and sphere are split between their sides.
TEST(every_body_but_the_sheet_is_one_closed_body) {
    for (int i = 0; i < sample_count; ++i) {
        if (is_scene(&samples[i]))
            continue;
        arena* memory = arena_create();
        pose rest = pose_at(sample_once(samples[i].name), -1, 0.0, memory);
        surface f = surface_from_scene(sample_once(samples[i].name), &rest, memory);
        inspection x = inspect_surface(&f, (unit_hints){0}, memory);
        bool sheet = strcmp(samples[i].name, "sheet") == 0;
        CHECK(x.piece_count == 1 && x.degenerate_triangles == 0 && x.duplicate_triangles == 0);
        CHECK(x.nonmanifold_edges == 0 && x.nonmanifold_vertices == 0 && x.flipped_edges == 0);
        CHECK(x.self_intersections == 0);
        CHECK(sheet ? x.boundary_edges == 160 : x.closed && !x.inside_out && x.volume > 0.0);
        arena_destroy(memory);
    }
}

// Vertices and triangles as the issue asks for each body, and sizes in metres.
TEST(every_sample_has_its_size) {
    static const struct {
        const char* name;
        int least, most; // vertices
        double height;   // metres
    } wanted[] = {{"jelly", 2000, 4000, 0.1},      {"sphere", 2000, 3000, 0.2},
                  {"bat", 2000, 4000, 0.842},      {"sheet", 1681, 1681, 1.0},
                  {"torus", 1000, 1200, 0.08},     {"tissue", 6000, 10000, 0.094},
                  {"cylinder", 3000, 5000, 0.09},  {"shoulder", 8000, 12000, 0.47},
                  {"swimmer", 16000, 20000, 1.7},  {"beast", 24000, 25500, 0.28},
                  {"plant", 3600, 3800, 0.34},     {"door", 3306, 3306, 0.83},
                  {"organs", 6000, 10000, 0.094},  {"brain", 18000, 25000, 0.137},
                  {"bar", 2000, 4000, 0.04},       {"bowl", 4098, 4098, 0.106},
                  {"swimmer46", 16000, 20000, 1.7}};
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; ++k)
        for (int i = 0; i < sample_count; ++i) {
            if (strcmp(samples[i].name, wanted[k].name) != 0)
                continue;
            const primitive* p = &sample_once(samples[i].name)->primitives[0];
            bounds box = bounds_of(p->positions, p->vertex_count);
            CHECK(p->vertex_count >= wanted[k].least && p->vertex_count <= wanted[k].most);
            CHECK_NEAR(box.high.y - box.low.y, wanted[k].height, 0.1 * wanted[k].height);
        }
}

static const clip* find_clip(const char* body, const char* name) {
    for (int i = 0; i < sample_count; ++i)
        for (int32_t k = 0;
             strcmp(samples[i].name, body) == 0 && k < sample_once(samples[i].name)->clip_count;
             ++k)
            if (strcmp(sample_once(samples[i].name)->clips[k].name, name) == 0)
                return &sample_once(samples[i].name)->clips[k];
    return NULL;
}

// How much component e changes its step at key k; keys count on round the end of the clip.
static double bend_at(const channel* x, int32_t k, int32_t e) {
    int32_t last = x->key_count - 1, after = (k + 1) % last, before = (k + last - 1) % last;
    const float* v = x->values + e;
    return fabs((double)v[after * x->width] - 2.0 * (double)v[k * x->width] +
                (double)v[before * x->width]);
}

// The seam is no sharper than the sharpest moment of the clip itself.
TEST(cyclic_clips_end_as_they_begin_with_the_same_velocity) {
    static const char* const cyclic[][2] = {
        {"tissue", "breathe"}, {"organs", "breathe"}, {"cylinder", "bend"}, {"shoulder", "raise"},
        {"shoulder", "flex"},  {"swimmer", "walk"},   {"swimmer", "run"}};
    for (size_t i = 0; i < sizeof cyclic / sizeof *cyclic; ++i) {
        const clip* c = find_clip(cyclic[i][0], cyclic[i][1]);
        CHECK(c != NULL && c->channel_count > 0);
        for (int32_t k = 0; k < c->channel_count; ++k) {
            const channel* x = &c->channels[k];
            for (int32_t e = 0; e < x->width; ++e) {
                double sharpest = 0.0;
                for (int32_t t = 1; t + 1 < x->key_count; ++t)
                    sharpest = fmax(sharpest, bend_at(x, t, e));
                CHECK(x->values[(x->key_count - 1) * x->width + e] == x->values[e]);
                CHECK(bend_at(x, 0, e) <= 1.05 * sharpest + 1e-6);
            }
        }
    }
}

TEST_MAIN(CASE(each_sample_has_the_bytes_and_counts_of_the_golden_file),
          CASE(every_number_of_a_sample_is_finite_and_every_index_exists),
          CASE(skin_weights_sum_to_one_and_no_joint_is_forgotten),
          CASE(clips_start_at_zero_and_move_smoothly),
          CASE(every_body_but_the_sheet_is_one_closed_body), CASE(every_sample_has_its_size),
          CASE(cyclic_clips_end_as_they_begin_with_the_same_velocity))
