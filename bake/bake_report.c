// Everything the table shows, and the errors: what the modes leave out, what carrying shapes to the
// surface costs, what 16 bits cost.
// SPDX-License-Identifier: MIT
#include "bake/bake_report.h"

#include "bake/base/json_out.h"

#include <math.h>

static void tell_mode(json_out* o, const supple_bake_mode* m) {
    json_begin_object(o);
    json_key_double(o, "hz", m->hz);
    json_key_double(o, "damping_ratio", m->ratio);
    json_key_double(o, "dies_out_seconds", m->seconds);
    json_key_double(o, "captured", m->fraction);
    json_end_object(o);
}

static void tell_target(json_out* o, const supple_bake_target* t) {
    json_begin_object(o);
    json_key_text(o, "name", t->name);
    json_key_text(o, "pose", t->pose);
    json_key_double(o, "first_hz", t->first);
    json_key_double(o, "first_of_whole_hz", t->first_of_whole);
    json_key_double(o, "sculpted_metres", t->largest);
    json_key_double(o, "missed_by_volume_metres", t->missed);
    json_key_double(o, "shape_lost", t->error);
    json_key_double(o, "modes_lost", t->unlike);
    json_end_object(o);
}

static void tell_recorded(json_out* o, const supple_bake_recorded* x) {
    json_key_int(o, "shapes", x->rank);
    json_key_int(o, "states", x->state_count);
    json_key_int(o, "contacts", x->contact_count);
    json_key_int(o, "responses", x->response_count);
    json_key_int(o, "starts", x->start_count);
    json_key_int(o, "too_short", x->short_count);
    json_key_int(o, "run_on", x->run_on_count);
    json_key_int(o, "dead_ends", x->dead_count);
    json_key_double(o, "error", x->error);
    json_key_double(o, "worst_vertex_metres", x->worst);
    json_key_double(o, "bound_metres", x->bound);
    json_key_double(o, "reach_metres", x->reach);
    json_key_double(o, "jump_mean_of_reach", x->jump_mean);
    json_key_double(o, "jump_worst_of_reach", x->jump_worst);
    json_key_double(o, "balance_s2", x->balance);
    json_key_double(o, "blend_per_second", x->blend);
    json_key_int(o, "jumps_tested", x->tested_count);
    json_key_int(o, "jumps_crossing", x->crossing_count);
    json_key(o, "entries");
    json_begin_array(o);
    for (int32_t i = 0; i < x->entry_count; ++i) {
        json_begin_object(o);
        json_key_text(o, "name", x->entries[i].name);
        json_key_int(o, "responses", x->entries[i].response_count);
        json_key_int(o, "starts", x->entries[i].start_count);
        json_end_object(o);
    }
    json_end_array(o);
}

static void tell_recorded_part(json_out* o, const supple_bake_part* row) {
    json_begin_object(o);
    json_key_text(o, "name", row->name);
    json_key_int(o, "vertices", row->vertex_count);
    json_key_double(o, "seconds", row->seconds);
    json_key(o, "recorded");
    json_begin_object(o);
    tell_recorded(o, row->recorded_or_null);
    json_end_object(o);
    json_end_object(o);
}

static void tell_part(json_out* o, const supple_bake_part* row) {
    if (row->recorded_or_null != NULL) {
        tell_recorded_part(o, row);
        return;
    }
    json_begin_object(o);
    json_key_text(o, "name", row->name);
    json_key(o, "bones");
    json_begin_array(o);
    for (int32_t i = 0; i < row->bone_count; ++i)
        json_text(o, row->bones[i]);
    json_end_array(o);
    json_key_int(o, "vertices", row->vertex_count);
    json_key_int(o, "tets", row->tet_count);
    json_key_int(o, "nodes", row->node_count);
    json_key_int(o, "fixed_nodes", row->fixed_count);
    json_key_double(o, "mass_kg", row->mass);
    json_key_double(o, "young_pa", row->young);
    json_key_double(o, "limit_units", row->limit);
    if (!isnan(row->refinement))
        json_key_double(o, "first_hz_change_by_halving_cells", row->refinement);
    if (row->refined_tet_count > 0)
        json_key_int(o, "halved_cells_tried_with_tets", row->refined_tet_count);
    json_key_double(o, "energy_across_narrow_gaps", row->gaps);
    json_key_int(o, "hollow_modes_left_out", row->hollow_count);
    json_key_double(o, "captured", row->captured);
    json_key_double(o, "hang_error_at_1_g", row->hang_error);
    json_key_double(o, "shake_error", row->shake_error);
    json_key_double(o, "turn_error", row->turn_error);
    json_key_double(o, "bones_apart_error", row->apart_error);
    json_key_double(o, "least_error_of_as_many", row->least_error);
    json_key_double(o, "interpolation_error", row->interpolation);
    json_key_double(o, "seconds", row->seconds);
    json_key(o, "modes");
    json_begin_array(o);
    for (int32_t i = 0; i < row->mode_count; ++i)
        tell_mode(o, &row->modes[i]);
    json_end_array(o);
    if (row->target_count > 0) {
        json_key(o, "targets");
        json_begin_array(o);
        for (int32_t i = 0; i < row->target_count; ++i)
            tell_target(o, &row->targets[i]);
        json_end_array(o);
    }
    json_end_object(o);
}

static void tell_omissions(json_out* o, const bake_result* b) {
    json_key(o, "left_out");
    json_begin_array(o);
    for (int32_t i = 0; i < b->omission_count; ++i) {
        json_begin_object(o);
        json_key_text(o, "name", b->omissions[i].name);
        json_key_text(o, "reason", b->omissions[i].reason);
        json_key_bool(o, "failed", b->omissions[i].failed);
        json_end_object(o);
    }
    json_end_array(o);
}

static void tell_quantisation(json_out* o, const asset_out* a) {
    json_key(o, "quantisation");
    json_begin_object(o);
    json_key_int(o, "shape_bits", a->shape_bits);
    json_key_int(o, "bend_bits", a->bend_bits);
    json_key_double(o, "shape_error_of_size", a->shape_error);
    json_key_double(o, "bend_error_radians", a->bend_error);
    json_end_object(o);
}

static void tell_light(json_out* o, const supple_bake_light* x) {
    json_key(o, "light");
    json_begin_object(o);
    json_key_int(o, "points", x->point_count);
    json_key_int(o, "shapes", x->shape_count);
    json_key_int(o, "fields", x->field_count);
    json_key_int(o, "bytes", (int64_t)x->bytes);
    json_key_double(o, "error_of_transfer", x->error);
    json_key_double(o, "error_of_change", x->error_of_change);
    json_key_int(o, "balls", x->ball_count);
    json_key_double(o, "ground_off", x->ground_off);
    json_key_double(o, "rounded", x->rounded);
    json_end_object(o);
}

static void tell_findings(json_out* o, const report* r, arena* memory) {
    static const char* const word[] = {"note", "warning", "error"};
    json_key(o, "findings");
    json_begin_array(o);
    for (int32_t i = 0; i < r->count; ++i) {
        json_begin_object(o);
        json_key_text(o, "severity", word[r->findings[i].severity]);
        json_key_text(o, "text", finding_text(&r->findings[i], memory));
        json_end_object(o);
    }
    json_end_array(o);
}

bytes bake_json(const bake_report_input* t, arena* memory) {
    const bake_result* b = t->result;
    json_out o = json_out_new(memory, true);
    json_begin_object(&o);
    json_key_text(&o, "input", t->input);
    json_key_text(&o, "output", t->output);
    json_key(&o, "unit");
    json_begin_object(&o);
    json_key_double(&o, "metres", b->unit);
    json_key_text(&o, "reason", b->unit_reason);
    json_end_object(&o);
    json_key(&o, "parts");
    json_begin_array(&o);
    for (int32_t i = 0; i < b->row_count; ++i)
        tell_part(&o, &b->rows[i]);
    json_end_array(&o);
    tell_omissions(&o, b);
    tell_quantisation(&o, &b->asset);
    if (b->light.point_count > 0)
        tell_light(&o, &b->light);
    json_key(&o, "bytes");
    json_begin_object(&o);
    json_key_int(&o, "asset", (int64_t)b->asset.file.size);
    json_key_int(&o, "output", (int64_t)t->output_size);
    json_end_object(&o);
    json_key_double(&o, "seconds", b->seconds);
    json_key_int(&o, "peak_memory_bytes", b->peak);
    tell_findings(&o, t->findings, memory);
    json_end_object(&o);
    return (bytes){(const uint8_t*)o.text, o.size};
}
