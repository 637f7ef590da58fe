// bake/record: sequences that obey a palette's rules, beside a checker that knows only the numbers of the file; and a
// sentence for every palette that cannot be.
// SPDX-License-Identifier: MIT
#include "bake/record/palette_file.h"
#include "bake/record/sampler.h"
#include "bake/simulate/simulation_file.h"
#include "test/kit/check.h"
#include "test/kit/random.h"

#define BODY "bodies: [{name: c, sample: cube, kind: solid, held: {base: 0.1}}]\n"

static const char beast[] =
    BODY "palette:\n"
         "  entries:\n"
         "    - {name: ahead, body_impulse: [0, 0, 0.6]}\n"
         "    - {name: back, body_impulse: [0, 0, -0.6]}\n"
         "    - {name: left, body_impulse: [-0.6, 0, 0]}\n"
         "    - {name: right, body_impulse: [0.6, 0, 0]}\n"
         "    - {name: bump, body_impulse: {velocity: [0, 0.6, 0], spin: [10, 0, 0]}}\n"
         "  shortest: 0.1\n  longest: 1.5\n  seed: 3\n";
static const char plant[] = BODY "palette:\n"
                                 "  speeds: [[-0.5, 0, 0], [0, 0, 0], [0.5, 0, 0]]\n"
                                 "  entries:\n"
                                 "    - {name: left, support_impulse: [-0.5, 0, 0]}\n"
                                 "    - {name: right, support_impulse: [0.5, 0, 0]}\n"
                                 "  shortest: 0.2\n  longest: 1\n";
static const char door[] =
    BODY "support: {turns: {axis: [0, 1, 0], from: 0, to: 90}}\n"
         "palette:\n"
         "  change: 60\n"
         "  entries: [{name: close, forcing: -60}, {name: stop, forcing: 0}, {name: open, "
         "forcing: 60}]\n"
         "  shortest: 0.25\n  longest: 3\n";

typedef struct kit {
    arena* memory;
    report r;
    simulation scene;
    palette p;
    bool sound;
} kit;

static void kit_read(kit* k, const char* text) {
    k->memory = arena_create();
    k->r = report_new(k->memory);
    bytes file = {(const uint8_t*)text, strlen(text)};
    k->sound = simulation_parse(file, "s.yaml", k->memory, &k->scene, &k->r) &&
               palette_of_scene(&k->scene, "s.yaml", k->memory, &k->p, &k->r);
}

// ---- the checker -------------------------------------------------------------------------

// One number after another, seven of them: velocity, spin, rate. Knows nothing of tables or indices of speeds.
typedef struct seven {
    double n[7];
} seven;

static seven seven_of(palette_speed s) {
    return (seven){
        {s.velocity.x, s.velocity.y, s.velocity.z, s.spin.x, s.spin.y, s.spin.z, s.rate}};
}

static bool near(seven a, seven b) {
    for (int i = 0; i < 7; ++i)
        if (fabs(a.n[i] - b.n[i]) > 1e-7)
            return false;
    return true;
}

static double size(const double* n, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
        sum += n[i] * n[i];
    return sqrt(sum);
}

typedef struct walk {
    seven speed;
    double displacement[3];
    int32_t state;
} walk;

static walk begin(const palette* p) {
    return (walk){.displacement = {p->begin.x, p->begin.y, p->begin.z}};
}

// What rule it breaks, or NULL.
static const char* broken(const palette* p, walk* w, const sampler_response* x) {
    const palette_entry* e = &p->entries[x->entry];
    seven after = w->speed, jump = seven_of(e->support_impulse);
    if (e->has_forcing)
        after = seven_of(e->forcing);
    for (int i = 0; i < 7 && e->has_support_impulse; ++i)
        after.n[i] += jump.n[i];
    bool named = false;
    for (int32_t s = 0; s < p->speed_count; ++s)
        named = named || near(after, seven_of(p->speeds[s]));
    if (!named)
        return "a speed that is none of the set";
    if (!near(after, seven_of(p->speeds[x->after])) ||
        !near(w->speed, seven_of(p->speeds[x->before])))
        return "another speed than it says";
    if (near(after, w->speed) && !e->has_body_impulse)
        return "an entry that changes nothing";
    double change[7];
    for (int i = 0; i < 7; ++i)
        change[i] = after.n[i] - w->speed.n[i];
    if (size(change, 3) > p->change.velocity.x + 1e-7 ||
        size(change + 3, 3) > p->change.spin.x + 1e-7 || fabs(change[6]) > p->change.rate + 1e-7)
        return "too large a change";
    if (x->first != w->state || x->count < p->shortest || x->count > p->longest)
        return "a time out of range";
    const double low[3] = {p->low.x, p->low.y, p->low.z},
                 high[3] = {p->high.x, p->high.y, p->high.z};
    for (int i = 0; i < 3; ++i) {
        double rate = p->kind == SUPPORT_TURNING ? (i == 0 ? after.n[6] : 0.0) : after.n[i];
        w->displacement[i] += rate * x->count / p->fps;
        if (w->displacement[i] > high[i] + 1e-5 * fabs(rate) / p->fps + 1e-12 ||
            w->displacement[i] < low[i] - 1e-5 * fabs(rate) / p->fps - 1e-12)
            return "a way beyond the limits";
    }
    w->speed = after;
    w->state += x->count;
    return NULL;
}

// Of 10^6 sequences, those of this build: beside sanitizers, which come without optimisation, a tenth of them.
#ifdef __OPTIMIZE__
enum { PART = 1 };
#else
enum { PART = 10 };
#endif

// So many sequences of so many responses; false with a word at the first that breaks a rule or cannot go on.
static bool sound_sequences(const palette* p, int32_t sequences, int32_t responses, int32_t* seen) {
    for (int32_t i = 0; i < sequences; ++i) {
        sampler s = sampler_begin(p, i);
        walk w = begin(p);
        for (int32_t n = 0; n < responses; ++n) {
            sampler_response x;
            const char* why = sampler_next(&s, &x) ? broken(p, &w, &x) : "no entry is allowed";
            if (why != NULL) {
                printf("sequence %d, response %d: %s\n", i, n, why);
                return false;
            }
            ++seen[x.entry];
        }
    }
    return true;
}

// ---- the paper's palettes ----------------------------------------------------------------

TEST(sequences_of_the_papers_palettes_break_no_rule) {
    static const char* const texts[] = {beast, plant, door};
    for (int i = 0; i < 3; ++i) {
        kit k;
        int32_t seen[PALETTE_ENTRIES_MOST] = {0};
        kit_read(&k, texts[i]);
        CHECK(k.sound);
        CHECK(sound_sequences(&k.p, 100000 / PART, 7, seen));
        for (int32_t e = 0; e < k.p.entry_count; ++e)
            CHECK(seen[e] > 700000 / PART / (3 * k.p.entry_count));
        arena_destroy(k.memory);
    }
}

// Said by the paper itself: section 3.5.
TEST(no_three_jumps_of_one_sign_and_none_from_closing_to_opening) {
    kit k;
    kit_read(&k, plant);
    CHECK(k.sound && k.p.speed_count == 3 && !k.p.speed_matters);
    for (int32_t i = 0; i < 1000; ++i) {
        sampler s = sampler_begin(&k.p, i);
        sampler_response x;
        int32_t last[2] = {-1, -1};
        for (int n = 0; n < 100; ++n) {
            CHECK(sampler_next(&s, &x));
            CHECK(!(x.entry == last[0] && x.entry == last[1]));
            last[0] = last[1];
            last[1] = x.entry;
        }
    }
    arena_destroy(k.memory);
    kit_read(&k, door);
    CHECK(k.sound && k.p.speed_count == 3 && k.p.speed_matters);
    int32_t longest = 0, turning = 0;
    for (int32_t i = 0; i < 1000; ++i) {
        sampler s = sampler_begin(&k.p, i);
        sampler_response x, last = {.entry = 1};
        for (int n = 0; n < 100; ++n) {
            CHECK(sampler_next(&s, &x));
            CHECK(x.entry == 1 || last.entry == 1); // stops between
            if (x.entry != 1)
                turning = x.count > turning ? x.count : turning;
            else
                longest = x.count > longest ? x.count : longest;
            last = x;
        }
    }
    CHECK(turning == 90 &&
          longest == 180); // 90 degrees at 60 a second, and 3 s, at 60 states a second
    arena_destroy(k.memory);
}

TEST(times_are_spread_evenly_and_chains_differ) {
    kit k;
    kit_read(&k, beast);
    k.p.full = 0.0;
    CHECK(k.sound && k.p.shortest == 6 && k.p.longest == 90);
    int32_t counts[91] = {0};
    sampler a = sampler_begin(&k.p, 0), b = sampler_begin(&k.p, 1), again = sampler_begin(&k.p, 0);
    int32_t same = 0;
    for (int n = 0; n < 85000; ++n) {
        sampler_response x, y, z;
        CHECK(sampler_next(&a, &x) && sampler_next(&b, &y) && sampler_next(&again, &z));
        CHECK(memcmp(&x, &z, sizeof x) == 0);
        same += x.entry == y.entry && x.count == y.count;
        ++counts[x.count];
    }
    for (int i = 6; i <= 90; ++i)
        CHECK(counts[i] > 800 && counts[i] < 1200); // 1000 each, by six times their spread
    CHECK(same < 85000 / (5 * 85) * 1.5);
    int32_t full = 0;
    k.p.full = 0.3;
    for (int n = 0; n < 20000; ++n) {
        sampler_response x;
        CHECK(sampler_next(&a, &x));
        full += x.count == 90;
    }
    CHECK(full > 5900 && full < 6500); // 0.3 and 0.7 / 85 of them
    int32_t all = 0;
    k.p.responses = 260;
    k.p.chains = 7;
    for (int32_t c = 0; c < 7; ++c)
        all += sampler_fraction_done(&k.p, c);
    CHECK(all == 260 && sampler_fraction_done(&k.p, 0) == 38 &&
          sampler_fraction_done(&k.p, 6) == 37);
    arena_destroy(k.memory);
}

// ---- any palette -------------------------------------------------------------------------

static palette_speed random_speed(support_kind kind, double unit) {
    double n[3];
    for (int i = 0; i < 3; ++i)
        n[i] = unit * floor(random_in(-2.0, 3.0));
    if (kind == SUPPORT_TURNING)
        return (palette_speed){.rate = n[0]};
    return (palette_speed){.velocity = random_in(0.0, 1.0) < 0.5 ? v3(n[0], 0.0, 0.0)
                                                                 : v3(n[0], n[1], 0.0)};
}

static void random_palette(palette* p, palette_speed* speeds, palette_entry* entries) {
    double unit = random_in(0.1, 2.0);
    *p = (palette){.kind = random_in(0.0, 1.0) < 0.5 ? SUPPORT_TURNING : SUPPORT_FREE,
                   .fps = floor(random_in(10.0, 130.0)),
                   .speeds = speeds,
                   .entries = entries,
                   .seed = seed};
    bool turning = p->kind == SUPPORT_TURNING, limits = turning || random_in(0.0, 1.0) < 0.5;
    p->speed_count = (int32_t)random_in(2.0, 8.0);
    for (int32_t i = 1; i < p->speed_count; ++i)
        speeds[i] = random_speed(p->kind, unit);
    speeds[0] = (palette_speed){.rate = 0.0};
    p->entry_count = (int32_t)random_in(2.0, 9.0);
    for (int32_t i = 0; i < p->entry_count; ++i) {
        double which = random_in(0.0, 1.0);
        entries[i] = (palette_entry){
            .name = "e",
            .has_forcing = which < 0.5,
            .has_support_impulse = which >= 0.5 && which<0.8, .has_body_impulse = which> 0.75};
        entries[i].forcing = speeds[(int32_t)random_in(0.0, p->speed_count)];
        entries[i].support_impulse = random_speed(p->kind, unit);
    }
    double most = random_in(0.0, 1.0) < 0.5 ? INFINITY : unit * floor(random_in(1.0, 5.0));
    p->change = (palette_speed){{most, 0.0, 0.0}, {INFINITY, 0.0, 0.0}, most};
    double reach = limits ? random_in(0.1, 6.0) : INFINITY;
    p->low = turning ? v3(0.0, -INFINITY, -INFINITY) : v3(-reach, -reach, -INFINITY);
    p->high = turning ? v3(reach, INFINITY, INFINITY) : v3(reach, 2.0 * reach, INFINITY);
    p->shortest = (int32_t)random_in(1.0, 40.0);
    p->full = random_in(0.0, 1.0) < 0.5 ? 0.0 : random_in(0.0, 0.6);
    p->longest = p->shortest + (int32_t)random_in(0.0, 100.0);
}

// 700,000 more sequences of palettes that the check has passed, of all kinds; and what it refuses it refuses with a sentence.
TEST(sequences_of_random_palettes_break_no_rule_and_never_end) {
    seed = 22;
    int32_t passed = 0, tried = 0, unreached = 0;
    while (passed < 700 / PART) {
        palette p;
        palette_speed speeds[PALETTE_SPEEDS_MOST];
        palette_entry entries[PALETTE_ENTRIES_MOST];
        int32_t seen[PALETTE_ENTRIES_MOST] = {0};
        random_palette(&p, speeds, entries);
        palette_set_rules(&p);
        arena* memory = arena_create();
        report r = report_new(memory);
        bool sound = palette_check(&p, place_none(), &r);
        CHECK(sound || r.error_count > 0);
        arena_destroy(memory);
        ++tried;
        if (!sound)
            continue;
        CHECK(sound_sequences(&p, 1000, 7, seen));
        bool all = true;
        for (int32_t e = 0; e < p.entry_count; ++e)
            all = all && seen[e] > 0;
        CHECK(all || sound_sequences(&p, 1000, 100, seen)); // some need a long way round first
        for (int32_t e = 0; e < p.entry_count; ++e)
            if (seen[e] == 0)
                ++unreached;
        ++passed;
    }
    CHECK(tried < 100000);
    CHECK(unreached == 0);
}

// What the check calls a dead end is one: there is a place where no entry is allowed.
TEST(a_palette_that_could_get_stuck_does) {
    seed = 5;
    int32_t stuck = 0, called = 0;
    for (int32_t n = 0; n < 20000; ++n) {
        palette p;
        palette_speed speeds[PALETTE_SPEEDS_MOST];
        palette_entry entries[PALETTE_ENTRIES_MOST];
        random_palette(&p, speeds, entries);
        palette_set_rules(&p);
        arena* memory = arena_create();
        report r = report_new(memory);
        bool dead = !palette_check(&p, place_none(), &r) &&
                    strstr(r.findings[r.count - 1].text, "could not go on") != NULL;
        arena_destroy(memory);
        if (!dead)
            continue;
        ++called;
        bool ends = false;
        for (int32_t c = 0; c < 400 && !ends; ++c) {
            sampler s = sampler_begin(&p, c);
            sampler_response x;
            for (int i = 0; i < 30 && !ends; ++i)
                ends = !sampler_next(&s, &x);
        }
        stuck += ends;
    }
    CHECK(called > 500 && stuck > called * 6 / 10); // others need times that chance does not find
}

// ---- sentences ---------------------------------------------------------------------------

typedef struct fault {
    const char *text, *sentence;
} fault;

#define DOOR(words) BODY "support: {turns: {axis: [0, 1, 0], from: 0, to: 90}}\npalette:\n" words
#define FREE(words) BODY "palette:\n" words
#define OPEN                                                                                       \
    "  entries: [{name: open, forcing: 60}, {name: stop, forcing: 0}, {name: close, forcing: "     \
    "-60}]\n"

static const fault faults[] = {
    {BODY,
     "s.yaml: has no \"palette\": what may happen to it; docs/record.md tells how to write one"},
    {BODY "palette: 3\n", "s.yaml:2: \"palette\" is a map with \"entries\", not \"3\""},
    {FREE("  seed: 1\n"), "s.yaml:3: a palette has no \"entries\": nothing would ever happen"},
    {FREE("  entries: []\n"),
     "s.yaml:3: \"entries\" is a list of what may happen, not an empty one"},
    {FREE("  entries: [{name: a}]\n"),
     "s.yaml:3: entry \"a\" does nothing: give it a \"body_impulse\", a \"support_impulse\" or a "
     "\"forcing\""},
    {FREE("  entries: [{body_impulse: [1, 0, 0]}]\n"),
     "s.yaml:3: an entry has no name; give it one, like `name: left`"},
    {FREE("  entries: [{name: a, body_impulse: [0, 0, 0]}]\n"),
     "s.yaml:3: \"body_impulse\" of nothing does nothing: leave it out"},
    {FREE("  entries: [{name: a, body_impulse: [1, 0, 0]}, {name: a, body_impulse: [0, 1, 0]}]\n"),
     "s.yaml:3: two entries are called \"a\""},
    {FREE("  entries: [{name: a, forcing: [1, 0, 0], support_impulse: [1, 0, 0]}]\n"),
     "s.yaml:3: entry \"a\" says twice how the support moves after it: a \"support_impulse\" "
     "changes its "
     "speed by so much, a \"forcing\" to so much; keep one"},
    {FREE("  entries: [{name: a, forcing: 30}]\n"),
     "s.yaml:3: \"forcing\" of a support that moves freely is a velocity [x, y, z], not \"30\""},
    {DOOR("  entries: [{name: a, forcing: [1, 0, 0]}]\n"),
     "s.yaml:4: \"forcing\" of a support that turns is a rate in degrees a second, not a list"},
    {DOOR(OPEN "  speeds: [60, -60]\n"),
     "s.yaml:4: \"speeds\" has no zero: a recording begins where the support stands still"},
    {DOOR(OPEN "  speeds: [0, 60]\n"),
     "s.yaml:4: entry \"close\" can never be reached: no speed that is reached may change to its "
     "\"forcing\": it changes nothing, or by more than \"change\""},
    {FREE("  speeds: [[0, 0, 0], [1, 0, 0]]\n"
          "  entries: [{name: on, support_impulse: [1, 0, 0]}, {name: off, support_impulse: [-1, "
          "0, 0]}, {name: "
          "far, support_impulse: [2, 0, 0]}]\n"),
     "s.yaml:4: entry \"far\" can never be reached: from every speed that is reached, its result "
     "is none "
     "of \"speeds\" or a change by more than \"change\""},
    {DOOR(OPEN "  change: 60\n  shortest: 2\n  longest: 4\n"),
     "s.yaml:4: entry \"open\" can never be reached: the shortest time of 2 s, at 60 degrees a "
     "second, "
     "is more than the support's limits leave"},
    {DOOR("  entries: [{name: open, forcing: 60}, {name: stop, forcing: 0}]\n"),
     "s.yaml:4: a sequence could not go on: at 0 degrees a second, with the support at 82.5 "
     "degrees, no "
     "entry is allowed for the shortest time of 0.25 s; add one, like one that stops it, or make "
     "the "
     "shortest time shorter"},
    {FREE("  limits: [[-1, 0, 0], [1, 0, 0]]\n  entries: [{name: on, forcing: [1, 0, 0]}]\n"),
     "s.yaml:3: a sequence could not go on: at (1, 0, 0) m/s, with the support at (1, 0, 0) m, "
     "no "
     "entry is allowed for the shortest time of 0.25 s; add one, like one that stops it, or make "
     "the "
     "shortest time shorter"},
    {FREE("  limits: [[1, 0, 0], [2, 0, 0]]\n  entries: [{name: on, forcing: [1, 0, 0]}]\n"),
     "s.yaml:3: \"limits\" are of the support's way from where it begins, which is [0, 0, 0], and "
     "must "
     "hold it"},
    {DOOR(OPEN "  limits: [[0, 0, 0], [1, 1, 1]]\n"),
     "s.yaml:5: a support that turns has its limits in \"turns\": leave \"limits\" out"},
    {BODY "support: {turns: {axis: [0, 1, 1], from: 0, to: 90}}\npalette:\n" OPEN,
     "s.yaml:2: the support would tilt: it turns about (0, 0.707, 0.707), which is not along "
     "gravity, so "
     "that gravity seen from it changes and the motion depends on more than its state; turn about "
     "the "
     "vertical, or leave gravity out"},
    {FREE("  entries: [{name: roll, forcing: {spin: [90, 0, 0]}}, {name: stop, forcing: [0, 0, "
          "0]}]\n"),
     "s.yaml:3: the support would tilt: it turns about (1.57, 0, 0), which is not along gravity, "
     "so that "
     "gravity seen from it changes and the motion depends on more than its state; turn about the "
     "vertical, or leave gravity out"},
    {FREE("  entries: [{name: spin, forcing: {spin: [0, 90, 0]}}, {name: go, forcing: [1, 0, 0]}, "
          "{name: stop, "
          "forcing: [0, 0, 0]}]\n"),
     "s.yaml:3: a support that spins and also moves meets each velocity from another side every "
     "time, so "
     "that the motion seen from it depends on more than its state: keep one of them"},
    {DOOR(OPEN "  shortest: 0.001\n"),
     "s.yaml:4: \"shortest\" is 0.001 s, less than the 0.0167 s of a state"},
    {DOOR(OPEN "  shortest: 1\n  longest: 0.5\n"),
     "s.yaml:4: \"longest\" is 0.5 s, less than \"shortest\", 1 s"},
    {DOOR(OPEN "  responses: 2\n  chains: 3\n"),
     "s.yaml:4: there are 3 \"chains\" for 2 \"responses\": each needs one"},
    {DOOR(OPEN "  chians: 3\n"),
     "s.yaml:5: \"chians\" is no key of a palette; did you mean \"chains\"?"},
    {BODY "support: {moves: [{at: 0, velocity: [1, 0, 0]}]}\npalette:\n  entries: [{name: a, "
          "body_impulse: [1, 0, "
          "0]}]\n",
     "s.yaml:2: the palette moves the support: leave its \"moves\", \"motion\" and \"follows\" "
     "out"},
    {BODY "pushes: [{region: {}, force: [1, 0, 0]}]\npalette:\n  entries: [{name: a, body_impulse: "
          "[1, 0, 0]}]\n",
     "s.yaml:2: a recording has no \"pushes\": the motion would depend on the time; give the "
     "palette an "
     "entry with a \"body_impulse\""},
    {BODY "air: {wind: [1, 0, 0]}\npalette:\n  entries: [{name: a, body_impulse: [1, 0, 0]}]\n",
     "s.yaml:4: a recording has no \"wind\": it begins at rest, in still air"},
};

TEST(palettes_that_cannot_be_get_a_sentence) {
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        kit k;
        kit_read(&k, faults[i].text);
        CHECK(!k.sound && k.r.error_count > 0);
        const char* said = NULL;
        for (int32_t n = 0; n < k.r.count && said == NULL; ++n)
            if (k.r.findings[n].severity == FINDING_ERROR)
                said = finding_text(&k.r.findings[n], k.memory);
        CHECK_TEXT(said, faults[i].sentence);
        arena_destroy(k.memory);
    }
}

TEST_MAIN(CASE(sequences_of_the_papers_palettes_break_no_rule),
          CASE(no_three_jumps_of_one_sign_and_none_from_closing_to_opening),
          CASE(times_are_spread_evenly_and_chains_differ),
          CASE(sequences_of_random_palettes_break_no_rule_and_never_end),
          CASE(a_palette_that_could_get_stuck_does), CASE(palettes_that_cannot_be_get_a_sentence))
