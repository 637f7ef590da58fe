// `supple check`: the mesh report for people or programs. The exit code is about the worst file.
// SPDX-License-Identifier: MIT
#include "bake/base/json_out.h"
#include "bake/import/import.h"
#include "bake/scene/inspect.h"
#include "cli/cli.h"

#include <limits.h>
#include <string.h>

static bool as_json;

static const option options[] = {
    {"--json", 0, OPTION_FLAG, NULL, &as_json, "print the report as JSON"},
};

enum { CMD_CHECK_WIDTH = 96 };

static const char* const severity_name[] = {"note", "warning", "error"};

// Words of `text` from column `indent` on, broken before column CMD_CHECK_WIDTH.
static void print_wrapped(const char* text, int indent) {
    int column = 0;
    while (*text != 0) {
        int length = (int)strcspn(text, " ");
        if (column == 0 || column + 1 + length > CMD_CHECK_WIDTH) {
            printf("%s%*s", column == 0 ? "" : "\n", indent, "");
            column = indent;
        } else {
            putchar(' ');
            ++column;
        }
        printf("%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void print_report(const inspection* x, const char* path, const cli* c) {
    static const char* const mark[] = {"note", "warn", "ERR "};
    static const char* const color[] = {"\033[36m", "\033[33m", "\033[31m"};
    bool colored = cli_color(stdout);
    inspection_line lines[INSPECTION_LINES];
    int32_t count = inspect_lines(x, c->memory, lines);

    printf("%s\n", cli_shown(c, path));
    for (int32_t i = 0; i < count; ++i) {
        const inspection_line* l = &lines[i];
        bool fine = l->advice_or_null == NULL;
        const char* word = l->is_fact ? "    " : fine ? "ok  " : mark[l->severity];
        printf("  %s%s%s  %-22s  %s\n", colored ? fine ? "\033[32m" : color[l->severity] : "", word,
               colored ? "\033[0m" : "", l->name, l->value);
        if (!fine && l->severity != FINDING_ERROR) // errors go to stderr
            print_wrapped(l->advice_or_null, 8);
    }
}

static void json_counts(json_out* o, const inspection* x) {
    json_key_int(o, "vertices", x->vertex_count);
    json_key_int(o, "weldedVertices", x->welded_count);
    json_key_int(o, "triangles", x->triangle_count);
    json_key_int(o, "pieces", x->piece_count);
    json_key_bool(o, "closed", x->closed);
    json_key_bool(o, "insideOut", x->inside_out);
    json_key_int(o, "boundaryEdges", x->boundary_edges);
    json_key_int(o, "nonManifoldEdges", x->nonmanifold_edges);
    json_key_int(o, "nonManifoldVertices", x->nonmanifold_vertices);
    json_key_int(o, "flippedEdges", x->flipped_edges);
    json_key_int(o, "degenerateTriangles", x->degenerate_triangles);
    json_key_int(o, "duplicateTriangles", x->duplicate_triangles);
    json_key_int(o, "selfIntersections", x->self_intersections);
    json_key_bool(o, "selfIntersectionsCapped", x->intersections_capped);
    json_key_double(o, "volume", x->volume);
    json_key_double(o, "area", x->area);
    json_key_vec3(o, "low", x->box.low);
    json_key_vec3(o, "high", x->box.high);
    json_key_text(o, "unit", unit_name(x->unit));
    json_key_text(o, "unitReason", x->unit_reason);
}

static void json_findings(json_out* o, const report* r) {
    json_key(o, "findings");
    json_begin_array(o);
    for (int32_t i = 0; i < r->count; ++i) {
        json_begin_object(o);
        json_key_text(o, "severity", severity_name[r->findings[i].severity]);
        json_key_text(o, "text", r->findings[i].text);
        json_end_object(o);
    }
    json_end_array(o);
}

// What the reader and the inspection found in one file.
typedef struct outcome {
    bool read, usable;
    inspection inspection;
    report findings;
} outcome;

static outcome check_file(const char* path, arena* memory) {
    outcome o = {.findings = report_new(memory)};
    imported file = {.extra_count = 0};
    o.read = import_scene(path, memory, &file, &o.findings);
    if (!o.read)
        return o;
    pose rest = pose_at(&file.scene, -1, 0.0, memory);
    surface s = surface_from_scene(&file.scene, &rest, memory);
    o.inspection = inspect_surface(&s, unit_hints_of(&file.scene), memory);
    o.usable = inspection_usable(&o.inspection);
    import_close(&file);
    return o;
}

static void add_to_json(json_out* o, const char* path, outcome* x) {
    json_begin_object(o);
    json_key_text(o, "file", path);
    json_key_bool(o, "usable", x->usable);
    if (x->read)
        json_counts(o, &x->inspection);
    json_findings(o, &x->findings);
    json_end_object(o);
}

// On stderr goes what the reader said; with JSON only what is wrong, for the rest is in it. Names are
// copied: memory of the file goes.
static void pass_on(const report* from, report* to) {
    for (int32_t i = 0; i < from->count; ++i) {
        const finding* f = &from->findings[i];
        place where = f->where;
        if (where.file_or_null != NULL)
            where.file_or_null = arena_format(to->memory, "%s", where.file_or_null);
        if (f->severity == FINDING_ERROR)
            report_error(to, where, "%s", f->text);
        else if (f->severity == FINDING_WARNING && !as_json)
            report_warning(to, where, "%s", f->text);
        else if (!as_json)
            report_note(to, where, "%s", f->text);
    }
}

static int run(cli* c) {
    int code = EXIT_OK;
    json_out o = json_out_new(c->memory, true);
    if (as_json)
        json_begin_array(&o);
    for (int i = 0; i < c->argument_count; ++i) {
        const char* path = c->arguments[i];
        cli_progress("checking", i, c->argument_count);
        arena* memory = arena_create(); // of this file: many large ones may follow
        outcome x = check_file(path, memory);
        cli_progress("checking", c->argument_count, c->argument_count);
        if (x.read && (as_json || !x.usable)) // otherwise the report shows the advice
            inspect_advise(&x.inspection, path, &x.findings);
        if (as_json)
            add_to_json(&o, path, &x);
        else if (x.read)
            print_report(&x.inspection, path, c);
        pass_on(&x.findings, &c->findings);
        if (!x.usable)
            code = EXIT_BAD_INPUT;
        arena_destroy(memory);
    }
    if (as_json) {
        json_end_array(&o);
        puts(o.text);
    }
    return code;
}

const command command_check = {
    .name = "check",
    .summary = "is this mesh fit to become a soft body, and if not, why",
    .usage = "FILE... [--json]",
    .takes = TAKES_FILES,
    .least = 1,
    .most = INT_MAX,
    .options = options,
    .option_count = (int)(sizeof options / sizeof *options),
    .details =
        "  Counts holes, crossings and other trouble after welding equal positions, says what\n"
        "  supple will do about each, and guesses the unit. Reads glTF, GLB, OBJ, PLY, STL.\n"
        "  Exit code 1: a file cannot be read or used at all; warnings do not count.\n"
        "\n"
        "  supple check hero.glb\n"
        "  supple check --json *.obj",
    .run = run,
};
