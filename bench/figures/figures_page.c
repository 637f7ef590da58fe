// Figures stand in the order in which they were measured; those of one bench, though, stand together.
// SPDX-License-Identifier: MIT
#include "bench/figures/figures_page.h"

#include "bake/base/buffer.h"
#include "bake/export/plot.h"
#include "bench/figures/bars.h"
#include "bench/figures/chapters.h"

#include <math.h>
#include <string.h>

enum { PICTURE_WIDTH = 760, PICTURE_HEIGHT = 380, CURVES_MOST = 8, BAR_PARTS_MOST = 16 };

static bool same(const char* a, const char* b_or_null) {
    return b_or_null != NULL && a != NULL && strcmp(a, b_or_null) == 0;
}

static bool is_row(const figure* f, const char* bench) {
    return same(f->bench, bench) && f->of_or_null == NULL && f->part_or_null == NULL;
}
static bool is_point(const figure* f, const char* bench, const char* of) {
    return same(f->bench, bench) && same(f->of_or_null, of);
}
static bool is_part(const figure* f, const char* bench) {
    return same(f->bench, bench) && f->part_or_null != NULL;
}

// Does nothing before figure `i` belong to the same curves, or to the same bars?
static bool begins_picture(const figures* f, int32_t i) {
    const figure* x = &f->list[i];
    for (int32_t k = 0; k < i; ++k)
        if (x->of_or_null != NULL ? is_point(&f->list[k], x->bench, x->of_or_null)
                                  : is_part(&f->list[k], x->bench))
            return false;
    return x->of_or_null != NULL || x->part_or_null != NULL;
}

// ---- curves ----------------------------------------------------------------------------

growth figures_growth(const double* x, const double* y, int32_t count) {
    growth g = {NAN, NAN};
    for (int32_t i = 1; i < count; ++i) {
        double slope = log(y[i] / y[i - 1]) / log(x[i] / x[i - 1]);
        if (!isfinite(slope))
            continue;
        g.last = slope;
        g.most = isnan(g.most) || slope > g.most ? slope : g.most;
    }
    return g;
}

typedef struct curve {
    const char *name, *unit;
    double *x, *y;
    int32_t count;
    growth growth;
} curve;

// Curves of one bench against one thing, by name.
static int32_t curves_of(const figures* f, const char* bench, const char* of, arena* memory,
                         curve out[CURVES_MOST]) {
    int32_t count = 0;
    for (int32_t i = 0; i < f->count; ++i) {
        const figure* x = &f->list[i];
        if (!is_point(x, bench, of))
            continue;
        int32_t k = 0;
        while (k < count && !same(out[k].name, x->name))
            ++k;
        if (k == CURVES_MOST)
            continue;
        if (k == count) {
            size_t most = (size_t)f->count;
            out[count++] = (curve){.name = x->name,
                                   .unit = x->unit,
                                   .x = ARENA_NEW(memory, double, most),
                                   .y = ARENA_NEW(memory, double, most)};
        }
        out[k].x[out[k].count] = x->at;
        out[k].y[out[k].count++] = x->value.median;
    }
    for (int32_t k = 0; k < count; ++k)
        out[k].growth = figures_growth(out[k].x, out[k].y, out[k].count);
    return count;
}

static bytes draw_curves(const figures* f, const figure* first, arena* memory) {
    curve curves[CURVES_MOST];
    plot_series series[CURVES_MOST];
    int32_t count = curves_of(f, first->bench, first->of_or_null, memory, curves);
    for (int32_t k = 0; k < count; ++k) {
        const curve* c = &curves[k];
        const char* name = c->name;
        if (isfinite(c->growth.last))
            name = arena_format(memory, "%s: n^%.2f", c->name, c->growth.last);
        series[k] = (plot_series){name, c->count, c->x, c->y, PLOT_LINE_AND_DOTS};
    }
    plot p = {.title = arena_format(memory, "%s against %s", chapter_title(first->bench),
                                    first->of_or_null),
              .x_label = first->of_or_null,
              .y_label = first->unit,
              .x_log = true,
              .y_log = true,
              .width = PICTURE_WIDTH,
              .height = PICTURE_HEIGHT,
              .series_count = count,
              .series = series};
    return plot_svg(&p, memory);
}

// ---- parts -----------------------------------------------------------------------------

static int32_t place_of(const char** names, int32_t* count, int32_t most, const char* name) {
    int32_t k = 0;
    while (k < *count && strcmp(names[k], name) != 0)
        ++k;
    if (k == *count && k < most)
        names[(*count)++] = name;
    return k < most ? k : -1;
}

static bytes draw_parts(const figures* f, const char* bench, arena* memory) {
    const char* parts[BAR_PARTS_MOST];
    const char** names = ARENA_NEW(memory, const char*, (size_t)f->count + 1);
    bars_row* rows = ARENA_NEW(memory, bars_row, (size_t)f->count + 1);
    double* values = ARENA_NEW(memory, double, ((size_t)f->count + 1) * BAR_PARTS_MOST);
    int32_t part_count = 0, row_count = 0;
    const char* unit = "";
    for (int32_t i = 0; i < f->count; ++i) {
        const figure* x = &f->list[i];
        if (!is_part(x, bench))
            continue;
        int32_t part = place_of(parts, &part_count, BAR_PARTS_MOST, x->part_or_null);
        int32_t row = place_of(names, &row_count, f->count, x->name);
        if (part >= 0)
            values[row * BAR_PARTS_MOST + part] += x->value.median;
        unit = x->unit;
    }
    for (int32_t i = 0; i < row_count; ++i)
        rows[i] = (bars_row){names[i], values + (ptrdiff_t)i * BAR_PARTS_MOST};
    bars b = {.title = chapter_title(bench),
              .unit = unit,
              .width = PICTURE_WIDTH,
              .part_count = part_count,
              .row_count = row_count,
              .part_names = parts,
              .rows = rows};
    return bars_svg(&b, memory);
}

// ---- text ------------------------------------------------------------------------------

static void put_spread(buffer* out, const spread* s, arena* memory) {
    buffer_text(out, s->runs == 1
                         ? arena_format(memory, "%.3g", s->median)
                         : arena_format(memory, "%.3g (%.3g to %.3g)", s->median, s->low, s->high));
}

static void put_rows(buffer* out, const figures* f, const char* bench, arena* memory) {
    bool any = false;
    for (int32_t i = 0; i < f->count; ++i) {
        const figure* x = &f->list[i];
        if (!is_row(x, bench))
            continue;
        if (!any)
            buffer_text(out, "\n| | | | times |\n|---|---|---|---|\n");
        any = true;
        buffer_text(out, arena_format(memory, "| %s | ", x->name));
        put_spread(out, &x->value, memory);
        buffer_text(out, arena_format(memory, " %s | ", x->unit));
        if (x->beside_or_null != NULL) {
            put_spread(out, &x->ratio, memory);
            buffer_text(out, arena_format(memory, " | %s |\n", x->beside_or_null));
        } else {
            buffer_text(out, "| |\n");
        }
    }
}

// File names of pictures: letters of the bench and of what is counted.
static const char* picture_name(const char* bench, const char* of_or_null, arena* memory) {
    const char* text =
        of_or_null != NULL ? arena_format(memory, "%s-%s", bench, of_or_null) : bench;
    char* name = arena_copy_text(memory, text, strlen(text));
    for (char* c = name; *c != '\0'; ++c)
        if (strchr("abcdefghijklmnopqrstuvwxyz0123456789-_", *c) == NULL)
            *c = '-';
    return name;
}

static void put_curves(buffer* out, const figures* f, int32_t first, const char* folder,
                       arena* memory) {
    const figure* x = &f->list[first];
    curve curves[CURVES_MOST];
    int32_t count = curves_of(f, x->bench, x->of_or_null, memory, curves);
    buffer_text(out,
                arena_format(memory, "\n![%s against %s](%s/%s.svg)\n", chapter_title(x->bench),
                             x->of_or_null, folder, picture_name(x->bench, x->of_or_null, memory)));
    buffer_text(out,
                arena_format(memory,
                             "\n| against %s | first | last | at the end as n to the | at most "
                             "|\n|---|---|---|---|---|\n",
                             x->of_or_null));
    for (int32_t k = 0; k < count; ++k) {
        const curve* c = &curves[k];
        int32_t last = c->count - 1;
        buffer_text(out,
                    arena_format(memory, "| %s | %.3g: %.3g %s | %.3g: %.3g %s | %.2f | %.2f |\n",
                                 c->name, c->x[0], c->y[0], c->unit, c->x[last], c->y[last],
                                 c->unit, c->growth.last, c->growth.most));
    }
}

static void put_chapter(buffer* out, const figures* f, const char* bench, const char* folder,
                        arena* memory) {
    buffer_text(out,
                arena_format(memory, "\n### %s\n%s\n", chapter_title(bench), chapter_about(bench)));
    put_rows(out, f, bench, memory);
    for (int32_t i = 0; i < f->count; ++i)
        if (same(f->list[i].bench, bench) && begins_picture(f, i)) {
            if (f->list[i].of_or_null != NULL)
                put_curves(out, f, i, folder, memory);
            else
                buffer_text(out, arena_format(memory, "\n![%s](%s/%s.svg)\n", chapter_title(bench),
                                              folder, picture_name(bench, NULL, memory)));
        }
}

static bool is_first_of_bench(const figures* f, int32_t i) {
    for (int32_t k = 0; k < i; ++k)
        if (same(f->list[k].bench, f->list[i].bench))
            return false;
    return true;
}

const char* figures_text(const figures* f, const char* folder, arena* memory) {
    buffer out = buffer_new(memory, 1 << 16);
    const figures_made* m = &f->made;
    buffer_text(&out, arena_format(memory, "%s, %d cores, %s, compiler %s, %s.\n", m->processor,
                                   m->cores, m->lanes, m->compiler, m->date));
    for (int32_t i = 0; i < f->count; ++i)
        if (is_first_of_bench(f, i))
            put_chapter(&out, f, f->list[i].bench, folder, memory);
    buffer_add(&out, "", 1);
    return (const char*)out.data;
}

bool figures_draw(const figures* f, const char* folder, report* r) {
    bool ok = true;
    for (int32_t i = 0; i < f->count && ok; ++i) {
        const figure* x = &f->list[i];
        arena* memory = arena_create();
        if (begins_picture(f, i)) {
            bytes picture =
                x->of_or_null != NULL ? draw_curves(f, x, memory) : draw_parts(f, x->bench, memory);
            const char* name = picture_name(x->bench, x->of_or_null, memory);
            ok = file_write(arena_format(memory, "%s/%s.svg", folder, name), picture.data,
                            picture.size, r);
        }
        arena_destroy(memory);
    }
    return ok;
}
