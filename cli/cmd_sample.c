// `supple sample`: writes one of the sample bodies as GLB, or lists them.
// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "scenes/scenes.h"

static const char* output;
static bool list;

static const option options[] = {
    {"--output", 'o', OPTION_OUTPUT, "FILE", &output, "where to write it (default NAME.glb)"},
    {"--list", 0, OPTION_FLAG, NULL, &list, "say what there is, and stop"},
};

static int print_list(void) {
    for (int i = 0; i < sample_count; ++i)
        printf("%-10s %s\n", samples[i].name, samples[i].about);
    return EXIT_OK;
}

static int unknown_sample(const char* name) {
    const char* names[64];
    int count = sample_count < 64 ? sample_count : 64;
    for (int i = 0; i < count; ++i)
        names[i] = samples[i].name;
    return cli_unknown("there is no sample", name, names, count,
                       "; supple sample --list names them");
}

static int run(cli* c) {
    if (list)
        return print_list();
    if (c->argument_count == 0)
        return cli_usage_error("sample needs a name; supple sample --list names them");
    const sample* chosen = sample_find(c->arguments[0]);
    if (chosen == NULL)
        return unknown_sample(c->arguments[0]);
    bytes glb = sample_glb(chosen, c->memory);
    const char* path = output != NULL ? output : arena_format(c->memory, "%s.glb", chosen->name);
    return cli_write(c, path, glb.data, glb.size);
}

const command command_sample = {
    .name = "sample",
    .summary = "write a sample body as GLB",
    .usage = "NAME [-o FILE] | --list",
    .takes = TAKES_SAMPLE,
    .least = 0,
    .most = 1,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details = "  Samples are made by procedure: the same bytes on every machine.\n"
               "\n"
               "  supple sample jelly -o jelly.glb",
    .run = run,
};
