// Motions from elsewhere that `supple play` puts onto a body: a capture, a table, a breath.
// SPDX-License-Identifier: MIT
#include "cli/play_motion.h"

#include "bake/base/text.h"
#include "bake/play/motion.h"
#include "bake/play/retarget.h"

#include <string.h>

enum { BREATHS = 2, LEFT_SHOWN = 12 };

static void print_map(const joint_map* m, const char* path, arena* memory) {
    const char* list = "";
    for (int32_t i = 0; i < m->left_count && i < LEFT_SHOWN; ++i)
        list = text_listed(list, text_printable(m->left[i], 30, memory), memory);
    printf("%d joints are driven by %s", m->count, path);
    if (m->left_count > 0)
        printf("; %d of it drive none: %s%s", m->left_count, list,
               m->left_count > LEFT_SHOWN ? ", ..." : "");
    printf("\n");
}

static bool map_joints(cli* c, const char* map_path, const biovision* b, const scene* s,
                       joint_map* m) {
    if (map_path == NULL) {
        joint_map_guess(b, s, c->memory, m);
        return true;
    }
    bytes lines;
    if (!file_map(map_path, &lines, &c->findings))
        return false;
    bool ok = joint_map_read(lines, map_path, b, s, c->memory, m, &c->findings);
    file_unmap(lines);
    return ok;
}

bool play_motion_bvh(cli* c, const char* bvh_path, const char* map_path, double metres,
                     const scene* s, scene* moved) {
    bytes file;
    biovision b;
    joint_map m;
    if (!file_map(bvh_path, &file, &c->findings))
        return false;
    bool ok = biovision_read(file, bvh_path, c->memory, &b, &c->findings);
    file_unmap(file);
    if (ok && retarget_first_frame(&b) > 0)
        report_note(&c->findings, place_file(bvh_path),
                    "the first frame is a pose put before the motion, and is left out");
    if (ok && s->skin_count == 0) {
        motion root = motion_of_biovision(&b, c->memory);
        *moved = motion_scene(&root, s, metres, path_name(bvh_path), c->memory);
        return true;
    }
    ok = ok && map_joints(c, map_path, &b, s, &m) &&
         retarget_clip(&b, &m, s, path_name(bvh_path), c->memory, moved, &c->findings);
    if (ok)
        print_map(&m, cli_shown(c, path_name(bvh_path)), c->memory);
    return ok;
}

bool play_motion_table(cli* c, const char* name, double metres, const scene* s, scene* moved) {
    motion m;
    if (strcmp(name, "breathing") == 0) {
        m = motion_breathing(BREATHS, c->memory);
    } else {
        bytes file;
        if (!file_map(name, &file, &c->findings))
            return false;
        bool ok = motion_read(file, name, c->memory, &m, &c->findings);
        file_unmap(file);
        if (!ok)
            return false;
    }
    *moved = motion_scene(&m, s, metres, path_name(name), c->memory);
    return true;
}
