// One factor a pair, of matrices with the same pattern.
// SPDX-License-Identifier: MIT
#include "bake/model/between.h"

#include "bake/algebra/factor.h"
#include "bake/model/target_pose.h"

#include <string.h>

void between_pairs(const target_set* set, int32_t* from, int32_t* to) {
    arena* scratch = arena_create();
    bool* in = ARENA_NEW(scratch, bool, (size_t)set->count);
    in[0] = true;
    for (int32_t i = 0; i + 1 < set->count; ++i) {
        double least = INFINITY;
        for (int32_t a = 0; a < set->count; ++a)
            for (int32_t b = 0; b < set->count && in[a]; ++b) {
                double far = target_distance(set, set->shapes[a].pose, set->shapes[b].pose);
                if (!in[b] && far < least) {
                    least = far;
                    from[i] = a;
                    to[i] = b;
                }
            }
        in[to[i]] = true;
    }
    arena_destroy(scratch);
}

typedef struct solving {
    const between_request* q;
    sparse all;                      // of all nodes
    double *weights, *place, *force; // [targets], [3 * node_count] twice
    factor* factor;                  // NULL before the first pair
    arena* scratch;
} solving;

static bool find_pair(solving* s, int32_t from, int32_t to, double* vector, report* r) {
    const between_request* q = s->q;
    const target_shape* shapes = q->set->shapes;
    size_t nodes = (size_t)q->set->volume->node_count;
    memset(s->weights, 0, (size_t)q->set->count * sizeof *s->weights);
    s->weights[from] = s->weights[to] = 0.5;
    for (size_t i = 0; i < 3 * nodes; ++i)
        s->place[i] =
            q->number[i / 3] >= 0 ? 0.5 * (shapes[from].rest[i] + shapes[to].rest[i]) : 0.0;
    elastic_force(q->body, s->weights, s->place, s->force);
    elastic_stiffness(q->body, s->weights, s->place, ENERGY_FIRM, &s->all);
    sparse k = sparse_keep(&s->all, q->number, q->free_count, s->scratch);
    s->factor = s->factor != NULL ? s->factor : factor_analyse(&k, r);
    for (size_t i = 0; i < 3 * nodes; ++i)
        if (q->number[i / 3] >= 0)
            vector[3 * (size_t)q->number[i / 3] + i % 3] = -s->force[i];
    return s->factor != NULL && factor_compute(s->factor, &k, r) &&
           factor_solve(s->factor, vector, 1, q->threads, r);
}

bool between_find(const between_request* q, double* vectors, report* r) {
    size_t count = (size_t)q->set->count, nodes = (size_t)q->set->volume->node_count;
    solving s = {.q = q, .scratch = arena_create()};
    int32_t *from = ARENA_NEW(s.scratch, int32_t, count),
            *to = ARENA_NEW(s.scratch, int32_t, count);
    s.weights = ARENA_NEW(s.scratch, double, count);
    s.place = ARENA_NEW(s.scratch, double, 3 * nodes);
    s.force = ARENA_NEW(s.scratch, double, 3 * nodes);
    s.all = elastic_pattern(q->body, s.scratch);
    between_pairs(q->set, from, to);
    bool sound = true;
    for (size_t i = 0; i + 1 < count && sound; ++i)
        sound = find_pair(&s, from[i], to[i], vectors + 3 * i * (size_t)q->free_count, r);
    factor_free(s.factor);
    arena_destroy(s.scratch);
    return sound;
}
