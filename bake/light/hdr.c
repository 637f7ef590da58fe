// SPDX-License-Identifier: MIT
#include "bake/light/hdr.h"

#include "bake/base/assert.h"
#include "bake/base/number.h"

#include <math.h>
#include <string.h>

static const int64_t pixels_most = 1 << 26;

typedef struct reader {
    const char* path;
    const uint8_t *begin, *at, *end;
    report* r;
} reader;

// In which order the file has its pixels: scanlines along one axis, pixels of a scanline along the other.
typedef struct order {
    bool by_columns;  // scanlines are columns
    bool lines_back;  // of a picture that begins at the top left
    bool pixels_back; // ... within a scanline
    int32_t lines, length;
} order;

static bool trouble(const reader* f, const char* words) {
    return report_error(f->r, place_byte(f->path, f->at - f->begin), "%s", words);
}

// ---- the head ----------------------------------------------------------------------------

// The next line without its end; false when there is none.
static bool next_line(reader* f, const char** line, size_t* length) {
    const uint8_t* stop = memchr(f->at, '\n', (size_t)(f->end - f->at));
    if (stop == NULL)
        return false;
    *line = (const char*)f->at;
    *length = (size_t)(stop - f->at);
    *length -= *length > 0 && (*line)[*length - 1] == '\r';
    f->at = stop + 1;
    return true;
}

static bool begins(const char* line, size_t length, const char* word) {
    return length >= strlen(word) && memcmp(line, word, strlen(word)) == 0;
}

// Numbers behind the word, each of which divides the scale of a colour; one of all.
static bool divide(const reader* f, const char* at, const char* stop, int count, double scale[3]) {
    for (int i = 0; i < count; ++i) {
        double x = 0.0;
        while (at < stop && (*at == ' ' || *at == '\t'))
            ++at;
        at = number_read(at, stop, &x);
        if (at == NULL || !(x > 0.0) || !isfinite(x))
            return trouble(f, count == 1 ? "EXPOSURE is no number above 0"
                                         : "COLORCORR is not three numbers above 0");
        for (int c = 0; c < 3; ++c)
            scale[c] /= count == 1 || c == i ? x : 1.0;
    }
    return true;
}

// Values times these stay numbers that can be squared and added.
static bool check_scale(const reader* f, const double scale[3]) {
    for (int c = 0; c < 3; ++c)
        if (!(scale[c] >= 1e-30 && scale[c] <= 1e30))
            return trouble(f, "its EXPOSURE and COLORCORR together are beyond 1e30");
    return true;
}

static bool read_head(reader* f, double scale[3]) {
    const char* line;
    size_t length;
    if (!next_line(f, &line, &length) || !(begins(line, length, "#?")))
        return report_error(f->r, place_file(f->path),
                            "is no Radiance picture: those begin with #?RADIANCE or #?RGBE");
    while (next_line(f, &line, &length)) {
        if (length == 0)
            return check_scale(f, scale);
        if (begins(line, length, "FORMAT=") && !begins(line, length, "FORMAT=32-bit_rle_rgbe"))
            return trouble(f, "its colours are not RGBE: `ra_xyze -r` of Radiance makes them so");
        if (begins(line, length, "EXPOSURE=") && !divide(f, line + 9, line + length, 1, scale))
            return false;
        if (begins(line, length, "COLORCORR=") && !divide(f, line + 10, line + length, 3, scale))
            return false;
    }
    return trouble(f, "ends within its head");
}

// "-Y 512": an axis, which way it runs, and how far.
static const char* read_axis(const char* at, const char* stop, char* axis, bool* plus,
                             int64_t* count) {
    while (at < stop && *at == ' ')
        ++at;
    if (stop - at < 4 || (*at != '+' && *at != '-') || (at[1] != 'X' && at[1] != 'Y') ||
        at[2] != ' ')
        return NULL;
    *plus = *at == '+';
    *axis = at[1];
    return number_read_int(at + 3, stop, count);
}

static bool read_size(reader* f, order* o, hdr_picture* out) {
    const char *line, *at, *stop;
    size_t length;
    char axes[2];
    bool plus[2];
    int64_t counts[2];
    if (!next_line(f, &line, &length))
        return trouble(f, "ends before its size");
    stop = line + length;
    at = read_axis(line, stop, &axes[0], &plus[0], &counts[0]);
    at = at != NULL ? read_axis(at, stop, &axes[1], &plus[1], &counts[1]) : NULL;
    if (at == NULL || axes[0] == axes[1])
        return trouble(f, "has no line of its size like \"-Y 512 +X 1024\"");
    for (int i = 0; i < 2; ++i)
        if (counts[i] < 1 || counts[i] > HDR_SIDE_MOST)
            return trouble(f, "has a side that is not of 1 to 32767 pixels");
    // every scanline has a pixel at least, of four bytes
    if (counts[0] * counts[1] > pixels_most || counts[0] * 4 > f->end - f->at)
        return trouble(f, "has more pixels than there are bytes for them, or than 67 million");
    // the axes of the manual begin at the bottom left
    bool x_first = axes[0] == 'X';
    *o = (order){x_first, plus[0] != x_first, plus[1] == x_first, (int32_t)counts[0],
                 (int32_t)counts[1]};
    out->width = x_first ? o->lines : o->length;
    out->height = x_first ? o->length : o->lines;
    return true;
}

// ---- scanlines ---------------------------------------------------------------------------

// Packed by colour: of each the whole scanline, runs of one byte and bytes as they are.
static bool read_packed(reader* f, int32_t length, uint8_t (*line)[4]) {
    for (int c = 0; c < 4; ++c)
        for (int32_t i = 0; i < length;) {
            if (f->end - f->at < 2)
                return trouble(f, "ends within a scanline");
            int32_t count = *f->at++;
            bool run = count > 128;
            count -= run ? 128 : 0;
            if (count == 0 || count > length - i)
                return trouble(f, "has a run of pixels beyond the end of its scanline");
            if (f->end - f->at < (run ? 1 : count))
                return trouble(f, "ends within a scanline");
            for (int32_t k = 0; k < count; ++k)
                line[i + k][c] = f->at[run ? 0 : k];
            f->at += run ? 1 : count;
            i += count;
        }
    return true;
}

// Pixel by pixel; 1, 1, 1 and a count repeats the one before, further such ones by 256 times as many.
static bool read_plain(reader* f, int32_t length, uint8_t (*line)[4]) {
    int shift = 0;
    for (int32_t i = 0; i < length;) {
        if (f->end - f->at < 4)
            return trouble(f, "ends within a scanline");
        const uint8_t* p = f->at;
        if (p[0] != 1 || p[1] != 1 || p[2] != 1) {
            memcpy(line[i++], p, 4);
            shift = 0;
        } else {
            int64_t count = (int64_t)p[3] << shift;
            if (i == 0 || count > length - i || shift > 16)
                return trouble(f, "has a run of pixels beyond the end of its scanline");
            for (int64_t k = 0; k < count; ++k, ++i)
                memcpy(line[i], line[i - 1], 4);
            shift += 8;
        }
        f->at += 4;
    }
    return true;
}

static bool read_scanline(reader* f, int32_t length, uint8_t (*line)[4]) {
    const uint8_t* p = f->at;
    bool packed = length >= 8 && f->end - p >= 4 && p[0] == 2 && p[1] == 2 && p[2] < 128;
    if (!packed)
        return read_plain(f, length, line);
    if ((p[2] << 8 | p[3]) != length)
        return trouble(f, "has a scanline of another length than its size says");
    f->at += 4;
    return read_packed(f, length, line);
}

static void place_scanline(const order* o, int32_t number, uint8_t (*line)[4],
                           const hdr_picture* out) {
    int32_t across = o->lines_back ? o->lines - 1 - number : number;
    for (int32_t i = 0; i < o->length; ++i) {
        int32_t along = o->pixels_back ? o->length - 1 - i : i;
        int32_t row = o->by_columns ? along : across, column = o->by_columns ? across : along;
        memcpy(out->rgbe[(size_t)row * (size_t)out->width + (size_t)column], line[i], 4);
    }
}

bool hdr_read(bytes file, const char* path, arena* memory, hdr_picture* out, report* r) {
    reader f = {path, file.data, file.data, file.data + file.size, r};
    order o = {0};
    *out = (hdr_picture){.scale = {1.0, 1.0, 1.0}};
    if (!read_head(&f, out->scale) || !read_size(&f, &o, out))
        return false;
    out->rgbe = arena_alloc(memory, (size_t)out->width * (size_t)out->height, sizeof *out->rgbe);
    uint8_t(*line)[4] = arena_alloc(memory, (size_t)o.length, sizeof *line);
    for (int32_t i = 0; i < o.lines; ++i) {
        if (!read_scanline(&f, o.length, line))
            return false;
        place_scanline(&o, i, line, out);
    }
    return true;
}

void hdr_radiance(const hdr_picture* p, int32_t row, int32_t column, double rgb[3]) {
    SUPPLE_ASSERT(row >= 0 && row < p->height && column >= 0 && column < p->width);
    const uint8_t* v = p->rgbe[(size_t)row * (size_t)p->width + (size_t)column];
    double unit = v[3] > 0 ? ldexp(1.0, v[3] - (128 + 8)) : 0.0;
    for (int c = 0; c < 3; ++c) // the middle of what was rounded down to this
        rgb[c] = v[3] > 0 ? (v[c] + 0.5) * unit * p->scale[c] : 0.0;
}
