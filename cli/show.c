// What a person sees: findings, progress, and where the result is.
// SPDX-License-Identifier: MIT
#include "bake/base/clock.h"
#include "bake/base/file.h"
#include "bake/base/job.h"
#include "bake/base/text.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double SHOW_LONG = 60.0; // seconds: worth a word before
static const double REDRAWN = 0.1;    // seconds between two looks of the progress line
static const double MINUTES = 120.0;  // seconds: from here on said in minutes

// Does the stream end at a terminal that obeys escape sequences?
static bool obeys(FILE* stream) {
    const char* term = getenv("TERM");
    return isatty(fileno(stream)) && term != NULL && term[0] != 0 && strcmp(term, "dumb") != 0;
}

bool cli_color(FILE* stream) {
    const char* no_color = getenv("NO_COLOR");
    return (no_color == NULL || no_color[0] == 0) && obeys(stream);
}

const char* cli_shown(const cli* c, const char* path) {
    return text_printable(path, SIZE_MAX, c->memory);
}

int cli_out_of_memory(size_t size) {
    fprintf(stderr,
            "supple: out of memory (%zu MB more were needed); close other programs or use "
            "a smaller mesh\n",
            job_megabytes(size));
    return EXIT_NO_MEMORY;
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
    static double since, shown;
    static int before = -1;
    double now = clock_seconds();
    if (done == 0 && before != 0)
        since = now;
    before = done;
    if (!obeys(stderr) || (done > 0 && done < total && now - shown < REDRAWN))
        return;
    shown = now;
    if (done >= total)
        fputs("\r\033[K", stderr);
    else if (done == 0)
        fprintf(stderr, "\r%s  0 %%\033[K", what);
    else {
        double left = (now - since) / done * (total - done);
        fprintf(stderr, "\r%s  %d %%, about %.0f %s left\033[K", what, 100 * done / total,
                ceil(left < MINUTES ? left : left / 60.0), left < MINUTES ? "s" : "min");
    }
    fflush(stderr);
}

void cli_estimate(const cli* c, double seconds, double memory) {
    if (seconds >= SHOW_LONG)
        fprintf(stderr, "supple: this will take about %s and %s\n",
                text_duration(seconds, c->memory), text_memory(memory, c->memory));
}

static bool is_same_file(const struct stat* a, const struct stat* b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

// Is this path another name of stdout, like /dev/stdout?
static bool is_stdout(const char* path) {
    struct stat named, out;
    return stat(path, &named) == 0 && fstat(STDOUT_FILENO, &out) == 0 && is_same_file(&named, &out);
}

// A result must not take the place of the model it was made from.
static bool is_input(const cli* c, const char* path) {
    struct stat named, input;
    for (int i = 0; i < c->argument_count; ++i)
        if (stat(path, &named) == 0 && stat(c->arguments[i], &input) == 0 &&
            is_same_file(&named, &input))
            return true;
    return false;
}

// Of all that the options name: the inputs, so that none is written over.
static bool is_read(const cli* c, const command* self, const char* path) {
    struct stat named, input;
    if (is_input(c, path))
        return true;
    for (int i = 0; i < self->option_count; ++i) {
        const option* o = &self->options[i];
        const char* read = o->kind == OPTION_FILE ? *(const char**)o->target : NULL;
        if (read != NULL && stat(path, &named) == 0 && stat(read, &input) == 0 &&
            is_same_file(&named, &input))
            return true;
    }
    return false;
}

static bool refuse_input(cli* c, const char* path) {
    return report_error(&c->findings, place_file(path),
                        "is the file that is read; it is left as it was, choose another name");
}

// A result is written aside, in the same folder, and renamed.
static bool has_folder(cli* c, const char* path) {
    bool here = path_name(path) == path;
    const char* folder =
        here ? "." : arena_copy_text(c->memory, path, (size_t)(path_name(path) - path));
    struct stat found;
    if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode))
        return report_error(&c->findings, place_file(path),
                            "cannot be written: there is no folder %s", cli_shown(c, folder));
    if (access(folder, W_OK | X_OK) == 0)
        return true;
    return report_error(&c->findings, place_file(path),
                        "cannot be written: %s may not be written to; choose another folder",
                        here ? "this folder" : cli_shown(c, folder));
}

bool cli_can_write_file(cli* c, const char* path) {
    struct stat found;
    if (is_input(c, path))
        return refuse_input(c, path);
    if (stat(path, &found) != 0 || S_ISREG(found.st_mode))
        return has_folder(c, path);
    return true; // a device, a pipe, or a folder that takes several files
}

bool cli_can_write(cli* c, const command* self) {
    for (int i = 0; i < self->option_count; ++i) {
        const option* o = &self->options[i];
        const char* path = o->kind == OPTION_OUTPUT ? *(const char**)o->target : NULL;
        if (path == NULL)
            continue;
        if (is_read(c, self, path))
            return refuse_input(c, path);
        if (!cli_can_write_file(c, path))
            return false;
    }
    return true;
}

int cli_write(cli* c, const char* path, const void* data, size_t size) {
    if (is_stdout(path)) { // the result alone; main sees whether it arrived
        fwrite(data, 1, size, stdout);
        return EXIT_OK;
    }
    if (is_input(c, path)) {
        refuse_input(c, path);
        return EXIT_BAD_INPUT;
    }
    interrupt_hold();
    bool written = file_write(path, data, size, &c->findings);
    interrupt_release();
    if (!written)
        return EXIT_BAD_INPUT;
    if (!c->quiet)
        printf("%s  %.1f kB\n", cli_shown(c, path), (double)size / 1000.0);
    return EXIT_OK;
}
