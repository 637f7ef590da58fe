// A take as a moving picture, to be shown where no model can be: a README, a chat, a page of documents.
// SPDX-License-Identifier: MIT
#pragma once

#include "bake/play/take_picture.h"

// The frames from how->from to how->to, with flesh, as an APNG of how->width x how->height pixels: every one of them up to 25 a
// second, every second, third ... of more. how->moments means nothing here. False with a sentence.
bool take_film(const take_shown* take, const strip_options* how, arena* memory, bytes* out,
               report* r);
