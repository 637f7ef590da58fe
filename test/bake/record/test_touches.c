// bake/record/touches and bake/contact/contact_push: what is heard of contact while a scene is recorded.
// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // mkdtemp
#include "bake/record/palette_file.h"
#include "bake/record/record.h"
#include "bake/record/touches.h"
#include "test/kit/simulate_kit.h"

#include <sys/wait.h>

static char folder[] = TEST_FOLDER;

// ---- pushes ----------------------------------------------------------------------------

// A sheet that has come to rest on a larger one; down is -z.
static const char resting[] =
    "gravity: [0, 0, -9.81]\nbodies:\n"
    "  - {name: c, sample: sheet, kind: shell, material: {preset: cotton, bending: 1e-3}}\n"
    "  - {name: floor, sample: sheet, kind: rigid, unit: 1.7, at: [-0.137, 0.129, -0.003]}\n"
    "contact: {distance: 2e-3}\ndamping: {beta: 0.02}\naccuracy: 1e-9\nseconds: 0.5\n";

// Statics: pushes carry the weight, straight up, below the centre of mass; and their sum is what the floor's nodes feel, which is
// asked for another way.
TEST(pushes_of_what_rests_carry_its_weight) {
    kit_run k;
    if (!kit_make(&k, resting, 1) || !kit_go(&k, folder, -1))
        kit_say(&k);
    CHECK(k.done);
    CHECK(fabs(kit_point(&k, k.points.frame_count - 1, 12).z + 0.002) < 1e-3); // it lies there
    const double* u = dynamics_u(k.a.motion);
    contact_push* all;
    int64_t count = contact_pushes(k.a.contact, u, &all, k.memory);
    double* force = ARENA_NEW(k.memory, double, 3 * (size_t)k.a.node_count);
    contact_forces(k.a.contact, u, force);
    vec3 sum = {0}, felt = {0}, middle = {0};
    double mass = 0.0, pushed = 0.0;
    for (int32_t n = 0; n < k.a.soft_count; ++n) {
        mass += k.a.mass[n];
        felt = v3_sub(felt, v3(force[3 * n], force[3 * n + 1], force[3 * n + 2]));
    }
    for (int64_t i = 0; i < count; ++i) {
        bool upper = all[i].node[0] < k.a.soft_count;
        sum = v3_madd(sum, all[i].normal, upper ? all[i].force : -all[i].force);
        middle = v3_madd(middle, all[i].place, all[i].force);
        pushed += all[i].force;
        double fractions[2] = {0.0, 0.0};
        for (int32_t n = 0; n < 4; ++n)
            fractions[n >= all[i].first] += all[i].weight[n];
        CHECK(fabs(fractions[0] - 1.0) < 1e-12 && fabs(fractions[1] - 1.0) < 1e-12);
        CHECK(all[i].place.z > -0.003 && all[i].place.z < -0.001);
    }
    CHECK(count > 0 && fabs(sum.z / (9.81 * mass) - 1.0) < 1e-3);
    CHECK(v3_distance(sum, felt) < 1e-9 * sum.z);
    CHECK(fabs(middle.x / pushed - 0.2) < 1e-3 && fabs(middle.y / pushed + 0.2) < 1e-3);
    kit_end(&k);
}

// ---- contacts of a recording -----------------------------------------------------------

// A sheet that hangs before a wall, 2 cm from it; another wall is far off.
static const char beside[] =
    "bodies:\n"
    "  - {name: c, sample: sheet, kind: shell, material: {preset: cotton, bending: 1e-3}, held: "
    "{box: [[-1, -0.01, -1], [1, 1, 1]]}}\n"
    "  - {name: wall, sample: sheet, kind: rigid, unit: 1.7, at: [-0.137, 0.129, 0.02]}\n"
    "  - {name: far, sample: sheet, kind: rigid, at: [0, 0, -2]}\n"
    "contact: {distance: 1e-3, friction: 0.2}\ndamping: {beta: 0.01}\nfps: 50\nsteps: 2\n"
    "palette:\n  entries: [{name: to, body_impulse: [0, 0, 0.6]}, {name: fro, body_impulse: "
    "[0, 0, -0.6]}]\n  shortest: 0.1\n  longest: 0.3\n  responses: 4\n  chains: 2\n";

typedef struct kit {
    arena* memory;
    report r;
    recording x;
    const char* path;
} kit;

static int32_t left_to_live; // states

static void maybe_die(void* user, int32_t done, int32_t total) {
    (void)user, (void)done, (void)total;
    if (left_to_live-- == 0)
        _exit(0);
}

static bool record(kit* k, const char* text, const char* name) {
    *k = (kit){.memory = arena_create()};
    k->r = report_new(k->memory);
    k->path = arena_format(k->memory, "%s/%s", folder, name);
    const bytes words = {(const uint8_t*)text, strlen(text)};
    const record_options o = {
        .output = k->path, .mark = 5, .threads = 1, .samples = &kit_samples, .progress = maybe_die};
    simulation s;
    palette p;
    record_result out;
    bool sound = simulation_parse(words, "s.yaml", k->memory, &s, &k->r) &&
                 palette_of_scene(&s, "s.yaml", k->memory, &p, &k->r) &&
                 record_scene(&s, &p, &o, k->memory, &out, &k->r) &&
                 recording_open(k->path, k->memory, &k->x, &k->r);
    for (int32_t i = 0; i < k->r.count && !sound; ++i)
        printf("%s\n", finding_text(&k->r.findings[i], k->memory));
    return sound;
}

static void end(kit* k) {
    unlink(k->path);
    arena_destroy(k->memory);
}

// The front of a body of so many vertices at a state, m.
static double front(const recording* x, const float* at, int32_t state, size_t count) {
    double z = -1.0;
    for (size_t v = 0; v < count; ++v)
        z = fmax(z, (double)at[3 * ((size_t)state * (size_t)x->vertex_count + v) + 2]);
    return z;
}

// A body that is thrown at a wall, and where that stands.
typedef struct thrown {
    const char* scene;
    int32_t vertices; // of the body; the bodies that follow have those of a sheet each
    double wall;      // its plane, m
    float aside;      // m: how far from the place of a contact its vertex may be, along the wall
} thrown;

// On the wall's plane, pushing away from it, at vertices of the two bodies that touch; in states after which the body is that
// near, and in all of them.
static void check_contacts(const thrown* t) {
    kit k;
    left_to_live = -1;
    CHECK(record(&k, t->scene, "a.rec"));
    const recording* x = &k.x;
    size_t own = (size_t)t->vertices;
    float* at = ARENA_NEW(k.memory, float, 3 * (size_t)x->vertex_count * (size_t)x->state_count);
    bool* touched = ARENA_NEW(k.memory, bool, (size_t)x->state_count);
    CHECK(recording_states(x, 0, x->state_count, at, &k.r));
    CHECK(x->contact_count > 3);
    for (int32_t i = 0; i < x->contact_count; ++i) {
        const recording_contact* c = &x->contacts[i];
        double gap = t->wall - (double)c->place[2];
        touched[c->state] = true;
        CHECK(gap > 0.0 && gap < 1.5e-3 && c->normal[2] < -0.999f && c->impulse > 0.0f);
        CHECK(c->first < t->vertices && c->second >= t->vertices && c->second < t->vertices + 25);
        CHECK(fabs(v3_length(v3(c->normal[0], c->normal[1], c->normal[2])) - 1.0) < 1e-6);
        const float* v = at + 3 * ((size_t)c->state * (size_t)x->vertex_count + (size_t)c->first);
        CHECK(hypotf(v[0] - c->place[0], v[1] - c->place[1]) < t->aside);
    }
    int32_t apart = 0;
    for (int32_t s = 0; s < x->state_count; ++s) {
        double gap = t->wall - front(x, at, s, own);
        CHECK(gap > 1e-3 || touched[s]);
        apart += gap > 2e-3 && !touched[s];
    }
    CHECK(apart > 5);
    end(&k);
}

// Triangles of the sheet are 10 cm, and it is bent.
TEST(contacts_lie_where_bodies_meet) {
    check_contacts(&(thrown){beside, 25, 0.02, 0.45f});
}

// A cube that hangs before a wall, 5 mm from it, and touches with its eight drawn vertices, which are no nodes.
static const char cube_beside[] =
    "bodies:\n"
    "  - {name: c, sample: cube, kind: solid, tets: 60, material: {preset: rubber, young: 2e3}, "
    "held: {attribute: _TOP}}\n"
    "  - {name: wall, sample: sheet, kind: rigid, unit: 1.7, at: [-0.337, 0.329, 0.105]}\n"
    "contact: {distance: 1e-3, friction: 0.2}\ndamping: {beta: 0.01}\nfps: 50\nsteps: 2\n"
    "palette:\n  entries: [{name: to, body_impulse: [0, 0, 0.6]}, {name: fro, body_impulse: "
    "[0, 0, -0.6]}]\n  shortest: 0.1\n  longest: 0.3\n  responses: 4\n  chains: 2\n";

TEST(contacts_of_a_drawn_skin_lie_where_it_is) {
    check_contacts(&(thrown){cube_beside, 8, 0.105, 0.15f});
}

static bool same_file(kit* a, kit* b) {
    bytes x = {0}, y = {0};
    bool same = file_map(a->path, &x, &a->r) && file_map(b->path, &y, &b->r) && x.size == y.size &&
                memcmp(x.data, y.data, x.size) == 0;
    file_unmap(x);
    file_unmap(y);
    return same;
}

// Whenever a process ends, in the middle of a contact too, the next ones go on to the same bytes.
TEST(contacts_of_what_was_ended_are_those_of_what_went_on) {
    kit whole, again;
    left_to_live = -1;
    CHECK(record(&whole, beside, "a.rec"));
    for (int32_t lives = 0; lives < 4; ++lives) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            left_to_live = 3 + 2 * lives;
            kit gone;
            record(&gone, beside, "b.rec");
            _exit(1); // it was not to come so far
        }
        int code = 1;
        CHECK(child > 0 && waitpid(child, &code, 0) == child && code == 0);
    }
    left_to_live = -1;
    CHECK(record(&again, beside, "b.rec"));
    CHECK(whole.x.contact_count > 3 && same_file(&whole, &again));
    end(&again);
    end(&whole);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        CASE(pushes_of_what_rests_carry_its_weight),
        CASE(contacts_lie_where_bodies_meet),
        CASE(contacts_of_a_drawn_skin_lie_where_it_is),
        CASE(contacts_of_what_was_ended_are_those_of_what_went_on),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    int code = test_run(cases, (int)(sizeof cases / sizeof *cases), argc, argv);
    rmdir(folder);
    return code;
}
