// SPDX-License-Identifier: MIT
#include "bake/export/svg.h"

#include "bake/base/assert.h"
#include "bake/base/text.h"

#include <math.h>

const char* const svg_colors[SVG_COLORS] = {"#2b6cb0", "#d9622b", "#2f9460", "#8a57b8",
                                            "#c2385a", "#7b6a4c", "#1f9fa8", "#a39a1f"};

void svg_begin(buffer* b, int32_t width, int32_t height) {
    buffer_text(b, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    svg_attribute(b, "width", width);
    svg_attribute(b, "height", height);
    buffer_text(b, " font-family=\"system-ui, Helvetica, Arial, sans-serif\" font-size=\"12\" "
                   "fill=\"#55524d\">\n");
    buffer_text(b, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
}

void svg_end(buffer* b) {
    buffer_text(b, "</svg>\n");
}

void svg_number(buffer* b, double pixels) {
    SUPPLE_ASSERT(fabs(pixels) < 1e9);
    int64_t hundredths = (int64_t)floor(pixels * 100.0 + 0.5);
    if (hundredths < 0)
        buffer_text(b, "-");
    hundredths = hundredths < 0 ? -hundredths : hundredths;
    buffer_int(b, hundredths / 100);
    int part = (int)(hundredths % 100);
    if (part == 0)
        return;
    char digits[4] = {'.', (char)('0' + part / 10), (char)('0' + part % 10), 0};
    if (digits[2] == '0')
        digits[2] = 0;
    buffer_text(b, digits);
}

void svg_attribute(buffer* b, const char* name, double pixels) {
    buffer_text(b, " ");
    buffer_text(b, name);
    buffer_text(b, "=\"");
    svg_number(b, pixels);
    buffer_text(b, "\"");
}

static void put_escaped(buffer* b, const char* text) {
    for (const unsigned char* s = (const unsigned char*)text; *s != 0;) {
        size_t length = text_utf8_length(s);
        if (*s == '&')
            buffer_text(b, "&amp;");
        else if (*s == '<')
            buffer_text(b, "&lt;");
        else if (*s == '>')
            buffer_text(b, "&gt;");
        else if (length == 0 || *s < ' ')
            buffer_text(b, *s < ' ' ? " " : "?");
        else
            buffer_add(b, s, length);
        s += length > 0 ? length : 1;
    }
}

void svg_text(buffer* b, double x, double y, const char* attributes, const char* text) {
    buffer_text(b, "<text");
    svg_attribute(b, "x", x);
    svg_attribute(b, "y", y);
    buffer_text(b, attributes);
    buffer_text(b, ">");
    put_escaped(b, text);
    buffer_text(b, "</text>\n");
}

void svg_line(buffer* b, double x1, double y1, double x2, double y2, const char* color) {
    buffer_text(b, "<line");
    svg_attribute(b, "x1", x1);
    svg_attribute(b, "y1", y1);
    svg_attribute(b, "x2", x2);
    svg_attribute(b, "y2", y2);
    buffer_text(b, " stroke=\"");
    buffer_text(b, color);
    buffer_text(b, "\"/>\n");
}

void svg_rect(buffer* b, double x, double y, double width, double height, double round,
              const char* color) {
    buffer_text(b, "<rect");
    svg_attribute(b, "x", x);
    svg_attribute(b, "y", y);
    svg_attribute(b, "width", width);
    svg_attribute(b, "height", height);
    svg_attribute(b, "rx", round);
    buffer_text(b, " fill=\"");
    buffer_text(b, color);
    buffer_text(b, "\"/>\n");
}
