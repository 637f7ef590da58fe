// Inputs: numbers that poses depend on besides joints, as an activation, an emotion or the weight of a blend shape.
//
// They are the asset's, by name, and every posed part sees all of them. A body keeps them in its state, zero at first; the
// next step blends by them, as by a palette.
// SPDX-License-Identifier: MIT
#include "runtime/asset/posed_asset.h"
#include "runtime/body/body.h"

// Larger ones would be as at infinity.
static const float INPUT_MOST = 1e9f;

int supple_asset_input_count(const supple_asset* asset) {
    int32_t count;
    posed_asset_inputs(asset, &count);
    return count;
}

const char* supple_asset_input_name(const supple_asset* asset, int input) {
    int32_t count;
    const format_target* all = posed_asset_inputs(asset, &count);
    return input >= 0 && input < count ? asset_sections_of(asset).names + all[input].name : "";
}

bool supple_body_set_input(supple_body* body, int input, float value) {
    if (input < 0 || input >= body->input_count || !(value >= -INPUT_MOST && value <= INPUT_MOST)) {
        ++body->state->rejected;
        return false;
    }
    if (body->inputs[input] == value)
        return true;
    body->inputs[input] = value;
    body_wake(body);
    return true;
}

float supple_body_input(const supple_body* body, int input) {
    return input >= 0 && input < body->input_count ? body->inputs[input] : 0.0f;
}
