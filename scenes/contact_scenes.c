// What is written by hand, and a few rules to draw more.
// SPDX-License-Identifier: MIT
#include "scenes/contact_scenes.h"

#include <math.h>
#include <string.h>

#define CONTACT_SCENES_SHEET                                                                       \
    "kind: shell, material: {preset: cotton, bending: 1e-5, compression: 1e-3}"

const contact_scene contact_scenes[] = {
    {"cloth folds on itself",
     "bodies:\n"
     "  - {name: cloth, sample: upright-6, unit: 0.4, at: [0, 0.01, 0], "
     "velocity: [0, -2, 0], " CONTACT_SCENES_SHEET "}\n"
     "  - {name: floor, sample: cloth-1, kind: rigid, unit: 2}\n"
     "contact: {friction: 0.3}\n"
     "pushes: [{region: {box: [[-1, 0.1, -1], [1, 0.2, 1]]}, force: [0, "
     "0, 0.2], from: 0, to: 0.05}]\n"
     "damping: {beta: 0.002}\n"
     "accuracy: 1e-5\n"
     "seconds: 0.3\n",
     false, true},
    {"a ball through a tight ring",
     "bodies:\n"
     "  - {name: ball, sample: ball-4, unit: 0.3, at: [0, 0.3, 0], "
     "kind: solid, tets: 150, material: {preset: "
     "rubber, young: 2e4, poisson: 0.4}}\n"
     "  - {name: ring, sample: ring-8, kind: rigid, unit: 0.45}\n"
     "contact: {friction: 0.1, distance: 1e-3}\n"
     "pushes: [{region: {}, force: [0, -400, 0]}]\n"
     "damping: {beta: 0.01}\n"
     "accuracy: 1e-5\n"
     "seconds: 0.3\n",
     false, false},
    {"two plates to a millionth of their size",
     "bodies:\n"
     "  - {name: upper, sample: cloth-5, at: [0, 1e-5, 0], kind: shell, material: {preset: wood, "
     "thickness: 0.02, "
     "area_density: 300, bending: auto, compression: none}}\n"
     "  - {name: lower, sample: box-3, unit: 0.9, at: [0, -0.45, 0], kind: rigid}\n"
     "contact: {distance: 1e-6}\n"
     "pushes: [{region: {}, force: [0, -1e5, 0]}]\n"
     "damping: {beta: 0.001}\n"
     "accuracy: 1e-10\n"
     "seconds: 0.1\n",
     false, true},
    {"a rag on spikes",
     "bodies:\n"
     "  - {name: rag, sample: cloth-8, unit: 0.4, at: [0.013, 0.14, 0.007], "
     "velocity: [0, -3, 0], " CONTACT_SCENES_SHEET "}\n"
     "  - {name: spikes, sample: spikes-3, kind: rigid, unit: 0.4}\n"
     "contact: {friction: 0.2}\n"
     "damping: {beta: 0.002}\n"
     "accuracy: 1e-5\n"
     "seconds: 0.25\n",
     false, false},
    {"a millimetre of cloth between a door and a wall",
     "bodies:\n"
     "  - {name: cloth, sample: upright-6, unit: 0.4, at: [0, 0, 0.05], " CONTACT_SCENES_SHEET "}\n"
     "  - {name: wall, sample: upright-2, kind: rigid, at: [0, -0.2, 0]}\n"
     "  - name: door\n"
     "    sample: upright-2\n"
     "    kind: rigid\n"
     "    unit: 0.6\n"
     "    at: [0, -0.1, 0.006]\n"
     "    support: {pivot: [-0.3, 0, 0.006], turns: {axis: [0, 1, 0], from: -40, to: 0}, moves: "
     "[{at: 0.02, rate: 400}]}\n"
     "contact: {thickness: 1e-3, distance: 1e-3, friction: 0.3}\n"
     "springs: [{region: {plane: {point: [0, 0.39, 0], normal: [0, -1, 0]}}, stiffness: 20}]\n"
     "damping: {beta: 0.002}\n"
     "accuracy: 1e-5\n"
     "seconds: 0.2\n",
     false, true},
    {"a press in a closed box",
     "bodies:\n"
     "  - {name: ball, sample: ball-2, unit: 0.2, kind: solid, tets: 30, material: {preset: "
     "rubber, "
     "young: 3e4}}\n"
     "  - {name: box, sample: box-1, unit: 0.3, kind: rigid}\n"
     "  - {name: press, sample: cloth-1, at: [0, 0.2, 0], kind: rigid, support: {moves: [{at: "
     "0.02, "
     "velocity: [0, -4, 0]}]}}\n"
     "contact: {distance: 1e-3}\n"
     "accuracy: 1e-5\n"
     "seconds: 0.2\n",
     true, true},
    {"leaves across each other",
     "bodies:\n"
     "  - {name: a, sample: cloth-3, unit: 0.2, at: [0, 0, 0], velocity: [0, 0.6, "
     "0.4], " CONTACT_SCENES_SHEET "}\n"
     "  - {name: b, sample: cloth-3, unit: 0.2, at: [0.02, 0.05, 0.03], velocity: [0.3, -1.2, "
     "0], " CONTACT_SCENES_SHEET "}\n"
     "  - {name: c, sample: upright-3, unit: 0.2, at: [0.05, 0.06, 0.03], velocity: [-0.5, -2, "
     "0.1], " CONTACT_SCENES_SHEET "}\n"
     "  - {name: d, sample: cloth-3, unit: 0.2, at: [-0.04, -0.04, -0.02], velocity: [0, 2, "
     "0], " CONTACT_SCENES_SHEET "}\n"
     "contact: {friction: 0.4}\n"
     "gravity: [0, 0, 0]\n"
     "damping: {beta: 0.002}\n"
     "accuracy: 1e-5\n"
     "seconds: 0.25\n",
     false, false},
};
const int contact_scene_count = (int)(sizeof contact_scenes / sizeof *contact_scenes);

// ---- at random ---------------------------------------------------------------------------

typedef struct drawing {
    uint64_t state;
    double size; // m
    arena* memory;
} drawing;

static double drawn(drawing* d, double low, double high) {
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(d->state >> 11) / 9007199254740992.0;
}

static int drawn_of(drawing* d, int count) {
    int chosen = (int)drawn(d, 0.0, (double)count);
    return chosen < count ? chosen : count - 1;
}

static const char* drawn_point(drawing* d, double reach) {
    double x = drawn(d, -reach, reach), y = drawn(d, -reach, reach), z = drawn(d, -reach, reach);
    return arena_format(d->memory, "[%.5g, %.5g, %.5g]", x, y, z);
}

static const char* soft_body(drawing* d, int i) {
    static const char* const sheets[] = {"cloth-4", "upright-4", "strip-12", "cloth-6"};
    static const char* const solids[] = {"ball-3", "ring-6", "box-2", "slab-3"};
    bool sheet = drawn_of(d, 3) > 0;
    double speed = drawn(d, 0.0, 6.0) * d->size;
    const char* material =
        sheet ? arena_format(d->memory, "{preset: cotton, bending: %.3g, compression: 1e-3}",
                             drawn(d, 1e-6, 1e-4) * d->size * d->size)
              : arena_format(d->memory, "{preset: rubber, young: %.3g}",
                             drawn(d, 3e3, 3e5) * d->size);
    return arena_format(
        d->memory,
        "  - {name: b%d, sample: %s, kind: %s, %sunit: %.5g, at: %s, velocity: %s, material: %s}\n",
        i, (sheet ? sheets : solids)[drawn_of(d, 4)], sheet ? "shell" : "solid",
        sheet ? "" : "tets: 60, ", drawn(d, 0.4, 1.5) * d->size,
        arena_format(d->memory, "[%.5g, %.5g, %.5g]", drawn(d, -0.5, 0.5) * d->size,
                     (0.7 + 0.9 * i) * d->size, drawn(d, -0.5, 0.5) * d->size),
        drawn_point(d, speed), material);
}

static const char* rigid_body(drawing* d, int i) {
    static const char* const shapes[] = {"cloth-1", "spikes-2", "ball-3", "box-1", "ring-5"};
    const char* moves = "";
    if (drawn_of(d, 2) == 0)
        moves = arena_format(d->memory, ", support: {moves: [{at: 0.03, velocity: %s, spin: %s}]}",
                             drawn_point(d, 2.0 * d->size), drawn_point(d, 200.0));
    int shape = drawn_of(d, 5);
    return arena_format(
        d->memory, "  - {name: r%d, sample: %s, kind: rigid, unit: %.5g, at: [0, %.5g, 0]%s}\n", i,
        shapes[shape], (shape < 2 ? 4.0 : drawn(d, 0.5, 1.5)) * d->size,
        (shape < 2 ? -0.4 : -0.3) * d->size, moves);
}

const char* contact_random_scene(uint64_t seed, arena* memory) {
    drawing d = {.state = seed * 2654435761u + 99, .memory = memory};
    static const double sizes[] = {0.001, 0.01, 0.1, 0.3, 1.0, 10.0};
    drawn(&d, 0.0, 1.0);
    d.size = sizes[drawn_of(&d, 6)];
    const char* text = "bodies:\n";
    int soft = 1 + drawn_of(&d, 3), rigid = 1 + drawn_of(&d, 2);
    for (int i = 0; i < soft; ++i)
        text = arena_format(memory, "%s%s", text, soft_body(&d, i));
    for (int i = 0; i < rigid; ++i)
        text = arena_format(memory, "%s%s", text, rigid_body(&d, i));
    return arena_format(memory,
                        "%scontact: {friction: %.3g}\n"
                        "gravity: [0, %.5g, 0]\n"
                        "damping: {beta: 0.002}\n"
                        "accuracy: 1e-5\n"
                        "seconds: %.4g\n",
                        text, drawn_of(&d, 2) * drawn(&d, 0.0, 1.0), -9.81 * d.size / 0.3,
                        drawn(&d, 0.2, 0.4));
}

// ---- strikes -------------------------------------------------------------------------------

// A heavy, coarse solid that comes fast, above what stands in its way.
static const char* striker(drawing* d, int i) {
    static const char* const shapes[] = {"ball-3", "ball-6", "ring-6", "box-2", "slab-3", "box-1"};
    double size = d->size, stiff = pow(10.0, drawn(d, 3.5, 6.5));
    const char* at = arena_format(d->memory, "[%.5g, %.5g, %.5g]", drawn(d, -0.3, 0.3) * size,
                                  (1.3 + 1.6 * i) * size, drawn(d, -0.3, 0.3) * size);
    const char* velocity = arena_format(d->memory, "[%.5g, %.5g, %.5g]", drawn(d, -2.0, 2.0) * size,
                                        -drawn(d, 0.0, 20.0) * size, drawn(d, -2.0, 2.0) * size);
    return arena_format(
        d->memory,
        "  - {name: b%d, sample: %s, kind: solid, tets: %d, unit: %.5g, at: %s, velocity: %s, "
        "material: {preset: rubber, young: %.3g}}\n",
        i, shapes[drawn_of(d, 6)], 40 + drawn_of(d, 260), drawn(d, 0.6, 1.4) * size, at, velocity,
        stiff * size);
}

static const char* anvil(drawing* d) {
    static const char* const shapes[] = {"ball-4", "ball-12", "spikes-2", "box-1", "ring-8"};
    int shape = drawn_of(d, 5);
    const char* moves = "";
    if (drawn_of(d, 3) == 0)
        moves = arena_format(d->memory, ", support: {moves: [{at: 0.03, velocity: %s, spin: %s}]}",
                             drawn_point(d, 2.0 * d->size), drawn_point(d, 200.0));
    return arena_format(d->memory,
                        "  - {name: anvil, sample: %s, kind: rigid, unit: %.5g, at: [0, 0, 0]%s}\n"
                        "  - {name: floor, sample: cloth-1, kind: rigid, unit: %.5g, at: [0, %.5g, "
                        "0]}\n",
                        shapes[shape], (shape == 2 ? 2.0 : drawn(d, 0.5, 1.0)) * d->size, moves,
                        12.0 * d->size, -1.2 * d->size);
}

const char* contact_random_strike(uint64_t seed, arena* memory) {
    drawing d = {.state = seed * 2654435761u + 7, .memory = memory};
    static const double sizes[] = {0.01, 0.1, 0.3, 1.0};
    drawn(&d, 0.0, 1.0);
    d.size = sizes[drawn_of(&d, 4)];
    const char* text = arena_format(memory, "bodies:\n%s", striker(&d, 0));
    if (drawn_of(&d, 3) == 0)
        text = arena_format(memory, "%s%s", text, striker(&d, 1));
    text = arena_format(memory, "%s%s", text, anvil(&d));
    const char* distance =
        drawn_of(&d, 3) == 0
            ? arena_format(memory, "distance: %.3g, ", pow(10.0, drawn(&d, -4.0, -1.7)) * d.size)
            : "";
    double friction = drawn_of(&d, 3) > 0 ? drawn(&d, 0.0, 1.0) : 0.0;
    text = arena_format(memory, "%scontact: {%sfriction: %.3g}\n", text, distance, friction);
    if (drawn_of(&d, 2) == 0)
        text = arena_format(memory, "%sdamping: {beta: %.3g}\n", text, drawn(&d, 0.0, 0.004));
    if (drawn_of(&d, 2) == 0)
        text = arena_format(memory, "%saccuracy: 1e-5\n", text);
    return arena_format(memory, "%sgravity: [0, %.5g, 0]\nseconds: 0.6\n", text,
                        -9.81 * (drawn_of(&d, 2) == 0 ? d.size : 1.0));
}

// ---- heaps ---------------------------------------------------------------------------------

const char* contact_random_heap(uint64_t seed, arena* memory) {
    static const char* const sheets[] = {"cloth-6", "cloth-5", "strip-12"};
    drawing d = {.state = seed * 2654435761u + 31, .size = 0.3, .memory = memory};
    const char* text = "bodies:\n";
    drawn(&d, 0.0, 1.0);
    for (int i = 0; i < 4; ++i) {
        bool sheet = i % 2 == 0;
        double x = drawn(&d, -0.3, 0.3) * d.size, z = drawn(&d, -0.3, 0.3) * d.size;
        text = arena_format(
            memory,
            "%s  - {name: b%d, sample: %s, kind: %s, unit: %.5g, at: [%.5g, %.5g, %.5g], velocity: "
            "%s, material: %s}\n",
            text, i, sheet ? sheets[drawn_of(&d, 3)] : "box-2", sheet ? "shell" : "solid, tets: 60",
            (sheet ? 1.0 : 0.5) * d.size, x, (0.4 + 1.1 * i) * d.size, z,
            drawn_point(&d, drawn(&d, 0.0, 3.0) * d.size),
            sheet ? "{preset: cotton, bending: 1e-5, compression: 1e-3}"
                  : arena_format(memory, "{preset: rubber, young: %.3g}",
                                 pow(10.0, drawn(&d, 3.5, 5.5))));
    }
    return arena_format(memory,
                        "%s  - {name: floor, sample: cloth-1, kind: rigid, unit: 4}\n"
                        "contact: {friction: %.3g}\ndamping: {beta: 0.002}\naccuracy: 1e-5\n"
                        "seconds: 0.7\n",
                        text, drawn(&d, 0.0, 0.8));
}

const char* contact_scene_without(const char* text, arena* memory) {
    const char* at = strstr(text, "contact: ");
    const char* end = at != NULL ? strchr(at, '\n') : NULL;
    if (end == NULL)
        return text;
    return arena_format(memory, "%.*srule: backward%s", (int)(at - text), text, end);
}
