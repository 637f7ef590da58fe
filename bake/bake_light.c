// SPDX-License-Identifier: MIT
#include "bake/bake_light.h"

#include "bake/body_states.h"
#include "bake/export/lit_balls.h"
#include "bake/export/lit_surface.h"
#include "supple/supple.h"

#include <math.h>

enum { BAKE_LIGHT_HELD = 10, BALLS = 32, BALL = 7 }; // BALL: numbers of one, before its motion

static const double BAKE_LIGHT_ALIKE = 1e-4; // scales of three axes

bool bake_light_wanted(const recipe_light* how) {
    return how->shapes > 0 || how->file_or_null != NULL;
}

light_options bake_light_options(const recipe_light* how, int threads) {
    light_options o = light_default();
    o.as_file_says = how->file_or_null != NULL;
    o.shapes.count = how->shapes > 0 ? how->shapes : o.shapes.count;
    o.held = BAKE_LIGHT_HELD;
    o.file =
        (light_file_options){.path_or_null = o.as_file_says ? how->file_or_null : how->work_or_null,
                             .anew = !o.as_file_says,
                             .piece = how->piece,
                             .pieces = how->pieces};
    o.transfer.sight.threads = o.factor.threads = threads;
    o.factor.rule = how->fields > 0 ? LOW_RANK_GIVEN : LOW_RANK_FROBENIUS;
    o.factor.rank = how->fields > 0 ? how->fields : LOW_RANK_MOST;
    return o;
}

asset_draft_light bake_light_draft(const light_made* l, const lit_points* p, arena* memory) {
    const light_model* m = &l->model;
    uint32_t* points = ARENA_NEW(memory, uint32_t, (size_t)p->count);
    for (int32_t i = 0; i < p->count; ++i)
        points[i] = (uint32_t)p->vertex[i] << 1 | (p->side[i] < 0.0f);
    double* amounts = ARENA_NEW(memory, double, (size_t)m->rank);
    for (int32_t f = 0; f < m->rank; ++f) {
        for (int32_t k = 0; k < m->of_q.count; ++k) {
            double a = m->coordinates[(size_t)k * (size_t)m->rank + (size_t)f];
            amounts[f] += a * a / m->of_q.count;
        }
        amounts[f] = sqrt(amounts[f]);
    }
    static const uint32_t first_bone[1] = {0};
    light_held h = light_made_sum(l);
    return (asset_draft_light){.order = l->order,
                               .field_count = m->rank,
                               .center_count = m->of_q.count,
                               .point_count = p->count,
                               .centers = m->of_q.centers,
                               .sharpness = m->of_q.sharpness,
                               .weights = m->of_q.weights,
                               .slopes_or_null = m->of_q.slopes_or_null,
                               .group_count = 1,
                               .bones_or_null = first_bone,
                               .amounts = amounts,
                               .points = points,
                               .mean = m->mean,
                               .fields = m->basis,
                               .error = h.size > 0.0 ? h.whole / h.size : 0.0};
}

supple_bake_light bake_light_report(const light_made* l, const asset_out* asset) {
    supple_asset a;
    if (supple_asset_read(&a, asset->file.data, asset->file.size) != SUPPLE_OK)
        return (supple_bake_light){0};
    supple_light_info x = supple_asset_light(&a);
    light_held h = light_made_sum(l);
    return (supple_bake_light){.point_count = x.point_count,
                               .shape_count = x.shape_count,
                               .field_count = x.field_count,
                               .bytes = x.bytes,
                               .error = (double)x.error,
                               .rounded = (double)x.rounded,
                               .ball_count = x.ball_count,
                               .ground_off = l->ground_off,
                               .error_of_change = h.motion > 0.0 ? h.whole / h.motion : 0.0};
}

// ---- bodies ------------------------------------------------------------------------------

typedef struct lit_body {
    const bake_light_body_of* x;
    mat4* maps; // [bone_count] from a bone's mesh to the first bone's, in the bind pose
    mat4 first; // ... and from there to the world
    body_states states;
} lit_body;

// The first bone's mesh may be turned and larger or smaller, and no more: light has angles.
static bool set_maps(lit_body* k, arena* memory, report* r) {
    const binding* b = k->x->binding;
    pose at_rest = pose_at(k->x->s, -1, 0.0, memory);
    k->maps = ARENA_NEW(memory, mat4, (size_t)b->bone_count);
    binding_palette(b, &at_rest, k->maps);
    vec3 axis[3] = {mat4_vector(k->maps[0], v3(1, 0, 0)), mat4_vector(k->maps[0], v3(0, 1, 0)),
                    mat4_vector(k->maps[0], v3(0, 0, 1))};
    double scale = v3_length(axis[0]);
    bool sound = v3_dot(v3_cross(axis[0], axis[1]), axis[2]) > 0.0;
    for (int i = 0; i < 3; ++i)
        sound = sound && fabs(v3_length(axis[i]) - scale) <= BAKE_LIGHT_ALIKE * scale &&
                fabs(v3_dot(axis[i], axis[(i + 1) % 3])) <= BAKE_LIGHT_ALIKE * scale * scale;
    if (!sound)
        return report_error(r, place_none(),
                            "the node of the body is mirrored or stretched, and light would come "
                            "from the wrong side: apply its scale to the mesh, or bake without "
                            "light");
    k->first = k->maps[0];
    mat4 back = mat4_inverse_affine(k->first);
    for (int32_t i = 0; i < b->bone_count; ++i)
        k->maps[i] = mat4_mul(back, k->maps[i]);
    return true;
}

// A place in the vertex's own mesh, seen from the first bone's.
static vec3 mapped(const lit_body* k, int32_t vertex, vec3 at) {
    const binding* b = k->x->binding;
    if (b->influence_count == 0)
        return at;
    vec3 sum = v3(0, 0, 0);
    for (int32_t i = 0; i < b->influence_count; ++i) {
        size_t n = (size_t)vertex * (size_t)b->influence_count + (size_t)i;
        if (b->weights[n] > 0.0f)
            sum = v3_madd(sum, mat4_point(k->maps[b->joints[n]], at), (double)b->weights[n]);
    }
    return sum;
}

// Where vertices are at coordinates q, seen from the first bone's mesh.
static void place_at(const lit_body* k, const double* q, vec3* out) {
    const asset_draft* d = k->x->draft;
    for (int32_t v = 0; v < d->vertex_count; ++v)
        out[v] =
            v3((double)d->positions[v][0], (double)d->positions[v][1], (double)d->positions[v][2]);
    for (int32_t n = 0; n < d->part_count; q += d->parts[n++].coord_count) {
        const asset_draft_part* p = &d->parts[n];
        for (int32_t i = 0; i < p->coord_count; ++i)
            for (int32_t v = 0; v < p->vertex_count; ++v) {
                const float* u = p->shapes[(size_t)i * (size_t)p->vertex_count + (size_t)v];
                vec3* at = &out[p->vertices[v]];
                *at = v3_madd(*at, v3((double)u[0], (double)u[1], (double)u[2]), q[i]);
            }
    }
    for (int32_t v = 0; v < d->vertex_count; ++v)
        out[v] = mapped(k, v, out[v]);
}

static bool place_vertices(void* user, int32_t state, vec3* out, report* r) {
    const lit_body* k = user;
    (void)r;
    place_at(k, k->states.q + (size_t)state * (size_t)k->states.coord_count, out);
    return true;
}

// ---- balls -------------------------------------------------------------------------------

// How much a place inside has of each vertex, with a sum of 1: the nearest of them most.
static void near_vertices(const vec3* rest, int32_t count, vec3 at, double* parts) {
    double all = 0.0, nearest = INFINITY;
    for (int32_t v = 0; v < count; ++v)
        nearest = fmin(nearest, v3_distance(rest[v], at));
    for (int32_t v = 0; v < count; ++v) {
        double near = (nearest + 1e-9) / (v3_distance(rest[v], at) + 1e-9), square = near * near;
        all += parts[v] = square * square * square;
    }
    for (int32_t v = 0; v < count; ++v)
        parts[v] /= all;
}

// A ball as the asset has it, [BALL + 3 coords]; moved: [coords][n] where vertices are at coordinates of 1.
static void put_ball(const ball* b, const lit_mesh* lit, const vec3* rest, const vec3* moved,
                     int32_t coords, float* out) {
    arena* scratch = arena_create();
    size_t n = (size_t)lit->vertex_count;
    double* parts = ARENA_NEW(scratch, double, n);
    near_vertices(rest, lit->vertex_count, b->center, parts);
    v3_to_floats(b->center, out);
    out[3] = (float)b->radius;
    for (size_t v = 0; v < n; ++v)
        for (int c = 0; c < 3; ++c)
            out[4 + c] += (float)(parts[v] * (double)lit->albedo[v][c]);
    for (size_t k = 0; k < (size_t)coords; ++k) {
        vec3 sum = v3(0, 0, 0);
        for (size_t v = 0; v < n; ++v)
            sum = v3_madd(sum, v3_sub(moved[k * n + v], rest[v]), parts[v]);
        v3_to_floats(sum, out + BALL + 3 * k);
    }
    arena_destroy(scratch);
}

// What stands for the body over the ground, as the asset has it.
static bool set_balls(const lit_body* k, const lit_mesh* lit, const vec3* rest, arena* memory,
                      light_made* made, asset_draft_light* draft, report* r) {
    arena* scratch = arena_create();
    int32_t n = k->x->draft->vertex_count, coords = k->states.coord_count;
    ball found[BALLS];
    vec3 *world = ARENA_NEW(scratch, vec3, (size_t)n),
         *moved = ARENA_NEW(scratch, vec3, (size_t)coords * (size_t)n + 1);
    for (int32_t v = 0; v < n; ++v)
        world[v] = mat4_point(k->first, rest[v]);
    surface f = *k->x->f;
    f.positions = world;
    draft->ball_count = balls_of(lit, world, BALLS, found);
    bool sound = lit_balls_fit(&f, k->x->s, found, draft->ball_count, &made->ground_off, r);
    size_t size = BALL + 3 * (size_t)coords;
    float* out = ARENA_NEW(memory, float, (size_t)draft->ball_count* size);
    mat4 back = mat4_inverse_affine(k->first);
    double scale = v3_length(mat4_vector(back, v3(1, 0, 0))),
           *q = ARENA_NEW(scratch, double, (size_t)coords);
    for (int32_t c = 0; c < coords; ++c) {
        q[c] = 1.0;
        place_at(k, q, moved + (size_t)c * (size_t)n);
        q[c] = 0.0;
    }
    for (int32_t i = 0; i < draft->ball_count; ++i) {
        const ball own = {mat4_point(back, found[i].center), scale * found[i].radius};
        put_ball(&own, lit, rest, moved, coords, out + (size_t)i * size);
    }
    draft->balls = out;
    arena_destroy(scratch);
    return sound;
}

bool bake_light_body(const bake_light_body_of* x, const light_options* o, arena* memory,
                     light_made* out, asset_draft_light* draft, report* r) {
    lit_body k = {.x = x};
    if (!set_maps(&k, memory, r) ||
        !body_states_find(x->s, x->binding, x->draft, x->asset->file, memory, &k.states, r))
        return false;
    arena* scratch = arena_create();
    vec3* rest = ARENA_NEW(scratch, vec3, (size_t)x->draft->vertex_count);
    place_vertices(&k, 0, rest, r);
    lit_mesh lit = lit_surface_mesh(x->f, x->s, scratch);
    lit_points points = lit_points_of(&lit, scratch);
    const light_source source = {.mesh = &lit,
                                 .points = &points,
                                 .fractions = area_fractions(&lit, &points, rest, scratch),
                                 .state_count = k.states.count,
                                 .q_count = k.states.coord_count,
                                 .q = k.states.q,
                                 .keep = 0,
                                 .positions = place_vertices,
                                 .user = &k};
    bool sound = light_make(&source, o, memory, out, r);
    if (sound) {
        *draft = bake_light_draft(out, &points, memory);
        sound = set_balls(&k, &lit, rest, memory, out, draft, r);
    }
    arena_destroy(scratch);
    return sound;
}
