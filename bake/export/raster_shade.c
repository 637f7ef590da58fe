// Soft matte surfaces: Lambert under the rig, a faint broad highlight and a brighter rim.
// SPDX-License-Identifier: MIT
#include "bake/export/raster_shade.h"

static const double wire_room = 6.0; // pixels across a triangle below which wires fade
static const float line_color[3] = {0.02f, 0.025f, 0.04f};

static float dot3(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static bool unit3(float a[3]) {
    float length = sqrtf(dot3(a, a));
    if (!(length > 1e-20f))
        return false;
    for (int c = 0; c < 3; ++c)
        a[c] /= length;
    return true;
}

// The normal at the point, on the side of the surface that the camera sees.
static void point_normal(const shading* s, const uint32_t* corner, shade_point* p) {
    const surface* f = s->paint->f;
    for (int c = 0; c < 3; ++c)
        p->normal[c] = p->b[0] * f->normals[corner[0]][c] + p->b[1] * f->normals[corner[1]][c] +
                       p->b[2] * f->normals[corner[2]][c];
    if (s->flat || !unit3(p->normal)) {
        vec3 a = f->positions[corner[0]];
        vec3 n = v3_unit(
            v3_cross(v3_sub(f->positions[corner[1]], a), v3_sub(f->positions[corner[2]], a)));
        p->normal[0] = (float)n.x;
        p->normal[1] = (float)n.y;
        p->normal[2] = (float)n.z;
    }
    for (int c = 0; c < 3 && p->behind; ++c)
        p->normal[c] = -p->normal[c];
    // an interpolated normal may look away at the rim, where the surface does not
    float facing = dot3(p->normal, p->eye);
    if (facing < 0.02f) {
        for (int c = 0; c < 3; ++c)
            p->normal[c] += (0.02f - facing) * p->eye[c];
        unit3(p->normal);
    }
}

// How dark a wire is here: 1 on an edge, falling over one pixel. Triangles of a few pixels get
// fainter wires, or a dense mesh would turn black.
static float wire_at(const shading* s, const uint32_t* corner, double x, double y) {
    double least = INFINITY, longest = 0.0, px[3], py[3];
    const camera* c = s->camera;
    for (int k = 0; k < 3; ++k) {
        vec3 v = s->space[corner[k]];
        if (!(v.z > 0.0))
            return 0.0f;
        px[k] = (c->center_x + c->focal * v.x / v.z) / s->samples;
        py[k] = (c->center_y - c->focal * v.y / v.z) / s->samples;
    }
    x /= s->samples;
    y /= s->samples;
    for (int k = 0; k < 3; ++k) {
        int n = (k + 1) % 3;
        double dx = px[n] - px[k], dy = py[n] - py[k], length = sqrt(dx * dx + dy * dy);
        if (length > 0.0) {
            double d = fabs(dx * (y - py[k]) - dy * (x - px[k])) / length;
            least = d < least ? d : least;
            longest = length > longest ? length : longest;
        }
    }
    double twice_area = fabs((px[1] - px[0]) * (py[2] - py[0]) - (py[1] - py[0]) * (px[2] - px[0]));
    double height = longest > 0.0 ? twice_area / longest : 0.0;
    double dark = least < 1.0 ? 1.0 - least : 0.0;
    return (float)(dark * (height < wire_room ? height / wire_room : 1.0));
}

static double pixels_of(const shading* s, const uint32_t* corner) {
    const camera* c = s->camera;
    vec3 a = s->space[corner[0]], b = s->space[corner[1]], d = s->space[corner[2]];
    if (!(a.z > 0.0 && b.z > 0.0 && d.z > 0.0))
        return 1.0;
    double x0 = a.x / a.z, y0 = a.y / a.z;
    double cross = (b.x / b.z - x0) * (d.y / d.z - y0) - (b.y / b.z - y0) * (d.x / d.z - x0);
    return 0.5 * fabs(cross) * c->focal * c->focal / (s->samples * s->samples);
}

shade_point shade_point_at(const shading* s, int32_t triangle, double x, double y) {
    const surface* f = s->paint->f;
    const uint32_t* corner = f->triangles[triangle];
    fill_corners k = fill_corners_of(s->space[corner[0]], s->space[corner[1]], s->space[corner[2]]);
    shade_point p;
    fill_barycentric(&k, camera_ray(s->camera, x, y), p.b);
    vec3 world = v3_scale(f->positions[corner[0]], p.b[0]);
    world = v3_madd(world, f->positions[corner[1]], p.b[1]);
    world = v3_madd(world, f->positions[corner[2]], p.b[2]);
    vec3 from = v3_sub(world, s->rig->origin), eye = v3_unit(v3_sub(s->camera->eye, world));
    p.position[0] = (float)from.x;
    p.position[1] = (float)from.y;
    p.position[2] = (float)from.z;
    p.eye[0] = (float)eye.x;
    p.eye[1] = (float)eye.y;
    p.eye[2] = (float)eye.z;
    // camera axes are left-handed: the corners run counter-clockwise when this product is positive
    p.behind = v3_dot(s->space[corner[0]], k.opposite[0]) < 0.0;
    point_normal(s, corner, &p);
    return p;
}

// Under the rig: Lambert, a highlight of the key light and a rim.
static void leave_studio(const shading* s, const shade_point* p, const light_seen* seen,
                         const float base[3], float rgb[3]) {
    float arriving[3];
    light_arriving(s->rig, p->normal, seen, arriving);
    float half[3], facing = dot3(p->normal, p->eye), shine = 0.0f;
    for (int c = 0; c < 3; ++c)
        half[c] = s->rig->key[c] + p->eye[c];
    if (unit3(half)) {
        float h = dot3(p->normal, half);
        h = h > 0.0f ? h : 0.0f;
        h *= h; // to the 32nd
        h *= h;
        h *= h;
        h *= h;
        shine = (s->paint->scalar_or_null == NULL ? 0.16f : 0.06f) * light_part(seen, LIGHT_KEY) *
                h * h;
    }
    float away = 1.0f - (facing > 0.0f ? facing : 0.0f);
    float rim = 0.10f * away * away * away * away;
    for (int c = 0; c < 3; ++c)
        rgb[c] = base[c] * arriving[c] + shine + rim * arriving[c];
}

// Under a light that is known at the vertices: matte.
static void leave_lit(const shading* s, const uint32_t* corner, const shade_point* p,
                      const float base[3], float rgb[3]) {
    for (int c = 0; c < 3; ++c) {
        float arriving = 0.0f;
        for (int k = 0; k < 3; ++k)
            arriving += p->b[k] * s->arriving_or_null[corner[k]].side[p->behind][c];
        rgb[c] = base[c] * arriving;
    }
}

void shade_leaving(const shading* s, int32_t triangle, const shade_point* p, const light_seen* seen,
                   double x, double y, float rgb[3]) {
    const uint32_t* corner = s->paint->f->triangles[triangle];
    float base[4], leaving[3];
    paint_at(s->paint, triangle, p->b, paint_level(s->paint, triangle, pixels_of(s, corner)), base);
    if (s->arriving_or_null != NULL)
        leave_lit(s, corner, p, base, leaving);
    else
        leave_studio(s, p, seen, base, leaving);
    float wire = s->wireframe ? 0.75f * wire_at(s, corner, x, y) : 0.0f;
    for (int c = 0; c < 3; ++c)
        rgb[c] = color_tone(leaving[c]) * (1.0f - wire) + line_color[c] * wire;
}

void shade_backdrop(int32_t width, int32_t height, double x, double y, float rgb[3]) {
    static const float bright[3] = {0.81f, 0.785f, 0.745f}, dim[3] = {0.54f, 0.512f, 0.475f};
    // a soft pool of light behind the body, a little above the middle
    double scale = 1.0 / (0.5 * sqrt((double)width * width + (double)height * height));
    double dx = (x - 0.5 * width) * scale, dy = (y - 0.42 * height) * scale * 1.15;
    double r2 = dx * dx + dy * dy;
    float t = (float)(r2 / (0.55 + r2)) * 1.25f;
    for (int c = 0; c < 3; ++c)
        rgb[c] = bright[c] + (dim[c] - bright[c]) * (t < 1.0f ? t : 1.0f);
}
