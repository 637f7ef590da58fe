// Through libsupple, as any program would read it.
// SPDX-License-Identifier: MIT
#include "cli/info_asset.h"

#include "bake/base/text.h"

#include <math.h>
#include <string.h>

static const char MAGIC[8] = "supple\r\n"; // docs/format.md

static const char* model_name(supple_model model) {
    static const char* const names[] = {
        [SUPPLE_MODAL] = "modal", [SUPPLE_POSED] = "posed", [SUPPLE_RECORDED] = "recorded"};
    return names[model]; // of an asset that was read there are no others
}

// ---- text ------------------------------------------------------------------------------

// Of the responses of a part to one entry.
typedef struct tally {
    int32_t responses, starts;
    float longest; // s
} tally;

static tally tally_of(const supple_asset* a, int part, int entry) {
    tally t = {0};
    for (int i = 0; i < supple_asset_recorded(a, part).response_count; ++i) {
        supple_recorded_response r = supple_asset_response(a, part, i);
        if (r.entry != entry)
            continue;
        ++t.responses;
        t.starts += r.is_start;
        t.longest = r.seconds > t.longest ? r.seconds : t.longest;
    }
    return t;
}

static void print_recorded(const cli* c, const supple_asset* a, int part) {
    supple_recorded x = supple_asset_recorded(a, part);
    int32_t ends[4] = {0};
    for (int i = 0; i < x.response_count; ++i)
        ++ends[supple_asset_response(a, part, i).end];
    printf("      %-18s %d at %.4g a second; no vertex is off by more than %s\n", "states",
           x.state_count, 1.0 / (double)x.step, text_length((double)x.error, c->memory));
    printf("      %-18s %d: %d rest, %d end at a limit, %d run on, %d are dead ends\n", "responses",
           x.response_count, ends[SUPPLE_END_RESTS], ends[SUPPLE_END_LIMITED],
           ends[SUPPLE_END_RUNS_ON], ends[SUPPLE_END_DEAD]);
    for (int e = 0; e < x.entry_count; ++e) {
        supple_entry entry = supple_asset_entry(a, part, e);
        tally t = tally_of(a, part, e);
        printf("        %-16s %d, %d can be begun, up to %.3g s%s\n",
               text_printable(entry.name, 60, c->memory), t.responses, t.starts, (double)t.longest,
               entry.moves_support ? ", moves the support" : "");
    }
    printf("      %-18s blended away at %.3g/s\n", "jumps", (double)x.blend);
    printf("      %-18s %d\n", "contacts", x.contact_count);
}

// Hz. Coordinates stand in order of importance, not of frequency.
static double slowest_of(const supple_asset* a, const supple_part* part) {
    double slowest = INFINITY;
    for (int i = 0; i < part->coord_count; ++i)
        slowest = fmin(slowest, (double)supple_asset_frequency(a, part->first_coord + i));
    return slowest;
}

void info_asset_print(const cli* c, const supple_asset* a) {
    printf("  %-10s %d\n", "parts", a->part_count);
    for (int p = 0; p < a->part_count; ++p) {
        supple_part part = supple_asset_part(a, p);
        printf("    %-20s %s, %d coordinates, %d vertices",
               text_printable(part.name, 60, c->memory), model_name(part.model), part.coord_count,
               part.vertex_count);
        if (part.model != SUPPLE_RECORDED)
            printf(", from %.3g Hz, %s", slowest_of(a, &part),
                   text_mass((double)part.mass, c->memory));
        if (part.target_count > 0)
            printf(", %d targets", part.target_count);
        putchar('\n');
        if (part.model == SUPPLE_RECORDED)
            print_recorded(c, a, p);
    }
    for (int i = 0; i < supple_asset_input_count(a); ++i)
        printf("  %-10s %s\n", i == 0 ? "inputs" : "",
               text_printable(supple_asset_input_name(a, i), 60, c->memory));
    supple_light_info light = supple_asset_light(a);
    if (light.order > 0)
        printf("  %-10s order %d, %d fields at %d points, of %d shapes, %.1f kB; off by %.2g %%\n",
               "light", light.order, light.field_count, light.point_count, light.shape_count,
               (double)light.bytes / 1000.0, 100.0 * (double)light.error);
}

// ---- JSON ------------------------------------------------------------------------------

static void json_recorded(json_out* o, const supple_asset* a, int part) {
    supple_recorded x = supple_asset_recorded(a, part);
    json_key_int(o, "states", x.state_count);
    json_key_double(o, "step", (double)x.step);
    json_key_double(o, "error", (double)x.error);
    json_key_double(o, "blend", (double)x.blend);
    json_key_int(o, "contacts", x.contact_count);
    json_key(o, "entries");
    json_begin_array(o);
    for (int e = 0; e < x.entry_count; ++e) {
        tally t = tally_of(a, part, e);
        json_begin_object(o);
        json_key_text(o, "name", supple_asset_entry(a, part, e).name);
        json_key_bool(o, "movesSupport", supple_asset_entry(a, part, e).moves_support);
        json_key_int(o, "responses", t.responses);
        json_key_int(o, "starts", t.starts);
        json_end_object(o);
    }
    json_end_array(o);
    json_key(o, "responses");
    json_begin_array(o);
    for (int i = 0; i < x.response_count; ++i) {
        static const char* const ends[] = {"rests", "limited", "runs on", "dead"};
        supple_recorded_response r = supple_asset_response(a, part, i);
        json_begin_object(o);
        json_key_int(o, "entry", r.entry);
        json_key_double(o, "seconds", (double)r.seconds);
        json_key_bool(o, "start", r.is_start);
        json_key_text(o, "end", ends[r.end]);
        json_key_int(o, "next", r.next);
        json_end_object(o);
    }
    json_end_array(o);
}

void info_asset_json(json_out* o, const supple_asset* a) {
    json_key(o, "parts");
    json_begin_array(o);
    for (int p = 0; p < a->part_count; ++p) {
        supple_part part = supple_asset_part(a, p);
        json_begin_object(o);
        json_key_text(o, "name", part.name);
        json_key_text(o, "model", model_name(part.model));
        json_key_int(o, "coordinates", part.coord_count);
        json_key_int(o, "vertices", part.vertex_count);
        json_key_double(o, "mass", (double)part.mass);
        json_key_int(o, "targets", part.target_count);
        if (part.model == SUPPLE_RECORDED)
            json_recorded(o, a, p);
        json_end_object(o);
    }
    json_end_array(o);
    json_key(o, "inputs");
    json_begin_array(o);
    for (int i = 0; i < supple_asset_input_count(a); ++i)
        json_text(o, supple_asset_input_name(a, i));
    json_end_array(o);
    supple_light_info light = supple_asset_light(a);
    if (light.order == 0)
        return;
    json_key(o, "light");
    json_begin_object(o);
    json_key_int(o, "order", light.order);
    json_key_int(o, "fields", light.field_count);
    json_key_int(o, "shapes", light.shape_count);
    json_key_int(o, "points", light.point_count);
    json_key_int(o, "bytes", (int64_t)light.bytes);
    json_key_double(o, "error", (double)light.error);
    json_key_double(o, "rounded", (double)light.rounded);
    json_end_object(o);
}

// ---- a file ----------------------------------------------------------------------------

bool info_asset_knows(bytes file) {
    return file.size >= sizeof MAGIC && memcmp(file.data, MAGIC, sizeof MAGIC) == 0;
}

static void print_json(const cli* c, const char* path, bytes file, const supple_asset* a) {
    json_out o = json_out_new(c->memory, true);
    json_begin_object(&o);
    json_key_text(&o, "file", path);
    json_key_text(&o, "format", "supple asset");
    json_key_int(&o, "bytes", (int64_t)file.size);
    json_key_int(&o, "vertices", a->vertex_count);
    json_key_int(&o, "triangles", a->triangle_count);
    json_key_int(&o, "bones", a->bone_count);
    info_asset_json(&o, a);
    json_end_object(&o);
    puts(o.text);
}

int info_asset(cli* c, const char* path, bytes file, bool as_json) {
    supple_asset a;
    supple_result result = supple_asset_read(&a, file.data, file.size);
    if (result != SUPPLE_OK) {
        report_error(&c->findings, place_file(path), "%s", supple_result_text(result));
        return EXIT_BAD_INPUT;
    }
    if (as_json) {
        print_json(c, path, file, &a);
        return EXIT_OK;
    }
    printf("%s\n", cli_shown(c, path));
    printf("  %-10s asset of supple, %zu bytes\n", "format", file.size);
    printf("  %-10s %d, %d triangles in %d mesh%s\n", "vertices", a.vertex_count, a.triangle_count,
           a.mesh_count, a.mesh_count == 1 ? "" : "es");
    printf("  %-10s %d\n", "bones", a.bone_count);
    info_asset_print(c, &a);
    return EXIT_OK;
}
