// `supple merge`: pieces of work that were made apart become what one run would have made, to the byte.
// SPDX-License-Identifier: MIT
#include "bake/base/file.h"
#include "bake/record/merge.h"
#include "cli/bake_summary.h"
#include "cli/interrupt.h"

#include <string.h>
#include <sys/stat.h>

static const char* output;

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output, "the whole recording: .rec"},
};

static bool is_folder(const char* path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static int merge_bakes(cli* c) {
    int32_t items, failed;
    if (output != NULL || c->argument_count > 1)
        return cli_usage_error("merge takes one FOLDER of bake-all, whose bakes.json it writes");
    if (!bake_summary_merge(c, c->arguments[0], &items, &failed))
        return EXIT_BAD_INPUT;
    printf("%d files, %d failed\n", items, failed);
    return failed == 0 ? EXIT_OK : failed < items ? EXIT_INCOMPLETE : EXIT_BAD_INPUT;
}

static int run(cli* c) {
    merge_result x;
    char extension[8];
    if (is_folder(c->arguments[0]))
        return merge_bakes(c);
    if (output == NULL)
        return cli_usage_error("merge needs -o FILE.rec for pieces of a recording");
    path_extension(output, extension, sizeof extension);
    if (strcmp(extension, "rec") != 0)
        return cli_usage_error("the output is a .rec, not \"%s\"", output);
    interrupt_hold();
    bool done =
        merge_recordings(c->arguments, c->argument_count, output, c->memory, &x, &c->findings);
    interrupt_release();
    if (!done)
        return EXIT_BAD_INPUT;
    printf("%s  %d states, %d responses in %d chains\n", cli_shown(c, output), x.states,
           x.responses, x.chains);
    return EXIT_OK;
}

const command command_merge = {
    .name = "merge",
    .summary = "join pieces that were recorded or baked apart",
    .usage = "PIECE... -o OUT.rec   or   FOLDER",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 100000,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  Pieces of `supple record --piece I/N`, in any order, become the recording that one\n"
        "  machine would have made, to the byte. A folder of `supple bake-all --piece I/N` gets "
        "its\n"
        "  bakes.json. What is missing is named; run that piece again, and merge.\n\n"
        "  supple merge door.rec.piece*of8 -o door.rec\n"
        "  supple merge build/soft",
    .run = run,
};
