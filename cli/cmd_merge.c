// `supple merge`: pieces of work that were made apart become what one run would have made, to the byte.
// SPDX-License-Identifier: MIT
#include "bake/base/file.h"
#include "bake/light/light_file.h"
#include "bake/record/merge.h"
#include "cli/bake_summary.h"
#include "cli/interrupt.h"

#include <sys/stat.h>

static const char* output;

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output, "the whole: a recording, or light"},
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
    return failed == 0 ? EXIT_OK : EXIT_INCOMPLETE;
}

static int merge_recording(cli* c) {
    merge_result x;
    if (!merge_recordings(c->arguments, c->argument_count, output, c->memory, &x, &c->findings))
        return EXIT_BAD_INPUT;
    printf("%s  %d states, %d responses in %d chains\n", cli_shown(c, output), x.states,
           x.responses, x.chains);
    return EXIT_OK;
}

static int merge_light(cli* c) {
    if (!light_file_merge(c->arguments, c->argument_count, output, c->memory, &c->findings))
        return EXIT_BAD_INPUT;
    printf("%s  of %d pieces\n", cli_shown(c, output), c->argument_count);
    return EXIT_OK;
}

static int run(cli* c) {
    bytes first;
    if (is_folder(c->arguments[0]))
        return merge_bakes(c);
    if (output == NULL)
        return cli_usage_error("merge needs -o FILE for pieces of a recording or of light");
    if (!file_map(c->arguments[0], &first, &c->findings))
        return EXIT_BAD_INPUT;
    bool recorded = recording_knows(first);
    file_unmap(first);
    interrupt_hold();
    int code = recorded ? merge_recording(c) : merge_light(c);
    interrupt_release();
    return code;
}

const command command_merge = {
    .name = "merge",
    .summary = "join pieces that were recorded or baked apart",
    .usage = "PIECE... -o OUT   or   FOLDER",
    .takes = TAKES_FILES,
    .least = 1,
    .most = 100000,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  Pieces of `supple record --piece I/N`, in any order, become the recording that one\n"
        "  machine would have made, to the byte; those of `supple bake --light N --piece I/N` "
        "become\n"
        "  OUT.light.part, with which the same bake without --piece goes on. A folder of\n"
        "  `supple bake-all --piece I/N` gets its bakes.json. What is missing is named: run that\n"
        "  piece again, and merge.\n\n"
        "  supple merge door.rec.piece*of8 -o door.rec\n"
        "  supple merge toy.glb.light.piece*of8 -o toy.glb.light.part\n"
        "  supple merge build/soft",
    .run = run,
};
