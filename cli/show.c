// What a person sees: findings, progress, and where the result is.
// SPDX-License-Identifier: MIT
#include "bake/base/file.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <unistd.h>

bool cli_color(FILE* stream) {
    const char* no_color = getenv("NO_COLOR");
    if (no_color != NULL && no_color[0] != 0)
        return false;
    const char* term = getenv("TERM");
    return isatty(fileno(stream)) && term != NULL && term[0] != 0;
}

void cli_show_findings(cli* c) {
    static const char* const word[] = {"note", "warning", "error"};
    static const char* const color[] = {"\033[36m", "\033[33m", "\033[31m"};
    bool colored = cli_color(stderr);
    for (int i = 0; i < c->findings.count; ++i) {
        const finding* f = &c->findings.findings[i];
        fprintf(stderr, "supple: %s%s:%s %s\n", colored ? color[f->severity] : "",
                word[f->severity], colored ? "\033[0m" : "", finding_text(f, c->memory));
    }
}

void cli_progress(const char* what, int done, int total) {
    if (!isatty(fileno(stderr)))
        return;
    if (done >= total)
        fputs("\r\033[K", stderr);
    else
        fprintf(stderr, "\r%s  %d of %d\033[K", what, done, total);
    fflush(stderr);
}

int cli_write(cli* c, const char* path, const void* data, size_t size) {
    if (!file_write(path, data, size, &c->findings))
        return EXIT_BAD_INPUT;
    printf("%s  %.1f kB\n", path, (double)size / 1000.0);
    return EXIT_OK;
}
