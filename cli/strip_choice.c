// What is said of a strip, checked before the work that it shows.
// SPDX-License-Identifier: MIT
#include "cli/strip_choice.h"

#include "cli/view_choice.h"

enum { MOMENTS_MOST = 64 };

bool strip_settle(strip_choice* s, int rows) {
    double between[2] = {0.0, 0.0};
    strip_options* o = &s->shown;
    if (o->moments < 1 || o->moments > MOMENTS_MOST) {
        cli_usage_error("--frames is 1 to %d, not %d", MOMENTS_MOST, o->moments);
        return false;
    }
    if (s->between != NULL &&
        !(cli_numbers(s->between, 2, between) && between[0] >= 0.0 && between[1] > between[0])) {
        cli_usage_error(
            "--between is two moments in seconds, the second later than the first, not \"%s\"",
            s->between);
        return false;
    }
    o->from = between[0];
    o->to = between[1];
    return view_choice(s->view, "--view", &o->view) &&
           cli_size(s->size, o->moments, rows, &o->width, &o->height);
}

bool strip_within(cli* c, const strip_choice* s, double seconds) {
    if (s->between == NULL || s->shown.to <= seconds)
        return true;
    if (s->shown.from >= seconds)
        return report_error(&c->findings, place_none(),
                            "--between %s lies beyond the take, which is %.3g s long", s->between,
                            seconds);
    report_note(&c->findings, place_none(),
                "--between %s goes beyond the take, which is %.3g s long", s->between, seconds);
    return true;
}
