// Every rank runs the command with its own --piece; the leader then joins them, as a person would by hand.
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // access
#include "mpi/farm.h"

#include "cli/piece_choice.h"
#include "mpi/ranks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The value of an option, "" where it has none, NULL where it is not given.
static const char* value_of(int argc, char** argv, const char* name) {
    size_t length = strlen(name);
    for (int i = 2; i < argc; ++i) {
        if (strcmp(argv[i], name) == 0)
            return i + 1 < argc ? argv[i + 1] : "";
        bool joined = strncmp(argv[i], name, length) == 0;
        if (joined && name[1] == '-' && argv[i][length] == '=')
            return argv[i] + length + 1;
        if (joined && name[1] != '-')
            return argv[i] + length;
    }
    return NULL;
}

static const char* output_of(int argc, char** argv) {
    const char* spelled = value_of(argc, argv, "--output");
    return spelled != NULL ? spelled : value_of(argc, argv, "-o");
}

static bool is_light_file(const char* light) {
    size_t length = strlen(light);
    return length > 6 && strcmp(light + length - 6, ".light") == 0;
}

bool farm_takes(int argc, char** argv) {
    static const char* const alone[] = {"--piece", "--check", "--so-far", "--from",
                                        "--more",  "--help",  "-h"};
    if (argc < 3 || ranks_count() == 1 || output_of(argc, argv) == NULL)
        return false;
    for (int i = 0; i < 7; ++i)
        if (value_of(argc, argv, alone[i]) != NULL)
            return false;
    const char* light = value_of(argc, argv, "--light");
    return strcmp(argv[1], "record") == 0 || strcmp(argv[1], "bake-all") == 0 ||
           (strcmp(argv[1], "bake") == 0 && light != NULL && !is_light_file(light));
}

// The command once more, with a piece of it, or all.
static int run_piece(int argc, char** argv, const char* piece, arena* memory) {
    char** words = arena_alloc(memory, (size_t)argc + 3, sizeof *words);
    memcpy(words, argv, (size_t)argc * sizeof *words);
    words[argc] = arena_copy_text(memory, "--piece", 7);
    words[argc + 1] = arena_copy_text(memory, piece, strlen(piece));
    return cli_dispatch(argc + 2, words);
}

// `supple merge` of the pieces of `base` that are there: fewer than ranks, where there was less to do.
static int merge_files(const char* base, const char* to, arena* memory) {
    int ranks = ranks_count(), count = 0;
    char** words = arena_alloc(memory, (size_t)ranks + 5, sizeof *words);
    words[count++] = arena_copy_text(memory, "supple", 6);
    words[count++] = arena_copy_text(memory, "merge", 5);
    for (int i = 0; i < ranks; ++i) {
        const char* path = piece_path(base, (piece_choice){i, ranks}, memory);
        if (access(path, R_OK) == 0)
            words[count++] = arena_copy_text(memory, path, strlen(path));
    }
    words[count++] = arena_copy_text(memory, "-o", 2);
    words[count++] = arena_copy_text(memory, to, strlen(to));
    int code = cli_dispatch(count, words);
    for (int i = 0; code == EXIT_OK && i < ranks; ++i)
        unlink(piece_path(base, (piece_choice){i, ranks}, memory));
    return code;
}

static int merge(int argc, char** argv, arena* memory) {
    const char* output = output_of(argc, argv);
    if (strcmp(argv[1], "record") == 0)
        return merge_files(output, output, memory);
    if (strcmp(argv[1], "bake-all") == 0) {
        char* words[] = {argv[0], arena_copy_text(memory, "merge", 5),
                         arena_copy_text(memory, output, strlen(output)), NULL};
        return cli_dispatch(3, words);
    }
    const char* light = arena_format(memory, "%s.light", output);
    int code = merge_files(light, arena_format(memory, "%s.part", light), memory);
    return code == EXIT_OK ? run_piece(argc, argv, "all", memory) : code;
}

int farm_run(int argc, char** argv) {
    arena* memory = arena_create();
    int self = ranks_self(), ranks = ranks_count();
    if (self > 0 && freopen("/dev/null", "w", stdout) == NULL) // the leader's table stands for all
        ranks_end("rank %d cannot be silent", self);
    int code = run_piece(argc, argv, arena_format(memory, "%d/%d", self + 1, ranks), memory);
    code = ranks_worst(code == EXIT_INCOMPLETE ? EXIT_OK : code); // what failed is in its piece
    if (code == EXIT_OK && self == 0)
        code = merge(argc, argv, memory);
    arena_destroy(memory);
    return code;
}
