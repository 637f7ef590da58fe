// Shortest ways along edges from the seam (Dijkstra), then a cubic step.
//
// Along the surface and not through the air: the inside of an upper arm lies close to the seam of
// the chest, but far from it for the skin. What lies on another piece takes its distance from there, so
// that both move as one (layers.h), and where the mesh is cut between bones there is a seam as well (meeting.h).
// SPDX-License-Identifier: MIT
#include "bake/volume/fade.h"

#include "bake/base/assert.h"
#include "bake/volume/layers.h"
#include "bake/volume/meeting.h"

typedef struct reached {
    double distance;
    int32_t vertex; // welded; decides between equals
} reached;

typedef struct heap {
    reached* items;
    int32_t count, capacity;
    arena* memory;
} heap;

static bool before(reached a, reached b) {
    return a.distance != b.distance ? a.distance < b.distance : a.vertex < b.vertex;
}

static void heap_push(heap* h, reached x) {
    if (h->count == h->capacity) {
        int32_t more = h->capacity > 0 ? 2 * h->capacity : 256;
        h->items =
            arena_grow(h->memory, h->items, (size_t)h->capacity, (size_t)more, sizeof *h->items);
        h->capacity = more;
    }
    int32_t i = h->count++;
    for (; i > 0 && before(x, h->items[(i - 1) / 2]); i = (i - 1) / 2)
        h->items[i] = h->items[(i - 1) / 2];
    h->items[i] = x;
}

static reached heap_pop(heap* h) {
    reached top = h->items[0], last = h->items[--h->count];
    int32_t i = 0;
    for (int32_t child = 1; child < h->count; child = 2 * i + 1) {
        if (child + 1 < h->count && before(h->items[child + 1], h->items[child]))
            ++child;
        if (!before(h->items[child], last))
            break;
        h->items[i] = h->items[child];
        i = child;
    }
    h->items[i] = last;
    return top;
}

static bool inside(const character* c, const region* g, int32_t welded) {
    return g->value[c->weld.first[welded]] > 0.0f;
}

static bool on_seam(const character* c, const region* g, int32_t i) {
    for (int32_t k = c->beside_first[i]; k < c->beside_first[i + 1]; ++k)
        if (!inside(c, g, c->beside[k]))
            return true;
    return false;
}

// All of its motion comes from what it lies on.
static const layer_host* host_of(const character* c, int32_t i) {
    const layer_host* h = c->layers != NULL ? &c->layers[i] : NULL;
    return h != NULL && h->triangle >= 0 ? h : NULL;
}

static bool is_carried(const character* c, int32_t i) {
    const layer_host* h = host_of(c, i);
    return h != NULL && h->fraction == 1.0;
}

static void spread(const character* c, heap* h, double* along_skin) {
    while (h->count > 0) {
        reached x = heap_pop(h);
        if (x.distance > along_skin[x.vertex])
            continue;
        for (int32_t k = c->beside_first[x.vertex]; k < c->beside_first[x.vertex + 1]; ++k) {
            int32_t to = c->beside[k];
            double d = x.distance + v3_distance(c->weld.positions[x.vertex], c->weld.positions[to]);
            if (d < along_skin[to] && !is_carried(c, to)) {
                along_skin[to] = d;
                heap_push(h, (reached){d, to});
            }
        }
    }
}

enum { LAYERS_DEEP = 3 }; // a buckle on a belt on a shirt on a body

// What is carried is as far from the seam as the point that it lies on, and the rest of its piece goes on
// from there.
static void spread_over_layers(const character* c, heap* h, double* along_skin) {
    for (int pass = 0; pass < LAYERS_DEEP && c->layers != NULL; ++pass) {
        for (int32_t i = 0; i < c->weld.count; ++i) {
            if (!is_carried(c, i))
                continue;
            along_skin[i] = layer_value(c, &c->layers[i], along_skin);
            if (isfinite(along_skin[i]))
                heap_push(h, (reached){along_skin[i], i});
        }
        spread(c, h, along_skin);
    }
}

// What meets a piece that is not in the region is as far from the seam as from that.
static void seed_at_meetings(const character* c, const region* g, heap* h, double* along_skin) {
    for (int32_t i = 0; i < c->weld.count && c->meetings != NULL; ++i) {
        const meeting* m = &c->meetings[i];
        if (m->other < 0 || is_carried(c, i) || !(m->gap < along_skin[i]) || inside(c, g, m->other))
            continue;
        along_skin[i] = m->gap;
        heap_push(h, (reached){along_skin[i], i});
    }
}

static double* distance_to_seam(const character* c, const region* g, arena* scratch) {
    double* along_skin = ARENA_NEW(scratch, double, (size_t)c->weld.count);
    heap h = {.memory = scratch};
    for (int32_t i = 0; i < c->weld.count; ++i) {
        bool in = inside(c, g, i), seam = in && on_seam(c, g, i) && !is_carried(c, i);
        along_skin[i] = in && !seam ? INFINITY : 0.0;
        if (seam)
            heap_push(&h, (reached){0.0, i});
    }
    seed_at_meetings(c, g, &h, along_skin);
    spread(c, &h, along_skin);
    spread_over_layers(c, &h, along_skin);
    return along_skin;
}

double* fade_distance(const character* c, const region* g, arena* memory) {
    arena* scratch = arena_create();
    double* along_skin = distance_to_seam(c, g, scratch);
    double* out = ARENA_NEW(memory, double, (size_t)g->count);
    for (int32_t v = 0; v < g->count; ++v)
        out[v] = along_skin[c->weld.welded[v]];
    arena_destroy(scratch);
    return out;
}

static double widest(const double* along_skin, int32_t count) {
    double farthest = 0.0;
    for (int32_t i = 0; i < count; ++i)
        farthest = isfinite(along_skin[i]) ? fmax(farthest, along_skin[i]) : farthest;
    return FADE_FRACTION * farthest;
}

float* fade_of(const character* c, const region* g, double width, arena* memory) {
    SUPPLE_ASSERT(width >= 0.0);
    arena* scratch = arena_create();
    double* along_skin = distance_to_seam(c, g, scratch);
    double* value = ARENA_NEW(scratch, double, (size_t)c->weld.count);
    double* own = ARENA_NEW(scratch, double, (size_t)c->weld.count);
    width = width > 0.0 ? width : widest(along_skin, c->weld.count);
    for (int32_t i = 0; i < c->weld.count; ++i) {
        double t = along_skin[i] >= width ? 1.0 : along_skin[i] / width;
        own[i] = value[i] =
            along_skin[i] > 0.0 ? t * t * (3.0 - 2.0 * t) * g->value[c->weld.first[i]] : 0.0;
    }
    for (int pass = 0; pass < LAYERS_DEEP; ++pass)
        for (int32_t i = 0; i < c->weld.count; ++i) {
            const layer_host* h = host_of(c, i);
            if (h != NULL)
                value[i] = own[i] + h->fraction * (layer_value(c, h, value) - own[i]);
        }
    float* fade = ARENA_NEW(memory, float, (size_t)g->count);
    for (int32_t v = 0; v < g->count; ++v)
        fade[v] = (float)value[c->weld.welded[v]];
    arena_destroy(scratch);
    return fade;
}
