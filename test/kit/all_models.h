// Every model by others whose surface can be filled, under the folder that test_data_folder() names.
// SPDX-License-Identifier: MIT
#pragma once

static const char* const all_models[] = {
    "surface/spot.obj",
    "surface/blub_fish.obj",
    "surface/cat.obj",
    "surface/smpl_woman.obj",
    "surface/hand_open.obj",
    "surface/comb.obj",
    "surface/double_loop_selfx.obj",
    "surface/teapot.obj",
    "surface/spider_soup.stl",
    "surface/lee_perry_smith_head.glb",
    "surface/suzanne/Suzanne.gltf",
    "rigged/mh_female_heavy.glb",
    "rigged/big_buck_bunny.glb",
    "rigged/horse_animations.glb",
    "rigged/Fox.glb",
    "rigged/kaykit_barbarian.glb",
    "rigged/RiggedFigure.glb",
    "rigged/RiggedSimple.glb",
    "rigged/MorphStressTest.glb",
    "cloth/sheen_cloth/SheenCloth.gltf",
    "cloth/bullet_cloth_z_up.obj",
    "plant/potted_plant/DiffuseTransmissionPlant.gltf",
    "plant/flower.glb",
};
enum { ALL_MODELS = (int)(sizeof all_models / sizeof *all_models) };
