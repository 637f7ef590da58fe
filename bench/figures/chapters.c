// SPDX-License-Identifier: MIT
#include "bench/figures/chapters.h"

#include <string.h>

static const struct chapter {
    const char *bench, *title, *about;
} chapters[] = {
    {"samples", "Every sample",
     "Each baked as `supple bake --quick` bakes it, driven over its own clip (or shaken, where it "
     "has none) and stepped, "
     "beside skinning it on the CPU; its positions beside reading its tables. Those that nothing "
     "is soft in are left out."},
    {"bake", "Where a bake's time goes",
     "The same bakes, once each: two bars a sample, seconds by the clock and of all processors. "
     "Two cores are used as far "
     "as the second is longer."},
    {"runtime", "A body on the CPU",
     "A bar of 18,000 vertices, 3 parts of 5 or of 20 coordinates. From memory: bodies of assets "
     "of their own, one after "
     "the other, more than the last cache holds. The limit is a loop that reads the same tables "
     "and does nothing else."},
    {"scaling", "Cost",
     "Every point by turns with the first of its row; the exponent is that of the last two points, "
     "and the largest between "
     "neighbours. A step grows with the square of a part's modes where bones turn, because spin "
     "couples each with each "
     "([why](decisions/0185-folded-spin.md)); what outgrows a cache grows faster for one step of "
     "the row; modes that have decayed to numbers below 1e-38 are slow wherever they are used "
     "([why](decisions/0342-numbers-below-1e-38.md)). All else is linear or below."},
    {"posed", "A body whose elasticity follows the pose",
     "Twenty coordinates, four substeps a frame, bones that move."},
    {"crowd", "Spin and crowds",
     "The bar again. One: turned at speeds that cut a step into one to four substeps. A crowd of "
     "10,000 walks, each at "
     "another phase, one by one, together, and on two threads."},
    {"worlds", "Worlds",
     "Frames of the scenes of `build/bench worlds` in which something is awake: the median, beside "
     "it the worst as a "
     "multiple; quartiles over copies whose bodies are put aside by 1e-5 of their sizes."},
    {"threads", "A world on two threads", "Towers of jellies, by the clock, from the same states."},
    {"stages", "From a surface to its volume",
     "A ball of 20,000 triangles and 130,000 tetrahedra, by the clock on all cores, beside copying "
     "the bytes that must "
     "at least be read and written, or 64 MB where that says nothing."},
    {"modes", "Eigenmodes",
     "All of it beside the factor and the solves alone, which no way of finding modes by a factor "
     "can do without, in seconds of processors; the factor beside as many flops of products of "
     "dense "
     "matrices, by the clock."},
    {"profile", "Where a world's time goes",
     "Of the same scenes, by samples of the clock (perf): the two functions that take the most, "
     "with what the compiler put "
     "into them, and the hottest as bars."},
    {"bullet", "A torus beside Bullet's",
     "1,036 nodes and 3,996 elements with 20 modes of 3 to 13.7 Hz, written into Bullet's files, "
     "by turns, one thread each. "
     "In flight, dropped on the ground, and nine onto each other."},
    {"ring", "The same torus in WebAssembly",
     "Under node, by turns, one thread each: ours with 20 modes, Jolt's with an edge and a volume "
     "constraint an element, "
     "MuJoCo's as finite elements."},
    {"springs", "Beside spring bones",
     "The swimmer's nine soft parts beside fifteen joints of @pixiv/three-vrm-springbone, lifted "
     "by the same script: "
     "how far 30 and 60 Hz are off 144 Hz, and what a frame costs under node."},
    {"three", "In the browser, beside morph targets",
     "The same modes in three.js as morph targets and by our shader, in one Chromium whose GPU is "
     "a program: ratios are to "
     "be read, not milliseconds."},
};

static const struct chapter* find(const char* bench) {
    for (size_t i = 0; i < sizeof chapters / sizeof *chapters; ++i)
        if (strcmp(chapters[i].bench, bench) == 0)
            return &chapters[i];
    return NULL;
}

const char* chapter_title(const char* bench) {
    const struct chapter* c = find(bench);
    return c != NULL ? c->title : bench;
}

const char* chapter_about(const char* bench) {
    const struct chapter* c = find(bench);
    return c != NULL ? c->about : "";
}
