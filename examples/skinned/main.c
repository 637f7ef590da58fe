// A soft body without an engine: read an asset, shake its bones, skin it on the CPU, save the last frame.
//
//   skinned FILE.supple [LAST.obj]       a GLB with an asset inside is taken too
//
// Everything that a game does with libsupple in a frame is in play(); the rest is files.
// SPDX-License-Identifier: MIT
#include <supple/supple.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAIN_FRAMES = 120, SHAKEN = 60 }; // two seconds; the bones stand still in the second one

// Assets are read in place and want to start at a multiple of 16, which malloc's memory does.
static void* read_file(const char* path, size_t* size) {
    FILE* file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    void* bytes = length > 0 ? malloc((size_t)length) : NULL;
    *size = bytes != NULL ? fread(bytes, 1, (size_t)length, file) : 0;
    fclose(file);
    return bytes;
}

// Your animation goes here. A palette is the matrix that skins with a bone: where the joint is in the world
// times its inverse bind matrix, so the identity leaves the mesh as it was modelled.
static void pose(supple_matrix* palette, int32_t bone_count, float size, int frame) {
    float t = (float)(frame < SHAKEN ? frame : SHAKEN) / 60.0f;
    float angle = 0.3f * sinf(12.0f * t), c = cosf(angle), s = sinf(angle);
    supple_matrix m = {
        {c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0.2f * size * sinf(9.0f * t), 0, 0, 1}};
    for (int32_t i = 0; i < bone_count; ++i)
        palette[i] = m;
}

static float height_of(const supple_asset* asset) {
    float low = asset->positions[1], high = low;
    for (int32_t i = 0; i < asset->vertex_count; ++i) {
        low = fminf(low, asset->positions[3 * i + 1]);
        high = fmaxf(high, asset->positions[3 * i + 1]);
    }
    return high - low;
}

// How far the flesh is from where its bones alone would have it, at most.
static float farthest(const supple_asset* asset, const float* displaced) {
    float most = 0.0f;
    for (int32_t i = 0; i < 3 * asset->vertex_count; ++i)
        most = fmaxf(most, fabsf(displaced[i] - asset->positions[i]));
    return most;
}

static void play(supple_body* body, const supple_asset* asset, supple_matrix* palette,
                 supple_streams* out) {
    float size = height_of(asset);
    pose(palette, asset->bone_count, size, 0);
    supple_body_place(body, palette); // there at once, without a kick
    for (int frame = 1; frame <= MAIN_FRAMES; ++frame) {
        pose(palette, asset->bone_count, size, frame);
        supple_body_drive(body, palette);
        supple_body_step(body, 1.0f / 60.0f);
        if (frame % 20 == 0) {
            supple_body_evaluate(body, out); // in bind space, only to measure
            printf("frame %3d: flesh up to %.2f %% of the height away\n", frame,
                   (double)(100.0f * farthest(asset, out->positions) / size));
        }
    }
    supple_body_skin(body, out); // in the world: what a renderer draws
}

static int save_obj(const char* path, const supple_asset* asset, const supple_streams* out) {
    FILE* file = fopen(path, "w");
    if (file == NULL)
        return 0;
    for (int32_t i = 0; i < asset->vertex_count; ++i) {
        const float *p = out->positions + 3 * i, *n = out->normals + 3 * i;
        fprintf(file, "v %.6g %.6g %.6g\n", (double)p[0], (double)p[1], (double)p[2]);
        fprintf(file, "vn %.6g %.6g %.6g\n", (double)n[0], (double)n[1], (double)n[2]);
    }
    for (int32_t i = 0; i < asset->triangle_count; ++i) {
        const uint32_t* t = asset->triangles + 3 * i;
        fprintf(file, "f %u//%u %u//%u %u//%u\n", t[0] + 1, t[0] + 1, t[1] + 1, t[1] + 1, t[2] + 1,
                t[2] + 1);
    }
    return fclose(file) == 0;
}

int main(int argc, char** argv) {
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: skinned FILE.supple [LAST.obj]\n");
        return 2;
    }
    size_t size = 0;
    void* bytes = read_file(argv[1], &size);
    if (bytes == NULL) {
        fprintf(stderr, "%s cannot be read\n", argv[1]);
        return 1;
    }
    supple_asset asset;
    supple_result result = supple_asset_read(&asset, bytes, size);
    if (result != SUPPLE_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], supple_result_text(result));
        free(bytes);
        return 1;
    }
    for (int i = 0; i < asset.part_count; ++i) {
        supple_part part = supple_asset_part(&asset, i);
        printf("part %s: %d coordinates from %.1f Hz, %d vertices\n", part.name, part.coord_count,
               (double)supple_asset_frequency(&asset, part.first_coord), part.vertex_count);
    }
    size_t numbers = 3 * (size_t)asset.vertex_count;
    float* positions = malloc(numbers * sizeof *positions);
    float* normals = malloc(numbers * sizeof *normals);
    supple_matrix* palette = malloc((size_t)asset.bone_count * sizeof *palette);
    supple_body* body = supple_body_create(&asset, NULL, NULL);
    int ok = positions != NULL && normals != NULL && palette != NULL && body != NULL;
    if (ok) {
        supple_streams out = supple_streams_packed(positions, normals);
        play(body, &asset, palette, &out);
        ok = argc == 2 || save_obj(argv[2], &asset, &out);
    }
    if (!ok)
        fprintf(stderr, "there is not enough memory, or the last frame cannot be written\n");
    supple_body_destroy(body);
    free(palette);
    free(normals);
    free(positions);
    free(bytes); // after the asset and its bodies, which point into them
    return ok ? 0 : 1;
}
