// Everything about a point is a sum over its three vertices, and over the parts that each belongs to.
//
// What is shown differs from the coordinates near a part's limit and while detail fades. Positions are
// as shown; a force acts on the flesh, whatever is shown of it.
// SPDX-License-Identifier: MIT
#include "runtime/body/point.h"

#include "runtime/base/assert.h"
#include "runtime/math/vec3d.h"
#include "runtime/show/blend.h"

#include <math.h>
#include <string.h>

static bool is_number(float x) {
    return x >= -POINT_FARTHEST && x <= POINT_FARTHEST;
}

// A part at a vertex: texels of its coordinates are `stride` apart, the first is at `texel`.
typedef struct point_link {
    int32_t part, first_coord, active;
    size_t texel, stride;
} point_link;

static point_link link_to(const supple_body* b, int32_t part, uint32_t place) {
    const asset_part* asset = &b->parts[part].asset;
    return (point_link){part, b->parts[part].first, b->active[part],
                        asset->record->shape_texel + (size_t)place, asset->shape_places};
}

// False when there is no part in this layer of the vertex.
static bool find_link(const supple_body* b, int32_t layer, uint32_t vertex, point_link* link) {
    uint32_t code = b->asset.links[(size_t)layer * (size_t)b->asset.vertex_count + vertex];
    if (code == FORMAT_NONE)
        return false;
    *link = link_to(b, (int32_t)(code >> 24), code & 0xffffff);
    return true;
}

// The k-th coordinate's texel.
static void read_texel(const supple_body* b, const point_link* link, int32_t k, float texel[3]) {
    size_t at = 3 * (link->texel + (size_t)k * link->stride);
    for (size_t a = 0; a < 3; ++a)
        texel[a] = asset_number(&b->asset.shapes, at + a);
}

void point_shape(const supple_body* b, int32_t part, uint32_t place, int32_t k, float w[3]) {
    point_link link = link_to(b, part, place);
    read_texel(b, &link, k, w);
    for (int a = 0; a < 3; ++a)
        w[a] = w[a] * b->parts[part].asset.coords[k].shape_scale * b->asset.metres;
}

// Three rows of four: what carries a vertex, or, in the body's own axes, the unit alone.
static void bone_matrix(const supple_body* b, uint32_t vertex, point_axes axes, float m[12]) {
    if (axes == POINT_WORLD) {
        blend_palette(&b->asset, body_palette(b), vertex, m);
        return;
    }
    memset(m, 0, 12 * sizeof *m);
    m[0] = m[5] = m[10] = b->asset.metres / b->state->options.world_metres;
}

void point_displaced(const supple_body* b, uint32_t vertex, float x[3]) {
    SUPPLE_ASSERT(vertex < (uint32_t)b->asset.vertex_count);
    memcpy(x, b->asset.positions + 3 * (size_t)vertex, 3 * sizeof *x);
    for (int32_t layer = 0; layer < b->asset.layer_count; ++layer) {
        point_link link;
        if (!find_link(b, layer, vertex, &link))
            continue;
        for (int32_t k = 0; k < link.active; ++k) {
            float texel[3], amount = body_amounts_of(b, link.first_coord + k).shape;
            read_texel(b, &link, k, texel);
            for (int a = 0; a < 3; ++a)
                x[a] += amount * texel[a];
        }
    }
}

void point_vertex(const supple_body* b, uint32_t vertex, const float (*palette)[12],
                  float place[3]) {
    SUPPLE_ASSERT(vertex < (uint32_t)b->asset.vertex_count);
    float x[3], m[12];
    point_displaced(b, vertex, x);
    blend_palette(&b->asset, palette, vertex, m);
    for (int a = 0; a < 3; ++a)
        place[a] = m[4 * a] * x[0] + m[4 * a + 1] * x[1] + m[4 * a + 2] * x[2] + m[4 * a + 3];
}

void point_arm(const supple_body* b, supple_point at, double arm[3]) {
    SUPPLE_ASSERT(b->free && point_is_sound(b, at));
    double bind[3] = {0.0, 0.0, 0.0};
    for (int corner = 0; corner < 3; ++corner) {
        float x[3];
        point_displaced(b, at.vertex[corner], x);
        for (int a = 0; a < 3; ++a)
            bind[a] += (double)at.weight[corner] * (double)x[a];
    }
    free_arm(b, bind, arm);
}

void point_rest(const supple_body* b, supple_point at, point_axes axes, double place[3]) {
    SUPPLE_ASSERT(point_is_sound(b, at));
    place[0] = place[1] = place[2] = 0.0;
    for (int corner = 0; corner < 3; ++corner) {
        const float* x = b->asset.positions + 3 * (size_t)at.vertex[corner];
        float m[12];
        bone_matrix(b, at.vertex[corner], axes, m);
        for (int a = 0; a < 3; ++a)
            place[a] +=
                (double)at.weight[corner] * ((double)m[4 * a] * x[0] + (double)m[4 * a + 1] * x[1] +
                                             (double)m[4 * a + 2] * x[2] + (double)m[4 * a + 3]);
    }
}

void point_rows_in(const supple_body* b, supple_point at, point_axes axes, size_t n, double* rows) {
    SUPPLE_ASSERT(point_is_sound(b, at) && n >= (size_t)b->coord_count);
    memset(rows, 0, 3 * n * sizeof *rows);
    for (int corner = 0; corner < 3; ++corner) {
        float m[12];
        if (at.weight[corner] == 0.0f)
            continue; // most points are vertices
        bone_matrix(b, at.vertex[corner], axes, m);
        for (int32_t layer = 0; layer < b->asset.layer_count; ++layer) {
            point_link link;
            if (!find_link(b, layer, at.vertex[corner], &link))
                continue;
            for (int32_t k = 0; k < link.active; ++k) {
                size_t c = (size_t)link.first_coord + (size_t)k;
                double scale = (double)at.weight[corner] * b->sections.coords[c].shape_scale;
                float t[3];
                read_texel(b, &link, k, t);
                for (int a = 0; a < 3; ++a)
                    rows[(size_t)a * n + c] +=
                        scale * ((double)m[4 * a] * t[0] + (double)m[4 * a + 1] * t[1] +
                                 (double)m[4 * a + 2] * t[2]);
            }
        }
    }
}

void point_rows(const supple_body* b, supple_point at, double* rows) {
    SUPPLE_ASSERT(point_is_sound(b, at));
    point_rows_in(b, at, POINT_WORLD, (size_t)b->coord_count, rows);
}

void point_parts(const supple_body* b, supple_point at, uint64_t parts[4]) {
    SUPPLE_ASSERT(point_is_sound(b, at));
    for (int corner = 0; corner < 3; ++corner)
        for (int32_t layer = 0; layer < b->asset.layer_count; ++layer) {
            point_link link;
            if (find_link(b, layer, at.vertex[corner], &link) && link.active > 0)
                parts[link.part / 64] |= (uint64_t)1 << (link.part % 64);
        }
}

bool point_is_rigid(const supple_body* b, supple_point at) {
    SUPPLE_ASSERT(point_is_sound(b, at));
    const uint32_t* links = b->asset.links;
    for (int32_t layer = 0; layer < b->asset.layer_count; ++layer)
        for (int corner = 0; corner < 3; ++corner)
            if (links[(size_t)layer * (size_t)b->asset.vertex_count + at.vertex[corner]] !=
                FORMAT_NONE)
                return false;
    return true;
}

point_ground point_ground_at(const supple_body* b, supple_point at, point_axes axes) {
    SUPPLE_ASSERT(point_is_sound(b, at));
    point_ground ground = {{0}, 0.0, 0.0};
    for (int corner = 0; corner < 3; ++corner) {
        float m[12];
        bone_matrix(b, at.vertex[corner], axes, m);
        double square = 0.0; // three times the square of the matrix's mean scale
        for (int i = 0; i < 12; ++i)
            square += i % 4 < 3 ? (double)m[i] * m[i] : 0.0;
        double scale = sqrt(square / 3.0);
        ground.scale = scale > ground.scale ? scale : ground.scale;
        for (int32_t layer = 0; layer < b->asset.layer_count; ++layer) {
            point_link link;
            if (!find_link(b, layer, at.vertex[corner], &link) || link.active == 0 ||
                b->parts[link.part].model->kinematic)
                continue;
            ground.parts[link.part / 64] |= (uint64_t)1 << (link.part % 64);
            double limit = b->tuning[link.part].limit * scale;
            ground.limit = limit > ground.limit ? limit : ground.limit;
        }
    }
    return ground;
}

bool point_is_sound(const supple_body* b, supple_point at) {
    for (int corner = 0; corner < 3; ++corner)
        if (at.vertex[corner] >= (uint32_t)b->asset.vertex_count || !is_number(at.weight[corner]))
            return false;
    return true;
}

bool point_is_number(supple_vec3 a) {
    return is_number(a.x) && is_number(a.y) && is_number(a.z);
}

// ---- public ----------------------------------------------------------------------------

static void place_under(const supple_body* b, supple_point at, const float (*palette)[12],
                        double place[3]) {
    place[0] = place[1] = place[2] = 0.0;
    for (int corner = 0; corner < 3; ++corner) {
        float x[3];
        point_vertex(b, at.vertex[corner], palette, x);
        for (int a = 0; a < 3; ++a)
            place[a] += (double)at.weight[corner] * x[a];
    }
}

// Refuses what is not a point, or not a vector, and counts it.
static bool refuse(const supple_body* b, supple_point at, supple_vec3 a) {
    bool refused = !point_is_sound(b, at) || !point_is_number(a);
    b->state->rejected += refused;
    return refused;
}

// out[coord] += scale W^T a over the mass for every coordinate that is stepped and that forces move.
static void push_coords(const supple_body* b, supple_point at, supple_vec3 a, float scale,
                        float* out) {
    for (int corner = 0; corner < 3; ++corner) {
        float m[12], back[3]; // A^T a
        blend_palette(&b->asset, body_palette(b), at.vertex[corner], m);
        for (int i = 0; i < 3; ++i)
            back[i] = at.weight[corner] * scale * (m[i] * a.x + m[4 + i] * a.y + m[8 + i] * a.z);
        for (int32_t layer = 0; layer < b->asset.layer_count; ++layer) {
            point_link link;
            if (!find_link(b, layer, at.vertex[corner], &link) ||
                b->parts[link.part].model->kinematic)
                continue;
            for (int32_t k = 0; k < link.active; ++k) {
                int32_t c = link.first_coord + k;
                float t[3];
                read_texel(b, &link, k, t);
                out[c] =
                    body_bounded(out[c] + b->inverse_mass[c] * b->sections.coords[c].shape_scale *
                                              (back[0] * t[0] + back[1] * t[1] + back[2] * t[2]));
            }
        }
    }
}

void point_flesh(const supple_body* b, uint32_t vertex, double place[3]) {
    SUPPLE_ASSERT(vertex < (uint32_t)b->asset.vertex_count);
    for (int a = 0; a < 3; ++a)
        place[a] = (double)b->asset.positions[3 * (size_t)vertex + (size_t)a];
    for (int32_t layer = 0; layer < b->asset.layer_count; ++layer) {
        point_link link;
        if (!find_link(b, layer, vertex, &link))
            continue;
        for (int32_t k = 0; k < link.active; ++k) {
            int32_t c = link.first_coord + k;
            double amount = (double)b->q[c] * (double)body_fade_fraction(b->fade[c]) *
                            (double)b->sections.coords[c].shape_scale;
            float t[3];
            read_texel(b, &link, k, t);
            for (int a = 0; a < 3; ++a)
                place[a] += amount * (double)t[a];
        }
    }
}

void point_vertex_rows(const supple_body* b, uint32_t vertex, const float (*palette)[12],
                       double* rows, int32_t* first, int32_t* end) {
    SUPPLE_ASSERT(vertex < (uint32_t)b->asset.vertex_count);
    size_t n = (size_t)b->coord_count;
    float m[12];
    blend_palette(&b->asset, palette, vertex, m);
    memset(rows, 0, 3 * n * sizeof *rows);
    *first = b->coord_count;
    *end = 0;
    for (int32_t layer = 0; layer < b->asset.layer_count; ++layer) {
        point_link link;
        if (!find_link(b, layer, vertex, &link) || link.active == 0)
            continue;
        *first = link.first_coord < *first ? link.first_coord : *first;
        *end = link.first_coord + link.active > *end ? link.first_coord + link.active : *end;
        for (int32_t k = 0; k < link.active; ++k) {
            size_t c = (size_t)link.first_coord + (size_t)k;
            double scale = (double)body_fade_fraction(b->fade[c]) *
                           (double)b->state->options.world_metres *
                           (double)b->sections.coords[c].shape_scale;
            float t[3];
            read_texel(b, &link, k, t);
            for (int a = 0; a < 3; ++a)
                rows[(size_t)a * n + c] +=
                    scale * ((double)m[4 * a] * t[0] + (double)m[4 * a + 1] * t[1] +
                             (double)m[4 * a + 2] * t[2]);
        }
    }
    *first = *first < *end ? *first : *end;
}

void point_speed(const supple_body* b, uint32_t vertex, float speed[3]) {
    SUPPLE_ASSERT(vertex < (uint32_t)b->asset.vertex_count);
    speed[0] = speed[1] = speed[2] = 0.0f;
    for (int32_t layer = 0; layer < b->asset.layer_count; ++layer) {
        point_link link;
        if (!find_link(b, layer, vertex, &link))
            continue;
        for (int32_t k = 0; k < link.active; ++k) {
            int32_t c = link.first_coord + k;
            float scale = body_fade_fraction(b->fade[c]) * b->sections.coords[c].shape_scale;
            float rate = scale * b->v[c], t[3];
            read_texel(b, &link, k, t);
            for (int a = 0; a < 3; ++a)
                speed[a] += rate * t[a];
        }
    }
}

supple_vec3 supple_body_position(const supple_body* body, supple_point at) {
    supple_vec3 none = {0.0f, 0.0f, 0.0f};
    if (refuse(body, at, none))
        return none;
    double x[3];
    place_under(body, at, body_palette(body), x);
    return (supple_vec3){(float)x[0], (float)x[1], (float)x[2]};
}

// The velocity of the bones at a point, or of a free body's rigid motion; world units / s.
void point_carried(const supple_body* b, supple_point at, double speed[3]) {
    SUPPLE_ASSERT(point_is_sound(b, at));
    double now[3], before[3], dt = b->state->dt[0];
    if (free_is(b)) {
        free_measure m;
        double w[3], arm[3];
        free_measure_now(b, &m);
        free_spin(b, &m, w);
        point_arm(b, at, arm);
        for (int a = 0; a < 3; ++a) {
            int c = (a + 1) % 3, d = (a + 2) % 3;
            speed[a] = (b->state->free.velocity[a] + w[c] * arm[d] - w[d] * arm[c]) /
                       (double)b->state->options.world_metres;
        }
        return;
    }
    place_under(b, at, body_palette(b), now);
    place_under(b, at, body_palette_before(b), before);
    for (int a = 0; a < 3; ++a)
        speed[a] = dt > 0.0 ? (now[a] - before[a]) / dt : 0.0;
}

supple_vec3 supple_body_velocity(const supple_body* body, supple_point at) {
    supple_vec3 none = {0.0f, 0.0f, 0.0f};
    if (refuse(body, at, none))
        return none;
    double sum[3];
    point_carried(body, at, sum);
    for (int corner = 0; corner < 3; ++corner) {
        float m[12], speed[3];
        blend_palette(&body->asset, body_palette(body), at.vertex[corner], m);
        point_speed(body, at.vertex[corner], speed);
        for (int a = 0; a < 3; ++a)
            for (int i = 0; i < 3; ++i)
                sum[a] += (double)at.weight[corner] * m[4 * a + i] * speed[i];
    }
    return (supple_vec3){(float)sum[0], (float)sum[1], (float)sum[2]};
}

// Coordinates are of metres and kilograms: a unit of W is world_metres long.
void supple_body_force(supple_body* body, supple_point at, supple_vec3 force) {
    if (refuse(body, at, force))
        return;
    push_coords(body, at, force, body->state->options.world_metres, body->push);
    if (free_is(body)) {
        const double push[3] = {force.x, force.y, force.z};
        double arm[3], torque[3];
        point_arm(body, at, arm);
        cross3(arm, push, torque);
        free_push(body, push, torque);
    }
    body_wake(body);
}

// Parts that forces do not move may answer in their own way; all of them where a point is of none, and so of what they stand on.
static void push_models(supple_body* b, supple_point at, supple_vec3 impulse) {
    uint64_t parts[4] = {0};
    point_parts(b, at, parts);
    bool rigid = point_is_rigid(b, at);
    for (int32_t p = 0; p < b->part_count; ++p)
        if (b->parts[p].model->push != NULL && (rigid || (parts[p / 64] >> (p % 64) & 1) != 0))
            b->parts[p].model->push(b, p, at, impulse);
}

void supple_body_impulse(supple_body* body, supple_point at, supple_vec3 impulse) {
    if (refuse(body, at, impulse))
        return;
    push_coords(body, at, impulse, body->state->options.world_metres, body->v);
    if (body->state->options.triggers)
        push_models(body, at, impulse);
    if (free_is(body)) {
        double arm[3];
        point_arm(body, at, arm);
        free_kick(body, (const double[3]){impulse.x, impulse.y, impulse.z}, arm);
    }
    body_wake(body);
}
