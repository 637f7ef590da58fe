// SPDX-License-Identifier: MIT
#include "bench/figures/bars.h"

#include "bake/export/plot_axis.h"
#include "bake/export/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BAR_ROW = 26, BAR_HEIGHT = 16, BAR_LEGEND_ROW = 18, BAR_TITLE = 44, BAR_FOOT = 54 };
#define SUM_WIDTH       90.0
#define NARROWEST_LABEL 30.0 // pixels of a part that has room for a word in it

typedef struct bars_drawing {
    buffer out;
    const bars* b;
    plot_axis axis;
    double left, right, top, bottom; // of the field, pixels
} bars_drawing;

static double part_of(const bars_row* r, int32_t i) {
    return isfinite(r->parts[i]) && r->parts[i] > 0.0 ? r->parts[i] : 0.0;
}

static double sum_of(const bars* b, const bars_row* r) {
    double sum = 0.0;
    for (int32_t i = 0; i < b->part_count; ++i)
        sum += part_of(r, i);
    return sum;
}

static double text_width(const char* text) {
    return SVG_CHARACTER * (double)strlen(text);
}

// Walks over the names of parts; draws them if asked to. Returns the height.
static double bars_legend(bars_drawing* d, bool draw) {
    double x = 20.0, y = BAR_TITLE;
    for (int32_t i = 0; i < d->b->part_count; ++i) {
        double width = 34.0 + text_width(d->b->part_names[i]);
        if (i > 0 && x + width > d->right) {
            x = 20.0;
            y += BAR_LEGEND_ROW;
        }
        if (draw) {
            svg_rect(&d->out, x, y, 12.0, 12.0, 2.0, svg_colors[i % SVG_COLORS]);
            svg_text(&d->out, x + 18.0, y + 10.5, "", d->b->part_names[i]);
        }
        x += width;
    }
    return y + BAR_LEGEND_ROW + 8.0 - BAR_TITLE;
}

static void lay_out(bars_drawing* d) {
    double longest = 60.0;
    for (int32_t i = 0; i < d->b->row_count; ++i)
        longest = fmax(longest, text_width(d->b->rows[i].name));
    d->left = 28.0 + longest;
    d->right = fmax(d->b->width - SUM_WIDTH, d->left + 1.0); // sums stand behind the bars
    d->top = BAR_TITLE + bars_legend(d, false);
    d->bottom = d->top + BAR_ROW * (double)d->b->row_count;
    axis_include(&d->axis, 0.0);
    axis_include(&d->axis, 100.0);
    axis_finish(&d->axis, 6, false);
}

static double bars_x(const bars_drawing* d, double value) {
    return d->left + axis_at(&d->axis, value) * (d->right - d->left);
}

static void draw_ticks(bars_drawing* d) {
    for (int32_t i = 0; i < d->axis.tick_count; ++i) {
        const axis_tick* t = &d->axis.ticks[i];
        double x = d->left + t->at * (d->right - d->left);
        svg_line(&d->out, x, d->top, x, d->bottom, "#e2e0dc");
        svg_text(&d->out, x, d->bottom + 17.0, " text-anchor=\"middle\"", t->label);
    }
    svg_text(&d->out, 0.5 * (d->left + d->right), d->bottom + 38.0, " text-anchor=\"middle\"", "%");
}

static void draw_row(bars_drawing* d, int32_t row) {
    const bars_row* r = &d->b->rows[row];
    double y = d->top + BAR_ROW * (double)row + 0.5 * (BAR_ROW - BAR_HEIGHT), from = 0.0;
    double sum = sum_of(d->b, r);
    char text[64];
    svg_text(&d->out, d->left - 8.0, y + 12.0, " text-anchor=\"end\"", r->name);
    for (int32_t i = 0; i < d->b->part_count && sum > 0.0; ++i) {
        double share = 100.0 * part_of(r, i) / sum, x = bars_x(d, from);
        double width = bars_x(d, from + share) - x;
        if (width > 0.0)
            svg_rect(&d->out, x, y, width, BAR_HEIGHT, 0.0, svg_colors[i % SVG_COLORS]);
        snprintf(text, sizeof text, "%.0f %%", share);
        if (width >= NARROWEST_LABEL)
            svg_text(&d->out, x + 0.5 * width, y + 12.0,
                     " text-anchor=\"middle\" font-size=\"11\" fill=\"#ffffff\"", text);
        from += share;
    }
    snprintf(text, sizeof text, "%.3g %s", sum, d->b->unit);
    svg_text(&d->out, d->right + 8.0, y + 12.0, "", text);
}

bytes bars_svg(const bars* b, arena* memory) {
    bars_drawing* d = ARENA_NEW(memory, bars_drawing, 1);
    d->out = buffer_new(memory, 4096);
    d->b = b;
    d->right = b->width - SUM_WIDTH;
    lay_out(d);
    svg_begin(&d->out, b->width, (int32_t)d->bottom + BAR_FOOT);
    svg_text(&d->out, 20.0, 26.0, " font-size=\"15\" font-weight=\"600\" fill=\"#2a2825\"",
             b->title);
    bars_legend(d, true);
    draw_ticks(d);
    for (int32_t i = 0; i < b->row_count; ++i)
        draw_row(d, i);
    svg_line(&d->out, d->left, d->top, d->left, d->bottom, "#6b6862");
    svg_end(&d->out);
    return buffer_bytes(&d->out);
}
