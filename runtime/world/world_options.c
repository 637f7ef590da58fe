// The options of a world: the default ones, and what is wrong with others.
//
// A world of other options than the caller's would fail later and elsewhere: a body that is not taken, a contact that
// is not there. So options out of range make no world at all, and the reason is a sentence.
// SPDX-License-Identifier: MIT
#include "runtime/world/world.h"

typedef struct option_range {
    double value, least, most;
    const char* wrong;
} option_range;

supple_world_options supple_world_options_default(void) {
    return (supple_world_options){.response = SUPPLE_RESPONSE_POSITION,
                                  .penalty = 1e4f,
                                  .friction = 0.5f,
                                  .cluster = 0.05f,
                                  .iterations = 20,
                                  .tolerance = 1e-5f,
                                  .hit_speed = 1.0f,
                                  .max_bodies = 64,
                                  .max_colliders = 64,
                                  .max_contacts = 1024,
                                  .max_joints = 64};
}

const char* supple_world_options_wrong(const supple_world_options* options) {
    const supple_world_options* o = options;
    const option_range ranges[] = {
        {(double)(int)o->response, 0, SUPPLE_RESPONSE_PENALTY, "There is no such response."},
        {o->penalty, 1e-9, 1e12, "The penalty must be from 1e-9 to 1e12 newtons a metre."},
        {o->friction, 0, 1e6, "The friction must be from 0 to 1e6."},
        {o->cluster, 0, 1, "The cluster must be from 0 to 1 of a body's size."},
        {o->tolerance, 0, 1e12, "The tolerance must be from 0 to 1e12 units a second."},
        {o->hit_speed, 0, 1e12, "The speed of a hit must be from 0 to 1e12 units a second."},
        {o->iterations, 1, 10000, "There must be 1 to 10,000 iterations."},
        {o->max_bodies, 1, WORLD_MOST_BODIES, "A world can have room for 1 to 1,048,576 bodies."},
        {o->max_colliders, 0, UINT16_MAX, "A world can have room for 0 to 65,535 colliders."},
        {o->max_contacts, 1, WORLD_MOST_CONTACTS,
         "A world can have room for 1 to 1,048,576 contacts."},
        {o->max_joints, 0, UINT16_MAX, "A world can have room for 0 to 65,535 joints."}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i)
        if (!(ranges[i].value >= ranges[i].least && ranges[i].value <= ranges[i].most))
            return ranges[i].wrong;
    return NULL;
}
