// SVG line plots.
// SPDX-License-Identifier: MIT
#include "bake/export/plot.h"

#include "bake/base/assert.h"
#include "bake/export/plot_axis.h"
#include "bake/export/svg.h"

#include <math.h>
#include <string.h>

enum { LEGEND_ROW = 18 };

typedef struct drawing {
    buffer out;
    const plot* plot;
    plot_axis x, y;
    double left, right, top, bottom; // of the field, pixels
} drawing;

static const char* or_empty(const char* text) {
    return text != NULL ? text : "";
}

// ---- layout ----------------------------------------------------------------------------

static double legend_width(const plot_series* s) {
    return 34.0 + SVG_CHARACTER * (double)strlen(or_empty(s->name));
}

// Walks over the legend's entries; draws them if asked to. Returns the height.
static double legend(drawing* d, bool draw, double top) {
    double x = d->left, y = top;
    bool any = false;
    for (int32_t i = 0; i < d->plot->series_count; ++i) {
        const plot_series* s = &d->plot->series[i];
        if (or_empty(s->name)[0] == 0)
            continue;
        double width = legend_width(s);
        if (any && x + width > d->right) {
            x = d->left;
            y += LEGEND_ROW;
        }
        if (draw) {
            const char* color = svg_colors[i % SVG_COLORS];
            if (s->marks == PLOT_DOTS)
                svg_rect(&d->out, x + 4.0, y + 3.0, 8.0, 8.0, 4.0, color);
            else
                svg_rect(&d->out, x, y + 5.5, 16.0, 3.0, 1.5, color);
            svg_text(&d->out, x + 22.0, y + 11.0, "", s->name);
        }
        any = true;
        x += width;
    }
    return any ? y - top + LEGEND_ROW + 4.0 : 0.0;
}

static void measure(drawing* d) {
    const plot* p = d->plot;
    for (int32_t i = 0; i < p->series_count; ++i)
        for (int32_t k = 0; k < p->series[i].count; ++k) {
            double x = p->series[i].x[k], y = p->series[i].y[k];
            if (!axis_shows(&d->x, x) || !axis_shows(&d->y, y))
                continue;
            axis_include(&d->x, x);
            axis_include(&d->y, y);
        }
    axis_finish(&d->x, p->width / 90 > 2 ? p->width / 90 : 2, false);
    axis_finish(&d->y, p->height / 55 > 2 ? p->height / 55 : 2, true);

    size_t longest = 1;
    for (int32_t i = 0; i < d->y.tick_count; ++i) {
        size_t length = strlen(d->y.ticks[i].label);
        longest = length > longest ? length : longest;
    }
    d->left = 20.0 + SVG_CHARACTER * (double)longest + (or_empty(p->y_label)[0] != 0 ? 20.0 : 0.0);
    d->right = p->width - 24.0;
    d->top = 14.0 + (or_empty(p->title)[0] != 0 ? 26.0 : 0.0);
    d->top += legend(d, false, 0.0);
    d->bottom = p->height - 30.0 - (or_empty(p->x_label)[0] != 0 ? 20.0 : 0.0);
    d->right = d->right > d->left + 1.0 ? d->right : d->left + 1.0; // tiny pictures
    d->bottom = d->bottom > d->top + 1.0 ? d->bottom : d->top + 1.0;
}

static double pixel_x(const drawing* d, double at) {
    return d->left + at * (d->right - d->left);
}

static double pixel_y(const drawing* d, double at) {
    return d->bottom + at * (d->top - d->bottom);
}

// ---- parts -----------------------------------------------------------------------------

static void draw_axes(drawing* d) {
    const plot* p = d->plot;
    for (int32_t i = 0; i < d->x.tick_count; ++i) {
        const axis_tick* t = &d->x.ticks[i];
        double x = pixel_x(d, t->at);
        svg_line(&d->out, x, d->top, x, d->bottom, t->label[0] != 0 ? "#e2e0dc" : "#f1f0ed");
        svg_text(&d->out, x, d->bottom + 17.0, " text-anchor=\"middle\"", t->label);
    }
    for (int32_t i = 0; i < d->y.tick_count; ++i) {
        const axis_tick* t = &d->y.ticks[i];
        double y = pixel_y(d, t->at);
        svg_line(&d->out, d->left, y, d->right, y, t->label[0] != 0 ? "#e2e0dc" : "#f1f0ed");
        svg_text(&d->out, d->left - 8.0, y + 4.0, " text-anchor=\"end\"", t->label);
    }
    svg_line(&d->out, d->left, d->bottom, d->right, d->bottom, "#6b6862");
    svg_line(&d->out, d->left, d->top, d->left, d->bottom, "#6b6862");
    svg_text(&d->out, 0.5 * (d->left + d->right), p->height - 12.0, " text-anchor=\"middle\"",
             or_empty(p->x_label));
    buffer_text(&d->out, "<g transform=\"translate(16 ");
    svg_number(&d->out, 0.5 * (d->top + d->bottom));
    buffer_text(&d->out, ") rotate(-90)\">");
    svg_text(&d->out, 0.0, 0.0, " text-anchor=\"middle\"", or_empty(p->y_label));
    buffer_text(&d->out, "</g>\n");
    svg_text(&d->out, d->left, 26.0, " font-size=\"15\" font-weight=\"600\" fill=\"#2a2825\"",
             or_empty(p->title));
}

static void draw_dots(drawing* d, const plot_series* s, const char* color) {
    buffer_text(&d->out, "<g fill=\"");
    buffer_text(&d->out, color);
    buffer_text(&d->out, "\">\n");
    for (int32_t k = 0; k < s->count; ++k) {
        if (!axis_shows(&d->x, s->x[k]) || !axis_shows(&d->y, s->y[k]))
            continue;
        buffer_text(&d->out, "<circle r=\"3\"");
        svg_attribute(&d->out, "cx", pixel_x(d, axis_at(&d->x, s->x[k])));
        svg_attribute(&d->out, "cy", pixel_y(d, axis_at(&d->y, s->y[k])));
        buffer_text(&d->out, "/>\n");
    }
    buffer_text(&d->out, "</g>\n");
}

static void draw_line(drawing* d, const plot_series* s, const char* color) {
    buffer_text(&d->out, "<path fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\" "
                         "stroke-linecap=\"round\" stroke=\"");
    buffer_text(&d->out, color);
    buffer_text(&d->out, "\" d=\"");
    bool down = false;
    double last_x = 0.0, last_y = 0.0;
    for (int32_t k = 0; k < s->count; ++k) {
        if (!axis_shows(&d->x, s->x[k]) || !axis_shows(&d->y, s->y[k])) {
            down = false;
            continue;
        }
        double x = pixel_x(d, axis_at(&d->x, s->x[k])), y = pixel_y(d, axis_at(&d->y, s->y[k]));
        bool ends = k + 1 == s->count; // a dense curve need not say every point
        if (down && !ends && fabs(x - last_x) < 0.1 && fabs(y - last_y) < 0.1)
            continue;
        buffer_text(&d->out, down ? "L" : "M");
        svg_number(&d->out, x);
        buffer_text(&d->out, " ");
        svg_number(&d->out, y);
        if (!down) // a single point shows as a dot of the round cap
            buffer_text(&d->out, "h0");
        down = true;
        last_x = x;
        last_y = y;
    }
    buffer_text(&d->out, "\"/>\n");
}

bytes plot_svg(const plot* p, arena* memory) {
    SUPPLE_ASSERT(p->width > 0 && p->height > 0 && p->series_count >= 0);
    drawing* d = ARENA_NEW(memory, drawing, 1);
    d->out = buffer_new(memory, 4096);
    d->plot = p;
    d->x.log = p->x_log;
    d->y.log = p->y_log;
    measure(d);

    svg_begin(&d->out, p->width, p->height);
    draw_axes(d);
    legend(d, true, or_empty(p->title)[0] != 0 ? 40.0 : 14.0);
    for (int32_t i = 0; i < p->series_count; ++i) {
        const plot_series* s = &p->series[i];
        if (s->marks != PLOT_DOTS)
            draw_line(d, s, svg_colors[i % SVG_COLORS]);
        if (s->marks != PLOT_LINE)
            draw_dots(d, s, svg_colors[i % SVG_COLORS]);
    }
    svg_end(&d->out);
    return buffer_bytes(&d->out);
}
