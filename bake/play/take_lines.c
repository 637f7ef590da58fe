// Two strips a line, across each other, so that one of them is seen from wherever it is looked at.
// SPDX-License-Identifier: MIT
#include "bake/play/take_lines.h"

#include "bake/base/color.h"

enum { CORNERS = 8, TAKE_LINES_TRIANGLES = 4 };

typedef struct gathering {
    play_lines lines;
    int32_t room;
    arena* memory;
} gathering;

static void gather(void* user, supple_vec3 from, supple_vec3 to, uint32_t rgb) {
    gathering* g = user;
    if (g->lines.count == g->room) {
        g->room = 2 * g->room + 64;
        play_line* more = ARENA_NEW(g->memory, play_line, (size_t)g->room);
        for (int32_t i = 0; i < g->lines.count; ++i)
            more[i] = g->lines.all[i];
        g->lines.all = more;
    }
    g->lines.all[g->lines.count++] = (play_line){v3((double)from.x, (double)from.y, (double)from.z),
                                                 v3((double)to.x, (double)to.y, (double)to.z), rgb};
}

play_lines take_lines_of(const supple_world* world, arena* memory) {
    gathering g = {.memory = memory};
    supple_drawing to = {
        .line = gather, .user = &g, .what = SUPPLE_DRAW_ALL & ~SUPPLE_DRAW_SURFACES};
    supple_world_draw(world, &to);
    return g.lines;
}

static vec3 unit_of(vec3 x) {
    double length = v3_length(x);
    return length > 0.0 ? v3_scale(x, 1.0 / length) : v3(0.0, 0.0, 0.0);
}

static void put_corner(surface* f, int32_t v, vec3 at, vec3 normal, uint32_t rgb) {
    f->positions[v] = at;
    f->normals[v][0] = (float)normal.x;
    f->normals[v][1] = (float)normal.y;
    f->normals[v][2] = (float)normal.z;
    for (int k = 0; k < 3; ++k)
        f->colors[v][k] = (float)color_from_srgb((double)(rgb >> (16 - 8 * k) & 255) / 255.0);
    f->colors[v][3] = 1.0f;
}

static void put_line(surface* f, int32_t vertex, int32_t triangle, const play_line* line,
                     vec3 shift, double width) {
    vec3 along = unit_of(v3_sub(line->to, line->from));
    vec3 side = fabs(along.y) < 0.9 ? v3(0.0, 1.0, 0.0) : v3(1.0, 0.0, 0.0);
    vec3 across[2];
    across[0] = unit_of(v3_cross(along, side));
    across[1] = v3_cross(along, across[0]);
    for (int k = 0; k < 2; ++k) {
        int32_t first = vertex + 4 * k;
        uint32_t a = (uint32_t)first;
        vec3 half = v3_scale(across[k], 0.5 * width), normal = across[1 - k];
        for (int i = 0; i < 4; ++i) {
            vec3 end = v3_add(i < 2 ? line->from : line->to, shift);
            put_corner(f, first + i, i % 2 == 0 ? v3_sub(end, half) : v3_add(end, half), normal,
                       line->rgb);
        }
        const uint32_t two[2][3] = {{a, a + 1, a + 3}, {a, a + 3, a + 2}};
        for (int i = 0; i < 6; ++i)
            f->triangles[triangle + 2 * k + i / 3][i % 3] = two[i / 3][i % 3];
    }
}

surface take_lines_alone(const surface* f, const play_lines* lines, vec3 shift, double width,
                         arena* memory) {
    surface none = *f; // its vertices stay: who shows it is asked of them
    none.triangle_count = 0;
    surface out =
        solid_room(&none, CORNERS * lines->count, TAKE_LINES_TRIANGLES * lines->count, memory);
    for (int32_t i = 0; i < lines->count; ++i)
        put_line(&out, f->vertex_count + CORNERS * i, TAKE_LINES_TRIANGLES * i, &lines->all[i],
                 shift, width);
    return out;
}
