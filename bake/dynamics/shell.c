// Checks of a sheet, its mass, and what both of its terms need of a triangle.
// SPDX-License-Identifier: MIT
#include "bake/dynamics/shell.h"

#include "bake/dynamics/shell_edges.h"

#include <string.h>

// Of the longest edge's square: below it a triangle is a line.
static const double LEAST_AREA = 1e-9;

shell_material shell_of_solid(const material* m, double thickness) {
    return (shell_material){.young = m->young,
                            .poisson = m->poisson,
                            .thickness = thickness,
                            .density = m->density * thickness,
                            .bending = m->young * thickness * thickness * thickness /
                                       (12.0 * (1.0 - m->poisson * m->poisson)),
                            .limit = INFINITY,
                            .compression = INFINITY};
}

shell_triangle shell_triangle_of(const shell* s, int32_t triangle) {
    const int32_t* t = s->triangles + 3 * (size_t)triangle;
    vec3 a = v3_sub(s->nodes[t[1]], s->nodes[t[0]]), b = v3_sub(s->nodes[t[2]], s->nodes[t[0]]);
    shell_triangle out;
    double length = v3_length(a);
    out.axis[0] = v3_scale(a, 1.0 / length);
    double along = v3_dot(b, out.axis[0]);
    vec3 rest = v3_madd(b, out.axis[0], -along);
    double height = v3_length(rest);
    out.axis[1] = v3_scale(rest, 1.0 / height);
    out.area = 0.5 * length * height;
    out.gradients[1][0] = 1.0 / length;
    out.gradients[1][1] = -along / (length * height);
    out.gradients[2][0] = 0.0;
    out.gradients[2][1] = 1.0 / height;
    for (int c = 0; c < 2; ++c)
        out.gradients[0][c] = -out.gradients[1][c] - out.gradients[2][c];
    return out;
}

// ---- checks ----------------------------------------------------------------------------

static bool above_zero(double x, const char* what, const char* unit, int32_t i, place where,
                       report* r) {
    return (x > 0.0 && isfinite(x)) ||
           report_error(r, where, "triangle %d: the %s is %g %s; a sheet has a finite one above 0",
                        i, what, x, unit);
}

static bool check_material(const shell_material* m, int32_t i, place where, report* r) {
    bool sound = above_zero(m->young, "Young's modulus", "Pa", i, where, r);
    sound = above_zero(m->thickness, "thickness", "m", i, where, r) && sound;
    sound = above_zero(m->density, "density by area", "kg/m^2", i, where, r) && sound;
    if (!(m->poisson > -1.0 && m->poisson < 0.5))
        sound = report_error(r, where,
                             "triangle %d: Poisson's ratio is %g; it lies above -1 and below 0.5 "
                             "(cloth 0.3)",
                             i, m->poisson);
    if (!(m->bending >= 0.0 && isfinite(m->bending)))
        sound = report_error(
            r, where, "triangle %d: the bending stiffness is %g N m; it is finite and not negative",
            i, m->bending);
    if (!(m->limit > 1.0))
        sound = report_error(
            r, where,
            "triangle %d: the limit of stretch is %g; it is a length over that at rest, "
            "above 1 (cloth 1.1)",
            i, m->limit);
    if (!(m->compression > 0.0))
        sound =
            report_error(r, where,
                         "triangle %d: the strain of compression at which it wrinkles is %g; it is "
                         "above 0 (cloth 3e-4), or infinite for a sheet that does not wrinkle",
                         i, m->compression);
    return sound;
}

static bool check_triangle(const shell* s, int32_t i, place where, report* r) {
    const int32_t* t = s->triangles + 3 * (size_t)i;
    double longest = 0.0;
    for (int k = 0; k < 3; ++k)
        if (t[k] < 0 || t[k] >= s->node_count)
            return report_error(r, where, "triangle %d names node %d of %d", i, t[k],
                                s->node_count);
    for (int k = 0; k < 3; ++k)
        longest = fmax(longest, v3_distance(s->nodes[t[k]], s->nodes[t[(k + 1) % 3]]));
    vec3 across =
        v3_cross(v3_sub(s->nodes[t[1]], s->nodes[t[0]]), v3_sub(s->nodes[t[2]], s->nodes[t[0]]));
    if (!(0.5 * v3_length(across) > LEAST_AREA * longest * longest))
        return report_error(r, where, "triangle %d (nodes %d, %d, %d) has no area", i, t[0], t[1],
                            t[2]);
    return check_material(&s->materials[i], i, where, r);
}

bool shell_check(const shell* s, place where, arena* memory, report* r) {
    if (s->triangle_count < 1)
        return report_error(r, where, "the sheet has no triangle");
    for (int32_t i = 0; i < s->triangle_count; ++i)
        if (!check_triangle(s, i, where, r))
            return false;
    shell_fault f;
    if (!shell_edge_fault(s, &f, memory))
        return true;
    if (f.crowded)
        return report_error(
            r, where,
            "three or more triangles meet at the edge from node %d to node %d (%d and %d "
            "among them): a sheet has two at most",
            f.nodes[0], f.nodes[1], f.triangles[0], f.triangles[1]);
    return report_error(r, where,
                        "triangles %d and %d at the edge from node %d to node %d turn against each "
                        "other: turn one of them over",
                        f.triangles[0], f.triangles[1], f.nodes[0], f.nodes[1]);
}

// ---- mass ------------------------------------------------------------------------------

static void mass_of(const void* user, int32_t element, double* matrix) {
    const shell* s = user;
    double mass = shell_triangle_of(s, element).area * s->materials[element].density;
    for (int i = 0; i < 9; ++i)
        matrix[i] = mass / (i % 4 == 0 ? 6.0 : 12.0);
}

sparse shell_mass(const shell* s, arena* memory) {
    const sparse_mesh mesh = {s->triangles, s->triangle_count, 3, 3, s->node_count};
    sparse mass = sparse_pattern(&mesh, 1, s->threads, memory);
    sparse_assemble(&mass, &mesh, mass_of, s, s->threads);
    return mass;
}
