// A small software rasteriser for previews and reports: deterministic, no GPU, no display.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/export/png.h"
#include "bake/mesh/bounds.h"
#include "bake/scene/surface.h"

// Where the camera stands: degrees round the y axis from the front of the body, to its left, and up from
// the horizon. It looks at the middle of the framed box and fits it.
typedef struct view {
    double azimuth, elevation;
} view;

// Light that arrives at a vertex, linear, on its front and its back.
typedef struct raster_arriving {
    float side[2][3];
} raster_arriving;

// What level ground keeps of the light where something stands over it: a square lattice of places, at the floor of the picture. Beyond it: all.
typedef struct raster_ground {
    double x, z, half; // the middle, and half a side
    int32_t side;      // places a side, 2 or more
    float (*kept)[3];  // [side][side] along z, in it along x
} raster_ground;

typedef struct raster_options {
    int32_t width, height; // pixels of one view
    int32_t samples;       // supersampling a side: 1, 2, 3, 4
    int32_t view_count;    // side by side in one strip, all at one scale
    view views[8];
    double front;   // degrees round the y axis from +z to the body's front (bake/scene/facing.h)
    bool ground;    // a soft contact shadow under the body
    bool wireframe; // triangle edges drawn over
    bool flat;      // face normals instead of vertex normals
    bool has_frame; // frame this box instead of the surface's own (for strips of an animation)
    bounds frame;
    const vec3* shown_or_null; // or fit these points, [shown_count]
    int32_t shown_count;
    const raster_arriving* const*
        arriving_or_null; // [frame_count] -> [vertex_count] instead of the studio's light; the ground is then ...
    const raster_ground* ground_or_null; // [frame_count] ... this, or none
    const float* scalar_or_null;         // [vertex_count] colour by this instead of by material
    float scalar_low, scalar_high;       // ends of the colour scale; equal: from the data
    const char* scalar_label_or_null;
} raster_options;

raster_options raster_default(void);

// s may be NULL (no textures) or the scene the surface came from (its base colour images are used).
// An empty surface gives the empty studio.
picture raster_surface(const surface* f, const scene* s_or_null, const raster_options* o,
                       arena* memory);

// A body at several moments, side by side under one camera; with several views, a row for each view.
// Scalars are not drawn then.
picture raster_frames(const surface* frames, int32_t frame_count, const scene* s_or_null,
                      const raster_options* o, arena* memory);

// Several pictures of the same height in one row, or of the same width in one column.
picture picture_row(const picture* p, int32_t count, int32_t gap, arena* memory);
picture picture_column(const picture* p, int32_t count, int32_t gap, arena* memory);
