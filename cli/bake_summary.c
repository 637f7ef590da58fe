// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // opendir
#include "cli/bake_summary.h"

#include "bake/base/buffer.h"
#include "bake/base/file.h"
#include "bake/base/text.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

static const char NAME[] = "bakes.json";
static const char FAILED[] = "\"status\":\"failed\"";

static const char* in_folder(const char* folder, const char* name, arena* memory) {
    return arena_format(memory, "%s/%s", folder, name);
}

static int write_whole(cli* c, const char* folder, const bake_row* rows, int32_t count) {
    buffer text = {.memory = c->memory};
    buffer_text(&text, "[\n");
    for (int32_t i = 0; i < count; ++i) {
        buffer_text(&text, rows[i].json);
        buffer_text(&text, i + 1 < count ? ",\n" : "\n");
    }
    buffer_text(&text, "]\n");
    return cli_write(c, in_folder(folder, NAME, c->memory), text.data, text.size);
}

// A line that tells whose piece it is, then its rows.
int bake_summary_write(cli* c, const char* folder, piece_choice piece, const bake_row* rows,
                       int32_t item_count) {
    if (piece.count == 0)
        return write_whole(c, folder, rows, item_count);
    buffer text = {.memory = c->memory};
    buffer_text(&text, arena_format(c->memory, "piece %d of %d, %d items\n", piece.index + 1,
                                    piece.count, item_count));
    for (int32_t i = piece.index; i < item_count; i += piece.count) {
        buffer_text(&text, rows[i].json);
        buffer_text(&text, "\n");
    }
    return cli_write(c, piece_path(in_folder(folder, NAME, c->memory), piece, c->memory), text.data,
                     text.size);
}

// Of how many pieces those in the folder are, 0: there are none; -1: of different numbers.
static int count_pieces(const char* folder) {
    DIR* all = opendir(folder);
    int count = 0;
    for (const struct dirent* e; all != NULL && (e = readdir(all)) != NULL;) {
        int index, of, length = 0;
        if (sscanf(e->d_name, "bakes.json.piece%dof%d%n", &index, &of, &length) == 2 &&
            e->d_name[length] == '\0')
            count = count == 0 || count == of ? of : -1;
    }
    if (all != NULL)
        closedir(all);
    return count;
}

// The rows of a piece to their places among all. False: it is not whole.
static bool read_piece(const char* path, piece_choice piece, bake_row** rows, int32_t* items,
                       arena* memory) {
    report unheard = report_new(memory);
    bytes file;
    int index, of, count, length = 0;
    if (!file_map(path, &file, &unheard))
        return false;
    char* at = arena_copy_text(memory, (const char*)file.data, file.size);
    file_unmap(file);
    if (sscanf(at, "piece %d of %d, %d items\n%n", &index, &of, &count, &length) != 3 ||
        length == 0 || index != piece.index + 1 || of != piece.count || count < 0 ||
        (*items >= 0 && count != *items))
        return false;
    if (*items < 0)
        *rows = ARENA_NEW(memory, bake_row, (size_t)count);
    *items = count;
    at += length;
    for (int32_t i = piece.index; i < count; i += piece.count) {
        char* stop = strchr(at, '\n');
        if (stop == NULL)
            return false;
        *stop = '\0';
        (*rows)[i] = (bake_row){at, strstr(at, FAILED) != NULL};
        at = stop + 1;
    }
    return *at == '\0';
}

bool bake_summary_merge(cli* c, const char* folder, int32_t* items, int32_t* failed) {
    int count = count_pieces(folder);
    if (count <= 0)
        return report_error(&c->findings, place_file(folder), "%s",
                            count == 0 ? "has no pieces of bake-all in it: bakes.json.piece1of..."
                                       : "has pieces of different numbers: remove the older ones");
    bake_row* rows = NULL;
    const char* missing = "";
    *items = -1;
    for (int i = 0; i < count; ++i) {
        piece_choice piece = {i, count};
        const char* path = piece_path(in_folder(folder, NAME, c->memory), piece, c->memory);
        if (!read_piece(path, piece, &rows, items, c->memory))
            missing =
                text_listed(missing, arena_format(c->memory, "%d/%d", i + 1, count), c->memory);
    }
    if (missing[0] != '\0')
        return report_error(
            &c->findings, place_file(folder),
            "these pieces are missing or not whole: %s; run each again with --piece", missing);
    *failed = 0;
    for (int32_t i = 0; i < *items; ++i)
        *failed += rows[i].failed;
    if (write_whole(c, folder, rows, *items) != EXIT_OK)
        return false;
    for (int i = 0; i < count; ++i)
        unlink(piece_path(in_folder(folder, NAME, c->memory), (piece_choice){i, count}, c->memory));
    return true;
}
