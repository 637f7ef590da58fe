// Sentences about text that is not what it should be.
// SPDX-License-Identifier: MIT
#include "bake/import/tets_flow.h"

word flow_peek(flow* f) {
    if (!flow_more(f))
        return (word){"the end of the file", 19};
    text copy = f->t;
    return text_word(&copy);
}

bool flow_expected(flow* f, const char* what, report* r) {
    word w = flow_peek(f);
    return report_error(r, flow_line(f), "%.*s stands where %s should be", WORD_SHOWN(w), what);
}

bool flow_missing(flow* f, const char* what, int64_t index, int64_t count, report* r) {
    word w = flow_peek(f);
    return report_error(r, flow_line(f),
                        "%s %lld of %lld is missing or incomplete: %.*s stands where its numbers "
                        "should be",
                        what, (long long)index + 1, (long long)count, WORD_SHOWN(w));
}
