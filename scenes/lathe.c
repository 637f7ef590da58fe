// Rings of vertices about the y axis, with one vertex at each pole.
// SPDX-License-Identifier: MIT
#include "scenes/lathe.h"

#include "bake/scene/surface.h"

enum { LATHE_FINE = 64 }; // straight pieces that stand for one span of the spline

static double spline(double a, double b, double c, double d, double t) {
    return b +
           0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)));
}

static double distance(lathe_point a, lathe_point b) {
    double h = b.height - a.height, r = b.radius - a.radius;
    return sqrt(h * h + r * r);
}

void lathe_smooth(const lathe_point* points, int32_t point_count, lathe_point* out, int32_t count,
                  arena* memory) {
    int32_t fine_count = (point_count - 1) * LATHE_FINE + 1, last = point_count - 1;
    lathe_point* fine = ARENA_NEW(memory, lathe_point, (size_t)fine_count);
    double* length = ARENA_NEW(memory, double, (size_t)fine_count);
    for (int32_t i = 0; i < fine_count; ++i) {
        int32_t k = i / LATHE_FINE < last ? i / LATHE_FINE : last - 1;
        double t = (double)(i - k * LATHE_FINE) / LATHE_FINE;
        lathe_point a = points[k > 0 ? k - 1 : 0], b = points[k], c = points[k + 1],
                    d = points[k + 2 <= last ? k + 2 : last];
        fine[i].height = spline(a.height, b.height, c.height, d.height, t);
        fine[i].radius = spline(a.radius, b.radius, c.radius, d.radius, t);
        length[i] = i > 0 ? length[i - 1] + distance(fine[i - 1], fine[i]) : 0.0;
    }
    int32_t at = 0;
    for (int32_t i = 0; i < count; ++i) {
        double wanted = length[fine_count - 1] * i / (count - 1);
        while (at + 2 < fine_count && length[at + 1] < wanted)
            ++at;
        double t = (wanted - length[at]) / (length[at + 1] - length[at]);
        out[i].height = fine[at].height + t * (fine[at + 1].height - fine[at].height);
        out[i].radius = fine[at].radius + t * (fine[at + 1].radius - fine[at].radius);
    }
    out[0] = points[0];
    out[count - 1] = points[last];
}

primitive lathe_turn(const lathe_point* profile, int32_t count, int32_t columns, arena* memory) {
    int32_t rings = count - 2;
    primitive p = body_primitive(rings * columns + 2, 2 * rings * columns, memory);
    uint32_t n = (uint32_t)columns, top = (uint32_t)p.vertex_count - 1;
    p.positions[0] = v3(0.0, profile[0].height, 0.0);
    p.positions[top] = v3(0.0, profile[count - 1].height, 0.0);
    for (int32_t j = 0; j < rings; ++j)
        for (int32_t i = 0; i < columns; ++i) {
            double s, c;
            exact_sincos(2.0 * EXACT_PI * i / columns, &s, &c);
            p.positions[1 + j * columns + i] =
                v3(profile[j + 1].radius * s, profile[j + 1].height, profile[j + 1].radius * c);
        }
    int32_t triangle = 0;
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t next = (i + 1) % n, last = 1 + (uint32_t)(rings - 1) * n;
        body_triangle(&p, &triangle, 0, 1 + next, 1 + i);
        for (uint32_t j = 0; j + 1 < (uint32_t)rings; ++j) {
            uint32_t a = 1 + j * n;
            body_quad(&p, &triangle, a + i, a + next, a + n + next, a + n + i);
        }
        body_triangle(&p, &triangle, last + i, last + next, top);
    }
    surface_normals(p.positions, p.vertex_count, (const uint32_t(*)[3])p.triangles,
                    p.triangle_count, p.normals);
    return p;
}
