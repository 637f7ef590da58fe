// Ranks come from a Morton order: whoever is the first in its cell at some level of an octree has that level; sixteen
// parts of a level follow each other evenly.
// SPDX-License-Identifier: MIT
#include "runtime/contact/contact_points.h"

#include "runtime/base/assert.h"

#include <math.h>
#include <string.h>

enum { MOST_ON_EDGES = 4096, CONTACT_POINTS_LEVELS = 10, CONTACT_POINTS_PARTS = 16, RANKS = 256 };

static double place_of_corner(const contact_surface_source* s, uint32_t v, int a) {
    return (double)s->positions[3 * (size_t)v + (size_t)a];
}

// Between the ends of an edge.
static int32_t samples_on(const double a[3], const double b[3], double extent) {
    double displacement[3];
    minus3(b, a, displacement);
    double count = sqrt(dot3(displacement, displacement)) / (CONTACT_POINT_GAP * extent);
    return count < 1.0 ? 0 : count < 64.0 ? (int32_t)count : 64;
}

int32_t contact_points_most(const contact_surface_source* source, double extent) {
    int64_t count = 0;
    for (int32_t t = 0; t < source->triangle_count && count < MOST_ON_EDGES; ++t)
        for (int i = 0; i < 3; ++i) {
            double x[2][3];
            for (int a = 0; a < 3; ++a)
                for (int k = 0; k < 2; ++k)
                    x[k][a] = place_of_corner(
                        source, source->triangles[3 * (size_t)t + (size_t)((i + k) % 3)], a);
            count += samples_on(x[0], x[1], extent);
        }
    return source->vertex_count + (int32_t)(count < MOST_ON_EDGES ? count : MOST_ON_EDGES);
}

// ---- once an asset ---------------------------------------------------------------------

static void rest_of(const contact_rest* s, uint32_t triangle, int corner, double out[3]) {
    uint32_t v = s->vertex[s->corners[triangle][corner]];
    for (int a = 0; a < 3; ++a)
        out[a] = place_of_corner(&s->source, v, a);
}

static void rest_place(const contact_rest* s, const contact_point* p, double out[3]) {
    int edge = p->feature < NEAR_EDGE ? p->feature : p->feature - NEAR_EDGE;
    double end[3];
    rest_of(s, p->triangle, edge, out);
    rest_of(s, p->triangle, (edge + 1) % 3, end);
    for (int a = 0; a < 3; ++a)
        out[a] += (double)p->fraction * (end[a] - out[a]);
}

static void add(contact_rest* s, uint32_t triangle, int feature, double fraction) {
    s->contact_points[s->contact_point_count++] =
        (contact_point){.triangle = triangle,
                        .feature = (uint8_t)feature,
                        .fraction = (float)fraction,
                        .corner = s->corners[triangle][feature % NEAR_EDGE],
                        .end = s->corners[triangle][(feature + 1) % NEAR_EDGE]};
}

static void add_of_triangle(contact_rest* s, uint32_t t, int32_t* on_edges) {
    for (int i = 0; i < 3; ++i) {
        double x[2][3];
        if (s->owns[t] & CONTACT_OWNS_CORNER << i)
            add(s, t, i, 0.0);
        if (!(s->owns[t] & CONTACT_SHARP_EDGE << i))
            continue;
        rest_of(s, t, i, x[0]);
        rest_of(s, t, (i + 1) % 3, x[1]);
        int32_t count = samples_on(x[0], x[1], s->extent);
        for (int32_t k = 0; k < count && *on_edges < MOST_ON_EDGES; ++k, ++*on_edges)
            add(s, t, NEAR_EDGE + i, (k + 1.0) / (count + 1.0));
    }
}

static uint32_t spread_bits(uint32_t x) { // 10 bits, two zeros between each
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
}

static uint32_t morton_of(const contact_rest* s, const contact_point* p) {
    double x[3];
    uint32_t code = 0;
    rest_place(s, p, x);
    for (int a = 0; a < 3; ++a) {
        double g = 1023.0 * (x[a] - (double)s->t.nodes[0].low[a]) / s->extent;
        uint32_t i = g > 0.0 ? g < 1023.0 ? (uint32_t)g : 1023 : 0;
        code |= spread_bits(i) << a;
    }
    return code;
}

// By Morton codes, ascending: a radix sort, ten bits a pass. Returns where the result is.
static uint32_t* sort_points(const contact_rest* s, uint32_t* a, uint32_t* b) {
    for (int32_t i = 0; i < s->contact_point_count; ++i)
        a[i] = (uint32_t)i;
    for (int pass = 0; pass < 3; ++pass) {
        int32_t first[1025] = {0};
        for (int32_t i = 0; i < s->contact_point_count; ++i)
            ++first[(morton_of(s, &s->contact_points[i]) >> 10 * pass & 1023) + 1];
        for (int k = 0; k < 1024; ++k)
            first[k + 1] += first[k];
        for (int32_t i = 0; i < s->contact_point_count; ++i)
            b[first[morton_of(s, &s->contact_points[a[i]]) >> 10 * pass & 1023]++] = a[i];
        uint32_t* t = a;
        a = b;
        b = t;
    }
    return a;
}

// Levels from the longest common beginning with the one before. Whoever is the first in a cell is the parent of those
// that are the first in the cells within it.
static void find_ranks(contact_rest* s, uint32_t* scratch) {
    static const uint8_t reversed[CONTACT_POINTS_PARTS] = {0, 8, 4, 12, 2, 10, 6, 14,
                                                           1, 9, 5, 13, 3, 11, 7, 15};
    const uint32_t* order = sort_points(s, scratch, scratch + s->contact_point_count);
    uint32_t met[CONTACT_POINTS_LEVELS + 1] = {0}, first[CONTACT_POINTS_LEVELS + 1] = {0}, last = 0;
    for (int32_t i = 0; i < s->contact_point_count; ++i) {
        contact_point* p = &s->contact_points[order[i]];
        uint32_t code = morton_of(s, p), level = 0, differ = code ^ last;
        while (i > 0 && level < CONTACT_POINTS_LEVELS &&
               differ >> (3 * (CONTACT_POINTS_LEVELS - 1 - level)) == 0)
            ++level;
        p->parent = i > 0 ? first[level] : order[i];
        for (uint32_t l = i > 0 ? level + 1 : 0; l <= CONTACT_POINTS_LEVELS; ++l)
            first[l] = order[i];
        last = code;
        p->rank =
            (uint8_t)(CONTACT_POINTS_PARTS * level + reversed[met[level]++ % CONTACT_POINTS_PARTS]);
    }
}

static void find_coarse(contact_rest* s) {
    s->coarse_count = 0;
    for (int rank = 0; rank < RANKS; ++rank)
        for (int32_t i = 0; i < s->contact_point_count && s->coarse_count < CONTACT_COARSE; ++i) {
            const contact_point* p = &s->contact_points[i];
            if (p->rank == rank && p->feature < NEAR_EDGE)
                s->coarse[s->coarse_count++] = s->corners[p->triangle][p->feature];
        }
}

// About the middle of its box.
static void find_ball(contact_rest* s) {
    double most = 0.0;
    for (int a = 0; a < 3 && s->t.node_count > 0; ++a)
        s->middle[a] = 0.5 * ((double)s->t.nodes[0].low[a] + (double)s->t.nodes[0].high[a]);
    for (int32_t p = 0; p < s->point_count; ++p) {
        double square = 0.0;
        for (int a = 0; a < 3; ++a) {
            double displacement = place_of_corner(&s->source, s->vertex[p], a) - s->middle[a];
            square += displacement * displacement;
        }
        most = square > most ? square : most;
    }
    s->radius = sqrt(most);
}

void contact_points_find(contact_rest* s, uint32_t* scratch) {
    int32_t on_edges = 0;
    find_ball(s);
    s->contact_point_count = 0;
    for (int32_t c = 0; c < s->clump_count; ++c) {
        s->clumps[c].point_first = s->contact_point_count;
        for (int32_t t = s->clumps[c].first; t < s->clumps[c].end; ++t)
            add_of_triangle(s, (uint32_t)t, &on_edges);
    }
    find_ranks(s, scratch);
    find_coarse(s);
}

// ---- where they are now ----------------------------------------------------------------

void contact_point_normal(contact_surface* s, uint32_t point, double out[3]) {
    const contact_point* p = &s->rest->contact_points[point];
    if (p->feature < NEAR_EDGE)
        contact_surface_facing(s, s->rest->corners[p->triangle][p->feature], out);
    else
        contact_surface_normal(s, p->triangle, p->feature, out);
}

void contact_point_motion(contact_surface* s, uint32_t point, double out[3]) {
    const contact_point* p = &s->rest->contact_points[point];
    const uint32_t* c = s->rest->corners[p->triangle];
    if (p->feature < NEAR_EDGE) {
        contact_surface_motion(s, c[p->feature], out);
        return;
    }
    double end[3];
    contact_surface_motion(s, c[p->feature - NEAR_EDGE], out);
    contact_surface_motion(s, c[(p->feature - NEAR_EDGE + 1) % 3], end);
    for (int a = 0; a < 3; ++a)
        out[a] += (double)p->fraction * (end[a] - out[a]);
}

supple_point contact_point_at(const contact_surface* s, uint32_t point) {
    const contact_point* p = &s->rest->contact_points[point];
    const uint32_t* c = s->rest->corners[p->triangle];
    if (p->feature < NEAR_EDGE)
        return contact_surface_point_at(s, c[p->feature]);
    uint32_t a = s->rest->vertex[c[p->feature - NEAR_EDGE]],
             b = s->rest->vertex[c[(p->feature - NEAR_EDGE + 1) % 3]];
    return (supple_point){{a, b, b}, {1.0f - p->fraction, p->fraction, 0.0f}};
}

// ---- within a box ----------------------------------------------------------------------

// The rank below which no more than `most` stand; at least the first.
static int32_t rank_below(const int32_t counts[RANKS], int32_t most) {
    int32_t rank = 0, sum = 0;
    while (rank < RANKS && sum + counts[rank] <= most)
        sum += counts[rank++];
    return rank;
}

// Whether anything in a box may be within the radius.
static bool is_near(const contact_points_in* in, const float low[3], const float high[3]) {
    double middle[3], square = 0.0;
    for (int a = 0; a < 3; ++a) {
        double half = 0.5 * ((double)high[a] - (double)low[a]);
        middle[a] = (double)low[a] + half;
        square += half * half;
    }
    double least = contact_surface_least(in->near_or_null, middle) - in->radius;
    return !(least > 0.0 && least * least > square);
}

static bool takes(contact_surface* s, const contact_points_in* in, int32_t clump) {
    float a[3], b[3];
    const float *low = in->low, *high = in->high;
    contact_surface_clump_box(s, clump, a, b);
    return a[0] <= high[0] && a[1] <= high[1] && a[2] <= high[2] && b[0] >= low[0] &&
           b[1] >= low[1] && b[2] >= low[2] &&
           (in->takes_or_null == NULL || in->takes_or_null(s, clump)) &&
           (in->near_or_null == NULL || is_near(in, a, b));
}

static int32_t clump_end(const contact_rest* r, int32_t clump) {
    return clump + 1 < r->clump_count ? r->clumps[clump + 1].point_first : r->contact_point_count;
}

static bool is_in(const contact_points_in* in, const double x[3]) {
    const float *low = in->low, *high = in->high;
    return x[0] >= (double)low[0] && x[1] >= (double)low[1] && x[2] >= (double)low[2] &&
           x[0] <= (double)high[0] && x[1] <= (double)high[1] && x[2] <= (double)high[2];
}

// Whether a contact point is in the box; most are vertices, of which all are placed.
static inline bool point_is_in(contact_surface* s, const contact_points_in* in, uint32_t point) {
    const contact_point* p = &s->rest->contact_points[point];
    double x[3];
    if (p->feature < NEAR_EDGE && s->whole == s->stamp) {
        const float *at = s->places[p->corner], *low = in->low, *high = in->high;
        return at[0] >= low[0] && at[1] >= low[1] && at[2] >= low[2] && at[0] <= high[0] &&
               at[1] <= high[1] && at[2] <= high[2];
    }
    contact_point_place(s, point, x);
    return is_in(in, x);
}

// Points of clumps that are taken.
static int32_t count_taken(contact_surface* s, const contact_points_in* in) {
    int32_t all = 0;
    for (int32_t c = 0; c < s->rest->clump_count; ++c)
        if (takes(s, in, c))
            all += clump_end(s->rest, c) - s->rest->clumps[c].point_first;
    return all;
}

// Counts those in the box, by rank.
static int32_t count_ranks(contact_surface* s, const contact_points_in* in, int32_t counts[RANKS]) {
    const contact_rest* r = s->rest;
    int32_t all = 0;
    memset(counts, 0, RANKS * sizeof *counts);
    for (int32_t c = 0; c < r->clump_count; ++c) {
        if (!takes(s, in, c))
            continue;
        for (int32_t i = r->clumps[c].point_first; i < clump_end(r, c); ++i)
            if (point_is_in(s, in, (uint32_t)i)) {
                ++counts[r->contact_points[i].rank];
                ++all;
            }
    }
    return all;
}

// Those in the box, up to a rank so that they are at most so many.
static int32_t gather(contact_surface* s, const contact_points_in* in, int32_t most, uint32_t* out,
                      uint32_t* left_out) {
    const contact_rest* r = s->rest;
    int32_t counts[RANKS], found = 0, all = 0, below = RANKS;
    if (s->whole != s->stamp ||
        r->contact_point_count > most) { // else there is nothing to know before
        all = count_taken(s, in);
        if (all == 0)
            return 0;
        contact_surface_expect(s, all);
        if (all > most) { // boxes of clumps are wide: perhaps not so many
            all = count_ranks(s, in, counts);
            below = rank_below(counts, most);
        }
    }
    for (int32_t c = 0; c < r->clump_count; ++c) {
        if (!takes(s, in, c))
            continue;
        for (int32_t i = r->clumps[c].point_first; i < clump_end(r, c); ++i)
            if (r->contact_points[i].rank < below && point_is_in(s, in, (uint32_t)i))
                out[found++] = (uint32_t)i;
    }
    *left_out += below < RANKS ? (uint32_t)(all - found) : 0;
    return found;
}

// By rank, those of one rank in order.
static void sort_by_rank(const contact_rest* r, uint32_t* points, int32_t count, uint32_t* out) {
    int32_t first[RANKS + 1] = {0};
    for (int32_t i = 0; i < count; ++i)
        ++first[r->contact_points[points[i]].rank + 1];
    for (int k = 0; k < RANKS; ++k)
        first[k + 1] += first[k];
    for (int32_t i = 0; i < count; ++i)
        out[first[r->contact_points[points[i]].rank]++] = points[i];
}

int32_t contact_points_of(contact_surface* s, contact_points_in in, int32_t most, uint32_t* out,
                          uint32_t* left_out) {
    SUPPLE_ASSERT(most > 0);
    int32_t found = gather(s, &in, most, out + most, left_out);
    if (found > 0)
        sort_by_rank(s->rest, out + most, found, out);
    return found;
}
