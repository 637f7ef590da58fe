// SPDX-License-Identifier: MIT
#include "cli/piece_choice.h"

#include <string.h>

enum { PIECES_MOST = 1000000 };

bool piece_parse(const char* text_or_null, piece_choice* out) {
    int index, count, length = 0;
    *out = (piece_choice){0, 0};
    if (text_or_null == NULL || strcmp(text_or_null, "all") == 0)
        return true;
    if (sscanf(text_or_null, "%d/%d%n", &index, &count, &length) != 2 ||
        text_or_null[length] != '\0' || count < 1 || count > PIECES_MOST || index < 1 ||
        index > count)
        return cli_usage_error("--piece is one of so many, like 3/8, not \"%s\"", text_or_null),
               false;
    *out = (piece_choice){index - 1, count};
    return true;
}

const char* piece_path(const char* path, piece_choice p, arena* memory) {
    return p.count == 0 ? path : arena_format(memory, "%s.piece%dof%d", path, p.index + 1, p.count);
}
