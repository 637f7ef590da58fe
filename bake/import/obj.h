// An OBJ between its two stages: obj.c reads lines into these arrays, obj_build.c makes the scene.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/import/import.h"
#include "bake/import/names.h"

#define OBJ_NONE UINT32_MAX

// Faces that follow each other in the file and share mesh and material.
typedef struct obj_run {
    int32_t mesh, material; // into the names; material -1 before the first usemtl
    int64_t first_face, face_count;
    int64_t first_corner;
} obj_run;

// Everything lives in the reader's own arena, which ends with it. A corner's v, vt and vn stand in
// three arrays, so that a file without vt and vn pays for none of them.
typedef struct obj {
    const char* path;
    int32_t v_count, vt_count, vn_count;
    vec3* v;
    float (*color)[4]; // linear; NULL if no v has one
    float (*vt)[2];    // with v downward, as in glTF
    float (*vn)[3];
    int64_t face_count, corner_count;
    uint32_t* face_size;                        // [face_count] corners
    uint32_t *corner_v, *corner_vt, *corner_vn; // [corner_count]; OBJ_NONE where the face has none
    int32_t run_count;
    obj_run* runs; // those with faces, in the order of the file
    names meshes, materials;
} obj;

// Which line the n-th face stands on: asked only for warnings, so the file is walked again.
int64_t obj_line_of_face(bytes file, int64_t face);

// Splits vertices, cuts polygons, fills out->scene but for looks. Sorts o->runs.
bool obj_build(obj* o, bytes file, arena* scratch, arena* memory, imported* out, report* r);
