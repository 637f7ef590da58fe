// SVG line plots.
//
// Coordinates are written in whole hundredths of a pixel, by integers, so neither locale nor
// printf's rounding can change a byte.
// SPDX-License-Identifier: MIT
#include "bake/export/plot.h"

#include "bake/base/assert.h"
#include "bake/base/buffer.h"
#include "bake/base/text.h"
#include "bake/export/plot_axis.h"

#include <math.h>
#include <string.h>

// Own colours, told apart by lightness as well as by hue.
static const char* const colors[] = {"#2b6cb0", "#d9622b", "#2f9460", "#8a57b8",
                                     "#c2385a", "#7b6a4c", "#1f9fa8", "#a39a1f"};
enum { COLOR_COUNT = sizeof colors / sizeof *colors, CHARACTER = 7, LEGEND_ROW = 18 };

typedef struct drawing {
    buffer out;
    const plot* plot;
    plot_axis x, y;
    double left, right, top, bottom; // of the field, pixels
} drawing;

static void put(drawing* d, const char* text) {
    buffer_text(&d->out, text);
}

static void put_number(drawing* d, double pixels) {
    SUPPLE_ASSERT(fabs(pixels) < 1e9);
    int64_t hundredths = (int64_t)floor(pixels * 100.0 + 0.5);
    if (hundredths < 0)
        put(d, "-");
    hundredths = hundredths < 0 ? -hundredths : hundredths;
    buffer_int(&d->out, hundredths / 100);
    int part = (int)(hundredths % 100);
    if (part == 0)
        return;
    char digits[4] = {'.', (char)('0' + part / 10), (char)('0' + part % 10), 0};
    if (digits[2] == '0')
        digits[2] = 0;
    put(d, digits);
}

static void put_attribute(drawing* d, const char* name, double pixels) {
    put(d, " ");
    put(d, name);
    put(d, "=\"");
    put_number(d, pixels);
    put(d, "\"");
}

static void put_escaped(drawing* d, const char* text) {
    for (const unsigned char* s = (const unsigned char*)text; *s != 0;) {
        size_t length = text_utf8_length(s);
        if (*s == '&')
            put(d, "&amp;");
        else if (*s == '<')
            put(d, "&lt;");
        else if (*s == '>')
            put(d, "&gt;");
        else if (length == 0 || *s < ' ')
            put(d, *s < ' ' ? " " : "?");
        else
            buffer_add(&d->out, s, length);
        s += length > 0 ? length : 1;
    }
}

static void put_text(drawing* d, double x, double y, const char* attributes, const char* text) {
    put(d, "<text");
    put_attribute(d, "x", x);
    put_attribute(d, "y", y);
    put(d, attributes);
    put(d, ">");
    put_escaped(d, text);
    put(d, "</text>\n");
}

static void put_line(drawing* d, double x1, double y1, double x2, double y2, const char* color) {
    put(d, "<line");
    put_attribute(d, "x1", x1);
    put_attribute(d, "y1", y1);
    put_attribute(d, "x2", x2);
    put_attribute(d, "y2", y2);
    put(d, " stroke=\"");
    put(d, color);
    put(d, "\"/>\n");
}

static const char* or_empty(const char* text) {
    return text != NULL ? text : "";
}

// ---- layout ----------------------------------------------------------------------------

static double legend_width(const plot_series* s) {
    return 34.0 + CHARACTER * (double)strlen(or_empty(s->name));
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
            put(d, "<rect");
            put_attribute(d, "x", x + (s->markers ? 4.0 : 0.0));
            put_attribute(d, "y", y + (s->markers ? 3.0 : 5.5));
            put(d, s->markers ? " width=\"8\" height=\"8\" rx=\"4\" fill=\""
                              : " width=\"16\" height=\"3\" rx=\"1.5\" fill=\"");
            put(d, colors[i % COLOR_COUNT]);
            put(d, "\"/>\n");
            put_text(d, x + 22.0, y + 11.0, "", s->name);
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
    d->left = 20.0 + CHARACTER * (double)longest + (or_empty(p->y_label)[0] != 0 ? 20.0 : 0.0);
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
        put_line(d, x, d->top, x, d->bottom, t->label[0] != 0 ? "#e2e0dc" : "#f1f0ed");
        put_text(d, x, d->bottom + 17.0, " text-anchor=\"middle\"", t->label);
    }
    for (int32_t i = 0; i < d->y.tick_count; ++i) {
        const axis_tick* t = &d->y.ticks[i];
        double y = pixel_y(d, t->at);
        put_line(d, d->left, y, d->right, y, t->label[0] != 0 ? "#e2e0dc" : "#f1f0ed");
        put_text(d, d->left - 8.0, y + 4.0, " text-anchor=\"end\"", t->label);
    }
    put_line(d, d->left, d->bottom, d->right, d->bottom, "#6b6862");
    put_line(d, d->left, d->top, d->left, d->bottom, "#6b6862");
    put_text(d, 0.5 * (d->left + d->right), p->height - 12.0, " text-anchor=\"middle\"",
             or_empty(p->x_label));
    put(d, "<g transform=\"translate(16 ");
    put_number(d, 0.5 * (d->top + d->bottom));
    put(d, ") rotate(-90)\">");
    put_text(d, 0.0, 0.0, " text-anchor=\"middle\"", or_empty(p->y_label));
    put(d, "</g>\n");
    put_text(d, d->left, 26.0, " font-size=\"15\" font-weight=\"600\" fill=\"#2a2825\"",
             or_empty(p->title));
}

static void draw_dots(drawing* d, const plot_series* s, const char* color) {
    put(d, "<g fill=\"");
    put(d, color);
    put(d, "\">\n");
    for (int32_t k = 0; k < s->count; ++k) {
        if (!axis_shows(&d->x, s->x[k]) || !axis_shows(&d->y, s->y[k]))
            continue;
        put(d, "<circle r=\"3\"");
        put_attribute(d, "cx", pixel_x(d, axis_at(&d->x, s->x[k])));
        put_attribute(d, "cy", pixel_y(d, axis_at(&d->y, s->y[k])));
        put(d, "/>\n");
    }
    put(d, "</g>\n");
}

static void draw_line(drawing* d, const plot_series* s, const char* color) {
    put(d, "<path fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\" "
           "stroke-linecap=\"round\" stroke=\"");
    put(d, color);
    put(d, "\" d=\"");
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
        put(d, down ? "L" : "M");
        put_number(d, x);
        put(d, " ");
        put_number(d, y);
        if (!down) // a single point shows as a dot of the round cap
            put(d, "h0");
        down = true;
        last_x = x;
        last_y = y;
    }
    put(d, "\"/>\n");
}

bytes plot_svg(const plot* p, arena* memory) {
    SUPPLE_ASSERT(p->width > 0 && p->height > 0 && p->series_count >= 0);
    drawing* d = ARENA_NEW(memory, drawing, 1);
    d->out = buffer_new(memory, 4096);
    d->plot = p;
    d->x.log = p->x_log;
    d->y.log = p->y_log;
    measure(d);

    put(d, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_attribute(d, "width", p->width);
    put_attribute(d, "height", p->height);
    put(d, " font-family=\"system-ui, Helvetica, Arial, sans-serif\" font-size=\"12\" "
           "fill=\"#55524d\">\n");
    put(d, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    draw_axes(d);
    legend(d, true, or_empty(p->title)[0] != 0 ? 40.0 : 14.0);
    for (int32_t i = 0; i < p->series_count; ++i) {
        const plot_series* s = &p->series[i];
        if (s->markers)
            draw_dots(d, s, colors[i % COLOR_COUNT]);
        else
            draw_line(d, s, colors[i % COLOR_COUNT]);
    }
    put(d, "</svg>\n");
    return buffer_bytes(&d->out);
}
