// One page: a row a part, its modes as dots over the frequency, as large as what they capture.
// SPDX-License-Identifier: MIT
#include "bake/bake_report.h"
#include "bake/base/buffer.h"
#include "bake/base/text.h"

#include <math.h>
#include <string.h>

enum {
    BAKE_PAGE_WIDTH = 960,
    BAKE_PAGE_MARGIN = 32,
    BAKE_PAGE_ROW = 44,
    TOP = 150,
    AXIS = 590,
    BAKE_PAGE_NAME_MOST = 24,
    BAKE_PAGE_BONES_MOST = 46
};

typedef struct page {
    arena* memory;
    buffer out;
    double low, high; // Hz, of the axis: powers of two
} page;

// Names come from files: no markup, no control characters.
static const char* escaped(page* p, const char* text, size_t most) {
    const char* clean = text_printable(text, most, p->memory);
    buffer b = buffer_new(p->memory, strlen(clean) + 16);
    for (const char* c = clean; *c != 0; ++c) {
        if (*c == '<')
            buffer_text(&b, "&lt;");
        else if (*c == '&')
            buffer_text(&b, "&amp;");
        else
            buffer_add(&b, c, 1);
    }
    buffer_add(&b, "", 1);
    return (const char*)b.data;
}

static void text(page* p, double x, double y, const char* style, const char* words) {
    buffer_text(&p->out, arena_format(p->memory, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>\n", x, y,
                                      style, words));
}

// Octaves by halving: the logarithm of a picture needs no more than a line between powers of two.
static double octaves(double x) {
    double n = 0.0;
    for (; x >= 2.0; x *= 0.5)
        n += 1.0;
    for (; x < 1.0; x *= 2.0)
        n -= 1.0;
    return n + (x - 1.0);
}

static double place_on_axis(const page* p, double hz) {
    double span = octaves(p->high / p->low);
    return AXIS + (BAKE_PAGE_WIDTH - BAKE_PAGE_MARGIN - AXIS) *
                      octaves(fmin(fmax(hz, p->low), p->high) / p->low) / span;
}

static void find_axis(page* p, const bake_result* b) {
    double least = INFINITY, most = 0.0;
    for (int32_t i = 0; i < b->row_count; ++i) {
        least = fmin(least, b->rows[i].first);
        most = fmax(most, b->rows[i].last);
    }
    for (p->low = 1.0; p->low > least && p->low > 1e-6;)
        p->low *= 0.5;
    for (; 2.0 * p->low <= least;)
        p->low *= 2.0;
    for (p->high = 2.0 * p->low; p->high < most && p->high < 1e9;)
        p->high *= 2.0;
}

static void draw_axis(page* p, int32_t rows) {
    double bottom = TOP + BAKE_PAGE_ROW * rows;
    for (double hz = p->low; hz <= p->high * 1.01; hz *= 2.0) {
        double x = place_on_axis(p, hz);
        buffer_text(&p->out,
                    arena_format(p->memory, "<path d=\"M%.1f %d V%.1f\" stroke=\"#ddd\"/>\n", x,
                                 TOP, bottom));
        text(p, x, TOP - 8, "text-anchor=\"middle\" fill=\"#666\"",
             arena_format(p->memory, "%g%s", hz, hz == p->low ? " Hz" : ""));
    }
}

static void draw_recorded(page* p, const supple_bake_recorded* x, double y) {
    text(p, 300, y - 3, "",
         arena_format(p->memory, "%d shapes of %d states, error %.2g%%, %.2g mm at most", x->rank,
                      x->state_count, 100.0 * x->error, 1e3 * x->bound));
    text(p, 300, y + 14, "fill=\"#666\" font-size=\"11\"",
         arena_format(p->memory, "%d responses: %d can be begun, %d run on, %d dead ends",
                      x->response_count, x->start_count, x->run_on_count, x->dead_count));
}

static void draw_row(page* p, const supple_bake_part* row, int32_t i) {
    double y = TOP + BAKE_PAGE_ROW * (i + 0.5);
    const char* bones = "";
    for (int32_t k = 0; k < row->bone_count; ++k)
        bones = text_listed(bones, row->bones[k], p->memory);
    text(p, BAKE_PAGE_MARGIN, y - 3, "font-weight=\"bold\"",
         escaped(p, row->name, BAKE_PAGE_NAME_MOST));
    text(p, BAKE_PAGE_MARGIN, y + 14, "fill=\"#666\" font-size=\"11\"",
         escaped(p, bones, BAKE_PAGE_BONES_MOST));
    if (row->recorded_or_null != NULL) {
        draw_recorded(p, row->recorded_or_null, y);
        return;
    }
    text(p, 300, y - 3, "",
         arena_format(p->memory, "%d modes, %.2f - %.2f Hz", row->mode_count, row->first,
                      row->last));
    text(p, 300, y + 14, "fill=\"#666\" font-size=\"11\"",
         arena_format(p->memory, "%d vertices, %d tets, %.3g kg%s", row->vertex_count,
                      row->tet_count, row->mass,
                      isnan(row->captured)
                          ? ""
                          : arena_format(p->memory, ", captured %.0f%%", 100.0 * row->captured)));
    for (int32_t k = 0; k < row->mode_count; ++k)
        buffer_text(&p->out,
                    arena_format(p->memory,
                                 "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#e4572e\" "
                                 "fill-opacity=\"0.6\"/>\n",
                                 place_on_axis(p, row->modes[k].hz), y,
                                 2.0 + 14.0 * sqrt(fmax(row->modes[k].fraction, 0.0))));
}

bytes bake_page(const bake_report_input* t, arena* memory) {
    const bake_result* b = t->result;
    page p = {.memory = memory, .out = buffer_new(memory, 16384)};
    int height = TOP + BAKE_PAGE_ROW * b->row_count + 80;
    buffer_text(&p.out,
                arena_format(memory,
                             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
                             "height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                             "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" "
                             "fill=\"#fff\"/>\n",
                             BAKE_PAGE_WIDTH, height, BAKE_PAGE_WIDTH, height));
    text(&p, BAKE_PAGE_MARGIN, 46, "font-size=\"22\"", escaped(&p, path_name(t->input), 80));
    text(&p, BAKE_PAGE_MARGIN, 72, "",
         arena_format(memory, "1 unit is %g m: %s", b->unit, escaped(&p, b->unit_reason, 90)));
    text(&p, BAKE_PAGE_MARGIN, 92, "",
         arena_format(memory, "%.1f kB of asset in %.1f kB; baked in %.1f s with %.0f MB",
                      (double)b->asset.file.size / 1000.0, (double)t->output_size / 1000.0,
                      b->seconds, (double)b->peak / 1e6));
    if (b->rows[0].recorded_or_null == NULL) { // which has no modes
        text(&p, AXIS, TOP - 28, "fill=\"#666\"",
             "modes; the area is what each captures of the motion");
        find_axis(&p, b);
        draw_axis(&p, b->row_count);
    }
    double worst = 0.0;
    for (int32_t i = 0; i < b->row_count; ++i) {
        draw_row(&p, &b->rows[i], i);
        worst = fmax(worst, b->rows[i].interpolation);
    }
    text(&p, BAKE_PAGE_MARGIN, TOP + BAKE_PAGE_ROW * b->row_count + 40, "",
         arena_format(memory,
                      "errors: shapes carried to the surface %.2g of their size; %d bits cost %.2g "
                      "of the body's size and %.2g radians of a normal",
                      worst, b->asset.shape_bits, b->asset.shape_error, b->asset.bend_error));
    buffer_text(&p.out, "</svg>\n");
    return buffer_bytes(&p.out);
}
