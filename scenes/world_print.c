// A script as text: one line an object.
// SPDX-License-Identifier: MIT
#include "scenes/world_script.h"

#include <math.h>

static const char* const kinds[SCRIPT_KINDS] = {"cube", "ball",  "torus", "slab",
                                                "rod",  "jelly", "figure"};
static const char* const shapes[] = {"plane", "sphere", "capsule", "box",
                                     "mesh",  "hull",   "heights", "compound"};
static const char* const makes[] = {"", "rigid ", "hull of a "};
static const char* const joints[] = {"point",  "hinge", "weld", "distance",
                                     "slider", "cone",  "rope"};
static const char* const deeds[SCRIPT_DEEDS] = {"kick",  "push",  "throw", "teleport", "pin",
                                                "lever", "unpin", "tune",  "remove",   "weigh",
                                                "lift",  "ghost", "sleep"};

static void print_vector(FILE* out, const char* name, vec3 v) {
    if (v.x != 0.0 || v.y != 0.0 || v.z != 0.0)
        fprintf(out, " %s %.4g %.4g %.4g", name, v.x, v.y, v.z);
}

static void print_path(FILE* out, const script_path* p) {
    print_vector(out, "at", p->velocity);
    print_vector(out, "turning", p->spin);
    print_vector(out, "swinging", p->swing);
    if (p->until > p->from)
        fprintf(out, " %.3g Hz from %.3g to %.3g s", p->rate, p->from, p->until);
}

static void print_body(FILE* out, int32_t i, const script_body* b) {
    fprintf(out, "  body %d: %s%s%s %.4g m, density %.4g, %.4g Hz, %d modes, ratio %.3g", i,
            b->driven ? "driven " : "", makes[b->rigid], kinds[b->kind], b->size, b->density,
            b->first, b->modes, b->ratio);
    print_vector(out, "place", b->place);
    print_vector(out, "turn", b->turn);
    print_vector(out, "velocity", b->velocity);
    print_vector(out, "spin", b->spin);
    if (b->driven)
        print_path(out, &b->path);
    if (b->enters >= 0.0)
        fprintf(out, " enters %.3g s", b->enters);
    if (b->leaves < INFINITY)
        fprintf(out, " leaves %.3g s", b->leaves);
    if (b->restitution > 0.0)
        fprintf(out, " restitution %.3g", b->restitution);
    fprintf(out, "\n");
}

void script_print(const world_script* s, FILE* out) {
    fprintf(out, "world %s seed 0x%016llx: %.3g s of 1/%.4g s, jitter %.3g, friction %.3g, %s",
            s->name, (unsigned long long)s->seed, s->seconds, 1.0 / s->dt, s->jitter, s->friction,
            s->rests ? "rests" : "does not rest");
    print_vector(out, "gravity", s->gravity);
    if (s->hitch > 0.0)
        fprintf(out, " %.3g s every %d frames", s->hitch, s->hitch_every);
    fprintf(out, "\n");
    for (int32_t i = 0; i < s->body_count; ++i)
        print_body(out, i, &s->bodies[i]);
    for (int32_t i = 0; i < s->collider_count; ++i) {
        const script_collider* c = &s->colliders[i];
        fprintf(out, "  %s %d: radius %.3g friction %.3g", shapes[c->kind], i, c->radius,
                c->friction);
        print_vector(out, "half", c->half);
        print_vector(out, "place", c->place);
        print_vector(out, "turn", c->turn);
        print_path(out, &c->path);
        if (c->rides > 0)
            fprintf(out, " rides on %d", c->rides - 1);
        if (c->enters > 0.0 || c->leaves > 0.0)
            fprintf(out, " there from %.3g to %.3g s", c->enters, c->leaves);
        fprintf(out, "\n");
    }
    for (int32_t i = 0; i < s->joint_count; ++i) {
        const script_joint* j = &s->joints[i];
        fprintf(out, "  %s of %d and %d: %.3g Hz, ratio %.3g, bears %.3g N%s", joints[j->kind],
                j->body, j->other, j->frequency, j->damping, j->strength,
                j->collide ? ", colliding" : "");
        print_vector(out, "place", j->place);
        print_vector(out, "there", j->there);
        print_vector(out, "axis", j->axis);
        if (j->limited)
            fprintf(out, " from %.3g to %.3g, leaning by %.3g", j->lower, j->upper, j->swing);
        if (j->motor_strength > 0.0)
            fprintf(out, " motor %.3g with %.3g", j->motor_speed, j->motor_strength);
        if (j->spring_frequency > 0.0)
            fprintf(out, " spring %.3g Hz, ratio %.3g, to %.3g", j->spring_frequency,
                    j->spring_damping, j->spring_target);
        fprintf(out, "\n");
    }
    for (int32_t i = 0; i < s->event_count; ++i) {
        const script_event* e = &s->events[i];
        fprintf(out, "  at %.4g s %s %d vertex %u amount %.4g", e->time, deeds[e->deed], e->body,
                e->vertex, e->amount);
        print_vector(out, "by", e->by);
        fprintf(out, "\n");
    }
}
