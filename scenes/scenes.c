// The list of samples.
// SPDX-License-Identifier: MIT
#include "scenes/scenes.h"

#include "bake/export/glb.h"
#include "scenes/makers.h"

#include <string.h>

const sample samples[] = {
    {"swimmer", "a stocky bather, 1.65 m, rigged: walk, run, jump, dive, wall, sit, curl",
     sample_swimmer},
    {"jelly", "a cube of jelly, 10 cm", sample_jelly},
    {"sphere", "a toy ball, 20 cm", sample_sphere},
    {"bat", "a baseball bat, 84 cm, wood with a taped grip", sample_bat},
    {"dodo", "a dodo of rubber, 40 cm, with stiff beak and legs (_STIFFNESS)", sample_dodo},
    {"torus", "a swimming ring of soft rubber, 28 cm", sample_torus},
    {"sheet", "a thin open cloth, 1 m by 1 m", sample_sheet},
    {"tissue", "an organ bed for surgery, 30 cm, on a support that breathes", sample_tissue},
    {"organs", "the same on a diaphragm that breathes, over a heart that beats", sample_organs},
    {"brain", "a brain, 16 cm, folded", sample_brain},
    {"bar", "a bar of rubber, 40 cm, to bend", sample_bar},
    {"bowl", "a thin bowl, 24 cm, that rings", sample_bowl},
    {"cylinder", "a tube with 4 bones that bends and bulges like an elbow", sample_cylinder},
    {"shoulder", "chest, arm and hand with a skeleton and 8 sculpted poses", sample_shoulder},
    {"beast", "a rubber beast with a long neck, 28 cm, on the dashboard of a car", sample_beast},
    {"plant", "a pot of broad leaves, 45 cm, all of it thin sheets", sample_plant},
    {"door", "a towel on a door, 2 m, that swings", sample_door},
    {"swimmer46", "the swimmer with 46 bones: fingers, toes, twists, jaw", sample_swimmer46},
};
const int sample_count = (int)(sizeof samples / sizeof *samples);

const sample* sample_find(const char* name) {
    for (int i = 0; i < sample_count; ++i)
        if (strcmp(samples[i].name, name) == 0)
            return &samples[i];
    return NULL;
}

bytes sample_glb(const sample* x, arena* memory) {
    scene s = x->make(memory);
    return glb_from_scene(&s, memory);
}
