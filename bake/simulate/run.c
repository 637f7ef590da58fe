// From event to event, from step to step, from state to state.
//
// Events are moves of supports, the beginnings and ends of pushes, and kicks. A step is cut there; what happens at the very
// time of a state happens after it is stored, so that one that goes on from its checkpoint meets it again.
// SPDX-License-Identifier: MIT
#include "bake/simulate/run.h"

#include "bake/base/clock.h"

#include <string.h>
#include <unistd.h>

static const double RUN_SAME = 1e-7; // of a step: times nearer than this are one

typedef struct running {
    assembly* a;
    const run_options* o;
    arena* memory;
    report* r;
    run_result* out;
    checkpoint at;            // the last one
    double h;                 // s, a step
    double* force;            // [3 * node_count]
    vec3* points;             // [drawn.vertex_count]
    checkpoint_counts before; // of earlier processes
} running;

// ---- events ----------------------------------------------------------------------------

// That of the scene, -1, or of a rigid body.
static const simulation_support* carrier_of(const simulation* s, int32_t body) {
    return body < 0 ? &s->support : &s->bodies[body].support;
}

// Times of events, one after another, pushes first; false when there are no more.
static bool event_time(const simulation* s, int32_t i, double* time) {
    if (i < 2 * s->push_count) {
        *time = i < s->push_count ? s->pushes[i].from : s->pushes[i - s->push_count].to;
        return true;
    }
    i -= 2 * s->push_count;
    if (i < s->kick_count) {
        *time = s->kicks[i].time;
        return true;
    }
    i -= s->kick_count;
    for (int32_t b = -1; b < s->body_count; i -= carrier_of(s, b++)->move_count)
        if (i < carrier_of(s, b)->move_count) {
            *time = carrier_of(s, b)->moves[i].time;
            return true;
        }
    return false;
}

// The first event between two times, or the second of them.
static double next_event(const running* k, double from, double to) {
    double next = to, time, near = RUN_SAME * k->h;
    for (int32_t i = 0; event_time(k->a->how, i, &time); ++i)
        if (time > from + near && time < to - near && time < next)
            next = time;
    return next;
}

// The time of the push that begins or ends here, for a time that rounding has moved beside it.
static double snapped(const running* k, double time) {
    const simulation* s = k->a->how;
    double at;
    for (int32_t i = 0; i < 2 * s->push_count && event_time(s, i, &at); ++i)
        if (fabs(at - time) <= RUN_SAME * k->h)
            return at;
    return time;
}

static void head_rigid(running* k, double time) {
    for (int32_t b = 0; b < k->a->body_count; ++b) {
        const simulation_support* s = carrier_of(k->a->how, b);
        assembly_rigid* o = &k->a->rigid[b];
        for (int32_t i = 0; i < s->move_count; ++i)
            if (fabs(s->moves[i].time - time) <= RUN_SAME * k->h)
                support_head(&o->frame, &o->at, s->moves[i].velocity, s->moves[i].spin,
                             s->moves[i].rate);
    }
}

static bool meet_events(running* k, double time) {
    const simulation* s = k->a->how;
    double near = RUN_SAME * k->h, at;
    bool push = false;
    for (int32_t i = 0; i < 2 * s->push_count && event_time(s, i, &at); ++i)
        push = push || fabs(at - time) <= near;
    if (push) {
        assembly_force(k->a, snapped(k, time), true, k->force);
        if (!support_push(&k->a->on, k->force, k->r))
            return false;
    }
    head_rigid(k, time);
    for (int32_t i = 0; i < s->support.move_count; ++i) {
        const simulation_move* m = &s->support.moves[i];
        if (fabs(m->time - time) > near)
            continue;
        bool done = s->support.frame.kind == SUPPORT_TURNING
                        ? support_turn(&k->a->on, m->rate, k->r)
                        : support_drive(&k->a->on, m->velocity, m->spin, k->r);
        if (!done)
            return false;
    }
    for (int32_t i = 0; i < s->kick_count; ++i)
        if (fabs(s->kicks[i].time - time) <= near &&
            !support_kick(&k->a->on, s->kicks[i].velocity, s->kicks[i].spin, k->r))
            return false;
    return true;
}

// ---- steps -----------------------------------------------------------------------------

static void set_wind(running* k, double from, double to) {
    const simulation* s = k->a->how;
    double when = s->rule == NEWMARK_CONSERVING ? 0.5 * (from + to) : to; // where forces balance
    if (s->wind.count > 0)
        k->a->air.wind = simulation_track_at(&s->wind, when);
}

// One step of the scene, in parts where something happens in it.
static bool step(running* k, double begin) {
    double end = begin + k->h;
    for (double from = begin; from < end;) {
        double to = next_event(k, from, end);
        bool whole = from == begin && to == end;
        set_wind(k, from, from);
        if (!meet_events(k, from))
            return false;
        set_wind(k, from, to);
        if (k->a->how->push_count > 0)
            assembly_force(k->a, snapped(k, to), false, k->force);
        assembly_step_begins(k->a);
        if (!support_step(&k->a->on, k->a->how->push_count > 0 ? k->force : NULL,
                          whole ? k->h : to - from, k->r))
            return false;
        if (!assembly_step_ends(k->a, k->r))
            return false;
        assembly_pass(k->a);
        from = to;
    }
    return true;
}

static void count_work(running* k, double time) {
    const newmark* n = dynamics_stepper(k->a->motion);
    checkpoint_counts *c = &k->out->counts, b = k->before;
    if (c->cut == 0 && b.cut + n->cut > 0)
        c->first_cut = time;
    c->steps = b.steps + n->steps;
    c->cut = b.cut + n->cut;
    c->corrections = b.corrections + n->newton.counts.corrections;
    c->matrices = b.matrices + n->newton.counts.matrices;
    c->firm = b.firm + n->newton.counts.firm;
}

static bool to_next_state(running* k, int32_t state) {
    const simulation* s = k->a->how;
    for (int32_t i = 0; i < s->steps; ++i) {
        double time = ((double)(state - 1) * s->steps + i) * k->h;
        if (!step(k, time))
            return false;
        if (k->o->stepped != NULL)
            k->o->stepped(k->o->user, k->a, k->h);
        count_work(k, time);
    }
    return true;
}

// ---- states ----------------------------------------------------------------------------

static bool store(running* k, int32_t state) {
    assembly_places(k->a, k->a->how->in_support, k->points);
    if (!stream_add(&k->out->states, k->points, k->r) ||
        (k->o->stored != NULL && !k->o->stored(k->o->user, k->a, state, k->r)))
        return false;
    k->at.states = state + 1;
    k->at.counts = k->out->counts;
    support_save(&k->a->on, &k->at.at, k->at.state);
    for (int32_t i = 0; i < k->a->body_count; ++i)
        k->at.rigid[i] = k->a->rigid[i].at;
    arena* scratch = arena_create();
    bool written = checkpoint_write(&k->at, checkpoint_path(k->o->output, scratch), scratch, k->r);
    arena_destroy(scratch);
    return written;
}

static bool begin(running* k) {
    assembly* a = k->a;
    double* v = ARENA_NEW(k->memory, double, 3 * (size_t)a->node_count);
    for (int32_t i = 0; i < a->body_count; ++i)
        for (int32_t n = 0; n < a->bodies[i].node_count; ++n)
            memcpy(v + 3 * (size_t)(a->first_node[i] + n), &a->bodies[i].how->velocity,
                   sizeof(vec3));
    set_wind(k, 0.0, 0.0);
    bool sound = support_start(&a->on, NULL, v, k->r);
    if (sound && a->how->start_at_rest) {
        vec3 wind = a->air.wind;
        a->air.wind = v3(0.0, 0.0, 0.0);
        sound = support_rest(&a->on, k->r);
        a->air.wind = wind; // it begins to blow now
        sound = sound && support_push(&a->on, NULL, k->r);
    }
    return sound && stream_open(&k->out->states, k->o->output, 0, k->memory, k->r) && store(k, 0);
}

// From a checkpoint, if there is one of this scene; *states are there already.
static bool resume(running* k, int32_t* states) {
    const char* path = checkpoint_path(k->o->output, k->memory);
    checkpoint_found found =
        k->o->anew ? CHECKPOINT_NONE : checkpoint_read(&k->at, path, k->memory);
    *states = 0;
    if (found == CHECKPOINT_NONE)
        return true;
    if (found == CHECKPOINT_OTHER)
        return report_error(k->r, place_file(path),
                            "is the checkpoint of another scene, of other files or of another "
                            "version, so there is no going on from it; --anew begins anew");
    if (!stream_holds(&k->out->states, k->o->output, k->at.states, k->memory)) {
        report_note(k->r, place_file(path),
                    "the states that belong to it are gone: it begins anew");
        return true;
    }
    if (!stream_open(&k->out->states, k->o->output, k->at.states, k->memory, k->r))
        return false;
    for (int32_t i = 0; i < k->a->body_count; ++i)
        k->a->rigid[i].at = k->at.rigid[i];
    support_restore(&k->a->on, &k->at.at, k->at.state);
    k->before = k->out->counts = k->at.counts;
    *states = k->at.states;
    return true;
}

static bool give_up(running* k, int32_t states) {
    report_note(k->r, place_file(k->out->states.aside),
                "holds the %d states up to there, and the checkpoint beside it", states);
    return false;
}

bool run_scene(assembly* a, const run_options* o, arena* memory, run_result* out, report* r) {
    int32_t total = simulation_states(a->how), done;
    *out = (run_result){.states = {.layout = o->layout,
                                   .state_count = total,
                                   .point_count = a->drawn.vertex_count,
                                   .fps = a->how->fps}};
    running k = {.a = a, .o = o, .memory = memory, .r = r, .out = out};
    double since = clock_processor();
    k.h = 1.0 / (a->how->fps * a->how->steps);
    k.force = ARENA_NEW(memory, double, 3 * (size_t)a->node_count);
    k.points = ARENA_NEW(memory, vec3, (size_t)a->drawn.vertex_count);
    k.at = (checkpoint){
        .mark = o->mark, .size = support_state_size(&a->on), .rigid_count = a->body_count};
    k.at.rigid = ARENA_NEW(memory, support_state, (size_t)a->body_count);
    k.at.state = ARENA_NEW(memory, double, (size_t)k.at.size);
    if (!resume(&k, &done))
        return false;
    out->resumed = done;
    if (done == 0 && !begin(&k))
        return false;
    for (done = done > 0 ? done : 1; done < total; ++done) {
        if (o->progress != NULL)
            o->progress(o->user, done, total);
        if (!to_next_state(&k, done))
            return give_up(&k, done);
        if (!store(&k, done))
            return false;
    }
    if (o->progress != NULL)
        o->progress(o->user, total, total);
    out->processor = clock_processor() - since;
    return true;
}

void run_forget(const run_options* o, arena* memory) {
    unlink(checkpoint_path(o->output, memory));
}
