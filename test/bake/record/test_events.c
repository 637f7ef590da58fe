// A list of events (bake/record/events.h) is read as it is written: its support above all, which is a scene's own word.
// SPDX-License-Identifier: MIT
#include "bake/record/events.h"
#include "test/kit/check.h"

static const char text[] =
    "surface: a.obj\nunit: 2\nfps: 30\nrest: 3\nchains: [0, 100]\ngravity: [0, 0, -5]\n"
    "support: {pivot: [1, 2, 3], turns: {axis: [0, 0, 4], from: 0, to: 90}}\n"
    "palette: {change: 60, entries: [{name: open, forcing: 60}, {name: stop, forcing: 0}]}\n"
    "events:\n- {frame: 10, entry: open}\n- {frame: 40, entry: stop}\n";

TEST(the_support_of_events_is_the_one_that_is_written) {
    arena* memory = arena_create();
    report r = report_new(memory);
    events e;
    bool ok =
        events_parse((bytes){(const uint8_t*)text, sizeof text - 1}, "e.yaml", memory, &e, &r);
    for (int32_t i = 0; i < r.count; ++i)
        printf("%s\n", finding_text(&r.findings[i], memory));
    CHECK(ok && r.error_count == 0);
    CHECK(e.pivot.x == 1.0 && e.pivot.y == 2.0 && e.pivot.z == 3.0);
    CHECK(e.axis.x == 0.0 && e.axis.y == 0.0 && e.axis.z == 1.0);
    CHECK(e.gravity.z == -5.0 && e.unit == 2.0 && e.rest == 3 && e.chain_count == 2);
    CHECK(e.palette.kind == SUPPORT_TURNING && e.palette.entry_count == 2 && e.event_count == 2);
    CHECK(e.events[0].frame == 10 && e.events[0].entry == 0 && e.events[1].entry == 1);
    arena_destroy(memory);
}

TEST_MAIN(CASE(the_support_of_events_is_the_one_that_is_written))
