// Looks for worlds that go wrong: draws many, keeps the worst by each measure, and climbs on from these.
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/random_world.h"
#include "scenes/world_run.h"

typedef enum search_measure {
    SEARCH_GAIN,  // energy above what was put in, over what was
    SEARCH_WORK,  // rows swept and points tested in the worst frame, a body
    SEARCH_DEPTH, // overlap after the first second, over the size
    SEARCH_AWAKE, // when the last fell asleep over when it was due, of worlds that rest
    SEARCH_MEASURES
} search_measure;

extern const char* const search_names[SEARCH_MEASURES];
// What each may be at most: the laws of random worlds, beside being finite and nothing through anything.
extern const double search_bounds[SEARCH_MEASURES];

enum { SEARCH_WORST = 10, SEARCH_PATH = 12 };

typedef struct search_found {
    uint64_t numbers[SEARCH_PATH]; // of random_world
    int32_t count;
    double score;
    run_measures m;
} search_found;

typedef struct search_result {
    double scores[SEARCH_MEASURES];
    run_measures m;
} search_result;

typedef struct search {
    script_stock stock;
    double seconds; // of worlds that are to come to rest; others stay as short as they are drawn
    int32_t worlds; // that were run
    int32_t broken, through;                           // so many of them, and ...
    search_found first_broken, first_through;          // ... the first
    search_found worst[SEARCH_MEASURES][SEARCH_WORST]; // worst first, by each measure, and ...
    search_found ten[SEARCH_WORST];                    // ... by badness
} search;

void search_begin(search* s);
void search_end(search* s);

// Runs a world and keeps it if it is among the worst. False when it could not be made.
bool search_try(search* s, const uint64_t* numbers, int32_t count, search_result* out);

bool search_lawful(const search_result* r);

// How near a world comes to breaking a law: the largest of its scores, each over its bound; above 1 it breaks one.
double search_badness(const search_result* r);

// Draws worlds from seeds first, first + 1, ..., and prints each that breaks a law: returns how many did. Then changes the
// worst by one measure after the other, and judges these as well.
int32_t search_draw(search* s, uint64_t first, int32_t count);
int32_t search_climb(search* s, uint64_t seed, int32_t count);

// A world that is to come to rest goes on until a second after it should, unless that is longer than `most` seconds.
void search_lengthen(world_script* w, double most);

double search_score(const world_script* w, const run_measures* m, search_measure by);
void search_print(const search* s, FILE* out);
void search_print_numbers(const search_found* f, FILE* out);
void search_print_result(const search_found* f, const search_result* r, FILE* out);
