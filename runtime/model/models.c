// The table of models: how a part moves is chosen here and nowhere else.
//
// Alone in its file, so that a program that links the runtime's files can bring a table of its own, with a
// model more (test/baked/model/test_model.c does); the library itself has nothing that could be changed.
// SPDX-License-Identifier: MIT
#include "runtime/model/modal.h"
#include "runtime/model/pose_part.h"
#include "runtime/model/recorded.h"

static const part_model* const models[] = {
    [SUPPLE_MODAL] = &modal_model,
    [SUPPLE_POSED] = &posed_model,
    [SUPPLE_RECORDED] = &recorded_model,
};

const part_model* model_at(uint32_t number) {
    return number < model_count() ? models[number] : NULL;
}

uint32_t model_count(void) {
    return sizeof models / sizeof *models;
}
