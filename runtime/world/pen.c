// SPDX-License-Identifier: MIT
#include "runtime/world/pen.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <string.h>

enum { TEXT = 64, DIGITS = 24 };

static const double PEN_LARGEST =
    1e15; // above it a number is written as this one: whole numbers of doubles end soon after

static supple_vec3 vector(const double x[3]) {
    return (supple_vec3){(float)x[0], (float)x[1], (float)x[2]};
}

void pen_line(const pen* p, const double a[3], const double b[3]) {
    p->to->line(p->to->user, vector(a), vector(b), p->rgb);
}

void pen_point(const pen* p, const double place[3], double size) {
    if (p->to->point_or_null != NULL) {
        p->to->point_or_null(p->to->user, vector(place), p->rgb);
        return;
    }
    for (int k = 0; k < 3; ++k) {
        double a[3], b[3];
        memcpy(a, place, sizeof a);
        memcpy(b, place, sizeof b);
        a[k] -= size;
        b[k] += size;
        pen_line(p, a, b);
    }
}

void pen_triangle(const pen* p, const double a[3], const double b[3], const double c[3]) {
    if (p->to->triangle_or_null != NULL) {
        p->to->triangle_or_null(p->to->user, vector(a), vector(b), vector(c), p->rgb);
        return;
    }
    pen_line(p, a, b);
    pen_line(p, b, c);
    pen_line(p, c, a);
}

static char* append(char* end, const char* words) {
    while (*words != '\0')
        *end++ = *words++;
    return end;
}

// Decimals as far as the third digit, six at most; none of a whole number.
static char* append_number(char* end, double x) {
    int decimals = 0;
    if (x < 0.0)
        *end++ = '-';
    x = fabs(x);
    x = x < PEN_LARGEST ? x : PEN_LARGEST;
    bool whole = x == (double)(uint64_t)x;
    while (!whole && decimals < 6 && x < 100.0) {
        x *= 10.0;
        ++decimals;
    }
    uint64_t n = (uint64_t)(x + 0.5);
    char digits[DIGITS];
    int count = 0;
    do {
        digits[count++] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0 || count <= decimals);
    while (count > 0) {
        *end++ = digits[--count];
        if (count == decimals && count > 0)
            *end++ = '.';
    }
    return end;
}

void pen_number(const pen* p, const double place[3], const char* before, double number,
                const char* after) {
    SUPPLE_ASSERT(strlen(before) + strlen(after) + DIGITS < TEXT);
    if (p->to->text_or_null == NULL)
        return;
    char text[TEXT];
    char* end = append_number(append(text, before), number);
    *append(end, after) = '\0';
    p->to->text_or_null(p->to->user, vector(place), text, p->rgb);
}
