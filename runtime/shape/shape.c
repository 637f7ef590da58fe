// Whether shapes are sound, and what they weigh.
// SPDX-License-Identifier: MIT
#include "runtime/shape/shape.h"

#include "runtime/base/assert.h"
#include "runtime/body/point.h"
#include "runtime/math/exact.h"
#include "runtime/math/vec3d.h"

#include <math.h>
#include <string.h>

// ---- soundness -------------------------------------------------------------------------

static bool is_length(float x) {
    return x > 0.0f && x <= POINT_FARTHEST;
}

static bool are_numbers(const float* x, size_t count) {
    bool ok = true;
    for (size_t i = 0; i < count; ++i)
        ok &= fabsf(x[i]) <= POINT_FARTHEST;
    return ok;
}

static const char* wrong_mesh(const supple_shape* s) {
    if (s->positions == NULL || s->triangles == NULL || s->vertex_count < 1 ||
        s->triangle_count < 1 || s->vertex_count > 1 << 24 || s->triangle_count > 1 << 24)
        return "A mesh has positions and triangles, of each at least one and at most 16 million.";
    if (!are_numbers(s->positions, 3 * (size_t)s->vertex_count))
        return "A position of the mesh is not finite, or beyond 1e9.";
    for (size_t i = 0; i < 3 * (size_t)s->triangle_count; ++i)
        if (s->triangles[i] >= (uint32_t)s->vertex_count)
            return "A triangle of the mesh has a vertex that there is not.";
    return NULL;
}

static const char* wrong_hull(const supple_shape* s) {
    if (s->positions == NULL || s->vertex_count < 4 || s->vertex_count > HULL_MOST_POINTS)
        return "A hull has 4 to 1,024 positions.";
    return are_numbers(s->positions, 3 * (size_t)s->vertex_count)
               ? NULL
               : "A position of the hull is not finite, or beyond 1e9.";
}

static const char* wrong_heights(const supple_shape* s) {
    if (s->heights == NULL || s->columns < 2 || s->rows < 2 || s->columns > 4096 || s->rows > 4096)
        return "A height field has 2 to 4,096 columns and rows of heights.";
    if (!is_length(s->half.x) || !is_length(s->half.z))
        return "A height field has half.x and half.z above 0, half its width and depth.";
    return are_numbers(s->heights, (size_t)s->columns * (size_t)s->rows)
               ? NULL
               : "A height is not finite, or beyond 1e9.";
}

static const char* wrong_compound(const supple_shape* s) {
    frame_pose pose;
    if (s->parts == NULL || s->part_count < 1 || s->part_count > SHAPE_MOST_PARTS)
        return "A compound has 1 to 64 parts.";
    for (int32_t i = 0; i < s->part_count; ++i) {
        const supple_shape* part = &s->parts[i].shape;
        if (!shape_is_round(part->kind) && part->kind != SUPPLE_BOX && part->kind != SUPPLE_HULL)
            return "Parts of a compound are spheres, capsules, boxes and hulls.";
        const char* wrong = shape_wrong(part);
        if (wrong != NULL)
            return wrong;
        if (!shape_read_pose(&s->parts[i].pose, &pose))
            return "The pose of a part is mirrored, flat or not finite.";
    }
    return NULL;
}

static const char* wrong_sizes(const supple_shape* s) {
    switch (s->kind) {
    case SUPPLE_PLANE:
        return NULL;
    case SUPPLE_SPHERE:
        return is_length(s->radius) ? NULL : "A sphere has a radius above 0.";
    case SUPPLE_CAPSULE:
        return is_length(s->radius) && s->half.y >= 0.0f && s->half.y <= POINT_FARTHEST
                   ? NULL
                   : "A capsule has a radius above 0, and half.y of 0 or above.";
    case SUPPLE_BOX:
        return is_length(s->half.x) && is_length(s->half.y) && is_length(s->half.z)
                   ? NULL
                   : "A box has half its edges above 0.";
    case SUPPLE_MESH:
        return wrong_mesh(s);
    case SUPPLE_HULL:
        return wrong_hull(s);
    case SUPPLE_HEIGHTS:
        return wrong_heights(s);
    case SUPPLE_COMPOUND:
        return wrong_compound(s);
    }
    return "There is no such kind of shape.";
}

const char* shape_wrong(const supple_shape* s) {
    if (!(s->friction == SUPPLE_UNSET || (s->friction >= 0.0f && s->friction <= POINT_FARTHEST)))
        return "The friction of a shape is 0 or above, at most 1e9, or SUPPLE_UNSET.";
    if (!(s->restitution >= 0.0f && s->restitution <= 1.0f))
        return "The restitution of a shape is 0 to 1.";
    if (s->sensor && !shape_is_round(s->kind) && s->kind != SUPPLE_BOX && s->kind != SUPPLE_HULL)
        return "A sensor is a sphere, capsule, box or hull.";
    return wrong_sizes(s);
}

const char* shape_wrong_rigid(const supple_shape* s) {
    if (s->kind == SUPPLE_PLANE || s->kind == SUPPLE_MESH || s->kind == SUPPLE_HEIGHTS)
        return "A rigid body is a sphere, capsule, box, hull or compound: planes, meshes and "
               "height fields have no mass.";
    const char* wrong = shape_wrong(s);
    for (int32_t i = 0; wrong == NULL && i < shape_part_count(s); ++i) {
        frame_pose pose;
        supple_shape part = shape_part(s, i, &pose);
        bool weighs = part.density > 0.0f || (part.density == 0.0f && s->mass > 0.0f);
        if (!weighs || !(part.density <= POINT_FARTHEST))
            wrong =
                "A rigid shape has a density above 0, kg/m^3, or of a compound each part has, or "
                "it has a mass above 0, kg.";
    }
    if (wrong == NULL && !(s->mass >= 0.0f && s->mass <= POINT_FARTHEST))
        wrong = "The mass of a shape is 0 or above, kg, at most 1e9.";
    return wrong;
}

// ---- poses and parts -------------------------------------------------------------------

bool shape_read_pose(const supple_matrix* m, frame_pose* out) {
    double turn[3][3], det = 0.0;
    frame_pose pose;
    for (int i = 0; i < 16; ++i)
        if (i % 4 < 3 && !(fabsf(m->m[i]) <= POINT_FARTHEST))
            return false;
    for (int i = 0; i < 3; ++i) {
        pose.place[i] = (double)m->m[12 + i];
        for (int j = 0; j < 3; ++j)
            turn[i][j] = (double)m->m[4 * j + i];
    }
    if (!frame_orthogonal((const double(*)[3])turn, pose.turn))
        return false;
    cross3(pose.turn[1], pose.turn[2], turn[0]);
    det = dot3(pose.turn[0], turn[0]);
    if (det < 0.0) // mirrored
        return false;
    *out = pose;
    return true;
}

frame_pose shape_within(const frame_pose* a, const frame_pose* b) {
    frame_pose out;
    times3((const double(*)[3])a->turn, b->place, out.place);
    for (int i = 0; i < 3; ++i) {
        out.place[i] += a->place[i];
        for (int k = 0; k < 3; ++k)
            out.turn[i][k] = a->turn[i][0] * b->turn[0][k] + a->turn[i][1] * b->turn[1][k] +
                             a->turn[i][2] * b->turn[2][k];
    }
    return out;
}

int32_t shape_part_count(const supple_shape* s) {
    return s->kind == SUPPLE_COMPOUND ? s->part_count : 1;
}

supple_shape shape_part(const supple_shape* s, int32_t part, frame_pose* pose) {
    SUPPLE_ASSERT(part >= 0 && part < shape_part_count(s));
    *pose = (frame_pose){.turn = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    if (s->kind != SUPPLE_COMPOUND)
        return *s;
    supple_shape out = s->parts[part].shape;
    shape_read_pose(&s->parts[part].pose, pose);
    out.friction = s->friction;
    out.restitution = s->restitution;
    out.sensor = s->sensor;
    return out;
}

// ---- weights ---------------------------------------------------------------------------

// A ball, of density 1: its second moment is a fifth of m r^2 along every axis.
static void ball_moments(double r, shape_moments* m) {
    m->mass = 4.0 / 3.0 * EXACT_PI * r * r * r;
    for (int k = 0; k < 3; ++k)
        m->second[k][k] = m->mass * r * r / 5.0;
}

// A cylinder between the halves of a ball, whose centres are 3/8 r from where they were cut.
static void capsule_moments(double r, double half, shape_moments* m) {
    ball_moments(r, m);
    double rod = 2.0 * EXACT_PI * r * r * half;
    m->second[1][1] += m->mass * (half * half + 0.75 * half * r) + rod * half * half / 3.0;
    m->second[0][0] += rod * r * r / 4.0;
    m->second[2][2] += rod * r * r / 4.0;
    m->mass += rod;
}

static void box_moments(supple_vec3 h, shape_moments* m) {
    const double half[3] = {h.x, h.y, h.z};
    m->mass = 8.0 * half[0] * half[1] * half[2];
    for (int k = 0; k < 3; ++k)
        m->second[k][k] = m->mass * half[k] * half[k] / 3.0;
}

// The tetrahedra from one corner to all faces: of each, V/20 times the sum of x x^T over its corners and of their sum.
static void hull_moments(const supple_shape* s, const hull* h, shape_moments* m) {
    double from[3], about[3][3] = {{0.0}}, lever[3] = {0.0, 0.0, 0.0};
    for (int a = 0; a < 3; ++a)
        from[a] = (double)s->positions[3 * h->corners[0] + a];
    for (int32_t f = 0; f < h->face_count; ++f) {
        double x[3][3], n[3], sum[3];
        for (int k = 0; k < 3; ++k)
            for (int a = 0; a < 3; ++a)
                x[k][a] = (double)s->positions[3 * h->corners[h->faces[f][k]] + a] - from[a];
        cross3(x[1], x[2], n);
        double volume = dot3(x[0], n) / 6.0;
        m->mass += volume;
        for (int a = 0; a < 3; ++a)
            sum[a] = x[0][a] + x[1][a] + x[2][a];
        for (int a = 0; a < 3; ++a) {
            lever[a] += volume / 4.0 * sum[a];
            for (int b = 0; b < 3; ++b)
                about[a][b] +=
                    volume / 20.0 *
                    (x[0][a] * x[0][b] + x[1][a] * x[1][b] + x[2][a] * x[2][b] + sum[a] * sum[b]);
        }
    }
    for (int a = 0; a < 3; ++a) {
        m->first[a] = lever[a] + m->mass * from[a];
        for (int b = 0; b < 3; ++b)
            m->second[a][b] =
                about[a][b] + lever[a] * from[b] + from[a] * lever[b] + m->mass * from[a] * from[b];
    }
}

static shape_moments own_moments(const supple_shape* s, const hull* hull_or_null) {
    shape_moments m = {0};
    if (s->kind == SUPPLE_SPHERE)
        ball_moments((double)s->radius, &m);
    else if (s->kind == SUPPLE_CAPSULE)
        capsule_moments((double)s->radius, (double)s->half.y, &m);
    else if (s->kind == SUPPLE_BOX)
        box_moments(s->half, &m);
    else
        hull_moments(s, hull_or_null, &m);
    return m;
}

void shape_add_moments(const supple_shape* piece, const hull* hull_or_null, const frame_pose* pose,
                       shape_moments* sum) {
    SUPPLE_ASSERT(piece->kind != SUPPLE_HULL || hull_or_null != NULL);
    shape_moments own = own_moments(piece, hull_or_null);
    const double(*r)[3] = (const double(*)[3])pose->turn;
    double density = piece->density > 0.0f ? (double)piece->density : 1.0, first[3], half[3][3];
    times3(r, own.first, first);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            half[i][k] =
                dot3(r[i], (const double[3]){own.second[0][k], own.second[1][k], own.second[2][k]});
    sum->mass += density * own.mass;
    for (int i = 0; i < 3; ++i) {
        sum->first[i] += density * (first[i] + own.mass * pose->place[i]);
        for (int k = 0; k < 3; ++k)
            sum->second[i][k] +=
                density * (dot3(half[i], r[k]) + first[i] * pose->place[k] +
                           pose->place[i] * first[k] + own.mass * pose->place[i] * pose->place[k]);
    }
}

supple_measures shape_measures(const shape_moments* sum, double mass) {
    double centre[3], s[3][3], more = mass > 0.0 ? mass / sum->mass : 1.0;
    for (int k = 0; k < 3; ++k)
        centre[k] = sum->first[k] / sum->mass;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            s[i][k] = more * (sum->second[i][k] - sum->mass * centre[i] * centre[k]);
    supple_measures m = {.mass = (float)(more * sum->mass),
                         .centre = {(float)centre[0], (float)centre[1], (float)centre[2]}};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            m.inertia[3 * i + k] =
                (float)((i == k ? s[0][0] + s[1][1] + s[2][2] : 0.0) - 0.5 * (s[i][k] + s[k][i]));
    return m;
}
