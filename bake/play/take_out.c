// Points and tables straight from the body.
// SPDX-License-Identifier: MIT
#include "bake/play/take_out.h"

#include "bake/base/buffer.h"
#include "bake/base/text.h"
#include "bake/play/own_targets.h"

point_cache take_points(const play_request* q, const play_take* t, arena* memory) {
    size_t count = (size_t)q->asset->vertex_count;
    point_cache c = {t->frame_count, q->asset->vertex_count,
                     ARENA_NEW(memory, double, (size_t)t->frame_count), NULL};
    c.points = arena_alloc(memory, (size_t)t->frame_count * count, sizeof *c.points);
    for (int32_t i = 0; i < t->frame_count; ++i) {
        c.times[i] = i / t->fps;
        supple_streams out = supple_streams_packed(c.points[(size_t)i * count], NULL);
        supple_body_skin(play_frame(t, i), &out);
        arena* scratch = arena_create();
        pose p = own_targets_pose(q, c.times[i], scratch);
        own_targets_add(q, &p, c.points + (size_t)i * count, NULL);
        arena_destroy(scratch);
    }
    return c;
}

// A name as a cell: no commas, quotes or line ends in it.
static const char* csv_name(const char* name, int32_t number, arena* memory) {
    char* cell = arena_format(memory, "%s %d", text_printable(name, 60, memory), number);
    for (char* at = cell; *at != 0; ++at)
        *at = *at == ',' || *at == '"' ? ' ' : *at;
    return cell;
}

bytes take_csv(const supple_asset* asset, const play_take* t, arena* memory) {
    size_t coords = (size_t)asset->coord_count;
    buffer b = buffer_new(memory, 16 * coords * (size_t)t->frame_count);
    buffer_text(&b, "time");
    for (int32_t i = 0; i < asset->part_count; ++i) {
        supple_part p = supple_asset_part(asset, i);
        for (int32_t k = 0; k < p.coord_count; ++k) {
            buffer_text(&b, ",");
            buffer_text(&b, csv_name(p.name, k + 1, memory));
        }
    }
    buffer_text(&b, "\n");
    for (int32_t i = 0; i < t->frame_count; ++i) {
        buffer_double(&b, i / t->fps);
        for (size_t k = 0; k < coords; ++k) {
            buffer_text(&b, ",");
            buffer_double(&b, t->coords[(size_t)i * coords + k]);
        }
        buffer_text(&b, "\n");
    }
    return buffer_bytes(&b);
}
